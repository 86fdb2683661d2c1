"""What GitHub and pre-commit run is what `make` runs, all of it and in the same versions."""

import ast
import re
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


def test_the_parts_that_are_run_side_by_side_are_all_that_make_test_runs():
    needed, recipe = rule("test")
    assert recipe == ""
    assert set(needed) == {"check", "test-engine", "test-browser"}
    # Each browser of Playwright's without the files of WebKit, and these by themselves. A test that
    # has WebKit in its name runs with these, in both of the others.
    conftest = (ROOT / "tests" / "browser" / "conftest.py").read_text("utf-8")
    (browsers,) = re.findall(r"config\.option\.browser = (\[.*\])", conftest)
    assert sorted(PARTS) == sorted(
        [
            "check test-engine",
            "test-browser PYTEST_ARGS='-k webkit'",
            *[
                f"test-browser PYTEST_ARGS='--browser {browser} -k \"not webkit\"'"
                for browser in ast.literal_eval(browsers)
            ],
        ]
    )
    assert list((ROOT / "tests" / "browser").glob("test_webkit*.py"))


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
