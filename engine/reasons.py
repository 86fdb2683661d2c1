"""Why a move is good, and which move turned a game: facts about a position, for others to word.

The search knows what each move is worth, but a number explains nothing. This module looks at the
lines and at the values, and names what a person would point at: a line completed, a line blocked,
two threats at once, how the game ends. Each of these is true of the position, as far as the values
are.

It searches nothing: callers hand it what `search.move_values` returned. It writes no sentences,
and knows no page, no player and no level.
"""

from collections import namedtuple

from .rules import O, X, lines, other, threats

# How a game ends for one side if both play well from here. The better outcome is the higher number.
WIN = 1
DRAW = 0
LOSS = -1

# The kinds of reasons. "It" is the move of the hint, "the others" are all other moves there are,
# and a field that the table leaves blank is empty: () or 0.
#
# kind           what is true                                       lines   count       plies
# -------------  -------------------------------------------------  ------  ----------  ----------
# WINS_NOW       it completes lines                                 those
# BLOCKS         the other side could complete lines on its square  those
#                with the next mark
# TWO_THREATS    after it, its side has lines that lack one square  those
#                each, and not all of them the same
# WINS_IN        it wins, but not at once                                               to its end
# ONLY_WIN       it wins, and none of the others does                       the others
# OTHERS_LOSE    it draws, and the others, one or more, all lose            the others  to theirs
# SOME_LOSE      it draws, and some of the others lose, not all             the losing  to theirs
# ALL_DRAW       it draws, and so do the others, one or more                the others
# LAST_SQUARE    it draws, and there are no others
# LASTS_LONGEST  all moves lose, some of the others sooner                  the sooner  to its end
# ALL_LOSE       all moves lose, and all equally fast                       the others  to its end
#
# A hint has WINS_NOW and nothing else, or else: BLOCKS if it is true, TWO_THREATS if it is true,
# and then how the game ends. That is WINS_IN, followed by ONLY_WIN if it is true, or one of the
# six kinds below these two.
WINS_NOW = "wins-now"
BLOCKS = "blocks"
TWO_THREATS = "two-threats"
WINS_IN = "wins-in"
ONLY_WIN = "only-win"
OTHERS_LOSE = "others-lose"
SOME_LOSE = "some-lose"
ALL_DRAW = "all-draw"
LAST_SQUARE = "last-square"
LASTS_LONGEST = "lasts-longest"
ALL_LOSE = "all-lose"

# `lines` is a tuple of lines, in the form and the order of `rules.lines`. `count` says how many of
# the other moves are meant. `plies` is a tuple of how many plies it is to the end, this move
# counted: (5,), or (2, 4) if some of the moves meant end the game in two plies and others in four.
# In n plies the side that wins makes (n + 1) // 2 moves.
Reason = namedtuple("Reason", ("kind", "lines", "count", "plies"))

# `reasons` is a tuple of `Reason`s, one or more, in the order in which to say them.
Hint = namedtuple("Hint", ("cell", "reasons"))

# The move number `ply`, counted from 0, of `mark` on `cell` gave the outcome `held` away for `got`;
# moves on the cells `better` would have kept it. The outcomes, WIN, DRAW or LOSS, are for `mark`.
TurningPoint = namedtuple("TurningPoint", ("ply", "cell", "mark", "held", "got", "better"))


def hint(game, values) -> Hint:
    """Return one of the best moves of `game`, and why it is one.

    `values` is what `search.move_values(game)` returned. The cell is one of highest value; of
    these, one that blocks, if any does; of these, the one on most lines that the side to move can
    still complete; of these, the first. So the same position always gets the same hint.

    On a board with a depth limit, to draw only means that nothing is decided as far as the search
    looks: the kinds are the same, and it is for the caller to word them with care.

    Raises `ValueError` if the game is over, or if `values` are not those of its legal moves.

    >>> from engine.game import Game
    >>> from engine.search import move_values
    >>> game = Game(moves=(0, 4, 1))  # X threatens the top row
    >>> cell, reasons = hint(game, move_values(game))
    >>> cell, [(reason.kind, reason.lines, reason.plies) for reason in reasons]
    (2, [('blocks', ((0, 1, 2),), ()), ('others-lose', (), (2,))])
    """
    if game.is_over:
        raise ValueError("the game is over: there is no move to hint at")
    if [cell for cell, _ in values] != game.legal_moves():
        raise ValueError("the values are not those of the moves of this game")
    mine, theirs, cells = game.turn, other(game.turn), game.cells
    all_lines = lines(game.size, game.run)
    best = max(value for _, value in values)
    candidates = [cell for cell, value in values if value == best]
    # In a lost position it can be all the same, and yet nobody would leave a line unblocked.
    blocking = [cell for cell in candidates if _lines_lacking(cell, cells, all_lines, theirs)]
    candidates = blocking or candidates
    cell = _on_most_open_lines(candidates, cells, all_lines, theirs)

    completed = _lines_lacking(cell, cells, all_lines, mine)
    if completed:
        return Hint(cell, (_reason(WINS_NOW, completed),))

    reasons = []
    blocked = _lines_lacking(cell, cells, all_lines, theirs)
    if blocked:
        reasons.append(_reason(BLOCKS, blocked))
    after = list(cells)
    after[cell] = mine
    threatened = threats(after, all_lines, mine)
    # Two lines may lack the same square, and then they are one threat: one mark stops both.
    if len({gap for _, gap in threatened}) > 1:
        reasons.append(_reason(TWO_THREATS, tuple(line for line, _ in threatened)))
    others = [value for other_cell, value in values if other_cell != cell]
    reasons.extend(_how_it_ends(best, others, len(cells)))
    return Hint(cell, tuple(reasons))


