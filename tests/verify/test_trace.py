"""Traces: the probe's result as it is read, what two values differ in, which loop and which draws are meant."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hoist.verify.runner import Outcome
from hoist.verify.trace import Fetch, Node, aliases, differing, race, read_trace, session_loop
from tests.verify.traces import INNER, LOOP, LOSS, ran, run, trace

PARTS = {"w": ("1", "0.1", False), "loss": ("2", "0.2", False)}


def summary(**parts: tuple[str, str, bool]) -> Fetch:
    return Fetch("Merge:0", "", "f", repr(parts), "", parts=parts)


def test_titles() -> None:
    assert LOSS.title == "loss (Mean:0)"
    assert replace(LOSS, label="").title == "Mean:0"
    assert Node("train/Adam", "AssignAdd", "f").title == "AssignAdd train/Adam"


def test_values_that_differ_are_shown_with_their_bits_where_they_look_alike() -> None:
    a, b = replace(LOSS, value_hash="0123456789"), replace(LOSS, value_hash="abcdefghij")
    assert differing(a, a) is None
    assert differing(a, replace(b, value_hash="0123456789", shown="1.6")) is None
    assert differing(a, replace(b, shown="1.6")) == ("1.5", "1.6")
    assert differing(a, b) == ("1.5 (bits 01234567)", "1.5 (bits abcdefgh)")


@pytest.mark.parametrize(
    ("a", "b", "values"),
    [
        (PARTS, {**PARTS, "w": ("3", "0.3", False)}, ("w=0.1", "w=0.3")),
        (PARTS, {"w": ("3", "0.3", False), "loss": ("4", "0.4", False)}, ("w=0.1, loss=0.2", "w=0.3, loss=0.4")),
        (PARTS, {"w": ("1", "0.1", False)}, ("loss=0.2", "(none)")),
        ({"w": ("1", "0.1", False)}, PARTS, ("(none)", "loss=0.2")),
    ],
)
def test_of_summaries_the_tags_that_differ_are_shown(
    a: dict[str, tuple[str, str, bool]], b: dict[str, tuple[str, str, bool]], values: tuple[str, str]
) -> None:
    assert differing(summary(**a), summary(**b)) == values


def test_a_summary_and_a_value_that_is_none_are_shown_as_they_are() -> None:
    one = replace(summary(**PARTS), shown="summary")
    assert differing(one, LOSS) == ("summary", "1.5")
    assert differing(LOSS, one) == ("1.5", "summary")


@pytest.mark.parametrize(
    ("a", "b", "races"), [(False, False, False), (True, False, True), (False, True, True), (True, True, True)]
)
def test_a_value_races_where_one_of_the_programs_lets_it(a: bool, b: bool, races: bool) -> None:
    one, other = replace(LOSS, racy=a), replace(LOSS, racy=b)
    assert race(one, other) == races
    w, v = {"w": ("1", "0.1", a)}, {"w": ("2", "0.2", b)}
    assert race(summary(**PARTS | w), summary(**PARTS | v)) == races


def test_a_summary_races_only_if_all_that_differs_in_it_does() -> None:
    w = {"w": ("3", "0.3", True)}
    assert race(summary(**PARTS), summary(**PARTS | w))
    assert not race(summary(**PARTS), summary(**PARTS | w | {"loss": ("4", "0.4", False)}))
    assert not race(summary(**PARTS), summary(**w))
    assert not race(summary(**w), summary(**PARTS))
    assert race(replace(summary(**PARTS), racy=True), LOSS)
    assert race(LOSS, replace(summary(**PARTS), racy=True))


def read(**result: Any) -> Any:
    return read_trace(Outcome({"end": "normal", **result}, output=("step 1",)))


def test_runs_are_read_with_their_turns_and_the_lines_that_built_their_ops() -> None:
    line = {"where": "train.py:4", "line": "train.py:5", "nodes": 10, "error": "", "structure": "s"}
    fetch = ["Mean:0", "loss", "f1", "h", "1.5", True, {"w": ["1", "0.1", True]}]
    ops = [["x", "Placeholder", "p1", -1], ["y", "Square", "p2", 0], ["z", "Mean", "p3", 1]]
    first = {"thread": 0, "session": 1, "turns": [[1, 2], [0, 3]], "fetches": [fetch], "targets": [["train", "t1"]]}
    bare = {"thread": 7, "session": 0, "turns": [], "fetches": [], "targets": []}
    found = read(
        loops=[LOOP, INNER],
        built=[["train.py:2", "model.py:8"], ["train.py:3"]],
        runs=[{**line, **first, "ops": ops, "racy": ["w", "v"]}, {**line, **bare}],
    )
    one, other = found.runs
    expected = run(
        1,
        session=1,
        turns={INNER: 2, LOOP: 3},
        fetches=(Fetch("Mean:0", "loss", "f1", "h", "1.5", True, {"w": ("1", "0.1", True)}),),
        ops=(
            Node("x", "Placeholder", "p1"),
            Node("y", "Square", "p2", ("train.py:2", "model.py:8")),
            Node("z", "Mean", "p3", ("train.py:3",)),
        ),
        structure="s",
    )
    assert one == expected
    assert list(one.turns) == [INNER, LOOP]
    assert (one.turn(LOOP), other.turn(LOOP)) == (3, None)
    assert (one.main_thread, other.main_thread) == (True, False)
    assert found.main_runs == (one,)
    assert found.racy_tags == {"w", "v"}


def test_states_are_read_with_what_they_hold() -> None:
    line = {"session": 2, "where": "train.py:4", "line": "train.py:5", "turns": [[0, 2]]}
    entries = {"w": ["h", "1.0", [0.0, 1.0]]}
    save, end = read(
        loops=[LOOP],
        states=[{**line, "when": "saved", "variables": entries}, {**line, "when": "closed", "variables": {}}],
    ).states
    assert (save.saved, end.saved) == (True, False)
    assert (save.session, save.where, save.line, save.turns) == (2, "train.py:4", "train.py:5", {LOOP: 2})
    assert save.variables == {"w": ("h", "1.0")}
    assert save.sketches == {"w": [0.0, 1.0]}


def test_what_a_run_left_is_read_as_it_stands() -> None:
    error = {"type": "ValueError", "message": "no", "frames": []}
    found = read(
        error=error,
        loops=[LOOP, INNER, "train.py:20"],
        counts=[4, 5],
        session_turns=[3],
        session_loops=[LOOP],
        concerned=[INNER],
        touched_run=["train.py:4"],
        late=True,
        stop={"loop": LOOP, "turns": 3},
        graphs_at_turn_2={LOOP: {"variables": []}},
        drew=True,
        unaligned=["Multinomial"],
        collapsed=["w"],
        tensorflow="2.21.0",
        python="3.11.9",
        devices=["cpu:0"],
        saves=[["m-1", "train.py:6", "train.py:7", True]],
        files={"log.txt": {"kind": "file"}},
        notes=["a note"],
        sites=[["RandomUniform", ["train.py:2"], 0]],
    )
    assert (found.end, found.error, found.output) == ("normal", error, ("step 1",))
    assert (found.counts, found.session_turns) == ({LOOP: 4, INNER: 5}, {LOOP: 3})
    assert (found.session_loops, found.concerned, found.touched_run) == ((LOOP,), (INNER,), {"train.py:4"})
    assert (found.late, found.drew, found.stop) == (True, True, {"loop": LOOP, "turns": 3})
    assert found.graphs_at_turn_2 == {LOOP: {"variables": []}}
    assert (found.unaligned, found.collapsed, found.notes) == (("Multinomial",), ("w",), ("a note",))
    assert (found.tensorflow, found.python, found.devices) == ("2.21.0", "3.11.9", ("cpu:0",))
    assert found.saves == (("m-1", "train.py:6", "train.py:7", True),)
    assert found.files == {"log.txt": {"kind": "file"}}
    assert found.sites == (("RandomUniform", ("train.py:2",), 0),)


def test_what_the_probe_did_not_write_is_empty() -> None:
    found = read()
    assert found == replace(
        trace(
            **dict.fromkeys(
                ("runs", "states", "saves", "session_loops", "main_runs"),
                (),
            ),
            **{name: {} for name in ("files", "counts", "session_turns", "graphs_at_turn_2")},
        ),
        output=("step 1",),
    )


def test_the_loop_of_the_report_is_one_that_the_rewrite_concerns() -> None:
    both = {INNER: 30, LOOP: 3}
    one = run(1, turns={LOOP: 1, INNER: 1})
    assert session_loop(ran(one, session_turns=both, concerned=(LOOP,))) == LOOP
    assert session_loop(ran(one, session_turns=both, concerned=(LOOP, INNER))) == INNER
    assert session_loop(ran(one, session_turns=both, concerned=("train.py:30", LOOP))) == LOOP
    assert session_loop(ran(one, session_turns={**both, "train.py:30": 0}, concerned=("train.py:30",))) == INNER


def test_else_it_is_the_innermost_around_the_runs_that_ran_most_often() -> None:
    inside, outside = run(1, turns={LOOP: 1, INNER: 1}), run(1, turns={"train.py:20": 1})
    assert session_loop(ran(run(1, turns={}), inside, session_turns={LOOP: 50, INNER: 3})) == INNER
    assert session_loop(ran(inside, outside, session_turns={INNER: 3, "train.py:20": 4})) == "train.py:20"
    assert session_loop(ran(inside, outside, session_turns={INNER: 4, "train.py:20": 3})) == INNER


@pytest.mark.parametrize("order", [(LOOP, INNER), (INNER, LOOP)])
def test_of_equals_it_is_the_innermost(order: tuple[str, str]) -> None:
    outer, inner = order
    one = run(1, turns={outer: 1, inner: 1})
    assert session_loop(ran(one, session_turns={LOOP: 3, INNER: 3}, concerned=(LOOP, INNER))) == inner
    assert session_loop(ran(one, session_turns={LOOP: 3, INNER: 3}, concerned=(INNER, LOOP))) == inner


@pytest.mark.parametrize("order", [(LOOP, INNER), (INNER, LOOP)])
def test_a_loop_that_no_run_of_the_main_thread_stands_in_counts_as_outermost(order: tuple[str, str]) -> None:
    alone = ran(run(1), session_turns={LOOP: 3, INNER: 3}, concerned=order)
    assert session_loop(alone) == order[0]


def test_a_loop_known_of_runs_outside_of_the_main_thread_only_is_taken_if_the_session_ran_in_it() -> None:
    alone = ran(run(1, main_thread=False), session_loops=(INNER, LOOP), session_turns={LOOP: 3, INNER: 3})
    assert session_loop(alone) == LOOP
    assert session_loop(replace(alone, session_turns={LOOP: 0, INNER: 1})) == INNER
    assert session_loop(replace(alone, session_turns={})) == ""


UNIFORM, NORMAL = "RandomUniform", "TruncatedNormal"


def test_sites_that_only_one_program_has_are_paired_one_to_one() -> None:
    old = trace(sites=((UNIFORM, ("t:1",), 0), (UNIFORM, ("t:2",), 0), (NORMAL, ("t:3",), 0)))
    new = trace(sites=((UNIFORM, ("t:1",), 0), (UNIFORM, ("t:-9",), 0), (UNIFORM, ("t:-9",), 1)))
    assert aliases(old, new) == [[UNIFORM, ("t:-9",), 0, ("t:2",), 0]]


def test_sites_are_paired_with_those_of_their_kind_only() -> None:
    for kind, other in ((UNIFORM, NORMAL), (NORMAL, UNIFORM)):
        old = trace(sites=((other, ("t:1",), 0), (kind, ("t:2",), 0), (kind, ("t:3",), 0), (other, ("t:4",), 0)))
        new = trace(sites=((kind, ("t:5",), 0), (other, ("t:6",), 0)))
        assert aliases(old, new) == [[kind, ("t:5",), 0, ("t:2",), 0], [other, ("t:6",), 0, ("t:1",), 0]]
        assert aliases(new, old) == [[other, ("t:1",), 0, ("t:6",), 0], [kind, ("t:2",), 0, ("t:5",), 0]]


def test_sites_of_each_kind_are_paired_in_the_order_in_which_they_came() -> None:
    old = trace(sites=((UNIFORM, ("t:1",), 0), (NORMAL, ("t:2",), 1), (UNIFORM, ("t:3",), 0), (NORMAL, ("t:9",), 0)))
    new = trace(sites=((NORMAL, ("t:9",), 0), (NORMAL, ("t:5",), 0), (UNIFORM, ("t:6",), 0), (UNIFORM, ("t:7",), 2)))
    assert aliases(old, new) == [
        [NORMAL, ("t:5",), 0, ("t:2",), 1],
        [UNIFORM, ("t:6",), 0, ("t:1",), 0],
        [UNIFORM, ("t:7",), 2, ("t:3",), 0],
    ]
