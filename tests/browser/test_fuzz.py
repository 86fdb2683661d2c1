"""Forty things done at random within a second, over and over, in a real browser.

After each such round the marks must be even, the board must be that of the listed moves, the
tally that of the games that ended, the status must say so, and nothing may have been thrown.
`make test` does a few rounds, `make fuzz` some hundred; a failure names its seed, and that seed
does the same again (the computer's pause and its dice apart).
"""

import os
import random

import pytest

from engine.opponents import OPPONENTS
from engine.rules import BOARDS, board_key
from ui.controller import SIDES

ROUNDS = int(os.environ.get("FUZZ_ROUNDS", "6"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
ACTIONS = 40

# Levels, boards and sides as the page offers them.
MENUS = {
    "#mode": ("computer", "two-players", "two-players"),  # there more games come to an end
    "#level": tuple(key for key, _ in OPPONENTS),
    "#side": SIDES,
    "#size": tuple(board_key(size, run) for size, run, _ in BOARDS),
    "#theme": ("system", "light", "dark"),
    "#names": ("full", "short"),
}

FINISH = [
    [["#mode", "two-players"], 0],
    [["#size", "3x3-3"], 0],
    [["#restart", 0], 0],
    *[[[".cell", cell], 0] for cell in (0, 3, 1, 4, 2)],
]

# Keeps the tally that there should be, by reading the list of moves: a second scorer, who knows
# neither the page's Python nor its storage. It reads the list after each thing that is done, and
# whenever it changes, so that no game is missed, however quickly the next one followed.
SCORER = """
() => {
  const status = document.getElementById("status");
  const moves = document.getElementById("moves");
  const points = {}; // the name of a tally -> points of the person or X, draws, of the other
  let counted = null; // the point of the present round
  let before = []; // the moves of the present round, as they were read last
  let ended = 0; // games, those undone included
  const tally = () => {
    const name = document.getElementById("scores-of").textContent;
    return (points[name] ??= [0, 0, 0]);
  };
  const side = () => Math.sqrt(document.querySelectorAll(".cell").length);
  const read = () => [...moves.querySelectorAll("button")].map(({ textContent }) => {
    const [, mark, row, column] = /([XO]) row (\\d), column (\\d)/.exec(textContent);
    return { mark, row: Number(row), column: Number(column), textContent };
  });
  // "X", "O", "draw" or null. Every board on offer is won by a whole line of it.
  const outcome = (played) => {
    const size = side();
    for (const mark of "XO") {
      const own = played.filter((move) => move.mark === mark);
      const whole = (line) => own.filter(line).length === size;
      for (let at = 1; at <= size; at++) {
        if (whole(({ row }) => row === at) || whole(({ column }) => column === at)) return mark;
      }
      if (whole(({ row, column }) => row === column)) return mark;
      if (whole(({ row, column }) => row + column === size + 1)) return mark;
    }
    return played.length === size * size ? "draw" : null;
  };
  const look = () => {
    const now = read();
    const same = now.filter((move, ply) => move.textContent === before[ply]?.textContent).length;
    if (same === now.length && same === before.length) return;
    if (counted && same === now.length && same > 0) counted[0][counted[1]] -= 1; // taken back
    counted = null;
    before = now;
    const over = outcome(now);
    if (over) {
      const personIsX = /^(You|Player)/.test(document.getElementById("label-x").textContent);
      counted = [tally(), over === "draw" ? 1 : (over === "X") === personIsX ? 0 : 2];
      counted[0][counted[1]] += 1;
      ended += 1;
    }
  };
  new MutationObserver(look).observe(moves, { childList: true });
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const act = ([selector, value]) => {
    const found = document.querySelectorAll(selector);
    const element = found[Number.isInteger(value) ? value % found.length : 0];
    if (!element || element.disabled) return;
    if (element.tagName === "SELECT") {
      element.value = value;
      element.dispatchEvent(new Event("change", { bubbles: true }));
    } else {
      element.click();
    }
    look();
    if (selector === "#reset-scores") {
      tally().fill(0);
      counted = null;
    }
  };
  window.fuzz = async (steps) => {
    for (const [action, time] of steps) {
      act(action);
      if (time) await pause(time);
    }
    document.getElementById("now").click(); // from looking back, if that was the last
    const isBusy = () => !status.textContent || status.textContent.includes("thinking");
    let quiet = performance.now();
    while (performance.now() - quiet < 600) { // until the last of it must have been said
      if (isBusy()) quiet = performance.now();
      await pause(20);
    }
    const marks = [...document.querySelectorAll(".cell")].map((cell) => cell.dataset.mark);
    const listed = marks.map(() => "");
    for (const { mark, row, column } of read()) listed[(row - 1) * side() + (column - 1)] = mark;
    const saidRight = Boolean(outcome(read())) === Boolean(status.querySelector(".result"));
    const number = (name) => Number(document.getElementById("score-" + name).textContent);
    const shown = [number("x"), number("draws"), number("o")];
    const personIsX = /^(You|Player)/.test(document.getElementById("label-x").textContent);
    const wanted = [...tally()];
    return { marks, listed, shown: personIsX ? shown : shown.reverse(), wanted, ended, saidRight };
  };
}
"""


def test_whatever_is_done_at_once_the_game_stays_right(game):
    dice = random.Random(SEED)
    game.open()
    game.page.evaluate(SCORER)
    ended = 0
    for number in range(ROUNDS):
        steps = [[action(dice), pause(dice)] for _ in range(ACTIONS)]
        if number % 2:
            steps = FINISH + steps  # so that what follows may undo a game that was counted
        found = game.page.evaluate("(steps) => fuzz(steps)", steps)
        context = f"round {number} of seed {SEED}: {steps}"
        marks = found["marks"]
        assert marks.count("X") - marks.count("O") in (0, 1), context
        assert marks == found["listed"], context
        assert found["shown"] == found["wanted"], context
        assert found["saidRight"], context
        assert not game.errors, context
        ended = found["ended"]
    print(f"{ended} games were ended in {ROUNDS} rounds")
    assert ended >= ROUNDS // 2


def action(dice):
    kind = dice.random()
    if kind < 0.85:
        return [".cell", dice.randrange(16)]
    if kind < 0.95:
        buttons = ["#undo", "#undo", "#redo", "#redo", "#restart", "#now", "#copy-link", "#sound"]
        buttons += ["#hint", "#read-board"]
        return [dice.choice(buttons), 0]
    if kind < 0.955:
        return ["#reset-scores", 0]
    if kind < 0.975:
        return ["#moves button", dice.randrange(9)]
    menu = dice.choice(list(MENUS))
    return [menu, dice.choice(MENUS[menu])]


def pause(dice):
    """Half of the time none: the next thing is done before the browser gets a breath."""
    return dice.choice([0, 0, 0, dice.randrange(20), 20, 50])


@pytest.mark.one_browser_is_enough
@pytest.mark.parametrize("ending", ["x", "o"])
def test_the_scorer_would_notice_a_wrong_tally(game, ending):
    """Or the test above could not fail."""
    game.open()
    game.page.evaluate(SCORER)
    cells = {"x": (0, 3, 1, 4, 2), "o": (0, 3, 1, 4, 8, 5)}[ending]
    game.burst("#mode=two-players")
    found = game.page.evaluate("(steps) => fuzz(steps)", [[[".cell", cell], 0] for cell in cells])
    assert found["shown"] == found["wanted"] == ([1, 0, 0] if ending == "x" else [0, 0, 1])
    game.page.evaluate("document.getElementById('score-x').textContent = '7'")
    assert game.page.evaluate("fuzz([])")["shown"] != found["wanted"]
