"""Hints and turning points, every reason held against the reference. Runs in both Pythons.

The values behind the hints are the reference's as well, except where plain minimax would take too
long.
"""

import random

from engine.game import Game
from engine.reasons import (
    ALL_DRAW,
    ALL_LOSE,
    BLOCKS,
    DRAW,
    LAST_SQUARE,
    LASTS_LONGEST,
    LOSS,
    ONLY_WIN,
    OTHERS_LOSE,
    SOME_LOSE,
    TWO_THREATS,
    WIN,
    WINS_IN,
    WINS_NOW,
    TurningPoint,
    hint,
    turning_points,
)
from engine.rules import O, X, other
from engine.search import Search, move_values
from tests.both import (
    IN_MICROPYTHON,
    BoardsOnOffer,
    board,
    each,
    every_position,
    every_unfinished_position,
    raises,
    shown,
    unfinished_game_with,
)
from tests.reference import PlainGame

ABOUT_LINES = (WINS_NOW, BLOCKS, TWO_THREATS)


def test_the_kinds_are_strings_and_no_two_are_the_same():
    kinds = ABOUT_LINES + (WINS_IN, ONLY_WIN, OTHERS_LOSE, SOME_LOSE)
    kinds += (ALL_DRAW, LAST_SQUARE, LASTS_LONGEST, ALL_LOSE)
    assert all(isinstance(kind, str) for kind in kinds)
    assert len(set(kinds)) == 11
    assert WIN > DRAW > LOSS


def test_on_the_empty_board_the_hint_is_the_centre_and_every_move_draws():
    assert _told(Game()) == (4, [(ALL_DRAW, (), 8, ())])


def test_a_corner_must_be_answered_in_the_centre():
    assert _told(Game(moves=(0,))) == (4, [(OTHERS_LOSE, (), 7, (6,))])


def test_opposite_corners_must_be_answered_on_an_edge():
    # The corners 2 and 6 lose. The edges are on one line without an X each, so the first is taken.
    assert _told(Game(moves=(0, 4, 8))) == (1, [(SOME_LOSE, (), 2, (4,))])


def test_who_wins_need_not_block_and_nothing_else_is_said():
    # X X .   On 2, X wins, and O would win too.
    # X O .
    # O . O
    assert _told(Game(moves=(0, 4, 1, 6, 3, 8))) == (2, [(WINS_NOW, ((0, 1, 2),), 0, ())])


def test_one_move_can_win_on_two_lines():
    # X X .
    # O O X
    # O O X
    game = Game(moves=(0, 3, 1, 4, 5, 6, 8, 7))
    assert _told(game) == (2, [(WINS_NOW, ((0, 1, 2), (2, 5, 8)), 0, ())])


def test_a_block_says_how_soon_the_others_lose():
    # X X .
    # . O .
    # . . .
    expected = (2, [(BLOCKS, ((0, 1, 2),), 0, ()), (OTHERS_LOSE, (), 5, (2,))])
    assert _told(Game(moves=(0, 4, 1))) == expected


def test_one_move_can_block_two_lines():
    # X O X
    # O X X   O is to move: on 8, X would complete a diagonal and the right column.
    # O . .
    game = Game(moves=(0, 1, 2, 3, 4, 6, 5))
    expected = (8, [(BLOCKS, ((0, 4, 8), (2, 5, 8)), 0, ()), (OTHERS_LOSE, (), 1, (2,))])
    assert _told(game) == expected


def test_a_fork_names_both_lines_and_how_soon_it_wins():
    # X O X
    # O . .   On 8 X threatens both 4 and 5.
    # O X .
    game = Game(moves=(0, 1, 2, 3, 7, 6))
    fork = (TWO_THREATS, ((0, 4, 8), (2, 5, 8)), 0, ())
    assert _told(game) == (8, [fork, (WINS_IN, (), 0, (3,)), (ONLY_WIN, (), 2, ())])


def test_where_another_move_wins_as_well_the_hint_is_not_the_only_one():
    # X O .
    # . . .   On 3, 4 or 6 X wins in five plies.
    # . . .
    assert _told(Game(moves=(0, 1))) == (4, [(WINS_IN, (), 0, (5,))])
    # X O X
    # O . .   On 4 or 8 X wins in three plies. Two lines are open through each.
    # . . .
    game = Game(moves=(0, 1, 2, 3))
    fork = (TWO_THREATS, ((0, 4, 8), (2, 5, 8)), 0, ())
    assert _told(game) == (8, [fork, (WINS_IN, (), 0, (3,))])


