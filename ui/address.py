"""The page's address: what stands behind its #, and a copy of it for the clipboard.

It knows neither positions nor rounds: a link is a string. Like the storage, it never throws; the
reason why every call is a promise stands there.
"""

import js

from .storage import promise

NAME = "link"  # in the tab's storage


class Address:
    """What the page has in its address, and whether it was taken notice of."""

    def __init__(self, tab):
        """Note in `tab`, a storage of this tab's alone, which link was opened here before."""
        self._tab = tab
        self._seen = None

    async def open(self) -> None:
        """Read what was noted before the page was loaded again."""
        self._seen = await self._tab.get(NAME)

    def take_new(self) -> str | None:
        """Return the link in the address, once: None if there is none or it was taken before."""
        link = js.location.hash
        if link in ("", "#") or link == self._seen:
            return None
        self._note(link)
        return link[1:]

    def forget(self) -> None:
        """Take the link out of the address, because the page does not show it any more."""
        if js.location.hash:
            self._replace("")

    @property
    def is_on_disk(self) -> bool:
        """Whether it leads to a file of this computer, and so nobody else anywhere."""
        return js.location.protocol == "file:"

    @property
    def is_in_sight(self) -> bool:
        """Whether the browser shows the page's address. That of a page in a frame, it does not."""
        return js.globalThis.parent == js.globalThis

    async def copy(self, link: str) -> bool:
        """Put `link` into the address and that into the clipboard; tell whether it is there."""
        address = js.location.href.split("#")[0] + "#" + link
        self._replace("#" + link)
        try:
            clipboard = js.navigator.clipboard
            await promise(clipboard.writeText.bind(clipboard, address))
        except Exception:  # an old browser, a page without https, or it is forbidden
            return False
        return True

    def _note(self, link):
        self._seen = link
        self._tab.set(NAME, link)

    def _replace(self, link):
        self._note(link)
        address = js.location.href.split("#")[0] + link
        replacing = promise(js.history.replaceState.bind(js.history, None, "", address))
        # Some browsers allow it a few times a minute only; then the address stays as it is.
        js.Promise.allSettled(js.Array.of(replacing))
