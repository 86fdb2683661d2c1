"""Build dist/: the page that is put on the web, and the page as one file.

The committed page works as it is, but asks a CDN for its runtime, and the server for forty files.
The built one asks nobody else, and for few: styles, boot.js and all Python stand in index.html,
and the runtime lies beside it. So one file is one version of the game, and whatever a server sends
of another version cannot get into it. Comments are left out, a third of what would be downloaded;
the code keeps its lines, and the files that the page quotes are whole.

    index.html       the page, with a policy that allows nothing but what it needs
    runtime-…/       PyScript and MicroPython, named by a hash of their content
    sw.js            keeps the page for playing offline
    tic-tac-toe.html the page and its runtime in one file, for playing from a disk, comments and all
    404.html         what a host shows where there is nothing
    icons/, manifest.webmanifest, .nojekyll, and the Python files that the page links to

The same input gives the same bytes. This module must not know the game; it knows the page by the
elements that tools/page.py names, and by pyscript.toml.
"""

import argparse
import ast
import base64
import hashlib
import html
import json
import re
import shutil
import sys
import tomllib
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from urllib.parse import urlsplit

# Run as a program, Python looks for modules in tools/; imported as tools.build,
# it looks in the repository. This line makes the second way work for both.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import esbuild, onefile, page, runtime
from tools.comments import (
    without_css_comments,
    without_javascript_comments,
    without_python_comments,
)

# What is copied as it is.
_COPIED = ("manifest.webmanifest", "icons", ".nojekyll")

# What playing offline does without.
_ONLINE_ONLY = re.compile(r"^(?:404\.html|tic-tac-toe\.html|icons/preview\..*|\.nojekyll)$")

# Folders whose every .py file must be named in pyscript.toml's [files].
_PYTHON_FOLDERS = ("engine", "ui")

# What no page of this build may do: load what is not allowed below, take another base for its
# addresses, send forms, or make text into HTML or the address of a script (Trusted Types).
_NOTHING = {
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
}

# What the page may do: load what this build wrote, and nothing else. Its own scripts and styles
# are allowed by their hashes. 'wasm-unsafe-eval' lets MicroPython's WebAssembly be compiled; no
# text may be made into JavaScript. One policy of Trusted Types lets ui/offline.py register sw.js.
_POLICY = {
    **_NOTHING,
    "script-src": "'self' 'wasm-unsafe-eval' {scripts}",
    "style-src": "{styles}",
    "connect-src": "'self'",
    "img-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "trusted-types": "tic-tac-toe",
}

# The page as one file finds all of that in itself.
_ONE_FILE_POLICY = {
    **_NOTHING,
    "script-src": f"{onefile.SCRIPT_SOURCE} {{scripts}}",
    "style-src": "{styles}",
    "img-src": "data:",
}

_NOT_FOUND_POLICY = {
    **_NOTHING,
    "script-src": "{scripts}",
    "style-src": "{styles}",
    "connect-src": "'self'",
}

# What stands in the head of the page on the web, and asks for the runtime as soon as that delays
# nothing that is seen. It is no module, not even an async one: WebKit may run the end of the page
# (_BEGIN) before that, and load the runtime twice.
_ASK = """\
{{
  // Whatever is asked for before the board is painted makes it be painted later. The rest of the
  // page may still be on its way then.
  const painted = new Promise((done) => {{
    const look = () => {{
      if (document.getElementById("strike")) setTimeout(done); // it ends the board
      else requestAnimationFrame(look);
    }};
    requestAnimationFrame(look);
  }});
  const unseen = new Promise((done) => setTimeout(done, 500)); // a hidden page is not painted
  window.runtimeAsked = Promise.race([painted, unseen]).then(() => {{
    // All modules are asked for at once, and not each when the one before has been read.
    for (const href of {modules}) {{
      const link = document.createElement("link");
      document.head.append(Object.assign(link, {{ rel: "modulepreload", href }}));
    }}
    // And the wasm with them, for which MicroPython would ask when it runs: then it gets the answer
    // to this. (Were it preloaded, WebKit would ask for it twice.)
    const {{ fetch }} = window;
    const {{ href }} = new URL("{wasm}", document.baseURI);
    const wasm = fetch(href, {{ credentials: "same-origin" }});
    wasm.catch(() => {{}}); // whoever asks will be told
    window.fetch = (address, ...options) => {{
      if (new URL(address, document.baseURI).href !== href) return fetch(address, ...options);
      window.fetch = fetch;
      return wasm;
    }};
  }});
}}
"""

# What stands at its end.
_BEGIN = """\
await window.runtimeAsked;
await import("{start}");
"""

