"""esbuild, which npm has put into node_modules: one function that runs it.

This module must not know what it is given, nor what for.
"""

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tools.runtime import RuntimeMissing

_OPTIONS = (
    "--minify",
    "--format=esm",
    # As new as the browsers that have DecompressionStream, and no newer.
    "--target=es2022",
    "--charset=utf8",
    "--legal-comments=inline",
    "--log-level=error",
    # What is only for Node, MicroPython's loader has much of it, is left out.
    "--define:process=undefined",
    "--define:globalThis.process=undefined",
    # No settings from a folder further up.
    "--tsconfig-raw={}",
)


def minified(root: Path, options: Iterable[str], folder: Path, module: str = "") -> str:
    """The text of one module without what only people need, or RuntimeMissing.

    It is `module`, or what `options` name in `folder`. `root` has the node_modules.
    """
    esbuild = shutil.which("esbuild", path=(root / "node_modules/.bin").resolve())
    if esbuild is None:
        raise RuntimeMissing("esbuild is not in node_modules: run `npm ci` (`make play` does it).")
    done = subprocess.run(
        [esbuild, *_OPTIONS, *options],
        cwd=folder,
        input=module,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if done.returncode != 0:
        reason = " ".join(done.stderr.split())
        raise RuntimeMissing(f"esbuild could not make one module of the runtime: {reason}")
    return done.stdout
