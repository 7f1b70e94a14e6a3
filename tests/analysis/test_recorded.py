"""What a run showed turns unknowns into knowns, and nothing else: what the source shows is not overruled by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hoist.examine import Examination, examine
from hoist.findings import RemedyKind, Tier
from hoist.fix import plan
from hoist.recorded import ASKING, Recorded, Seen

SCRIPT = """\
import data
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
y = tf.reduce_sum(x, 1)
v = tf.Variable([1.0, 1.0])
kept = [data.batch(), y] * 4


def one():
    if data.small:
        return data.batch()
    return y


def halved(sess, values):
    total = BUILD
    return sess.run(total)


with tf.Session() as sess:
    for step in range(8):
        print(sess.run(y, {x: [[1.0, 2.0]]}), halved(sess, GIVEN))
"""


def written(folder: Path, build: str = "tf.square(values)", given: str = "data.batch()") -> Path:
    script = folder / "train.py"
    script.write_text(SCRIPT.replace("BUILD", build).replace("GIVEN", given))
    return script


def told(script: Path, text: str = "values", **more: Any) -> Recorded:
    place = (script.resolve(), 17, text)
    known = {"times": 8, "kinds": ("number float32",), "shape": (2,), **more}
    return Recorded({place: Seen(*place, **known)})


def examined(script: Path, recorded: Recorded) -> Examination:
    return examine([script], recorded=recorded)


def is_kept(script: Path, recorded: Recorded) -> bool:
    (finding,) = examined(script, recorded).findings
    assert (finding.remedy.kind, finding.remedy.tier) in {
        (RemedyKind.ONCE, Tier.TRIED),
        (RemedyKind.REFUSE, Tier.PROVED),
    }
    return finding.remedy.kind is RemedyKind.ONCE


@pytest.mark.parametrize(
    "more",
    [
        {"times": 1},
        {"kinds": ("number float32", "tensor")},
        {"kinds": ("number float32", "number float64")},
        {"kinds": ("tensor",)},
        {"kinds": ("str",), "shape": ()},
        {"kinds": ("bytes",), "shape": ()},
        {"shape": None},
        {"nodes": 3},
    ],
)
def test_what_a_run_does_not_show_to_be_a_number_is_not_fed(tmp_path: Path, more: dict[str, Any]) -> None:
    script = written(tmp_path)
    assert not is_kept(script, told(script, **more))


def test_what_was_seen_elsewhere_counts_for_nothing(tmp_path: Path) -> None:
    script = written(tmp_path)
    assert not is_kept(script, told(script, text="other"))
    known = told(script)
    assert not is_kept(
        script, Recorded({(path, line + 1, text): one for (path, line, text), one in known.seen.items()})
    )
    assert not is_kept(
        script, Recorded({(path / "x", line, text): one for (path, line, text), one in known.seen.items()})
    )


@pytest.mark.parametrize(
    ("build", "text"),
    [
        ("tf.stack([values, values])", "values"),
        ("tf.constant(values)", "values"),
        ("tf.square(v * values.made(y))", "values"),
        ("tf.reshape(y, values)", "values"),
    ],
)
def test_what_takes_no_feed_is_not_fed_whatever_a_run_shows(tmp_path: Path, build: str, text: str) -> None:
    script = written(tmp_path, build)
    assert not is_kept(script, told(script, text=text))


@pytest.mark.parametrize(
    "given", ["y", "tf.ones([2])", "y if step else data.batch()", "[y, data.batch()][step % 2]", "kept[step]", "one()"]
)
def test_what_the_source_shows_to_be_a_tensor_is_not_asked_for(tmp_path: Path, given: str) -> None:
    script = written(tmp_path, given=given)
    assert examined(script, ASKING).recorded == ()


def test_what_the_source_shows_needs_no_run(tmp_path: Path) -> None:
    script = written(tmp_path, given="[0.5 * step, 2.0]")
    (finding,) = examined(script, ASKING).findings
    assert (finding.remedy.kind, finding.remedy.tier) == (RemedyKind.ONCE, Tier.PROVED)
    assert examined(script, ASKING).recorded == ()


def test_only_what_would_help_is_asked_for(tmp_path: Path) -> None:
    script = written(tmp_path)
    assert [seen.place for seen in examined(script, ASKING).recorded] == [(script.resolve(), 17, "values")]
    script.write_text(script.read_text().replace("total = tf.square(values)", "total = tf.stack([values, values])"))
    assert examined(script, ASKING).recorded == ()


def test_what_is_ignored_is_not_asked_for(tmp_path: Path) -> None:
    script = written(tmp_path)
    script.write_text(script.read_text().replace("(values)", "(values)  # hoist: ignore"))
    assert examined(script, ASKING).recorded == ()


def test_it_is_fed_as_what_it_is_then_and_marked(tmp_path: Path) -> None:
    script = written(tmp_path)
    examination = examined(script, told(script))
    (finding,) = examination.findings
    assert finding.remedy.note == "recorded: values float32 [2], 8 times"
    added = [line[1:].strip() for line in plan(examination, tmp_path).diff.splitlines() if line.startswith("+")]
    assert "values_now = tf.make_ndarray(tf.make_tensor_proto(values))" in added
    assert "values_fed = tf.placeholder(values_now.dtype, [None] * values_now.ndim, name='hoist/values_fed')" in added
    assert any(line.endswith("# hoist: tried, recorded: values float32 [2], 8 times") for line in added)


def test_a_list_and_text_of_unknown_make_are_fed_too(tmp_path: Path) -> None:
    script = written(tmp_path, "tf.image.decode_jpeg(values)")
    assert not is_kept(script, told(script))
    assert is_kept(script, told(script, kinds=("bytes",), shape=()))
    script = written(tmp_path, given="data.batches[step:]")
    assert is_kept(script, told(script))


def test_what_a_call_gives_may_be_fed(tmp_path: Path) -> None:
    script = written(tmp_path, "tf.square(values.numbers(3) + 1)")
    assert is_kept(script, told(script, text="values.numbers(3) + 1"))
    assert not is_kept(script, told(script, text="values.numbers(3) + 1", nodes=1))
