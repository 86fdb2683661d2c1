"""One game in progress: play, undo, whose turn it is, how it ends. Runs in both Pythons."""

from engine.game import Game, IllegalMove
from engine.rules import BOARDS, EMPTY, O, X
from tests.both import board, every_position, raises, shown
from tests.reference import PlainGame

# None of these is the number of a square on any board.
NOT_CELLS = (-1, 1.5, 0.0, "4", "", None, True, False, [4], (4,), 10**30, -(10**30))

X_WINS_AT_ONCE = (0, 3, 1, 4, 2)
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)


def test_a_new_game_is_empty_and_x_starts():
    game = Game()
    assert (game.size, game.run) == (3, 3)
    assert game.cells == (EMPTY,) * 9
    assert game.turn == X
    assert game.moves == ()
    assert game.legal_moves() == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert game.winner is None
    assert game.winning_cells == ()
    assert not game.is_draw
    assert not game.is_over


def test_marks_alternate_and_taken_squares_are_no_longer_legal():
    game = Game()
    game.play(4)
    assert game.turn == O
    game.play(0)
    assert game.turn == X
    assert game.cells == (O, EMPTY, EMPTY, EMPTY, X, EMPTY, EMPTY, EMPTY, EMPTY)
    assert game.moves == (4, 0)
    assert game.legal_moves() == [1, 2, 3, 5, 6, 7, 8]


def test_a_game_can_be_set_up_from_moves_of_any_kind_of_sequence():
    assert shown(Game(moves=[4, 0])) == shown(Game(3, 3, (4, 0)))
    assert shown(Game(moves=range(3))) == shown(Game(3, 3, (0, 1, 2)))


def test_every_board_on_offer_starts_a_game():
    for size, run, _ in BOARDS:
        game = Game(size, run)
        assert len(game.cells) == len(game.legal_moves()) == size * size


def test_what_a_game_hands_out_cannot_change_it():
    game = Game(moves=(4,))
    before = shown(game)
    game.legal_moves().clear()
    assert shown(game) == before
    assert isinstance(game.cells, tuple)
    assert isinstance(game.moves, tuple)


def test_x_wins_with_a_complete_line_and_nothing_may_be_played_after():
    game = Game(moves=X_WINS_AT_ONCE)
    assert game.winner == X
    assert game.winning_cells == (0, 1, 2)
    assert game.is_over
    assert not game.is_draw
    assert game.legal_moves() == []


def test_o_wins_with_a_complete_line():
    game = Game(moves=(0, 2, 1, 4, 8, 6))
    assert game.winner == O
    assert game.winning_cells == (2, 4, 6)
    assert game.is_over


def test_a_full_board_without_a_line_is_a_draw():
    game = Game(moves=DRAWN)
    assert game.is_draw
    assert game.is_over
    assert game.winner is None
    assert game.winning_cells == ()
    assert game.legal_moves() == []


def test_a_move_that_completes_two_lines_wins_with_the_cells_of_both():
    game = Game(moves=(0, 1, 2, 3, 6, 5, 8, 7, 4))
    assert game.winner == X
    assert game.winning_cells == (0, 2, 4, 6, 8)
    game.undo()
    assert game.winner is None
    assert game.winning_cells == ()


def test_a_line_longer_than_the_run_wins_with_all_of_its_cells():
    game = Game(5, 3, (0, 10, 1, 11, 3, 20, 4, 21, 2))
    assert game.winner == X
    assert game.winning_cells == (0, 1, 2, 3, 4)


def test_illegal_moves_raise_and_change_nothing_at_any_point_of_a_game():
    for moves in ((), (4,), (0, 1, 2, 4, 3), X_WINS_AT_ONCE, DRAWN):
        game = Game(moves=moves)
        before = shown(game)
        for cell in NOT_CELLS + (9,):
            raises(IllegalMove, game.play, cell)
            assert shown(game) == before


def test_a_taken_square_raises_for_both_sides_and_changes_nothing():
    for moves in ((4,), (4, 0)):
        game = Game(moves=moves)
        before = shown(game)
        for cell in moves:
            raises(IllegalMove, game.play, cell)
            assert shown(game) == before


