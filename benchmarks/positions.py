"""How many positions the search visits: the same on every machine, and what its time comes from.

    python benchmarks/positions.py 1000

looks for a game with a slower reply than `PERFECT_GAME` has. Knows the engine, and no browser.
"""

import random
import sys
from pathlib import Path

# As in tools/build.py: found both as a program and as a module.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.game import Game
from engine.search import Search

# A game on 4x4 in which nobody errs, and how many moves come before the computer's first. Of a
# thousand such games it has the reply that takes the most positions.
PERFECT_GAME = (15, 4, 12, 11, 6, 5, 2, 10, 8, 7, 9, 3, 13, 14, 0, 1)
COMPUTER_FROM = 1


class CountingSearch(Search):
    """A search that counts as a textbook does: also the first position, and finished ones."""

    def __init__(self, size: int, run: int) -> None:
        super().__init__(size, run)
        self.visited = 1  # the position that is asked about

    def _move_value(self, *position: int) -> int:
        self.visited += 1
        return super()._move_value(*position)


def positions_visited(size: int, run: int) -> int:
    """How many positions are visited for the exact values of all first moves."""
    search = CountingSearch(size, run)
    search.move_values(Game(size, run))
    return search.visited


def positions_for_replies(moves: tuple[int, ...], first: int) -> list[int]:
    """How many positions each reply of a game on 4x4 takes, from the one after `first` moves on.

    All are asked of one search, as on the page.
    """
    search = Search(4, 4)
    counts = []
    for played in range(first, len(moves), 2):
        before = search.nodes
        search.move_values(Game(4, 4, moves[:played]))
        counts.append(search.nodes - before)
    return counts


def slowest_reply(moves: tuple[int, ...] = PERFECT_GAME, first: int = COMPUTER_FROM) -> int:
    """How many moves there are before the reply that takes the most positions."""
    counts = positions_for_replies(moves, first)
    return first + 2 * counts.index(max(counts))


def perfect_game(dice: random.Random) -> tuple[int, ...]:
    """A game on 4x4 in which both sides pick at random among their best moves."""
    game = Game(4, 4)
    search = Search(4, 4)
    while not game.is_over:
        values = search.move_values(game)
        best = max(value for _, value in values)
        game.play(dice.choice([cell for cell, value in values if value == best]))
    return game.moves


def main(games: int) -> None:
    """Play, and print each game that is slower than all before."""
    dice = random.Random()
    most = max(positions_for_replies(PERFECT_GAME, COMPUTER_FROM), default=0)
    for _ in range(games):
        moves = perfect_game(dice)
        for first in (0, 1):
            count = max(positions_for_replies(moves, first))
            if count > most:
                most = count
                print(f"{count} positions: {moves}, the computer from {first}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
