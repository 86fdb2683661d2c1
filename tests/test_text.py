"""The sentences: each state of a game is said in the words that players and scripts rely on."""

import random

import pytest

from engine.game import Game
from tests.loop import Clock, in_loop
from ui import controller as module
from ui import text
from ui.controller import COMPUTER, MOVE, TWO_PLAYERS, Controller


class Heard:
    """A controller and all it said, each time as one sentence."""

    def __init__(self, mode=COMPUTER, choose=None, monkeypatch=None):
        if choose:
            monkeypatch.setattr(module, "OPPONENTS", (("unbeatable", choose),))
        self.clock = Clock()
        self.sentences = []
        self.controller = Controller(random.Random(1), sleep=self.clock.sleep)
        self.controller.listeners = (
            lambda snapshot: self.sentences.append(" ".join(filter(None, text.status(snapshot)))),
        )
        self.controller.start(mode, "unbeatable")

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
    names = [text.player_name(mark, mode) for mode in (COMPUTER, TWO_PLAYERS) for mark in "XO"]
    assert names == ["You (X)", "Computer (O)", "Player X", "Player O"]


def test_levels_and_modes_have_the_names_of_the_menus():
    names = [text.level_name(key) for key in ("easy", "medium", "unbeatable")]
    assert names == ["Easy", "Medium", "Unbeatable"]
    assert [name for _, name in text.MODES] == ["vs Computer", "2 Players"]


def test_on_a_board_with_several_diagonals_the_sentence_says_which():
    game = Game(4, 3, (1, 0, 6, 2, 11))
    shown = {"size": 4, "run": 3, "winner": "X", "winning_cells": game.winning_cells}
    snapshot = Controller(random).snapshot(MOVE)._replace(**shown)
    assert text.status(snapshot)[2] == "Three on the falling diagonal from row 1, column 2."


def test_a_level_that_nobody_named_is_shown_under_its_key():
    assert text.level_name("impossible") == "Impossible"
    assert text.level_name("") == ""
