"""Minimax as textbooks have it, to be looked at and counted, with none of the search's ideas.

It plays no game: `search.py` does that, and is much quicker. Here a small tree is grown whole, with
max and min levels and with what alpha-beta cuts off, so that a page can draw it and replay it; and
the positions are counted that minimax looks at, plainly, with a memory, and with alpha-beta.

This module looks at a game's cells. It does not know the search, the page or a clock. All that
takes long is a generator, which yields None at every position, so that a page can do other things
in between.
"""

from collections import namedtuple

from .rules import EMPTY, lines, other, winning_line

INFINITY = float("inf")

# With five empty squares a tree has at most 326 nodes, which can still be drawn.
MAX_EMPTY = 5

# The kinds of steps in `Tree.steps`.
LOOK = "look"
CUT = "cut"
VALUE = "value"

# How many different positions are counted, at most. Nine empty squares lead to no more than this,
# even on a board where nobody can win; ten may lead to 17,303.
MAX_DIFFERENT = 6_046

# How many positions alpha-beta may visit: a second or two in MicroPython. From the empty 3x3 board
# it visits a third of that.
MAX_VISITED = 60_000

# Alpha-beta is asked within itself, once for each empty square. Deeper than this it is not tried:
# MicroPython's stack is small.
MAX_DEPTH = 64


class Node:
    """One position in a `Tree`, reached by one order of moves."""

    def __init__(self, parent, cell, mark, cells, completed):
        """Make a node whose last move put `mark` on `cell` and completed the lines `completed`."""
        self.parent = parent  # None for the root
        self.cell = cell  # the move that led here, None for the root
        self.mark = mark  # who made it, None for the root
        self.cells = cells  # as `Game.cells`: a tuple of marks, row by row
        self.ply = parent.ply + 1 if parent else 0  # how many moves after the root
        self.is_max = self.ply % 2 == 0  # whether the side to move is the one to move at the root
        self.children = []  # in cell order
        self.winner = mark if completed else None
        self.winning_cells = tuple(sorted({cell for line in completed for cell in line}))
        self.is_over = self.winner is not None or EMPTY not in cells
        # Plain minimax: what the position is worth to the side to move at the root.
        self.value = None
        # All that follows is about alpha-beta. A node that it does not look at stays as it is here.
        self.pruned = True
        # The window it came with: max is sure of `alpha` already, elsewhere, and min of `beta`.
        self.alpha = self.beta = None
        # What it knows of the value when it leaves. Where the two are equal, it knows the value;
        # elsewhere mostly one of them is infinite.
        self.at_least = -INFINITY
        self.at_most = INFINITY
        # Where it cut off some of the children, numbers. At a min level: min is sure of `cut_beta`
        # here, and max of `cut_alpha` elsewhere. At a max level: max is sure of `cut_alpha` here,
        # and min of `cut_beta` elsewhere.
        self.cut_alpha = self.cut_beta = None


class Tree:
    """Every way in which a game can go on, with what minimax and alpha-beta find there."""

    def __init__(self, game):
        """Prepare to grow the tree below `game`, which is only looked at, and only now.

        Raises `ValueError` if the game is over or has more than `MAX_EMPTY` empty squares.
        """
        if game.is_over:
            raise ValueError("the game is over: nothing grows from here")
        if len(game.legal_moves()) > MAX_EMPTY:
            raise ValueError(f"more than {MAX_EMPTY} empty squares are too many")
        self.root = None  # a `Node`, once the tree has grown
        # How alpha-beta went, in order of time, once the tree has grown: tuples `(kind, node)`.
        # LOOK: it enters the node. VALUE: it leaves it, and hands up what it found to the parent.
        # CUT: it leaves out those children of the node that are `pruned`.
        self.steps = []
        self._cells = game.cells
        self._max_mark = game.turn
        # For each cell the lines through it: only these can a move complete.
        self._lines_through = [[] for _ in game.cells]
        for line in lines(game.size, game.run):
            for cell in line:
                self._lines_through[cell].append(line)

    def grow(self):
        """Grow the tree: a generator of None. At its end there are `root` and `steps`."""
        root = Node(None, None, None, self._cells, [])
        yield from self._minimax(root)
        yield from self._alpha_beta(root, -INFINITY, INFINITY)
        self.root = root

    def _minimax(self, node):
        """Grow all that is below `node`, and find what it is worth."""
        yield
        if node.is_over:
            node.value = self._final_value(node)
            return
        for cell, mark in enumerate(node.cells):
            if mark == EMPTY:
                child = self._after_move(node, cell)
                node.children.append(child)
                yield from self._minimax(child)
        best = max if node.is_max else min
        node.value = best(child.value for child in node.children)

    def _final_value(self, node):
        """What the end of a game is worth: more if won soon, less if lost soon, 0 if drawn."""
        if node.winner is None:
            return 0
        value = len(node.cells) + 1 - node.ply
        return value if node.winner == self._max_mark else -value

    def _after_move(self, node, cell):
        mark = self._max_mark if node.is_max else other(self._max_mark)
        cells = node.cells[:cell] + (mark,) + node.cells[cell + 1 :]
        completed = [line for line in self._lines_through[cell] if winning_line(cells, (line,))]
        return Node(node, cell, mark, cells, completed)

    def _alpha_beta(self, node, alpha, beta):
        """Look at `node` as alpha-beta would if the values were not known yet.

        Max will not accept less than `alpha`, of which it is sure elsewhere, and min will not allow
        more than `beta`. When the two meet, play would not come here, so the rest can be left out.
        """
        yield
        node.pruned = False
        node.alpha = alpha
        node.beta = beta
        self.steps.append((LOOK, node))
        if node.is_over:
            node.at_least = node.at_most = node.value
        else:
            for child in node.children:
                if alpha >= beta:
                    node.cut_alpha = alpha
                    node.cut_beta = beta
                    self.steps.append((CUT, node))
                    break
                yield from self._alpha_beta(child, alpha, beta)
                if node.is_max:
                    alpha = max(alpha, child.at_least)
                else:
                    beta = min(beta, child.at_most)
            # Of a child that was left out nothing is known, so it may be worth anything.
            best = max if node.is_max else min
            node.at_least = best(child.at_least for child in node.children)
            node.at_most = best(child.at_most for child in node.children)
        self.steps.append((VALUE, node))


