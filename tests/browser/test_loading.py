"""Before Python answers: what is there, one early click, and every way in which loading can fail.

Files are held back, spoilt or refused on their way to the page. What a player is told then must
be in words, and "Try again" must work once the fault is gone.
"""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tools import runtime, serve

LONGER_THAN_THE_PAUSE = 1000  # milliseconds
WASM = "**/micropython.wasm"
STYLES = sorted(path.name for path in (runtime.ROOT / "styles").glob("*.css"))

BY_PYTHON = "an error in its Python stopped it"
BY_AN_ERROR = "an error stopped it"

# What goes wrong with a file on its way: `spoil`'s kinds. "Miscalled" is the whole file, said to be
# of another type.
MISSING, REFUSED, CUT, ALTERED, MISCALLED, WRONG = FAULTS = (
    "missing", "refused", "cut short", "one byte longer", "miscalled", "a web page instead",
)  # fmt: skip

ANY_ORIGIN = {"access-control-allow-origin": "*"}  # as the CDN sends

# The unbuilt page: a pick of its files, one of each kind, and what must be said for each fault.
IN_THE_TREE = {
    "main.py": {
        MISSING: "main.py could not be loaded",
        REFUSED: "main.py could not be loaded",
        WRONG: BY_PYTHON,
    },
    "engine/rules.py": {MISSING: "rules.py could not be loaded", CUT: BY_PYTHON},
    "ui/view.py": {REFUSED: "view.py could not be loaded", WRONG: BY_PYTHON},
    "pyscript.toml": {MISSING: "pyscript.toml could not be loaded"},
    "core.js": {MISSING: "core.js could not be loaded", CUT: r"core(-\w+)?\.js|" + BY_AN_ERROR},
    # Or that core.js, which imports it, could not be: what the browser says first is said.
    "core-*.js": {MISSING: r"core(-\w+)?\.js could not be loaded"},
    "error-*.js": {REFUSED: r"error-\w+\.js could not be loaded"},
    "micropython.mjs": {
        MISSING: "micropython.mjs could not be loaded",
        WRONG: "micropython.mjs could not be loaded",
    },
    "micropython.wasm": {MISSING: "micropython.wasm could not be loaded", CUT: BY_AN_ERROR},
}


# Ways to make text into code or HTML; gives the names of those that were not stopped. Within a
# timer, because what a driver evaluates itself is allowed more.
ATTEMPTS = """
() => new Promise((resolve) => setTimeout(() => {
  const element = (tag, values) => Object.assign(document.createElement(tag), values);
  const must = (value) => { if (!value) throw new Error("it did nothing"); };
  const attempts = {
    eval: () => must(eval("1")),
    Function: () => must(new Function("return 1")()),
    innerHTML: () => { element("p").innerHTML = "<b>"; },
    insertAdjacentHTML: () => document.body.insertAdjacentHTML("beforeend", "<b>"),
    parse: () => new DOMParser().parseFromString("<b>", "text/html"),
    script: () => element("script", { src: "boot.js" }),
    inline: () => {
      document.body.append(element("script", { textContent: "window.ran = 1" }));
      must(window.ran);
    },
    handler: () => {
      const button = document.createElement("button");
      button.setAttribute("onclick", "window.clicked = 1");
      button.click();
      must(window.clicked);
    },
    style: () => {
      const box = document.createElement("i");
      box.setAttribute("style", "color: red");
      must(box.style.color);
    },
    worker: () => must(new Worker("boot.js")),
  };
  resolve(Object.keys(attempts).filter((name) => {
    try {
      attempts[name]();
      return true;
    } catch {
      return false;
    }
  }));
}))
"""


# While it loads


