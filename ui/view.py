"""The one place that writes to the page: it turns a snapshot into what is seen and heard.

The view takes no decision; it finds the elements of `index.html` by their ids and fills them from
`text.py`. A square is written only when it has changed.
"""

import js

from engine.opponents import OPPONENTS
from engine.rules import O, X

from . import text


class View:
    """The page."""

    def __init__(self):
        self.page = js.document.documentElement
        self.board = _element("board")
        self.mode = _element("mode")
        self.level = _element("level")
        self.restart = _element("restart")
        self.reset_scores = _element("reset-scores")
        self.undo_reset = _element("undo-reset")
        self._status = _element("status")
        self._cells = _each(self.board.querySelectorAll(".cell"))
        self._drawn = [None] * len(self._cells)  # what each square shows now; see `_draw_cell`
        self._stop = 0  # the square that Tab leads to
        self._snapshot = None
        _fill_menu(self.level, [(key, text.level_name(key)) for key, _ in OPPONENTS])
        _fill_menu(self.mode, text.MODES)

    @property
    def size(self) -> int:
        """The number of squares in a row."""
        return self._snapshot.size

    def render(self, snapshot) -> None:
        """Show `snapshot`, and say what happened."""
        self._snapshot = snapshot
        for cell, mark in enumerate(snapshot.cells):
            self._draw_cell(cell, mark, cell in snapshot.winning_cells, snapshot.is_over)
        for mark, turn, label in ((X, "turn-x", "label-x"), (O, "turn-o", "label-o")):
            name = text.player_name(mark, snapshot.mode)
            _element(turn).textContent = name
            _element(label).textContent = name
            active = mark == snapshot.turn and not snapshot.is_over
            _element(turn).classList.toggle("active", active)
        self.mode.value = snapshot.mode
        self.level.value = snapshot.level
        self.level.disabled = snapshot.computer is None
        _element("scores-of").textContent = text.tally_title(snapshot)
        self._say(*text.status(snapshot))

    def show_scores(self, scores) -> None:
        """Show the present tally, and whether its reset can be taken back."""
        tally = scores.shown
        _element("score-x").textContent = str(tally.x)
        _element("score-draws").textContent = str(tally.draws)
        _element("score-o").textContent = str(tally.o)
        self.undo_reset.hidden = not scores.can_restore

    def show_kept(self, kept: bool) -> None:
        """Say it, once and for all to see, when scores cannot be kept."""
        _element("notice").textContent = "" if kept else text.NOT_KEPT

    def announce(self, happened: str) -> None:
        """Say what happened beside the board, keeping the sentence on how things stand."""
        self._say(happened, *text.status(self._snapshot)[1:])

    def cell_of(self, event) -> int | None:
        """Return the number of the square that `event` happened on, or None beside the squares."""
        for cell, button in enumerate(self._cells):
            if button.contains(event.target):
                return cell
        return None

    def move_tab_stop(self, cell: int) -> None:
        """Let Tab lead to `cell` from now on (the board is one Tab stop, not nine)."""
        self._cells[self._stop].setAttribute("tabindex", "-1")
        self._cells[cell].setAttribute("tabindex", "0")
        self._stop = cell

    def focus(self, cell: int) -> None:
        """Move the keyboard's focus to `cell`."""
        self.move_tab_stop(cell)
        self._cells[cell].focus()

    def ready(self) -> int | None:
        """Let the player in; return the square clicked while Python was loading, or None."""
        for control in (self.mode, self.restart, self.reset_scores):
            control.disabled = False
        self.page.dataset.state = "ready"
        early = None
        for cell, button in enumerate(self._cells):
            if button.hasAttribute("data-early"):
                button.removeAttribute("data-early")
                early = cell
        return early

    def _say(self, happened, stands, where):
        parts = []
        stands_as = "result" if self._snapshot.is_over else "stands"
        for name, sentence in (("happened", happened), (stands_as, stands), ("where", where)):
            if sentence and parts:
                parts.append(" ")
            if sentence:
                parts.append(_span(name, sentence))
        # One change of the region, not three: of two texts that are written in one go, a screen
        # reader loses the first.
        self._status.replaceChildren(*parts)

    def _draw_cell(self, cell, mark, wins, over):
        drawn = (mark, wins, over)
        if self._drawn[cell] == drawn:
            return
        self._drawn[cell] = drawn
        button = self._cells[cell]
        button.textContent = mark
        button.dataset.mark = mark
        button.classList.toggle("win", wins)
        button.setAttribute("aria-label", text.cell_name(cell, self.size, mark))
        # `disabled` would throw the focus away and hide the square from the keyboard.
        button.setAttribute("aria-disabled", "true" if mark or over else "false")


def _element(name):
    return js.document.getElementById(name)


def _span(name, content):
    span = js.document.createElement("span")
    span.className = name
    span.textContent = content
    return span


def _fill_menu(menu, rows):
    """Give `menu` an option for each `(key, name)`, without touching it if it has them already."""
    present = [(option.value, option.textContent) for option in _each(menu.options)]
    if present != list(rows):
        menu.replaceChildren()
        for key, name in rows:
            option = js.document.createElement("option")
            option.value = key
            option.textContent = name
            menu.append(option)


def _each(nodes):
    return [nodes.item(index) for index in range(nodes.length)]
