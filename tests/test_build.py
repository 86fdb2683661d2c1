"""The build: what goes into dist/, and the sentences with which it refuses."""

import html
import json
import re
import shutil
import time
from pathlib import Path

import pytest

from tools import runtime
from tools.build import BuildError, build, main

LINK = (
    '<link id="pyscript-core" rel="modulepreload" '
    'href="https://cdn.jsdelivr.net/npm/@pyscript/core@1.2.3/dist/core.js" crossorigin>'
)
SCRIPT = '<script type="mpy" src="main.py" config="pyscript.toml"></script>'
PY_CONFIG = '<py-config src="pyscript.toml" hidden></py-config>'
PAGE = f"<!doctype html>\r\n<title>A page</title>\n{LINK}\n<p>Text</p>\n{PY_CONFIG}\n{SCRIPT}\n"
CONFIG = """\
interpreter = "https://cdn.jsdelivr.net/npm/@micropython/micropython-webassembly-pyscript@4.5.6/micropython.mjs"
name = "it's <a> & b"
plugins = ["!donkey"]

[files]
"engine/rules.py" = "engine/rules.py"
"ui/text.py" = "ui/text.py"
"""
PACKAGES = {"@pyscript/core": "1.2.3", "@micropython/micropython-webassembly-pyscript": "4.5.6"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small repository with all that the build looks at, node_modules included."""
    root = tmp_path / "tree"
    contents = {
        "index.html": PAGE,
        "boot.js": "start();\n",
        "main.py": "import engine\n",
        "pyscript.toml": CONFIG,
        "package.json": json.dumps({"dependencies": PACKAGES}),
        "engine/rules.py": "X = 'X'\n",
        "ui/text.py": "HELLO = 'Hello'\n",
        "styles/tokens.css": ":root { --ink: black; }\n",
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


# What is built


def test_dist_holds_the_page_its_sources_and_the_runtime_it_reaches(tree, tmp_path):
    out = tmp_path / "dist"
    written = build(tree, out)
    assert sorted(read_all(out)) == [
        "boot.js",
        "engine/rules.py",
        "index.html",
        "main.py",
        "runtime/LICENSE-pyscript.txt",
        "runtime/core-1.js",
        "runtime/core.js",
        "runtime/deep-2.js",
        "runtime/error-4.js",
        "runtime/micropython.mjs",
        "runtime/micropython.wasm",
        "styles/tokens.css",
        "ui/text.py",
    ]
    assert written == [out / name for name in sorted(read_all(out))]


def test_the_page_is_changed_in_its_three_places_only(tree, tmp_path):
    build(tree, tmp_path / "dist")
    page = (tmp_path / "dist/index.html").read_bytes().decode()
    # Put the three old pieces back: what remains must be the old page, to the byte.
    back = page.replace(
        '<link id="pyscript-core" rel="modulepreload" href="runtime/core.js" crossorigin>', LINK
    )
    back = re.sub(r"<py-config type=\"json\" hidden>.*?</py-config>", PY_CONFIG, back)
    back = re.sub(r"config='[^']*'", 'config="pyscript.toml"', back)
    assert page != PAGE
    assert back == PAGE


def test_the_configuration_in_the_page_is_pyscript_toml_with_the_runtime_beside_it(tree, tmp_path):
    build(tree, tmp_path / "dist")
    page = (tmp_path / "dist/index.html").read_text()
    attribute = re.search(r"config='([^']*)'", page).group(1)
    assert json.loads(html.unescape(attribute)) == {
        "interpreter": "./runtime/micropython.mjs",
        "name": "it's <a> & b",
        "plugins": ["!donkey"],
        "files": {"engine/rules.py": "engine/rules.py", "ui/text.py": "ui/text.py"},
    }
    other = re.search(r"<py-config[^>]*>(.*)</py-config>", page).group(1)
    assert json.loads(html.unescape(other)) == {"plugins": ["!donkey"]}


def test_what_a_page_may_have_is_copied_where_it_is_there(tree, tmp_path):
    (tree / "icons").mkdir()
    (tree / "icons/icon.svg").write_text("<svg/>")
    (tree / "icons/.DS_Store").write_text("a system's own")
    (tree / "manifest.webmanifest").write_text("{}")
    build(tree, tmp_path / "dist")
    built = read_all(tmp_path / "dist")
    assert "icons/icon.svg" in built
    assert "manifest.webmanifest" in built
    assert "icons/.DS_Store" not in built


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


@pytest.mark.parametrize("place", [LINK, PY_CONFIG, SCRIPT])
@pytest.mark.parametrize("times", [0, 2])
def test_a_place_that_is_not_there_once_is_refused(tree, place, times):
    replace(tree / "index.html", place, place * times)
    sentence = refusal(tree)
    assert "exactly once" in sentence
    assert f"{times} times" in sentence


def test_a_page_of_another_version_than_package_json_is_refused(tree):
    replace(tree / "index.html", "core@1.2.3", "core@1.2.2")
    assert "runtime.py pin" in refusal(tree)


def test_an_entry_without_its_file_is_refused(tree):
    (tree / "ui/text.py").unlink()
    assert "ui/text.py" in refusal(tree)


@pytest.mark.parametrize("name", ["engine/new.py", "ui/deep/new.py"])
def test_a_python_file_that_files_does_not_name_is_refused(tree, name):
    (tree / name).parent.mkdir(exist_ok=True)
    (tree / name).write_text("")
    assert f'"{name}" = "{name}"' in refusal(tree)


@pytest.mark.parametrize("name", ["boot.js", "main.py", "styles", "index.html", "pyscript.toml"])
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
    assert addresses["index.html"] == [runtime.core_url()]
    assert addresses["pyscript.toml"] == [runtime.micropython_url()]


def test_this_page_builds_within_two_seconds(tmp_path):
    # Processor time, so that a busy machine does not count.
    start = time.process_time()
    written = build(runtime.ROOT, tmp_path / "dist")
    assert time.process_time() - start < 2
    names = {path.name for path in written}
    assert {"index.html", "main.py", "core.js", "micropython.mjs", "micropython.wasm"} <= names
    # What the page does without is large: editor, terminal, zip, TOML.
    assert not [name for name in names if name.startswith(("codemirror", "xterm", "zip", "toml"))]


def test_the_lock_files_name_no_registry():
    lock = json.loads((runtime.ROOT / "package-lock.json").read_text("utf-8"))
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    assert "://" not in (runtime.ROOT / "requirements-dev.txt").read_text("utf-8")
