"""Rows 7 to 10: how long the engine thinks, and over how many positions.

Ours thinks in the built page, in MicroPython in the browser, with all that the page has in memory;
a textbook's minimax in a page of its own, in JavaScript; and both in pages that have not thought
before.
This module knows the engine and how to ask both pages.
"""

import time
from collections.abc import Iterator

from tools.trace import main_thread_tasks

from .contestants import OURS, OURS_ASKED, PLAIN, Served
from .loading import visit, watch_ready
from .measuring import OURS as OURS_ALONE
from .measuring import RATIO, CannotMeasure, Goal, Result, by_turns
from .positions import COMPUTER_FROM, PERFECT_GAME, positions_visited, slowest_reply
from .replies import reply_times
from .stage import SETTLED, Stage, wait_until

# By symmetry there are no other openings.
OPENINGS = (("corner", 0), ("edge", 1), ("centre", 4))

_ASK_OURS = "([size, run, moves, first]) => benchThink(size, run, moves, first)"

_ASK_PLAIN = """
(moves) => {
  const board = ["", "", "", "", "", "", "", "", ""];
  moves.forEach((cell, ply) => { board[cell] = ply % 2 ? COMPUTER : PERSON; });
  const begin = performance.now();
  minimax(board, moves.length % 2 ? COMPUTER : PERSON);
  return performance.now() - begin;
}
"""

_COUNT_PLAIN = """
() => {
  let count = 0;
  const plain = minimax;
  minimax = (board, player) => {
    count += 1;
    return plain(board, player);
  };
  minimax(["", "", "", "", "", "", "", "", ""], PERSON);
  return count;
}
"""


class Thinking:
    """Has the pages think, in one browser."""

    def __init__(self, stage: Stage, served: Served, runs: int) -> None:
        self._stage = stage
        self._served = served
        self._runs = runs

    def first_reply(self) -> Iterator[Result]:
        """Row 7: of three openings, the one in which ours compares worst."""
        results = [
            self._on_3x3("7", f"first reply, 3 × 3, {name}", (cell,), Goal(RATIO, 0.5))
            for name, cell in OPENINGS
        ]
        yield max(results, key=lambda result: result.figure(RATIO))

    def opening_move(self) -> Iterator[Result]:
        """Row 8."""
        yield self._on_3x3("8", "opening move, 3 × 3", (), Goal(RATIO, 0.2))

    def positions(self) -> Iterator[Result]:
        """Row 9."""
        with self._plain() as page:
            visit(page, self._served.url + PLAIN.path)
            plain = page.evaluate(_COUNT_PLAIN)
        yield Result(
            "9", "positions visited, 3 × 3, exact values of all first moves", "plain minimax",
            "", (positions_visited(3, 3),), (plain,), "", Goal(OURS_ALONE, 600),
        )  # fmt: skip

    def four_by_four(self) -> Iterator[Result]:
        """Row 10."""
        game, first = PERFECT_GAME, COMPUTER_FROM
        ours, theirs = by_turns(
            self._runs,
            lambda: max(self._ask_ours(4, 4, game, first)),
            lambda: max(reply_times(time.perf_counter, 4, 4, game, first)) * 1000,
        )
        work = "slowest reply of a perfect game, 4 × 4"
        yield Result(
            "10", work, "the same in CPython", self._stage.title, ours, theirs,
            goal=Goal(RATIO, 20),
        )  # fmt: skip
        yield Result(
            "10", work, "", self._stage.title, ours, goal=Goal(OURS_ALONE, 1000)
        )  # fmt: skip
        if self._stage.can_slow_down:
            tasks = tuple(self._longest_task() for _ in range(self._runs))
            yield Result(
                "10", "longest task while it thinks about that, processor time", "",
                self._stage.title, (max(tasks),), goal=Goal(OURS_ALONE, 50),
            )  # fmt: skip

    def _on_3x3(self, row: str, work: str, moves: tuple[int, ...], goal: Goal) -> Result:
        ours, theirs = by_turns(
            self._runs,
            lambda: self._ask_ours(3, 3, moves, len(moves))[0],
            lambda: self._ask_plain(moves),
        )
        return Result(
            row, work, "textbook minimax in JavaScript", self._stage.title, ours, theirs, goal=goal
        )

    def _ask_ours(self, size: int, run: int, moves, first: int) -> list[float]:
        with self._stage.tab(watch_ready(OURS_ASKED)) as page:
            visit(page, self._served.url + OURS_ASKED.path)
            page.wait_for_timeout(SETTLED)
            spelt = ".".join(str(cell) for cell in moves)
            times = page.evaluate(_ASK_OURS, [size, run, spelt, first])
        return [float(number) for number in times.split(",")]

    def _plain(self):
        return self._stage.tab(watch_ready(PLAIN))

    def _ask_plain(self, moves) -> float:
        with self._plain() as page:
            visit(page, self._served.url + PLAIN.path)
            page.wait_for_timeout(SETTLED)
            return page.evaluate(_ASK_PLAIN, list(moves))

    def _longest_task(self) -> float:
        """Of the page's main thread, in milliseconds of the processor's time.

        Not of the clock's: that says as much about what else the machine was doing. The game is
        opened one move before, so the search remembers nothing of it, and takes longer for that.
        """
        *before, last = PERFECT_GAME[: slowest_reply()]
        link = ".".join(str(cell) for cell in before)
        with self._stage.tab(watch_ready(OURS)) as page:
            visit(page, f"{self._served.url}{OURS.path}#4x4-4={link}")
            page.wait_for_timeout(SETTLED)
            self._stage.browser.start_tracing(page=page, categories=["toplevel"])
            page.evaluate(f"document.querySelector('[data-index=\"{last}\"]').click()")
            wait_until(
                page, "document.getElementById('status').textContent.includes('Computer played')"
            )
            tasks = main_thread_tasks(self._stage.browser.stop_tracing())
        if not tasks:
            raise CannotMeasure("The browser's trace holds no task of the page.")
        return max(tasks)
