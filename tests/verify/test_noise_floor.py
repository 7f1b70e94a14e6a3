"""The noise floor of two runs of the same program: what differs between them, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hoist.verify.noise import files_by_name, fingerprints, noise_of, other_threads, tokens
from hoist.verify.tolerance import relative_gap
from hoist.verify.trace import Trace
from tests.verify.traces import INNER, LOOP, LOSS, QUIET, ran, run, state, trace, with_file, with_run

OTHER = replace(LOSS, value_hash="other")


def files(*named: tuple[str, str], **changed: Any) -> Trace:
    return trace(files={name: {"kind": "file", "hash": content, "size": 1} for name, content in named}, **changed)


@pytest.mark.parametrize(
    ("second", "noise"),
    [
        (with_run(1, fetches=(OTHER,)), {"values": {(1, 0)}}),
        (with_run(2, fetches=(replace(LOSS, fingerprint="f2"),)), {"prints": {(2, 0)}}),
        (with_run(2, targets=(("train", "t2"),)), {"prints": {(2, -1)}}),
        (with_run(2, targets=(("step", "t1"),)), {}),
        (with_run(1, structure="s2"), {"structures": {1}}),
        (trace(states=(state({"w": ("i", "2.0")}),)), {"variables": {(0, "w")}}),
        (trace(states=(state({"v": ("h", "1.0")}),)), {"variables": {(0, "v"), (0, "w")}}),
        (with_file("log.txt", hash="other"), {"files": {"log.txt"}}),
        (trace(saves=(("model/m-2", "train.py:6", "train.py:7", True),)), {"saves": {0}}),
        (trace(saves=(("model/m-1", "train.py:6", "train.py:7", False),)), {}),
        (trace(configs=("a",)), {}),
        (trace(graphs_at_turn_2={LOOP: {"variables": []}}), {"graphs": {LOOP}}),
        (trace(graphs_at_turn_2={}), {"graphs": {LOOP}}),
        (trace(graphs_at_turn_2={**trace().graphs_at_turn_2, INNER: {}}), {"graphs": {INNER}}),
    ],
)
def test_what_differs_is_noise(second: Trace, noise: dict[str, Any]) -> None:
    changed: dict[str, Any] = {name: frozenset(places) for name, places in noise.items()}
    expected = replace(QUIET, **changed)
    assert noise_of(trace(), second) == expected
    assert noise_of(second, trace()) == expected


def test_sessions_made_otherwise_each_time_are_noise() -> None:
    assert noise_of(trace(configs=("", "a", "b")), trace(configs=("", "b"))).configs == {1}
    assert noise_of(trace(configs=("", "b")), trace(configs=("", "a", "b"))).configs == {1}


def test_the_tolerance_of_a_run_and_of_what_is_left_at_the_end() -> None:
    noise = replace(QUIET, tolerances=(0.1, 0.2, 0.3))
    assert [noise.tolerance(run) for run in (0, 1, 2, 3)] == [0.1, 0.2, 0.3, 0.3]
    assert noise.tolerance() == 0.3
    assert noise.lines() == ("numbers on the GPU, compared within 3.0e-01 of their size, ten times the noise",)
    assert (QUIET.tolerance(0), QUIET.tolerance()) == (0.0, 0.0)


def test_a_gpu_gives_a_tolerance_for_as_many_runs_and_states_as_both_programs_have() -> None:
    def on_gpu(value: float, count: int) -> Trace:
        sketch = (0.0, value, value)
        fetch = replace(LOSS, value_hash=str(value), sketch=sketch)
        kept = state({"w": (str(value), "1.0")}, sketches={"w": sketch})
        runs = (run(turn, fetches=(fetch,) * count) for turn in range(1, count + 1))
        return ran(*runs, states=(kept,) * count, devices=("CPU:0", "GPU:0"))

    one, other = on_gpu(1.0, 1), on_gpu(1.0 + 1e-6, 2)
    assert noise_of(one, other).tolerances == pytest.approx((1e-5, 1e-5), rel=1e-3)
    assert noise_of(other, one).tolerances == pytest.approx((1e-5, 1e-5), rel=1e-3)


def test_runs_that_lie_apart_by_one_thousandth_give_a_tolerance_and_by_more_they_give_none() -> None:
    def on_gpu(value: float) -> Trace:
        fetch = replace(LOSS, value_hash=str(value), sketch=(0.0, 1000.0, value))
        return ran(run(1, fetches=(fetch,)), devices=("GPU:0",))

    assert noise_of(on_gpu(1000.0), on_gpu(999.0)).tolerances == (0.01, 0.01)
    assert noise_of(on_gpu(1000.0), on_gpu(998.0)).tolerances == (0.0, 0.0)


def test_variables_that_one_run_has_not_give_no_tolerance() -> None:
    one, other = (trace(states=(state(sketches={name: (0.0, 1.0, 1.0)}),), devices=("GPU:0",)) for name in "vw")
    assert noise_of(one, other).tolerances == (0.0,) * 4


def test_arrays_lie_apart_relatively_to_the_larger_of_them() -> None:
    small, large = (0.0, 1.0, 0.25), (0.0, 4.0, 0.25)
    assert relative_gap(small, large) == relative_gap(large, small) == 0.75
    assert relative_gap(small, (*small, 1.0)) is None
    assert relative_gap((*small, 1.0), small) is None


def test_fetches_and_targets_are_noise_by_their_places() -> None:
    first = with_run(1, fetches=(LOSS, LOSS, LOSS), targets=(("a", "t1"), ("b", "t2")))
    second = with_run(1, fetches=(LOSS, OTHER, replace(LOSS, fingerprint="f2")), targets=(("b", "t2"), ("a", "t1")))
    assert noise_of(first, second) == replace(QUIET, values=frozenset({(1, 1)}), prints=frozenset({(1, 2)}))


def test_a_fingerprint_that_comes_before_or_behind_the_other_is_noise() -> None:
    for changed in ("e", "g"):
        assert noise_of(trace(), with_run(0, fetches=(replace(LOSS, fingerprint=changed),))).prints == {(0, 0)}
        assert noise_of(trace(), with_run(0, fetches=(replace(LOSS, value_hash=changed),))).values == {(0, 0)}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("step 1: 0.6", {0: frozenset({3})}),
        ("step 2: 0.4", {0: frozenset({1, 3})}),
        ("step 1: 0.5 now", {0: frozenset({-1})}),
        ("step 1: 0.5", {}),
    ],
)
def test_words_printed_are_noise_by_their_places(line: str, words: dict[int, frozenset[int]]) -> None:
    assert noise_of(trace(), trace(output=(line, "time: 12"))) == replace(QUIET, tokens=words)


def test_of_another_number_of_lines_no_word_counts() -> None:
    assert noise_of(trace(), trace(output=("step 1: 0.6",))) == replace(QUIET, output=True)
    assert noise_of(trace(output=("step 1: 0.6",)), trace()) == replace(QUIET, output=True)


def test_runs_of_other_threads_are_noise_if_they_compute_something_else() -> None:
    thread = run(1, main_thread=False, targets=(("b", "t2"), ("a", "t1")))
    assert fingerprints(thread) == ("f1", "|", "t1", "t2")
    assert other_threads(ran(run(1), thread)) == {fingerprints(thread)}
    assert not noise_of(ran(run(1), thread, thread), ran(thread, run(1))).threads
    assert noise_of(ran(run(1)), ran(run(1), thread)).threads


@pytest.mark.parametrize(
    ("second", "why"),
    [
        (trace(end="limit"), "two runs of the original end differently: normal and limit"),
        (ran(run(1), run(2)), "two runs of the original run the session 3 and 2 times"),
        (
            with_run(1, fetches=(LOSS, LOSS)),
            "two runs of the original differ in what session run 2 (train.py:4) fetches",
        ),
        (
            with_run(2, error="OutOfRangeError"),
            "two runs of the original differ in what session run 3 (train.py:4) fetches",
        ),
        (trace(states=(state(saved=True),)), "two runs of the original save at different times"),
        (trace(states=(state(), state())), "two runs of the original save at different times"),
    ],
)
def test_an_original_that_does_not_repeat_itself_is_unstable(second: Trace, why: str) -> None:
    assert noise_of(trace(), second).unstable == why
    assert noise_of(second, trace()).unstable


def test_of_runs_that_are_not_as_many_the_common_ones_are_compared() -> None:
    first, second = ran(run(1), run(2, fetches=(LOSS, LOSS))), ran(run(1), run(2, fetches=(OTHER,)), run(3))
    assert noise_of(first, second).values == {(1, 0)}
    assert noise_of(second, first).values == {(1, 0)}
    two = trace(saves=trace().saves * 2)
    assert noise_of(trace(), two).saves == frozenset()
    assert noise_of(trace(states=()), trace()).variables == frozenset()


def many(count: int) -> frozenset[str]:
    return frozenset("gfedcba"[-count:])


@pytest.mark.parametrize(
    ("noise", "lines"),
    [
        ({"values": frozenset({(1, 0), (1, 1)})}, ("values of 2 fetches",)),
        ({"prints": frozenset({(1, 0), (1, -1), (2, 0)})}, ("the values that go into 2 runs",)),
        ({"prints": frozenset({(1, 0)}), "structures": frozenset({1})}, ("what 1 runs compute",)),
        (
            {"prints": frozenset({(1, 0), (2, 0), (3, 0)}), "structures": frozenset({1, 4})},
            ("the values that go into 2 runs", "what 1 runs compute"),
        ),
        ({"variables": frozenset((0, name) for name in many(5))}, ("variables: a, b, c, d, e",)),
        ({"variables": frozenset((n, name) for name in many(6) for n in (0, 1))}, ("variables: a, b, c, d, e ...",)),
        ({"files": many(5)}, ("files: a, b, c, d, e",)),
        ({"files": many(6)}, ("files: a, b, c, d, e ...",)),
        ({"names": (("log-", ".txt", 2), ("m-", "", 1))}, ("names of 2 files: log-*.txt", "names of 1 files: m-*")),
        ({"tokens": {0: frozenset({1, 2}), 3: frozenset({0})}}, ("words in 2 lines printed",)),
        ({"output": True, "tokens": {0: frozenset({1})}}, ("the number of lines printed",)),
        ({"threads": True}, ("runs of other threads",)),
    ],
)
def test_noise_in_words(noise: dict[str, Any], lines: tuple[str, ...]) -> None:
    assert replace(QUIET, **noise).lines() == lines


def names_of(first: str, second: str) -> tuple[tuple[str, str, int], ...]:
    return noise_of(files((first, "x")), files((second, "x"))).names


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("log-7ab.txt", "log-8cd.txt", (("log-", ".txt", 1),)),
        ("log-12.txt", "log-13.txt", (("log-", ".txt", 1),)),
        ("out-1z.txt", "out-2z.txt", (("out-", ".txt", 1),)),
        ("runs/1/out.txt", "runs/22/out.txt", (("runs/", "/out.txt", 1),)),
        ("12.txt", "34.txt", (("", ".txt", 1),)),
        ("out_7", "out_8", (("out_", "", 1),)),
        ("ab", "ab2", ()),
        ("cat", "dog", ()),
    ],
)
def test_names_made_anew_are_known_by_the_whole_words_that_they_share(
    first: str, second: str, names: tuple[tuple[str, str, int], ...]
) -> None:
    assert names_of(first, second) == names
    assert names_of(second, first) == names


def test_each_name_is_paired_with_the_one_most_like_it() -> None:
    first = files(("model/m-1.index", "x"), ("model/log-1.txt", "x"), ("same", "x"))
    second = files(("model/log-2.txt", "x"), ("model/m-2.index", "x"), ("same", "x"))
    assert noise_of(first, second).names == (("model/log-", ".txt", 1), ("model/m-", ".index", 1))
    three = files(("log-1.txt", "x"), ("log-2.txt", "x"), ("log-3.txt", "x"))
    assert noise_of(three, files(("log-4.txt", "x"), ("log-5.txt", "x"), ("a", "x"))).names == (("log-", ".txt", 2),)


def test_files_named_anew_stand_under_what_their_names_share_ordered_by_content() -> None:
    names = (("log-", ".txt", 2), ("l", "", 1))
    left = files(("log-1.txt", "c"), ("log-2.txt", "a"), ("log-33.txt", "b"), ("log-.txt", "d"), ("x", "e"), ("l", "f"))
    found = {name: content["hash"] for name, content in files_by_name(left, names).items()}
    assert found == {"log-*.txt": "a", "log-*.txt (2)": "b", "log-*.txt (3)": "c", "l*": "d", "x": "e", "l": "f"}


def test_of_files_named_anew_the_content_may_be_noise() -> None:
    first, second = files(("log-1.txt", "a"), ("log-2.txt", "b")), files(("log-3.txt", "a"), ("log-4.txt", "c"))
    assert noise_of(first, second) == replace(QUIET, names=(("log-", ".txt", 2),), files=frozenset({"log-*.txt (2)"}))


def test_printed_lines_fall_into_words() -> None:
    assert tokens("loss1:-0.5e-3, t=12s") == ["loss1", ":", "-0.5e-3", ",", "t", "=", "12s"]
    assert tokens("0.5, -0.5. 7.") == ["0.5", ",", "-0.5", ".", "7", "."]
    assert tokens("id 79ac3e81-a35c-4ec2 x+1") == ["id", "79ac3e81-a35c-4ec2", "x", "+1"]


def test_an_original_that_runs_another_number_of_targets_each_time_is_unstable() -> None:
    assert "what session run 2 (train.py:4) fetches" in noise_of(with_run(1, targets=()), trace()).unstable


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"graphs": frozenset({LOOP})}, "what the first turn leaves in the graph: train.py:3"),
        ({"saves": frozenset({0, 2})}, "paths of 2 checkpoints"),
        ({"configs": frozenset({0})}, "configurations of 1 sessions"),
    ],
)
def test_noise_that_hides_no_value_is_told_too(changed: dict[str, Any], said: str) -> None:
    assert replace(QUIET, **changed).lines() == (said,)
