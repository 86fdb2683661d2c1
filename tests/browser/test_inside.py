"""Looking inside: the thinking shown in the squares, hints, turning points, and the game tree."""

import random
import re

import pytest
from playwright.sync_api import expect

from engine.game import Game
from engine.search import move_values
from engine.textbook import CUT, LOOK, VALUE, Tree
from tests.both import board, every_unfinished_position
from tests.browser.test_layout import ROOM
from tests.reference import PlainGame
from tools.trace import main_thread_tasks
from ui import text

REFERENCE = PlainGame()
TUTORIAL = (0, 4, 8)  # X on two corners, O in the middle and to move
# Its table, from `tests/reference.py` as well as from the tutorial that the numbers are known from.
TABLE = {1: 0, 2: -6, 3: 0, 5: 0, 6: -6, 7: 0}
FIVE_LEFT = (0, 4, 8, 2)

# What stands in the squares: cell -> the number shown, as a string, without those that show none.
_SHOWN = """
() => Object.fromEntries(
  [...document.querySelectorAll("#board .cell")]
    .filter((cell) => cell.querySelector(".value"))
    .map((cell) => [cell.dataset.index, cell.querySelector(".value").lastElementChild.textContent])
)
"""

# Those labels that stick out of their squares.
_TOO_LARGE = """
() => [...document.querySelectorAll("#board .value")].filter((label) => {
  const [inner, outer] = [label, label.closest(".cell")].map((e) => e.getBoundingClientRect());
  const lines = [...label.children].some((line) => line.scrollWidth > outer.width);
  return lines || inner.height > outer.height || inner.width > outer.width;
}).length
"""


# Of each row of the tree, the moves to it and what it says of its value.
_ROWS = """
(root) => {
  const rows = [];
  const add = (item, above) => {
    const [row, group] = [item.querySelector(".node"), item.querySelector(":scope > ul")];
    const path = [...above, row.querySelector(".node-move").textContent];
    rows.push([path.join(" / "), row.querySelector(".node-value").textContent]);
    for (const child of group?.children ?? []) add(child, path);
  };
  add(root, []);
  return rows;
}
"""

# Whether a row can be seen within the tree.
_IN_SIGHT = """
(row) => {
  const [inner, outer] = [row, row.closest("#tree")].map((e) => e.getBoundingClientRect());
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}
"""


def score(value):
    """The number as it stands on the page."""
    return f"{value:+d}".replace("-", "−") if value else "0"


def words(value, turn, cells=9):
    """What a screen reader hears of a value."""
    if not value:
        return "draw, 0"
    plies = cells + 1 - abs(value)
    winner = turn if value > 0 else "XO"[turn == "X"]
    return f"{winner} wins in {plies}, {score(value)}"


def wait_shown(game, expected):
    """Wait until these values stand in the squares, and no others."""
    expected = {str(cell): score(value) for cell, value in expected.items()}
    game.wait_for(
        f"(expected) => JSON.stringify(({_SHOWN})()) === JSON.stringify(expected)", expected
    )


def names(game):
    return game.cells.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")


# The thinking in the squares


def test_the_tutorials_table_stands_on_the_screen(game):
    game.open()
    assert not game.page.locator("#thinking").is_checked()
    game.two_players()
    game.burst(*TUTORIAL)
    assert game.page.evaluate(_SHOWN) == {}, "off by default"
    game.page.get_by_label("Show thinking").check()
    wait_shown(game, TABLE)
    assert dict(REFERENCE.move_values("X...O...X")) == TABLE
    assert names(game)[1] == "Row 1, column 2, empty, draw, 0, best"
    assert names(game)[2] == "Row 1, column 3, empty, X wins in 4, −6"
    expect(game.cell(2)).to_have_text("X wins in 4 −6")
    game.page.get_by_label("Show thinking").uncheck()
    assert game.page.evaluate(_SHOWN) == {}
    assert names(game)[1] == "Row 1, column 2, empty"


