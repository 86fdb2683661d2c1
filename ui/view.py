"""What is seen and heard of the game: the one place that turns a snapshot into it.

The view takes no decision; it finds the elements of `index.html` by their ids and fills them from
`text.py`. The squares it leaves to the board (`board.py`).
"""

import time

import js
from pyscript.ffi import to_js

from engine.opponents import OPPONENTS
from engine.rules import O, X

from . import dom, text
from .controller import COMPUTER, LOOK, MOVE, SLIP
from .speech import Speech, Standing


class View:
    """The page."""

    def __init__(self, board):
        """Take over the page but for the squares, which are those of a `Board`."""
        self._board = board
        self.page = js.document.documentElement
        self.mode = dom.find("mode")
        self.level = dom.find("level")
        self.size = dom.find("size")
        self.side = dom.find("side")
        self.theme = dom.find("theme")
        self.sound = dom.find("sound")
        self.restart = dom.find("restart")
        self.undo = dom.find("undo")
        self.redo = dom.find("redo")
        self.hint = dom.find("hint")
        self.thinking = dom.find("thinking")
        self.lesson = dom.find("lesson")
        self.copy_link = dom.find("copy-link")
        self.read_board = dom.find("read-board")
        self.names = dom.find("names")
        self.pause = dom.find("pause")
        self.show_help = dom.find("show-help")
        self.help = dom.find("help")
        self.close_help = dom.find("close-help")
        self.reset_scores = dom.find("reset-scores")
        self.undo_reset = dom.find("undo-reset")
        self.moves = dom.find("moves")
        self.now = dom.find("now")
        self.statistics = dom.find("statistics")
        self._status = dom.find("status")
        self._turn_x = dom.find("turn-x")
        self._turn_o = dom.find("turn-o")
        self._speech = Speech(self._write_status)
        self._turning_points = ()  # those that are told
        self._listed = ()  # the moves that the list of moves shows
        self._chosen = None  # the choices that are shown
        self._shut = None  # when the help's own button closed it
        self._scores = None
        # Those that styles/tokens.css has, by name.
        style = js.getComputedStyle(self.page)
        self._themes = style.getPropertyValue("--themes").split()
        _fill_menu(self.theme, text.themes(self._themes))
        _fill_menu(self.mode, text.MODES)
        _fill_menu(self.side, text.SIDES)
        _fill_menu(self.size, text.boards())
        _fill_menu(self.names, text.NAMES)
        _fill_menu(self.pause, text.pauses())

    def render(self, snapshot) -> None:
        """Show `snapshot`, and say what happened."""
        if snapshot.event != LOOK:
            self.lesson.hidden = True
        self._board.show(snapshot)
        for mark, turn in ((X, self._turn_x), (O, self._turn_o)):
            active = mark == snapshot.turn and not snapshot.is_over
            turn.classList.toggle("active", active)
        self._show_choices(snapshot)
        self._show_possible(snapshot)
        self._list_moves(snapshot)
        topic = LOOK if snapshot.event == LOOK else ""
        happened, words, where = text.status(snapshot)
        self._speech.say(happened, Standing(words, where, snapshot.is_over), topic)

    def show_thinking(self, shown: bool) -> None:
        """Show in every empty square what playing there is worth, or do so no longer."""
        self.thinking.checked = shown
        self._board.show_values(shown)

    def show_hint(self, hint) -> None:
        """Mark the move that an `engine.reasons.Hint` is about, and say why."""
        self._board.mark_hinted((hint.cell,))
        self.announce(text.hint(hint, self._board.snapshot))

    def show_turning_points(self, points) -> None:
        """Say which move first changed the outcome, and which one last, with a way there."""
        self._turning_points = points[:1] + points[1:][-1:]
        items = []
        for point in self._turning_points:
            item = dom.make("li")
            button = dom.make_button("", text.show_move(point.ply))
            item.append(text.turning_point(point, self._board.snapshot.size), " ", button)
            items.append(item)
        if not items:
            items.append(dom.make("li"))
            items[0].textContent = text.NO_TURNING_POINT
        self.lesson.replaceChildren(*items)
        self.lesson.hidden = False

    def turning_point_of(self, event):
        """Return the turning point whose button was pressed, or None beside the buttons."""
        for point, item in zip(self._turning_points, dom.each(self.lesson.children)):
            if item.querySelector("button").contains(event.target):
                return point
        return None

    def show_better(self, point) -> None:
        """Mark what would have been better than a turning point, whose position is on show."""
        self._board.mark_hinted(point.better)
        self.announce(text.turning_point(point, self._board.snapshot.size))
        # On a narrow page the board may be out of sight.
        self._board.element.scrollIntoView(to_js({"block": "nearest"}))

    def show_scores(self, scores) -> None:
        """Show the present tally, whether its reset can be taken back, and the statistics."""
        self._scores = scores
        tally = scores.shown
        x, o = tally.first, tally.second
        if self._board.shown is not None and self._board.snapshot.computer == X:
            x, o = o, x  # tallies follow the person, who plays O
        dom.find("score-x").textContent = str(x)
        dom.find("score-draws").textContent = str(tally.draws)
        dom.find("score-o").textContent = str(o)
        self.undo_reset.hidden = not scores.can_restore
        self.show_statistics()

    def show_statistics(self) -> None:
        """Fill in the tables of statistics, if they are unfolded."""
        if not self.statistics.open or self._scores is None:
            return
        tables = []
        for board, name in text.boards():
            rows = [[""] + [text.level_name(level, board) for level, _ in OPPONENTS]]
            numbers = [self._scores.statistics(COMPUTER, level, board) for level, _ in OPPONENTS]
            for title, field in text.STATISTICS:
                rows.append([title] + [str(getattr(of_level, field)) for of_level in numbers])
            tables.append(_table(name, rows))
        dom.find("tables").replaceChildren(*tables)

    def show_kept(self, kept: bool) -> None:
        """Say it, and leave it for all to see, when scores cannot be kept."""
        dom.find("notice").textContent = "" if kept else text.NOT_KEPT
        if not kept:
            self.announce(text.NOT_KEPT)

    def announce(self, happened: str, topic: str = "") -> None:
        """Say what happened beside the board; after that is said how things stand.

        With a `topic`, it replaces what was to be said of that (see `Speech`).
        """
        self._speech.say(happened, topic=topic)

    def refuse(self, cell: int, reason: str) -> None:
        """Say why `cell` cannot be played, for a reason of the controller's."""
        self.announce(text.refusal(reason, cell, self._board.snapshot))

    def read(self) -> None:
        """Say what is on the board, row by row, and what is told below it after the end."""
        if self.help.open:  # under it, nobody would hear that
            return
        words = text.board_aloud(self._board.snapshot)
        if not self.lesson.hidden:
            words += " " + text.turning_points(self._turning_points, self._board.snapshot.size)
        self.announce(words)

    def open_help(self) -> None:
        """Show the help in front of the page, which is silent meanwhile."""
        # If it were open already, this would throw.
        if not self.help.open and not self.is_help_just_closed:
            self._speech.hold()
            self.help.showModal()

    def shut_help(self) -> None:
        """Close the help, because its button was pressed."""
        self._shut = time.time()
        self.help.close()

    @property
    def is_help_just_closed(self) -> bool:
        """Whether a press now is likely the second one of a double press on the button Close.

        It would hit whatever lay below that, or, by a key, open the help again.
        """
        return self._shut is not None and time.time() - self._shut < SLIP

    def help_is_closed(self) -> None:
        """Say what has been held back, when the screen reader has said where the focus is now."""
        if not self.help.open:  # it may have been opened again since
            self._speech.release()

    def show_names(self, kind: str | None) -> None:
        """Give the squares short names or full ones; anything unknown means full."""
        are_short = kind == text.SHORT_NAMES
        self.names.value = text.SHORT_NAMES if are_short else text.FULL_NAMES
        self._board.shorten_names(are_short)

    def show_theme(self, theme: str | None) -> None:
        """Change to a theme that styles/tokens.css has; anything else follows the system."""
        # The style sheets and boot.js act on the attribute.
        if theme in self._themes:
            self.page.setAttribute("data-theme", theme)
            self.theme.value = theme
        else:
            self.page.removeAttribute("data-theme")
            self.theme.value = text.SYSTEM

    def ply_of(self, event) -> int | None:
        """Return how many moves are played with the one that was pressed in the list, or None."""
        for ply, item in enumerate(dom.each(self.moves.children)):
            if item.contains(event.target):
                return ply + 1
        return None

    def ready(self) -> int | None:
        """Let the player in; return the square clicked while Python was loading, or None.

        None as well if that square is not what it was then: the player saw an empty board of the
        first kind, and a round may have come back since.
        """
        for control in (
            self.mode, self.size, self.theme, self.sound, self.restart,
            self.undo, self.redo, self.hint, self.thinking, self.copy_link, self.reset_scores,
            self.read_board, self.show_help, self.names,
        ):  # fmt: skip
            control.disabled = False
        self.page.dataset.state = "ready"
        early = self._board.take_early()
        return early if self._board.snapshot.round.played == 0 else None

    def begin_to_speak(self) -> None:
        """Say what happened while the page was loading."""
        self._speech.begin()

    def _write_status(self, happened, standing, is_again):
        """Write what `Speech` says, all in one change: it is one text to a screen reader."""
        parts = []
        sentences = [("happened", " ".join(happened))]
        if standing is not None:
            sentences.append(("result" if standing.is_result else "stands", standing.words))
            sentences.append(("where", standing.where))
        for name, sentence in sentences:
            if sentence and parts:
                parts += [" ", dom.make("br")]
            if sentence:
                parts.append(dom.make("span", name, sentence))
        if is_again:
            parts.append("\u00a0")  # a space that is neither seen nor heard
        self._status.replaceChildren(*parts)

    def _show_choices(self, snapshot):
        """Show what is chosen, and what follows from that alone: not with every move."""
        chosen = (snapshot.mode, snapshot.level, snapshot.side, snapshot.board, snapshot.computer)
        if chosen == self._chosen and snapshot.event == MOVE:
            return
        self._chosen = chosen
        for mark, turn, label in ((X, self._turn_x, "label-x"), (O, self._turn_o, "label-o")):
            name = text.player_name(mark, snapshot.computer)
            turn.textContent = name
            dom.find(label).textContent = name
        self.mode.value = snapshot.mode
        self.side.value = snapshot.side
        self.size.value = snapshot.board
        _fill_menu(
            self.level, [(key, text.level_name(key, snapshot.board)) for key, _ in OPPONENTS]
        )
        self.level.value = snapshot.level
        for menu in (self.level, self.side, self.pause):
            menu.disabled = snapshot.computer is None
        dom.find("scores-of").textContent = text.tally_title(snapshot)
        dom.find("goal").textContent = text.goal(snapshot.run)

    def _show_possible(self, snapshot):
        # Not `disabled`: who has just pressed one of them keeps the focus there.
        for button, possible in (
            (self.undo, snapshot.can_undo),
            (self.redo, snapshot.can_redo),
            (self.hint, not snapshot.is_over),
        ):
            button.setAttribute("aria-disabled", "false" if possible else "true")

    def _list_moves(self, snapshot):
        """Bring the list of moves up to date: add what is new, remove what was taken back."""
        moves = snapshot.round.moves[: snapshot.round.played]
        same = 0
        while same < min(len(moves), len(self._listed)) and moves[same] == self._listed[same]:
            same += 1
        focused = js.document.activeElement
        had_focus = self.now.contains(focused) or self.moves.contains(focused)
        for _ in range(len(self._listed) - same):
            self.moves.lastElementChild.remove()
        for ply in range(same, len(moves)):
            item = dom.make("li")
            button = dom.make_button("", text.move(ply, moves[ply], snapshot.size))
            item.append(button)
            self.moves.append(item)
        self._listed = moves
        shown = len(moves) if snapshot.looking is None else snapshot.looking
        for ply, item in enumerate(dom.each(self.moves.children)):
            if ply + 1 == shown:
                item.firstElementChild.setAttribute("aria-current", "step")
            else:
                item.firstElementChild.removeAttribute("aria-current")
        self.now.hidden = snapshot.looking is None
        is_there = self.moves.contains(focused) or (
            self.now.contains(focused) and not self.now.hidden
        )
        if had_focus and not is_there:
            self._board.focus_stop()  # or it would be nowhere


def _table(caption, rows):
    """Return a table; the first row and the first column are headings."""
    table = dom.make("table")
    table.createCaption().textContent = caption
    for number, row in enumerate(rows):
        line = table.insertRow()
        for place, content in enumerate(row):
            heading = number == 0 or place == 0
            cell = dom.make("th" if heading and content else "td", "", content)
            if heading and content:
                cell.setAttribute("scope", "col" if number == 0 else "row")
            line.append(cell)
    return table


def _fill_menu(menu, rows):
    """Give `menu` an option for each `(key, name)`, without touching it if it has them already."""
    present = [(option.value, option.textContent) for option in dom.each(menu.options)]
    if present != list(rows):
        menu.replaceChildren()
        for key, name in rows:
            option = dom.make("option", "", name)
            option.value = key
            menu.append(option)
