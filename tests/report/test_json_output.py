from __future__ import annotations

import dataclasses
import enum
import json
from pathlib import Path

import pytest

from hoist.findings import RemedyKind, Tier
from hoist.report.json_output import findings_json, to_plain
from tests.report.test_findings_text import FED, REFUSED, SAVER


def test_findings_have_the_promised_keys() -> None:
    document = json.loads(findings_json([SAVER, REFUSED, FED]))
    assert document["findings"][1] == {
        "path": "train.py",
        "line": 4,
        "cell": None,
        "column": 9,
        "end_line": 6,
        "end_column": 3,
        "rule": "HST102",
        "severity": "warning",
        "message": "tf.reduce_mean(...) is built in each turn of the session loop",
        "remedy": {
            "kind": "refuse",
            "reason": "HSR02",
            "tier": "proved",
            "explanation": "tf.square(x) may have an effect that is seen each turn, and nothing is known of x",
            "advice": "build it once in front of the loop",
            "note": "",
        },
        "loop": {"path": "train.py", "line": 3, "cell": None},
        "chain": [
            {"path": "train.py", "line": 4, "cell": None, "name": "model"},
            {"path": "net/layers.py", "line": 40, "cell": None, "name": "dense"},
        ],
        "bound": None,
        "certain": True,
        "will_raise": False,
    }


def test_no_findings_are_an_empty_list() -> None:
    assert json.loads(findings_json([])) == {"findings": []}


def test_json_is_ascii() -> None:
    assert findings_json([dataclasses.replace(SAVER, message="模型")]).isascii()


def test_words_of_the_enums() -> None:
    assert [kind.value for kind in RemedyKind] == ["hoist", "feed", "split", "once", "refuse"]
    assert [tier.value for tier in Tier] == ["proved", "tried"]


class Colour(enum.Enum):
    RED = "red"


@dataclasses.dataclass(frozen=True)
class Thing:
    where: Path
    colour: Colour
    values: tuple[object, ...]


def test_dataclasses_become_plain_values() -> None:
    numpy = pytest.importorskip("numpy")
    thing = Thing(
        Path("a/b.py"),
        Colour.RED,
        (1, 2.5, float("nan"), float("inf"), None, True, {Colour.RED: Path("c")}, numpy.int64(7)),
    )
    assert to_plain(thing) == {
        "where": "a/b.py",
        "colour": "red",
        "values": [1, 2.5, None, None, None, True, {"red": "c"}, 7],
    }
