"""The runtime: which files of PyScript and MicroPython the page needs, and where they are.

Everyone who must know a version or an address of the runtime asks here: the
build copies these files, the tests answer the public addresses from them, and
`python tools/runtime.py pin` writes the addresses into the page. The versions
themselves stand in package.json and nowhere else.

This module must not know what the page does with the runtime, and it never
touches the network: npm has put the files into node_modules before.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CDN = "https://cdn.jsdelivr.net/npm/"
PYSCRIPT = "@pyscript/core"
MICROPYTHON = "@micropython/micropython-webassembly-pyscript"

# The file of each package that the page names; everything else follows from it.
_ENTRIES = {PYSCRIPT: "dist/core.js", MICROPYTHON: "micropython.mjs"}

# `from"./core-C9KDLldu.js"` or `import"./x.js"`, as a minifier writes a static
# import. A dynamic one has a bracket, `import("./zip.js")`, and is not matched:
# those are the plugins (editor, terminal, zip, TOML) that this page switches off.
_STATIC_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["']\./([\w.-]+\.js)["']""")


# What starts PyScript on a built page, as a file beside PyScript's own.
STARTER = Path(__file__).with_name("start.js")


class RuntimeMissing(Exception):
    """The npm packages are not installed, or not as package.json wants them."""


def version(package: str, root: Path = ROOT) -> str:
    """The exact version of `package` that package.json asks for."""
    return json.loads((root / "package.json").read_text("utf-8"))["dependencies"][package]


def core_url(root: Path = ROOT) -> str:
    """The public address of PyScript's entry module."""
    return _url(PYSCRIPT, root)


def micropython_url(root: Path = ROOT) -> str:
    """The public address of MicroPython's loader; its .wasm lies beside it."""
    return _url(MICROPYTHON, root)


def file_for(url: str, root: Path = ROOT) -> Path | None:
    """The file in node_modules that the CDN would send for `url`.

    None if the address is not on the CDN, asks for another package or version
    than package.json, or names no file of the package.
    """
    for package in _ENTRIES:
        prefix = f"{CDN}{package}@{version(package, root)}/"
        if url.startswith(prefix):
            folder = _folder(package, root)
            path = (folder / url.removeprefix(prefix).partition("?")[0]).resolve()
            return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    return None


def files(root: Path = ROOT) -> list[Path]:
    """Every runtime file that the page loads, sorted by name.

    They go into one folder side by side, for they find each other by relative
    addresses. Raises RuntimeMissing if one of them is not there.
    """
    for package in _ENTRIES:
        _require(package, root)
    loader = _folder(MICROPYTHON, root) / _ENTRIES[MICROPYTHON]
    core = _folder(PYSCRIPT, root) / _ENTRIES[PYSCRIPT]
    # Of the plugins only the one that shows errors stays; it is imported
    # dynamically, so its name has to be known here.
    errors = sorted(core.parent.glob("error-*.js"))
    found = {loader, loader.with_suffix(".wasm")}
    waiting = [core, *errors]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            if path.is_file():
                waiting += [path.parent / name for name in _STATIC_IMPORT.findall(_text(path))]
    absent = sorted(path.name for path in found if not path.is_file())
    if absent or not errors:
        raise RuntimeMissing(
            f"The runtime lacks {', '.join(absent) or 'error-*.js'}: "
            "tools/runtime.py does not know this version of PyScript."
        )
    return sorted(found, key=lambda path: path.name)


def licence(root: Path = ROOT) -> Path:
    """PyScript's licence, which its terms want beside every copy."""
    return _folder(PYSCRIPT, root) / "LICENSE"


def pin(root: Path = ROOT) -> list[Path]:
    """Write package.json's versions into the addresses of the page.

    Returns the files that changed. Raises ValueError if a file does not hold
    the address it should.
    """
    changed = []
    for name, package, url in (
        ("index.html", PYSCRIPT, core_url(root)),
        ("pyscript.toml", MICROPYTHON, micropython_url(root)),
    ):
        path = root / name
        old = _text(path)
        address = re.escape(CDN + package) + r"@[^/\s\"']+/" + re.escape(_ENTRIES[package])
        new, count = re.subn(address, url, old)
        if count == 0:
            raise ValueError(f"{name} holds no address of {package} on {CDN}")
        if new != old:
            path.write_bytes(new.encode("utf-8"))
            changed.append(path)
    return changed


def _url(package: str, root: Path) -> str:
    return f"{CDN}{package}@{version(package, root)}/{_ENTRIES[package]}"


def _folder(package: str, root: Path) -> Path:
    return root / "node_modules" / package


def _require(package: str, root: Path) -> None:
    """Raise RuntimeMissing unless node_modules has the package as pinned."""
    wanted = version(package, root)
    manifest = _folder(package, root) / "package.json"
    if not manifest.is_file():
        raise RuntimeMissing(
            f"{package} is not in node_modules: run `npm ci` (`make play` does it)."
        )
    installed = json.loads(_text(manifest))["version"]
    if installed != wanted:
        raise RuntimeMissing(
            f"{package} is {installed} in node_modules, but package.json wants {wanted}: "
            "run `npm ci` (`make play` does it)."
        )


def _text(path: Path) -> str:
    # Not read_text(): it would turn the line ends of a file into "\n".
    return path.read_bytes().decode("utf-8")


def main(arguments: list[str]) -> int:
    """Run `pin`, or without a command print the addresses."""
    if arguments == ["pin"]:
        try:
            changed = pin()
        except (OSError, ValueError) as error:
            print(f"Nothing more was pinned: {error}", file=sys.stderr)
            return 1
        print("Rewritten:", ", ".join(path.name for path in changed) or "nothing, all agree")
        return 0
    if not arguments:
        print(core_url(), micropython_url(), sep="\n")
        return 0
    print("usage: python tools/runtime.py [pin]", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
