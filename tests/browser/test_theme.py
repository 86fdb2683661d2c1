"""Light and dark: after the system, by choice, remembered, and right from the first frame on."""

import pytest
from playwright.sync_api import expect

from tests.browser.contrast import faint
from tests.browser.game import Game
from tests.browser.test_layout import WON, assert_marks_are_seen, choose_scheme, play
from tests.browser.test_loading import WASM, hold
from tests.browser.test_scores import REFUSALS

PAGE = {"light": "rgb(244, 246, 250)", "dark": "rgb(17, 21, 28)"}
OTHER = {"light": "dark", "dark": "light"}

# What Firefox takes for the system's setting; it cannot be told in any other way.
FIREFOX_IS_DARK = {
    "ui.systemUsesDarkTheme": 1,
    "layout.css.prefers-color-scheme.content-override": 0,
}

# The colour of the page in every frame, beginning with the first that there is a body in.
WATCH = """
window.frames_seen = [];
requestAnimationFrame(function look() {
  if (document.body) frames_seen.push(getComputedStyle(document.body).backgroundColor);
  requestAnimationFrame(look);
});
"""


@pytest.fixture(scope="module")
def dark_firefox(browser_name, launch_browser):
    browser = launch_browser(firefox_user_prefs=FIREFOX_IS_DARK)
    yield browser
    browser.close()


@pytest.fixture
def on_system(browser, browser_name, request, dist_url):
    """Make a game, not yet opened, on a system that is set to "light" or to "dark"."""
    contexts = []
    games = []

    def make(system):
        if browser_name == "chromium":
            context = browser.new_context(color_scheme=system)
        elif system == "dark":
            context = request.getfixturevalue("dark_firefox").new_context()
        else:
            context = browser.new_context()
        contexts.append(context)
        games.append(Game(context.new_page(), dist_url))
        return games[-1]

    yield make
    for context in contexts:
        context.close()
    assert [game.errors for game in games if game.errors] == []


@pytest.mark.parametrize("system", ["light", "dark"])
def test_without_a_choice_the_page_follows_the_system(on_system, system):
    game = on_system(system).open()
    assert_shows(game, system, chosen="system")
    assert game.page.locator("html").get_attribute("data-theme") is None
    assert stored(game) is None


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_choice_is_applied_and_remembered(on_system, system):
    game = on_system(system).open()
    for theme in (OTHER[system], "system", system):
        game.page.select_option("#theme", theme)
        shown = system if theme == "system" else theme
        assert_shows(game, shown, chosen=theme)
        expect(game.page.locator("html[data-theme]")).to_have_count(int(theme != "system"))
        game.page.reload()
        game.ready()
        assert_shows(game, shown, chosen=theme)


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_first_frame_has_the_chosen_theme(on_system, system):
    game = on_system(system).open()
    chosen = OTHER[system]
    game.page.select_option("#theme", chosen)
    assert_shows(game, chosen, chosen=chosen)
    game.page.add_init_script(WATCH)
    gate = hold(game, WASM)
    assert background(game) == PAGE[chosen]
    assert applying_theme_colours(game) == [PAGE[chosen]]
    # And to the eye: an empty square is nearly white or nearly black.
    assert (sum(game.colour(0)) > 3 * 128) == (chosen == "light")
    gate.open()
    game.ready()
    assert set(game.page.evaluate("frames_seen")) == {PAGE[chosen]}
    assert_shows(game, chosen, chosen=chosen)


def test_a_choice_in_one_tab_is_shown_in_the_other_and_can_be_changed_there(game, context):
    game.open()
    game.page.select_option("#theme", "light")
    other = Game(context.new_page(), game.url).open()
    other.page.select_option("#theme", "dark")
    assert_shows(game, "dark", chosen="dark")
    game.page.select_option("#theme", "light")
    assert_shows(game, "light", chosen="light")
    game.page.reload()
    game.ready()
    assert_shows(game, "light", chosen="light")


@pytest.mark.only_browser("chromium")  # no other can change its system's setting while it runs
def test_a_system_that_changes_is_followed_unless_the_player_chose(game):
    game.page.emulate_media(color_scheme="light")
    game.open()
    assert_shows(game, "light", chosen="system")
    game.page.emulate_media(color_scheme="dark")
    assert_shows(game, "dark", chosen="system")
    game.page.select_option("#theme", "dark")
    game.page.emulate_media(color_scheme="light")
    assert_shows(game, "dark", chosen="dark")
    game.page.select_option("#theme", "system")
    assert_shows(game, "light", chosen="system")