def test_one_move_can_block_and_win_later():
    # X X .
    # . . O   On 2 O blocks, and threatens 8: X must answer there, and then O forks.
    # . . .
    game = Game(moves=(0, 5, 1))
    block = (BLOCKS, ((0, 1, 2),), 0, ())
    assert _told(game) == (2, [block, (WINS_IN, (), 0, (5,)), (ONLY_WIN, (), 5, ())])


def test_in_a_lost_position_the_hint_puts_the_end_off():
    # X O .
    # . X .   O is lost, but on 8 not at once.
    # . . .
    block = (BLOCKS, ((0, 4, 8),), 0, ())
    assert _told(Game(moves=(0, 1, 4))) == (8, [block, (LASTS_LONGEST, (), 5, (4,))])


def test_in_a_lost_position_all_moves_may_lose_equally_fast():
    # X O .
    # . X .   O is to move, and X threatens 2 and 3.
    # X . O
    block = (BLOCKS, ((2, 4, 6),), 0, ())
    assert _told(Game(moves=(0, 1, 4, 8, 6))) == (2, [block, (ALL_LOSE, (), 3, (2,))])


def test_of_many_moves_only_those_that_are_meant_are_counted():
    # Values made up for 4x4, where moves differ more: a loss in n plies is worth n - 17.
    game = Game(4, 4, (0,))
    loses_in = [2, 8, 16, 8, 2]
    values = [(cell, plies - 17) for cell, plies in zip(range(1, 6), loses_in)]
    alike = [(cell, -1) for cell in range(6, 16)]
    # Besides 3, the squares from 6 on last longest, and 6 is the first on three open lines.
    assert _told(game, values + alike) == (6, [(LASTS_LONGEST, (), 4, (16,))])
    drawing = [(cell, 0) for cell in range(6, 16)]
    assert _told(game, values + drawing) == (6, [(SOME_LOSE, (), 5, (2, 8, 16))])


def test_the_last_square_is_the_last():
    # X O X
    # X O O
    # O X .
    assert _told(Game(moves=(0, 1, 2, 4, 3, 5, 7, 6))) == (8, [(LAST_SQUARE, (), 0, ())])


def test_hints_on_four_by_four():
    # Three lines go through each corner and each of the four squares in the middle.
    assert _told(Game(4, 4)) == (0, [(ALL_DRAW, (), 15, ())])
    # . X X .
    # X O . O
    # X . O .
    # . O . .
    fork = (TWO_THREATS, ((0, 1, 2, 3), (0, 4, 8, 12)), 0, ())
    expected = (0, [fork, (WINS_IN, (), 0, (3,)), (ONLY_WIN, (), 7, ())])
    assert _told(Game(4, 4, (1, 5, 2, 7, 4, 10, 8, 13))) == expected
    # O O O .
    # . X X .
    # . . . .
    # . . . X
    expected = (3, [(BLOCKS, ((0, 1, 2, 3),), 0, ()), (OTHERS_LOSE, (), 9, (2,))])
    assert _told(Game(4, 4, (5, 0, 6, 1, 15, 2))) == expected


def test_where_lines_are_shorter_than_the_board_a_line_can_be_open_at_both_ends():
    # O . . .
    # . X X .   Three in a line win. O can block on 4 or on 7, and then X plays on the other.
    # . . . .
    # . . . .
    expected = (4, [(BLOCKS, ((4, 5, 6),), 0, ()), (ALL_LOSE, (), 12, (2,))])
    assert _told(Game(4, 3, (5, 0, 6))) == expected
    # One move earlier: two threats in one row.
    threats = (TWO_THREATS, ((4, 5, 6), (5, 6, 7)), 0, ())
    assert _told(Game(4, 3, (5, 0))) == (6, [threats, (WINS_IN, (), 0, (3,))])


