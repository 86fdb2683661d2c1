"""The budget, where it takes a browser: how many files the page waits for."""

import pytest

from benchmarks import budget
from benchmarks.contestants import OURS
from benchmarks.loading import entries, visit, watch_ready


@pytest.mark.only_browser("chromium")  # what is asked for is the same in all
def test_the_page_waits_for_no_more_files_than_its_budget_allows(page, dist_url, dist):
    page.add_init_script(watch_ready(OURS))
    ready = visit(page, dist_url)
    found = entries(page, dist_url)
    names = sorted(name or "index.html" for name, _, end in found if end <= ready)
    names = [name for name in names if not name.startswith("icons/")]  # for the browser's frame
    complaints = budget.exceeded({"requests.to_ready": len(names)}, budget.limits())
    assert not complaints, "\n".join([*complaints, "They are:", *names])
    # And the budget of bytes is about these files.
    counted = [path for paths in budget.files_to_ready(dist).values() for path in paths]
    assert set(names) == {path.relative_to(dist).as_posix() for path in counted}
