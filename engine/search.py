"""Minimax with alpha-beta pruning and a memory: what is each move worth if both sides play well?

A search looks at a game's cells and answers with numbers. It does not know who will use them,
which level is being played, or that there is a page.

How it works, in seven ideas. A figure says how many positions are looked at for the exact values of
all first moves on the empty 3x3 board, with the ideas so far. Plain minimax looks at 294,777
by the same count, which leaves out finished positions and the empty board.

* **Negamax.** A ply is one move of one side. What is worth 5 to one side is worth -5 to the other,
  so one function serves both: it always answers for the side to move, and the sign turns at every
  ply.
* **Bitboards.** The squares that a side holds are the bits of one whole number. Cells 0, 1 and 2
  are the bits 1, 2 and 4, so the top row is the number 7, and a side has completed it when all
  three bits of 7 are set in its number.
* **Alpha-beta.** `alpha` is what the side to move is already sure of, `beta` what the other side
  will allow; the values between them are the window. Once a move is worth `beta` or more, the rest
  need not be looked at: the other side would never let the position come about.
* **A memory.** The same position arises from many orders of moves, and is searched once. (With
  these four: 3,285; the 4x4 board is out of reach.)
* **Forced moves.** Who can complete a line does. Who sees the other side about to complete one
  must block it. Nothing else need be looked at then. (666; on 4x4, 285,298.)
* **Pairing.** If every line that the other side can still complete has two empty squares of its
  own, it will never complete one: whenever it plays on one square of a pair, one answers on the
  other. So one cannot lose, and nothing more need be searched. (323; on 4x4, 264. The idea is
  Hales and Jewett's, "Regularity and Positional Games", 1963.)
* **Symmetry.** On the empty board all corners are worth the same, because it can be turned and
  mirrored. Of moves that are so alike, only the first is searched. (131; on 4x4, 48.)
"""

from .rules import EMPTY, depth_limit, lines, symmetries

# On a board with a depth limit, for so many different depths it remembers what it found.
HORIZONS_KEPT = 4


class OutOfTime(Exception):
    """The search was told to stop. What it found is kept: asked again, it goes on from there."""


