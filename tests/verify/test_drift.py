"""How far two programs drift apart: from traces and files that were prepared, and by real runs."""

from __future__ import annotations

import math
import runpy
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hoist.verify import Program, Report, Verdict, prove
from hoist.verify.drift import Kept, drift_of, feeds_more
from hoist.verify.prove import _prove
from hoist.verify.runner import PROBE, Outcome, environment
from hoist.verify.trace import Fetch, Numbers, Trace, read_trace
from hoist.verify.verdict import Drift
from tests.verify.traces import (
    LOOP,
    ORIGINAL,
    QUIET,
    REWRITTEN,
    Prepared,
    outcome,
    proof,
    ran,
    reached,
    row,
    run,
    state,
)

NAN, INF = float("nan"), float("inf")


def single(*values: float) -> Any:
    """An array of single precision."""
    return np.array(values, np.float32)


def kept(tmp_path: Path, *values: Any, name: str = "a", variables: Sequence[Any] = (), **changed: Any) -> Kept:
    """A run that fetched one value a turn, and left variables ``v0``, ``v1``, ... at its end."""
    file = tmp_path / name
    data = bytearray()

    def lay(value: Any) -> Numbers | None:
        if isinstance(value, str):
            return None
        array = np.asarray(value)
        at = len(data)
        data.extend(array.tobytes())
        return Numbers(array.dtype.str, array.shape, at, array.size)

    def shown(value: Any) -> str:
        array = np.asarray(value)
        return f"{array.dtype} {array.shape} {array.tobytes()!r}"

    fetches = [Fetch("y:0", "y", "f", shown(value), "", numbers=lay(value)) for value in values]
    runs = [run(turn, fetches=(fetch,)) for turn, fetch in enumerate(fetches, 1)]
    named = {f"v{n}": value for n, value in enumerate(variables)}
    end = state(
        {name: (shown(value), "") for name, value in named.items()},
        numbers={name: lay(value) for name, value in named.items()},
    )
    file.write_bytes(data)
    return Kept(ran(*runs, states=(end,), **changed), file)


def between(tmp_path: Path, a: Any, b: Any) -> Drift:
    """The drift of one value."""
    return drift_of((kept(tmp_path, a), kept(tmp_path, b, name="b")), QUIET, LOOP)


def test_the_same_numbers_do_not_drift(tmp_path: Path) -> None:
    values = ([1.0, NAN, INF], single(2), np.zeros((2, 3)))
    runs = [kept(tmp_path, *values, name=name, variables=[np.ones(4)]) for name in "ab"]
    found = drift_of((runs[0], runs[1]), QUIET, LOOP)
    assert found == Drift(compared=14)
    assert found.none


def test_the_largest_difference_is_told_with_its_place(tmp_path: Path) -> None:
    a = kept(tmp_path, single(4.0, 2.0), single(4.0, 1.0), single(4.0, 8.0))
    b = kept(tmp_path, single(4.0, 2.5), single(4.0, 2.0), single(4.0, 8.0), name="b")
    found = drift_of((a, b), QUIET, LOOP)
    assert replace(found, of_array=0.0) == Drift(
        compared=6,
        differing=2,
        largest=0.5,
        name="y (y:0)",
        where="train.py:4",
        turn=2,
        original_value="1.0",
        rewritten_value="2.0",
    )
    assert found.of_array == pytest.approx(1.0 / math.sqrt((16 + 4) / 2))
    assert not found.none


def test_of_differences_of_the_same_size_the_first_is_told(tmp_path: Path) -> None:
    found = drift_of((kept(tmp_path, 2.0, 4.0), kept(tmp_path, 1.0, 2.0, name="b")), QUIET, LOOP)
    assert (found.differing, found.largest, found.turn, found.original_value) == (2, 0.5, 1, "2.0")


def test_what_cancels_out_is_seen_beside_the_size_of_its_array(tmp_path: Path) -> None:
    found = between(tmp_path, [1000.0, 1e-9], [1000.0, 2e-9])
    assert found.largest == 0.5
    assert found.of_array == pytest.approx(1e-9 / math.sqrt(500_000))