def test_no_square_may_be_played_once_the_game_is_over():
    for moves in (X_WINS_AT_ONCE, DRAWN):
        game = Game(moves=moves)
        before = shown(game)
        for cell in range(9):
            raises(IllegalMove, game.play, cell)
            assert shown(game) == before


def test_what_is_wrong_with_a_move_is_said():
    assert raises(IllegalMove, Game().play, 9) == "9 is not a cell of this board"
    assert raises(IllegalMove, Game().play, "4") == "'4' is not a cell of this board"
    assert raises(IllegalMove, Game(moves=(4,)).play, 4) == "cell 4 is taken"
    assert raises(IllegalMove, Game(moves=X_WINS_AT_ONCE).play, 8) == "the game is over"
    assert raises(IllegalMove, Game().undo) == "there is no move to take back"


def test_an_illegal_move_is_a_value_error_too():
    raises(ValueError, Game().play, 9)


def test_boards_that_cannot_be_raise_value_error():
    for size, run in ((0, 0), (3, 4), (-3, 3), (3.0, 3), ("3", 3), (None, None), (10**30, 3)):
        raises(ValueError, Game, size, run)


def test_moves_that_cannot_be_played_raise_illegal_move():
    for moves in (
        (4, 4),
        (9,),
        (0, -1),
        "40",
        ("4",),
        (None,),
        X_WINS_AT_ONCE + (5,),
        DRAWN + (0,),
    ):
        raises(IllegalMove, Game, 3, 3, moves)


def test_moves_that_are_no_sequence_raise_value_error():
    for moves in (None, 4, 4.5, True):
        said = raises(ValueError, Game, 3, 3, moves)
        assert said == f"moves must be a sequence of cell numbers, not {moves!r}"


def test_undo_takes_back_the_last_move_and_returns_its_cell():
    game = Game(moves=(4, 0))
    assert game.undo() == 0
    assert shown(game) == shown(Game(moves=(4,)))


def test_undo_on_an_empty_game_raises_and_changes_nothing():
    game = Game()
    raises(IllegalMove, game.undo)
    assert shown(game) == shown(Game())


def test_undo_reopens_a_game_that_was_won_or_drawn():
    for moves in (X_WINS_AT_ONCE, DRAWN):
        game = Game(moves=moves)
        assert game.undo() == moves[-1]
        assert shown(game) == shown(Game(moves=moves[:-1]))
        assert not game.is_over


def test_undoing_everything_returns_to_the_start():
    for moves in (X_WINS_AT_ONCE, DRAWN):
        game = Game(moves=moves)
        taken_back = [game.undo() for _ in moves]
        assert taken_back == list(reversed(moves))
        assert shown(game) == shown(Game())


def test_every_position_is_as_the_reference_has_it():
    plain = PlainGame()
    per_ply = [0] * 10
    for game in every_position():
        per_ply[len(game.moves)] += 1
        now = board(game)
        after_each_move = plain.after_each_move(now)
        assert game.winner == plain.winner(now)
        assert game.legal_moves() == [cell for cell, _ in after_each_move]
        assert game.is_over == (after_each_move == [])
        for cell, after in after_each_move:
            game.play(cell)
            assert board(game) == after
            game.undo()
            assert board(game) == now
    assert per_ply == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]


def test_a_full_board_with_a_line_is_won_and_not_drawn():
    won = drawn = 0
    for game in every_position():
        if len(game.moves) == 9:
            assert game.is_over
            assert game.is_draw == (game.winner is None)
            won += game.winner == X
            drawn += game.is_draw
    assert (won, drawn) == (62, 16)


def test_the_winning_cells_are_those_of_every_complete_line():
    plain = PlainGame()
    doubles = 0
    for game in every_position():
        if game.is_over:
            complete = [
                line
                for line in plain.lines
                if [game.cells[cell] for cell in line] in ([X] * 3, [O] * 3)
            ]
            assert game.winning_cells == tuple(sorted({cell for line in complete for cell in line}))
            doubles += len(complete) == 2
        else:
            assert game.winning_cells == ()
    assert doubles > 0