_CORE = '<script id="pyscript-core" …>'

_NOT_PINNED = (
    "{} asks for another version of the runtime than package.json; "
    "`python tools/runtime.py pin` writes it there."
)


class BuildError(Exception):
    """The build cannot go on; the message is one sentence for the person at the keyboard."""


def build(root: Path, out: Path, site_url: str = "") -> list[Path]:
    """Write the page of `root` into the folder `out`; return the files written, sorted.

    `site_url` is where the page will be, if that is known: the pictures that other pages show of
    it need whole addresses. What was in `out` is removed, but only once the new page is complete in
    memory: a failed build leaves the last good one alone. Raises BuildError.
    """
    try:
        contents = _collect(root, site_url)
    except (page.PageError, runtime.RuntimeMissing) as error:
        raise BuildError(str(error)) from error
    _clear(out, root)
    for name, content in contents.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return [out / name for name in sorted(contents)]


def _collect(root: Path, site_url: str) -> dict[str, bytes]:
    """All of dist/ in memory: name relative to the page -> content."""
    config = _read_config(root)
    sources = list(config.pop("files", {}))
    _check_sources(root, sources)
    text = _read(root, "index.html")

    contents = _runtime(root)
    runtime_files = set(contents)
    for path in _copied(root):
        contents[path.relative_to(root).as_posix()] = path.read_bytes()
    for name in sorted({match["name"] for match in page.OWN_LINK.finditer(text)}):
        contents[name] = _read(root, name).encode()  # what the page offers for reading

    # The sources last, so that nothing is looked for in them.
    alone = _with_sources_inside(_as_one_file(text, root, config), root, sources, whole=True)
    text = _for_the_web(text, root, config, contents, _checked(site_url))
    text = _with_sources_inside(text, root, sources)
    text = page.with_policy(text, _POLICY)
    worker = _read(root, "sw.js")
    # Of all that it is to name: no two pages have one version.
    version = _hash_of({**contents, "index.html": text.encode(), "sw.js": worker.encode()})
    contents["index.html"] = page.with_attribute(text, f'data-version="{version}"').encode()
    contents["404.html"] = page.with_policy(_read(root, "404.html"), _NOT_FOUND_POLICY).encode()
    contents["sw.js"] = _worker(worker, version, contents)
    alone = page.with_policy(page.with_attribute(alone, "data-one-file"), _ONE_FILE_POLICY)
    contents["tic-tac-toe.html"] = alone.encode()
    for name in contents.keys() - runtime_files:
        _check_asks_no_cdn(name, contents[name])
    return contents


def _read_config(root: Path) -> dict:
    source = _read(root, "pyscript.toml")
    try:
        config = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise BuildError(f"pyscript.toml is not valid TOML: {error}.") from error
    if config.get("interpreter") != runtime.micropython_url(root):
        raise BuildError(_NOT_PINNED.format("pyscript.toml"))
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


def _with_sources_inside(text: str, root: Path, sources: Iterable[str], whole: bool = False) -> str:
    """The page with its styles, boot.js and all Python in it, without comments unless `whole`."""

    def shorter(name: str, code: str) -> str:
        return code if whole else _without_comments(name, code)

    styles = [_read_for_page(root, match["name"]) for match in page.STYLESHEET.finditer(text)]
    if not styles:
        raise BuildError('index.html must hold <link rel="stylesheet" href="…">, and does not.')
    text = page.STYLESHEET.sub("", text, count=len(styles) - 1)
    css = shorter("styles.css", "\n".join(styles))
    text = page.replace(text, page.STYLESHEET, "its styles", lambda _: page.style(css) + "\n")
    text = page.replace(
        text,
        page.BOOT,
        '<script src="boot.js"></script>',
        lambda match: page.script(shorter("boot.js", _read_for_page(root, match["name"]))),
    )
    quoted = {html.unescape(match["name"]) for match in page.QUOTED.finditer(text)}
    python_files = _each_below_what_it_imports(
        {name: _read_for_page(root, name) for name in sources}
    )
    blocks = "".join(
        page.python_block(name, code if name in quoted else shorter(name, code)) + "\n"
        for name, code in python_files.items()
    )

    def python(match: re.Match[str]) -> str:
        code = shorter(match["name"], _read_for_page(root, match["name"]))
        return blocks + page.script(code, f' type="mpy" config={match["config"]}')

    return page.replace(text, page.PYTHON, "the <script> of main.py", python)


