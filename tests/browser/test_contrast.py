"""What the eye gets: the ring around what has the focus, and the line through a win, in pixels.

That all that is to be seen is strong enough by the page's styles, test_low_vision.py looks after,
since it goes to every state of the page.
"""

import pytest

from tests.browser.contrast import Picture, choose_look, contrast
from tests.browser.states import reach
from tests.browser.test_layout import play

# Of each kind of thing that can have the focus one, by the state that has it.
FOCUSABLE = {
    "X wins": {
        "an empty square": ".cell[data-mark='']",
        "a taken square": ".cell[data-mark='O']",
        "a winning square": ".cell.win",
        "the main button": "#restart",
        "a button": "#undo",
        "a button that cannot be used now": "#redo",
        "a switch": "#thinking",
        "what unfolds": "#history > summary",
        "a link": "#one-file a",
    },
    "hint": {"a hint": ".cell.hint"},
    "thinking shown": {"a best move": ".cell.best", "a switch that is on": "#thinking"},
    "all settings": {
        "a menu": "#mode",
        "a box to tick": "#sound",
        "a value": ".cell:has(.value)",
    },
    "search replayed": {"a row of the tree": ".node[tabindex='0']"},
    "all unfolded": {
        "the move on show": "#moves [aria-current]",
        "a live square": ".square[aria-disabled='false']",
        "a best live square": ".square.best",
        "a taken live square": ".square[aria-disabled='true']",
        "a link beside code": ".code[open] a",
    },
}

IN_FIREFOX = ("X wins", "all settings", "search replayed")
ONLY_CHROMIUM = pytest.mark.only_browser("chromium")


@pytest.mark.parametrize(
    "name",
    [
        # In Firefox, where it takes long, only the most different of them.
        name if name in IN_FIREFOX else pytest.param(name, marks=ONLY_CHROMIUM)
        for name in FOCUSABLE
    ],
)
def test_the_eye_sees_what_has_the_focus(game, browser_name, name):
    """Pixels change by 3:1, as many as a frame of 2 pixels around it has: WCAG 2.2, 2.4.13."""
    reach(game, name)
    game.page.mouse.move(0, 0)
    game.page.keyboard.press("Tab")
    # With more contrast, frames have the colour of the ring.
    looks = ("light", "more contrast, dark") if browser_name == "chromium" else ("light",)
    for look in looks:
        choose_look(game.page, look, browser_name == "chromium")
        for what, selector in FOCUSABLE[name].items():
            place, needed = game.page.evaluate(FOCUS, selector)
            focused = Picture(game.page, place)
            game.page.evaluate("document.activeElement.blur()")
            plain = Picture(game.page, place)
            assert changed(plain, focused) >= needed, (look, what)


@pytest.mark.once_in_firefox
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_winning_line_is_seen_on_the_marks_it_crosses(game, theme):
    reach(game, "X wins")
    choose_look(game.page, theme, can_emulate=False)
    game.page.mouse.move(0, 0)
    game.wait_for("!document.getAnimations().length")
    cell = Picture(game.page, game.cell(0))
    # Right through the X, from left to right: a bar of it, the seam, the line.
    row = cell.row(cell.height // 2)
    mark = cell.at(cell.width * 3 // 10, cell.height * 3 // 10)
    line = row[cell.width // 2]
    assert contrast(mark, cell.at(10, 10)) >= 7
    middle = row[cell.width // 2 - 10 : cell.width // 2]
    assert any(contrast(seam, line) >= 3 and contrast(seam, mark) >= 3 for seam in middle)


@pytest.mark.one_browser_is_enough
def test_a_winning_line_hides_no_arm_of_an_x_on_the_smallest_board(game):
    game.page.set_viewport_size({"width": 320, "height": 640})
    game.open()
    game.two_players()
    play(game, (0, 1, 4, 2, 8))
    game.wait_for("!document.getAnimations().length")
    cell = Picture(game.page, game.cell(4))
    mark = cell.at(cell.width * 65 // 100, cell.height * 35 // 100)  # the other arm
    place = cell.width * 35 // 100
    for side in (-1, 1):
        across = [cell.at(place + side * step, place - side * step) for step in range(10)]
        assert mark in across, across


def changed(one, other):
    """How many pixels of a picture have a contrast of 3 or more to those of another."""
    seen = {}  # there are few pairs of colours
    count = 0
    for y in range(one.height):
        for pair in zip(one.row(y), other.row(y)):
            if pair not in seen:
                seen[pair] = contrast(*pair) >= 3
            count += seen[pair]
    return count


# Give it the focus; return the place of it and its ring, and how many pixels must change.
FOCUS = """
(selector) => {
  const control = [...document.querySelectorAll(selector)].find((e) => e.checkVisibility());
  control.focus({ focusVisible: true });
  control.scrollIntoView({ block: "center" });
  const { left, top, width, height } = control.getBoundingClientRect();
  const [x, y] = [Math.max(0, Math.floor(left) - 8), Math.max(0, Math.floor(top) - 8)];
  const [right, bottom] = [Math.ceil(left + width) + 8, Math.ceil(top + height) + 8];
  return [{ x, y, width: right - x, height: bottom - y }, 4 * (width + height) - 16];
}
"""
