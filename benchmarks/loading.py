"""Rows 1 to 5: how soon a page is there, how soon it can be used, and what that costs in bytes.

A page is watched from within, by scripts that begin before it does; they note the time at which
something has come about, and do nothing else. All times are from the beginning of the navigation,
by the page's own clock. This module knows no page but by what contestants.py says of it.
"""

import json
from collections.abc import Iterator
from urllib.parse import urljoin

from playwright.sync_api import Page

from tools import serve

from .contestants import MICROPYTHON, OURS, PLAIN, PYODIDE_PAGE, Contestant, Served
from .measuring import DIFFERENCE, RATIO, CannotMeasure, Goal, Result, by_turns
from .measuring import OURS as OURS_ALONE
from .stage import PATIENCE, SLOW_4G, Stage

# Notes when the whole board has been painted. The frame in which the last square has its place for
# the first time is the one in which an IntersectionObserver first speaks; a message that is posted
# from there arrives when the frame is done. The browser also says itself when it has shown the
# first content of the page. What is later counts.
_WATCH_BOARD = """
(() => {
  const lastSquare = %s;
  const painted = new Promise((done) => {
    const afterFrame = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done(performance.now());
      port2.postMessage(null);
    };
    new MutationObserver((_, parsing) => {
      const square = document.querySelector(lastSquare);
      if (square) {
        parsing.disconnect();
        new IntersectionObserver((_, laidOut) => {
          laidOut.disconnect();
          afterFrame();
        }).observe(square);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  const shown = new Promise((done) => {
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName("first-contentful-paint");
      if (entry) done(entry.startTime);
    }).observe({ type: "paint", buffered: true });
  });
  window.benchResult = Promise.all([painted, shown]).then((times) => Math.max(...times));
})();
"""

# Notes when the page is ready to be used.
_WATCH_READY = """
(() => {
  window.benchResult = new Promise((done) => {
    const look = (_, watch) => {
      if (%s) {
        watch.disconnect();
        done(performance.now());
      }
    };
    new MutationObserver(look).observe(document, %s);
  });
})();
"""

# Waits for what is noted. Nothing is asked of the page in the meantime, which would delay it.
_RESULT = """
(patience) => Promise.race([
  window.benchResult,
  new Promise((_, fail) => setTimeout(() => fail(new Error("it did not come about")), patience)),
])
"""

# [address, bytes without headers, when it was there] of the page and all that it has asked for.
_ENTRIES = """
() => performance.getEntries()
  .filter((entry) => ["navigation", "resource"].includes(entry.entryType))
  .map((entry) => [entry.name, entry.encodedBodySize, entry.responseEnd])
"""

_IS_KEPT = """
(patience) => Promise.race([
  navigator.serviceWorker.ready.then(() => true),
  new Promise((_, fail) => setTimeout(() => fail(new Error("the page was not kept")), patience)),
])
"""


def watch_board(contestant: Contestant) -> str:
    """The script for a tab that is to be asked for the painting of the board."""
    return _WATCH_BOARD % json.dumps(contestant.last_square)


def watch_ready(contestant: Contestant) -> str:
    """The script for a tab that is to be asked for readiness."""
    return _WATCH_READY % (contestant.ready, contestant.ready_by)


def visit(page: Page, url: str) -> float:
    """Open `url` in a tab that has one of the scripts above; give the time that it notes."""
    page.goto(url, wait_until="commit")
    return page.evaluate(_RESULT, PATIENCE)


def entries(page: Page, url: str) -> list[tuple[str, int, float]]:
    """What the page at `url` has asked for: (address within it, bytes, when it was there)."""
    found = [tuple(entry) for entry in page.evaluate(_ENTRIES)]
    origin = urljoin(url, "/")
    elsewhere = [name for name, _, _ in found if not name.startswith(origin)]
    if elsewhere:
        raise CannotMeasure(f"{url} asks elsewhere for {elsewhere[0]}.")
    return [(name.removeprefix(url), size, end) for name, size, end in found]


