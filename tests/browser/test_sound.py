"""The sounds in the browser: off at first, each its own, remembered, and never an error.

A recorder stands in for Web Audio: what is to be heard is written down as frequencies, in the
attribute `data-heard`, and how often the device is shaken in `data-shaken`.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_scores import DRAW, O_WINS, REFUSALS, X_WINS

RECORDER = """
{
  const note = (name, what) => {
    const { dataset } = document.documentElement;
    dataset[name] = `${dataset[name] ?? ""} ${what}`.trim();
  };
  window.made = []; // for each context, whether a player was doing something just then
  window.tones = [];
  const quiet = () => {};
  window.AudioContext = class {
    state = "suspended";
    destination = {};
    constructor() {
      made.push(navigator.userActivation.isActive);
      window.recorded = this;
    }
    get currentTime() { return performance.now() / 1000; }
    resume() {
      if (this.state === "closed") return Promise.reject(new DOMException("Closed"));
      return new Promise((done) => setTimeout(() => { this.state = "running"; done(); }, 10));
    }
    createOscillator() {
      const tone = { frequency: {}, connect: quiet };
      tone.start = (time) => {
        tone.started = time;
        tones.push(tone);
        note("heard", tone.frequency.value);
      };
      tone.stop = (time) => { tone.stopped = time; };
      return tone;
    }
    createGain() {
      const gain = {
        setValueAtTime: quiet, linearRampToValueAtTime: quiet, exponentialRampToValueAtTime: quiet,
      };
      return { gain, connect: quiet };
    }
  };
  Object.defineProperty(navigator, "vibrate", {
    value: (pattern) => { note("shaken", [...pattern].join("+")); return true; },
  });
}
"""

# Browsers that do not do as they should, each before the page's first line runs.
DEAF = {
    "absent": "delete window.AudioContext;",
    "undefined": "window.AudioContext = undefined;",
    "throws": "window.AudioContext = class { constructor() { throw new Error('no device'); } };",
    "refuses": RECORDER
    + "AudioContext.prototype.resume = () => Promise.reject(new Error('not allowed'));",
    "closed": RECORDER + "setInterval(() => { if (window.recorded) recorded.state = 'closed'; });",
}

ANYTHING = re.compile(".")

# A level that always takes the first empty square, so that a test knows who wins.
FIRST_SQUARE = """
def first(game, random):
    return game.legal_moves()[0]

OPPONENTS = (("unbeatable", first),)
"""


@pytest.mark.one_browser_is_enough
def test_nothing_is_heard_until_the_player_wants_it(game):
    game.page.add_init_script(RECORDER)
    game.open()
    expect(game.page.get_by_role("checkbox", name="Sound")).not_to_be_checked()
    game.two_players()
    play(game, X_WINS)
    assert heard(game) is None
    assert game.page.evaluate("made") == []
    assert game.page.locator("html").get_attribute("data-shaken") is None


@pytest.mark.one_browser_is_enough
def test_each_sound_is_its_own(game):
    game.page.add_init_script(RECORDER)
    game.rewrite("engine/opponents.py", lambda _: FIRST_SQUARE)
    game.open()
    game.page.check("#sound")
    sounds = {}

    def end(name):
        """Take note of the round's last sound; all before were of marks."""
        place = sounds["place"]
        notes = heard(game).split(" ")
        while notes and notes[0] == place:
            del notes[0]
        sounds[name] = " ".join(notes)
        game.page.click("#restart")
        forget(game)

    game.click(4)
    game.wait_status("Your turn: X")
    both = heard(game).split(" ")  # of the own mark and the computer's, which sound alike
    half = len(both) // 2
    assert both[:half] == both[half:] != []
    sounds["place"] = " ".join(both[:half])
    for cell in (2, 6):
        game.click(cell)
        game.wait_status("You win!" if cell == 6 else "Your turn: X")
    end("win")
    for cell in (8, 7, 3):
        game.click(cell)
        game.wait_status("Computer wins!" if cell == 3 else "Your turn: X")
    end("lose")
    game.two_players()
    forget(game)
    play(game, DRAW)
    end("draw")
    assert len(set(sounds.values())) == 4
    assert all(sounds.values())
    play(game, O_WINS)
    end("win of O")
    assert sounds["win of O"] == sounds["win"]
    shaken = html(game).get_attribute("data-shaken").split(" ")
    assert len(shaken) == 3 * 2 - 1 + 3 * 2 + len(DRAW) + len(O_WINS)
    assert len(set(shaken)) == 4
    # One context, made while the player did something; every tone ends, and soon.
    assert game.page.evaluate("made") == [True]
    lengths = game.page.evaluate("tones.map(({ started, stopped }) => stopped - started)")
    assert all(0 < length < 1 for length in lengths)


@pytest.mark.one_browser_is_enough
def test_other_things_than_moves_are_silent(game):
    game.page.add_init_script(RECORDER)
    game.open()
    game.page.check("#sound")
    game.two_players()
    game.page.click("#restart")
    game.page.click("#reset-scores")
    play(game, (0,))
    expect(html(game)).to_have_attribute("data-heard", ANYTHING)
    mark = heard(game)
    game.page.click("#restart")
    game.click(0)
    game.click(0)  # taken
    game.wait_mark(0, "X")
    assert heard(game) == f"{mark} {mark}"
    game.page.uncheck("#sound")
    game.click(1)
    game.wait_mark(1, "O")
    assert heard(game) == f"{mark} {mark}"


def test_the_setting_is_remembered_and_audio_waits_for_the_next_click(game):
    game.page.add_init_script(RECORDER)
    game.open()
    game.page.check("#sound")
    assert game.page.evaluate("localStorage.getItem('tic-tac-toe:sound')") == "on"
    game.page.reload()
    game.ready()
    expect(game.page.locator("#sound")).to_be_checked()
    assert game.page.evaluate("made") == []
    game.page.keyboard.press("Tab")
    game.page.keyboard.press("Enter")
    game.wait_mark(0, "X")
    expect(html(game)).to_have_attribute("data-heard", ANYTHING)
    assert game.page.evaluate("made") == [True]
    game.page.uncheck("#sound")
    assert game.page.evaluate("localStorage.getItem('tic-tac-toe:sound')") == "off"
    game.page.reload()
    game.ready()
    expect(game.page.locator("#sound")).not_to_be_checked()


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("ear", DEAF)
def test_without_audio_the_game_plays_on_without_an_error(game, ear):
    game.page.add_init_script(DEAF[ear])
    game.page.add_init_script(REFUSALS["blocked"])
    game.open()
    game.page.check("#sound")
    game.two_players()
    play(game, X_WINS)
    game.page.uncheck("#sound")
    game.page.check("#sound")
    game.page.click("#restart")
    play(game, O_WINS)
    game.page.wait_for_timeout(300)  # for a rejection that comes late


def test_with_the_browsers_own_audio(game):
    game.open()
    game.page.check("#sound")
    game.two_players()
    for moves in (X_WINS, DRAW, O_WINS):
        play(game, moves)
        game.page.click("#restart")
    game.page.wait_for_timeout(1000)  # until the last tone has ended


def play(game, cells):
    """Click these cells as a player does, which a browser that guards its audio can tell."""
    for cell in cells:
        game.click(cell)
    expect(game.cell(cells[-1])).to_have_attribute("aria-disabled", "true")


def html(game):
    return game.page.locator("html")


def heard(game):
    return html(game).get_attribute("data-heard")


def forget(game):
    game.page.evaluate("() => { delete document.documentElement.dataset.heard; }")
