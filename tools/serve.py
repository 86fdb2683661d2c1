"""Serve a folder on this machine, for playing and for tests.

A page with modules and WebAssembly does not start from file://, hence a server.
It serves files as a plain static host would and knows nothing of the page, so
what works here works on any such host. It sends text and WebAssembly compressed,
as GitHub Pages does: `make audit` then measures what players get. Only this
machine can reach it.
"""

import argparse
import gzip
import io
import os
import socket
import socketserver
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

ADDRESS = "127.0.0.1"
# Not 8000, where `python -m http.server` is: browsers keep the built page for its address, and
# would show it there instead of the unbuilt one.
FIRST_PORT = 8300
PORTS_TRIED = 50

# Smaller files fit into one packet as they are.
_WORTH_COMPRESSING = 1024  # bytes
_COMPRESSED_TYPES = (
    "text/", "application/json", "application/manifest+json", "application/wasm", "image/svg+xml",
)  # fmt: skip


class _Handler(SimpleHTTPRequestHandler):
    """Files with the types browsers insist on; errors are logged, the rest is not."""

    # Said here for all of them, as the system's own table may say anything:
    # browsers refuse a module or wasm of another type.
    extensions_map = {  # noqa: RUF012 - the base class has it so
        "": "application/octet-stream",
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".png": "image/png",
        ".py": "text/plain; charset=utf-8",
        ".svg": "image/svg+xml",
        ".toml": "text/plain; charset=utf-8",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def send_head(self) -> BinaryIO | None:
        """Send the headers; give what is to follow them, or None if nothing is."""
        path = self.translate_path(self.path)
        if path.endswith("/"):
            path += "index.html"
        kind = self.guess_type(path)
        try:
            status = Path(path).stat()
            modified = self.date_time_string(status.st_mtime)
            compress = (
                status.st_size >= _WORTH_COMPRESSING
                and kind.startswith(_COMPRESSED_TYPES)
                and _accepts_gzip(self.headers.get("Accept-Encoding", ""))
                # A browser that has the file sends back the very date that it was given.
                and self.headers.get("If-Modified-Since") != modified
            )
            content = _compressed(path, status.st_mtime_ns, status.st_size) if compress else None
        except (OSError, ValueError):
            content = None
        if content is None:
            # Files as they are, "not modified" and errors are the base class's business.
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Last-Modified", modified)
        self.end_headers()
        return io.BytesIO(content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the folder's own page for what is not there, as hosts of static files do."""
        own = Path(self.directory) / "404.html"
        if code != 404 or not own.is_file():
            super().send_error(code, message, explain)
            return
        self.log_error("code %d, message %s", code, message)
        content = own.read_bytes()
        self.send_response(code, message)
        self.send_header("Content-Type", self.guess_type("404.html"))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def end_headers(self) -> None:
        # The browser may keep a file but has to ask: after a new build, a reload shows it.
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Vary", "Accept-Encoding")
        super().end_headers()

    def list_directory(self, path: str) -> None:
        self.send_error(404, "File not found")

    def log_request(self, code: object = "-", size: object = "-") -> None:
        pass

    def log_error(self, format: str, *args: object) -> None:
        print(f"{self.path}: {format % args}", file=sys.stderr)


def _accepts_gzip(header: str) -> bool:
    """Whether a request with this Accept-Encoding may be answered with gzip."""
    for part in header.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            # Of a weight of zero, which forbids it, nothing is left; no weight means 1.
            return not weight or weight.strip(" q=0.") != ""
    return False  # "*" would allow it too, but browsers name what they know.


# A folder's worth of files and more. A changed file has another time or size.
@lru_cache(maxsize=256)
def _compressed(path: str, modified: int, size: int) -> bytes:
    """The file's content by gzip, worked out once."""
    return gzip.compress(Path(path).read_bytes(), compresslevel=6)


def content_type(path: Path) -> str:
    """The Content-Type that a file is sent with."""
    types = _Handler.extensions_map
    return types.get(path.suffix, types[""])


class _Server(ThreadingHTTPServer):
    # On Windows this option would let two servers share one port, and the
    # second would never learn that the port is busy.
    allow_reuse_address = os.name == "posix"

    def server_bind(self) -> None:
        # HTTPServer's own also looks up this machine's full name, which can
        # take many seconds and which nobody reads.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def handle_error(self, request: object, client_address: object) -> None:
        # A browser that closes a connection early is no error.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def start(folder: Path, port: int = 0, handler: type[_Handler] = _Handler) -> _Server:
    """A server of `folder`, bound but not yet answering; port 0 takes any free one.

    Raises OSError if the port is busy.
    """
    return _Server((ADDRESS, port), partial(handler, directory=str(folder)))


def base_url(server: _Server) -> str:
    """The address to open, ending in "/"."""
    port = server.server_address[1]
    # "localhost" reads better, but may be no name here, or mean ::1 first, where
    # somebody else's server may listen on the same port. Ask, as a browser would.
    try:
        with socket.create_connection(("localhost", port), timeout=1) as probe:
            name = "localhost" if probe.getpeername()[0] == ADDRESS else ADDRESS
    except OSError:
        name = ADDRESS
    return f"http://{name}:{port}/"


@contextmanager
def serving(folder: Path, port: int = 0, handler: type[_Handler] = _Handler) -> Iterator[str]:
    """Serve `folder` from a thread while the block runs; gives the base URL.

    The URL ends in "/". At the end of the block the port is closed.
    """
    server = start(folder, port, handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield base_url(server)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _start_on_free_port(folder: Path, first: int) -> _Server:
    """A server on `first` or the next port that is free; OSError if none is."""
    for port in range(first, first + PORTS_TRIED):
        try:
            return start(folder, port)
        except OSError:
            continue
    raise OSError(f"no free port from {first} to {first + PORTS_TRIED - 1}")


def _open_browser(url: str) -> None:
    """Open the default browser if there is a graphical one; never fail, never block."""
    unix_desktop = os.name == "posix" and sys.platform != "darwin"
    if os.environ.get("CI") or (
        unix_desktop and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    ):
        return
    try:
        browser = webbrowser.get()
        # Exactly this class, not its subclasses, is how the library marks a
        # browser that runs in the terminal (lynx, w3m) and would take it over.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(url)
    except (webbrowser.Error, OSError):
        pass  # The address is on the screen already.


def main(arguments: list[str] | None = None) -> int:
    """Serve until Ctrl+C."""
    parser = argparse.ArgumentParser(description="Serve the built page on this machine.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("dist"))
    parser.add_argument("--port", type=int, default=FIRST_PORT, help="the first port to try")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    options = parser.parse_args(arguments)
    if not (options.folder / "index.html").is_file():
        print(f"There is no page in {options.folder}/; `make play` builds it.", file=sys.stderr)
        return 1
    try:
        server = _start_on_free_port(options.folder, options.port)
    except (OSError, OverflowError) as error:
        print(f"Cannot serve: {error}.", file=sys.stderr)
        return 1
    url = base_url(server)
    try:
        print(f"Playing at {url} (stop with Ctrl+C)", flush=True)
        if server.server_address[1] != options.port:
            print(
                f"Port {options.port} is taken, maybe by another `make play`. "
                "What that one keeps, scores for instance, is not seen at this address.",
                flush=True,
            )
        if not options.no_open:
            # In a thread, because some browsers answer only when they are closed.
            threading.Thread(target=_open_browser, args=(url,), daemon=True).start()
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
