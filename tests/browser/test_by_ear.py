"""Played by ear: what a screen reader would say, and whole games by nothing else.

The screen reader is Guidepup's virtual one, within the page. It walks what is on it, clicks and
presses keys, and keeps a log of all that it spoke. Of the live region it says each text as it is
written: "polite: Computer played row 2, column 2. Your turn: X".
"""

import re
import time

import pytest
from playwright.sync_api import Page

from tests.browser.game import WAIT, Game
from tools import runtime

# Its own build for browsers. The page's policy lets it in, because it comes from the same host.
READER = runtime.ROOT / "node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
READERS_PLACE = "virtual-screen-reader.js"

# To walk over the whole page takes as many steps as there are things on it.
MOST_STEPS = 1000

START = """
async (place) => {
  const { virtual } = await import(place);
  await virtual.start({ container: document.body });
  globalThis.reader = virtual;
}
"""

# Go on until something is spoken that begins with these words, from the top again if need be; gives
# what was spoken on the way.
WALK = """
async ([words, most]) => {
  const spoken = [];
  for (let step = 0; step < most; step += 1) {
    await reader.next();
    spoken.push(await reader.lastSpokenPhrase());
    if (spoken.at(-1).startsWith(words)) return spoken;
  }
  throw new Error(`"${words}" was not spoken`);
}
"""

PRESS = """
async (keys) => {
  for (const key of keys) await reader.press(key);
  return reader.lastSpokenPhrase();
}
"""

ANY_SQUARE = r"row (\d), column (\d)"
END = "end of document"


class Reader:
    """The screen reader in a page, and the player who hears it and sees nothing."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._heard = 0  # so many of the live region's texts

    def start(self, url: str) -> "Reader":
        """Begin to read the page that is open, from its top; gives itself back."""
        self._page.route(
            url + READERS_PLACE,
            lambda route: route.fulfill(path=READER, content_type="text/javascript"),
        )
        self._page.evaluate(START, url + READERS_PLACE)
        return self

    def walk(self, words: str) -> list[str]:
        """Go from one thing to the next, up to one that begins with `words`; gives all of them."""
        return self._page.evaluate(WALK, [words, MOST_STEPS])

    def act(self) -> None:
        """Do what there is to do with the thing that was spoken of last."""
        self._page.evaluate("reader.act()")

    def press(self, *keys: str) -> str:
        """Press keys, one after the other; gives what was spoken then."""
        return self._page.evaluate(PRESS, list(keys))

    def use(self, name: str) -> None:
        """Walk to what has this name, and use it."""
        self.walk(name)
        self.act()

    def wait_spoken(self, words: str) -> None:
        """Wait until the last thing spoken, the live region aside, begins with these words."""
        end = time.monotonic() + WAIT
        last = "reader.spokenPhraseLog().then((log) => log.findLast((p) => !/^polite/.test(p)))"
        while not (last_spoken := self._page.evaluate(last)).startswith(words):
            assert time.monotonic() < end, f"not spoken: {words}; but: {last_spoken}"
            self._page.wait_for_timeout(30)

    def told(self) -> list[str]:
        """Give all that the live region has said so far."""
        log = self._page.evaluate("reader.spokenPhraseLog()")
        texts = [text.removeprefix("polite: ") for text in log if text.startswith("polite: ")]
        # The region is emptied before it says the same again. A reader that comes too late for the
        # emptiness speaks the text that follows, and then once more, as its own.
        return [text for text, before in zip(texts, ["", *texts]) if text and text != before]

    def hear(self, pattern: str) -> re.Match:
        """Wait for the live region's next text, which must be this one, and gives what matched."""
        end = time.monotonic() + WAIT
        while len(told := self.told()) == self._heard:
            assert time.monotonic() < end, f"not told: {pattern}; but: {told}"
            self._page.wait_for_timeout(30)
        text = told[self._heard]
        self._heard += 1
        found = re.fullmatch(pattern, text)
        assert found, f"told: {text!r}, not {pattern!r}; before: {told[: self._heard - 1]}"
        return found


@pytest.fixture
def reader(game: Game) -> Reader:
    """A screen reader at the top of the page, which is open."""
    game.open()
    return Reader(game.page).start(game.url)


def test_the_page_is_read_in_order(reader):
    spoken = reader.walk(END)
    landmarks = [
        phrase
        for phrase in spoken
        if phrase.startswith(("main", "heading", "status", "grid, ", "group, ", "region"))
    ]
    assert landmarks[:6] == [
        "main",
        "heading, Tic-tac-toe, level 1",
        "status",
        "grid, Board",
        "group, Game",
        "region, Scores: Unbeatable, 3 × 3",
    ]
    board = []
    for row in (1, 2, 3):
        squares = [f"button, Row {row}, column {column}, empty" for column in (1, 2, 3)]
        board.append("row")
        for square in squares:
            board += ["gridcell", square, "end of gridcell"]
        board.append("end of row")
    first, last = spoken.index("grid, Board"), spoken.index("end of grid, Board")
    # No other screen reader says of something that it can be used.
    assert [said.removesuffix(", not disabled") for said in spoken[first + 1 : last]] == board
    status = spoken.index("status")
    assert spoken[status + 1 : status + 3] == ["Your turn: X", "end of status"]


