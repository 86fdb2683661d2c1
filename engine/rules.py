"""The fixed facts of the game: the marks, the boards that are offered, and the lines that win.

This module knows nothing of whose turn it is, of players, or of a screen.
"""

X = "X"
O = "O"
EMPTY = ""

# The boards that there are to play on, one row each: (size, run, depth limit). A board has
# size x size squares, and `run` equal marks in a line win. The computer looks as many plies ahead
# as the limit says; None lets it look to the end of the game, which is perfect play, but takes too
# long on larger boards that are won with shorter lines: (5, 4, 4) would be a sensible row. The page
# opens with the first board.
BOARDS = (
    (3, 3, None),
    (4, 4, None),
)

# Larger boards are refused: a number from outside must not be able to fill the memory.
MAX_SIZE = 12


def other(mark: str) -> str:
    """Return the opposing mark: `O` for `X`, and `X` for `O`."""
    return O if mark == X else X


def lines(size: int, run: int) -> tuple[tuple[int, ...], ...]:
    """Return every line of `run` squares on a size x size board, as tuples of cell numbers.

    Cells are numbered from 0, row by row. The order is fixed: lines are sorted by their first
    cell, and from one cell they go right, down, down-right, down-left.

    Raises `ValueError` unless 1 <= run <= size <= MAX_SIZE.
    """
    if not (is_whole(size) and is_whole(run) and 1 <= run <= size <= MAX_SIZE):
        raise ValueError(f"no board of size {size} with a run of {run}")
    if run == 1:
        return tuple((cell,) for cell in range(size * size))  # such a line has no direction
    found = []
    for row in range(size):
        for column in range(size):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row = row + down * (run - 1)
                last_column = column + right * (run - 1)
                if last_row < size and 0 <= last_column < size:
                    found.append(
                        tuple((row + down * i) * size + column + right * i for i in range(run))
                    )
    return tuple(found)


def symmetries(size: int) -> list[tuple[int, ...]]:
    """Return the eight ways to turn and mirror a board: for each, where every cell comes to lie.

    The first leaves all cells where they are.
    """
    found = []
    for is_mirrored in (False, True):
        board = [(row, column) for row in range(size) for column in range(size)]
        if is_mirrored:
            board = [(row, size - 1 - column) for row, column in board]
        for _ in range(4):
            found.append(tuple(row * size + column for row, column in board))
            board = [(column, size - 1 - row) for row, column in board]  # a quarter turn
    return found


def lines_within(cells, size: int, run: int) -> list[tuple[int, ...]]:
    """Return those of `lines(size, run)` that lie wholly in `cells`, numbers of cells."""
    return [line for line in lines(size, run) if all(cell in cells for cell in line)]


def winning_line(cells, all_lines) -> tuple[int, ...] | None:
    """Return the first of `all_lines` whose cells all hold one mark, or None.

    `cells` is a sequence of `X`, `O` and `EMPTY`; `all_lines` is what `lines()` returned.
    """
    for line in all_lines:
        mark = cells[line[0]]
        if mark != EMPTY and all(cells[cell] == mark for cell in line):
            return line
    return None


def threats(cells, all_lines, mark: str) -> list[tuple[tuple[int, ...], int]]:
    """Return `(line, gap)` for every line that `mark` would complete on its empty cell `gap`.

    `cells` and `all_lines` are as for `winning_line`, and the order is that of `all_lines`.
    """
    found = []
    for line in all_lines:
        gaps = [cell for cell in line if cells[cell] != mark]
        if len(gaps) == 1 and cells[gaps[0]] == EMPTY:
            found.append((line, gaps[0]))
    return found


def board_key(size: int, run: int) -> str:
    """Return the key of a board in menus, links and the storage, as in "4x4-4"."""
    return f"{size}x{size}-{run}"


def board_with_key(key: str) -> tuple[int, int] | None:
    """Return the `(size, run)` in `BOARDS` that `board_key` calls `key`, or None."""
    for size, run, _ in BOARDS:
        if board_key(size, run) == key:
            return size, run
    return None


def depth_limit(size: int, run: int) -> int | None:
    """Return how many plies the computer looks ahead on this board, None if to the end.

    A board that is not in `BOARDS` has no limit.
    """
    for known_size, known_run, limit in BOARDS:
        if (size, run) == (known_size, known_run):
            return limit
    return None


def sees_to_end(game) -> bool:
    """Tell whether the computer looks to the end of every game that goes on from `game`.

    Where it does not, a value of 0 says nothing but that no win was seen.
    """
    limit = depth_limit(game.size, game.run)
    return limit is None or game.cells.count(EMPTY) <= limit


def is_whole(value) -> bool:
    """Tell whether `value` is a whole number, and not True or False.

    The second half is for CPython, where True is an int; in MicroPython it is not.
    """
    return isinstance(value, int) and not isinstance(value, bool)