@pytest.mark.parametrize(
    ("a", "b", "largest"),
    [
        (1.0, NAN, INF),
        (NAN, 1.0, INF),
        (INF, -INF, INF),
        (INF, 1e300, INF),
        (1.0, 1.0 + 2.0**-52, 2.0**-52 / (1.0 + 2.0**-52)),
        (1.7e308, -1.7e308, 2.0),
        (5e-324, 1e-323, 0.5),
        (single(0.25), single(0.5), 0.5),
        (np.float16(0.25), np.float16(0.5), 0.5),
        (3, 4, 0.25),
        (2**62, 2**62 + 1, 1 / (2**62 + 1)),
        (-(2**63), 2**63 - 1, (2**64 - 1) / 2**63),
        (np.uint8(1), np.uint8(255), 254 / 255),
        (True, False, 1.0),
        (3 + 4j, 3 + 4.5j, 0.5 / abs(3 + 4.5j)),
        (complex(1, INF), complex(1, 2), INF),
        (np.array(1.0, ">f4"), np.array(2.0, ">f4"), 0.5),
    ],
)
def test_two_numbers(a: Any, b: Any, largest: float, tmp_path: Path) -> None:
    found = between(tmp_path, a, b)
    assert (found.compared, found.differing) == (1, 1)
    assert found.largest == pytest.approx(largest, rel=1e-9)
    assert math.isinf(found.of_array) == math.isinf(largest)


@pytest.mark.parametrize(("a", "b"), [(0.0, -0.0), (NAN, -NAN)])
def test_zeros_and_no_numbers_of_other_bits_differ_by_nothing(a: float, b: float, tmp_path: Path) -> None:
    found = between(tmp_path, [1.0, a], [1.0, b])
    assert (found.differing, found.largest, found.of_array) == (1, 0.0, 0.0)
    assert (found.original_value, found.rewritten_value) == (str(a), str(b))
    assert between(tmp_path, a, b).of_array == 0.0


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("text", "other"),
        ("text", 1.0),
        ([1.0, 2.0], [1.0]),
        ([1.0], [1.0, 2.0]),
        ([[1.0]], [1.0]),
        (1.0, 1),
        (single(1), [1.0]),
    ],
)
def test_what_cannot_be_laid_side_by_side_is_counted(a: Any, b: Any, tmp_path: Path) -> None:
    found = between(tmp_path, a, b)
    assert found == Drift(others=1)
    assert not found.none


def test_the_same_text_is_no_number_and_no_difference(tmp_path: Path) -> None:
    assert between(tmp_path, "text", "text") == Drift()
    assert between(tmp_path, [], []) == Drift()


def test_of_large_arrays_the_numbers_left_out_are_told(tmp_path: Path) -> None:
    runs = [kept(tmp_path, np.arange(3.0), name=name) for name in "ab"]

    def thinned(one: Kept, value_hash: str) -> Kept:
        fetch = one.trace.main_runs[0].fetches[0]
        assert fetch.numbers is not None
        numbers = replace(fetch.numbers, shape=(5, 2))
        return replace(one, trace=ran(run(1, fetches=(replace(fetch, value_hash=value_hash, numbers=numbers),))))

    same = thinned(runs[0], "h"), thinned(runs[1], "h")
    assert drift_of(same, QUIET, LOOP) == Drift(compared=3, left_out=7)
    # It differs in what was left out.
    other = thinned(runs[0], "h"), thinned(runs[1], "i")
    assert drift_of(other, QUIET, LOOP) == Drift(compared=3, left_out=7, others=1)


def test_variables_count_at_the_end_and_at_saves(tmp_path: Path) -> None:
    a = kept(tmp_path, 1.0, variables=[4.0, "uninitialized"])
    b = kept(tmp_path, 1.0, variables=[5.0, "uninitialized"], name="b")
    found = drift_of((a, b), QUIET, LOOP)
    assert (found.compared, found.differing, found.name) == (2, 1, "v0 at the end")
    assert (found.where, found.turn) == ("train.py:8", None)
    saved = [
        replace(one, trace=replace(one.trace, states=(replace(one.trace.states[0], saved=True, turns={LOOP: 3}),)))
        for one in (a, b)
    ]
    found = drift_of((saved[0], saved[1]), QUIET, LOOP)
    assert (found.name, found.turn) == ("v0 at a save", 3)


