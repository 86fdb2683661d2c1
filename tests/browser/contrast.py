"""How strong every contrast of the page is, measured from its styles, and the table of them all.

axe-core leaves out what cannot be used now, and whatever it is not sure of. Here nothing is left
out: not the words of a switched-off button, nor the frame of a square. What is measured is named by
what it is for ("the frame of a hint"), so that the table holds, whatever the words are.

WCAG asks for 4.5 of text (7 at its highest level) and for 3 of what is drawn. Of text and of the
marks this page asks for 7 everywhere.

And there are pictures, for whoever wants to know what the eye gets in the end.
"""

import base64
import math
import re
from collections.abc import Iterable
from typing import NamedTuple

from playwright.sync_api import FloatRect, Locator, Page

from tools import runtime

TABLE = runtime.ROOT / "docs" / "contrast.md"

# Those that the page's menu has, in its order.
TOKENS = (runtime.ROOT / "styles" / "tokens.css").read_text("utf-8")
THEMES = re.search("--themes: ([^;]*);", TOKENS)[1].split()

TEXT = 7
DRAWN = 3

# The page's looks: the chosen theme, and what the system says of contrast.
LOOKS = {theme: (theme, "no-preference") for theme in THEMES} | {
    f"more contrast, {theme}": (theme, "more") for theme in THEMES
}

_OFF = ":is(button, select):disabled, button[aria-disabled='true']:not(.cell, .square)"

# (what it is, where it is), the special before the general: the first that fits is taken. Each text
# of the page is one of these.
_TEXTS = (
    ("a button or a menu that cannot be used now", _OFF),
    ("the main button", "#restart"),
    ("a button or a menu", "button:not(.cell, .square), select"),
    ("a mark or a value: X wins", ".value[data-winner='X'], .square[data-colour='X']"),
    ("a mark or a value: O wins", ".value[data-winner='O'], .square[data-colour='O']"),
    ("a value: a draw", ".cell, .square"),
    ("the side to move, X", "#turn-x.active"),
    ("the side to move, O", "#turn-o.active"),
    ("the other side", ".turn"),
    ("how things stand", "#status .stands, #status .result"),
    ("what happened", "#status"),
    ("a heading", "h1, h2, h3, caption, summary"),
    ("a link", "a"),
    ("a note, or the name of a score", ".help, #away, #notice, #own-note, .score dt"),
    ("a row of the tree", ".node"),
    ("a line of code", ".code-line"),
    ("other text", "*"),
)

# What stands in ::before and is read, or points.
_BEFORE = (
    ("the number of a line of code", ".code-line"),
    ("the triangle before what unfolds", "summary, .node[aria-expanded]"),
)

# (what it is, where it is, which border). A border is measured against what is around it, and
# against what is inside, unless it has the colour of that: then it is an edge and not a frame.
_BORDERS = (
    ("the frame of a winning square", ".cell.win, .square.win", "Top"),
    ("the frame of a hint", ".cell.hint", "Top"),
    ("the frame of a best move", ".cell.best, .square.best", "Top"),
    ("the frame of a square", ".cell, .square[aria-disabled='false']", "Top"),
    ("the outline of what cannot be used now", f"{_OFF}, .check input:disabled", "Top"),
    ("the edge of the main button", "#restart", "Top"),
    ("the frame of the move on show", "#moves [aria-current]", "Top"),
    ("the frame of a button or a menu", "button:not(.cell, .square), select", "Top"),
    ("the frame of a box to tick", ".check input:not(:checked)", "Top"),
    ("the edge of a ticked box", ".check input:checked", "Top"),
    ("the frame of the side to move", ".turn.active", "Top"),
    ("the frame of the chosen row", ".node[aria-selected='true']", "Top"),
    ("a line that leads through the tree", "#tree ul", "InlineStart"),
    ("a line of a table", "th, td", "BlockEnd"),
)

# What a colour is seen against, by the element that has painted it.
_GROUNDS = (
    ("a winning square", ".win"),
    ("the main button, a ticked box", "#restart, #retry a, .check input:checked"),
    ("a line that is pointed at", "mark"),
    ("the page", "html, body, dialog, .square"),
    ("a surface", "*"),
)


class Contrast(NamedTuple):
    """One contrast: of what, against what, how strong, how strong it must be, and an example."""

    what: str
    against: str
    ratio: float
    needed: int
    example: str


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The contrast of two colours (red, green, blue) by WCAG's formula, 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour):
    parts = [part / 255 for part in colour]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


class Picture:
    """What is to be seen of an element, or of a part of the window, pixel by pixel."""

    def __init__(self, page: Page, place: Locator | FloatRect) -> None:
        if isinstance(place, Locator):
            shot = place.screenshot(animations="disabled")
        else:
            shot = page.screenshot(animations="disabled", clip=place)
        # The browser unpacks its picture itself.
        encoded, self.width, self.height = page.evaluate(_UNPACK, base64.b64encode(shot).decode())
        self._bytes = base64.b64decode(encoded)

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """The colour (red, green, blue) of one pixel; from the other side if below 0."""
        start = 4 * (y % self.height * self.width + x % self.width)
        return tuple(self._bytes[start : start + 3])

    def row(self, y: int) -> list[tuple[int, int, int]]:
        """The colours from left to right, `y` pixels below the top."""
        return [self.at(x, y) for x in range(self.width)]


