"""What GitHub and pre-commit run is what `make` runs, all of it and in the same versions."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PARTS = re.findall(
    r"- part: \w+\n +run: make (.+)\n",
    (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8"),
)


def rule(target):
    """Return what a target of the Makefile needs, and its recipe."""
    makefile = (ROOT / "Makefile").read_text("utf-8").replace("\\\n", " ")
    (found,) = re.findall(rf"^{target}:([^#\n]*)[^\n]*\n((?:\t.*\n)*)", makefile, re.MULTILINE)
    return found[0].split(), found[1]


def browser_tests(arguments):
    """Return the tests that `make test-browser PYTEST_ARGS=arguments` would run."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/browser", "--collect-only", "-q"]
        + shlex.split(arguments),
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return {line for line in run.stdout.splitlines() if "::" in line}


def test_the_parts_that_are_run_side_by_side_are_all_that_make_test_runs():
    needed, recipe = rule("test")
    assert recipe == ""
    assert {part.split()[0] for part in PARTS} | {"test-engine"} == set(needed)
    assert "check test-engine" in PARTS
    of_parts = [
        browser_tests(re.fullmatch(r"test-browser PYTEST_ARGS='(.+)'", part)[1])
        for part in PARTS
        if part.startswith("test-browser")
    ]
    assert len(of_parts) == 3
    # Collected without arguments, Firefox leaves out what it would leave out alone as well.
    assert set.union(*of_parts) == browser_tests("")
    assert sum(len(tests) for tests in of_parts) == len(set.union(*of_parts))


def test_the_hooks_call_the_programs_that_make_check_calls_and_pin_none():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"- repo: (.*)", hooks) == ["local"]
    assert "rev:" not in hooks
    entries = re.findall(r"^ +entry: (.*)$", hooks, re.MULTILINE)
    assert len(entries) == 4
    recipe = (
        rule("check")[1].replace("$(BIN)", ".venv/bin").replace("$(NPM_BIN)", "node_modules/.bin")
    )
    for entry in entries:
        assert entry.replace(" --force-exclude", "") in recipe
