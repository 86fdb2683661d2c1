"""The build: what goes into dist/, and the sentences with which it refuses."""

import base64
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import build as build_module
from tools import onefile, runtime
from tools.build import BuildError, build, main

PRELOAD = (
    '<link rel="modulepreload" '
    'href="https://cdn.jsdelivr.net/npm/@pyscript/core@1.2.3/dist/core.js" crossorigin>'
)
CORE = (
    '<script id="pyscript-core" type="module" async '
    'src="https://cdn.jsdelivr.net/npm/@pyscript/core@1.2.3/dist/core.js" crossorigin></script>'
)
STYLES = '    <link rel="stylesheet" href="styles/tokens.css">\n'
BOOT = '<script src="boot.js"></script>'
SCRIPT = '<script type="mpy" src="main.py" config="pyscript.toml"></script>'
PY_CONFIG = '<py-config src="pyscript.toml" hidden></py-config>'
PAGE = f"""\
<!doctype html>
<html lang="en">
    <meta charset="utf-8">
    <title>A page</title>
    <meta property="og:image" content="icons/preview.png">
    <link rel="icon" href="icons/icon.svg" type="image/svg+xml">
    <link rel="manifest" href="manifest.webmanifest">
{STYLES}    <link rel="stylesheet" href="styles/board.css">
    {BOOT}
    {PRELOAD}
    <p>Text, and <a href="engine/rules.py">its rules</a></p>
    {PY_CONFIG}
    {SCRIPT}
    {CORE}
"""
CONFIG = """\
interpreter = "https://cdn.jsdelivr.net/npm/@micropython/micropython-webassembly-pyscript@4.5.6/micropython.mjs"
name = "it's <a> & b"
plugins = ["!donkey"]

[files]
"engine/rules.py" = "engine/rules.py"
"ui/text.py" = "ui/text.py"
"""
PACKAGES = {"@pyscript/core": "1.2.3", "@micropython/micropython-webassembly-pyscript": "4.5.6"}

NOT_FOUND = """\
<!DOCTYPE html>
<html lang="en">
  <meta charset="utf-8">
  <style>p { color: red; }</style>
  <script>go();</script>
"""
WORKER = """\
const VERSION = "unbuilt";
const FILES = [];
serve();
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small repository with all that the build looks at, node_modules included."""
    # Its runtime is none, so there is nothing that esbuild could make one module of.
    monkeypatch.setattr(onefile, "runtime_scripts", lambda root: f"{RUNTIME}\n")
    root = tmp_path / "tree"
    contents = {
        "index.html": PAGE,
        "404.html": NOT_FOUND,
        "sw.js": WORKER,
        ".nojekyll": "",
        "manifest.webmanifest": "{}",
        "icons/icon.svg": "<svg/>",
        "icons/preview.png": "a picture",
        "icons/.DS_Store": "a system's own",
        "boot.js": "start();\n",
        "main.py": "import engine\n",
        "pyscript.toml": CONFIG,
        "package.json": json.dumps({"dependencies": PACKAGES}),
        "engine/rules.py": "X = 'X'\n",
        "ui/text.py": "HELLO = '<p>Hello & welcome</p>'\n",
        "styles/tokens.css": ":root { --ink: black; }\n",
        "styles/board.css": "#board > p { color: var(--ink); }\n",
    }
    core = "node_modules/@pyscript/core/"
    contents |= {
        core + "LICENSE": "You may copy it.\n",
        core + "dist/core.js": 'export{a}from"./core-1.js";',
        core + "dist/core-1.js": 'import{b}from"./deep-2.js";import("./zip-3.js");var t="toml";',
        core + "dist/deep-2.js": "export const b=1;",
        core + "dist/error-4.js": 'import{a}from"./core-1.js";',
        core + "dist/zip-3.js": "export const z=1;",
        "node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs": "load();",
        "node_modules/@micropython/micropython-webassembly-pyscript/micropython.wasm": "wasm",
    }
    for package, version in PACKAGES.items():
        contents[f"node_modules/{package}/package.json"] = json.dumps({"version": version})
    for name, content in contents.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode())
    (root / "node_modules/.bin").symlink_to(runtime.ROOT / "node_modules/.bin")
    return root


def read_all(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new).encode())


RUNTIME = '<script id="pyscript-core" type="module">play()</script>'


