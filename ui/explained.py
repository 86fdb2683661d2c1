"""The page of text on minimax: its live boards, and the very lines of code that it speaks of.

The text stands in `index.html` and can be read without this. Here its empty places are filled in,
once somebody unfolds it: a board wherever the text has a list of moves, and the lines of a function
wherever it names one. Nothing of this touches the game that is being played, and this module knows
neither the controller nor the view.
"""

import asyncio

from engine.game import Game
from engine.search import move_values

from . import dom, text
from .slices import BREATH


class Explained:
    """The text, unfolded or not."""

    def __init__(self):
        self.element = dom.find("explained")
        self._boards = []
        self._is_filled = False

    def fill(self) -> None:
        """Fill in what is missing, once the text is unfolded: the game starts without this work."""
        if self.element.open and not self._is_filled:
            self._is_filled = True
            asyncio.create_task(self._fill())

    async def _fill(self):
        # Every place is quickly filled, but all of them in one go would hold the page up.
        for place in dom.each(self.element.querySelectorAll("[data-moves]")):
            self._boards.append(LiveBoard(place))
            await asyncio.sleep(BREATH)
        for place in dom.each(self.element.querySelectorAll("[data-function]")):
            _list_code(place)
            await asyncio.sleep(BREATH)

    def press(self, event) -> str:
        """Answer a click, or Enter or Space on a button; return what there is to say, or ""."""
        for board in self._boards:
            if board.press(event.target):
                return text.on_live_board(board.stands)
        return ""


class LiveBoard:
    """A small board that shows what every move is worth, and can be played on."""

    def __init__(self, place):
        """Build the board in `place`, an element that names the moves it begins with."""
        self._first_moves = [int(cell) for cell in place.dataset.moves.split(",")]
        self._game = Game(moves=self._first_moves)
        self._squares = [dom.make_button("square") for _ in self._game.cells]
        squares = dom.make("div", "squares")
        squares.append(*self._squares)
        self._stands = dom.make("p", "live-stands")
        self._again = dom.make_button("again", text.START_OVER)
        place.replaceChildren(squares, self._stands, self._again)
        self._show()

    @property
    def stands(self) -> str:
        """How the game stands, in words."""
        return self._stands.textContent

    def press(self, target) -> bool:
        """Play the square that `target` is or lies in, or start over; tell whether it did."""
        if self._again.contains(target):
            self._game = Game(moves=self._first_moves)
            self._show()
            return True
        for cell in self._game.legal_moves():
            if self._squares[cell].contains(target):
                self._game.play(cell)
                self._show()
                return True
        return False

    def _show(self):
        game = self._game
        # In one go: with three marks on the board and more, it is a matter of a few milliseconds.
        values = dict(move_values(game))
        best = max(values.values()) if values else None
        for cell, mark in enumerate(game.cells):
            button = self._squares[cell]
            lines = (mark,)
            notes = ()
            colour = mark
            if cell in values:
                value = values[cell]
                lines = text.live_value(value, game)
                notes = (lines[0], text.outcome(value, game))
                if value == best:
                    notes += (text.BEST,)
                if value != 0:
                    colour = text.winner_at(value, game.turn)
            button.replaceChildren()
            for line in lines:
                button.append(dom.make("span", "", line), " ")  # or the words would be one
            button.dataset.mark = mark
            button.dataset.colour = colour
            button.classList.toggle("best", cell in values and values[cell] == best)
            button.classList.toggle("win", cell in game.winning_cells)
            button.setAttribute("aria-label", text.cell_name(cell, game.size, mark, notes))
            # `disabled` would throw the focus away: who has just played here keeps it.
            button.setAttribute("aria-disabled", "false" if cell in values else "true")
        self._stands.textContent = text.live_board(game, best)


def _list_code(place):
    """Write the lines of a function into `place`, each with its number, some of them marked.

    They are read from the file that runs, where PyScript has put it, and found by their `def`:
    so what is shown is what runs, whatever becomes of it.
    """
    try:
        with open(place.dataset.file) as file:
            found = function_lines(file.read().split("\n"), place.dataset.function)
    except (OSError, ValueError) as error:
        # A forker has renamed it; the other listings are none the worse.
        place.textContent = str(error)
        return
    listed = []
    for number, line in found:
        is_point = place.dataset.point in line
        element = dom.make("mark" if is_point else "span", "code-line", line)
        element.dataset.number = str(number)
        listed.append(element)
    place.replaceChildren(*listed)


def function_lines(lines: list[str], name: str) -> list[tuple[int, str]]:
    """Return `(number, line)` for the lines of the function `name`; a file's first is number 1.

    Raises `ValueError` if there is no such function.
    """
    heads = [at for at, line in enumerate(lines) if line.lstrip().startswith(f"def {name}(")]
    if not heads:
        raise ValueError(f"There is no {name} in this file any more; index.html still names it.")
    first = heads[0]
    end = first + 1
    while end < len(lines) and (not lines[end] or _indent(lines[end]) > _indent(lines[first])):
        end += 1
    while not lines[end - 1]:
        end -= 1
    return [(place + 1, lines[place]) for place in range(first, end)]


def _indent(line):
    return len(line) - len(line.lstrip())
