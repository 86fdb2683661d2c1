"""The controller: who may move, when the computer answers, and what stops it.

Time is the test's own (see `loop.py`): the computer moves when the clock rings.
"""

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game
from engine.opponents import OPPONENTS
from engine.rules import BOARDS, board_key
from engine.search import search_for
from tests.loop import Clock, DeafClock, at_once, in_loop, settle
from ui import controller as module
from ui.controller import (
    COMPUTER,
    COMPUTERS_TURN,
    LOOK,
    MOVE,
    PAUSES,
    REDO,
    RETURN,
    ROUND_OVER,
    SHARED,
    START,
    TAKEN,
    TROUBLE,
    TWO_PLAYERS,
    UNDO,
    Choice,
    Controller,
    Round,
)

USUAL_PAUSE = PAUSES[0][1]


class Table:
    """A controller at which a test sits, with everything it has told so far.

    Unless the test has a watch of its own, time stands still while the computer thinks.
    """

    def __init__(
        self,
        mode=COMPUTER,
        level="unbeatable",
        side=None,
        board=None,
        saved=None,
        clock=None,
        seed=1,
        now=lambda: 0,
    ):
        self.clock = clock or Clock()
        self.controller = Controller(random.Random(seed), sleep=self.clock.sleep, now=now)
        self.told = []
        self.controller.listeners = (self.told.append,)
        self.controller.start(Choice(mode, level, side, board), saved)

    @property
    def last(self):
        return self.told[-1]

    @property
    def marks(self):
        return "".join(mark or "." for mark in self.last.cells)

    def play(self, *cells):
        return [self.controller.click(cell) for cell in cells]


@in_loop
async def test_the_first_snapshot_tells_of_an_empty_board_with_x_to_move():
    table = Table()
    assert [snapshot.event for snapshot in table.told] == [START]
    assert table.marks == "." * 9
    assert (table.last.turn, table.last.mode, table.last.level) == ("X", COMPUTER, "unbeatable")
    assert (table.last.computer, table.last.last_move, table.last.is_over) == ("O", None, False)


@in_loop
async def test_settings_that_nobody_knows_leave_the_defaults():
    for junk in (None, "", "hot-seat", 0):
        last = Table(junk, junk, junk, junk).last
        assert (last.mode, last.level, last.side) == (COMPUTER, "unbeatable", "x")
        assert (last.board, last.size, last.run) == ("3x3-3", 3, 3)


@in_loop
async def test_every_opponent_can_be_chosen():
    for level, _ in OPPONENTS:
        assert Table(level=level).last.level == level


@in_loop
async def test_the_players_mark_is_told_of_before_the_computer_thinks():
    table = Table()
    assert table.controller.click(4)
    assert table.marks == "....X...."
    assert (table.last.event, table.last.last_move, table.last.turn) == (MOVE, 4, "O")
    await settle()
    assert table.clock.asked == [USUAL_PAUSE]
    assert len(table.told) == 2


@in_loop
async def test_the_computer_answers_once_when_its_pause_is_over():
    table = Table()
    table.play(4)
    await table.clock.ring()
    assert sorted(table.marks) == sorted(".......XO")
    assert (table.last.event, table.last.turn) == (MOVE, "X")
    assert table.last.cells[table.last.last_move] == "O"
    await table.clock.ring()
    assert len(table.told) == 3


@in_loop
async def test_clicks_that_may_not_play_do_nothing():
    table = Table()
    table.play(4)
    assert table.play(*range(9)) == [False] * 9  # the computer's turn
    await table.clock.ring()
    told = len(table.told)
    reply = table.last.last_move
    assert table.play(4, reply, -1, 9, None, "0", 1.5) == [False] * 7
    assert len(table.told) == told


@in_loop
async def test_why_a_square_cannot_be_played_is_known():
    time = [0]
    table = Table(now=lambda: time[0])
    assert table.controller.refusal(4) is None
    table.play(4)
    time[0] = 1
    assert table.controller.refusal(0) == table.controller.refusal(4) == COMPUTERS_TURN
    await table.clock.ring()
    assert table.controller.refusal(4) == TAKEN
    table.controller.look(0)  # a click on any square would come back from there
    assert table.controller.refusal(4) is None
    table.controller.set_mode(TWO_PLAYERS)
    table.play(0, 3, 1, 4, 2)
    assert table.controller.refusal(0) == table.controller.refusal(8) == ROUND_OVER