def test_two_lines_that_lack_the_same_square_are_one_threat():
    # O . . . O
    # . . . . .
    # X X . . X   On 13 X makes two lines of four that lack 12 alone, and O stops both there.
    # . . . . .
    # O . . . .
    game = Game(5, 4, (10, 0, 11, 4, 14, 20))
    values = [(cell, 0 if cell == 13 else -22) for cell in game.legal_moves()]
    assert hint(game, values) == (13, ((OTHERS_LOSE, (), 18, (4,)),))
    # O X . . O
    # . . . . .
    # . X X . .   On 13 it makes one that lacks 10 and one that lacks 14.
    # . . . . .
    # O . . . .
    game = Game(5, 4, (11, 0, 12, 4, 1, 20))
    values = [(cell, 23 if cell == 13 else 0) for cell in game.legal_moves()]
    threats = (TWO_THREATS, ((10, 11, 12, 13), (11, 12, 13, 14)), 0, ())
    assert hint(game, values) == (13, (threats, (WINS_IN, (), 0, (3,)), (ONLY_WIN, (), 18, ())))


def test_with_a_depth_limit_what_is_undecided_is_called_a_draw():
    with BoardsOnOffer((5, 4, 2)):
        search = Search(5, 4)
    game = Game(5, 4)
    assert _told(game, search.move_values(game)) == (12, [(ALL_DRAW, (), 24, ())])


def test_a_win_with_the_very_last_mark_is_a_win_and_the_only_one_if_no_other_move_wins():
    # No position has such values with 3x3's own lines. A hint believes what it is told.
    values = [(cell, 1 if cell == 4 else 0) for cell in range(9)]
    assert _told(Game(), values) == (4, [(WINS_IN, (), 0, (9,)), (ONLY_WIN, (), 8, ())])
    values[8] = (8, 1)
    assert _told(Game(), values) == (4, [(WINS_IN, (), 0, (9,))])


def test_a_hint_needs_a_move_to_hint_at_and_the_values_of_this_very_game():
    won, full = Game(moves=(0, 3, 1, 4, 2)), Game(moves=(0, 1, 2, 4, 3, 5, 7, 6, 8))
    for game in (won, full):
        over = "the game is over: there is no move to hint at"
        assert raises(ValueError, hint, game, []) == over
        assert raises(ValueError, hint, game, [(5, 0), (6, 0), (7, 0), (8, 0)]) == over
    game = Game(moves=(0,))
    others = "the values are not those of the moves of this game"
    assert raises(ValueError, hint, game, []) == others
    raises(ValueError, hint, game, move_values(Game()))
    raises(ValueError, hint, game, move_values(Game(moves=(1,))))
    raises(ValueError, hint, game, move_values(game)[:-1])


def test_the_cell_of_a_hint_is_a_best_move_that_blocks_or_else_is_on_most_open_lines():
    plain = PlainGame()
    asked = 0
    for game in each(10, every_unfinished_position()):
        before = shown(game)
        text = board(game)
        values = plain.move_values(text)
        cell, reasons = hint(game, values)
        assert shown(game) == before
        assert reasons
        best = _best(values)
        assert cell in best
        blocking = plain.completing_moves(text, other(game.turn))
        best = [move for move in best if move in blocking] or best
        open_lines = [_open_lines_through(plain, text, move, other(game.turn)) for move in best]
        assert cell == best[open_lines.index(max(open_lines))]
        asked += 1
    assert asked == (452 if IN_MICROPYTHON else 4520)


def test_what_a_hint_says_of_lines_is_true_and_all_there_is_in_every_position():
    plain = PlainGame()
    met = dict.fromkeys(ABOUT_LINES, 0)
    for game in each(10, every_unfinished_position()):
        text = board(game)
        cell, reasons = hint(game, plain.move_values(text))
        expected = _true_of_lines(plain, text, cell)
        said = [reason for reason in reasons if reason.kind in ABOUT_LINES]
        assert [(reason.kind, reason.lines) for reason in said] == expected, text
        # They come first, and a win at once is said alone.
        assert list(reasons[: len(said)]) == said
        assert all((reason.count, reason.plies) == (0, ()) for reason in said)
        assert (len(reasons) == len(said)) == (said != [] and said[0].kind == WINS_NOW)
        for reason in said:
            met[reason.kind] += 1
    if not IN_MICROPYTHON:
        assert met == {WINS_NOW: 2358, BLOCKS: 1484, TWO_THREATS: 496}


