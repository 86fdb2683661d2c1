"""Damage the engine in a thousand ways, one at a time, and see that its tests notice each.

mutmut makes the mutants (`>` for `>=`, None for 0, a text that is another) and runs the tests; the
settings are in pyproject.toml. What no test noticed is a gap in the tests, or no damage at all:
then tests/mutants.toml says why. This fails if a survivor has no reason there, and if a reason has
no survivor any more.

This module must not know the engine; it knows what mutmut prints.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
REASONS = ROOT / "tests" / "mutants.toml"

# mutmut's words for a mutant that was found out. One that runs for ever is: the tests never end.
NOTICED = ("killed", "timeout")


class Mutant(NamedTuple):
    """A change of one function: `before` became `after`, lines without what is around them."""

    function: str
    before: str
    after: str


class MutantsError(Exception):
    """There is no verdict; the message is for the person at the keyboard."""


def parse_results(printed: str) -> dict[str, str]:
    """Read `mutmut results --all true`: the mutants' names, and what became of each."""
    return dict(re.findall(r"^ +(\S+__mutmut_\d+): (.+)$", printed, re.MULTILINE))


def parse_diff(name: str, printed: str) -> Mutant:
    """Read `mutmut show NAME`, a diff."""
    # "engine.search.xǁSearchǁ_value__mutmut_52" or "engine.rules.x_lines__mutmut_3"
    module, _, rest = name.rpartition("__mutmut_")[0].rpartition(".")
    function = rest.replace("xǁ", "").replace("ǁ", ".") if "ǁ" in rest else rest.removeprefix("x_")
    lines = [line for line in printed.splitlines() if not line.startswith(("---", "+++"))]
    before, after = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
    )
    return Mutant(f"{module}.{function}", before, after)


def read_reasons(text: str) -> dict[Mutant, str]:
    """Read tests/mutants.toml. Raise MutantsError if an entry has no reason, or is there twice."""
    reasons = {}
    for entry in tomllib.loads(text).get("survivor", []):
        mutant = Mutant(entry["function"], entry["before"], entry["after"])
        if mutant in reasons or not entry["reason"].strip():
            raise MutantsError(f"No reason, or a second one: {mutant}")
        reasons[mutant] = entry["reason"]
    return reasons


def verdict(survivors: dict[Mutant, str], reasons: dict[Mutant, str]) -> list[str]:
    """Return what has to be mended: survivors without a reason, and reasons without a survivor.

    `survivors` has mutmut's word for each.
    """
    found = [
        f"{mutant.function}: {word}\n  - {mutant.before}\n  + {mutant.after}"
        for mutant, word in survivors.items()
        if mutant not in reasons
    ]
    found += [
        f"{mutant.function}: tests/mutants.toml explains it, but it did not survive\n"
        f"  - {mutant.before}\n  + {mutant.after}"
        for mutant in reasons
        if mutant not in survivors
    ]
    return found


def mutmut(*arguments: str, shown: bool = False) -> str:
    """Run mutmut, and return what it prints, unless that is `shown`."""
    run = subprocess.run(
        [sys.executable, "-m", "mutmut", *arguments],
        cwd=ROOT, check=False, encoding="utf-8", stdout=None if shown else subprocess.PIPE,
    )  # fmt: skip
    if run.returncode != 0:
        raise MutantsError(f"mutmut {' '.join(arguments)} ended with {run.returncode}")
    return run.stdout or ""


def main(arguments: list[str]) -> int:
    """Make the mutants, run the tests on them, and tell how it went."""
    parser = argparse.ArgumentParser(description="Damage the engine, and see that a test notices.")
    parser.add_argument("--keep", action="store_true", help="go on with what the last run found")
    parser.add_argument("--processes", default="1", help="so many mutants at a time")
    options = parser.parse_args(arguments)
    try:
        reasons = read_reasons(REASONS.read_text("utf-8"))
        if not options.keep:
            shutil.rmtree(ROOT / "mutants", ignore_errors=True)
        mutmut("run", "--max-children", options.processes, shown=True)
        results = parse_results(mutmut("results", "--all", "true"))
        if not results:
            raise MutantsError("mutmut made no mutants")
        survivors = {
            parse_diff(name, mutmut("show", name)): word
            for name, word in results.items()
            if word not in NOTICED
        }
        found = verdict(survivors, reasons)
    except MutantsError as error:
        print(f"No verdict: {error}", file=sys.stderr)
        return 2
    counts = Counter(results.values())
    print(
        f"\n{len(results)} mutants:", ", ".join(f"{n} {word}" for word, n in counts.most_common())
    )
    print("\n".join(found) or "Every survivor has its reason in tests/mutants.toml.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