class Search:
    """A search on boards of one kind. It remembers the positions it has met, and counts them."""

    def __init__(self, size: int, run: int):
        """Prepare to search games on a size x size board with `run` in a line.

        Raises `ValueError` for a board that cannot be.
        """
        self.nodes = 0  # how many positions were looked at, over the life of this search
        # Called before each new position; if it returns True, the search raises `OutOfTime`. So a
        # page can search in small slices of time, and this module needs no clock.
        self.must_stop = None
        self._cell_count = size * size
        self._lines = tuple(sum(1 << cell for cell in line) for line in lines(size, run))
        # For each cell, the bit masks of the lines through it: only these can a move complete.
        self._lines_through = tuple(
            tuple(line for line in self._lines if (line >> cell) & 1)
            for cell in range(self._cell_count)
        )
        # Cells that lie on many lines are tried first: good moves found early make alpha-beta cut
        # more. (In number order, 284 positions instead of 131.)
        self._order = tuple(
            sorted(
                range(self._cell_count), key=lambda cell: (-len(self._lines_through[cell]), cell)
            )
        )
        self._symmetries = symmetries(size)
        # What is known of a position: its value is at least the first number, at most the second.
        self._bounds = {}
        # The search looks no further than to this many marks on the board.
        self._depth_limit = depth_limit(size, run)
        self._horizon = self._cell_count
        self._found = {}  # with a depth limit: horizon -> what is known with that one

    def move_values(self, game) -> list[tuple[int, int]]:
        """Return `(cell, value)` for every legal move of `game`, in cell order.

        Values are for the side to move and exact: a win counts `cells + 1 - depth`, a loss the
        negative of that, and a draw 0, where `depth` is the number of plies from here to the end.
        So a quick win is worth more than a slow one, and a slow loss more than a quick one. On a
        3x3 board they lie between -8 and 9. A game that is over has no moves, hence [].

        On a board with a depth limit (see `rules.BOARDS`) what lies beyond it counts as a draw,
        except that two threats at once are seen as the win that they are one ply further on.

        Raises `OutOfTime` if `must_stop` is set and says so.
        """
        return [(cell, self.move_value(game, cell)) for cell in game.legal_moves()]

    def move_value(self, game, cell: int) -> int:
        """Return what `cell`, one of `game.legal_moves()`, is worth: see `move_values`."""
        cells = game.cells
        turn = game.turn
        mine = theirs = 0
        for taken, mark in enumerate(cells):
            if mark == turn:
                mine |= 1 << taken
            elif mark != EMPTY:
                theirs |= 1 << taken
        played = len(game.moves)
        self._look_as_far_as(played)
        # Of all squares that it can be turned or mirrored onto, with the marks coming to lie on
        # their like, the first is asked about. The next time, the answer is remembered.
        cell = min(turned[cell] for turned in self._symmetries if _looks_the_same(cells, turned))
        # With the widest window there is, because the exact value is wanted.
        value = self._move_value(cell, mine, theirs, played, -self._cell_count, self._cell_count)
        # The search counts depth from the empty board, callers count it from here. A win that is
        # over `played` plies sooner is worth that much more, a loss that much less.
        if value > 0:
            return value + played
        if value < 0:
            return value - played
        return 0

    @property
    def position_count(self) -> int:
        """How many different positions are remembered: `nodes`, without the repeats.

        On a board with a depth limit, only those of the last question and others as far ahead.
        """
        return len(self._bounds)

    def _look_as_far_as(self, played):
        """Set the horizon, for a game of `played` moves."""
        if self._depth_limit is None or self._horizon == played + self._depth_limit:
            return
        self._horizon = played + self._depth_limit
        # What was found out with one horizon is not true for another. A few are kept: a page may
        # ask of the position on show and of the computer's, slice by slice, in turns.
        if self._horizon not in self._found:
            if len(self._found) == HORIZONS_KEPT:
                self._found = {}
            self._found[self._horizon] = {}
        self._bounds = self._found[self._horizon]

    def _move_value(self, cell, mine, theirs, played, alpha, beta):
        """What playing `cell` is worth to the side that plays it, `played` marks being down."""
        mine |= 1 << cell
        played += 1
        for line in self._lines_through[cell]:
            if (mine & line) == line:
                return self._win_after(played)
        if played == self._cell_count or played >= self._horizon:
            return 0
        # Now the other side is to move: the sides change places, all signs turn, and with them the
        # ends of the window.
        return -self._value(theirs, mine, played, -beta, -alpha)

    def _value(self, mine, theirs, played, alpha, beta):
        """What an unfinished position is worth to the side to move, which holds `mine`.

        Between `alpha` and `beta` the answer is exact. Outside, it is only a bound, on the same
        side of the window as the true value. Depth is counted from the empty board, so that a
        position has one value whichever game led to it, and can be remembered.
        """
        self.nodes += 1
        # Both sides' bits one behind the other make one number, which stands for the position.
        key = (mine << self._cell_count) | theirs
        if key not in self._bounds:
            self._bounds[key] = self._first_bounds(mine, theirs, played)
        low, high = self._bounds[key]
        # What is known narrows the window. If nothing is left of it, the question is answered.
        alpha = max(alpha, low)
        beta = min(beta, high)
        if alpha >= beta:
            return low if low >= beta else high
        best = low  # the value cannot be less
        for cell in self._moves_to_try(mine, theirs):
            value = self._move_value(cell, mine, theirs, played, max(alpha, best), beta)
            if value > best:
                best = value
                if best >= beta:
                    break
        if best <= alpha:
            high = best  # no move was worth more than alpha: the value is at most this
        elif best >= beta:
            low = best  # the search broke off: it is at least this
        else:
            low = high = best  # inside the window: it is this
        self._bounds[key] = (low, high)
        return best

    def _first_bounds(self, mine, theirs, played):
        """What can be said of a new position by looking at its lines, without playing on.

        Here time may run out (`OutOfTime`): all else is quick.
        """
        if self.must_stop and self.must_stop():
            raise OutOfTime
        my_gaps = [line & ~mine for line in self._lines if not line & theirs]
        their_gaps = [line & ~theirs for line in self._lines if not line & mine]
        if any(_is_one_bit(gap) for gap in my_gaps):
            win_now = self._win_after(played + 1)
            return win_now, win_now
        if len({gap for gap in their_gaps if _is_one_bit(gap)}) > 1:
            loss_next = -self._win_after(played + 2)  # only one of the two can be blocked
            return loss_next, loss_next
        # Nobody wins with the next mark, so the first who can are this side with the mark after
        # that, and the other side with its own after that.
        empty = self._cell_count - played
        high = 0 if _can_be_paired(my_gaps, empty) else self._win_after(played + 3)
        low = 0 if _can_be_paired(their_gaps, empty) else -self._win_after(played + 4)
        return low, high

    def _win_after(self, played):
        """What a win is worth that comes with mark number `played`; 0 if there is no such mark."""
        return max(0, self._cell_count + 1 - played)

    def _moves_to_try(self, mine, theirs):
        """The squares worth looking at where nobody can win at once: the forced one, or all."""
        taken = mine | theirs
        for line in self._lines:
            gap = line & ~theirs
            if not line & mine and _is_one_bit(gap):
                return [cell for cell in self._order if gap >> cell == 1]
        return [cell for cell in self._order if not (taken >> cell) & 1]


def _looks_the_same(cells, turned):
    """Tell whether the board is the same again with every cell at its place in `turned`."""
    return all(cells[place] == mark for place, mark in zip(turned, cells))


def _is_one_bit(bits):
    return bits & (bits - 1) == 0  # the subtraction flips the lowest bit set, and all below it


def _can_be_paired(gaps, empty) -> bool:
    """Tell whether each of `gaps` can have two of the `empty` squares for its own.

    A gap is a bit mask of squares. Each asks for two, one after the other, and one that finds only
    taken ones asks their owners to move to another: a bipartite matching by augmenting paths, as in
    Kuhn's algorithm.
    """
    if 2 * len(gaps) > empty:
        return False
    owners = {}  # square, as a bit -> the gap that has it
    for gap in gaps:
        for _ in range(2):
            if not _found_square(gap, owners, 0):
                return False
    return True


def _found_square(gap, owners, asked):
    """Give `gap` one more square, and tell whether there is one; not one of those in `asked`."""
    free = gap & ~asked
    while free:
        square = free & -free  # the lowest bit that is set
        free ^= square
        if square not in owners or _found_square(owners[square], owners, asked | gap):
            owners[square] = gap
            return True
    return False


# One search per kind of board, so that what was learnt in one game serves the next.
_searches = {}


def search_for(game) -> Search:
    """Return the search that remembers games on boards like `game`'s; `.nodes` counts its work."""
    kind = (game.size, game.run)
    if kind not in _searches:
        _searches[kind] = Search(*kind)
    return _searches[kind]


def move_values(game) -> list[tuple[int, int]]:
    """Return `Search.move_values` for `game`, which is given back unchanged."""
    return search_for(game).move_values(game)


def best_moves(game) -> list[int]:
    """Return the cells of highest value in cell order, [] once `game` is over."""
    values = move_values(game)
    best = max((value for _, value in values), default=0)
    return [cell for cell, value in values if value == best]