def test_what_a_hint_says_of_the_end_comes_true_in_every_position():
    plain = PlainGame()
    hints = _hints_everywhere(plain)
    ends = {}
    met = {}
    for text, (cell, reasons) in hints.items():
        # Each move is followed by hints for both sides until the game is over.
        results = [
            (legal, _end(plain, hints, after, ends)) for legal, after in plain.after_each_move(text)
        ]
        mark = "X" if text.count("X") == text.count("O") else "O"
        own = dict(results)[cell]
        others = [result for legal, result in results if legal != cell]
        said = [tuple(reason) for reason in reasons if reason.kind not in ABOUT_LINES]
        assert said == _true_of_the_end(mark, own, others), text
        for kind, _, _, _ in said:
            met[kind] = met.get(kind, 0) + 1
    assert met == {
        WINS_IN: 478,
        ONLY_WIN: 356,
        OTHERS_LOSE: 640,
        SOME_LOSE: 171,
        ALL_DRAW: 161,
        LAST_SQUARE: 80,
        LASTS_LONGEST: 116,
        ALL_LOSE: 516,
    }


def test_hints_on_larger_boards_are_true_of_late_positions():
    random.seed(1)
    for size, run, empty, wanted in ((4, 4, 6, 30), (4, 4, 3, 30), (4, 3, 6, 20), (5, 4, 5, 20)):
        plain = PlainGame(size, run)
        for _ in range(wanted):
            game = unfinished_game_with(size, run, empty)
            text = board(game)
            values = plain.move_values(text)
            cell, reasons = hint(game, values)
            assert cell in _best(values)
            said = [(each.kind, each.lines) for each in reasons if each.kind in ABOUT_LINES]
            assert said == _true_of_lines(plain, text, cell), game.moves
            said = [tuple(each) for each in reasons if each.kind not in ABOUT_LINES]
            results = [(legal, _decoded(game, value)) for legal, value in values]
            others = [result for legal, result in results if legal != cell]
            at_once = reasons[0].kind == WINS_NOW
            expected = _true_of_the_end(game.turn, dict(results)[cell], others)
            assert said == ([] if at_once else expected), game.moves


def test_an_edge_in_answer_to_a_corner_turns_the_game():
    assert _turning_point(0, 1, 4, 8, 3, 5, 6) == TurningPoint(1, 1, O, DRAW, LOSS, (4,))


def test_a_turning_point_can_be_of_x_and_come_late():
    # X O .
    # . O .   X forgets to block on 7.
    # . . X
    assert _turning_point(0, 4, 8, 1, 2, 7) == TurningPoint(4, 2, X, DRAW, LOSS, (7,))


def test_a_turning_point_names_all_moves_that_would_have_been_better():
    # X . O
    # . O .   X holds two opposite corners, and O has just played on a third.
    # . . X
    expected = TurningPoint(3, 2, O, DRAW, LOSS, (1, 3, 5, 7))
    assert _turning_point(0, 4, 8, 2, 6, 3, 7) == expected


def test_all_turns_are_told_in_their_order():
    # O's answer loses, then X gives the win away on 8, and then O forgets to block.
    moves = (0, 1, 8, 2, 4)
    game = Game(moves=moves)
    values_before = [move_values(Game(moves=moves[:ply])) for ply in range(5)]
    assert turning_points(game, values_before) == (
        TurningPoint(1, 1, O, DRAW, LOSS, (4,)),
        TurningPoint(2, 8, X, WIN, DRAW, (3, 4, 6)),
        TurningPoint(3, 2, O, DRAW, LOSS, (4,)),
    )
    # As if O had had no choice there, the next turn becomes the first.
    values_before[1] = [(1, -4)]
    assert turning_point(game, values_before) == TurningPoint(2, 8, X, WIN, DRAW, (3, 4, 6))
    values_before[2] = [(8, 0)]
    assert turning_point(game, values_before) == TurningPoint(3, 2, O, DRAW, LOSS, (4,))
    values_before[3] = [(2, -8)]
    assert turning_point(game, values_before) is None


def test_a_slower_win_or_a_quicker_loss_turns_nothing():
    game = Game(moves=(0, 1, 4, 2))
    # Whatever O plays first loses, and on 1 sooner; then X wins, but could sooner; O again.
    values_before = [[(0, 0)], [(1, -5), (4, -3)], [(3, 7), (4, 5), (5, 9)], [(2, -8), (8, -6)]]
    assert turning_point(game, values_before) is None


def test_a_game_that_nobody_spoiled_has_no_turning_point():
    assert _turning_point() is None
    assert _turning_point(0, 4) is None
    assert _turning_point(4, 0, 2, 6, 3, 5, 1, 7, 8) is None