@pytest.mark.one_browser_is_enough
def test_another_tab_follows(context, dist_url):
    one, other = (Game(context.new_page(), dist_url).open() for _ in range(2))
    for theme in ("dark", "light"):
        one.page.select_option("#theme", theme)
        assert_shows(other, theme, chosen=theme)
    assert one.errors + other.errors == []


@pytest.mark.one_browser_is_enough
def test_a_script_may_set_the_attribute(game):
    game.open()
    for theme in ("dark", "light"):
        game.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        assert background(game) == PAGE[theme]
        assert applying_theme_colours(game) == [PAGE[theme]]
    for nothing in ("delete page.dataset.theme", "page.dataset.theme = 'sepia'"):
        game.page.evaluate(f"() => {{ const page = document.documentElement; {nothing}; }}")
        assert background(game) == PAGE["light"]
        assert applying_theme_colours(game) == [PAGE["light"]]


@pytest.mark.one_browser_is_enough
def test_junk_is_no_choice(game):
    game.open()
    for junk in ("", "Dark", "x" * 100_000):
        game.page.evaluate("junk => localStorage.setItem('tic-tac-toe:theme', junk)", junk)
        game.page.reload()
        game.ready()
        assert_shows(game, "light", chosen="system")
        assert game.page.locator("html").get_attribute("data-theme") is None


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("refusal", ["blocked", "unreadable"])
def test_without_storage_a_choice_holds_as_long_as_the_page(game, refusal):
    game.page.add_init_script(REFUSALS[refusal])
    game.open()
    assert_shows(game, "light", chosen="system")
    game.page.select_option("#theme", "dark")
    assert_shows(game, "dark", chosen="dark")
    game.click(4)
    game.wait_mark(4, "X")


# Contrast


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("more", [False, True])
def test_contrast_of_a_chosen_theme(game, browser_name, theme, more):
    if more:
        if browser_name != "chromium":
            pytest.skip("only Chromium can be told to ask for more contrast")
        game.page.emulate_media(contrast="more")
    choose_scheme(game, browser_name, "light")
    game.open()
    game.page.select_option("#theme", theme)
    assert faint(game.page) == []
    game.two_players()
    play(game, WON)
    game.cell(0).focus()
    game.wait_for("!document.getAnimations().length")
    assert faint(game.page) == []
    if more:
        assert background(game) == {"light": "rgb(255, 255, 255)", "dark": "rgb(0, 0, 0)"}[theme]
        quiet, loud = (
            game.page.locator(element).evaluate("element => getComputedStyle(element).color")
            for element in (".help", "h1")
        )
        assert quiet == loud


@pytest.mark.only_browser("chromium")
@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_forced_colours_win_over_a_chosen_theme(game, system, theme):
    game.page.emulate_media(forced_colors="active", color_scheme=system)
    game.open()
    game.page.select_option("#theme", theme)
    game.two_players()
    assert_marks_are_seen(game)


@pytest.mark.only_browser("chromium")  # no other can be told to show a page as it is printed
def test_a_dark_page_is_printed_in_dark_letters(game):
    game.open()
    game.page.select_option("#theme", "dark")
    game.page.emulate_media(media="print")
    assert background(game) == PAGE["light"]
    assert faint(game.page) == []


def background(game):
    return game.page.evaluate("getComputedStyle(document.body).backgroundColor")


def stored(game):
    return game.page.evaluate("localStorage.getItem('tic-tac-toe:theme')")


def applying_theme_colours(game):
    """The colours that the page gives the browser for its frame now, as `rgb(...)`."""
    return game.page.evaluate(
        """() => [...document.querySelectorAll("meta[name=theme-color]")]
          .filter((meta) => matchMedia(meta.media).matches)
          .map((meta) => {
            const probe = document.createElement("i");
            probe.style.color = meta.content;
            return probe.style.color;
          })"""
    )


def assert_shows(game, theme, chosen):
    """The page is in `theme`, and everything that speaks of it agrees."""
    expect(game.page.locator("body")).to_have_css("background-color", PAGE[theme])
    expect(game.page.locator("html")).to_have_css("color-scheme", theme)
    expect(game.page.locator("#theme")).to_have_value(chosen)
    assert applying_theme_colours(game) == [PAGE[theme]]
