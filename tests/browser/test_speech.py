"""What is said and when: the pace of the status, refusals, reading the board, help, and options."""

import itertools

import pytest
from playwright.sync_api import expect

from ui.speech import GAP

WIN = (0, 3, 1, 4, 2)

# Every text that the status ever had, from the first on: [text, milliseconds].
RECORD = """
window.said = [];
document.addEventListener("DOMContentLoaded", () => {
  const status = document.getElementById("status");
  const note = () => said.push([status.textContent, performance.now()]);
  note();
  new MutationObserver(note).observe(status, { childList: true });
});
"""


def open_recorded(game):
    game.page.add_init_script(RECORD)
    return game.open()


def texts(game):
    return [text for text, _ in game.page.evaluate("said")]


# The pace


def test_at_the_beginning_one_thing_is_said(game):
    open_recorded(game)
    game.page.wait_for_timeout(600)
    assert texts(game) == ["Loading the game...", "Your turn: X"]
    game.burst("#mode=two-players", 4)
    game.wait_status("Player X played")
    game.page.reload()
    game.ready()
    game.page.wait_for_timeout(600)
    assert texts(game) == ["Loading the game...", "Your last round. Player O's turn"]


def test_a_whole_round_at_once_is_said_in_order_and_no_text_follows_too_soon(game):
    open_recorded(game)
    game.burst("#mode=two-players", *WIN[:2])
    game.burst(*WIN[2:], "#restart", 4)
    game.wait_status("Player X played row 2, column 2. Player O's turn")
    said = [(text, time) for text, time in game.page.evaluate("said") if text][1:]
    for (_, earlier), (_, later) in itertools.pairwise(said):
        assert later - earlier >= 1000 * GAP - 10
    whole = " ".join(text for text, _ in said)
    place = 0
    for sentence in (
        "New round.",
        "Player X played row 1, column 1.",
        "Player O played row 2, column 1.",
        "Player X played row 1, column 2.",
        "Player O played row 2, column 2.",
        "Player X played row 1, column 3.",
        "Player X wins! Three in row 1.",
        "New round.",
        "Player X played row 2, column 2.",
    ):
        assert sentence in whole[place:], whole
        place = whole.index(sentence, place) + len(sentence)


@pytest.mark.one_browser_is_enough
def test_the_status_is_never_untrue(game):
    """Where the next text has to wait, the last one goes when it is no longer true."""
    open_recorded(game)
    game.burst(4)
    assert game.status.text_content() in ("", "You played row 2, column 2. Computer is thinking...")
    game.wait_status("Computer played")
    assert "You played row 2, column 2. Computer is thinking..." in texts(game)


@pytest.mark.one_browser_is_enough
def test_the_same_again_is_written_again(game):
    open_recorded(game)
    for time in range(3):
        game.page.click("#restart")
        game.wait_for(
            "times => said.filter(([text]) => text.startsWith('New round')).length > times", time
        )
    new_rounds = [text for text in texts(game) if text.startswith("New round")]
    assert [text.rstrip("\u00a0") for text in new_rounds] == ["New round. Your turn: X"] * 3
    for earlier, later in itertools.pairwise(new_rounds):
        assert earlier != later
    between = texts(game)[-2]
    assert between == ""
    expect(game.status).to_have_text("New round. Your turn: X")


# Refusals


@pytest.mark.one_browser_is_enough
def test_who_presses_what_cannot_be_played_is_told_why(game):
    game.open()
    game.page.select_option("#pause", "2")
    game.click(4)
    game.click(0)
    game.wait_status("It is the computer's turn. Computer is thinking...")
    game.wait_status("Computer played")
    game.cell(4).focus()
    game.page.keyboard.press("Enter")
    game.wait_status("Row 2, column 2 is taken: X. Your turn: X")
    game.two_players()
    game.burst(*WIN)
    game.wait_status("Player X wins!")
    game.click(8)
    game.wait_status(
        "This round is over. New Round begins the next. Player X wins! Three in row 1."
    )
    game.page.click("#history summary")
    game.page.locator("#moves button").first.click()
    game.wait_status("Looking back")
    game.click(0)  # any square leads back, also one that is taken
    game.wait_status("Back in the game.")
    assert "taken" not in game.status.text_content()


def test_a_double_click_is_not_scolded(game):
    open_recorded(game)
    game.two_players()
    game.cell(4).dblclick(force=True)
    game.page.wait_for_timeout(1000)
    assert not any("taken" in text for text in texts(game))
    game.click(4)
    game.wait_status("Row 2, column 2 is taken: X.")


# Reading the board


def test_the_board_is_read_out_wherever_the_focus_is(game):
    game.open()
    game.two_players()
    game.burst(0, 2)
    board = "Row 1: X, empty, O. Row 2: empty, empty, empty. Row 3: empty, empty, empty."
    for where in (".cell", "#level", "#restart", "#sound"):
        game.page.locator(where).first.focus()
        game.page.keyboard.press("F2")
        game.wait_status(f"{board} Player X's turn")
        game.page.click("#copy-link")
        game.wait_status("ink")
        expect(game.status).not_to_contain_text("Row 1:")
    game.page.get_by_role("button", name="Read board").click()
    game.wait_status(board)
    game.burst("#moves button")
    game.wait_status("Looking back")
    game.page.keyboard.press("F2")
    game.wait_status("Row 1: X, empty, empty. Row 2")


@pytest.mark.one_browser_is_enough
def test_after_the_end_what_decided_it_is_read_as_well(game):
    game.open()
    game.two_players()
    game.burst(*WIN)
    expect(game.page.locator("#lesson")).to_be_visible()
    told = "Move 2 by O gave the draw away: row 2, column 2 held it."
    expect(game.page.locator("#lesson")).to_contain_text(told)
    game.page.keyboard.press("F2")
    game.wait_status(f"Row 3: empty, empty, empty. {told} Player X wins!")


