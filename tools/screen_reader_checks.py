"""What must be true of a game that was played by ear: pure functions on its transcript.

A transcript is lines: what the player wanted, what was pressed, what was heard. From what was
wanted and heard the checks play the game again, with the engine, and so know at every line what
should have been said. Each check gives a sentence for everything that is wrong; none is good.

This module must not know how a transcript comes about. It knows the page by its sentences, and the
engine's rules; it has no word from ui/, or it would repeat that one's mistakes.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# As in tools/build.py: found both as a program and as a module.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.game import Game
from engine.rules import lines_within

# The kinds of lines. BEGUN was cut off by what came next, so it does not count as heard.
WANTS, PRESS, HEARD, BEGUN = "wants", "press", "heard", "begun"

# What a player may want; the rest ("choose Easy") is no matter of the game's.
PLAY = "play"  # "play row 1, column 2"
TRY = "try the taken"  # "try the taken row 1, column 2"
UNDO = "undo"
NEW_ROUND = "new round"
READ = "read the board"


class Line(NamedTuple):
    """A line of a transcript."""

    kind: str
    words: str


class Part(NamedTuple):
    """A part of a transcript, from an empty board on.

    `computer` is its mark, None between two players. `ending` is how the last round must end, from
    the player's side: "win", "loss" or "draw"; None if it is not played to its end.
    """

    title: str
    lines: tuple[Line, ...]
    size: int = 3
    computer: str | None = "O"
    ending: str | None = None


class Step(NamedTuple):
    """One thing that the player wanted, and what was heard until the next.

    `before` and `after` are the moves on the board; `answer` is the computer's, None if it has none
    to make or none was heard.
    """

    want: str
    cell: int | None
    heard: tuple[str, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    answer: int | None


_SQUARE = r"row (\d+), column (\d+)"
OWN_MOVE = re.compile(rf"\bYou played {_SQUARE}\.")
COMPUTERS_MOVE = re.compile(rf"\bComputer played {_SQUARE}\.")
PLAYERS_MOVE = re.compile(rf"\bPlayer ([XO]) played {_SQUARE}\.")
TAKEN = re.compile(r"\bRow (\d+), column (\d+) is taken: ([XO])\.")
# A square that has the focus: "Row 1, column 2, empty push button".
FOCUSED = re.compile(r"\bRow (\d+), column (\d+), (empty|X|O)\b")
BACK = re.compile(r"\bTaken back: now (before the first move|after move (\d+))\.")
ROWS = re.compile(r"\bRow (\d+): ((?:(?:empty|X|O)(?:, )?)+)\.")
TURN = re.compile(r"\bYour turn: ([XO])|\bPlayer ([XO])'s turn|\bComputer is (thinking)\.\.\.")
RESULT = re.compile(r"\b(You win!|Computer wins!|Player [XO] wins!|It's a draw!)")
PLACE = re.compile(r"\b((?:Three|Four) (?:in row|in column|on the) [^.]*)\.")
BEGINNING = re.compile(r"\bNew round\.")

_COUNTS = {3: "Three", 4: "Four"}


def cell_of(row: str, column: str, size: int) -> int:
    """The number of the square that is called so."""
    return (int(row) - 1) * size + int(column) - 1


def name_of(cell: int, size: int) -> str:
    """What a square is called: "row 1, column 2"."""
    return f"row {cell // size + 1}, column {cell % size + 1}"


def steps(part: Part) -> Iterator[Step]:
    """The game, played again from what was wanted and heard."""
    groups: list[tuple[str, list[str]]] = []
    for line in part.lines:
        if line.kind == WANTS:
            groups.append((line.words, []))
        elif line.kind == HEARD and groups:
            groups[-1][1].append(line.words)
    moves: tuple[int, ...] = ()
    for want, heard in groups:
        before, cell, answer = moves, None, None
        square = re.search(_SQUARE, want)
        if square:
            cell = cell_of(*square.groups(), part.size)
        if want == NEW_ROUND or want.startswith("choose"):
            moves = ()
        elif want == UNDO:
            moves = moves[: _taken_back(moves, part)]
        elif want.startswith(PLAY) and _may_play(moves, cell, part.size):
            moves += (cell,)
            said = COMPUTERS_MOVE.search(" ".join(heard))
            if said and part.computer:
                answer = cell_of(*said.groups(), part.size)
                if _may_play(moves, answer, part.size):
                    moves += (answer,)
        yield Step(want, cell, tuple(heard), before, moves, answer)


def _may_play(moves: tuple[int, ...], cell: int | None, size: int) -> bool:
    return cell in Game(size, size, moves).legal_moves()


def _taken_back(moves: tuple[int, ...], part: Part) -> int:
    """How many moves are left when the player has taken one back."""
    left = len(moves) - 1
    while left > 0 and Game(part.size, part.size, moves[:left]).turn == part.computer:
        left -= 1
    return max(left, 0)


def _is_over(moves: tuple[int, ...], part: Part) -> bool:
    return Game(part.size, part.size, moves).is_over


def own_moves(part: Part) -> list[str]:
    """Every move of the player's is said once, and before the computer's."""
    wrong = []
    for step in steps(part):
        said = _own_said(step, part)
        wanted = [step.cell] if step.want.startswith(PLAY) else []
        if said != wanted:
            wrong.append(
                f"wanted: {step.want}; said as own: {_names(said, part.size)}, which is to be "
                f"{_names(wanted, part.size)}"
            )
        text = " ".join(step.heard)
        own, computers = OWN_MOVE.search(text), COMPUTERS_MOVE.search(text)
        if own and computers and computers.start() < own.start():
            wrong.append(f"wanted: {step.want}; the computer's move was said before the own one")
    return wrong


def _own_said(step: Step, part: Part) -> list[int]:
    text = " ".join(step.heard)
    if part.computer:
        return [cell_of(*match, part.size) for match in OWN_MOVE.findall(text)]
    return [cell_of(row, column, part.size) for _, row, column in PLAYERS_MOVE.findall(text)]


def _names(cells: list[int], size: int) -> str:
    return " and ".join(name_of(cell, size) for cell in cells) or "nothing"


def computers_moves(part: Part) -> list[str]:
    """Every move of the computer's is said once, with a square that was free."""
    wrong = []
    for step in steps(part):
        said = [
            cell_of(*match, part.size) for match in COMPUTERS_MOVE.findall(" ".join(step.heard))
        ]
        is_due = (
            step.want.startswith(PLAY)
            and part.computer is not None
            and not _is_over((*step.before, step.cell), part)
        )
        if len(said) != is_due:
            wrong.append(
                f"wanted: {step.want}; the computer's move was said {len(said)} times, "
                f"which is to be {int(is_due)}"
            )
        elif said and said[0] not in step.after[-1:]:
            wrong.append(f"the computer played a taken square: {_names(said, part.size)}")
    return wrong


