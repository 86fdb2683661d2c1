"""How the page looks: sizes, shapes, places, colours.

Most of it is measured inside the page by the scripts at the end of this file. They return what is
wrong as a list of sentences, so that a failed test reads well.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.contrast import contrast
from tests.browser.game import Game
from tests.browser.test_loading import WASM, hold, spoil

SIZES = [(320, 480), (320, 800), (360, 640), (740, 360), (768, 1024), (1280, 720), (1920, 1080)]

# Two diagonals at once: no other end is said in a longer sentence.
LONGEST = (0, 1, 2, 3, 6, 5, 8, 7, 4)
DRAW = (0, 1, 2, 4, 3, 5, 7, 6, 8)
# X wins with 0, 4 and 8 and has 5 besides; O has 1, 2 and 7; 3 and 6 are empty.
WON = (0, 1, 5, 2, 4, 7, 8)


# Room


def test_everything_fits_at_every_size_while_loading(game):
    hold(game, WASM)
    assert_fits(game, "loading")
    game.click(8)
    game.wait_status("will be played")
    assert_fits(game, "early click")


def test_everything_fits_at_every_size_in_play(game):
    game.open()
    assert_fits(game, "against the computer")
    game.two_players()
    play(game, LONGEST[:3])
    game.settle()
    assert_fits(game, "playing")
    game.page.wait_for_timeout(100)  # heard, or the first moves would be told with the others
    play(game, LONGEST[3:])
    assert_fits(game, "won")
    game.page.click("#restart")
    play(game, DRAW)
    assert_fits(game, "draw")


@pytest.mark.one_browser_is_enough
def test_the_fullest_score_board_fits(game):
    """The highest scores, the note that they are not kept, and a reset that can be undone."""
    game.open()
    game.page.evaluate(
        """() => {
          for (const name of ["computer-unbeatable", "two-players"]) {
            const most = "999999999";
            localStorage.setItem(
              `tic-tac-toe:scores:${name}-3x3-3:7`, `${most} ${most} ${most} 0 0 0`
            );
          }
        }"""
    )
    game.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    game.page.reload()
    game.ready()
    game.two_players()
    play(game, DRAW)
    expect(game.page.locator("#notice")).to_contain_text("Scores will not be kept")
    expect(game.page.locator("#score-x")).to_have_text("999999999")
    assert_fits(game, "highest scores")
    game.page.click("#reset-scores")
    expect(game.page.locator("#undo-reset")).to_be_visible()
    assert_fits(game, "undo")


@pytest.mark.one_browser_is_enough
def test_all_that_can_be_unfolded_fits(game):
    game.open()
    game.page.evaluate(
        """() => {
          for (const level of ["easy", "medium", "unbeatable"]) {
            const name = `tic-tac-toe:scores:computer-${level}-4x4-4:7`;
            localStorage.setItem(name, "99999 99999 99999 0 0 0 0 0 0 99999 99999 99999 0 0");
          }
        }"""
    )
    game.page.reload()
    game.ready()
    game.burst("#mode=two-players", "#size=4x4-4", 0, 4, 1, 5, 2, 6, 11, 15)
    for folded in ("#history", "#statistics"):
        game.page.click(f"{folded} summary")
    game.page.locator("#moves button").first.click()
    expect(game.page.locator("#now")).to_be_visible()
    expect(game.page.locator("#tables")).to_contain_text("299997")
    for width, height in SIZES:
        game.page.set_viewport_size({"width": width, "height": height})
        assert game.page.evaluate(ROOM) == [], width
        assert game.page.evaluate(REACH) == [], width
    game.page.evaluate("document.documentElement.style.fontSize = '200%'")
    game.page.set_viewport_size({"width": 360, "height": 640})
    assert game.page.evaluate(ROOM) == []


@pytest.mark.one_browser_is_enough
@pytest.mark.page_errors
def test_what_went_wrong_fits(game):
    game.page.route(WASM, lambda route: spoil(route, "refused"))
    game.page.goto(game.url)
    expect(game.page.locator("html")).to_have_attribute("data-state", "failed", timeout=14_000)
    assert_fits(game, "failed")


# Standing still


@pytest.mark.once_in_firefox
@pytest.mark.parametrize(("width", "height"), [(320, 700), (360, 700), (768, 1024), (1280, 720)])
def test_the_board_does_not_move(game, width, height):
    game.page.set_viewport_size({"width": width, "height": height})
    gate = hold(game, WASM)
    places = {"loading": place(game)}
    game.click(8)
    game.wait_status("will be played")
    places["early click"] = place(game)
    gate.open()
    game.ready()
    game.wait_status("Your turn: X")
    places["answered"] = place(game)
    game.two_players()
    places["new round"] = place(game)
    play_in_time(game, LONGEST[:5])
    places["playing"] = place(game)
    play_in_time(game, LONGEST[5:])
    places["won"] = place(game)
    game.page.click("#reset-scores")
    game.wait_status("Scores reset.")
    places["reset"] = place(game)
    assert places == dict.fromkeys(places, places["loading"])


@pytest.mark.only_browser("chromium")  # no other measures it
@pytest.mark.parametrize(("width", "height"), [(320, 700), (1280, 720)])
def test_nothing_shifts(game, width, height):
    game.page.set_viewport_size({"width": width, "height": height})
    game.page.add_init_script(
        """
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) shifts.push(value);
        }).observe({ type: "layout-shift", buffered: true });
        """
    )
    gate = hold(game, WASM)
    game.page.wait_for_timeout(300)  # painted, so that what moves from here on counts
    gate.open()
    game.ready()
    game.two_players()
    play_in_time(game, LONGEST)
    game.wait_status("Player X wins!")
    game.page.wait_for_timeout(300)
    assert sum(game.page.evaluate("shifts")) <= 0.01


# Fingers


@pytest.mark.only_browser("chromium")  # Debian's Firefox is not driven by touch
def test_a_tap_plays_once(new_context, dist_url):
    context = new_context(has_touch=True, viewport={"width": 360, "height": 640})
    game = Game(context.new_page(), dist_url).open()
    game.cell(4).tap(force=True)
    game.cell(4).tap(force=True)
    game.wait_status("Your turn: X")
    game.page.wait_for_timeout(1000)
    assert sorted(game.marks()) == [""] * 7 + ["O", "X"]
    assert not game.errors


def test_no_zoom_by_double_tap_and_pinching_left_alone(game):
    game.open()
    for selector in ("body", "#board", ".cell", "#restart"):
        # The property is not inherited, but restricts all that is inside.
        allowed = game.page.locator(selector).first.evaluate(
            """(element) => {
              const all = [];
              for (let e = element; e; e = e.parentElement) {
                all.push(getComputedStyle(e).touchAction);
              }
              return all;
            }"""
        )
        assert "manipulation" in allowed
        assert set(allowed) <= {"manipulation", "auto"}
    viewport = game.page.locator("meta[name=viewport]").get_attribute("content")
    assert "user-scalable" not in viewport
    assert "maximum-scale" not in viewport


# Colours


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("look", ["light", "dark", "forced"])
def test_marks_and_the_winning_line_are_seen(game, browser_name, look):
    if look == "forced":
        if browser_name != "chromium":
            pytest.skip("only Chromium can be told to force colours")
        game.page.emulate_media(forced_colors="active")
    else:
        choose_scheme(game, browser_name, look)
    game.open()
    game.two_players()
    empty = assert_marks_are_seen(game)
    # The second line of the winning frame, where another square has none.
    height = game.cell(4).bounding_box()["height"]
    frame = [y / height for y in (3, 4, 5, 6)]
    assert max(contrast(game.colour(4, 0.5, y), game.colour(4, 0.5, 0.2)) for y in frame) >= 3
    assert max(contrast(game.colour(5, 0.5, y), empty) for y in frame) < 1.5
    # Whose turn it is shows without colour too.
    game.page.click("#restart")
    weights = [
        game.page.locator(pill).evaluate("pill => getComputedStyle(pill).fontWeight")
        for pill in ("#turn-x", "#turn-o")
    ]
    assert weights[0] != weights[1]


def test_the_focus_is_seen(game):
    game.open()
    reached = []
    for _ in range(22):
        game.page.keyboard.press("Tab")
        name, style, width = game.page.evaluate(
            """() => {
              const focused = document.activeElement;
              const { outlineStyle, outlineWidth } = getComputedStyle(focused);
              const name = focused.id || focused.className || focused.textContent;
              return [name, outlineStyle, parseFloat(outlineWidth)];
            }"""
        )
        reached.append(name)
        assert style != "none", name
        assert width >= 2, name
    assert reached == [
        *("cell", "restart", "undo", "redo", "hint", "copy-link", "read-board", "show-help"),
        *("thinking", "Moves", "How it thinks", "reset-scores", "Settings", "mode", "level"),
        *("size", "side", "names", "pause", "theme", "sound", "Statistics"),
    ]
    game.click(4)  # with the mouse: the browser need not show it, but arrows from there on must
    game.page.keyboard.press("ArrowLeft")
    focused = game.page.locator(":focus-visible")
    expect(focused).to_have_attribute("data-index", "3")
    assert focused.evaluate("cell => parseFloat(getComputedStyle(cell).outlineWidth)") >= 2


def play(game, cells):
    """Play these cells at once, and wait until the last one shows."""
    game.burst(*cells)
    expect(game.cell(cells[-1])).to_have_attribute("aria-disabled", "true")


def play_in_time(game, cells):
    """Play these cells one after the other, each after the last was said, as people do."""
    for cell in cells:
        game.click(cell)
        game.wait_status(f"played row {cell // 3 + 1}, column {cell % 3 + 1}.")


def assert_marks_are_seen(game):
    """Play WON between two players and look at its marks; return the colour of an empty square."""
    play(game, WON)
    game.page.mouse.move(0, 0)
    empty = game.colour(3)
    assert contrast(game.colour(5), empty) >= 7  # X, in its middle
    assert contrast(game.colour(1, 0.5, 0.26), game.colour(3, 0.5, 0.26)) >= 7  # O, on its ring
    assert contrast(game.colour(1), empty) < 1.5  # which is a ring
    won = game.colour(4, 0.5, 0.2)
    assert contrast(game.colour(4, 0.62, 0.38), won) >= 7  # X that wins, beside the line through it
    assert contrast(game.colour(0, 0.16, 0.16), won) >= 3  # where that line begins
    return empty


def place(game):
    """Where the board is on the page, and how large, in whole pixels: left, top, width, height."""
    return game.page.evaluate(
        """() => {
          scrollTo(0, 0); // where it has room, it stays in sight when the rest is scrolled
          const { x, y, width, height } = document.getElementById("board").getBoundingClientRect();
          return [x + scrollX, y + scrollY, width, height].map(Math.round);
        }"""
    )


def assert_fits(game, state):
    wrong = {}
    for width, height in SIZES:
        game.page.set_viewport_size({"width": width, "height": height})
        found = game.page.evaluate(ROOM) + game.page.evaluate(SHAPE)
        if found:
            wrong[f"{state}, {width} × {height}"] = found
    assert wrong == {}


def choose_scheme(game, browser_name, scheme):
    if scheme == "dark" and browser_name != "chromium":
        pytest.skip("only Chromium can be told to be dark")
    game.page.emulate_media(color_scheme=scheme)


# What is too wide for its place, in words; sideways scroll of the page first of all.
ROOM = """
() => {
  const wrong = [];
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) {
    wrong.push(`the page is ${page.scrollWidth} wide, in a window of ${page.clientWidth}`);
  }
  const name = (e) => e.id || e.className || e.tagName;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (
      !texts.currentNode.data.trim() ||
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest("option, select, script, noscript, .cell, .unseen")
    ) continue;
    let block = element;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    if (block.scrollWidth > block.clientWidth) {
      wrong.push(`${name(block)} is ${block.clientWidth} wide, its text ${block.scrollWidth}`);
    }
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const [text, box] = [range.getBoundingClientRect(), block.getBoundingClientRect()];
    if (text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 2) {
      wrong.push(`the text of ${name(block)} sticks out`);
    }
  }
  const ARROW = 16;
  for (const menu of document.querySelectorAll("select")) {
    const style = getComputedStyle(menu);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const room = menu.clientWidth - padding - ARROW;
    for (const option of menu.options) {
      const width = pen.measureText(option.text).width;
      if (width > room) wrong.push(`"${option.text}" is ${width} wide, its menu has ${room}`);
    }
  }
  return wrong;
}
"""

# What is not square, too small to hit, or larger than the board.
SHAPE = """
() => {
  const wrong = [];
  const rect = (e) => e.getBoundingClientRect();
  const cells = [...document.querySelectorAll(".cell")].map(rect);
  const first = cells[0];
  for (const { width, height } of cells) {
    if (Math.abs(width - height) > 1) wrong.push(`a cell is ${width} × ${height}`);
    if (Math.abs(width - first.width) > 1) wrong.push(`cells are ${first.width} and ${width} wide`);
  }
  cells.forEach((cell, index) => {
    const [left, above] = [cells[index - 1], cells[index - 3]];
    if (index % 3 && !(left.right < cell.left && left.top === cell.top)) {
      wrong.push(`cell ${index} is not right of its neighbour`);
    }
    if (index >= 3 && !(above.bottom < cell.top && above.left === cell.left)) {
      wrong.push(`cell ${index} is not below its neighbour`);
    }
  });
  for (const element of document.querySelectorAll("button, select, a, summary, .check")) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const { width, height } = rect(element);
    if (width < 44 || height < 44) {
      wrong.push(`${element.id || element.textContent} is ${width} × ${height}`);
    }
  }
  const area = (e) => rect(e).width * rect(e).height;
  const board = document.getElementById("board");
  for (const other of document.querySelectorAll(".game > :not(.table, .scores, #settings), dl")) {
    if (area(other) >= area(board)) wrong.push(`${other.outerHTML} is as large as the board`);
  }
  return wrong;
}
"""

# What cannot be brought into the window and hit.
REACH = """
() => [...document.querySelectorAll("button, select, summary")].filter((element) => {
  if (!element.checkVisibility()) return false;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return !element.contains(hit);
}).map((element) => element.id || element.getAttribute("aria-label"))
"""
