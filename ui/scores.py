"""The tallies and statistics: one of each for every board, mode and level.

Tallies follow the person and not the mark: against the computer the first number is the person's,
whichever mark they play; between two players it is X's. `Scores` listens to the controller and
keeps the numbers in a storage that is handed to it (`all` and `set`, see `storage.py`). It knows
neither the browser nor the page.

Several tabs may be open and finish games at the same moment, and the browser gives them no way to
change one stored number without overwriting each other. So they never share one: every tab keeps a
count of its own, under a number that is its alone, and the tally is the sum of all counts. (Such a
sum is known as a PN-counter, a simple CRDT.) A count holds the points made in that tab and the
points taken away there by Reset Scores; both only have to be added up.

A run (games without a loss, one after the other) is no sum, but it is one between two losses. So
each tab counts its games in the present *age*, and an age ends for all tabs when any of them
counts a loss or resets the scores.
"""

from collections import namedtuple

from engine.rules import X, other

from .controller import MOVE, NEW_ROUND, REDO, RETURN, SHARED, START, TWO_PLAYERS, UNDO

Tally = namedtuple("Tally", ("first", "draws", "second"))

ZERO = Tally(0, 0, 0)

# What one tab has added to a tally, what Reset Scores took away there, and points of other tabs
# that were undone there. `run` counts the tab's games without a loss in the age `run_age`;
# `longest` is the longest run it has seen since the reset `longest_age`, and `longest_before` what
# that was before the last game counted, should it be undone. For what an age is, see `_age` and
# `_resets`.
Count = namedtuple(
    "Count",
    ("made", "taken", "undone", "run", "run_age", "longest", "longest_age", "longest_before"),
)
NOTHING = Count(ZERO, ZERO, ZERO, 0, 0, 0, 0, 0)

# Between two players the person is X. `run` is the present number of games without a loss,
# `longest` the highest it has been.
Statistics = namedtuple("Statistics", ("games", "wins", "draws", "losses", "run", "longest"))

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


def tally_name(mode: str, level: str, board: str) -> str:
    """Return the name of a tally: "two-players-3x3-3", "computer-easy-4x4-4" and the like."""
    return f"{mode}-{board}" if mode == TWO_PLAYERS else f"{mode}-{level}-{board}"


class Scores:
    """All the tallies. One of them, that of the present mode, level and board, is shown."""

    def __init__(self, storage, on_change):
        """Keep the tallies in `storage`, and call `on_change(self)` when there is news to show."""
        self._storage = storage
        self._on_change = on_change
        self._counts = {}  # name of tally -> number of tab -> what it has counted, as last read
        self._number = None  # of this tab, once we have one
        self._name = None  # of the tally shown
        self._counted = None  # the point that the present round has made, see `_point`
        self._removed = ZERO  # what Reset Scores took from the tally, while that can be taken back
        self._counted_before_reset = None
        self._reading = False
        self._read_again = False

    @property
    def shown(self) -> Tally:
        """The present tally."""
        return _shown(self._all(self._name))

    @property
    def can_restore(self) -> bool:
        """Whether the tally shown was reset, and its player has not moved since."""
        return self._removed != ZERO

    def statistics(self, mode: str, level: str, board: str) -> Statistics:
        """Return what there is to say of all games in this mode, at this level, on this board."""
        counts = self._all(tally_name(mode, level, board))
        tally = _shown(counts)
        return Statistics(
            tally.first + tally.draws + tally.second,
            tally.first,
            tally.draws,
            tally.second,
            _run(counts),
            _longest(counts),
        )

    async def open(self, number: str) -> None:
        """Count under the `number` of this tab, and read what all tabs have counted."""
        self._number = number
        await self.load()

    async def load(self) -> None:
        """Read what all tabs have counted: when the page opens, and when one has stored more."""
        # However often this is asked for while it is reading, it reads once more, not as often.
        self._read_again = True
        if self._reading:
            return
        self._reading = True
        while True:
            self._read_again = False
            stored = await self._storage.all("scores:")
            if not self._read_again:
                break
        self._reading = False
        counts = {}
        for key, text in stored.items():
            name, tab = _split(key)
            counts.setdefault(name, {})[tab] = _parse(text)
        # A tab that is closed by now may have counted under our number; then its count is ours to
        # continue. But what is our own already is newer than what was just read.
        for name, tabs in self._counts.items():
            if self._number in tabs:
                counts.setdefault(name, {})[self._number] = tabs[self._number]
        self._counts = counts
        self._on_change(self)

    def follow(self, snapshot) -> None:
        """Take note of what the controller tells: count a game that has ended, or is undone."""
        name = tally_name(snapshot.mode, snapshot.level, snapshot.board)
        if name != self._name:
            self._name = name
            self._removed = ZERO
        point = _point(snapshot) if snapshot.is_over and snapshot.counts else None
        if snapshot.event in (START, SHARED, NEW_ROUND, RETURN):
            self._counted = point  # a round that was over before the page opened has counted then
            self._counted_before_reset = None
        elif snapshot.event in (MOVE, UNDO, REDO):
            if snapshot.event != MOVE or snapshot.cells[snapshot.last_move] != snapshot.computer:
                self._removed = ZERO  # the player moved on
            if point != self._counted:
                self._recount(point)
        self._on_change(self)

    def reset(self) -> bool:
        """Set the tally shown to zero; tell whether there was anything to reset."""
        removed = self.shown
        if removed == ZERO:
            return False
        self._removed = removed
        # The round's point went with the others: undo has none to take back.
        self._counted_before_reset, self._counted = self._counted, None
        count = self._own()
        self._keep(count.made, _plus(count.taken, removed), count.undone, count[3:])
        self._on_change(self)
        return True

    def restore(self) -> bool:
        """Give back what the last reset took away; tell whether there was anything to restore."""
        removed, self._removed = self._removed, ZERO
        if removed == ZERO:
            return False
        if self._counted is None:  # or the computer has ended the round since
            self._counted = self._counted_before_reset
        # What was taken away in this tab is on our own count, so it can be taken off it again.
        count = self._own()
        self._keep(count.made, _minus(count.taken, removed), count.undone, count[3:])
        self._on_change(self)
        return True

    def _all(self, name):
        """What each tab has counted for a tally."""
        return list(self._counts.get(name, {}).values())

    def _own(self):
        """What is counted under our number for the tally shown."""
        return self._counts.get(self._name, {}).get(self._number, NOTHING)

    def _keep(self, made, taken, undone, runs):
        count = Count(made, taken, undone, *runs)
        self._counts.setdefault(self._name, {})[self._number] = count
        self._storage.set(f"scores:{self._name}:{self._number}", _spell(count))

    def _recount(self, point):
        """Take back what the round has counted so far, and count `point` for it instead."""
        if self._counted is not None:
            self._take_back(self._counted)
        if point is not None:
            self._add(point)
        self._counted = point

    def _add(self, point):
        counts = self._all(self._name)
        count = self._own()
        # Two tabs that reset the same tally in the same moment take its points away twice. The
        # next point makes that good, or it would be swallowed.
        owed = [max(0, -number) if p else 0 for number, p in zip(_balance(counts), point)]
        made = _plus(_plus(count.made, point), owed)
        run, run_age = count.run, count.run_age
        longest = longest_before = _longest([count], _resets(counts))
        if not point.second:
            age = _age(counts)
            run, run_age = (run if run_age == age else 0) + 1, age
            longest = max(longest, _run(counts) + 1)
        runs = (run, run_age, longest, _resets(counts), longest_before)
        self._keep(made, count.taken, count.undone, runs)

    def _take_back(self, point):
        counts = self._all(self._name)
        count = self._own()
        made, undone = count.made, count.undone
        if any(m < p for m, p in zip(made, point)):
            undone = _plus(undone, point)  # the round was counted under another number
        else:
            made = _minus(made, point)
        run = count.run
        if not point.second and count.run_age == _age(counts):
            run = max(0, run - 1)
        longest = _longest([count], _resets(counts))
        if longest:
            longest = count.longest_before
        runs = (run, count.run_age, longest, count.longest_age, longest)
        self._keep(made, count.taken, undone, runs)


