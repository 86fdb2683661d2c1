"""Every sentence and name that Python shows or says.

What stands on the page before Python runs is in `index.html`, and what is said while it loads in
`boot.js`, which also reads the place of a square out of its name there ("Row 1, column 1, empty").
This module knows snapshots (see `controller.py`), not the page: it returns strings and puts them
nowhere.
"""

from engine import reasons, textbook
from engine.rules import (
    BOARDS,
    O,
    X,
    board_key,
    board_with_key,
    depth_limit,
    lines_within,
    other,
    sees_to_end,
)

from .controller import (
    CHANGE_SIDES,
    COMPUTER,
    COMPUTERS_TURN,
    LOOK,
    NEW_ROUND,
    PAUSES,
    PLAY_O,
    PLAY_X,
    REDO,
    RETURN,
    ROUND_OVER,
    SHARED,
    START,
    TROUBLE,
    TWO_PLAYERS,
    UNDO,
)

# (key, name) in the order of the menus.
MODES = ((COMPUTER, "vs Computer"), (TWO_PLAYERS, "2 Players"))
SIDES = ((PLAY_X, "X"), (PLAY_O, "O"), (CHANGE_SIDES, "Alternate"))

# What squares are called: "Row 1, column 1, empty" or "1, 1, empty".
FULL_NAMES = "full"
SHORT_NAMES = "short"
NAMES = ((FULL_NAMES, "Full"), (SHORT_NAMES, "Short"))

# (key, name, name on a board where the computer does not look to the end). A level that has no row
# here is shown under its key.
_LEVEL_NAMES = (
    ("easy", "Easy", "Easy"),
    ("medium", "Medium", "Medium"),
    ("unbeatable", "Unbeatable", "Hard"),
)

# The theme that is none: light or dark, as the system is.
SYSTEM = "system"

NOT_KEPT = "Scores will not be kept: storage is blocked or full in this browser."
SCORES_RESET = "Scores reset."
NOTHING_TO_RESET = "There are no scores to reset."
SCORES_RESTORED = "Scores restored."
NOTHING_TO_UNDO = "There is no move of yours to take back."
NOTHING_TO_REDO = "There is no move to play again."
LINK_COPIED = "Link copied: it opens this position."
LINK_TO_DISK = "Link copied: it opens this position, on this computer only."
LINK_IN_ADDRESS = "Copying is blocked here. The link to this position is in the address bar."
LINK_NOT_COPIED = "Copying is blocked here. In a window of its own, the game can share positions."
NO_HINT = "There is no move of yours to hint at now."
EARLY_CLICK_LOST = "The square pressed before was not played: the position is another."
BAD_LINK = "The link holds no position that can be played, so it was left aside."
READY_OFFLINE = "Ready to play offline."
UPDATE_READY = "A new version is ready: the Update button is at the end of the page."

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
    size, run = _on_offer(board)
    return f"{size} × {size}" if run == size else f"{size} × {size}, {_count(run).lower()}"


def _on_offer(board: str) -> tuple[int, int]:
    """Return the `(size, run)` of a board that the menu has."""
    kind = board_with_key(board)
    assert kind is not None, board
    return kind


def goal(run: int) -> str:
    """Return how to win, as in "Four in a line win."."""
    return f"{_count(run)} in a line win."


def boards() -> list[tuple[str, str]]:
    """Return `(key, name)` for every board, in the order of the menu."""
    keys = [board_key(size, run) for size, run, _ in BOARDS]
    return [(key, board_name(key)) for key in keys]


def level_name(key: str, board: str) -> str:
    """Return the name of the level `key` as the menu shows it for this board."""
    perfect = depth_limit(*_on_offer(board)) is None
    for known, name, name_with_limit in _LEVEL_NAMES:
        if key == known:
            return name if perfect else name_with_limit
    return _begin(key.replace("_", " ").replace("-", " "))


def themes(names: list[str]) -> list[tuple[str, str]]:
    """Return `(key, name)` for the system's theme and for those of these names, for the menu."""
    return [(name, _begin(name.replace("-", " "))) for name in [SYSTEM] + names]


def square(cell: int, size: int) -> str:
    """Return where `cell` is, as in "row 2, column 3"; rows and columns count from 1."""
    return f"row {cell // size + 1}, column {cell % size + 1}"


