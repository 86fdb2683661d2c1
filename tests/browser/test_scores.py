"""The scores in the browser: kept, apart, damaged, blocked, full, shared by tabs, and reset."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.game import Game

X_WINS = (0, 3, 1, 4, 2)
O_WINS = (0, 3, 1, 4, 8, 5)
DRAW = (0, 1, 2, 4, 3, 5, 7, 6, 8)

# Each stands for a browser that refuses, before the page's first line runs.
REFUSALS = {
    "blocked": """
      Object.defineProperty(window, "localStorage", {
        configurable: true,
        get() { throw new DOMException("Access is denied", "SecurityError"); },
      });
    """,
    "absent": """
      Object.defineProperty(window, "localStorage", { configurable: true, get: () => null });
    """,
    "full": """
      Storage.prototype.setItem = function () {
        throw new DOMException("No room", "QuotaExceededError");
      };
    """,
    "unreadable": """
      Storage.prototype.getItem = function () { throw new Error("The disk is gone"); };
    """,
}


def test_scores_are_kept_and_each_mode_and_level_has_its_own(game):
    game.open()
    play(game, "two-players", X_WINS, O_WINS, DRAW, X_WINS)
    expect_scores(game, x=2, draws=1, o=1)
    game.page.select_option("#mode", label="vs Computer")
    expect_scores(game)
    store(game, "computer-easy", "4 0 0 0 0 0")
    game.page.reload()
    game.ready()
    expect_scores(game)
    expect(game.page.locator("#scores-title")).to_have_text("Scores: Unbeatable, 3 × 3")
    game.page.select_option("#level", label="Easy")
    expect_scores(game, x=4)
    expect(game.page.locator("#scores-title")).to_have_text("Scores: Easy, 3 × 3")
    game.page.select_option("#mode", label="2 Players")
    expect_scores(game, x=2, draws=1, o=1)
    expect(game.page.locator("#scores-title")).to_have_text("Scores: 2 Players, 3 × 3")


@pytest.mark.one_browser_is_enough
def test_every_key_begins_with_the_name_of_the_game(game):
    game.open()
    play(game, "two-players", X_WINS)
    wait_stored(game, x=1)
    keys = game.page.evaluate("Object.keys(localStorage)")
    assert keys
    assert [key for key in keys if not key.startswith("tic-tac-toe:")] == []


@pytest.mark.one_browser_is_enough
def test_damaged_scores_count_as_nothing_and_the_rest_still_counts(game):
    game.open()
    junk = ["", "-1", "1.5", "NaN", "[]", "1e3", "１", "0x1", "\0", "{}", "9" * 100_000]
    for tab, damaged in enumerate(junk):
        store(game, "two-players", damaged, tab=f"3{tab}")
        store(game, "two-players", f"{damaged} 3 {damaged} 0 {damaged} 0", tab=f"4{tab}")
    game.page.reload()
    game.ready()
    game.burst("#mode=two-players")
    expect_scores(game, draws=3 * len(junk))
    play(game, "two-players", X_WINS)
    expect_scores(game, x=1, draws=3 * len(junk))


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("refusal", REFUSALS)
def test_without_storage_the_game_plays_and_says_that_scores_will_not_be_kept(game, refusal):
    game.page.add_init_script(REFUSALS[refusal])
    game.open()
    expect(game.page.locator("#notice")).to_have_text(re.compile("Scores will not be kept"))
    play(game, "two-players", X_WINS, O_WINS)
    expect_scores(game, x=1, o=1)
    game.burst("#mode=computer", 4)
    game.wait_status("Your turn: X")
    game.burst("#mode=two-players")
    expect_scores(game, x=1, o=1)
    expect(game.page.locator("#notice")).to_have_text(re.compile("Scores will not be kept"))


@pytest.mark.one_browser_is_enough
def test_storage_that_fills_up_in_mid_game_is_said_then_and_not_for_ever(game):
    game.open()
    play(game, "two-players", X_WINS)
    wait_stored(game, x=1)
    expect(game.page.locator("#notice")).to_have_text("")
    full = REFUSALS["full"]
    game.page.evaluate(f"() => {{ window.room = Storage.prototype.setItem; {full} }}")
    play(game, "two-players", X_WINS)
    expect_scores(game, x=2)
    expect(game.page.locator("#notice")).to_have_text(re.compile("Scores will not be kept"))
    game.page.evaluate("() => { Storage.prototype.setItem = window.room; }")
    play(game, "two-players", X_WINS)
    wait_stored(game, x=3)
    expect(game.page.locator("#notice")).to_have_text("")


@pytest.mark.page_errors  # browsers report the sandbox itself
def test_in_a_frame_without_storage_the_game_plays(game, page, dist_url):
    """As in an online editor that shows the page in a sandbox."""
    page.route(
        "**/frame.html",
        lambda route: route.fulfill(
            content_type="text/html",
            body=f'<iframe sandbox="allow-scripts" src="{dist_url}" width="400" height="900">',
        ),
    )
    # Modules come from the page's origin, which a sandboxed frame does not have: a server that
    # means to be used so allows it, and so does the one in this test.
    page.route(
        re.compile(re.escape(dist_url) + "(?!frame)"),
        lambda route: allow_any_origin(route),
    )
    page.goto(dist_url + "frame.html")
    frame = page.frame_locator("iframe")
    expect(frame.locator("html")).to_have_attribute("data-state", "ready", timeout=15_000)
    frame.locator(".cell").nth(4).click()
    expect(frame.locator("#status")).to_contain_text("Computer played")
    expect(frame.locator("#notice")).to_have_text(re.compile("Scores will not be kept"))


def test_what_this_tab_counted_outlives_a_wiped_storage(game):
    game.open()
    play(game, "two-players", X_WINS)
    wait_stored(game, x=1)
    game.page.evaluate("localStorage.clear()")
    play(game, "two-players", X_WINS)
    wait_stored(game, x=2)
    expect_scores(game, x=2)


def test_tabs_that_finish_games_at_the_same_time_lose_no_point(game, context, dist_url):
    """Several tabs may each be a process of the browser's, which see each other's writes late."""
    game.open()
    tabs = [game, *(Game(context.new_page(), dist_url).open() for _ in range(2))]
    for tab in tabs:
        tab.burst("#mode=two-players")
    rounds = 10
    for tab in tabs:
        tab.page.evaluate(
            """({ rounds, cells }) => {
              let left = rounds;
              const play = () => {
                document.querySelector("#restart").click();
                for (const cell of cells) {
                  document.querySelector(`.cell[data-index="${cell}"]`).click();
                }
                if (--left) setTimeout(play, 3);
              };
              setTimeout(play, 100);
            }""",
            {"rounds": rounds, "cells": X_WINS},
        )
    wait_stored(game, x=len(tabs) * rounds)
    for tab in tabs:
        expect_scores(tab, x=len(tabs) * rounds)
        assert not tab.errors


def test_a_reload_right_after_the_end_keeps_the_point(game):
    game.open()
    for number in (1, 2, 3):
        play(game, "two-players")
        with game.page.expect_navigation():
            game.page.evaluate(
                """(cells) => {
                  for (const cell of cells) {
                    document.querySelector(`.cell[data-index="${cell}"]`).click();
                  }
                  setTimeout(() => location.reload());
                }""",
                X_WINS,
            )
        game.ready()
        expect_scores(game, x=number)


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("locks", ["undefined", "{ request: () => new Promise(() => {}) }"])
def test_without_locks_of_the_browser_points_are_kept_too(game, locks):
    """As on a page without https, and in older browsers; or they never answer."""
    game.page.add_init_script(f"Object.defineProperty(navigator, 'locks', {{ value: {locks} }});")
    game.open()
    play(game, "two-players", X_WINS, X_WINS)
    wait_stored(game, x=2)
    game.page.reload()
    game.ready()
    expect_scores(game, x=2)
    play(game, "two-players", X_WINS)
    wait_stored(game, x=3)


def test_reset_clears_the_tally_shown_and_can_be_undone_until_the_next_move(game):
    game.open()
    undo = game.page.locator("#undo-reset")
    expect(undo).to_be_hidden()
    play(game, "two-players", X_WINS, DRAW)
    store(game, "computer-easy", "0 0 5 0 0 0")
    game.page.click("#reset-scores")
    expect_scores(game)
    game.wait_status("Scores reset.")
    wait_stored(game)
    undo.click()
    expect_scores(game, x=1, draws=1)
    game.wait_status("Scores restored.")
    wait_stored(game, x=1, draws=1)
    expect(undo).to_be_hidden()
    expect(game.page.locator("#reset-scores")).to_be_focused()

    game.page.click("#reset-scores")
    game.burst("#restart")
    expect(undo).to_be_visible()
    game.burst(4)
    expect(undo).to_be_hidden()
    expect_scores(game)
    game.page.reload()
    game.ready()
    expect_scores(game)
    game.page.select_option("#mode", label="vs Computer")
    game.page.select_option("#level", label="Easy")
    expect_scores(game, o=5)


@pytest.mark.one_browser_is_enough
def test_the_status_still_says_how_things_stand_after_a_reset(game):
    game.open()
    play(game, "two-players", X_WINS)
    game.page.click("#reset-scores")
    game.wait_status("Scores reset.")
    game.wait_status("Player X wins! Three in row 1.")
    game.page.locator("#undo-reset").click()
    game.page.select_option("#mode", label="vs Computer")
    game.page.click("#reset-scores")
    game.wait_status("There are no scores to reset. Your turn: X")


def test_a_key_held_down_on_undo_reset_does_not_reset_again(game):
    game.open()
    play(game, "two-players", X_WINS)
    game.page.click("#reset-scores")
    game.page.locator("#undo-reset").focus()
    for _ in range(5):  # without a key-up in between, all after the first are repeats
        game.page.keyboard.down("Enter")
    game.page.keyboard.up("Enter")
    expect(game.page.locator("#reset-scores")).to_be_focused()
    expect_scores(game, x=1)


def play(game, mode, *rounds):
    """Play whole rounds at once; without any, begin one."""
    for cells in rounds or [()]:
        game.burst(f"#mode={mode}", "#restart", *cells)


def store(game, tally, count, tab="7"):
    """Store what another tab may have counted on the first board: points made, points taken."""
    game.page.evaluate(
        "([name, value]) => localStorage.setItem('tic-tac-toe:scores:' + name, value)",
        [f"{tally}-3x3-3:{tab}", count],
    )


def wait_stored(game, x=0, draws=0, o=0):
    """Wait until the tabs' counts for two players add up: they are written soon, not at once."""
    game.wait_for(
        """(wanted) => {
          const sums = [0, 0, 0];
          for (const [key, value] of Object.entries(localStorage)) {
            if (key.startsWith("tic-tac-toe:scores:two-players-3x3-3:")) {
              const numbers = value.split(" ").map(Number);
              sums.forEach((_, i) => { sums[i] += numbers[i] - numbers[i + 3]; });
            }
          }
          return String(sums) === String(wanted);
        }""",
        [x, draws, o],
    )


def expect_scores(game, x=0, draws=0, o=0):
    for name, number in (("x", x), ("draws", draws), ("o", o)):
        expect(game.page.locator(f"#score-{name}")).to_have_text(str(number))


def allow_any_origin(route):
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "access-control-allow-origin": "*"})