def test_variables_that_only_one_program_has_and_saves_that_only_one_makes_are_left_aside(tmp_path: Path) -> None:
    a = kept(tmp_path, 1.0, variables=[1.0, 2.0])
    b = kept(tmp_path, 1.0, variables=[1.0], name="b")
    assert drift_of((a, b), QUIET, LOOP) == Drift(compared=2)
    more = replace(b, trace=replace(b.trace, states=b.trace.states * 2))
    assert drift_of((b, more), QUIET, LOOP) == Drift(compared=2)


def test_what_is_noise_hides_nothing_behind_it(tmp_path: Path) -> None:
    noise = replace(QUIET, variables=frozenset({(0, "v0")}), values=frozenset({(0, 0)}))
    a = kept(tmp_path, 1.0, 2.0, variables=[1.0, 3.0])
    b = kept(tmp_path, 9.0, 2.0, variables=[9.0, 4.0], name="b")
    found = drift_of((a, b), noise, LOOP)
    assert (found.compared, found.differing, found.name) == (2, 1, "v1 at the end")
    pairs = []
    for one in (a, b):
        first, second = (one.trace.main_runs[n].fetches[0] for n in (0, 1))
        pairs.append(replace(one, trace=ran(run(1, fetches=(first, replace(second, name="z:0"))), states=())))
    assert drift_of((pairs[0], pairs[1]), noise, LOOP) == Drift(compared=1)


@pytest.mark.parametrize("changed", [{"values": frozenset({(0, 0)})}, {"variables": frozenset({(0, "v0")})}])
def test_what_two_runs_of_the_original_do_not_give_alike_is_left_aside(changed: Any, tmp_path: Path) -> None:
    noise = replace(QUIET, **changed)
    value, variable = (2.0, 1.0) if "values" in changed else (1.0, 2.0)
    a = kept(tmp_path, 1.0, variables=[1.0])
    b = kept(tmp_path, value, variables=[variable], name="b")
    assert drift_of((a, b), noise, LOOP) == Drift(compared=1)
    # On a GPU no number repeats; what the original drifts by itself is told beside it.
    found = drift_of((a, b), replace(noise, tolerances=(1e-6,)), LOOP)
    assert (found.compared, found.differing) == (2, 1)


@pytest.mark.parametrize("side", [0, 1])
def test_what_races_with_an_update_is_left_aside(side: int, tmp_path: Path) -> None:
    runs = [kept(tmp_path, value, name=name) for name, value in (("a", 1.0), ("b", 2.0))]
    fetch = replace(runs[side].trace.main_runs[0].fetches[0], racy=True)
    runs[side] = replace(runs[side], trace=ran(run(1, fetches=(fetch,)), states=runs[side].trace.states))
    assert drift_of((runs[0], runs[1]), QUIET, LOOP) == Drift()


def summary(**parts: tuple[str, bool]) -> Trace:
    tags = {tag: (f"hash {text}", text, racy) for tag, (text, racy) in parts.items()}
    return ran(run(1, fetches=(Fetch("merged:0", "", "f", repr(tags), "", parts=tags),)), states=())


