"""The round that a reload brings back, and positions in links: what is written and read."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import BOARDS, board_key
from tests.loop import in_loop
from tests.stored import Stored
from ui.controller import COMPUTER, TWO_PLAYERS, Choice, Controller, Round
from ui.rounds import (
    LONGEST,
    Rounds,
    parse_link,
    parse_position,
    parse_round,
    spell_link,
    spell_position,
    spell_round,
)


def test_a_position_is_written_for_people_who_read_addresses():
    assert spell_position("4x4-4", (0, 5, 10)) == "4x4-4=0.5.10"
    assert spell_position("3x3-3", ()) == "3x3-3="


cells = st.lists(st.integers(0, 143), max_size=144).map(tuple)
boards = st.sampled_from([board_key(size, run) for size, run, _ in BOARDS])


@given(boards, cells)
def test_every_position_that_is_written_is_read_again(board, moves):
    assert parse_position(spell_position(board, moves)) == (board, moves)


@given(
    st.builds(
        Round,
        st.sampled_from([COMPUTER, TWO_PLAYERS]),
        st.sampled_from(["easy", "unbeatable", "late bloomer", ""]),
        boards,
        st.sampled_from("XO"),
        st.integers(0, 144),
        st.integers(0, 144),
        cells,
    )
)
def test_every_round_that_is_written_is_read_again(round_):
    assert parse_round(spell_round(round_)) == round_


@pytest.mark.parametrize(
    "junk",
    ["", "3x3-3", "3x3-3=0,1", "3x3-3=0..1", "3x3-3=-1", "3x3-3=+1", "3x3-3=1.", "3x3-3=.1",
     "3x3-3=１", "3x3-3=1e1", "3x3-3=0x1", "3x3-3= 1", "3x3-3=1 ", "3x3-3=1=2", "3x3-3=1000",
     "3x3-3=" + "1." * 500 + "1", "9" * 100_000, "=" * 100_000],
)  # fmt: skip
def test_junk_is_no_position(junk):
    assert parse_position(junk) is None
    assert parse_link(junk) is None


@given(boards, cells, st.sampled_from([COMPUTER, TWO_PLAYERS]))
def test_every_link_that_is_written_is_read_again(board, moves, mode):
    assert parse_link(spell_link(board, moves, mode)) == (board, moves, mode)


@pytest.mark.parametrize("mode", ["", "computer", "x", "two-players&", "two-players "])
def test_a_link_with_another_mode_is_none(mode):
    assert parse_link(f"3x3-3=4&{mode}") is None


@given(st.one_of(st.none(), st.text(), st.text(alphabet="0123456789.=-xX oeasycomputr")))
def test_junk_for_a_round_is_none_or_has_the_form_of_one(text):
    round_ = parse_round(text)
    assert round_ is None or all(0 <= cell <= 999 for cell in round_.moves)


def test_what_is_too_long_is_no_round():
    assert parse_round("3x3-3=0 1 0 computer easy " + "X" * LONGEST) is None


@pytest.fixture
def table():
    tab, browser = Stored(), Stored()
    controller = Controller(None)
    rounds = Rounds(tab, browser)
    asyncio.run(rounds.load(is_own=True, number="0"))
    controller.listeners = (rounds.follow,)
    controller.start(Choice(TWO_PLAYERS, None, None, None))
    return controller, tab, browser


def test_each_change_is_kept_and_looking_back_is_none(table):
    controller, tab, browser = table
    for cell in (0, 4):
        controller.click(cell)
    controller.undo()
    controller.look(0)
    controller.look(None)
    written = [text for _, text in tab.writes]
    assert written == [text for _, text in browser.writes]
    assert [parse_round(text)[4:] for text in written] == [
        (0, 0, ()),
        (1, 0, (0,)),
        (2, 0, (0, 4)),
        (1, 0, (0, 4)),
    ]


def test_a_shared_position_is_kept_for_the_tab_only(table):
    controller, tab, browser = table
    controller.click(0)
    controller.open_shared("4x4-4", (0, 5), TWO_PLAYERS)
    assert parse_round(browser.stored["round:0"]).moves == (0,)
    assert parse_round(tab.stored["round"]).moves == (0, 5)
    controller.new_round()
    assert parse_round(browser.stored["round:0"]).moves == ()


@in_loop
async def test_the_tabs_own_round_comes_back_before_that_of_another():
    own, last = "3x3-3=0 1 0 computer easy X", "3x3-3=4 1 0 computer easy X"
    browser = Stored(**{"round:0": last})
    rounds = Rounds(Stored(round=own), browser)
    assert spell_round(await rounds.load(is_own=True, number="0")) == own
    assert spell_round(await rounds.load(is_own=True, number="1")) == own
    # A copy of a tab leaves the round to the tab that it is a copy of.
    assert await rounds.load(is_own=False, number="1") is None
    rounds = Rounds(Stored(), browser)
    assert spell_round(await rounds.load(is_own=True, number="0")) == last
    assert await rounds.load(is_own=True, number="1") is None
    assert await rounds.load(is_own=True, number=None) is None


@in_loop
async def test_without_a_certain_number_the_round_is_kept_for_the_tab_only():
    tab, browser = Stored(), Stored()
    rounds = Rounds(tab, browser)
    await rounds.load(is_own=True, number=None)
    controller = Controller(None)
    controller.listeners = (rounds.follow,)
    controller.start(Choice(TWO_PLAYERS, None, None, None))
    assert tab.writes
    assert not browser.writes
