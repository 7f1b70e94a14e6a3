"""What counts as evidence where two runs of the original differ, and what is still seen there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hoist.verify.compare import first_difference, loop_evidence
from hoist.verify.noise import noise_of
from hoist.verify.prove import _never_run, _notes
from hoist.verify.trace import Fetch, Node, Trace
from tests.verify.traces import INNER, LOOP, LOSS, QUIET, Prepared, proof, ran, run, trace, with_run

BOTH = frozenset({(0, 0), (1, 0), (2, 0)})
TARGETS = frozenset({(0, -1), (1, -1), (2, -1)})


@pytest.mark.parametrize(
    ("noise", "enough"),
    [
        ({}, True),
        ({"prints": BOTH, "values": BOTH}, True),  # the targets are the same twice
        ({"prints": TARGETS}, True),  # the fetches are
        ({"prints": BOTH | TARGETS}, True),  # their values are
        ({"prints": TARGETS, "values": BOTH}, True),  # what gives them is
        ({"prints": BOTH | TARGETS, "values": BOTH}, False),
        ({"prints": BOTH | TARGETS, "values": BOTH - {(1, 0)}}, True),
        ({"prints": (BOTH | TARGETS) - {(2, -1)}, "values": BOTH}, True),
    ],
)
def test_one_thing_in_the_loop_that_is_the_same_twice_is_enough(noise: dict[str, Any], enough: bool) -> None:
    assert loop_evidence(trace(), replace(QUIET, **noise), LOOP) is enough


def test_runs_without_targets_say_nothing_by_their_targets() -> None:
    bare = ran(*(run(turn, targets=()) for turn in (1, 2, 3)))
    assert not loop_evidence(bare, replace(QUIET, prints=BOTH, values=BOTH), LOOP)
    assert loop_evidence(bare, QUIET, LOOP)


def test_what_runs_in_front_of_the_loop_says_nothing_of_it() -> None:
    noise = replace(QUIET, prints=frozenset({(1, 0), (1, -1)}), values=frozenset({(1, 0)}))
    assert not loop_evidence(ran(run(1, turns={}), run(1)), noise, LOOP)


@pytest.mark.parametrize(("threads", "enough"), [(False, True), (True, False)])
def test_a_loop_whose_runs_are_made_by_other_threads(threads: bool, enough: bool) -> None:
    assert loop_evidence(trace(), replace(QUIET, threads=threads), INNER) is enough


HIDDEN: dict[str, Any] = {"prints": frozenset({(1, 0)}), "values": frozenset({(1, 0)})}
OTHER = replace(LOSS, fingerprint="f2", value_hash="other")


def fed(skeleton: str, feeds: int, **changed: Any) -> Trace:
    return with_run(1, fetches=(OTHER,), skeleton=skeleton, feeds=feeds, **changed)


@pytest.mark.parametrize("order", [1, -1])
def test_constants_count_where_noise_hides_the_fingerprint(order: int) -> None:
    a, b = [fed("aaaaaaaa1", 1), fed("bbbbbbbb2", 1)][::order]
    difference = first_difference(a, b, replace(QUIET, **HIDDEN), LOOP)
    assert difference is not None
    assert (difference.what, difference.run) == ("computation", 2)
    values = ("constants aaaaaaaa", "constants bbbbbbbb")[::order]
    assert (difference.original_value, difference.rewritten_value) == values


@pytest.mark.parametrize(
    ("other", "noise"),
    [
        (fed("b", 2), HIDDEN),  # a constant became a feed
        (fed("b", 0), HIDDEN),
        (fed("b", 1), {**HIDDEN, "skeletons": frozenset({1})}),  # they are not the same twice
        (fed("a", 1), HIDDEN),
    ],
)
def test_constants_say_nothing_elsewhere(other: Trace, noise: dict[str, Any]) -> None:
    assert first_difference(fed("a", 1), other, replace(QUIET, **noise), LOOP) is None


@pytest.mark.parametrize("elsewhere", [{(0, 0)}, {(2, 0)}])
def test_constants_say_nothing_where_the_fingerprints_speak(elsewhere: set[tuple[int, int]]) -> None:
    a, b = (with_run(1, skeleton=skeleton) for skeleton in "ab")
    assert first_difference(a, b, replace(QUIET, prints=frozenset(elsewhere)), LOOP) is None


def test_skeletons_that_are_not_the_same_twice_are_noise() -> None:
    a, b = (with_run(1, skeleton=skeleton) for skeleton in "ab")
    assert noise_of(a, b).skeletons == noise_of(b, a).skeletons == {1}


def named(*ops: tuple[str, str]) -> Trace:
    """The second run computes these ops (name, fingerprint), and fetches the last."""
    nodes = tuple(Node(name, "Op", print_) for name, print_ in ops)
    return with_run(1, fetches=(replace(LOSS, fingerprint=ops[-1][1]),), ops=nodes)


@pytest.mark.parametrize(
    ("original", "rewritten", "shown"),
    [
        # only the order is another one: the pair is that of one name
        ([("a", "1"), ("b", "2"), ("end", "3")], [("b", "5"), ("a", "4"), ("end", "6")], ("Op a", "Op a")),
        ([("b", "2"), ("a", "1"), ("end", "3")], [("a", "4"), ("b", "5"), ("end", "6")], ("Op b", "Op b")),
        # one that the other program has not at all is the first
        ([("a", "1"), ("end", "3")], [("new", "5"), ("a", "4"), ("end", "6")], ("Op a", "Op new")),
        ([("old", "2"), ("a", "1"), ("end", "3")], [("a", "4"), ("end", "6")], ("Op old", "Op a")),
        ([("a", "1"), ("end", "3")], [("a", "4"), ("new", "5"), ("end", "6")], ("Op a", "Op a")),
    ],
)
def test_the_first_nodes_that_differ_are_shown_as_a_pair(
    original: list[tuple[str, str]], rewritten: list[tuple[str, str]], shown: tuple[str, str]
) -> None:
    difference = first_difference(named(*original), named(*rewritten), QUIET, LOOP)
    assert difference is not None
    assert (difference.node, difference.node_rewritten) == shown


@pytest.mark.parametrize(
    ("value", "printed", "same"), [("nan", "nan", True), ("nan", "inf", False), ("inf", "nan", False)]
)
def test_of_racing_values_that_are_no_numbers(value: str, printed: str, same: bool) -> None:
    a = Fetch("loss:0", "", "f", "h1", "0.5", racy=True)
    first = replace(with_run(1, fetches=(a,)), output=("loss 0.5",))
    second = replace(with_run(1, fetches=(replace(a, value_hash="h2", shown=value),)), output=(f"loss {printed}",))
    assert (first_difference(first, second, QUIET, LOOP) is None) is same


def built(side: str, order: str) -> Trace:
    """A program whose second run computes these ops, each built on a line of its own."""
    places = enumerate(order, 1)
    nodes = tuple(Node(name, "Op", f"{name} {side}", (f"{side}.py:{line}",)) for line, name in places)
    return with_run(1, fetches=(replace(LOSS, fingerprint=f"end {side}"),), ops=nodes)


def test_of_a_pair_of_one_name_each_side_says_where_it_was_built() -> None:
    difference = first_difference(built("old", "ab"), built("new", "ba"), QUIET, LOOP)
    assert difference is not None
    assert (difference.node, difference.built_at) == ("Op a", ("old.py:1",))
    assert (difference.node_rewritten, difference.built_at_rewritten) == ("Op a", ("new.py:2",))


def test_touched_lines_whose_ops_no_run_needed_are_told() -> None:
    asked = proof(Prepared(), touched={"train.py": list(range(1, 14)), "model.py": [2]})
    left = trace(built_not_run=frozenset({*(f"train.py:{n}" for n in range(2, 20)), "model.py:3"}))
    never = _never_run(asked, left)
    assert never == [f"train.py:{n}" for n in range(2, 14)]
    told = "touched by the rewrite, and no run needed what is built there: "
    assert told + ", ".join(f"train.py:{n}" for n in range(2, 12)) in _notes(left, (), never)
    assert not any(note.startswith(told) for note in _notes(left, (), []))
