"""`make bench` without its browsers: what it makes of samples, and what it writes where."""

import json
import random
from pathlib import Path

import pytest

from benchmarks import bench, report
from benchmarks.contestants import with_offer
from benchmarks.measuring import DIFFERENCE, OURS, RATIO, Goal, Result, by_turns
from benchmarks.positions import COMPUTER_FROM, PERFECT_GAME, perfect_game
from benchmarks.replies import reply_times
from engine.game import Game
from engine.search import best_moves
from tools.trace import main_thread_tasks


def result(ours, theirs=(), unit="ms", goal=None):
    return Result("1", "work", "another", "Browser 1", ours, theirs, unit, goal)


# Samples


def test_contestants_are_measured_by_turns_and_their_samples_kept_apart():
    order = []

    def measure(name, samples):
        def one():
            order.append(name)
            return samples.pop(0)

        return one

    ours, theirs = by_turns(3, measure("ours", [1, 2, 3]), measure("theirs", [4, 5, 6]))
    assert order == ["ours", "theirs"] * 3
    assert (ours, theirs) == ((1, 2, 3), (4, 5, 6))


def test_figures_are_of_the_medians_so_one_bad_sample_changes_little():
    it = result((10, 900, 20), (40, 41, 5))
    assert it.figure(OURS) == 20
    assert it.figure(RATIO) == 0.5
    assert it.figure(DIFFERENCE) == -20


def test_a_ratio_to_nothing_is_beyond_all_measure():
    assert result((1,), (0,)).figure(RATIO) == float("inf")
    assert result((0,), (0,)).figure(RATIO) == 1


@pytest.mark.parametrize(
    ("goal", "excess"),
    [
        (Goal(RATIO, 1.5), 0),
        (Goal(RATIO, 1.25), 0.25),
        (Goal(DIFFERENCE, 50), 0),
        (Goal(DIFFERENCE, 20), 30),
        (Goal(OURS, 150), 0),
        (Goal(OURS, 100), 50),
        (None, 0),
    ],
)
def test_a_goal_is_missed_by_what_is_above_its_limit(goal, excess):
    assert result((150,), (100,), goal=goal).excess == excess


# The table


def test_the_table_has_a_line_for_each_result_with_as_many_cells_as_its_head():
    results = [
        result((150, 140, 160), (100,), goal=Goal(RATIO, 1.1)),
        result((1234.5,), unit="", goal=Goal(OURS, 2000)),
    ]
    head, rule, first, second = report.table(results).splitlines()
    assert {line.count("|") for line in (head, rule, first, second)} == {10}
    assert "| 150 ms (140–160) | 100 ms | 1.50× | ≤ 1.10× | **missed**: 1.50×, 0.4× too" in first
    assert "| 1,234 | | | ≤ 2,000 | met |" in second


@pytest.mark.parametrize(
    ("goal", "wanted", "verdict"),
    [
        (Goal(RATIO, 0.5), "≤ 0.5×", "**missed**: 2×, 1.50× too much"),
        (Goal(DIFFERENCE, 16), "≤ theirs + 16 ms", "**missed**: 100 ms, 84 ms too much"),
        (Goal(OURS, 50), "≤ 50 ms", "**missed**: 200 ms, 150 ms too much"),
        (Goal(OURS, 200), "≤ 200 ms", "met"),
        (None, "", ""),
    ],
)
def test_a_miss_says_by_how_much(goal, wanted, verdict):
    it = result((200,), (100,), goal=goal)
    assert report.verdict(it) == verdict
    assert report.table([it]).endswith(f"2× |{_cell(wanted)}{_cell(verdict)}")


def _cell(text):
    return f" {text} |" if text else " |"


# The document


def test_only_what_stands_between_the_markers_is_written_anew():
    before = f"prose\n{report.BEGIN}\nold\nolder\n{report.END}\nmore prose\n"
    after = report.replaced(before, r"new \1 text")
    assert after == f"prose\n{report.BEGIN}\n\nnew \\1 text\n\n{report.END}\nmore prose\n"
    assert report.replaced(after, r"new \1 text") == after


