"""Minimax as textbooks have it: the tree, alpha-beta's way through it, and the counts.

Runs in both Pythons.
"""

import random

from engine.game import Game
from engine.textbook import (
    CUT,
    INFINITY,
    LOOK,
    MAX_DIFFERENT,
    MAX_EMPTY,
    MAX_VISITED,
    VALUE,
    Count,
    Counts,
    Node,
    Tree,
)
from tests.both import (
    IN_MICROPYTHON,
    board,
    every_unfinished_position,
    raises,
    shown,
    unfinished_game_with,
)
from tests.reference import PlainGame


class SkippingAlphaBeta:
    """Alpha-beta once more, on strings: with a function for either side, as in Russell and Norvig.

    What it cuts off it does not look at. `looked_at` has the moves to every position that it does.
    """

    def __init__(self, plain, start):
        self.plain = plain
        self.looked_at = []
        self.value = self.max_value(start, (), -INFINITY, INFINITY)

    def max_value(self, cells, path, alpha, beta):
        self.looked_at.append(path)
        if self.plain.winner(cells):
            return -(len(cells) + 1 - len(path))  # min has just won
        if "." not in cells:
            return 0
        value = -INFINITY
        for cell, after in self.plain.after_each_move(cells):
            value = max(value, self.min_value(after, path + (cell,), alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, cells, path, alpha, beta):
        self.looked_at.append(path)
        if self.plain.winner(cells):
            return len(cells) + 1 - len(path)
        if "." not in cells:
            return 0
        value = INFINITY
        for cell, after in self.plain.after_each_move(cells):
            value = min(value, self.max_value(after, path + (cell,), alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value


# The tree itself


def test_the_tree_of_two_empty_squares_is_as_drawn_by_hand():
    # X O X   O is to move. On 7 it wins: the middle column. On 8 it does not, and after X on 7 the
    # O O X   board is full.
    # X . .
    game = Game(moves=(0, 1, 2, 3, 5, 4, 6))
    root = _grown(game).root
    assert (root.parent, root.cell, root.mark, root.ply, root.is_max) == (None, None, None, 0, True)
    assert root.cells == game.cells
    assert [child.cell for child in root.children] == [7, 8]
    wins, loses = root.children
    assert (wins.mark, wins.winner, wins.winning_cells, wins.value) == ("O", "O", (1, 4, 7), 9)
    assert wins.is_over and wins.children == []
    assert (loses.mark, loses.winner, loses.winning_cells, loses.value) == ("O", None, (), 0)
    assert (loses.is_over, loses.is_max, loses.ply) == (False, False, 1)
    [last] = loses.children
    assert (last.cell, last.mark, last.winner, last.value) == (7, "X", None, 0)
    assert (last.is_over, last.is_max, last.ply, last.parent) == (True, True, 2, loses)
    assert root.value == 9


def test_every_node_of_every_tree_is_the_position_that_its_moves_lead_to():
    for game in _late_positions(20):
        for node in _nodes(_grown(game).root):
            then = Game(moves=game.moves + _path(node))
            assert node.cells == then.cells
            assert node.ply == len(_path(node))
            assert node.is_max == (then.turn == game.turn)
            assert node.is_over == then.is_over
            assert node.winner == then.winner
            assert node.winning_cells == then.winning_cells
            assert [child.cell for child in node.children] == then.legal_moves()
            for child in node.children:
                assert child.parent is node
                assert child.mark == then.turn


def test_every_value_of_every_tree_is_that_of_plain_minimax():
    plain = PlainGame()
    known = {}
    looked_at = 0
    for game in _late_positions():
        root = _grown(game).root
        assert [(c.cell, c.value) for c in root.children] == plain.move_values(board(game))
        for node in _nodes(root):
            assert node.value == _plain_value(plain, node, known)
        looked_at += 1
    assert looked_at == (84 if IN_MICROPYTHON else 4186)


def test_on_larger_boards_tree_and_counts_are_right_too():
    for size, run, wanted in ((4, 3, 6), (4, 4, 6), (5, 4, 3)):
        plain = PlainGame(size, run)
        random.seed(size * run)
        for _ in range(wanted):
            game = unfinished_game_with(size, run, 5)
            tree = _grown(game)
            for node in _nodes(tree.root):
                assert node.value == _plain_value(plain, node, {})
            way = SkippingAlphaBeta(plain, board(game))
            assert [_path(node) for kind, node in tree.steps if kind == LOOK] == way.looked_at
            _check_counts(game, tree)


def test_a_tree_only_looks_at_the_game_and_only_when_it_is_made():
    game = Game(moves=(0, 4, 8, 1))
    before = shown(game)
    tree = Tree(game)
    assert shown(game) == before
    game.play(2)
    _run(tree.grow())
    assert tree.root.cells == before[0]
    assert len(tree.root.children) == 5


def test_of_a_new_node_nothing_is_known():
    node = Node(None, None, None, Game().cells, [])
    assert node.parent is node.cell is node.mark is node.winner is node.value is None
    assert node.alpha is node.beta is node.cut_alpha is node.cut_beta is None
    assert (node.ply, node.children, node.winning_cells, node.is_over) == (0, [], (), False)
    assert (node.pruned, node.at_least, node.at_most) == (True, -INFINITY, INFINITY)


def test_a_tree_of_too_many_empty_squares_or_none_to_play_on_raises_value_error():
    assert MAX_EMPTY == 5
    assert raises(ValueError, Tree, Game()) == "more than 5 empty squares are too many"
    raises(ValueError, Tree, Game(moves=(0, 4, 8)))
    raises(ValueError, Tree, Game(4, 4, (0, 1, 2, 4, 5, 6, 8, 9, 7, 10)))
    over = "the game is over: nothing grows from here"
    assert raises(ValueError, Tree, Game(moves=(0, 3, 1, 4, 2))) == over
    raises(ValueError, Tree, Game(moves=(0, 1, 2, 4, 3, 5, 7, 6, 8)))


def test_a_tree_grows_a_position_at_a_time():
    tree = Tree(Game(moves=(0, 4, 8, 1)))
    assert tree.root is None
    steps = tree.grow()
    pauses = 0
    longest = before = 0
    for nothing in steps:
        assert nothing is None
        assert tree.root is None
        longest = max(longest, len(tree.steps) - before)
        before = len(tree.steps)
        pauses += 1
    nodes = list(_nodes(tree.root))
    assert pauses >= len(nodes)
    assert longest <= 2 * MAX_EMPTY  # from one look to the next, one may come all the way up


# Alpha-beta


def test_alpha_beta_looks_at_the_same_nodes_as_one_that_really_skips_and_counts_as_many():
    plain = PlainGame()
    for game in _late_positions():
        tree = _grown(game)
        way = SkippingAlphaBeta(plain, board(game))
        assert [_path(node) for kind, node in tree.steps if kind == LOOK] == way.looked_at
        looked_at = {_name(path) for path in way.looked_at}
        for node in _nodes(tree.root):
            assert node.pruned == (_name(_path(node)) not in looked_at)
        assert tree.root.at_least == tree.root.at_most == tree.root.value == way.value
        _check_counts(game, tree)


def test_what_alpha_beta_knows_of_a_value_is_true_and_enough_for_the_parent():
    for game in _late_positions(7):
        for node in _nodes(_grown(game).root):
            if node.pruned:
                assert (node.at_least, node.at_most) == (-INFINITY, INFINITY)
                assert node.alpha is node.beta is node.cut_alpha is node.cut_beta is None
                assert all(child.pruned for child in node.children)
                continue
            assert node.at_least <= node.value <= node.at_most
            assert node.alpha < node.beta
            # Inside the window it is exact. Outside, it is known to be outside.
            if node.alpha < node.value < node.beta:
                assert node.at_least == node.at_most
            elif node.value <= node.alpha:
                assert node.at_most <= node.alpha
            else:
                assert node.at_least >= node.beta


def test_where_it_cuts_one_side_is_sure_of_enough_here_and_the_other_elsewhere():
    cuts = 0
    for game in _late_positions(7):
        for node in _nodes(_grown(game).root):
            seen = [child for child in node.children if not child.pruned]
            if node.pruned or len(seen) == len(node.children):
                assert node.cut_alpha is None
                assert node.cut_beta is None
                continue
            cuts += 1
            # What is left out comes last.
            assert seen == node.children[: len(seen)]
            assert node.cut_alpha >= node.cut_beta
            if node.is_max:
                assert node.cut_alpha == node.at_least == max(child.at_least for child in seen)
                assert node.cut_beta == min(_found_elsewhere(node))
            else:
                assert node.cut_beta == node.at_most == min(child.at_most for child in seen)
                assert node.cut_alpha == max(_found_elsewhere(node))
    assert cuts > 100


def test_a_cut_seen_by_hand():
    # X O X   O is to move, and is max. On 4, tried first, it makes sure of a draw. On 5, X may
    # O 4 5   answer on 4 and threaten both 6 and 8: it wins four plies from here, -(10 - 4). So
    # 6 X 8   min is sure of -6 there, max of 0 elsewhere, and X's answers 6 and 8 are left out.
    tree = _grown(Game(moves=(0, 1, 2, 3, 7)))
    four, five = tree.root.children[:2]
    assert (four.cell, four.at_least, four.at_most, four.cut_alpha) == (4, 0, 0, None)
    assert (five.cell, five.alpha, five.beta) == (5, 0, INFINITY)
    assert (five.at_least, five.at_most) == (-INFINITY, -6)
    assert (five.cut_alpha, five.cut_beta) == (0, -6)
    assert [(child.cell, child.pruned) for child in five.children] == [
        (4, False),
        (6, True),
        (8, True),
    ]
    at = tree.steps.index((CUT, five))
    assert tree.steps[at - 1] == (VALUE, five.children[0])
    assert tree.steps[at + 1] == (VALUE, five)


# The steps


def test_the_steps_can_be_replayed_and_use_nothing_that_is_not_known_yet():
    for game in _late_positions(7):
        tree = _grown(game)
        nodes = list(_nodes(tree.root))
        unpruned = [node for node in nodes if not node.pruned]
        entered = []
        valued = []
        cut = []
        path = []  # the nodes that were entered and not yet left
        for kind, node in tree.steps:
            assert not node.pruned
            if kind == LOOK:
                assert node.parent is (path[-1] if path else None)
                assert node not in entered
                # It comes in cell order, and nothing comes after a cut.
                if node.parent:
                    index = node.parent.children.index(node)
                    assert all(child in valued for child in node.parent.children[:index])
                    assert node.parent not in cut
                entered.append(node)
                path.append(node)
            elif kind == CUT:
                assert node is path[-1]
                left_out = [child for child in node.children if child.pruned]
                assert left_out
                assert all(child in valued for child in node.children if child not in left_out)
                cut.append(node)
            else:
                assert kind == VALUE
                assert node is path.pop()
                # All that its value is made of is known.
                for child in node.children:
                    assert child in valued or (child.pruned and node in cut)
                valued.append(node)
        assert path == []
        assert len(entered) == len(valued) == len(unpruned)
        assert len(cut) == len([node for node in unpruned if node.cut_alpha is not None])
        assert tree.steps[0] == (LOOK, tree.root)
        assert tree.steps[-1] == (VALUE, tree.root)


# The counts


def test_from_the_empty_board():
    counts = _counted(Game())
    assert counts.plain == Count(549_946, True)
    assert counts.memory == Count(5_478, True)
    assert counts.alpha_beta == Count(20_866, True)


def test_after_a_corner_an_edge_or_the_centre():
    plain = PlainGame()
    for cell, whole_tree, alpha_beta in (
        (0, 59_705, 2_788),
        (1, 63_905, 3_187),
        (4, 55_505, 2_459),
    ):
        game = Game(moves=(cell,))
        before = shown(game)
        counts = _counted(game)
        assert shown(game) == before
        assert counts.plain == Count(whole_tree, True)
        assert counts.alpha_beta == Count(alpha_beta, True)
        assert counts.memory == Count(len(_different_boards(plain, board(game))), True)
        assert len(SkippingAlphaBeta(plain, board(game)).looked_at) == alpha_beta


def test_alpha_betas_number_for_the_empty_board_is_that_of_one_that_really_skips():
    # In MicroPython the same is counted after the first move, above: this takes it too long.
    if not IN_MICROPYTHON:
        assert len(SkippingAlphaBeta(PlainGame(), "." * 9).looked_at) == 20_866


def test_alpha_beta_goes_on_after_a_move_that_wins_at_once_for_the_window_is_open():
    # X X . .   X wins on 2, the first square, ten squares being empty. Nothing can be better, but
    # O . . .   textbooks let the first window be infinite, so the other squares are tried too.
    # O . O .
    # . . . X
    game = Game(4, 3, (0, 4, 1, 8, 15, 10))
    assert len(SkippingAlphaBeta(PlainGame(4, 3), board(game)).looked_at) == 726
    assert _counted(game).alpha_beta == Count(726, True)


def test_a_finished_game_is_one_position():
    for moves in ((0, 3, 1, 4, 2), (0, 1, 2, 4, 3, 5, 7, 6, 8), (0, 1, 2, 3, 4, 5, 7, 6, 8)):
        game = Game(moves=moves)
        assert game.is_over
        counts = _counted(game)
        assert counts.plain == counts.memory == counts.alpha_beta == Count(1, True)


def test_counts_are_none_until_they_are_known_and_come_one_after_the_other():
    counts = Counts(Game(moves=(0, 4, 8, 1)))
    seen = []
    pauses = 0
    for nothing in counts.count():
        assert nothing is None
        pauses += 1
        known = (counts.plain is None, counts.memory is None, counts.alpha_beta is None)
        if known not in seen:
            seen.append(known)
    assert seen == [(True, True, True), (False, False, True)]
    assert counts.alpha_beta is not None
    assert pauses >= counts.memory.number - 1 + counts.alpha_beta.number


def test_on_the_empty_board_of_four_by_four_it_gives_up_and_says_so():
    game = Game(4, 4)
    counts = Counts(game)
    pauses = _run(counts.count())
    assert counts.plain == counts.memory == Count(MAX_DIFFERENT, False)
    assert counts.alpha_beta == Count(MAX_VISITED, False)
    assert pauses < 2 * (MAX_DIFFERENT + MAX_VISITED)


def test_with_nine_empty_squares_on_four_by_four_the_first_two_are_exact():
    random.seed(9)
    for _ in range(1 if IN_MICROPYTHON else 6):
        counts = _counted(unfinished_game_with(4, 4, 9))
        assert counts.plain.is_exact
        assert counts.memory.is_exact
        assert counts.memory.number < counts.plain.number


def test_nine_empty_squares_can_never_be_too_many():
    # X O . . X   Every line of five has an X and an O,
    # O X . O X   so nobody can win any more.
    # . X O X .
    # X O O . O
    # . . X . O
    moves = (0, 1, 4, 5, 6, 8, 9, 12, 11, 16, 13, 17, 15, 19, 22, 24)
    game = Game(5, 5, moves)
    assert game.cells.count("") == 9
    counts = Counts(game, max_visited=1)
    _run(counts.count())
    assert counts.memory == Count(MAX_DIFFERENT, True)
    assert counts.plain == Count(986_410, True)  # 1 + 9 + 9*8 + 9*8*7 + ... + 9!


def test_the_limits_are_the_last_numbers_that_are_counted():
    game = Game(moves=(0, 4, 8))
    exact = _counted(game)
    different = exact.memory.number
    visited = exact.alpha_beta.number
    enough = Counts(game, different, visited)
    _run(enough.count())
    assert (enough.plain, enough.memory) == (exact.plain, exact.memory)
    assert enough.alpha_beta == exact.alpha_beta
    too_few = Counts(game, different - 1, visited - 1)
    _run(too_few.count())
    assert too_few.plain == too_few.memory == Count(different - 1, False)
    assert too_few.alpha_beta == Count(visited - 1, False)


def test_a_board_too_deep_for_the_stack_is_not_tried_and_one_that_is_not_fits():
    too_deep = Counts(Game(9, 9), max_different=20)
    _run(too_deep.count())
    assert too_deep.alpha_beta == Count(0, False)
    deep = Counts(Game(8, 8), max_different=20, max_visited=200)
    _called_from_further_down(40, _run, deep.count())
    assert deep.alpha_beta == Count(200, False)


# What the tests share


def _late_positions(step=1):
    """Yield a game in each unfinished position with at most MAX_EMPTY empty squares.

    In MicroPython, which is slower, each fiftieth; elsewhere each `step`-th.
    """
    if IN_MICROPYTHON:
        step = 50
    late = 0
    for game in every_unfinished_position():
        if game.cells.count("") <= MAX_EMPTY:
            if late % step == 0:
                yield game
            late += 1


def _run(steps):
    """Take all the steps; return how many there were."""
    taken = 0
    for _ in steps:
        taken += 1
    return taken


def _grown(game):
    tree = Tree(game)
    _run(tree.grow())
    return tree


def _counted(game):
    counts = Counts(game)
    _run(counts.count())
    return counts


def _nodes(node):
    """Yield the node and all below it."""
    yield node
    for child in node.children:
        yield from _nodes(child)


def _path(node):
    """Return the moves from the root to the node."""
    return _path(node.parent) + (node.cell,) if node.parent else ()


def _name(path):
    return " ".join(str(cell) for cell in path)


def _plain_value(plain, node, known):
    """Return the node's value for the side to move at the root, by the reference.

    `known` remembers what boards are worth to the side to move, with plies counted from there.
    """
    cells = board(node)
    if cells not in known:
        if plain.winner(cells):
            known[cells] = -(len(cells) + 1)
        else:
            known[cells] = max((value for _, value in plain.move_values(cells)), default=0)
    value = known[cells]
    # From the root, the end is so many plies further off.
    if value > 0:
        value -= node.ply
    elif value < 0:
        value += node.ply
    return value if node.is_max else -value


def _found_elsewhere(node):
    """Yield what the side that does not choose at `node` was sure of before, further up."""
    below = node
    while below.parent:
        above = below.parent
        if above.is_max != node.is_max:
            for child in above.children[: above.children.index(below)]:
                yield child.at_least if above.is_max else child.at_most
        below = above


def _check_counts(game, tree):
    """Count the positions below `game`, and compare with those of its tree."""
    nodes = list(_nodes(tree.root))
    counts = _counted(game)
    assert counts.plain == Count(len(nodes), True)
    assert counts.memory == Count(len({board(node) for node in nodes}), True)
    assert counts.alpha_beta == Count(len([node for node in nodes if not node.pruned]), True)


def _different_boards(plain, start):
    """Return the set of all boards that can come about, `start` included."""
    found = {start}
    new = [start]
    while new:
        for _, after in plain.after_each_move(new.pop()):
            if after not in found:
                found.add(after)
                new.append(after)
    return found


def _called_from_further_down(frames, function, *args):
    """Return `function(*args)`, with so many frames more on the stack."""
    if frames:
        return _called_from_further_down(frames - 1, function, *args)
    return function(*args)
