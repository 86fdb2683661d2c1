"""What is worked out beside the game: values, hints, turning points and studies, in slices.

Time is the test's own (see `loop.py`), and no browser is needed.
"""

import random

import pytest

from engine import search as search_module
from engine.game import Game
from engine.reasons import hint
from engine.search import Search, search_for
from tests.both import BoardsOnOffer, board, every_unfinished_position
from tests.loop import Clock, DeafClock, in_loop, settle
from tests.reference import PlainGame
from ui import controller as controller_module
from ui import inside as module
from ui.controller import COMPUTER, LOOK, TWO_PLAYERS, Choice, Controller
from ui.inside import Inside
from ui.slices import BREATH

REFERENCE = PlainGame()


class Watch:
    """A clock by which every look takes a while: each slice ends as soon as it may."""

    def __init__(self):
        self.time = 0

    def __call__(self):
        self.time += 1
        return self.time


def forget_what_is_known():
    """Have the searches begin anew: else what another test asked for is there at once."""
    search_module._searches.clear()


class Desk:
    """A controller with an `Inside` that listens, and all that it has told so far."""

    def __init__(self, mode=TWO_PLAYERS, kind="3x3-3", clock=None, now=lambda: 0):
        self.clock = clock or Clock()
        self.must_wait = False
        self.values = {}
        self.hints = []
        self.turning_points = []
        self.studies = []
        self.inside = Inside(
            lambda: self.must_wait,
            self.values.__setitem__,
            self.hints.append,
            lambda points: self.turning_points.append(points),
            self.studies.append,
            sleep=self.clock.sleep,
            now=now,
        )
        self.controller = Controller(random.Random(1), sleep=Clock().sleep)
        self.controller.listeners = (lambda snapshot: self.values.clear(), self.inside.follow)
        self.controller.start(Choice(mode, None, None, kind))

    async def play(self, *cells):
        for cell in cells:
            assert self.controller.click(cell)
        await self.finish()

    async def finish(self):
        """Let all work be done."""
        for _ in range(2000):
            await settle()
            if not self.clock._sleepers:
                return
            await self.clock.ring()
        raise AssertionError("it never comes to an end")


@in_loop
async def test_nothing_is_worked_out_that_nobody_wants():
    desk = Desk()
    await desk.play(0, 4)
    assert (desk.values, desk.hints, desk.studies) == ({}, [], [])


@in_loop
async def test_the_values_told_are_those_of_minimax_in_all_4520_positions():
    desk = Desk()
    desk.inside.show_thinking(True)
    count = 0
    for game in every_unfinished_position():
        assert desk.controller.open_shared("3x3-3", game.moves, TWO_PLAYERS)
        await desk.finish()
        assert sorted(desk.values.items()) == REFERENCE.move_values(board(game))
        count += 1
    assert count == 4520


@pytest.mark.parametrize("kind", ["3x3-3", "4x4-4"])
@in_loop
async def test_values_follow_moves_undo_redo_and_looking_back(kind):
    size = int(kind[0])
    desk = Desk(kind=kind)
    desk.inside.show_thinking(True)

    def worth(*moves):
        game = Game(size, size, moves)
        return dict(search_for(game).move_values(game))

    await desk.play(0, 5)
    assert desk.values == worth(0, 5)
    desk.controller.undo()
    await desk.finish()
    assert desk.values == worth(0)
    desk.controller.redo()
    desk.controller.look(0)
    await desk.finish()
    assert desk.values == worth()
    desk.controller.look(None)
    await desk.finish()
    assert desk.values == worth(0, 5)
    desk.inside.show_thinking(False)
    desk.controller.new_round()
    await desk.finish()
    assert desk.values == {}


@in_loop
async def test_they_come_one_after_the_other_and_the_page_has_its_turn_in_between():
    desk = Desk(kind="4x4-4", now=Watch())
    await desk.play(3)  # not the empty board, where most moves are like another
    forget_what_is_known()
    desk.inside.show_thinking(True)
    seen = set()
    for _ in range(500):
        await desk.clock.ring()
        seen.add(len(desk.values))
    assert len(desk.values) == 15
    assert len(seen) > 5
    assert set(desk.clock.asked) == {BREATH}


