"""The type check finds what is wrong, and lets through the one thing that only PyScript allows."""

import shutil

from tools import typecheck


def entry(file, message, **more):
    start = {"line": 4, "character": 0}
    return {"file": str(file), "message": message, "range": {"start": start}, **more}


def complaints(tmp_path, *entries):
    return typecheck.complaints({"generalDiagnostics": list(entries)}, tmp_path)


def test_a_complaint_names_the_place_and_the_rule(tmp_path):
    found = complaints(tmp_path, entry(tmp_path / "ui" / "tab.py", "Wrong", rule="reportCallIssue"))
    assert found == ["ui/tab.py:5: Wrong (reportCallIssue)"]


def test_only_main_may_await_at_the_top_and_only_that(tmp_path):
    assert complaints(tmp_path, entry(tmp_path / "main.py", typecheck.AWAIT)) == []
    assert complaints(tmp_path, entry(tmp_path / "ui" / "main.py", typecheck.AWAIT)) != []
    assert complaints(tmp_path, entry(tmp_path / "main.py", "Wrong")) == ["main.py:5: Wrong"]


# Each line with a word of the complaint that it must bring, or "" where there is nothing wrong. To
# an interpreter none of these is a mistake until it gets there.
LINES = (
    ("import js", ""),
    ("from pyscript.ffi import create_proxy", ""),
    ("from pyscript.ffi import create_prxy", "create_prxy"),
    ("from engine.game import Game", ""),
    ("from engine.rules import other", ""),
    ("Game().turn.lower()", ""),
    ("Game().trun", "trun"),
    ("Game().winner.lower()", "None"),
    ("other(1)", "str"),
    ("js.document.title = create_proxy(other)", ""),  # the browser's names may be anything
    ("x: int = 1  # pyright: ignore", "Unnecessary"),
    ("y: int = ''  # type: ignore", "int"),  # it does not say what it ignores
    ("await js.fetch('')", "await"),
)


def test_a_project_like_this_one_is_checked_as_the_settings_say(tmp_path):
    for name in ("engine", "typings"):
        shutil.copytree(typecheck.ROOT / name, tmp_path / name)
    shutil.copy(typecheck.ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "ui").mkdir()
    (tmp_path / "ui" / "tried.py").write_text("\n".join(code for code, _ in LINES), "utf-8")
    (tmp_path / "main.py").write_text("import js\nawait js.fetch('')\nprint(nowhere)\n", "utf-8")
    found = typecheck.check(tmp_path)
    for number, (code, word) in enumerate(LINES, 1):
        of_line = [line for line in found if line.startswith(f"ui/tried.py:{number}: ")]
        assert (len(of_line) == 1 and word in of_line[0]) if word else of_line == [], (code, found)
    assert [line for line in found if line.startswith("main.py")] == [
        'main.py:3: "nowhere" is not defined (reportUndefinedVariable)'
    ]


def test_to_find_nothing_to_check_is_a_failure(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.pyright]\ninclude = ["gone"]\n', "utf-8")
    (line,) = typecheck.check(tmp_path)
    assert line.startswith("pyright checked nothing")
