"""tools/browsers.py on machines made up of an empty PATH and a few stand-ins."""

import json
import os
import sys
import time
from pathlib import Path

import pytest

from tools import browsers

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Path:
    """A Linux machine with no browser, no apt-get and no Playwright; gives its only PATH folder."""
    path = tmp_path / "bin"
    path.mkdir()
    monkeypatch.setenv("PATH", str(path))
    for name in ("TTT_CHROMIUM", "TTT_FIREFOX", "CI", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(browsers, "find_spec", lambda name: None)
    monkeypatch.setattr(browsers, "_distribution", lambda: ["debian"])
    monkeypatch.setattr(browsers, "root_prefix", list)
    return path


def program(path: Path, script: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def playwright(tmp_path, monkeypatch, *complete: str) -> None:
    """Put a Playwright there that has downloaded the folders `complete`."""
    driver = tmp_path / "site/playwright/driver/package"
    driver.mkdir(parents=True)
    listing = [
        {"name": "chromium", "revision": "11"},
        {"name": "chromium-headless-shell", "revision": "11"},
        {"name": "firefox", "revision": "22", "revisionOverrides": {"mac12": "21"}},
    ]
    (driver / "browsers.json").write_text(json.dumps({"browsers": listing}))

    class Spec:
        origin = str(tmp_path / "site/playwright/__init__.py")

    monkeypatch.setattr(browsers, "find_spec", lambda name: Spec)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "cache"))
    for name in ("chromium_headless_shell-11", "firefox-22"):
        (tmp_path / "cache" / name).mkdir(parents=True)
    for name in complete:
        (tmp_path / "cache" / name / "INSTALLATION_COMPLETE").write_text("")


# Finding


def test_on_a_bare_machine_nothing_is_found(machine):
    assert browsers.find() == {"chromium": None, "firefox": None, "webkit": None}


def test_the_systems_browsers_are_found_under_their_several_names(machine):
    chrome = program(machine / "google-chrome")
    firefox = program(machine / "firefox")
    found = browsers.find()
    assert found["chromium"].launch_options() == {"executable_path": str(chrome)}
    assert found["firefox"].launch_options() == {
        "executable_path": str(firefox),
        "channel": "moz-firefox",
    }


def test_chromiums_shell_without_windows_comes_before_the_whole_of_it(machine):
    program(machine / "chromium")
    shell = program(machine / "chromium-headless-shell")
    assert browsers.find()["chromium"].path == shell


def test_ubuntus_stand_in_for_a_snap_is_no_browser(machine):
    program(machine / "firefox", "exec /snap/bin/firefox")
    program(machine / "snap/bin/chromium")
    (machine / "chromium").symlink_to(machine / "snap/bin/chromium")
    assert browsers.find()["firefox"] is None
    assert browsers.find()["chromium"] is None


def test_the_environment_names_a_browser_and_no_other_will_do(machine, monkeypatch):
    program(machine / "chromium")
    mine = program(machine / "elsewhere/my-chromium")
    monkeypatch.setenv("TTT_CHROMIUM", str(mine))
    assert browsers.find()["chromium"].path == mine
    monkeypatch.setenv("TTT_CHROMIUM", str(machine / "absent"))
    assert browsers.find()["chromium"] is None
    assert "TTT_CHROMIUM" in browsers.how_to_get("chromium")


def test_playwrights_own_browsers_count_once_they_are_complete(machine, tmp_path, monkeypatch):
    playwright(tmp_path, monkeypatch, "firefox-22")
    found = browsers.find()
    assert found["chromium"] is None
    assert found["firefox"].path is None
    assert found["firefox"].launch_options() == {}


def test_a_system_browser_comes_before_playwrights(machine, tmp_path, monkeypatch):
    playwright(tmp_path, monkeypatch, "firefox-22")
    firefox = program(machine / "firefox-esr")
    assert browsers.find()["firefox"].path == firefox


# Saying


