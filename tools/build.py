"""Build dist/: the page with its runtime beside it, so that it asks nobody else.

The committed page loads PyScript and MicroPython from a public address. The
built one has them in runtime/, and its configuration inside index.html, which
saves two requests and PyScript's TOML parser. Nothing else is changed: no
bundling, no minifying, so what the browser runs can be read.

The same input gives the same bytes. This module must not know the game; it
knows the page by three places in index.html (below) and by pyscript.toml.
"""

import argparse
import html
import json
import re
import shutil
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

# Run as a program, Python looks for modules in tools/; imported as tools.build,
# it looks in the repository. This line makes the second way work for both.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import runtime

# What every page has, and what is copied where there is such a thing.
_ALWAYS = ("boot.js", "main.py", "styles")
_IF_THERE = ("manifest.webmanifest", "icons", ".nojekyll")

# Folders whose every .py file must be named in pyscript.toml's [files].
_PYTHON_FOLDERS = ("engine", "ui")

# The three places of index.html that the build changes.
_CORE_LINK = re.compile(r"<link\b[^>]*\bid=\"pyscript-core\"[^>]*>")
_PYTHON_SCRIPT = re.compile(r"<script\b[^>]*\btype=\"mpy\"[^>]*>")
_OTHER_CONFIG = re.compile(r"<py-config\b[^>]*></py-config>")


class BuildError(Exception):
    """The build cannot go on; the message is one sentence for the person at the keyboard."""


def build(root: Path, out: Path) -> list[Path]:
    """Write the page of `root` into the folder `out`; return the files written, sorted.

    What was in `out` is removed, but only once the new page is complete in
    memory: a failed build leaves the last good one alone. Raises BuildError.
    """
    contents = _collect(root)
    _clear(out, root)
    for name, content in contents.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return [out / name for name in sorted(contents)]


def _collect(root: Path) -> dict[str, bytes]:
    """All of dist/ in memory: name relative to the page -> content."""
    config = _read_config(root)
    sources = list(config.get("files", {}))
    _check_sources(root, sources)

    contents = {"index.html": _page(root, config)}
    for path in _copied(root, sources):
        contents[path.relative_to(root).as_posix()] = path.read_bytes()
    for name, content in contents.items():
        if b"https://cdn" in content:
            raise BuildError(
                f"{name} still names an address on a CDN, and the built page must not ask one."
            )

    try:
        for path in runtime.files(root):
            contents[f"runtime/{path.name}"] = path.read_bytes()
    except runtime.RuntimeMissing as error:
        raise BuildError(str(error)) from error
    if runtime.licence(root).is_file():
        contents["runtime/LICENSE-pyscript.txt"] = runtime.licence(root).read_bytes()
    return contents


def _read_config(root: Path) -> dict:
    try:
        config = tomllib.loads((root / "pyscript.toml").read_text("utf-8"))
    except FileNotFoundError:
        raise BuildError("There is no pyscript.toml.") from None
    except tomllib.TOMLDecodeError as error:
        raise BuildError(f"pyscript.toml is not valid TOML: {error}.") from error
    # PyScript resolves it against the page. It must begin with "./" or be a
    # whole address: for anything else PyScript silently asks its default CDN.
    config["interpreter"] = "./runtime/micropython.mjs"
    return config


def _check_sources(root: Path, sources: Iterable[str]) -> None:
    """Hold [files] and the folders to each other.

    A file that [files] forgets would make the page hang without a message, and
    so would an entry whose file is gone.
    """
    for name in sources:
        if not (root / name).is_file():
            raise BuildError(f"pyscript.toml names {name} in [files], but there is no such file.")
    for folder in _PYTHON_FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if name not in sources:
                raise BuildError(
                    f'{name} is not in the [files] of pyscript.toml; add the line "{name}" = '
                    f'"{name}" there, or the browser will not find it.'
                )


def _copied(root: Path, sources: Iterable[str]) -> list[Path]:
    """The files that go into dist/ as they are."""
    for name in _ALWAYS:
        if not (root / name).exists():
            raise BuildError(f"There is no {name}.")
    paths = []
    for name in (*_ALWAYS, *sources, *_IF_THERE):
        path = root / name
        if path.is_dir():
            # Hidden files are an editor's or a system's, not the page's.
            paths += [p for p in path.rglob("[!.]*") if p.is_file()]
        elif path.is_file():
            paths.append(path)
    return sorted(set(paths))


def _page(root: Path, config: dict) -> bytes:
    """index.html with the runtime's new place and the configuration in it."""
    path = root / "index.html"
    if not path.is_file():
        raise BuildError("There is no index.html.")
    # Bytes, not read_text(): the line ends are to stay as they are.
    page = path.read_bytes().decode("utf-8")

    link = _only(_CORE_LINK, page, '<link id="pyscript-core" …>')
    page = page.replace(
        link, _set(link, f'href="{runtime.core_url(root)}"', 'href="runtime/core.js"')
    )

    script = _only(_PYTHON_SCRIPT, page, '<script type="mpy" …>')
    # Within single quotes JSON's double quotes can stay, so it remains readable.
    page = page.replace(script, _set(script, 'config="pyscript.toml"', f"config='{_json(config)}'"))

    # The settings of PyScript's other Python, Pyodide. It is never started, but
    # PyScript loads every plugin that is not switched off for both.
    other = _only(_OTHER_CONFIG, page, '<py-config src="pyscript.toml" hidden></py-config>')
    plugins = _json({"plugins": config.get("plugins", [])})
    inline = _set(other, 'src="pyscript.toml"', 'type="json"').replace("></", f">{plugins}</")
    page = page.replace(other, inline)
    return page.encode("utf-8")


def _json(value: dict) -> str:
    """Compact JSON that can stand between single quotes, or between tags, of HTML."""
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return html.escape(compact, quote=False).replace("'", "&#39;")


def _only(pattern: re.Pattern[str], page: str, what: str) -> str:
    """The text of the one match, or BuildError."""
    found = pattern.findall(page)
    if len(found) != 1:
        raise BuildError(
            f"index.html must hold {what} exactly once, and holds it {len(found)} times."
        )
    return found[0]


def _set(tag: str, before: str, after: str) -> str:
    """`tag` with the attribute `before` replaced by `after`, or BuildError."""
    if tag.count(before) != 1:
        raise BuildError(
            f"index.html must hold {before} exactly once in {tag} "
            "(`python tools/runtime.py pin` writes the addresses of the runtime)."
        )
    return tag.replace(before, after)


def _clear(out: Path, root: Path) -> None:
    """Remove the last build, and nothing that is not one."""
    if not out.exists():
        return
    if root.resolve().is_relative_to(out.resolve()):
        raise BuildError(f"{out} holds the sources; build into a folder of its own.")
    if not out.is_dir() or (any(out.iterdir()) and not (out / "index.html").is_file()):
        raise BuildError(f"{out} is there and is not an earlier build; remove it first.")
    shutil.rmtree(out)


def main(arguments: list[str] | None = None) -> int:
    """Build this repository's page; say what was written, or in one sentence why not."""
    parser = argparse.ArgumentParser(description="Build the page into a folder.")
    parser.add_argument("--out", type=Path, default=runtime.ROOT / "dist", help="default: dist/")
    out = parser.parse_args(arguments).out
    try:
        written = build(runtime.ROOT, out)
    except BuildError as error:
        print(f"Not built: {error}", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in written)
    print(f"Built {out.name}/: {len(written)} files, {size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
