"""Minimax: what each move is worth if both sides play well. Runs in both Pythons."""

import random

from engine.game import Game
from engine.search import Search, best_moves, move_values, search_for
from tests.both import board, every_unfinished_position, raises, shown
from tests.reference import PlainGame


def test_the_empty_board_is_a_draw_whatever_the_first_move():
    assert move_values(Game()) == [(cell, 0) for cell in range(9)]
    assert best_moves(Game()) == [0, 1, 2, 3, 4, 5, 6, 7, 8]


def test_the_tutorials_table_opposite_corners_must_be_answered_on_an_edge():
    game = Game(moves=(0, 4, 8))
    assert move_values(game) == [(1, 0), (2, -6), (3, 0), (5, 0), (6, -6), (7, 0)]
    assert best_moves(game) == [1, 3, 5, 7]


def test_a_corner_must_be_answered_in_the_centre():
    assert best_moves(Game(moves=(0,))) == [4]


def test_a_win_at_once_counts_most_and_a_slower_win_less():
    # X holds 0 and 1, O holds 3 and 4: to win on 2 takes one ply.
    game = Game(moves=(0, 3, 1, 4))
    values = dict(move_values(game))
    assert values[2] == 9
    assert best_moves(game) == [2]
    # X holds 0, O holds 1: on 3, 4 or 6 X makes sure of winning, five plies from here.
    values = dict(move_values(Game(moves=(0, 1))))
    assert sorted(value for value in values.values() if value > 0) == [5, 5, 5]
    assert [values[cell] for cell in (3, 4, 6)] == [5, 5, 5]


def test_a_loss_at_the_next_reply_counts_least_and_a_slower_loss_more():
    # X threatens 8. O is lost everywhere, but later if it blocks.
    game = Game(moves=(0, 1, 4))
    assert move_values(game) == [(2, -8), (3, -8), (5, -8), (6, -8), (7, -8), (8, -6)]
    assert best_moves(game) == [8]


def test_a_game_that_is_over_has_no_move_values():
    for moves in ((0, 3, 1, 4, 2), (0, 1, 2, 4, 3, 5, 7, 6, 8)):
        game = Game(moves=moves)
        assert game.is_over
        assert move_values(game) == []
        assert best_moves(game) == []


def test_every_value_of_every_position_is_that_of_plain_minimax():
    plain = PlainGame()
    search = Search(3, 3)
    compared = 0
    for game in every_unfinished_position():
        before = shown(game)
        assert search.move_values(game) == plain.move_values(board(game))
        assert shown(game) == before
        compared += 1
    assert compared == 4520


def test_the_best_moves_are_those_of_highest_value_and_leave_the_game_unchanged():
    plain = PlainGame()
    for game in every_unfinished_position():
        before = shown(game)
        values = plain.move_values(board(game))
        highest = max(value for _, value in values)
        assert best_moves(game) == [cell for cell, value in values if value == highest]
        assert shown(game) == before


def test_what_was_asked_before_changes_no_answer():
    plain = PlainGame()
    unfinished = [game.moves for game in every_unfinished_position()]
    for seed in (1, 2, 3):
        search = Search(3, 3)
        for moves in _shuffled(unfinished, seed)[:400]:
            game = Game(moves=moves)
            assert search.move_values(game) == plain.move_values(board(game))


def test_a_search_that_remembers_nothing_yet_gives_the_same_answers():
    plain = PlainGame()
    unfinished = [game.moves for game in every_unfinished_position()]
    for moves in _shuffled(unfinished, 4)[:50]:
        game = Game(moves=moves)
        assert Search(3, 3).move_values(game) == plain.move_values(board(game))


def test_late_positions_on_larger_boards_are_exact_too():
    for size, run, empty, wanted in ((4, 3, 6, 8), (4, 4, 8, 2), (4, 4, 6, 4), (5, 4, 6, 4)):
        plain = PlainGame(size, run)
        search = Search(size, run)
        random.seed(size * run)
        for _ in range(wanted):
            game = _unfinished_game_with(size, run, empty)
            before = shown(game)
            assert search.move_values(game) == plain.move_values(board(game))
            assert shown(game) == before


def test_three_in_a_row_on_four_by_four_are_completed_at_either_open_end():
    # X holds 5 and 6, in the middle of a row of four.
    game = Game(4, 3, (5, 0, 6, 3))
    values = dict(move_values(game))
    assert values[4] == values[7] == 16
    assert best_moves(game) == [4, 7]


def test_a_search_counts_the_positions_it_looks_at():
    search = Search(3, 3)
    assert search.nodes == 0
    search.move_values(Game())
    # Alpha-beta and the memory spare it more than the merging of equal positions would alone.
    assert 0 < search.nodes < 5478  # as many positions as can arise


def test_a_question_asked_again_is_answered_from_memory():
    search = Search(3, 3)
    first_values = search.move_values(Game())
    first = search.nodes
    assert search.move_values(Game()) == first_values
    assert search.nodes - first <= 9


def test_games_on_equal_boards_share_a_search_and_others_do_not():
    assert search_for(Game()) is search_for(Game(moves=(4,)))
    assert search_for(Game(4, 3)) is not search_for(Game(4, 4))
    game = Game(4, 4, (0, 1, 2, 3, 4, 5, 6, 7, 9, 8))
    before = search_for(game).nodes
    move_values(game)
    assert search_for(game).nodes > before


def test_a_search_on_a_board_that_cannot_be_raises_value_error():
    raises(ValueError, Search, 3, 4)


def _shuffled(items, seed):
    """Return `items` in an order that depends on `seed`; MicroPython has no `random.shuffle`."""
    random.seed(seed)
    order = sorted((random.random(), index) for index in range(len(items)))
    return [items[index] for _, index in order]


def _unfinished_game_with(size, run, empty):
    """Play at random until a game reaches `empty` empty squares with nobody having won."""
    while True:
        game = Game(size, run)
        while not game.is_over:
            if game.cells.count("") == empty:
                return game
            game.play(random.choice(game.legal_moves()))
