"""What the page shows of the computer's thinking: values, hints, turning points, trees and counts.

`Inside` listens to the controller and works out, in slices of time, whatever of this is wanted for
the position on show. It has a say in nothing: the game goes on without waiting for it. It touches
no DOM; whoever shows the results is told of them by calls, as soon as there is something to tell.

Everything here begins anew with each snapshot, and what is not done by then is dropped. Little is
lost by that: the search remembers what it found.
"""

import asyncio
import time
from collections import namedtuple

from engine.game import Game
from engine.reasons import hint, turning_points
from engine.rules import EMPTY, depth_limit
from engine.search import OutOfTime, Search, search_for
from engine.textbook import MAX_EMPTY, Counts, Tree

from .controller import LOOK, report
from .slices import Slice, work_through

# What a learner can study of a position that is not over. `counts` is a `textbook.Counts`;
# `own_count` is how many positions this page's search looks at, None until it is known. `line` is
# the principal variation, the cells that both sides play if both play best, and `value` what it
# leads to, for the side to move. `tree` is a `textbook.Tree`, None where it would be too large.
# Whatever is not known yet is None; `is_done` when nothing more will come.
Study = namedtuple("Study", ("game", "counts", "own_count", "line", "value", "tree", "is_done"))


class Inside:
    """Works out what the page shows of the thinking, for the position on show."""

    def __init__(self, must_wait, on_value, on_hint, on_turning_points, on_study,
                 sleep=asyncio.sleep, now=time.time):  # fmt: skip
        """Prepare; nothing is worked out before the first snapshot.

        While `must_wait()` says so, the work stands still. `on_value(cell, value)` tells what a
        move is worth to the side to move, `on_hint` an `engine.reasons.Hint`, `on_turning_points`
        those of the round that is over (`engine.reasons.TurningPoint`, a tuple), and `on_study` a
        `Study`, several times as it becomes more complete, None if there is nothing
        to study.
        """
        self.is_thinking_shown = False
        self.is_studying = False
        self._must_wait = must_wait
        self._on_value = on_value
        self._on_hint = on_hint
        self._on_turning_points = on_turning_points
        self._on_study = on_study
        self._sleep = sleep
        self._slice = Slice(now)
        self._snapshot = None
        self._is_hint_wanted = False
        self._told_of = None  # the finished round whose turning points were told last
        self._studied = None  # the position that was studied last, to the end
        self._number = 0  # of the work that is wanted; see `_begin`
        self._task = None

    def follow(self, snapshot) -> None:
        """Listen to the controller: begin with the position that is on show now."""
        self._snapshot = snapshot
        self._is_hint_wanted = False
        if snapshot.event != LOOK:
            self._told_of = None  # it may be the same round again: played, taken back, played again
        self._begin()

    def show_thinking(self, wanted: bool) -> None:
        """Work out the values of all moves, from now on, or no longer."""
        self.is_thinking_shown = wanted
        self._begin()

    def study(self, wanted: bool) -> None:
        """Work out what there is to study, from now on, or no longer."""
        self.is_studying = wanted
        self._begin()

    def ask_hint(self) -> bool:
        """Work out a hint for the side to move; tell whether there is anything to hint at.

        There is not after the end, nor while it is the computer's turn. Who looks back at an
        earlier position gets one for that, whoever had to move there.
        """
        snapshot = self._snapshot
        assert snapshot is not None  # the page lets nobody ask before it shows a round
        is_computers = snapshot.looking is None and snapshot.turn == snapshot.computer
        if snapshot.is_over or is_computers:
            return False
        self._is_hint_wanted = True
        self._begin()
        return True

    def suspend(self) -> None:
        """Stop, because the page is being left."""
        self._drop()

    def resume(self) -> None:
        """Take up again what `suspend` stopped."""
        if self._task is None and self._snapshot is not None:
            self._begin()

    def _begin(self):
        """Drop what is being worked out, and begin with what is wanted now."""
        self._drop()
        if self._snapshot is not None:
            self._task = asyncio.create_task(self._work(self._number))

    def _drop(self):
        self._number += 1
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _work(self, number):
        # The number as well as the cancelling, which may come too late, like the controller's.
        await work_through(
            self._steps(), self._slice, lambda: number == self._number, self._must_wait, self._sleep
        )

    def _steps(self):
        """Do all that is wanted, the most urgent first; yield where the page may come in."""
        snapshot = self._snapshot
        assert snapshot is not None  # see `_begin`
        moves = snapshot.round.moves[: snapshot.round.played]
        shown = moves if snapshot.looking is None else moves[: snapshot.looking]
        game = Game(snapshot.size, snapshot.run, shown)
        if self.is_studying:
            self._begin_study(game)
        for part in (
            self._thinking(game),
            self._turning_points_of(Game(snapshot.size, snapshot.run, moves)),
            self._study(game),
        ):
            try:
                yield from part
            except Exception as error:
                # The game and the other parts go on, and whoever broke this one must see it.
                report("Looking inside", error)

    def _thinking(self, game):
        """Tell the values, and the hint, as far as these are wanted."""
        if game.is_over or not (self.is_thinking_shown or self._is_hint_wanted):
            return
        tell = self._on_value if self.is_thinking_shown else None
        values = yield from self._values(game, search_for(game), tell)
        if self._is_hint_wanted:
            self._is_hint_wanted = False
            self._on_hint(hint(game, values))

    def _values(self, game, search, tell=None):
        """Return what each move is worth, as `search.move_values` does."""
        values = []
        for cell in game.legal_moves():
            value = None
            while value is None:
                search.must_stop = self._slice
                try:
                    value = search.move_value(game, cell)
                except OutOfTime:
                    pass  # what it found is remembered: the next slice goes on from there
                finally:
                    search.must_stop = None  # others ask the same search
                yield
            values.append((cell, value))
            if tell is not None:
                tell(cell, value)
        return values

    def _turning_points_of(self, game):
        """Tell of the round's turning points, once it is over."""
        # Where the search does not look to the end, it cannot say which move was the mistake.
        if not game.is_over or depth_limit(game.size, game.run) is not None:
            return
        played = (game.size, game.run, game.moves)
        if played == self._told_of:
            return
        values = []
        for ply in range(len(game.moves)):
            before = Game(game.size, game.run, game.moves[:ply])
            values.append((yield from self._values(before, search_for(game))))
        self._told_of = played
        self._on_turning_points(turning_points(game, values))

    def _begin_study(self, game):
        """Tell at once which position is studied, if it is another than the last."""
        position = None if game.is_over else (game.size, game.run, game.cells)
        if position is None or position != self._studied:
            self._studied = None
            study = (
                None if game.is_over else Study(game, Counts(game), None, None, None, None, False)
            )
            self._on_study(study)

    def _study(self, game):
        """Tell what there is to study, step by step, the quickest first."""
        position = (game.size, game.run, game.cells)
        if not self.is_studying or game.is_over or position == self._studied:
            return
        tree = own_count = line = value = None
        counts = Counts(game)

        # It tells of what the names above are bound to when it is called.
        def tell(is_done=False):
            self._on_study(Study(game, counts, own_count, line, value, tree, is_done))

        if game.cells.count(EMPTY) <= MAX_EMPTY:
            growing = Tree(game)
            yield from growing.grow()
            tree = growing
            tell()
        line, value = yield from self._principal_variation(game)
        tell()
        # A search that remembers nothing yet: how much work is it to know nothing but the rules?
        fresh = Search(game.size, game.run)
        yield from self._values(game, fresh)
        own_count = fresh.position_count
        tell()
        yield from counts.count()
        self._studied = position
        tell(is_done=True)

    def _principal_variation(self, game):
        """Return the cells that are played if both sides play best, and the value of that.

        With a depth limit it ends there: beyond it, each move would be chosen by looking further
        ahead than the value does.
        """
        played = Game(game.size, game.run, game.moves)
        limit = depth_limit(game.size, game.run)
        line = []
        value = None
        while not played.is_over and (limit is None or len(line) < limit):
            values = yield from self._values(played, search_for(game))
            # Of several that are equally good, the one that is hinted at.
            cell = hint(played, values).cell
            if value is None:
                value = dict(values)[cell]
            played.play(cell)
            line.append(cell)
        return tuple(line), value
