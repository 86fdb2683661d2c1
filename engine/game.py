"""One game in progress: whose turn it is, what may be played, and how it ended.

A `Game` knows the rules and nothing else: not who plays, not when, not how it is shown. The list of
moves is all there is to know of it: the same moves always make the same game.
"""

from .rules import EMPTY, O, X, is_whole, lines, winning_line


class IllegalMove(ValueError):
    """A move that the rules do not allow; the game it was tried on is unchanged."""


class Game:
    """A game on a size x size board where `run` marks in a line win. X starts.

    >>> game = Game()
    >>> game.play(4)
    >>> game.turn, game.cells[4], len(game.legal_moves())
    ('O', 'X', 8)
    """

    def __init__(self, size: int = 3, run: int = 3, moves=()):
        """Set up the board and play `moves`, a sequence of cell numbers, from X's first.

        Raises `ValueError` for a board that cannot be and `IllegalMove` (a `ValueError` too)
        for a move that cannot be played.
        """
        self._lines = lines(size, run)
        self.size = size
        self.run = run
        self._cells = [EMPTY] * (size * size)
        self._moves = []
        self._winner = None
        try:
            moves = tuple(moves)
        except TypeError:
            raise ValueError(f"moves must be a sequence of cell numbers, not {moves!r}") from None
        for cell in moves:
            self.play(cell)

    @property
    def cells(self) -> tuple[str, ...]:
        """The board, row by row: a tuple of `X`, `O` and `EMPTY`."""
        return tuple(self._cells)

    @property
    def moves(self) -> tuple[int, ...]:
        """The cells played so far, in order; X's are the first, third, fifth and so on."""
        return tuple(self._moves)

    @property
    def turn(self) -> str:
        """The mark to move, or the one that would be next if the game were not over."""
        return X if len(self._moves) % 2 == 0 else O

    @property
    def winner(self) -> str | None:
        """`X`, `O`, or None while nobody has won."""
        return self._winner

    @property
    def winning_cells(self) -> tuple[int, ...]:
        """The cells of every completed line, in cell order, without repeats; () if there is none.

        One move can complete two lines at once, and then both belong to the win.
        """
        won = set()
        for line in self._lines:
            if winning_line(self._cells, (line,)):
                won.update(line)
        return tuple(sorted(won))

    @property
    def is_draw(self) -> bool:
        """Whether the board is full and nobody has won. A win with the last move is no draw."""
        return self._winner is None and len(self._moves) == len(self._cells)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by a win or by a draw."""
        return self._winner is not None or self.is_draw

    def legal_moves(self) -> list[int]:
        """Return the cells that may be played now, in cell order; [] once the game is over."""
        if self.is_over:
            return []
        return [cell for cell, mark in enumerate(self._cells) if mark == EMPTY]

    def play(self, cell: int) -> None:
        """Put the mark of the side to move on `cell`.

        Raises `IllegalMove`, and changes nothing, if the game is over, the cell is taken, or
        `cell` is not the number of a cell.
        """
        if not is_whole(cell) or not 0 <= cell < len(self._cells):
            raise IllegalMove(f"{cell!r} is not a cell of this board")
        if self.is_over:
            raise IllegalMove("the game is over")
        if self._cells[cell] != EMPTY:
            raise IllegalMove(f"cell {cell} is taken")
        mark = self.turn
        self._cells[cell] = mark
        self._moves.append(cell)
        if winning_line(self._cells, self._lines):
            self._winner = mark  # only the mark just played can have completed a line

    def undo(self) -> int:
        """Take the last move back and return its cell.

        Raises `IllegalMove`, and changes nothing, if no move has been played.
        """
        if not self._moves:
            raise IllegalMove("there is no move to take back")
        cell = self._moves.pop()
        self._cells[cell] = EMPTY
        # A game stops at its first completed line, so before the last move nobody had won.
        self._winner = None
        return cell