def test_the_scalars_of_a_summary_are_numbers(tmp_path: Path) -> None:
    (tmp_path / "none").touch()
    first = summary(loss=("0.5", False), image=("90 bytes", False), raced=("1.0", True))
    second = summary(loss=("0.25", False), image=("91 bytes", False), raced=("2.0", False))
    found = drift_of((Kept(first, tmp_path / "none"), Kept(second, tmp_path / "none")), QUIET, LOOP)
    assert (found.compared, found.differing, found.others, found.largest, found.left_out) == (1, 1, 1, 0.5, 0)
    assert found.name == "loss in merged:0"
    for other in (summary(loss=("0.5", False)), summary(acc=("0.5", False)), summary()):
        for pair in ((first, other), (other, first)):
            kept_pair = (Kept(pair[0], tmp_path / "none"), Kept(pair[1], tmp_path / "none"))
            assert drift_of(kept_pair, QUIET, LOOP) == Drift(others=1)


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"structure": "s2"}, "train.py:4, turn 2"),
        ({"error": "ValueError"}, "train.py:4, turn 2"),
        ({"targets": ()}, "train.py:4, turn 2"),
        ({"fetches": ()}, "train.py:4, turn 2"),
    ],
)
def test_programs_that_part_are_compared_up_to_there(changed: Any, where: str, tmp_path: Path) -> None:
    a, b = (kept(tmp_path, 1.0, 2.0, 3.0, name=name, variables=[1.0]) for name in "ab")
    runs = list(b.trace.main_runs)
    runs[1] = replace(runs[1], **changed)
    b = replace(b, trace=ran(*runs, states=b.trace.states))
    assert drift_of((a, b), QUIET, LOOP) == Drift(compared=1, parted=where)
    assert not drift_of((a, b), QUIET, LOOP).none


def test_runs_that_are_missing_and_another_end_part_the_programs(tmp_path: Path) -> None:
    long, short = kept(tmp_path, 1.0, 2.0, 3.0, variables=[1.0]), kept(tmp_path, 1.0, 2.0, name="b", variables=[1.0])
    for pair in ((long, short), (short, long)):
        assert drift_of(pair, QUIET, LOOP) == Drift(compared=2, parted="train.py:4, turn 3")
    other = replace(long, trace=replace(long.trace, end="limit"))
    for pair in ((long, other), (other, long)):
        assert drift_of(pair, QUIET, LOOP) == Drift(compared=4, parted="the end")
    outside = replace(long, trace=ran(run(1, turns={}), states=()))
    assert drift_of((outside, replace(long, trace=ran(states=()))), QUIET, LOOP).parted == "train.py:4"


def test_a_structure_that_is_not_the_same_twice_parts_nothing(tmp_path: Path) -> None:
    a, b = (kept(tmp_path, 1.0, name=name) for name in "ab")
    b = replace(b, trace=ran(replace(b.trace.main_runs[0], structure="s2"), states=b.trace.states))
    assert drift_of((a, b), replace(QUIET, structures=frozenset({0})), LOOP) == Drift(compared=1)


@pytest.mark.parametrize(
    ("a", "b", "noise", "more"),
    [
        ((1, "s"), (1, "s"), {}, False),
        ((1, "s"), (2, "t"), {}, True),
        ((2, "s"), (1, "t"), {}, True),
        ((1, "s"), (1, "t"), {}, True),  # one value is fed instead of another
        ((1, "s"), (1, "t"), {"skeletons": frozenset({1})}, False),  # constants that are not the same twice
        ((1, "s"), (2, "t"), {"skeletons": frozenset({1})}, True),
    ],
)
def test_which_programs_feed_more(a: tuple[int, str], b: tuple[int, str], noise: Any, more: bool) -> None:
    first, second = (ran(run(1), run(2, feeds=feeds, skeleton=skeleton)) for feeds, skeleton in (a, b))
    assert feeds_more(first, second, replace(QUIET, **noise)) is more


def test_programs_of_other_numbers_of_runs_are_looked_at_as_far_as_both_go() -> None:
    assert not feeds_more(ran(run(1), run(2)), ran(run(1)), QUIET)


@pytest.mark.parametrize(("noise", "more"), [(False, True), (True, False)])
def test_threads_that_feed_more(noise: bool, more: bool) -> None:
    threads = [run(1), run(1, main_thread=False, structure="s", feeds=1)]
    same, fed_more = ran(*threads), ran(threads[0], replace(threads[1], feeds=2))
    assert not feeds_more(same, same, QUIET)
    assert feeds_more(same, fed_more, replace(QUIET, threads=noise)) is more


def fed() -> Outcome:
    return outcome(*(row(turn, feeds=1, skeleton="fed") for turn in (1, 2, 3)))


