"""The board as it is seen and heard: the squares, what stands in them, and the line through a win.

The board decides nothing. It fills the squares of `index.html`, or as many others as another board
needs, from a snapshot and from `text.py`; what has not changed is not written again. Of the rest of
the page it knows nothing.
"""

import js

from engine.rules import lines_within

from . import dom, text
from .controller import MOVE, REDO, Snapshot

# How far a winning line is drawn beyond the middle of its first and last square, in squares.
OVERHANG = 0.38


class Board:
    """The squares."""

    def __init__(self):
        self.element = dom.find("board")
        self._cells = dom.each(self.element.querySelectorAll(".cell"))
        # What each square shows now; see `_draw_cell`.
        self._drawn: list = [None] * len(self._cells)
        # What moves are worth, by their squares, as far as it is known; None if it is not shown.
        self._values = None
        self._best = ()  # the squares of highest value, once all are known
        self._hinted = ()  # the squares that a hint is on
        self._struck = []  # the lines that are struck through
        self._stop = 0  # the square that Tab leads to
        self._are_names_short = False
        self.was_clicked_early = False  # while Python was loading; known after `take_early`
        self.shown = None  # the `Snapshot`, None before the first

    @property
    def snapshot(self) -> Snapshot:
        """The one that is shown, for those who ask when there is one."""
        assert self.shown is not None
        return self.shown

    @property
    def row_length(self) -> int:
        """The number of squares in a row."""
        return self.snapshot.size

    def show(self, snapshot) -> None:
        """Show the position of `snapshot`, without hints; the values are still to come."""
        self.shown = snapshot
        self._hinted = ()
        self._best = ()
        if self._values is not None:
            self._values = {}
        if len(snapshot.cells) != len(self._cells):
            self._build(snapshot.size)
        self._draw_cells()
        self._strike(snapshot)

    def show_values(self, wanted: bool) -> None:
        """Show in every empty square what playing there is worth, or do so no longer."""
        self._values = {} if wanted else None
        self._best = ()
        if self.shown is not None:
            self._draw_cells()

    def show_value(self, cell: int, value: int) -> None:
        """Show what playing `cell` is worth to the side to move."""
        if self._values is not None and self._values.get(cell) != value:
            self._values[cell] = value
            self._draw_cell(cell)
            if len(self._values) == self.snapshot.cells.count(""):
                self._best = _best_cells(self._values)  # not before: now it is known which they are
                self._draw_cells()

    def mark_hinted(self, cells) -> None:
        """Mark the squares of a hint, and let Tab lead to the first."""
        self._hinted = tuple(cells)
        for cell in cells:
            self._draw_cell(cell)
        self.move_tab_stop(cells[0])

    def shorten_names(self, wanted: bool) -> None:
        """Give the squares short names for those who listen, or full ones."""
        self._are_names_short = wanted
        if self.shown is not None:
            self._drawn = [None] * len(self._cells)
            self._draw_cells()

    def cell_of(self, event) -> int | None:
        """Return the number of the square that `event` happened on, or None beside the squares."""
        button = event.target.closest(".cell")
        return None if button is None else int(button.dataset.index)

    def move_tab_stop(self, cell: int) -> None:
        """Let Tab lead to `cell` from now on (the board is one Tab stop, not nine)."""
        if cell == self._stop:
            return
        self._cells[self._stop].setAttribute("tabindex", "-1")
        self._cells[cell].setAttribute("tabindex", "0")
        self._stop = cell

    def focus(self, cell: int) -> None:
        """Move the keyboard's focus to `cell`."""
        self.move_tab_stop(cell)
        self._cells[cell].focus()

    def focus_stop(self) -> None:
        """Move the keyboard's focus to the square that Tab leads to."""
        self.focus(self._stop)

    def take_early(self) -> int | None:
        """Return the square clicked while Python was loading, as it is marked no more, or None."""
        early = None
        for cell, button in enumerate(self._cells):
            if button.hasAttribute("data-early"):
                button.removeAttribute("data-early")
                self.was_clicked_early = True
                early = cell
        return early

    def _build(self, size):
        """Replace the squares by those of another board. The first board's are in index.html."""
        document = js.document
        had_focus = self.element.contains(document.activeElement)
        if self.element.querySelector("[data-early]") is not None:
            self.was_clicked_early = True
        self._cells = []
        rows = []
        for _ in range(size):
            row = dom.make("div")
            row.setAttribute("role", "row")
            for _ in range(size):
                place = dom.make("div")
                place.setAttribute("role", "gridcell")
                button = dom.make_button("cell")
                button.dataset.index = str(len(self._cells))
                button.setAttribute("tabindex", "-1")
                place.append(button)
                row.append(place)
                self._cells.append(button)
            rows.append(row)
        self.element.style.setProperty("--cells", str(size))
        self.element.replaceChildren(*rows)
        self._drawn = [None] * len(self._cells)
        self._cells[0].setAttribute("tabindex", "0")
        self._stop = 0
        if had_focus:
            self._cells[0].focus()

    def _draw_cells(self):
        for cell in range(len(self._cells)):
            self._draw_cell(cell)

    def _draw_cell(self, cell):
        snapshot = self.snapshot
        mark = snapshot.cells[cell]
        wins = cell in snapshot.winning_cells
        new = cell == snapshot.last_move and snapshot.event in (MOVE, REDO)
        # Who looks back may press any square: that leads back to the game.
        taken = snapshot.looking is None and (mark != "" or snapshot.is_over)
        is_hint = cell in self._hinted
        values = self._values if mark == "" and not snapshot.is_over else None
        has_value = values is not None
        value = values.get(cell) if has_value else None
        is_best = cell in self._best
        # With `turn`, because it says whose win a value is; a draw is the same for both.
        drawn = (
            mark, wins, new, taken, is_hint, has_value, value, value and snapshot.turn, is_best,
        )  # fmt: skip
        if self._drawn[cell] == drawn:
            return
        self._drawn[cell] = drawn
        button = self._cells[cell]
        button.dataset.mark = mark
        button.classList.toggle("win", wins)
        button.classList.toggle("new", new)
        button.classList.toggle("hint", is_hint)
        button.classList.toggle("best", is_best)
        seen, said = self._value_words(value) if has_value else ((), ())
        if is_hint:
            seen, said = seen or (text.HINT,), said + (text.HINT,)
        if is_best:
            said += (text.BEST,)
        if seen:
            button.replaceChildren(self._value_label(value, seen))
        else:
            button.textContent = mark
        name = text.cell_name(cell, snapshot.size, mark, said, self._are_names_short)
        button.setAttribute("aria-label", name)
        # `disabled` would throw the focus away and hide the square from the keyboard.
        button.setAttribute("aria-disabled", "true" if taken else "false")

    def _value_words(self, value):
        """Return what is seen of a value, a tuple of lines, and what is said, a tuple of phrases.

        They have the same words in the same order: some people tell their computer by voice what
        to press, and tell it what they see.
        """
        if value is None:
            seen, said = text.PENDING
            return (seen,), (said,)
        snapshot = self.snapshot
        said = (text.outcome(value, snapshot), text.score(value))
        return text.value_lines(value, snapshot), said

    def _value_label(self, value, lines):
        label = dom.make("span", "value")
        label.dataset.winner = ""
        if value:
            label.dataset.winner = text.winner_at(value, self.snapshot.turn)
        # The space between two lines is not seen, but separates their words for those who listen.
        for line in lines:
            label.append(dom.make("span", "value-line", line), " ")
        return label

    def _strike(self, snapshot):
        """Draw a line through each winning line."""
        won = []
        if snapshot.winner:
            won = lines_within(snapshot.winning_cells, snapshot.size, snapshot.run)
        if won == self._struck:
            return
        self._struck = won
        strokes = []
        for line in won:
            stroke = dom.draw("line")
            first, last = _middle(line[0], snapshot.size), _middle(line[-1], snapshot.size)
            for axis, start, end in zip("xy", first, last):
                beyond = OVERHANG * (end - start) / (snapshot.run - 1 or 1)
                stroke.setAttribute(f"{axis}1", _percent((start - beyond) / snapshot.size))
                stroke.setAttribute(f"{axis}2", _percent((end + beyond) / snapshot.size))
            stroke.setAttribute("pathLength", "1")
            strokes.append(stroke)
        dom.find("strike").replaceChildren(*strokes)


def _middle(cell, size):
    """Return how far to the right and down the middle of a square is, in squares."""
    return cell % size + 0.5, cell // size + 0.5


def _best_cells(values):
    """Return the squares of highest value, none where all values are the same."""
    if len(set(values.values())) < 2:
        return ()
    best = max(values.values())
    return [cell for cell in values if values[cell] == best]


def _percent(share):
    return f"{100 * share}%"
