"""Every sentence and name that Python shows or says.

What stands on the page before Python runs is in `index.html`, and what is said while it loads in
`boot.js`, which also reads the place of a square out of its name there ("Row 1, column 1, empty").
This module knows snapshots (see `controller.py`), not the page: it returns strings and puts them
nowhere.
"""

from engine.rules import X, lines

from .controller import COMPUTER, NEW_ROUND, TROUBLE, TWO_PLAYERS

# (key, name) in the order of the menu.
MODES = ((COMPUTER, "vs Computer"), (TWO_PLAYERS, "2 Players"))

# (key, name). A level that has no row here is shown under its key.
_LEVEL_NAMES = (("easy", "Easy"), ("medium", "Medium"), ("unbeatable", "Unbeatable"))

NOT_KEPT = "Scores will not be kept: storage is blocked or full in this browser."
SCORES_RESET = "Scores reset."
NOTHING_TO_RESET = "There are no scores to reset."
SCORES_RESTORED = "Scores restored."

_COUNT_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six")


def level_name(key: str) -> str:
    """Return the name of the level `key` as the menu shows it."""
    for known, name in _LEVEL_NAMES:
        if key == known:
            return name
    return key[:1].upper() + key[1:]


def square(cell: int, size: int) -> str:
    """Return where `cell` is, as in "row 2, column 3"; rows and columns count from 1."""
    return f"row {cell // size + 1}, column {cell % size + 1}"


def cell_name(cell: int, size: int, mark: str) -> str:
    """Return the name of a square for screen readers, as in "Row 1, column 1, empty"."""
    where = square(cell, size)
    # `str.capitalize` is missing in MicroPython.
    return f"{where[0].upper()}{where[1:]}, {mark or 'empty'}"


def player_name(mark: str, mode: str) -> str:
    """Return who plays `mark`, as in "You (X)", "Computer (O)" or "Player X"."""
    if mode == TWO_PLAYERS:
        return f"Player {mark}"
    return f"You ({mark})" if mark == X else f"Computer ({mark})"


def tally_title(snapshot) -> str:
    """Return whose scores are shown, as in "Unbeatable" or "2 Players"."""
    if snapshot.computer is None:
        return dict(MODES)[snapshot.mode]
    return level_name(snapshot.level)


def status(snapshot) -> tuple[str, str, str]:
    """Return what just happened, how things stand now, and where the win is.

    Three sentences to be said in this order; the first and the last may be "". The first is there
    because a screen reader does not read a square again when its name changes under the finger:
    without it, players would not hear their own move.
    """
    where = _winning_lines(snapshot) if snapshot.winner else ""
    return _what_happened(snapshot), _how_it_stands(snapshot), where


def _what_happened(snapshot) -> str:
    if snapshot.event == NEW_ROUND:
        return "New round."
    if snapshot.last_move is None or snapshot.event == TROUBLE:
        return ""
    where = square(snapshot.last_move, snapshot.size)
    mark = snapshot.cells[snapshot.last_move]
    if snapshot.mode == TWO_PLAYERS:
        return f"Player {mark} played {where}."
    return f"{'You' if mark == X else 'Computer'} played {where}."


def _how_it_stands(snapshot) -> str:
    against_computer = snapshot.mode == COMPUTER
    if snapshot.event == TROUBLE:
        return "The computer could not find a move. Press New Round to play on."
    if snapshot.winner:
        if not against_computer:
            return f"Player {snapshot.winner} wins!"
        return "You win!" if snapshot.winner == X else "Computer wins!"
    if snapshot.is_over:
        return "It's a draw!"
    if not against_computer:
        return f"Player {snapshot.turn}'s turn"
    return f"Your turn: {X}" if snapshot.turn == X else "Computer is thinking..."


def _winning_lines(snapshot) -> str:
    """Say where the win is, as in "Three in row 2.": colour must not be the only sign."""
    won = [
        line
        for line in lines(snapshot.size, snapshot.run)
        if all(cell in snapshot.winning_cells for cell in line)
    ]
    places = []
    for line in won:
        place = _line_name(line, snapshot.size, snapshot.run)
        if place not in places:
            places.append(place)
    count = _COUNT_WORDS[snapshot.run] if snapshot.run < len(_COUNT_WORDS) else snapshot.run
    return f"{count} {' and '.join(places)}."


def _line_name(line: tuple[int, ...], size: int, run: int) -> str:
    step = line[1] - line[0] if len(line) > 1 else 1
    if step == 1:
        return f"in row {line[0] // size + 1}"
    if step == size:
        return f"in column {line[0] % size + 1}"
    diagonal = "on the falling diagonal" if step > size else "on the rising diagonal"
    # On a board that a line spans wholly there is one of each, on others there are several.
    return diagonal if run == size else f"{diagonal} from {square(line[0], size)}"
