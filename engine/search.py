"""Minimax with alpha-beta pruning and a memory: what is each move worth if both sides play well?

A search looks at a game's cells and answers with numbers. It does not know who will use them,
which level is being played, or that there is a page.

How it works, in four ideas:

* **Negamax.** A ply is one move of one side. What is worth 5 to one side is worth -5 to the other,
  so one function serves both: it always answers for the side to move, and the sign turns at every
  ply.
* **Bitboards.** The squares that a side holds are the bits of one whole number. Cells 0, 1 and 2
  are the bits 1, 2 and 4, so the top row is the number 7, and a side has completed it when all
  three bits of 7 are set in its number.
* **Alpha-beta.** `alpha` is what the side to move is already sure of, `beta` what the other side
  will allow; the values between them are the window. Once a move is worth `beta` or more, the rest
  need not be looked at: the other side would never let the position come about.
* **A memory.** The same position arises from many orders of moves, and is searched once.
"""

from .rules import EMPTY, lines


class Search:
    """A search on boards of one kind. It remembers the positions it has met, and counts them."""

    def __init__(self, size: int, run: int):
        """Prepare to search games on a size x size board with `run` in a line.

        Raises `ValueError` for a board that cannot be.
        """
        self.nodes = 0  # how many positions were looked at, over the life of this search
        self._cell_count = size * size
        # For each cell, the bit masks of the lines through it: only these can a move complete.
        self._lines_through = tuple(
            tuple(sum(1 << c for c in line) for line in lines(size, run) if cell in line)
            for cell in range(self._cell_count)
        )
        # Cells that lie on many lines are tried first: good moves found early make alpha-beta cut
        # more. From the empty 3x3 board, 2,943 positions are looked at instead of 5,705.
        self._order = tuple(
            sorted(
                range(self._cell_count), key=lambda cell: (-len(self._lines_through[cell]), cell)
            )
        )
        # What is known of a position: its value is at least the first number, at most the second.
        self._bounds = {}

    def move_values(self, game) -> list[tuple[int, int]]:
        """Return `(cell, value)` for every legal move of `game`, in cell order.

        Values are for the side to move and exact: a win counts `cells + 1 - depth`, a loss the
        negative of that, and a draw 0, where `depth` is the number of plies from here to the end.
        So a quick win is worth more than a slow one, and a slow loss more than a quick one. On a
        3x3 board they lie between -8 and 9. A game that is over has no moves, hence [].
        """
        mine = theirs = 0
        for cell, mark in enumerate(game.cells):
            if mark == game.turn:
                mine |= 1 << cell
            elif mark != EMPTY:
                theirs |= 1 << cell
        played = len(game.moves)
        values = []
        for cell in game.legal_moves():
            # With the widest window there is: for every move the exact value is wanted.
            value = self._move_value(
                cell, mine, theirs, played, -self._cell_count, self._cell_count
            )
            # The search counts depth from the empty board, callers count it from here. A win that
            # is over `played` plies sooner is worth that much more, a loss that much less.
            if value > 0:
                value += played
            elif value < 0:
                value -= played
            values.append((cell, value))
        return values

    def _move_value(self, cell, mine, theirs, played, alpha, beta):
        """What playing `cell` is worth to the side that plays it, `played` marks being down."""
        mine |= 1 << cell
        played += 1
        for mask in self._lines_through[cell]:
            if (mine & mask) == mask:
                return self._cell_count + 1 - played
        if played == self._cell_count:
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
        if key in self._bounds:
            low, high = self._bounds[key]
        else:
            # At worst the other side wins with its next mark, at best this side does with this one.
            high = self._cell_count + 1 - (played + 1)
            low = -(self._cell_count + 1 - (played + 2))
        # What is known narrows the window. If nothing is left of it, the question is answered.
        alpha = max(alpha, low)
        beta = min(beta, high)
        if alpha >= beta:
            return low if low >= beta else high
        best = low  # the value cannot be less
        taken = mine | theirs
        for cell in self._order:
            if not (taken >> cell) & 1:
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