def test_before_python_runs_everything_is_there(game):
    hold(game, WASM)
    page = game.page
    expect(page.locator("html")).to_have_attribute("data-state", "loading")
    expect(page.get_by_role("status")).to_have_text("Loading the game...")
    expect(page.get_by_role("heading", name="Tic-tac-toe")).to_be_visible()
    expect(page.locator("#score-x")).to_have_text("0")
    for control in ("#mode", "#level", "#restart", "#reset-scores"):
        expect(page.locator(control)).to_be_visible()
        expect(page.locator(control)).to_be_disabled()
    expect(page.get_by_role("link", name="Try again")).to_be_hidden()
    boxes = [game.cell(cell).bounding_box() for cell in range(9)]
    assert len({round(box["x"]) for box in boxes}) == 3
    assert len({round(box["y"]) for box in boxes}) == 3
    assert min(box["width"] for box in boxes) >= 44


def test_an_early_click_is_shown_at_once_and_played_once(game):
    gate = hold(game, WASM)
    empty = game.colour(4)
    game.click(4)
    expect(game.cell(4)).to_have_attribute("data-early", "")
    expect(game.status).to_contain_text("Then row 2, column 2 will be played.")
    ghost = game.colour(4)
    beside = (0.33, 0.27)  # within a bar of an X, and not of one that is thin
    assert ghost != empty
    assert game.colour(4, *beside) == empty
    assert game.marks() == [""] * 9
    gate.open()
    game.ready()
    game.wait_status("Your turn: X")
    game.page.wait_for_timeout(LONGER_THAN_THE_PAUSE)
    assert game.page.locator("[data-early]").count() == 0
    assert game.marks()[4] == "X"
    assert sorted(game.marks()) == [""] * 7 + ["O", "X"]
    assert game.colour(4) == game.colour(4, *beside) == ghost


@pytest.mark.one_browser_is_enough
def test_the_last_early_click_counts(game):
    gate = hold(game, WASM)
    for cell in (4, 0, 8, 8):
        game.click(cell)
    expect(game.cell(8)).to_have_attribute("data-early", "")
    assert game.page.locator("[data-early]").count() == 1
    game.wait_status("row 3, column 3")
    gate.open()
    game.ready()
    game.wait_status("Your turn: X")
    assert game.marks()[8] == "X"
    assert sorted(game.marks()) == [""] * 7 + ["O", "X"]


def test_an_early_move_by_keyboard(game):
    gate = hold(game, WASM)
    game.page.keyboard.press("Tab")
    game.page.keyboard.press("Enter")
    game.wait_status("Then row 1, column 1 will be played.")
    gate.open()
    game.ready()
    game.wait_status("Your turn: X")
    assert game.marks()[0] == "X"
    expect(game.cell(0)).to_be_focused()


@pytest.mark.one_browser_is_enough
def test_an_early_click_between_two_players(game):
    game.open()
    game.page.select_option("#mode", label="2 Players")
    game.wait_status("Player X's turn")
    gate = hold(game, WASM)
    game.click(4)
    gate.open()
    game.ready()
    expect(game.status).to_have_text("Player X played row 2, column 2. Player O's turn")
    game.page.wait_for_timeout(LONGER_THAN_THE_PAUSE)
    assert game.marks() == [""] * 4 + ["X"] + [""] * 4


def test_early_clicks_while_python_prepares_are_early_too(game):
    """Python runs already, but still reads what it had stored."""
    game.open()
    game.page.select_option("#mode", label="2 Players")
    game.wait_status("Player X's turn")
    game.page.add_init_script(
        """
        const squares = [4, 8];
        const getItem = Storage.prototype.getItem;
        Storage.prototype.getItem = function (name) {
          const square = squares.shift();
          if (square !== undefined) {
            document.querySelector(`.cell[data-index="${square}"]`).click();
          }
          return getItem.call(this, name);
        };
        """
    )
    game.page.reload()
    game.ready()
    expect(game.status).to_have_text("Player X played row 3, column 3. Player O's turn")
    assert game.marks() == [""] * 8 + ["X"]


def test_nothing_but_the_pages_own_files_is_asked_for_and_each_once(game, dist_url):
    game.open()
    game.click(4)
    game.wait_status("Your turn: X")
    asked = sorted(address for address in game.requests if "icon" not in address)
    assert all(address.startswith(dist_url) for address in asked)
    assert len(asked) == len(set(asked))
    names = {address.rpartition("/")[2] for address in asked}
    assert names == {
        "",
        "start.js",
        *(path.name.replace(".mjs", ".js") for path in runtime.files(runtime.ROOT)),
    }


