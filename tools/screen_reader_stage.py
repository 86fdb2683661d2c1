"""A desktop that nobody sees, with a screen reader and a browser on it, and keys to press.

All of it is started for one session and ended with it: a virtual screen, a session bus, a window
manager, speech-dispatcher with a voice that writes (tools/screen_reader_voice.py), Orca, and the
browser with a fresh profile. Homes and settings are in a temporary folder, so nobody's own are
read or written, and screen, bus and sockets have names that were free.

This module must not know the page nor the game; it knows an address, keys, and what was said.
"""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

# As in tools/build.py: found both as a program and as a module.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import browsers

VOICE = Path(__file__).resolve().parent / "screen_reader_voice.py"

# Program or file -> Debian's package.
PROGRAMS = {
    "Xvfb": "xvfb",
    "dbus-daemon": "dbus-daemon",
    "/usr/share/dbus-1/services/org.a11y.Bus.service": "at-spi2-core",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "speech-dispatcher": "speech-dispatcher",
    "orca": "orca",
}

# The whole browsers: what has no window is not on the desktop that Orca reads.
BROWSERS = {
    "firefox": ("firefox-esr", "firefox"),
    "chromium": ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser"),
}
_PACKAGES = {"firefox": "firefox-esr", "chromium": "chromium"}

# Not the browsers' own business: first-run pages, updates, and talk with their makers. The page of
# a new tab is got ready behind the others, and Orca would say so.
_FIREFOX_PREFERENCES = """\
user_pref("app.normandy.enabled", false);
user_pref("app.update.auto", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.newtab.preload", false);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("termsofuse.bypassNotification", true);
user_pref("toolkit.telemetry.enabled", false);
"""
_CHROMIUM_FLAGS = (
    "--force-renderer-accessibility",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--password-store=basic",
)

# What Orca would say beside the page: each key's name, and all of the page when it is loaded.
_ORCA_SETTINGS = {"enableKeyEcho": False, "sayAllOnLoad": False}

_SPEECHD_CONF = """\
CommunicationMethod "unix_socket"
SocketPath "{socket}"
LogDir "{folder}"
LogLevel 2
AddModule "ear" "{voice}" "ear.conf"
DefaultModule ear
DefaultLanguage "en"
"""

STARTING = 20  # seconds that a program may take until it is there


class StageError(Exception):
    """A session cannot be had here; the message is for the person at the keyboard."""


def find_browser(name: str) -> Path | None:
    """The program of the whole browser, None if there is none."""
    for command in BROWSERS[name]:
        found = shutil.which(command)
        if found and not browsers.is_snap(Path(found)):
            return Path(found)
    return None


def missing(names: list[str]) -> dict[str, str]:
    """What is not there of all that sessions with these browsers take: name -> its package."""
    lacking = {
        program: package
        for program, package in PROGRAMS.items()
        if not (Path(program).is_file() if program.startswith("/") else shutil.which(program))
    }
    for name in names:
        if find_browser(name) is None:
            lacking[name] = _PACKAGES[name]
    return lacking


def get_ready(names: list[str]) -> None:
    """Install what is missing, where that is possible; StageError says what is missing still."""
    if sys.platform != "linux":
        raise StageError("Orca is a screen reader for Linux; elsewhere there is none to start.")
    lacking = missing(names)
    prefix = browsers.root_prefix()
    if lacking and shutil.which("apt-get") and prefix is not None:
        packages = sorted(set(lacking.values()))
        browsers.run([*prefix, "apt-get", "update", "-q"])
        browsers.run([*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install",
                       "-y", "-q", "--no-install-recommends", *packages])  # fmt: skip
        lacking = missing(names)
    if lacking:
        packages = " ".join(sorted(set(lacking.values())))
        raise StageError(
            f"Not there: {', '.join(lacking)}. On Debian, as root: apt-get install {packages}"
        )
    if _is_orca_running():
        raise StageError(
            "An Orca is running already, and another will not start beside it. "
            "End that one (Super+Alt+S), or try again as another user."
        )


def _is_orca_running() -> bool:
    """Whether this user has an Orca, on whatever screen: it looks for others just so."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            is_orca = (process / "comm").read_text("utf-8").strip() == "orca"
            if is_orca and process.stat().st_uid == os.getuid():
                return True
        except OSError:
            continue  # it has ended in the meantime
    return False


def versions(name: str) -> dict[str, str]:
    """The names and versions of the two that talk with each other, as they give them."""
    firsts = {"Orca": "orca", name.capitalize(): str(find_browser(name))}
    return {title: _version([command, "--version"]) for title, command in firsts.items()}


def _version(command: list[str]) -> str:
    """The word with a figure in it that the command prints, as in "43.1"."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    words = [word for word in done.stdout.split() if word[0].isdigit()]
    return words[0] if words else "unknown"


class Said(NamedTuple):
    """What the voice reports: that it has begun a text, come to its end, or been cut off."""

    event: str
    text: str


