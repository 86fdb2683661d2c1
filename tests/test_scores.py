"""The tallies: what counts, what does not, and what becomes of damaged or shared numbers.

The storage here is a dict that several `Scores`, as in several tabs, can share. Each access waits
once, as the browser's do, so that two of them can meet in the middle.
"""

import asyncio
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loop import at_once, in_loop, settle
from ui.controller import COMPUTER, NEW_ROUND, REDO, TWO_PLAYERS, Choice, Controller, Round
from ui.scores import MOST, ZERO, Scores, Tally, tally_name, whole_number


class Stored:
    """A storage like `ui/storage.py`'s, over a dict that outlives it."""

    def __init__(self, stored):
        self.stored = stored

    async def all(self, prefix):
        await asyncio.sleep(0)
        return {name: text for name, text in self.stored.items() if name.startswith(prefix)}

    def set(self, name, value):
        self.stored[name] = value


class Tab:
    """One open page: a controller for two players, and the scores that listen to it."""

    def __init__(self, stored=None, number="0"):
        self.stored = {} if stored is None else stored
        self.number = number
        self.shown = []
        self.scores = Scores(Stored(self.stored), lambda scores: self.shown.append(scores.shown))
        self.controller = Controller(random.Random(1), now=lambda: 0)
        self.controller.listeners = (self.scores.follow,)

    async def open(self, mode=TWO_PLAYERS, level=None, side=None, board=None, saved=None):
        await self.scores.open(self.number)
        self.controller.start(Choice(mode, level, side, board), saved)
        return self

    def play(self, *cells):
        for cell in cells:
            assert self.controller.click(cell)

    def win(self):
        """Play a round that X wins."""
        self.round("x")

    def round(self, ending):
        """Play a round to its end: one of ROUNDS."""
        self.controller.new_round()
        self.play(*ROUNDS[ending])

    @property
    def statistics(self):
        return self.scores.statistics(TWO_PLAYERS, "unbeatable", "3x3-3")


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
    assert tab.scores.shown == ZERO
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
    assert tab.scores.shown == ZERO
    assert tab.stored == {}


@in_loop
async def test_modes_levels_and_boards_have_tallies_of_their_own():
    names = {
        tally_name(mode, level, board)
        for mode in (TWO_PLAYERS, COMPUTER)
        for level in ("easy", "unbeatable")
        for board in ("3x3-3", "4x4-4")
    }
    assert len(names) == 6
    tab = await Tab().open()
    tab.win()
    tab.controller.set_mode(COMPUTER)
    assert tab.scores.shown == ZERO
    tab.controller.set_level("easy")
    tab.controller.set_mode(TWO_PLAYERS)
    assert tab.scores.shown == Tally(1, 0, 0)
    tab.controller.set_board("4x4-4")
    assert tab.scores.shown == ZERO


@in_loop
async def test_the_page_shows_a_point_in_the_moment_it_is_made():
    tab = await Tab().open()
    tab.win()
    assert tab.shown[-1] == Tally(1, 0, 0)


@pytest.mark.parametrize(
    "junk",
    [None, "", "-1", "+1", "1.5", "1e3", "0x10", "NaN", "null", "[1]", "１", "٣", "²", "1_0",
     str(MOST + 1), "9" * 100_000, "\0", "🙂", "true"],
)  # fmt: skip
@in_loop
async def test_stored_junk_counts_as_nothing_and_the_rest_still_counts(junk):
    assert whole_number(junk) == 0
    stored = {
        "scores:two-players-3x3-3:0": junk,
        "scores:two-players-3x3-3:1": f"{junk} 0 7 {junk} 0 0",
        "scores:": "1 1 1 0 0 0",
        "scores::": "1 1 1 0 0 0",
    }
    tab = await Tab(stored).open()
    assert tab.scores.shown == Tally(0, 0, 7)
    tab.win()
    await settle()
    assert tallied(stored)["scores:two-players-3x3-3:0"] == "1 0 0 0 0 0"
    assert tab.scores.shown == Tally(1, 0, 7)


@given(st.one_of(st.none(), st.text(), st.integers().map(str), st.floats().map(str)))
def test_only_plain_whole_numbers_are_read(text):
    number = whole_number(text)
    assert 0 <= number <= MOST
    if number:
        assert text.lstrip("0") == str(number)


@in_loop
async def test_a_full_count_stays_where_it_is():
    stored = {"scores:two-players-3x3-3:0": f"{MOST} 0 0 0 0 0"}
    tab = await Tab(stored).open()
    tab.win()
    await settle()
    assert tallied(stored) == {"scores:two-players-3x3-3:0": f"{MOST} 0 0 0 0 0"}
    assert tab.scores.shown == Tally(MOST, 0, 0)


