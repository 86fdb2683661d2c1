"""When things are said: in order, none lost, and none too soon after the last.

All that happens is said by one line of the page, which screen readers follow (`role="status"`).
They have a weakness, heard with a real one (docs/accessibility.md): of two texts that are written
there in quick succession, they lose the first, and a text that was there before they do not say
again. So the line is written at most once in `GAP` seconds. What happens in between is said
together the next time, and how things stand is always as of then. Until then the line is empty, if
what it says is no longer true.

This module knows no page and no words. `text.py` has the words, and the view writes them.
"""

import asyncio
import time
from collections import namedtuple

# Seconds between two texts, and those for which the line is empty before the same text again.
GAP = 0.4
BLANK = 0.1

# How things stand: whose turn it is or who has won, in words, and where the win is, else "".
Stand = namedtuple("Stand", ("words", "where", "is_result"))


class Speech:
    """One line of speech, held back until `begin`."""

    def __init__(self, write, sleep=asyncio.sleep, now=time.time):
        """Have `write(happened, stand, is_again)` put a text into the line.

        `happened` is a list of sentences, maybe none; `stand` is a `Stand`, or None for an empty
        line. If `is_again`, the text has to differ from the same one without that, but not to the
        eye or the ear. `now` is a clock in seconds, and `sleep` is awaited.
        """
        self._write = write
        self._sleep = sleep
        self._now = now
        self._happened = []  # (sentence, topic) of all that is still to be said
        self._stand = None
        self._is_stand_said = False
        self._said = None  # the last text: what happened, and how things stand
        self._is_again = False  # whether it was one that differs from itself
        self._last = None  # when it was written
        self._blanked = None  # when it was taken away, None if it is there
        self._is_held = True
        self._task = None  # the one that waits to say what is to be said

    def say(self, happened: str, stand: Stand | None = None, topic: str = "") -> None:
        """Say what happened, and how things stand: at once, if the last text is old enough.

        `happened` may be "". `stand` is None if things stand as they did. Where there is a `topic`,
        nobody needs what was to be said of it before: the player is leafing through something.
        """
        if stand is not None and stand != self._stand:
            if self._stand is not None and self._stand.is_result and not self._is_stand_said:
                # The next round began too soon. Who has won must not be lost by that.
                self._add(" ".join(filter(None, (self._stand.words, self._stand.where))), "")
            self._stand = stand
            self._is_stand_said = False
        self._add(happened, topic)
        self._go_on()

    def hold(self) -> None:
        """Say nothing for now, because nobody would hear it; what happens is kept.

        The line is empty meanwhile: some browsers have it said again when it is back in reach.
        """
        self._is_held = True
        self._is_stand_said = False
        self._blank()

    def begin(self, after: float = 0) -> None:
        """Say what was held back, and how things stand.

        At once, or after so many seconds, which are `GAP` at most.
        """
        self._is_held = False
        if after:
            self._last = self._now() + after - GAP
        self._go_on()

    def _add(self, sentence, topic):
        if topic:
            self._happened = [entry for entry in self._happened if entry[1] != topic]
        # Twice the same within a moment is a slip of the hand.
        if sentence and (sentence, topic) not in self._happened[-1:]:
            self._happened.append((sentence, topic))

    def _go_on(self):
        """Say what there is to say, now or as soon as it can be heard."""
        is_something = self._happened or not self._is_stand_said
        if self._is_held or self._stand is None or not is_something:
            return
        if self._task is None:
            if self._wait() == 0 and self._text() != self._said:
                self._say_now()
                return
            self._task = asyncio.create_task(self._say_later())
        if not self._is_stand_said:
            self._blank()  # what stands there is not true any more

    async def _say_later(self):
        await self._until_silence()
        if self._text() == self._said and not self._is_held:
            self._blank()  # the line blinks, or the eye would not see that it is news
            await self._until_silence()
        self._task = None
        if not self._is_held:
            self._say_now()

    async def _until_silence(self):
        while self._wait() > 0:
            await self._sleep(self._wait())

    def _say_now(self):
        # Some screen readers remember what they said last, and are silent if it is the same.
        self._is_again = self._text() == self._said and not self._is_again
        self._said = self._text()
        self._happened = []
        self._is_stand_said = True
        self._blanked = None
        self._last = self._now()
        self._write(*self._said, self._is_again)

    def _blank(self):
        if self._blanked is None:
            self._blanked = self._now()
            self._write([], None, False)

    def _text(self):
        """Return what is to be said now."""
        return [sentence for sentence, _ in self._happened], self._stand

    def _wait(self):
        """Return for how many seconds there must be silence still."""
        return max(self._missing(self._last, GAP), self._missing(self._blanked, BLANK))

    def _missing(self, since, seconds):
        if since is None:
            return 0
        passed = self._now() - since
        if passed < 0:  # somebody set the clock back
            return 0
        # No clock measures less than a thousandth.
        return seconds - passed if seconds - passed > 0.001 else 0
