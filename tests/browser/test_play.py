"""Playing with the mouse: turns, the computer's pause, rounds, modes, levels and the end."""

import random
import re
import time

import pytest
from playwright.sync_api import expect

LONGER_THAN_THE_PAUSE = 1000  # milliseconds


def test_the_page_opens_on_an_empty_board(game):
    game.open()
    assert game.marks() == [""] * 9
    expect(game.page.get_by_role("heading", name="Tic-tac-toe")).to_be_visible()
    expect(game.status).to_have_text("Your turn: X")
    expect(game.cell(0)).to_have_attribute("aria-label", "Row 1, column 1, empty")
    expect(game.cell(5)).to_have_attribute("aria-label", "Row 2, column 3, empty")
    expect(game.page.locator("#turn-x")).to_have_class(re.compile(r"\bactive\b"))
    expect(game.page.locator("#turn-o")).not_to_have_class(re.compile(r"\bactive\b"))
    expect(game.page.locator("#level")).to_have_value("unbeatable")
    expect(game.page.get_by_role("button", name="New Round")).to_be_enabled()
    expect(game.page.get_by_role("button", name="Reset Scores")).to_be_enabled()
    assert game.scores() == {"x": 0, "draws": 0, "o": 0}


def test_the_computer_answers_after_a_pause_and_says_where(game):
    game.open()
    game.page.wait_for_timeout(500)  # or the status would still be busy with the beginning
    game.follow()
    game.click(4)
    game.wait_status("Your turn: X")
    reply = game.marks().index("O")
    where = f"ow {reply // 3 + 1}, column {reply % 3 + 1}"
    (_, painted), *rest = sorted(game.followed(), key=lambda entry: entry[1])
    assert {text for text, _ in game.followed()} == {
        "Row 2, column 2, X",
        "You played row 2, column 2. Computer is thinking...",
        f"R{where}, O",
        f"Computer played r{where}. Your turn: X",
    }
    assert 390 <= rest[-1][1] - painted <= 4000  # much more only if the machine is busy


@pytest.mark.one_browser_is_enough
def test_taken_squares_and_all_after_the_end_are_aria_disabled_and_never_disabled(game):
    game.open()
    game.two_players()
    game.click(4)
    expect(game.cell(4)).to_have_attribute("aria-disabled", "true")
    expect(game.cell(0)).to_have_attribute("aria-disabled", "false")
    for cell in (0, 3, 1, 5):
        game.click(cell)
    for cell in range(9):
        expect(game.cell(cell)).to_have_attribute("aria-disabled", "true")
    assert game.page.locator(".cell[disabled]").count() == 0


@pytest.mark.one_browser_is_enough
def test_clicks_on_taken_squares_and_in_the_computers_turn_do_nothing(game):
    game.open()
    game.burst(4, 4, 0, 1, 2)
    game.wait_status("Your turn: X")
    reply = game.marks().index("O")
    game.click(reply)
    game.click(4)
    game.page.wait_for_timeout(LONGER_THAN_THE_PAUSE)
    assert sorted(game.marks()) == [""] * 7 + ["O", "X"]


def test_a_double_click_plays_once(game):
    game.open()
    game.two_players()
    game.cell(0).dblclick(force=True)
    assert game.marks() == ["X"] + [""] * 8
    expect(game.status).to_have_text("Player X played row 1, column 1. Player O's turn")


def test_between_the_squares_nothing_is_played(game):
    game.open()
    box = game.cell(0).bounding_box()
    game.page.mouse.click(box["x"] + box["width"] + 3, box["y"] + box["height"] + 3)
    game.page.wait_for_timeout(100)
    assert game.marks() == [""] * 9


OVERTAKINGS = {
    "new round": "#restart",
    "mode": "#mode=two-players",
    "level": "#level=easy",
}


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("overtaking", OVERTAKINGS)
def test_a_late_move_never_lands_on_a_new_board(game, overtaking):
    game.open()
    game.burst(4, OVERTAKINGS[overtaking])
    game.wait_status("New round.")
    game.page.wait_for_timeout(LONGER_THAN_THE_PAUSE)
    assert game.marks() == [""] * 9
    game.click(0)
    game.wait_mark(0, "X")


@pytest.mark.one_browser_is_enough
def test_nobody_wins_against_unbeatable_and_each_game_counts_once(game):
    game.open()
    dice = random.Random(1)
    games = 3
    for _ in range(games):
        game.page.click("#restart")
        game.wait_status("New round. Your turn: X")
        finish(game, dice)
        assert "You win!" not in game.status.text_content()
        game.burst(*range(9))
    scores = game.scores()
    assert scores["x"] == 0
    assert scores["draws"] + scores["o"] == games


def test_two_players_play_to_a_win_that_is_shown_said_and_counted(game):
    game.open()
    game.two_players()
    expect(game.status).to_have_text("New round. Player X's turn")
    game.click(0)
    expect(game.status).to_have_text("Player X played row 1, column 1. Player O's turn")
    for cell in (3, 1, 4, 2):
        game.click(cell)
    game.wait_status("Player X played row 1, column 3. Player X wins! Three in row 1.")
    assert winning_cells(game) == [0, 1, 2]
    assert game.page.locator(".turn.active").count() == 0
    assert game.scores() == {"x": 1, "draws": 0, "o": 0}


