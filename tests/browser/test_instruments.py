"""What three instruments have to say of every state of the page: axe-core, pa11y, html-validate.

They must find nothing. What an instrument leaves to a human has been decided: the tables at the end
of this file say of each such question how, and a question that is not there is a finding.
"""

import json
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType

from tests.browser.contrast import THEMES
from tests.browser.game import Game
from tests.browser.states import State, each
from tools import runtime

AXE = runtime.ROOT / "node_modules" / "axe-core" / "axe.min.js"

# Firefox has much to do with axe, and what axe looks at is nearly the same there.
IN_FIREFOX = ("search replayed", "all unfolded")

# The page for addresses at which there is nothing is no state of the game, but held to the same.
NOT_FOUND = State("not found", lambda game: game.page.goto(game.url + "404.html"))

# All rules that axe has, of whatever level; gives what it found, and what it leaves undecided.
RUN_AXE = """
async (left_out) => {
  const rules = axe.getRules().map(({ ruleId }) => [ruleId, { enabled: !(ruleId in left_out) }]);
  const results = await axe.run({
    rules: Object.fromEntries(rules), resultTypes: ["violations", "incomplete"],
  });
  const list = (found) => found.flatMap(({ id, help, nodes }) => nodes.map((node) => ({
    code: id, message: help, selector: String(node.target), about: [node.any, node.all, node.none]
      .flat().map(({ message }) => message).join(" "),
  })));
  return [list(results.violations), list(results.incomplete)];
}
"""

# Whether all that stands in an element is part of its name, as who speaks to it expects. What axe
# asks about are single letters, which it takes for pictures.
IS_NAMED_AS_SEEN = """
(selector) => {
  const element = document.querySelector(selector);
  const name = element.getAttribute("aria-label") ?? "";
  return name.split(", ").includes(element.textContent.trim());
}
"""