@pytest.mark.parametrize(
    "document",
    [
        "no marker",
        report.BEGIN,
        f"{report.END}\n{report.BEGIN}",
        f"{report.BEGIN}\n{report.BEGIN}\n{report.END}",
    ],
)
def test_a_document_without_its_markers_is_refused(document):
    with pytest.raises(ValueError, match=r"must hold|stands before"):
        report.replaced(document, "new")


def test_the_projects_document_has_a_place_for_the_table():
    assert "new text" in report.replaced(bench.DOCUMENT.read_text("utf-8"), "new text")


def test_a_run_that_is_not_whole_is_not_written_down(monkeypatch, tmp_path, capsys):
    document = tmp_path / "performance.md"
    document.write_text(f"{report.BEGIN}\nold\n{report.END}\n")
    monkeypatch.setattr(bench, "DOCUMENT", document)
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    measured = [result((1,), (2,), goal=Goal(RATIO, 1)), result((3,), (2,), goal=Goal(RATIO, 1))]
    monkeypatch.setattr(bench.Bench, "run", lambda self: self.results.extend(measured))
    for arguments in (["--runs", "6"], ["--only", "1,2"], ["--browsers", "firefox"]):
        assert bench.main(arguments) == 0
        assert "stays as it is" in capsys.readouterr().out
        assert "old" in document.read_text("utf-8")
    assert bench.main([]) == 0
    assert "1 of 2 figures are not as wanted" in capsys.readouterr().out
    assert "**missed**: 1.50×" in document.read_text("utf-8")
    monkeypatch.setattr(bench.Bench, "run", lambda self: self.failures.append("row 1: why"))
    assert bench.main([]) == 1
    assert "row 1: why" in capsys.readouterr().out
    assert "**missed**" in document.read_text("utf-8")


@pytest.mark.parametrize("arguments", [["--only", "12"], ["--only", "x"], ["--browsers", "lynx"]])
def test_what_cannot_be_measured_is_refused(arguments):
    with pytest.raises(SystemExit):
        bench.main(arguments)


def test_every_row_has_a_way_to_be_measured():
    assert tuple(bench.rows(None, None, 1)) == bench.ROWS


# What is measured


def test_the_question_to_the_engine_stands_at_the_end_of_main_py_and_nowhere_else():
    page = (
        '<script data-file="a"></script><script type="mpy" x>\nmain = 1\n</script><script></script>'
    )
    asked = with_offer(page)
    before, _, after = asked.partition("main = 1\n")
    assert page.startswith(before)
    assert after.endswith("</script><script></script>")
    python = after.partition("</script>")[0]
    compile(python, "main.py", "exec")
    assert "def reply_times(" in python
    assert "benchThink" in python


def test_the_perfect_game_is_one_and_so_are_those_that_are_looked_for():
    for moves in (PERFECT_GAME, perfect_game(random.Random(1))):
        game = Game(4, 4)
        for cell in moves:
            assert cell in best_moves(game)
            game.play(cell)
        assert game.is_over


def test_there_is_a_time_for_each_reply_of_one_side():
    clock = iter(range(100))
    times = reply_times(lambda: next(clock), 4, 4, PERFECT_GAME, COMPUTER_FROM)
    assert times == [1] * 8
    assert reply_times(lambda: next(clock), 3, 3, (), 0) == [1]


def test_tasks_are_those_of_the_pages_main_thread_in_milliseconds():
    def event(name, thread, **more):
        return {"name": name, "pid": 1, "tid": thread, "args": {}, **more}

    events = [
        event("thread_name", 7) | {"args": {"name": "CrRendererMain"}},
        event("thread_name", 8) | {"args": {"name": "Compositor"}},
        event("ThreadControllerImpl::RunTask", 7, tdur=1500),
        event("ThreadControllerImpl::RunTask", 8, tdur=9000),
        event("ThreadControllerImpl::RunTask", 7),
        event("Other", 7, tdur=4000),
    ]
    assert main_thread_tasks(json.dumps({"traceEvents": events})) == [1.5]


def test_the_pages_of_the_others_name_no_other_server():
    pages = sorted((Path(bench.__file__).parent / "pages").glob("*.html"))
    assert len(pages) == 3
    for page in pages:
        assert "://" not in page.read_text("utf-8"), page.name
