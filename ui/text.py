"""Every sentence and name that Python shows or says.

What stands on the page before Python runs is in `index.html`, and what is said while it loads in
`boot.js`, which also reads the place of a square out of its name there ("Row 1, column 1, empty").
This module knows snapshots (see `controller.py`), not the page: it returns strings and puts them
nowhere.
"""

from engine.rules import BOARDS, O, X, board_key, board_with_key, depth_limit, lines_within

from .controller import (
    CHANGE_SIDES,
    COMPUTER,
    LOOK,
    NEW_ROUND,
    PLAY_O,
    PLAY_X,
    REDO,
    SHARED,
    START,
    TROUBLE,
    TWO_PLAYERS,
    UNDO,
)

# (key, name) in the order of the menus.
MODES = ((COMPUTER, "vs Computer"), (TWO_PLAYERS, "2 Players"))
SIDES = ((PLAY_X, "X"), (PLAY_O, "O"), (CHANGE_SIDES, "Alternate"))

# (key, name, name on a board where the computer does not look to the end). A level that has no row
# here is shown under its key.
_LEVEL_NAMES = (
    ("easy", "Easy", "Easy"),
    ("medium", "Medium", "Medium"),
    ("unbeatable", "Unbeatable", "Hard"),
)

NOT_KEPT = "Scores will not be kept: storage is blocked or full in this browser."
SCORES_RESET = "Scores reset."
NOTHING_TO_RESET = "There are no scores to reset."
SCORES_RESTORED = "Scores restored."
NOTHING_TO_UNDO = "There is no move of yours to take back."
NOTHING_TO_REDO = "There is no move to play again."
LINK_COPIED = "Link copied: it opens this position."
LINK_IN_ADDRESS = "Copying is blocked here. The link to this position is in the address bar."
EARLY_CLICK_LOST = "The square pressed before was not played: the position is another."
BAD_LINK = "The link holds no position that can be played, so it was left aside."

# (name, field of `scores.Statistics`), a row each.
STATISTICS = (
    ("Games", "games"),
    ("Wins", "wins"),
    ("Draws", "draws"),
    ("Losses", "losses"),
    ("Unbeaten run", "run"),
    ("Longest run", "longest"),
)

_COUNT_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six")


def board_name(board: str) -> str:
    """Return the name of the board with this key, as in "4 × 4" or "5 × 5, four" (in a line)."""
    size, run = board_with_key(board)
    return f"{size} × {size}" if run == size else f"{size} × {size}, {_count(run).lower()}"


def goal(run: int) -> str:
    """Return how to win, as in "Four in a line win."."""
    return f"{_count(run)} in a line win."


def boards() -> list[tuple[str, str]]:
    """Return `(key, name)` for every board, in the order of the menu."""
    keys = [board_key(size, run) for size, run, _ in BOARDS]
    return [(key, board_name(key)) for key in keys]


def level_name(key: str, board: str) -> str:
    """Return the name of the level `key` as the menu shows it for this board."""
    perfect = depth_limit(*board_with_key(board)) is None
    for known, name, name_with_limit in _LEVEL_NAMES:
        if key == known:
            return name if perfect else name_with_limit
    return key[:1].upper() + key[1:]


def square(cell: int, size: int) -> str:
    """Return where `cell` is, as in "row 2, column 3"; rows and columns count from 1."""
    return f"row {cell // size + 1}, column {cell % size + 1}"


def cell_name(cell: int, size: int, mark: str) -> str:
    """Return the name of a square for screen readers, as in "Row 1, column 1, empty"."""
    where = square(cell, size)
    # `str.capitalize` is missing in MicroPython.
    return f"{where[0].upper()}{where[1:]}, {mark or 'empty'}"


def player_name(mark: str, computer: str | None) -> str:
    """Return who plays `mark`, as in "You (X)", "Computer (O)" or "Player X".

    `computer` is the mark of the computer's, None between two players.
    """
    if computer is None:
        return f"Player {mark}"
    return f"Computer ({mark})" if mark == computer else f"You ({mark})"