def turns(part: Part) -> list[str]:
    """After every move that does not end the round it is said whose turn it is."""
    wrong = []
    for step in steps(part):
        if not step.want.startswith(PLAY):
            continue
        said = ["".join(match) for match in TURN.findall(" ".join(step.heard))]
        game = Game(part.size, part.size, step.after)
        if game.is_over:
            # It may be said that the computer thinks, if that is who ended it.
            due = ["thinking"] if step.answer is not None else []
        else:
            due = ["thinking", game.turn] if part.computer else [game.turn]
        # Where both moves are said together, it does not think any more.
        if said not in (due, [turn for turn in due if turn != "thinking"]):
            wrong.append(f"wanted: {step.want}; turns said: {said}, which are to be {due}")
    return wrong


def results(part: Part) -> list[str]:
    """The result is said once, with the line where somebody has won, and is the one wanted."""
    wrong, ended = [], None
    for step in steps(part):
        text = " ".join(step.heard)
        said = RESULT.findall(text)
        due, place, ending = _ending(step, part)
        if said != due:
            wrong.append(f"wanted: {step.want}; results said: {said}, which are to be {due}")
        said = PLACE.findall(text)
        if said != place:
            wrong.append(f"wanted: {step.want}; lines said: {said}, which are to be {place}")
        ended = ending or ended
    if ended != part.ending:
        wrong.append(f"the ending is to be a {part.ending}, and was {ended}")
    return wrong


def _ending(step: Step, part: Part) -> tuple[list[str], list[str], str | None]:
    """What must be said of the end: the result, the line, and what it is to the player.

    A move of the game's end must be said in that step, and nothing of the kind in any other.
    """
    game = Game(part.size, part.size, step.after)
    if not (step.want.startswith(PLAY) and game.is_over and step.after != step.before):
        return [], [], None
    if game.winner is None:
        return ["It's a draw!"], [], "draw"
    place = [f"{_COUNTS[part.size]} {_where(game)}"]
    if part.computer is None:
        return [f"Player {game.winner} wins!"], place, "win"
    if game.winner == part.computer:
        return ["Computer wins!"], place, "loss"
    return ["You win!"], place, "win"