def numbered(*values: float, **changed: Any) -> Outcome:
    """A run whose numbers were kept, each in its own turn: it stands for what the probe writes."""
    rows = []
    for turn, value in enumerate(values, 1):
        fetch = ["y:0", "y", "f", f"hash {value}", str(value), False, {}, [], ["<f8", [], 8 * turn - 8, 1]]
        rows.append(row(turn, fetches=[fetch], feeds=1))
    return outcome(*rows, **changed)


class Keeping(Prepared):
    """Writes the numbers of its runs where the orders say, as the probe does."""

    def __init__(self, scratch: Path, *outcomes: Outcome) -> None:
        super().__init__(*outcomes)
        self.scratch = scratch

    def run(self, program: Any, orders: Any, tell: Any) -> Outcome:
        found = super().run(program, orders, tell)
        if "numbers" in orders:
            values = [float(line["fetches"][0][4]) for line in found.result.get("runs", [])]
            Path(orders["numbers"]).write_bytes(np.array(values).tobytes())
        return found


PLAIN_RUNS = (Outcome({}), Outcome({}))


def drifted(runner: Prepared, said: list[str] | None = None) -> Report:
    report = _prove(proof(runner, tell=(said if said is not None else []).append), measure=True)
    assert not runner.left
    return report


def test_where_nothing_is_fed_no_run_is_made_for_the_drift(tmp_path: Path) -> None:
    runner = Keeping(tmp_path, reached(), reached(), outcome(), *PLAIN_RUNS)
    report = drifted(runner)
    assert report.drift is None
    assert not any("numbers" in orders for _, orders in runner.asked)


def test_where_a_constant_is_fed_both_run_once_more_as_they_are(tmp_path: Path) -> None:
    runner = Keeping(tmp_path, reached(), reached(), fed(), numbered(1, 2, 3), numbered(1, 2, 3), *PLAIN_RUNS)
    said: list[str] = []
    report = drifted(runner, said)
    assert report.verdict is Verdict.SAME_BITS
    assert report.drift == Drift(compared=3)
    kept_runs = [(program, orders) for program, orders in runner.asked if "numbers" in orders]
    assert [program for program, _ in kept_runs] == [ORIGINAL, REWRITTEN]
    assert [(orders["mode"], orders["session_loops"]) for _, orders in kept_runs] == [("aligned", [LOOP])] * 2
    assert kept_runs[0][1]["numbers"] != kept_runs[1][1]["numbers"]
    assert [text for text in said if "optimizers" in text] == [
        "original, with its optimizers: starting",
        "original, with its optimizers: turn 1 of 3",
        "rewritten, with its optimizers: starting",
        "rewritten, with its optimizers: turn 1 of 3",
    ]


def test_where_they_drift_the_original_s_own_drift_is_told(tmp_path: Path) -> None:
    runs = numbered(1, 2, 4), numbered(1, 2, 5), numbered(1, 2, 4)
    report = drifted(Keeping(tmp_path, reached(), reached(), fed(), *runs, *PLAIN_RUNS))
    assert report.equal
    assert report.drift is not None
    assert (report.drift.differing, report.drift.original_value, report.drift.rewritten_value) == (1, "4.0", "5.0")
    assert report.drift.largest == pytest.approx(0.2)
    assert report.drift.own == Drift(compared=3)
    runs = numbered(1, 2, 4), numbered(1, 2, 5), numbered(1, 3, 4)
    report = drifted(Keeping(tmp_path, reached(), reached(), fed(), *runs, *PLAIN_RUNS))
    assert report.drift is not None
    assert report.drift.own is not None
    assert (report.drift.own.differing, report.drift.own.turn) == (1, 2)


def test_what_other_threads_fetch_is_noted_as_not_compared(tmp_path: Path) -> None:
    rows = [row(turn) for turn in (1, 2, 3)]
    first, second = (reached(*rows, row(1, thread="other", feeds=feeds)) for feeds in (0, 1))
    report = drifted(Keeping(tmp_path, first, first, second, numbered(1), numbered(1), *PLAIN_RUNS))
    assert report.drift == Drift(compared=1)
    assert "what threads beside the main one fetch is not among the numbers whose drift was measured" in report.notes


