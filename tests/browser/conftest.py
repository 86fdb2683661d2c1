"""What every browser test stands on: the browsers, the two ways to serve the page, the game.

Chromium and Firefox are driven by Playwright, each test in both; WebKit by
Selenium, for the few tests that ask for `webkit`. Which browser programs there
are is tools/browsers.py's to know.
"""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route
from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options as WebKitOptions
from selenium.webdriver.webkitgtk.service import Service as WebKitService
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.browser.game import Game
from tools import browsers, build, runtime, serve

# Firefox paints without a screen's help here, and what is not painted costs nothing.
_FIREFOX_PREFERENCES = {"layout.frame_rate": 20}

TESTS_A_BROWSER = 40

# Whatever is on the network and not on this machine.
_ELSEWHERE = re.compile(r"^(?:https?|wss?)://(?!(?:localhost|127\.0\.0\.1)[:/])")


def pytest_configure(config: pytest.Config) -> None:
    """Both browsers, unless the command line chose: `--browser firefox`."""
    if not config.option.browser:
        config.option.browser = ["chromium", "firefox"]


def _scope(nodeid: str) -> tuple[str, str]:
    """The file and the browser of a test; of those in WebKit no file, for one driver serves all."""
    file = nodeid.split("::")[0]
    if "webkit" in file:
        return "", "webkit"
    browser = re.search(r"\[(chromium|firefox)\b", nodeid)
    return file, browser[1] if browser else ""


