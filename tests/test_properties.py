"""What holds for every game, tried by Hypothesis on games and junk that nobody would think of."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from engine.game import Game, IllegalMove
from engine.rules import EMPTY, O, X, lines
from tests.both import shown

BOARDS = st.sampled_from([(1, 1), (2, 2), (2, 1), (3, 3), (3, 2), (4, 4), (4, 3), (5, 4)])

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.binary(max_size=3),
    st.lists(st.integers(), max_size=3),
    st.tuples(st.integers()),
    st.dictionaries(st.integers(), st.integers(), max_size=2),
    st.complex_numbers(),
)
NOT_A_CELL = JUNK.filter(lambda value: type(value) is not int)


class GameMachine(RuleBasedStateMachine):
    """Plays, takes back and tries what is not allowed, in any order; `moves` is what should be."""

    @initialize(kind=BOARDS)
    def start(self, kind):
        self.kind = kind
        self.game = Game(*kind)
        self.moves = []

    @precondition(lambda self: self.game.legal_moves())
    @rule(data=st.data())
    def play(self, data):
        cell = data.draw(st.sampled_from(self.game.legal_moves()))
        before = shown(self.game)
        self.game.play(cell)
        after = shown(self.game)
        self.game.undo()
        assert shown(self.game) == before, "undo is not the inverse of play"
        self.game.play(cell)
        assert shown(self.game) == after, "play is not the inverse of undo"
        self.moves.append(cell)

    @precondition(lambda self: self.moves)
    @rule()
    def undo(self):
        assert self.game.undo() == self.moves.pop()

    @precondition(lambda self: not self.moves)
    @rule()
    def undo_nothing(self):
        with pytest.raises(IllegalMove):
            self.game.undo()

    @precondition(lambda self: self.moves)
    @rule(data=st.data())
    def play_a_taken_square(self, data):
        self.refuse(data.draw(st.sampled_from(self.moves)))

    @precondition(lambda self: self.game.is_over)
    @rule(data=st.data())
    def play_after_the_end(self, data):
        self.refuse(data.draw(st.sampled_from(range(len(self.game.cells)))))

    @rule(distance=st.integers(min_value=0))
    def play_beside_the_board(self, distance):
        self.refuse(-1 - distance)
        self.refuse(len(self.game.cells) + distance)

    @rule(junk=NOT_A_CELL)
    def play_junk(self, junk):
        self.refuse(junk)

    def refuse(self, cell):
        before = shown(self.game)
        with pytest.raises(IllegalMove):
            self.game.play(cell)
        assert shown(self.game) == before

    @invariant()
    def the_moves_are_those_played(self):
        assert self.game.moves == tuple(self.moves)

    @invariant()
    def the_cells_hold_the_moves(self):
        cells = [EMPTY] * len(self.game.cells)
        for ply, cell in enumerate(self.moves):
            cells[cell] = O if ply % 2 else X
        assert self.game.cells == tuple(cells)

    @invariant()
    def the_marks_differ_by_one_at_most_and_say_whose_turn_it_is(self):
        lead = self.game.cells.count(X) - self.game.cells.count(O)
        assert lead in (0, 1)
        assert self.game.turn == (O if lead else X)

    @invariant()
    def the_moves_alone_make_an_equal_game(self):
        assert shown(Game(*self.kind, self.game.moves)) == shown(self.game)

    @invariant()
    def a_winner_holds_a_complete_line_and_made_the_last_move(self):
        game = self.game
        complete = [
            line for line in lines(*self.kind) if {game.cells[cell] for cell in line} in ({X}, {O})
        ]
        assert bool(complete) == (game.winner is not None)
        assert set(game.winning_cells) == {cell for line in complete for cell in line}
        if complete:
            assert {game.cells[cell] for cell in game.winning_cells} == {game.winner}
            assert game.winner != game.turn
            assert game.moves[-1] in game.winning_cells

    @invariant()
    def a_game_is_over_when_it_is_won_or_the_board_is_full(self):
        game = self.game
        full = EMPTY not in game.cells
        assert game.is_over == (game.winner is not None or full)
        assert game.is_draw == (full and game.winner is None)
        empty = [cell for cell, mark in enumerate(game.cells) if mark == EMPTY]
        assert game.legal_moves() == ([] if game.is_over else empty)


# Steps enough for a game on 5x5 to come to its end, with some taken back.
GameMachine.TestCase.settings = settings(stateful_step_count=40)
TestGameMachine = GameMachine.TestCase


def game_or_none(*args):
    """Set up a game; None if that raises `ValueError`, the only error that may come of it."""
    try:
        return Game(*args)
    except ValueError:
        return None


@given(size=JUNK, run=JUNK, moves=JUNK)
def test_junk_for_a_board_raises_value_error_and_nothing_else(size, run, moves):
    game = game_or_none(size, run, moves)
    assert game is None or 1 <= game.run <= game.size


@given(kind=BOARDS, moves=st.one_of(JUNK, st.lists(st.one_of(JUNK, st.integers(0, 9)))))
def test_junk_for_moves_raises_value_error_or_is_a_game(kind, moves):
    game = game_or_none(*kind, moves)
    assert game is None or game.moves == tuple(moves)


@given(st.integers(), st.integers())
def test_a_board_is_made_exactly_when_its_numbers_are_within_the_bounds(size, run):
    assert (game_or_none(size, run) is not None) == (1 <= run <= size <= 12)
