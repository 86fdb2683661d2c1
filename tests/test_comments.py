"""Comments go, everything else stays, and stays where it was."""

import ast
import io
import subprocess
import tokenize
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import runtime
from tools.comments import (
    without_css_comments,
    without_javascript_comments,
    without_python_comments,
)

ROOT = Path(__file__).resolve().parent.parent
PYTHON = [ROOT / "main.py", *sorted(ROOT.glob("engine/*.py")), *sorted(ROOT.glob("ui/*.py"))]
JAVASCRIPT = [ROOT / "boot.js", runtime.STARTER]
CSS = sorted(ROOT.glob("styles/*.css"))


def read(path: Path) -> str:
    return path.read_text("utf-8")


def test_python_loses_its_comments_and_docstrings():
    code = '''\
"""A module."""

# Why.
SIGN = "# no comment"  # but this is one


class Stop(Exception):
    """Nothing else."""


def play(cell):
    """Say
    more."""
    text = """
# a line of a string
"""
    "nor is this one, which does nothing, a docstring"
    return text  # done
'''
    bare = '''\



SIGN = "# no comment"


class Stop(Exception):
    pass


def play(cell):


    text = """
# a line of a string
"""
    "nor is this one, which does nothing, a docstring"
    return text
'''
    assert without_python_comments(code) == bare


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_games_python_is_the_same_without_them_line_by_line(path):
    bare = without_python_comments(read(path))
    assert told(bare) == told(read(path))
    kinds = {token.type for token in tokenize.generate_tokens(io.StringIO(bare).readline)}
    assert tokenize.COMMENT not in kinds


def told(code: str) -> tuple[str, list[int]]:
    """What Python makes of the code without docstrings, and where each statement begins."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                is_all = len(node.body) == 1 and not isinstance(node, ast.Module)
                node.body[:1] = [ast.Pass(lineno=first.lineno)] if is_all else []
    places = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    return ast.dump(tree), places


LINES = [
    "x = 1",
    "# y",
    "",
    "z = '#'  # w",
    "def f():\n  'doc'  # v",
    "def f(): 'doc'",
    'class C:\n  """Many\n  lines: é."""; u = 1',
    'def f():\n  """Many\n  lines."""\n  return 1',
]


@given(st.lists(st.sampled_from(LINES)))
def test_any_python_keeps_its_lines(lines):
    code = "\n".join(lines) + "\n"
    bare = without_python_comments(code)
    assert bare.count("\n") == code.count("\n")
    assert told(bare) == told(code)


def test_css_loses_its_comments_and_not_what_looks_like_one():
    code = 'a { /* one */ color: red; }\n/* two\n   lines */\nb::after { content: "/* no */"; }\n'
    bare = 'a {  color: red; }\n\n\nb::after { content: "/* no */"; }\n'
    assert without_css_comments(code) == bare


def test_javascript_loses_the_comments_that_have_their_lines_to_themselves():
    code = '/* one\n   two */\nf("//x"); // stays\n  // goes\n\tg(/\\/*a/);\n'
    assert without_javascript_comments(code) == '\n\nf("//x"); // stays\n\n\tg(/\\/*a/);\n'


@pytest.mark.parametrize("path", [*JAVASCRIPT, *CSS], ids=lambda path: path.name)
def test_for_esbuild_the_files_are_the_same_without_them(path):
    strip = without_css_comments if path.suffix == ".css" else without_javascript_comments
    bare = strip(read(path))
    assert bare.count("\n") == read(path).count("\n")
    assert len(bare) < len(read(path))
    assert minified(bare, path.suffix) == minified(read(path), path.suffix)


def minified(code: str, suffix: str) -> str:
    done = subprocess.run(
        [ROOT / "node_modules/.bin/esbuild", "--minify", f"--loader={suffix[1:]}"],
        input=code,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout
