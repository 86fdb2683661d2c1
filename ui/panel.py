"""How it thinks: the part of the page in which a learner looks into a search.

It shows a `Study` (see `inside.py`): how many positions are looked at, the best play, and, where it
is small, the game tree, which can be folded and replayed step by step. It takes its words from
`text.py`, knows nothing of the game that goes on beside it, and writes to its own part of the page
only.

The tree follows the tree view pattern of the ARIA Authoring Practices Guide: one Tab stop, arrows
move, right unfolds and left folds.
"""

import js

from engine.rules import EMPTY, O, X
from engine.textbook import CUT, INFINITY, LOOK, MAX_EMPTY, VALUE, Count

from . import dom, text


class Panel:
    """The unfolding part of the page that is called "How it thinks"."""

    def __init__(self):
        self.whole = dom.find("inside")
        self.tree = dom.find("tree")
        self.to_start = dom.find("tree-start")
        self.back = dom.find("tree-back")
        self.forward = dom.find("tree-step")
        self.all = dom.find("tree-all")
        self._tree = None  # the `textbook.Tree` that is drawn
        self._game = None  # and the game below which it has grown
        # These know a node by its `id`, which no other can have as long as the tree is kept.
        self._rows = {}  # its `_Row`, for those that were unfolded so far
        self._known_from = {}  # after how many steps its value is known
        self._cut_from = {}  # and after how many steps its other children are cut off
        self._steps = []  # of the search: those of the tree, less those that tell nothing new
        self._shown = None  # after how many of them the tree is shown; None for all values
        self._focus = None  # the row that Tab leads to

    def show(self, study) -> None:
        """Show a `Study`, or that there is nothing to study (None)."""
        dom.find("study-of").textContent = (
            text.study_of(study.game.turn) if study else text.NOTHING_TO_STUDY
        )
        line = ""
        if study:
            line = text.best_line(study) if study.line else text.WORKING
        dom.find("best-line").textContent = line
        self._show_counts(study)
        tree = study.tree if study else None
        if tree is None and study and study.game.cells.count(EMPTY) <= MAX_EMPTY:
            return  # one is growing: until then the last one stays, and with it the focus
        if tree is not self._tree:
            self._tree = tree
            self._game = study.game if tree else None
            self._take_up_tree()
        part = dom.find("tree-part")
        if tree is None and part.contains(js.document.activeElement):
            self.whole.firstElementChild.focus()  # the summary; or the focus would be nowhere
        part.hidden = tree is None

    def show_all(self) -> str:
        """Show what plain minimax finds, all at once; return it in words."""
        return self._go(None)

    def start(self) -> str:
        """Go back to where the search has not begun; return that in words."""
        return self._go(0)

    def walk(self, steps: int) -> str:
        """Go on by so many steps of the search, or back, as far as there are. Say where it is."""
        # From all values, the first step is the search's first, and the first one back its last.
        shown = self._shown
        if shown is None:
            shown = 0 if steps > 0 else len(self._steps) + 1
        return self._go(max(0, min(len(self._steps), shown + steps)))

    def _go(self, shown):
        """Show the tree after so many steps, None for all values; return that in words."""
        before = self._shown
        self._shown = shown
        for row in self._rows_that_differ(before, shown):
            self._write(row)
        if shown is None:
            words = text.ALL_VALUES
        elif shown == 0:
            words = text.TREE_AT_START
        else:
            kind, node = self._steps[shown - 1]
            self._unfold_to(node)
            self._go_to(self._rows[id(node)], take_focus=False)
            self._scroll_to(self._rows[id(node)])
            words = text.step(kind, node, self._game)
            words = text.step_number(shown, len(self._steps), words)
        dom.find("tree-says").textContent = words
        for button, possible in (
            (self.to_start, shown != 0),
            (self.back, shown != 0),
            (self.forward, shown != len(self._steps)),
            (self.all, shown is not None),
        ):
            button.setAttribute("aria-disabled", "false" if possible else "true")
        return words

    def _scroll_to(self, row):
        """Bring a row into sight within the tree, and leave the page where it is."""
        top = row.item.offsetTop
        bottom = top + row.item.offsetHeight
        self.tree.scrollTop = min(top, max(self.tree.scrollTop, bottom - self.tree.clientHeight))

    def press(self, event) -> None:
        """A key on the tree: the arrows, Home, End, Enter, Space and the asterisk."""
        row = self._row_of(event.target)
        if row is None or event.ctrlKey or event.altKey or event.metaKey:
            return
        key = event.key
        if getattr(event, "repeat", False) and key in ("Enter", " "):
            event.preventDefault()  # held down, it would fold and unfold without end
            return
        visible = self._visible_rows()
        place = visible.index(row)
        if key == "ArrowDown":
            destination = visible[min(place + 1, len(visible) - 1)]
        elif key == "ArrowUp":
            destination = visible[max(place - 1, 0)]
        elif key == "Home":
            destination = visible[0]
        elif key == "End":
            destination = visible[-1]
        elif key == "ArrowRight":
            destination = row
            if row.is_folded:
                self._unfold(row)
            elif row.node.children:
                destination = self._rows[id(row.node.children[0])]
        elif key == "ArrowLeft":
            destination = row
            if row.node.children and not row.is_folded:
                row.fold()
            elif row.node.parent is not None:
                destination = self._rows[id(row.node.parent)]
        elif key in ("Enter", " "):
            destination = row
            self._fold_or_unfold(row)
        elif key == "*":
            destination = row
            siblings = row.node.parent.children if row.node.parent else [row.node]
            for node in siblings:
                self._unfold(self._rows[id(node)])
        else:
            return
        event.preventDefault()
        self._go_to(destination)

    def click(self, event) -> None:
        """A click on a row folds or unfolds what is below it."""
        row = self._row_of(event.target)
        if row is not None:
            self._fold_or_unfold(row)
            self._go_to(row)

    # The counts

    def _show_counts(self, study):
        table = dom.find("counts")
        table.hidden = study is None
        dom.find("own-note").textContent = text.own_count_note(study.game) if study else ""
        if study is None:
            return
        rows = []
        for attribute, name in text.COUNTS:
            counted = getattr(study.counts, attribute)
            rows.append((name, text.count(counted) if counted else text.COUNTING))
        own = text.COUNTING
        if study.own_count is not None:
            own = text.count(Count(study.own_count, True))
        rows.append((text.OWN_COUNT, own))
        lines = []
        for name, number in rows:
            line = dom.make("tr")
            heading = dom.make("th", "", name)
            heading.setAttribute("scope", "row")
            line.append(heading, dom.make("td", "", number))
            lines.append(line)
        table.tBodies.item(0).replaceChildren(*lines)

    # The tree

    def _take_up_tree(self):
        """Draw another tree, or none: the root, and the moves that can be made there."""
        self._steps = []
        self._known_from = {}
        self._cut_from = {}
        for kind, node in self._tree.steps if self._tree else ():
            # To look at a finished game, and to see who has won, are one step for us.
            if not (kind == LOOK and node.is_over):
                self._steps.append((kind, node))
            if kind == VALUE:
                self._known_from[id(node)] = len(self._steps)
            elif kind == CUT:
                self._cut_from[id(node)] = len(self._steps)
        had_focus = self.tree.contains(js.document.activeElement)
        self.tree.replaceChildren()
        self._rows = {}
        self._focus = None
        self._shown = None
        if self._tree is not None:
            root = self._add_row(self._tree.root, self.tree, 1, 1)
            self._unfold(root)
            self._go_to(root, take_focus=had_focus)
            self._go(None)

    def _add_row(self, node, parent, place, count):
        row = _Row(node, place, count, self._game, len(self._rows))
        self._rows[id(node)] = row
        parent.append(row.place)
        self._write(row)
        return row

    def _write(self, row):
        """Bring what a row says up to date with the steps that are shown."""
        node = row.node
        if node.pruned:
            is_cut = self._is_cut(node)
            row.write(text.node_pruned(node) if is_cut else text.UNKNOWN, is_cut)
        elif self._shown is None:
            row.write(text.score(node.value))
        elif self._shown >= self._known_from[id(node)]:
            row.write(text.node_bound(node))
        else:
            row.write(self._so_far(node))

    def _rows_that_differ(self, before, shown):
        """Return the rows that may look different after `shown` steps than after `before`.

        A step concerns its node and the one above it, or, where it cuts, all that is below. To
        write every row at every step would take too long on a slow phone.
        """
        if before is None or shown is None:
            return list(self._rows.values())
        nodes = []
        for kind, node in self._steps[min(before, shown) : max(before, shown)]:
            nodes += [node, node.parent] if kind != CUT else self._unfolded_below(node)
        return [self._rows[id(node)] for node in nodes if id(node) in self._rows]

    def _unfolded_below(self, node):
        """Return the nodes below this one that have a row."""
        nodes = []
        for child in node.children:
            if id(child) in self._rows:
                nodes += [child] + self._unfolded_below(child)
        return nodes

    def _is_cut(self, node):
        """Whether the steps shown so far have cut `node` off."""
        while node.parent is not None and node.parent.pruned:
            node = node.parent
        return self._shown is None or self._cut_from[id(node.parent)] <= self._shown

    def _so_far(self, node):
        """What is known of a node whose children are not all looked at yet."""
        known = [
            child.at_least if node.is_max else child.at_most
            for child in node.children
            if not child.pruned and self._known_from[id(child)] <= self._shown
        ]
        best = max(known, default=-INFINITY) if node.is_max else min(known, default=INFINITY)
        return text.UNKNOWN if abs(best) == INFINITY else text.so_far(int(best))

    def _fold_or_unfold(self, row):
        if row.is_folded:
            self._unfold(row)
        else:
            row.fold()

    def _unfold(self, row):
        if not row.is_folded:
            return
        group = row.unfold()
        if group.childElementCount == 0:
            count = len(row.node.children)
            for place, child in enumerate(row.node.children):
                self._add_row(child, group, place + 1, count)

    def _unfold_to(self, node):
        """Unfold all that is above `node`, so that it can be seen."""
        above = []
        while node.parent is not None:
            node = node.parent
            above.insert(0, node)
        for node in above:
            self._unfold(self._rows[id(node)])

    def _go_to(self, row, take_focus=True):
        """Let Tab lead to this row, and mark it as the one that is looked at."""
        if self._focus is not None:
            self._focus.leave()
        self._focus = row
        row.enter()
        if take_focus:
            row.item.focus()

    def _row_of(self, target):
        """Return the row that an event happened on: the innermost one around `target`."""
        item = target.closest("[role=treeitem]")
        for row in self._rows.values() if item else ():
            if row.item.isSameNode(item):
                return row
        return None

    def _visible_rows(self):
        rows = []

        def add(node):
            row = self._rows[id(node)]
            rows.append(row)
            if not row.is_folded:
                for child in node.children:
                    add(child)

        assert self._tree is not None  # it is a row of it that somebody is on
        add(self._tree.root)
        return rows