@in_loop
async def test_the_computers_move_goes_first():
    desk = Desk()
    desk.must_wait = True
    desk.inside.show_thinking(True)
    await desk.clock.ring()
    await desk.clock.ring()
    assert desk.values == {}
    desk.must_wait = False
    await desk.finish()
    assert len(desk.values) == 9


@pytest.mark.parametrize("clock", [Clock, DeafClock])
@in_loop
async def test_what_was_overtaken_is_never_told(clock):
    desk = Desk(kind="4x4-4", clock=clock(), now=Watch())
    forget_what_is_known()
    desk.inside.show_thinking(True)
    await settle()
    assert len(desk.values) < 15  # some moves of the empty board are yet to be valued
    desk.controller.click(5)
    told = []
    desk.inside._on_value = lambda cell, value: told.append(cell)
    await desk.finish()
    assert told == [cell for cell in range(16) if cell != 5], "each once, and none of before"


@in_loop
async def test_who_leaves_the_page_and_comes_back_finds_it_go_on():
    desk = Desk(kind="4x4-4", now=Watch())
    forget_what_is_known()
    desk.inside.show_thinking(True)
    await settle()
    desk.inside.suspend()
    told = dict(desk.values)
    await desk.clock.ring()
    await desk.clock.ring()
    assert desk.values == told
    desk.inside.resume()
    await desk.finish()
    assert len(desk.values) == 16


@in_loop
async def test_a_hint_is_told_once_and_the_search_is_free_again():
    desk = Desk()
    await desk.play(0, 4, 1)
    assert desk.inside.ask_hint()
    await desk.finish()
    game = Game(moves=(0, 4, 1))
    assert desk.hints == [hint(game, search_for(game).move_values(game))]
    assert desk.values == {}, "only the hint was asked for"
    assert search_for(game).must_stop is None
    await desk.play(2)
    assert len(desk.hints) == 1


@in_loop
async def test_there_is_no_hint_after_the_end_or_for_the_computer_but_for_those_who_look_back():
    desk = Desk()
    await desk.play(0, 3, 1, 4, 2)
    assert not desk.inside.ask_hint()
    desk.controller.look(4)
    assert desk.inside.ask_hint()
    await desk.finish()
    assert desk.hints[-1].cell == 2
    desk = Desk(mode=COMPUTER)
    await desk.play(0)
    assert not desk.inside.ask_hint()


@in_loop
async def test_the_turning_point_is_told_once_the_round_is_over():
    desk = Desk()
    await desk.play(0, 1, 4)
    assert desk.turning_points == []
    await desk.play(8, 6, 3, 2)
    ((point, *_),) = desk.turning_points
    assert (point.ply, point.cell, point.mark, point.better) == (1, 1, "O", (4,))
    desk.controller.look(1)
    desk.controller.look(None)
    await desk.finish()
    assert len(desk.turning_points) == 1, "looking back changes nothing"
    desk.controller.undo()
    desk.controller.redo()
    await desk.finish()
    assert len(desk.turning_points) == 2, "the page has dropped the first"


@in_loop
async def test_a_round_without_a_mistake_has_no_turning_point():
    desk = Desk()
    await desk.play(4, 0, 8, 2, 1, 7, 3, 5, 6)
    assert desk.turning_points == [()]


@in_loop
async def test_a_board_with_a_depth_limit_has_none_either_and_its_best_line_ends_at_the_limit():
    with BoardsOnOffer((3, 3, 2)):
        desk = Desk()
        desk.inside.study(True)
        await desk.finish()
        assert len(desk.studies[-1].line) == 2
        await desk.play(0, 1, 4, 8, 6, 3, 2)
        assert desk.turning_points == []


