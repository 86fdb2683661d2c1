"""The sentences: each state of a game is said in the words that players and scripts rely on."""

import random

import pytest

from engine.game import Game
from engine.reasons import DRAW, LOSS, WIN, TurningPoint, hint
from engine.rules import other
from engine.search import move_values
from engine.textbook import CUT, VALUE, Count, Tree
from tests.both import BoardsOnOffer, every_unfinished_position
from tests.loop import Clock, in_loop
from ui import controller as module
from ui import text
from ui.controller import (
    COMPUTER,
    COMPUTERS_TURN,
    LOOK,
    MOVE,
    PAUSES,
    ROUND_OVER,
    TAKEN,
    TWO_PLAYERS,
    Choice,
    Controller,
    Round,
)
from ui.inside import Study


class Heard:
    """A controller and all it said, each time as one sentence."""

    def __init__(self, mode=COMPUTER, choose=None, monkeypatch=None, side=None, saved=None):
        if choose:
            monkeypatch.setattr(module, "OPPONENTS", (("unbeatable", choose),))
        self.clock = Clock()
        self.sentences = []
        self.controller = Controller(random.Random(1), sleep=self.clock.sleep, now=lambda: 0)
        self.controller.listeners = (
            lambda snapshot: self.sentences.append(" ".join(filter(None, text.status(snapshot)))),
        )
        self.controller.start(Choice(mode, "unbeatable", side, None), saved)

    async def play(self, *cells):
        for cell in cells:
            assert self.controller.click(cell)
            await self.clock.ring()
        return self.sentences


def first_free(game, random):
    return game.legal_moves()[0]


def last_free(game, random):
    return game.legal_moves()[-1]


@in_loop
async def test_a_game_that_the_player_wins(monkeypatch):
    heard = Heard(choose=last_free, monkeypatch=monkeypatch)
    assert await heard.play(0, 1, 2) == [
        "Your turn: X",
        "You played row 1, column 1. Computer is thinking...",
        "Computer played row 3, column 3. Your turn: X",
        "You played row 1, column 2. Computer is thinking...",
        "Computer played row 3, column 2. Your turn: X",
        "You played row 1, column 3. You win! Three in row 1.",
    ]


@in_loop
async def test_a_game_that_the_computer_wins(monkeypatch):
    heard = Heard(choose=first_free, monkeypatch=monkeypatch)
    sentences = await heard.play(3, 4, 8)
    assert sentences[-1] == ("Computer played row 1, column 3. Computer wins! Three in row 1.")


@in_loop
async def test_two_players_are_named_by_their_marks():
    heard = Heard(TWO_PLAYERS)
    sentences = await heard.play(0, 3, 1, 4, 8, 5)
    assert sentences[0] == "Player X's turn"
    assert sentences[1] == "Player X played row 1, column 1. Player O's turn"
    assert sentences[-1] == "Player O played row 2, column 3. Player O wins! Three in row 2."
    heard.controller.new_round()
    assert heard.sentences[-1] == "New round. Player X's turn"


@in_loop
async def test_a_draw_is_called_one():
    heard = Heard(TWO_PLAYERS)
    sentences = await heard.play(0, 1, 2, 4, 3, 5, 7, 6, 8)
    assert sentences[-1] == "Player X played row 3, column 3. It's a draw!"


@pytest.mark.parametrize(
    ("cells", "where"),
    [
        ((0, 3, 1, 5, 6, 4), "in row 2"),
        ((0, 1, 3, 4, 6), "in column 1"),
        ((0, 1, 4, 2, 8), "on the falling diagonal"),
        ((2, 0, 4, 1, 6), "on the rising diagonal"),
        # The last move completes two lines.
        ((0, 3, 1, 4, 8, 7, 5, 6, 2), "in row 1 and in column 3"),
        ((0, 1, 2, 3, 6, 5, 8, 7, 4), "on the falling diagonal and on the rising diagonal"),
    ],
)
@in_loop
async def test_every_winning_line_is_said(cells, where):
    sentences = await Heard(TWO_PLAYERS).play(*cells)
    assert sentences[-1].endswith(f"wins! Three {where}.")


