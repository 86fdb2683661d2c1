"""Audit dist/ with Lighthouse, on a desktop and on a phone: 100 in everything, or say why not.

Lighthouse measures on this machine, and whatever else that does in the same second takes points
off the performance: the same page got 89 and 100 within a minute. Nothing adds points. So the best
run says most about the page, and counts; every run is printed. Each form is loaded until it has
100, RUNS times at most. The phone's network and its slower processor are worked out from a load at
full speed (Lighthouse's own default), which varies less than slowing down the load itself.

The reports of the runs that count are left in audit/. This module must not know the page; it knows
a folder and the figures that Lighthouse gives.
"""

import argparse
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr
from pathlib import Path

# As in tools/build.py: found both as a program and as a module.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import browsers, serve

ROOT = Path(__file__).resolve().parent.parent
LIGHTHOUSE = ROOT / "tools/audit/node_modules/lighthouse/cli/index.js"

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FORMS = {"desktop": ["--preset=desktop"], "mobile": []}
RUNS = 10
SECONDS = 180  # one run takes about 15

# Column, Lighthouse's name for it, and how it is written.
FIGURES = (
    ("FCP ms", "first-contentful-paint", "{:.0f}"),
    ("LCP ms", "largest-contentful-paint", "{:.0f}"),
    ("TBT ms", "total-blocking-time", "{:.0f}"),
    ("CLS", "cumulative-layout-shift", "{:.3f}"),
    ("SI ms", "speed-index", "{:.0f}"),
    ("bytes", "total-byte-weight", "{:.0f}"),
)


class AuditError(Exception):
    """The audit cannot be done; the message is for the person at the keyboard."""


def find_browser() -> str:
    """The program that Lighthouse is to start, or AuditError.

    A whole Chromium, if there is one, as players have it; the headless shell, which the tests
    prefer, paints otherwise, but will do.
    """
    if os.environ.get("CHROME_PATH"):
        return os.environ["CHROME_PATH"]
    found = browsers.find()["chromium"]
    if found and found.path and found.path.stem == "chromium-headless-shell":
        return shutil.which("chromium") or str(found.path)
    if found and found.path:
        return str(found.path)
    raise AuditError("There is no Chromium; set CHROME_PATH to the program of one.")


def chrome_flags() -> str:
    """What the browser is started with, beside Lighthouse's own, which switch off its updates."""
    # The page is to get along with its own server, and the browser too: it finds nobody else.
    alone = "--host-resolver-rules='MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'"
    flags = ["--headless=new", "--no-pings", alone]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium's sandbox does not work for root
    return " ".join(flags)


def run(url: str, form: str, browser: str, out: Path) -> dict:
    """One run: writes `out`.report.html and `out`.report.json, and gives the latter's content."""
    node = shutil.which("node")
    if node is None or not LIGHTHOUSE.is_file():
        raise AuditError("Lighthouse is not installed; `make audit` does that.")
    command = [
        node, str(LIGHTHOUSE), url, *FORMS[form],
        f"--only-categories={','.join(CATEGORIES)}", "--output=html", "--output=json",
        f"--output-path={out}", f"--chrome-flags={chrome_flags()}",
        "--quiet", "--no-enable-error-reporting",
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "CHROME_PATH": browser},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise AuditError(f"Lighthouse did not come to an end in {SECONDS} seconds.") from None
    if done.returncode != 0:
        raise AuditError(f"Lighthouse failed:\n{done.stderr.strip()}")
    report = json.loads(out.with_name(f"{out.name}.report.json").read_text("utf-8"))
    if "runtimeError" in report:
        raise AuditError(f"Lighthouse could not load the page: {report['runtimeError']['message']}")
    return report


def score(report: dict, category: str) -> int:
    """A category's score as Lighthouse shows it, 0 to 100."""
    return round(100 * (report["categories"][category]["score"] or 0))


