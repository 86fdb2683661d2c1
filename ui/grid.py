"""Which square an arrow key leads to. Arithmetic only: no page, no game."""


def destination(key: str, cell: int, size: int) -> int | None:
    """Return the cell that `key` leads to from `cell` on a size x size board.

    Arrows move by one square and stop at the edges; Home and End lead to the ends of the row. The
    names of keys are those of the browser's `KeyboardEvent.key`. None for every other key.
    """
    row, column = divmod(cell, size)
    if key == "ArrowUp":
        row = max(0, row - 1)
    elif key == "ArrowDown":
        row = min(size - 1, row + 1)
    elif key == "ArrowLeft":
        column = max(0, column - 1)
    elif key == "ArrowRight":
        column = min(size - 1, column + 1)
    elif key == "Home":
        column = 0
    elif key == "End":
        column = size - 1
    else:
        return None
    return row * size + column