@in_loop
async def test_an_opponent_that_fails_is_said_with_what_to_do(monkeypatch):
    heard = Heard(choose=lambda game, random: None, monkeypatch=monkeypatch)
    sentences = await heard.play(4)
    assert sentences[-1] == "The computer could not find a move. Press New Round to play on."


def test_squares_are_named_with_their_mark():
    assert text.cell_name(0, 3, "") == "Row 1, column 1, empty"
    assert text.cell_name(5, 3, "X") == "Row 2, column 3, X"
    assert text.cell_name(15, 4, "O") == "Row 4, column 4, O"


def test_players_are_named():
    names = [text.player_name(mark, computer) for computer in "OX" for mark in "XO"]
    assert names == ["You (X)", "Computer (O)", "Computer (X)", "You (O)"]
    assert [text.player_name(mark, None) for mark in "XO"] == ["Player X", "Player O"]


def test_menus_have_the_names_that_players_read():
    names = [text.level_name(key, "3x3-3") for key in ("easy", "medium", "unbeatable")]
    assert names == ["Easy", "Medium", "Unbeatable"]
    assert [name for _, name in text.MODES] == ["vs Computer", "2 Players"]
    assert text.boards()[:2] == [("3x3-3", "3 × 3"), ("4x4-4", "4 × 4")]
    assert text.goal(4) == "Four in a line win."


def test_where_the_computer_does_not_look_to_the_end_no_level_is_called_unbeatable(monkeypatch):
    monkeypatch.setattr("engine.rules.BOARDS", ((5, 4, 4),))
    names = [text.level_name(key, "5x5-4") for key, _ in module.OPPONENTS]
    assert "Unbeatable" not in names
    assert text.level_name("unbeatable", "5x5-4") == "Hard"
    assert text.board_name("5x5-4") == "5 × 5, four"


@in_loop
async def test_who_plays_o_is_told_so(monkeypatch):
    heard = Heard(choose=first_free, monkeypatch=monkeypatch, side="o")
    await heard.clock.ring()
    sentences = await heard.play(4, 8)
    assert sentences[0] == "Computer is thinking..."
    assert sentences[1] == "Computer played row 1, column 1. Your turn: O"
    assert sentences[2] == "You played row 2, column 2. Computer is thinking..."
    assert sentences[-1] == "Computer played row 1, column 3. Computer wins! Three in row 1."


@in_loop
async def test_undo_and_redo_are_said(monkeypatch):
    heard = Heard(choose=last_free, monkeypatch=monkeypatch)
    await heard.play(0)
    heard.controller.undo()
    heard.controller.redo()
    assert heard.sentences[-2:] == [
        "Taken back: now before the first move. Your turn: X",
        "Played again: now after move 2, O row 3, column 3. Your turn: X",
    ]


@in_loop
async def test_looking_back_is_said():
    heard = Heard(TWO_PLAYERS)
    await heard.play(0, 3, 1, 4, 2)
    for ply in (0, 3, None):
        heard.controller.look(ply)
    assert heard.sentences[-3:] == [
        "Looking back: before the first move, of 5. Press any square to come back.",
        "Looking back: after move 3, of 5. Press any square to come back.",
        "Back in the game. Player X wins! Three in row 1.",
    ]


@in_loop
async def test_rounds_from_elsewhere_are_said():
    heard = Heard(saved=Round(COMPUTER, "easy", "3x3-3", "X", 2, 0, (0, 4)))
    heard.controller.open_shared("3x3-3", (0,), COMPUTER)
    heard.controller.open_shared("3x3-3", (), COMPUTER)
    assert heard.sentences == [
        "Your last round. Your turn: X",
        "A shared position. It does not count. Your turn: O",
        "A shared position. Your turn: X",
    ]


def test_moves_are_listed_in_words():
    assert text.move(0, 4, 3) == "1. X row 2, column 2"
    assert text.move(9, 15, 4) == "10. O row 4, column 4"


def test_on_a_board_with_several_diagonals_the_sentence_says_which():
    game = Game(4, 3, (1, 0, 6, 2, 11))
    shown = {"size": 4, "run": 3, "winner": "X", "winning_cells": game.winning_cells}
    snapshot = Controller(random).snapshot(MOVE)._replace(**shown)
    assert text.status(snapshot)[2] == "Three on the falling diagonal from row 1, column 2."