def test_a_slow_network(game):
    gate = hold(game, "**/runtime-*/*")
    state = game.page.locator("html")
    for _ in range(12):
        if state.get_attribute("data-state") != "loading":
            break
        game.page.wait_for_timeout(700)
        gate.let_go()
    gate.open()
    assert_plays(game)


@pytest.mark.one_browser_is_enough
@pytest.mark.page_errors  # of the loads that were broken off
def test_ten_reloads_in_quick_succession(game):
    # By the page itself: the browsers' drivers do not like navigations that overtake each other.
    game.page.add_init_script(
        """
        const reloads = Number(sessionStorage.reloads ?? 0);
        addEventListener("DOMContentLoaded", () => {
          document.documentElement.dataset.reloads = reloads;
          if (reloads < 10) {
            sessionStorage.reloads = reloads + 1;
            setTimeout(() => location.reload(), 50 + 30 * reloads);
          }
        });
        """
    )
    game.page.goto(game.url, wait_until="commit")
    expect(game.page.locator("html")).to_have_attribute("data-reloads", "10", timeout=60_000)
    game.ready()
    assert_plays(game)


# When files do not arrive as they should


@pytest.mark.page_errors
def test_a_file_of_the_built_page_that_does_not_arrive_is_said_and_can_be_tried_again(
    game, browser_name
):
    """Every file the page asks for, in every way; Firefox takes turns with the ways."""
    game.open()
    files = sorted({address.removeprefix(game.url) for address in game.requests} - {""})
    assert len(files) >= 6
    fault = None
    turns = itertools.cycle(FAULTS)
    for file in files:
        game.page.unroute_all()
        game.page.route(f"**/{file}", lambda route: spoil(route, fault))  # noqa: B023 - now's
        for fault in FAULTS if browser_name == "chromium" else (next(turns),):
            game.page.goto(game.url, wait_until="commit")
            if "icon" in file or (fault == MISCALLED and file.endswith(".wasm")):
                assert_plays(game)
            else:
                assert_failed(game, rf"could not be loaded|{BY_AN_ERROR}")
        fault = None
        game.page.reload(wait_until="commit")
        assert_plays(game)


@pytest.mark.page_errors
def test_no_text_becomes_code_or_html_in_the_built_page(game, tree_game):
    assert game.open().page.evaluate(ATTEMPTS) == []
    game.click(4)
    game.wait_status("Your turn: X")
    # All of it does something where nothing forbids it.
    assert len(tree_game.open().page.evaluate(ATTEMPTS)) == 10


@pytest.mark.page_errors
def test_a_page_that_breaks_off_is_said_and_can_be_tried_again(game):
    share = 1

    def answer(route):
        body = route.fetch().body()
        route.fulfill(content_type="text/html", body=body[: int(len(body) * share)])

    game.page.route(game.url, answer)
    for share in (0.2, 0.5, 0.999):  # noqa: B007 - the route looks at it
        game.page.goto(game.url, wait_until="commit")
        assert_failed(game, "the page did not arrive as a whole")
    share = 1
    try_again(game)
    assert_plays(game)


@pytest.mark.page_errors
@pytest.mark.once_in_firefox
@pytest.mark.parametrize("file", IN_THE_TREE)
def test_a_file_of_the_unbuilt_page_that_does_not_arrive_is_said(tree_game, file):
    game = tree_game
    fault = None
    game.page.route(f"**/{file}", lambda route: spoil(route, fault))
    for fault, words in IN_THE_TREE[file].items():  # noqa: B007 - the route looks at it
        game.page.goto(game.url, wait_until="commit")
        assert_failed(game, words)
    fault = None
    try_again(game)
    assert_plays(game)


