"""The runtime in one inline module. That it starts is for the browser tests to show."""

import base64
import json
import re
import zlib
from pathlib import Path

import pytest

from tools import onefile, runtime
from tools.onefile import runtime_scripts
from tools.runtime import RuntimeMissing

PACKAGES = {runtime.PYSCRIPT: "1.2.3", runtime.MICROPYTHON: "4.5.6"}


@pytest.fixture(scope="module")
def scripts() -> str:
    """Those of this repository."""
    return runtime_scripts()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small repository with a runtime that has what is changed in it, but no esbuild."""
    core, loader = f"node_modules/{runtime.PYSCRIPT}", f"node_modules/{runtime.MICROPYTHON}"
    contents = {
        "package.json": json.dumps({"dependencies": PACKAGES}),
        f"{core}/dist/core.js": 'export{hooks}from"./core-1.js";',
        f"{core}/dist/core-1.js": "export const hooks={worker:{}},load=t=>({module:import(t)}),"
        'at="https://cdn.example.org/x",zip=()=>import("./zip-2.js");',
        f"{core}/dist/zip-2.js": "export const large=1;",
        f"{core}/dist/error-3.js": 'import"./core-1.js";',
        f"{loader}/micropython.mjs": "export const loadMicroPython=options=>({locateFile:1});",
        f"{loader}/micropython.wasm": "wasm",
    }
    for package, version in PACKAGES.items():
        contents[f"node_modules/{package}/package.json"] = json.dumps({"version": version})
    for name, content in contents.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    return tmp_path


# What it is


def test_the_same_input_gives_the_same_text(scripts):
    assert runtime_scripts() == scripts


def test_it_is_one_inline_module_that_nothing_inside_ends(scripts):
    licence, element = scripts.split("-->\n", 1)
    assert licence.startswith("<!-- PyScript\n")
    assert element.startswith('<script id="pyscript-core" type="module">')
    assert element.endswith("</script>\n")
    assert element.lower().count("</script") == 1
    assert "<!--" not in element


def test_it_leaves_half_of_a_megabyte_to_the_game(scripts):
    assert len(scripts.encode("utf-8")) < 500_000


def test_it_knows_no_cdn(scripts):
    assert "https://cdn" not in scripts


def test_it_holds_the_wasm_to_the_byte(scripts):
    packed = max(re.findall(r"[A-Za-z0-9+/]+=*", scripts), key=len)
    wasm = runtime.file_for(runtime.micropython_url()).with_suffix(".wasm")
    assert zlib.decompress(base64.b64decode(packed)) == wasm.read_bytes()


# How it is made


def test_what_the_page_does_without_is_empty_and_the_rest_is_changed(tree):
    modules = onefile._modules(tree)
    assert zlib.decompress(modules.pop("micropython.wasm.zlib")) == b"wasm"
    # These two are its own.
    assert modules.pop("entry.js")
    assert modules.pop("interpreter.js")
    assert {name: text.decode("utf-8") for name, text in modules.items()} == {
        "core.js": 'export{hooks}from"./core-1.js";',
        "core-1.js": "export const hooks={worker:{}},"
        'load=t=>({module:import("./interpreter.js")}),'
        'at="inline://absent/x",zip=()=>import("./zip-2.js");',
        "zip-2.js": "export {};",
        "error-3.js": 'import"./core-1.js";',
        "micropython.mjs": "export const loadMicroPython=options=>"
        "({wasmBinary:options.wasmBinary,locateFile:1});",
    }


# What is refused


def test_without_esbuild_the_command_that_gets_it_is_named(tree):
    with pytest.raises(RuntimeMissing, match="esbuild is not in node_modules: run `npm ci`"):
        runtime_scripts(tree)


def test_without_the_runtime_the_command_that_gets_it_is_named(tmp_path):
    (tmp_path / "package.json").write_text(json.dumps({"dependencies": PACKAGES}))
    with pytest.raises(RuntimeMissing, match="npm ci"):
        runtime_scripts(tmp_path)


@pytest.mark.parametrize(
    ("package", "name", "what"),
    [
        (runtime.PYSCRIPT, "dist/core-1.js", "module:import(t)"),
        (runtime.PYSCRIPT, "dist/core-1.js", "https://cdn.example.org/"),
        (runtime.MICROPYTHON, "micropython.mjs", "{locateFile:"),
    ],
)
def test_a_version_that_is_written_otherwise_is_refused(tree, package, name, what):
    path = tree / "node_modules" / package / name
    text = path.read_text("utf-8")
    assert what in text
    path.write_text(text.replace(what, ""), "utf-8")
    with pytest.raises(RuntimeMissing, match="does not know this version"):
        runtime_scripts(tree)


@pytest.mark.parametrize("mark", ["</script", "</SCRIPT", "<!--"])
def test_a_module_that_would_break_the_page_is_refused(tree, monkeypatch, mark):
    monkeypatch.setattr(onefile, "_bundle", lambda modules, root: f'var a="{mark}";')
    with pytest.raises(RuntimeMissing, match="cannot stand in a page"):
        runtime_scripts(tree)


def test_what_esbuild_says_is_passed_on(monkeypatch):
    modules = {"entry.js": b'import "./absent.js";'}
    with pytest.raises(RuntimeMissing, match=r"absent\.js"):
        onefile._bundle(modules, runtime.ROOT)