@pytest.mark.parametrize("good", [0, 1, 2])
def test_a_drift_that_could_not_be_measured_is_noted_and_changes_no_verdict(good: int, tmp_path: Path) -> None:
    runs = [*[numbered(1, 2, 4), numbered(1, 2, 5)][:good], Outcome({}, exit_code=3)]
    report = drifted(Keeping(tmp_path, reached(), reached(), fed(), *runs, *PLAIN_RUNS))
    assert (report.verdict, report.drift) == (Verdict.SAME_BITS, None)
    who = ("original", "rewritten", "original, again")[good]
    assert report.notes[0] == (
        "how far they drift with TensorFlow's optimizers as the program has them could not be measured: "
        f"{who}: the interpreter ended with code 3"
    )


def test_draws_that_were_paired_are_paired_again(tmp_path: Path) -> None:
    site, other = [["RandomUniform", ["train.py:4"], 0]], [["RandomUniform", ["train.py:-2"], 0]]
    original = reached(sites=site)
    differs = outcome(*(row(turn, "9", feeds=1) for turn in (1, 2, 3)), sites=other)
    agrees = outcome(*(row(turn, feeds=1) for turn in (1, 2, 3)), sites=other)
    runner = Keeping(tmp_path, original, original, differs, agrees, numbered(1, 2, 3), numbered(1, 2, 3), *PLAIN_RUNS)
    assert drifted(runner).equal
    pairs = [orders["aliases"] for _, orders in runner.asked if "numbers" in orders]
    assert pairs == [(), [["RandomUniform", ("train.py:-2",), 0, ("train.py:4",), 0]]]


def test_such_a_run_has_the_kernels_that_the_program_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TF_ENABLE_ONEDNN_OPTS", raising=False)
    env = environment("cpu", "optimized", tmp_path)
    assert "TF_ENABLE_ONEDNN_OPTS" not in env
    assert env["TF_CUDNN_DETERMINISTIC"] == "1"
    assert environment("cpu", "aligned", tmp_path)["TF_ENABLE_ONEDNN_OPTS"] == "0"


def test_the_probe_keeps_numbers_and_of_large_arrays_some(tmp_path: Path) -> None:
    probe = runpy.run_path(str(PROBE), run_name="probe")
    keep = probe["kept_numbers"]
    keep.__globals__["np"] = np
    assert keep(np.arange(3)) is None
    probe["ORDERS"]["numbers"] = str(tmp_path / "numbers")
    assert keep(b"text") is None
    assert keep(np.array(["a"])) is None
    assert keep(np.array([1, "a"], dtype=object)) is None
    assert keep(single(1, 2).reshape(1, 2)) == ["<f4", [1, 2], 0, 2]
    keep.__globals__["MOST_KEPT"] = 4
    assert keep(np.arange(9.0)) == ["<f8", [9], 8, 3]
    keep.__globals__["BYTES_KEPT"] = 32
    keep.__globals__["FEW_KEPT"] = 1
    assert keep(np.arange(3)[::-1]) == ["<i8", [3], 32, 1]
    entry = ["y:0", "", "f", "h", "s", False, {}, [], keep(True)]
    probe["KEPT"][0].close()
    stored = (tmp_path / "numbers").read_bytes()
    assert stored == single(1, 2).tobytes() + np.array([0.0, 3.0, 6.0]).tobytes() + np.array([2]).tobytes() + b"\1"
    numbers = read_trace(outcome(row(1, fetches=[entry]))).runs[0].fetches[0].numbers
    assert numbers == Numbers("|b1", (), 40, 1)


DIVISION = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2000])
rng = np.random.RandomState(0)
CONFIG = None
with tf.Session(config=CONFIG) as sess:
    for i in range(5):
        y = x / (0.3 + 0.01 * i) / 7.0
        sess.run(y, {x: rng.randn(2000)})