def test_every_way_to_lose_an_outcome_is_told():
    game = Game(moves=(0, 1))
    for best, held in ((1, WIN), (0, DRAW)):
        for value, got in ((0, DRAW), (-1, LOSS)):
            values_before = [[(0, best), (4, value)], [(1, value), (2, best), (7, best), (8, -8)]]
            expected = TurningPoint(1, 1, O, held, got, (2, 7)) if held != got else None
            assert turning_point(game, values_before) == expected


def test_on_four_by_four_with_three_in_a_line_a_win_can_be_given_away():
    # X wins from the start. On 3 it lets O make the threats.
    game = Game(4, 3, (5, 0, 3))
    values_before = [move_values(Game(4, 3, game.moves[:ply])) for ply in range(3)]
    found = turning_point(game, values_before)
    assert found == TurningPoint(2, 3, X, WIN, LOSS, (1, 2, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15))


def test_on_four_by_four_a_block_forgotten_turns_the_game():
    # O O O .   X, to move, plays on 4 instead of 3.
    # . X X .
    # . . . .
    # . . . X
    game = Game(4, 4, (5, 0, 6, 1, 15, 2, 4, 3))
    values_before = [move_values(Game(4, 4, game.moves[:ply])) for ply in range(8)]
    # What went before lost nothing: with four in a line all is a draw for long.
    assert turning_point(game, values_before) == TurningPoint(6, 4, X, DRAW, LOSS, (3,))


def test_turning_points_need_the_values_of_every_move_of_the_game():
    game = Game(moves=(0, 4))
    values_before = [move_values(Game()), move_values(Game(moves=(0,)))]
    assert turning_point(game, values_before) is None
    missing = "there must be values for every move of the game"
    assert raises(ValueError, turning_point, game, []) == missing
    assert raises(ValueError, turning_point, game, values_before[:1]) == missing
    raises(ValueError, turning_point, game, values_before + [move_values(game)])
    raises(ValueError, turning_point, game, [values_before[0], move_values(game)])
    said = raises(ValueError, turning_point, game, [values_before[0], []])
    assert said == "there is no value for move 1 on cell 4"


def test_the_turning_points_are_all_changes_of_what_a_position_is_worth():
    plain = PlainGame()
    values = {}
    for game in each(20, every_position()):
        before = shown(game)
        _assert_turns_where_it_changes(plain, game, values)
        assert shown(game) == before
    random.seed(1)
    for _ in range(20 if IN_MICROPYTHON else 200):
        game = Game()
        while not game.is_over:
            game.play(random.choice(game.legal_moves()))
        _assert_turns_where_it_changes(plain, game, values)


def test_games_that_both_sides_play_perfectly_have_no_turning_point():
    plain = PlainGame()
    values = {}
    random.seed(2)
    for _ in range(10 if IN_MICROPYTHON else 100):
        game = Game()
        while not game.is_over:
            game.play(random.choice(_best(plain.move_values(board(game)))))
        assert game.is_draw
        assert turning_point(game, _values_before(plain, game.moves, values)) is None


def turning_point(game, values_before):
    """The first of the turning points, None if there is none."""
    return next(iter(turning_points(game, values_before)), None)


def _told(game, values=None):
    """Return a hint's cell and its reasons as plain tuples."""
    cell, reasons = hint(game, values or move_values(game))
    return cell, [tuple(reason) for reason in reasons]


def _turning_point(*moves):
    values_before = [move_values(Game(moves=moves[:ply])) for ply in range(len(moves))]
    return turning_point(Game(moves=moves), values_before)


def _best(values):
    return [cell for cell, value in values if value == max(value for _, value in values)]


def _hints_everywhere(plain):
    """Return board -> hint for every unfinished position of 3x3."""
    hints = {}
    for game in every_unfinished_position():
        hints[board(game)] = hint(game, plain.move_values(board(game)))
    assert len(hints) == 4520
    return hints


def _open_lines_through(plain, text, cell, rival):
    """Return how many lines through `cell` have no mark of `rival`."""
    through = [line for line in plain.lines if cell in line]
    return len([line for line in through if rival not in [text[each] for each in line]])


def _true_of_lines(plain, text, cell):
    """Return `(kind, lines)` for all that can be said of lines when `cell` is played on a board."""
    mine, theirs = ("X", "O") if text.count("X") == text.count("O") else ("O", "X")
    after = dict(plain.after_each_move(text))[cell]
    if plain.winner(after):
        return [(WINS_NOW, _lines_reading(plain, after, mine))]
    expected = []
    if cell in plain.completing_moves(text, theirs):
        theirs_there = text[:cell] + theirs + text[cell + 1 :]
        expected.append((BLOCKS, _lines_reading(plain, theirs_there, theirs)))
    if len(plain.completing_moves(after, mine)) > 1:
        expected.append((TWO_THREATS, _lines_reading(plain, after, mine, gaps=1)))
    return expected