@pytest.mark.one_browser_is_enough
def test_other_keys_read_nothing(game):
    open_recorded(game)
    game.cell(0).focus()
    for key in ("Control+F2", "Alt+F2", "Shift+F2", "b", "r", "."):
        game.page.keyboard.press(key)
    game.page.wait_for_timeout(600)
    assert not any("Row 1:" in text for text in texts(game))
    for _ in range(5):  # held down: it is read once
        game.page.keyboard.down("F2")
    game.page.keyboard.up("F2")
    game.wait_status("Row 1:")
    game.page.wait_for_timeout(700)
    assert sum("Row 1:" in text for text in texts(game)) == 1


# Help


def test_the_help_opens_tells_the_keys_and_gives_the_focus_back(game):
    game.open()
    opener = game.page.get_by_role("button", name="Help")
    expect(opener).to_have_attribute("aria-haspopup", "dialog")
    opener.focus()
    dialog = game.page.get_by_role("dialog", name="Help")
    for way_out in ("Escape", "button"):
        game.page.keyboard.press("Enter")
        expect(dialog).to_be_visible()
        expect(dialog.get_by_role("heading", name="Help")).to_be_focused()
        expect(dialog.get_by_role("row", name="F2")).to_contain_text("reads the board")
        if way_out == "Escape":
            game.page.keyboard.press("Escape")
        else:
            game.page.keyboard.press("Tab")
            expect(dialog.get_by_role("button", name="Close")).to_be_focused()
            game.page.keyboard.press("Enter")
        expect(dialog).to_be_hidden()
        expect(opener).to_be_focused()
    assert game.marks() == [""] * 9


@pytest.mark.one_browser_is_enough
def test_a_double_press_on_close_neither_opens_the_help_again_nor_plays_what_lay_below(game):
    game.open()
    dialog = game.page.locator("#help")
    game.page.click("#show-help")
    game.page.keyboard.press("Tab")
    game.page.keyboard.press("Enter")
    game.page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    game.click(4)
    assert game.marks() == [""] * 9
    game.page.wait_for_timeout(800)
    game.click(4)
    game.wait_mark(4, "X")
    game.page.click("#show-help")
    expect(dialog).to_be_visible()


def test_while_the_help_is_open_nothing_is_said_and_afterwards_nothing_is_lost(game):
    open_recorded(game)
    game.burst(4, "#show-help")
    game.wait_for("() => [...document.querySelectorAll('.cell')].some(c => c.dataset.mark === 'O')")
    game.page.keyboard.press("F2")
    game.page.wait_for_timeout(600)
    assert not any("Computer played" in text or "Row 1:" in text for text in texts(game))
    game.page.keyboard.press("Escape")
    game.wait_status("Computer played")
    assert not any("Row 1:" in text for text in texts(game))


# Options


@pytest.mark.one_browser_is_enough
def test_the_squares_have_short_names_if_wanted_and_keep_them(game):
    game.open()
    game.page.get_by_label("Square names").select_option(label="Short")
    expect(game.cell(5)).to_have_attribute("aria-label", "2, 3, empty")
    game.burst("#mode=two-players", 5, "#size=4x4-4")
    expect(game.cell(15)).to_have_attribute("aria-label", "4, 4, empty")
    game.burst(15)
    expect(game.cell(15)).to_have_attribute("aria-label", "4, 4, X")
    game.page.reload()
    game.ready()
    expect(game.page.locator("#names")).to_have_value("short")
    expect(game.cell(15)).to_have_attribute("aria-label", "4, 4, X")
    game.page.get_by_label("Square names").select_option(label="Full")
    expect(game.cell(15)).to_have_attribute("aria-label", "Row 4, column 4, X")


@pytest.mark.one_browser_is_enough
def test_the_computer_waits_as_long_as_is_wanted(game):
    open_recorded(game)
    game.page.get_by_label("Computer waits").select_option(label="2 seconds")
    game.page.reload()
    game.ready()
    expect(game.page.locator("#pause")).to_have_value("2")
    game.page.wait_for_timeout(500)
    game.click(4)
    game.wait_status("Computer played")
    times = dict(game.page.evaluate("said"))
    (own,) = [time for text, time in times.items() if text.startswith("You played")]
    (answer,) = [time for text, time in times.items() if text.startswith("Computer played")]
    assert 1950 <= answer - own <= 6000  # much more only if the machine is busy
    assert game.page.locator("#restart").is_enabled()
    game.page.get_by_label("Computer waits").select_option(label="10 seconds")
    expect(game.cells.nth(4)).to_have_attribute("aria-disabled", "true")  # the round goes on


@pytest.mark.one_browser_is_enough
@pytest.mark.parametrize("name", ["names", "pause"])
def test_options_that_somebody_damaged_are_as_at_first(game, name):
    game.open()
    game.page.evaluate("name => localStorage.setItem('tic-tac-toe:' + name, '<b>?')", name)
    game.page.reload()
    game.ready()
    expect(game.page.locator("#names")).to_have_value("full")
    expect(game.page.locator("#pause")).to_have_value("usual")
    expect(game.cell(0)).to_have_attribute("aria-label", "Row 1, column 1, empty")
    game.click(0)
    game.wait_status("Computer played")


@pytest.mark.one_browser_is_enough
def test_that_scores_are_not_kept_is_said_as_well(game):
    game.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    game.open()
    game.wait_status("Scores will not be kept: storage is blocked or full in this browser.")
