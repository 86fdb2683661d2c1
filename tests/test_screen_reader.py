"""The checks of what was heard, and the voice that writes, on transcripts made up for that.

Each check gets one that is good and some that are not. Orca itself is started by `make
screen-reader` only.
"""

import io
import time

import pytest

from tools import screen_reader, screen_reader_voice
from tools import screen_reader_checks as checks
from tools.screen_reader_checks import Line, Part

# X wins in row 1, with a word about every move.
WIN = """
wants  play row 1, column 1
press  Return
heard  You played row 1, column 1. Computer is thinking...
heard  Computer played row 2, column 1. Your turn: X
wants  play row 1, column 2
press  Right
heard  column 2
heard  Row 1, column 2, empty push button.
press  Return
heard  You played row 1, column 2. Computer is thinking...
heard  Computer played row 2, column 2. Your turn: X
wants  play row 1, column 3
press  Return
heard  You played row 1, column 3. You win! Three in row 1.
"""

LOSS = """
wants  play row 1, column 1
heard  You played row 1, column 1. Computer is thinking...
heard  Computer played row 2, column 2. Your turn: X
wants  play row 1, column 2
heard  You played row 1, column 2. Computer is thinking...
heard  Computer played row 1, column 3. Your turn: X
wants  play row 2, column 1
heard  You played row 2, column 1. Computer is thinking...
heard  Computer played row 3, column 1. Computer wins! Three on the rising diagonal.
"""

DRAW = """
wants  play row 1, column 1
heard  You played row 1, column 1. Computer is thinking...
heard  Computer played row 2, column 2. Your turn: X
wants  play row 3, column 3
heard  You played row 3, column 3. Computer is thinking...
heard  Computer played row 1, column 2. Your turn: X
wants  play row 3, column 2
heard  You played row 3, column 2. Computer is thinking...
heard  Computer played row 3, column 1. Your turn: X
wants  play row 1, column 3
heard  You played row 1, column 3. Computer is thinking...
heard  Computer played row 2, column 3. Your turn: X
wants  play row 2, column 1
heard  You played row 2, column 1. It's a draw!
"""

# What there is besides: a taken square, the board, undo, a new round.
MORE = """
wants  choose Easy (Level)
press  e
heard  Easy
heard  New round. Your turn: X
wants  play row 1, column 1
heard  You played row 1, column 1. Computer is thinking...
heard  Computer played row 2, column 2. Your turn: X
wants  try the taken row 2, column 2
heard  Row 2, column 2, O push button.
heard  Row 2, column 2 is taken: O. Your turn: X
wants  read the board
press  F2
heard  Row 1: X, empty, empty. Row 2: empty, O, empty. Row 3: empty, empty, empty. Your turn: X
wants  undo
begun  New Round pu
heard  Taken back: now before the first move. Your turn: X
wants  new round
heard  New round. Your turn: X
wants  new round
heard  New round. Your turn: X
"""

TWO_PLAYERS = """
wants  play row 1, column 1
heard  Player X played row 1, column 1. Player O's turn
wants  play row 2, column 2
heard  Player O played row 2, column 2. Player X's turn
wants  undo
heard  Taken back: now after move 1. Player O's turn
"""


def part(text: str, **more) -> Part:
    """A part with these lines, written as in docs/."""
    lines = tuple(Line(*line.split("  ", 1)) for line in text.strip().splitlines())
    return Part("A part", lines, **more)


def test_good_transcripts_pass_every_check():
    for good in (
        part(WIN, ending="win"),
        part(LOSS, ending="loss"),
        part(DRAW, ending="draw"),
        part(MORE),
        part(TWO_PLAYERS, computer=None),
    ):
        assert checks.failures(good) == []


def test_four_in_a_line_are_called_so():
    moves = ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3), (2, 3), (1, 4))
    lines = []
    for number, (row, column) in enumerate(moves):
        mark, following = "XO"[number % 2], "OX"[number % 2]
        end = "Player X wins! Four in row 1." if number == 6 else f"Player {following}'s turn"
        lines.append(f"wants  play row {row}, column {column}")
        lines.append(f"heard  Player {mark} played row {row}, column {column}. {end}")
    played = part("\n".join(lines), size=4, computer=None, ending="win")
    assert checks.failures(played) == []