@pytest.mark.page_errors
def test_styles_that_do_not_arrive_do_not_keep_the_game_from_being_played(tree_game):
    game = tree_game
    for lost in (*(f"styles/{name}" for name in STYLES[:1]), "styles/*"):
        game.page.unroute_all()
        game.page.route(f"**/{lost}", lambda route: spoil(route, MISSING))
        game.page.goto(game.url)
        assert_plays(game)


def test_after_15_seconds_the_page_says_so_and_starts_by_itself_later(game):
    game.page.clock.install(time=0)
    game.page.clock.pause_at(1000)
    gate = hold(game, WASM)
    state = game.page.locator("html")
    game.page.clock.run_for(14_500)
    expect(state).to_have_attribute("data-state", "loading")
    game.page.clock.run_for(1_000)
    expect(state).to_have_attribute("data-state", "failed")
    expect(game.status).to_have_text(
        "The game is taking long to load. It will start by itself if the rest still arrives."
    )
    expect(game.page.get_by_role("link", name="Try again")).to_be_visible()
    game.page.clock.resume()
    gate.open()
    game.ready()
    expect(game.status).to_have_text("Your turn: X")
    expect(game.page.get_by_role("link", name="Try again")).to_be_hidden()
    assert_plays(game)


@pytest.mark.page_errors
@pytest.mark.parametrize("fault", [MISSING, CUT])
def test_without_boot_js_try_again_appears_by_itself(tree_game, fault):
    game = tree_game
    # Or Python would be ready all the same.
    game.page.route("**/main.py", lambda route: route.fulfill(body=""))
    game.page.route("**/boot.js", lambda route: spoil(route, fault))
    with game.page.expect_response("**/main.py"):
        game.page.goto(game.url)
    retry = game.page.get_by_role("link", name="Try again")
    expect(retry).to_be_hidden()
    # Twenty seconds, passed quickly.
    delays = game.page.evaluate(
        """() => document.getAnimations().map((animation) => {
          animation.finish();
          return animation.effect.getComputedTiming().delay;
        })"""
    )
    assert delays == [20_000]
    expect(retry).to_be_visible()
    game.page.unroute_all()
    try_again(game)
    assert_plays(game)


# What a browser cannot or may not do


@pytest.mark.page_errors
def test_without_webassembly(game):
    game.page.add_init_script("delete window.WebAssembly")
    game.page.goto(game.url)
    assert_failed(game, "WebAssembly is missing or blocked")


@pytest.mark.page_errors
def test_with_webassembly_blocked_by_a_policy(game):
    with_policy(game, "script-src 'self' 'unsafe-inline'")
    game.page.goto(game.url)
    assert_failed(game, "WebAssembly is missing or blocked")


def test_in_a_browser_that_does_not_know_modules(game):
    game.page.add_init_script("delete HTMLScriptElement.prototype.noModule")
    hold(game, WASM)  # this browser does know modules
    assert_failed(game, "too old.* does not know JavaScript modules", start="This browser is ")


@pytest.mark.page_errors  # browsers report that they blocked a script
def test_with_scripts_off(game):
    # A sandbox without scripts is what both browsers offer alike for switching them off.
    with_policy(game, "sandbox allow-same-origin")
    game.page.goto(game.url)
    needs = game.page.locator("noscript p")
    expect(needs).to_contain_text("This game needs JavaScript to start")
    expect(needs).to_be_visible()
    expect(game.status).to_be_hidden()
    expect(game.page.get_by_role("link", name="Try again")).to_be_visible()
    expect(game.cell(0)).to_be_visible()


@pytest.mark.page_errors  # browsers report what they do not read from a disk
@pytest.mark.only_browser("chromium")  # in Firefox, Playwright allows more than Firefox does
def test_from_a_disk_the_page_says_that_it_needs_a_server(game, dist):
    for folder in (dist, runtime.ROOT):
        game.page.goto((folder / "index.html").as_uri())
        expect(game.page.locator("html")).to_have_attribute("data-state", "failed")
        expect(game.status).to_contain_text("Opened from a disk, this page cannot start")
        expect(game.page.locator("#retry")).to_be_hidden()


# Errors


