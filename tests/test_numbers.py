"""The known numbers of 3x3 tic-tac-toe, each counted anew by playing on the engine's `Game`.

In CPython only: half a million positions take MicroPython too long, and it has no fractions. What
it can count in time is counted in the tests of the module that it is about, in both Pythons: lines
(test_rules), positions and full boards (test_game), values (test_search).
"""

from collections import Counter
from fractions import Fraction
from math import prod

import pytest

from engine.game import Game
from engine.rules import O, X
from engine.search import best_moves
from tests.both import board, every_position


class FullTree:
    """Every order in which the nine squares can be filled until somebody wins or none is left."""

    def __init__(self):
        self.nodes = 0
        self.games = Counter()  # (how many plies, who won) -> how many complete games
        self.below_first_move = {}
        self._play_out(Game())

    def _play_out(self, game):
        self.nodes += 1
        if game.is_over:
            self.games[len(game.moves), game.winner] += 1
        for cell in game.legal_moves():
            before = self.nodes
            game.play(cell)
            self._play_out(game)
            game.undo()
            if not game.moves:
                # Without the position in which O is asked: what plain minimax visits to answer.
                self.below_first_move[cell] = self.nodes - before - 1

    def games_won_by(self, winner):
        return sum(count for (_, won_by), count in self.games.items() if won_by == winner)

    def chance_of(self, winner):
        """How likely this result is if both sides play at random."""
        return sum(
            Fraction(count, prod(range(9, 9 - plies, -1)))
            for (plies, won_by), count in self.games.items()
            if won_by == winner
        )


@pytest.fixture(scope="module")
def tree():
    return FullTree()


def test_there_are_255168_complete_games(tree):
    assert tree.games_won_by(X) == 131_184
    assert tree.games_won_by(O) == 77_904
    assert tree.games_won_by(None) == 46_080
    assert sum(tree.games.values()) == 255_168


def test_the_full_tree_has_549946_nodes(tree):
    assert tree.nodes == 549_946


def test_plain_minimax_visits_this_many_nodes_for_the_first_reply(tree):
    corner, edge, centre = 59_704, 63_904, 55_504
    assert tree.below_first_move == dict(
        enumerate((corner, edge, corner, edge, centre, edge, corner, edge, corner))
    )


def test_how_random_play_against_random_play_ends(tree):
    assert tree.chance_of(X) == Fraction(737, 1260)
    assert tree.chance_of(O) == Fraction(121, 420)
    assert tree.chance_of(None) == Fraction(8, 63)


def test_up_to_symmetry_there_are_765_positions_and_138_of_them_are_over():
    ended = {}
    for game in every_position():
        ended[min(turned_and_mirrored(board(game)))] = game.winner or game.is_draw
    assert len(ended) == 765
    ends = Counter(ended.values())
    assert (ends[X], ends[O], ends[True]) == (91, 44, 3)
    assert ends[False] == 765 - 138


def test_no_human_wins_any_of_the_569_games_against_the_first_best_square():
    endings = Counter()

    def play_out(game):
        if game.is_over:
            endings[game.winner] += 1
            return
        for cell in best_moves(game)[:1] if game.turn == O else game.legal_moves():
            game.play(cell)
            play_out(game)
            game.undo()

    play_out(Game())
    assert endings == {O: 386, None: 183}
    assert endings.total() == 569


def turned_and_mirrored(cells):
    """Yield the eight boards that are the same to the eye, if one turns the page or its back."""
    for _ in range(4):
        cells = "".join(cells[row + 3 * column] for row in range(3) for column in range(3))
        yield cells  # mirrored along a diagonal
        cells = cells[6:] + cells[3:6] + cells[:3]
        yield cells  # and upside down: together, a quarter turn
