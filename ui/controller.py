"""Whose turn it is and what happens next: clicks, undo, new rounds, the computer's delayed move.

The controller owns the one round that is being played. It tells its listeners of every change
by one `Snapshot`, and knows none of them: not the page, not the scores, not the storage. It
touches no DOM, so all of it is tested in CPython.

A round is a list of moves and a place in it. Undo and redo move the place; the computer's move on
its way is dropped whenever the place changes. Before the first move of a round, undo brings back
the one before, if that was broken off: the finger may have slipped.
"""

import asyncio
import sys
import time
from collections import namedtuple

from engine.game import Game
from engine.opponents import OPPONENTS
from engine.rules import BOARDS, O, X, board_key, board_with_key, other
from engine.search import OutOfTime, search_for

from .slices import BREATH, Slice

# The modes.
COMPUTER = "computer"
TWO_PLAYERS = "two-players"

# Which marks the person has against the computer: always X, always O, or changing every round.
PLAY_X = "x"
PLAY_O = "o"
CHANGE_SIDES = "change"
SIDES = (PLAY_X, PLAY_O, CHANGE_SIDES)

# What a snapshot tells of.
START = "start"  # the page has opened, maybe with a round from before
NEW_ROUND = "new-round"  # the board was cleared
MOVE = "move"  # a mark was played
UNDO = "undo"  # one or two marks were taken back
REDO = "redo"  # and played again
RETURN = "return"  # the round before came back, which this one had broken off
SHARED = "shared"  # a position was opened that somebody shared
LOOK = "look"  # the player looks at an earlier position of this round, or has come back from it
TROUBLE = "trouble"  # the computer's player failed; the round cannot go on

DEFAULT_LEVEL = "unbeatable"

# A double click, or a hand that trembles: within so many seconds, the second press was not meant.
SLIP = 0.7

# Why a square cannot be played.
TAKEN = "taken"
COMPUTERS_TURN = "computers-turn"
ROUND_OVER = "round-over"

# How long the computer waits before it answers, (key, seconds), the usual first: that is enough to
# see one's own mark appear. The others are for who needs the time, or wants to hear all of it said.
PAUSES = (("usual", 0.4), ("2", 2), ("5", 5), ("10", 10))

# What the player has chosen. `board` is a key, see `rules.board_key`.
Choice = namedtuple("Choice", ("mode", "level", "side", "board"))

# A round to take up again. `mine` is the mark that the person plays against the computer; `moves`
# are all moves in order, of which the first `played` are on the board and the rest were taken
# back; the first `shared` of them came with a link and were not played here.
Round = namedtuple("Round", ("mode", "level", "board", "mine", "played", "shared", "moves"))

