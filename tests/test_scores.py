"""The tallies: what counts, what does not, and what becomes of damaged or shared numbers.

The storage here is a dict that several `Scores`, as in several tabs, can share. Each access waits
once, as the browser's do, so that two of them can meet in the middle.
"""

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loop import in_loop, settle
from ui.controller import COMPUTER, NEW_ROUND, TWO_PLAYERS, Controller
from ui.scores import MOST, NONE, Scores, Tally, tally_name, whole_number


class Stored:
    """A storage like `ui/storage.py`'s, over a dict that outlives it."""

    def __init__(self, stored, lock):
        self.stored = stored
        self._lock = lock

    async def get(self, name):
        await asyncio.sleep(0)
        return self.stored.get(name)

    async def update(self, name, change):
        async with self._lock:
            old = await self.get(name)
            await asyncio.sleep(0)
            self.stored[name] = change(old)
            return self.stored[name]


class Tab:
    """One open page: a controller for two players, and the scores that listen to it."""

    def __init__(self, stored=None, lock=None):
        self.stored = {} if stored is None else stored
        self.shown = []
        self.scores = Scores(
            Stored(self.stored, lock or asyncio.Lock()),
            lambda scores: self.shown.append(scores.shown),
        )
        self.controller = Controller(random.Random(1))
        self.controller.listeners = (self.scores.follow,)

    async def open(self, mode=TWO_PLAYERS):
        await self.scores.load()
        self.controller.start(mode, "unbeatable")
        return self

    def play(self, *cells):
        for cell in cells:
            assert self.controller.click(cell)

    def win(self):
        """Play a round that X wins."""
        self.controller.new_round()
        self.play(0, 3, 1, 4, 2)


ROUNDS = {
    "x": (0, 3, 1, 4, 2),
    "draws": (0, 1, 2, 4, 3, 5, 7, 6, 8),
    "o": (0, 3, 1, 4, 8, 5),
    # X's last move completes two lines at once.
    "two lines": (0, 1, 2, 3, 6, 5, 8, 7, 4),
}


@pytest.mark.parametrize(
    ("round_", "tally"),
    [
        ("x", Tally(1, 0, 0)),
        ("draws", Tally(0, 1, 0)),
        ("o", Tally(0, 0, 1)),
        ("two lines", Tally(1, 0, 0)),
    ],
)
@in_loop
async def test_a_finished_game_counts_exactly_one_point(round_, tally):
    tab = await Tab().open()
    tab.play(*ROUNDS[round_][:-1])
    assert tab.scores.shown == NONE
    tab.play(ROUNDS[round_][-1])
    assert tab.scores.shown == tally
    for cell in range(9):
        tab.controller.click(cell)
    await settle()
    assert tab.scores.shown == tally
    reopened = await Tab(tab.stored).open()
    assert reopened.scores.shown == tally


@in_loop
async def test_an_unfinished_game_counts_nothing():
    tab = await Tab().open()
    tab.play(0, 3, 1)
    tab.controller.new_round()
    await settle()
    assert tab.scores.shown == NONE
    assert tab.stored == {}


@in_loop
async def test_modes_and_levels_have_tallies_of_their_own():
    names = {tally_name(TWO_PLAYERS, level) for level in ("easy", "unbeatable")}
    names |= {tally_name(COMPUTER, level) for level in ("easy", "unbeatable")}
    assert names == {"two-players", "computer-easy", "computer-unbeatable"}
    tab = await Tab().open()
    tab.win()
    tab.controller.set_mode(COMPUTER)
    assert tab.scores.shown == NONE
    tab.controller.set_level("easy")
    tab.controller.set_mode(TWO_PLAYERS)
    assert tab.scores.shown == Tally(1, 0, 0)


@in_loop
async def test_the_page_shows_a_point_in_the_moment_it_is_made():
    tab = await Tab().open()
    tab.win()
    assert tab.shown[-1] == Tally(1, 0, 0)


@pytest.mark.parametrize(
    "junk",
    [None, "", " ", "-1", "+1", "1.5", "1e3", "0x10", "NaN", "null", "[1]", "１", "٣", "1 ", "²",
     str(MOST + 1), "9" * 400, "\0", "🙂", "true"],
)  # fmt: skip
@in_loop
async def test_stored_junk_counts_as_nothing_and_is_mended_by_the_next_point(junk):
    assert whole_number(junk) == 0
    stored = {"scores:two-players:x": junk, "scores:two-players:o": "7"}
    tab = await Tab(stored).open()
    assert tab.scores.shown == Tally(0, 0, 7)
    tab.win()
    await settle()
    assert stored["scores:two-players:x"] == "1"
    assert tab.scores.shown == Tally(1, 0, 7)


