"""Measure the page against what a user might take instead, side by side, and write down the ratios.

    make bench
    make bench BENCH_ARGS="--runs 7 --only 1,2 --browsers chromium"

What is measured, and how, stands in docs/performance.md, and after a whole run the figures as well.
A figure that is not as wanted is reported and is no error; one that could not be measured is.
"""

import argparse
import io
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr
from pathlib import Path

# As in tools/build.py: found both as a program and as a module.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Error, sync_playwright

from benchmarks import report
from benchmarks.contestants import NotInstalled, Served, lay_out
from benchmarks.loading import Loading
from benchmarks.measuring import CannotMeasure, Result
from benchmarks.playing import Playing
from benchmarks.stage import Stage, open_stage
from benchmarks.thinking import Thinking
from tools import build, serve

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/performance.md"

BROWSERS = ("chromium", "firefox")
ROWS = tuple(range(1, 12))
ONLY_IN_CHROMIUM = (9, 11)  # 9 depends on no browser, 11 takes Chromium's own tools

# Fewer say too little: such a run is printed, but not written down.
LEAST_RUNS = 7


def rows(stage: Stage, served: Served, runs: int) -> dict[int, Callable[[], Iterable[Result]]]:
    """How each row is measured in a browser."""
    loading = Loading(stage, served, runs)
    playing = Playing(stage, served, runs)
    thinking = Thinking(stage, served, runs)
    return {
        1: loading.first_paint,
        2: loading.ready,
        3: loading.ready_against_pyodide,
        4: loading.offline,
        5: loading.bytes_to_ready,
        6: playing.clicks,
        7: thinking.first_reply,
        8: thinking.opening_move,
        9: thinking.positions,
        10: thinking.four_by_four,
        11: playing.memory,
    }


class Bench:
    """One run of everything that was asked for."""

    def __init__(self, names: Iterable[str], only: Iterable[int], runs: int) -> None:
        self.results: list[Result] = []
        self.failures: list[str] = []
        self.titles: list[str] = []  # of the browsers
        self._names = tuple(names)
        self._only = tuple(only)
        self._runs = runs

    def run(self) -> None:
        """Measure. Raises NotInstalled or build.BuildError if there is nothing to be measured."""
        # Browsers also ask for icons that some of the pages do not have, and the server says so.
        quiet = redirect_stderr(io.StringIO())
        with tempfile.TemporaryDirectory() as folder, quiet:
            lay_out(Path(folder))
            with serve.serving(Path(folder)) as url, sync_playwright() as playwright:
                for name in self._names:
                    try:
                        with open_stage(playwright, name) as stage:
                            self.titles.append(stage.title)
                            self._measure(stage, Served(Path(folder), url))
                    except (CannotMeasure, Error) as error:
                        self._note_failure(name, error)
        # By rows, and in each as they were measured.
        self.results.sort(key=lambda result: int(result.row))

    def _measure(self, stage: Stage, served: Served) -> None:
        measures = rows(stage, served, self._runs)
        for row in self._only:
            if row in ONLY_IN_CHROMIUM and stage.name != "chromium":
                continue
            print(f"{stage.title}, row {row} ...", flush=True)
            try:
                self.results += measures[row]()
            except (CannotMeasure, Error) as error:
                self._note_failure(f"row {row} in {stage.title}", error)

    def _note_failure(self, what: str, error: Exception) -> None:
        self.failures.append(f"{what}: {error}")
        print(f"Not measured: {self.failures[-1]}", flush=True)


def machine(titles: Iterable[str], runs: int) -> str:
    """What it was measured on, in a sentence."""
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        system = f"{platform.system()} {platform.release()}"
    return (
        f"Measured on {os.cpu_count()} cores, {system}, in {' and '.join(titles)}, and CPython "
        f"{platform.python_version()}; medians of {runs}, in brackets the lowest and the highest."
    )


def _numbers(text: str) -> list[int]:
    """Read "1,2,7"."""
    chosen = [int(number) for number in text.split(",")]
    if not set(chosen) <= set(ROWS):
        raise argparse.ArgumentTypeError(f"rows are {ROWS[0]} to {ROWS[-1]}, not {text}")
    return chosen


def _browsers(text: str) -> list[str]:
    chosen = text.split(",")
    if not set(chosen) <= set(BROWSERS):
        raise argparse.ArgumentTypeError(f"browsers are {', '.join(BROWSERS)}, not {text}")
    return chosen


def _why_not_written(options: argparse.Namespace) -> Iterator[str]:
    if options.runs < LEAST_RUNS:
        yield f"fewer than {LEAST_RUNS} runs"
    if set(options.only) != set(ROWS) or set(options.browsers) != set(BROWSERS):
        yield "not all was asked for"


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the table, write it down if it is whole; 1 if something was not measured."""
    parser = argparse.ArgumentParser(description="Measure the page against others, side by side.")
    parser.add_argument("--runs", type=int, default=LEAST_RUNS, help=f"default: {LEAST_RUNS}")
    parser.add_argument(
        "--only", type=_numbers, default=ROWS, help="rows, such as 1,2; default: all"
    )
    parser.add_argument(
        "--browsers", type=_browsers, default=BROWSERS, help=f"default: {','.join(BROWSERS)}"
    )
    options = parser.parse_args(arguments)
    bench = Bench(options.browsers, options.only, max(1, options.runs))
    try:
        bench.run()
    except (NotInstalled, build.BuildError) as error:
        print(f"Not measured: {error}", file=sys.stderr)
        return 1
    text = f"{report.table(bench.results)}\n\n{machine(bench.titles, options.runs)}"
    print(f"\n{text}\n")
    missed = [result for result in bench.results if result.excess]
    print(f"{len(missed)} of {len(bench.results)} figures are not as wanted.")
    for result in missed:
        print(f"  row {result.row}, {result.browser}: {result.work}: {report.verdict(result)}")
    reasons = [*_why_not_written(options), *bench.failures]
    if reasons:
        print(f"{DOCUMENT.name} stays as it is: {'; '.join(reasons)}.")
    else:
        report.write(DOCUMENT, text)
        print(f"Written to {DOCUMENT.relative_to(ROOT)}.")
    return 1 if bench.failures else 0


if __name__ == "__main__":
    sys.exit(main())
