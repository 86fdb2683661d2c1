"""Weak eyes, large letters, colours that are forced or not seen, a hand that trembles.

What is lost is measured inside the page, by the scripts at the end of this file; they return it as
a list of sentences. How contrasts are measured, contrast.py says.
"""

import itertools
import os

import pytest
from playwright.sync_api import expect

from tests.browser import states
from tests.browser.contrast import LOOKS, TABLE, Picture, contrast, measure_looks, table, weak
from tests.browser.game import Game
from tests.browser.states import each, reach
from tests.browser.test_contrast import FOCUS, changed
from tests.browser.test_layout import SIZES

# WCAG 2.2, 1.4.12: whoever needs it may set so much space, and must lose nothing.
SPACING = """
* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }
"""

# (width, height, size of the letters, sheet of the reader's own)
READERS = {
    "1280 × 1024 at 400 %": (320, 256, "", ""),
    "letters of 200 %, 320 wide": (320, 640, "200%", ""),
    "letters of 200 %, 640 wide": (640, 800, "200%", ""),
    "letters of 200 %, 1280 wide": (1280, 800, "200%", ""),
    "spaced text, 320 wide": (320, 640, "", SPACING),
    "spaced text, 1280 wide": (1280, 800, "", SPACING),
    "1280 × 720": (1280, 720, "", ""),
}

# In Firefox, where it takes long, only where most can go wrong.
FULLEST = ("4 × 4, thinking shown", "all unfolded")


# Room, targets, contrasts

# The contrasts that were measured so far, by the name of the state.
MEASURED = {}


@pytest.mark.only_browser("chromium")
@each()
def test_nothing_is_lost_or_weak(game, state):
    state.reach(game)
    MEASURED[state.name] = measure_looks(game.page)
    assert weak(MEASURED[state.name]) == set()
    assert_nothing_is_lost(game)


@pytest.mark.only_browser("firefox")
@each(*FULLEST)
def test_nothing_is_lost_or_weak_in_firefox(game, state):
    state.reach(game)
    assert weak(measure_looks(game.page, can_emulate=False)) == set()
    assert_nothing_is_lost(game)


@pytest.mark.only_browser("chromium")  # no other can be told of a wish for more contrast
def test_the_table_of_contrasts_says_what_is_measured(browser, browser_context_args, dist_url):
    for state in states.STATES:
        if state.name not in MEASURED:  # this test runs alone, or another has failed
            context = browser.new_context(**browser_context_args)
            game = Game(context.new_page(), dist_url)
            state.reach(game)
            MEASURED[state.name] = measure_looks(game.page)
            context.close()
    found = table(
        {look: [it for looks in MEASURED.values() for it in looks[look]] for look in LOOKS}
    )
    if os.environ.get("UPDATE_CONTRAST"):
        TABLE.parent.mkdir(exist_ok=True)
        TABLE.write_text(found, encoding="utf-8")
    assert set().union(*map(weak, MEASURED.values())) == set()
    assert TABLE.read_text(encoding="utf-8") == found, "`make contrast` writes it anew"


def assert_nothing_is_lost(game):
    wrong = {}
    for reader, (width, height, letters, sheet) in READERS.items():
        game.page.set_viewport_size({"width": width, "height": height})
        game.page.evaluate(READ_AS, [letters, sheet])
        for script in (LOSS, SMALL, COVERED, TRANSLUCENT):
            found = game.page.evaluate(script)
            if found:
                wrong.setdefault(reader, []).extend(found)
    assert wrong == {}


@pytest.mark.one_browser_is_enough
@pytest.mark.parametrize("name", ["all unfolded", "help"])
def test_long_texts_are_easy_to_read(game, name):
    """WCAG 2.2, 1.4.8: not too long a line, and room between lines and paragraphs."""
    reach(game, name)
    assert game.page.evaluate(PROSE) == []


@pytest.mark.only_browser("chromium")  # no other can be told of that wish
def test_nothing_shows_through_for_who_wishes_that(game):
    reach(game, "help")
    backdrop = "getComputedStyle(document.getElementById('help'), '::backdrop').backgroundColor"
    assert game.page.evaluate(backdrop).startswith("rgba(")
    session = game.page.context.new_cdp_session(game.page)
    wish = {"name": "prefers-reduced-transparency", "value": "reduce"}
    session.send("Emulation.setEmulatedMedia", {"features": [wish]})
    assert game.page.evaluate(backdrop).startswith("rgb(")


