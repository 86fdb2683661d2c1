"""The budget: what the page may cost where that can be counted, so that it cannot creep.

    make budget

prints today's figures beside the limits of benchmarks/budget.toml; tests hold them. Only what is
the same on every machine is here: bytes, positions, requests. What takes time is for bench.py.
"""

import gzip
import sys
import tempfile
import tomllib
from pathlib import Path

# As in tools/build.py: found both as a program and as a module.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.positions import (
    COMPUTER_FROM,
    PERFECT_GAME,
    positions_for_replies,
    positions_visited,
)
from tools import build, runtime

LIMITS = Path(__file__).with_name("budget.toml")


def limits() -> dict[str, int]:
    """What the budget allows: "bytes.page" and so on -> at most so many."""
    groups = tomllib.loads(LIMITS.read_text("utf-8"))
    return {
        f"{group}.{name}": limit
        for group, entries in groups.items()
        for name, limit in entries.items()
    }


def files_to_ready(dist: Path) -> dict[str, list[Path]]:
    """What of the built page has to arrive before it is ready: our own files, and the runtime's."""
    page = [dist / "index.html", *dist.glob("runtime-*/start.js")]
    both = [path for path in dist.glob("runtime-*/*") if path.suffix in (".js", ".wasm")]
    return {"page": page, "runtime": [path for path in both if path not in page]}


def bytes_to_ready(dist: Path) -> dict[str, int]:
    """How many bytes that is, by gzip."""
    return {
        f"bytes.{group}": sum(len(gzip.compress(path.read_bytes(), mtime=0)) for path in paths)
        for group, paths in files_to_ready(dist).items()
    }


def positions() -> dict[str, int]:
    """How many positions the search visits, by the count of a textbook."""
    return {
        "positions.3x3": positions_visited(3, 3),
        "positions.4x4": positions_visited(4, 4),
        "positions.4x4_slowest_reply": max(positions_for_replies(PERFECT_GAME, COMPUTER_FROM)),
    }


def exceeded(figures: dict[str, int], allowed: dict[str, int]) -> list[str]:
    """A sentence for each figure that is above its limit."""
    return [
        f"{name} is {figure:,}: {figure - allowed[name]:,} more than the {allowed[name]:,} that "
        f"benchmarks/{LIMITS.name} allows."
        for name, figure in figures.items()
        if figure > allowed[name]
    ]


def main() -> int:
    """Print today's figures and the limits; 1 if one is exceeded."""
    with tempfile.TemporaryDirectory() as folder:
        build.build(runtime.ROOT, Path(folder) / "dist")
        figures = {**bytes_to_ready(Path(folder) / "dist"), **positions()}
    allowed = limits()
    for name, limit in allowed.items():
        today = f"{figures[name]:,}" if name in figures else "see the browser test"
        print(f"{name:<30} {today:>20}  allowed: {limit:,}")
    complaints = exceeded(figures, allowed)
    print(*complaints, sep="\n")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