class Built:
    """What a build wrote, and the parts of its page."""

    def __init__(self, tree: Path, **options: str) -> None:
        build(tree, tree.parent / "dist", **options)
        self.files = read_all(tree.parent / "dist")
        self.page = self.files["index.html"].decode()
        (self.runtime,) = {name.split("/")[0] for name in self.files if name.startswith("runtime")}

    @property
    def policy(self) -> dict[str, str]:
        """The page's policy, each directive with its sources."""
        content = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', self.page)[1]
        return dict(directive.split(" ", 1) for directive in content.split("; "))

    @property
    def worker(self) -> tuple[str, dict[str, str]]:
        """The version and the files that sw.js has."""
        source = self.files["sw.js"].decode()
        version = re.search(r"^const VERSION = (.*);$", source, re.MULTILINE)[1]
        files = re.search(r"^const FILES = (.*?);$", source, re.MULTILINE | re.DOTALL)[1]
        return json.loads(version), dict(json.loads(files))


def hash_of(content: bytes) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode()


# What is built


def test_dist_holds_the_page_with_its_sources_and_the_runtime_it_reaches(tree):
    built = Built(tree)
    assert re.fullmatch(r"runtime-[0-9a-f]{10}", built.runtime)
    assert sorted(built.files) == [
        ".nojekyll",
        "404.html",
        "engine/rules.py",
        "icons/icon.svg",
        "icons/preview.png",
        "index.html",
        "manifest.webmanifest",
        f"{built.runtime}/LICENSE-pyscript.txt",
        f"{built.runtime}/core-1.js",
        f"{built.runtime}/core.js",
        f"{built.runtime}/deep-2.js",
        f"{built.runtime}/error-4.js",
        f"{built.runtime}/micropython.js",
        f"{built.runtime}/micropython.wasm",
        f"{built.runtime}/start.js",
        "sw.js",
        "tic-tac-toe.html",
    ]
    again = build(tree, tree.parent / "dist")
    assert [path.relative_to(tree.parent / "dist").as_posix() for path in again] == sorted(
        built.files
    )


def test_the_sources_stand_in_the_page_as_they_were_written(tree):
    page = Built(tree).page
    assert "<style>\n:root { --ink: black; }\n\n#board > p { color: var(--ink); }\n</style>" in page
    assert "<script>\nstart();\n</script>" in page
    for name in ("engine/rules.py", "ui/text.py"):
        code = (tree / name).read_text()
        assert f'<script type="text/x-python" data-file="{name}">\n{code}</script>' in page
    assert page.index("HELLO") < page.index('type="mpy"') < page.index("import engine")
    for outside in ("stylesheet", "boot.js", 'src="main.py"', "pyscript.toml", "https://cdn"):
        assert outside not in page
    assert "<p>Text, and" in page


def test_comments_are_left_out_except_of_what_the_page_quotes_and_in_the_one_file(tree):
    code = '"""What it is."""\nX = 1  # a mark\n'
    for name in ("engine/rules.py", "ui/text.py", "main.py"):
        (tree / name).write_text(code)
    (tree / "boot.js").write_text("// first\nstart();\n")
    (tree / "styles/board.css").write_text("p { color: red; } /* a warning */\n")
    replace(tree / "index.html", "<p>", '<code data-file="engine/rules.py"></code><p>')
    built = Built(tree)
    whole = built.files["tic-tac-toe.html"].decode()
    for kept, before, after in (
        (code, 'data-file="engine/rules.py">\n', "</script>"),
        ("\nX = 1\n", 'data-file="ui/text.py">\n', "</script>"),
        ("\nX = 1\n", "}'>\n", "</script>"),
        ("\nstart();\n", "<script>\n", "</script>"),
        ("p { color: red; }\n", "\n", "</style>"),
    ):
        assert before + kept + after in built.page
    for kept in (code, "// first\nstart();\n", "p { color: red; } /* a warning */\n"):
        assert whole.count(kept) == (3 if kept == code else 1)


def test_what_is_no_python_is_refused_main_py_too(tree):
    (tree / "main.py").write_text("import engine\nawait (\n")
    with pytest.raises(BuildError, match=r"^main\.py is not Python: line 2: "):
        Built(tree)