@pytest.mark.parametrize(
    ("there", "ci", "code"),
    [
        ((), "", 1),
        (("chromium",), "", 1),
        (("firefox",), "", 1),
        (("chromium", "firefox"), "", 0),  # webkit is a warning...
        (("chromium", "firefox"), "true", 1),  # ...but not where nobody reads it
    ],
)
def test_the_exit_code_says_whether_the_tests_can_run(
    machine, monkeypatch, capsys, there, ci, code
):
    for name in there:
        program(machine / name)
    monkeypatch.setenv("CI", ci)
    assert browsers.main([]) == code
    output = capsys.readouterr()
    for name in browsers.NAMES:
        state = "found" if name in there else "missing"
        assert f"{name:<9} {state}" in output.out
    assert "webkit" in output.err or code == 1


def test_what_is_missing_comes_with_the_way_to_get_it(machine, capsys):
    program(machine / "apt-get")
    browsers.main([])
    output = capsys.readouterr().out
    assert "apt-get install chromium" in output
    assert "apt-get install firefox-esr" in output
    assert "apt-get install webkit2gtk-driver xvfb" in output


# Installing


def apt_get(machine: Path, script: str) -> None:
    """An apt-get that writes down its arguments, then runs `script`."""
    program(machine / "apt-get", f'echo "$@" >> {machine}/asked\n{script}')
    (machine / "env").symlink_to("/usr/bin/env")


def test_on_debian_only_what_is_missing_is_installed_by_apt_get(machine, capsys):
    program(machine / "chromium")
    apt_get(
        machine, f"echo '#!/bin/sh' > {machine}/firefox-esr; /bin/chmod 755 {machine}/firefox-esr"
    )
    assert browsers.main(["install"]) == 0
    asked = (machine / "asked").read_text().splitlines()
    assert asked[0].split()[0] == "update"
    assert asked[1].endswith("firefox-esr webkit2gtk-driver xvfb")
    assert "firefox   found" in capsys.readouterr().out


def test_on_ubuntu_apt_get_is_not_asked_for_snaps(machine, monkeypatch):
    monkeypatch.setattr(browsers, "_distribution", lambda: ["linuxmint", "ubuntu", "debian"])
    apt_get(machine, "")
    browsers.main(["install"])
    assert "chromium" not in (machine / "asked").read_text()
    assert "firefox" not in (machine / "asked").read_text()


def test_where_apt_get_fails_playwright_is_asked(machine, tmp_path, monkeypatch, capsys):
    playwright(tmp_path, monkeypatch)
    apt_get(machine, "echo no such package; exit 100")
    program(machine / "python", f'echo "$@" > {machine}/asked-playwright')
    monkeypatch.setattr(sys, "executable", str(machine / "python"))
    assert browsers.main(["install"]) == 1
    asked = (machine / "asked-playwright").read_text().split()
    assert asked == ["-m", "playwright", "install", "--with-deps", "chromium", "firefox"]
    assert "no such package" in capsys.readouterr().out


def test_without_root_and_without_playwright_nothing_is_run(machine, monkeypatch, capsys):
    monkeypatch.setattr(browsers, "root_prefix", lambda: None)
    apt_get(machine, "")
    assert browsers.main(["install"]) == 1
    assert not (machine / "asked").exists()
    assert "as root" in capsys.readouterr().out


def test_a_browser_that_the_user_named_wrongly_is_not_replaced(machine, tmp_path, monkeypatch):
    playwright(tmp_path, monkeypatch, "chromium_headless_shell-11", "firefox-22")
    apt_get(machine, "")
    monkeypatch.setenv("TTT_FIREFOX", "/absent")
    program(machine / "python", f'echo "$@" > {machine}/asked-playwright')
    monkeypatch.setattr(sys, "executable", str(machine / "python"))
    assert browsers.main(["install"]) == 1
    assert "firefox" not in (machine / "asked").read_text()
    assert not (machine / "asked-playwright").exists()


# On this machine, as it is


def test_asking_takes_less_than_a_second():
    # Processor time, so that a busy machine does not count.
    start = time.process_time()
    assert set(browsers.find()) == set(browsers.NAMES)
    assert time.process_time() - start < 1