def turning_points(game, values_before) -> tuple[TurningPoint, ...]:
    """Return the moves of `game` that changed how it would end, in their order; () if none did.

    `values_before[ply]` is what `search.move_values` returned for the position before move number
    `ply`, counted from 0: one list for every move played. A move that only makes a win slower or a
    loss quicker changes nothing.

    On a board with a depth limit, a draw only means that nothing was decided as far as the search
    looked, so the move that turned the game may not be the one that is returned.

    Raises `ValueError` if `values_before` are not the values of the moves of this game.

    >>> from engine.game import Game
    >>> from engine.search import move_values
    >>> moves = (0, 1, 4, 8)  # a corner must be answered in the centre
    >>> values_before = [move_values(Game(moves=moves[:ply])) for ply in range(len(moves))]
    >>> (turn,) = turning_points(Game(moves=moves), values_before)
    >>> turn.ply, turn.cell, turn.mark, turn.held == DRAW, turn.got == LOSS, turn.better
    (1, 1, 'O', True, True, (4,))
    """
    if len(values_before) != len(game.moves):
        raise ValueError("there must be values for every move of the game")
    found = []
    for ply, cell in enumerate(game.moves):
        outcomes = [(legal, _outcome(value)) for legal, value in values_before[ply]]
        if cell not in [legal for legal, _ in outcomes]:
            raise ValueError(f"there is no value for move {ply} on cell {cell}")
        held = max(outcome for _, outcome in outcomes)
        got = dict(outcomes)[cell]
        if got != held:
            mark = X if ply % 2 == 0 else O
            better = tuple(legal for legal, outcome in outcomes if outcome == held)
            found.append(TurningPoint(ply, cell, mark, held, got, better))
    return tuple(found)


def _reason(kind, of_lines=(), count=0, plies=()):
    return Reason(kind, of_lines, count, plies)  # MicroPython's namedtuples have no defaults


def _outcome(value):
    if value > 0:
        return WIN
    return LOSS if value < 0 else DRAW


def _plies(values, cell_count):
    """Return in how many plies moves of these values end the game, as `Reason.plies` has it."""
    return tuple(sorted({cell_count + 1 - abs(value) for value in values}))


def _on_most_open_lines(candidates, cells, all_lines, rival):
    """Return the first of `candidates` that lies on most lines without a mark of `rival`."""
    open_lines = [line for line in all_lines if all(cells[cell] != rival for cell in line)]
    counts = [sum(cell in line for line in open_lines) for cell in candidates]
    return candidates[counts.index(max(counts))]


def _lines_lacking(cell, cells, all_lines, mark):
    """Return the lines that one more `mark` on `cell` would complete."""
    return tuple(line for line, gap in threats(cells, all_lines, mark) if gap == cell)


def _how_it_ends(best, others, cell_count):
    """Return the reasons that tell of the end, for a best move that does not win at once.

    `best` is its value, and `others` are the values of all other moves.
    """
    to_its_end = _plies([best], cell_count)
    if best > 0:
        reasons = [_reason(WINS_IN, plies=to_its_end)]
        if not any(value > 0 for value in others):
            reasons.append(_reason(ONLY_WIN, count=len(others)))
        return reasons

    if best < 0:
        sooner = [value for value in others if value < best]
        if sooner:
            return [_reason(LASTS_LONGEST, count=len(sooner), plies=to_its_end)]
        return [_reason(ALL_LOSE, count=len(others), plies=to_its_end)]

    if not others:
        return [_reason(LAST_SQUARE)]
    losing = [value for value in others if value < 0]
    if not losing:
        return [_reason(ALL_DRAW, count=len(others))]
    kind = OTHERS_LOSE if len(losing) == len(others) else SOME_LOSE
    return [_reason(kind, count=len(losing), plies=_plies(losing, cell_count))]
