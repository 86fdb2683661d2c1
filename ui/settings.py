"""What the player chose last time: the mode and the level.

`Settings` listens to the controller and keeps the choice in a storage that is handed to it. It
does not judge what it reads: the controller ignores what it does not know.
"""


class Settings:
    """The choices that a reload brings back."""

    def __init__(self, storage):
        """Keep the choices in `storage` (`get` and `set`, see `storage.py`)."""
        self._storage = storage
        self._saved = {}

    async def load(self) -> tuple[str | None, str | None]:
        """Return `(mode, level)` as they were stored, None for what was not."""
        for name in ("mode", "level"):
            self._saved[name] = await self._storage.get(name)
        return self._saved["mode"], self._saved["level"]

    def follow(self, snapshot) -> None:
        """Take note of what the controller tells; store what has changed."""
        for name, value in (("mode", snapshot.mode), ("level", snapshot.level)):
            if self._saved.get(name) != value:
                self._saved[name] = value
                self._storage.set(name, value)