class Stage:
    """The desktop while it is there."""

    def __init__(self, environment: dict[str, str], heard: Path) -> None:
        self._environment = environment
        self._heard = heard
        self._read = 0  # so many bytes of it

    def press(self, key: str) -> None:
        """Press a key, by xdotool's name for it, such as "Return" or "shift+Tab"."""
        command = ["xdotool", "key", "--clearmodifiers", key]
        subprocess.run(command, env=self._environment, check=True, capture_output=True)

    def listen(self) -> list[Said]:
        """What the voice has reported since it was asked last."""
        with self._heard.open("rb") as file:
            file.seek(self._read)
            whole = file.read().rpartition(b"\n")[0]
        self._read += len(whole) + 1 if whole else 0
        lines = whole.decode("utf-8").split("\n") if whole else []
        return [Said(*line.partition(" ")[::2]) for line in lines]


@contextmanager
def session(name: str, url: str) -> Iterator[Stage]:
    """Orca and the browser of this name, which shows the page at `url`, while the block runs."""
    # Short, as the names of sockets must be, and no word of whose machine this is.
    with tempfile.TemporaryDirectory(prefix="heard-", ignore_cleanup_errors=True) as temporary:
        folder = Path(temporary)
        heard = folder / "heard"
        heard.touch()
        environment = _environment(folder)
        with ExitStack() as stack:
            screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
            number = stack.enter_context(_running(screen, environment, folder, answers=True))
            environment["DISPLAY"] = f":{number}"
            bus = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
            address = stack.enter_context(_running(bus, environment, folder, answers=True))
            environment["DBUS_SESSION_BUS_ADDRESS"] = address
            socket = _write_speech_settings(folder, heard)
            environment["SPEECHD_ADDRESS"] = f"unix_socket:{socket}"
            speech = ["speech-dispatcher", "-s", "-t", "0", "-C", str(folder / "speech")]
            for command in (["openbox"], speech):
                stack.enter_context(_running(command, environment, folder))
            _wait_for(socket.exists, "speech-dispatcher")
            _write_orca_settings(folder)
            stack.enter_context(_running(["orca"], environment, folder))
            # "Screen reader on." An event of the browser that comes before that is lost on it.
            _wait_for(lambda: heard.stat().st_size > 0, "Orca")
            browser = _browser_command(name, url, folder)
            stack.enter_context(_running(browser, environment, folder))
            yield Stage(environment, heard)


def _environment(folder: Path) -> dict[str, str]:
    """What the programs are told: where things are, and nothing of the user's own session."""
    environment = {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "GSETTINGS_BACKEND": "memory",  # neither read nor write what the user has set
        "GNOME_ACCESSIBILITY": "1",
    }
    for variable, name in (
        ("HOME", "home"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_RUNTIME_DIR", "runtime"),
    ):
        (folder / name).mkdir(mode=0o700)
        environment[variable] = str(folder / name)
    return environment


def _write_speech_settings(folder: Path, heard: Path) -> Path:
    """Give speech-dispatcher our voice only; gives the socket that it will listen at."""
    socket = folder / "speech.socket"
    modules = folder / "speech/modules"
    modules.mkdir(parents=True)
    (modules / "ear.conf").touch()
    voice = folder / "voice"
    command = shlex.join([sys.executable, str(VOICE), str(heard)])
    voice.write_text(f"#!/bin/sh\nexec {command}\n", "utf-8")
    voice.chmod(0o755)
    settings = _SPEECHD_CONF.format(socket=socket, folder=folder, voice=voice)
    (folder / "speech/speechd.conf").write_text(settings, "utf-8")
    return socket


def _write_orca_settings(folder: Path) -> None:
    default = ["Default", "default"]
    settings = {
        "general": {**_ORCA_SETTINGS, "startingProfile": default},
        "profiles": {"default": {**_ORCA_SETTINGS, "profile": default}},
        "pronunciations": {},
        "keybindings": {},
    }
    path = folder / "data/orca/user-settings.conf"
    path.parent.mkdir()
    path.write_text(json.dumps(settings), "utf-8")


def _browser_command(name: str, url: str, folder: Path) -> list[str]:
    program = str(find_browser(name))
    profile = folder / "profile"
    profile.mkdir()
    if name == "firefox":
        (profile / "user.js").write_text(_FIREFOX_PREFERENCES, "utf-8")
        return [program, "--no-remote", "--profile", str(profile), url]
    # Chromium's sandbox does not work for root.
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return [program, *_CHROMIUM_FLAGS, *sandbox, f"--user-data-dir={profile}", url]


@contextmanager
def _running(
    command: list[str], environment: dict[str, str], folder: Path, answers: bool = False
) -> Iterator[str]:
    """A program while the block runs; gives the first line that it prints, if it `answers`."""
    name = Path(command[0]).name
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if answers else log,
            stderr=log,
            # Its children go with it, and Ctrl+C is for us alone, who end it then.
            start_new_session=True,
        )
        try:
            line = process.stdout.readline().decode().strip() if answers else ""
            if answers and not line:
                raise StageError(f"{name} did not start.")
            yield line
        finally:
            _end(process)


def _end(process: subprocess.Popen) -> None:
    """End the program and all that it started."""
    for kind, seconds in ((signal.SIGTERM, 3), (signal.SIGKILL, 3)):
        try:
            os.killpg(process.pid, kind)
        except ProcessLookupError:
            break
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
    process.wait()
    if process.stdout:
        process.stdout.close()


def _wait_for(is_there, what: str) -> None:
    end = time.monotonic() + STARTING
    while not is_there():
        if time.monotonic() > end:
            raise StageError(f"{what} did not start within {STARTING} seconds.")
        time.sleep(0.05)
