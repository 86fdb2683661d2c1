"""The version is the same wherever it stands, and the changelog tells of it."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
# "## 1.2.0 (unreleased)" or "## 1.2.0 (2027-01-31)"
HEADING = re.compile(r"^## (\d+)\.(\d+)\.(\d+) \((unreleased|\d{4}-\d\d-\d\d)\)$")


def headings():
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    return [line for line in changelog.splitlines() if line.startswith("## ")]


def test_the_version_is_the_same_in_every_file():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    newest = ".".join(HEADING.match(headings()[0]).groups()[:3])
    found = [
        project["version"],
        package["version"],
        lock["version"],
        lock["packages"][""]["version"],
    ]
    assert found == [newest] * 4


def test_the_changelog_has_each_version_once_the_newest_on_top_and_only_that_may_be_unreleased():
    matches = [HEADING.match(heading) for heading in headings()]
    assert all(matches), headings()
    versions = [tuple(int(number) for number in match.groups()[:3]) for match in matches]
    assert versions == sorted(set(versions), reverse=True)
    dates = [match[4] for match in matches]
    assert "unreleased" not in dates[1:]
    assert dates[1:] == sorted(dates[1:], reverse=True)