@pytest.fixture(scope="module")
def debugging_port() -> int:
    """A port that is free, at which pa11y can reach the browser that Playwright drives."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def browser(
    browser_type: BrowserType,
    browser_type_launch_args: dict,
    browser_name: str,
    debugging_port: int,
) -> Iterator[Browser]:
    """A browser of this file's own, because pa11y needs a way in."""
    options = dict(browser_type_launch_args)
    if browser_name == "chromium":
        options["args"] = [*options["args"], f"--remote-debugging-port={debugging_port}"]
    browser = browser_type.launch(**options)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def ask() -> Iterator[Callable]:
    """Put a question to `instruments.mjs`, which is started once; gives what it found."""
    command = ["node", Path(__file__).with_name("instruments.mjs")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:

        def ask(instrument: str, **request: object) -> list[dict]:
            process.stdin.write(json.dumps({"instrument": instrument, **request}) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert "error" not in answer, answer["error"]
            return answer["found"]

        yield ask
        process.stdin.close()  # which ends it


@pytest.mark.only_browser("chromium")  # the one that pa11y drives
@each(beside=(NOT_FOUND,))
def test_the_instruments_find_nothing(game, ask, debugging_port, state):
    state.reach(game)
    html = game.page.evaluate("document.documentElement.outerHTML")
    found = told("html-validate", ask("htmlValidate", html=f"<!DOCTYPE html>\n{html}\n"))
    found += told("pa11y", what_pa11y_finds(game, ask, debugging_port))
    for theme in THEMES:
        choose_theme(game, theme)
        found += told(f"axe, {theme}", what_axe_finds(game))
    assert not found, "\n".join(found)


@pytest.mark.only_browser("firefox")
@each(*IN_FIREFOX)
def test_axe_finds_nothing_in_firefox(game, state):
    state.reach(game)
    found = []
    for theme in THEMES:
        choose_theme(game, theme)
        found += told(f"axe, {theme}", what_axe_finds(game))
    assert not found, "\n".join(found)


def choose_theme(game: Game, theme: str) -> None:
    """Have the page in this theme, while it loads too, when its menu cannot be used yet."""
    game.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    if theme in ("light", "dark"):  # 404.html knows the system's theme only
        game.page.emulate_media(color_scheme=theme)


def told(instrument: str, found: list[dict]) -> list[str]:
    return [
        f"{instrument}: {finding['code']} at {finding['selector']}: {finding['message']}"
        for finding in found
    ]


def what_axe_finds(game: Game) -> list[dict]:
    game.page.evaluate(AXE.read_text("utf-8"))
    violations, undecided = game.page.evaluate(RUN_AXE, AXE_LEAVES_OUT)
    for finding in undecided:
        if finding["code"] in DECIDED_OF_AXE:
            continue
        if finding["code"] == "label-content-name-mismatch" and game.page.evaluate(
            IS_NAMED_AS_SEEN, finding["selector"]
        ):
            continue
        violations.append({**finding, "message": f"undecided: {finding['about']}"})
    return violations


def what_pa11y_finds(game: Game, ask: Callable, port: int) -> list[dict]:
    found = ask(
        "pa11y",
        browser=f"http://127.0.0.1:{port}",
        url=game.page.url,
        viewport=game.page.viewport_size,
    )
    undecided = []
    for finding in found:
        # As in "WCAG2AAA.Principle1.Guideline1_3.1_3_1.H85.2".
        code = finding["code"].split(".", 3)[3]
        if code not in DECIDED_OF_PA11Y and (code, finding["selector"]) not in DECIDED_OF_PA11Y:
            undecided.append({**finding, "code": code})
    return undecided


# The rules of axe that are no use here.
AXE_LEAVES_OUT = {
    "hidden-content": "lists what is hidden; each such thing is seen in another state",
}

# What axe cannot decide, and who does.
DECIDED_OF_AXE = {
    # Where something lies over a text, or it is a single letter.
    "color-contrast": "the contrast test computes it",
    "color-contrast-enhanced": "the contrast test computes it",
}

# What pa11y asks a human, and the answer. Most are asked of every page, whatever is on it.
_NO_GESTURES = "nothing is dragged, swiped, shaken or tilted: there are clicks and keys"
_ONE_PAGE = "there is one page"
DECIDED_OF_PA11Y = {
    # Perceivable
    "1_3_1.DataTable": "it is one",
    "1_3_1.H39.3.Check": "the caption was written for it",
    "1_3_1.H85.2": "no menu has options that form groups",
    "1_3_2.G57": "the order of the DOM is what test_by_ear.py hears",
    "1_3_3.G96": "squares are called by row and column, controls by their names",
    "1_3_4.": "test_layout.py has upright and lying sizes",
    "1_3_5.H98": "nothing asks for anything about the user",
    "1_3_6.ARIA11": "the checked-in trees of test_trees.py show roles and names",
    "1_4_1.G14,G182": "marks have shapes, a won line is struck through, values are written",
    "1_4_10.C32,C31,C33,C38,SCR34,G206": "test_layout.py and test_explained.py: 320 pixels do",
    "1_4_11.G195,G207,G18,G145,G174,F78": "the contrast test computes it",
    "1_4_12.C36,C35": "boxes grow with their text, as test_layout.py sees with twice the size",
    "1_4_13.F95": "nothing appears on hover or focus",
    ("1_4_6.G17.Abs", "#help > table > caption"): "it is for ears only",
    "1_4_8.C19,G172,G169": "no text is justified",
    "1_4_8.G148,G156,G175": "there are two themes, and forced colours are left to work",
    "1_4_8.G188,C21": "lines are 1.5 high",
    "1_4_8.H87,C20": "no text is wider than 80 letters",
    "1_4_8.H87,G146,C26": "test_layout.py has letters of twice the size",
    # Operable
    "2_1_4.": "no letter is a key",
    "2_2_2.SCR33,SCR22,G187,G152,G186,G191": "what moves does so for less than a second",
    "2_2_3.G5": "the computer answers a player, who may take any time",
    "2_2_4.SCR14": "the status is polite, and says what the player did or waits for",
    "2_2_5.G105,G181": "nobody logs in",
    "2_2_6.": "nothing runs out",
    "2_3_2.G19": "nothing flashes",
    "2_3_3.C39": "what moves does so only where the system does not ask for less motion",
    "2_4_1.G1,G123,G124,H69": "the board is the first thing, and there are landmarks and headings",
    "2_4_2.H25.2": "it is the name of the game",
    "2_4_3.H4.2": "one square is in the tab order, as is the way with grids",
    "2_4_5.G125,G64,G63,G161,G126,G185": _ONE_PAGE,
    "2_4_6.G130,G131": "they do",
    "2_4_7.G149,G165,G195,C15,SCR31": "test_layout.py looks for it at every stop",
    "2_4_9.H30": "they name a file each, or say what happens",
    "2_5_1.": _NO_GESTURES,
    "2_5_2.": "all is done by clicks, which count when the pointer comes up",
    "2_5_3.F96": "axe computes it",
    "2_5_4.": _NO_GESTURES,
    "2_5_5.": "test_layout.py measures 44 pixels",
    "2_5_6.": "test_keys.py and test_layout.py: keys, mouse and fingers",
    # Understandable
    "3_1_2.H58": "all is English",
    "3_1_3.H40,H54,H60,G62,G70": "each word of the trade is a dfn where it is explained",
    "3_1_4.G102,G55,G62,H28,G97": "X and O are marks; there are no abbreviations",
    "3_1_5.G86,G103,G79,G153,G160": "sentences are short; the game itself is the other version",
    "3_2_1.G107": "focus moves the tab stop and changes nothing else",
    "3_2_3.G61": _ONE_PAGE,
    "3_2_4.G197": _ONE_PAGE,
    # Robust
    ("4_1_2.H91.A.Placeholder", "#retry > a"): 'href="" is the page itself, so it is a link',
    "4_1_2.H91.Select.Value": "without `selected`, a menu has its first option for a value",
    "4_1_3.": "test_by_ear.py hears them",
}
