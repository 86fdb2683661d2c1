"""The states that the page can be in, each by a name and a way there, for tests that look at all.

A way begins with the page not yet opened, and ends with all at rest. Beside `Game`'s verbs it uses
the page's public names. What is looked for in a state is the tests' affair.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.game import Game
from tests.browser.test_loading import WASM, hold, spoil

# X wins in the first column; O has 1 and 2, and gave the draw away with the first of them.
X_WINS = (0, 1, 3, 2, 6)
# O wins in the second row.
O_WINS = (0, 3, 1, 4, 8, 5)
DRAW = (0, 1, 2, 4, 3, 5, 7, 6, 8)
# Few squares are left, so the tree below is one that is shown.
FIVE_LEFT = (0, 4, 8, 2)


class State(NamedTuple):
    """A state of the page: how it is called, and what brings a page that is not open there.

    `has_errors` says that the page reports errors on the way, as it should.
    """

    name: str
    reach: Callable[[Game], None]
    has_errors: bool = False


def _loading(game: Game) -> None:
    hold(game, WASM)


def _early_click(game: Game) -> None:
    _loading(game)
    game.click(8)
    game.wait_status("will be played")


def _failed(game: Game) -> None:
    game.page.route(WASM, lambda route: spoil(route, "missing"))
    game.page.goto(game.url)
    expect(game.page.locator("html")).to_have_attribute("data-state", "failed", timeout=14_000)


def _fresh(game: Game) -> None:
    game.open()


def _answered(game: Game) -> None:
    game.open()
    game.click(4)
    game.wait_status("Computer played")


def _computers_turn(game: Game) -> None:
    game.open()
    game.page.select_option("#pause", "10")
    game.click(4)
    game.wait_status("Computer is thinking")


def _two_players(game: Game, *moves: int) -> None:
    game.open()
    game.two_players()
    if moves:
        game.burst(*moves)
        expect(game.cell(moves[-1])).to_have_attribute("aria-disabled", "true")


def _in_play(game: Game) -> None:
    _two_players(game, 4, 0, 2)


def _x_wins(game: Game) -> None:
    _two_players(game, *X_WINS)
    game.wait_status("Player X wins!")


def _o_wins(game: Game) -> None:
    _two_players(game, *O_WINS)
    game.wait_status("Player O wins!")


def _draw(game: Game) -> None:
    _two_players(game, *DRAW)
    game.wait_status("It's a draw!")


def _taken_back(game: Game) -> None:
    _in_play(game)
    game.page.click("#undo")
    game.wait_status("Taken back")


def _looking_back(game: Game) -> None:
    _in_play(game)
    game.page.click("#history > summary")
    game.page.locator("#moves button").nth(1).click()
    game.wait_status("Looking back")


def _hint(game: Game) -> None:
    _two_players(game, 0, 4, 8)
    game.page.click("#hint")
    game.wait_status("Hint:")


def _thinking_shown(game: Game) -> None:
    _two_players(game, 0, 4, 8)
    game.page.get_by_label("Show thinking").check()
    expect(game.page.locator(".cell.best").first).to_be_attached()


def _studied(game: Game) -> None:
    _two_players(game, *FIVE_LEFT)
    game.page.click("#inside > summary")
    expect(game.page.locator("#tree [role=treeitem]").first).to_be_visible()
    expect(game.page.locator("#counts")).not_to_contain_text("counting")


def _search_replayed(game: Game) -> None:
    _studied(game)
    game.page.click("#tree-start")
    for _ in range(12):
        game.page.locator("#tree-step").evaluate("button => button.click()")
    game.wait_status("Step 12 of")


def _lesson(game: Game) -> None:
    game.open()
    game.page.get_by_label("Show thinking").check()
    game.two_players()
    game.burst(*X_WINS)
    expect(game.page.locator("#lesson")).to_be_visible()


def _large_board(game: Game) -> None:
    game.open()
    game.burst("#mode=two-players", "#size=4x4-4")
    expect(game.cells).to_have_count(16)
    game.burst(5, 6, 9)
    expect(game.cell(9)).to_have_attribute("aria-disabled", "true")


def _large_board_thought_through(game: Game) -> None:
    _large_board(game)
    game.page.get_by_label("Show thinking").check()
    expect(game.page.locator(".value", has_text="draw").first).to_be_attached()


def _all_unfolded(game: Game) -> None:
    _x_wins(game)
    for folded in ("#history", "#statistics", "#explained"):
        game.page.click(f"{folded} > summary")
    expect(game.page.locator("#explained .square").first).to_be_attached()
    expect(game.page.locator("#explained pre code").last).not_to_be_empty()
    for code in game.page.locator("#explained details.code > summary").all():
        code.click()
    game.page.locator("#explained .live").last.locator(".square").nth(2).click()


def _all_settings(game: Game) -> None:
    """Each one another than at first, as far as that can be."""
    game.open()
    game.page.get_by_label("Show thinking").check()
    for menu in game.page.locator("#settings select").all():
        if menu.is_enabled():
            menu.select_option(index=menu.locator("option").count() - 1)
    game.page.get_by_label("Sound").check()
    expect(game.page.locator(".value").first).to_be_attached()


def _help(game: Game) -> None:
    _in_play(game)
    game.wait_status("Player O's turn")  # while the help is open, nothing is said
    game.page.click("#show-help")
    expect(game.page.locator("#help")).to_be_visible()


def _scores_reset(game: Game) -> None:
    _x_wins(game)
    game.page.click("#reset-scores")
    expect(game.page.locator("#undo-reset")).to_be_visible()


def _not_kept(game: Game) -> None:
    game.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    _x_wins(game)
    expect(game.page.locator("#notice")).to_contain_text("Scores will not be kept")


def _offers(game: Game) -> None:
    """All that the end of the page can hold: who offers it is test_offline.py's affair."""
    game.open()
    game.page.evaluate(
        """() => {
          document.getElementById("offline").textContent = "Ready to play offline.";
          for (const name of ["offline", "update-offer", "install"]) {
            document.getElementById(name).hidden = false;
          }
        }"""
    )


STATES = (
    State("loading", _loading),
    State("early click", _early_click),
    State("failed", _failed, has_errors=True),
    State("new round", _fresh),
    State("computer's turn", _computers_turn),
    State("answered", _answered),
    State("two players", _in_play),
    State("X wins", _x_wins),
    State("O wins", _o_wins),
    State("draw", _draw),
    State("taken back", _taken_back),
    State("looking back", _looking_back),
    State("hint", _hint),
    State("thinking shown", _thinking_shown),
    State("studied", _studied),
    State("search replayed", _search_replayed),
    State("turning points", _lesson),
    State("4 × 4", _large_board),
    State("4 × 4, thinking shown", _large_board_thought_through),
    State("all unfolded", _all_unfolded),
    State("all settings", _all_settings),
    State("help", _help),
    State("scores reset", _scores_reset),
    State("scores not kept", _not_kept),
    State("offers", _offers),
)


def reach(game: Game, name: str) -> None:
    """Bring a page that is not open to the state of that name."""
    (state,) = (state for state in STATES if state.name == name)
    state.reach(game)


def each(*names: str, beside: tuple[State, ...] = ()) -> pytest.MarkDecorator:
    """Run a test, as `state`, in each of STATES that is named, or in all; and in those `beside`."""
    chosen = [state for state in STATES if not names or state.name in names]
    return pytest.mark.parametrize(
        "state",
        [
            pytest.param(state, marks=[pytest.mark.page_errors] * state.has_errors, id=state.name)
            for state in (*chosen, *beside)
        ],
    )
