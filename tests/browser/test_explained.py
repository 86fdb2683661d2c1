"""The page of text on minimax: its words, its live boards, and the code that it shows."""

import ast
import random
import re

import pytest
from playwright.sync_api import expect

from engine.game import Game as Rules
from engine.search import Search
from tests.browser.test_layout import REACH, ROOM
from tests.reference import PlainGame
from tools import runtime

MOST_WORDS = 599
TABLE = "0,4,8"  # X in two corners, O between them: the table of the README
LINES_PLAYED = 6  # on each live board

# What stands in a live board: of each square its name, its letters and whether it can be pressed,
# and the line below. First the moves are made; Python answers each before `click` comes back.
PLAY = """
(live, moves) => {
  live.querySelector(".again").click();
  const squares = [...live.querySelectorAll(".square")];
  return [null, ...moves].map((move) => {
    if (move !== null) squares[move].click();
    return [
      squares.map((square) => [
        square.getAttribute("aria-label"),
        [...square.children].map((line) => line.textContent).join(" ").trim(),
        square.getAttribute("aria-disabled"),
      ]),
      live.querySelector(".live-stands").textContent,
    ];
  });
}
"""

# All text, unfolded or not, but for the lines of code.
WORDS = """
(whole) => {
  const copy = whole.cloneNode(true);
  for (const listing of copy.querySelectorAll("pre")) listing.remove();
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  const words = [];
  while (texts.nextNode()) words.push(...texts.currentNode.data.split(/\\s+/).filter(Boolean));
  return words.length;
}
"""

# How wide or high each element is, whichever is less.
SIZES = """
(elements) => elements.map((element) => {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height);
})
"""


def unfold(game):
    """Unfold the text, and wait until Python has filled in the last of its places."""
    game.page.click("#explained > summary")
    expect(game.page.locator("#explained [data-function]").last).not_to_be_empty()


def test_the_text_can_be_read_without_python(new_context, dist_url):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(dist_url)
    text = page.locator("#explained")
    text.locator("> summary").click()
    for term in ("ply", "max", "min", "negamax", "alpha-beta", "principal variation"):
        expect(text.locator("dfn").get_by_text(term, exact=True)).to_be_visible()
    text.locator(".code > summary").first.click()
    expect(text.get_by_role("link", name="engine/textbook.py").first).to_be_visible()
    words = re.sub(r"<pre>.*?</pre>", "", text.inner_html(), flags=re.DOTALL)
    assert 400 < len(re.sub(r"<[^>]*>", " ", words).split()) <= MOST_WORDS
    # And it is true; the first number is counted in test_numbers.py.
    search = Search(3, 3)
    search.move_values(Rules())
    expect(text).to_contain_text(
        f"549,946 positions; this page’s search at {search.position_count}, "
    )


@pytest.mark.one_browser_is_enough
def test_every_value_on_the_live_boards_is_what_plain_minimax_finds(game):
    game.open()
    unfold(game)
    table = game.page.locator(f'[data-moves="{TABLE}"]')
    squares, stands = table.evaluate(PLAY, [])[0]
    assert [name for name, _, _ in squares] == [
        "Row 1, column 1, X",
        "Row 1, column 2, empty, 0, draw, best",
        "Row 1, column 3, empty, −6, X wins in 4",
        "Row 2, column 1, empty, 0, draw, best",
        "Row 2, column 2, O",
        "Row 2, column 3, empty, 0, draw, best",
        "Row 3, column 1, empty, −6, X wins in 4",
        "Row 3, column 2, empty, 0, draw, best",
        "Row 3, column 3, X",
    ]
    assert [letters for _, letters, _ in squares[:3]] == ["X", "0 draw", "−6 X wins"]
    assert stands == "O to move: 0, draw."

    plain = PlainGame()
    dice = random.Random(1)
    ends = set()
    for live in game.page.locator("[data-moves]").all():
        first_moves = [int(cell) for cell in live.get_attribute("data-moves").split(",")]
        for _ in range(LINES_PLAYED):
            line = [cell for cell in range(9) if cell not in first_moves]
            dice.shuffle(line)
            # Pressing on after the end changes nothing, nor does pressing a square that is taken.
            line = [first_moves[0], *line, line[0]]
            board = "." * 9
            for move in first_moves:
                board = dict(plain.after_each_move(board))[move]
            states = live.evaluate(PLAY, line)
            for move, (squares, stands) in zip([None, *line], states, strict=True):
                board = dict(plain.after_each_move(board)).get(move, board)
                assert shown(squares) == expected(plain, board), (board, stands)
            ends.add(stands)
    assert ends == {"X has won.", "O has won.", "A draw."}


def shown(squares):
    """Return what the squares of a live board tell: "X", "O", a value with its winner, or ""."""
    told = []
    for name, letters, is_disabled in squares:
        found = re.fullmatch(r"Row \d, column \d, (X|O|empty)(?:, (\S+), (.*))?", name)
        mark, score, words = found.groups()
        assert (is_disabled == "true") == (score is None), name
        if score is None:
            assert letters == ("" if mark == "empty" else mark)
            told.append(letters)
        else:
            shown_words = words.removesuffix(", best").split(" in ")[0]
            assert letters.split(" ", 1) == [score, shown_words]
            told.append((int(score.replace("−", "-")), words))
    return told