class _ByFileAndBrowser(LoadScopeScheduling):
    """Keeps the tests of one file in one browser together, in one process with one browser.

    Not by xdist's own groups (`--dist loadgroup`): xdist 3.8 writes them where pytest 9.2 does not
    look any more, and so gives every process every browser.
    """

    def _split_scope(self, nodeid: str) -> str:
        return " ".join(_scope(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> _ByFileAndBrowser:
    """Share the tests out, in the order that `pytest_collection_modifyitems` gives them."""
    config.option.loadscopereorder = False
    return _ByFileAndBrowser(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Choose what Firefox need not run, and put the tests in order.

    A test costs Firefox twice what it costs Chromium, so it runs those for which the browser makes
    a difference, and of everything that the page can do one. What is left out there says so by a
    mark.

    Then one browser after the other: a process that changes between them starts each anew, and
    Firefox takes several seconds for that. The large files come first, lest one process be busy
    with one of them when the others have nothing left to do.
    """
    both = "chromium" in config.option.browser
    kept = []
    seen = set()
    for item in items:
        if both and "[firefox" in item.name:
            test = (item.path, item.originalname)
            once = item.get_closest_marker("once_in_firefox") and test in seen
            seen.add(test)
            if once or item.get_closest_marker("one_browser_is_enough"):
                continue
        kept.append(item)
    sizes = Counter(_scope(item.nodeid) for item in kept)
    order = {"webkit": 0, "chromium": 1, "": 2, "firefox": 3}

    def place(item: pytest.Item) -> tuple:
        scope = _scope(item.nodeid)
        return order[scope[1]], -sizes[scope], scope[0]

    items[:] = sorted(kept, key=place)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict, browser_name: str) -> dict:
    """Launch the browser that is on this machine."""
    found = browsers.find()[browser_name]
    if found is None:
        pytest.fail(f"{browser_name} is missing: {browsers.how_to_get(browser_name)}")
    options = {**browser_type_launch_args, **found.launch_options()}
    if browser_name == "firefox":
        options["firefox_user_prefs"] = _FIREFOX_PREFERENCES
    if browser_name == "chromium":
        options["args"] = browsers.chromium_args()
    return options


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    """No service worker: it would fetch every file again, in every test, and hide it from `route`.

    test_offline.py is about service workers, and makes contexts of its own.
    """
    return {**browser_context_args, "service_workers": "block"}


class _FreshBrowser:
    """A browser that is replaced by a new one now and then.

    A Firefox that Playwright drives keeps something of every page it has shown: after fifty tests,
    each costs it half as much time again. To start one costs as much as a few tests.
    """

    def __init__(self, launch: Callable[[], Browser]) -> None:
        self._launch = launch
        self._browser: Browser | None = None
        self._tests = 0

    def get(self) -> Browser:
        if self._browser is None or self._tests == TESTS_A_BROWSER:
            self.close()
            self._browser = self._launch()
            self._tests = 0
        self._tests += 1
        return self._browser

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()
            self._browser = None


@pytest.fixture(scope="session")
def fresh_browser(launch_browser: Callable[[], Browser]) -> Iterator[_FreshBrowser]:
    """What `browser` comes from."""
    fresh = _FreshBrowser(launch_browser)
    yield fresh
    fresh.close()


@pytest.fixture
def browser(fresh_browser: _FreshBrowser) -> Browser:
    """A browser that has not shown too many pages yet."""
    return fresh_browser.get()


# The page, served in its two forms


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built page."""
    out = tmp_path_factory.mktemp("site") / "dist"
    build.build(runtime.ROOT, out)
    return out


@pytest.fixture(scope="session")
def dist_url(dist: Path) -> Iterator[str]:
    """The address of the built page."""
    with serve.serving(dist) as url:
        yield url


@pytest.fixture(scope="session")
def tree_url() -> Iterator[str]:
    """The address of the repository as it is; such a page needs `answer_cdn`."""
    with serve.serving(runtime.ROOT) as url:
        yield url


def answer_cdn(context: BrowserContext) -> list[str]:
    """Answer the CDN's addresses from node_modules, and let nothing else out.

    Gives a list that grows by the address of each request that was refused:
    those to other places, and those for files that the CDN would not have.
    """
    refused: list[str] = []

    def answer(route: Route) -> None:
        path = runtime.file_for(route.request.url)
        if path is None:
            refused.append(route.request.url)
            route.abort()
            return
        route.fulfill(
            body=path.read_bytes(),
            headers={
                # Modules come from another origin only where it allows that, as the CDN does.
                "access-control-allow-origin": "*",
                "content-type": serve.content_type(path),
            },
        )

    context.route(_ELSEWHERE, answer)
    return refused


# The game


@pytest.fixture
def game(page: Page, dist_url: str, request: pytest.FixtureRequest) -> Iterator[Game]:
    """The built page, not yet opened. Errors in the page fail the test (see `page_errors`)."""
    game = Game(page, dist_url)
    yield game
    _no_errors(game, request)


@pytest.fixture
def tree_game(
    context: BrowserContext, page: Page, tree_url: str, request: pytest.FixtureRequest
) -> Iterator[Game]:
    """The unbuilt page, not yet opened, its CDN answered from node_modules."""
    refused = answer_cdn(context)
    game = Game(page, tree_url)
    yield game
    assert not refused, "the page asked for what it must not"
    _no_errors(game, request)


def _no_errors(game: Game, request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("page_errors") is None:
        assert not game.errors, "the page reported errors"


# WebKit


@pytest.fixture
def webkit(webkit_driver: webdriver.WebKitGTK) -> Iterator[webdriver.WebKitGTK]:
    """The one WebKitGTK. It leaves the page after a test: to show it takes the processor's time."""
    yield webkit_driver
    webkit_driver.get("about:blank")


@pytest.fixture(scope="session")
def webkit_driver() -> Iterator[webdriver.WebKitGTK]:
    """A Selenium driver of WebKitGTK, on a screen of its own that nobody sees.

    Skips where there is no WebKitGTK; continuous integration on Linux must have it.
    """
    found = browsers.find()["webkit"]
    if found is None:
        reason = f"WebKit is missing: {browsers.how_to_get('webkit')}"
        if os.environ.get("CI") and sys.platform == "linux":
            pytest.fail(reason)
        pytest.skip(reason)
    with _screen(found.helpers["Xvfb"]) as display:
        options = WebKitOptions()
        options.binary_location = str(found.helpers["MiniBrowser"])
        options.add_argument("--automation")
        # Not the session's D-Bus, sound or accessibility services: none is needed.
        environment = {**os.environ, "DISPLAY": display, "NO_AT_BRIDGE": "1"}
        environment.pop("WAYLAND_DISPLAY", None)
        service = WebKitService(executable_path=str(found.path), env=environment)
        driver = webdriver.WebKitGTK(options=options, service=service)
        driver.set_page_load_timeout(30)
        try:
            yield driver
        finally:
            driver.quit()


@contextmanager
def _screen(program: Path) -> Iterator[str]:
    """A virtual screen while the block runs; gives its name, such as ":99"."""
    # -displayfd: Xvfb picks a free number itself and says which, once it is
    # ready. No guessing, no waiting.
    command = [program, "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            number = process.stdout.readline().strip()
            if not number:
                raise RuntimeError("Xvfb did not start")
            yield f":{number}"
        finally:
            process.terminate()