# From right to left

# Of SIZES, those where the board and the rest stand beside each other.
SIDE_BY_SIDE = [(740, 360), (1280, 720), (1920, 1080)]


@pytest.mark.once_in_firefox
@each(*FULLEST)
def test_from_right_to_left(game, state):
    """The page is mirrored; the board, the live ones and the code are not."""
    state.reach(game)
    game.page.evaluate("document.documentElement.dir = 'rtl'")
    for width, height in SIZES:
        game.page.set_viewport_size({"width": width, "height": height})
        assert game.page.evaluate(LOSS) == [], width
        assert game.page.evaluate(FROM_LEFT) == [], width
        beside = game.cell(0).bounding_box()["x"] > game.page.locator("#mode").bounding_box()["x"]
        assert beside == ((width, height) in SIDE_BY_SIDE), width  # on the right: it comes first
    game.cell(0).focus()
    game.page.keyboard.press("ArrowRight")
    expect(game.cell(1)).to_be_focused()


# Not by colour alone


@pytest.mark.only_browser("chromium")  # no other can be told to force colours, or to show few
def test_what_colours_say_in_play_is_said_otherwise_too(game):
    states_of_thought(game)
    for eyes in each_pair_of_eyes(game):
        assert_marks_have_shapes(game)
        best = look(game, ".cell.best:not(.hint)")
        hint = look(game, ".cell.hint")
        other = look(game, ".cell:not(.best, .hint, [data-mark='X'], [data-mark='O'])")
        assert is_ink(best, 3) and not is_ink(other, 3), eyes  # a thicker frame
        assert dashes(hint, 2) > 4, eyes
        assert dashes(best, 2) == dashes(other, 1) == 0, eyes
        # It is O's turn: the frame around the name says so.
        assert is_ink(look(game, "#turn-o"), 1) and not is_ink(look(game, "#turn-x"), 1), eyes
        assert dashes(look(game, "#redo"), 1) > 10 and dashes(look(game, "#undo"), 1) == 0, eyes
        assert has_tick(look(game, "#thinking")) and not has_tick(look(game, "#sound")), eyes