@in_loop
async def test_the_second_press_of_a_double_one_is_not_refused():
    time = [0]
    table = Table(TWO_PLAYERS, now=lambda: time[0])
    table.play(4)
    time[0] = 0.5
    assert table.controller.refusal(4) is None
    time[0] = 1
    assert table.controller.refusal(4) == TAKEN
    table.play(4)
    time[0] = 1.5
    assert table.controller.refusal(4) is None  # it was said a moment ago
    time[0] = 2
    assert table.controller.refusal(4) == TAKEN


@in_loop
async def test_who_comes_back_from_looking_by_a_double_click_plays_nothing():
    time = [0]
    table = Table(TWO_PLAYERS, now=lambda: time[0])
    table.play(4, 0)
    table.controller.look(1)
    assert table.play(8, 8, 8) == [False] * 3
    assert table.marks == "O...X...."
    time[0] = 1
    assert table.play(8) == [True]


@in_loop
async def test_a_square_that_was_refused_or_taken_back_can_be_played_at_once():
    table = Table()
    table.play(4, 0)
    await table.clock.ring()
    free = table.last.cells.index("")
    assert table.play(free) == [True]
    table.controller.undo()
    assert table.play(free) == [True]


@in_loop
async def test_the_computers_pause_can_be_made_longer_at_any_time():
    table = Table()
    seconds = []
    for key, _ in reversed(PAUSES):
        table.controller.set_pause(key)
        table.controller.set_pause("unknown")
        table.controller.new_round()
        table.play(4)
        await settle()
        seconds.append(table.clock.asked[-1])
    assert seconds == [seconds for _, seconds in reversed(PAUSES)]
    table.controller.set_pause(PAUSES[0][0])  # what it is already
    await settle()
    assert len(table.clock.asked) == len(PAUSES)
    table.controller.set_pause(PAUSES[-1][0])  # also in the turn that has begun
    await settle()
    assert table.clock.asked[-1] == PAUSES[-1][1]
    await table.clock.ring()
    assert table.marks.count("O") == 1


@in_loop
async def test_two_players_take_turns_and_nobody_waits():
    table = Table(TWO_PLAYERS)
    assert table.play(0, 4, 0, 8) == [True, True, False, True]
    assert table.marks == "X...O...X"
    await table.clock.ring()
    assert table.clock.asked == []
    assert table.last.computer is None


@in_loop
async def test_after_the_end_nothing_can_be_played_and_nobody_thinks():
    table = Table(TWO_PLAYERS)
    table.play(0, 3, 1, 4, 2)
    assert (table.last.winner, table.last.winning_cells, table.last.is_over) == (
        "X",
        (0, 1, 2),
        True,
    )
    assert table.play(*range(9)) == [False] * 9
    assert sum(snapshot.is_over for snapshot in table.told) == 1
    await settle()
    assert table.clock.asked == []


@in_loop
async def test_a_whole_game_against_the_computer_ends_and_it_stays_quiet():
    table = Table(level="easy", seed=5)
    while not table.last.is_over:
        assert any(table.play(*range(9)))
        await table.clock.ring()
    told = len(table.told)
    await table.clock.ring()
    assert len(table.told) == told


def overtakings():
    return [
        ("new round", lambda controller: controller.new_round()),
        ("mode", lambda controller: controller.set_mode(TWO_PLAYERS)),
        ("level", lambda controller: controller.set_level("easy")),
        ("board", lambda controller: controller.set_board("4x4-4")),
        ("undo", lambda controller: controller.undo()),
        ("link", lambda controller: controller.open_shared("3x3-3", (), COMPUTER)),
    ]


@pytest.mark.parametrize("clock", [Clock, DeafClock])
@pytest.mark.parametrize(
    "overtake", [o for _, o in overtakings()], ids=[n for n, _ in overtakings()]
)
@in_loop
async def test_a_move_that_was_overtaken_never_lands(overtake, clock):
    table = Table(clock=clock())
    table.play(4)
    await settle()
    overtake(table.controller)
    await table.clock.ring()
    assert set(table.marks) == {"."}
    assert table.play(0) == [True]


