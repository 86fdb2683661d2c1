"""Minimax with alpha-beta pruning and a memory: what is each move worth if both sides play well?

A search looks at a game's cells and answers with numbers. It does not know who will use them,
which level is being played, or that there is a page.

How it works, in four ideas:

* **Negamax.** The two sides are one side seen from two chairs: what is good for the other side is
  as bad for me. So one function serves both, and turns the sign at every ply.
* **Bitboards.** The squares that a side holds are the bits of one whole number. Playing a square
  sets a bit, and a line is complete when all of its bits are set.
* **Alpha-beta.** `alpha` is what the side to move is already sure of, `beta` what the other side
  will allow. A position whose value reaches `beta` need not be looked at further: the other side
  would never let it come about.
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
        self._cells = size * size
        # For each cell, the bit masks of the lines through it: only these can a move complete.
        self._lines_through = tuple(
            tuple(sum(1 << c for c in line) for line in lines(size, run) if cell in line)
            for cell in range(self._cells)
        )
        # Cells that lie on many lines are tried first: good moves found early make alpha-beta cut
        # more. From the empty 3x3 board, 2,943 positions are looked at instead of 5,705.
        self._order = tuple(
            sorted(range(self._cells), key=lambda cell: (-len(self._lines_through[cell]), cell))
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
            value = self._move_value(cell, mine, theirs, played, -self._cells, self._cells)
            # The search counts depth from the empty board, callers from the game as it stands.
            if value > 0:
                value += played
            elif value < 0:
                value -= played
            values.append((cell, value))
        return values

    def _move_value(self, cell, mine, theirs, played, alpha, beta):
        """What playing `cell` is worth to the side that plays it, `played` marks being down."""
        bit = 1 << cell
        mine |= bit
        played += 1
        for line in self._lines_through[cell]:
            if mine & line == line:
                return self._cells + 1 - played
        if played == self._cells:
            return 0
        return -self._value(theirs, mine, played, -beta, -alpha)

    def _value(self, mine, theirs, played, alpha, beta):
        """What an unfinished position is worth to the side to move, which holds `mine`.

        Between `alpha` and `beta` the answer is exact. Outside, it is only a bound, on the same
        side of the window as the true value. Depth is counted from the empty board, so that a
        position has one value whichever game led to it, and can be remembered.
        """
        self.nodes += 1
        key = mine << self._cells | theirs
        # Nothing beats winning at once, and nothing is worse than losing to the next reply.
        low, high = self._bounds.get(key, (played + 1 - self._cells, self._cells - played))
        alpha = max(alpha, low)
        beta = min(beta, high)
        if alpha >= beta:
            return low if low >= beta else high
        best = low
        taken = mine | theirs
        for cell in self._order:
            if not taken >> cell & 1:
                value = self._move_value(cell, mine, theirs, played, max(alpha, best), beta)
                if value > best:
                    best = value
                    if best >= beta:
                        break
        if best <= alpha:
            high = best
        elif best >= beta:
            low = best
        else:
            low = high = best
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