@pytest.mark.page_errors
def test_an_error_in_the_pages_python(game):
    game.rewrite("main.py", lambda code: f"raise ValueError('no')\n{code}")
    game.page.goto(game.url)
    assert_failed(game, BY_PYTHON)


@pytest.mark.one_browser_is_enough
def test_all_of_pyscripts_own_package_can_be_imported(game):
    """The built page imports it in pieces, and a forker may want any of them."""
    game.rewrite(
        "main.py",
        lambda code: (
            "import pyscript\nfrom pyscript import display, document, fetch, web, when, window\n"
            "from pyscript.web import page\nassert pyscript.ffi.create_proxy and pyscript.context\n"
            "document.documentElement.dataset.found = page.body.id or 'body'\n" + code
        ),
    )
    game.open()
    expect(game.page.locator("html")).to_have_attribute("data-found", "body")


@pytest.mark.one_browser_is_enough
@pytest.mark.page_errors
def test_somebody_elses_error_does_not_keep_the_game_from_starting(game):
    game.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { throw new Error('not the game'); })"
    )
    gate = hold(game, WASM)
    assert_failed(game, BY_AN_ERROR)
    gate.open()
    game.ready()
    expect(game.status).to_have_text("Your turn: X")
    expect(game.page.get_by_role("link", name="Try again")).to_be_hidden()
    assert_plays(game)


class Gate:
    """Holds requests back until it is told to let them go."""

    def __init__(self, page, pattern):
        self._waiting = []
        self._is_open = False
        page.route(pattern, self._answer)

    def _answer(self, route):
        if self._is_open:
            route.fallback()
        else:
            self._waiting.append(route)

    def let_go(self):
        """Answer those that wait now, and hold back those that come."""
        while self._waiting:
            self._waiting.pop(0).fallback()

    def open(self):
        """Answer all, now and from now on."""
        self._is_open = True
        self.let_go()


def hold(game, pattern):
    """Open the page with some of its files held back; gives the gate that holds them."""
    gate = Gate(game.page, pattern)
    game.page.goto(game.url, wait_until="domcontentloaded")
    return gate


def spoil(route, fault):
    """Answer a request in one of the wrong ways; in the right one if `fault` is None."""
    if fault is None:
        route.fallback()
        return
    path = runtime.file_for(route.request.url)
    if path is None:
        response = route.fetch()
        kind, body = response.headers["content-type"], response.body()
    else:  # it is on the CDN
        kind, body = serve.content_type(path), path.read_bytes()
    if fault == MISSING:
        route.fulfill(status=404, content_type="text/html", body="<h1>Not found</h1>")
    elif fault == REFUSED:
        route.abort()
    elif fault == WRONG:
        page = "<!DOCTYPE html><title>Welcome</title>"
        route.fulfill(content_type="text/html", body=page, headers=ANY_ORIGIN)
    elif fault == ALTERED:
        route.fulfill(content_type=kind, body=body + b" ", headers=ANY_ORIGIN)
    elif fault == MISCALLED:
        route.fulfill(content_type="text/html", body=body)
    else:
        # Without the file's date: the browser must not take the half for the whole later on.
        route.fulfill(content_type=kind, body=body[: len(body) // 2], headers=ANY_ORIGIN)


def with_policy(game, policy):
    """Have the page itself, and none of its files, served with a Content-Security-Policy."""

    def answer(route):
        response = route.fetch()
        headers = {**response.headers, "content-security-policy": policy}
        route.fulfill(response=response, headers=headers)

    game.page.route(game.url, answer)


def assert_failed(game, words, start="The game cannot start: "):
    expect(game.page.locator("html")).to_have_attribute("data-state", "failed", timeout=14_000)
    expect(game.page.get_by_role("status")).to_have_text(re.compile(f"^{start}.*{words}"))
    expect(game.page.get_by_role("link", name="Try again")).to_be_visible()


def try_again(game):
    with game.page.expect_navigation(wait_until="commit"):
        game.page.get_by_role("link", name="Try again").click(no_wait_after=True)


def assert_plays(game):
    game.ready()
    game.click(4)
    game.wait_mark(4, "X")
