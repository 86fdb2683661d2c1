"""A web host for the tests of playing offline: it can change its content, and be switched off.

What a service worker asks for, Playwright's `route` does not see, so faults have to be made here.
"""

import os
import shutil
import threading
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import BinaryIO

from tools import build, runtime, serve

# The game's place on the host, as on GitHub Pages: other pages of the same origin are not its own.
PLACE = "/game/"

# Into version B, and not into A: another sentence, and another file of the runtime.
_SENTENCE = ("in a line win.", "in a row win.")
_MARK = "\nglobalThis.runtimeOf = 'B';\n"

# What of a page tells its version: a sentence, which came with the page itself, and the runtime.
VERSION = """
() => [
  document.getElementById("goal").textContent.includes(" row ") ? "B" : "A",
  globalThis.runtimeOf ?? "A",
].join("")
"""

# Asks for a new version, and says whether one waits, once that is settled.
UPDATE = """
async () => {
  const registration = await navigator.serviceWorker.getRegistration("/game/");
  await registration?.update().catch(() => {}); // it may be too new, or not there
  const worker = registration?.installing;
  while (worker?.state === "installing") {
    await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
  }
  return Boolean(registration?.waiting);
}
"""


class Host:
    """A server of one folder at a time, under the same address from the beginning to the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []  # the paths of all requests
        self._next: tuple[int | str, Path] | None = None
        self._lock = threading.Lock()
        self._server = None
        self._port = 0
        self.start()
        self.origin = serve.base_url(self._server).rstrip("/")
        self.url = self.origin + PLACE

    def start(self) -> None:
        """Answer, from now on."""
        self._server = serve.start(self.folder, self._port)
        self._server.RequestHandlerClass = self._handler()
        self._port = self._server.server_port
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}
        )
        self._thread.start()

    def stop(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()
            self._server = None

    def switch(self, folder: Path, when: int | str) -> None:
        """Serve another folder after so many more requests, or when that file is asked for."""
        with self._lock:
            self._next = (len(self.asked) + when if isinstance(when, int) else PLACE + when, folder)

    def _folder_for(self, path: str) -> Path:
        with self._lock:  # requests come at the same time
            if self._next is not None and self._next[0] in (path, len(self.asked)):
                self.folder = self._next[1]
                self._next = None
            self.asked.append(path)
            return self.folder

    def _handler(self) -> type:
        host = self

        class Handler(serve._Handler):
            def send_head(self) -> BinaryIO | None:
                self.directory = str(host._folder_for(self.path))
                if not self.path.startswith(PLACE):
                    # There is nothing else on this host, not even the game's page for that.
                    SimpleHTTPRequestHandler.send_error(self, 404)
                    return None
                self.path = self.path[len(PLACE) - 1 :]
                return super().send_head()

        return Handler


def build_versions(folder: Path) -> tuple[Path, Path]:
    """Build versions A and B of the page into `folder`; give where they are."""
    a, b, tree = folder / "a", folder / "b", folder / "tree"
    build.build(runtime.ROOT, a)
    _copy_tree(tree)
    text = tree / "ui" / "text.py"
    assert _SENTENCE[0] in text.read_text("utf-8")
    text.write_text(text.read_text("utf-8").replace(*_SENTENCE), "utf-8")
    loader = next((tree / "node_modules").glob("@micropython/*/micropython.mjs"))
    loader.write_text(loader.read_text("utf-8") + _MARK, "utf-8")
    build.build(tree, b)
    # Dates are told to the second, and both may have been built in one: a browser that asks whether
    # a file has changed since must get the right answer.
    for path in a.rglob("*"):
        os.utime(path, (0, 0))
    return a, b


def _copy_tree(tree: Path) -> None:
    """Copy what is built from, but of the npm packages only the one that will be changed."""
    left_out = shutil.ignore_patterns(
        ".*", "__pycache__", "dist", "node_modules", "test-results", "tests"
    )
    shutil.copytree(runtime.ROOT, tree, ignore=left_out)
    (tree / ".nojekyll").touch()
    modules = tree / "node_modules"
    modules.mkdir()
    for path in (runtime.ROOT / "node_modules").iterdir():
        if path.name == "@micropython":
            shutil.copytree(path, modules / path.name)
        else:
            (modules / path.name).symlink_to(path, target_is_directory=path.is_dir())
