"""Rows 6 and 11: how soon a click is answered, and what 200 games leave behind in memory.

Clicks are those of a mouse, made by the browser; the page's own clock and the Event Timing API say
when they were answered. This module knows the names by which a board is played, which ours and the
plain page share: the squares, the status, `#restart`.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page

from .contestants import OURS, OURS_ASKED, PLAIN, Contestant, Served
from .loading import visit, watch_ready
from .measuring import DIFFERENCE, RATIO, Goal, Result, by_turns
from .measuring import OURS as OURS_ALONE
from .stage import SETTLED, Stage, wait_until

SLOW_CPU = 4  # times
SHORTEST_EVENT = 16  # milliseconds; the API tells of no event that was answered sooner

# In benchClicks.marks, for each click the time until its mark was painted: until the end of the
# first frame after the mark was put into its square. In benchClicks.events, what the Event Timing
# API tells of all that the player did: until the next frame was shown, in steps of 8 ms.
_WATCH_CLICKS = """
() => {
  const marks = [];
  const events = [];
  let clicked = null;
  const afterFrame = (act) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = act;
    port2.postMessage(null);
  });
  addEventListener("click", (event) => {
    clicked = { square: event.target.closest("[data-index]"), at: event.timeStamp };
  }, true);
  new MutationObserver(() => {
    if (clicked?.square && clicked.square.textContent === "X") {
      const { at } = clicked;
      clicked = null;
      afterFrame(() => marks.push(performance.now() - at));
    }
  }).observe(document.getElementById("board"), {
    subtree: true, childList: true, characterData: true,
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.interactionId) events.push(entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16 });
  window.benchClicks = { marks, events };
}
"""

# Whose turn it is, by the marks: a status may be late, for those who listen to it.
_STATE = """
() => {
  const squares = [...document.querySelectorAll("#board [data-index]")];
  const marks = squares.map((square) => square.textContent);
  const count = (mark) => marks.filter((it) => it === mark).length;
  if (document.querySelector("#board .win") || count("") === 0) return "over";
  return count("X") === count("O") ? "person" : "computer";
}
"""

_FREE_SQUARE = """
() => {
  const squares = [...document.querySelectorAll("#board [data-index]")];
  const { x, y, width, height } = squares.find((it) => !it.textContent).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
"""

# A whole game of two players in one go, then a new board.
_TWO_PLAYERS = """
(moves) => {
  const press = (what) => document.querySelector(what).click();
  for (const cell of moves) press(`#board [data-index="${cell}"]`);
  press("#restart");
}
"""

_CHOOSE_MODE = """
(mode) => {
  const menu = document.getElementById("mode");
  menu.value = mode;
  menu.dispatchEvent(new Event("change", { bubbles: true }));
}
"""

# Keeps hold of the memory that WebAssembly takes: neither page nor browser tells of it otherwise.
_WATCH_WASM = """
window.benchMemories = [];
for (const name of ["instantiate", "instantiateStreaming"]) {
  const original = WebAssembly[name];
  WebAssembly[name] = async (...given) => {
    const result = await original.apply(WebAssembly, given);
    const { exports } = result.instance ?? result;
    const memories = Object.values(exports).filter((it) => it instanceof WebAssembly.Memory);
    benchMemories.push(...memories);
    return result;
  };
}
"""

_WASM_BYTES = "benchMemories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0)"

# X wins in a row, O in a column, nobody.
_GAMES = ([0, 3, 1, 4, 2], [0, 2, 1, 5, 3, 8], [0, 1, 2, 4, 3, 5, 7, 6, 8])
FEW_GAMES = 2
MANY_GAMES = 200
# How the last games went leaves some nodes more or less. A leak would leave some of every game.
MORE_NODES = MANY_GAMES // 10
AGAINST_COMPUTER = 20  # one game in so many; each takes a few seconds


class Clicks(NamedTuple):
    """What one game told, in milliseconds."""

    marks: list[float]
    slowest_event: float


class Memory(NamedTuple):
    """What a tab holds once all that can be freed is freed."""

    javascript: float  # bytes
    wasm: float  # bytes that WebAssembly has taken from the browser
    python: float  # bytes of those that hold Python's objects
    nodes: float
    listeners: float


class Playing:
    """Plays in one browser."""

    def __init__(self, stage: Stage, served: Served, runs: int) -> None:
        self._stage = stage
        self._served = served
        self._runs = runs

    def clicks(self) -> Iterator[Result]:
        """Row 6."""
        slow = self._stage.can_slow_down
        cpu, name = (SLOW_CPU, f"processor slowed {SLOW_CPU}×") if slow else (1, "no throttling")
        ours, theirs = by_turns(
            self._runs, lambda: self._game(OURS, cpu), lambda: self._game(PLAIN, cpu)
        )
        yield Result(
            "6", f"click to mark painted, {name}", "plain JavaScript page", self._stage.title,
            tuple(chain.from_iterable(game.marks for game in ours)),
            tuple(chain.from_iterable(game.marks for game in theirs)),
            goal=Goal(DIFFERENCE, 16) if slow else None,
        )  # fmt: skip
        yield Result(
            "6", f"interaction to next paint, worst of a game, {name}", "plain JavaScript page",
            self._stage.title,
            tuple(game.slowest_event for game in ours),
            tuple(game.slowest_event for game in theirs),
            goal=Goal(OURS_ALONE, 50) if slow else None,
        )  # fmt: skip

    def memory(self) -> Iterator[Result]:
        """Row 11."""
        if not self._stage.can_slow_down:
            return  # no other browser's tools are to be had
        samples = [self._few_and_many() for _ in range(self._runs)]
        few, many = zip(*samples, strict=True)
        against = f"the same after {FEW_GAMES}"
        sizes = (
            ("memory", lambda it: it.javascript + it.wasm),
            ("JavaScript's objects", lambda it: it.javascript),
            ("Python's objects", lambda it: it.python),
        )
        for name, size in sizes:
            yield Result(
                "11", f"{name} after {MANY_GAMES} games", against, self._stage.title,
                tuple(size(it) / 1e6 for it in many), tuple(size(it) / 1e6 for it in few),
                "MB", Goal(RATIO, 1.05),
            )  # fmt: skip
        for name, limit in (("nodes", MORE_NODES), ("listeners", 0)):
            yield Result(
                "11", f"{name} after {MANY_GAMES} games", against, self._stage.title,
                tuple(getattr(it, name) for it in many), tuple(getattr(it, name) for it in few),
                "", Goal(DIFFERENCE, limit),
            )  # fmt: skip

    def _game(self, contestant: Contestant, cpu: int) -> Clicks:
        """One game with the mouse, always on the first free square."""
        with self._stage.tab(watch_ready(contestant), cpu=cpu) as page:
            visit(page, self._served.url + contestant.path)
            page.wait_for_timeout(SETTLED)
            page.evaluate(_WATCH_CLICKS)
            clicks = 0
            while _wait_for_person(page):
                page.mouse.click(*page.evaluate(_FREE_SQUARE))
                clicks += 1
                wait_until(page, f"benchClicks.marks.length === {clicks}")
            page.wait_for_timeout(SETTLED)  # the last of what the API tells is late
            marks, events = page.evaluate("[benchClicks.marks, benchClicks.events]")
        return Clicks(marks, max([SHORTEST_EVENT, *events]))

    def _few_and_many(self) -> tuple[Memory, Memory]:
        """What one tab holds after few games and after many."""
        with self._stage.tab(watch_ready(OURS_ASKED), _WATCH_WASM) as page:
            visit(page, self._served.url + OURS_ASKED.path)
            session = self._stage.session(page)
            session.send("Performance.enable")
            held = []
            played = 0
            page.evaluate(_CHOOSE_MODE, "two-players")
            for number in (FEW_GAMES, MANY_GAMES):
                # The last of both counts is against the computer: so both are of like pages.
                while played < number:
                    played += 1
                    if played == FEW_GAMES or played % AGAINST_COMPUTER == 0:
                        _play_computer(page)
                    else:
                        page.evaluate(_TWO_PLAYERS, _GAMES[played % len(_GAMES)])
                page.wait_for_timeout(SETTLED)
                held.append(_memory(page, session))
        return held[0], held[1]


def _play_computer(page: Page) -> None:
    page.evaluate(_CHOOSE_MODE, "computer")
    while _wait_for_person(page):
        page.mouse.click(*page.evaluate(_FREE_SQUARE))
    page.evaluate("document.getElementById('restart').click()")
    page.evaluate(_CHOOSE_MODE, "two-players")


def _wait_for_person(page: Page) -> bool:
    """Wait until the person can play; tell whether they can, or the game is over."""
    wait_until(page, f"({_STATE})() !== 'computer'")
    return page.evaluate(_STATE) == "person"


def _memory(page: Page, session: CDPSession) -> Memory:
    python = page.evaluate("benchMemory()")
    # Twice: what one collection finds may hold what only the next can free.
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    metrics = {
        entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]
    }
    return Memory(
        javascript=metrics["JSHeapUsedSize"],
        wasm=page.evaluate(_WASM_BYTES),
        python=python,
        nodes=metrics["Nodes"],
        listeners=metrics["JSEventListeners"],
    )