def test_the_configuration_in_the_page_is_pyscript_toml_with_the_runtime_beside_it(tree):
    built = Built(tree)
    attribute = re.search(r"config='([^']*)'", built.page)[1]
    assert json.loads(html.unescape(attribute)) == {
        "interpreter": f"./{built.runtime}/micropython.js",
        "name": "it's <a> & b",
        "plugins": ["!donkey"],
    }
    other = re.search(r"<py-config[^>]*>(.*)</py-config>", built.page)[1]
    assert json.loads(html.unescape(other)) == {"plugins": ["!donkey"]}


def test_every_python_file_stands_below_those_that_it_imports(tree):
    for name, code in {
        "ui/text.py": "from . import view\n",
        "ui/view.py": "import ui.zoom\nfrom engine.rules import X\n",
        "ui/zoom.py": "def later():\n    from .deep.well import water\n",
        "ui/deep/well.py": "import os\n",
    }.items():
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text(code)
        if name != "ui/text.py":
            with (tree / "pyscript.toml").open("a") as file:
                file.write(f'"{name}" = "{name}"\n')
    order = re.findall(r'data-file="([^"]*)"', Built(tree).page)
    assert sorted(order) == [
        "engine/rules.py",
        "ui/deep/well.py",
        "ui/text.py",
        "ui/view.py",
        "ui/zoom.py",
    ]
    for above, below in (
        ("ui/deep/well.py", "ui/zoom.py"),
        ("ui/zoom.py", "ui/view.py"),
        ("engine/rules.py", "ui/view.py"),
        ("ui/view.py", "ui/text.py"),
    ):
        assert order.index(above) < order.index(below)
    # In a circle there is no such order; the page still has them all.
    (tree / "ui/zoom.py").write_text("from . import text\n")
    assert len(re.findall(r"data-file=", Built(tree).page)) == 5


def test_the_policy_allows_the_pages_own_scripts_and_styles_by_their_hashes(tree):
    built = Built(tree)
    policy = built.policy
    (css,) = re.findall(r"<style>(.*?)</style>", built.page, re.DOTALL)
    boot, imports, ask, begin = re.findall(
        r'<script(?: type="importmap"| id="pyscript-core" type="module")?>(.*?)</script>',
        built.page,
        re.DOTALL,
    )
    assert policy["default-src"] == "'none'"
    assert policy["style-src"] == f"'{hash_of(css.encode())}'"
    assert policy["script-src"].split() == [
        "'self'",
        "'wasm-unsafe-eval'",
        f"'{hash_of(boot.encode())}'",
        f"'{hash_of(imports.encode())}'",
        f"'{hash_of(ask.encode())}'",
        f"'{hash_of(begin.encode())}'",
    ]
    assert "unsafe-eval'" not in built.page.replace("'wasm-unsafe-eval'", "")
    assert "unsafe-inline" not in built.page
    assert built.page.index("Content-Security-Policy") < built.page.index("<title>")
    not_found = built.files["404.html"].decode()
    assert f"style-src '{hash_of(b'p { color: red; }')}';" in not_found
    assert f"script-src '{hash_of(b'go();')}';" in not_found


def test_every_module_is_preloaded_and_known_by_its_hash(tree):
    built = Built(tree)
    modules = [name for name in built.files if re.search(r"^runtime-.*\.m?js$", name)]
    assert len(modules) == 6
    imports = json.loads(re.search(r'type="importmap">(.*?)</script>', built.page, re.DOTALL)[1])
    assert imports == {"integrity": {f"./{name}": hash_of(built.files[name]) for name in modules}}
    begin = built.page[built.page.index('<script id="pyscript-core" type="module">') :]
    ask = built.page.index("window.runtimeAsked =")
    preloaded = re.search(r"for \(const href of (\[.*?\])\)", built.page[ask:])[1]
    assert sorted(json.loads(preloaded)) == sorted(f"./{name}" for name in modules)
    assert built.page.index("importmap") < ask < built.page.index("<p>Text, and")
    assert f'new URL("./{built.runtime}/micropython.wasm"' in built.page[ask:]
    assert f'await import("./{built.runtime}/start.js");' in begin
    assert built.page.index("import engine") < built.page.index(begin)


