"""A player who hears and has keys, and nothing else.

Where the focus is, what the computer played, and how it ended: all of it is learnt from what the
screen reader said, and kept in mind as a `Game` of the engine. That also says what to play: to win
or to draw, the move of highest value; to lose, the one of lowest.

This module must not know which screen reader and which browser there are, nor look into the page.
It has a stage (tools/screen_reader_stage.py) for the keys and the voice, and writes a transcript.
"""

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

# As in tools/build.py: found both as a program and as a module.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.game import Game
from engine.search import move_values
from tools import screen_reader_checks as checks
from tools.screen_reader_checks import BEGUN, HEARD, PRESS, WANTS, Line, Part
from tools.screen_reader_stage import Stage

# Seconds. A page that is loaded for the first time takes its time; so does a busy machine.
LOADING = 60
ANSWERING = 15
# When so long nothing has been begun, nothing more will come of a key: the page waits 0.4 seconds
# between two texts, and the computer as long before its move; Orca waits 0.1 and reads. And when so
# long nothing has been said: what was to be said meanwhile would follow at once.
QUIET = 1.2
SILENCE = 0.3

MOST_STEPS = 40  # presses of Tab from anywhere to anywhere

# A thing that has the focus. Around it is said what it is in, and what mode Orca goes into.
_THING = re.compile(rf"button|combo box|switch|check box|link|{checks.FOCUSED.pattern}")

# What is heard when a move is through: whose turn it is next, or how it ended.
_THROUGH = re.compile(r"Your turn: |'s turn|You win!|Computer wins!|wins!|It's a draw!")

Choose = Callable[[list[tuple[int, int]]], int]


class Lost(Exception):
    """The player does not know how to go on; the message says what was not heard."""


def best(values: list[tuple[int, int]]) -> int:
    """The first square of highest value."""
    return max(values, key=lambda pair: pair[1])[0]


def worst(values: list[tuple[int, int]]) -> int:
    """The first square of lowest value."""
    return min(values, key=lambda pair: pair[1])[0]


