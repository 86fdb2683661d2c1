"""The pages that are measured: ours as it is built, and what a user might take instead.

All of them are laid out in one folder, for one server, each with its runtime beside it: what comes
from another origin cannot be slowed down evenly, nor be there without a network. This module knows
where each page and its parts come from, and by what it is seen to be ready; it measures nothing.
"""

import shutil
from pathlib import Path
from typing import NamedTuple

from tools import build, runtime

HERE = Path(__file__).resolve().parent
PAGES = HERE / "pages"
PYODIDE = HERE / "node_modules/pyodide"

# What of Pyodide's package its page loads.
_PYODIDE_FILES = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip",
)  # fmt: skip

# Where a page lets JavaScript ask its engine how long it thinks, and how much it holds in memory.
_OFFER = """

def bench_think(size, run, moves, first):
    moves = [int(cell) for cell in moves.split(".") if cell]
    times = reply_times(js.performance.now, size, run, moves, first)
    return ",".join(str(time) for time in times)


def bench_memory():
    import gc

    gc.collect()
    return gc.mem_alloc()


js.globalThis.benchThink = create_proxy(bench_think)
js.globalThis.benchMemory = create_proxy(bench_memory)
"""


class Contestant(NamedTuple):
    """One page. `path` is where it is served."""

    path: str
    ready: str  # a JavaScript expression: true once the page can be used
    ready_by: str  # and which changes make it so, as options of a MutationObserver
    last_square: str = ""  # a selector: once this square is painted, the whole board is


OURS = Contestant(
    path="ours/",
    ready="document.documentElement?.dataset.state === 'ready'",
    ready_by="{ subtree: true, attributeFilter: ['data-state'] }",
    last_square='#board .cell[data-index="8"]',
)
# The same page, but its engine can be asked: see `_OFFER`.
OURS_ASKED = OURS._replace(path="ours-asked/")
# Ready once it says so in words; nothing can be read there before its script has run.
PLAIN = Contestant(
    path="plain/",
    ready="document.getElementById('status')?.textContent",
    ready_by="{ subtree: true, childList: true }",
    last_square='#board .cell[data-index="8"]',
)
MICROPYTHON = Contestant(
    path="micropython/",
    ready="document.getElementById('hello')?.textContent",
    ready_by="{ subtree: true, childList: true }",
)
PYODIDE_PAGE = MICROPYTHON._replace(path="pyodide/")


class Served(NamedTuple):
    """Where all contestants are: in a folder, and on a server."""

    folder: Path
    url: str


class NotInstalled(Exception):
    """A package is not there; the message says how to get it."""


def lay_out(folder: Path) -> None:
    """Write all contestants into `folder`. Raises NotInstalled or build.BuildError."""
    for path in (runtime.ROOT / "node_modules/@pyscript/core", PYODIDE):
        if not path.is_dir():
            raise NotInstalled(f"{path.name} is not installed; `make bench` does it.")
    build.build(runtime.ROOT, folder / OURS.path)
    shutil.copytree(folder / OURS.path, folder / OURS_ASKED.path)
    page = folder / OURS_ASKED.path / "index.html"
    page.write_bytes(with_offer(page.read_text("utf-8")).encode())

    plain = folder / PLAIN.path
    plain.mkdir()
    shutil.copyfile(PAGES / "plain.html", plain / "index.html")

    core = runtime.ROOT / "node_modules" / runtime.PYSCRIPT / "dist"
    loader = runtime.ROOT / "node_modules" / runtime.MICROPYTHON
    for contestant, name, files in (
        (MICROPYTHON, "micropython", [loader / "micropython.mjs", loader / "micropython.wasm"]),
        (PYODIDE_PAGE, "pyodide", [PYODIDE / name for name in _PYODIDE_FILES]),
    ):
        place = folder / contestant.path
        shutil.copytree(core, place / "pyscript", ignore=shutil.ignore_patterns("*.map"))
        (place / name).mkdir()
        for path in files:
            shutil.copyfile(path, place / name / path.name)
        shutil.copyfile(PAGES / f"{name}.html", place / "index.html")


def with_offer(page: str) -> str:
    """The built page `page` with some more Python at the end of its main.py."""
    start = page.index('type="mpy"')
    end = page.index("</script>", start)
    python = (HERE / "replies.py").read_text("utf-8") + _OFFER
    return f"{page[:end]}\n{python}{page[end:]}"