# All that a listener may know. `event` is one of those above. `computer` is the mark that the
# computer plays, or None between two players. `round` is the `Round` as it stands. `counts` tells
# whether the round may count in a tally: not if it began from a shared position. `looking` is how
# many moves are on the board that is shown, while the player looks back, else None.
# `last_move` is the cell played last, or None. The rest are the properties of `Game` of the same
# names. From `size` on, all is about the board that is shown.
Snapshot = namedtuple(
    "Snapshot",
    (
        "event",
        "mode",
        "level",
        "side",
        "board",
        "computer",
        "round",
        "counts",
        "can_undo",
        "can_redo",
        "looking",
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

    def __init__(self, random, sleep=asyncio.sleep, now=time.time):
        """Set up the first round; nothing is told to anyone before `start`.

        `random` goes to the opponents (see `engine/opponents.py`). `sleep` is awaited before each
        move of the computer. `now` is a clock in seconds.
        """
        self.listeners: tuple = ()
        self.mode = COMPUTER
        self.level = DEFAULT_LEVEL
        self.side = PLAY_X
        self.board = board_key(*BOARDS[0][:2])
        self.pause = PAUSES[0][0]
        self._random = random
        self._sleep = sleep
        self._now = now
        self._thinking = None  # the task that will play the computer's move
        # Counts the turns that began. A task plays only if its turn is still the present one, so
        # a move that was overtaken can never land, even where cancelling came too late.
        self._turn_number = 0
        self._choosing = None  # the turn in which the computer is choosing its move
        # The square that was clicked last, when that was, and whether it ended the looking back.
        self._clicked = (None, 0, False)
        self._mine = X
        self._left = None  # the round that was broken off for this one, and the side chosen then
        self._clear()

    def start(self, choice=(None, None, None, None), saved=None) -> None:
        """Begin the first round as chosen, or go on with the round `saved`.

        What is unknown in `choice` leaves the defaults; a `saved` that cannot be is dropped.
        """
        self._accept(*choice)
        self._take_seat()
        if not self._take_up(saved):
            self._clear()
        self._next_turn(START)

    def open_shared(self, board: str, moves, mode: str) -> bool:
        """Show a position from a link, for the player to go on with the side that is to move.

        Tell whether there can be such a position; if not, nothing changes.
        """
        game = _game(board, moves)
        if game is None:
            return False
        # All moves are shared ones: it is not a round of this player's (see `counts`), unless it
        # begins with the empty board.
        self._left = self._breaking_off()
        self._take_up(Round(mode, self.level, board, game.turn, len(moves), len(moves), moves))
        self._next_turn(SHARED)
        return True

    @property
    def is_choosing(self) -> bool:
        """Whether the computer is choosing its move just now, and other work should stand back."""
        return self._choosing == self._turn_number

    def click(self, cell: int) -> bool:
        """Play `cell` for the player whose turn it is, and tell whether it was played.

        Nothing happens on a taken square, during the computer's turn, or after the end. Who looks
        back at an earlier position only comes back from there, also by a double click.
        """
        is_second = self._is_slip(cell) and self._clicked[2]
        was_looking = self._looking is not None
        self._clicked = (cell, self._now(), was_looking or is_second)
        if was_looking:
            self.look(None)
            return False
        if is_second or self._obstacle(cell) is not None:
            return False
        self._play(cell)
        return True

    def refusal(self, cell: int) -> str | None:
        """Return why a click on `cell` would do nothing now, None if there is nothing to say."""
        if self._looking is not None or self._is_slip(cell):
            return None
        return self._obstacle(cell)

    def _is_slip(self, cell):
        """Tell whether a click on `cell` now is likely one with the last click."""
        clicked, when, _ = self._clicked
        return cell == clicked and self._now() - when < SLIP

    def _obstacle(self, cell):
        if self._game.is_over:
            return ROUND_OVER
        if self._game.turn == self._computer():
            return COMPUTERS_TURN
        return None if cell in self._game.legal_moves() else TAKEN

    def new_round(self) -> None:
        """Clear the board and begin again; a move of the computer's on its way is dropped."""
        self._left = self._breaking_off()
        if self.side == CHANGE_SIDES:
            self._mine = other(self._mine)
        else:
            self._take_seat()  # a shared position may have had the player on the other side
        self._clear()
        self._next_turn(NEW_ROUND)

    # Each of these begins a new round, so that a game counts wholly for the tally that it was
    # played for. What is chosen already, or is unknown, changes nothing.

    def set_mode(self, mode: str) -> None:
        """Change to one of the modes."""
        self._change(mode, self.level, self.side, self.board)

    def set_level(self, level: str) -> None:
        """Change to a key of `OPPONENTS`."""
        self._change(self.mode, level, self.side, self.board)

    def set_side(self, side: str) -> None:
        """Change to one of `SIDES`."""
        self._change(self.mode, self.level, side, self.board)

    def set_board(self, board: str) -> None:
        """Change to the key of a row of `BOARDS`."""
        self._change(self.mode, self.level, self.side, board)

    def set_pause(self, key: str | None) -> None:
        """Have the computer wait as a row of `PAUSES` says; if it waits just now, then anew."""
        if key in dict(PAUSES) and key != self.pause:
            self.pause = key
            if self._thinking is not None and not self.is_choosing:
                self.suspend()
                self.resume()

    def undo(self) -> bool:
        """Go back to the player's turn before this one; tell whether there is one.

        Against the computer that takes its answer back as well, or stops it on its way. Where there
        is none, the round that was broken off for this one comes back, if there is one.
        """
        ply = self._player_turn_before()
        if ply is not None:
            self._go_to(ply, UNDO)
            return True
        if self._left is None:
            return False
        side, left = self._left
        self._left = None
        self._take_up(left)
        self.side = side
        self._next_turn(RETURN)
        return True

    def redo(self) -> bool:
        """Play again what the last undo took back; tell whether there is anything."""
        ply = len(self._game.moves)
        if ply == len(self._line):
            return False
        ply += 1
        while ply < len(self._line) and self._is_computers(ply):
            ply += 1
        self._go_to(ply, REDO)
        return True

    def look(self, ply: int | None) -> None:
        """Show the board as it was after `ply` moves; None, or as many as there are, for now.

        The round goes on meanwhile, and the next move ends the looking.
        """
        if ply is not None and not 0 <= ply < len(self._game.moves):
            ply = None
        if ply != self._looking:
            self._looking = ply
            self._tell(LOOK)

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
        shown = self._game
        if self._looking is not None:
            shown = Game(shown.size, shown.run, self._line[: self._looking])
        return Snapshot(
            event=event,
            mode=self.mode,
            level=self.level,
            side=self.side,
            board=self.board,
            computer=self._computer(),
            round=self._round(),
            counts=self._shared == 0,
            can_undo=self._player_turn_before() is not None or self._left is not None,
            can_redo=len(self._game.moves) < len(self._line),
            looking=self._looking,
            size=shown.size,
            run=shown.run,
            cells=shown.cells,
            turn=shown.turn,
            last_move=shown.moves[-1] if shown.moves else None,
            winner=shown.winner,
            winning_cells=shown.winning_cells,
            is_over=shown.is_over,
        )

    def _round(self):
        return Round(
            mode=self.mode,
            level=self.level,
            board=self.board,
            mine=self._mine,
            played=len(self._game.moves),
            shared=self._shared,
            moves=tuple(self._line),
        )

    def _accept(self, mode, level, side, board) -> bool:
        """Take over what is known of these; tell whether that changed anything."""
        before = (self.mode, self.level, self.side, self.board)
        if mode in (COMPUTER, TWO_PLAYERS):
            self.mode = mode
        if _opponent(level):
            self.level = level
        if side in SIDES:
            self.side = side
        if board_with_key(board):
            self.board = board
        return before != (self.mode, self.level, self.side, self.board)

    def _change(self, mode, level, side, board):
        left = self._breaking_off()
        if self._accept(mode, level, side, board):
            self._left = left
            if self.side != CHANGE_SIDES:
                self._take_seat()
            self._clear()
            self._next_turn(NEW_ROUND)

    def _breaking_off(self):
        """Return what undo needs to bring this round back from the next one.

        That is this round, if it is not over and the player has made a move in it, be it one that
        was taken back. If there is none, it is what undo would have brought back here.
        """
        plies = range(self._shared, len(self._line))
        if all(self._is_computers(ply) for ply in plies):
            return self._left
        return None if self._game.is_over else (self.side, self._round())

    def _take_seat(self):
        self._mine = O if self.side == PLAY_O else X

    def _clear(self):
        kind = board_with_key(self.board)
        assert kind is not None  # `_accept` lets in no other key
        self._game = Game(*kind)
        self._line = []  # every move of the round, those that were taken back included
        self._shared = 0  # so many of them came from a link
        self._looking = None

    def _take_up(self, saved) -> bool:
        """Go on with a round from elsewhere, if it can be one; tell whether it can."""
        if saved is None or saved.mine not in (X, O):
            return False
        line = _game(saved.board, saved.moves)
        if line is None or not 0 <= saved.played <= len(saved.moves):
            return False
        self._accept(saved.mode, saved.level, None, saved.board)
        self._clear()
        self._mine = saved.mine
        self._line = list(saved.moves)
        self._shared = max(0, min(saved.shared, len(saved.moves)))
        self._game = Game(line.size, line.run, saved.moves[: saved.played])
        return True

    def _computer(self):
        return other(self._mine) if self.mode == COMPUTER else None

    def _is_computers(self, ply):
        """Whether the move after `ply` moves is the computer's to make."""
        return (X if ply % 2 == 0 else O) == self._computer()

    def _computer_is_next(self):
        return not self._game.is_over and self._game.turn == self._computer()

    def _player_turn_before(self):
        """After how many moves it was the player's turn last, before now; None if it was not."""
        ply = len(self._game.moves) - 1
        while ply >= 0 and self._is_computers(ply):
            ply -= 1
        return None if ply < 0 else ply

    def _go_to(self, ply, event):
        self._game = Game(self._game.size, self._game.run, self._line[:ply])
        self._next_turn(event)

    def _play(self, cell):
        ply = len(self._game.moves)
        self._game.play(cell)
        # What was taken back before is gone, and so is what came from a link after this place.
        self._line = list(self._game.moves)
        self._shared = min(self._shared, ply)
        self._next_turn(MOVE)

    def _next_turn(self, event):
        """Drop what the last turn still had running, tell of the change, let the computer think."""
        self.suspend()
        self._looking = None
        if event != MOVE:
            self._clicked = (None, 0, False)  # what is clicked next is meant
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
                report("A listener", error)

    async def _answer(self, turn_number):
        """Wait, choose, and play the computer's move, unless the turn is over by then."""
        await self._sleep(dict(PAUSES)[self.pause])
        dice = _SameDice(self._random)
        self._choosing = turn_number
        # From the check to the play nothing awaits, so nothing can come between them.
        while turn_number == self._turn_number:
            try:
                cell = self._choose(dice)
                self._thinking = None
                self._play(cell)
                return
            except OutOfTime:
                pass  # it goes on in the next slice
            except Exception as error:
                # An opponent is a newcomer's first edit. Its mistakes must be said, or the
                # computer would seem to think for ever.
                self._thinking = self._choosing = None
                report(f"The level {self.level}", error)
                self._tell(TROUBLE)
                return
            await self._sleep(BREATH)

    def _choose(self, dice) -> int:
        """Return the computer's move; raise `OutOfTime` if it needs more than a slice of time.

        An opponent does not know of slices. The search that it asks is stopped in the middle, and
        when it is asked again, finds what it knew by then in its memory.
        """
        game = self._game
        search = search_for(game)
        # To say what may stand there beside None takes `typing`, which MicroPython lacks.
        search.must_stop = Slice(self._now)  # pyright: ignore[reportAttributeAccessIssue]
        dice.rewind()
        choose_move = _opponent(self.level)
        assert choose_move is not None  # `_accept` lets in no other level
        try:
            # The opponent gets a copy: what it does to that cannot harm the round.
            return choose_move(Game(game.size, game.run, game.moves), dice)
        finally:
            search.must_stop = None


class _SameDice:
    """Dice that fall the same way again when a move is chosen over again.

    Else a coin that is tossed anew with each slice of time would sooner or later fall on heads.
    """

    def __init__(self, random):
        self._random = random
        self._thrown = []
        self._next = 0

    def rewind(self):
        self._next = 0

    def random(self):
        return self._throw(self._random.random)

    def choice(self, sequence):
        return sequence[self._throw(lambda: self._random.choice(range(len(sequence))))]

    def _throw(self, throw):
        if self._next == len(self._thrown):
            self._thrown.append(throw())
        self._next += 1
        return self._thrown[self._next - 1]


def _game(board, moves):
    """Return the game with these moves on the board with this key, or None if there is none."""
    kind = board_with_key(board)
    if kind is None:
        return None
    try:
        return Game(kind[0], kind[1], moves)
    except ValueError:
        return None


def report(who: str, error: Exception) -> None:
    """Print what went wrong, and where: in the browser, to its console."""
    print(f"{who} failed: {error!r}")
    print_traceback = getattr(sys, "print_exception", None)  # only MicroPython has it
    if print_traceback is not None:
        print_traceback(error)


def _opponent(level):
    """Return the `choose_move` of `level`, or None if there is no such level."""
    for key, choose_move in OPPONENTS:
        if key == level:
            return choose_move
    return None
