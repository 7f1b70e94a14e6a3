"""The proof, from outcomes that were prepared: what is run with which orders, and what is said of it."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import pytest

from hoist.verify.loss import loss_of
from hoist.verify.prove import _prove, _touched, _with_line_maps, prove
from hoist.verify.runner import Outcome
from hoist.verify.trace import Fetch
from hoist.verify.verdict import Loss, Report, Verdict, VerifyError
from tests.verify.traces import (
    INNER,
    LOOP,
    LOSS,
    NEW,
    ORIGINAL,
    REWRITTEN,
    Prepared,
    outcome,
    proof,
    ran,
    reached,
    row,
    run,
)


def proved(*outcomes: Outcome, **changed: Any) -> Report:
    runner = Prepared(*outcomes)
    report = _prove(proof(runner, **changed), measure=False)
    assert not runner.left
    return report


def valued(*values: str, **changed: Any) -> list[dict[str, Any]]:
    return [row(turn, value, **changed) for turn, value in enumerate(values, 1)]


def variables(shown: str) -> list[dict[str, Any]]:
    entry = {"w": [f"hash {shown}", shown, []]}
    return [{"session": 0, "when": "closed", "where": "", "line": "", "turns": [], "variables": entry}]


def test_equal_programs_have_the_same_bits() -> None:
    assert proved(reached(), reached(), outcome()) == Report(
        Verdict.SAME_BITS,
        runs_compared=3,
        turns=3,
        loop=LOOP,
        loss=Loss("loss", "train.py:4", (1.5, 1.5, 1.5)),
        tensorflow="2.21.0",
        python="3.11.9",
        device="cpu:0",
    )


@pytest.mark.parametrize(("original", "rewritten"), [(True, False), (False, True)])
def test_programs_that_draw_are_the_same_under_common_random_numbers(original: bool, rewritten: bool) -> None:
    report = proved(reached(drew=original), reached(drew=original), outcome(drew=rewritten))
    assert report.verdict is Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS
    assert report.random_draws


def test_the_runs_and_their_orders() -> None:
    runner = Prepared(reached(), reached(), outcome(), Outcome({}), Outcome({}))
    said: list[str] = []
    report = _prove(proof(runner, tell=said.append), measure=True)
    first = {"mode": "aligned", "steps": 20, "aliases": ()}
    again = {**first, "session_loops": [LOOP], "steps": 130, "expected": 3}
    touched = {"touched": {"train.py": [4]}}
    orders = [(program, asked) for program, asked in runner.asked if asked["mode"] == "aligned"]
    assert orders == [(ORIGINAL, {**first, **touched}), (ORIGINAL, {**again, **touched}), (REWRITTEN, again)]
    assert [program for program, asked in runner.asked if asked["mode"] == "plain"] == [ORIGINAL, REWRITTEN]
    assert said[:2] == ["original, first run: starting", "original, first run: turn 1 of 3"]
    assert [text for text in said if text.endswith("starting")] == [
        "original, first run: starting",
        "original, second run: starting",
        "rewritten: starting",
        "original, timed: starting",
        "rewritten, timed: starting",
    ]
    assert report.notes == ("the step times could not be measured: the scripts do not run as they are for three turns",)


@pytest.mark.parametrize(("seconds", "budget"), [(6.0, 3.0), (20.0, 10.0), (50.0, 10.0)])
def test_the_original_is_timed_for_half_of_what_its_last_run_took(seconds: float, budget: float) -> None:
    last = replace(reached(), seconds=seconds)
    for runs in ([reached(), last], [reached(late=True), reached(), last]):
        runner = Prepared(*runs, outcome(), Outcome({}), Outcome({}))
        _prove(proof(runner), measure=True)
        assert [orders["budget"] for _, orders in runner.asked[-2:]] == [budget, 10.0]


def test_an_original_that_was_stopped_stops_the_others_at_the_same_turn() -> None:
    stop = {"loop": LOOP, "turns": 20}
    runner = Prepared(reached(stop=stop, end="limit"), reached(stop=stop, end="limit"), outcome(end="limit"))
    assert _prove(proof(runner), measure=False).equal
    for _, orders in runner.asked[1:]:
        assert (orders["steps"], orders["stop"], "expected" in orders) == (20, stop, False)


def test_draws_numbered_before_the_loops_were_known_ask_for_a_third_run() -> None:
    late = reached(*valued("9", "9", "9"), late=True)
    report = proved(late, reached(), reached(), outcome())
    assert report.equal
    assert report.noise == ()
    assert proved(late, late, late, outcome(*valued("9", "9", "9"))).equal


@pytest.mark.parametrize(
    ("outcomes", "cause"),
    [
        ([Outcome({}, exit_code=3)], "the interpreter ended with code 3"),
        (
            [reached(), Outcome({}, exit_code=3)],
            "the original, run again, came to no good end: the interpreter ended with code 3",
        ),
        (
            [reached(late=True), reached(), Outcome({}, exit_code=3)],
            "the original, run again, came to no good end: the interpreter ended with code 3",
        ),
        ([reached(runs=[])], "it makes no session call"),
        ([reached(runs=[], loops=[])], "it makes no session call"),
        (
            [reached(row(1, turns=[]), session_turns=[0])],
            "no loop of it calls the session, and at least three turns are needed",
        ),
        (
            [reached(row(1), row(2), session_turns=[2])],
            f"{LOOP}: the loop made 2 turns that run the session, and three are needed",
        ),
        (
            [reached(), reached(row(1), row(2), session_turns=[3])],
            "two runs of the original run the session 3 and 2 times",
        ),
        (
            [reached(), reached(*valued("2", "2", "2"))],
            "nothing is left to compare: no value that it fetches or keeps is the same twice",
        ),
        (
            [outcome(), outcome()],
            "no line that the rewrite touches was reached within 20 turns (train.py:4)",
        ),
        (
            [reached(), reached(), Outcome({}, exit_code=3)],
            "the rewritten program: the interpreter ended with code 3",
        ),
        (
            [reached(), reached(), replace(outcome(), timed_out=True)],
            "the rewritten program: it did not end within 60 seconds (--timeout), nor reach the limit of turns",
        ),
        (
            [reached(), reached(), outcome(probe_error="KeyError: 'x'")],
            "the rewritten program: the probe failed: KeyError: 'x'",
        ),
    ],
)
def test_could_not_be_run(outcomes: list[Outcome], cause: str) -> None:
    report = proved(*outcomes)
    assert (report.verdict, report.cause) == (Verdict.COULD_NOT_BE_RUN, cause)


def test_of_a_program_that_could_not_be_run_the_versions_are_told() -> None:
    assert proved(reached(runs=[])) == Report(
        Verdict.COULD_NOT_BE_RUN, cause="it makes no session call", tensorflow="2.21.0", python="3.11.9"
    )
    assert proved(Outcome({}, exit_code=3)).tensorflow == ""


def test_of_lines_not_reached_three_are_named() -> None:
    report = proved(outcome(), outcome(), touched={"train.py": [4, 6, 8], "a.py": [1]})
    assert report.cause.endswith("within 20 turns (train.py:4, train.py:6, train.py:8)")


def test_a_rewrite_that_touches_no_statement_needs_none_to_be_reached() -> None:
    assert proved(outcome(), outcome(), outcome(), touched={}).equal


def test_an_original_that_will_raise_is_not_compared() -> None:
    error = {"type": "RuntimeError", "message": "Graph is finalized", "frames": [["train.py", 4, 4, ""]]}
    report = proved(outcome(end="raised", error=error))
    assert (report.verdict, report.cause) == (Verdict.WILL_RAISE, "train.py:4: RuntimeError: Graph is finalized")


def test_an_interpreter_without_tensorflow_is_wrong_use() -> None:
    with pytest.raises(VerifyError, match=r"^python3 has no TensorFlow: No module named 'tensorflow'$"):
        proved(Outcome({"failed": "no tensorflow", "message": "No module named 'tensorflow'"}))


def test_a_rewritten_program_that_raises_is_different() -> None:
    error = {"type": "KeyError", "message": "'x'", "frames": [["train.py", 3, 5, ""]]}
    report = proved(reached(), reached(), outcome(end="raised", error=error))
    assert report.verdict is Verdict.DIFFERENT
    assert report.difference is not None
    assert (report.difference.what, report.difference.where_rewritten) == ("end", "train.py:5")


def test_of_programs_that_differ_no_loss_is_told() -> None:
    report = proved(reached(), reached(), outcome(*valued("1.5", "1.5")))
    assert (report.verdict, report.runs_compared, report.loss) == (Verdict.DIFFERENT, 2, None)
    report = proved(reached(), reached(), outcome(*valued("1.5", "1.5", "1.5", "1.5")))
    assert (report.verdict, report.runs_compared) == (Verdict.DIFFERENT, 3)


SITE = [["RandomUniform", ["train.py:4"], 0]]
OTHER_SITE = [["RandomUniform", ["train.py:-2"], 0]]
PAIRED = [["RandomUniform", ("train.py:-2",), 0, ("train.py:4",), 0]]


def test_draws_whose_sites_differ_are_paired_before_values_count_as_different() -> None:
    original, other = reached(sites=SITE), outcome(*valued("1.5", "1.6", "1.5"), sites=OTHER_SITE)
    runner = Prepared(original, original, other, outcome(sites=OTHER_SITE))
    assert _prove(proof(runner), measure=False).equal
    assert runner.asked[-1][1]["aliases"] == PAIRED
    assert proved(original, original, other, other).verdict is Verdict.DIFFERENT
    assert proved(original, original, other, Outcome({})).verdict is Verdict.DIFFERENT


def test_draws_are_not_paired_where_nothing_differs_or_pairs() -> None:
    original = reached(sites=SITE)
    assert proved(original, original, outcome(sites=OTHER_SITE)).equal
    other = outcome(*valued("1.5", "1.6", "1.5"), sites=SITE)
    assert proved(original, original, other).verdict is Verdict.DIFFERENT


def test_draws_are_not_paired_where_the_computation_differs() -> None:
    fetch = ["Mean:0", "loss", "f2", "hash 1.5", "1.5", False, {}, []]
    other = outcome(*valued("1.5", "1.5", "1.5", fetches=[fetch]), sites=OTHER_SITE)
    assert proved(reached(sites=SITE), reached(sites=SITE), other).verdict is Verdict.DIFFERENT


@pytest.mark.parametrize("side", [0, 1])
def test_draws_that_cannot_be_made_common_leave_the_question_open(side: int) -> None:
    one, other = ({"unaligned": ["Multinomial", "Bernoulli"] if n == side else []} for n in (0, 1))
    report = proved(reached(**one), reached(**one), outcome(*valued("1.5", "1.6", "1.5"), **other))
    assert report.verdict is Verdict.COULD_NOT_BE_RUN
    assert report.cause == "draws of Bernoulli, Multinomial cannot be made common, and loss (Mean:0) differs"
    assert report.difference is not None
    report = proved(reached(**one), reached(**one), outcome(*valued("1.5", "1.5"), **other))
    assert report.verdict is Verdict.DIFFERENT


def racing(first: str) -> list[dict[str, Any]]:
    fetches = [[f"v{n}:0", "", "f", f"hash {first}", first, True, {}, []] for n in range(4)]
    return valued("1", "1", "1", fetches=fetches)


def test_what_races_is_told_and_leaves_open_what_is_left_behind() -> None:
    first, second = reached(*racing("1.0"), states=variables("1")), outcome(*racing("2.0"), states=variables("1"))
    report = proved(first, first, second)
    assert report.verdict is Verdict.SAME_BITS
    assert report.notes == (
        "no evidence, being read while the same run updates the variable, in no order: "
        + ", ".join(f"v{n}:0 (train.py:4)" for n in range(3)),
    )
    report = proved(first, first, outcome(*racing("2.0"), states=variables("2")))
    assert report.verdict is Verdict.COULD_NOT_BE_RUN
    assert report.cause == "v0:0 (train.py:4) races with an update in the same run, and w at the session's end differs"
    assert report.difference is not None
    assert proved(first, first, outcome(*racing("2.0")[:2])).verdict is Verdict.DIFFERENT
    assert proved(first, first, outcome(*racing("1.0"), states=variables("2"))).verdict is Verdict.DIFFERENT


def test_notes() -> None:
    inner = {
        "loops": [LOOP, INNER, "train.py:12", "train.py:15"],
        "concerned": [INNER, LOOP, "train.py:12", "train.py:15", "train.py:40"],
    }
    thread = row(1, thread=1)
    original = reached(
        *valued("1.5", "1.5", "1.5"),
        thread,
        **inner,
        session_turns=[4, 2, 0, 3],
        collapsed=["w"],
        notes=["a note"],
    )
    report = proved(
        original, original, outcome(*valued("1.5", "1.5", "1.5"), thread, **inner, session_turns=[4, 2, 0, 3])
    )
    assert report.notes == (
        "a note",
        "the original writes summaries several times in one run; the first copy of each was compared",
        f"{INNER}: the rewrite touches this loop too, and it made 2 turns only",
        "runs of other threads were compared without their order and number",
    )
    once: dict[str, Any] = {**inner, "session_turns": [4, 1, 3, 3]}
    assert proved(reached(**once), reached(**once), outcome(**once)).notes == (
        f"{INNER}: the rewrite touches this loop too, and it made 1 turns only",
    )


def test_lines_not_reached_are_noted() -> None:
    touched = {"train.py": [4, 6], "a.py": list(range(1, 30, 2))}
    report = proved(reached(), reached(), outcome(), touched=touched)
    assert report.unreached == ("train.py:6", *(f"a.py:{line}" for line in range(1, 30, 2)))
    named = ", ".join(["train.py:6", *(f"a.py:{line}" for line in range(1, 18, 2))])
    assert report.notes == (f"touched by the rewrite and not reached by the runs: {named}",)


@pytest.mark.parametrize(
    ("lines", "seen", "unreached"),
    [
        ([4, 5, 6], ["train.py:4"], ()),
        ([4, 5, 6], ["train.py:5"], ("train.py:4",)),
        ([4, 5, 7], ["train.py:4"], ("train.py:7",)),
        ([4, 6, 7], ["train.py:4"], ("train.py:6", "train.py:7")),
        ([4, 5, 7, 8], ["train.py:7"], ("train.py:4", "train.py:5")),
        ([4, 5], ["model.py:4", "train.py:5"], ("train.py:4",)),
        ([1, 2], ["train.py:2"], ("train.py:1",)),
    ],
)
def test_lines_that_follow_one_that_was_reached_count_as_reached(
    lines: list[int], seen: list[str], unreached: tuple[str, ...]
) -> None:
    original = reached(touched_run=seen)
    assert proved(original, original, outcome(), touched={"train.py": lines}).unreached == unreached


def test_a_file_whose_name_has_a_colon_is_reached_by_its_lines() -> None:
    original = reached(touched_run=["a:b/train.py:4"])
    touched = {"a:b/train.py": [4, 8]}
    assert proved(original, original, outcome(), touched=touched).unreached == ("a:b/train.py:8",)


def fetched(*fetches: Fetch, turn: int = 1, **changed: Any) -> Any:
    return run(turn, fetches=fetches, **changed)


def scalar(name: str, label: str = "", shown: str = "1.5") -> Fetch:
    return replace(LOSS, name=name, label=label, shown=shown)


@pytest.mark.parametrize(
    ("fetches", "name"),
    [
        ([scalar("acc:0"), scalar("cost:0")], "cost:0"),
        ([scalar("cost:0"), scalar("x:0", "loss")], "loss"),
        ([scalar("loss:0"), scalar("x:0", "xent"), scalar("error:0", "nll")], "nll"),
        ([scalar("l2_loss:0"), scalar("total_loss:0")], "total_loss:0"),
        ([scalar("loss:0"), scalar("loss_1:0", "Total")], "Total"),
        ([scalar("x:0", "loss"), scalar("loss:0", "total")], "loss"),
        ([scalar("MSE:0"), scalar("lr:0")], "MSE:0"),
        ([scalar("x:0", "total"), scalar("cost:0")], "cost:0"),
        ([scalar("loss:0", shown="float32[2] [1, 2]"), scalar("cost:0")], "cost:0"),
        ([scalar("loss:0"), scalar("cost:0")], "loss:0"),
        ([scalar("total_loss:0"), scalar("x:0", "loss")], "total_loss:0"),
    ],
)
def test_the_loss_is_what_looks_most_like_it(fetches: list[Fetch], name: str) -> None:
    assert loss_of(ran(fetched(*fetches)), LOOP) == Loss(name, "train.py:4", (1.5,))


def test_no_loss_where_nothing_looks_like_it() -> None:
    assert loss_of(ran(fetched(scalar("acc:0"))), LOOP) is None
    assert loss_of(ran(fetched(scalar("loss:0", shown="[1, 2]"))), LOOP) is None
    assert loss_of(ran(fetched(scalar("loss:0"), turns={})), LOOP) is None
    assert loss_of(ran(), LOOP) is None


def test_the_loss_is_the_one_fetched_most_often_in_the_loop() -> None:
    runs = [fetched(scalar("loss:0", shown="9"), turns={}, where="train.py:1")]
    runs += [fetched(scalar("loss:0", shown="8"), turn=1, where="train.py:2")]
    runs += [fetched(scalar("acc:0"), scalar("loss:0", shown=str(n)), turn=n) for n in (1, 2)]
    assert loss_of(ran(*runs), LOOP) == Loss("loss:0", "train.py:4", (1.0, 2.0))


def test_line_maps_that_nobody_gave_are_made_of_the_texts() -> None:
    made = _with_line_maps(ORIGINAL, REWRITTEN)
    assert made == replace(REWRITTEN, line_maps={"train.py": {1: 1, 2: 4, 3: 2, 4: 3, 5: 5}})
    given = replace(REWRITTEN, line_maps={"train.py": {1: 1}})
    assert _with_line_maps(ORIGINAL, given) == given
    data = replace(REWRITTEN, replaced={"data.csv": b"1\n"})
    assert _with_line_maps(ORIGINAL, data).line_maps == {}


def test_touched_lines_are_those_of_the_original_s_python_files() -> None:
    texts = {"train.py": NEW.encode(), "data.csv": b"1\n", "same.py": b"x = 1\n"}
    original = replace(ORIGINAL, replaced={**ORIGINAL.replaced, "same.py": b"x = 1\n", "data.csv": b"2\n"})
    assert _touched(original, replace(REWRITTEN, replaced=texts)) == {"train.py": [4]}


def test_less_than_three_turns_are_wrong_use() -> None:
    with pytest.raises(VerifyError, match=r"^--steps 2: at least 3 turns must be compared$"):
        prove(ORIGINAL, REWRITTEN, python=sys.executable, steps=2)


def test_a_total_by_itself_is_no_loss() -> None:
    assert loss_of(ran(run(1, fetches=(replace(LOSS, name="total_correct:0", label=""),))), LOOP) is None
