"""Perfect play on 4x4, proven: every position of the game is played out, by the rules of `Game`.

The whole proof takes some minutes of a processor: `make prove` runs it. `make test` plays only a
sample of games.

In CPython only: a million positions take MicroPython too long. On 3x3, test_search and
test_opponents do the same in both Pythons.

The proof trusts nothing that the search says. It plays every move there is in every position that
can arise, so it finds what each position is worth as plain minimax does, from how the games end.
Wherever the computer is to move, what it offers is held against that. If it offers exactly the
moves that are worth most, it never gives a draw or a win away, whatever the human plays and however
the dice fall; and as the empty board turns out to be a draw, nobody can beat it.

Positions that look the same on a turned or mirrored board are met once. So the computer is asked
about one of the eight, whichever comes first; that it answers alike to the others is tried on
some, in a test of its own.
"""

import os
import random
from operator import or_

import pytest

from engine.game import Game
from engine.opponents import unbeatable
from engine.rules import O, X, other
from engine.search import best_moves
from tests.both import LoadedDice

SIZE = 4
CELLS = SIZE * SIZE

# For each of the eight ways to lay the board on the table: where does each cell come to lie?
TURNS = [
    [
        (row if down else SIZE - 1 - row) * SIZE + (column if right else SIZE - 1 - column)
        for first in range(SIZE)
        for second in range(SIZE)
        for row, column in [(first, second) if upright else (second, first)]
    ]
    for down in (True, False)
    for right in (True, False)
    for upright in (True, False)
]


def turned_masks():
    """Return, for every set of squares as a bit mask, the eight masks that it can be turned to."""
    masks = [(0,) * len(TURNS)]
    for mask in range(1, 1 << CELLS):
        lowest = (mask & -mask).bit_length() - 1
        rest = masks[mask & (mask - 1)]
        masks.append(tuple(bits | 1 << turn[lowest] for bits, turn in zip(rest, TURNS)))
    return masks


class Proof:
    """Plays the whole game out, and holds the moves that `seat` offers against the results."""

    def __init__(self, seat):
        self.seat = seat
        self.worth = {}  # position -> what it is worth to `seat`
        self.asked = 0  # how often the computer was to move
        self.endings = {X: 0, O: 0, None: 0}
        # To be quick: a position is the number that X's mask and, behind it, O's mask make, and
        # equal ones have the same smallest number among their eight.
        self._turned = turned_masks()
        self._turned_behind = [tuple(mask << CELLS for mask in masks) for masks in self._turned]
        self._game = Game(SIZE, SIZE)
        self._masks = {X: 0, O: 0}
        self.worth_of_the_empty_board = self._look()

    def _look(self):
        """Return what the position on the board is worth to `seat` under the best play of both.

        0 is a draw; a win is worth more the sooner it comes, a loss is worth less.
        """
        game = self._game
        if game.is_over:
            self.endings[game.winner] += 1
            if game.winner is None:
                return 0
            value = CELLS + 1 - len(game.moves)
            return value if game.winner == self.seat else -value
        mark = game.turn
        before = self._masks[mark]
        values = {}
        for cell in game.legal_moves():
            self._masks[mark] = before | 1 << cell
            position = min(
                map(or_, self._turned_behind[self._masks[X]], self._turned[self._masks[O]])
            )
            if position not in self.worth:
                game.play(cell)
                self.worth[position] = self._look()
                game.undo()
            values[cell] = self.worth[position]
        self._masks[mark] = before
        if mark != self.seat:
            return min(values.values())
        best = max(values.values())
        dice = LoadedDice()
        unbeatable(game, dice)
        self.asked += 1
        assert dice.offered == [[cell for cell in values if values[cell] == best]], game.moves
        return best


# On an idle core this takes about a minute; on a busy machine it may take many.
@pytest.mark.skipif("PROVE" not in os.environ, reason="takes minutes: `make prove` runs it")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("seat", "asked"), [(X, 583_402), (O, 551_812)])
def test_in_every_position_of_4x4_unbeatable_offers_exactly_the_best_moves(seat, asked):
    proof = Proof(seat)
    assert proof.worth_of_the_empty_board == 0
    # Not by standing still: this many positions were met, besides the empty board, of which this
    # many are ends. In the others one side or the other is asked.
    assert len(proof.worth) == 1_217_976
    assert proof.endings == {X: 50_280, O: 31_795, None: 688}
    assert proof.asked == asked


@pytest.mark.parametrize("seat", [X, O])
def test_unbeatable_loses_none_of_many_games_on_4x4(seat):
    dice = random.Random(seat)
    endings = {X: 0, O: 0, None: 0}
    for _ in range(400):
        game = Game(SIZE, SIZE)
        while not game.is_over:
            if game.turn == seat:
                game.play(unbeatable(game, dice))
            else:
                # Half of the human's moves are good ones, or all of the games would soon be won.
                choose = best_moves if dice.random() < 0.5 else Game.legal_moves
                game.play(dice.choice(choose(game)))
        endings[game.winner] += 1
    assert endings[other(seat)] == 0
    assert endings[seat] > 20
    assert endings[None] > 20


def test_the_best_moves_turn_with_the_board():
    assert len({tuple(turn) for turn in TURNS}) == 8
    random.seed(1)
    for _ in range(150):
        game = Game(SIZE, SIZE)
        for _ in range(random.randrange(CELLS - 1)):
            if not game.is_over:
                game.play(random.choice(game.legal_moves()))
        best = best_moves(game)
        for turn in TURNS:
            turned = Game(SIZE, SIZE, [turn[cell] for cell in game.moves])
            assert best_moves(turned) == sorted(turn[cell] for cell in best)
