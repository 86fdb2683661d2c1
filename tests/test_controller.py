"""The controller: who may move, when the computer answers, and what stops it.

Time is the test's own (see `loop.py`): the computer moves when the clock rings.
"""

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.opponents import OPPONENTS
from tests.loop import Clock, DeafClock, in_loop, settle
from ui import controller as module
from ui.controller import COMPUTER, MOVE, NEW_ROUND, START, TROUBLE, TWO_PLAYERS, Controller


class Table:
    """A controller at which a test sits, with everything it has told so far."""

    def __init__(self, mode=COMPUTER, level="unbeatable", clock=None, seed=1):
        self.clock = clock or Clock()
        self.controller = Controller(random.Random(seed), sleep=self.clock.sleep)
        self.told = []
        self.controller.listeners = (self.told.append,)
        self.controller.start(mode, level)

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
    for mode, level in ((None, None), ("", ""), ("hot-seat", "godlike"), (0, 1)):
        table = Table(mode, level)
        assert (table.last.mode, table.last.level) == (COMPUTER, "unbeatable")


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
    assert table.clock.asked == [module.PAUSE]
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
    assert table.last.event == NEW_ROUND
    await table.clock.ring()
    assert table.marks == "." * 9
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
    controller.start(TWO_PLAYERS, "easy")
    assert [number for number, _ in heard] == [1, 2]
    assert heard[0][1] is heard[1][1]


@in_loop
async def test_a_listener_that_fails_keeps_nothing_from_the_others(capsys):
    def failing(snapshot):
        raise RuntimeError("the page is damaged")

    heard = []
    controller = Controller(random.Random(1), pause=0)
    controller.listeners = (failing, heard.append)
    controller.start(COMPUTER, "easy")
    controller.click(4)
    await asyncio.sleep(0.05)
    assert len(heard) == 3
    assert "the page is damaged" in capsys.readouterr().out


@in_loop
async def test_the_clock_of_the_page_is_used_when_none_is_given():
    told = []
    controller = Controller(random.Random(1), pause=0)
    controller.listeners = (told.append,)
    controller.start(COMPUTER, "easy")
    controller.click(0)
    await asyncio.sleep(0.05)
    assert told[-1].turn == "X"


actions = st.lists(
    st.one_of(
        st.integers(-1, 9),
        st.sampled_from(["ring", "new", COMPUTER, TWO_PLAYERS, "leave", "back"]),
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
            elif action in (COMPUTER, TWO_PLAYERS):
                controller.set_mode(action)
            elif isinstance(action, str):
                controller.set_level(action)
            else:
                played = controller.click(action)
                assert not (played and before.turn == before.computer)
            assert table.marks.count("X") - table.marks.count("O") in (0, 1)
        # Whoever left may come back, and then the game goes on.
        table.controller.resume()
        await table.clock.ring()
        assert table.last.is_over or table.last.turn != table.last.computer

    scenario()
