"""The number of this tab: what is stored under a name with it is this tab's alone to change.

Several tabs can have the game open. This module tells them apart; it does not know what for.
"""

import random

import js
from pyscript.ffi import create_proxy

from .storage import PREFIX, promise

NAME = "number"  # in the tab's storage

# Milliseconds to wait for the browser's answer to a question that it answers in a few.
PATIENCE = 2000

# More tabs than anyone has open.
MOST_TABS = 100

# A page that is being reloaded holds on to its number for a moment. So often, so many milliseconds
# apart, its successor asks for it.
ATTEMPTS = 6
APART = 50


class Tab:
    """A number, as a string, that no other open tab has.

    To every number belongs a lock of the browser (Web Locks API), which one tab at a time can
    hold. Asked for a lock without waiting, the browser calls `_hold` with it, or with None if
    another tab has it, and leaves it to us until the promise that `_hold` returns is settled. That
    never happens; the browser takes the lock back when the page is gone.

    Where there are no such locks (a page without https, an old browser), the number is a random
    one. It is as good, but every visit has another.
    """

    def __init__(self, storage):
        """Note the number in `storage`, which is this tab's alone, for the time after a reload."""
        self._storage = storage
        # Promises that JavaScript waits for, made anew for each lock that is asked for.
        self._answer: js.Object
        self._for_ever: js.Object
        self.number = ""  # until `open` has found one
        self.is_certain = False  # whether the browser keeps the number from others

    async def open(self) -> bool:
        """Get a number, the one from before a reload if it can be.

        Tell whether this tab has what it noted to itself. If another open tab has the number, this
        one is a copy of it, or was left and came back to when the other had taken its place.
        """
        before = await self._storage.get(NAME)
        if not _is_number(before):
            before = None
        try:
            if before is not None:
                for _ in range(ATTEMPTS):
                    if await self._is_free(before):
                        self._take(before)
                        return True
                    await _wait(APART)
            for number in range(MOST_TABS):
                if await self._is_free(number):
                    self._take(str(number))
                    return before is None
        except Exception:
            pass
        self.number = str(random.getrandbits(30))
        return True

    def _take(self, number):
        self.number = number
        self.is_certain = True
        self._storage.set(NAME, number)

    async def _is_free(self, number):
        self._answer = js.Promise.withResolvers()
        self._for_ever = js.Promise.withResolvers().promise
        # Neither of these two answers, unless something is wrong: the browser refuses (then it
        # comes as an exception) or keeps silent (then as None).
        refusal = promise(
            js.navigator.locks.request.bind(
                js.navigator.locks,
                f"{PREFIX}tab-{number}",
                js.JSON.parse('{"ifAvailable": true}'),
                create_proxy(self._hold),
            )
        )
        silence = js.Promise.withResolvers()
        js.setTimeout(silence.resolve, PATIENCE)
        free = await js.Promise.race(js.Array.of(self._answer.promise, refusal, silence.promise))
        if free is None:
            raise OSError("the browser keeps silent")  # and would do so for every other number
        return free

    def _hold(self, lock):
        self._answer.resolve(lock is not None)
        return None if lock is None else self._for_ever


def _is_number(text):
    return text is not None and 1 <= len(text) <= 3 and all(c in "0123456789" for c in text)


async def _wait(milliseconds):
    passed = js.Promise.withResolvers()
    js.setTimeout(passed.resolve, milliseconds)
    await passed.promise