@in_loop
async def test_a_late_move_does_not_take_the_turn_of_the_next_round():
    table = Table(clock=DeafClock())
    table.play(4)
    await settle()
    table.controller.new_round()
    table.play(8)  # the computer's turn again, but another one
    await table.clock.ring()
    assert table.marks.count("O") == 1
    assert table.marks[8] == "X"


@in_loop
async def test_choosing_what_is_chosen_already_changes_nothing():
    table = Table()
    table.play(4)
    told = len(table.told)
    for unchanged in (COMPUTER, "hot-seat", None):
        table.controller.set_mode(unchanged)
    for unchanged in ("unbeatable", "godlike", None):
        table.controller.set_level(unchanged)
    for unchanged in ("x", "z", None):
        table.controller.set_side(unchanged)
    for unchanged in ("3x3-3", "4x4-3", "3", None):
        table.controller.set_board(unchanged)
    assert len(table.told) == told
    await table.clock.ring()
    assert table.marks.count("O") == 1


@in_loop
async def test_leaving_the_page_stops_the_computer_and_coming_back_lets_it_go_on():
    table = Table()
    table.play(4)
    await settle()
    table.controller.suspend()
    await table.clock.ring()
    assert table.marks == "....X...."
    table.controller.resume()
    table.controller.resume()
    await table.clock.ring()
    assert table.marks.count("O") == 1
    assert len(table.clock.asked) == 2


@in_loop
async def test_coming_back_in_the_players_turn_or_after_the_end_starts_nothing():
    table = Table()
    table.controller.resume()
    over = Table(TWO_PLAYERS)
    over.play(0, 3, 1, 4, 2)
    over.controller.resume()
    await settle()
    assert table.clock.asked == over.clock.asked == []


def raising(game, random):
    raise KeyError("a newcomer's mistake")


def taken(game, random):
    return game.moves[0]


def nothing(game, random):
    return None


@pytest.mark.parametrize("mistake", [raising, taken, nothing])
@in_loop
async def test_an_opponent_that_fails_is_told_of_and_the_next_round_is_playable(
    mistake, monkeypatch, capsys
):
    monkeypatch.setattr(module, "OPPONENTS", (("mistake", mistake), *OPPONENTS))
    table = Table(level="mistake")
    table.play(4)
    await table.clock.ring()
    assert table.last.event == TROUBLE
    assert table.marks == "....X...."
    assert "mistake" in capsys.readouterr().out
    table.controller.set_level("unbeatable")
    table.play(4)
    await table.clock.ring()
    assert table.marks.count("O") == 1


@in_loop
async def test_an_opponent_that_plays_on_the_board_it_is_shown_harms_nothing(monkeypatch):
    def meddling(game, random):
        game.undo()
        game.play(8)
        return 0

    monkeypatch.setattr(module, "OPPONENTS", (("meddling", meddling), *OPPONENTS))
    table = Table(level="meddling")
    table.play(4)
    await table.clock.ring()
    assert table.marks == "O...X...."


@in_loop
async def test_listeners_hear_the_same_snapshot_in_their_order():
    heard = []
    controller = Controller(random.Random(1))
    controller.listeners = (lambda s: heard.append((1, s)), lambda s: heard.append((2, s)))
    controller.start(Choice(TWO_PLAYERS, "easy", None, None))
    assert [number for number, _ in heard] == [1, 2]
    assert heard[0][1] is heard[1][1]


@in_loop
async def test_a_listener_that_fails_keeps_nothing_from_the_others(capsys):
    def failing(snapshot):
        raise RuntimeError("the page is damaged")

    heard = []
    controller = Controller(random.Random(1), sleep=at_once)
    controller.listeners = (failing, heard.append)
    controller.start(Choice(COMPUTER, "easy", None, None))
    controller.click(4)
    while len(heard) < 3:
        await asyncio.sleep(0.01)
    assert "the page is damaged" in capsys.readouterr().out