@in_loop
async def test_tabs_that_finish_at_once_lose_no_point():
    stored = {}
    tabs = [await Tab(stored, number).open() for number in "012"]
    for _ in range(10):
        for tab in tabs:
            tab.win()
    for _ in range(50):
        await settle()
    for tab in tabs:
        await tab.scores.load()  # as the browser's `storage` event makes it do
        assert tab.scores.shown == Tally(30, 0, 0)


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
    assert tab.scores.shown == ZERO
    await settle()
    assert (await Tab(tab.stored).open()).scores.shown == ZERO
    assert list(tab.stored) == ["scores:two-players-3x3-3:0"]


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
    assert (await Tab(tab.stored).open()).scores.shown == Tally(1, 0, 0)


@in_loop
async def test_reset_cannot_be_taken_back_after_the_next_move():
    tab = await Tab().open()
    tab.win()
    tab.scores.reset()
    tab.controller.new_round()
    tab.play(4)
    assert not tab.scores.can_restore
    assert not tab.scores.restore()
    assert tab.scores.shown == ZERO


@in_loop
async def test_the_computers_move_does_not_end_the_chance_to_take_a_reset_back():
    tab = Tab({"scores:computer-unbeatable-3x3-3:5": "0 0 3 0 0 0"})
    tab.controller = Controller(random.Random(1), sleep=at_once, now=lambda: 0)
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
    assert tab.scores.shown == ZERO


@in_loop
async def test_points_made_in_another_tab_survive_a_reset_and_its_taking_back():
    here, there = await two_tabs()
    here.win()
    await stored_everything()
    there.win()  # the first tab has not heard of it when it resets
    here.scores.reset()
    assert here.scores.shown == ZERO
    await here.scores.load()
    assert here.scores.shown == Tally(1, 0, 0)
    here.scores.restore()
    assert here.scores.shown == Tally(2, 0, 0)


@in_loop
async def test_two_tabs_that_reset_at_once_can_both_take_it_back():
    here, there = await two_tabs()
    for _ in range(4):
        here.win()
    await stored_everything()
    await there.scores.load()
    assert here.scores.reset()
    assert there.scores.reset()
    await stored_everything()
    assert here.scores.shown == there.scores.shown == ZERO
    assert here.scores.restore()
    assert there.scores.restore()
    await stored_everything()
    for tab in (here, there):
        await tab.scores.load()
        assert tab.scores.shown == Tally(4, 0, 0)


@in_loop
async def test_the_point_after_two_resets_at_once_is_not_swallowed():
    here, there = await two_tabs()
    for _ in range(4):
        here.win()
    await stored_everything()
    await there.scores.load()
    here.scores.reset()
    there.scores.reset()
    await stored_everything()
    there.win()
    await stored_everything()
    assert there.scores.shown == Tally(1, 0, 0)


@in_loop
async def test_what_this_tab_has_counted_outlives_a_wiped_storage():
    tab = await Tab({"scores:two-players-3x3-3:0": "2 0 0 0 0 0"}).open()
    tab.win()
    tab.stored.clear()
    tab.win()
    assert tab.scores.shown == Tally(4, 0, 0)
    assert tallied(tab.stored) == {"scores:two-players-3x3-3:0": "4 0 0 0 0 0"}


@in_loop
async def test_a_point_is_stored_in_the_moment_it_is_made():
    tab = await Tab().open()
    tab.win()
    assert tallied(tab.stored) == {"scores:two-players-3x3-3:0": "1 0 0 0 0 0"}


@in_loop
async def test_many_changes_in_another_tab_are_read_a_few_times_only():
    tab = await Tab().open()
    reads = 0
    read = tab.scores._storage.all

    async def counted(prefix):
        nonlocal reads
        reads += 1
        return await read(prefix)

    tab.scores._storage.all = counted
    for _ in range(50):
        asyncio.create_task(tab.scores.load())
    tab.stored["scores:two-players-3x3-3:5"] = "9 0 0 0 0 0"
    await stored_everything()
    assert 1 <= reads <= 3
    assert tab.scores.shown == Tally(9, 0, 0)


# Undo and redo


@pytest.mark.parametrize("ending", ROUNDS)
@in_loop
async def test_undo_takes_the_point_back_and_redo_gives_it_again(ending):
    tab = await Tab().open()
    tab.round(ending)
    point = tab.scores.shown
    assert sum(point) == 1
    for _ in range(3):
        assert tab.controller.undo()
        assert tab.scores.shown == ZERO
        assert tab.controller.redo()
        assert tab.scores.shown == point
    tab.controller.undo()
    await settle()
    assert (await Tab(tab.stored).open()).scores.shown == ZERO


