"""The tallies: games won by X, drawn, and won by O; one tally for each mode and level.

`Scores` listens to the controller and keeps the numbers in a storage that is handed to it
(`own_number`, `all` and `set`, see `storage.py`). It knows neither the browser nor the page.

Several tabs may be open and finish games at the same moment, and the browser gives them no way to
change one stored number without overwriting each other. So they never share one: every tab keeps a
count of its own, under a number that is its alone, and the tally is the sum of all counts. (Such a
sum is known as a PN-counter, a simple CRDT.) A count holds the points made in that tab and the
points taken away there by Reset Scores; both only have to be added up.
"""

from collections import namedtuple

from engine.rules import X

from .controller import MOVE, TWO_PLAYERS

FIELDS = ("x", "draws", "o")

Tally = namedtuple("Tally", FIELDS)

ZERO = Tally(0, 0, 0)

# What one tab has added to a tally, and what it has taken away.
Count = namedtuple("Count", ("made", "taken"))
NOTHING = Count(ZERO, ZERO)

# Nobody plays more games than that; a longer number in the storage is junk.
MOST_DIGITS = 9
MOST = 10**MOST_DIGITS - 1


def whole_number(text) -> int:
    """Return the number that `text` spells in at most nine decimal digits; 0 for anything else.

    What is stored can be changed by anyone: None, "", "-1", "1.5" and "x" are 0 too.
    """
    # The length comes first: to read a number of a million digits would take minutes.
    if not text or len(text) > MOST_DIGITS or any(c not in "0123456789" for c in text):
        return 0
    return int(text)


def tally_name(mode: str, level: str) -> str:
    """Return the name of a tally: "two-players", or "computer-easy" and the like."""
    return mode if mode == TWO_PLAYERS else f"{mode}-{level}"


class Scores:
    """All the tallies. One of them, that of the present mode and level, is shown."""

    def __init__(self, storage, on_change):
        """Keep the tallies in `storage`, and call `on_change(self)` when there is news to show."""
        self._storage = storage
        self._on_change = on_change
        self._others = {}  # name of tally -> what all other tabs have counted, as last read
        self._own = {}  # name of tally -> what is counted under our number
        self._number = None  # ours, once we have one
        self._name = None  # of the tally shown
        self._removed = ZERO  # what Reset Scores took from it, while that can be taken back
        self._reading = False
        self._read_again = False

    @property
    def shown(self) -> Tally:
        """The tally of the present mode and level."""
        return _tally(_difference(self._total()))

    @property
    def can_restore(self) -> bool:
        """Whether the tally shown was reset, and its player has not moved since."""
        return self._removed != ZERO

    async def load(self) -> None:
        """Read what other tabs have counted: when the page opens, and when one has stored more."""
        # However often this is asked for while it is reading, it reads once more, not as often.
        self._read_again = True
        if self._reading:
            return
        self._reading = True
        while self._read_again:
            self._read_again = False
            stored = await self._storage.all("scores:")
        self._reading = False
        self._take_over(stored)

    async def claim(self) -> None:
        """Get a number for this tab; what was counted before is stored from then on."""
        number = await self._storage.own_number()
        stored = await self._storage.all("scores:")
        unsaved = list(self._own)
        self._number = number
        # A tab that is closed by now may have counted under this number. It is ours to continue.
        for key, text in stored.items():
            name, tab = _split(key)
            if tab == number:
                self._own[name] = _sum(self._own.get(name, NOTHING), _parse(text))
        for name in unsaved:
            self._save(name)
        self._take_over(stored)

    def follow(self, snapshot) -> None:
        """Take note of what the controller tells: count a game that this move has ended."""
        name = tally_name(snapshot.mode, snapshot.level)
        if name != self._name:
            self._name = name
            self._removed = ZERO
        if snapshot.event == MOVE:
            mark = snapshot.cells[snapshot.last_move]
            if mark != snapshot.computer:
                self._removed = ZERO  # the player moved on
            if snapshot.is_over:
                self._change(_won(self._count(), self._total(), _point(snapshot.winner)))
        self._on_change(self)

    def reset(self) -> bool:
        """Set the tally shown to zero; tell whether there was anything to reset."""
        self._removed = self.shown
        if self._removed == ZERO:
            return False
        self._change(_sum(self._count(), Count(ZERO, self._removed)))
        return True

    def restore(self) -> bool:
        """Give back what the last reset took away; tell whether there was anything to restore."""
        removed, self._removed = self._removed, ZERO
        if removed == ZERO:
            return False
        # What was taken away in this tab is on our own count, so it can be taken off it again.
        made, taken = self._count()
        self._change(Count(made, _tally([t - r for t, r in zip(taken, removed)])))
        return True

    def _count(self):
        """What is counted under our number for the tally shown."""
        return self._own.get(self._name, NOTHING)

    def _total(self):
        """What all tabs have counted for it."""
        return _sum(self._others.get(self._name, NOTHING), self._count())

    def _change(self, count):
        self._own[self._name] = count
        self._save(self._name)
        self._on_change(self)

    def _save(self, name):
        if self._number is not None:
            self._storage.set(f"scores:{name}:{self._number}", _spell(self._own[name]))

    def _take_over(self, stored):
        self._others = {}
        for key, text in stored.items():
            name, tab = _split(key)
            if tab != self._number:
                self._others[name] = _sum(self._others.get(name, NOTHING), _parse(text))
        self._on_change(self)


def _point(winner) -> Tally:
    if winner is None:
        return Tally(0, 1, 0)
    return Tally(1, 0, 0) if winner == X else Tally(0, 0, 1)


def _won(count, total, point) -> Count:
    """Return `count` with a point more, where all tabs together have `total`."""
    # Two tabs that reset the same tally in the same moment take its points away twice. The next
    # point makes that good, or it would be swallowed.
    owed = [max(0, -number) for number in _difference(total)]
    made = [m + p + (o if p else 0) for m, p, o in zip(count.made, point, owed)]
    return Count(_tally(made), count.taken)


def _sum(count, other) -> Count:
    return Count(
        _tally([a + b for a, b in zip(count.made, other.made)]),
        _tally([a + b for a, b in zip(count.taken, other.taken)]),
    )


def _difference(count) -> list[int]:
    return [made - taken for made, taken in zip(count.made, count.taken)]


def _tally(numbers) -> Tally:
    return Tally(*[max(0, min(MOST, number)) for number in numbers])


def _split(key) -> tuple[str, str]:
    """Return the name of the tally and the number of the tab that a stored name is made of."""
    name, _, tab = key[len("scores:") :].rpartition(":")
    return name, tab


def _spell(count) -> str:
    """Write a count as six numbers: points made by X, drawn, by O, and the same taken away."""
    return " ".join(str(number) for number in count.made + count.taken)


def _parse(text) -> Count:
    """Read what `_spell` wrote; a number that is missing or damaged is 0."""
    numbers = [whole_number(part) for part in (text or "").split(" ")[:6]]
    numbers += [0] * (6 - len(numbers))
    return Count(Tally(*numbers[:3]), Tally(*numbers[3:]))