def test_a_report_says_what_failed_and_where_if_it_can(monkeypatch, capsys):
    traced = []
    module.report("The level easy", ValueError("no such square"))  # CPython has no such function
    monkeypatch.setattr(module.sys, "print_exception", traced.append, raising=False)
    error = ValueError("nor this one")
    module.report("A listener", error)
    assert capsys.readouterr().out == (
        "The level easy failed: ValueError('no such square')\n"
        "A listener failed: ValueError('nor this one')\n"
    )
    assert traced == [error]


@in_loop
async def test_the_clock_of_the_page_is_used_when_none_is_given():
    told = []
    controller = Controller(random.Random(1), sleep=at_once)
    controller.listeners = (told.append,)
    controller.start(Choice(COMPUTER, "easy", None, None))
    controller.click(0)
    while told[-1].turn != "X":
        await asyncio.sleep(0.01)


# Sides and boards


@in_loop
async def test_who_plays_o_waits_for_the_computer_to_open():
    table = Table(side="o")
    assert (table.last.computer, table.last.turn) == ("X", "X")
    assert table.play(4) == [False]
    assert table.clock.asked == []
    await table.clock.ring()
    assert table.clock.asked == [USUAL_PAUSE]
    assert table.marks.count("X") == 1
    free = table.last.cells.index("")
    assert table.play(free) == [True]
    assert table.last.cells[free] == "O"


@in_loop
async def test_the_opening_move_can_be_overtaken():
    table = Table(side="o", clock=DeafClock())
    await settle()
    table.controller.set_side("x")
    await table.clock.ring()
    assert table.marks == "." * 9
    assert table.play(4) == [True]


@in_loop
async def test_sides_change_with_every_new_round_if_so_chosen():
    table = Table(side="change")
    seats = []
    for _ in range(4):
        seats.append(table.last.computer)
        table.controller.new_round()
    assert seats == ["O", "X", "O", "X"]
    table.controller.set_side("o")
    assert table.last.computer == "X"
    table.controller.new_round()
    assert table.last.computer == "X"


@in_loop
async def test_every_board_is_played_to_the_end():
    for size, run, _ in BOARDS:
        table = Table(TWO_PLAYERS, board=board_key(size, run))
        assert (table.last.size, table.last.run) == (size, run)
        assert len(table.last.cells) == size * size
        while not table.last.is_over:
            assert any(table.play(*range(size * size)))


@in_loop
async def test_a_new_round_after_a_shared_position_is_played_from_the_chosen_side():
    table = Table(side="x")
    table.controller.open_shared("3x3-3", (4,), COMPUTER)
    assert table.last.computer == "X"
    table.controller.new_round()
    assert table.last.computer == "O"


# Undo and redo


@in_loop
async def test_undo_against_the_computer_takes_both_moves_back_and_redo_plays_them_again():
    table = Table()
    table.play(4)
    await table.clock.ring()
    after = table.marks
    assert (table.last.can_undo, table.last.can_redo) == (True, False)
    assert table.controller.undo()
    assert (table.last.event, table.marks) == (UNDO, "." * 9)
    assert (table.last.can_undo, table.last.can_redo) == (False, True)
    assert not table.controller.undo()
    assert table.controller.redo()
    assert (table.last.event, table.marks) == (REDO, after)
    assert not table.controller.redo()
    await table.clock.ring()
    assert table.marks == after


@in_loop
async def test_undo_in_the_computers_pause_takes_the_players_move_back_and_redo_makes_it_think():
    table = Table()
    table.play(4)
    await settle()
    assert table.controller.undo()
    await table.clock.ring()
    assert table.marks == "." * 9
    assert table.controller.redo()
    assert table.marks == "....X...."
    await table.clock.ring()
    assert table.marks.count("O") == 1


@in_loop
async def test_who_plays_o_cannot_take_back_the_computers_opening():
    table = Table(side="o")
    assert not table.controller.undo()
    await table.clock.ring()
    assert not table.last.can_undo
    assert not table.controller.undo()
    assert table.marks.count("X") == 1


@in_loop
async def test_between_two_players_undo_takes_back_one_move_also_after_the_end():
    table = Table(TWO_PLAYERS)
    table.play(0, 3, 1, 4, 2)
    assert table.last.is_over
    table.controller.undo()
    assert (table.marks, table.last.turn, table.last.is_over) == ("XX.OO....", "X", False)
    for _ in range(4):
        assert table.controller.undo()
    assert not table.controller.undo()
    for _ in range(5):
        assert table.controller.redo()
    assert table.last.winner == "X"