@pytest.mark.one_browser_is_enough
def test_what_is_shown_is_plain_minimax(game, browser_name):
    """In positions drawn at random; tests/test_inside.py has all of them, without a browser."""
    game.open()
    game.page.get_by_label("Show thinking").check()
    positions = [game_.moves for game_ in every_unfinished_position()]
    count = (
        30 if browser_name == "chromium" else 5
    )  # what is shown is Python's, and takes long there
    for moves in random.Random(4).sample(positions, count):
        position = Game(moves=moves)
        link = f"#3x3-3={'.'.join(str(cell) for cell in moves)}&two-players"
        game.page.evaluate("link => { location.hash = link; }", link)
        expected = dict(REFERENCE.move_values(board(position)))
        game.wait_for(
            "(marks) => [...document.querySelectorAll('#board .cell')]"
            ".map((cell) => cell.dataset.mark || '.').join('') === marks",
            board(position),
        )
        wait_shown(game, expected)
        best = max(expected.values())
        said = names(game)
        for cell, value in expected.items():
            is_best = value == best > min(expected.values())
            notes = words(value, position.turn) + (", best" if is_best else "")
            assert said[cell].endswith(f", empty, {notes}")


@pytest.mark.one_browser_is_enough
@pytest.mark.parametrize("size", [3, 4])
def test_it_follows_every_move_undo_and_step_back_and_is_remembered(game, size):
    game.open()
    game.page.get_by_label("Show thinking").check()
    game.page.select_option("#size", f"{size}x{size}-{size}")
    wait_shown(game, dict.fromkeys(range(size * size), 0))

    def moves():
        listed = game.page.locator("#moves li").all_text_contents()
        squares = [re.findall(r"\d+", item)[1:] for item in listed]
        return [(int(row) - 1) * size + int(column) - 1 for row, column in squares]

    game.click(0)
    game.wait_status("Computer played")
    wait_shown(game, dict(move_values(Game(size, size, moves()))))
    game.click(size * size - 1 if game.marks()[size * size - 1] == "" else 1)
    game.wait_status("Your turn")
    played = moves()
    game.page.click("#history summary")
    game.page.locator("#moves button").nth(1).click()
    wait_shown(game, dict(move_values(Game(size, size, played[:2]))))
    game.page.click("#undo")
    wait_shown(game, dict(move_values(Game(size, size, played[:2]))))
    game.page.click("#redo")
    wait_shown(game, dict(move_values(Game(size, size, played[:4]))))
    game.page.reload()
    game.ready()
    wait_shown(game, dict(move_values(Game(size, size, played[:4]))))


@pytest.mark.one_browser_is_enough
def test_what_is_not_ready_is_shown_as_such_and_the_computers_turn_is_thought_through_too(game):
    game.open()
    game.page.select_option("#size", "4x4-4")
    labels = game.page.evaluate(
        """() => {
          document.querySelector("#thinking").click();
          const cells = [...document.querySelectorAll("#board .cell")];
          return cells.map((cell) => cell.getAttribute("aria-label"));
        }"""
    )
    assert {label.partition(", empty, ")[2] for label in labels} == {"not worked out yet"}
    wait_shown(game, dict.fromkeys(range(16), 0))
    game.follow()
    game.click(5)
    game.wait_status("Computer played")
    said = [words for words, _ in game.followed()]
    answer = next(
        place for place, words_ in enumerate(said) if words_.startswith("Computer played")
    )
    # Between the two moves, for the side that the computer plays.
    assert any(re.search(r"empty, (draw|[XO] wins)", said_) for said_ in said[:answer])


# Hints