def test_a_level_that_nobody_named_is_shown_under_its_key():
    assert text.level_name("impossible", "3x3-3") == "Impossible"
    for key in ("late bloomer", "late-bloomer", "late_bloomer"):
        assert text.level_name(key, "3x3-3") == "Late bloomer"
    assert text.level_name("", "3x3-3") == ""


# Looking inside


def hint_in(*moves, size=3):
    """The hint for the side to move after these moves, in words."""
    game = Game(size, size, moves)
    controller = Controller(random.Random(1))
    assert controller.open_shared(f"{size}x{size}-{size}", moves, TWO_PLAYERS)
    return text.hint(hint(game, move_values(game)), controller.snapshot(LOOK))


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ((), "row 2, column 2. Every move leads to a draw if both play well."),
        ((0, 3, 1, 4), "row 1, column 3. Wins now, in row 1."),
        ((0, 1, 3, 2, 4, 6), "row 2, column 3. Wins now, in row 2."),
        ((0, 4, 1), "row 1, column 3. Blocks X in row 1. All others lose in 2."),
        ((0, 8), "row 1, column 3. Wins in 5."),
        ((0, 4, 8), "row 1, column 2. Holds the draw. Two others lose in 4."),
        ((0, 1, 2, 4, 3, 5, 7, 6), "row 3, column 3. The last square: a draw."),
        (
            (0, 1, 4),
            "row 3, column 3. Blocks X on the falling diagonal. Lasts longest: X wins in 4.",
        ),
        (
            (0, 1, 4, 8),
            "row 2, column 1. Makes two threats at once. Wins in 3.",
        ),
    ],
)
@in_loop
async def test_hints(moves, words):
    assert hint_in(*moves) == f"Hint: {words}"


@in_loop
async def test_a_hint_in_a_lost_position_speaks_of_no_threats():
    said = set()
    for game in every_unfinished_position():
        words = hint_in(*game.moves)
        said.add(words)
        assert words.endswith(".")
        assert not ("two threats" in words and "whatever is played" in words)
    kinds = (
        "Wins now",
        "Blocks",
        "two threats",
        "Wins in",
        "No other move wins",
        "All others lose",
    )
    for kind in (*kinds, "others lose", "other loses", "Every move", "last square", "whatever"):
        assert any(kind in words for words in said), kind


def test_a_turning_point_names_the_move_and_what_would_have_held():
    point = TurningPoint(3, 1, "O", DRAW, LOSS, (4,))
    assert text.turning_point(point, 3) == (
        "Move 4 by O gave the draw away: row 2, column 2 held it."
    )
    point = TurningPoint(4, 1, "X", WIN, DRAW, (4, 6))
    assert text.turning_point(point, 3) == (
        "Move 5 by X gave the win away: row 2, column 2 held it, and so did 1 other."
    )
    point = TurningPoint(4, 1, "X", WIN, DRAW, (4, 6, 8))
    assert text.turning_point(point, 3).endswith(", and so did 2 others.")


def test_values_are_said_and_shown_in_the_same_words():
    game = Game()
    assert text.outcome(7, game) == "X wins in 3"
    assert text.value_lines(7, game) == ("X wins", "in 3", "+7")
    assert text.outcome(-6, game) == "O wins in 4"
    assert text.value_lines(-6, game) == ("O wins", "in 4", "−6")
    assert text.value_lines(0, game) == ("draw", "0")
    assert text.value_lines(0, Game(4, 4, (0,))) == ("draw", "0")


@pytest.mark.parametrize(
    ("counted", "words"),
    [
        (Count(0, True), "0"),
        (Count(999, True), "999"),
        (Count(5478, True), "5,478"),
        (Count(1234567, True), "1,234,567"),
        (Count(60000, False), "too many to count"),
    ],
)
def test_counts(counted, words):
    assert text.count(counted) == words


@in_loop
async def test_where_the_computer_does_not_look_to_the_end_nothing_is_called_a_draw():
    with BoardsOnOffer((3, 3, 2)):
        words = hint_in(0, 4)
        assert words.endswith("Nothing is decided within 2 moves.")
        assert text.value_lines(0, Game(moves=(0, 4))) == ("undecided", "0")
        # Unless no more moves are left than it looks ahead.
        late = Game(moves=(0, 1, 2, 4, 3, 5, 7))
        assert text.value_lines(0, late) == ("draw", "0")
        assert "It looks 2 moves ahead." in text.own_count_note(late)
    assert "ahead" not in text.own_count_note(Game())


