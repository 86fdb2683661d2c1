"""The repository unbuilt, as GitHub Pages and online editors serve it.

Its runtime comes from a public CDN, whose addresses are answered here from node_modules: the same
files, without asking the network.
"""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tools import runtime


def test_the_unbuilt_page_plays(tree_game):
    game = tree_game.open()
    game.click(4)
    game.wait_status("Your turn: X")
    assert sorted(game.marks()) == [""] * 7 + ["O", "X"]
    game.burst("#mode=two-players", 0, 3, 1, 4, 2)
    game.wait_status("Player X wins!")
    expect(game.page.locator("#score-x")).to_have_text("1")


def test_it_asks_for_nothing_but_its_own_files_and_the_pinned_runtime(tree_game, tree_url):
    game = tree_game.open()
    hosts = {urlsplit(address).netloc for address in game.requests}
    assert hosts == {urlsplit(tree_url).netloc, urlsplit(runtime.CDN).netloc}
    assert runtime.core_url() in game.requests
    assert runtime.micropython_url() in game.requests


@pytest.mark.one_browser_is_enough
def test_an_early_click_is_played_there_too(tree_game):
    game = tree_game
    game.page.goto(game.url, wait_until="commit")
    game.cell(0).click()
    game.ready()
    game.wait_mark(0, "X")
    game.wait_status("Your turn: X")
    assert game.marks().count("X") == 1
