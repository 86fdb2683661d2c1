"""Find the browsers the tests need, and install those that are missing.

The system's own browser is preferred, whatever it is called there; Playwright's
own is the second choice, as it is a large download. WebKit is driven through
WebKitGTK, which is to be had on Linux only.

`find()` looks at files and starts nothing, so asking is quick. This module must
not know the tests, nor import Playwright: it also has to work where that, or
every browser, is still missing.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

NAMES = ("chromium", "firefox", "webkit")

# What to look for on PATH, best first. The headless shell is Chromium's engine without its windows;
# a page costs it a third of the processor time, and it is what Playwright itself takes.
_COMMANDS = {
    "chromium": ("chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable",
                 "chromium-browser", "microsoft-edge", "msedge"),
    "firefox": ("firefox-esr", "firefox"),
}  # fmt: skip

# Where macOS and Windows keep applications; neither puts them on PATH.
_MACOS = {
    "chromium": ("Google Chrome.app/Contents/MacOS/Google Chrome",
                 "Chromium.app/Contents/MacOS/Chromium",
                 "Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
    "firefox": ("Firefox.app/Contents/MacOS/firefox",),
}  # fmt: skip
_WINDOWS = {
    "chromium": (r"Google\Chrome\Application\chrome.exe",
                 r"Microsoft\Edge\Application\msedge.exe"),
    "firefox": (r"Mozilla Firefox\firefox.exe",),
}  # fmt: skip

_OVERRIDES = {"chromium": "TTT_CHROMIUM", "firefox": "TTT_FIREFOX"}

# Debian's packages. Ubuntu's chromium and firefox are snaps, which may not read
# the temporary profile a test gives them, so there Playwright's own are taken.
_DEBIAN_PACKAGES = {
    "chromium": ("chromium-headless-shell",),
    "firefox": ("firefox-esr",),
    "webkit": ("webkit2gtk-driver", "xvfb"),
}
_UBUNTU_PACKAGES = {"webkit": _DEBIAN_PACKAGES["webkit"]}

# The folder whose presence says that Playwright has its own browser.
_PLAYWRIGHT_FOLDERS = {"chromium": "chromium-headless-shell", "firefox": "firefox"}


class Browser(NamedTuple):
    """A browser that is there.

    `path` is the program; None means Playwright's own, which Playwright finds by
    itself. `helpers` is for webkit: what it takes beside the driver that `path` is.
    """

    name: str
    path: Path | None
    helpers: dict[str, Path] = {}  # noqa: RUF012 - a NamedTuple's default, never written to

    def launch_options(self) -> dict[str, str]:
        """The keyword arguments that make Playwright's launch() start this browser."""
        if self.path is None:
            return {}
        options = {"executable_path": str(self.path)}
        if self.name == "firefox":
            # Playwright's own protocol is only in its patched Firefox; this
            # channel speaks WebDriver BiDi, which every Firefox knows.
            options["channel"] = "moz-firefox"
        return options

    def __str__(self) -> str:
        if self.path is None:
            return "Playwright's own"
        return " + ".join(str(path) for path in (self.path, *self.helpers.values()))


def chromium_args() -> list[str]:
    """What Chromium is started with where only the page's own requests are to be seen.

    So it does not talk to its maker, nor show pages of its own.
    """
    # Its sandbox refuses to start as root, which is what containers run as.
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        *(["--no-sandbox"] if root else []),
    ]


def find() -> dict[str, Browser | None]:
    """What is installed: each of NAMES -> its Browser, or None where it is missing."""
    return {
        "chromium": _find_system("chromium") or _find_playwrights("chromium"),
        "firefox": _find_system("firefox") or _find_playwrights("firefox"),
        "webkit": _find_webkit(),
    }


def _find_system(name: str) -> Browser | None:
    override = os.environ.get(_OVERRIDES[name])
    if override:
        # Named by the user: nothing else will do, so a wrong name is a missing browser.
        found = shutil.which(override)
        return Browser(name, Path(found)) if found else None
    for path in _candidates(name):
        if path.is_file() and not is_snap(path):
            return Browser(name, path)
    return None


def _candidates(name: str) -> Iterator[Path]:
    """The places a browser may be in, best first."""
    for command in _COMMANDS[name]:
        found = shutil.which(command)
        if found:
            yield Path(found)
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (folder / tail for tail in _MACOS[name])
    if os.name == "nt":
        for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
            if variable in os.environ:
                yield from (Path(os.environ[variable]) / tail for tail in _WINDOWS[name])


def is_snap(path: Path) -> bool:
    """Whether `path` is a snap, or the small script that Ubuntu puts in its place."""
    if "snap" in path.resolve().parts:
        return True
    with path.open("rb") as file:
        head = file.read(4096)
    return head.startswith(b"#!") and b"/snap/bin/" in head


def _find_playwrights(name: str) -> Browser | None:
    """Playwright's own browser, if this Python has Playwright and it has downloaded one."""
    if os.environ.get(_OVERRIDES[name]):
        return None
    package = find_spec("playwright")
    if package is None or package.origin is None:
        return None
    listing = Path(package.origin).parent / "driver/package/browsers.json"
    for entry in json.loads(listing.read_text("utf-8"))["browsers"]:
        if entry["name"] == _PLAYWRIGHT_FOLDERS[name]:
            folder = _PLAYWRIGHT_FOLDERS[name].replace("-", "_")
            for revision in (entry["revision"], *entry.get("revisionOverrides", {}).values()):
                # Written last, so a download that broke off does not count.
                marker = _playwright_cache() / f"{folder}-{revision}" / "INSTALLATION_COMPLETE"
                if marker.is_file():
                    return Browser(name, None)
    return None


