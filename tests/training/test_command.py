"""hoist check and fix with a select that names changes of training: what is printed, what is refused."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hoist.edits import ReplaceExpression, Span
from hoist.report.style import PLAIN
from hoist.training.adam_proof import Curves
from hoist.training.curves import Answer, compare
from hoist.training.data_proof import Batches, Equal
from hoist.training.proposal import Proposal
from hoist.training.prove import Outcome
from hoist.training.report import check_json, fix_json, outcome_text, verdict_line
from tests.command_line.conftest import Hoist, hoist
from tests.training.programs_text import KERAS
from tests.training.test_curves import FAST, SLOW

__all__ = ["hoist"]  # a fixture
SGD = KERAS + "model.compile(optimizer='sgd', loss='mse')\n"
SPAN = Span(4, 24, 4, 29)
CHANGE = Proposal(
    Path("train.py"), SPAN, "HST303", "it is SGD", "Adam", seen=(4, 4), edits=(ReplaceExpression(SPAN, "'adam'"),)
)
BATCHES = Batches(
    Path("train.py"),
    Path("train.py"),
    4,
    Equal.SAME_BITS,
    "",
    29,
    2,
    ((0.002, 0.001), (0.002, 0.001)),
    (2 << 20, 3 << 20),
)
REFUSED = Proposal(Path("train.py"), SPAN, "HST303", "it is SGD", refusal="HSR42", reason="`rate` is a schedule")


def shown(comparison: Any) -> Curves:
    return Curves(Path("train.py"), Path("train.py"), 4, "SGD at the rate 0.01", "Adam at the rate 0.001", comparison)


def valid(text: str) -> Any:
    schema = json.loads((files("hoist.report") / "schemas" / "training.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    document = json.loads(text)
    jsonschema.validate(document, schema, jsonschema.Draft202012Validator)
    return document


def test_without_the_select_nothing_is_said_of_training(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(SGD)
    for select in ((), ("--select", "HST")):
        answer = hoist("check", "train.py", *select)
        assert (answer.returncode, answer.stdout) == (0, "No findings: no session loop grows the graph.\n")
        assert json.loads(hoist("check", "train.py", "--output-format", "json", *select).stdout) == {"findings": []}


def test_check_shows_changes_of_training(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(SGD)
    answer = hoist("check", "train.py", "--select", "HST303")
    assert answer.returncode == 1
    assert "HST303 `'sgd'`: the model trains with SGD at the rate 0.01" in answer.stdout
    assert "= change of training: Adam at the rate 0.001, its default; the rate of SGD" in answer.stdout
    assert answer.stdout.endswith("1 change of training proposed: 1 can be tried, 0 refused. These are no faults.\n")
    document = valid(hoist("check", ".", "--select", "HST303", "--output-format", "json").stdout)
    assert [one["kind"] for one in document["changes_of_training"]] == ["change"]


def test_check_shows_refusals_with_advice(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(KERAS + "model.compile('stochastic', 'mse')\n")
    answer = hoist("check", "train.py", "--select", "HST303")
    assert (
        "= refused HSR41: which optimizer it is is not shown: 'stochastic' is the name of no optimizer" in answer.stdout
    )
    assert "= what you can do: Write the optimizer into compile" in answer.stdout


def test_a_program_with_adam_has_nothing(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(SGD.replace("'sgd'", "'adam'"))
    answer = hoist("check", "train.py", "--select", "HST303")
    assert (answer.returncode, answer.stdout) == (0, "No change of training is proposed.\n")


def test_ignore_leaves_a_rule_out(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(SGD)
    assert hoist("check", "train.py", "--select", "HST3", "--ignore", "HST303", "--ignore", "HST301").returncode == 0


def test_the_diff_is_shown_and_nothing_is_written(hoist: Hoist, tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(SGD)
    answer = hoist("fix", "train.py", "--diff", "--select", "HST303")
    assert answer.returncode == 1
    assert "+model.compile(optimizer='adam', loss='mse')" in answer.stdout
    assert (tmp_path / "train.py").read_text() == SGD


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--select", "HST3", "--select", "HST1"), "HST1: changes of training (HST3...) are selected alone"),
        (("--select", "HST3", "--no-verify"), "written only after runs that show them"),
        (("--select", "HST3", "--try"), "written only after runs that show them"),
        (("--select", "HST3", "--report", "page.html"), "written only after runs that show them"),
        (("--select", "HST3", "--keep-numbers"), "written only after runs that show them"),
        (
            (
                "--select",
                "HST399",
            ),
            "HST399: no rule has this code or prefix",
        ),
        (("--accept-worse",), "are about changes of training: select them"),
        (("--learning-rate", "0.1"), "are about changes of training: select them"),
        (("--scale-batch",), "are about changes of training: select them"),
        (("--select", "HST303", "--scale-batch"), "--scale-batch is about HST301: select it (--select HST301)"),
        (("--select", "HST3", "--seeds", "3"), "'--seeds': "),
    ],
)
def test_wrong_use(hoist: Hoist, tmp_path: Path, arguments: tuple[str, ...], complaint: str) -> None:
    (tmp_path / "train.py").write_text(SGD)
    answer = hoist("fix", "train.py", *arguments)
    assert answer.returncode == 2
    assert complaint in answer.stderr
    assert (tmp_path / "train.py").read_text() == SGD


def test_the_rules_are_listed_and_explained(hoist: Hoist) -> None:
    assert "HST303  adam " in hoist("rules").stdout
    explained = hoist("explain", "HST303").stdout
    assert "arXiv:1412.6980" in explained
    assert "keras.optimizers.Adam(learning_rate=0.001)" in explained
    assert "HSR45 the optimizer's state may come from a file" in hoist("explain", "HSR45").stdout


def test_documents_keep_to_their_schema() -> None:
    valid(check_json([CHANGE, REFUSED]))
    could_not = compare(SLOW[:2], FAST[:2])
    outcomes = [
        Outcome(
            (shown(compare(SLOW, FAST)), shown(compare(FAST, SLOW))), (Path("train.py"),), "TensorFlow", ("mnist",)
        ),
        Outcome((shown(could_not),), (), cause="no model was trained"),
        Outcome((BATCHES, replace(BATCHES, answer=Equal.DIFFERENT, cause="batch 2", seconds=())), ()),
    ]
    document = valid(fix_json([CHANGE, REFUSED], outcomes, "", ["train.py"]))
    assert document["proofs"][0]["shown"][1]["comparison"]["changed"]["median"] is None
    with pytest.raises(jsonschema.ValidationError):
        valid(json.dumps({"changes_of_training": [{**CHANGE.to_json(), "kind": "refuse"}]}))
    with pytest.raises(jsonschema.ValidationError):
        valid(json.dumps({"changes_of_training": [], "written": []}))


def test_the_verdict_is_one_sentence() -> None:
    better, worse = compare(SLOW, FAST), compare(FAST, SLOW)
    assert verdict_line(better) == "reaches loss 0.1544 at step 43 (43 to 43) instead of 100 (99 to 100)"
    assert verdict_line(worse).startswith("does not reach loss 0.008")
    assert math.isinf(worse.changed.median)
    same = "does not gain: loss 0.1544 at step 100 (99 to 100) instead of 100 (99 to 100); the runs do not agree"
    assert verdict_line(compare(SLOW, SLOW)).startswith(same)
    assert better.answer is Answer.SOONER


def test_what_batches_showed_is_told() -> None:
    text = outcome_text(Outcome((BATCHES,), (Path("train.py"),)), ["train.py"], PLAIN)
    assert "Verdict: the same batches give the same losses and weights, to the last bit (29 batches)" in text
    assert "Time of a step, its input in it: 2 ms -> 1 ms; 2 ms -> 1 ms (rounds in turn)" in text
    assert "Memory at most: 2 MiB -> 3 MiB" in text
    assert "No epoch" not in text
    text = outcome_text(Outcome((replace(BATCHES, epochs=0),), ()), ["train.py"], PLAIN)
    assert "No epoch came to its end: the last batch and the validation were not compared" in text
    slower = replace(BATCHES, answer=Equal.SAME_AND_SLOWER, cause="each step takes longer than with arrays")
    text = outcome_text(Outcome((slower,), ()), ["train.py"], PLAIN)
    assert "to the last bit (29 batches), but each step takes longer than with arrays" in text
    assert text.endswith("Not written: train.py (--accept-worse writes it nevertheless)\n")
    different = replace(BATCHES, answer=Equal.DIFFERENT, cause="model 1, batch 2: the loss is 1.0 and 2.0")
    text = outcome_text(Outcome((different,), ()), ["train.py"], PLAIN)
    assert "Verdict: different: model 1, batch 2: the loss is 1.0 and 2.0" in text
    assert text.endswith("Not written: train.py\n")


def test_what_is_not_written_says_how_it_could_be() -> None:
    text = outcome_text(Outcome((shown(compare(FAST, SLOW)),), (), "TensorFlow 2", ("mnist",)), ["train.py"], PLAIN)
    assert "Not written: train.py (--accept-worse writes it nevertheless)" in text
    assert "Data set mnist is not on this machine" in text
    text = outcome_text(Outcome((), (), cause="no model was trained"), ["train.py"], PLAIN)
    assert "Verdict: could not be run: no model was trained" in text
    assert text.endswith("Not written: train.py\n")
