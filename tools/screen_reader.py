"""Play the built page with a real screen reader, by ear and by keys, and write down what was said.

In Firefox and in Chromium, Orca reads and a player plays who only hears it and presses keys: games
that are lost, drawn and won, and what else there is to hear. What was said is checked, and left in
docs/heard-….md, where one can read what a blind player gets to hear.

This module must not know how any of it is done: tools/screen_reader_stage.py has the desktop, the
_player the player, the _checks what must be true of what was heard. It knows what is played.
"""

import argparse
import datetime
import signal
import sys
import tempfile
import time
from pathlib import Path

# As in tools/build.py: found both as a program and as a module.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import build, runtime, serve
from tools import screen_reader_checks as checks
from tools import screen_reader_stage as stage
from tools.screen_reader_player import Lost, Player, best, worst

OUT = runtime.ROOT / "docs"

# Easy tosses a coin on each turn: to be beaten in none of so many games is next to impossible.
MOST_GAMES = 12

_HEAD = """\
# What is heard in {browser}

Written by `make screen-reader` on {date}: {versions}. Every line is what happened next.

- `wants`: what the player is up to. It is known here, but nobody says it.
- `press`: a key.
- `heard`: what the screen reader said, to its end.
- `begun`: the same, cut off by the next key or by what was said next.

The player knows nothing but what was heard. Orca is as it comes, but for two settings: it does not
say the keys' names, nor read the whole page when that is loaded.
"""


def play(player: Player) -> list[checks.Part]:
    """All that is played in a session; each part begins with an empty board."""
    parts = []
    player.begin()
    player.arrive()
    player.play_on(worst)
    parts.append(player.part("A loss, against Unbeatable", "loss"))

    player.begin()
    player.new_round()
    player.play_on(best, moves=1)
    player.try_taken(player.game.moves[-1])
    player.play_on(best, moves=1)
    player.undo()
    player.read()
    player.play_on(best)
    parts.append(player.part("A draw, against Unbeatable", "draw"))

    player.begin()
    player.new_round()
    player.new_round()
    parts.append(player.part("New Round, twice in a row"))

    player.begin()
    player.choose("Level", "Easy", "e")
    player.play_on(best)
    games = 1
    while player.game.winner in (None, player.computer):
        if games == MOST_GAMES:
            raise Lost(f"none of {games} games against Easy was won")
        games += 1
        player.begin()
        player.new_round()
        player.play_on(best)
    parts.append(player.part("A win, against Easy", "win"))

    player.begin()
    player.choose("Board", "4 × 4", "4", size=4)
    player.play_on(best, moves=3)
    player.read()
    parts.append(player.part("Four in a line"))

    player.begin()
    player.computer = None
    player.choose("Mode", "2 Players", "2")
    player.play_on(best, moves=3)
    player.undo()
    parts.append(player.part("Two players"))
    return parts


def written(parts: list[checks.Part], browser: str, versions: dict[str, str]) -> str:
    """The transcript as a page of docs/."""
    head = _HEAD.format(
        browser=browser.capitalize(),
        date=datetime.date.today().isoformat(),
        versions=", ".join(f"{name} {version}" for name, version in versions.items()),
    )
    sections = [head]
    for part in parts:
        lines = "\n".join(f"{line.kind}  {line.words}" for line in part.lines)
        sections.append(f"## {part.title}\n\n```text\n{lines}\n```\n")
    return "\n".join(sections)


def run(browser: str, url: str, out: Path, show: bool = False) -> list[str]:
    """One session: leaves its transcript in `out`, and gives what was wrong."""
    with stage.session(browser, url) as desktop:
        player = Player(desktop, _print) if show else Player(desktop)
        try:
            parts = play(player)
            wrong = []
        except Lost as lost:
            parts = [player.part("Where the player was lost")]
            wrong = [f"The player was lost: {lost}"]
    if wrong:
        # Of a session that came to no end, there is no game to check; what led there is shown.
        wrong += [f"  {line.kind}  {line.words}" for line in parts[0].lines[-12:]]
        return wrong
    page = written(parts, browser, stage.versions(browser))
    out.mkdir(exist_ok=True)
    (out / f"heard-{browser}.md").write_text(page, "utf-8")
    return [sentence for part in parts for sentence in checks.failures(part)]


def _print(line: checks.Line) -> None:
    print(f"  {line.kind}  {line.words}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Play in each browser, so many times; 1 if something that was heard was wrong."""
    parser = argparse.ArgumentParser(description="Play the page with a real screen reader.")
    parser.add_argument("--browser", choices=sorted(stage.BROWSERS), help="default: each of them")
    parser.add_argument("--times", type=int, default=1, help="so many sessions in each; default: 1")
    parser.add_argument("--show", action="store_true", help="print every line as it happens")
    parser.add_argument("--out", type=Path, default=OUT, help="default: docs")
    options = parser.parse_args(arguments)
    # As Ctrl+C, so that whatever was started is ended.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    names = [options.browser] if options.browser else ["firefox", "chromium"]
    steady = dict.fromkeys(names, 0)
    try:
        stage.get_ready(names)
        with tempfile.TemporaryDirectory() as temporary:
            site = Path(temporary) / "dist"
            build.build(runtime.ROOT, site)
            with serve.serving(site) as url:
                for number in range(options.times):
                    for name in names:
                        start = time.monotonic()
                        wrong = run(name, url, options.out, options.show)
                        steady[name] += not wrong
                        seconds = time.monotonic() - start
                        result = "\n".join(wrong) if wrong else "as it should be"
                        print(
                            f"{name}, session {number + 1}, {seconds:.0f} s: {result}", flush=True
                        )
    except (stage.StageError, build.BuildError) as error:
        print(f"Not played: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Not played to the end.", file=sys.stderr)
        return 1
    for name, count in steady.items():
        print(f"{name}: {count} of {options.times} steady")
    return 0 if all(count == options.times for count in steady.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