@in_loop
async def test_undo_brings_back_a_round_that_was_broken_off_by_a_slip():
    for slip in (
        lambda controller: controller.new_round(),
        lambda controller: controller.set_level("easy"),
        lambda controller: controller.set_mode(TWO_PLAYERS),
        lambda controller: controller.set_side("change"),
        lambda controller: controller.set_board("4x4-4"),
        lambda controller: (controller.set_level("easy"), controller.set_level("medium")),
        lambda controller: controller.open_shared("4x4-4", (), TWO_PLAYERS),
    ):
        table = Table()
        table.play(4)
        await table.clock.ring()
        before = table.last
        slip(table.controller)
        assert table.last.round.played == 0
        assert table.last.can_undo
        assert table.controller.undo()
        assert table.last == before._replace(event=RETURN)
        assert not table.last.can_redo
        table.play(before.cells.index(""))  # and it goes on
        assert len(table.last.round.moves) == 3


@in_loop
async def test_a_round_that_was_broken_off_in_the_computers_turn_goes_on_there():
    table = Table()
    table.play(4)
    table.controller.new_round()
    assert table.controller.undo()
    assert (table.marks, table.last.turn) == ("....X....", "O")
    await table.clock.ring()
    assert table.last.turn == "X"


@in_loop
async def test_a_round_that_was_left_for_good_does_not_come_back():
    table = Table(TWO_PLAYERS)
    table.controller.new_round()  # nothing was played
    assert not table.last.can_undo
    table.play(0, 3, 1, 4, 2)
    table.controller.new_round()  # it was over
    assert not table.last.can_undo


@in_loop
async def test_a_slip_that_has_even_played_in_the_next_round_can_be_undone():
    table = Table(TWO_PLAYERS)
    table.play(4, 8)
    table.controller.new_round()
    table.play(0)
    assert table.controller.undo()
    assert table.marks == "........."
    assert table.controller.undo()
    assert table.marks == "....X...O"


@in_loop
async def test_links_do_not_hide_the_round_that_they_broke_off():
    finished = (0, 3, 1, 4, 2)
    table = Table(TWO_PLAYERS)
    table.play(4)
    table.controller.open_shared("3x3-3", (0, 1), TWO_PLAYERS)
    table.controller.open_shared("3x3-3", finished, TWO_PLAYERS)
    table.controller.new_round()
    assert table.controller.undo()
    assert table.marks == "....X...."


@in_loop
async def test_who_plays_o_gets_the_round_back_though_the_computer_has_opened_the_next():
    table = Table(side="o")
    await table.clock.ring()
    table.play(table.last.cells.index(""))
    await table.clock.ring()
    before = table.last
    table.controller.new_round()
    await table.clock.ring()
    assert table.last.round.played == 1
    assert table.controller.undo()
    assert table.last == before._replace(event=RETURN)


@in_loop
async def test_a_round_whose_moves_were_all_taken_back_comes_back_with_them():
    table = Table(TWO_PLAYERS)
    table.play(4, 0)
    table.controller.undo()
    table.controller.undo()
    table.controller.new_round()
    assert table.controller.undo()
    assert not table.controller.undo()  # once: there is none before it
    table.controller.redo()
    table.controller.redo()
    assert table.marks == "O...X...."


@in_loop
async def test_another_level_leaves_the_person_on_the_side_they_alternate_to():
    table = Table(side="change")
    first = table.last.computer
    table.controller.new_round()
    assert table.last.computer != first
    second = table.last.computer
    table.controller.set_level("easy")
    assert table.last.computer == second


@in_loop
async def test_a_new_move_after_undo_leaves_nothing_to_redo():
    table = Table(TWO_PLAYERS)
    table.play(0, 3)
    table.controller.undo()
    table.play(4)
    assert not table.controller.redo()
    assert table.last.round.moves == (0, 4)


# Looking back


