"""What the tests that run in both Pythons share: pytest's own helpers are not in MicroPython."""

import random
import sys

import engine.rules as rules
import engine.search as search
from engine.game import Game

# It is fifty times slower. What runs in full in CPython may do with a part there.
IN_MICROPYTHON = sys.implementation.name == "micropython"


def raises(exception, function, *args):
    """Call `function(*args)` and assert that it raises `exception`; another kind goes through.

    Return what it says.
    """
    try:
        result = function(*args)
    except exception as error:
        return str(error)
    raise AssertionError(f"{args!r} gave {result!r}, and no {exception.__name__} was raised")


def shown(game):
    """Return all that a game shows of itself, to compare it before and after."""
    return (
        game.cells,
        game.turn,
        game.moves,
        game.legal_moves(),
        game.winner,
        game.winning_cells,
        game.is_draw,
        game.is_over,
    )


def board(game):
    """Return the cells as a string, one character a square, "." if empty: as the reference does.

    Also what to keep in a set or dict. In MicroPython the hash of a tuple is the sum of its items'
    hashes, so all boards with as many marks would be sought one by one.
    """
    return "".join(mark or "." for mark in game.cells)


def every_position(size=3, run=3):
    """Yield a game in each position that can arise on this board, the empty one first.

    Positions are the same when their cells are, whichever order of moves led there. It is the same
    game every time, so look at it at once, and leave it as it is.
    """
    return _from_here(Game(size, run), set())


def _from_here(game, seen):
    seen.add(board(game))
    yield game
    for cell in game.legal_moves():
        game.play(cell)
        if board(game) not in seen:
            yield from _from_here(game, seen)
        game.undo()


def every_unfinished_position(size=3, run=3):
    """Yield, as `every_position` does, those in which there is a move to make."""
    return (game for game in every_position(size, run) if not game.is_over)


def unfinished_game_with(size, run, empty):
    """Play at random until a game reaches `empty` empty squares with nobody having won."""
    while True:
        game = Game(size, run)
        while not game.is_over:
            if game.cells.count("") == empty:
                return game
            game.play(random.choice(game.legal_moves()))


def each(step, games):
    """Yield each `step`-th of `games` in MicroPython, and all of them in CPython."""
    for number, game in enumerate(games):
        if not IN_MICROPYTHON or number % step == 0:
            yield game


class BoardsOnOffer:
    """Within `with BoardsOnOffer(row, ...):` the rows are all of `rules.BOARDS`."""

    def __init__(self, *rows):
        self.rows = rows

    def __enter__(self):
        # Searches that were prepared for other rows must not be met here, nor these ones later.
        self.usual = rules.BOARDS, search._searches
        rules.BOARDS, search._searches = self.rows, {}

    def __exit__(self, *error):
        rules.BOARDS, search._searches = self.usual


class LoadedDice:
    """Stands in for the module `random`: it falls as told, and remembers what it was asked."""

    def __init__(self, toss=0.0, pick=0):
        """`random()` will return `toss`, and `choice()` the item at index `pick`."""
        self.toss = toss
        self.pick = pick
        self.offered = []  # what each call of `choice` could choose from

    def random(self):
        return self.toss

    def choice(self, sequence):
        self.offered.append(list(sequence))
        return sequence[self.pick]