class Loading:
    """Loads the pages in one browser, again and again."""

    def __init__(self, stage: Stage, served: Served, runs: int) -> None:
        self._stage = stage
        self._served = served
        self._runs = runs

    def first_paint(self) -> Iterator[Result]:
        """Row 1."""
        for name, network, goal in self._networks(Goal(RATIO, 1.10), Goal(RATIO, 1.10)):
            ours, theirs = self._compare(watch_board, network, OURS, PLAIN)
            yield Result(
                "1", f"the whole board painted, cold, {name}", "plain JavaScript page",
                self._stage.title, ours, theirs, goal=goal,
            )  # fmt: skip

    def ready(self) -> Iterator[Result]:
        """Row 2."""
        for name, network, goal in self._networks(Goal(RATIO, 0.80)):
            ours, theirs = self._compare(watch_ready, network, OURS, MICROPYTHON)
            yield Result(
                "2", f"ready to play, cold, {name}", "empty PyScript page on MicroPython",
                self._stage.title, ours, theirs, goal=goal,
            )  # fmt: skip

    def ready_against_pyodide(self) -> Iterator[Result]:
        """Row 3."""
        for name, network, goal in self._networks(Goal(RATIO, 0.15)):
            ours, theirs = self._compare(watch_ready, network, OURS, PYODIDE_PAGE)
            yield Result(
                "3", f"ready to play, cold, {name}", "empty PyScript page on Pyodide",
                self._stage.title, ours, theirs, goal=goal,
            )  # fmt: skip

    def offline(self) -> Iterator[Result]:
        """Row 4."""
        ours, theirs = by_turns(
            self._runs, self._offline_visit, lambda: self._visit(watch_ready, None, PLAIN)
        )
        yield Result(
            "4", "ready to play, second visit, no server", "plain JavaScript page, first visit",
            self._stage.title, ours, theirs, goal=Goal(OURS_ALONE, 400),
        )  # fmt: skip

    def bytes_to_ready(self) -> Iterator[Result]:
        """Row 5. Of sizes there is one sample: they do not vary."""
        whole = self.what_is_loaded(OURS)
        # What tools/build.py puts into that folder is the runtime, except for one file of our own.
        runtime = {
            name: size
            for name, size in whole.items()
            if name.startswith("runtime-") and not name.endswith("/start.js")
        }
        ours, theirs = sum(whole.values()), sum(runtime.values())
        yield Result(
            "5", f"bytes to ready, gzip, {len(whole)} files", f"the runtime's {len(runtime)} alone",
            self._stage.title, (ours / 1000,), (theirs / 1000,), "KB", Goal(DIFFERENCE, 40),
        )  # fmt: skip

    def what_is_loaded(self, contestant: Contestant) -> dict[str, int]:
        """What arrives until the page is ready: name within the page -> bytes, without headers."""
        url = self._served.url + contestant.path
        with self._stage.tab(watch_ready(contestant)) as page:
            ready = visit(page, url)
            found = entries(page, url)
        # Some browsers fetch an icon for their own frame in the meantime. The page waits for none.
        return {
            name: size
            for name, size, end in found
            if end <= ready and not name.startswith("icons/")
        }

    def _networks(self, *goals: Goal) -> Iterator[tuple[str, dict | None, Goal | None]]:
        """The networks to load over; `goals` are for the slow one and for the fast one."""
        slow, fast = (*goals, None)[:2]
        if self._stage.can_slow_down:
            yield "Slow 4G", SLOW_4G, slow
        yield "no throttling", None, fast

    def _compare(self, watch, network, *contestants: Contestant) -> list[tuple[float, ...]]:
        def measure(contestant: Contestant):
            return lambda: self._visit(watch, network, contestant)

        for contestant in contestants:  # the server's first time does not count: it compresses
            self._visit(watch, None, contestant)
        return by_turns(self._runs, *(measure(contestant) for contestant in contestants))

    def _visit(self, watch, network: dict | None, contestant: Contestant) -> float:
        url = self._served.url + contestant.path
        with self._stage.tab(watch(contestant), network=network) as page:
            time = visit(page, url)
            entries(page, url)
            return time

    def _offline_visit(self) -> float:
        """Have the page kept, take the server away, and come again in another tab."""
        with self._stage.tab(watch_ready(OURS), worker=True) as page:
            with serve.serving(self._served.folder / OURS.path) as url:
                visit(page, url)
                page.evaluate(_IS_KEPT, PATIENCE)
            again = page.context.new_page()
            page.close()
            return visit(again, url)
