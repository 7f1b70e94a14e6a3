"""Scripts with a right and with a wrong rewrite, run for real: a wrong one must never be called equal."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from hoist.verify import Program, Report, Verdict, prove

PAIRS = Path(__file__).with_name("pairs")
RIGHT = sorted(p.name for p in (PAIRS / "right").iterdir())
WRONG = sorted(p.name for p in (PAIRS / "wrong").iterdir())
DRAWING = {
    "bounding_boxes_and_fractional_pooling",
    "builds_in_another_order",
    "draw_not_run_in_every_turn",
    "dropout_model_in_nested_loops",
    "evaluation_between_epochs",
    "every_distribution",
    "functions_of_tensorflow",
    "get_next_of_a_shuffled_dataset",
    "graph_seed",
    "image_augmentation",
    "initialized_in_every_turn",
    "keras_layers",
    "keras_model_trained_in_graph_mode",
    "map_and_scan_and_case",
    "merge_all_with_dropout",
    "print_and_embedding",
    "py_func_and_assertion",
    "random_ops_in_a_dataset",
    "recurrent_network",
    "sampled_softmax",
    "split_by_hand",
    "static_lstm",
    "two_draws_hoisted",
    "two_sessions",
    "while_and_cond_with_dropout",
}
# What differs first, where it is not the computation itself.
KINDS = {
    "another_graph_seed": "value",
    "crashes_where_the_original_does_not": "end",
    "fewer_turns": "runs",
    "lost_checkpoints": "checkpoint",
    "lost_checkpoints_elsewhere": "checkpoint",
    "more_turns": "end",
    # Its turn is the interpreter's choice: up to Python 3.7 a session's end stands on the last line of its block.
    "one_variable_more": "variable",
    "other_output": "output",
    "run_done_twice": "runs",
    "summaries_not_written": "file",
    "swallowed_exception": "runs",
}
# Where the first difference stands: what it is, the turn, the line.
PLACES = {
    "another_averaging_decay": ("computation", 1, "train.py:16"),
    "another_axis_of_a_square": ("computation", 1, "train.py:8"),
    "another_checkpoint_restored": ("computation", None, "train.py:14"),
    "another_embedding_row": ("computation", 1, "train.py:10"),
    "another_epsilon": ("computation", 1, "train.py:11"),
    "another_exit_code": ("end", None, ""),
    "another_forget_bias": ("computation", 1, "train.py:15"),
    "another_function_in_a_dataset": ("computation", 1, "train.py:9"),
    "another_python_function": ("computation", 1, "train.py:21"),
    "another_shuffle_buffer": ("computation", 1, "train.py:9"),
    "another_stddev": ("computation", 1, "train.py:11"),
    "another_tf_function": ("computation", 1, "train.py:19"),
    "assigned_for_added": ("computation", 1, "train.py:9"),
    "callable_with_its_feeds_swapped": ("computation", 1, "train.py:10"),
    "check_dropped": ("computation", 1, "train.py:12"),
    "checkpoint_step_off_by_one": ("computation", 1, "train.py:14"),
    "clip_dropped_where_nothing_is_clipped": ("computation", 1, "train.py:17"),
    "dataset_repeated_no_more": ("computation", 1, "train.py:9"),
    "draw_moved_out_of_a_branch": ("computation", 1, "train.py:12"),
    "fewer_checkpoints_kept": ("checkpoint", None, "train.py:14"),
    "fewer_samples": ("computation", 1, "train.py:15"),
    "file_left_behind": ("file", None, ""),
    "file_with_other_content": ("file", None, ""),
    "file_written_elsewhere": ("file", None, ""),
    "global_step_not_counted": ("computation", 1, "train.py:16"),
    "gradient_stopped_no_more": ("computation", 1, "train.py:12"),
    "graph_seed_set_too_late": ("value", 1, "train.py:13"),
    "histogram_of_other_weights": ("computation", 1, "train.py:13"),
    "initialized_twice": ("runs", 1, "train.py:13"),
    "last_update_missing": ("runs", 5, "train.py:14"),
    "logs_elsewhere": ("file", None, ""),
    "mask_shared_by_two_sites": ("computation", 1, "train.py:12"),
    "mean_for_sum_of_one": ("computation", 1, "train.py:8"),
    "no_longer_trainable": ("graph", 2, "train.py:11"),
    "one_python_draw_more": ("computation", 1, "train.py:11"),
    "other_csv_default": ("computation", 1, "train.py:8"),
    "other_part_of_a_partial_run": ("computation", 1, "train.py:16"),
    "other_training_flag": ("computation", 1, "train.py:13"),
    "previous_batch": ("computation", 2, "train.py:12"),
    "print_dropped": ("computation", 1, "train.py:12"),
    "printed_in_another_order": ("output", None, ""),
    "queue_read_in_larger_steps": ("computation", 1, "train.py:10"),
    "relu_dropped_where_all_is_positive": ("computation", 1, "train.py:13"),
    "run_in_the_other_session": ("runs", 4, "train.py:13"),
    "session_for_every_turn": ("runs", 2, "train.py:12"),
    "summary_step_off_by_one": ("file", None, ""),
    "supervisor_with_another_step": ("computation", 1, "train.py:14"),
    "swapped_operands_of_equal_value": ("computation", 1, "train.py:14"),
    "target_network_half_copied": ("runs", 2, "train.py:12"),
    "through_another_dtype": ("computation", 1, "train.py:8"),
    "transposed_square_weights": ("computation", 1, "train.py:10"),
    "two_draws_where_there_was_one": ("computation", 1, "train.py:13"),
    "variable_under_another_name": ("computation", None, "train.py:11"),
    "weights_of_the_wrong_graph": ("runs", 7, "train.py:19"),
}


# Pairs that the same code tells on both versions: on 2.x, which starts slowly, they are left to the night.
ONCE = {
    "adam_with_fresh_slots",
    "another_averaging_decay",
    "another_axis_of_a_square",
    "another_batch",
    "another_checkpoint_restored",
    "another_constant_of_bytes",
    "another_embedding_row",
    "another_epsilon",
    "another_exit_code",
    "another_forget_bias",
    "another_function_in_a_dataset",
    "another_graph_seed",
    "another_keep_prob",
    "another_loop_bound",
    "another_predicate",
    "another_python_function",
    "another_shuffle_buffer",
    "another_stddev",
    "assigned_for_added",
    "batch_norm_without_updates",
    "bounding_boxes_and_fractional_pooling",
    "builds_in_another_order",
    "built_on_first_use",
    "callable_with_its_feeds_swapped",
    "callables",
    "callables_made_once_without_feeds",
    "check_dropped",
    "checkpoint_step_off_by_one",
    "checkpoint_under_another_name",
    "clip_dropped_where_nothing_is_clipped",
    "comprehension",
    "control_dependency_kept",
    "crashes_where_the_original_does_not",
    "dataset_repeated_no_more",
    "decay_by_global_step",
    "dictionary_and_generator",
    "draw_moved_out_of_a_branch",
    "draw_not_run_in_every_turn",
    "dropped_summary",
    "evaluation_between_epochs",
    "fewer_checkpoints_kept",
    "fewer_samples",
    "fewer_turns",
    "file_left_behind",
    "file_with_other_content",
    "file_written_elsewhere",
    "global_step_not_counted",
    "gradient_stopped_no_more",
    "graph_seed_set_too_late",
    "histogram_of_other_weights",
    "image_augmentation",
    "initialized_in_every_turn",
    "initialized_twice",
    "initializer_in_first_turn",
    "keras_layers",
    "last_update_missing",
    "learning_rate",
    "learning_rate_assigned",
    "lines_from_a_queue",
    "logs_elsewhere",
    "losses_pile_up",
    "lost_checkpoints",
    "lost_checkpoints_elsewhere",
    "lost_control_dependency",
    "map_and_scan_and_case",
    "mask_shared_by_two_sites",
    "matmul_hoisted",
    "mean_for_sum_of_one",
    "more_turns",
    "moving_average",
    "no_longer_trainable",
    "numpy_batches_into_a_placeholder",
    "one_draw_for_two_sites",
    "one_mask_for_a_whole_loop",
    "one_python_draw_more",
    "one_variable_more",
    "op_seed",
    "optimizer_outside_interactive_session",
    "other_csv_default",
    "other_output",
    "other_part_of_a_partial_run",
    "other_training_flag",
    "partial_runs",
    "previous_batch",
    "print_and_embedding",
    "print_dropped",
    "printed_in_another_order",
    "queue_read_in_larger_steps",
    "regularised_loss_printed",
    "relu_dropped_where_all_is_positive",
    "renamed_checkpoint_key",
    "renamed_summary",
    "restarted_iterator",
    "restored_then_trained",
    "run_done_twice",
    "saver_keeps_all",
    "saver_with_max_to_keep",
    "second_derivatives",
    "session_for_every_turn",
    "sparse_feeds",
    "split_by_hand",
    "static_lstm",
    "summaries_not_written",
    "summary_alone",
    "summary_of_another_value",
    "summary_step_off_by_one",
    "supervisor",
    "supervisor_with_another_step",
    "swapped_operands_of_equal_value",
    "swapped_weights",
    "swapped_weights_of_equal_value",
    "target_network",
    "target_network_half_copied",
    "through_another_dtype",
    "training_through_while_loop",
    "transposed_square_weights",
    "two_crashes",
    "two_draws_hoisted",
    "two_draws_where_there_was_one",
    "two_graphs",
    "two_sessions",
    "unfetched_assign_of_another_value",
    "variable_under_another_name",
    "weights_of_the_wrong_graph",
}


# The two versions run the same comparison: on 2.x, three of four others are left to the night as well.
BY_NIGHT = ONCE | {name for names in (RIGHT, WRONG) for number, name in enumerate(names) if number % 4}


def cases(names: list[str]) -> list[ParameterSet]:
    """Every pair on both versions."""
    return [
        pytest.param(name, version, marks=[pytest.mark.nightly] if version == "2.x" and name in BY_NIGHT else [])
        for name in names
        for version in ("2.x", "1.x")
    ]


@pytest.fixture
def python(version: str, request: pytest.FixtureRequest) -> str:
    return sys.executable if version == "2.x" else str(request.getfixturevalue("legacy_python"))


def compare(folder: Path, tmp_path: Path, python: str) -> Report:
    (tmp_path / "train.py").write_bytes((folder / "before.py").read_bytes())
    original = Program(tmp_path, Path("train.py"))
    rewritten = Program(tmp_path, Path("train.py"), replaced={"train.py": (folder / "after.py").read_bytes()})
    return prove(original, rewritten, python=python, device="cpu", steps=7, measure=False)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "version"), cases(RIGHT))
def test_a_right_rewrite_is_equal(name: str, version: str, tmp_path: Path, python: str) -> None:
    report = compare(PAIRS / "right" / name, tmp_path, python)
    wanted = Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS if name in DRAWING else Verdict.SAME_BITS
    assert report.verdict is wanted, (report.cause, report.difference)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "version"), cases(WRONG))
def test_a_wrong_rewrite_is_not_equal(name: str, version: str, tmp_path: Path, python: str) -> None:
    report = compare(PAIRS / "wrong" / name, tmp_path, python)
    if name == "two_crashes":
        assert report.verdict is Verdict.COULD_NOT_BE_RUN
        assert "ValueError: at the end" in report.cause
        return
    assert report.verdict is Verdict.DIFFERENT, report.cause
    assert report.difference is not None
    found = report.difference
    if name in PLACES:
        assert (found.what, found.turn, found.where) == PLACES[name], found
    else:
        assert found.what == KINDS.get(name, "computation"), found


# A right and a wrong one for each part of the probe that Python 2 could break: text and bytes, imports, threads, files.
ON_PYTHON_2 = {
    "right": [
        "assign_fed",
        "callables",
        "dropout_model_in_nested_loops",
        "merge_all_with_dropout",
        "py_func_and_assertion",
        "queue_under_try",
        "sampled_softmax",
        "strings_and_pictures",
        "while_and_cond_with_dropout",
    ],
    "wrong": [
        "another_loop_body",
        "lost_checkpoints",
        "one_draw_for_two_sites",
        "op_seed",
        "other_output",
        "update_ops_pile_up",
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in ON_PYTHON_2.items() for name in names])
def test_python_2_gives_the_same_verdicts(kind: str, name: str, tmp_path: Path, python2: Path) -> None:
    report = compare(PAIRS / kind / name, tmp_path, str(python2))
    assert report.python.startswith("2.7"), report.cause
    if kind == "right":
        assert report.equal, (report.cause, report.difference)
    else:
        assert report.verdict is Verdict.DIFFERENT, report.cause
