"""What can be chosen besides mode and level: the side, the board; and the statistics."""

import re

import pytest
from playwright.sync_api import expect

from tools import build, runtime, serve

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


def test_the_computers_opening_can_be_cancelled(game):
    game.open()
    game.burst("#side=o", "#side=x")
    game.page.wait_for_timeout(LONGER_THAN_THE_PAUSE)
    assert game.marks() == [""] * 9
    game.burst("#side=o", "#restart", "#restart")
    game.wait_status("Computer played")
    assert game.marks().count("X") == 1


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
    game.wait_status("Player X played row 1, column 4. Player X wins! Four in row 1.")
    expect(game.page.locator(".cell.win")).to_have_count(4)
    expect(game.page.locator("#strike line")).to_have_count(1)
    assert game.scores()["x"] == 1
    game.page.reload()
    game.ready()
    expect(game.cells).to_have_count(16)
    game.page.select_option("#size", label="3 × 3")
    expect(game.cells).to_have_count(9)
    assert game.scores()["x"] == 0


# Slices end with a timer of the browser's; this notes what keeps it busy.
FOLLOW_LONG_TASKS = """
() => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longTasks.push(Math.round(entry.duration));
  }).observe({ type: "longtask" });
}
"""


def test_on_the_larger_board_the_computer_answers_and_new_round_stops_its_search(game):
    game.open()
    game.burst("#size=4x4-4", 3)
    game.wait_status("Computer played")
    assert game.marks().count("O") == 1
    game.burst("#restart", 0)
    # Into the search, which begins after the pause.
    game.page.wait_for_timeout(405)
    game.burst("#restart")
    game.page.wait_for_timeout(LONGER_THAN_THE_PAUSE)
    assert game.marks() == [""] * 16


def test_every_level_plays_a_whole_game_on_the_larger_board(game):
    game.open()
    game.burst("#size=4x4-4")
    for level in ("easy", "medium", "unbeatable"):
        game.burst(f"#level={level}", "#restart")
        for _ in range(8):
            # The first empty square in an order that completes no line early.
            order = [0, 6, 9, 15, 3, 5, 10, 12, 1, 4, 11, 14, 2, 7, 8, 13]
            marks = game.marks()
            game.burst(next(cell for cell in order if not marks[cell]))
            expect(game.status).to_contain_text(re.compile("Your turn|win|draw"))
            if re.search("win|draw", game.status.inner_text()):
                break
        assert re.search("win|draw", game.status.inner_text())


def test_a_further_board_needs_one_row_and_no_other_edit(page, tmp_path):
    """Four in a row on 5x5, with a depth limit, which no level calls unbeatable."""
    from tests.browser.game import Game

    build.build(runtime.ROOT, tmp_path / "dist")
    rules = tmp_path / "dist" / "engine" / "rules.py"
    source = rules.read_text(encoding="utf-8")
    rules.write_text(source.replace("    (4, 4, None),\n", "    (4, 4, None),\n    (5, 4, 4),\n"))
    with serve.serving(tmp_path / "dist") as url:
        game = Game(page, url).open()
        game.page.select_option("#size", label="5 × 5, four in a row")
        expect(game.cells).to_have_count(25)
        expect(game.page.locator("#level option").last).to_have_text("Hard")
        expect(game.page.locator("#scores-title")).to_have_text(
            "Scores: Hard, 5 × 5, four in a row"
        )
        game.burst(12)
        expect(game.status).to_contain_text("Your turn", timeout=60_000)
        game.page.click("#statistics summary")
        expect(game.page.locator("#tables caption")).to_have_text(
            ["3 × 3", "4 × 4", "5 × 5, four in a row"]
        )
        assert not game.errors


@pytest.mark.only_browser("chromium")  # Firefox does not report long tasks
def test_no_search_holds_the_page_up(game):
    """On the positions that take longest, each from an empty memory: see docs of the search."""
    game.page.add_init_script(
        "addEventListener('DOMContentLoaded', %s)" % FOLLOW_LONG_TASKS.strip()
    )
    worst = 0
    for moves in ("9.4.15.8.10", "7.1.8.14.0", "4.2.3.13.12"):
        game.page.goto("about:blank")
        game.open(f"#4x4-4={moves}")
        game.page.evaluate("longTasks.length = 0")
        game.burst(5 if moves[0] == "9" else 10)
        game.wait_status("Computer played")
        worst = max([worst, *game.page.evaluate("longTasks")])
    assert worst == 0 or worst <= 50


# Statistics


def test_statistics_are_told_on_demand_and_kept(game):
    game.open()
    table = game.page.locator("#tables table").first
    expect(table).to_be_hidden()
    game.page.evaluate(
        """localStorage.setItem(
          "tic-tac-toe:scores:computer-easy-3x3-3:7", "3 2 1 0 0 0 4 1 5 0 4"
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
    game.page.evaluate("localStorage.setItem('tic-tac-toe:level', 'easy')")
    game.burst("#level=easy")
    for _ in range(9):
        marks = game.marks()
        if "" not in marks or re.search("win|draw", game.status.inner_text()):
            break
        game.burst(marks.index(""))
        expect(game.status).to_contain_text(re.compile("Your turn|win|draw"))
    expect(easy.nth(1)).to_have_text("7")
