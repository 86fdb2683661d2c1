"""The fixed facts: the marks, the boards on offer, and which lines win. Runs in both Pythons."""

from engine.game import Game
from engine.rules import (
    BOARDS,
    EMPTY,
    MAX_SIZE,
    O,
    X,
    board_key,
    board_with_key,
    depth_limit,
    is_whole,
    lines,
    lines_within,
    other,
    sees_to_end,
    symmetries,
    winning_line,
)
from tests.both import BoardsOnOffer, raises
from tests.reference import PlainGame


def test_the_marks_are_x_and_o_and_nothing():
    assert (X, O, EMPTY) == ("X", "O", "")


def test_each_mark_is_the_other_of_the_other():
    assert other(X) == O
    assert other(O) == X


def test_the_first_board_is_the_one_that_everybody_knows():
    size, run, _ = BOARDS[0]
    assert (size, run) == (3, 3)


def test_every_board_on_offer_has_lines_and_is_offered_once():
    kinds = [(size, run) for size, run, _ in BOARDS]
    assert len(set(kinds)) == len(kinds)
    for size, run in kinds:
        assert lines(size, run)


def test_every_board_on_offer_is_looked_at_to_the_end_or_at_least_a_move_ahead():
    for size, run, limit in BOARDS:
        assert limit is None or (is_whole(limit) and limit > 0)
        assert depth_limit(size, run) == limit


def test_on_three_by_three_and_four_by_four_the_computer_looks_to_the_end():
    # What the page and the README call unbeatable is proven for these two (test_perfect_play).
    assert (3, 3, None) in BOARDS
    assert (4, 4, None) in BOARDS


def test_a_board_has_a_key_of_its_own_that_names_it():
    assert board_key(3, 3) == "3x3-3"
    assert board_key(4, 4) == "4x4-4"
    # They stand in links and in what browsers have stored, so they may not change.
    kinds = [(size, run) for size in range(1, MAX_SIZE + 1) for run in range(1, size + 1)]
    assert len({board_key(*kind) for kind in kinds}) == len(kinds)


def test_a_board_on_offer_is_found_by_its_key():
    for size, run, _ in BOARDS:
        assert board_with_key(board_key(size, run)) == (size, run)


def test_what_is_no_key_of_a_board_on_offer_finds_none():
    # A key comes from a link or from the storage, so it can be anything.
    for key in (
        "",
        "3x3",
        "3x3-",
        "3x3-4",
        "4x4-3",
        " 3x3-3",
        "3x3-3 ",
        "3X3-3",
        "03x3-3",
        "٣x3-3",
        "12x12-5",
        "None",
        None,
        3,
        (3, 3),
        [],
    ):
        assert board_with_key(key) is None, key


def test_a_board_has_the_depth_limit_of_its_row_and_none_without_a_row():
    with BoardsOnOffer((3, 3, 2), (11, 4, 4), (5, 5, None)):
        assert depth_limit(3, 3) == 2
        assert depth_limit(11, 4) == 4
        assert depth_limit(5, 5) is None
        assert depth_limit(4, 4) is None
        assert board_with_key("11x11-4") == (11, 4)
        assert board_with_key("4x4-4") is None
    assert depth_limit(3, 3) is None
    assert depth_limit(11, 4) is None


def test_a_game_is_seen_to_its_end_from_where_no_more_squares_are_empty_than_the_limit_says():
    with BoardsOnOffer((3, 3, 4), (4, 4, None)):
        assert not sees_to_end(Game(3, 3, ()))
        assert not sees_to_end(Game(3, 3, (0, 1, 2, 3)))
        assert sees_to_end(Game(3, 3, (0, 1, 2, 3, 4)))
        assert sees_to_end(Game(3, 3, (0, 1, 2, 3, 4, 5)))
        assert sees_to_end(Game(4, 4, ()))
        assert sees_to_end(Game(4, 3, ()))  # a board without a row has no limit
    assert sees_to_end(Game(3, 3, ()))


def test_three_by_three_has_its_eight_lines_in_the_documented_order():
    assert lines(3, 3) == (
        (0, 1, 2),
        (0, 3, 6),
        (0, 4, 8),
        (1, 4, 7),
        (2, 5, 8),
        (2, 4, 6),
        (3, 4, 5),
        (6, 7, 8),
    )


