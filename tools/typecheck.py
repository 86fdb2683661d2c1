"""Check the types in engine/, ui/ and main.py with pyright, as pyproject.toml sets it up.

PyScript runs main.py as a coroutine, so `await` may stand at the top of it. Pyright takes that for
an error, and has no setting for it. So this leaves out that one message, for that one file, and
tells all else that pyright has to say.

This module must not know what is checked, nor how strictly.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYRIGHT = ROOT / "node_modules" / "pyright" / "index.js"

AWAITS_AT_THE_TOP = "main.py"
AWAIT = '"await" allowed only within async function'


def complaints(report: dict, root: Path = ROOT) -> list[str]:
    """Return a line for everything in pyright's JSON `report` that has to be mended."""
    found = []
    for entry in report["generalDiagnostics"]:
        path = Path(entry["file"])
        name = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
        if name == AWAITS_AT_THE_TOP and entry["message"] == AWAIT:
            continue
        line = entry["range"]["start"]["line"] + 1  # it counts from 0
        rule = f" ({entry['rule']})" if "rule" in entry else ""
        found.append(f"{name}:{line}: {entry['message']}{rule}")
    return found


def check(root: Path = ROOT) -> list[str]:
    """Run pyright in the project `root`, and return what has to be mended, a line each."""
    run = subprocess.run(
        ["node", str(PYRIGHT), "--outputjson", "--project", str(root)],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    try:
        report = json.loads(run.stdout)
        checked = report["summary"]["filesAnalyzed"]
    except (ValueError, KeyError):
        checked = 0
    if not checked:
        return [f"pyright checked nothing:\n{run.stdout}{run.stderr}"]
    return complaints(report, root)


def main() -> int:
    """Check this project."""
    found = check()
    print("\n".join(found) or "pyright has no complaint.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