@in_loop
async def test_looking_back_shows_each_position_and_changes_nothing():
    table = Table(TWO_PLAYERS)
    table.play(0, 3, 1, 4, 2)
    shown = []
    for ply in range(6):
        table.controller.look(ply)
        shown.append((table.marks, table.last.looking, table.last.winner))
    assert shown == [
        (".........", 0, None),
        ("X........", 1, None),
        ("X..O.....", 2, None),
        ("XX.O.....", 3, None),
        ("XX.OO....", 4, None),
        ("XXXOO....", None, "X"),
    ]
    assert table.last.round.played == 5


@in_loop
async def test_a_click_while_looking_back_only_leads_back():
    time = [0]
    table = Table(TWO_PLAYERS, now=lambda: time[0])
    table.play(0, 3)
    table.controller.look(1)
    assert table.play(8) == [False]
    assert (table.last.event, table.last.looking, table.marks) == (LOOK, None, "X..O.....")
    time[0] = 1
    assert table.play(8) == [True]


@in_loop
async def test_the_next_move_undo_or_round_ends_the_looking():
    table = Table()
    table.play(4)
    for go_on in (table.clock.ring, table.controller.undo, table.controller.new_round):
        table.controller.look(0)
        assert table.last.looking == 0 or go_on == table.controller.new_round
        waited = go_on()
        if asyncio.iscoroutine(waited):
            await waited
        assert table.last.looking is None


@in_loop
async def test_looking_at_a_place_that_there_is_not_shows_the_present():
    table = Table(TWO_PLAYERS)
    table.play(0)
    for ply in (-1, 1, 2, 99, None):
        table.controller.look(ply)
        assert (table.last.looking, table.marks) == (None, "X........")


# Rounds from elsewhere


@in_loop
async def test_a_saved_round_goes_on_with_the_computers_pending_move():
    saved = Round(COMPUTER, "easy", "4x4-4", "O", 2, 0, (0, 5, 1))
    table = Table(saved=saved)
    assert table.last.round == saved
    assert (table.last.event, table.last.size, table.last.computer) == (START, 4, "X")
    assert table.last.can_redo
    await table.clock.ring()
    assert table.marks.count("X") == 2


@in_loop
async def test_a_saved_round_that_cannot_be_is_dropped():
    good = Round(TWO_PLAYERS, "easy", "3x3-3", "X", 2, 0, (0, 4))
    assert Table(saved=good).marks == "X...O...."
    for bad in (
        good._replace(moves=(0, 0)),
        good._replace(moves=(0, 9)),
        good._replace(moves=(0, 3, 1, 4, 2, 5), played=6),
        good._replace(moves=()),
        good._replace(played=3),
        good._replace(played=-1),
        good._replace(board="9x9-9"),
        good._replace(board=None),
        good._replace(mine="Z"),
        good._replace(mine=None),
    ):
        table = Table(TWO_PLAYERS, saved=bad)
        assert table.marks == "." * 9, bad
        assert table.play(0) == [True]


@in_loop
async def test_in_a_shared_position_the_player_has_the_side_that_is_to_move():
    table = Table()
    assert table.controller.open_shared("4x4-4", (0, 5, 1), COMPUTER)
    assert (table.last.event, table.last.computer, table.last.counts) == (SHARED, "X", False)
    assert table.play(10) == [True]
    await table.clock.ring()
    assert table.marks.count("X") == 3
    table.controller.new_round()
    assert (table.last.computer, table.last.counts) == ("O", True)


@in_loop
async def test_a_position_of_two_players_is_opened_for_two_players():
    table = Table()
    assert table.controller.open_shared("3x3-3", (0, 5), TWO_PLAYERS)
    assert table.last.computer is None


@in_loop
async def test_a_shared_position_that_cannot_be_changes_nothing():
    table = Table()
    table.play(4)
    told = len(table.told)
    for board, moves in (("3x3-3", (0, 0)), ("3x3-3", (9,)), ("5x5-5", ()), ("", ()), (None, ())):
        assert not table.controller.open_shared(board, moves, COMPUTER)
    assert len(table.told) == told
    await table.clock.ring()
    assert table.marks.count("O") == 1


# Thinking in slices


class Watch:
    """A clock that says, each time it is looked at, that so many seconds more have passed."""

    def __init__(self, step):
        self.time = 0
        self.step = step

    def __call__(self):
        self.time += self.step
        return self.time


def forget_all_searches(monkeypatch):
    monkeypatch.setattr("engine.search._searches", {})