def test_the_worker_has_the_version_and_every_file_of_the_game(tree):
    built = Built(tree)
    version, files = built.worker
    assert f'<html lang="en" data-version="{version}">' in built.page
    assert files.pop("./") == hash_of(built.files["index.html"])
    online_only = {
        "index.html", "404.html", "sw.js", ".nojekyll", "icons/preview.png", "tic-tac-toe.html",
    }  # fmt: skip
    assert sorted(files) == sorted(set(built.files) - online_only)
    for name, integrity in files.items():
        assert integrity == hash_of(built.files[name]), name
    assert built.files["sw.js"].endswith(b"\nserve();\n")


def test_the_page_as_one_file_refers_to_no_other(tree):
    built = Built(tree)
    alone = built.files["tic-tac-toe.html"].decode()
    (css,) = re.findall(r"<style>(.*?)</style>", alone, re.DOTALL)
    (boot,) = re.findall(r"<script>(.*?)</script>", alone, re.DOTALL)
    assert (
        f"script-src 'wasm-unsafe-eval' '{hash_of(boot.encode())}' '{hash_of(b'play()')}'" in alone
    )
    assert f"style-src '{hash_of(css.encode())}'" in alone
    icon = base64.b64encode(b"<svg/>").decode()
    assert f'<link rel="icon" href="data:image/svg+xml;base64,{icon}"' in alone
    assert re.findall(r'\b(?:href|src)="(?!data:)', alone) == []
    assert "og:image" not in alone
    assert "Text, and its rules</p>" in alone
    assert RUNTIME in alone
    assert f'"interpreter":"{onefile.INTERPRETER}"' in alone
    # Which is what the page on the web has as well, in the same way.
    python = re.compile(r'<script type="text/x-python".*?(?=<script type="mpy")', re.DOTALL)
    assert python.findall(alone) == python.findall(built.page) != []


@pytest.mark.parametrize(
    "name",
    [
        "ui/text.py",
        "styles/board.css",
        "index.html",
        "sw.js",
        "icons/icon.svg",
        "runtime",
        "policy",
    ],
)
def test_whatever_changes_makes_another_version(tree, name, monkeypatch):
    before = Built(tree)
    if name == "policy":
        monkeypatch.setitem(build_module._POLICY, "img-src", "'self' data:")
    elif name == "runtime":
        core = tree / "node_modules/@pyscript/core/dist/core-1.js"
        core.write_text(core.read_text() + ";")
    else:
        with (tree / name).open("a") as file:
            file.write("\n")
    after = Built(tree)
    # A runtime keeps its folder as long as it is the same.
    assert (before.runtime == after.runtime) == (name != "runtime")
    assert before.worker[0] != after.worker[0]
    assert before.files["sw.js"] != after.files["sw.js"]


def test_the_address_of_the_site_makes_that_of_the_picture_whole(tree):
    picture = '<meta property="og:image" content="{}icons/preview.png">'
    assert picture.format("") in Built(tree).page
    for address in ("https://a.example/repo", "https://a.example/repo/"):
        assert picture.format("https://a.example/repo/") in Built(tree, site_url=address).page


def test_line_ends_are_what_a_browser_takes_them_for(tree):
    """The hashes of the policy are those of the text as the browser reads it."""
    unix = Built(tree)
    for path in tree.rglob("*"):
        if path.suffix in (".html", ".css", ".js", ".py") and "node_modules" not in path.parts:
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert Built(tree).files == unix.files


def test_the_same_input_gives_the_same_bytes_and_nothing_stays_of_an_earlier_build(tree, tmp_path):
    build(tree, tmp_path / "first")
    build(tree, tmp_path / "second")
    (tmp_path / "second/old.py").write_text("of an earlier build")
    build(tree, tmp_path / "second")
    assert read_all(tmp_path / "first") == read_all(tmp_path / "second")


# What is refused


def refusal(tree: Path) -> str:
    """The sentence with which the build fails; it must leave the last good build alone."""
    out = tree.parent / "dist"
    out.mkdir()
    (out / "index.html").write_text("the last good one")
    with pytest.raises(BuildError) as caught:
        build(tree, out)
    assert read_all(out) == {"index.html": b"the last good one"}
    return str(caught.value)


@pytest.mark.parametrize("place", [PRELOAD, CORE, BOOT, PY_CONFIG, SCRIPT])
@pytest.mark.parametrize("times", [0, 2])
def test_a_place_that_is_not_there_once_is_refused(tree, place, times):
    replace(tree / "index.html", place, place * times)
    sentence = refusal(tree)
    assert "exactly once" in sentence
    assert f"{times} times" in sentence