def test_both_moves_may_be_said_together():
    together = WIN.replace("Computer is thinking...\nheard  ", "")
    assert checks.failures(part(together, ending="win")) == []


# (the check, a good transcript, what is replaced in it, by what)
SPOILT = [
    # not said, said twice, said as another, said too late, said without having been played
    (checks.own_moves, WIN, "You played row 1, column 2. ", ""),
    (checks.own_moves, WIN, "You win!", "You played row 1, column 3. You win!"),
    (checks.own_moves, WIN, "You played row 1, column 2", "You played row 3, column 3"),
    (
        checks.own_moves,
        WIN,
        "You played row 1, column 2. Computer is thinking...\nheard  Computer played row 2, "
        "column 2. ",
        "Computer played row 2, column 2. You played row 1, column 2. ",
    ),
    (checks.own_moves, MORE, "is taken: O.", "is taken: O. You played row 2, column 2."),
    (checks.own_moves, TWO_PLAYERS, "Player O played row 2, column 2. ", ""),
    # what was cut off was not heard
    (checks.own_moves, WIN, "heard  You played row 1, column 2.", "begun  You played"),
    (checks.computers_moves, WIN, "Computer played row 2, column 1. ", ""),
    (
        checks.computers_moves,
        WIN,
        "heard  Computer played row 2, column 1.",
        "heard  Computer played row 2, column 1.\nheard  Computer played row 2, column 1.",
    ),
    (checks.computers_moves, WIN, "row 2, column 2. Your", "row 1, column 2. Your"),
    (checks.computers_moves, WIN, "You win!", "Computer played row 3, column 3. You win!"),
    (checks.computers_moves, TWO_PLAYERS, "1. Player", "1. Computer played row 3, column 3."),
    (checks.turns, WIN, "column 1. Your turn: X", "column 1."),
    (checks.turns, WIN, "You win!", "Your turn: X You win!"),
    (checks.turns, WIN, "column 1. Your turn: X", "column 1. Your turn: X Your turn: X"),
    (checks.turns, TWO_PLAYERS, "Player O's turn\nwants  play", "Player X's turn\nwants  play"),
    (checks.results, WIN, "You win! ", ""),
    (checks.results, WIN, "You win!", "You win! You win!"),
    (checks.results, WIN, "Three in row 1.", "Three in row 1. Three in row 1."),
    (checks.results, WIN, "You win!", "Computer wins!"),
    (checks.results, WIN, " Three in row 1.", ""),
    (checks.results, WIN, "Three in row 1.", "Three in row 2."),
    (checks.results, LOSS, "rising", "falling"),
    (checks.results, DRAW, "It's a draw!", "Your turn: O"),
    (checks.results, MORE, "now before the first move.", "now before the first move. You win!"),
    (checks.new_rounds, MORE, "round\nheard  New round. Your turn: X\nwants", "round\nwants"),
    (checks.new_rounds, MORE, "heard  Easy", "heard  Easy New round. New round."),
    (checks.new_rounds, MORE, "Taken back:", "New round. Taken back:"),
    (checks.new_rounds, MORE, "round\nheard  New round. Your turn: X", "round\nheard  New round."),
    (checks.undone, MORE, "Taken back: now before the first move. ", ""),
    (checks.undone, MORE, "before the first move", "after move 1"),
    (checks.undone, MORE, "Taken back:", "Taken back: now before the first move. Taken back:"),
    (checks.undone, MORE, "first move. Your turn: X", "first move."),
    (checks.undone, TWO_PLAYERS, "after move 1", "before the first move"),
    (checks.refusals, MORE, "Row 2, column 2 is taken: O. ", ""),
    (checks.refusals, MORE, "is taken: O", "is taken: X"),
    (checks.refusals, MORE, "first move. Your", "first move. Row 2, column 2 is taken: O. Your"),
    (checks.readings, MORE, " Row 3: empty, empty, empty.", ""),
    (checks.readings, MORE, "Row 2: empty, O, empty", "Row 2: empty, empty, O"),
    (checks.readings, MORE, "Taken back:", "Row 1: X, empty, empty. Taken back:"),
    (checks.contradictions, WIN, "Row 1, column 2, empty", "Row 1, column 2, O"),
    (checks.contradictions, WIN, "column 1. Your turn: X", "column 1. Your turn: O"),
    (checks.contradictions, WIN, "Three in row 1.", "Three in row 1. Player O's turn"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "good", "old", "new"), SPOILT)
