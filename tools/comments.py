"""Source code without its comments, every line still in its place.

They are a good third of what a player would download, and are for those who read, whom the page
leads to the whole files. What is taken out leaves its line empty, so that an error's "line 120" is
line 120 of the file in the repository. This module must not know which file is which.
"""

import ast
import io
import re
import tokenize

_CSS = re.compile(r"""(?P<string>"[^"\n]*"|'[^'\n]*')|/\*.*?\*/""", re.DOTALL)

# Only those that have their lines to themselves. Within a line, "//" may also belong to a string or
# to a regular expression, and to tell takes a whole parser.
_JAVASCRIPT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)$", re.DOTALL | re.MULTILINE)


def without_python_comments(code: str) -> str:
    """Python code without comments and docstrings. Raises SyntaxError if it is not Python."""
    lines = code.split("\n")
    for node in ast.walk(ast.parse(code)):
        docstring = _docstring(node)
        if docstring is None:
            continue
        first, last = docstring.lineno - 1, docstring.end_lineno - 1
        # What stands beside it, as in `def f(): "..."`, is rare, and stays as it is.
        beside = lines[first].encode()[: docstring.col_offset]
        beside += lines[last].encode()[docstring.end_col_offset :].partition(b"#")[0]
        if beside.strip():
            continue
        lines[first : last + 1] = [""] * (last + 1 - first)
        if len(node.body) == 1 and not isinstance(node, ast.Module):  # a body cannot be empty
            lines[first] = " " * docstring.col_offset + "pass"
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    return "\n".join(lines)


def without_css_comments(code: str) -> str:
    """CSS without comments."""
    return _trimmed(_CSS.sub(lambda match: match["string"] or _line_ends(match[0]), code))


def without_javascript_comments(code: str) -> str:
    """JavaScript without the comments that have their lines to themselves."""
    return _trimmed(_JAVASCRIPT.sub(lambda match: _line_ends(match[0]), code))


def _docstring(node: ast.AST) -> ast.Expr | None:
    """The statement that is the docstring of a module, class or function."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        first = node.body[0] if node.body else None
        if (
            isinstance(first, ast.Expr)
            and isinstance(first.value, ast.Constant)
            and isinstance(first.value.value, str)
        ):
            return first
    return None


def _line_ends(text: str) -> str:
    return "\n" * text.count("\n")


def _trimmed(code: str) -> str:
    """`code` without the spaces that ended up at the end of a line."""
    return re.sub(r"[ \t]+$", "", code, flags=re.MULTILINE)