def _playwright_cache() -> Path:
    """Where Playwright keeps its browsers; its documentation names these places."""
    if os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(os.environ["PLAYWRIGHT_BROWSERS_PATH"])
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/ms-playwright"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "ms-playwright"


def _find_webkit() -> Browser | None:
    """WebKitGTK's driver, its small browser, and a screen to show it on."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    # The folders' names hold the machine's architecture and the library's version.
    places = ("lib/*/webkit*gtk-*", "lib*/webkit*gtk-*", "libexec/webkit*gtk-*")
    found = [path for place in places for path in Path("/usr").glob(f"{place}/MiniBrowser")]
    if not (driver and screen and found):
        return None
    return Browser("webkit", Path(driver), {"MiniBrowser": max(found), "Xvfb": Path(screen)})


def install(missing: Iterable[str]) -> None:
    """Try to install the browsers named in `missing`; find() says afterwards what came of it."""
    # Where the user has named a program, another one would not be taken.
    missing = [name for name in missing if not os.environ.get(_OVERRIDES.get(name, ""))]
    prefix = root_prefix()
    packages = _packages(missing)
    if packages and shutil.which("apt-get") and prefix is not None:
        # The list of packages may be old or absent. That this failed shows
        # in the second command, if it matters.
        run([*prefix, "apt-get", "update", "-q"])
        run([*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-q",
              "--no-install-recommends", *packages])  # fmt: skip
    found = find()
    own = [name for name in missing if name in _PLAYWRIGHT_FOLDERS and found[name] is None]
    if own and find_spec("playwright"):
        # The libraries that its browsers need are the system's; getting them takes root.
        deps = ["--with-deps"] if sys.platform == "linux" and prefix is not None else []
        run([sys.executable, "-m", "playwright", "install", *deps, *own])


def _packages(missing: Iterable[str]) -> list[str]:
    """The apt packages for `missing`, of the distribution that this is; maybe none."""
    table = _UBUNTU_PACKAGES if "ubuntu" in _distribution() else _DEBIAN_PACKAGES
    return [package for name in missing for package in table.get(name, ())]


def _distribution() -> list[str]:
    """The names this system gives itself and its parents, such as ["linuxmint", "ubuntu"]."""
    try:
        lines = Path("/etc/os-release").read_text("utf-8").splitlines()
    except OSError:
        return []
    fields = dict(line.split("=", 1) for line in lines if "=" in line)
    return " ".join(fields.get(key, "").strip("\"'") for key in ("ID", "ID_LIKE")).split()


def root_prefix() -> list[str] | None:
    """What to put before a command to run it as root; None if that takes a password."""
    if not hasattr(os, "geteuid"):
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if sudo and subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0:
        return [sudo, "-n"]
    return None


def run(command: list[str]) -> None:
    """Show the command and run it; a failure is not an error here, find() is asked next."""
    print("+", " ".join(command), flush=True)
    try:
        # apt-get's many lines go where they do not hide what matters unless it fails.
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except OSError as error:
        print(f"  did not start: {error}")
        return
    if done.returncode != 0:
        print("  failed:", *done.stdout.splitlines()[-15:], sep="\n  ")


def how_to_get(name: str) -> str:
    """In plain words, how to get a browser that is missing."""
    variable = _OVERRIDES.get(name)
    if variable and os.environ.get(variable):
        return (
            f"{variable} is set to {os.environ[variable]}, which is no program; correct or unset it"
        )
    packages = " ".join(_packages([name]))
    if packages and shutil.which("apt-get"):
        return f"as root: apt-get update && apt-get install {packages}"
    if name == "webkit":
        return "to be had on Linux: WebKitWebDriver and MiniBrowser of WebKitGTK, and Xvfb"
    return (
        f"install it, or set {variable} to its program, or run: python -m playwright install {name}"
    )


def _table(found: dict[str, Browser | None]) -> str:
    rows = []
    for name, browser in found.items():
        state = f"found    {browser}" if browser else f"missing  {how_to_get(name)}"
        rows.append(f"{name:<9} {state}")
    return "\n".join(rows)


def _verdict(found: dict[str, Browser | None]) -> int:
    """The exit code; says why where something is missing."""
    needed = {"chromium", "firefox"}
    if os.environ.get("CI") and sys.platform == "linux":
        needed.add("webkit")
    missing = [name for name in NAMES if found[name] is None]
    lacking = [name for name in missing if name in needed]
    if lacking:
        print(f"The browser tests cannot run without {' and '.join(lacking)}.", file=sys.stderr)
        return 1
    if missing:
        print(f"Warning: the tests in {' and '.join(missing)} will be skipped.", file=sys.stderr)
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Say which browsers there are; with `install`, first install the missing ones."""
    parser = argparse.ArgumentParser(description="Find the browsers that the tests need.")
    parser.add_argument("command", nargs="?", choices=["install"], help="install what is missing")
    options = parser.parse_args(arguments)
    found = find()
    missing = [name for name in NAMES if found[name] is None]
    if options.command == "install" and missing:
        install(missing)
        found = find()
    print(_table(found), flush=True)
    return _verdict(found)


if __name__ == "__main__":
    sys.exit(main())