def choose_look(page: Page, look: str, can_emulate: bool = True) -> None:
    """Have the page look like one of LOOKS. Only Chromium can be told of a wish for contrast."""
    theme, wish = LOOKS[look]
    if can_emulate:
        page.emulate_media(contrast=wish, reduced_motion="reduce")
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)


def measure(page: Page) -> list[Contrast]:
    """Measure all that is to be seen on the page now."""
    kinds = {
        "texts": _TEXTS,
        "before": _BEFORE,
        "borders": _BORDERS,
        "grounds": _GROUNDS,
        "needed": [TEXT, DRAWN],
    }
    return [Contrast(*found) for found in page.evaluate(_MEASURE, kinds)]


def faint(page: Page) -> list[Contrast]:
    """Measure the page as it looks now, and return what is not as strong as it must be."""
    return [found for found in measure(page) if found.ratio < found.needed]


def measure_looks(page: Page, can_emulate: bool = True) -> dict[str, list[Contrast]]:
    """Measure the page in each of LOOKS that the browser can show, and leave it in the first."""
    page.keyboard.press("Tab")  # who uses the keyboard sees a ring
    found = {}
    for look, (_, wish) in LOOKS.items():
        if can_emulate or wish == "no-preference":
            choose_look(page, look, can_emulate)
            found[look] = measure(page)
    choose_look(page, next(iter(LOOKS)), can_emulate)
    return found


def weak(measured: dict[str, list[Contrast]]) -> set[tuple[str, Contrast]]:
    """Return those contrasts that are not as strong as they must be, and the look of each."""
    return {
        (look, it) for look, all_of in measured.items() for it in all_of if it.ratio < it.needed
    }


def table(measured: dict[str, Iterable[Contrast]]) -> str:
    """Return the text of TABLE: of every kind, the weakest that there is in each look."""
    weakest: dict[tuple[str, str, int], dict[str, float]] = {}
    for look, contrasts in measured.items():
        for what, against, ratio, needed, _ in contrasts:
            row = weakest.setdefault((what, against, needed), {})
            row[look] = min(row.get(look, math.inf), ratio)
    lines = [
        "# Contrasts",
        "",
        "Made by `make contrast`, which measures them in every state of the page, in Chromium;",
        "`tests/browser/test_low_vision.py` fails where this is no longer so. Of each kind this is",
        "the weakest there is, rounded down. WCAG 2.2 asks for 4.5 of text (AAA: 7), and for 3 of",
        'what is drawn; what "cannot be used now" is exempt there, and here it is not.',
        "",
        f"| what | against | {' | '.join(measured)} | needed |",
        f"|---|---|{'---|' * len(measured)}---|",
    ]
    for (what, against, needed), row in sorted(weakest.items(), key=_order):
        numbers = [f"{_rounded_down(row[look]):.1f}" if look in row else "" for look in measured]
        lines.append(f"| {what} | {against} | {' | '.join(numbers)} | {needed} |")
    return "\n".join(lines) + "\n"


def _order(row):
    (what, against, needed), _ = row
    return -needed, what, against


def _rounded_down(ratio):
    return math.floor(round(ratio, 6) * 10) / 10


_UNPACK = """
async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  let letters = "";
  for (const byte of data) letters += String.fromCharCode(byte);
  return [btoa(letters), width, height];
}
"""

