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
        ("tf.concat([values, values], 0)", "values"),
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
def test_what_the_source_shows_to_be_a_tensor_at_times_is_not_fed(tmp_path: Path, given: str) -> None:
    script = written(tmp_path, given=given)
    assert "values_fed" not in plan(examined(script, told(script)), tmp_path).diff


def test_what_the_source_shows_needs_no_run(tmp_path: Path) -> None:
    script = written(tmp_path, given="[0.5 * step, 2.0]")
    (finding,) = examined(script, ASKING).findings
    assert (finding.remedy.kind, finding.remedy.tier) == (RemedyKind.ONCE, Tier.PROVED)
    assert examined(script, ASKING).recorded == ()


def test_only_what_would_help_is_asked_for(tmp_path: Path) -> None:
    script = written(tmp_path)
    assert [seen.place for seen in examined(script, ASKING).recorded] == [(script.resolve(), 17, "values")]


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


OPENED = """\
import lib
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
y = tf.reduce_sum(x, 1)


def squared(sess, values):
    total = tf.square(values)
    return sess.run(total)


opened = lib.session()
for step in range(8):
    print(opened.run(y, {x: [[1.0, 2.0]]}), squared(opened, [0.5 * step, 2.0]))
"""
SESSION: dict[str, Any] = {"times": 8, "kinds": ("session",), "shape": ()}


def of_session(script: Path, **more: Any) -> Recorded:
    place = (script.resolve(), 10, "sess")
    return Recorded({place: Seen(*place, **{**SESSION, **more})})


@pytest.mark.parametrize("more", [{"times": 1}, {"kinds": ("NoneType", "session")}, {"kinds": ("Pool",)}, {"nodes": 1}])
def test_what_a_run_does_not_show_to_be_a_session_is_given_no_feed(tmp_path: Path, more: dict[str, Any]) -> None:
    script = tmp_path / "train.py"
    script.write_text(OPENED)
    assert not is_kept(script, of_session(script, **more))


def test_what_a_run_shows_to_be_a_session_is_given_a_feed(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(OPENED)
    assert [seen.place for seen in examined(script, ASKING).recorded] == [(script.resolve(), 10, "sess")]
    assert is_kept(script, of_session(script))
    assert examined(script, of_session(script)).findings[0].remedy.note == "recorded: sess session, 8 times"


def test_what_is_tried_on_an_unknown_session_is_marked(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(OPENED)
    examination = examine([script], tried=True)
    assert [finding.remedy.tier for finding in examination.findings] == [Tier.TRIED]
    assert "# hoist: tried, not shown from the source" in plan(examination, tmp_path).diff


LAYERS = """\
import layers
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 2])
y = tf.reduce_sum(x, 1)


def loss(sess, values):
    total = tf.square(BUILD)
    return sess.run(total, {x: values})


with tf.Session() as sess:
    for step in range(8):
        print(loss(sess, [[1.0, step]]))
"""
BUILT: dict[str, Any] = {"times": 8, "kinds": ("tensor",), "shape": (), "nodes": 4}


def of_layers(folder: Path, build: str = "layers.scaled(y)", **more: Any) -> tuple[Path, Recorded]:
    script = folder / "train.py"
    script.write_text(LAYERS.replace("BUILD", build))
    place = (script.resolve(), 9, build)
    return script, Recorded({place: Seen(*place, **{**BUILT, **more})})


@pytest.mark.parametrize(
    "more",
    [
        {"times": 1},
        {"nodes": 0},
        {"kinds": ("NoneType", "tensor")},
        {"kinds": ("list",)},
        {"effects": ("stateful",)},
        {"effects": ("run",)},
        {"effects": ("draw",)},
        {"effects": ("collection",)},
    ],
)
def test_an_unknown_function_that_does_more_than_build_stays(tmp_path: Path, more: dict[str, Any]) -> None:
    assert not is_kept(*of_layers(tmp_path, **more))


@pytest.mark.parametrize(
    "build",
    [
        "layers.last().scaled(y)",
        "layers.scaled(y, layers.rate)",
        "layers.all[0](y)",
        "layers.mean(layers.scaled(y), axis=0)",
    ],
)
def test_what_an_unknown_function_is_built_from_has_to_be_known(tmp_path: Path, build: str) -> None:
    assert not is_kept(*builds_as_asked(tmp_path, build))


@pytest.mark.parametrize("build", ["layers.scaled(y)", "layers.scaled(y) * 2.0"])
def test_an_unknown_function_that_only_builds_is_kept(tmp_path: Path, build: str) -> None:
    script, recorded = builds_as_asked(tmp_path, build)
    assert is_kept(script, recorded)
    (finding,) = examined(script, recorded).findings
    assert f"{build} builds 4 nodes, 8 times" in finding.remedy.note


def builds_as_asked(folder: Path, build: str) -> tuple[Path, Recorded]:
    """All that is asked for does nothing but build."""
    script, recorded = of_layers(folder, build)
    asked = [seen.place for seen in examined(script, ASKING).recorded]
    return script, Recorded({**recorded.seen, **{place: Seen(*place, **BUILT) for place in asked}})


STEADY: dict[str, Any] = {"times": 8, "kinds": ("number int32",), "shape": (), "same": True}


def of_config(folder: Path, axis: str = "layers.axis", above: str = "", **more: Any) -> tuple[Path, Recorded]:
    """A build on something that is not known, and which a run showed to be the same number each time."""
    script = folder / "train.py"
    text = LAYERS.replace("BUILD", f"tf.reduce_sum(x, axis={axis})").replace("    total", f"    {above}\n    total")
    script.write_text(text)
    place = (script.resolve(), 10, axis)
    return script, Recorded({place: Seen(*place, **{**STEADY, **more})})


@pytest.mark.parametrize("more", [{"times": 1}, {"same": False}, {"nodes": 1}, {"effects": ("run",)}])
def test_what_a_run_does_not_show_to_stay_the_same_is_no_key(tmp_path: Path, more: dict[str, Any]) -> None:
    assert not is_kept(*of_config(tmp_path, **more))


@pytest.mark.parametrize(
    ("axis", "above"),
    [
        ("layers.axis()", ""),
        ("layers.axes[len(values)]", ""),
        ("layers.axis", "int = layers.number"),
        ("layers.axis", "from layers import str"),
    ],
)
def test_what_is_more_than_read_is_no_key_whatever_a_run_shows(tmp_path: Path, axis: str, above: str) -> None:
    script, recorded = of_config(tmp_path, axis, above)
    assert not is_kept(script, recorded)


def test_what_a_run_shows_to_stay_the_same_is_told_by_what_it_is_then(tmp_path: Path) -> None:
    script, recorded = of_config(tmp_path)
    assert [seen.place for seen in examined(script, ASKING).recorded] == list(recorded.seen)
    assert is_kept(script, recorded)
    examination = examined(script, recorded)
    assert examination.findings[0].remedy.note == "recorded: layers.axis int32, the same 8 times"
    key = "type(layers.axis), repr(layers.axis) if type(layers.axis) in (bool, int, float, str) else object())"
    assert f"key = (__name__, 'loss.total', x, {key}" in plan(examination, tmp_path).diff