def cell_name(
    cell: int, size: int, mark: str, notes: tuple[str, ...] = (), is_short: bool = False
) -> str:
    """Return the name of a square for screen readers, as in "Row 1, column 1, empty".

    Or, if it is to be short, "1, 1, empty". `notes` are added, as in "1, 1, empty, draw, 0, hint".
    """
    where = f"{cell // size + 1}, {cell % size + 1}" if is_short else _begin(square(cell, size))
    return ", ".join((where, mark or "empty") + notes)


def _begin(words) -> str:
    """Return the words as a sentence begins (`str.capitalize` is missing in MicroPython)."""
    return words[:1].upper() + words[1:]


def board_aloud(snapshot) -> str:
    """Return what is on the board, row by row, as in "Row 1: X, empty, O. Row 2: ..."."""
    size = snapshot.size
    marks = [mark or "empty" for mark in snapshot.cells]
    rows = [", ".join(marks[start : start + size]) for start in range(0, size * size, size)]
    return " ".join(f"Row {row + 1}: {rows[row]}." for row in range(size))


def refusal(reason: str, cell: int, snapshot) -> str:
    """Return why `cell` was not played, for a reason of the controller's."""
    if reason == ROUND_OVER:
        return "This round is over. New Round begins the next."
    if reason == COMPUTERS_TURN:
        return "It is the computer's turn."
    return f"{_begin(square(cell, snapshot.size))} is taken: {snapshot.cells[cell]}."


def pauses() -> list[tuple[str, str]]:
    """Return `(key, name)` of how long the computer may wait, in the order of the menu."""
    return [(key, "1 second" if seconds == 1 else f"{seconds} seconds") for key, seconds in PAUSES]


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


def score(value: int) -> str:
    """Return the value of a move as a number with its sign, as in "+7", "0" or "−6"."""
    if value == 0:
        return "0"
    return f"+{value}" if value > 0 else f"−{-value}"


def outcome(value: int, game) -> str:
    """Return what a move of that value leads to in `game`, as in "X wins in 3" or "draw".

    Every mark that is put down counts as a move. `game` may be a `Game` or a snapshot.
    """
    return " ".join(_outcome_lines(value, game))


def value_lines(value: int, game) -> tuple[str, ...]:
    """Return the value of a move as it stands in a square, a short line each.

    As in ("X wins", "in 3", "+7") or ("draw", "0").
    """
    return _outcome_lines(value, game) + (score(value),)


def _outcome_lines(value, game) -> tuple[str, ...]:
    if value == 0:
        return ("draw" if sees_to_end(game) else "undecided",)
    return (f"{winner_at(value, game.turn)} wins", f"in {plies_to_end(value, game.size)}")


def winner_at(value: int, turn: str) -> str:
    """Return who wins where a move of `turn` is worth `value`, which is not 0."""
    return turn if value > 0 else other(turn)


def plies_to_end(value: int, size: int) -> int:
    """Return how many plies before the end a win or a loss of this value is."""
    return size * size + 1 - abs(value)


def _moves(number) -> str:
    return "1 move" if number == 1 else f"{number} moves"


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
    if event == RETURN:
        return (
            f"The round before is back, {tally_title(snapshot)}, {_after(snapshot.round.played)}."
        )
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
    won = lines_within(snapshot.winning_cells, snapshot.size, snapshot.run)
    return f"{_count(snapshot.run)} {_places(won, snapshot.size, snapshot.run)}."


def _places(some_lines, size: int, run: int) -> str:
    """Return where these lines are, each place once, as in "in row 1 and in column 3"."""
    places = []
    for line in some_lines:
        place = _line_name(line, size, run)
        if place not in places:
            places.append(place)
    return " and ".join(places)


def _line_name(line: tuple[int, ...], size: int, run: int) -> str:
    first = line[0]
    step = line[1] - first if len(line) > 1 else 1
    if step == 1:
        return f"in row {first // size + 1}"
    if step == size:
        return f"in column {first % size + 1}"
    diagonal = "on the falling diagonal" if step > size else "on the rising diagonal"
    # On a board that a line spans wholly there is one of each, on others there are several.
    return diagonal if run == size else f"{diagonal} from {square(first, size)}"


# Looking inside: hints, turning points, and how minimax goes about it.

# (attribute of `inside.Study.counts`, name), a row each.
COUNTS = (
    ("plain", "Plain minimax"),
    ("memory", "Plain, with a memory"),
    ("alpha_beta", "With alpha-beta"),
)
OWN_COUNT = "This page's search*"
COUNTING = "counting..."
NOTHING_TO_STUDY = "The game is over. Look back at a move, or begin a new round, to see more."
WORKING = "Working out the best play..."
# What is added to the name of a square.
HINT = "hint"
BEST = "best"
PENDING = ("...", "not worked out yet")  # for its value: as it is seen, and as it is said
UNKNOWN = "?"
TREE_AT_START = "Nothing looked at yet. Press Step."
ALL_VALUES = "All values, as plain minimax finds them. Step shows how alpha-beta goes about it."
NO_TURNING_POINT = "No move changed the outcome: nobody made a mistake."