def test_the_winning_line_shows_without_colour(game):
    game.open()
    game.two_players()
    for cell in (0, 3, 1, 4, 2):
        game.click(cell)
    frame = "cell => getComputedStyle(cell).borderTopStyle + getComputedStyle(cell).borderTopWidth"
    won, other = (game.cell(cell).evaluate(frame) for cell in (0, 3))
    assert won != other


@pytest.mark.one_browser_is_enough
def test_one_move_that_completes_two_lines_counts_one_point(game):
    game.open()
    game.two_players()
    for cell in (0, 3, 1, 4, 8, 7, 5, 6, 2):
        game.click(cell)
    game.wait_status("Player X wins!")
    assert winning_cells(game) == [0, 1, 2, 5, 8]
    assert game.scores() == {"x": 1, "draws": 0, "o": 0}


@pytest.mark.one_browser_is_enough
def test_a_draw(game):
    game.open()
    game.two_players()
    for cell in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        game.click(cell)
    game.wait_status("It's a draw!")
    assert winning_cells(game) == []
    assert game.scores() == {"x": 0, "draws": 1, "o": 0}


@pytest.mark.one_browser_is_enough
def test_names_follow_the_mode(game):
    game.open()
    names = ["#turn-x", "#turn-o", "#label-x", "#label-o"]
    assert texts(game, names) == ["You (X)", "Computer (O)"] * 2
    game.two_players()
    assert texts(game, names) == ["Player X", "Player O"] * 2
    expect(game.page.locator("#level")).to_be_disabled()
    game.page.select_option("#mode", label="vs Computer")
    assert texts(game, names) == ["You (X)", "Computer (O)"] * 2
    expect(game.page.locator("#level")).to_be_enabled()


def test_mode_and_level_are_remembered(game):
    game.open()
    game.page.select_option("#level", label="Medium")
    game.wait_status("New round. Your turn: X")
    game.page.reload()
    game.ready()
    expect(game.page.locator("#level")).to_have_value("medium")
    game.two_players()
    game.page.reload()
    game.ready()
    expect(game.status).to_have_text("Player X's turn")
    expect(game.page.locator("#mode")).to_have_value("two-players")


@pytest.mark.one_browser_is_enough
def test_settings_that_somebody_damaged_are_ignored(game):
    game.open()
    game.page.evaluate(
        "for (const key of ['mode', 'level']) localStorage.setItem('tic-tac-toe:' + key, '<b>?')"
    )
    game.page.reload()
    game.ready()
    expect(game.status).to_have_text("Your turn: X")
    expect(game.page.locator("#level")).to_have_value("unbeatable")


@pytest.mark.one_browser_is_enough
def test_the_opponents_are_told_apart_by_how_they_play(game):
    """Medium blocks; it takes the centre when there is nothing to block."""
    game.open()
    game.page.select_option("#level", label="Medium")
    for corner in (0, 2):
        game.page.click("#restart")
        game.click(corner)
        game.wait_status("Your turn: X")
        assert game.marks()[4] == "O"
    game.click(0)  # X on 2 and 0: only 1 blocks
    game.wait_mark(1, "O")


@pytest.mark.one_browser_is_enough
def test_two_games_need_not_be_alike(game):
    """Unbeatable picks at random among its best moves: against the centre, any corner."""
    game.open()
    replies = set()
    for _ in range(12):  # all alike by chance: 4 in 4^12
        game.click(4)
        game.wait_status("Your turn: X")
        replies.add(game.marks().index("O"))
        game.page.click("#restart")
        if len(replies) > 1:
            break
    assert len(replies) > 1
    assert replies <= {0, 2, 6, 8}


@pytest.mark.one_browser_is_enough
@pytest.mark.parametrize("seed", range(3))
def test_a_storm_of_clicks_breaks_nothing(game, seed):
    """Forty actions in quick succession, then a game as usual."""
    game.open()
    dice = random.Random(seed)
    actions = dice.choices(
        [
            *range(9),
            "#restart",
            "#reset-scores",
            *("#level=easy", "#level=unbeatable", "#mode=two-players", "#mode=computer"),
        ],
        k=40,
    )
    for action in actions:
        game.burst(action)
        game.page.wait_for_timeout(20)
    game.page.wait_for_timeout(LONGER_THAN_THE_PAUSE)
    marks = game.marks()
    assert marks.count("X") - marks.count("O") in (0, 1)
    game.page.select_option("#mode", label="vs Computer")
    game.page.click("#restart")
    finish(game, dice)


def test_leaving_in_the_computers_pause_and_coming_back_goes_on(game):
    """Also where the browser keeps the page as it was (the back/forward cache)."""
    game.open()
    # What the browser tells a page that it puts into that cache and takes out again.
    game.page.evaluate(
        """() => {
          document.querySelector('.cell[data-index="4"]').click();
          dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
        }"""
    )
    game.page.wait_for_timeout(LONGER_THAN_THE_PAUSE)
    assert "O" not in game.marks()
    game.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    game.wait_status("Your turn: X")
    assert game.marks().count("O") == 1


def finish(game, dice):
    """Play random free squares against the computer until the round is over."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        free = [cell for cell, mark in enumerate(game.marks()) if not mark]
        game.click(dice.choice(free))
        expect(game.status).to_have_text(re.compile("Your turn: X|win|draw"))
        if "Your turn" not in game.status.text_content():
            return
    raise AssertionError("the round did not end")


def winning_cells(game):
    return [cell for cell in range(9) if "win" in game.cell(cell).get_attribute("class").split()]


def texts(game, names):
    return [game.page.locator(name).text_content() for name in names]
