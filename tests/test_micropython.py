"""Runs the engine's tests a second time, in the Python that the page runs: MicroPython.

The files named in SHARED are plain functions with bare asserts. Every one of their tests becomes
an item here, in an interpreter of its own (tests/micropython/run.mjs), so that a failure names the
test and shows MicroPython's traceback. What only CPython can run (pytest's fixtures, Hypothesis,
`ast`, `fractions`) stands in other files.
"""

import ast
import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
RUNNER = TESTS / "micropython" / "run.mjs"
RUNTIME = TESTS.parent / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"

SHARED = (
    "test_rules",
    "test_game",
    "test_search",
    "test_opponents",
    "test_textbook",
    "test_reasons",
)


def parsed(module):
    return ast.parse((TESTS / f"{module}.py").read_text(encoding="utf-8"))


def names_in(module):
    """Return the names of the tests in one of the test files, in their order."""
    return [
        node.name
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def run_in_micropython(code):
    """Run some Python code; return the finished process."""
    node = shutil.which("node")
    if node is None or not RUNTIME.is_dir():
        pytest.fail(
            "MicroPython runs in Node, from an npm package, and one of the two is missing: "
            "`make test` installs both, or have Node 20 and run `npm ci`.",
            pytrace=False,
        )
    return subprocess.run(
        [node, RUNNER, code], capture_output=True, text=True, timeout=250, check=False
    )


@pytest.mark.parametrize(
    ("module", "test"), [(module, test) for module in SHARED for test in names_in(module)]
)
def test_it_passes_in_micropython_too(module, test):
    run = run_in_micropython(f"from tests.{module} import {test}\n{test}()")
    if run.returncode != 0:
        pytest.fail(f"in MicroPython:\n{run.stdout}{run.stderr}", pytrace=False)


@pytest.mark.parametrize("module", SHARED)
def test_the_shared_files_use_nothing_of_pytest(module):
    # Called with no fixture and no parameter, a test would fail there or be no test at all.
    assert names_in(module)
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            assert not ast.unparse(node.args), f"{node.name} takes arguments"
            assert not node.decorator_list, f"{node.name} is decorated"
        assert not isinstance(node, ast.AsyncFunctionDef), f"{node.name} is async"


def test_the_runner_reports_what_fails_and_what_is_not_there():
    failed = run_in_micropython("def find():\n    assert 0\nfind()")
    assert failed.returncode == 1
    assert "in find" in failed.stderr
    assert "AssertionError" in failed.stderr
    missing = run_in_micropython("from tests.test_rules import test_that_is_not_there")
    assert missing.returncode == 1
    assert "ImportError" in missing.stderr


def test_the_runner_is_micropython_with_the_small_stack_that_it_has_on_the_page():
    run = run_in_micropython("import sys\nprint(sys.implementation.name)")
    assert (run.returncode, run.stdout) == (0, "micropython\n")
    deep = "def down(n):\n    return n and down(n - 1)\n"
    assert run_in_micropython(f"{deep}down(100)").returncode == 0
    assert "maximum recursion depth exceeded" in run_in_micropython(f"{deep}down(300)").stderr
