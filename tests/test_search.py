"""Minimax: what each move is worth if both sides play well. Runs in both Pythons."""

import random

from engine.game import Game
from engine.search import (
    HORIZONS_KEPT,
    OutOfTime,
    Search,
    best_moves,
    move_values,
    search_for,
)
from tests.both import (
    BoardsOnOffer,
    board,
    every_unfinished_position,
    raises,
    shown,
    unfinished_game_with,
)
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


def test_all_that_is_remembered_is_true():
    # With the last, a bound may be taken for a value, where the best move is just as good as what
    # that side was sure of.
    games = [(3, moves) for moves in ((), (0,), (1,), (4,), (0, 1), (4, 0))]
    for size, moves in games + [(4, (11, 15, 2, 6, 8, 10, 4, 13))]:
        plain = PlainGame(size, size)
        search = Search(size, size)
        search.move_values(Game(size, size, moves))
        for position, (low, high) in search._bounds.items():
            mine, theirs = position >> (size * size), position % (1 << (size * size))
            played = bin(position).count("1")
            to_move, other = "XO" if played % 2 == 0 else "OX"
            cells = ["."] * (size * size)
            for cell in range(size * size):
                if (mine >> cell) & 1:
                    cells[cell] = to_move
                if (theirs >> cell) & 1:
                    cells[cell] = other
            value = max(value for _, value in plain.move_values("".join(cells)))
            # The search counts depth from the empty board.
            value -= played if value > 0 else -played if value < 0 else 0
            assert low <= value <= high, cells


def test_late_positions_on_larger_boards_are_exact_too():
    for size, run, empty, wanted in (
        (4, 3, 6, 8),
        (4, 4, 8, 3),
        (4, 4, 7, 12),
        (4, 4, 6, 4),
        (5, 4, 6, 4),
    ):
        plain = PlainGame(size, run)
        with BoardsOnOffer():  # or it would look no further than a board on offer says
            search = Search(size, run)
        random.seed(size * run)
        for _ in range(wanted):
            game = unfinished_game_with(size, run, empty)
            before = shown(game)
            assert search.move_values(game) == plain.move_values(board(game))
            assert shown(game) == before


def test_three_in_a_row_on_four_by_four_are_completed_at_either_open_end():
    # X holds 5 and 6, in the middle of a row of four.
    game = Game(4, 3, (5, 0, 6, 3))
    values = dict(move_values(game))
    assert values[4] == values[7] == 16
    assert best_moves(game) == [4, 7]


def test_four_in_a_row_on_four_by_four_is_a_draw_whatever_the_first_move():
    search = Search(4, 4)
    assert search.move_values(Game(4, 4)) == [(cell, 0) for cell in range(16)]
    # Without the order of the squares it would be 336, without the pairing strategy 75,999.
    assert search.nodes < 100


def test_on_four_by_four_a_fork_wins():
    # . X X .   X threatens nothing yet. On 0 it completes the corner of two lines,
    # X O . O   and O can block only one of them.
    # X . O .
    # . O . .
    game = Game(4, 4, (1, 5, 2, 7, 4, 10, 8, 13))
    assert dict(move_values(game))[0] == 14  # three plies from here
    assert best_moves(game) == [0]


def test_on_four_by_four_three_in_a_row_must_be_blocked():
    # O O O .
    # . X X .
    # . . . .
    # . . . X
    game = Game(4, 4, (5, 0, 6, 1, 15, 2))
    values = dict(move_values(game))
    blocked = values.pop(3)
    # Anywhere else O wins with its next mark.
    assert sorted(values) == [4, 7, 8, 9, 10, 11, 12, 13, 14]
    assert set(values.values()) == {-15}
    # After the block O has two lines left, the left column and the third row: two pairs.
    assert blocked >= 0


def test_on_four_by_four_pairs_of_squares_make_a_draw():
    # . . . .   Eight lines are left, four edges and for each side a diagonal. Every one has two
    # . X O .   squares that no other has: 1 2, 13 14, 4 8, 7 11, and 0 15 or 3 12. Whoever is
    # . O X .   attacked on one answers on the other, so nobody can win.
    # . . . .
    search = Search(4, 4)
    game = Game(4, 4, (5, 6, 10, 9))
    assert search.move_values(game) == [(cell, 0) for cell in game.legal_moves()]
    # It takes one look after each of the 12 moves, and one more where a diagonal has to be blocked.
    assert search.nodes <= 14


def test_a_search_from_any_position_of_four_by_four_fits_the_stack():
    # MicroPython's stack is small, and the page has some frames on it when the search begins.
    random.seed(1)
    asked = 0
    while asked < 120:
        game = Game(4, 4)
        for _ in range(asked % 16):
            if not game.is_over:
                game.play(random.choice(game.legal_moves()))
        if not game.is_over:
            values = _called_from_further_down(40, Search(4, 4).move_values, game)
            assert [cell for cell, _ in values] == game.legal_moves()
            asked += 1


