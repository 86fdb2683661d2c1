"""How long the engine thinks about each of its replies in a game. Runs in both Pythons.

benchmarks/contestants.py puts this file at the end of a page's main.py, so that MicroPython in the
browser and CPython do the same. It must not know where it runs: the clock is handed to it.
"""

from engine.game import Game
from engine.search import Search


def reply_times(now, size: int, run: int, moves, first: int) -> list:
    """Return how long the side that is to move after `first` of `moves` thinks, each time.

    The times are in the unit of the clock `now`. All replies are asked of one search, as on the
    page; it remembers nothing at first, and the first time is also that of making it.
    """
    times = []
    search = None
    for played in range(first, len(moves) + 1, 2):
        game = Game(size, run, moves[:played])
        begin = now()
        if search is None:
            search = Search(size, run)
        search.move_values(game)
        times.append(now() - begin)
    return times