@in_loop
async def test_looking_back_at_a_finished_round_changes_no_score():
    tab = await Tab().open()
    tab.win()
    for ply in (0, 3, None):
        tab.controller.look(ply)
        assert tab.scores.shown == Tally(1, 0, 0)


@in_loop
async def test_a_round_ended_otherwise_after_undo_counts_as_it_ended_last():
    tab = await Tab().open()
    tab.win()
    tab.controller.undo()
    tab.play(8, 5)  # X overlooks its win, and O takes its own
    assert tab.scores.shown == Tally(0, 0, 1)


@in_loop
async def test_the_point_of_a_round_that_was_reset_is_not_taken_back_once_more():
    tab = await Tab().open()
    tab.win()
    tab.win()
    tab.scores.reset()
    tab.controller.undo()
    assert tab.scores.shown == ZERO
    tab.play(2)
    assert tab.scores.shown == Tally(1, 0, 0)


@in_loop
async def test_after_a_reset_was_taken_back_undo_takes_the_rounds_point():
    tab = await Tab().open()
    tab.win()
    tab.win()
    tab.scores.reset()
    tab.scores.restore()
    tab.controller.undo()
    assert tab.scores.shown == Tally(1, 0, 0)


@in_loop
async def test_a_round_that_ended_after_a_reset_keeps_its_point_when_that_is_taken_back():
    """The computer's move may end a round between the two."""
    tab = Tab({"scores:computer-medium-3x3-3:5": "0 0 1"})
    tab.controller = Controller(random.Random(1), sleep=at_once, now=lambda: 0)
    tab.controller.listeners = (tab.scores.follow,)
    # X leaves the square on which O wins.
    saved = Round(COMPUTER, "medium", "3x3-3", "X", 4, 0, (0, 3, 1, 4))
    await tab.open(COMPUTER, "medium", saved=saved)
    tab.play(8)
    assert tab.scores.reset()
    await settle()
    assert tab.controller.snapshot(REDO).winner == "O"
    assert tab.scores.restore()
    assert tab.scores.shown == Tally(0, 0, 2)
    for _ in range(3):
        tab.controller.undo()
        assert tab.scores.shown == Tally(0, 0, 1)
        tab.controller.redo()
        await settle()
        assert tab.scores.shown == Tally(0, 0, 2)


@in_loop
async def test_a_point_of_another_number_is_undone_without_ending_the_runs():
    tab = await Tab().open()
    for _ in range(3):
        tab.win()
    again = await Tab(tab.stored, "7").open(saved=finished())
    again.controller.undo()
    assert again.statistics[:4] == (2, 2, 0, 0)
    assert again.statistics.run > 0
    again.controller.redo()
    assert again.statistics[:4] == (3, 3, 0, 0)


@in_loop
async def test_undo_and_redo_end_the_chance_to_take_a_reset_back():
    tab = await Tab().open()
    tab.win()
    tab.controller.new_round()
    tab.play(0)
    tab.scores.reset()
    tab.controller.undo()
    assert not tab.scores.can_restore


# Rounds from before, and from others


def finished(shared=0):
    return Round(TWO_PLAYERS, "unbeatable", "3x3-3", "X", 5, shared, (0, 3, 1, 4, 2))


@in_loop
async def test_a_finished_round_that_comes_back_is_not_counted_again_but_can_be_undone():
    tab = await Tab().open()
    tab.win()
    for number in ("0", "7"):  # as a rule it gets the number back that it had, but not always
        stored = dict(tab.stored)
        again = await Tab(stored, number).open(saved=finished())
        assert again.scores.shown == Tally(1, 0, 0)
        assert again.controller.undo()
        assert again.scores.shown == ZERO
        assert (await Tab(stored, number).open()).scores.shown == ZERO
        assert again.controller.redo()
        assert again.scores.shown == Tally(1, 0, 0)


@in_loop
async def test_an_unfinished_round_that_comes_back_counts_when_it_ends():
    tab = await Tab().open(saved=finished()._replace(played=4))
    assert tab.scores.shown == ZERO
    tab.play(2)
    assert tab.scores.shown == Tally(1, 0, 0)


@in_loop
async def test_a_shared_round_never_counts_unless_played_from_the_start():
    tab = await Tab().open()
    assert tab.controller.open_shared("3x3-3", (0, 3, 1, 4), TWO_PLAYERS)
    tab.play(2)
    assert tab.scores.shown == ZERO
    tab.controller.undo()
    tab.controller.redo()
    assert tab.scores.shown == ZERO
    while tab.controller.undo():
        pass
    tab.play(0, 3, 1, 4, 2)
    assert tab.scores.shown == Tally(1, 0, 0)
    tab.controller.open_shared("3x3-3", (0, 3, 1, 4, 2), TWO_PLAYERS)
    assert tab.scores.shown == Tally(1, 0, 0)
    tab.controller.undo()
    assert tab.scores.shown == Tally(1, 0, 0)
    tab.controller.open_shared("3x3-3", (), TWO_PLAYERS)
    tab.play(0, 3, 1, 4, 2)
    assert tab.scores.shown == Tally(2, 0, 0)
    assert (await Tab(tab.stored).open(saved=finished(shared=4))).scores.shown == Tally(2, 0, 0)