def test_the_best_line_begins_with_the_side_that_is_to_move():
    game = Game(moves=(0,))
    study = Study(game, None, None, (4, 1), 0, None, False)
    assert text.best_line(study) == (
        "Best play from here, the principal variation (draw): O row 2, column 2; X row 1, column 2."
    )


def test_the_steps_of_a_search():
    game = Game(moves=(0, 4, 8, 2))
    said = [text.step(kind, node, game) for kind, node in grown(*game.moves).steps]
    assert said[0] == "This position: X is to move (max)."
    assert said[1] == "X row 1, column 2: O is to move (min)."
    assert "O row 3, column 1: O wins, −6." in said
    assert any("the lowest is" in words and "It goes up to max." in words for words in said)
    assert said[-1] == "The highest is +7: play row 3, column 1."


def test_what_is_said_of_bounds_is_true_and_finite_in_every_small_tree():
    kinds = set()
    for game in every_unfinished_position():
        if len(game.legal_moves()) > 4 and len(game.moves) != 4:
            continue
        if len(game.moves) == 4 and game.moves[0] > 1:
            continue  # of those with five empty squares, a good part
        tree = grown(*game.moves)
        for kind, node in tree.steps:
            words = text.step(kind, node, game)
            assert "inf" not in words
            if kind != VALUE:
                continue
            bound = text.node_bound(node)
            sign, number = bound[:1], int(bound.lstrip("≤≥ ").replace("−", "-"))
            kinds.add(sign if sign in "≤≥" else "=")
            if sign == "≤":
                assert node.value <= number <= node.alpha
                assert f"at most {text.score(number)}," in words
            elif sign == "≥":
                assert node.value >= number >= node.beta
                assert f"at least {text.score(number)}," in words
            else:
                assert node.value == number
        for kind, node in tree.steps:
            if kind == CUT:
                words = text.step(kind, node, game)
                mover = game.turn if node.is_max else other(game.turn)
                here = node.cut_alpha if node.is_max else node.cut_beta
                assert f"{mover} has {text.score(here)} here," in words
    assert kinds == {"≤", "≥", "="}


def grown(*moves):
    tree = Tree(Game(moves=moves))
    for _ in tree.grow():
        pass
    return tree


# Played by ear


def shown(*moves, size=3):
    """Return a snapshot of these moves between two players."""
    controller = Controller(None)
    board = f"{size}x{size}-{size}"
    controller.open_shared(board, moves, TWO_PLAYERS)
    return controller.snapshot(LOOK)


@in_loop
async def test_the_board_is_read_row_by_row():
    assert text.board_aloud(shown(0, 2, 8)) == (
        "Row 1: X, empty, O. Row 2: empty, empty, empty. Row 3: empty, empty, X."
    )
    assert text.board_aloud(shown(15, size=4)).endswith("Row 4: empty, empty, empty, X.")


@in_loop
async def test_each_refusal_has_its_reason():
    snapshot = shown(0, 5)
    assert text.refusal(TAKEN, 5, snapshot) == "Row 2, column 3 is taken: O."
    assert text.refusal(COMPUTERS_TURN, 1, snapshot) == "It is the computer's turn."
    assert text.refusal(ROUND_OVER, 1, snapshot) == (
        "This round is over. New Round begins the next."
    )


def test_names_of_squares_are_full_or_short():
    assert text.cell_name(5, 3, "") == "Row 2, column 3, empty"
    assert text.cell_name(5, 3, "O", ("hint",), is_short=True) == "2, 3, O, hint"


def test_every_pause_has_a_name():
    names = text.pauses()
    assert [key for key, _ in names] == [key for key, _ in PAUSES]
    assert dict(names)["usual"] == "0.4 seconds"


def test_turning_points_are_told_together():
    point = TurningPoint(1, 3, "O", DRAW, LOSS, (4,))
    assert text.turning_points((), 3) == text.NO_TURNING_POINT
    assert text.turning_points((point, point), 3) == " ".join([text.turning_point(point, 3)] * 2)
