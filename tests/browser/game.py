"""The page as a test sees it: a few verbs over the page's public names.

A test reads `game.click(4)` and need not know a selector. This module knows the
page's public names, which users' scripts may rely on as well, and nothing else.
"""

import base64
import re
import time
from collections.abc import Callable

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Request, Route, expect

# A rejected promise that nobody handles is no console message in every browser;
# this makes it one, so that one list holds all that went wrong.
_REPORT_REJECTIONS = """
addEventListener("unhandledrejection", (event) => {
  console.error("Unhandled rejection: " + event.reason);
});
"""

# One after the other within one task, so that nothing of the page's own comes in between.
_BURST = """
(actions) => {
  for (const action of actions) {
    const [name, value] = String(action).split("=");
    const element = document.querySelector(
      name.startsWith("#") ? name : `.cell[data-index="${name}"]`
    );
    if (value === undefined) {
      element.click();
    } else if (!element.disabled) {
      element.value = value;
      element.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
}
"""

_IS_SILENT = 'document.getElementById("status")?.textContent === ""'

# What passes too quickly to be looked at from outside is noted inside the page.
_FOLLOW = """
() => {
  window.followed = [];
  const note = (text) => followed.push([text, performance.now()]);
  const status = document.getElementById("status");
  new MutationObserver(() => note(status.textContent)).observe(status, { childList: true });
  new MutationObserver((changes) => {
    for (const { target } of changes) note(target.getAttribute("aria-label"));
  }).observe(document.getElementById("board"), { subtree: true, attributeFilter: ["aria-label"] });
}
"""

# Before it takes a picture in Firefox, Playwright adds the style "body {}" to the page. The page's
# policy forbids that, and says so with this hash of it.
_PLAYWRIGHTS_OWN = "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA="

# The colour of one point of a picture that was taken of the page.
_COLOUR = """
async ([picture, x, y]) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const point = [Math.floor(x * bitmap.width), Math.floor(y * bitmap.height)];
  return [...context.getImageData(...point, 1, 1).data].slice(0, 3);
}
"""

# MicroPython starts in well under a second; a busy machine with two browsers may
# take several. Longer than the page's own patience would be no test of it.
READY_TIMEOUT = 15_000

# For everything else that a test waits for: much more than it takes, so that a machine that is busy
# with other things fails no test.
WAIT = 15  # seconds
expect.set_options(timeout=WAIT * 1000)