def _without_comments(name: str, code: str) -> str:
    """`code`, the content of the file `name`, without comments, or BuildError if it is no code."""
    if name.endswith(".css"):
        return without_css_comments(code)
    if name.endswith(".js"):
        return without_javascript_comments(code)
    try:
        return without_python_comments(code)
    except SyntaxError as error:
        raise _not_python(name, error) from error


def _not_python(name: str, error: SyntaxError) -> BuildError:
    return BuildError(f"{name} is not Python: line {error.lineno}: {error.msg}.")


def _each_below_what_it_imports(files: dict[str, str]) -> dict[str, str]:
    """`files` (name -> code) in the order in which tools/start.js can import them one by one."""
    modules = {_module(name): name for name in files}
    needs = {}
    for name, code in files.items():
        try:
            tree = ast.parse(code)
        except SyntaxError as error:
            raise _not_python(name, error) from error
        imported = _imported(tree, _module(name).split(".")[:-1])
        needs[name] = sorted({modules[other] for other in imported if other in modules} - {name})
    try:
        order = TopologicalSorter(needs).static_order()
        return {name: files[name] for name in order}
    except CycleError:
        return files  # they import each other in turn, which is slower and works


def _module(name: str) -> str:
    """Of "ui/text.py" the module's name, "ui.text"; of "ui/__init__.py", "ui"."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imported(tree: ast.Module, package: list[str]) -> Iterator[str]:
    """The dotted names of what a file of `package` imports; of names from modules, both."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _with_config(text: str, config: dict, interpreter: str) -> str:
    """The page with the configuration in it, so that PyScript asks for none."""
    own = page.as_json({**config, "interpreter": interpreter})
    text = page.replace(
        text,
        page.PYTHON,
        "the <script> of main.py",
        lambda match: match[0].replace(match["config"], f"'{own}'"),
    )
    # The settings of PyScript's other Python, Pyodide. It is never started, but
    # PyScript loads every plugin that is not switched off for both.
    other = page.as_json({"plugins": config.get("plugins", [])})
    return page.replace(
        text,
        page.OTHER_CONFIG,
        '<py-config src="pyscript.toml" hidden></py-config>',
        lambda _: f'<py-config type="json" hidden>{other}</py-config>',
    )


def _for_the_web(
    text: str, root: Path, config: dict, contents: dict[str, bytes], site_url: str
) -> str:
    """The page that finds its runtime beside it."""
    folder = next(name for name in contents if name.endswith("/core.js")).rpartition("/")[0]
    # It must begin with "./" or be a whole address: for anything else PyScript
    # silently asks its default CDN.
    text = _with_config(text, config, f"./{folder}/micropython.js")

    modules = [name for name in sorted(contents) if re.search(r"^runtime-.*js$", name)]
    # The import map holds what each module's content must be, whoever imports it. It has to stand
    # before the first of them.
    hashes = {f"./{name}": page.integrity(contents[name]) for name in modules}
    addresses = json.dumps([f"./{name}" for name in modules])
    ask = _ASK.format(modules=addresses, wasm=f"./{folder}/micropython.wasm")
    ask = without_javascript_comments(ask)
    text = page.replace(
        text,
        page.PRELOAD,
        '<link rel="modulepreload" …>',
        lambda _: "\n".join(
            (
                page.script(page.as_json({"integrity": hashes}), ' type="importmap"'),
                page.script(ask),
            )
        ),
    )

    def core(match: re.Match[str]) -> str:
        if match["address"] != runtime.core_url(root):
            raise BuildError(_NOT_PINNED.format("index.html"))
        begin = _BEGIN.format(start=f"./{folder}/start.js")
        return page.script(begin, ' id="pyscript-core" type="module"')

    text = page.replace(text, page.CORE, _CORE, core)
    if site_url:
        text = page.replace(text, page.PICTURE, "og:image", lambda match: site_url + match["name"])
    return text


def _as_one_file(text: str, root: Path, config: dict) -> str:
    """The page with its runtime in it, and without what needs a server."""
    text = _with_config(text, config, onefile.INTERPRETER)
    for element in (page.PRELOAD, page.FOR_A_SITE):
        text = element.sub("", text)
    text = page.OWN_LINK.sub(lambda match: match["words"], text)
    icon = base64.b64encode(_read(root, "icons/icon.svg").encode()).decode()
    text = page.replace(
        text, page.ICON, '<link rel="icon" …>', lambda _: f"data:image/svg+xml;base64,{icon}"
    )
    return page.replace(text, page.CORE, _CORE, lambda _: onefile.runtime_scripts(root))


