"""The sentences: each state of a game is said in the words that players and scripts rely on."""

import random

import pytest

from engine.game import Game
from engine.reasons import DRAW, LOSS, WIN, TurningPoint, hint
from engine.search import move_values
from tests.both import every_unfinished_position
from tests.loop import Clock, in_loop
from ui import controller as module
from ui import text
from ui.controller import COMPUTER, LOOK, MOVE, TWO_PLAYERS, Choice, Controller, Round


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
        ((0, 4, 8), "row 1, column 2. Two others lose in 4."),
        ((0, 1, 2, 4, 3, 5, 7, 6), "row 3, column 3. The last square: a draw."),
        (
            (0, 1, 4),
            "row 3, column 3. Blocks X on the falling diagonal. Lasts longest: X wins in 4.",
        ),
        (
            (0, 1, 4, 8),
            "row 2, column 1. Makes two threats at once, in column 1 and in row 2. Wins in 3.",
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
    assert "nobody made a mistake" in text.turning_point(None, 3)


def test_values_are_said_and_shown_in_the_same_words():
    assert text.outcome(7, "X", 3) == "X wins in 3"
    assert text.value_lines(7, "X", 3) == ("X wins", "in 3", "+7")
    assert text.outcome(-6, "X", 3) == "O wins in 4"
    assert text.value_lines(-6, "X", 3) == ("O wins", "in 4", "−6")
    assert text.value_lines(0, "O", 4) == ("draw", "0")
    assert text.value_lines(0, "O", 5, True) == ("undecided", "0")


@pytest.mark.parametrize(
    ("number", "is_exact", "words"),
    [(0, True, "0"), (999, True, "999"), (5478, True, "5,478"), (1234567, True, "1,234,567"),
     (60000, False, "more than 60,000")],
)  # fmt: skip
def test_counts(number, is_exact, words):
    assert text.count(number, is_exact) == words