def test_a_page_of_another_version_than_package_json_is_refused(tree):
    replace(tree / "index.html", "core@1.2.3", "core@1.2.2")
    assert "runtime.py pin" in refusal(tree)
    replace(tree / "index.html", "core@1.2.2", "core@1.2.3")
    replace(tree / "pyscript.toml", "@4.5.6", "@4.5.5")
    (tree.parent / "dist/index.html").unlink()
    (tree.parent / "dist").rmdir()
    assert "runtime.py pin" in refusal(tree)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ui/text.py", "X = '</SCRIPT>'"),
        ("main.py", "# <!-- no"),
        ("boot.js", "'</script>'"),
        ("styles/tokens.css", "/* </style> */"),
    ],
)
def test_what_would_end_its_element_in_the_page_is_refused_with_its_line(tree, name, text):
    with (tree / name).open("a") as file:
        file.write(f"\n\n{text}\n")
    sentence = refusal(tree)
    assert name in sentence
    assert "line 4" in sentence


def test_python_that_is_none_is_refused_with_its_place(tree):
    (tree / "ui/text.py").write_text("HELLO = 'Hello'\nif:\n")
    assert "ui/text.py is not Python: line 2" in refusal(tree)


def test_a_worker_without_its_two_places_is_refused(tree):
    replace(tree / "sw.js", "const FILES = [];", "const FILES = null;")
    assert "const FILES = [];" in refusal(tree)


@pytest.mark.parametrize(
    "address",
    ["a.example", "ftp://a.example/", "https://", "https://a/?x=1", "https://a/index.html"],
)
def test_an_address_that_is_no_sites_is_refused(tree, address):
    with pytest.raises(BuildError, match="SITE_URL"):
        build(tree, tree.parent / "dist", address)


def test_an_entry_without_its_file_is_refused(tree):
    (tree / "ui/text.py").unlink()
    assert "ui/text.py" in refusal(tree)


@pytest.mark.parametrize("name", ["engine/new.py", "ui/deep/new.py"])
def test_a_python_file_that_files_does_not_name_is_refused(tree, name):
    (tree / name).parent.mkdir(exist_ok=True)
    (tree / name).write_text("")
    assert f'"{name}" = "{name}"' in refusal(tree)


@pytest.mark.parametrize(
    "name",
    [
        "boot.js",
        "main.py",
        "styles/board.css",
        "index.html",
        "404.html",
        "sw.js",
        "icons",
        "manifest.webmanifest",
        "pyscript.toml",
    ],
)
def test_a_missing_source_is_named(tree, name):
    path = tree / name
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
    assert f"There is no {name}." in refusal(tree)


def test_missing_packages_are_refused_with_the_command_that_gets_them(tree):
    shutil.rmtree(tree / "node_modules")
    assert "npm ci" in refusal(tree)


def test_packages_of_another_version_are_refused_with_the_command_that_gets_them(tree):
    replace(tree / "node_modules/@pyscript/core/package.json", "1.2.3", "1.2.2")
    assert "npm ci" in refusal(tree)


@pytest.mark.parametrize("absent", ["deep-2.js", "error-4.js"])
def test_a_runtime_with_a_hole_in_it_is_refused(tree, absent):
    (tree / "node_modules/@pyscript/core/dist" / absent).unlink()
    assert absent.replace("4", "*") in refusal(tree)


@pytest.mark.parametrize("name", ["boot.js", "main.py", "ui/text.py", "styles/tokens.css"])
def test_an_address_on_a_cdn_is_refused_wherever_it_is(tree, name):
    with (tree / name).open("a") as file:
        file.write("https://cdn.example.org/x.js")
    assert name in refusal(tree)


def test_pyscript_toml_that_is_no_toml_is_refused(tree):
    (tree / "pyscript.toml").write_text("[files\n")
    assert "not valid TOML" in refusal(tree)


def test_a_folder_that_is_no_build_is_not_removed(tree, tmp_path):
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents/letter.txt").write_text("Dear")
    with pytest.raises(BuildError, match="not an earlier build"):
        build(tree, tmp_path / "documents")
    for folder in (tree, tmp_path):
        with pytest.raises(BuildError, match="holds the sources"):
            build(tree, folder)
    assert (tmp_path / "documents/letter.txt").exists()
    assert (tree / "main.py").exists()