def test_a_search_that_is_stopped_again_and_again_ends_with_the_same_values():
    for size, run, moves in (
        (3, 3, ()),
        (3, 3, (0,)),
        (4, 4, ()),
        (4, 4, (0,)),
        (4, 4, (0, 1, 2)),
        (4, 4, (5, 0, 6, 1, 15, 2)),
    ):
        game = Game(size, run, moves)
        before = shown(game)
        unhindered = Search(size, run)
        values = unhindered.move_values(game)
        for patience in (2, 5, 50):
            search = Search(size, run)
            search.must_stop = _every(patience)
            stopped = 0
            while True:
                try:
                    found = search.move_values(game)
                    break
                except OutOfTime:
                    stopped += 1
                    assert shown(game) == before
                    # Each time it goes on from where it was.
                    assert stopped <= unhindered.nodes
            assert found == values
            assert shown(game) == before
            assert stopped > 0 or patience == 50
            # To come back to where it was costs some steps, but not the whole way.
            assert search.nodes <= unhindered.nodes + (2 * size * size) * stopped


def test_of_moves_that_are_alike_only_the_first_is_searched():
    # X in a corner: the board can be mirrored along the diagonal through it, and 3, 6 and 7 are
    # like 1, 2 and 5. What is known of these is all there is to ask of those.
    search = Search(3, 3)
    game = Game(moves=(0,))
    for cell, like in ((1, 3), (2, 6), (5, 7)):
        value = search.move_value(game, cell)
        before = search.nodes
        assert search.move_value(game, like) == value
        assert search.nodes == before + 1
    # With an O in the next corner it is like nothing but itself.
    game = Game(moves=(0, 2))
    search = Search(3, 3)
    search.move_value(game, 3)
    before = search.nodes
    search.move_value(game, 1)
    assert search.nodes > before + 1


def test_a_search_that_is_stopped_at_once_finds_nothing_and_harms_nothing():
    for size, run in ((3, 3), (4, 4)):
        game = Game(size, run)
        before = shown(game)
        search = Search(size, run)
        search.must_stop = lambda: True
        for _ in range(20):
            raises(OutOfTime, search.move_values, game)
            assert shown(game) == before
        search.must_stop = None
        assert search.move_values(game) == Search(size, run).move_values(game)


def test_what_is_remembered_is_answered_even_when_time_is_up():
    search = Search(3, 3)
    values = search.move_values(Game())
    search.must_stop = lambda: True
    assert search.move_values(Game()) == values


def test_a_search_asks_whether_to_stop_before_every_new_position():
    asked = []
    search = Search(3, 3)
    search.must_stop = lambda: asked.append(search.nodes)
    search.move_values(Game())
    assert asked[0] == 1
    # In between it does nothing that takes long: it only meets positions that it knows.
    assert max(asked[i + 1] - asked[i] for i in range(len(asked) - 1)) < 20


def test_with_a_depth_limit_the_first_move_on_five_by_five_is_found_quickly():
    with BoardsOnOffer((5, 4, 4)):
        search = Search(5, 4)
    assert search.move_values(Game(5, 4)) == [(cell, 0) for cell in range(25)]
    assert search.nodes < 4000


def test_with_a_depth_limit_a_near_end_is_seen():
    with BoardsOnOffer((5, 4, 4)):
        search = Search(5, 4)
    # X holds 11, 12 and 13 of the third row.
    to_win = Game(5, 4, (11, 0, 12, 4, 13, 20))
    values = dict(search.move_values(to_win))
    assert values[10] == values[14] == 25
    # O is to move and can block one end of the row: it loses with X's next mark, wherever it plays.
    to_lose = Game(5, 4, (11, 0, 12, 4, 13))
    assert [value for _, value in search.move_values(to_lose)] == [-24] * 20
    # X holds 11 and 12: on 13 it makes three with two open ends, and wins with the mark after that.
    to_fork = Game(5, 4, (11, 0, 12, 4))
    assert dict(search.move_values(to_fork))[13] == 23


def test_a_depth_limit_beyond_the_end_of_the_game_changes_nothing():
    with BoardsOnOffer((3, 3, 9)):
        search = Search(3, 3)
    plain = PlainGame()
    for game in every_unfinished_position():
        # One position after the other with its own horizon: some hundreds will do.
        if len(game.moves) in (0, 1, 2, 6):
            assert search.move_values(game) == plain.move_values(board(game))


