"""The browser's `localStorage` and `sessionStorage`, behind a door that never throws.

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


class Storage:
    """Strings under names.

    Those in "localStorage" are shared by all tabs of this browser that have the game open, and are
    there for good. Those in "sessionStorage" are one tab's own, and go when it is closed.
    """

    def __init__(self, which, on_kept=lambda kept: None):
        """Make a storage that is not open yet; call `on_kept(kept)` whenever `kept` changes."""
        self._which = which
        self._on_kept = on_kept
        # The browser's storage object. Where it gave us none, each use is an AttributeError, and
        # that is caught like every other refusal.
        self._store: js.Object = None  # pyright: ignore[reportAttributeAccessIssue]
        self._own = {}  # what this page has stored, whether or not the browser kept it
        self._unread = set()  # the names that the browser last refused to read
        self._unwritten = set()  # and to write

    @property
    def kept(self) -> bool:
        """Whether everything stored so far really is in the browser's storage."""
        return not self._unread and not self._unwritten

    async def open(self) -> None:
        """Ask the browser for its storage, before anything else."""
        try:
            # Where storage is blocked, merely reading `js.localStorage` throws. So the getter
            # behind that name is called instead, by a promise.
            descriptor = js.Object.getOwnPropertyDescriptor(js.globalThis, self._which)
            self._store = await promise(descriptor.get.bind(js.globalThis))
        except Exception:
            pass  # every access will be refused, and say so

    async def get(self, name: str) -> str | None:
        """Return the string stored under `name`, or None."""
        try:
            value = await promise(self._store.getItem.bind(self._store, PREFIX + name))
            self._note(self._unread, name, refused=False)
        except Exception:
            self._note(self._unread, name, refused=True)
            value = self._own.get(name)
        # What could not be written is newer than what stands in the browser's storage.
        return self._own[name] if name in self._unwritten else value

    async def all(self, prefix: str) -> dict[str, str]:
        """Return every stored name that begins with `prefix`, with its string."""
        names = set(self._own)
        try:
            keys = await promise(js.Object.keys.bind(js.Object, self._store))
            names.update(key[len(PREFIX) :] for key in keys if key.startswith(PREFIX))
            self._note(self._unread, prefix, refused=False)
        except Exception:
            self._note(self._unread, prefix, refused=True)
        found = {}
        for name in names:
            if name.startswith(prefix):
                found[name] = await self.get(name)
        return found

    def set(self, name: str, value: str) -> None:
        """Store `value` under `name`.

        It reaches the browser before this turn of its event loop is over, so that a player who
        leaves the page right after a game does not lose the point. Whether the browser kept it is
        known, by `kept`, a little later.
        """
        self._own[name] = value
        try:
            writing = promise(self._store.setItem.bind(self._store, PREFIX + name, value))
        except AttributeError:  # there is no storage
            self._note(self._unwritten, name, refused=True)
        else:
            # Not `await writing`: the task would begin to listen only after the browser has
            # complained of a rejected promise that nobody listens to.
            asyncio.create_task(self._written(name, js.Promise.allSettled(js.Array.of(writing))))

    async def _written(self, name, settled):
        outcomes = await settled
        self._note(self._unwritten, name, refused=outcomes[0].status == "rejected")

    def _note(self, names, name, refused):
        """Add `name` to `names`, or take it out, and tell if that makes a difference."""
        before = self.kept
        if refused:
            names.add(name)
        else:
            names.discard(name)
        if self.kept != before:
            self._on_kept(self.kept)


def promise(function):
    """Return a promise of what a JavaScript function of no arguments returns.

    It is called soon, after the Python that is running now. If it throws, the promise is rejected,
    and `await` raises an exception that Python can catch.
    """
    return js.Promise.resolve(None).then(function)
