"""The changes that README.md shows: each is one place, and does what is said of it.

They are made on the tree as it is served unbuilt, which is what a forker changes.
"""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.contrast import faint
from tests.browser.game import Game
from tests.browser.test_layout import WON, play
from tools import runtime

pytestmark = pytest.mark.one_browser_is_enough

README = (runtime.ROOT / "README.md").read_text("utf-8")


def change(game: Game, title: str) -> None:
    """Have the page as it is after the change that README.md shows under `title`.

    It can be made as well where a forker has made such a change already: a line that goes is found
    by what stands before its value.
    """
    (shown,) = re.findall(rf"^\*\*{title}:\*\*.*?^```diff\n(.*?)^```", README, re.M | re.S)
    name, _, hunks = shown.partition("\n")
    name = name.strip()
    source = (runtime.ROOT / name).read_text("utf-8")
    for hunk in hunks.split("...\n"):
        old, new = side("-", hunk), side("+", hunk)
        found = "^" + re.escape(old)
        if re.search("^-", hunk, re.M):
            found = "^" + re.escape(re.match(".*?[:=]", old)[0]) + ".*\n"
        assert len(re.findall(found, source, re.M)) == 1, f"not in {name}, or not once: {old}"
        source = re.sub(found, lambda _, new=new: new, source, flags=re.M)

    def answer(route: Route) -> None:
        route.fulfill(response=route.fetch(), body=source)

    game.page.route(game.url + name, answer)


def side(sign: str, hunk: str) -> str:
    """One side of a difference: what goes, "-", or what comes, "+", and what stays."""
    lines = hunk.splitlines(keepends=True)
    return "".join(line[1:] or line for line in lines if line[0] in (sign, " "))


def test_a_level(tree_game):
    change(tree_game, "A level")
    tree_game.open()
    tree_game.page.select_option("#level", label="Mirror")
    expect(tree_game.page.locator("#scores-of")).to_have_text("Mirror, 3 × 3")
    for cell, opposite in ((0, 8), (1, 7)):
        tree_game.click(cell)
        tree_game.wait_mark(opposite, "O")
    tree_game.click(2)
    tree_game.wait_status("You win!")
    expect(tree_game.page.locator("#score-x")).to_have_text("1")


def test_a_board(tree_game):
    """With a depth limit, so that no level calls itself unbeatable there."""
    change(tree_game, "A board")
    tree_game.open()
    tree_game.page.select_option("#size", label="5 × 5, four")
    expect(tree_game.cells).to_have_count(25)
    expect(tree_game.page.locator("#goal")).to_have_text("Four in a line win.")
    expect(tree_game.page.locator("#scores-of")).to_have_text("Hard, 5 × 5, four")
    tree_game.click(12)
    expect(tree_game.status).to_contain_text("Your turn", timeout=60_000)
    tree_game.page.click("#statistics summary")
    expect(tree_game.page.locator("#tables caption").nth(1)).to_have_text("5 × 5, four")


def test_a_sentence(tree_game):
    change(tree_game, "A sentence or a name")
    tree_game.open()
    tree_game.two_players()
    play(tree_game, WON)
    tree_game.page.click("#reset-scores")
    tree_game.wait_status("Back to nothing.")


def test_a_colour(tree_game):
    change(tree_game, "A colour")
    tree_game.open()
    tree_game.two_players()
    play(tree_game, WON)
    assert colours_of_o(tree_game) == ["rgb(109, 26, 143)", "rgb(227, 181, 255)"]


def colours_of_o(game: Game) -> list[str]:
    """On a light screen and on a dark one; each of them strong enough to be seen."""
    found = []
    for theme in ("light", "dark"):
        game.page.select_option("#theme", theme)
        ring = "getComputedStyle(document.querySelector('[data-mark=O]'), '::before')"
        found.append(game.page.evaluate(f"{ring}.borderTopColor"))
        game.wait_for("!document.getAnimations().length")
        assert faint(game.page) == []
    return found


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_theme(tree_game, system):
    page = tree_game.page
    page.emulate_media(color_scheme=system)
    change(tree_game, "A theme")
    tree_game.open()
    page.select_option("#theme", label="Sepia")
    assert_sepia(page)
    page.reload()
    tree_game.ready()
    assert_sepia(page)
    tree_game.two_players()
    play(tree_game, WON)
    tree_game.wait_for("!document.getAnimations().length")
    assert faint(page) == []
    page.emulate_media(contrast="more")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    assert faint(page) == []
    page.emulate_media(contrast="no-preference", media="print")
    expect(page.locator("body")).not_to_have_css("background-color", "rgb(250, 244, 230)")


def assert_sepia(page: Page) -> None:
    expect(page.locator("#theme")).to_have_value("sepia")
    expect(page.locator("body")).to_have_css("background-color", "rgb(250, 244, 230)")
    expect(page.locator("html")).to_have_css("color-scheme", "light")
    frame = page.locator("meta[name=theme-color]").first
    assert [frame.get_attribute(name) for name in ("media", "content")] == ["all", "#faf4e6"]