class _Row:
    """One node of the tree as it stands on the page."""

    def __init__(self, node, place, count, game, number):
        """Make the row for `node`, which is the child number `place`, from 1, of `count`.

        `number` is one that no other row of the tree has.
        """
        self.node = node
        # What is below a row stands beside it and not in it, or its name would be all of that.
        self.place = dom.make("li")
        self.place.setAttribute("role", "none")
        self.item = dom.make("div", "node")
        self.item.setAttribute("role", "treeitem")
        self.item.setAttribute("aria-level", str(node.ply + 1))
        self.item.setAttribute("aria-posinset", str(place))
        self.item.setAttribute("aria-setsize", str(count))
        self.item.setAttribute("aria-selected", "false")
        self.item.setAttribute("tabindex", "-1")
        self._value = dom.make("span", "node-value")
        self._written = None
        words = dom.make("span", "node-words")
        state = dom.make("span")
        level = dom.make("span", "node-level", text.node_state(node, game))
        state.append(level, ": ", self._value)
        # The space is not seen, but separates the words for those who listen.
        words.append(dom.make("span", "node-move", text.node_move(node, game.size)), " ", state)
        self.item.append(_small_board(node, game.size), words)
        self.place.append(self.item)
        self._group = None
        if node.children:
            self.item.setAttribute("aria-expanded", "false")
            self._group = dom.make("ul")
            self._group.setAttribute("role", "group")
            self._group.id = f"tree-{number}"
            self._group.hidden = True
            self.item.setAttribute("aria-owns", self._group.id)
            self.place.append(self._group)

    @property
    def is_folded(self):
        """Whether there is something below this row that cannot be seen."""
        return self._group is not None and self._group.hidden

    def write(self, value, is_pruned=False):
        if (value, is_pruned) == self._written:
            return
        self._written = (value, is_pruned)
        self._value.textContent = value
        self.item.classList.toggle("pruned", is_pruned)

    def unfold(self):
        assert self._group is not None  # only what is folded is unfolded
        self.item.setAttribute("aria-expanded", "true")
        self._group.hidden = False
        return self._group

    def fold(self):
        if self._group is not None:
            self.item.setAttribute("aria-expanded", "false")
            self._group.hidden = True

    def enter(self):
        self.item.setAttribute("tabindex", "0")
        self.item.setAttribute("aria-selected", "true")

    def leave(self):
        self.item.setAttribute("tabindex", "-1")
        self.item.setAttribute("aria-selected", "false")


