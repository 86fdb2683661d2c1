"""The browser's `localStorage`, behind a door that never throws.

A browser may block storage, let it fill up, or wipe it at any moment. What it refuses is kept in
memory instead, for as long as the page lives, and `kept` says so. This module knows names and
strings, not what they mean.

Why every access is a promise: in MicroPython, Python cannot catch an exception that JavaScript
throws in a plain call. Not even `except BaseException` runs, and the interpreter loses its way. A
promise that is *rejected*, though, arrives at its `await` as a Python exception. So each access is
made by a promise, and the `try/except` around it works as it reads.
"""

import asyncio

import js

PREFIX = "tic-tac-toe:"

# Seconds to wait for another tab to finish its access. It needs milliseconds; one that was frozen
# in the middle must not keep this one from going on.
LOCK_PATIENCE = 1


class Storage:
    """Strings under names, shared by all tabs of this browser that have the game open."""

    def __init__(self, on_kept):
        """Open the storage; call `on_kept(kept)` whenever `kept` changes. It starts as True."""
        self._on_kept = on_kept
        self._own = {}  # what this page has stored, whether or not the browser kept it
        self._unread = set()  # the names that the browser last refused to read
        self._unwritten = set()  # and to write
        self._in_turn = asyncio.Lock()  # accesses happen one by one, in the order they were asked
        # Where storage is blocked, merely reading `js.localStorage` throws. So what is kept here
        # is the getter behind that name, to be called by a promise.
        self._open = js.Object.getOwnPropertyDescriptor(js.globalThis, "localStorage").get.bind(
            js.globalThis
        )
        self._between_tabs = _TabLock(PREFIX + "storage")

    @property
    def kept(self) -> bool:
        """Whether everything stored so far really is in the browser's storage."""
        return not self._unread and not self._unwritten

    async def get(self, name: str) -> str | None:
        """Return the string stored under `name`, or None."""
        async with self._in_turn:
            return await self._read(name)

    async def set(self, name: str, value: str) -> None:
        """Store `value` under `name`."""
        async with self._in_turn:
            await self._write(name, value)

    async def update(self, name: str, change) -> str:
        """Store `change(old)` under `name` and return it; `old` is a string, or None.

        Two tabs that do so at once lose nothing: each reads, changes and writes alone.
        """
        async with self._in_turn:
            await self._between_tabs.acquire()
            try:
                value = change(await self._read(name))
                await self._write(name, value)
                return value
            finally:
                self._between_tabs.release()

    async def _read(self, name):
        try:
            store = await _attempt(self._open)
            value = await _attempt(store.getItem.bind(store, PREFIX + name))
            self._note(self._unread, name, refused=False)
        except Exception:
            self._note(self._unread, name, refused=True)
            value = self._own.get(name)
        # What could not be written is newer than what stands in the browser's storage.
        return self._own[name] if name in self._unwritten else value

    async def _write(self, name, value):
        self._own[name] = value
        try:
            store = await _attempt(self._open)
            await _attempt(store.setItem.bind(store, PREFIX + name, value))
            self._note(self._unwritten, name, refused=False)
        except Exception:
            self._note(self._unwritten, name, refused=True)

    def _note(self, names, name, refused):
        """Add `name` to `names`, or take it out, and tell if that makes a difference."""
        before = self.kept
        if refused:
            names.add(name)
        else:
            names.discard(name)
        if self.kept != before:
            self._on_kept(self.kept)


class _TabLock:
    """The browser's lock of a name (Web Locks API), which one tab at a time can hold.

    Where there are no such locks, as on a page served without https, `acquire` returns at once.
    Two tabs would then have to finish a game within the same few milliseconds to lose a point.
    """

    def __init__(self, name):
        self._name = name
        self._granted = None  # resolved by the browser when the lock is ours
        self._released = None  # resolved by us; the browser takes the lock back then
        # A function handed to JavaScript may never be freed, so one is made and used every time.
        self._hold = self._on_granted

    async def acquire(self):
        try:
            self._granted = js.Promise.withResolvers()
            self._released = js.Promise.withResolvers()
            await asyncio.wait_for(self._ask(), LOCK_PATIENCE)
        except Exception:
            # No such lock, or it is stuck elsewhere: to go on without it is better than to stop.
            pass

    def release(self):
        if self._released is not None:
            self._released.resolve(None)

    async def _ask(self):
        request = js.navigator.locks.request(self._name, self._hold)
        # `request` settles at once only where the browser refuses, and then by an exception.
        await js.Promise.race(js.Array.of(request, self._granted.promise))

    def _on_granted(self, lock):
        self._granted.resolve(None)
        return self._released.promise


async def _attempt(function):
    """Call a JavaScript function of no arguments so that what it throws can be caught."""
    return await js.Promise.resolve(None).then(function)