def test_larger_boards_have_the_known_numbers_of_lines():
    assert len(lines(4, 4)) == 10
    assert len(lines(4, 3)) == 24
    assert len(lines(5, 4)) == 28


def test_lines_agree_with_the_reference_on_every_small_board():
    for size in range(2, 7):
        for run in range(2, size + 1):
            expected = sorted(sorted(line) for line in PlainGame(size, run).lines)
            assert sorted(sorted(line) for line in lines(size, run)) == expected


def test_the_lines_within_some_cells_are_those_that_need_no_other_cell():
    assert lines_within((), 3, 3) == []
    assert lines_within((0, 1, 3, 4, 5, 8), 3, 3) == [(0, 4, 8), (3, 4, 5)]
    assert lines_within((8, 5, 2), 3, 3) == [(2, 5, 8)]
    assert lines_within((0, 1, 2, 3), 4, 3) == [(0, 1, 2), (1, 2, 3)]
    for size, run in ((3, 3), (4, 3), (4, 4)):
        assert lines_within(range(size * size), size, run) == list(lines(size, run))


def test_a_run_of_one_is_won_on_any_square():
    assert lines(2, 1) == ((0,), (1,), (2,), (3,))
    assert lines(1, 1) == ((0,),)
    assert winning_line([EMPTY, O, EMPTY, EMPTY], lines(2, 1)) == (1,)


def test_a_board_of_the_largest_size_is_accepted_and_one_larger_is_not():
    assert lines(MAX_SIZE, MAX_SIZE)
    said = raises(ValueError, lines, MAX_SIZE + 1, 3)
    assert said == "no board of size 13 with a run of 3"


def test_boards_that_cannot_be_raise_value_error():
    for size, run in (
        (0, 0),
        (3, 0),
        (3, 4),
        (-3, 3),
        (-3, -3),
        (3, -1),
        (3.0, 3),
        (3, 3.0),
        ("3", 3),
        (3, "3"),
        (None, 3),
        (3, None),
        (True, True),
        ([3], 3),
        (10**30, 3),
    ):
        raises(ValueError, lines, size, run)


def test_each_line_wins_for_either_mark_and_only_when_all_of_it_is_held():
    for line in lines(3, 3):
        for mark in (X, O):
            cells = [EMPTY] * 9
            for cell in line:
                assert winning_line(cells, lines(3, 3)) is None
                cells[cell] = mark
            assert winning_line(cells, lines(3, 3)) == line
            cells[line[1]] = other(mark)
            assert winning_line(cells, lines(3, 3)) is None


def test_three_empty_squares_are_no_line():
    assert winning_line([EMPTY] * 9, lines(3, 3)) is None


def test_of_two_complete_lines_the_first_is_returned():
    cells = [X, X, X, X, O, O, X, O, O]
    assert winning_line(cells, lines(3, 3)) == (0, 1, 2)


def test_a_board_can_be_turned_and_mirrored_in_eight_ways():
    assert symmetries(2) == [
        (0, 1, 2, 3), (1, 3, 0, 2), (3, 2, 1, 0), (2, 0, 3, 1),
        (1, 0, 3, 2), (3, 1, 2, 0), (2, 3, 0, 1), (0, 2, 1, 3),
    ]  # fmt: skip
    for size, run in ((2, 2), (3, 3), (4, 3), (5, 5)):
        ways = symmetries(size)
        assert ways[0] == tuple(range(size * size))
        assert len(set(ways)) == 8
        # What was in a line is in a line again, and no two cells come to lie in one place.
        all_lines = {tuple(sorted(line)) for line in lines(size, run)}
        for way in ways:
            assert {tuple(sorted(way[cell] for cell in line)) for line in all_lines} == all_lines
            assert sorted(way) == list(range(size * size))
    assert symmetries(1) == [(0,)] * 8


def test_whole_numbers_are_told_from_everything_else():
    for value in (0, 1, -1, 10**30):
        assert is_whole(value)
    for value in (True, False, 1.0, "1", None, (1,)):
        assert not is_whole(value)
