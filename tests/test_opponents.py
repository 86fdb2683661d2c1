"""The computer players, with real dice and with loaded ones. Runs in both Pythons."""

import random

from engine.game import Game
from engine.opponents import (
    OPPONENTS,
    centre_cells,
    completing_moves,
    corner_cells,
    easy,
    medium,
    unbeatable,
)
from engine.rules import BOARDS, O, X, other
from engine.search import best_moves, move_values
from tests.both import LoadedDice, board, every_unfinished_position, shown
from tests.reference import PlainGame


def test_the_levels_of_the_menu_each_stand_there_once():
    keys = [key for key, _ in OPPONENTS]
    assert len(set(keys)) == len(keys)
    levels = dict(OPPONENTS)
    assert levels["easy"] is easy
    assert levels["medium"] is medium
    assert levels["unbeatable"] is unbeatable


def test_every_opponent_answers_every_position_with_a_legal_move_and_leaves_it_as_it_was():
    random.seed(1)
    asked = 0
    for game in every_unfinished_position():
        before = shown(game)
        legal = game.legal_moves()
        for key, choose_move in OPPONENTS:
            assert choose_move(game, random) in legal, key
            assert shown(game) == before, key
        asked += 1
    assert asked == 4520


def test_every_opponent_plays_whole_games_on_every_board_on_offer_from_either_seat():
    for size, run, _ in BOARDS:
        for _, choose_move in OPPONENTS:
            for seat in (X, O):
                for seed in (1, 2, 3):
                    random.seed(seed)
                    game = Game(size, run)
                    while not game.is_over:
                        if game.turn == seat:
                            game.play(choose_move(game, random))
                        else:
                            game.play(random.choice(game.legal_moves()))


def test_every_opponent_throws_only_the_dice_it_is_given():
    random.seed(5)
    undisturbed = random.random()
    random.seed(5)
    for size, run, _ in BOARDS:
        for _, choose_move in OPPONENTS:
            for toss in (0.0, 0.49, 0.5, 0.99):
                game = Game(size, run)
                while not game.is_over:
                    game.play(choose_move(game, LoadedDice(toss)))
    assert random.random() == undisturbed


def test_easy_plays_any_square_when_the_coin_falls_below_a_half():
    for toss in (0.0, 0.49):
        dice = LoadedDice(toss)
        # X could win on 2.
        game = Game(moves=(0, 3, 1, 4))
        easy(game, dice)
        assert dice.offered == [[2, 5, 6, 7, 8]]


def test_easy_plays_a_best_move_when_the_coin_falls_on_a_half_or_above():
    for toss in (0.5, 0.999):
        dice = LoadedDice(toss)
        assert easy(Game(moves=(0, 3, 1, 4)), dice) == 2
        assert dice.offered == [[2]]


def test_easy_tosses_the_coin_anew_on_each_turn():
    random.seed(1)
    game = Game(moves=(0, 3, 1, 4))
    chosen = [easy(game, random) for _ in range(400)]
    # Half of the tosses take the win, and a fifth of the others hit it: 240 of 400.
    assert 180 < chosen.count(2) < 300
    assert set(chosen) == {2, 5, 6, 7, 8}


def test_easy_takes_what_the_dice_choose():
    for pick in range(5):
        assert easy(Game(moves=(0, 3, 1, 4)), LoadedDice(0.0, pick)) == (2, 5, 6, 7, 8)[pick]


def test_medium_wins_rather_than_block():
    # X can win on 2, and O threatens 5.
    assert _offered(medium, Game(moves=(0, 3, 1, 4))) == [2]


def test_medium_blocks_rather_than_take_the_centre():
    # X threatens 2.
    assert _offered(medium, Game(moves=(0, 8, 1))) == [2]


def test_medium_takes_the_centre_rather_than_a_corner():
    assert _offered(medium, Game(moves=(0,))) == [4]


def test_medium_takes_any_corner_rather_than_an_edge():
    assert _offered(medium, Game(moves=(4,))) == [0, 2, 6, 8]
    assert _offered(medium, Game(moves=(0, 4, 8))) == [2, 6]


def test_medium_takes_an_edge_when_nothing_else_is_left():
    # X O X
    # X O .   Nobody can complete a line on 5.
    # O X O
    assert _offered(medium, Game(moves=(0, 1, 2, 4, 7, 6, 3, 8))) == [5]