def test_a_hint_marks_a_best_move_and_says_why(game):
    game.open()
    game.two_players()
    game.burst(0, 4, 1)
    game.page.focus("#hint")
    game.page.keyboard.press("Enter")
    game.wait_status("Hint: row 1, column 3. Blocks X in row 1. All others lose in 2.")
    expect(game.cell(2)).to_have_class(re.compile(r"\bhint\b"))
    assert names(game)[2] == "Row 1, column 3, empty, hint"
    expect(game.page.locator("#hint")).to_be_focused()
    expect(game.cell(2)).to_have_attribute("tabindex", "0")  # Tab leads there
    game.click(2)
    expect(game.page.locator(".hint")).to_have_count(0)
    game.page.click("#hint")
    game.wait_status("Hint: row 3, column 1. Blocks O on the rising diagonal.")
    game.burst(6, 3, 5)  # X: 0 1 6 5, O: 4 2 3
    game.page.click("#hint")
    game.wait_status("Hint:")


@pytest.mark.one_browser_is_enough
def test_there_is_no_hint_on_the_computers_turn_or_after_the_end(game):
    game.open()
    game.burst(0, "#hint")
    game.wait_status("There is no move of yours to hint at now.")
    game.wait_status("Computer played")
    game.two_players()
    game.burst(0, 3, 1, 4)
    game.page.click("#hint")
    game.wait_status("Hint: row 1, column 3. Wins now, in row 1.")
    game.burst(2, "#hint")
    game.wait_status("There is no move of yours to hint at now.")
    # Who looks back gets one for the position on show.
    game.page.click("#history summary")
    game.page.locator("#moves button").nth(3).click()
    game.page.click("#hint")
    game.wait_status("Hint: row 1, column 3.")


# After a game


def test_the_move_that_changed_the_outcome_is_told_with_a_way_there(game):
    game.open()
    game.two_players()
    game.burst(0, 1, 4)
    lesson = game.page.locator("#lesson")
    expect(lesson).to_be_hidden()
    game.burst(8, 6, 3, 2)
    expect(lesson).to_contain_text("Move 2 by O gave the draw away: row 2, column 2 held it.")
    game.settle()
    game.page.get_by_role("button", name="Show move 2").click()
    game.wait_status("Move 2 by O gave the draw away")
    expect(game.page.locator(".hint")).to_have_attribute("data-index", "4")
    assert game.marks() == ["X"] + [""] * 8
    expect(lesson).to_be_visible()
    game.click(3)  # back in the game
    game.page.click("#restart")
    expect(lesson).to_be_hidden()
    game.burst(4, 0, 8, 2, 1, 7, 3, 5, 6)
    expect(lesson).to_contain_text("No move changed the outcome")
    expect(lesson.locator("button")).to_have_count(0)
    game.page.click("#undo")
    expect(lesson).to_be_hidden()


# How it thinks


def counts(game):
    rows = game.page.locator("#counts tr")
    return dict(row.split("\t") for row in rows.all_inner_texts())


@pytest.mark.one_browser_is_enough
def test_the_counts_are_the_known_numbers_and_the_best_line_is_told(game):
    game.open()
    game.two_players()
    game.page.click("#inside summary")
    expect(game.page.locator("#counts")).to_contain_text("549,946")
    expect(game.page.locator("#counts")).not_to_contain_text("counting", timeout=60_000)
    shown = counts(game)
    assert shown["Plain minimax"] == "549,946"
    assert shown["Plain, with a memory"] == "5,478"
    assert shown["With alpha-beta"] == "20,866"
    # The text on minimax says the same, wherever it says how many.
    explained = game.page.locator("#explained").text_content()
    assert shown["Plain minimax"] in explained
    own = shown["This page's search*"]
    assert f"this page’s search at {own}," in explained
    line = game.page.locator("#best-line")
    expect(line).to_contain_text("(draw): X row 2, column 2; O row 1, column 1;")
    expect(game.page.locator("#tree-part")).to_be_hidden()
    # Nothing of this keeps the game waiting.
    game.page.select_option("#size", "4x4-4")
    game.burst(5)
    game.wait_mark(5, "X")
    expect(game.page.locator("#counts")).to_contain_text("too many to count", timeout=60_000)
    game.burst(10)
    game.wait_mark(10, "O")


