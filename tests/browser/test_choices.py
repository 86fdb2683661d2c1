"""What can be chosen besides mode and level: the side, the board; and the statistics."""

import re

import pytest
from playwright.sync_api import expect

from tools.trace import main_thread_tasks

LONGER_THAN_THE_PAUSE = 1000  # milliseconds


def test_who_plays_o_is_answered_by_x_and_the_labels_and_tallies_follow_the_person(game):
    game.open()
    game.page.evaluate(
        "localStorage.setItem('tic-tac-toe:scores:computer-unbeatable-3x3-3:7', '3 2 1 0 0 0')"
    )
    game.page.reload()
    game.ready()
    assert game.scores() == {"x": 3, "draws": 2, "o": 1}
    game.page.select_option("#side", label="O")
    for name in ("turn", "label"):
        expect(game.page.locator(f"#{name}-x")).to_have_text("Computer (X)")
        expect(game.page.locator(f"#{name}-o")).to_have_text("You (O)")
    assert game.scores() == {"x": 1, "draws": 2, "o": 3}
    game.wait_status("Computer played")
    game.wait_status("Your turn: O")
    assert sorted(game.marks()) == sorted([""] * 8 + ["X"])
    game.page.reload()
    game.ready()
    expect(game.page.locator("#side")).to_have_value("o")
    expect(game.page.locator("#turn-o")).to_have_text("You (O)")
    game.page.select_option("#mode", label="2 Players")
    expect(game.page.locator("#turn-o")).to_have_text("Player O")
    expect(game.page.locator("#side")).to_be_disabled()


@pytest.mark.one_browser_is_enough
def test_the_computers_opening_can_be_cancelled(game):
    game.open()
    game.burst("#side=o", "#side=x")
    game.page.wait_for_timeout(LONGER_THAN_THE_PAUSE)
    assert game.marks() == [""] * 9
    game.burst("#side=o", "#restart", "#restart")
    game.wait_status("Computer played")
    assert game.marks().count("X") == 1


@pytest.mark.one_browser_is_enough
def test_sides_can_change_every_round(game):
    game.open()
    game.page.select_option("#side", label="Alternate")
    seats = []
    for _ in range(4):
        seats.append(game.page.locator("#turn-x").inner_text())
        game.page.click("#restart")
    assert seats == ["You (X)", "Computer (X)"] * 2


def test_the_larger_board_is_chosen_played_and_remembered(game):
    game.open()
    game.page.select_option("#size", label="4 × 4")
    expect(game.cells).to_have_count(16)
    expect(game.page.locator("#goal")).to_have_text("Four in a line win.")
    expect(game.page.locator("#scores-title")).to_have_text("Scores: Unbeatable, 4 × 4")
    expect(game.page.get_by_role("grid").get_by_role("row")).to_have_count(4)
    expect(game.cell(15)).to_have_attribute("aria-label", "Row 4, column 4, empty")
    assert game.page.locator('.cell[tabindex="0"]').count() == 1
    game.cell(0).focus()
    for key, cell in (("End", 3), ("ArrowDown", 7), ("ArrowDown", 11), ("Home", 8)):
        game.page.keyboard.press(key)
        expect(game.cell(cell)).to_be_focused()
    game.burst("#mode=two-players", 0, 4, 1, 5, 2, 6, 3)
    game.wait_status("played row 1, column 4. Player X wins! Four in row 1.")
    expect(game.page.locator(".cell.win")).to_have_count(4)
    expect(game.page.locator("#strike line")).to_have_count(1)
    assert game.scores()["x"] == 1
    game.page.reload()
    game.ready()
    expect(game.cells).to_have_count(16)
    game.page.select_option("#size", label="3 × 3")
    expect(game.cells).to_have_count(9)
    assert game.scores()["x"] == 0


@pytest.mark.one_browser_is_enough
def test_a_whole_game_against_the_computer_on_the_larger_board(game):
    game.open()
    game.burst("#size=4x4-4")
    for _ in range(8):
        marks = game.marks()
        game.burst(marks.index(""))
        expect(game.status).to_contain_text(re.compile("Your turn|win|draw"))
        if re.search("win|draw", game.status.inner_text()):
            break
    assert re.search("Computer wins|draw", game.status.inner_text())


# Positions on 4x4 that take the longest, if the search remembers nothing yet.
LONG_SEARCHES = ((9, 4, 15, 8, 10), (14, 10, 5, 8, 15), (3,))


