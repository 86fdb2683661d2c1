"""For tests of code that waits: an event loop for one test, and a clock that the test turns.

Nothing here waits for real time, so such tests are quick and cannot be late.
"""

import asyncio
import functools


def in_loop(test):
    """Make a plain test of an `async def` one."""

    async def run(*arguments, **named):
        try:
            await test(*arguments, **named)
        finally:
            # What is still waiting is cancelled here once and by `asyncio.run` once more, which
            # even those who are deaf to the first do hear (see `DeafClock`).
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            await settle()

    @functools.wraps(test)
    def in_new_loop(*arguments, **named):
        asyncio.run(run(*arguments, **named))

    return in_new_loop


async def settle():
    """Let every task run until all of them wait for something."""
    for _ in range(20):
        await asyncio.sleep(0)


async def at_once(seconds):
    """Stand in for `asyncio.sleep` where nothing is to be waited for."""
    await asyncio.sleep(0)


class Clock:
    """Stands in for `asyncio.sleep`: a sleeper wakes up when the test says so."""

    def __init__(self):
        self.asked = []  # the seconds of every sleep so far
        self._sleepers = []

    async def sleep(self, seconds):
        """Wait until `ring`, whatever `seconds` says."""
        self.asked.append(seconds)
        sleeper = asyncio.get_running_loop().create_future()
        self._sleepers.append(sleeper)
        await sleeper

    async def ring(self):
        """Wake up all who sleep now, and let them do what they slept for."""
        await settle()
        sleepers, self._sleepers = self._sleepers, []
        for sleeper in sleepers:
            if not sleeper.done():
                sleeper.set_result(None)
        await settle()


class DeafClock(Clock):
    """A clock whose sleepers do not hear that they are cancelled: they go on, and wake up late."""

    async def sleep(self, seconds):
        """Wait until `ring`, through one cancelling (a second one comes when the loop closes)."""
        self.asked.append(seconds)
        sleeper = asyncio.get_running_loop().create_future()
        self._sleepers.append(sleeper)
        try:
            await asyncio.shield(sleeper)
        except asyncio.CancelledError:
            await sleeper