"""
DIVISION_FED = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2000])
rng = np.random.RandomState(0)
CONFIG = None
c = tf.placeholder(tf.float32, [])
y = x / c / 7.0
with tf.Session(config=CONFIG) as sess:
    for i in range(5):
        sess.run(y, {x: rng.randn(2000), c: 0.3 + 0.01 * i})
"""
CONVOLUTION = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2, 16, 16, 3])
rng = np.random.RandomState(0)
kernel = tf.constant(rng.randn(3, 3, 3, 4).astype(np.float32))
mean = tf.Variable(tf.zeros([4]))
y = tf.nn.conv2d(x, kernel, [1, 1, 1, 1], "SAME")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        update = tf.assign_add(mean, tf.reduce_mean(y * (0.3 + 0.01 * i), [0, 1, 2]))
        sess.run(update.op, {x: rng.randn(2, 16, 16, 3)})
"""
CONVOLUTION_FED = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2, 16, 16, 3])
rng = np.random.RandomState(0)
kernel = tf.constant(rng.randn(3, 3, 3, 4).astype(np.float32))
mean = tf.Variable(tf.zeros([4]))
y = tf.nn.conv2d(x, kernel, [1, 1, 1, 1], "SAME")
c = tf.placeholder(tf.float32, [])
update = tf.assign_add(mean, tf.reduce_mean(y * c, [0, 1, 2]))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        sess.run(update.op, {x: rng.randn(2, 16, 16, 3), c: 0.3 + 0.01 * i})
"""
ASSIGNED = """\
import tensorflow as tf

rate = tf.Variable(1.0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        sess.run(tf.assign(rate, 0.1 * 0.9 ** i))
        print(sess.run(rate))
"""
ASSIGNED_FED = """\
import tensorflow as tf

rate = tf.Variable(1.0)
value = tf.placeholder(tf.float32, [])
assign = tf.assign(rate, value)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(5):
        sess.run(assign, {value: 0.1 * 0.9 ** i})
        print(sess.run(rate))
"""
WITHOUT_OPTIMIZERS = """\
CONFIG = tf.ConfigProto()
CONFIG.graph_options.rewrite_options.disable_meta_optimizer = True
CONFIG.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0
"""
# What is run depends on the last bit of a number: with the optimizers on, the two programs part.
PARTING = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2000])
other = tf.negative(x)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    for i in range(5):
        data = rng.randn(2000).astype(np.float32)
        y = x / (0.3 + 0.01 * i) / 7.0
        bits = np.frombuffer(sess.run(y, {x: data}).tobytes(), np.int32)
        if bits.sum() % 2:
            sess.run(other, {x: data})
"""
PARTING_FED = """\
import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [2000])
other = tf.negative(x)
rng = np.random.RandomState(0)
c = tf.placeholder(tf.float32, [])
y = x / c / 7.0
with tf.Session() as sess:
    for i in range(5):
        data = rng.randn(2000).astype(np.float32)
        bits = np.frombuffer(sess.run(y, {x: data, c: 0.3 + 0.01 * i}).tobytes(), np.int32)
        if bits.sum() % 2:
            sess.run(other, {x: data})