class Game:
    """One tab with the game in it.

    `errors` collects what the console and the page report as errors, `requests`
    the address of everything the page has asked for. Both grow by themselves.
    """

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.add_init_script(_REPORT_REJECTIONS)
        page.on("console", self._on_console)
        page.on("pageerror", self._on_page_error)
        page.on("request", self._on_request)
        self._click = page.click
        page.click = self._click_when_settled

    # What a player does

    def open(self, path: str = "") -> "Game":
        """Go to the page and wait until Python answers; gives itself back."""
        self.page.goto(self.url + path)
        return self.ready()

    def ready(self) -> "Game":
        """Wait until a click is answered by Python; gives itself back."""
        expect(self.page.locator("html")).to_have_attribute(
            "data-state", "ready", timeout=READY_TIMEOUT
        )
        return self

    def click(self, index: int) -> None:
        """Click a cell, numbered row by row from 0, taken or not."""
        # Forced, because Playwright refuses to click what is aria-disabled; a
        # player's mouse does not.
        self.cell(index).click(force=True)

    def two_players(self) -> None:
        """Choose the mode in which no computer plays; that begins a new round."""
        self.page.select_option("#mode", label="2 Players")
        self.wait_status("Player X's turn")

    def burst(self, *actions: int | str) -> None:
        """Do several things at once, quicker than any hand, and quicker than the computer's pause.

        A number clicks that cell, "#restart" the element of that id, and "#mode=two-players"
        chooses from a menu. Before the mouse goes to what is below the status, `settle`;
        `page.click` does so by itself.
        """
        self.page.evaluate(_BURST, list(actions))

    def settle(self) -> None:
        """Wait until what was done is said, and nothing moves any more.

        What has to wait until it can be said leaves the status empty until then. What was done at
        once is said in one text, which may be longer than what the page has room for, and then
        pushes away what is below it.
        """
        end = time.monotonic() + 1  # under an open dialog it stays empty
        while self.page.evaluate(_IS_SILENT) and time.monotonic() < end:
            self.page.wait_for_timeout(30)

    def _click_when_settled(self, *arguments: object, **options: object) -> None:
        self.settle()
        self._click(*arguments, **options)

    def rewrite(self, name: str, change: Callable[[str], str]) -> None:
        """From the next load on, have one of the built page's Python files changed on its way."""

        def answer(route: Route) -> None:
            page = route.fetch().text()
            start = page.index('type="mpy"' if name == "main.py" else f'python" data-file="{name}"')
            start = page.index("\n", start) + 1
            end = page.index("</script>", start)
            changed = page[:start] + change(page[start:end]) + page[end:]
            route.fulfill(content_type="text/html", body=changed)

        self.page.route(self.url, answer)

    # What a player sees

    def cell(self, index: int) -> Locator:
        """The button of one cell."""
        return self.page.locator(f'#board .cell[data-index="{index}"]')

    @property
    def cells(self) -> Locator:
        """The buttons of all cells, in order."""
        return self.page.locator("#board .cell[data-index]")

    @property
    def status(self) -> Locator:
        """The line that says whose turn it is and who won."""
        return self.page.locator("#status")

    def marks(self) -> list[str]:
        """Every cell's mark now: "X", "O" or "" where it is empty.

        Read from the names that the cells have for a screen reader.
        """
        names = self.cells.evaluate_all(
            "cells => cells.map(cell => cell.getAttribute('aria-label') ?? cell.textContent)"
        )
        # As in "Row 1, column 2, empty, draw, 0": what comes after the mark is no matter here.
        marks = [name.split(", ")[2] if ", " in name else name.strip() for name in names]
        return ["" if mark == "empty" else mark for mark in marks]

    def colour(self, index: int, x: float = 0.5, y: float = 0.5) -> tuple[int, int, int]:
        """The colour (red, green, blue) that the eye sees in a cell, in its middle unless told.

        `x` and `y` are shares of the cell's width and height.
        """
        picture = self.cell(index).screenshot(animations="disabled")
        encoded = base64.b64encode(picture).decode()
        return tuple(self.page.evaluate(_COLOUR, [encoded, x, y]))

    def scores(self) -> dict[str, int]:
        """The three numbers on the score board: keys "x", "draws", "o"."""
        return {
            key: int(self.page.locator(f"#score-{key}").inner_text()) for key in ("x", "draws", "o")
        }

    def follow(self) -> None:
        """Begin to write down every sentence of the status and every change of a cell."""
        self.page.evaluate(_FOLLOW)

    def followed(self) -> list[tuple[str, float]]:
        """All that was written down since `follow`: (text or name, milliseconds)."""
        return [tuple(entry) for entry in self.page.evaluate("window.followed")]

    # Waiting: these look again until it is so, and fail after a time

    def wait_status(self, text: str) -> None:
        """Wait until the status holds `text`, maybe among more words.

        It may be there for 400 ms only, and Playwright's own `expect` looks seldom after a while.
        """
        end = time.monotonic() + WAIT
        while text not in (said := self.status.text_content()):
            assert time.monotonic() < end, f"the status never said {text!r}, but: {said!r}"
            self.page.wait_for_timeout(30)

    def wait_mark(self, index: int, mark: str) -> None:
        """Wait until a cell shows `mark`; "" waits for it to be empty."""
        expect(self.cell(index)).to_have_attribute(
            "aria-label", re.compile(f", {mark or 'empty'}\\b")
        )

    def wait_for(self, script: str, argument: object = None) -> None:
        """Wait until a JavaScript expression or function gives something true."""
        # Playwright's own wait_for_function makes JavaScript out of text within the page, which the
        # page's policy forbids.
        end = time.monotonic() + WAIT
        while not self.page.evaluate(script, argument):
            assert time.monotonic() < end, f"never true: {script}"
            self.page.wait_for_timeout(30)

    # What the page reports

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_page_error(self, error: Error) -> None:
        if _PLAYWRIGHTS_OWN not in str(error):
            self.errors.append(f"uncaught: {error}")

    def _on_request(self, request: Request) -> None:
        self.requests.append(request.url)
