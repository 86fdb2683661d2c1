"""The computer players. To add one, write a function and give it a row in `OPPONENTS`.

An opponent is a function `choose_move(game, random)`. It gets a `Game` that is not over and in
which it is to move, and returns one of `game.legal_moves()`; it leaves the game as it found it.
`random` has `random()` (a float, 0 <= x < 1) and `choice(sequence)`, like Python's module of that
name. Every throw of the dice goes through these two, so that tests can load the dice.

Opponents know the rules and the search. They know nothing of the page or of waiting. On the page a
search that takes long is stopped in the middle, by an exception (`search.OutOfTime`), and the
function is called again, with dice that fall as they did: let that exception pass.
"""

from .rules import lines, other, threats
from .search import best_moves


def easy(game, random) -> int:
    """Toss a coin on each turn: heads, a random square; tails, one of the best moves."""
    if random.random() < 0.5:
        return random.choice(game.legal_moves())
    return random.choice(best_moves(game))


def medium(game, random) -> int:
    """Win, else block, else take the centre, else a random corner, else any square.

    The rule of thumb that many people play by. It looks one move ahead and never sees a fork
    coming, so it can be beaten.
    """
    for tier in (
        completing_moves(game, game.turn),
        completing_moves(game, other(game.turn)),
        _legal(game, centre_cells(game.size)),
        _legal(game, corner_cells(game.size)),
    ):
        if tier:
            return random.choice(tier)
    return random.choice(game.legal_moves())


def unbeatable(game, random) -> int:
    """Take any of the best moves that minimax finds, so that games differ."""
    return random.choice(best_moves(game))


# The levels, in the order of the menu: (key, choose_move). A literal tuple, because MicroPython's
# dicts keep no order. The name that players read is looked up in `ui/text.py`; without one there,
# the key itself is shown, so a new level needs this one row.
OPPONENTS = (
    ("easy", easy),
    ("medium", medium),
    ("unbeatable", unbeatable),
)


def completing_moves(game, mark: str) -> list[int]:
    """Return the cells, in order, where `mark` would complete a line if it were to move."""
    all_lines = lines(game.size, game.run)
    return sorted({gap for _, gap in threats(game.cells, all_lines, mark)})


def centre_cells(size: int) -> tuple[int, ...]:
    """Return the cells in the middle: one on a board of odd size, four on one of even size."""
    middle = sorted({(size - 1) // 2, size // 2})
    return tuple(row * size + column for row in middle for column in middle)


def corner_cells(size: int) -> tuple[int, ...]:
    """Return the four corners, in cell order (the one cell, on a board of size 1)."""
    ends = sorted({0, size - 1})
    return tuple(row * size + column for row in ends for column in ends)


def _legal(game, cells) -> list[int]:
    legal = game.legal_moves()
    return [cell for cell in cells if cell in legal]
