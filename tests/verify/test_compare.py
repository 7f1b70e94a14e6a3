"""The comparison by itself: of two equal traces nothing differs, and each single change is found, with its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from hoist.verify.compare import evidence, first_difference, raced
from hoist.verify.noise import noise_of
from hoist.verify.trace import Fetch, Node, Run, Trace, session_loop
from hoist.verify.verdict import Difference
from tests.verify.traces import LOOP, LOSS, OPS, QUIET, ran, run, state, trace, with_file, with_run

HERE = ("train.py:4", "train.py:5")
NOWHERE = ("", "")
FETCHED = "run of loss (Mean:0), train"
MANY = (*"fedcba",)


def found(original: Trace, rewritten: Trace, **noise: Any) -> Difference | None:
    return first_difference(original, rewritten, replace(QUIET, **noise), LOOP)


def fetched(*fetches: Fetch, **changed: Any) -> Trace:
    """The second of three runs fetches these."""
    return with_run(1, fetches=fetches, **changed)


def error(message: str = "no data\nat all", **changed: Any) -> dict[str, Any]:
    frames = [["model.py", 1, 2, "build()"], ["train.py", 7, 9, "step()"]]
    return {"type": "ValueError", "message": message, "frames": frames, **changed}


def turned(turn: int) -> dict[str, Any]:
    return {"turns": {LOOP: turn}}


def thread(fingerprint: str = "f1") -> Run:
    return run(1, main_thread=False, fetches=(replace(LOSS, fingerprint=fingerprint),))


def graph(variables: tuple[str, ...] = ("w",), **collections: int) -> dict[str, Any]:
    return {"variables": list(variables), "collections": collections or {"losses": 1}}


def saved(path: str = "model/m-1", kept: bool = True) -> Trace:
    return trace(saves=((path, "train.py:6", "train.py:7", kept),))


def kept(*names: str, **changed: Any) -> Trace:
    return trace(states=(state(dict.fromkeys(names, ("h", "1.0")), **changed),))


def without(name: str) -> Trace:
    return trace(files={path: content for path, content in trace().files.items() if path != name})


def events(*entries: tuple[str, int, str, str], **changed: Any) -> Trace:
    return replace(with_file("logs/events", entries=[list(entry) for entry in entries]), **changed)


def checkpoint(**entries: tuple[str, str]) -> Trace:
    return with_file("m-1.index", entries={name: list(entry) for name, entry in entries.items()})


def test_equal_traces() -> None:
    assert found(trace(), trace()) is None
    assert QUIET.lines() == ()
    assert evidence(trace(), QUIET) == 4
    assert session_loop(trace()) == LOOP


@pytest.mark.parametrize(
    ("original", "rewritten", "difference"),
    [
        (
            trace(),
            with_run(1, session=1),
            Difference("runs", 2, 2, *HERE, "session that runs it", "session 1", "session 2"),
        ),
        (trace(), ran(run(1), run(2)), Difference("runs", 3, 3, HERE[0], "", "number of runs", FETCHED, "(none)")),
        (ran(run(1), run(2)), trace(), Difference("runs", 3, 3, "", HERE[1], "number of runs", "(none)", FETCHED)),
        (
            ran(run(1), thread()),
            ran(run(1), thread("f2")),
            Difference("computation", None, None, *NOWHERE, "runs of other threads", "as in two runs", "others"),
        ),
        (
            trace(),
            fetched(LOSS, LOSS),
            Difference("runs", 2, 2, *HERE, "what is fetched", FETCHED, "run of loss (Mean:0), loss (Mean:0), train"),
        ),
        (
            with_run(2, targets=()),
            trace(),
            Difference("runs", 3, 3, *HERE, "what is fetched", "run of loss (Mean:0)", FETCHED),
        ),
        (
            with_run(0, fetches=(), targets=()),
            with_run(0, fetches=(), targets=tuple((name, "t") for name in "abcdefg")),
            Difference("runs", 1, 1, *HERE, "what is fetched", "run of nothing", "run of a, b, c, d, e, f"),
        ),
        (
            trace(),
            with_run(0, error="OutOfRangeError"),
            Difference("error", 1, 1, *HERE, "exception of the run", "(none)", "OutOfRangeError"),
        ),
        (
            with_run(0, error="OutOfRangeError"),
            trace(),
            Difference("error", 1, 1, *HERE, "exception of the run", "OutOfRangeError", "(none)"),
        ),
        (
            trace(),
            with_run(2, targets=(("step", "t2"),)),
            Difference("computation", 3, 3, *HERE, "train", "train", "step"),
        ),
        (
            with_run(2, targets=(("a", "t1"), ("b", "t1"))),
            with_run(2, targets=(("c", "t1"), ("d", "t2"))),
            Difference("computation", 3, 3, *HERE, "targets", "(none)", "d"),
        ),
        (
            with_run(2, targets=(("a", "t1"), ("b", "t2"), ("c", "t3"))),
            with_run(2, targets=(("d", "t1"), ("e", "t1"), ("f", "t1"))),
            Difference("computation", 3, 3, *HERE, "b, c", "b, c", "(none)"),
        ),
        (
            with_run(0, structure="0123456789"),
            with_run(0, structure="abcdefghij"),
            Difference("computation", 1, 1, *HERE, FETCHED, "structure 01234567", "structure abcdefgh"),
        ),
        (trace(), with_run(0, **turned(2)), Difference("turns", 1, 1, *HERE, "turn of the run", "1", "2")),
        (with_run(2, **turned(2)), trace(), Difference("turns", 2, 3, *HERE, "turn of the run", "2", "3")),
    ],
)
def test_runs_that_differ(original: Trace, rewritten: Trace, difference: Difference) -> None:
    assert found(original, rewritten) == difference


def made(*configs: str) -> Trace:
    return trace(configs=configs)


@pytest.mark.parametrize(
    ("original", "rewritten", "number", "values"),
    [
        (made("", "a"), made("", "b"), 2, ("a", "b")),
        (made("", "b"), made("", "a"), 2, ("b", "a")),
        (made(""), made("a"), 1, ("(none)", "a")),
        (made("a", "b"), made("", "a"), 1, ("a", "(none)")),
    ],
)
def test_sessions_that_are_made_otherwise(
    original: Trace, rewritten: Trace, number: int, values: tuple[str, str]
) -> None:
    name = f"configuration of session {number}"
    assert found(original, rewritten) == Difference("runs", None, None, *NOWHERE, name, *values)


def test_noise_hides_the_session_that_it_names_and_no_other() -> None:
    assert found(made("", "a"), made("", "b"), configs=frozenset({1})) is None
    assert found(made("", "a"), made("", "b"), configs=frozenset({0, 2})) is not None
    assert found(made(""), made("", "b")) is None
    assert found(made("", "b"), made("")) is None


def test_targets_have_no_order() -> None:
    assert (
        found(with_run(0, targets=(("a", "t1"), ("b", "t2"))), with_run(0, targets=(("b", "t2"), ("a", "t1")))) is None
    )


@pytest.mark.parametrize("other", [trace(), ran(run(1), run(2), run(3), thread())])
def test_with_other_threads_the_order_of_sessions_is_the_scheduler_s(other: Trace) -> None:
    changed = ran(run(1), run(2, session=1), run(3), thread())
    assert found(other, changed, threads=True) is None
    assert found(changed, other, threads=True) is None


def test_runs_of_other_threads_have_no_order_and_no_number() -> None:
    assert found(ran(thread(), thread("f2")), ran(thread("f2"), thread(), thread())) is None


def test_a_computation_is_told_by_the_first_node_of_each_that_the_other_has_not() -> None:
    square = Node("Square", "Square", "q1", ("train.py:1",))
    mean = Node("Mean", "Mean", "f2", ("train.py:5",))
    original = fetched(LOSS, ops=OPS)
    rewritten = fetched(replace(LOSS, fingerprint="f2"), ops=(OPS[0], square, mean))
    values = ("loss (Mean:0)", "1.5 by Mean:0", "1.5 by Mean:0")
    assert found(original, rewritten) == Difference(
        "computation",
        *(2, 2, *HERE, *values),
        node="Mean Mean",
        node_rewritten="Square Square",
        built_at=("train.py:2", "model.py:8"),
        built_at_rewritten=("train.py:1",),
    )
    lone = fetched(replace(LOSS, fingerprint="f2"))
    assert found(original, lone) == Difference("computation", 2, 2, *HERE, *values, node="Placeholder x")
    assert found(lone, original) == Difference("computation", 2, 2, *HERE, *values, node_rewritten="Placeholder x")


def test_a_value_is_told_by_the_node_that_was_fetched() -> None:
    image = replace(OPS[0], name="Image")
    other = (image, replace(OPS[1], built_at=("train.py:1",)))
    original, rewritten = (
        fetched(LOSS, ops=(image, OPS[1])),
        fetched(replace(LOSS, value_hash="other", shown="1.6"), ops=other),
    )
    assert found(original, rewritten) == Difference(
        "value",
        *(2, 2, *HERE, "loss (Mean:0)", "1.5", "1.6"),
        node="Mean Mean",
        node_rewritten="Mean Mean",
        built_at=("train.py:2", "model.py:8"),
        built_at_rewritten=("train.py:1",),
    )


@pytest.mark.parametrize("changed", [{"fingerprint": "f2"}, {"value_hash": "other", "shown": "1.6"}])
def test_noise_hides_the_fetch_that_it_names_and_no_other(changed: dict[str, Any]) -> None:
    accuracy = replace(LOSS, name="Acc:0", label="")
    original, rewritten = fetched(LOSS, accuracy), fetched(LOSS, replace(accuracy, **changed))
    hidden = "prints" if "fingerprint" in changed else "values"
    assert found(original, rewritten, **{hidden: frozenset({(1, 1)})}) is None
    for elsewhere in ((0, 1), (2, 1), (1, 0), (1, -1)):
        difference = found(original, rewritten, **{hidden: frozenset({elsewhere})})
        assert difference is not None
        assert difference.name == "Acc:0"


def test_noise_hides_the_targets_that_it_names_and_no_others() -> None:
    other = with_run(2, targets=(("train", "t2"),))
    assert found(trace(), other, prints=frozenset({(2, -1)})) is None
    for elsewhere in ((2, 0), (2, 1), (1, -1)):
        assert found(trace(), other, prints=frozenset({elsewhere})) is not None


def test_noise_hides_the_structure_that_it_names_and_no_other() -> None:
    other = with_run(1, structure="s2")
    assert found(trace(), other, structures=frozenset({1})) is None
    assert found(trace(), other, structures=frozenset({0, 2})) is not None


def test_where_noise_hides_what_goes_in_what_is_done_with_it_is_compared() -> None:
    def ran_with(print_: str, structure: str) -> Trace:
        return fetched(replace(LOSS, fingerprint=print_, value_hash=f"hash {print_}"), structure=structure)

    noise = noise_of(ran_with("f1", "s"), ran_with("f2", "s"))
    assert first_difference(ran_with("f1", "s"), ran_with("f3", "s"), noise, LOOP) is None
    difference = first_difference(ran_with("f1", "s"), ran_with("f3", "t"), noise, LOOP)
    assert difference is not None
    assert (difference.what, difference.run) == ("computation", 2)
    noise = noise_of(ran_with("f1", "s"), ran_with("f2", "t"))
    assert first_difference(ran_with("f1", "s"), ran_with("f3", "u"), noise, LOOP) is None


def test_turns_of_a_loop_that_the_rewritten_program_has_in_another_form_are_not_compared() -> None:
    assert found(trace(), replace(with_run(0, turns={}), session_turns={})) is None


@pytest.mark.parametrize(
    ("original", "rewritten", "where", "values"),
    [
        ({}, {"end": "raised", "error": error()}, "train.py:9", ("ended by itself", "ValueError: no data")),
        ({}, {"end": "limit"}, "", ("ended by itself", "was stopped at the limit")),
        ({"end": "exit"}, {}, "", ("exit", "ended by itself")),
        (
            {"end": "raised", "error": error("x" * 400)},
            {},
            "",
            ("ValueError: " + "x" * 288, "ended by itself"),
        ),
    ],
)
def test_ends_that_differ(
    original: dict[str, Any], rewritten: dict[str, Any], where: str, values: tuple[str, str]
) -> None:
    assert found(trace(**original), trace(**rewritten)) == Difference("end", None, None, "", where, "end", *values)


@pytest.mark.parametrize(("original", "shown"), [({LOOP: 3}, "3"), ({}, "0"), ({LOOP: 5}, "5")])
def test_numbers_of_turns_that_differ(original: dict[str, int], shown: str) -> None:
    difference = found(trace(session_turns=original), trace(session_turns={LOOP: 4}))
    assert difference == Difference("turns", None, None, LOOP, "", "turns of the session loop", shown, "4")


@pytest.mark.parametrize("turns", [{}, {LOOP: 0}])
def test_a_loop_in_which_the_rewritten_program_runs_no_session_has_no_turns_to_compare(turns: dict[str, int]) -> None:
    assert found(trace(), trace(session_turns=turns)) is None


STATE = ("train.py:8", "train.py:9")


@pytest.mark.parametrize(
    ("original", "rewritten", "difference"),
    [
        (
            trace(),
            trace(states=(state({"w": ("i", "2.0")}),)),
            Difference("variable", None, None, *STATE, "w at the session's end", "1.0", "2.0"),
        ),
        (
            trace(states=(state({"w": ("0123456789", "[1, ...]")}, saved=True, turns={LOOP: 2}),)),
            trace(states=(state({"w": ("abcdefghij", "[1, ...]")}, saved=True, turns={LOOP: 3}),)),
            Difference(
                *("variable", 2, None, *STATE, "w at a save", "[1, ...] (bits 01234567)", "[1, ...] (bits abcdefgh)")
            ),
        ),
        (kept(*MANY), kept(), Difference("variable", None, None, *STATE, "a at the session's end", "1.0", "(none)")),
        (kept(), kept(*MANY), Difference("variable", None, None, *STATE, "a at the session's end", "(none)", "1.0")),
        (
            trace(),
            kept("w", saved=True),
            Difference(
                *("variable", None, None, *STATE, "order of saves and ends", "at the session's end", "otherwise")
            ),
        ),
        (
            kept("w", saved=True),
            trace(),
            Difference("variable", None, None, *STATE, "order of saves and ends", "at a save", "otherwise"),
        ),
        (
            trace(),
            trace(states=()),
            Difference("variable", None, None, *NOWHERE, "number of saves and session ends", "1", "0"),
        ),
        (
            trace(),
            trace(states=(state(), state())),
            Difference("variable", None, None, *NOWHERE, "number of saves and session ends", "1", "2"),
        ),
    ],
)
def test_states_that_differ(original: Trace, rewritten: Trace, difference: Difference) -> None:
    assert found(original, rewritten) == difference


def test_noise_hides_the_variable_that_it_names_and_no_other() -> None:
    original = trace(states=(state(), state({"v": ("h", "1.0"), "w": ("h", "1.0")})))
    rewritten = trace(states=(state(), state({"v": ("i", "2.0"), "w": ("i", "2.0")})))
    assert found(original, rewritten, variables=frozenset({(1, "v"), (1, "w")})) is None
    for hidden in ({(1, "v")}, {(1, "v"), (0, "w")}, {(1, "v"), (2, "w")}):
        difference = found(original, rewritten, variables=frozenset(hidden))
        assert difference is not None
        assert difference.name == "w at the session's end"


@pytest.mark.parametrize(
    ("original", "rewritten", "name", "values"),
    [
        (saved(), saved("model/m-2"), "path of a checkpoint", ("model/m-1", "model/m-2")),
        (saved("model/m-2"), saved(), "path of a checkpoint", ("model/m-2", "model/m-1")),
        (saved(), saved(kept=False), "model/m-1", ("kept", "deleted")),
        (saved(kept=False), saved(), "model/m-1", ("deleted", "kept")),
    ],
)
def test_saves_that_differ(original: Trace, rewritten: Trace, name: str, values: tuple[str, str]) -> None:
    assert found(original, rewritten) == Difference("checkpoint", None, None, "train.py:6", "train.py:7", name, *values)


def test_that_a_save_is_missing_is_told_by_the_states_alone() -> None:
    assert found(saved(), trace(saves=())) is None
    assert found(trace(saves=()), saved()) is None


def test_a_checkpoint_named_anew_each_time_must_still_be_kept() -> None:
    noise = noise_of(saved("m-1"), saved("m-2"))
    assert first_difference(saved("m-1"), saved("m-3"), noise, LOOP) is None
    assert first_difference(saved("m-1"), saved("m-3", kept=False), noise, LOOP) is not None
    assert found(saved("m-1"), saved("m-3"), saves=frozenset({1})) is not None


@pytest.mark.parametrize(
    ("original", "rewritten", "difference"),
    [
        (trace(), without("log.txt"), ("file", "log.txt", "file", "(none)")),
        (without("m-1.index"), trace(), ("file", "m-1.index", "(none)", "checkpoint")),
        (trace(), with_file("m-1.index", kind="file"), ("file", "m-1.index", "checkpoint", "file")),
        (
            trace(),
            with_file("log.txt", hash="klmnopqrst", size=4),
            ("file", "log.txt", "3 bytes abcdefgh", "4 bytes klmnopqr"),
        ),
        (trace(files={}), trace(), ("file", "log.txt", "(none)", "file")),
        (checkpoint(w=("h", "1.0")), checkpoint(w=("i", "2.0")), ("checkpoint", "w in m-1.index", "1.0", "2.0")),
        (
            checkpoint(w=("0123456789", "1.0")),
            checkpoint(w=("abcdefghij", "1.0")),
            ("checkpoint", "w in m-1.index", "1.0 (bits 01234567)", "1.0 (bits abcdefgh)"),
        ),
        (
            checkpoint(),
            checkpoint(**dict.fromkeys(MANY, ("h", "1.0"))),
            ("checkpoint", "a in m-1.index", "(none)", "1.0"),
        ),
        (
            checkpoint(**dict.fromkeys(MANY, ("h", "1.0"))),
            checkpoint(),
            ("checkpoint", "a in m-1.index", "1.0", "(none)"),
        ),
        (
            trace(),
            events(("loss", 1, "i", "0.6")),
            ("file", "summary loss at step 1 in logs/events", "0.5", "loss at step 1: 0.6"),
        ),
        (
            trace(),
            events(("loss", 2, "h", "0.5")),
            ("file", "summary loss at step 1 in logs/events", "0.5", "loss at step 2: 0.5"),
        ),
        (
            trace(),
            events(("cost", 1, "h", "0.5")),
            ("file", "summary loss at step 1 in logs/events", "0.5", "cost at step 1: 0.5"),
        ),
        (trace(), events(), ("file", "summaries in logs/events", "1", "0")),
        (
            trace(),
            events(("loss", 1, "h", "0.5"), ("loss", 2, "h", "0.5")),
            ("file", "summaries in logs/events", "1", "2"),
        ),
    ],
)
def test_files_that_differ(original: Trace, rewritten: Trace, difference: tuple[str, str, str, str]) -> None:
    what, *values = difference
    assert found(original, rewritten) == Difference(what, None, None, *NOWHERE, *values)


def test_noise_hides_the_file_that_it_names_and_no_other() -> None:
    original, rewritten = events(), replace(without("m-1.index"), output=("step 1: 0.5", "time: 12"))
    difference = found(original, rewritten, files=frozenset({"logs/events"}))
    assert difference is not None
    assert difference.name == "m-1.index"
    assert found(original, rewritten, files=frozenset({"logs/events", "m-1.index"})) is None


@pytest.mark.parametrize("side", [0, 1])
def test_of_a_summary_that_races_the_value_is_no_evidence_and_its_place_is(side: int) -> None:
    racy = [replace(trace(), racy_tags=frozenset({"loss"} if n == side else ())) for n in (0, 1)]
    entries = [("loss", 1, "i", "0.6"), ("loss", 2, "i", "0.6"), ("cost", 1, "i", "0.6")]
    value, step, tag = (events(entry, racy_tags=racy[1].racy_tags) for entry in entries)
    assert found(racy[0], value) is None
    assert found(racy[0], step) is not None
    assert found(racy[0], tag) is not None


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


@pytest.mark.parametrize(
    ("lines", "difference"),
    [
        (("step 1: 0.6", "time: 12"), ("line 1 printed", "step 1: 0.5", "step 1: 0.6")),
        (("step 1: 0.5", "time: 13"), ("line 2 printed", "time: 12", "time: 13")),
        (("step 1: 0.5 now", "time: 12"), ("line 1 printed", "step 1: 0.5", "step 1: 0.5 now")),
        (("step 1: 0.5",), ("number of lines printed", "2", "1")),
        (("step 1: 0.5", "time: 12", "done"), ("number of lines printed", "2", "3")),
    ],
)
def test_output_that_differs(lines: tuple[str, ...], difference: tuple[str, str, str]) -> None:
    assert found(trace(), trace(output=lines)) == Difference("output", None, None, *NOWHERE, *difference)


@pytest.mark.parametrize(
    ("lines", "noise", "same"),
    [
        (("step 1: 0.6", "time: 12"), {0: frozenset({3})}, True),
        (("step 2: 0.6", "time: 12"), {0: frozenset({3})}, False),
        (("step 1: 0.6", "time: 12"), {0: frozenset({2}), 1: frozenset({3})}, False),
        (("step 1: 0.6 now", "time: 12"), {0: frozenset({3})}, False),
        (("another", "time: 12"), {0: frozenset({-1})}, True),
        (("another", "time: 13"), {0: frozenset({-1})}, False),
    ],
)
def test_noise_hides_the_words_that_it_names_and_no_others(
    lines: tuple[str, ...], noise: dict[int, frozenset[int]], same: bool
) -> None:
    assert (found(trace(), trace(output=lines), tokens=noise) is None) == same


def test_of_a_program_that_prints_another_number_of_lines_each_time_no_line_is_compared() -> None:
    assert found(trace(), trace(output=("another",)), output=True) is None


@pytest.mark.parametrize(
    ("original", "rewritten", "difference"),
    [
        (graph(()), graph(MANY), ("variables after the first turn: a, b, c, d, e", "0", "6")),
        (graph(("v", "w")), graph(("w", "x")), ("variables after the first turn: v, x", "2", "2")),
        (graph(losses=1), graph(losses=2), ("collection losses after the first turn", "1", "2")),
        (graph(losses=2), graph(losses=1), ("collection losses after the first turn", "2", "1")),
        (graph(losses=1, a=2), graph(losses=1), ("collection a after the first turn", "2", "0")),
        (graph(), graph(losses=1, b=3, a=3), ("collection a after the first turn", "0", "3")),
    ],
)
def test_graphs_after_the_first_turn_that_differ(
    original: dict[str, Any], rewritten: dict[str, Any], difference: tuple[str, str, str]
) -> None:
    a, b = (trace(graphs_at_turn_2={LOOP: side}) for side in (original, rewritten))
    assert found(a, b) == Difference("graph", 2, None, LOOP, "", *difference)
    assert found(a, b, graphs=frozenset({LOOP})) is None


def test_a_collection_without_entries_is_none() -> None:
    empty, none = (trace(graphs_at_turn_2={LOOP: side}) for side in (graph(losses=1, a=0), graph(losses=1)))
    assert found(empty, none) is None
    assert found(none, empty) is None


def test_of_a_loop_that_one_program_has_not_the_graph_is_not_compared_and_the_others_are() -> None:
    original = trace(graphs_at_turn_2={"train.py:1": graph(), LOOP: graph(losses=1)})
    assert found(original, trace(graphs_at_turn_2={LOOP: graph(losses=1)})) is None
    assert found(original, trace(graphs_at_turn_2={LOOP: graph(losses=2)})) is not None


def test_noise_is_no_evidence() -> None:
    second = trace(output=("step 1: 0.5", "time: 13"), states=(state({"w": ("x", "3.0")}),))
    noise = noise_of(trace(), second)
    assert first_difference(trace(), trace(output=("step 1: 0.5", "time: 99")), noise, LOOP) is None
    difference = first_difference(trace(), trace(output=("step 1: 0.7", "time: 99")), noise, LOOP)
    assert difference is not None
    assert difference.what == "output"
    assert noise.lines() == ("variables: w", "words in 1 lines printed")
    assert evidence(trace(), noise) == 3


def test_evidence_is_what_noise_does_not_hide() -> None:
    original = trace(
        states=(state({"w": ("h", "1.0"), "u": ("uninitialized", "uninitialized")}), state({"w": ("h", "1.0")}))
    )
    assert evidence(original, QUIET) == 5
    assert evidence(original, replace(QUIET, values=frozenset({(0, 0), (2, 0), (1, 1)}))) == 3
    assert evidence(original, replace(QUIET, variables=frozenset({(1, "w"), (2, "w"), (0, "u")}))) == 4


def racing(value_hash: str, shown: str, **changed: Any) -> Fetch:
    return Fetch("loss:0", "", "f", value_hash, shown, **{"racy": True, **changed})


def test_a_race_is_no_evidence_but_for_the_part_that_races() -> None:
    a = Fetch("M:0", "", "f", "h1", "", parts={"w": ("1", "0.1", True), "loss": ("2", "0.2", False)})
    b = Fetch("M:0", "", "f", "h2", "", parts={"w": ("3", "0.3", False), "loss": ("2", "0.2", False)})
    assert found(fetched(a), fetched(b)) is None
    difference = found(fetched(a), fetched(replace(b, parts={**b.parts, "loss": ("9", "0.9", False)})))
    assert difference is not None
    assert (difference.original_value, difference.rewritten_value) == ("w=0.1, loss=0.2", "w=0.3, loss=0.9")


def test_what_races_is_named_once_and_only_where_it_differs() -> None:
    a, b = racing("h1", "0.1"), racing("h2", "0.2", racy=False)
    original = ran(run(1, fetches=(a, a)), run(2, fetches=(a,)), run(3))
    rewritten = ran(run(1, fetches=(a, b)), run(2, fetches=(b, b)))
    assert raced(original, rewritten) == ("loss:0 (train.py:4)",)
    assert raced(original, original) == ()
    assert raced(rewritten, original) == ("loss:0 (train.py:4)",)
    assert raced(trace(), fetched(replace(LOSS, value_hash="other"))) == ()


@pytest.mark.parametrize(
    ("printed", "same"),
    [
        ("loss 0.2346, step 1", True),
        ("loss 0.2345, step 1", False),
        ("loss 0.2347, step 1", False),
        ("loss 0.23, step 1", True),
        ("loss 2.346e-01, step 1", True),
        ("loss 2.347e-01, step 1", False),
        ("loss 2.346E-01, step 1", True),
        ("loss 0.2346, step 2", False),
        ("loss none, step 1", False),
        ("loss 0.1235, step 1", True),
        ("cost 0.2346, step 1", False),
        ("loss 0.2346, step 1 1", False),
    ],
)
def test_a_racing_value_may_be_printed(printed: str, same: bool) -> None:
    first = replace(fetched(racing("h1", "0.123456")), output=("loss 0.1235, step 1",))
    second = replace(fetched(racing("h2", "0.234567")), output=(printed,))
    assert (found(first, second) is None) == same


@pytest.mark.parametrize(
    ("printed", "same"),
    [("loss 1234568", True), ("loss 1234569", False), ("loss 1234568.7", True), ("loss 1.2e6", True)],
)
def test_of_a_large_racing_value_the_last_digits_may_be_those_of_single_precision(printed: str, same: bool) -> None:
    first = replace(fetched(racing("h1", "7.0")), output=("loss 7",))
    second = replace(fetched(racing("h2", "1234567.5")), output=(printed,))
    assert (found(first, second) is None) == same


def test_a_value_that_does_not_race_may_not_be_printed_otherwise() -> None:
    steady = replace(fetched(racing("h1", "0.123456", racy=False)), output=("loss 0.1235",))
    assert found(steady, replace(steady, output=("loss 0.2346",))) is not None


def test_what_noise_hides_is_no_race_and_may_not_be_printed_otherwise() -> None:
    first = replace(fetched(racing("h1", "0.1", racy=False)), output=("loss 0.1",))
    second = replace(fetched(racing("h2", "0.2", racy=False)), output=("loss 0.2",))
    assert found(first, second, values=frozenset({(1, 0)})) is not None


def test_a_racing_value_that_is_the_same_may_not_be_printed_otherwise() -> None:
    first = replace(fetched(racing("h1", "0.5")), output=("loss 0.5",))
    assert found(first, replace(first, output=("loss 0.50",))) is not None


def test_a_racing_array_is_no_number_that_could_be_printed() -> None:
    first = replace(fetched(racing("h1", "float32[2] [0.1, 0.2]"), racing("h1", "0.1")), output=("loss 0.1",))
    second = replace(fetched(racing("h2", "float32[2] [0.2, 0.3]"), racing("h2", "0.2")), output=("loss 0.2",))
    assert found(first, second) is None
    assert found(first, replace(second, output=("loss 0.3",))) is not None


def sketched(value: float) -> tuple[float, ...]:
    return (0.0, abs(value), value, -value)


def number(value: float) -> Fetch:
    return replace(LOSS, value_hash=f"hash {value}", shown=str(value), sketch=sketched(value))


WIDE = (0.1,) * 4


@pytest.mark.parametrize(
    ("tolerances", "same"), [((), False), ((0.0, 0.1, 0.0, 0.0), True), ((0.1, 0.01, 0.1, 0.1), False), (WIDE, True)]
)
def test_numbers_of_a_gpu_may_lie_apart_by_the_tolerance_of_their_run(
    tolerances: tuple[float, ...], same: bool
) -> None:
    assert (found(fetched(number(1.0)), fetched(number(1.05)), tolerances=tolerances) is None) == same


def test_the_tolerance_itself_is_allowed() -> None:
    assert found(fetched(number(1.0)), fetched(number(0.5)), tolerances=(0.5,) * 4) is None


def test_what_is_compared_within_a_tolerance_is_evidence() -> None:
    noise = replace(QUIET, values=frozenset({(1, 0), (1, 1)}))
    original = fetched(number(1.0), LOSS)
    assert evidence(original, QUIET) == 5
    assert evidence(original, noise) == 3
    assert evidence(original, replace(noise, tolerances=WIDE)) == 4
    assert evidence(original, replace(noise, tolerances=(0.1, 0.0, 0.1, 0.1))) == 3


def test_what_is_compared_within_a_tolerance_is_not_hidden_by_noise() -> None:
    noise = {"values": frozenset({(1, 0)}), "tolerances": WIDE}
    assert found(fetched(number(1.0)), fetched(number(2.0)), **noise) is not None
    assert found(fetched(LOSS), fetched(number(2.0)), **noise) is None
    assert found(fetched(number(1.0)), fetched(replace(LOSS, value_hash="other")), **noise) is None


@pytest.mark.parametrize(
    ("parts", "noisy", "same"),
    [
        ({"loss": ("other", "1.05", False)}, False, True),
        ({"loss": ("other", "2.0", False)}, False, False),
        ({"loss": ("other", "2.0", False)}, True, False),
        ({"weights": ("other", "another histogram", False)}, False, False),
        ({"weights": ("other", "another histogram", False)}, True, True),
        ({"more": ("other", "1.0", False)}, False, False),
        ({"more": ("other", "1.0", False)}, True, True),
    ],
)
def test_scalar_summaries_may_lie_apart_by_the_tolerance_and_others_as_noise_has_it(
    parts: dict[str, tuple[str, str, bool]], noisy: bool, same: bool
) -> None:
    plain = {"loss": ("same", "1.0", False), "weights": ("same", "histogram", False)}
    a, b = (Fetch("M:0", "", "f", repr(each), "", parts=each) for each in (plain, {**plain, **parts}))
    values = frozenset({(1, 0)}) if noisy else frozenset()
    assert (found(fetched(a), fetched(b), values=values, tolerances=WIDE) is None) == same
    assert (found(fetched(b), fetched(a), values=values, tolerances=WIDE) is None) == same


def test_variables_may_lie_apart_by_the_tolerance_and_others_as_noise_has_it() -> None:
    def holding(value: float, *, sketch: bool = True) -> Trace:
        sketches = {"w": sketched(value)} if sketch else {}
        return trace(states=(state({"w": (f"hash {value}", str(value))}, sketches=sketches),))

    noise = frozenset({(0, "w")})
    assert found(holding(1.0), holding(1.05), tolerances=(0.0, 0.0, 0.0, 0.1)) is None
    assert found(holding(1.0), holding(1.05), tolerances=(0.1, 0.1, 0.1, 0.01)) is not None
    assert found(holding(1.0), holding(2.0), tolerances=WIDE, variables=noise) is not None
    assert found(holding(1.0), holding(2.0, sketch=False), tolerances=WIDE, variables=noise) is None
    assert found(holding(1.0, sketch=False), holding(2.0), tolerances=WIDE, variables=noise) is None
    assert found(holding(1.0), holding(2.0), variables=noise) is None


def test_checkpoints_may_lie_apart_by_the_tolerance() -> None:
    def left(value: float) -> Trace:
        return with_file("m-1.index", entries={"w": [f"hash {value}", str(value), list(sketched(value))]})

    noise = frozenset({"m-1.index"})
    assert found(left(1.0), left(1.05), tolerances=(0.0, 0.0, 0.0, 0.1)) is None
    assert found(left(1.0), left(1.05), tolerances=(0.1, 0.1, 0.1, 0.01)) is not None
    assert found(left(1.0), left(2.0), tolerances=WIDE, files=noise) is not None
    assert found(left(1.0), left(2.0), files=noise) is None
    assert found(left(1.0), without("m-1.index"), tolerances=WIDE, files=noise) is None


def test_scalars_of_event_files_may_lie_apart_by_the_tolerance_and_others_as_noise_has_it() -> None:
    noise = frozenset({"logs/events"})
    for shown, files, same in (
        ("0.51", frozenset[str](), True),
        ("0.9", frozenset[str](), False),
        ("0.9", noise, False),
        ("histogram", noise, True),
        ("histogram", frozenset[str](), False),
    ):
        other = events(("loss", 1, "i", shown))
        assert (found(trace(), other, tolerances=WIDE, files=files) is None) == same, (shown, files)
    assert found(trace(), events(("loss", 2, "h", "0.5")), tolerances=WIDE, files=noise) is not None
    assert found(trace(), events(("loss", 2, "h", "0.5")), files=noise) is None


def test_of_a_file_that_is_no_checkpoint_and_no_events_a_tolerance_says_nothing() -> None:
    assert found(trace(), with_file("log.txt", hash="x"), tolerances=WIDE) is not None
    assert found(trace(), with_file("log.txt", hash="x"), tolerances=WIDE, files=frozenset({"log.txt"})) is None
    other = with_file("log.txt", kind="events", entries=[])
    assert found(trace(), other, tolerances=WIDE, files=frozenset({"log.txt"})) is None


def test_numbers_printed_may_lie_apart_by_the_tolerance() -> None:
    first = trace(output=("loss 100.0",))
    assert found(first, trace(output=("loss 105.0",)), tolerances=(0.0, 0.0, 0.0, 0.1)) is None
    assert found(first, trace(output=("loss 150.0",)), tolerances=WIDE) is not None
    assert found(first, trace(output=("cost 105.0",)), tolerances=WIDE) is not None
    assert found(first, trace(output=("loss 105.0",))) is not None
    assert found(first, trace(output=("loss inf",)), tolerances=WIDE) is not None
    assert found(trace(output=("loss inf",)), first, tolerances=WIDE) is not None
    assert found(trace(output=("loss 1",)), trace(output=("loss 2",)), tolerances=(0.5,) * 4) is None
    small = [trace(output=(f"loss 0.000000{n}",)) for n in (1, 2, 3)]
    assert found(small[0], small[1], tolerances=(1e-9,) * 4) is None
    assert found(small[0], small[2], tolerances=(1e-9,) * 4) is not None
    assert found(trace(output=("loss 100",)), trace(output=("loss 101",)), tolerances=(0.015,) * 4) is None


def test_an_infinite_racing_value_does_not_make_every_number_printed_equal() -> None:
    a = Fetch("loss:0", "", "f", "h1", "0.5", racy=True)
    b = replace(a, value_hash="h2", shown="inf")
    first = replace(with_run(1, fetches=(a,)), output=("loss 0.5, step 1",))
    second = replace(with_run(1, fetches=(b,)), output=("loss 7.25, step 1",))
    assert found(first, second) is not None
    assert found(first, replace(second, output=("loss inf, step 1",))) is None


def test_a_racing_fraction_does_not_excuse_whole_numbers() -> None:
    a = Fetch("loss:0", "", "f", "h1", "0.4", racy=True)
    b = replace(a, value_hash="h2", shown="0.6")
    first = replace(with_run(1, fetches=(a,)), output=("epoch 0",))
    second = replace(with_run(1, fetches=(b,)), output=("epoch 1",))
    assert found(first, second) is not None


def test_an_end_without_frames_has_no_place() -> None:
    error = {"type": "SystemExit", "message": "exit code 1", "frames": []}
    difference = found(trace(), trace(end="raised", error=error))
    assert difference is not None
    assert difference.where_rewritten == ""
