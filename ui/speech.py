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
# What is taken away sooner than after `UNHEARD` was heard by nobody.
GAP = 0.4
BLANK = 0.1
UNHEARD = 0.02

# How things stand: whose turn it is or who has won, in words, and where the win is, else "".
Standing = namedtuple("Standing", ("words", "where", "is_result"))


class Speech:
    """One line of speech, silent until `begin`."""

    def __init__(self, write, sleep=asyncio.sleep, now=time.time):
        """Have `write(happened, standing, is_again)` put a text into the line.

        `happened` is a list of sentences, maybe none; `standing` is a `Standing`, or None for an
        empty line. If `is_again`, the text has to differ from the same one without that, but not
        to the eye or the ear. `now` is a clock in seconds that is never set back, and `sleep` is
        awaited.
        """
        self._write = write
        self._sleep = sleep
        self._now = now
        self._happened = []  # (sentence, topic) of all that is still to be said
        self._standing = None
        self._is_standing_said = False
        self._is_standing_due = False  # to be said, maybe not for the first time
        self._said = ([], None)  # the last text: what happened, and how things stood
        self._is_again = False  # whether it was one that differs from itself
        self._written = None  # when it was written
        self._blanked = None  # when it was taken away, None if it is there
        self._is_held = True
        self._task = None  # the one that waits to say what is to be said

    def say(self, happened: str, standing: Standing | None = None, topic: str = "") -> None:
        """Say what happened, and how things stand: at once, if the last text is old enough.

        `happened` may be "". `standing` is None if things stand as they did. Where there is a
        `topic`, nobody needs what was to be said of it before: the player is leafing through
        something.
        """
        if standing is not None and standing != self._standing:
            self._keep_result()
            self._standing = standing
            self._is_standing_said = False
            self._is_standing_due = True
        if topic:
            self._happened = [entry for entry in self._happened if entry[1] != topic]
        # Twice the same within a moment is a slip of the hand.
        if happened and (happened, topic) not in self._happened[-1:]:
            self._happened.append((happened, topic))
        self._go_on()

    def begin(self) -> None:
        """Say what was held back, and from now on what happens."""
        self._is_held = False
        self._go_on()

    def hold(self) -> None:
        """Say nothing for now, because nobody would hear it; what happens is kept.

        The line is empty meanwhile: some browsers have it said again when it is back in reach.
        """
        self._is_held = True
        self._is_standing_due = True
        self._blank(GAP)  # the screen reader will be busy with what lies over the page now

    def release(self) -> None:
        """End a `hold`: when `GAP` is over, say what was held back, and how things stand."""
        self._written = self._now()
        self.begin()

    def _keep_result(self):
        """See to it that who has won is not lost because the next round began too soon."""
        if self._standing is None or not self._standing.is_result or self._is_standing_said:
            return
        result = (_sentence(self._standing), "")
        if result not in self._happened:
            self._happened.append(result)

    def _go_on(self):
        """Say what there is to say, now or as soon as it can be heard."""
        is_something = self._happened or self._is_standing_due
        if self._is_held or self._standing is None or not is_something:
            return
        if self._task is None:
            if not self._wait() and self._text() != self._said:
                self._say_now()
                return
            self._task = asyncio.create_task(self._say_later())
        if self._is_standing_due:
            self._blank(UNHEARD)  # what stands there is not true any more

    async def _say_later(self):
        await self._until_silence()
        if self._text() == self._said:
            self._blank(UNHEARD)  # the line blinks, or the eye would not see that it is news
            await self._until_silence()
        self._task = None
        if not self._is_held:
            self._say_now()

    async def _until_silence(self):
        while self._wait():
            await self._sleep(self._wait())

    def _say_now(self):
        # Some screen readers remember what they said last, and are silent if it is the same.
        self._is_again = self._text() == self._said and not self._is_again
        self._said = self._text()
        self._happened = []
        self._is_standing_said = True
        self._is_standing_due = False
        self._blanked = None
        self._write(*self._said, self._is_again)
        self._written = self._now()

    def _blank(self, unheard):
        """Empty the line. What it said for less than `unheard` seconds will be said again."""
        if self._blanked is not None:
            return
        if self._left_of(unheard, self._written):
            happened, standing = self._said
            again = [(sentence, "") for sentence in happened]
            if standing is not None and standing.is_result and standing != self._standing:
                again.append((_sentence(standing), ""))
            self._happened = again + self._happened
        self._blanked = self._now()
        self._write([], None, False)

    def _text(self):
        """Return what is to be said now."""
        return [sentence for sentence, _ in self._happened], self._standing

    def _wait(self):
        """Return for how many seconds nothing may be written."""
        return max(self._left_of(GAP, self._written), self._left_of(BLANK, self._blanked))

    def _left_of(self, seconds, since):
        """Return how much is left of some seconds that began then; 0 if they never did."""
        left = 0 if since is None else since + seconds - self._now()
        return left if left > 0.001 else 0  # no clock measures less


def _sentence(standing):
    return " ".join(filter(None, (standing.words, standing.where)))