def _small_board(node, size):
    """Return a drawing of the position: three units to a square."""
    drawing = dom.draw("svg", "small-board")
    drawing.setAttribute("viewBox", f"0 0 {3 * size} {3 * size}")
    drawing.setAttribute("aria-hidden", "true")
    grid = "".join(f"M{3 * at} 0V{3 * size}M0 {3 * at}H{3 * size}" for at in range(1, size))
    crosses, rings, last = "", "", ""
    for cell, mark in enumerate(node.cells):
        x, y = 3 * (cell % size), 3 * (cell // size)
        if mark == X:
            crosses += f"M{x + 0.7} {y + 0.7}l1.6 1.6m0 -1.6l-1.6 1.6"
        elif mark == O:
            # A ring as two half circles.
            rings += f"M{x + 0.6} {y + 1.5}a.9 .9 0 0 1 1.8 0a.9 .9 0 0 1 -1.8 0"
        if cell == node.cell or cell in node.winning_cells:
            last += f"M{x + 0.15} {y + 0.15}h2.7v2.7h-2.7z"
    for name, path in (("last", last), ("grid", grid), ("x", crosses), ("o", rings)):
        if path:
            stroke = dom.draw("path", name)
            stroke.setAttribute("d", path)
            drawing.append(stroke)
    return drawing
