"""The budget: what the page costs where that can be counted, held to benchmarks/budget.toml."""

import pytest

from benchmarks import budget
from tools import build, runtime


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    """Today's."""
    dist = tmp_path_factory.mktemp("budget") / "dist"
    build.build(runtime.ROOT, dist)
    return {**budget.bytes_to_ready(dist), **budget.positions()}


def test_the_page_stays_within_its_budget(figures):
    exceeded = budget.exceeded(figures, budget.limits())
    assert not exceeded, "\n".join(exceeded)


def test_no_limit_is_so_far_above_that_it_limits_nothing(figures):
    allowed = budget.limits()
    for name, figure in figures.items():
        assert allowed[name] <= 1.1 * figure, f"{name} is {figure:,}: lower its limit"


def test_every_limit_is_held_by_a_test(figures):
    # requests.to_ready is browser/test_budget.py's.
    assert set(budget.limits()) == {*figures, "requests.to_ready"}


def test_what_grew_is_said_with_its_figures():
    figures = {"bytes.page": 1_234, "bytes.runtime": 5}
    assert budget.exceeded(figures, {"bytes.page": 1_234, "bytes.runtime": 5}) == []
    (said,) = budget.exceeded(figures, {"bytes.page": 1_000, "bytes.runtime": 5})
    assert said == (
        "bytes.page is 1,234: 234 more than the 1,000 that benchmarks/budget.toml allows."
    )


def test_the_files_that_count_are_those_that_the_page_waits_for(tmp_path):
    for name in ("index.html", "sw.js", "runtime-1/start.js", "runtime-1/core.js",
                 "runtime-1/micropython.wasm", "runtime-1/LICENSE.txt"):  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    empty = 20  # bytes, of nothing by gzip
    assert budget.bytes_to_ready(tmp_path) == {"bytes.page": 2 * empty, "bytes.runtime": 2 * empty}