"""


@pytest.fixture
def python(request: pytest.FixtureRequest) -> str:
    if request.param == "2.x":
        return sys.executable
    return str(request.getfixturevalue("legacy_python" if request.param == "1.x" else "python2"))


def measured(tmp_path: Path, old: str, new: str, python: str) -> tuple[Report, list[str]]:
    (tmp_path / "train.py").write_text(old)
    original = Program(tmp_path, Path("train.py"))
    rewritten = Program(tmp_path, Path("train.py"), replaced={"train.py": new.encode()})
    said: list[str] = []
    report = prove(original, rewritten, python=python, device="cpu", steps=5, progress=said.append)
    assert report.verdict is Verdict.SAME_BITS, (report.cause, report.difference)
    return report, [text.partition(":")[0] for text in said if text.endswith("starting")]


@pytest.mark.slow
@pytest.mark.parametrize("python", ["2.x", "1.x", "python2"], indirect=True)
def test_a_division_drifts_in_last_bits(tmp_path: Path, python: str) -> None:
    report, runs = measured(tmp_path, DIVISION, DIVISION_FED, python)
    assert report.drift is not None
    assert report.drift.compared == 10_000
    assert 1000 < report.drift.differing < 9000
    assert 2.0**-25 < report.drift.largest < 2.0**-20
    assert 0 < report.drift.of_array < 2.0**-18
    assert report.drift.name.startswith("y (")
    assert (report.drift.where, report.drift.parted) == ("train.py:10", "")
    assert report.drift.own == Drift(compared=10_000)
    assert runs[3:6] == [
        "original, with its optimizers",
        "rewritten, with its optimizers",
        "original, again, with its optimizers",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("python", ["1.x", "python2"], indirect=True)
def test_a_script_that_turns_the_optimizers_off_keeps_them_off(tmp_path: Path, python: str) -> None:
    old, new = (text.replace("CONFIG = None\n", WITHOUT_OPTIMIZERS) for text in (DIVISION, DIVISION_FED))
    report, runs = measured(tmp_path, old, new, python)
    assert report.drift == Drift(compared=10_000)
    assert "original, again, with its optimizers" not in runs


@pytest.mark.nightly
def test_of_a_large_array_some_numbers_are_compared_up_to_the_limit_of_turns(tmp_path: Path) -> None:
    old, new = (text.replace("2000", "300000").replace("range(5)", "range(50)") for text in (DIVISION, DIVISION_FED))
    report, _ = measured(tmp_path, old, new, sys.executable)
    assert report.turns == 5
    assert report.drift is not None
    assert (report.drift.compared, report.drift.left_out) == (5 * 150_000, 5 * 150_000)
    assert report.drift.differing > 100_000


@pytest.mark.slow
@pytest.mark.parametrize("python", [pytest.param("2.x", marks=pytest.mark.nightly), "1.x"], indirect=True)
def test_what_the_script_tells_tensorflow_of_its_optimizers_counts(tmp_path: Path, python: str) -> None:
    told = "tf.config.optimizer.set_experimental_options({'disable_meta_optimizer': True})\nCONFIG = None\n"
    old, new = (text.replace("CONFIG = None\n", told) for text in (DIVISION, DIVISION_FED))
    report, _ = measured(tmp_path, old, new, python)
    assert report.drift == Drift(compared=10_000)


@pytest.mark.slow
@pytest.mark.parametrize("python", ["1.x", "python2"], indirect=True)
def test_weights_drift_where_nothing_is_fetched(tmp_path: Path, python: str) -> None:
    report, _ = measured(tmp_path, CONVOLUTION, CONVOLUTION_FED, python)
    assert report.drift is not None
    assert report.drift.compared == 4
    assert 0 < report.drift.differing <= 4
    assert (report.drift.name, report.drift.turn) == ("Variable at the end", None)


@pytest.mark.slow
@pytest.mark.parametrize("python", [pytest.param("2.x", marks=pytest.mark.nightly), "python2"], indirect=True)
def test_an_assignment_does_not_drift(tmp_path: Path, python: str) -> None:
    report, runs = measured(tmp_path, ASSIGNED, ASSIGNED_FED, python)
    assert report.drift == Drift(compared=11)
    assert sum("optimizers" in run for run in runs) == 2


@pytest.mark.slow
def test_programs_whose_last_bits_decide_what_is_run_part(tmp_path: Path) -> None:
    report, _ = measured(tmp_path, PARTING, PARTING_FED, sys.executable)
    assert report.drift is not None
    assert report.drift.parted.startswith("train.py:")
    assert report.drift.own is not None
    assert report.drift.own.none


@pytest.mark.slow
@pytest.mark.parametrize("python", [pytest.param("2.x", marks=pytest.mark.nightly), "1.x"], indirect=True)
def test_a_plain_hoist_costs_no_further_run(tmp_path: Path, python: str) -> None:
    old = DIVISION.replace("(0.3 + 0.01 * i)", "0.3")
    new = old.replace("        y = x / 0.3 / 7.0\n", "").replace("with tf", "y = x / 0.3 / 7.0\nwith tf")
    report, runs = measured(tmp_path, old, new, python)
    assert report.drift is None
    assert not any("optimizers" in run for run in runs)
