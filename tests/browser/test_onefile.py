"""The page as one file, opened from the disk: no server, no network, the same game.

The tests of the main path are those of the page on the web, played on the other file.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.game import Game
from tests.browser.test_keys import (  # noqa: F401 - collected by pytest, here and there
    test_a_whole_round_by_keys_alone,
)
from tests.browser.test_play import (  # noqa: F401
    test_the_computer_answers_after_a_pause_and_says_where,
    test_the_page_opens_on_an_empty_board,
    test_two_players_play_to_a_win_that_is_shown_said_and_counted,
)
from tests.browser.test_rounds import (  # noqa: F401
    test_a_reload_brings_the_unfinished_round_back_with_what_was_undone,
)


@pytest.fixture
def game(page: Page, dist: Path, tmp_path: Path) -> Iterator[Game]:
    """The one file alone in a folder, not yet opened."""
    page.context.set_offline(True)
    file = shutil.copy(dist / "tic-tac-toe.html", tmp_path / "The game.html")
    game = Game(page, Path(file).as_uri())
    yield game
    assert not game.errors, "the page reported errors"


def test_it_asks_for_nothing_else(game):
    game.open()
    game.click(4)
    game.wait_status("Your turn: X")
    assert [address for address in game.requests if not address.startswith("data:")] in (
        [game.url],
        [],  # Firefox does not report what it reads from a disk
    )
    game.page.click("#explained > summary")
    expect(game.page.locator("[data-function=_minimax] mark")).to_contain_text("max if")
    expect(game.page.locator("#explained a")).to_have_count(0)
    expect(game.page.locator("a[href='tic-tac-toe.html']")).to_be_hidden()