def test_the_command_ends_with_1_and_one_line(tmp_path, capsys):
    (tmp_path / "letter.txt").write_text("Dear")
    assert main(["--out", str(tmp_path)]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("Not built: ")
    assert output.err.count("\n") == 1


# The runtime's addresses


def test_pin_writes_the_versions_of_package_json_into_the_page(tree):
    before = read_all(tree)
    assert runtime.pin(tree) == []
    assert read_all(tree) == before

    replace(tree / "package.json", "1.2.3", "1.3.0")
    replace(tree / "package.json", "4.5.6", "4.6.0-1")
    assert runtime.pin(tree) == [tree / "index.html", tree / "pyscript.toml"]
    after = read_all(tree)
    assert after["index.html"] == before["index.html"].replace(b"1.2.3", b"1.3.0")
    assert after["pyscript.toml"] == before["pyscript.toml"].replace(b"4.5.6", b"4.6.0-1")


def test_pin_says_so_where_there_is_no_address(tree):
    (tree / "pyscript.toml").write_text("")
    with pytest.raises(ValueError, match=r"pyscript\.toml"):
        runtime.pin(tree)


def test_an_address_of_the_cdn_is_found_in_node_modules_and_no_other(tree):
    core = tree / "node_modules/@pyscript/core/dist"
    url = runtime.core_url(tree)
    assert runtime.file_for(url, tree) == core / "core.js"
    assert runtime.file_for(url.replace("core.js", "zip-3.js"), tree) == core / "zip-3.js"
    assert runtime.file_for(runtime.micropython_url(tree), tree).name == "micropython.mjs"
    for other in (
        url.replace("1.2.3", "1.2.4"),
        url.replace("core.js", "absent.js"),
        url.replace("core.js", "../../../../main.py"),
        url.replace("cdn.", "other."),
        url.replace("@pyscript/core", "@pyscript/other"),
        url.removesuffix("dist/core.js"),
    ):
        assert runtime.file_for(other, tree) is None, other


# This repository itself


def test_the_addresses_in_the_page_are_those_of_package_json():
    root = runtime.ROOT
    addresses = {}
    for name in ("index.html", "pyscript.toml"):
        text = (root / name).read_text("utf-8")
        addresses[name] = re.findall(re.escape(runtime.CDN) + r"[^\"'\s]*", text)
    assert addresses["index.html"] == [runtime.core_url(), runtime.core_url()]
    assert addresses["pyscript.toml"] == [runtime.micropython_url()]


def test_this_page_builds_within_two_seconds(tmp_path):
    # Processor time, esbuild's included, so that a busy machine does not count.
    start = sum(os.times()[:4])
    written = build(runtime.ROOT, tmp_path / "dist")
    assert sum(os.times()[:4]) - start < 2
    names = {path.name for path in written}
    assert {"index.html", "sw.js", "core.js", "micropython.js", "micropython.wasm"} <= names
    assert (tmp_path / "dist/tic-tac-toe.html").stat().st_size < 1_000_000
    # What the page does without is large: editor, terminal, zip, TOML.
    assert not [name for name in names if name.startswith(("codemirror", "xterm", "zip", "toml"))]


def test_two_builds_of_this_page_are_the_same_to_the_byte(tmp_path):
    """In two programs that differ in whatever should not matter."""
    for name, surroundings in (
        ("first", {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"}),
        ("second", {"PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo", "PYTHONUTF8": "1"}),
    ):
        program = [sys.executable, str(runtime.ROOT / "tools/build.py"), "--out"]
        (tmp_path / name).mkdir()
        subprocess.run(
            [*program, str(tmp_path / name / "dist")],
            check=True,
            cwd=tmp_path / name,
            env={**os.environ, **surroundings},
            capture_output=True,
        )
    assert read_all(tmp_path / "first") == read_all(tmp_path / "second") != {}


def test_the_lock_files_name_no_registry():
    for folder in (".", "tools/audit"):
        lock = json.loads((runtime.ROOT / folder / "package-lock.json").read_text("utf-8"))
        assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    assert "://" not in (runtime.ROOT / "requirements-dev.txt").read_text("utf-8")