def test_what_is_wrong_is_found_by_its_check(check, good, old, new):
    computer = None if good is TWO_PLAYERS else "O"
    ending = {WIN: "win", LOSS: "loss", DRAW: "draw"}.get(good)
    assert good.count(old) >= 1
    assert check(part(good, computer=computer, ending=ending)) == []
    assert check(part(good.replace(old, new, 1), computer=computer, ending=ending))


def test_another_ending_than_the_one_wanted_is_found():
    assert checks.results(part(WIN, ending="draw"))
    assert checks.results(part(WIN))
    assert checks.results(part(MORE, ending="win"))


def test_a_failure_says_where_and_which_check():
    (failure,) = checks.failures(part(WIN.replace(" Three in row 1.", ""), ending="win"))
    assert failure.startswith("A part: results: ")


def test_what_was_heard_before_the_first_wish_is_nobodys():
    assert checks.failures(part("heard  Tic-tac-toe" + WIN, ending="win")) == []


def test_the_transcript_is_written_line_by_line():
    page = screen_reader.written([part(WIN, ending="win")], "firefox", {"Orca": "43.1"})
    assert page.startswith("# What is heard in Firefox\n")
    assert "Orca 43.1" in page
    assert f"## A part\n\n```text\n{WIN.strip()}\n```" in page


# The voice


class Stopped:
    """A clock for the voice that stands still: what it says comes to no end by itself."""

    def __init__(self, seconds, end):
        self.end = end

    def start(self):
        pass

    def cancel(self):
        pass


def say(commands: str, monkeypatch=None) -> tuple[list[str], list[str]]:
    """What the voice writes down, and what it answers."""
    heard, answers = io.StringIO(), io.StringIO()
    voice = screen_reader_voice.Voice(heard, answers)
    screen_reader_voice.serve(io.StringIO(commands), voice)
    if monkeypatch is None:
        end = time.monotonic() + 5
        while "end" not in heard.getvalue() and time.monotonic() < end:
            time.sleep(0.01)
    return heard.getvalue().splitlines(), answers.getvalue().splitlines()


def test_the_voice_says_a_text_to_its_end():
    heard, answers = say("SPEAK\n<speak>Row&#32;1 &lt; 2</speak>\n.\n")
    assert heard == ["begin Row 1 < 2", "end"]
    assert answers == ["202 OK RECEIVING MESSAGE", "200 OK SPEAKING", "701 BEGIN", "702 END"]


def test_the_voice_is_cut_off(monkeypatch):
    monkeypatch.setattr(screen_reader_voice.threading, "Timer", Stopped)
    heard, answers = say("SPEAK\nYour turn\n.\nSTOP\nSTOP\n", monkeypatch)
    assert heard == ["begin Your turn", "cut"]
    assert answers[-1] == "703 STOP"
    assert answers.count("703 STOP") == 1


def test_the_voice_answers_to_all_that_speech_dispatcher_asks_at_its_start(monkeypatch):
    _, answers = say(
        "INIT\nAUDIO\naudio_output_method=pulse\n.\nLOGLEVEL\nlog_level=3\n.\nSET\nrate=0\n.\n"
        "LIST VOICES\nDANCE\nQUIT\nINIT\n",
        monkeypatch,
    )
    assert [answer.split()[0] for answer in answers] == [
        "299-It", "299", "207", "203", "207", "203", "203", "203", "200-ear", "200", "300", "210",
    ]  # fmt: skip


def test_a_dot_at_the_beginning_of_a_line_is_the_texts_own(monkeypatch):
    monkeypatch.setattr(screen_reader_voice.threading, "Timer", Stopped)
    heard, _ = say("SPEAK\n...and so on\n.\n", monkeypatch)
    assert heard == ["begin ..and so on"]