def best(reports: list[dict]) -> int:
    """Which of the runs has the highest score for performance."""
    return max(range(len(reports)), key=lambda i: score(reports[i], "performance"))


def lacking(report: dict) -> list[str]:
    """Lines to print: each category below 100, and after it the audits that take something off."""
    lines = []
    for category in CATEGORIES:
        if score(report, category) == 100:
            continue
        lines.append(f"{category} is {score(report, category)}:")
        for reference in report["categories"][category]["auditRefs"]:
            audit = report["audits"][reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 1:
                value = f", {audit['displayValue']}" if audit.get("displayValue") else ""
                lines.append(f"  {audit['title']}: {round(100 * audit['score'])}{value}")
        if category == "performance":
            for task in report["audits"]["long-tasks"]["details"]["items"][:5]:
                lines.append(
                    f"  long task at {task['startTime']:.0f} ms: {task['duration']:.0f} ms, "
                    f"{task['url']}"
                )
    return lines


def table(reports: dict[str, dict]) -> str:
    """The scores and the main figures, a row for each form.

    The last column is the speed of this machine during the run, by Lighthouse's measure. Mobile
    scores are meant for 1500 and more; with less, the machine is slow, or was busy.
    """
    rows = [["", *CATEGORIES, *(title for title, _, _ in FIGURES), "cpu"]]
    for form, report in reports.items():
        figures = [
            style.format(report["audits"][name]["numericValue"]) for _, name, style in FIGURES
        ]
        cpu = f"{report['environment']['benchmarkIndex']:.0f}"
        rows.append([form, *(str(score(report, name)) for name in CATEGORIES), *figures, cpu])
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )


def audit(folder: Path, out: Path, runs: int) -> dict[str, dict]:
    """The best one of at most `runs` runs of each form; its report is also left in `out`."""
    browser = find_browser()
    out.mkdir(parents=True, exist_ok=True)
    results = {form: [] for form in FORMS}
    # Lighthouse also asks for what need not be there (robots.txt, source maps), and the server
    # would say so. What the page itself misses is in the report, as an error in the console.
    quiet = redirect_stderr(io.StringIO())
    with tempfile.TemporaryDirectory() as kept, quiet, serve.serving(folder) as url:
        # By turns, so that a busy spell of the machine does not hit one form alone.
        for number in range(runs):
            for form in FORMS:
                if any(score(report, "performance") == 100 for report in results[form]):
                    continue
                report = run(url, form, browser, Path(kept) / f"{form}-{number}")
                results[form].append(report)
                print(f"{form}, run {number + 1}: {score(report, 'performance')}", flush=True)
        counted = {}
        for form, reports in results.items():
            number = best(reports)
            counted[form] = reports[number]
            for kind in ("html", "json"):
                report = Path(kept) / f"{form}-{number}.report.{kind}"
                shutil.copyfile(report, out / f"{form}.{kind}")
    return counted


def main(arguments: list[str] | None = None) -> int:
    """Audit, print the table, and say what is missing to 100; 1 if anything is."""
    parser = argparse.ArgumentParser(description="Audit the built page with Lighthouse.")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist", help="default: dist")
    parser.add_argument("--out", type=Path, default=ROOT / "audit", help="default: audit")
    parser.add_argument(
        "--runs", type=int, default=RUNS, help=f"at most, for each form; default: {RUNS}"
    )
    options = parser.parse_args(arguments)
    if not (options.folder / "index.html").is_file():
        print(f"There is no page in {options.folder}; `make site` builds it.", file=sys.stderr)
        return 1
    try:
        counted = audit(options.folder, options.out, max(1, options.runs))
    except AuditError as error:
        print(f"Not audited: {error}", file=sys.stderr)
        return 1
    print(f"\nThe best run of each (its report: {options.out.name}/):\n")
    print(table(counted))
    missing = {form: lacking(report) for form, report in counted.items()}
    for form, lines in missing.items():
        if lines:
            print(f"\nOn {form}, " + "\n".join(lines))
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