class Player:
    """Plays on a stage, part by part; with `show`, every line is handed to that as it happens."""

    def __init__(self, stage: Stage, show: Callable[[Line], None] = lambda line: None) -> None:
        self._stage = stage
        self._show = show
        self._lines: list[Line] = []
        self._speaking: int | None = None  # the line that is being said
        self._begun = self._silent = time.monotonic()
        self._at: tuple[int, int] | None = None  # row and column of the focus, from 1
        self.game = Game()
        self.computer: str | None = "O"

    # Parts

    def begin(self) -> None:
        """Begin a new part of the transcript."""
        self._lines = []
        self._speaking = None

    def part(self, title: str, ending: str | None = None) -> Part:
        """What was wanted, pressed and heard since `begin`."""
        return Part(title, tuple(self._lines), self.game.size, self.computer, ending)

    # What a player wants

    def arrive(self) -> None:
        """Wait for the page, and go to the board."""
        self._want("go to the board")
        self._hear(re.compile(r"Your turn: "), LOADING)
        self._quiet()
        self.go_to_board("Tab")

    def go_to_board(self, key: str = "shift+Tab") -> None:
        """Go to the board with Tab, or back to it."""
        self._walk(key, checks.FOCUSED)
        self._quiet()

    def choose(self, menu: str, option: str, letter: str, size: int | None = None) -> None:
        """Go to a menu of the settings, open it, choose the option by its first letter, go back."""
        self._want(f"choose {option} ({menu})")
        self._walk("Tab", re.compile(rf"^{re.escape(menu)}\b.*combo box", re.M))
        self._quiet()
        # Opened, because otherwise Orca is silent on what a letter chooses in Chromium.
        start = self._press("alt+Down")
        self._quiet()
        self._press(letter)
        self._hear(re.compile(re.escape(option)), ANSWERING, start)
        start = self._press("Return")
        self._hear(checks.BEGINNING, ANSWERING, start)
        self._quiet()
        self.game = Game(size or self.game.size, size or self.game.size)
        self.go_to_board()

    def new_round(self) -> None:
        """Press New Round, which brings the focus to the first square."""
        self._want(checks.NEW_ROUND)
        self._walk("Tab", re.compile(r"^New Round push button", re.M))
        self._at = None
        start = self._press("Return")
        self._hear(checks.FOCUSED, ANSWERING, start)
        self._quiet()
        self.game = Game(self.game.size, self.game.run)

    def play(self, cell: int) -> None:
        """Play this square, and keep in mind what is heard of the computer's answer."""
        self._want(f"{checks.PLAY} {checks.name_of(cell, self.game.size)}")
        self._move_to(cell)
        self.game.play(cell)
        start = self._press("Return")
        is_answer_due = self.computer is not None and not self.game.is_over
        self._hear(checks.COMPUTERS_MOVE if is_answer_due else _THROUGH, ANSWERING, start)
        self._quiet()
        if is_answer_due:
            said = checks.COMPUTERS_MOVE.search(self._text(start))
            self.game.play(checks.cell_of(*said.groups(), self.game.size))

    def play_on(self, choose: Choose, moves: int | None = None) -> None:
        """Play to the end of the round, or so many moves of one's own."""
        while not self.game.is_over and moves != 0:
            self.play(choose(move_values(self.game)))
            moves = None if moves is None else moves - 1

    def try_taken(self, cell: int) -> None:
        """Press a square that is taken."""
        self._want(f"{checks.TRY} {checks.name_of(cell, self.game.size)}")
        self._move_to(cell)
        self._press("Return")
        self._quiet()

    def read(self) -> None:
        """Have the board read out."""
        self._want(checks.READ)
        self._press("F2")
        self._quiet()

    def undo(self) -> None:
        """Take the last move back, and the computer's answer with it, and go back to the board."""
        self._want(checks.UNDO)
        self._walk("Tab", re.compile(r"^Undo push button", re.M))
        self._press("Return")
        self._quiet()
        self.game.undo()
        while self.game.moves and self.game.turn == self.computer:
            self.game.undo()
        self.go_to_board()

    # Keys and ears

    def _want(self, words: str) -> None:
        self._note(WANTS, words)

    def _note(self, kind: str, words: str) -> None:
        self._lines.append(Line(kind, words))
        self._show(self._lines[-1])

    def _press(self, key: str) -> int:
        """Press a key; gives the number of the first line that can be heard of it."""
        self._listen()
        self._note(PRESS, key)
        start = len(self._lines)
        self._stage.press(key)
        self._begun = time.monotonic()
        return start

    def _walk(self, key: str, there: re.Pattern) -> None:
        """Press Tab until the thing is heard; what is on the way is cut off by the next press."""
        for _ in range(MOST_STEPS):
            start = self._press(key)
            end = time.monotonic() + 2 * QUIET
            while not self._has_heard(_THING, start) and time.monotonic() < end:
                time.sleep(0.02)
                self._listen()
            if self._has_heard(there, start):
                return
        raise Lost(f"{there.pattern} was not heard, pressing {key} {MOST_STEPS} times")

    def _move_to(self, cell: int) -> None:
        """Go to a square with the arrows, from where the focus was heard to be."""
        row, column = cell // self.game.size + 1, cell % self.game.size + 1
        for _ in range(2 * self.game.size):
            if self._at == (row, column):
                return
            if self._at is None:
                break
            if self._at[1] != column:
                key = "Right" if self._at[1] < column else "Left"
            else:
                key = "Down" if self._at[0] < row else "Up"
            start = self._press(key)
            self._at = None
            self._hear(checks.FOCUSED, ANSWERING, start)
        raise Lost(f"row {row}, column {column} was not found")

    def _hear(self, what: re.Pattern, seconds: float, start: int = 0) -> None:
        """Wait until this is heard, and to its end; `Lost` if it is not."""
        end = time.monotonic() + seconds
        while not (self._has_heard(what, start) and self._speaking is None):
            if time.monotonic() > end:
                raise Lost(f"not heard within {seconds} seconds: {what.pattern}")
            time.sleep(0.02)
            self._listen()

    def _quiet(self) -> None:
        """Wait until nothing more is to be expected."""
        self._listen()
        while (
            self._speaking is not None
            or time.monotonic() - self._begun < QUIET
            or time.monotonic() - self._silent < SILENCE
        ):
            time.sleep(0.02)
            self._listen()

    def _listen(self) -> None:
        """Write down what has been said meanwhile."""
        for said in self._stage.listen():
            if said.event == "begin":
                self._begun = time.monotonic()
                self._speaking = len(self._lines)
                self._note(HEARD, said.text)
                square = checks.FOCUSED.search(said.text)
                if square:
                    self._at = int(square[1]), int(square[2])
            elif self._speaking is not None:
                self._silent = time.monotonic()
                if said.event == "cut":
                    self._lines[self._speaking] = Line(BEGUN, self._lines[self._speaking].words)
                self._speaking = None

    def _has_heard(self, what: re.Pattern, start: int) -> bool:
        return bool(what.search(self._text(start)))

    def _text(self, start: int) -> str:
        return "\n".join(line.words for line in self._lines[start:] if line.kind == HEARD)