@pytest.mark.only_browser("chromium")
def test_what_colours_say_in_the_end_is_said_otherwise_too(game):
    reach(game, "X wins")
    game.page.click("#history > summary")
    game.page.locator("#moves button").nth(2).wait_for()
    for eyes in each_pair_of_eyes(game):
        won, other = look(game, ".cell.win"), look(game, ".cell:not(.win)")
        # Two frames, one within the other, and a line through the middle.
        assert is_ink(won, 5) and not is_ink(other, 5), eyes
        middle, line = (won.at(won.width // 2 + aside, won.height // 6) for aside in (20, 0))
        assert contrast(middle, line) >= 3, eyes
        shown, before = look(game, "#moves [aria-current]"), look(game, "#moves button")
        assert is_ink(shown, 3) and not is_ink(before, 3), eyes


@pytest.mark.only_browser("chromium")
def test_what_colours_say_of_the_tree_is_said_otherwise_too(game):
    reach(game, "search replayed")
    for eyes in each_pair_of_eyes(game):
        chosen = look(game, ".node[aria-selected='true']")
        other = look(game, ".node[aria-selected='false']")
        assert is_ink(chosen, 1, 0.9) and not is_ink(other, 1, 0.9), eyes
        # Each board has something drawn on it: where colours are forced, too.
        drawing = look(game, ".node[aria-selected='true'] .small-board")
        colours = {drawing.at(x, y) for x in range(drawing.width) for y in range(drawing.height)}
        assert max(contrast(drawing.at(6, 6), colour) for colour in colours) >= 7, eyes


@pytest.mark.only_browser("chromium")
def test_focus_is_seen_where_colours_are_forced(game):
    states_of_thought(game)
    game.page.emulate_media(forced_colors="active")
    game.page.keyboard.press("Tab")
    for control in (".cell.hint", ".cell[data-mark='X']", "#undo", "#redo", "#mode", "#thinking"):
        place, needed = game.page.evaluate(FOCUS, control)
        focused = Picture(game.page, place)
        game.page.evaluate("document.activeElement.blur()")
        assert changed(Picture(game.page, place), focused) >= needed, control


def states_of_thought(game):
    """What moves are worth, the best of them, and a hint, which is one of the others."""
    game.open()
    game.two_players()
    game.burst(0, 4, 8)
    game.page.get_by_label("Show thinking").check()
    expect(game.page.locator(".cell.best").first).to_be_attached()
    game.page.click("#hint")
    expect(game.page.locator(".cell.hint")).to_have_count(1)


def each_pair_of_eyes(game):
    """Show the page in forced colours, then to eyes that see few colours, then none."""
    session = game.page.context.new_cdp_session(game.page)
    game.page.mouse.move(0, 0)
    game.page.evaluate("document.activeElement.blur()")
    game.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    yield "forced colours"
    game.page.emulate_media(forced_colors="none", reduced_motion="reduce")
    for deficiency in ("deuteranopia", "achromatopsia"):
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
        yield deficiency
    red, green, blue = look(game, "#restart").at(20, 5)
    assert red == green == blue, "the last of them saw colours"


def assert_marks_have_shapes(game):
    """X has a middle, O a hole there."""
    cross, ring = look(game, ".cell[data-mark='X']"), look(game, ".cell[data-mark='O']")
    for mark, share, painted in ((cross, 0.5, True), (ring, 0.5, False), (ring, 0.27, True)):
        seen = mark.at(mark.width // 2, int(mark.height * share))
        assert (contrast(seen, mark.at(12, mark.height // 2)) >= 3) == painted


def look(game, selector):
    return Picture(game.page, game.page.locator(selector).first)


def is_ink(picture, depth, share=0.5):
    """Whether there is a line so many pixels inside of the upper edge, at a share of its width."""
    x = int(picture.width * share)
    return contrast(picture.at(x, depth), picture.at(x, 9)) >= 3


def dashes(picture, depth):
    """How often the line along the upper edge begins or breaks off between its corners."""
    row = picture.row(depth)[20:-20]
    ink = [contrast(colour, picture.at(picture.width // 2, 9)) >= 2 for colour in row]
    return sum(one != other for one, other in itertools.pairwise(ink))


def has_tick(picture):
    inner = [picture.at(x, y) for x in range(5, 19) for y in range(5, 19)]
    return max(contrast(inner[0], colour) for colour in inner) >= 3


# Motion


@pytest.mark.only_browser("chromium")  # no other can be told of the wish
@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_nothing_moves_for_who_wishes_that(game, wish):
    game.page.emulate_media(reduced_motion=wish)
    game.open()
    game.two_players()
    game.burst(*states.X_WINS)
    moving = game.page.evaluate(MOVING)
    assert (moving == []) == (wish == "reduce")
    game.page.click("#history > summary")
    game.page.locator("#moves button").first.click()
    if wish == "reduce":
        assert game.page.evaluate(MOVING) == []
        assert game.page.evaluate(SLIDING) == []


# Right after an action, so that what has begun cannot have ended.
MOVING = "document.getAnimations().map(({ animationName }) => animationName)"

# What would scroll little by little.
SLIDING = """
() => [...document.querySelectorAll("*")]
  .filter((element) => getComputedStyle(element).scrollBehavior !== "auto")
  .map(({ tagName, id }) => tagName + id)
"""

# A reader's own size of letters, and a sheet of theirs, which the page's policy cannot forbid.
READ_AS = """
([letters, sheet]) => {
  document.documentElement.style.fontSize = letters;
  const own = new CSSStyleSheet();
  own.replaceSync(sheet);
  document.adoptedStyleSheets = [own];
}
"""


# What is lost or hidden: the page scrolls sideways, text is cut off or sticks out, words are broken
# where no reader would break them, or one thing lies upon another.
LOSS = """
() => {
  const wrong = [];
  const root = document.querySelector("dialog[open]") ?? document.body;
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) {
    wrong.push(`the page is ${page.scrollWidth} wide, in a window of ${page.clientWidth}`);
  }
  const name = (e) => e.id || String(e.className) || e.tagName;
  const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".unseen");
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 2 && inner.bottom <= outer.bottom + 2;
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;

  for (const e of [root, ...root.querySelectorAll("*")]) {
    const scrolls = /auto|scroll/.test(getComputedStyle(e).overflowX);
    if (scrolls && e.scrollWidth > e.clientWidth) wrong.push(`${name(e)} scrolls sideways`);
  }

  // What is rolled out of sight within a part that scrolls is not lost, and covers nothing.
  const rolledAway = (rect, e) => {
    for (let part = e; part && part !== root; part = part.parentElement) {
      const rolls = getComputedStyle(part).overflowY === "auto";
      if (rolls && !inside(rect, part.getBoundingClientRect())) return true;
    }
    return false;
  };
  // The nearest thing around a text that has an edge to stick out of.
  const framed = (e) => {
    const { borderTopWidth, backgroundColor } = getComputedStyle(e);
    const plain = borderTopWidth === "0px" && /, 0\\)$/.test(backgroundColor);
    return plain && e !== root ? framed(e.parentElement) : e;
  };

  const frameOf = (e) => {
    const frame = framed(e);
    const { left, right, top, bottom } = frame.getBoundingClientRect();
    if (getComputedStyle(frame).overflowY !== "auto") return { left, right, top, bottom };
    return { left, right, top: -Infinity, bottom: Infinity }; // it scrolls
  };

  const { paddingLeft, paddingRight } = getComputedStyle(document.querySelector("main"));
  const room = page.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const pieces = []; // [its rectangle, the element, what it is called]
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const e = text.parentElement;
    if (!text.data.trim() || !seen(e) || e.closest("select, script, noscript")) continue;
    if (parseFloat(getComputedStyle(e).fontSize) === 0) continue;
    const range = document.createRange();
    const lines = [];
    // Word by word where spaces are kept: those at a line's end may stick out.
    for (const { 0: part, index } of text.data.matchAll(e.closest("pre") ? /\\S+/g : /.+/gs)) {
      range.setStart(text, index);
      range.setEnd(text, index + part.length);
      lines.push(...[...range.getClientRects()].filter(({ width }) => width > 0));
    }
    const frame = frameOf(e);
    for (const line of lines) {
      const sticksOut = !inside(line, frame);
      if (sticksOut) wrong.push(`"${text.data.trim()}" sticks out of ${name(framed(e))}`);
      if (!rolledAway(line, e)) pieces.push([line, e, `"${text.data.trim()}"`]);
    }
    if (lines.length < 2 || e.closest("pre")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[^\\s\\-/]+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const parts = [...range.getClientRects()];
      const tops = new Set(parts.map(({ top }) => Math.round(top)));
      const width = parts.reduce((sum, part) => sum + part.width, 0);
      // A word that is wider than the page has to break.
      if (tops.size > 1 && width < room) wrong.push(`"${word}" is broken`);
    }
  }
  const THINGS = "button, select, input, summary, .turn, .score, .small-board";
  for (const e of root.querySelectorAll(THINGS)) {
    const rect = e.getBoundingClientRect();
    if (seen(e) && !rolledAway(rect, e)) pieces.push([rect, e, name(e)]);
  }
  const ARROW = 16;
  for (const menu of root.querySelectorAll("select")) {
    if (!seen(menu)) continue;
    const style = getComputedStyle(menu);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    if (style.letterSpacing !== "normal") pen.letterSpacing = style.letterSpacing;
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    for (const { text } of menu.options) {
      const missing = pen.measureText(text).width + padding + ARROW - menu.clientWidth;
      if (missing > 0) wrong.push(`"${text}" lacks ${missing} in ${name(menu)}`);
    }
  }
  pieces.sort(([one], [other]) => one.top - other.top);
  pieces.forEach(([rect, e, called], at) => {
    for (let next = at + 1; next < pieces.length && pieces[next][0].top < rect.bottom; next++) {
      const [other, f, its] = pieces[next];
      const related = e.contains(f) || f.contains(e);
      if (!related && meet(rect, other)) wrong.push(`${called} and ${its} overlap`);
    }
  });
  return wrong;
}
"""

# What a trembling hand would miss: no target is smaller than a finger's, links in sentences apart.
SMALL = """
() => [...document.querySelectorAll("button, select, a[href], summary, label.check, .node")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .filter((e) => getComputedStyle(e).display !== "inline")
  .map((e) => [e.id || e.textContent.trim(), e.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44)
  .map(([name, { width, height }]) => `${name} is ${width} × ${height}`)
"""

# What has the focus and is covered by something, wholly or in part, or out of sight.
COVERED = """
() => {
  const wrong = [];
  const root = document.querySelector("dialog[open]") ?? document.body;
  const before = document.activeElement;
  for (const e of root.querySelectorAll("button, select, input, a[href], summary, .node")) {
    if (!e.checkVisibility({ visibilityProperty: true }) || e.disabled) continue;
    document.activeElement.blur(); // what has the focus already would not come into sight
    e.focus();
    const { left, right, top, bottom } = e.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [left + 3, y], [right - 3, y], [x, top + 3], [x, bottom - 3]];
    // Firefox is content with a part of it at the edge of what scrolls.
    const tree = e.closest("#tree")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    const [first, last] = [Math.max(0, tree.top), Math.min(innerHeight, tree.bottom)];
    const inSight = points.filter(([, y]) => y > first && y < last);
    const hits = inSight.map((point) => document.elementFromPoint(...point));
    if (!hits.length || hits.some((hit) => !e.contains(hit))) {
      wrong.push(`${e.id || e.getAttribute("aria-label") || e.textContent.trim()} is covered`);
    }
  }
  before.focus();
  return wrong;
}
"""

# What is hard to read in long texts: lines of more than 80 letters, lines and paragraphs too close.
PROSE = """
() => {
  const wrong = [];
  for (const p of document.querySelectorAll("#explained article > p, #help[open] > p")) {
    if (!p.checkVisibility()) continue;
    const { lineHeight, fontSize, textAlign } = getComputedStyle(p);
    const range = document.createRange();
    range.selectNodeContents(p);
    const inked = [...range.getClientRects()].reduce((sum, { width }) => sum + width, 0);
    const letters = p.clientWidth / (inked / p.textContent.length);
    const name = p.textContent.slice(0, 20);
    if (letters > 80) wrong.push(`${name}: ${letters} letters in a line`);
    if (parseFloat(lineHeight) < 1.5 * parseFloat(fontSize)) wrong.push(`${name}: lines too close`);
    if (textAlign === "justify") wrong.push(`${name}: justified`);
    const before = p.previousElementSibling;
    if (before?.tagName !== "P") continue;
    const gap = p.getBoundingClientRect().top - before.getBoundingClientRect().bottom;
    if (gap < 1.5 * parseFloat(lineHeight)) wrong.push(`${name}: ${gap} px below the last`);
  }
  return wrong;
}
"""

# What lets through what is behind it: nothing does but the help's backdrop.
TRANSLUCENT = """
() => [...document.body.querySelectorAll("*")].filter((e) => {
  const { opacity, backgroundColor, color, backdropFilter } = getComputedStyle(e);
  const alpha = (colour) => Number(colour.match(/rgba.*, ([\\d.]+)\\)/)?.[1] ?? 1);
  const isFilm = [backgroundColor, color].some((colour) => alpha(colour) % 1 > 0);
  return opacity !== "1" || isFilm || (backdropFilter ?? "none") !== "none";
}).map((e) => `${e.id || e.className || e.tagName} is translucent`)
"""

# Boards and code are read from the left, whatever the text is.
FROM_LEFT = """
() => {
  const left = (e) => e.getBoundingClientRect().left;
  const wrong = [];
  for (const board of document.querySelectorAll("#board, .squares")) {
    const [first, second] = board.querySelectorAll("button");
    if (left(first) >= left(second)) wrong.push(`${board.className || board.id} is mirrored`);
  }
  for (const code of document.querySelectorAll(".code pre")) {
    if (getComputedStyle(code).direction !== "ltr") wrong.push("code is mirrored");
  }
  const turns = ["turn-x", "turn-o"].map((id) => document.getElementById(id));
  const [x, o] = turns.map(left);
  if (x <= o) wrong.push("whose turn it is is not mirrored");
  return wrong;
}
"""