@in_loop
async def test_a_long_search_is_cut_into_slices_and_finds_the_same_move(monkeypatch):
    moves = []
    for step in (0, 0.01):
        forget_all_searches(monkeypatch)
        table = Table(board="4x4-4", now=Watch(step))
        table.play(3)
        rings = 0
        while table.last.turn == "O":
            await table.clock.ring()
            rings += 1
        moves.append(table.last.last_move)
        assert (rings == 1) == (step == 0)
        # Between two slices the page gets its turn.
        assert table.clock.asked == [USUAL_PAUSE] + [module.BREATH] * (rings - 1)
    assert moves[0] == moves[1]


@in_loop
async def test_new_round_between_two_slices_stops_the_search_at_once(monkeypatch):
    forget_all_searches(monkeypatch)
    table = Table(board="4x4-4", now=Watch(1), clock=DeafClock())
    table.play(3)
    for _ in range(3):
        await table.clock.ring()
    assert table.last.turn == "O"
    nodes = search_for(Game(4, 4)).nodes
    table.controller.new_round()
    for _ in range(3):
        await table.clock.ring()
    assert search_for(Game(4, 4)).nodes == nodes
    assert set(table.marks) == {"."}
    assert search_for(Game(4, 4)).must_stop is None


@in_loop
async def test_the_coin_is_tossed_once_a_move_however_many_slices_it_takes(monkeypatch):
    forget_all_searches(monkeypatch)
    throws = []

    class Dice:
        def random(self):
            throws.append("coin")
            return 0.9  # the best move, which needs the search

        def choice(self, sequence):
            throws.append("choice")
            return sequence[0]

    table = Table(level="easy", board="4x4-4", now=Watch(1))
    table.controller._random = Dice()
    table.play(3)
    while table.last.turn == "O":
        await table.clock.ring()
    assert throws == ["coin", "choice"]


actions = st.lists(
    st.one_of(
        st.integers(-1, 9),
        st.sampled_from(["ring", "new", COMPUTER, TWO_PLAYERS, "leave", "back"]),
        st.sampled_from(["undo", "redo", "look", "x", "o", "change", "3x3-3", "4x4-4", "link"]),
        st.sampled_from([level for level, _ in OPPONENTS]),
    ),
    max_size=60,
)


@given(actions, st.booleans(), st.integers(0, 99))
def test_whatever_is_done_in_whatever_order_the_marks_stay_even(actions, deaf, seed):
    @in_loop
    async def scenario():
        table = Table(clock=DeafClock() if deaf else Clock(), seed=seed)
        for action in actions:
            controller = table.controller
            before = table.last
            told = len(table.told)
            if action == "ring":
                await table.clock.ring()
                # However many moves were overtaken on the way, at most one lands.
                assert len(table.told) - told <= 1
            elif action == "new":
                controller.new_round()
            elif action == "leave":
                controller.suspend()
            elif action == "back":
                controller.resume()
            elif action == "undo":
                if controller.undo() and table.last.event == UNDO:
                    # And not a round that came back as it was when it was broken off.
                    assert table.last.turn != table.last.computer
            elif action == "redo":
                controller.redo()
            elif action == "look":
                controller.look(len(table.last.round.moves) // 2)
            elif action == "link":
                controller.open_shared("3x3-3", (4, 0), COMPUTER)
            elif action in ("x", "o", "change"):
                controller.set_side(action)
            elif action in ("3x3-3", "4x4-4"):
                controller.set_board(action)
            elif action in (COMPUTER, TWO_PLAYERS):
                controller.set_mode(action)
            elif isinstance(action, str):
                controller.set_level(action)
            else:
                played = controller.click(action)
                assert not (played and before.turn == before.computer)
            assert table.marks.count("X") - table.marks.count("O") in (0, 1)
            moves = table.last.round.moves[: table.last.round.played]
            shown = moves if table.last.looking is None else moves[: table.last.looking]
            assert Game(table.last.size, table.last.run, shown).cells == table.last.cells
        # Whoever left may come back, and then the game goes on.
        table.controller.resume()
        await table.clock.ring()
        table.controller.look(None)
        assert table.last.is_over or table.last.turn != table.last.computer

    scenario()
