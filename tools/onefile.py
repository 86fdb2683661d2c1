"""The runtime as text that can stand in a page: PyScript and MicroPython in one inline module.

A page that is opened from the disk can load no file beside it, neither module
nor wasm. So esbuild, which npm has put into node_modules, makes one module of
all that tools/runtime.py names, with the wasm inside; on the way, what would ask
an address for them is changed to take them from there. What comes out loads
nothing and makes no code from strings: as the page's policy, the element's hash
and SCRIPT_SOURCE are enough, even where trusted types are required.

The same input gives the same text. This module must not know the game, nor the
page around the runtime.
"""

import re
import tempfile
import zlib
from pathlib import Path

from tools import esbuild, runtime
from tools.runtime import RuntimeMissing

# What the page's configuration is to name as its interpreter. Nobody looks there, but for
# what does not have the form of an address, PyScript takes the one that it knows itself.
INTERPRETER = "inline://runtime/micropython.mjs"

# What the page's policy must allow in script-src, beside the hash of the element.
SCRIPT_SOURCE = "'wasm-unsafe-eval'"

# What PyScript gets for its interpreter. What is called "deflate" here is zlib's format.
_INTERPRETER = """\
import { loadMicroPython as load } from "./micropython.mjs";
import packed from "./micropython.wasm.zlib";

export async function loadMicroPython(options) {
  const wasm = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return load({ ...options, wasmBinary: await new Response(wasm).arrayBuffer() });
}
"""

_CHANGES = (
    # PyScript imports its interpreter, from whatever address.
    (re.compile(r"\bmodule:import\(\w+\)"), 'module:import("./interpreter.js")'),
    # Of its options, MicroPython hands on only the address to what loads the wasm.
    (re.compile(r"\{(?=locateFile:)"), "{wasmBinary:options.wasmBinary,"),
    # Where PyScript looks if it is told no address. Here that never helps.
    (re.compile(r"https://cdn\.[\w.]+/"), "inline://absent/"),
)

_OPTIONS = (
    "--bundle",
    "--loader:.zlib=binary",
    # What MicroPython's loader would import in Node, and never reaches.
    "--external:module",
)


def runtime_scripts(root: Path = runtime.ROOT) -> str:
    """The <script> elements that take the place of <script type="module" src="…core.js">.

    There is one, after PyScript's licence in a comment, for such a page travels alone.
    Raises RuntimeMissing if npm has not installed what this takes, or another
    version than is known here.
    """
    module = _bundle(_modules(root), root)
    # Within strings, esbuild writes the first with a backslash. After the second, a
    # browser may read on past the end of the element.
    for mark in ("</script", "<!--"):
        if mark in module.lower():
            raise RuntimeMissing(f"The runtime holds {mark}, and so cannot stand in a page.")
    licence = runtime.licence(root)
    text = licence.read_text("utf-8").replace("--", "- -") if licence.is_file() else ""
    script = f'<script id="pyscript-core" type="module">{module}</script>'
    return f"<!-- PyScript\n{text}-->\n{script}\n"


def _modules(root: Path) -> dict[str, bytes]:
    """The files that are to become one: name -> content."""
    needed = {path.name: path.read_bytes() for path in runtime.files(root)}
    wasm = needed.pop("micropython.wasm")
    texts = _changed({name: content.decode("utf-8") for name, content in needed.items()})
    texts |= {"entry.js": runtime.STARTER.read_text("utf-8"), "interpreter.js": _INTERPRETER}
    # The parts of PyScript that the page does without. They are imported, but never reached.
    for path in runtime.file_for(runtime.core_url(root), root).parent.glob("*.js"):
        texts.setdefault(path.name, "export {};")
    return {
        **{name: text.encode("utf-8") for name, text in texts.items()},
        "micropython.wasm.zlib": zlib.compress(wasm, 9),
    }


def _changed(texts: dict[str, str]) -> dict[str, str]:
    """`texts` with each of _CHANGES made in it, or RuntimeMissing."""
    for before, after in _CHANGES:
        if not any(before.search(text) for text in texts.values()):
            raise RuntimeMissing(
                f"The runtime lacks {before.pattern}: "
                "tools/onefile.py does not know this version of PyScript or MicroPython."
            )
        texts = {name: before.sub(after, text) for name, text in texts.items()}
    return texts


def _bundle(modules: dict[str, bytes], root: Path) -> str:
    """The text of the one module."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in modules.items():
            (folder / file).write_bytes(content)
        return esbuild.minified(root, ("entry.js", *_OPTIONS), folder)
