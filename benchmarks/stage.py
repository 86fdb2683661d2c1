"""A browser with nobody else to talk to, and in it clean tabs, slowed down where that is wanted.

This module knows Playwright and what the browsers can do. It knows no page, and measures nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, Playwright

from tools import browsers

from .measuring import CannotMeasure

# What "Slow 4G" is called in Lighthouse and in Chromium's own tools, without their allowances for
# how they slow down: milliseconds, and bytes in a second.
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}

# No page may get anything from elsewhere. (Playwright's `route` would do, but takes its time for
# every request.)
_NOTHING_ELSE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
_FIREFOX_PREFERENCES = {
    # For all but this machine, a proxy where there is none.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "localhost, 127.0.0.1",
}

# Longer than Pyodide takes on a slow network.
PATIENCE = 180_000  # milliseconds

# After so long a page that is ready has nothing more to do by itself.
SETTLED = 1000  # milliseconds


class Stage(NamedTuple):
    """One browser that is running."""

    name: str
    browser: Browser

    @property
    def title(self) -> str:
        """The browser as the table names it: "Chromium 156"."""
        return f"{self.name.capitalize()} {self.browser.version.partition('.')[0]}"

    @property
    def can_slow_down(self) -> bool:
        """Whether this browser can emulate a slower network and a slower processor."""
        return self.name == "chromium"

    @contextmanager
    def tab(
        self, *scripts: str, network: dict | None = None, cpu: int = 1, worker: bool = False
    ) -> Iterator[Page]:
        """A tab that has cached nothing; each page in it begins with `scripts`.

        `network` and `cpu` slow it down, the latter by so many times. Only with `worker` may a page
        have a service worker: it would load all files once more while something is measured.
        """
        context = self.browser.new_context(service_workers="allow" if worker else "block")
        context.set_default_timeout(PATIENCE)
        for script in scripts:
            context.add_init_script(script)
        try:
            page = context.new_page()
            if network or cpu != 1:
                session = self.session(page)
                if network:
                    session.send("Network.enable")
                    session.send("Network.emulateNetworkConditions", network)
                session.send("Emulation.setCPUThrottlingRate", {"rate": cpu})
            yield page
        finally:
            context.close()

    def session(self, page: Page) -> CDPSession:
        """What Chromium's own tools use to look into a tab."""
        if not self.can_slow_down:
            raise CannotMeasure(f"{self.title} has no such tools.")
        return page.context.new_cdp_session(page)


@contextmanager
def open_stage(playwright: Playwright, name: str) -> Iterator[Stage]:
    """The browser of that name. Raises CannotMeasure if it is not on this machine."""
    found = browsers.find()[name]
    if found is None:
        raise CannotMeasure(f"{name} is missing: {browsers.how_to_get(name)}")
    options = found.launch_options()
    if name == "chromium":
        options["args"] = [*browsers.chromium_args(), _NOTHING_ELSE]
    else:
        options["firefox_user_prefs"] = _FIREFOX_PREFERENCES
    browser = getattr(playwright, name).launch(**options)
    try:
        yield Stage(name, browser)
    finally:
        browser.close()


def wait_until(page: Page, condition: str) -> None:
    """Wait until a JavaScript expression is true.

    Playwright's own way makes JavaScript of text within the page, which our page's policy forbids.
    """
    waited = 0
    while not page.evaluate(condition):
        if waited > PATIENCE:
            raise CannotMeasure(f"This was never true: {condition}")
        page.wait_for_timeout(30)
        waited += 30