def _worker(source: str, version: str, contents: dict[str, bytes]) -> bytes:
    """sw.js with the version of the page and the files that it keeps."""
    files = [
        ["./" if name == "index.html" else name, page.integrity(content)]
        for name, content in sorted(contents.items())
        if not _ONLINE_ONLY.search(name)
    ]
    for old, new in (
        ('const VERSION = "unbuilt";', f"const VERSION = {json.dumps(version)};"),
        ("const FILES = [];", f"const FILES = {json.dumps(files, indent=2)};"),
    ):
        if source.count(old) != 1:
            raise BuildError(f"sw.js must hold {old} exactly once.")
        source = source.replace(old, new)
    return source.encode()


def _runtime(root: Path) -> dict[str, bytes]:
    """The files of the runtime, in a folder whose name says what is in them.

    A server that has another version has another folder: no version of the page can get the wrong
    files.
    """
    # Not ".mjs": some servers do not know that as JavaScript, and browsers want it called that.
    files = {path.name.replace(".mjs", ".js"): path.read_bytes() for path in runtime.files(root)}
    # A quarter of it is spaces, and what is only for Node.
    loader = files["micropython.js"].decode("utf-8")
    files["micropython.js"] = esbuild.minified(root, (), root, loader).encode()
    files["start.js"] = without_javascript_comments(runtime.STARTER.read_text("utf-8")).encode()
    if runtime.licence(root).is_file():
        files["LICENSE-pyscript.txt"] = runtime.licence(root).read_bytes()
    folder = f"runtime-{_hash_of(files)}"
    return {f"{folder}/{name}": content for name, content in files.items()}


def _hash_of(contents: dict[str, bytes]) -> str:
    """A short hash of the names and the content."""
    whole = hashlib.sha256()
    for name, content in sorted(contents.items()):
        whole.update(f"{name} {len(content)}\n".encode() + content)
    return whole.hexdigest()[:10]


def _copied(root: Path) -> Iterator[Path]:
    """The files that go into dist/ as they are."""
    for name in _COPIED:
        path = root / name
        if not path.exists():
            raise BuildError(f"There is no {name}.")
        # Hidden files in a folder are an editor's or a system's, not the page's.
        yield from (
            sorted(p for p in path.rglob("[!.]*") if p.is_file()) if path.is_dir() else [path]
        )


def _read(root: Path, name: str) -> str:
    """The text of a file, with the line ends that a browser makes of all others.

    (The policy's hashes are those of the text after that.)
    """
    try:
        return (root / name).read_text("utf-8")
    except FileNotFoundError:
        raise BuildError(f"There is no {name}.") from None


def _read_for_page(root: Path, name: str) -> str:
    """The text of a file that is to stand in the page."""
    text = _read(root, name)
    page.check_inside(name, text)
    _check_asks_no_cdn(name, text.encode())
    return text


def _check_asks_no_cdn(name: str, content: bytes) -> None:
    if b"https://cdn" in content:
        raise BuildError(
            f"{name} still names an address on a CDN, and the built page must not ask one."
        )


def _checked(site_url: str) -> str:
    """`site_url` ending in "/", or BuildError if it is no address of a site."""
    parts = urlsplit(site_url)
    if site_url and (
        parts.scheme not in ("http", "https")
        or not parts.netloc
        or parts.query
        or parts.path.endswith(".html")
    ):
        raise BuildError(
            f'SITE_URL is "{site_url}", but must be the address of a folder, https://… and all.'
        )
    return site_url and site_url.rstrip("/") + "/"


def _clear(out: Path, root: Path) -> None:
    """Remove the last build, and nothing that is not one."""
    if not out.exists():
        return
    if root.resolve().is_relative_to(out.resolve()):
        raise BuildError(f"{out} holds the sources; build into a folder of its own.")
    names = {path.name.partition("-")[0] for path in out.iterdir()} if out.is_dir() else {"a file"}
    if names and not {"index.html", "runtime"} <= names:
        raise BuildError(f"{out} is there and is not an earlier build; remove it first.")
    shutil.rmtree(out)


def main(arguments: list[str] | None = None) -> int:
    """Build this repository's page; say what was written, or in one sentence why not."""
    parser = argparse.ArgumentParser(description="Build the page into a folder.")
    parser.add_argument("--out", type=Path, default=runtime.ROOT / "dist", help="default: dist/")
    parser.add_argument(
        "--site-url", default="", help="where the page will be, for the pictures other pages show"
    )
    options = parser.parse_args(arguments)
    try:
        written = build(runtime.ROOT, options.out, options.site_url)
    except BuildError as error:
        print(f"Not built: {error}", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in written)
    print(f"Built {options.out.name}/: {len(written)} files, {size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