def test_medium_offers_both_of_two_wins_and_of_two_blocks():
    # X holds 0, 4 and 2: 1 is not free, 6 and 8 both win.
    assert _offered(medium, Game(moves=(0, 1, 4, 3, 2, 5))) == [6, 8]
    # X holds 0, 8 and 6, O holds 4 and 2.
    assert _offered(medium, Game(moves=(0, 4, 8, 2, 6))) == [3, 7]


def test_medium_takes_what_the_dice_choose():
    for pick in range(4):
        assert medium(Game(moves=(4,)), LoadedDice(pick=pick)) == (0, 2, 6, 8)[pick]


def test_medium_offers_its_first_tier_that_has_a_square_in_every_position():
    plain = PlainGame()
    met = set()
    for game in every_unfinished_position():
        legal = game.legal_moves()
        tiers = (
            plain.completing_moves(board(game), game.turn),
            plain.completing_moves(board(game), other(game.turn)),
            [cell for cell in legal if cell == 4],
            [cell for cell in legal if cell in (0, 2, 6, 8)],
            [cell for cell in legal if cell in (1, 3, 5, 7)],
        )
        first = min(number for number, tier in enumerate(tiers) if tier)
        assert _offered(medium, game) == tiers[first]
        met.add(first)
    assert met == {0, 1, 2, 3, 4}


def test_medium_can_be_beaten_with_a_fork():
    game = Game()
    for human_move, reply in ((0, 4), (8, 2), (6, 3)):
        game.play(human_move)
        assert medium(game, LoadedDice()) == reply
        game.play(reply)
    game.play(7)
    assert game.winner == X


def test_unbeatable_offers_all_of_the_best_moves_and_the_quickest_wins_where_there_are_any():
    plain = PlainGame()
    wins = 0
    for game in every_unfinished_position():
        offered = _offered(unbeatable, game)
        assert offered == best_moves(game)
        at_once = plain.completing_moves(board(game), game.turn)
        if at_once:
            assert offered == at_once
            wins += 1
    assert wins > 1000


def test_unbeatable_takes_what_the_dice_choose():
    for pick in range(9):
        assert unbeatable(Game(), LoadedDice(pick=pick)) == pick


def test_unbeatable_puts_a_loss_off_as_long_as_it_can():
    # X threatens 8. O is lost everywhere, but later if it blocks.
    game = Game(moves=(0, 1, 4))
    assert max(value for _, value in move_values(game)) < 0
    assert _offered(unbeatable, game) == [8]


def test_no_sequence_of_moves_beats_unbeatable_when_it_plays_o():
    _assert_never_beaten(O, positions=1914)


def test_no_sequence_of_moves_beats_unbeatable_when_it_plays_x():
    _assert_never_beaten(X, positions=3406)


def test_completing_moves_look_at_either_side_whoever_is_to_move():
    game = Game(moves=(0, 3, 1, 4))
    assert completing_moves(game, X) == [2]
    assert completing_moves(game, O) == [5]
    game.play(5)
    assert completing_moves(game, X) == [2]
    assert completing_moves(game, O) == []


def test_centre_and_corners_of_odd_and_even_boards():
    assert centre_cells(3) == (4,)
    assert corner_cells(3) == (0, 2, 6, 8)
    assert centre_cells(4) == (5, 6, 9, 10)
    assert corner_cells(4) == (0, 3, 12, 15)
    assert centre_cells(5) == (12,)
    assert corner_cells(5) == (0, 4, 20, 24)
    assert centre_cells(1) == corner_cells(1) == (0,)


def _offered(choose_move, game):
    """Return the one set of squares from which the dice were asked to choose."""
    dice = LoadedDice()
    choose_move(game, dice)
    assert len(dice.offered) == 1
    return dice.offered[0]


def _assert_never_beaten(seat, positions):
    """Try every move of the human against every move the computer might make from `seat`."""
    seen = set()
    endings = {X: 0, O: 0, None: 0}

    def look(game):
        seen.add(board(game))
        if game.is_over:
            endings[game.winner] += 1
            return
        for cell in _offered(unbeatable, game) if game.turn == seat else game.legal_moves():
            game.play(cell)
            if board(game) not in seen:
                look(game)
            game.undo()

    look(Game())
    assert endings[other(seat)] == 0
    # Not by standing still: this many positions were met, and games won and drawn among them.
    assert len(seen) == positions
    assert endings[seat] > 0
    assert endings[None] > 0
