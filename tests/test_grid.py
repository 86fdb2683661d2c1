"""The keys of the board, on boards of any size."""

import pytest

from ui.grid import destination


@pytest.mark.parametrize("size", [1, 3, 4, 5])
def test_arrows_move_by_one_square_and_stop_at_the_edges(size):
    for row in range(size):
        for column in range(size):
            cell = row * size + column
            assert destination("ArrowUp", cell, size) == (cell - size if row else cell)
            assert destination("ArrowDown", cell, size) == (cell + size if row < size - 1 else cell)
            assert destination("ArrowLeft", cell, size) == (cell - 1 if column else cell)
            assert destination("ArrowRight", cell, size) == (
                cell + 1 if column < size - 1 else cell
            )


@pytest.mark.parametrize("size", [1, 3, 4, 5])
def test_home_and_end_lead_to_the_ends_of_the_row(size):
    for cell in range(size * size):
        assert destination("Home", cell, size) == cell // size * size
        assert destination("End", cell, size) == cell // size * size + size - 1


@pytest.mark.parametrize("key", ["Enter", " ", "Tab", "a", "PageUp", "Escape", "Unidentified", ""])
def test_other_keys_are_left_to_the_browser(key):
    assert destination(key, 4, 3) is None