def hint(given, snapshot) -> str:
    """Return an `engine.reasons.Hint` in words: where, and why.

    As in "Hint: row 1, column 3. Blocks X in row 1. All others lose in 2." (moves, of both sides).
    """
    words = [f"Hint: {square(given.cell, snapshot.size)}."]
    kinds = [reason.kind for reason in given.reasons]
    for reason in given.reasons:
        # Two threats are no comfort where the other side completes its line before.
        is_vain = reason.kind == reasons.TWO_THREATS and (
            reasons.LASTS_LONGEST in kinds or reasons.ALL_LOSE in kinds
        )
        # And what has a reason of its own is long enough without this.
        is_more = reason.kind == reasons.ONLY_WIN and len(kinds) > 2
        if not is_vain and not is_more:
            words.append(_reason(reason, snapshot))
    return " ".join(words)


def _reason(reason, snapshot) -> str:
    kind = reason.kind
    rival = other(snapshot.turn)
    where = _places(reason.lines, snapshot.size, snapshot.run)
    plies = ""
    if reason.plies:
        first, last = reason.plies[0], reason.plies[-1]
        plies = str(first) if first == last else f"{first} to {last}"
    if kind == reasons.WINS_NOW:
        return f"Wins now, {where}."
    if kind == reasons.BLOCKS:
        return f"Blocks {rival} {where}."
    if kind == reasons.TWO_THREATS:
        return "Makes two threats at once."
    if kind == reasons.WINS_IN:
        return f"Wins in {plies}."
    if kind == reasons.ONLY_WIN:
        return "No other move wins." if sees_to_end(snapshot) else "No other win is in sight."
    if kind == reasons.OTHERS_LOSE:
        lose = "All others lose" if reason.count > 1 else "The other loses"
        return f"{lose} in {plies}."
    if kind == reasons.SOME_LOSE:
        lose = "others lose" if reason.count > 1 else "other loses"
        return f"Holds the draw. {_count(reason.count)} {lose} in {plies}."
    if kind == reasons.ALL_DRAW:
        if not sees_to_end(snapshot):
            limit = depth_limit(snapshot.size, snapshot.run)
            return f"Nothing is decided within {_moves(limit)}."
        return "Every move leads to a draw if both play well."
    if kind == reasons.LAST_SQUARE:
        return "The last square: a draw."
    if kind == reasons.LASTS_LONGEST:
        return f"Lasts longest: {rival} wins in {plies}."
    return f"{rival} wins in {plies}, whatever is played."


def turning_point(point, size: int) -> str:
    """Return an `engine.reasons.TurningPoint` in words.

    As in "Move 2 by O gave the draw away: row 2, column 2 held it."
    """
    held = "win" if point.held == reasons.WIN else "draw"
    better = square(point.better[0], size)
    more = len(point.better) - 1
    and_more = f", and so did {more} other{'s' if more > 1 else ''}" if more else ""
    return f"Move {point.ply + 1} by {point.mark} gave the {held} away: {better} held it{and_more}."


def turning_points(points, size: int) -> str:
    """Return some `engine.reasons.TurningPoint` in words, or that there is none."""
    return " ".join(turning_point(point, size) for point in points) or NO_TURNING_POINT


def show_move(ply: int) -> str:
    """Return the name of the button that leads to the position before move number `ply` + 1."""
    return f"Show move {ply + 1}"


def study_of(turn: str) -> str:
    """Return who is called max and who min in a tree in which `turn` moves first."""
    return (
        f"{turn} is to move. Call {turn} max, because it picks the highest value, and "
        f"{other(turn)} min, because it picks the lowest. Here all values are for {turn}; "
        f"“in 3” counts the moves of both sides."
    )


def best_line(study) -> str:
    """Return the principal variation of an `inside.Study` in words, and what it leads to."""
    game = study.game
    played = len(game.moves)
    line = "; ".join(
        f"{_mark_at(played + ply)} {square(cell, game.size)}" for ply, cell in enumerate(study.line)
    )
    return f"Best play from here, the principal variation ({outcome(study.value, game)}): {line}."