def test_with_a_depth_limit_values_are_those_of_plain_minimax_that_looks_as_far():
    # From two plies on it sees one ply more: two threats at the edge of what it sees are a loss,
    # and it need not play on to know.
    for limit, plies in ((1, 1), (2, 3), (3, 4)):
        with BoardsOnOffer((3, 3, limit), (4, 3, limit), (4, 4, limit)):
            searches = (Search(3, 3), Search(4, 3), Search(4, 4))
        random.seed(limit)
        for search, size, run, empties in (
            (searches[0], 3, 3, (8, 7, 6, 5, 4, 3, 2, 1)),
            (searches[1], 4, 3, (8, 7)),
            (searches[2], 4, 4, (7, 6)),
        ):
            plain = PlainGame(size, run)
            for empty in empties:
                for _ in range(3):
                    game = unfinished_game_with(size, run, empty)
                    expected = plain.limited_move_values(board(game), plies)
                    assert search.move_values(game) == expected, (limit, game.moves)


def test_with_a_depth_limit_nothing_is_remembered_that_was_seen_from_elsewhere():
    # From further on in a game more is seen of the same positions, and from further back less.
    random.seed(1)
    for limit, counts in ((3, (4, 5, 6, 7, 8, 7, 6, 5, 4)), (2, (4, 8, 4))):
        with BoardsOnOffer((4, 3, limit)):
            search = Search(4, 3)
            for _ in range(20):
                game = unfinished_game_with(4, 3, 8)
                for count in counts:
                    then = Game(4, 3, game.moves[:count])
                    assert search.move_values(then) == Search(4, 3).move_values(then)


def test_with_a_depth_limit_as_many_places_of_a_game_as_are_kept_can_be_asked_of_in_turns():
    with BoardsOnOffer((4, 3, 3)):
        search = Search(4, 3)
        moves = (0, 15, 3, 12, 7, 8)

        def work(played):
            before = search.nodes
            search.move_values(Game(4, 3, moves[:played]))
            return search.nodes - before

        first = [work(played) for played in range(HORIZONS_KEPT)]
        # Known by now: for each move one look is enough, at what is remembered.
        looks = [len(Game(4, 3, moves[:played]).legal_moves()) for played in range(HORIZONS_KEPT)]
        assert all(more > enough for more, enough in zip(first, looks))
        assert [work(played) for played in range(HORIZONS_KEPT)] == looks
        # One more, and all are forgotten: there must be an end to what is kept.
        work(HORIZONS_KEPT)
        assert [work(played) for played in range(HORIZONS_KEPT - 1)] == first[:-1]


def test_a_search_counts_the_positions_it_looks_at():
    search = Search(3, 3)
    assert search.nodes == 0
    search.move_values(Game())
    # Alpha-beta and the memory spare it more than the merging of equal positions would alone.
    assert 0 < search.nodes < 5478  # as many positions as can arise


def test_a_search_tells_how_many_different_positions_it_remembers():
    search = Search(3, 3)
    assert search.position_count == 0
    search.move_values(Game(moves=(0, 4, 8)))  # O is to move, and X blocks or loses
    met = search.position_count
    assert 0 < met <= search.nodes
    search.move_values(Game(moves=(0, 4, 8)))
    assert search.position_count == met
    search.move_values(Game())
    assert met < search.position_count < search.nodes


def test_a_question_asked_again_is_answered_from_memory():
    search = Search(3, 3)
    first_values = search.move_values(Game())
    first = search.nodes
    assert search.move_values(Game()) == first_values
    assert search.nodes - first <= 9


def test_the_figures_that_the_module_gives_are_true():
    for size, positions in ((3, 131), (4, 48)):
        search = Search(size, size)
        assert search.must_stop is None
        search.move_values(Game(size, size))
        assert search.nodes == positions


def test_who_cannot_win_soon_is_not_thought_to_win_sooner():
    # A side that cannot complete a line with its next mark can with the one after that, at best.
    # Were the bound any looser, more would be looked at: 31 positions here.
    search = Search(3, 3)
    search.move_values(Game(moves=(0, 1, 2)))
    assert search.nodes <= 17


def test_the_first_who_asks_for_a_search_gets_one():
    with BoardsOnOffer((3, 3, None)):  # here nobody has asked yet
        assert search_for(Game()).move_values(Game()) == Search(3, 3).move_values(Game())


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


def _every(count):
    """Return a function that returns True each `count`-th time it is called."""
    calls = []

    def is_due():
        calls.append(None)
        return len(calls) % count == 0

    return is_due


def _called_from_further_down(frames, function, *args):
    """Return `function(*args)`, with so many frames more on the stack."""
    if frames:
        return _called_from_further_down(frames - 1, function, *args)
    return function(*args)
