"""What can go wrong around the game, at any moment: it plays on, or says in words what to do.

Files that do not arrive are test_loading.py's, storage is test_scores.py's and test_rounds.py's,
and versions that meet each other test_offline.py's.
"""

import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler

import pytest
from playwright.sync_api import expect

from tests.browser.game import Game
from tests.browser.test_loading import assert_failed, assert_plays, try_again
from tests.browser.test_scores import X_WINS, expect_scores
from tools import serve

HOUR = 3_600_000  # milliseconds

# As an extension that translates does it, with every text that is and that comes.
TRANSLATOR = """
{
  const wrap = (node) => {
    if (!node.nodeValue.trim() || node.parentNode?.closest("font, script, style, title")) return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.textContent = `« ${node.nodeValue} »`;
    outer.append(inner);
    node.replaceWith(outer);
  };
  const translate = (root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    found.forEach(wrap);
  };
  const observer = new MutationObserver((changes) => {
    for (const change of changes) change.addedNodes.forEach((node) => {
      if (node.nodeType === Node.TEXT_NODE) wrap(node); else translate(node);
    });
  });
  addEventListener("DOMContentLoaded", () => {
    translate(document.body);
    observer.observe(document.body, { childList: true, subtree: true });
  });
}
"""

CLOCK = """
{
  const now = Date.now.bind(Date);
  window.late = 0;
  Date.now = () => now() + window.late;
}
"""


# The network


@pytest.mark.page_errors
def test_a_server_that_goes_in_mid_load_is_said_and_can_be_tried_again(game):
    asked = 0
    answered = 0

    def answer(route):
        nonlocal asked
        asked += 1
        if asked > answered:
            route.abort()
        else:
            route.continue_()

    game.page.route("**/*", answer)
    for answered in range(1, 6):  # noqa: B007 - the route looks at it
        asked = 0
        game.page.goto(game.url, wait_until="commit")
        assert_failed(game, "could not be loaded|an error stopped it")
    game.page.unroute_all()
    try_again(game)
    assert_plays(game)


@pytest.mark.one_browser_is_enough
def test_a_piece_every_two_seconds(page, dist):
    """Longer than the page's patience: it says that it takes long, and then plays all the same."""
    with slow_server(dist) as url:
        game = Game(page, url)
        page.goto(url, wait_until="commit")
        expect(page.get_by_role("heading", name="Tic-tac-toe")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("data-state", "failed", timeout=25_000)
        expect(game.status).to_contain_text("The game is taking long to load.")
        expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
        assert_plays(game)
        assert not game.errors


@contextmanager
def slow_server(folder) -> Iterator[str]:
    """Serve the page in pieces, two seconds apart: index.html in four, the wasm in nine."""

    class Handler(SimpleHTTPRequestHandler):
        extensions_map = serve._Handler.extensions_map

        def copyfile(self, source, outputfile):
            pieces = {"index.html": 4, "micropython.wasm": 9}.get(source.name.rpartition("/")[2], 1)
            content = source.read()
            for piece in range(pieces):
                time.sleep(2 if piece else 0)
                part = slice(*(len(content) * i // pieces for i in (piece, piece + 1)))
                outputfile.write(content[part])

        def log_message(self, *args):
            pass

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

        def handle_error(self, request, client_address):
            pass  # the browser left

    with Server(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


# Time


@pytest.mark.one_browser_is_enough
@pytest.mark.parametrize("late", [-24 * HOUR, 24 * HOUR])
def test_a_clock_that_is_set_does_not_keep_the_computer_from_moving(game, late):
    game.page.add_init_script(CLOCK)
    game.open()
    game.burst(4)
    game.page.evaluate("(late) => { window.late = late; }", late)
    game.wait_status("Your turn: X")
    game.page.check("#thinking")
    expect(game.page.locator("#board .value").first).not_to_be_empty()
    game.burst("#restart", 0)
    game.wait_status("Your turn: X")


def test_a_tab_that_was_hidden_for_an_hour_plays_on(game):
    """Its timers are held back, and come all at once."""
    game.page.clock.install()
    game.open()
    game.burst(4)
    show = "(state) => { hidden = state; document.dispatchEvent(new Event('visibilitychange')); }"
    game.page.evaluate(
        """() => {
          window.hidden = true;
          Object.defineProperty(document, "hidden", { get: () => window.hidden });
          const state = () => window.hidden ? "hidden" : "visible";
          Object.defineProperty(document, "visibilityState", { get: state });
        }"""
    )
    game.page.evaluate(show, True)
    game.page.clock.fast_forward(HOUR)
    game.page.evaluate(show, False)
    game.wait_status("Your turn: X")
    assert sorted(game.marks()) == [""] * 7 + ["O", "X"]
    game.burst("#mode=two-players", *X_WINS)
    game.wait_status("Player X wins!")


# Others in the same page, and the same page elsewhere


@pytest.mark.one_browser_is_enough
def test_an_extension_that_rewrites_every_text_does_no_harm(game):
    game.page.add_init_script(TRANSLATOR)
    game.open()
    expect(game.page.locator("h1 font font")).to_have_text("« Tic-tac-toe »")
    game.page.check("#thinking")
    game.click(4)
    game.wait_status("Your turn: X")
    game.page.click("#hint")
    game.wait_status("Hint")
    game.burst("#undo", "#redo", "#mode=two-players", *X_WINS)
    game.wait_status("Player X wins!")
    assert [mark or "." for mark in game.marks()] == list("XXXOO....")
    expect(game.page.locator("#score-x")).to_have_text("« 1 »")
    for part in ("history", "inside", "statistics", "explained"):
        game.page.click(f"#{part} > summary")
    expect(game.page.locator("#explained .square").first).to_be_visible()
    game.burst("#restart", 0, "#size=4x4-4", 5)
    game.wait_status("Player O's turn")


@pytest.mark.one_browser_is_enough
def test_five_tabs_share_the_scores_and_each_has_a_game_of_its_own(game, context):
    tabs = [game.open(), *(Game(context.new_page(), game.url).open() for _ in range(4))]
    for tab in tabs:
        tab.burst("#mode=two-players", *X_WINS)
    for tab in tabs:
        expect_scores(tab, x=5)
        tab.burst("#restart", 4)
    for cell, tab in enumerate(tabs[:4]):
        tab.burst(cell)
    tabs[0].page.reload()
    assert tabs[0].ready().marks() == ["O", "", "", "", "X", "", "", "", ""]
    assert [tab.marks().index("O") for tab in tabs[:4]] == [0, 1, 2, 3]
    assert not any(tab.errors for tab in tabs)