# How many positions: `number`, or, if the counting was given up, more than `number`.
Count = namedtuple("Count", ("number", "is_exact"))


class Counts:
    """How many positions each kind of minimax looks at, finished ones and the first included."""

    def __init__(self, game, max_different=MAX_DIFFERENT, max_visited=MAX_VISITED):
        """Prepare to count from `game` on, which is only looked at, and only now.

        The counting of different positions is given up after `max_different`, that of alpha-beta's
        after `max_visited`.
        """
        # Each is a `Count` once it is known, and None before.
        self.plain = None  # plain minimax: every order of moves
        self.memory = None  # minimax with a memory: every position once
        self.alpha_beta = None  # alpha-beta, squares in cell order, all values possible at first
        self._max_different = max_different
        self._max_visited = max_visited
        self._visited = 0
        self._cell_count = len(game.cells)
        # Bit masks as in `search.py`: the squares of a line, or of a side, are bits of one number.
        self._squares = tuple(1 << cell for cell in range(self._cell_count))
        self._lines = tuple(sum(1 << cell for cell in line) for line in lines(game.size, game.run))
        self._mine = self._theirs = 0  # the squares of the side to move, and of the other one
        for cell, mark in enumerate(game.cells):
            if mark == game.turn:
                self._mine |= 1 << cell
            elif mark != EMPTY:
                self._theirs |= 1 << cell
        self._empty = game.cells.count(EMPTY)

    def count(self):
        """Find the three counts, one after the other: a generator of None."""
        yield from self._count_ply_by_ply()
        yield from self._count_alpha_beta()

    def _count_ply_by_ply(self):
        """Find `plain` and `memory`: all positions after one more move, and again one more.

        Plain minimax comes to a position as many times as there are orders of moves that lead to
        it. These need not be walked: they add up from one ply to the next.
        """
        different = whole_tree = 1
        # Positions -> how many orders of moves lead there. Whose turn it is, is the same for all.
        ply = {self._key(self._mine, self._theirs): 1}
        while ply:
            next_ply = {}
            for position, orders in ply.items():
                yield
                for after in self._after_each_move(position):
                    yield
                    if after not in next_ply:
                        if different == self._max_different:
                            # The whole tree has no fewer.
                            self.plain = self.memory = Count(different, False)
                            return
                        different += 1
                        next_ply[after] = 0
                    next_ply[after] += orders
                    whole_tree += orders
            ply = next_ply
        self.plain = Count(whole_tree, True)
        self.memory = Count(different, True)

    def _key(self, mine, theirs):
        """Both sides' bits one behind the other make one number, which stands for the position."""
        return (mine << self._cell_count) | theirs

    def _after_each_move(self, position):
        """Return the positions one move later, [] if the game is over there."""
        mine = position >> self._cell_count
        theirs = position ^ (mine << self._cell_count)
        if self._has_line(theirs):
            return []
        # The sides change places: next, the other one is to move.
        return [self._key(theirs, mine | square) for square in self._empty_squares(mine | theirs)]

    def _empty_squares(self, taken):
        """Return the squares that are not in `taken`, each as a bit, in cell order."""
        return [square for square in self._squares if not taken & square]

    def _has_line(self, squares):
        """Tell whether a side that holds `squares` has completed a line."""
        return any([squares & line == line for line in self._lines])

    def _count_alpha_beta(self):
        """Find `alpha_beta`. What it cuts off depends on all before it, so it has to be walked."""
        if self._empty > MAX_DEPTH:
            self.alpha_beta = Count(0, False)
            return
        for _ in self._value(self._mine, self._theirs, self._empty, -INFINITY, INFINITY):
            if self._visited > self._max_visited:
                self.alpha_beta = Count(self._max_visited, False)
                return
            yield
        self.alpha_beta = Count(self._visited, True)

    def _value(self, mine, theirs, empty, alpha, beta):
        """Yield at every position, and return what this one is worth to the side to move.

        It is negamax, as in `search.py`: what is good for one side is as bad for the other, so the
        sides change places, and all signs turn. It is alpha-beta all the same, and looks at the
        same positions as in `Tree`.
        """
        self._visited += 1
        yield
        if self._has_line(theirs):
            # Sooner is worse, and there are more empty squares then. `Tree` has other numbers, but
            # in the same order, and only their order decides what is cut off.
            return -(empty + 1)
        if not empty:
            return 0
        for square in self._empty_squares(mine | theirs):
            value = yield from self._value(theirs, mine | square, empty - 1, -beta, -alpha)
            alpha = max(alpha, -value)
            if alpha >= beta:
                break
        return alpha
