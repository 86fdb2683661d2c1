"""The little server: right types, compressed or not, free ports, and an end without noise."""

import gzip
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tools import runtime, serve


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<!doctype html>Grüße", "utf-8")
    return tmp_path


def get(url: str):
    return urllib.request.urlopen(url, timeout=10)


def test_the_address_answers_with_the_page(folder):
    with serve.serving(folder) as url, get(url) as answer:
        assert answer.read().decode() == "<!doctype html>Grüße"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("core.js", "text/javascript"),
        ("micropython.mjs", "text/javascript"),
        ("micropython.wasm", "application/wasm"),
        ("main.py", "text/plain"),
        ("pyscript.toml", "text/plain"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("board.css", "text/css"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_files_have_the_types_that_browsers_insist_on(folder, name, content_type):
    (folder / name).write_text("content")
    with serve.serving(folder) as url, get(url + name) as answer:
        assert answer.headers.get_content_type() == content_type


# Compressed or not

TEXT = "print('Grüße')\n" * 200


def ask(url: str, method: str = "GET", **headers: str):
    """The answer to a request whose headers have "_" for "-"; no error is raised for any status."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, method=method, headers=named)
    try:
        return get(request)
    except urllib.error.HTTPError as error:
        return error


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("main.py", "text/plain; charset=utf-8"),
        ("core.js", "text/javascript; charset=utf-8"),
        ("micropython.wasm", "application/wasm"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_text_and_wasm_are_sent_compressed_to_who_accepts_it(folder, name, content_type):
    (folder / name).write_text(TEXT, "utf-8")
    with (
        serve.serving(folder) as url,
        ask(url + name, Accept_Encoding="gzip, deflate, br") as answer,
    ):
        body = answer.read()
        assert gzip.decompress(body).decode() == TEXT
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Content-Length"] == str(len(body))
        assert len(body) < len(TEXT) / 2
        assert answer.headers["Content-Type"] == content_type
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["", "?a=b", "index.html#c", "index.html?a=b"])
def test_the_page_itself_is_sent_compressed(folder, name):
    (folder / "index.html").write_text(TEXT, "utf-8")
    with serve.serving(folder) as url, ask(url + name, Accept_Encoding="gzip") as answer:
        assert gzip.decompress(answer.read()).decode() == TEXT
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "accepted",
    [
        "",
        "identity",
        "br",
        "gzip;q=0",
        "gzip; q=0.000, br",
        "GZIP;Q=0",
        "x-gzip",
        "*;q=0",
        "gzipped",
    ],
)
def test_without_gzip_accepted_files_are_sent_as_they_are(folder, accepted):
    (folder / "main.py").write_text(TEXT, "utf-8")
    with serve.serving(folder) as url, ask(url + "main.py", Accept_Encoding=accepted) as answer:
        assert answer.read().decode() == TEXT
        assert "Content-Encoding" not in answer.headers
        assert answer.headers["Content-Length"] == str(len(TEXT.encode()))
        # A store between server and browser must know that others get it otherwise.
        assert answer.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "accepted", ["gzip", "GZIP", "br;q=1.0, gzip;q=0.001", "deflate , gzip ; q=0.5", "gzip;q=1"]
)
def test_gzip_may_be_accepted_in_many_spellings(folder, accepted):
    (folder / "main.py").write_text(TEXT, "utf-8")
    with serve.serving(folder) as url, ask(url + "main.py", Accept_Encoding=accepted) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"


def test_what_is_small_or_compressed_already_is_sent_as_it_is(folder):
    (folder / "picture.png").write_text(TEXT, "utf-8")
    with serve.serving(folder) as url:
        for name in ("index.html", "picture.png"):
            with ask(url + name, Accept_Encoding="gzip") as answer:
                assert answer.read() == (folder / name).read_bytes()
                assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_head_is_answered_as_get_without_the_content(folder, accepted):
    (folder / "main.py").write_text(TEXT, "utf-8")
    with serve.serving(folder) as url:
        with ask(url + "main.py", Accept_Encoding=accepted) as whole:
            whole.read()
        with ask(url + "main.py", "HEAD", Accept_Encoding=accepted) as head:
            assert head.status == 200
            assert head.read() == b""
    for name in ("Content-Type", "Content-Encoding", "Content-Length", "Last-Modified", "Vary"):
        assert head.headers[name] == whole.headers[name]


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_an_unchanged_file_is_not_sent_again_and_a_changed_one_at_once(folder, accepted):
    file = folder / "main.py"
    file.write_text(TEXT, "utf-8")
    with serve.serving(folder) as url:
        with ask(url + "main.py", Accept_Encoding=accepted) as first:
            given = first.headers["Last-Modified"]
        again = {"Accept_Encoding": accepted, "If_Modified_Since": given}
        with ask(url + "main.py", **again) as second:
            assert (second.status, second.read()) == (304, b"")
            assert second.headers["Vary"] == "Accept-Encoding"
        time_of_change = file.stat().st_mtime + 2
        file.write_text(TEXT.replace("print", "write"), "utf-8")  # of the same size
        os.utime(file, (time_of_change, time_of_change))
        with ask(url + "main.py", **again) as third:
            body = third.read()
            assert (third.status, third.headers.get("Content-Encoding", "identity")) == (
                200,
                accepted,
            )
            assert b"write" in (gzip.decompress(body) if accepted == "gzip" else body)


def test_a_file_is_compressed_once(folder, monkeypatch):
    (folder / "main.py").write_text(TEXT, "utf-8")
    compress, calls = gzip.compress, []
    monkeypatch.setattr(
        serve.gzip, "compress", lambda *a, **k: calls.append(a) or compress(*a, **k)
    )
    with serve.serving(folder) as url:
        for _ in range(3):
            ask(url + "main.py", Accept_Encoding="gzip").close()
    assert len(calls) == 1


@pytest.mark.parametrize(
    "path", ["absent.js", "styles/", "index.html/", "../secret.txt", "%2e%2e/secret.txt"]
)
@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_nothing_but_files_of_the_folder_is_served(folder, path, accepted):
    page = folder / "page"
    page.mkdir()
    (page / "styles").mkdir()
    (page / "index.html").write_text(TEXT, "utf-8")
    (folder / "secret.txt").write_text("secret" * 1000)
    with serve.serving(page) as url, ask(url + path, Accept_Encoding=accepted) as answer:
        assert answer.status == 404


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_page_of_the_folders_own_is_sent_for_what_is_not_there(folder, method):
    (folder / "404.html").write_text("<p>Nothing here")
    with serve.serving(folder) as url, ask(url + "a/b?c", method) as answer:
        assert answer.status == 404
        assert answer.headers["Content-Type"].startswith("text/html")
        assert answer.read() == (b"<p>Nothing here" if method == "GET" else b"")


def test_only_this_machine_can_reach_it(folder):
    server = serve.start(folder)
    assert server.server_address[0] == "127.0.0.1"
    server.server_close()


def test_after_the_block_nobody_answers(folder):
    with serve.serving(folder) as url:
        get(url).close()
    with pytest.raises(urllib.error.URLError):
        get(url)


def test_localhost_is_not_printed_where_it_leads_elsewhere(folder):
    server = serve.start(folder)
    port = server.server_address[1]
    try:
        other = socket.create_server(("::1", port), family=socket.AF_INET6)
    except OSError:
        server.server_close()
        pytest.skip("this machine has no IPv6, so localhost cannot lead there")
    with other:
        leads_elsewhere = socket.getaddrinfo("localhost", port)[0][4][0] == "::1"
        expected = "127.0.0.1" if leads_elsewhere else "localhost"
        assert serve.base_url(server) == f"http://{expected}:{port}/"
    server.server_close()


# As a command


def _heed_ctrl_c():
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run(folder):
    """Starts the command; gives the process and the one line that it prints."""
    processes = []

    def start(*arguments: str, **environment: str):
        process = subprocess.Popen(
            [sys.executable, runtime.ROOT / "tools/serve.py", folder, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONUTF8": "1", **environment},
            # A shell that runs tests in the background has them ignore Ctrl+C, and what they start.
            preexec_fn=None if os.name == "nt" else _heed_ctrl_c,
        )
        processes.append(process)
        return process, process.stdout.readline()

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def test_the_next_free_port_is_taken_and_printed(run):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        _, line = run("--no-open", "--port", str(port))
        url = line.split()[2]
        assert line.startswith("Playing at http://")
        assert port < int(url.rstrip("/").rpartition(":")[2]) < port + serve.PORTS_TRIED
        with get(url) as answer:
            assert answer.status == 200


def test_a_second_server_takes_another_port_than_the_first(run):
    _, first = run("--no-open", "--port", "18431")
    _, second = run("--no-open", "--port", "18431")
    assert first != second
    for line in (first, second):
        get(line.split()[2]).close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send to another process")
def test_ctrl_c_ends_it_quietly(run):
    process, line = run("--no-open")
    get(line.split()[2]).close()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == 0
    assert errors == ""


@pytest.mark.skipif(sys.platform != "linux", reason="how a browser is chosen is the system's")
@pytest.mark.parametrize(
    ("display", "ci", "opened"), [(":7", "", True), ("", "", False), (":7", "true", False)]
)
def test_a_browser_is_opened_only_where_there_is_a_screen_and_a_person(
    run, tmp_path, display, ci, opened
):
    # A stand-in for the desktop's browser, which writes down what it is given.
    # "&" is how $BROWSER marks one that does not live in the terminal.
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened.new\n'
                       f"mv {tmp_path}/opened.new {tmp_path}/opened\n")  # fmt: skip
    browser.chmod(0o755)
    _, line = run(BROWSER=f"{browser} %s &", DISPLAY=display, WAYLAND_DISPLAY="", CI=ci)
    assert appears(tmp_path / "opened", 10 if opened else 1) is opened
    if opened:
        assert (tmp_path / "opened").read_text().strip() == line.split()[2]


@pytest.mark.skipif(sys.platform != "linux", reason="how a browser is chosen is the system's")
def test_a_browser_that_lives_in_the_terminal_is_not_opened(run, tmp_path):
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\ntouch {tmp_path}/opened\n")
    browser.chmod(0o755)
    run(BROWSER=f"{browser} %s", DISPLAY=":7", CI="")
    assert not appears(tmp_path / "opened", 1)


def appears(path: Path, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not path.exists():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_without_a_page_it_says_what_to_do(tmp_path, capsys):
    assert serve.main([str(tmp_path / "absent")]) == 1
    assert "make play" in capsys.readouterr().err
