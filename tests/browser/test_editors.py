"""Where the page is tried out: served by Node alone, and within the frame of an online editor.

An editor shows a page in a frame, on another address than its own. Some forbid the frame its origin
as well: then storage and cookies throw, and even the page's own files count as another server's,
which must allow it to read them.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.browser.conftest import answer_cdn
from tests.browser.game import READY_TIMEOUT, Game
from tests.browser.test_loading import Gate
from tools import runtime, serve
from ui import text

# Milliseconds. boot.js waits for half a second before it puts an error into words.
LONGER_THAN_A_DOUBT = 1000


# Node alone, as StackBlitz has it


@pytest.mark.one_browser_is_enough
def test_npm_start_serves_a_page_that_plays(context, page):
    refused = answer_cdn(context)
    with _npm_start() as url:
        game = Game(page, url).open()
        game.click(4)
        game.wait_status("Your turn: X")
        assert sorted(game.marks()) == [""] * 7 + ["O", "X"]

        answers = {
            name: page.request.get(url + name).headers
            for name in ("index.html", "boot.js", "main.py", "pyscript.toml", "styles/page.css")
        }
        assert {headers["cache-control"] for headers in answers.values()} == {"no-store"}
        assert answers["index.html"]["content-type"] == "text/html;charset=utf-8"
        assert answers["boot.js"]["content-type"] == "text/javascript"
        assert answers["styles/page.css"]["content-type"] == "text/css"
    assert not refused
    assert not game.errors


@contextmanager
def _npm_start() -> Iterator[str]:
    """`npm start` on a free port while the block runs; gives the base URL."""
    with socket.socket() as probe:
        probe.bind((serve.ADDRESS, 0))
        port = probe.getsockname()[1]
    # Its own process group, because npm starts a shell, and that the server.
    process = subprocess.Popen(
        [shutil.which("npm"), "start"],
        cwd=runtime.ROOT,
        env={**os.environ, "HOST": serve.ADDRESS, "PORT": str(port)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        _wait_for(port, process)
        yield f"http://{serve.ADDRESS}:{port}/"
    finally:
        _end(process)


def _wait_for(port: int, process: subprocess.Popen) -> None:
    for _ in range(300):
        assert process.poll() is None, process.stdout.read().decode()
        try:
            socket.create_connection((serve.ADDRESS, port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail("npm start does not answer")


def _end(process: subprocess.Popen) -> None:
    """End it and what it has started, and wait until they are gone."""
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGTERM)
    else:
        subprocess.run(["taskkill", "/t", "/f", "/pid", str(process.pid)], check=False)
    # Their output ends when the last of them does.
    process.communicate(timeout=30)


# In an editor's frame


@pytest.mark.parametrize(
    "sandbox", ["allow-scripts", "allow-scripts allow-same-origin"], ids=["no-origin", "own-origin"]
)
def test_it_plays_in_a_sandboxed_frame(context, page, tmp_path, sandbox):
    refused = answer_cdn(context)
    gate = Gate(page, "**/main.py")
    with (
        _tree(readable=True) as tree_url,
        _editor(page, tmp_path, tree_url, sandbox) as (game, frame),
    ):
        # What PyScript wants and is not given, its database, must not pass for a failure, however
        # long the rest takes.
        frame.locator('.cell[data-index="4"]').click()
        page.wait_for_timeout(LONGER_THAN_A_DOUBT)
        assert frame.locator("html").get_attribute("data-state") == "loading"
        expect(frame.locator("#status")).to_contain_text("Then row 2, column 2 will be played.")
        gate.open()
        expect(frame.locator("html")).to_have_attribute(
            "data-state", "ready", timeout=READY_TIMEOUT
        )
        expect(frame.locator('.cell[data-index="4"]')).to_have_attribute(
            "aria-label", re.compile(", X")
        )

        frame.locator("#restart").click()
        expect(frame.locator('.cell[aria-label$="empty"]')).to_have_count(9)
        frame.locator('.cell[data-index="0"]').click()
        expect(frame.locator("#status")).to_contain_text("Your turn: X")
        expect(frame.locator('.cell[aria-label$=", O"]')).to_have_count(1)
        kept = "" if "allow-same-origin" in sandbox else text.NOT_KEPT
        expect(frame.locator("#notice")).to_have_text(kept)
        frame.locator("#copy-link").click()  # most editors give their frame no clipboard
        expect(frame.locator("#status")).to_contain_text(
            re.compile(f"{text.LINK_COPIED}|{text.LINK_NOT_COPIED}")
        )

        assert not [error for error in game.errors if error.startswith("uncaught")]
    assert not refused


def test_it_says_so_where_a_frame_may_not_read_its_files(context, page, tmp_path):
    answer_cdn(context)
    with (
        _tree(readable=False) as tree_url,
        _editor(page, tmp_path, tree_url, "allow-scripts") as (_, frame),
    ):
        expect(frame.locator("html")).to_have_attribute("data-state", "failed")
        expect(frame.locator("#status")).to_have_text(
            "The game cannot start: pyscript.toml could not be loaded."
        )
        expect(frame.get_by_role("link", name="Try again")).to_be_visible()


class _Readable(serve._Handler):
    """The little server, allowing every page to read, as GitHub Pages does and editors do."""

    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


def _tree(*, readable: bool) -> AbstractContextManager[str]:
    """The address of the unbuilt page, whose files other origins may read or not."""
    return serve.serving(runtime.ROOT, handler=_Readable if readable else serve._Handler)


@contextmanager
def _editor(
    page: Page, folder: Path, tree_url: str, sandbox: str
) -> Iterator[tuple[Game, FrameLocator]]:
    """A page on another address that shows the game in a frame; gives the game and the frame."""
    (folder / "index.html").write_text(
        "<!doctype html><title>An editor</title>"
        f'<iframe title="Preview" width="900" height="900" sandbox="{sandbox}" src="{tree_url}">'
        "</iframe>",
        "utf-8",
    )
    with serve.serving(folder) as url:
        game = Game(page, url)
        page.goto(url, wait_until="domcontentloaded")
        yield game, page.frame_locator("iframe")
