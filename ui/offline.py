"""What the page has to do with its being kept: offline, in a new version, and as an installed app.

`sw.js` keeps the page, and one version of it whole; it is the browser that runs it, beside the page
and longer. This module asks the browser for it, says what came of it at the end of the page, and
offers a new version. It does not know what is kept, nor the game. Where the browser refuses any
of it, nothing is said, and the game plays on. Why every call is a promise stands in `storage.py`.
"""

import js
from pyscript.ffi import create_proxy, to_js

from . import dom, text
from .storage import promise

NAME = "offline"  # in the storage: it was said that the page is kept

WORKER = "sw.js"
POLICY = "tic-tac-toe"  # the one that the built page allows (Trusted Types)

# What the worker understands.
UPDATE = "update"
VERSION = "version"


class Offline:
    """The last lines of the page."""

    def __init__(self, storage, announce):
        """Note in `storage` what need not be said again; `announce(words)` says what must be."""
        self._storage = storage
        self._announce = announce
        self._end = dom.find("away")
        self._said = dom.find("offline")
        self._offer = dom.find("update-offer")
        self.update = dom.find("update")
        self.install = dom.find("install")
        self._one_file = dom.find("one-file")
        # Only a built page has one; any other is not kept.
        self._version = js.document.documentElement.getAttribute("data-version")
        # The browser's ServiceWorkerContainer, and its registration of sw.js: None until `open` has
        # them. What listens to the two, and the button Update, come later than that.
        self._container: js.Object = None  # pyright: ignore[reportAttributeAccessIssue]
        self._registration: js.Object = None  # pyright: ignore[reportAttributeAccessIssue]
        self._looked = _hour()  # when the server was last asked, as it is while loading
        self._wants_update = False  # whether the button was pressed in this tab
        self._look = create_proxy(self._look_at_workers)

    async def open(self) -> None:
        """Have the page kept; return when it is, which may be never."""
        self.show_install()
        self.show_network()
        if self._version is None:
            return
        try:
            await self._register()
            self._listen()
            await self._container.ready  # now all files are kept: sw.js keeps all or none
        except Exception:
            return
        if await self._storage.get(NAME) is None:
            self._storage.set(NAME, "said")
            self._said.textContent = text.READY_OFFLINE
            self._show(self._said)
            self._announce(text.READY_OFFLINE)

    def press_update(self) -> None:
        """Change to the new version; the round is kept, as with every reload."""
        waiting = self._registration.waiting
        if waiting is None:  # another tab has changed to it already
            js.location.reload()
        else:
            self._wants_update = True
            _tell(waiting, UPDATE)

    def look_for_update(self) -> None:
        """Ask the server for a new version, if the page comes into sight in another hour.

        An installed page may stay open for weeks.
        """
        is_seen = js.document.visibilityState == "visible"
        if self._registration is not None and is_seen and _hour() != self._looked:
            self._ask_server()

    def show_network(self) -> None:
        """Offer what has to be fetched only while there is a network."""
        if not _has_focus(self._one_file):
            self._one_file.hidden = not js.navigator.onLine

    def show_install(self) -> None:
        """Offer to install the page, if the browser does (boot.js keeps its offer)."""
        if getattr(js.globalThis, "installEvent", None) is not None:
            self._show(self.install)

    def press_install(self) -> None:
        """Have the browser ask whether to install; it lets itself be told only once."""
        self.hide_install()
        event = js.globalThis.installEvent
        _try(event.prompt.bind(event))

    def hide_install(self) -> None:
        """Offer it no longer, because it is done or was answered."""
        if _has_focus(self.install):
            self._one_file.querySelector("a").focus()  # or a keyboard would begin at the top again
        self.install.hidden = True

    async def _register(self):
        # Merely reading `navigator.serviceWorker` throws in a sandboxed frame. (The second
        # `navigator` is what the getter is called on. Without it, that would be the `undefined`
        # with which a promise calls what it is given.)
        navigator = js.navigator
        read = js.Reflect.get.bind(js.Reflect, navigator, "serviceWorker", navigator)
        self._container = await promise(read)
        register = self._container.register.bind(self._container, await _worker_address())
        self._registration = await promise(register)

    def _listen(self):
        self._registration.addEventListener("updatefound", self._look)
        self._container.addEventListener("controllerchange", create_proxy(self._worker_changed))
        self._container.addEventListener("message", create_proxy(self._worker_answered))
        self._look_at_workers()
        self._ask_version(self._container.controller)
        if self._registration.active is not None:  # else this is the first visit
            self._ask_server()  # browsers do it by themselves, but late, and not always

    def _ask_server(self):
        self._looked = _hour()
        _try(self._registration.update.bind(self._registration))

    def _look_at_workers(self, event=None):
        """Ask the one that waits for its version; if one is arriving, look again then."""
        registration = self._registration
        if registration.active is not None:
            self._ask_version(registration.waiting)
        if registration.installing is not None:
            # Twice the same listener counts as one.
            registration.installing.addEventListener("statechange", self._look)

    def _worker_changed(self, event):
        if self._wants_update:
            self._wants_update = False
            js.location.reload()
        else:
            self._ask_version(self._container.controller)  # this tab was not asked: it plays on

    def _ask_version(self, worker):
        if worker is not None:
            _tell(worker, VERSION)

    def _worker_answered(self, event):
        """Offer what is another version than this page's.

        This page's own may wait as well: the player has loaded the page past the worker (by
        Shift+reload), or the server went back to it. Then there is nothing to ask the player.
        """
        waiting = self._registration.waiting
        if event.data != self._version:
            if self._offer.hidden:
                self._announce(text.UPDATE_READY)
            self._show(self._offer)
        elif event.source == waiting:
            _tell(waiting, UPDATE)
        elif waiting is None and not _has_focus(self._offer):
            self._offer.hidden = True  # what was offered is not there any more

    def _show(self, element):
        """Show `element` below all that is shown already, so that nothing moves."""
        if element.hidden:
            self._end.append(element)
            element.hidden = False


async def _worker_address():
    """Return what to register: an address that the page's policy lets through."""
    types = getattr(js.globalThis, "trustedTypes", None)
    if types is None:  # a browser without such policies
        return WORKER
    rules = to_js({"createScriptURL": create_proxy(lambda address, *more: address)})
    policy = await promise(types.createPolicy.bind(types, POLICY, rules))
    return await promise(policy.createScriptURL.bind(policy, WORKER))


def _hour() -> str:
    """Return the date and the hour, by a clock that goes on while the machine sleeps.

    (That of Python, `time.time()`, need not: boot.js says why.)
    """
    return js.Date.new().toJSON()[:13]


def _has_focus(element) -> bool:
    return element.contains(js.document.activeElement)


def _tell(worker, word):
    _try(worker.postMessage.bind(worker, word))


def _try(function):
    """Call a JavaScript function; if it fails, nobody need know."""
    js.Promise.allSettled(js.Array.of(promise(function)))
