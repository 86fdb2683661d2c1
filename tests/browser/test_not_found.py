"""The page for addresses at which there is nothing: it finds the game, from any depth."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tools import runtime

NOT_FOUND = (runtime.ROOT / "404.html").read_bytes()


class Host(ThreadingHTTPServer):
    """Has the game in the folder `game`, and 404.html for everything else, as GitHub Pages does."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.game = "/"
        self.asked: list[str] = []

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        game = self.server.game
        found = self.path in (game, game + "manifest.webmanifest")
        content = b"<!DOCTYPE html><title>The game</title>" if found else NOT_FOUND
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def do_HEAD(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def host() -> Iterator[Host]:
    server = Host()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def open_missing(page: Page, host: Host, path: str) -> None:
    host.asked.clear()
    answer = page.goto(host.origin + path)
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here")


def look_from(page: Page, host: Host, path: str, until: str) -> list[str]:
    """Open `path` and wait for an answer from the folder `until`; give what was asked for then.

    To look at the link is not enough: what it says at first may be right by chance.
    """
    with page.expect_response(f"{host.origin}{until}manifest.webmanifest"):
        open_missing(page, host, path)
    _, *asked = [path for path in host.asked if path != "/favicon.ico"]
    return asked


def expect_way(page: Page, address: str) -> None:
    expect(page.get_by_role("link", name="Go to the game")).to_have_js_property("href", address)


def test_the_link_leads_to_the_game_from_any_depth(page: Page, host: Host):
    for game in ("/repo/", "/"):
        host.game = game
        for tail, folders in (
            ("gone", [""]),
            ("gone/", ["gone/", ""]),
            ("a/b/c/gone", ["a/b/c/", "a/b/", "a/", ""]),
            ("a/b/gone/?x=/y#/z", ["a/b/gone/", "a/b/", "a/", ""]),
        ):
            asked = look_from(page, host, game + tail, game)
            # The nearest folder first, none above the game's, and nothing else.
            assert asked == [f"{game}{folder}manifest.webmanifest" for folder in folders]
            expect_way(page, host.origin + game)
        page.get_by_role("link").click()
        expect(page).to_have_title("The game")


@pytest.mark.one_browser_is_enough
def test_where_no_folder_above_has_the_game_the_link_leads_to_the_root(page: Page, host: Host):
    host.game = "/repo/"
    look_from(page, host, "/other/gone", "/")
    expect_way(page, host.origin + "/")


def test_a_strange_address_leads_nowhere_else(page: Page, host: Host):
    """A path of two slashes is not a host's name, and a long one is not asked for step by step."""
    hosts = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    host.game = "/example.org/"
    look_from(page, host, "//example.org/gone", "/example.org/")
    expect_way(page, host.origin + "/example.org/")
    assert hosts == {urlsplit(host.origin).netloc}
    host.game = "/"
    assert len(look_from(page, host, "/a" * 500 + "/gone", "/")) == 10


@pytest.mark.only_browser("chromium")  # Playwright cannot switch scripts off in Debian's Firefox
def test_without_scripts_the_link_leads_to_the_root(new_context: Callable, host: Host):
    page = new_context(java_script_enabled=False).new_page()
    open_missing(page, host, "/repo/gone")
    assert page.get_by_role("link").get_attribute("href") == "/"
    assert "/repo/manifest.webmanifest" not in host.asked


@pytest.mark.one_browser_is_enough
def test_it_fits(page: Page, host: Host):
    page.set_viewport_size({"width": 320, "height": 480})
    open_missing(page, host, "/gone")
    assert page.evaluate(
        "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    box = page.get_by_role("link").bounding_box()
    assert box["height"] >= 44 and box["y"] + box["height"] <= 480
