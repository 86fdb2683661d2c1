"""The main path in WebKit, in the page as one file, opened from the disk."""

import pytest

from tests.browser.test_webkit import (
    WebKitGame,
    test_four_by_four_undo_and_a_reload_in_the_computers_pause,  # noqa: F401 - collected by pytest
    test_keys_move_and_play,  # noqa: F401
    test_the_computer_answers,  # noqa: F401
    test_two_players_win_and_the_score_is_kept,  # noqa: F401
)


@pytest.fixture
def game(webkit, dist):
    """The one file, as somebody who has never played finds it."""
    webkit.get((dist / "tic-tac-toe.html").as_uri())
    webkit.execute_script("localStorage.clear(); sessionStorage.clear()")
    webkit.refresh()
    game = WebKitGame(webkit)
    game.ready()
    return game
