"""Numbers: medians, what is wanted of them, and how far a figure is from that.

This module knows no browser and no page. A `Result` is one line of the table, see report.py.
"""

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

RATIO = "ratio"  # ours, as a multiple of theirs
DIFFERENCE = "difference"  # ours less theirs
OURS = "ours"  # ours alone


class CannotMeasure(Exception):
    """Something did not happen that had to; the message says what, for the person who asked."""


class Goal(NamedTuple):
    """What is wanted: that this `figure` of a result be at most `limit`."""

    figure: str  # RATIO, DIFFERENCE or OURS
    limit: float


class Result(NamedTuple):
    """What came of one measurement: all samples, ours and theirs, not yet medians."""

    row: str
    work: str
    against: str
    browser: str
    ours: tuple[float, ...]
    theirs: tuple[float, ...] = ()
    unit: str = "ms"
    goal: Goal | None = None

    def figure(self, which: str) -> float:
        """The ratio or the difference of the medians, or the median of ours."""
        ours = median(self.ours)
        if which == OURS:
            return ours
        theirs = median(self.theirs)
        if which == DIFFERENCE:
            return ours - theirs
        # Nothing against nothing is as much; something against nothing is beyond all measure.
        return ours / theirs if theirs else (1.0 if not ours else float("inf"))

    @property
    def excess(self) -> float:
        """By how much the goal is missed, in the goal's own measure; 0 if it is met."""
        return max(0.0, self.figure(self.goal.figure) - self.goal.limit) if self.goal else 0.0


def by_turns(runs: int, *measures: Callable[[], float]) -> list[tuple[float, ...]]:
    """Call each of `measures` `runs` times, in turn; give the samples of each.

    In turn (ours, theirs, ours, theirs), so that a busy spell of the machine hits all of them.
    """
    samples = [[] for _ in measures]
    for _ in range(runs):
        for collected, measure in zip(samples, measures, strict=True):
            collected.append(measure())
    return [tuple(collected) for collected in samples]