def open_tree(game, *moves):
    game.two_players()
    game.burst(*moves)
    if game.page.locator("#inside").get_attribute("open") is None:
        game.page.click("#inside summary")
    expect(game.page.locator("#tree [role=treeitem]").first).to_be_visible()


def visible_rows(game):
    return game.page.locator("#tree [role=treeitem]:visible")


@pytest.mark.one_browser_is_enough
def test_the_tree_shows_what_minimax_finds_and_what_is_pruned(game):
    game.open()
    open_tree(game, *FIVE_LEFT)
    root = game.page.locator("#tree > li > [role=treeitem]")
    expect(root).to_have_accessible_name("This position X to move (max): +7")
    top = game.page.locator("#tree > li > ul > li > .node")
    said = top.evaluate_all("items => items.map(item => item.textContent)")
    found = dict(row.split(" O to move (min): ") for row in said)
    expected = {
        f"X row {cell // 3 + 1}, column {cell % 3 + 1}": score(value)
        for cell, value in REFERENCE.move_values("X.O.O...X")
    }
    assert found == expected
    # Everything unfolded: as many rows as plain minimax looks at positions.
    for _ in range(6):
        game.page.locator("#tree [aria-expanded=false]").evaluate_all(
            "nodes => nodes.forEach((node) => node.click())"
        )
    expect(game.page.locator("#tree [role=treeitem]")).to_have_count(178)
    assert game.page.locator("#tree .node:not(.pruned)").count() == 97
    assert counts(game)["With alpha-beta"] == "97"
    expect(game.page.locator("#tree .node.pruned").first).to_contain_text("pruned")


def test_the_tree_is_walked_by_keys_as_trees_are(game):
    game.open()
    open_tree(game, *FIVE_LEFT)
    focused = game.page.locator("#tree :focus")
    game.page.focus("#tree-all")
    game.page.keyboard.press("Tab")
    expect(focused).to_have_accessible_name(re.compile("This position"))
    for key, name, expanded in (
        ("ArrowDown", "X row 1, column 2", "false"),
        ("ArrowRight", "X row 1, column 2", "true"),
        ("ArrowRight", "O row 2, column 1", "false"),
        ("ArrowUp", "X row 1, column 2", "true"),
        ("ArrowLeft", "X row 1, column 2", "false"),
        ("Enter", "X row 1, column 2", "true"),
        ("Space", "X row 1, column 2", "false"),
        ("End", "X row 3, column 2", "false"),
        ("ArrowDown", "X row 3, column 2", "false"),
        ("*", "X row 3, column 2", "true"),
        ("ArrowLeft", "X row 3, column 2", "false"),
        ("ArrowLeft", "This position", "true"),
        ("ArrowDown", "X row 1, column 2", "true"),
        ("Home", "This position", "true"),
        ("ArrowLeft", "This position", "false"),
    ):
        game.page.keyboard.press(key)
        expect(focused).to_have_accessible_name(re.compile(name))
        expect(focused).to_have_attribute("aria-expanded", expanded)
    expect(visible_rows(game)).to_have_count(1)
    # One Tab stop, whatever is unfolded: the next Tab leaves the tree.
    game.page.keyboard.press("Tab")
    expect(focused).to_have_count(0)
    levels = game.page.locator("#tree .node").evaluate_all(
        """(rows) => rows.map((row) =>
          ["level", "posinset", "setsize"].map((name) => row.getAttribute(`aria-${name}`)).join(" ")
        )"""
    )
    assert levels[0] == "1 1 1"
    assert "2 5 5" in levels


def press(game, button, times):
    """Press a button so many times, one after the other."""
    game.page.locator(button).evaluate(
        "(button, times) => { while (times-- > 0) button.click(); }", times
    )