@given(st.one_of(st.none(), st.text(), st.integers().map(str), st.floats().map(str)))
def test_only_plain_whole_numbers_are_read(text):
    number = whole_number(text)
    assert 0 <= number <= MOST
    if number:
        assert text.lstrip("0") == str(number)


@in_loop
async def test_a_full_count_stays_where_it_is():
    stored = {"scores:two-players:x": str(MOST)}
    tab = await Tab(stored).open()
    tab.win()
    await settle()
    assert stored["scores:two-players:x"] == str(MOST)


@in_loop
async def test_two_tabs_that_finish_at_once_lose_no_point():
    stored, lock = {}, asyncio.Lock()
    tabs = [await Tab(stored, lock).open() for _ in range(2)]
    for _ in range(10):
        for tab in tabs:
            tab.win()
    await settle()
    for _ in range(50):
        await settle()
    assert stored["scores:two-players:x"] == "20"
    for tab in tabs:
        await tab.scores.load()  # as the browser's `storage` event makes it do
        assert tab.scores.shown == Tally(20, 0, 0)


@in_loop
async def test_reading_while_a_point_is_on_its_way_does_not_show_the_old_number():
    tab = await Tab().open()
    reading = asyncio.create_task(tab.scores.load())
    await asyncio.sleep(0)
    tab.win()
    await reading
    assert tab.shown[-1] == Tally(1, 0, 0)
    await settle()
    assert tab.scores.shown == Tally(1, 0, 0)


@in_loop
async def test_reset_clears_the_tally_shown_and_no_other():
    tab = await Tab().open()
    tab.win()
    tab.controller.set_mode(COMPUTER)
    assert not tab.scores.reset()  # nothing there
    tab.controller.set_mode(TWO_PLAYERS)
    assert tab.scores.reset()
    assert tab.scores.shown == NONE
    await settle()
    assert tab.stored == {"scores:two-players:x": "0"}


@in_loop
async def test_reset_can_be_taken_back_also_in_a_new_round():
    tab = await Tab().open()
    tab.win()
    tab.scores.reset()
    tab.controller.new_round()
    assert tab.scores.can_restore
    assert tab.scores.restore()
    assert tab.scores.shown == Tally(1, 0, 0)
    assert not tab.scores.restore()
    await settle()
    assert tab.stored == {"scores:two-players:x": "1"}


@in_loop
async def test_reset_cannot_be_taken_back_after_the_next_move():
    tab = await Tab().open()
    tab.win()
    tab.scores.reset()
    tab.controller.new_round()
    tab.play(4)
    assert not tab.scores.can_restore
    assert not tab.scores.restore()
    assert tab.scores.shown == NONE


@in_loop
async def test_the_computers_move_does_not_end_the_chance_to_take_a_reset_back():
    tab = Tab({"scores:computer-unbeatable:o": "3"})
    tab.controller = Controller(random.Random(1), pause=0)
    tab.controller.listeners = (tab.scores.follow,)
    await tab.open(COMPUTER)
    tab.play(4)
    tab.scores.reset()
    await settle()
    assert tab.controller.snapshot(NEW_ROUND).turn == "X"
    assert tab.scores.restore()


@in_loop
async def test_reset_cannot_be_taken_back_for_another_tally():
    tab = await Tab().open()
    tab.win()
    tab.scores.reset()
    tab.controller.set_mode(COMPUTER)
    assert not tab.scores.can_restore
    assert tab.scores.shown == NONE


@in_loop
async def test_points_made_in_another_tab_survive_a_reset_and_its_taking_back():
    stored, lock = {}, asyncio.Lock()
    here, there = await Tab(stored, lock).open(), await Tab(stored, lock).open()
    here.win()
    await settle()
    there.win()  # this tab has not heard of it when it resets
    here.scores.reset()
    for _ in range(10):
        await settle()
    assert here.scores.shown == Tally(1, 0, 0)
    here.scores.restore()
    for _ in range(10):
        await settle()
    assert stored["scores:two-players:x"] == "2"
