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
    "draw_not_run_in_every_turn",
    "dropout_model_in_nested_loops",
    "every_distribution",
    "get_next_of_a_shuffled_dataset",
    "graph_seed",
    "merge_all_with_dropout",
    "py_func_and_assertion",
    "recurrent_network",
    "split_by_hand",
    "two_draws_hoisted",
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
    "other_output": "output",
    "run_done_twice": "runs",
    "summaries_not_written": "file",
    "swallowed_exception": "runs",
}


# Wrong rewrites that the same code tells on both versions: on 2.x, which starts slowly, they are left to the night.
ONCE = {
    "adam_with_fresh_slots",
    "another_batch",
    "another_graph_seed",
    "another_keep_prob",
    "another_loop_bound",
    "another_predicate",
    "checkpoint_under_another_name",
    "crashes_where_the_original_does_not",
    "fewer_turns",
    "learning_rate",
    "lost_checkpoints_elsewhere",
    "more_turns",
    "one_mask_for_a_whole_loop",
    "other_output",
    "renamed_checkpoint_key",
    "renamed_summary",
    "run_done_twice",
    "summaries_not_written",
    "summary_of_another_value",
    "swapped_weights",
    "two_crashes",
    "unfetched_assign_of_another_value",
}


def cases(names: list[str]) -> list[ParameterSet]:
    """Every pair on both versions."""
    return [
        pytest.param(name, version, marks=[pytest.mark.nightly] if version == "2.x" and name in ONCE else [])
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
    assert report.difference.what == KINDS.get(name, "computation")
