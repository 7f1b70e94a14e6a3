"""The comparison by itself: of two equal traces nothing differs, and each single change is found, with its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hoist.verify.compare import evidence, first_difference, raced
from hoist.verify.noise import noise_of
from hoist.verify.trace import Fetch, Run, State, Trace, aliases, differing, race, session_loop

LOOP = "train.py:3"


def run(turn: int, value: str = "1.5", **changed: Any) -> Run:
    fetch = Fetch("Mean:0", "loss", "f1", f"hash {value}", value)
    plain = Run(True, 0, {LOOP: turn}, "train.py:4", "train.py:5", 10, "", (fetch,), (("train", "t1"),))
    return replace(plain, **changed)


def trace(**changed: Any) -> Trace:
    runs = tuple(run(turn) for turn in (1, 2, 3))
    plain = Trace(
        end="normal",
        error=None,
        runs=runs,
        states=(State(0, False, "", "", {}, {"w": ("h", "1.0")}),),
        saves=(("model/m-1", "train.py:6", "train.py:7", True),),
        files={
            "log.txt": {"kind": "file", "hash": "abcdefgh", "size": 3},
            "m-1.index": {"kind": "checkpoint", "entries": {"w": ["h", "1.0"]}},
            "logs/events": {"kind": "events", "entries": [["loss", 1, "h", "0.5"]]},
        },
        output=("step 1: 0.5", "time: 12"),
        counts={LOOP: 3},
        session_turns={LOOP: 3},
        session_loops=(LOOP,),
        concerned=(),
        touched_run=frozenset(),
        late=False,
        stop={},
        graphs_at_turn_2={LOOP: {"variables": ["w"], "collections": {"losses": 1}}},
        drew=False,
        unaligned=(),
        collapsed=(),
        tensorflow="",
        python="",
        devices=(),
        main_runs=runs,
    )
    return replace(plain, **changed)


def with_run(number: int, **changed: Any) -> Trace:
    runs = list(trace().main_runs)
    runs[number] = replace(runs[number], **changed)
    return trace(runs=tuple(runs), main_runs=tuple(runs))


QUIET = noise_of(trace(), trace())


def files(name: str, **changed: Any) -> dict[str, Any]:
    found: dict[str, Any] = dict(trace().files)
    found[name] = {**found[name], **changed}
    return found


def test_equal_traces() -> None:
    assert first_difference(trace(), trace(), QUIET, LOOP) is None
    assert QUIET.lines() == ()
    assert evidence(trace(), QUIET) == 4
    assert session_loop(trace()) == LOOP


@pytest.mark.parametrize(
    ("changed", "what", "turn"),
    [
        (with_run(1, fetches=(Fetch("Mean:0", "loss", "f1", "other", "1.6"),)), "value", 2),
        (with_run(1, fetches=(Fetch("Mean:0", "loss", "f2", "hash 1.5", "1.5"),)), "computation", 2),
        (with_run(2, targets=(("train", "t2"),)), "computation", 3),
        (with_run(2, targets=()), "runs", 3),
        (with_run(0, fetches=()), "runs", 1),
        (with_run(0, error="OutOfRangeError"), "error", 1),
        (with_run(0, turns={LOOP: 2}), "turns", 1),
        (with_run(1, session=1), "runs", 2),
        (trace(main_runs=trace().main_runs[:2]), "runs", 3),
        (trace(main_runs=(*trace().main_runs, run(4))), "runs", 4),
        (trace(end="limit"), "end", None),
        (trace(session_turns={LOOP: 4}), "turns", None),
        (trace(states=(State(0, False, "", "", {}, {"w": ("i", "1.0")}),)), "variable", None),
        (trace(states=(State(0, False, "", "", {}, {"v": ("h", "1.0")}),)), "variable", None),
        (trace(states=()), "variable", None),
        (trace(saves=(("model/m-1", "train.py:6", "train.py:7", False),)), "checkpoint", None),
        (trace(saves=(("model/m-2", "train.py:6", "train.py:7", True),)), "checkpoint", None),
        (trace(files={}), "file", None),
        (trace(files=files("log.txt", hash="x")), "file", None),
        (trace(files=files("m-1.index", entries={"w": ["i", "2.0"]})), "checkpoint", None),
        (trace(files=files("m-1.index", entries={"weights": ["h", "1.0"]})), "checkpoint", None),
        (trace(files=files("logs/events", entries=[])), "file", None),
        (trace(files=files("logs/events", entries=[["loss", 2, "h", "0.5"]])), "file", None),
        (trace(output=("step 1: 0.6", "time: 12")), "output", None),
        (trace(output=("step 1: 0.5",)), "output", None),
        (trace(graphs_at_turn_2={LOOP: {"variables": ["w", "v"], "collections": {"losses": 1}}}), "graph", 2),
        (trace(graphs_at_turn_2={LOOP: {"variables": ["w"], "collections": {"losses": 2}}}), "graph", 2),
    ],
)
def test_each_change_is_found(changed: Trace, what: str, turn: int | None) -> None:
    difference = first_difference(trace(), changed, QUIET, LOOP)
    assert difference is not None
    assert (difference.what, difference.turn) == (what, turn)
    assert difference.original_value != difference.rewritten_value or what == "computation"


def test_noise_is_no_evidence() -> None:
    second = trace(output=("step 1: 0.5", "time: 13"), states=(State(0, False, "", "", {}, {"w": ("x", "3.0")}),))
    noise = noise_of(trace(), second)
    assert first_difference(trace(), trace(output=("step 1: 0.5", "time: 99")), noise, LOOP) is None
    found = first_difference(trace(), trace(output=("step 1: 0.7", "time: 99")), noise, LOOP)
    assert found is not None
    assert found.what == "output"
    assert noise.lines() == ("variables: w", "words in 1 lines printed")
    assert evidence(trace(), noise) == 3


def test_an_original_that_does_not_repeat_itself_is_unstable() -> None:
    assert "3 and 2 times" in noise_of(trace(), trace(main_runs=trace().main_runs[:2])).unstable
    assert "end differently" in noise_of(trace(), trace(end="limit")).unstable


def test_a_race_is_no_evidence_but_for_the_part_that_races() -> None:
    a = Fetch("M:0", "", "f", "h1", "", parts={"w": ("1", "0.1", True), "loss": ("2", "0.2", False)})
    b = Fetch("M:0", "", "f", "h2", "", parts={"w": ("3", "0.3", False), "loss": ("2", "0.2", False)})
    assert differing(a, b) == ("w=0.1", "w=0.3")
    assert race(a, b)
    assert not race(a, replace(b, parts={**b.parts, "loss": ("9", "0.9", False)}))
    assert not race(a, replace(b, parts={"w": ("3", "0.3", False)}))
    first, second = with_run(0, fetches=(a,)), with_run(0, fetches=(b,))
    assert first_difference(first, second, QUIET, LOOP) is None
    assert raced(first, second) == ("M:0 (train.py:4)",)


def test_a_racing_value_may_be_printed() -> None:
    a = Fetch("loss:0", "", "f", "h1", "0.123456", racy=True)
    b = replace(a, value_hash="h2", shown="0.234567")
    first = replace(with_run(0, fetches=(a,)), output=("loss 0.1235, step 1",))
    for printed, same in (
        ("loss 0.2346, step 1", True),
        ("loss 0.2347, step 1", False),
        ("loss 0.2346, step 2", False),
    ):
        second = replace(with_run(0, fetches=(b,)), output=(printed,))
        found = first_difference(first, second, QUIET, LOOP)
        assert (found is None) == same, printed
    steady = replace(with_run(0, fetches=(replace(a, racy=False),)), output=("loss 0.1235, step 1",))
    moved = first_difference(steady, replace(steady, output=("loss 0.2346, step 1",)), QUIET, LOOP)
    assert moved is not None


def test_the_order_of_sessions_counts_without_other_threads_only() -> None:
    other = with_run(1, session=1)
    threads = tuple(replace(run, main_thread=False) for run in trace().runs[:1])
    quiet = replace(QUIET, threads=True)
    old, new = (replace(side, runs=(*side.runs, *threads)) for side in (trace(), other))
    assert first_difference(old, new, quiet, LOOP) is None


def test_sites_that_only_one_program_has_are_paired_one_to_one() -> None:
    old = trace(
        sites=(("RandomUniform", ("t:1",), 0), ("RandomUniform", ("t:2",), 0), ("TruncatedNormal", ("t:3",), 0))
    )
    new = trace(
        sites=(("RandomUniform", ("t:1",), 0), ("RandomUniform", ("t:-9",), 0), ("RandomUniform", ("t:-9",), 1))
    )
    assert aliases(old, new) == [["RandomUniform", ("t:-9",), 0, ("t:2",), 0]]


def test_files_named_anew_each_time_are_compared_by_content() -> None:
    def left(*files: tuple[str, str]) -> Trace:
        return trace(files={name: {"kind": "file", "hash": content, "size": 1} for name, content in files})

    original = left(("log-7ab.txt", "x"), ("log-8cd.txt", "y"), ("out.txt", "z"))
    noise = noise_of(original, left(("log-1ef.txt", "y"), ("log-99a.txt", "x"), ("out.txt", "z")))
    assert noise.lines() == ("names of 2 files: log-*.txt",)
    assert (
        first_difference(original, left(("log-2.txt", "y"), ("log-3.txt", "x"), ("out.txt", "z")), noise, LOOP) is None
    )
    for other in (
        left(("log-2.txt", "y"), ("out.txt", "z")),
        left(("log-2.txt", "y"), ("log-3.txt", "w"), ("out.txt", "z")),
        left(("log-2.txt", "y"), ("run-3.txt", "x"), ("out.txt", "z")),
        left(("log-2.txt", "y"), ("log-3.txt", "x"), ("log-4.txt", "x"), ("out.txt", "z")),
        left(("log-2.txt", "y"), ("log-3.txt", "x")),
    ):
        difference = first_difference(original, other, noise, LOOP)
        assert difference is not None
        assert difference.what == "file"


def test_where_noise_hides_what_goes_in_what_is_done_with_it_is_compared() -> None:
    def ran(print_: str, structure: str) -> Trace:
        fetch = Fetch("Mean:0", "loss", print_, f"hash {print_}", "1.5")
        return with_run(1, fetches=(fetch,), structure=structure)

    noise = noise_of(ran("f1", "s"), ran("f2", "s"))
    assert noise.lines() == ("values of 1 fetches", "the values that go into 1 runs")
    assert first_difference(ran("f1", "s"), ran("f3", "s"), noise, LOOP) is None
    difference = first_difference(ran("f1", "s"), ran("f3", "t"), noise, LOOP)
    assert difference is not None
    assert (difference.what, difference.run) == ("computation", 2)
    noise = noise_of(ran("f1", "s"), ran("f2", "t"))
    assert noise.lines() == ("values of 1 fetches", "what 1 runs compute")
    assert first_difference(ran("f1", "s"), ran("f3", "u"), noise, LOOP) is None


def test_a_checkpoint_named_anew_each_time_must_still_be_kept() -> None:
    def saved(path: str, kept: bool) -> Trace:
        return trace(saves=((path, "train.py:6", "train.py:7", kept),))

    noise = noise_of(saved("m-1", True), saved("m-2", True))
    assert first_difference(saved("m-1", True), saved("m-3", True), noise, LOOP) is None
    assert first_difference(saved("m-1", True), saved("m-3", False), noise, LOOP) is not None