@in_loop
async def test_a_study_becomes_complete_step_by_step():
    desk = Desk()
    await desk.play(0, 4, 8, 2)
    desk.inside.study(True)
    await desk.finish()
    assert not desk.studies[0].is_done
    last = desk.studies[-1]
    assert last.is_done
    assert [study.is_done for study in desk.studies].count(True) == 1
    assert last.counts.plain == (178, True)
    fresh = Search(3, 3)
    fresh.move_values(last.game)
    assert last.own_count == fresh.position_count > 0
    values = [(node.cell, node.value) for node in last.tree.root.children]
    assert values == REFERENCE.move_values(board(last.game))
    assert last.value == max(value for _, value in values)
    # Played out, the line leads to what is promised, by moves that keep its value.
    played = Game(moves=last.game.moves)
    sign = 1
    for cell in last.line:
        worth = dict(REFERENCE.move_values(board(played)))
        assert worth[cell] == max(worth.values())
        assert (worth[cell] > 0) - (worth[cell] < 0) == sign * ((last.value > 0) - (last.value < 0))
        sign = -sign
        played.play(cell)
    assert played.is_over


@in_loop
async def test_the_same_position_is_not_studied_twice_and_the_end_has_nothing_to_study():
    desk = Desk()
    await desk.play(0, 4, 8)
    desk.inside.study(True)
    await desk.finish()
    count = len(desk.studies)
    assert desk.studies[-1].tree is None, "six empty squares are too many to draw"
    assert desk.studies[-1].counts.alpha_beta.is_exact
    desk.inside.study(False)
    desk.inside.study(True)
    await desk.finish()
    assert len(desk.studies) == count
    await desk.play(2, 6, 7, 3)
    assert desk.controller.snapshot("look").is_over
    assert desk.studies[-1] is None


@in_loop
async def test_when_something_breaks_the_game_goes_on_and_it_is_reported(monkeypatch, capsys):
    desk = Desk()
    monkeypatch.setattr(module, "search_for", lambda game: 1 / 0)
    desk.inside.show_thinking(True)
    await desk.play(0)
    assert "Looking inside failed: ZeroDivisionError" in capsys.readouterr().out
    monkeypatch.undo()
    await desk.play(4)
    assert len(desk.values) == 7


@in_loop
async def test_back_at_a_position_it_is_studied_again():
    desk = Desk()
    desk.inside.study(True)
    await desk.play(0, 4)
    await desk.play(8)
    desk.controller.undo()
    await desk.finish()
    assert desk.studies[-1].game.moves == (0, 4)
    await desk.play(1, 3, 2)
    assert desk.studies[-1] is None
    desk.controller.undo()
    await desk.finish()
    assert desk.studies[-1].is_done


@in_loop
async def test_a_hint_that_was_asked_for_is_forgotten_with_the_next_move():
    desk = Desk()
    await desk.play(0)
    assert desk.inside.ask_hint()
    await desk.play(4)
    assert desk.hints == []


@in_loop
async def test_while_the_computer_chooses_other_work_stands_back():
    forget_what_is_known()
    clock = Clock()
    controller = Controller(random.Random(1), sleep=clock.sleep, now=Watch())
    controller.start(Choice(COMPUTER, None, None, "4x4-4"))
    controller.click(0)
    await settle()
    assert not controller.is_choosing, "it is only waiting yet"
    await clock.ring()
    assert controller.is_choosing
    while controller.is_choosing:
        await clock.ring()
    assert len(controller.snapshot(LOOK).round.moves) == 2
    controller.click(
        next(cell for cell in (3, 12, 15) if controller.snapshot(LOOK).cells[cell] == "")
    )
    await clock.ring()
    controller.new_round()
    assert not controller.is_choosing


@in_loop
async def test_a_level_that_fails_keeps_no_other_work_waiting(monkeypatch, capsys):
    monkeypatch.setattr(controller_module, "OPPONENTS", (("unbeatable", lambda *_: 1 / 0),))
    clock = Clock()
    controller = Controller(random.Random(1), sleep=clock.sleep)
    controller.start(Choice(COMPUTER, None, None, None))
    controller.click(0)
    await clock.ring()
    assert not controller.is_choosing
    assert "ZeroDivisionError" in capsys.readouterr().out