def own_count_note(game) -> str:
    """Return what is to be known of the count of this page's search."""
    limit = depth_limit(game.size, game.run)
    looks = "" if limit is None else f" It looks {_moves(limit)} ahead."
    means = "* Alpha-beta, a memory, forced moves, pairs and symmetry."
    return f"{means} Finished positions not counted.{looks}"


def count(counted) -> str:
    """Return a `textbook.Count` in words, as in "549,946"."""
    if not counted.is_exact:
        return "too many to count"
    digits = str(counted.number)
    groups = []
    while len(digits) > 3:
        groups.insert(0, digits[-3:])
        digits = digits[:-3]
    return ",".join([digits] + groups)


def level(node) -> str:
    """Return the level of a `textbook.Node`: "max" or "min"."""
    return "max" if node.is_max else "min"


def node_move(node, size: int) -> str:
    """Return which move led to a `textbook.Node`, as in "X row 1, column 2"."""
    return "This position" if node.cell is None else f"{node.mark} {square(node.cell, size)}"


def node_state(node, game) -> str:
    """Return how the game stands at a node of the tree below `game`, and whose level it is.

    As in "X to move (max)", "O wins" or "draw".
    """
    if node.is_over:
        return f"{node.winner} wins" if node.winner else "draw"
    return f"{_mover(node, game)} to move ({level(node)})"


def _mover(node, game) -> str:
    return game.turn if node.is_max else other(game.turn)


def node_bound(node) -> str:
    """Return what alpha-beta knows of a node's value when it leaves, as in "−6" or "≤ −6"."""
    if node.at_least == node.at_most:
        return score(node.value)
    return f"≤ {score(node.at_most)}" if is_too_low(node) else f"≥ {score(node.at_least)}"


def is_too_low(node) -> bool:
    """Tell whether a node turned out to be of no use to max, rather than to min.

    Then it is known to be worth `at_most` something that max has elsewhere. Of the two bounds, that
    one is why alpha-beta left; the other may be as good as nothing.
    """
    return node.value <= node.alpha


def node_pruned(node) -> str:
    """Return what a node shows that alpha-beta did not look at."""
    return f"pruned (is {score(node.value)})"


def so_far(value: int) -> str:
    """Return the best value among those children of a node that were looked at, as it is shown."""
    return f"{score(value)} so far"


def step_number(number: int, count: int, words: str) -> str:
    """Return a step in words with its number, as in "Step 12 of 70. O wins: ..."."""
    return f"Step {number} of {count}. {words}"


def step(kind: str, node, game) -> str:
    """Return a step of `textbook.Tree.steps` in words; the tree is that below `game`."""
    where = node_move(node, game.size)
    mover = _mover(node, game)
    if kind == textbook.LOOK:
        return f"{where}: {mover} is to move ({level(node)})."
    if kind == textbook.CUT:
        here, elsewhere = node.cut_beta, node.cut_alpha
        if node.is_max:
            here, elsewhere = elsewhere, here
        return (
            f"Pruned after {where}: {mover} has {score(here)} here, "
            f"{other(mover)} {score(elsewhere)} elsewhere."
        )
    if node.is_over:
        return f"{where}: {node_state(node, game)}, {score(node.value)}."
    if node.at_least != node.at_most:
        bound = f"at least {score(node.at_least)}"
        if is_too_low(node):
            bound = f"at most {score(node.at_most)}"
        return f"{where}: {bound}, which is enough to know."
    which = "highest" if node.is_max else "lowest"
    if node.parent is None:
        best = next(child for child in node.children if child.at_least == node.value)
        return f"The highest is {score(node.value)}: play {square(best.cell, game.size)}."
    return f"{where}: the {which} is {score(node.value)}. It goes up to {level(node.parent)}."


def on_live_board(words: str) -> str:
    """Return how a live board stands for the status, where it is said beside the game's news."""
    return f"On the small board: {words}"


START_OVER = "Start over"


def live_value(value: int, game) -> tuple[str, str]:
    """Return a move's value as a live board shows it: the number, and below it who wins.

    As in ("+7", "X wins") or ("0", "draw"). The name of the square says it at greater length.
    """
    return score(value), _outcome_lines(value, game)[0]


def live_board(game, best: int | None) -> str:
    """Return how a live board stands, as in "X to move: +9, X wins in 1." or "X has won."

    `best` is the highest value of a move, None after the end.
    """
    if game.winner:
        return f"{game.winner} has won."
    if best is None:
        return "A draw."
    return f"{game.turn} to move: {score(best)}, {outcome(best, game)}."
