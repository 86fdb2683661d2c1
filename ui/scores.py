"""The tallies: games won by X, drawn, and won by O; one tally for each mode and level.

`Scores` listens to the controller and keeps the numbers in a storage that is handed to it (`get`
and `update`, see `storage.py`). It knows neither the browser nor the page.
"""

import asyncio
from collections import namedtuple

from engine.opponents import OPPONENTS
from engine.rules import X

from .controller import COMPUTER, MOVE, TWO_PLAYERS

Tally = namedtuple("Tally", ("x", "draws", "o"))
FIELDS = ("x", "draws", "o")  # the same again: namedtuple's `_fields` is missing in MicroPython

NONE = Tally(0, 0, 0)

# Nobody plays more games than that; a longer number in the storage is junk.
MOST = 999_999_999


def whole_number(text) -> int:
    """Return the number that `text` spells in decimal digits; 0 for anything else.

    What is stored can be changed by anyone: None, "", "-1", "1.5", "x" and numbers above `MOST`
    are 0 too.
    """
    if not text or any(character not in "0123456789" for character in text):
        return 0
    number = int(text)
    return number if number <= MOST else 0


def tally_name(mode: str, level: str) -> str:
    """Return the name of a tally: "two-players", or "computer-easy" and the like."""
    return mode if mode == TWO_PLAYERS else f"{mode}-{level}"


class Scores:
    """All the tallies. One of them, that of the present mode and level, is shown."""

    def __init__(self, storage, on_change):
        """Keep the tallies in `storage`, and call `on_change(self)` when there is news to show."""
        self._storage = storage
        self._on_change = on_change
        self._tallies = {}
        self._name = None  # of the tally shown
        self._removed = NONE  # what Reset Scores took from it, while that can be taken back
        self._unsaved = 0  # how many changes are shown but not yet stored

    @property
    def shown(self) -> Tally:
        """The tally of the present mode and level."""
        return self._tallies.get(self._name, NONE)

    @property
    def can_restore(self) -> bool:
        """Whether the tally shown was reset, and no move has been played since."""
        return self._removed != NONE

    async def load(self) -> None:
        """Read every tally: when the page opens, and when another tab has changed one."""
        names = [tally_name(COMPUTER, level) for level, _ in OPPONENTS] + [TWO_PLAYERS]
        tallies = {}
        for name in names:
            numbers = []
            for field in FIELDS:
                numbers.append(whole_number(await self._storage.get(_key(name, field))))
            tallies[name] = Tally(*numbers)
        # While a change is on its way to the storage, what was read there is older than what is
        # shown. Once it has arrived, `_store` reads again.
        if not self._unsaved:
            self._tallies = tallies
            self._on_change(self)

    def follow(self, snapshot) -> None:
        """Take note of what the controller tells: count a game that this move has ended."""
        name = tally_name(snapshot.mode, snapshot.level)
        if name != self._name:
            self._name = name
            self._removed = NONE
        if snapshot.event == MOVE:
            mark = snapshot.cells[snapshot.last_move]
            if mark != snapshot.computer:
                self._removed = NONE  # the player moved on
            if snapshot.is_over:
                self._add(_result(snapshot.winner))
        self._on_change(self)

    def reset(self) -> bool:
        """Set the tally shown to zero; tell whether there was anything to reset."""
        if self.shown == NONE:
            return False
        self._removed = self.shown
        self._add(Tally(*[-number for number in self._removed]))
        self._on_change(self)
        return True

    def restore(self) -> bool:
        """Give back what the last reset took away; tell whether there was anything to restore."""
        if not self.can_restore:
            return False
        removed = self._removed
        self._removed = NONE
        self._add(removed)
        self._on_change(self)
        return True

    def _add(self, tally):
        """Add to the tally shown: at once to what is on the page, and soon to what is stored."""
        name = self._name
        self._unsaved += 1
        self._tallies[name] = Tally(*[_sum(old, new) for old, new in zip(self.shown, tally)])
        asyncio.create_task(self._store(name, tally))

    async def _store(self, name, tally):
        """Add to the numbers as they are stored now: another tab may have changed them."""
        for field, amount in zip(FIELDS, tally):
            if amount:
                await self._storage.update(_key(name, field), _adding(amount))
        self._unsaved -= 1
        await self.load()


def _result(winner) -> Tally:
    if winner is None:
        return Tally(0, 1, 0)
    return Tally(1, 0, 0) if winner == X else Tally(0, 0, 1)


def _adding(amount):
    return lambda old: str(_sum(whole_number(old), amount))


def _sum(number, amount):
    return min(MOST, max(0, number + amount))


def _key(name, field):
    return f"scores:{name}:{field}"