def test_a_game_of_two_is_told_move_by_move(game, reader):
    game.page.select_option("#mode", label="2 Players")
    reader.hear(r"New round\. Player X's turn")
    for cell, mark in zip((0, 3, 1, 4), "XOXO", strict=True):
        game.click(cell)
        square = f"row {cell // 3 + 1}, column {cell % 3 + 1}"
        reader.hear(rf"Player {mark} played {square}\. Player {'XO'[mark == 'X']}'s turn")
    game.page.click("#undo")
    reader.hear(r"Taken back: now after move 3\. Player O's turn")
    game.page.click("#redo")
    reader.hear(r"Played again: .*Player X's turn")
    game.click(2)
    reader.hear(r"Player X played row 1, column 3\. .*Player X wins! Three in row 1\.")
    game.page.click("#restart")
    reader.hear(r"New round\. Player X's turn")
    assert_silence(game, reader)


def test_the_computer_is_heard_and_so_are_undo_and_a_new_round(game, reader):
    for _ in range(2):  # the same again is said again
        game.click(0)
        reader.hear(r"You played row 1, column 1\. Computer is thinking\.\.\.")
        reader.hear(rf"Computer played {ANY_SQUARE}\. Your turn: X")
        game.page.click("#undo")
        reader.hear(r"Taken back: now before the first move\. Your turn: X")
    game.page.click("#restart")
    reader.hear(r"New round\. Your turn: X")
    assert_silence(game, reader)


@pytest.mark.one_browser_is_enough
def test_the_board_is_read_out_as_often_as_is_asked(game, reader):
    game.page.select_option("#mode", label="2 Players")
    reader.hear(r"New round\. Player X's turn")
    reader.use("button, Row 1, column 3, empty")
    reader.hear(r"Player X played row 1, column 3\. Player O's turn")
    board = r"Row 1: empty, empty, X\. Row 2: (empty, ){2}empty\. Row 3: (empty, ){2}empty\."
    reader.press("F2")
    reader.hear(rf"{board} Player O's turn")
    reader.use("button, Read board")
    reader.hear(rf"{board} Player O's turn")


def test_the_help_is_read_from_its_top_and_leads_back(reader):
    reader.use("button, Help")
    reader.wait_spoken("heading, Help, level 2")
    reader.use("button, Close")
    reader.wait_spoken("button, Help")


@pytest.mark.one_browser_is_enough
def test_a_whole_game_is_played_by_walking_and_listening(game, reader):
    """What the player knows of the game is what was heard; the page is looked at in the end."""
    marks = {}
    while True:
        row, column = next(
            (row, column) for row in (1, 2, 3) for column in (1, 2, 3) if (row, column) not in marks
        )
        reader.use(f"button, Row {row}, column {column}, empty")
        if is_over(reader, marks, (row, column)):
            break
    assert_marks(game, marks)
    reader.use("button, New Round")
    reader.hear(r"New round\. Your turn: X")


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("mode", ["computer", "two-players"])
def test_a_whole_game_is_played_by_keys_and_listening(game, reader, mode, size):
    choose(game, reader, mode, size)
    reader.walk("button, Row 1, column 1, empty")
    marks = {}
    row, column = 1, 1
    while True:
        wanted = next(square for square in from_the_end(size) if square not in marks)
        ways = [("ArrowDown", "ArrowUp"), ("ArrowRight", "ArrowLeft")]
        for place, there, (on, back) in zip((row, column), wanted, ways, strict=True):
            for _ in range(abs(there - place)):
                spoken = reader.press(on if there > place else back)
        row, column = wanted
        assert spoken.startswith(f"button, Row {row}, column {column}, empty")
        reader.press("Enter")
        if mode == "two-players":
            is_last = is_over_between_two(reader, marks, wanted)
        else:
            is_last = is_over(reader, marks, wanted)
        if is_last:
            break
    assert_marks(game, marks, size)


def choose(game: Game, reader: Reader, mode: str, size: int) -> None:
    """Choose a mode and a board. How a menu opens is the browser's affair."""
    for menu, value, usual in (
        ("#mode", mode, "computer"),
        ("#size", f"{size}x{size}-{size}", "3x3-3"),
    ):
        if value != usual:
            game.page.select_option(menu, value)
            reader.hear(r"New round\. .* turn.*")


def from_the_end(size: int) -> list[tuple[int, int]]:
    """All squares (row, column), the last row first, and in each the first column last."""
    columns = [*range(2, size + 1), 1]
    return [(row, column) for row in range(size, 0, -1) for column in columns]


def is_over_between_two(reader: Reader, marks: dict, played: tuple[int, int]) -> bool:
    """Hear of the move just played, and note it; gives whether it was the last."""
    mark = "XO"[len(marks) % 2]
    marks[played] = mark
    mine = "Player {} played row {}, column {}".format(mark, *played)
    told = reader.hear(rf"{mine}\. (Player .'s turn|Player {mark} wins!.*|It's a draw!)")
    return "turn" not in told[1]


def is_over(reader: Reader, marks: dict, played: tuple[int, int]) -> bool:
    """Hear of the move just played and of the answer, and note both; gives whether it is over."""
    marks[played] = "X"
    mine = "You played row {}, column {}".format(*played)
    told = reader.hear(rf"{mine}\. (Computer is thinking\.\.\.|.*You win!.*|.*It's a draw!.*)")
    if not told[1].startswith("Computer"):
        return True
    told = reader.hear(
        rf"Computer played {ANY_SQUARE}\. (Your turn: X|.*Computer wins!.*|.*It's .*)"
    )
    marks[int(told[1]), int(told[2])] = "O"
    return told[3] != "Your turn: X"


def assert_marks(game: Game, marks: dict, size: int = 3) -> None:
    places = range(1, size + 1)
    heard = [marks.get((row, column), "") for row in places for column in places]
    assert game.marks() == heard


def assert_silence(game: Game, reader: Reader) -> None:
    """Nothing is said twice, nor late."""
    told = reader.told()
    game.page.wait_for_timeout(1000)
    assert reader.told() == told
