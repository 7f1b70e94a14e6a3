"""Each measured fact of the design, and that hoist does the right thing about it or refuses with its reason.

The programs are those of `programs/`; that what moves computes the same is shown by `test_programs_run.py`.
"""

from __future__ import annotations

import pytest

from tests.analysis.programs_text import all_programs

EXPECTED = {text.name: text.expected for text in all_programs()}


def does(program: str, *expected: str) -> None:
    """The program is there, and this is what `test_programs.py` finds hoist to do with it."""
    assert EXPECTED[program] == frozenset(expected), program


def test_fact_01_a_model_rebuilt_in_the_loop_is_built_once() -> None:
    does("variables-auto_reuse_passed_through", "moves")
    does("flow-nested_loops", "moves")


def test_fact_02_unseeded_random_ops_move() -> None:
    does("random-seed_none", "moves")
    does("random-dropout_without_seed", "moves")


@pytest.mark.parametrize(
    "program",
    ["seed_keyword", "seed_positional", "seed_in_variable", "seed_through_kwargs", "seed_through_star", "dropout_seed",
     "initializer_called", "distribution_seed", "seed_default_parameter", "seed_maybe_none"],
)  # fmt: skip
def test_fact_03_an_op_level_seed_repeats_its_first_value(program: str) -> None:
    does(f"random-{program}", "HSR08")


def test_fact_04_a_saver_in_the_loop_deletes_nothing() -> None:
    does("savers-saver_each_turn", "moves")
    does("savers-saver_max_to_keep", "moves")
    does("savers-saver_inner_loop", "HSR16")
    does("savers-saver_list_read", "HSR16")


def test_fact_05_get_next_moves_and_an_iterator_made_anew_does_not() -> None:
    does("random-get_next_in_loop", "moves")
    does("random-iterator_in_loop", "HSR09")


def test_fact_06_summaries_are_merged_once_where_they_are_only_written() -> None:
    does("collections-summary_written", "moves")
    does("collections-summary_bytes_printed", "HSR11")


def test_fact_07_variables_are_shared_by_name_only() -> None:
    does("variables-reuse_true", "moves")
    does("variables-variable_in_builder", "HSR05")
    does("variables-layer_object_inside", "HSR10", "HSR12")
    does("variables-adam_made_in_helper", "HSR10", "HSR12")


def test_fact_08_the_sessions_graph_is_the_default_one() -> None:
    does("sessions-session_with_graph", "moves")
    does("sessions-session_of_graph_in_loop", "once")  # where it stands, in that graph


def test_fact_09_one_run_stays_one_run_and_metrics_count_afresh() -> None:
    does("variables-assign_in_list", "moves")
    does("collections-metric_in_loop", "HSR05", "HSR12")
    does("uses-python_number_by_turn", "HSR01")


def test_fact_10_a_build_keeps_its_place_among_random_ops_and_seeds() -> None:
    does("imports-landing_over_seed", "moves")
    does("imports-landing_over_draws", "moves")
    does("random-set_random_seed_inside", "HSR26")


def test_fact_11_what_adds_no_node_is_no_finding() -> None:
    does("savers-saver_outside_kept", "silent")


def test_fact_12_a_graph_that_is_finalized() -> None:
    does("collections-graph_finalized_in_loop", "HSR26")


def test_fact_13_the_compatibility_module_is_tensorflow() -> None:
    does("imports-compat_import", "moves")


def test_fact_14_collections_add_up() -> None:
    does("collections-losses_never_read", "moves")
    does("collections-losses_read_after", "HSR11")
    does("collections-update_ops", "HSR11")
    does("variables-regularizer_under_reuse", "moves")


def test_fact_15_a_constant_that_is_the_same_each_turn_stays_baked() -> None:
    does("uses-array_from_run_before", "moves")
    does("uses-array_from_run_built_in", "once")  # its own changes: fed, and folded no more


def test_fact_16_a_py_func_keeps_state() -> None:
    does("random-py_func", "HSR09")


def test_fact_17_optimizers_in_the_loop() -> None:
    does("variables-sgd_in_loop", "moves")
    does("variables-adam_outside", "moves")
    does("variables-adam_in_object_made_in_loop", "HSR10", "HSR12")
    does("sessions-monitored", "HSR25")


def test_fact_18_readers_of_all_variables_stay_behind_their_makers() -> None:
    does("variables-variables_listed_before_made", "HSR12")
    does("savers-saver_before_variable", "HSR12")
    does("savers-saver_behind_shared_variable", "moves")


def test_fact_19_names_are_state() -> None:
    does("collections-partial_move_with_names", *sorted(EXPECTED["collections-partial_move_with_names"]))
    assert "HSR20" in EXPECTED["collections-partial_move_with_names"]
    does("collections-feed_by_name", "HSR20")
    does("sessions-name_scope_split", "once")  # where it stands, in that scope
    does("sessions-name_scope_whole", "moves")
