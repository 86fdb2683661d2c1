"""What browsers hand to a screen reader: their accessibility trees, held against checked-in ones.

After a change that is meant, this writes the files in `trees/` anew, and their diff tells the rest:

    make trees

What menus offer is left out: a further level or board is no matter for this file.
"""

import difflib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.browser.game import Game
from tests.browser.states import reach

TREES = Path(__file__).with_name("trees")
IS_UPDATE = os.environ.get("UPDATE_TREES") == "1"

# In Firefox, where it takes long, some of them.
IN_FIREFOX = ("new round", "studied", "help")
NAMES = ("new round", "O wins", "4 × 4", "thinking shown", "studied", "all settings", "help")

# What only holds other things, and is read by nobody. Chromium's own names begin with a capital.
_CONTAINERS = {
    "generic", "none", "sectionfooter", "InlineTextBox", "LabelText", "MenuListPopup",
}  # fmt: skip
_ROLES = {"StaticText": "text", "DisclosureTriangle": "summary", "DescriptionList": "list"}

# What a screen reader may say beside name and value, and what of it goes without saying.
_STATES = {
    "checked": None,
    "disabled": False,
    "expanded": None,
    "focusable": False,
    "hasPopup": "menu",
    "invalid": "false",
    "keyshortcuts": "",
    "level": None,
    "live": None,
    "modal": False,
    "required": False,
    "selected": False,
}

# Longer than between two texts of the status.
QUIET = 600  # milliseconds


@pytest.mark.only_browser("chromium")  # no other lets its own tree be seen
@pytest.mark.parametrize("name", NAMES)
def test_chromium_has_the_tree_that_is_checked_in(game, name):
    reach(game, name)
    wait_for_quiet(game)
    session = game.page.context.new_cdp_session(game.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    assert_same(name, ".txt", "\n".join(spell(nodes)))


@pytest.mark.only_browser("firefox")
@pytest.mark.parametrize("name", IN_FIREFOX)
def test_firefox_has_the_snapshot_that_is_checked_in(game, name):
    reach(game, name)
    wait_for_quiet(game)
    lines = game.page.locator("body").aria_snapshot().splitlines()
    assert_same(name, ".yaml", "\n".join(line for line in lines if "- option " not in line))


def wait_for_quiet(game: Game) -> None:
    """Wait until all has been said, and keep of it only how things stand.

    Whether two moves are told in one text or in two depends on how busy the machine is.
    """
    told = None
    while told != (now := game.status.text_content()):
        told = now
        game.page.wait_for_timeout(QUIET)
    game.page.locator("#status .happened").evaluate_all(
        "spans => spans.forEach((span) => { span.nextSibling?.remove(); span.remove(); })"
    )


def assert_same(name: str, suffix: str, found: str) -> None:
    """Hold a tree against the file of that state; or write the file, if that was asked for."""
    file = TREES / (name.replace(" × ", "x").replace(" ", "-").lower() + suffix)
    if IS_UPDATE:
        TREES.mkdir(exist_ok=True)
        file.write_text(found + "\n", "utf-8")
    expected = file.read_text("utf-8").splitlines() if file.exists() else []
    changes = difflib.unified_diff(
        expected, found.splitlines(), f"{file.name}, checked in", "on the page", n=2, lineterm=""
    )
    difference = "\n".join(changes)
    assert not difference, f"\n{difference}\n(`make trees` would write it anew)"


def spell(nodes: list[dict]) -> Iterator[str]:
    """Give the tree that Chromium sent as lines, one for each node."""
    by_id = {node["nodeId"]: node for node in nodes}

    def children(node: dict) -> Iterator[dict]:
        """Give what is in a node, and what is in mere containers there."""
        for child_id in node.get("childIds", ()):
            child = by_id.get(child_id)
            if child is None:
                continue
            role = child["role"]["value"]
            if child["ignored"] or role in _CONTAINERS:
                yield from children(child)
            elif role == "option":
                continue
            elif role != "StaticText" or value_of(child, "name").strip():
                yield child

    def lines(node: dict, depth: int) -> Iterator[str]:
        yield "  " * depth + describe(node)
        within = list(children(node))
        if not is_only(within, value_of(node, "name")):
            for child in within:
                yield from lines(child, depth + 1)

    return lines(nodes[0], 0)


def is_only(nodes: Iterable[dict], name: str) -> bool:
    """Whether these are texts, and no more than the name of what they are in."""
    return all(
        node["role"]["value"] == "StaticText" and value_of(node, "name").strip() in name
        for node in nodes
    )


def describe(node: dict) -> str:
    """Say in one line what a node is, as in `button "Undo" disabled focusable`."""
    role = node["role"]["value"]
    parts = [_ROLES.get(role, role)]
    if name := value_of(node, "name"):
        parts.append(f'"{name}"')
    # Of a menu what is chosen; of nothing else here is it more than the name.
    if (value := value_of(node, "value")) and value != name:
        parts.append(f"= {value}")
    if description := value_of(node, "description"):
        parts.append(f"({description})")
    for state in node.get("properties", ()):
        found = state["value"].get("value")
        if state["name"] in _STATES and found != _STATES[state["name"]]:
            parts.append(state["name"] if found is True else f"{state['name']}={found}".lower())
    return " ".join(parts)


def value_of(node: dict, field: str) -> str:
    return str(node.get(field, {}).get("value", ""))