def _lines_reading(plain, text, mark, gaps=0):
    """Return the lines that hold nothing but `mark`, and so many empty squares."""
    found = []
    for line in plain.lines:
        marks = [text[cell] for cell in line]
        if marks.count(".") == gaps and marks.count(mark) == len(line) - gaps:
            found.append(tuple(line))
    return tuple(found)


def _end(plain, hints, text, ends):
    """Follow the hints from a board on: who has won in the end, or None, and after how many plies.

    The ply that led to the board counts as the first. `ends` keeps what was found.
    """
    if text not in ends:
        if text in hints:
            after = dict(plain.after_each_move(text))[hints[text].cell]
            winner, plies = _end(plain, hints, after, ends)
            ends[text] = (winner, plies + 1)
        else:
            ends[text] = (plain.winner(text), 1)
    return ends[text]


def _decoded(game, value):
    """Return what `_end` does, of a move of this value."""
    if value == 0:
        return None, len(game.legal_moves())
    winner = game.turn if value > 0 else other(game.turn)
    return winner, len(game.cells) + 1 - abs(value)


def _true_of_the_end(mark, own, others):
    """Return all reasons that tell of the end, as tuples, for a side that plays `mark`.

    `own` is `(winner, plies)` of the move it makes, and `others` are those of all other moves.
    """
    winner, plies = own
    lost = [plies for winner, plies in others if winner == other(mark)]
    won = [plies for winner, plies in others if winner == mark]
    if winner == mark:
        if plies == 1:
            return []  # it is over with this move, and WINS_NOW has said so
        expected = [(WINS_IN, (), 0, (plies,))]
        return expected if won else expected + [(ONLY_WIN, (), len(others), ())]
    assert not won
    if winner == other(mark):
        assert len(lost) == len(others)
        sooner = [each for each in lost if each < plies]
        if sooner:
            return [(LASTS_LONGEST, (), len(sooner), (plies,))]
        return [(ALL_LOSE, (), len(others), (plies,))]
    if not others:
        return [(LAST_SQUARE, (), 0, ())]
    if not lost:
        return [(ALL_DRAW, (), len(others), ())]
    kind = OTHERS_LOSE if len(lost) == len(others) else SOME_LOSE
    return [(kind, (), len(lost), tuple(sorted(set(lost))))]


def _values_before(plain, moves, known):
    """Return the reference's values of each position of a 3x3 game, kept in `known` by board."""
    values_before = []
    for text in _boards(moves)[:-1]:
        if text not in known:
            known[text] = plain.move_values(text)
        values_before.append(known[text])
    return values_before


def _boards(moves):
    """Return the boards of a 3x3 game as strings, from the empty one to the last."""
    texts = ["." * 9]
    for ply, cell in enumerate(moves):
        texts.append(texts[-1][:cell] + "XO"[ply % 2] + texts[-1][cell + 1 :])
    return texts


def _worth(plain, text, known):
    """Return how a board ends for the side to move: WIN, DRAW or LOSS."""
    if plain.winner(text):
        return LOSS  # the other side has just won
    if "." not in text:
        return DRAW
    if text not in known:
        known[text] = plain.move_values(text)
    best = max(value for _, value in known[text])
    return WIN if best > 0 else LOSS if best < 0 else DRAW


def _assert_turns_where_it_changes(plain, game, known):
    """Hold the turning points of a 3x3 game against what its positions are worth, one by one."""
    expected = []
    texts = _boards(game.moves)
    for ply, cell in enumerate(game.moves):
        # What is a win to the side that is to move afterwards is a loss to the one that played.
        held, got = _worth(plain, texts[ply], known), -_worth(plain, texts[ply + 1], known)
        if held != got:
            better = tuple(
                legal
                for legal, after in plain.after_each_move(texts[ply])
                if -_worth(plain, after, known) == held
            )
            expected.append(TurningPoint(ply, cell, "XO"[ply % 2], held, got, better))
    assert turning_points(game, _values_before(plain, game.moves, known)) == tuple(expected)
    # The empty board is a draw, so the first who errs always loses one.
    assert all((turn.held, turn.got) == (DRAW, LOSS) for turn in expected[:1])