def _point(snapshot) -> Tally:
    if snapshot.winner is None:
        return Tally(0, 1, 0)
    person = X if snapshot.computer is None else other(snapshot.computer)
    return Tally(1, 0, 0) if snapshot.winner == person else Tally(0, 0, 1)


def _balance(counts) -> list[int]:
    """Add up what was made, less what is gone again: below zero after two resets at once."""
    balance = [0, 0, 0]
    for made, taken, undone in [count[:3] for count in counts]:
        balance = [b + m - t - u for b, m, t, u in zip(balance, made, taken, undone)]
    return balance


def _shown(counts) -> Tally:
    return _tally(_balance(counts))


def _resets(counts) -> int:
    """A number that is another one after each reset of the scores."""
    return sum(sum(count.taken) for count in counts)


def _age(counts) -> int:
    """A number that is another one after each loss and each reset: runs do not reach over it."""
    losses = sum(count.made.second - count.undone.second for count in counts)
    return _resets(counts) + losses


def _run(counts) -> int:
    age = _age(counts)
    return sum(count.run for count in counts if count.run_age == age)


def _longest(counts, resets=None) -> int:
    resets = _resets(counts) if resets is None else resets
    return max([0] + [count.longest for count in counts if count.longest_age == resets])


def _plus(tally, more) -> Tally:
    return _tally([a + b for a, b in zip(tally, more)])


def _minus(tally, more) -> Tally:
    return _tally([a - b for a, b in zip(tally, more)])


def _tally(numbers) -> Tally:
    return Tally(*[max(0, min(MOST, number)) for number in numbers])


def _split(key) -> tuple[str, str]:
    """Return the name of the tally and the number of the tab that a stored name is made of."""
    name, _, tab = key[len("scores:") :].rpartition(":")
    return name, tab


def _spell(count) -> str:
    """Write a count as its fourteen numbers, in the order of the fields."""
    numbers = count.made + count.taken + count.undone + count[3:]
    return " ".join(str(number) for number in numbers)


def _parse(text) -> Count:
    """Read what `_spell` wrote; a number that is missing or damaged is 0."""
    numbers = [whole_number(part) for part in (text or "").split(" ")[:14]]
    numbers += [0] * (14 - len(numbers))
    made, taken, undone = [Tally(*numbers[start : start + 3]) for start in (0, 3, 6)]
    return Count(made, taken, undone, *numbers[9:])