@in_loop
async def test_against_the_computer_the_tally_follows_the_person_whichever_mark_they_play():
    tab = Tab()
    tab.controller = Controller(random.Random(1), sleep=at_once, now=lambda: 0)
    tab.controller.listeners = (tab.scores.follow,)
    ended = Round(COMPUTER, "easy", "3x3-3", "O", 5, 0, (0, 3, 1, 4, 8))
    await tab.open(COMPUTER, "easy", saved=ended)
    tab.play(5)  # O, the person, wins
    assert tab.scores.shown == Tally(1, 0, 0)
    assert tab.scores.statistics(COMPUTER, "easy", "3x3-3").wins == 1


# Statistics


@in_loop
async def test_statistics_count_games_and_runs_without_a_loss():
    tab = await Tab().open()
    for ending in ("x", "draws", "o", "x", "draws", "x", "o", "draws"):
        tab.round(ending)
    assert tab.statistics == (8, 3, 3, 2, 1, 3)
    await settle()
    assert (await Tab(tab.stored).open()).statistics == (8, 3, 3, 2, 1, 3)
    tab.scores.reset()
    assert tab.statistics == (0, 0, 0, 0, 0, 0)
    tab.round("x")
    assert tab.statistics == (1, 1, 0, 0, 1, 1)


@in_loop
async def test_a_reset_taken_back_brings_the_runs_back_as_well():
    tab = await Tab().open()
    for ending in ("x", "x", "o", "x"):
        tab.round(ending)
    before = tab.statistics
    tab.scores.reset()
    tab.controller.new_round()
    tab.scores.restore()
    assert tab.statistics == before == (4, 3, 0, 1, 1, 2)


@in_loop
async def test_runs_go_over_several_tabs_and_a_loss_in_one_ends_them_in_all():
    here, there = await two_tabs()
    for tab in (here, there, here, there):
        await tab.scores.load()
        tab.win()
    await stored_everything()
    await here.scores.load()
    assert here.statistics[4:] == (4, 4)
    there.round("o")
    await stored_everything()
    await here.scores.load()
    assert here.statistics[4:] == (0, 4)
    here.win()
    assert here.statistics[4:] == (1, 4)


@given(
    st.lists(
        st.sampled_from(["x", "draws", "o", "undo", "redo", "reset", "restore", "reopen"]),
        max_size=25,
    )
)
def test_whatever_is_played_and_undone_the_numbers_are_those_of_the_rounds_that_stand(actions):
    @in_loop
    async def run():
        tab = await Tab().open()
        results = []  # of the rounds that count
        counted = False  # whether the last of them is the present round
        before_reset = None  # both of these, while the reset can be taken back
        for action in actions:
            if action in ROUNDS:
                tab.round(action)
                results.append(action)
                counted, before_reset = True, None
            elif action == "undo" and tab.controller.undo():
                if counted:
                    results.pop()
                counted, before_reset = False, None
            elif action == "redo" and tab.controller.redo():
                before_reset = None
                if tab.controller.snapshot(REDO).is_over:
                    results.append(result(tab))
                    counted = True
            elif action == "reset" and tab.scores.reset():
                before_reset = results, counted
                results, counted = [], False
            elif action == "restore" and tab.scores.restore():
                results, counted = before_reset
            elif action == "reopen":
                before_reset = None
                saved = tab.controller.snapshot(REDO).round
                tab = await Tab(tab.stored).open(saved=saved)
            assert tab.scores.shown == standing(results)
            assert tab.statistics[4:] == runs(results)

    run()


def standing(results):
    return Tally(*[results.count(ending) for ending in ("x", "draws", "o")])


def result(tab):
    return {"X": "x", "O": "o", None: "draws"}[tab.controller.snapshot(REDO).winner]


def runs(results):
    longest = run = 0
    for result in results:
        run = 0 if result == "o" else run + 1
        longest = max(longest, run)
    return run, longest


async def two_tabs():
    stored = {}
    return await Tab(stored, "0").open(), await Tab(stored, "1").open()


async def stored_everything():
    for _ in range(10):
        await settle()


def tallied(stored):
    """What is stored of points made and taken away, without the numbers of the runs."""
    return {name: " ".join(text.split(" ")[:6]) for name, text in stored.items()}
