"""What the player chose last time: mode, level, board, theme and whatever else there is to choose.

`Settings` listens to the controller and keeps the choices in a storage that is handed to it. It
does not judge what it reads: the controller ignores what it does not know, and so does the page.
"""

from .controller import Choice

OF_THE_ROUND = ("mode", "level", "side", "board")  # the fields of `Choice`
NAMES = OF_THE_ROUND + ("theme", "sound", "thinking", "names", "pause")


class Settings:
    """The choices that a reload brings back."""

    def __init__(self, storage):
        """Keep the choices in `storage` (`get` and `set`, see `storage.py`)."""
        self._storage = storage
        self._saved = {}

    async def load(self) -> None:
        """Read what was stored."""
        for name in NAMES:
            self._saved[name] = await self._storage.get(name)

    def get(self, name: str) -> str | None:
        """Return what was chosen, None if nothing was."""
        return self._saved.get(name)

    def set(self, name: str, value: str) -> None:
        """Keep a choice, if it is not the one that is kept already."""
        if self._saved.get(name) != value:
            self._saved[name] = value
            self._storage.set(name, value)

    def note(self, name: str, value: str | None) -> None:
        """Take note of a choice that another tab has stored."""
        self._saved[name] = value

    @property
    def choice(self) -> Choice:
        """The choices that concern the controller."""
        return Choice(*[self.get(name) for name in OF_THE_ROUND])

    def follow(self, snapshot) -> None:
        """Take note of what the controller tells; store what has changed."""
        for name in OF_THE_ROUND:
            self.set(name, getattr(snapshot, name))
