"""One round and what can be done with it: undo and redo, looking back, coming back, sharing."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.game import Game

LONGER_THAN_THE_PAUSE = 1000  # milliseconds

X_WINS = (0, 3, 1, 4, 2)


# Undo and redo


def test_undo_takes_back_both_moves_against_the_computer_and_redo_plays_them_again(game):
    game.open()
    undo, redo = game.page.locator("#undo"), game.page.locator("#redo")
    for button in (undo, redo):
        expect(button).to_have_attribute("aria-disabled", "true")
    game.burst(4)
    game.wait_status("Computer played")
    after = game.marks()
    undo.focus()
    game.page.keyboard.press("Enter")
    expect(game.status).to_have_text("Taken back: now before the first move. Your turn: X")
    assert game.marks() == [""] * 9
    expect(undo).to_be_focused()
    expect(undo).to_have_attribute("aria-disabled", "true")
    game.page.keyboard.press("Enter")
    game.wait_status("There is no move of yours to take back. Your turn: X")
    redo.click()
    game.wait_status("Played again: now after move 2, O row")
    assert game.marks() == after
    redo.click(force=True)
    game.wait_status("There is no move to play again.")


@pytest.mark.one_browser_is_enough
def test_undo_in_the_computers_pause_takes_back_the_players_move(game):
    game.open()
    game.burst(4, "#undo")
    game.wait_status("Taken back: now before the first move. Your turn: X")
    game.page.wait_for_timeout(LONGER_THAN_THE_PAUSE)
    assert game.marks() == [""] * 9
    game.burst("#redo")
    game.wait_status("Computer is thinking...")
    game.wait_status("Computer played")
    assert game.marks()[4] == "X"


def test_undo_after_the_end_takes_the_point_back_and_redo_gives_it_again(game):
    game.open()
    game.burst("#mode=two-players", *X_WINS)
    assert game.scores() == {"x": 1, "draws": 0, "o": 0}
    game.page.click("#undo")
    game.wait_status("Taken back: now after move 4. Player X's turn")
    assert game.scores() == {"x": 0, "draws": 0, "o": 0}
    expect(game.page.locator(".win")).to_have_count(0)
    expect(game.page.locator("#strike line")).to_have_count(0)
    game.page.click("#redo")
    game.wait_status("Player X wins!")
    assert game.scores() == {"x": 1, "draws": 0, "o": 0}
    # Also after a reload, and for one point only.
    game.page.reload()
    game.ready()
    assert game.scores() == {"x": 1, "draws": 0, "o": 0}
    game.burst("#undo", "#undo", "#redo", "#redo", "#undo", 8, 5)
    game.wait_status("Player O wins!")
    assert game.scores() == {"x": 0, "draws": 0, "o": 1}


# Looking back


@pytest.mark.one_browser_is_enough
def test_a_round_that_was_broken_off_by_a_slip_comes_back(game):
    game.open()
    game.click(4)
    game.wait_status("Computer played")
    before = game.marks()
    undo = game.page.locator("#undo")
    for slip in ("#restart", "#level=easy", "#size=4x4-4", "#mode=two-players"):
        game.burst(slip)
        game.wait_status("New round.")
        expect(undo).to_have_attribute("aria-disabled", "false")
        undo.click()
        game.wait_status("The round before is back, Unbeatable, 3 × 3, after move 2. Your turn: X")
        assert game.marks() == before
        expect(game.page.locator("#level")).to_have_value("unbeatable")
    assert game.scores() == {"x": 0, "draws": 0, "o": 0}
    game.page.reload()
    game.ready()
    game.wait_status("Your last round.")
    assert game.marks() == before


def test_the_moves_are_listed_and_each_shows_the_board_as_it_was(game):
    game.open()
    game.burst("#mode=two-players", *X_WINS)
    game.page.click("#history summary")
    moves = game.page.locator("#moves button")
    expect(moves).to_have_text(
        [
            "1. X row 1, column 1",
            "2. O row 2, column 1",
            "3. X row 1, column 2",
            "4. O row 2, column 2",
            "5. X row 1, column 3",
        ]
    )
    now = game.page.locator("#now")
    expect(now).to_be_hidden()
    moves.nth(1).click()
    game.wait_status("Looking back: after move 2, of 5. Press any square to come back.")
    assert game.marks() == ["X", "", "", "O", "", "", "", "", ""]
    expect(moves.nth(1)).to_have_attribute("aria-current", "step")
    expect(game.page.locator("#strike line")).to_have_count(0)
    now.click()
    game.wait_status("Back in the game. Player X wins!")
    assert game.marks() == ["X", "X", "X", "O", "O", "", "", "", ""]
    expect(game.page.locator("#moves [aria-current]")).to_have_text("5. X row 1, column 3")
    assert game.scores()["x"] == 1
    # A press on the board leads back as well, and plays nothing.
    game.burst("#undo")
    expect(moves).to_have_count(4)
    moves.nth(0).click()
    game.click(8)
    game.wait_status("Back in the game. Player X's turn")
    assert game.marks() == ["X", "X", "", "O", "O", "", "", "", ""]


@pytest.mark.one_browser_is_enough
def test_the_computers_move_ends_the_looking_back(game):
    game.open()
    game.page.click("#history summary")
    game.burst(4, "#moves button")
    game.wait_status("Computer played")
    expect(game.page.locator("#now")).to_be_hidden()
    assert sorted(game.marks()) == sorted([""] * 7 + ["O", "X"])


# Coming back


def test_a_reload_brings_the_unfinished_round_back_with_what_was_undone(game):
    game.open()
    game.burst("#mode=two-players", "#size=4x4-4", 0, 5, 10, "#undo")
    game.page.reload()
    game.ready()
    expect(game.status).to_have_text("Your last round. Player X's turn")
    expect(game.cells).to_have_count(16)
    assert [cell for cell, mark in enumerate(game.marks()) if mark] == [0, 5]
    game.page.click("#redo")
    game.wait_mark(10, "X")


def test_a_reload_in_the_computers_pause_lets_it_move_afterwards(game):
    game.open()
    with game.page.expect_navigation():
        game.page.evaluate(
            """() => {
              document.querySelector(".cell").click();
              setTimeout(() => location.reload());
            }"""
        )
    game.ready()
    game.wait_status("Computer played row 2, column 2. Your turn: X")
    assert game.marks().count("O") == 1


def test_a_closed_tab_comes_back_in_a_new_one_and_a_finished_round_is_not_counted_twice(
    game, context, dist_url
):
    game.open()
    game.burst("#mode=two-players", *X_WINS[:3])
    game.page.close()
    again = Game(context.new_page(), dist_url).open()
    again.wait_status("Your last round. Player O's turn")
    again.burst(4, 2)
    again.wait_status("Player X wins!")
    again.page.close()
    last = Game(context.new_page(), dist_url).open()
    last.wait_status("Your last round. Player X wins!")
    assert last.scores() == {"x": 1, "draws": 0, "o": 0}
    last.click(8)
    assert last.marks()[8] == ""
    assert not again.errors + last.errors


def test_of_three_tabs_none_takes_the_round_of_another(game, context, dist_url):
    """The first is closed, and so the third gets its number; the second plays on."""
    game.open()
    second = Game(context.new_page(), dist_url).open()
    second.burst("#mode=two-players", "#restart", *X_WINS[:4])
    game.page.close()
    third = Game(context.new_page(), dist_url).open()
    assert third.marks() == [""] * 9
    second.burst(X_WINS[-1])
    second.wait_status("Player X wins!")
    assert not second.errors + third.errors


def test_a_copy_of_a_tab_leaves_the_round_to_the_tab_it_is_a_copy_of(game, context):
    game.open()
    game.burst("#mode=two-players", *X_WINS)
    with context.expect_page() as opened:
        game.page.evaluate("window.open(location.href)")  # takes the session storage along
    copy = Game(opened.value, game.url).ready()
    expect(copy.cell(0)).to_have_attribute("aria-label", "Row 1, column 1, empty")
    assert copy.marks() == [""] * 9
    copy.burst("#undo")
    copy.wait_status("There is no move of yours to take back.")
    assert copy.scores() == {"x": 1, "draws": 0, "o": 0}
    # The copy is a tab of its own from now on.
    copy.burst(8)
    copy.page.reload()
    copy.ready()
    copy.wait_status("Your last round.")
    assert copy.marks()[8] == "X"


def test_a_tab_that_was_left_and_replaced_does_not_play_the_round_as_well(game, context, dist_url):
    game.open()
    game.burst("#mode=two-players", 0, 3)
    game.page.goto("about:blank")
    other = Game(context.new_page(), dist_url).open()
    other.wait_status("Your last round. Player X's turn")
    game.page.go_back()
    game.ready()
    assert game.marks() == [""] * 9
    assert not other.errors


def test_the_focus_is_not_lost_when_what_had_it_goes(game):
    game.open()
    game.page.click("#history summary")
    game.burst(4, "#moves button")
    game.wait_status("Computer played")
    game.page.locator("#moves button").first.click()
    game.page.locator("#now").focus()
    game.page.keyboard.press("Enter")
    expect(game.cell(4)).to_be_focused()
    # The computer's move ends the looking back, too.
    game.burst(*[cell for cell, mark in enumerate(game.marks()) if not mark][:1])
    game.burst("#moves button")
    game.page.locator("#now").focus()
    game.wait_status("Computer played")
    expect(game.page.locator(".cell:focus")).to_have_count(1)
    # And a link takes the list of moves away.
    game.page.locator("#moves button").last.focus()
    game.page.evaluate("location.hash = '#4x4-4='")
    game.wait_status("A shared position.")
    expect(game.cell(0)).to_be_focused()
    # As does another board the square.
    game.page.evaluate("location.hash = '#3x3-3='")
    expect(game.cells).to_have_count(9)
    expect(game.cell(0)).to_be_focused()


@pytest.mark.one_browser_is_enough
def test_a_new_round_after_a_link_is_played_from_the_chosen_side(game):
    game.open("#3x3-3=4")
    expect(game.page.locator("#turn-o")).to_have_text("You (O)")
    game.page.click("#restart")
    expect(game.status).to_have_text("New round. Your turn: X")
    expect(game.page.locator("#turn-x")).to_have_text("You (X)")


def test_a_second_tab_begins_a_round_of_its_own(game, context, dist_url):
    game.open()
    game.burst("#mode=two-players", 0)
    other = Game(context.new_page(), dist_url).open()
    assert other.marks() == [""] * 9
    other.burst(8)
    for tab, cell in ((game, 0), (other, 8)):
        tab.page.reload()
        tab.ready()
        assert [index for index, mark in enumerate(tab.marks()) if mark] == [cell]
    assert not other.errors


def test_the_back_button_brings_the_round_back(game):
    game.open()
    game.burst("#mode=two-players", 0, 4)
    game.page.goto("about:blank")
    game.page.go_back()
    game.ready()
    expect(game.cell(0)).to_have_attribute("aria-label", "Row 1, column 1, X")
    game.burst(8)
    game.wait_mark(8, "X")


@pytest.mark.one_browser_is_enough
def test_a_damaged_round_is_dropped_quietly(game):
    game.open()
    for junk in (
        "x" * 100_000,
        "3x3-3=0.0 2 0 computer easy X",
        "3x3-3=0 9 0 computer easy X",
        "9x9-9= 0 0 computer easy X",
    ):
        game.page.evaluate(
            """(junk) => {
              for (const name of ["tic-tac-toe:round", "tic-tac-toe:round:0"]) {
                localStorage.setItem(name, junk);
                sessionStorage.setItem(name, junk);
              }
            }""",
            junk,
        )
        game.page.reload()
        game.ready()
        expect(game.status).to_have_text("Your turn: X")
        assert game.marks() == [""] * 9
    game.burst(4)
    game.wait_status("Computer played")


@pytest.mark.one_browser_is_enough
def test_an_early_click_is_not_played_into_a_round_that_came_back(game):
    game.open()
    game.burst("#mode=two-players", 0)
    game.page.add_init_script(
        """addEventListener("DOMContentLoaded", () => setTimeout(() =>
          document.querySelector('.cell[data-index="8"]').click()));"""
    )
    game.page.reload()
    game.ready()
    game.wait_status(
        "The square pressed before was not played: the position is another. Player O's turn"
    )
    assert game.marks() == ["X"] + [""] * 8


# Sharing


def test_copy_link_puts_the_position_into_the_address_and_the_clipboard(game, browser_name):
    game.page.add_init_script(
        """Object.defineProperty(navigator, "clipboard", {
          value: { writeText: async (text) => { window.copied = text; } },
        });"""
    )
    game.open()
    game.burst("#mode=two-players", 4, 0)
    game.page.click("#copy-link")
    game.wait_status("Link copied: it opens this position. Player X's turn")
    assert game.page.url == game.url + "#3x3-3=4.0&two-players"
    assert game.page.evaluate("copied") == game.page.url
    # One's own round stays one's own.
    game.page.reload()
    game.ready()
    game.wait_status("Your last round.")
    game.burst("#restart")
    expect(game.page).to_have_url(game.url)


def test_where_copying_is_blocked_the_address_bar_has_the_link(game):
    game.open()
    for ply, clipboard in enumerate(
        (
            "undefined",
            "{}",
            "{ writeText: () => Promise.reject(new Error('no')) }",
            "{ writeText() { throw new Error('no'); } }",
        )
    ):
        game.page.evaluate(
            f"""Object.defineProperty(navigator, "clipboard", {{
              configurable: true, value: {clipboard},
            }})"""
        )
        game.burst("#mode=two-players", ply, "#copy-link")
        game.wait_status(
            "Copying is blocked here. The link to this position is in the address bar."
        )
        moves = ".".join(str(cell) for cell in range(ply + 1))
        assert game.page.url == f"{game.url}#3x3-3={moves}&two-players"


@pytest.mark.one_browser_is_enough
def test_copying_while_looking_back_shares_the_position_that_is_shown(game):
    game.open()
    game.page.click("#history summary")
    game.burst("#mode=two-players", *X_WINS)
    game.settle()
    game.page.locator("#moves button").nth(1).click()
    game.page.click("#copy-link")
    expect(game.page).to_have_url(game.url + "#3x3-3=0.3&two-players")


def test_a_link_opens_its_position_and_lets_one_play_on_without_touching_the_scores(game):
    game.open("#3x3-3=0.3.1.4")
    expect(game.status).to_have_text("A shared position. It does not count. Your turn: X")
    expect(game.page.locator("#turn-x")).to_have_text("You (X)")
    game.burst(2)
    game.wait_status("You win!")
    assert game.scores() == {"x": 0, "draws": 0, "o": 0}
    # A reload goes on with what became of it, and it still does not count.
    game.burst("#undo")
    game.page.reload()
    game.ready()
    expect(game.status).to_have_text("Your last round. Your turn: X")
    game.burst(2)
    assert game.scores() == {"x": 0, "draws": 0, "o": 0}
    game.burst("#undo", "#undo", "#undo", "#mode=two-players", *X_WINS)
    assert game.scores() == {"x": 1, "draws": 0, "o": 0}


def test_at_an_address_with_two_slashes_a_link_is_left_behind_as_anywhere(game):
    """It looks like the name of another host, to which browsers let no page change."""
    game.open("/#3x3-3=0.4&two-players")
    game.wait_mark(0, "X")
    game.burst("#restart", 8)
    expect(game.page).to_have_url(game.url + "/")
    game.page.reload()
    game.ready()
    assert game.marks() == [""] * 8 + ["X"]


@pytest.mark.one_browser_is_enough
def test_another_link_pasted_into_the_address_is_opened_as_well(game):
    game.open()
    game.burst("#mode=two-players", 8)
    game.page.evaluate("location.hash = '#4x4-4=0.5&two-players'")
    expect(game.cells).to_have_count(16)
    game.wait_status("A shared position. It does not count. Player X's turn")
    game.page.evaluate("location.hash = '#nonsense'")
    game.wait_status("The link holds no position that can be played, so it was left aside.")
    assert [cell for cell, mark in enumerate(game.marks()) if mark] == [0, 5]


HOSTILE = [
    "#", "#=", "#3x3-3", "#3x3-3=0.0", "#3x3-3=9", "#3x3-3=0.3.1.4.2.5", "#3x3-3=-1", "#3x3-3=1e0",
    "#3x3-3=%30", "#3x3-3=0,1", "#4x3-3=0", "#99x99-3=", "#3x3-3=٣", "#<img src=x onerror=x()>",
    "#javascript:alert(1)", "#../../etc", "#%", "#%00", "#\ud83d\ude42", "#constructor=0",
    "#__proto__=0", "#board", "#status", "#=3x3-3", "#3x3-3=" + "0." * 5000, "#" + "9" * 20_000,
]  # fmt: skip


@pytest.mark.one_browser_is_enough
def test_five_hundred_hostile_links_and_stored_values_do_no_harm(game, browser_name):
    """Some links that somebody thought of, the rest and the storage at random, from a seed."""
    dice = random.Random(7)
    letters = "0123456789.=-x#%<>&\"'\\ \u0000\u202e\u00e9\U0001f642XOcomputer"
    hashes = HOSTILE + [
        "#" + "".join(dice.choice(letters) for _ in range(dice.randrange(1, 40)))
        # Reading them is Python's; what the browser does to an address, a few of them show.
        for _ in range(435 if browser_name == "chromium" else 75)
    ]
    game.open()
    game.burst("#mode=two-players")
    harmed = game.page.evaluate(
        """async (hashes) => {
          const harmed = [];
          const changed = () =>
            new Promise((done) => addEventListener("hashchange", done, { once: true }));
          const marks = () => [...document.querySelectorAll(".cell")].map((c) => c.dataset.mark);
          document.querySelector('.cell[data-index="4"]').click();
          const before = String(marks());
          for (const hash of hashes) {
            if (["#", "", location.hash].includes(hash)) continue;
            location.hash = hash;
            await changed();
            const after = String(marks());
            if (before !== after) harmed.push([hash, after]);
          }
          return harmed;
        }""",
        hashes,
    )
    assert harmed == []
    game.wait_status("The link holds no position that can be played, so it was left aside.")
    assert game.scores() == {"x": 0, "draws": 0, "o": 0}
    names = ["round", "mode", "level", "side", "board", "theme", "sound", "link"]
    names += [f"scores:computer-unbeatable-3x3-3:{tab}" for tab in (0, 1, "x", "", "9" * 40)]
    for _ in range(3):
        values = {
            name: "".join(dice.choice(letters) for _ in range(dice.choice([0, 1, 5, 50, 3000])))
            for name in names
        }
        game.page.evaluate(
            """(values) => {
              for (const store of [localStorage, sessionStorage]) {
                for (const [name, value] of Object.entries(values)) {
                  store.setItem("tic-tac-toe:" + name, value);
                }
              }
              history.replaceState(null, "", location.pathname);
            }""",
            values,
        )
        game.page.reload()
        game.ready()
        expect(game.status).to_have_text(re.compile("^Your turn: X$"))
        assert game.marks() == [""] * 9
        game.burst(0)
        game.wait_status("Computer played")