def expected(plain, board):
    """Return what `shown` should find, for a board of `PlainGame`."""
    told = [mark.strip(".") for mark in board]
    turn, waiting = ("X", "O") if board.count("X") == board.count("O") else ("O", "X")
    values = plain.move_values(board)
    for cell, value in values:
        winner = turn if value > 0 else waiting
        words = f"{winner} wins in {10 - abs(value)}" if value else "draw"
        if value == max(value for _, value in values):
            words += ", best"
        told[cell] = (value, words)
    return told


def test_a_live_board_is_played_by_mouse_and_by_keys_and_leaves_the_game_alone(game):
    game.open()
    status = game.status.inner_text()
    unfold(game)
    live = game.page.locator(f'[data-moves="{TABLE}"]')
    squares = live.locator(".square")
    stands = live.locator(".live-stands")
    squares.nth(2).click()
    expect(stands).to_have_text("X to move: +7, X wins in 3.")
    expect(squares.nth(2)).to_be_focused()
    for key, cell, words in (
        ("Enter", 6, "O to move: −8, X wins in 2."),
        ("Space", 7, "X to move: +9, X wins in 1."),
        ("Enter", 3, "X has won."),
    ):
        while not squares.nth(cell).evaluate("square => square === document.activeElement"):
            game.page.keyboard.press("Tab" if cell > 3 else "Shift+Tab")
        game.page.keyboard.press(key)
        expect(stands).to_have_text(words)
        expect(squares.nth(cell)).to_be_focused()
    assert live.locator(".win").count() == 3
    again = live.get_by_role("button", name="Start over")
    again.focus()
    game.page.keyboard.press("Enter")
    expect(stands).to_have_text("O to move: 0, draw.")
    expect(again).to_be_focused()
    squares.nth(1).click()
    again.click()
    expect(stands).to_have_text("O to move: 0, draw.")
    # The game's own status says it, for those who do not see it; of the game nothing is changed.
    expect(game.status).to_have_text("On the small board: O to move: 0, draw. " + status)
    assert game.marks() == [""] * 9
    assert game.page.locator("#explained").locator("[aria-live], [role=status]").count() == 0


@pytest.mark.one_browser_is_enough
def test_the_code_is_what_stands_in_the_files(tree_game, dist_url):
    """In the unbuilt tree; that the built page lists code as well is seen in the test below."""
    game = tree_game.open()
    unfold(game)
    listings = game.page.locator("#explained [data-function]").evaluate_all(
        """listings => listings.map(({ dataset, children }) => [
          dataset.file,
          dataset.function,
          [...children].map((line) => [Number(line.dataset.number), line.textContent]),
          [...children].filter((line) => line.matches("mark")).length,
        ])"""
    )
    assert len(listings) >= 6
    for file, name, lines, marked in listings:
        source = (runtime.ROOT / file).read_text("utf-8")
        (function,) = [
            node
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.FunctionDef) and node.name == name
        ]
        numbered = [[number, line] for number, line in enumerate(source.split("\n"), 1)]
        assert lines == numbered[function.lineno - 1 : function.end_lineno]
        assert 1 <= marked <= 4, name
    links = game.page.locator("#explained a").evaluate_all(
        "all => all.map(a => a.getAttribute('href'))"
    )
    assert len(links) == len(listings)
    for (file, *_), link in zip(listings, links, strict=True):
        assert link == file
    for link in set(links):
        for url in (game.url, dist_url):
            answer = game.page.request.get(url + link)
            assert answer.status == 200
            assert answer.text() == (runtime.ROOT / link).read_text("utf-8")


def test_all_of_it_unfolded_fits(game):
    game.open()
    unfold(game)
    assert game.page.locator("#explained").evaluate(WORDS) <= MOST_WORDS
    game.page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width in (320, 1280):
        game.page.set_viewport_size({"width": width, "height": 640})
        assert game.page.evaluate(ROOM) == [], width
    game.page.evaluate("document.documentElement.style.fontSize = ''")
    for summary in game.page.locator("#explained .code > summary").all():
        summary.click()
    expect(game.page.locator("#explained code:empty")).to_have_count(0)
    game.page.locator(f'[data-moves="{TABLE}"] .square').nth(2).click()
    for width, height in ((320, 800), (1280, 720)):
        game.page.set_viewport_size({"width": width, "height": height})
        assert game.page.evaluate(ROOM) == [], width
        assert game.page.evaluate(REACH) == [], width
        sizes = game.page.locator("#explained :is(button, a, summary)").evaluate_all(SIZES)
        assert min(sizes) >= 44, width


@pytest.mark.one_browser_is_enough
def test_a_function_that_was_renamed_is_said_to_be_missing_and_the_others_are_shown(game):
    game.rewrite("engine/search.py", lambda code: code.replace("_moves_to_try", "_worth_trying"))
    game.open()
    game.page.click("#explained > summary")
    gone = game.page.locator("[data-function=_moves_to_try]")
    expect(gone).to_contain_text("There is no _moves_to_try in this file any more")
    expect(game.page.locator("[data-function=_can_be_paired]")).to_contain_text(
        "def _can_be_paired"
    )
