"""What holds for all tests that pytest runs: steady examples, and what coverage is measured of.

Hypothesis tries the same examples every time. A test that fails on one day in twenty helps nobody.
To let it look for new examples, for an hour or a night, run `pytest --hypothesis-profile=search`.

Coverage counts the tests that are about the module, and of these the quick ones. Whatever else
passes through a line on its way does not test it. And to go through every position there is takes
four times as long when it is measured, and reaches nothing that a few positions do not.
"""

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None, max_examples=5000)
settings.load_profile("steady")

MEASURED = (
    "test_rules.py",
    "test_game.py",
    "test_search.py",
    "test_opponents.py",
    "test_textbook.py",
    "test_reasons.py",
    "test_controller.py",
)

# Of these files, what takes a third of a second or more.
TOO_LONG_TO_MEASURE = (
    "test_a_depth_limit_beyond_the_end_of_the_game_changes_nothing",
    "test_a_search_that_remembers_nothing_yet_gives_the_same_answers",
    "test_alpha_beta_looks_at_the_same_nodes_as_one_that_really_skips_and_counts_as_many",
    "test_alpha_betas_number_for_the_empty_board_is_that_of_one_that_really_skips",
    "test_every_node_of_every_tree_is_the_position_that_its_moves_lead_to",
    "test_every_opponent_answers_every_position_with_a_legal_move_and_leaves_it_as_it_was",
    "test_every_position_is_as_the_reference_has_it",
    "test_every_value_of_every_position_is_that_of_plain_minimax",
    "test_every_value_of_every_tree_is_that_of_plain_minimax",
    "test_hints_on_larger_boards_are_true_of_late_positions",
    "test_medium_offers_its_first_tier_that_has_a_square_in_every_position",
    "test_on_the_empty_board_of_four_by_four_it_gives_up_and_says_so",
    "test_the_best_moves_are_those_of_highest_value_and_leave_the_game_unchanged",
    "test_the_cell_of_a_hint_is_a_best_move_that_blocks_or_else_is_on_most_open_lines",
    "test_the_steps_can_be_replayed_and_use_nothing_that_is_not_known_yet",
    "test_the_turning_points_are_all_changes_of_what_a_position_is_worth",
    "test_unbeatable_offers_all_of_the_best_moves_and_the_quickest_wins_where_there_are_any",
    "test_what_a_hint_says_of_lines_is_true_and_all_there_is_in_every_position",
    "test_what_a_hint_says_of_the_end_comes_true_in_every_position",
    "test_what_alpha_beta_knows_of_a_value_is_true_and_enough_for_the_parent",
    "test_what_was_asked_before_changes_no_answer",
    "test_whatever_is_done_in_whatever_order_the_marks_stay_even",
    "test_where_it_cuts_one_side_is_sure_of_enough_here_and_the_other_elsewhere",
    "test_with_a_depth_limit_values_are_those_of_plain_minimax_that_looks_as_far",
    "test_with_nine_empty_squares_on_four_by_four_the_first_two_are_exact",
)


def pytest_collection_modifyitems(items):
    """Give the tests that coverage counts the marker `measured`.

    They are run once more for it, alone: to stand still with measuring while the others run is not
    to be had in the processes that share out the tests. Nor can the marker stand in the files
    themselves, which MicroPython runs as well.
    """
    for item in items:
        if item.path.name in MEASURED and item.originalname not in TOO_LONG_TO_MEASURE:
            item.add_marker("measured")
