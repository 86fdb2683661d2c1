"""Long work without holding the page up: a little of it, then the page's turn, and so on.

Python and the page take turns in one thread: while Python runs, no click is answered and nothing is
painted. So whatever may take long is done in slices of time, and between two of them the page does
what it has to. This module knows no page and no game; clock and sleep are handed to it.
"""

# Seconds that Python may work before the page must get its turn. 50 ms is where people begin to
# notice, and what is done before and after takes some of that.
SLICE = 0.015

# And seconds until Python goes on. It has to be longer than what other tasks do meanwhile, or
# asyncio finds that the time is over when they are done, and goes on at once, before the page has
# had its turn. (With 1 ms, two or three slices stuck together.) Browsers make it 4 ms anyway, where
# one timer follows the other.
BREATH = 0.004

# Seconds until work that has to stand back asks again whether it may go on.
PATIENCE = 0.01

# However short of time a slice is, it gets this far: or a slow machine would never get anywhere.
LEAST_STEPS = 8


class Slice:
    """A slice of time. Call it at every step of the work: it says when it is used up."""

    def __init__(self, now):
        """Begin the first slice. `now` is a clock in seconds."""
        self._now = now
        self.begin()

    def begin(self) -> None:
        """Begin the next slice."""
        self._end = self._now() + SLICE
        self._steps = 0

    def __call__(self) -> bool:
        """Tell whether the slice is used up."""
        self._steps += 1
        return self._steps > LEAST_STEPS and self._now() >= self._end


async def work_through(steps, time_slice, is_wanted, must_wait, sleep) -> None:
    """Do all `steps`, a generator that yields wherever the page may come in between.

    The work may ask `time_slice` as well, where it has no place to yield. While `must_wait()`
    nothing is done, and the rest is dropped once `is_wanted()` says no.
    """
    while is_wanted():
        if must_wait():
            await sleep(PATIENCE)
            continue
        time_slice.begin()
        for _ in steps:
            if time_slice():
                break
        else:
            return
        await sleep(BREATH)
