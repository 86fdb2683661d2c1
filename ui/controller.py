"""Whose turn it is and what happens next: clicks, new rounds, and the computer's delayed move.

The controller owns the one `Game` that is being played. It tells its listeners of every change
by one `Snapshot`, and knows none of them: not the page, not the scores, not the storage. It
touches no DOM, so all of it is tested in CPython.
"""

import asyncio
import sys
from collections import namedtuple

from engine.game import Game
from engine.opponents import OPPONENTS
from engine.rules import BOARDS, O

# The modes.
COMPUTER = "computer"
TWO_PLAYERS = "two-players"

# What a snapshot tells of.
START = "start"  # the page has opened
NEW_ROUND = "new-round"  # the board was cleared
MOVE = "move"  # a mark was played
TROUBLE = "trouble"  # the computer's player failed; the round cannot go on

DEFAULT_LEVEL = "unbeatable"

# Seconds before the computer answers: enough to see one's own mark appear, and to hear it said.
PAUSE = 0.4

# All that a listener may know. `event` is one of the four above. `last_move` is the cell played
# last, or None. `computer` is the mark that the computer plays, or None between two players.
# The rest are the properties of `Game` of the same names.
Snapshot = namedtuple(
    "Snapshot",
    (
        "event",
        "mode",
        "level",
        "computer",
        "size",
        "run",
        "cells",
        "turn",
        "last_move",
        "winner",
        "winning_cells",
        "is_over",
    ),
)


class Controller:
    """One round after another, between one player and the computer or between two players."""

    def __init__(self, random, pause=PAUSE, sleep=asyncio.sleep):
        """Set up the first round; nothing is told to anyone before `start`.

        `random` goes to the opponents (see `engine/opponents.py`). `sleep` is awaited with
        `pause` seconds before each move of the computer.
        """
        self.listeners = ()
        self.mode = COMPUTER
        self.level = DEFAULT_LEVEL
        self._random = random
        self._pause = pause
        self._sleep = sleep
        self._thinking = None  # the task that will play the computer's move
        # Counts the turns that began. A task plays only if its turn is still the present one, so
        # a move that was overtaken can never land, even where cancelling came too late.
        self._turn_number = 0
        self._clear()

    def start(self, mode: str, level: str) -> None:
        """Begin the first round in `mode` at `level`; unknown values leave the defaults."""
        self._choose(mode, level)
        self._next_turn(START)

    def click(self, cell: int) -> bool:
        """Play `cell` for the player whose turn it is, and tell whether it was played.

        Nothing happens on a taken square, during the computer's turn, or after the end.
        """
        if self._computer() == self._game.turn or cell not in self._game.legal_moves():
            return False
        self._play(cell)
        return True

    def new_round(self) -> None:
        """Clear the board and begin again; a move of the computer's on its way is dropped."""
        self._clear()
        self._next_turn(NEW_ROUND)

    def set_mode(self, mode: str) -> None:
        """Change to one of the modes and begin a new round; an unknown mode changes nothing."""
        if self._choose(mode, self.level):
            self.new_round()

    def set_level(self, level: str) -> None:
        """Change to a key of `OPPONENTS` and begin a new round; an unknown key changes nothing.

        A new round, so that a game counts wholly for the level that it was played at.
        """
        if self._choose(self.mode, level):
            self.new_round()

    def suspend(self) -> None:
        """Stop the computer's move, because the page is being left."""
        self._turn_number += 1
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def resume(self) -> None:
        """Take the turn up again after `suspend`: the player came back to the page as it was."""
        if self._thinking is None and self._computer_is_next():
            self._thinking = asyncio.create_task(self._answer(self._turn_number))

    def snapshot(self, event: str) -> Snapshot:
        """Return the present state, told as `event`."""
        game = self._game
        return Snapshot(
            event,
            self.mode,
            self.level,
            self._computer(),
            game.size,
            game.run,
            game.cells,
            game.turn,
            game.moves[-1] if game.moves else None,
            game.winner,
            game.winning_cells,
            game.is_over,
        )

    def _choose(self, mode, level) -> bool:
        """Take over what is known of `mode` and `level`; tell whether that changed anything."""
        before = (self.mode, self.level)
        if mode in (COMPUTER, TWO_PLAYERS):
            self.mode = mode
        if _opponent(level):
            self.level = level
        return before != (self.mode, self.level)

    def _clear(self):
        size, run = BOARDS[0]
        self._game = Game(size, run)

    def _computer(self):
        return O if self.mode == COMPUTER else None

    def _computer_is_next(self):
        return not self._game.is_over and self._game.turn == self._computer()

    def _play(self, cell):
        self._game.play(cell)
        self._next_turn(MOVE)

    def _next_turn(self, event):
        """Drop what the last turn still had running, tell of the change, let the computer think."""
        self.suspend()
        self._tell(event)
        self.resume()

    def _tell(self, event):
        snapshot = self.snapshot(event)
        for listener in self.listeners:
            try:
                listener(snapshot)
            except Exception as error:
                # One that fails must not keep the news from the others, or the computer from its
                # move: a page that a browser extension has damaged can still be played.
                _report("A listener", error)

    async def _answer(self, turn_number):
        """Wait, choose, and play the computer's move, unless the turn is over by then."""
        await self._sleep(self._pause)
        # From here to the play nothing awaits, so nothing can come between check and play.
        if turn_number != self._turn_number:
            return
        self._thinking = None
        game = self._game
        try:
            # The opponent gets a copy: what it does to that cannot harm the round.
            choose_move = _opponent(self.level)
            game.play(choose_move(Game(game.size, game.run, game.moves), self._random))
        except Exception as error:
            # An opponent is a newcomer's first edit. Its mistakes must be said, or the computer
            # would seem to think for ever.
            _report(f"The level {self.level}", error)
            self._tell(TROUBLE)
            return
        self._next_turn(MOVE)


def _report(who, error):
    """Print what went wrong, and where: in the browser, to its console."""
    print(f"{who} failed: {error!r}")
    if hasattr(sys, "print_exception"):  # MicroPython's, to print a traceback
        sys.print_exception(error)


def _opponent(level):
    """Return the `choose_move` of `level`, or None if there is no such level."""
    for key, choose_move in OPPONENTS:
        if key == level:
            return choose_move
    return None