def open_before(game, moves):
    """Open the page anew, on the position before the last of these moves."""
    if game.page.url != "about:blank":
        game.page.evaluate("sessionStorage.clear()")  # or the link would be known already
        game.page.goto("about:blank")
    game.open("#4x4-4=" + ".".join(str(cell) for cell in moves[:-1]))


@pytest.mark.only_browser("chromium")  # no other tells how long a task kept the processor busy
def test_no_search_holds_the_page_up(game, browser):
    for moves in LONG_SEARCHES:
        open_before(game, moves)
        browser.start_tracing(page=game.page, categories=["toplevel"])
        game.burst(moves[-1])
        game.wait_status("Computer played")
        tasks = main_thread_tasks(browser.stop_tracing())
        assert tasks
        assert max(tasks) <= 50, moves


# A slice tells of itself, and sends a message, which the page gets at its next turn.
_NOTE_SLICES = """
() => {
  window.slices = { all: 0, withoutTurn: 0 };
  let hadTurn = true;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { hadTurn = true; };
  window.noteSlice = () => {
    slices.all += 1;
    if (!hadTurn) slices.withoutTurn += 1;
    hadTurn = false;
    port2.postMessage(null);
  };
}
"""

# Another task, which works for two milliseconds whenever it can.
_NOTE_SLICE = """
        import js

        js.noteSlice()
        if self.neighbour is None:
            self.neighbour = asyncio.create_task(_neighbour())
"""
_NEIGHBOUR = """
async def _neighbour():
    while True:
        await asyncio.sleep(0.005)
        end = time.time() + 0.002
        while time.time() < end:
            pass


Controller.neighbour = None
"""


@pytest.mark.one_browser_is_enough
def test_between_two_slices_the_page_gets_its_turn(game):
    """Also where another task of Python's is due at the same time."""
    begin = "        search = search_for(game)\n"
    game.rewrite(
        "ui/controller.py",
        lambda code: code.replace(begin, _NOTE_SLICE + begin, 1) + _NEIGHBOUR,
    )
    game.page.add_init_script(f"({_NOTE_SLICES})()")
    open_before(game, LONG_SEARCHES[0])
    game.burst(LONG_SEARCHES[0][-1])
    game.wait_status("Computer played")
    slices = game.page.evaluate("slices")
    assert slices["all"] > 2
    # None, on a machine where two milliseconds are never four.
    assert slices["withoutTurn"] < slices["all"] / 3, slices


# Statistics


def test_statistics_are_told_on_demand_and_kept(game):
    game.open()
    table = game.page.locator("#tables table").first
    expect(table).to_be_hidden()
    game.page.evaluate(
        """localStorage.setItem(
          "tic-tac-toe:scores:computer-easy-3x3-3:7", "3 2 1 0 0 0 0 0 0 4 1 5 0 4"
        )"""
    )
    game.page.reload()
    game.ready()
    game.page.locator("#statistics summary").focus()
    game.page.keyboard.press("Enter")
    expect(table).to_be_visible()
    easy = table.locator("tr > :nth-child(2)")
    expect(easy).to_have_text(["Easy", "6", "3", "2", "1", "4", "5"])
    # They follow the game.
    game.burst("#level=easy")
    for _ in range(9):
        marks = game.marks()
        if "" not in marks or re.search("win|draw", game.status.inner_text()):
            break
        game.burst(marks.index(""))
        expect(game.status).to_contain_text(re.compile("Your turn|win|draw"))
    expect(easy.nth(1)).to_have_text("7")


# Motion

# The animations that have begun, by name, also those that are over by now.
NOTE_ANIMATIONS = """
() => {
  window.animations = new Set();
  addEventListener("animationstart", (event) => animations.add(event.animationName), true);
}
"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_marks_pop_and_the_winning_line_is_drawn_unless_motion_is_unwelcome(
    game, browser_name, motion
):
    if motion == "reduce":
        if browser_name != "chromium":
            pytest.skip("Debian's Firefox cannot be told by Playwright to reduce motion")
        game.page.emulate_media(reduced_motion="reduce")
    game.open()
    game.page.evaluate(NOTE_ANIMATIONS)
    game.two_players()
    game.burst(0, 3, 1, 4, 2)
    game.wait_status("Player X wins!")
    wanted = [] if motion == "reduce" else ["draw", "pop"]
    if wanted:
        game.wait_for("animations.size == 2")
    else:
        game.page.wait_for_timeout(300)
    assert game.page.evaluate("[...animations].sort()") == wanted
    # A round that comes back stands there at once.
    game.page.reload()
    game.ready()
    assert game.page.locator(".cell.new").count() == 0
