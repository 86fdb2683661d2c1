"""The table: results in, Markdown out, and into its place in a document.

Knows nothing of how anything was measured.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from statistics import median

from .measuring import DIFFERENCE, OURS, RATIO, Goal, Result

# Between these two lines of the document stands what is written anew; the rest is somebody's prose.
BEGIN = "<!-- `make bench` writes what follows, -->"
END = "<!-- up to here. -->"

_HEAD = ("", "work", "against", "browser", "ours", "theirs", "ratio", "wanted", "")


def table(results: Iterable[Result]) -> str:
    """The results as a Markdown table, a line each."""
    rows = [_HEAD, tuple("---" for _ in _HEAD), *(_cells(result) for result in results)]
    return "\n".join("|" + "".join(f" {cell} |" if cell else " |" for cell in row) for row in rows)


def _cells(result: Result) -> tuple[str, ...]:
    unit = result.unit
    return (
        result.row,
        result.work,
        result.against,
        result.browser,
        _samples(result.ours, unit),
        _samples(result.theirs, unit),
        f"{_short(result.figure(RATIO))}×" if result.theirs else "",
        _wanted(result.goal, unit),
        verdict(result),
    )


def verdict(result: Result) -> str:
    """In words: met, or missed and by how much."""
    if result.goal is None:
        return ""
    if not result.excess:
        return "met"
    figure = f"{_short(result.figure(result.goal.figure))}{_unit(result.goal, result.unit)}"
    over = f"{_short(result.excess)}{_unit(result.goal, result.unit)}"
    return f"**missed**: {figure}, {over} too much"


def _wanted(goal: Goal | None, unit: str) -> str:
    if goal is None:
        return ""
    limit = f"{_short(goal.limit)}{_unit(goal, unit)}"
    return {
        RATIO: f"≤ {limit}",
        DIFFERENCE: f"≤ theirs + {limit}",
        OURS: f"≤ {limit}",
    }[goal.figure]


def _unit(goal: Goal, unit: str) -> str:
    if goal.figure == RATIO:
        return "×"
    return f" {unit}" if unit else ""


def _samples(samples: tuple[float, ...], unit: str) -> str:
    """The median, and in brackets the lowest and the highest where they differ."""
    if not samples:
        return ""
    text = f"{_short(median(samples))}{' ' if unit else ''}{unit}"
    low, high = _short(min(samples)), _short(max(samples))
    return text if low == high else f"{text} ({low}–{high})"


def _short(number: float) -> str:
    """Three digits that count, but all of those before the point: 0.0123, 1.23, 12.3, 12,345."""
    if number == int(number) or abs(number) >= 100:
        return f"{number:,.0f}"
    if abs(number) >= 10:
        return f"{number:.1f}"
    return f"{number:.2f}" if abs(number) >= 1 else f"{number:.3g}"


def replaced(document: str, text: str) -> str:
    """`document` with `text` between its two markers. Raises ValueError unless it has each once."""
    if document.count(BEGIN) != 1 or document.count(END) != 1:
        raise ValueError(f"the document must hold {BEGIN} and {END}, each once")
    between = re.compile(re.escape(BEGIN) + ".*" + re.escape(END), re.DOTALL)
    new, count = between.subn(lambda _: f"{BEGIN}\n\n{text}\n\n{END}", document)
    if count == 0:
        raise ValueError(f"{END} stands before {BEGIN}")
    return new


def write(path: Path, text: str) -> None:
    """Put `text` between the markers of the file `path`. Raises ValueError without them."""
    path.write_text(replaced(path.read_text("utf-8"), text), "utf-8", newline="\n")
