"""What coverage is measured of is there: a name that nobody has any more would mean nothing."""

import ast
import subprocess
import sys
from pathlib import Path

from tests import conftest

TESTS = Path(__file__).parent


def test_the_files_and_tests_that_are_named_are_there():
    found = set()
    for name in conftest.MEASURED:
        tree = ast.parse((TESTS / name).read_text("utf-8"))
        found |= {node.name for node in ast.walk(tree) if hasattr(node, "name")}
    assert set(conftest.TOO_LONG_TO_MEASURE) <= found


def test_a_line_that_only_other_tests_pass_through_is_not_covered(tmp_path):
    # With a conftest.py and settings like ours, a module, a test of it and one of something else.
    (tmp_path / "tests").mkdir()
    (tmp_path / "engine").mkdir()
    source = (TESTS / "conftest.py").read_text("utf-8")
    (tmp_path / "tests" / "conftest.py").write_text(source, "utf-8")
    settings = (TESTS.parent / "pyproject.toml").read_text("utf-8")
    (tmp_path / "pyproject.toml").write_text(settings, "utf-8")
    (tmp_path / "engine" / "__init__.py").write_text("", "utf-8")
    code = "def sign(n):\n    if n < 0:\n        return -1\n    return 1\n"
    (tmp_path / "engine" / "rules.py").write_text(code, "utf-8")
    head = "from engine.rules import sign\n\n\ndef test_sign():\n    assert sign"
    (tmp_path / "tests" / "test_rules.py").write_text(f"{head}(5) == 1\n", "utf-8")
    (tmp_path / "tests" / "test_text.py").write_text(f"{head}(-5) == -1\n", "utf-8")
    run = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:xdist",
        "tests",
        "-m",
        "measured",
        "--cov",
    ]
    half = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
    assert half.returncode == 1, half.stdout
    assert "1 passed, 1 deselected" in half.stdout
    assert "rules.py" in half.stdout
    assert "  3\n" in half.stdout
    (tmp_path / "tests" / "test_game.py").write_text(f"{head}(-5) == -1\n", "utf-8")
    whole = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True)
    assert whole.returncode == 0, whole.stdout
