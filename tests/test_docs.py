"""The documents name what there is: tests, files, commands and other documents."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
ACCESSIBILITY = (ROOT / "docs" / "accessibility.md").read_text("utf-8")

# All of WCAG 2.2 (https://www.w3.org/TR/WCAG22/), as ranges of the third number; 4.1.1 is gone.
CRITERIA = {
    "A": "1.1.1 1.2.1-3 1.3.1-3 1.4.1-2 2.1.1-2 2.1.4 2.2.1-2 2.3.1 2.4.1-4 2.5.1-4 3.1.1 3.2.1-2 "
    "3.2.6 3.3.1-2 3.3.7 4.1.2",
    "AA": "1.2.4-5 1.3.4-5 1.4.3-5 1.4.10-13 2.4.5-7 2.4.11 2.5.7-8 3.1.2 3.2.3-4 3.3.3-4 3.3.8 "
    "4.1.3",
    "AAA": "1.2.6-9 1.3.6 1.4.6-9 2.1.3 2.2.3-6 2.3.2-3 2.4.8-10 2.4.12-13 2.5.5-6 3.1.3-6 3.2.5 "
    "3.3.5-6 3.3.9",
}


def spelt_out(ranges):
    """Yield each criterion: "1.2.1-3" is 1.2.1, 1.2.2 and 1.2.3."""
    for entry in ranges.split():
        first, _, last = entry.partition("-")
        stem, number = first.rsplit(".", 1)
        for third in range(int(number), int(last or number) + 1):
            yield f"{stem}.{third}"


def rows(level):
    """Return the rows below the heading of a level: (first criterion, last, all of the row)."""
    section = ACCESSIBILITY.split(f"### Level {level}\n")[1].split("\n### ")[0]
    found = re.findall(r"^\| (\d\.\d\.\d+)(?:–(\d\.\d\.\d+))? .*$", section, re.MULTILINE)
    return [(first, last or first) for first, last in found]


@pytest.mark.parametrize("level", CRITERIA)
def test_the_table_has_every_criterion_once_and_in_order(level):
    listed = []
    for first, last in rows(level):
        listed += spelt_out(f"{first}-{last.rsplit('.', 1)[1]}")
    assert listed == list(spelt_out(CRITERIA[level]))


def test_there_are_as_many_criteria_as_wcag_has():
    assert [len(list(spelt_out(ranges))) for ranges in CRITERIA.values()] == [31, 24, 31]


def test_the_tests_that_the_table_names_are_there():
    named = re.findall(r"`(test_\w+\.py)(?:::(\w+))?`", ACCESSIBILITY)
    assert len(named) > 40
    for file, test in named:
        tree = ast.parse((ROOT / "tests" / "browser" / file).read_text("utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert not test or test in names, f"{file}::{test}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_what_a_document_links_to_is_there(document):
    text = document.read_text("utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#\s]+)", text)
    links += re.findall(r'src(?:set)?="(.+?)"', text)
    missing = [link for link in links if not (document.parent / link).exists()]
    assert missing == []


def test_every_example_is_run_by_the_command_for_the_tests():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (places,) = re.findall(r"^EXAMPLES := (.*)$", makefile, re.MULTILINE)
    assert makefile.count("pytest tests $(EXAMPLES) ") == 1
    sources = [*DOCUMENTS, *(ROOT / "engine").glob("*.py"), *(ROOT / "ui").glob("*.py")]
    with_examples = [
        path for path in sources if re.search(r"^ *>>> ", path.read_text("utf-8"), re.M)
    ]
    assert len(with_examples) > 3
    for path in with_examples:
        assert path.relative_to(ROOT).parts[0] in places.split(), path


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_commands_that_a_document_names_are_there(document):
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`make ([a-z-]+)", document.read_text("utf-8")):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