def tally_title(snapshot) -> str:
    """Return which scores are shown, as in "Unbeatable, 3 × 3" or "2 Players, 4 × 4"."""
    if snapshot.computer is None:
        whose = dict(MODES)[snapshot.mode]
    else:
        whose = level_name(snapshot.level, snapshot.board)
    return f"{whose}, {board_name(snapshot.board)}"


def move(ply: int, cell: int, size: int) -> str:
    """Return a move for the list of moves, as in "1. X row 2, column 2"; the first ply is 0."""
    return f"{ply + 1}. {_mark_at(ply)} {square(cell, size)}"


def status(snapshot) -> tuple[str, str, str]:
    """Return what just happened, how things stand now, and where the win is.

    Three sentences to be said in this order; the first and the last may be "". The first is there
    because a screen reader does not read a square again when its name changes under the finger:
    without it, players would not hear their own move.
    """
    where = _winning_lines(snapshot) if snapshot.winner else ""
    return _what_happened(snapshot), _how_it_stands(snapshot), where


def _what_happened(snapshot) -> str:
    event = snapshot.event
    if event == NEW_ROUND:
        return "New round."
    if event == UNDO:
        return f"Taken back: now {_after(snapshot.round.played)}."
    if event == SHARED:
        return "A shared position." if snapshot.counts else "A shared position. It does not count."
    if event == START and snapshot.round.played:
        return "Your last round."
    if event == LOOK:
        if snapshot.looking is None:
            return "Back in the game."
        return f"Looking back: {_after(snapshot.looking)}, of {snapshot.round.played}."
    if snapshot.last_move is None or event == TROUBLE:
        return ""
    where = square(snapshot.last_move, snapshot.size)
    mark = snapshot.cells[snapshot.last_move]
    if event == REDO:
        return f"Played again: now {_after(snapshot.round.played)}, {mark} {where}."
    return f"{_who(mark, snapshot.computer)} played {where}."


def _how_it_stands(snapshot) -> str:
    computer = snapshot.computer
    if snapshot.event == TROUBLE:
        return "The computer could not find a move. Press New Round to play on."
    if snapshot.winner:
        if computer is None:
            return f"Player {snapshot.winner} wins!"
        return "Computer wins!" if snapshot.winner == computer else "You win!"
    if snapshot.is_over:
        return "It's a draw!"
    if snapshot.looking is not None:
        return "Press any square to come back."
    if computer is None:
        return f"Player {snapshot.turn}'s turn"
    if snapshot.turn == computer:
        return "Computer is thinking..."
    return f"Your turn: {snapshot.turn}"


def _who(mark, computer) -> str:
    if computer is None:
        return f"Player {mark}"
    return "Computer" if mark == computer else "You"


def _mark_at(ply) -> str:
    return X if ply % 2 == 0 else O


def _after(ply) -> str:
    return "before the first move" if ply == 0 else f"after move {ply}"


def _count(number) -> str:
    return _COUNT_WORDS[number] if number < len(_COUNT_WORDS) else str(number)


def _winning_lines(snapshot) -> str:
    """Say where the win is, as in "Three in row 2.": colour must not be the only sign."""
    places = []
    for line in lines_within(snapshot.winning_cells, snapshot.size, snapshot.run):
        place = _line_name(line, snapshot.size, snapshot.run)
        if place not in places:
            places.append(place)
    return f"{_count(snapshot.run)} {' and '.join(places)}."


def _line_name(line: tuple[int, ...], size: int, run: int) -> str:
    step = line[1] - line[0] if len(line) > 1 else 1
    if step == 1:
        return f"in row {line[0] // size + 1}"
    if step == size:
        return f"in column {line[0] % size + 1}"
    diagonal = "on the falling diagonal" if step > size else "on the rising diagonal"
    # On a board that a line spans wholly there is one of each, on others there are several.
    return diagonal if run == size else f"{diagonal} from {square(line[0], size)}"