def _where(game: Game) -> str:
    """Where the line is, or the lines are: "in row 1", "on the falling diagonal"."""
    places = []
    for line in lines_within(game.winning_cells, game.size, game.run):
        step = line[1] - line[0]
        if step == 1:
            places.append(f"in row {line[0] // game.size + 1}")
        elif step == game.size:
            places.append(f"in column {line[0] + 1}")
        else:
            places.append(f"on the {'falling' if step > game.size else 'rising'} diagonal")
    return " and ".join(places)


def new_rounds(part: Part) -> list[str]:
    """Every new round is said once, also if it is the second in a row, and whose turn it is."""
    wrong = []
    for step in steps(part):
        text = " ".join(step.heard)
        said, due = len(BEGINNING.findall(text)), int(step.want == NEW_ROUND)
        if step.want.startswith("choose"):
            due = said if said < 2 else 1  # another level begins one; another theme does not
        if said != due:
            wrong.append(f"wanted: {step.want}; a new round was said {said} times, not {due}")
        if step.want == NEW_ROUND and not TURN.search(text):
            wrong.append(f"wanted: {step.want}; it was not said whose turn it is")
    return wrong


def undone(part: Part) -> list[str]:
    """What was taken back is said once, up to which move, and whose turn it is."""
    wrong = []
    for step in steps(part):
        text = " ".join(step.heard)
        said = [int(number or 0) for _, number in BACK.findall(text)]
        due = [len(step.after)] if step.want == UNDO else []
        if said != due:
            wrong.append(f"wanted: {step.want}; said as taken back to: {said}, not {due}")
        if step.want == UNDO and not TURN.search(text):
            wrong.append("undo: it was not said whose turn it is")
    return wrong


def refusals(part: Part) -> list[str]:
    """A press on a taken square is answered by the reason, once, and nothing else is refused."""
    wrong = []
    for step in steps(part):
        said = [
            (cell_of(row, column, part.size), mark)
            for row, column, mark in TAKEN.findall(" ".join(step.heard))
        ]
        due = []
        if step.want.startswith(TRY):
            due = [(step.cell, Game(part.size, part.size, step.before).cells[step.cell])]
        if said != due:
            wrong.append(f"wanted: {step.want}; said as taken: {said}, not {due}")
    return wrong


def readings(part: Part) -> list[str]:
    """The board is read out when that was wanted, and as it is."""
    wrong = []
    for step in steps(part):
        said = [(int(row), marks.split(", ")) for row, marks in ROWS.findall(" ".join(step.heard))]
        due = []
        if step.want == READ:
            cells = [mark or "empty" for mark in Game(part.size, part.size, step.after).cells]
            due = [
                (row + 1, cells[row * part.size : (row + 1) * part.size])
                for row in range(part.size)
            ]
        if said != due:
            wrong.append(f"wanted: {step.want}; read out: {said}, not {due}")
    return wrong


def contradictions(part: Part) -> list[str]:
    """No square has another mark than it says, and it is nobody's turn whose turn it is not."""
    wrong = []
    for step in steps(part):
        if step.want.startswith("choose"):
            continue  # on the way there, the board may be another one
        games = [Game(part.size, part.size, step.before), Game(part.size, part.size, step.after)]
        if step.cell is not None and step.want.startswith(PLAY) and step.after != step.before:
            games.append(Game(part.size, part.size, (*step.before, step.cell)))
        text = " ".join(step.heard)
        for row, column, mark in FOCUSED.findall(text):
            cell = cell_of(row, column, part.size)
            if not any((game.cells[cell] or "empty") == mark for game in games):
                wrong.append(f"wanted: {step.want}; {name_of(cell, part.size)} is not {mark}")
        for yours, players, _ in TURN.findall(text):
            mark = yours or players
            if mark and not any(game.turn == mark and not game.is_over for game in games):
                wrong.append(f"wanted: {step.want}; it is not the turn of {mark}")
            if yours and yours == part.computer:
                wrong.append(f"wanted: {step.want}; {yours} is the computer's")
    return wrong


CHECKS = (
    own_moves,
    computers_moves,
    turns,
    results,
    new_rounds,
    undone,
    refusals,
    readings,
    contradictions,
)


def failures(part: Part) -> list[str]:
    """What all checks say of a part, each line with the check's name and the part's."""
    return [
        f"{part.title}: {check.__name__}: {sentence}"
        for check in CHECKS
        for sentence in check(part)
    ]