# Everything is walked once. A colour that lets others through (by its alpha, or by `opacity` on the
# way) is mixed with what is behind it.
_MEASURE = """
({ texts, before, borders, grounds, needed: [TEXT, DRAWN] }) => {
  const found = [];
  const parse = (colour) => {
    const parts = colour.match(/^rgba?\\(([^)]*)\\)$/)?.[1].match(/[\\d.]+/g).map(Number);
    if (!parts) throw new Error("what colour is " + colour + "?");
    return [...parts, 1].slice(0, 4);
  };
  const over = ([r, g, b, a], below) =>
    [r, g, b].map((part, at) => part * a + below[at] * (1 - a)).concat(1);
  const opacity = (element) => {
    let product = 1;
    for (let e = element; e; e = e.parentElement) product *= getComputedStyle(e).opacity;
    return product;
  };
  const faded = ([r, g, b, a], element) => [r, g, b, a * opacity(element)];
  const luminance = (colour) => {
    const [r, g, b] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const first = (kinds, element) => kinds.find(([, selector]) => element.matches(selector));
  const within = (kinds, element) => kinds.find(([, selector]) => element.closest(selector));

  // The colour behind the content of an element, and what has painted it.
  const behind = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const colour = faded(parse(getComputedStyle(e).backgroundColor), e);
      if (colour[3] > 0) layers.push([colour, e]);
      if (colour[3] === 1 || e.matches("dialog")) break;
    }
    if (!layers.length) throw new Error("nothing is painted behind " + element.outerHTML);
    const colour = layers.reduceRight((below, [layer]) => over(layer, below), [255, 255, 255, 1]);
    return { colour, ground: first(grounds, layers[0][1])[0] };
  };
  const note = (what, colour, element, { colour: other, ground }, needed) => {
    const seen = over(faded(parse(colour), element), other);
    const name = element.id || element.getAttribute("aria-label") || element.textContent.trim();
    found.push([what, ground, contrast(seen, other), needed, name.slice(0, 40)]);
  };
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen");

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const holders = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    // A menu shows its text itself; the letters of a square are not drawn.
    const holder = element.closest("select") ?? element;
    const style = getComputedStyle(holder);
    if (
      walker.currentNode.data.trim() && seen(holder) && parseFloat(style.fontSize) > 0 &&
      !holder.matches("script, noscript")
    ) holders.add(holder);
  }
  for (const holder of holders) {
    note(within(texts, holder)[0], getComputedStyle(holder).color, holder, behind(holder), TEXT);
  }

  for (const element of document.body.querySelectorAll("*")) {
    if (!seen(element)) continue;
    const style = getComputedStyle(element);
    const around = () => behind(element.parentElement);

    const drawn = first(before, element);
    if (drawn) {
      note(drawn[0], getComputedStyle(element, "::before").color, element, behind(element), TEXT);
    }

    const border = first(borders, element);
    if (border && parseFloat(style[`border${border[2]}Width`]) > 0) {
      const colour = style[`border${border[2]}Color`];
      if (parse(colour)[3] > 0) {
        note(border[0], colour, element, around(), DRAWN);
        if (style.borderTopColor !== style.backgroundColor) {
          note(border[0], colour, element, behind(element), DRAWN);
        }
      }
    }
  }

  // The marks: X is painted by its background, O by its border.
  for (const cell of document.querySelectorAll(".cell[data-mark='X'], .cell[data-early]")) {
    const what = cell.hasAttribute("data-early") ? "an X that is not played yet" : "X";
    const { backgroundColor, opacity } = getComputedStyle(cell, "::before");
    if (opacity !== "1") throw new Error("a mark is pale");
    note(what, backgroundColor, cell, behind(cell), TEXT);
  }
  for (const cell of document.querySelectorAll(".cell[data-mark='O']")) {
    note("O", getComputedStyle(cell, "::before").borderTopColor, cell, behind(cell), TEXT);
  }

  // The line through a win has a seam, which is what it is seen against where it crosses a mark.
  for (const line of document.querySelectorAll("#strike line")) {
    const { stroke, filter } = getComputedStyle(line);
    const [won, page] = [behind(document.querySelector(".cell.win")), behind(line)];
    const seam = { colour: parse(filter.match(/rgb[^)]*\\)/)[0]), ground: "its seam" };
    for (const other of [won, page, seam]) {
      note("the line through a win", stroke, line, other, DRAWN);
    }
    for (const [mark, property] of [["X", "backgroundColor"], ["O", "borderTopColor"]]) {
      const cell = document.querySelector(`.cell.win[data-mark="${mark}"]`);
      if (!cell) continue;
      const its = { colour: parse(getComputedStyle(cell, "::before")[property]), ground: "a mark" };
      note("the seam of that line", `rgb(${seam.colour})`, line, its, DRAWN);
    }
  }

  for (const box of document.querySelectorAll(".check input:checked")) {
    const tick = getComputedStyle(box, "::before").borderRightColor;
    if (seen(box)) note("the tick in a box", tick, box, behind(box), DRAWN);
  }

  for (const drawing of document.querySelectorAll(".small-board")) {
    if (!seen(drawing)) continue;
    const last = drawing.querySelector(".last");
    const tinted = last && { colour: parse(getComputedStyle(last).fill), ground: "its tint" };
    for (const [what, name] of [
      ["a small board's lines", "grid"],
      ["a small board's X", "x"],
      ["a small board's O", "o"],
      ["a small board's frame of what was played last", "last"],
    ]) {
      const part = drawing.querySelector("." + name);
      if (!part) continue;
      const { stroke } = getComputedStyle(part);
      note(what, stroke, part, behind(drawing), DRAWN);
      if (tinted && name !== "grid") note(what, stroke, part, tinted, DRAWN);
    }
  }

  const focused = document.activeElement;
  const CONTROLS = "a[href], button, input, select, summary, .node";
  for (const control of document.querySelectorAll(CONTROLS)) {
    if (!seen(control) || control.disabled) continue;
    control.focus({ preventScroll: true, focusVisible: true });
    const { outlineStyle, outlineColor } = getComputedStyle(control);
    // No control can have the focus outside of a dialog that is open.
    if (document.activeElement !== control) continue;
    if (outlineStyle === "none") throw new Error("no ring around " + control.outerHTML);
    const around = behind(control.parentElement);
    note("the ring around what has the focus", outlineColor, control, around, DRAWN);
  }
  focused.focus({ preventScroll: true });
  return found;
}
"""