def assert_rows_show(game, steps, position):
    """Hold every row that is unfolded against the steps so far, None for all values."""
    tree = Tree(position)
    for _ in tree.grow():
        pass
    done = {_path(node): kind for kind, node in steps or () if kind == VALUE}
    cuts = {_path(node) for kind, node in (steps or tree.steps) if kind == CUT}
    shown = dict(game.page.locator("#tree > li").evaluate(_ROWS))
    for node in _nodes(tree.root):
        path = _path(node)
        if path not in shown:
            continue
        cut = node
        while cut.parent is not None and cut.parent.pruned:
            cut = cut.parent
        if node.pruned:
            is_cut = _path(cut.parent) in cuts
            expected = f"pruned (is {score(node.value)})" if is_cut else "?"
        elif steps is None:
            expected = score(node.value)
        elif path in done:
            expected = text.node_bound(node)
        else:
            known = [
                child.at_least if node.is_max else child.at_most
                for child in node.children
                if _path(child) in done
            ]
            known = [value for value in known if abs(value) < 100]
            best = (max if node.is_max else min)(known) if known else None
            expected = "?" if best is None else f"{score(best)} so far"
        assert shown[path] == expected, path


def _nodes(node):
    yield node
    for child in node.children:
        yield from _nodes(child)


def _path(node):
    """The moves to a node, as in "X row 1, column 2 / O row 2, column 1"."""
    if node.parent is None:
        return text.node_move(node, 3)
    return f"{_path(node.parent)} / {text.node_move(node, 3)}"


@pytest.mark.one_browser_is_enough
def test_the_search_is_replayed_step_by_step(game, browser_name):
    game.open()
    open_tree(game, *FIVE_LEFT)
    says = game.page.locator("#tree-says")
    expect(says).to_contain_text("All values, as plain minimax finds them")
    game.page.click("#tree-start")
    expect(says).to_contain_text("Nothing looked at yet")
    for button, disabled in (("start", "true"), ("back", "true"), ("step", "false")):
        expect(game.page.locator(f"#tree-{button}")).to_have_attribute("aria-disabled", disabled)
    position = Game(moves=FIVE_LEFT)
    tree = Tree(position)
    for _ in tree.grow():
        pass
    steps = [step for step in tree.steps if step[0] != LOOK or not step[1].is_over]
    seldom = 10 if browser_name == "chromium" else 50  # to look takes long there
    checks = [*range(1, len(steps), seldom), len(steps)]
    for before, number in zip([0, *checks], checks, strict=False):
        press(game, "#tree-step", number - before)
        kind, node = steps[number - 1]
        words = f"Step {number} of {len(steps)}. {text.step(kind, node, position)}"
        expect(says).to_have_text(words)
        game.wait_status(words)
        assert_rows_show(game, steps[:number], position)
        # The row that the sentence is about is the one that is marked, and in sight.
        marked = game.page.locator("#tree [aria-selected=true]")
        expect(marked).to_contain_text(text.node_move(node, 3))
        assert marked.evaluate(_IN_SIGHT)
    expect(game.page.locator("#tree-step")).to_have_attribute("aria-disabled", "true")
    expect(says).to_contain_text("The highest is +7: play row 3, column 1.")
    # With what was cut off unfolded as well, down to the last level.
    for _ in range(3):
        game.page.locator("#tree .pruned[aria-expanded=false]").evaluate_all(
            "rows => rows.forEach((row) => row.click())"
        )
    for number in (len(steps) - 5, len(steps) - 25, len(steps) - 40):
        press(game, "#tree-back", int(says.inner_text().split()[1]) - number)
        assert_rows_show(game, steps[:number], position)
    game.page.click("#tree-all")
    expect(game.page.locator("#tree > li > .node")).to_have_accessible_name(
        "This position X to move (max): +7"
    )
    assert_rows_show(game, None, position)
    # The next move brings the next tree; the end has none.
    game.burst(6)
    expect(game.page.locator("#tree > li > .node")).to_have_accessible_name(
        "This position O to move (max): −8"
    )
    game.burst(7, 3)
    expect(game.page.locator("#tree-part")).to_be_hidden()
    expect(game.page.locator("#study-of")).to_contain_text("The game is over")


