"""Playing by keys: one Tab stop, arrows, Enter and Space, and where the focus is."""

import pytest
from playwright.sync_api import expect

RIGHT, LEFT, UP, DOWN = "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"


def test_the_board_is_one_tab_stop(game):
    game.open()
    keys = game.page.keyboard
    keys.press("Tab")
    expect(game.cell(0)).to_be_focused()
    keys.press("Tab")
    expect(game.page.locator("#restart")).to_be_focused()
    keys.press("Shift+Tab")
    expect(game.cell(0)).to_be_focused()


def test_arrows_home_and_end_move_the_focus_and_stop_at_the_edges(game):
    game.open()
    game.cell(0).focus()
    for key, cell in (
        (UP, 0), (LEFT, 0), (RIGHT, 1), (RIGHT, 2), (RIGHT, 2), (DOWN, 5), (DOWN, 8), (DOWN, 8),
        ("Home", 6), (UP, 3), ("End", 5), ("End", 5), (LEFT, 4),
    ):  # fmt: skip
        game.page.keyboard.press(key)
        expect(game.cell(cell)).to_be_focused()
    # Tab leads back to where the player was.
    game.page.keyboard.press("Tab")
    game.page.keyboard.press("Shift+Tab")
    expect(game.cell(4)).to_be_focused()
    assert game.page.locator('.cell[tabindex="0"]').count() == 1
    assert game.marks() == [""] * 9


def test_a_whole_round_by_keys_alone(game):
    game.open()
    keys = game.page.keyboard
    for stop in (
        ".cell",
        "#restart",
        "#undo",
        "#redo",
        "#hint",
        "#copy-link",
        "#read-board",
        "#show-help",
        "#thinking",
        "#history summary",
        "#inside summary",
        "#reset-scores",
        "#settings summary",
        "#mode",
    ):
        keys.press("Tab")
        expect(game.page.locator(stop).first).to_be_focused()
    game.page.locator("#mode").select_option("two-players")  # how it opens is the browser's affair
    for _ in range(13):
        keys.press("Shift+Tab")
    for press in ("Enter", DOWN, " ", UP, RIGHT, "Enter", DOWN, "Space", UP, RIGHT, "Enter"):
        keys.press(press)
    game.wait_status("Player X wins! Three in row 1.")
    expect(game.cell(2)).to_be_focused()


def test_the_focus_stays_after_a_move_an_answer_and_the_end(game):
    game.open()
    game.cell(4).focus()
    game.page.keyboard.press("Enter")
    expect(game.cell(4)).to_be_focused()
    game.wait_status("Your turn: X")
    expect(game.cell(4)).to_be_focused()
    game.burst("#mode=two-players")
    for cell in (0, 3, 1, 4, 2):
        game.cell(cell).focus()
        game.page.keyboard.press("Enter")
    game.wait_status("Player X wins!")
    expect(game.cell(2)).to_be_focused()
    game.page.keyboard.press(LEFT)
    expect(game.cell(1)).to_be_focused()


@pytest.mark.one_browser_is_enough
def test_taken_squares_can_be_visited_and_not_played(game):
    game.open()
    game.burst("#mode=two-players", 0, 1)
    game.cell(0).focus()
    game.page.keyboard.press(RIGHT)
    expect(game.cell(1)).to_be_focused()
    game.page.keyboard.press("Enter")
    game.page.keyboard.press("Space")
    game.page.wait_for_timeout(100)
    assert game.marks() == ["X", "O"] + [""] * 7


def test_new_round_leads_to_the_first_square(game):
    game.open()
    game.cell(4).focus()
    game.page.keyboard.press("Enter")
    game.page.locator("#restart").focus()
    game.page.keyboard.press("Enter")
    expect(game.cell(0)).to_be_focused()
    game.wait_status("New round. Your turn: X")


def test_changing_a_menu_leaves_the_focus_there(game):
    """With the arrow keys a player passes several levels on the way to the wanted one."""
    game.open()
    game.page.locator("#level").focus()
    game.page.locator("#level").select_option("easy")
    game.wait_status("New round.")
    expect(game.page.locator("#level")).to_be_focused()


def test_a_key_held_down_since_new_round_does_not_play(game):
    game.open()
    game.burst("#mode=two-players")
    game.page.locator("#restart").focus()
    keys = game.page.keyboard
    for _ in range(5):  # without a key-up in between, all after the first are repeats
        keys.down("Enter")
    keys.up("Enter")
    expect(game.cell(0)).to_be_focused()
    game.page.wait_for_timeout(200)
    assert game.marks() == [""] * 9
    keys.press("Enter")
    game.wait_mark(0, "X")


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta"])
def test_combinations_are_left_to_the_browser(game, modifier):
    game.open()
    game.cell(4).focus()
    # Sent as events, because the real ones would do what the browser does with them (Alt+Left goes
    # back in history).
    left_alone = game.page.evaluate(
        """(modifier) => ["ArrowLeft", "ArrowUp", "Home", "End"].every((key) =>
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {
            key, bubbles: true, cancelable: true, [modifier]: true,
          })))""",
        {"Control": "ctrlKey", "Alt": "altKey", "Meta": "metaKey"}[modifier],
    )
    assert left_alone
    expect(game.cell(4)).to_be_focused()


def test_arrows_do_not_scroll_the_page_and_letters_do_nothing(game):
    game.page.set_viewport_size({"width": 320, "height": 300})
    game.open()
    game.cell(0).focus()
    before = game.page.evaluate("scrollY")
    game.page.keyboard.press("ArrowUp")
    game.page.keyboard.press("Home")
    assert game.page.evaluate("scrollY") == before
    game.page.keyboard.type("nrxohbf1239?.")
    game.page.wait_for_timeout(100)
    assert game.marks() == [""] * 9
    expect(game.status).to_have_text("Your turn: X")


def test_a_click_moves_the_tab_stop(game):
    game.open()
    game.click(8)
    game.page.locator("#restart").focus()
    game.page.keyboard.press("Shift+Tab")
    expect(game.cell(8)).to_be_focused()


def test_the_roles_make_a_grid(game):
    game.open()
    grid = game.page.get_by_role("grid", name="Board")
    expect(grid).to_be_visible()
    expect(grid.get_by_role("row")).to_have_count(3)
    expect(grid.get_by_role("gridcell")).to_have_count(9)
    expect(grid.get_by_role("button", name="Row 2, column 3, empty")).to_have_count(1)
    expect(game.page.get_by_role("status")).to_have_count(1)
    expect(game.page.locator(".turns")).to_have_attribute("aria-hidden", "true")