@pytest.mark.one_browser_is_enough
def test_the_focus_is_never_lost_in_the_tree(game):
    game.open()
    open_tree(game, *FIVE_LEFT)
    row = game.page.locator("#tree > li > .node")
    row.focus()
    game.burst(6)
    expect(row).to_have_accessible_name("This position O to move (max): −8")
    expect(row).to_be_focused()
    # A key held down folds once.
    game.page.keyboard.down("Enter")
    expect(row).to_have_attribute("aria-expanded", "false")
    for _ in range(3):
        game.page.keyboard.down("Enter")
    expect(row).to_have_attribute("aria-expanded", "false")
    game.page.keyboard.up("Enter")
    game.page.focus("#tree-step")
    game.burst(7, 3)  # the end: there is no tree any more
    expect(game.page.locator("#tree-part")).to_be_hidden()
    expect(game.page.locator("#inside > summary")).to_be_focused()


# All at once


def test_all_of_it_fits(game):
    game.open()
    game.page.get_by_label("Show thinking").check()
    open_tree(game, *FIVE_LEFT)
    game.page.click("#tree-start")
    for _ in range(12):
        game.page.locator("#tree-step").evaluate("button => button.click()")
    game.page.click("#hint")
    game.wait_status("Hint:")
    for width, letters in ((320, "100%"), (320, "200%"), (768, "100%"), (1280, "100%")):
        game.page.set_viewport_size({"width": width, "height": 800})
        game.page.evaluate("size => { document.documentElement.style.fontSize = size; }", letters)
        assert game.page.evaluate(ROOM) == [], (width, letters)
        assert game.page.evaluate(_TOO_LARGE) == 0, (width, letters)
    game.page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    game.page.select_option("#size", "4x4-4")
    game.page.set_viewport_size({"width": 320, "height": 800})
    wait_shown(game, dict.fromkeys(range(16), 0))
    assert game.page.evaluate(_TOO_LARGE) == 0
    game.burst(6, 7, 3)
    game.burst("#undo", "#undo", "#undo", 0, 4, 1, 5, 2)  # X is about to complete the first row
    expect(game.page.locator(".value[data-winner=X]").first).to_be_attached()
    assert game.page.evaluate(_TOO_LARGE) == 0
    game.burst(8, 3)
    expect(game.page.locator("#lesson")).to_be_visible()
    assert game.page.evaluate(ROOM) == []


@pytest.mark.only_browser("chromium")  # no other tells how long a task kept the processor busy
def test_none_of_it_holds_the_page_up(game, browser):
    game.open("#4x4-4=14.10.5.8")
    game.page.get_by_label("Show thinking").check()
    game.page.click("#inside summary")
    browser.start_tracing(page=game.page, categories=["toplevel"])
    game.burst(15)
    game.wait_status("Computer played")
    game.page.click("#hint")
    game.wait_status("Hint:")
    expect(game.page.locator("#counts")).not_to_contain_text("counting", timeout=60_000)
    game.page.select_option("#size", "3x3-3")
    game.two_players()
    game.burst(*FIVE_LEFT)
    expect(game.page.locator("#tree [role=treeitem]").first).to_be_visible()
    expect(game.page.locator("#counts")).not_to_contain_text("counting")
    game.page.click("#tree-start")
    for _ in range(30):
        game.page.click("#tree-step")
    game.page.click("#tree-all")
    tasks = main_thread_tasks(browser.stop_tracing())
    assert tasks
    assert max(tasks) <= 50


def test_the_board_that_stays_in_sight_covers_nothing(game):
    """Who reads how the computer thinks sees the board beside it, and beside that only."""
    game.open()
    game.page.set_viewport_size({"width": 1280, "height": 700})
    game.page.click("#inside summary")
    game.page.click("#explained > summary")
    square = game.page.locator("#explained .square").nth(1)
    square.scroll_into_view_if_needed()
    assert square.evaluate(
        """(square) => {
          const { x, y, width, height } = square.getBoundingClientRect();
          return square.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    )
    game.page.evaluate("scrollTo(0, 400)")
    expect(game.cell(0)).to_be_in_viewport()
