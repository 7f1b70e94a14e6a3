"""The proof: run the original twice and the rewritten program once, compare, then measure both as they are."""

from __future__ import annotations

import math
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hoist.verify.causes import failure, will_raise
from hoist.verify.compare import evidence, first_difference, loop_evidence, raced
from hoist.verify.drift import Kept, drift_of, feeds_more, threads_feed_more
from hoist.verify.linemap import line_map, touched_lines
from hoist.verify.loss import loss_of
from hoist.verify.noise import Noise, noise_of
from hoist.verify.program import Program, TooLargeError, check_size
from hoist.verify.runner import Outcome, Runner, check_device, check_python, write_originals
from hoist.verify.times import repeated, step_times
from hoist.verify.trace import Trace, aliases, read_trace, session_loop
from hoist.verify.verdict import Difference, Report, StepTimes, Verdict, VerifyError

SOURCES = (".py", ".ipynb")  # in place of a notebook stands its code
LEAST_TURNS = 3
TURNS_MEASURED = 17
MOST_TURNS_MEASURED = 200
SECONDS_MEASURED = 10.0
SECONDS_REPEATED = 5.0
SHARE_REPEATED = 0.25  # of the time that the original was timed for
LEFT_BEHIND = ("variable", "checkpoint", "file", "output")
VALUES = ("value", *LEFT_BEHIND)


class _CouldNotRunError(Exception):
    """A run came to no good end; the message is the cause."""


@dataclass(frozen=True)
class _Proof:
    """One proof under way."""

    runner: Runner
    original: Program
    rewritten: Program
    steps: int
    touched: dict[str, list[int]]
    tell: Callable[[str], None]

    def aligned(
        self,
        program: Program,
        name: str,
        known: Trace | None,
        aliases: Sequence[Sequence[object]] = (),
        numbers: Path | None = None,
    ) -> Outcome:
        """One aligned run; once a first run is known, it counts the same loops and stops at the same turn.

        With a file for its numbers, the optimizers are as the program has them.
        """
        orders: dict[str, Any] = {"mode": "aligned", "steps": self.steps, "aliases": aliases}
        if numbers is not None:
            orders["numbers"] = str(numbers)
        if program is self.original:
            orders["touched"] = self.touched
        if known is not None:
            orders["session_loops"] = list(known.session_loops)
            if known.stop:
                orders["stop"] = dict(known.stop)
            else:  # it ended by itself: leave the others room to end by themselves
                orders["steps"] = 100 + 10 * max(known.session_turns.values(), default=0)
                orders["expected"] = max(known.session_turns.values(), default=0)
        self.tell(f"{name}: starting")
        return self.runner.run(program, orders, lambda text: self.tell(f"{name}: {text}"))

    def kept(self, program: Program, name: str, known: Trace, aliases: Sequence[Sequence[object]]) -> Kept:
        """One run with the optimizers as the program has them, and its numbers in a file."""
        file = self.runner.scratch / f"numbers of {name}"
        file.touch()  # for a run that keeps none
        outcome = self.aligned(program, f"{name}, with its optimizers", known, aliases, file)
        cause = failure(outcome, self.runner.timeout)
        if cause:
            raise _CouldNotRunError(f"{name}: {cause}")
        return Kept(read_trace(outcome), file)

    def plain(
        self, program: Program, name: str, loop: str, turns: int, most: int, budget: float = SECONDS_MEASURED
    ) -> StepTimes | None:
        """One run as it is, for the step times: so many turns, and then on until the seconds of the budget are over."""
        orders = {
            "mode": "plain",
            "steps": turns,
            "session_loops": [loop],
            "stop": {"loop": loop, "turns": turns},
            "most_turns": most,
            "budget": budget,
        }
        self.tell(f"{name}: starting")
        outcome = self.runner.run(program, orders, lambda text: self.tell(f"{name}: {text}"))
        if outcome.timed_out or outcome.used_up or outcome.result.get("end") not in ("normal", "limit"):
            return None
        return step_times(outcome.result.get("turn_times", []))


def prove(  # noqa: PLR0913 -- what a caller may want is all of this
    original: Program,
    rewritten: Program,
    *,
    python: str | None = None,
    device: str = "auto",
    steps: int = 20,
    timeout: float = 900.0,
    arguments: Sequence[str] = (),
    progress: Callable[[str], None] | None = None,
    measure: bool = True,
    memory: int | None = None,
) -> Report:
    """Run both programs and say whether they compute the same.

    Args:
        original: the program as it is.
        rewritten: the program as it would be, with the map of its lines to the original's.
        python: the interpreter, hoist's own if None.
        device: ``auto``, ``cpu``, ``gpu`` or ``gpu:N``.
        steps: turns of the session loop after which a run is stopped.
        timeout: seconds that one run may take.
        arguments: what the script is given.
        progress: called with short lines while it runs.
        measure: also run both programs as they are, for the step times.
        memory: bytes that one run and all that it starts may take.

    Raises:
        VerifyError: the interpreter, its TensorFlow or the device is not there.
    """
    interpreter = check_python(python or sys.executable)
    check_device(interpreter, device)
    if steps < LEAST_TURNS:
        raise VerifyError(f"--steps {steps}: at least {LEAST_TURNS} turns must be compared")
    try:
        check_size(original.folder)
    except TooLargeError as error:
        return Report(Verdict.COULD_NOT_BE_RUN, cause=str(error))
    rewritten = _with_line_maps(original, rewritten)
    with tempfile.TemporaryDirectory(prefix="hoist-", ignore_cleanup_errors=True) as name:
        scratch = Path(name).resolve()
        write_originals((original, rewritten), scratch / "originals")
        runner = Runner(interpreter, scratch, device, timeout, tuple(arguments), memory)
        tell = progress or (lambda _: None)
        proof = _Proof(runner, original, rewritten, steps, _touched(original, rewritten), tell)
        return _prove(proof, measure=measure)


def _with_line_maps(original: Program, rewritten: Program) -> Program:
    """Add the line maps that nobody gave, for files that differ."""
    maps = dict(rewritten.line_maps)
    for path in rewritten.replaced:
        if path.endswith(SOURCES) and path not in maps:
            maps[path] = line_map(original.text(path), rewritten.text(path))
    return replace(rewritten, line_maps=maps)


def _touched(original: Program, rewritten: Program) -> dict[str, list[int]]:
    found = {}
    for path in rewritten.replaced:
        if path.endswith(SOURCES):
            lines = touched_lines(original.text(path), rewritten.text(path))
            if lines:
                found[path] = lines
    return found


def _prove(proof: _Proof, *, measure: bool) -> Report:
    first_outcome = proof.aligned(proof.original, "original, first run", None)
    raises = will_raise(first_outcome)
    if raises:
        return _base(first_outcome, Verdict.WILL_RAISE, raises)
    try:
        first = _good(proof, first_outcome, "the original")
        loop = session_loop(first)
        _check_turns(first, loop)
        outcome = proof.aligned(proof.original, "original, second run", first)
        second = _good(proof, outcome, "the original, run again,")
        if first.late:  # some draws of the first run were numbered before its session loops were known
            first = second
            outcome = proof.aligned(proof.original, "original, third run", first)
            second = _good(proof, outcome, "the original, run again,")
        noise = noise_of(first, second)
        unreached = _unreached(proof, second)
        _check_evidence(proof, second, noise, loop, unreached)
    except _CouldNotRunError as error:
        return _base(first_outcome, Verdict.COULD_NOT_BE_RUN, str(error))
    compared = _compare(proof, second, noise, loop, unreached)
    report = compared.report
    if measure and report.equal:
        report = _drifted(proof, compared, second, noise)
        report = _measured(proof, report, loop, second, min(SECONDS_MEASURED, outcome.seconds / 2))
    return report


def _base(outcome: Outcome, verdict: Verdict, cause: str) -> Report:
    result = outcome.result
    return Report(verdict, cause=cause, tensorflow=result.get("tensorflow", ""), python=result.get("python", ""))


def _good(proof: _Proof, outcome: Outcome, who: str) -> Trace:
    """The trace of a run that came to a good end."""
    if outcome.result.get("failed") == "no tensorflow":
        raise VerifyError(f"{proof.runner.python} has no TensorFlow: {outcome.result.get('message', '')}")
    cause = failure(outcome, proof.runner.timeout)
    if cause:
        raise _CouldNotRunError(cause if who == "the original" else f"{who} came to no good end: {cause}")
    return read_trace(outcome)


def _check_turns(trace: Trace, loop: str) -> None:
    if not trace.runs:
        raise _CouldNotRunError("it makes no session call")
    if not loop:
        raise _CouldNotRunError("no loop of it calls the session, and at least three turns are needed")
    turns = trace.session_turns[loop]
    if turns < LEAST_TURNS:
        raise _CouldNotRunError(f"{loop}: the loop made {turns} turns that run the session, and three are needed")


def _check_evidence(proof: _Proof, trace: Trace, noise: Noise, loop: str, unreached: tuple[str, ...]) -> None:
    if noise.unstable:
        raise _CouldNotRunError(noise.unstable)
    if not evidence(trace, noise):
        raise _CouldNotRunError("nothing is left to compare: no value that it fetches or keeps is the same twice")
    if not loop_evidence(trace, noise, loop):
        raise _CouldNotRunError(
            f"nothing is left to compare: what the loop at {loop} computes is not the same twice; seed what it is fed,"
            " and run it in the main thread"
        )
    if proof.touched and not trace.touched_run:
        lines = ", ".join(unreached[:3])
        raise _CouldNotRunError(f"no line that the rewrite touches was reached within {proof.steps} turns ({lines})")


def _unreached(proof: _Proof, trace: Trace) -> tuple[str, ...]:
    """Touched lines that no statement reached stands on; statements are marked once, at their first touched line."""
    reached = {tuple(place.rsplit(":", 1)) for place in trace.touched_run}
    missing = []
    for path, lines in proof.touched.items():
        run = {int(line) for name, line in reached if name == path}
        block_reached = False
        for previous, line in zip([None, *lines], lines, strict=False):
            follows = previous is not None and line == previous + 1
            block_reached = line in run or (follows and block_reached)
            if not block_reached:
                missing.append(f"{path}:{line}")
    return tuple(missing)


@dataclass(frozen=True)
class _Compared:
    """What the comparison said, the rewritten program's trace if it ran, and how draws had to be paired for it."""

    report: Report
    rewritten: Trace | None = None
    paired: Sequence[Sequence[object]] = ()


def _compare(proof: _Proof, original: Trace, noise: Noise, loop: str, unreached: tuple[str, ...]) -> _Compared:
    outcome = proof.aligned(proof.rewritten, "rewritten", original)
    result = outcome.result
    base = Report(
        Verdict.DIFFERENT,
        turns=original.session_turns[loop],
        loop=loop,
        tensorflow=original.tensorflow,
        python=original.python,
        device=", ".join(original.devices),
        random_draws=original.drew or bool(result.get("drew")),
        noise=noise.lines(),
        tolerance=noise.tolerance(),
        unreached=unreached,
    )
    if not result or outcome.timed_out or outcome.used_up or result.get("probe_error"):
        cause = failure(outcome, proof.runner.timeout)
        return _Compared(replace(base, verdict=Verdict.COULD_NOT_BE_RUN, cause=f"the rewritten program: {cause}"))
    rewritten = read_trace(outcome)
    difference = first_difference(original, rewritten, noise, loop)
    paired = aliases(original, rewritten) if difference is not None and difference.what in VALUES else []
    if paired:
        # The lines alone did not say which random op of the one program is which of the other.
        again = proof.aligned(proof.rewritten, "rewritten, draws paired", original, paired)
        if not failure(again, proof.runner.timeout):
            rewritten = read_trace(again)
            difference = first_difference(original, rewritten, noise, loop)
    return _Compared(_judged(proof, base, (original, rewritten), difference, loop), rewritten, paired)


def _judged(
    proof: _Proof, base: Report, traces: tuple[Trace, Trace], difference: Difference | None, loop: str
) -> Report:
    """The report of both programs' runs and the first difference between them."""
    original, rewritten = traces
    base = replace(base, runs_compared=min(len(original.main_runs), len(rewritten.main_runs)))
    base = replace(base, notes=_notes(original, base.unreached, _never_run(proof, original)))
    racing = raced(original, rewritten)
    if racing:
        note = "no evidence, being read while the same run updates the variable, in no order: "
        base = replace(base, notes=(*base.notes, note + ", ".join(racing[:3])))
    if difference is not None:
        if racing and difference.what in LEFT_BEHIND:
            cause = f"{racing[0]} races with an update in the same run, and {difference.name} differs"
            return replace(base, verdict=Verdict.COULD_NOT_BE_RUN, cause=cause, difference=difference)
        unaligned = sorted({*original.unaligned, *rewritten.unaligned})
        if unaligned and difference.what in VALUES:
            cause = f"draws of {', '.join(unaligned)} cannot be made common, and {difference.name} differs"
            return replace(base, verdict=Verdict.COULD_NOT_BE_RUN, cause=cause, difference=difference)
        return replace(base, difference=difference)
    exact = not base.random_draws and not base.tolerance
    verdict = Verdict.SAME_BITS if exact else Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS
    return replace(base, verdict=verdict, loss=loss_of(original, loop))


def _drifted(proof: _Proof, compared: _Compared, original: Trace, noise: Noise) -> Report:
    """The report with the drift, where the rewritten program is fed what is a constant in the original.

    Elsewhere the optimizers meet the same ops in both, and two more runs would show nothing.
    """
    report = compared.report
    if compared.rewritten is None or not feeds_more(original, compared.rewritten, noise):
        return report
    try:
        first = proof.kept(proof.original, "original", original, ())
        second = proof.kept(proof.rewritten, "rewritten", original, compared.paired)
        drift = drift_of((first, second), noise, report.loop)
        if not drift.none:
            own = (first, proof.kept(proof.original, "original, again", original, ()))
            drift = replace(drift, own=drift_of(own, noise, report.loop))
    except _CouldNotRunError as error:
        note = "how far they drift with TensorFlow's optimizers as the program has them could not be measured"
        return replace(report, notes=(*report.notes, f"{note}: {error}"))
    if threads_feed_more(original, compared.rewritten, noise):
        note = "what threads beside the main one fetch is not among the numbers whose drift was measured"
        report = replace(report, notes=(*report.notes, note))
    return replace(report, drift=drift)


def _never_run(proof: _Proof, trace: Trace) -> list[str]:
    """Touched lines that built ops, of which no run needed any."""
    places = [f"{path}:{line}" for path, lines in proof.touched.items() for line in lines]
    return [place for place in places if place in trace.built_not_run]


def _notes(original: Trace, unreached: tuple[str, ...], never_run: Sequence[str] = ()) -> tuple[str, ...]:
    notes = list(original.notes)
    if original.collapsed:
        notes.append("the original writes summaries several times in one run; the first copy of each was compared")
    if unreached:
        notes.append("touched by the rewrite and not reached by the runs: " + ", ".join(unreached[:10]))
    if never_run:
        notes.append("touched by the rewrite, and no run needed what is built there: " + ", ".join(never_run[:10]))
    for loop in original.concerned:
        turns = original.session_turns.get(loop, 0)
        if 0 < turns < LEAST_TURNS:
            notes.append(f"{loop}: the rewrite touches this loop too, and it made {turns} turns only")
    if any(not run.main_thread for run in original.runs):
        notes.append("runs of other threads were compared without their order and number")
    return tuple(notes)


def _measured(proof: _Proof, report: Report, loop: str, trace: Trace, budget: float) -> Report:
    """Step times of both programs, one after the other, the rewritten one for longer: its steps are short.

    The budget, half the seconds that its aligned run took, keeps the original's run short, for its steps are not.
    """
    stop = trace.stop.get("turns") if trace.stop.get("loop") == loop else None
    turns = int(stop) if stop else trace.counts[loop]
    most = max(turns, MOST_TURNS_MEASURED)
    # So many turns at least, and then on for some seconds: of a slow loop not all turns need to be timed.
    timed = min(turns, TURNS_MEASURED)
    original = proof.plain(proof.original, "original, timed", loop, timed, turns, budget)
    rewritten = proof.plain(proof.rewritten, "rewritten, timed", loop, timed, most)
    if rewritten is not None:
        allowed = max(SECONDS_REPEATED, SHARE_REPEATED * sum(original.seconds if original is not None else ()))
        rewritten = repeated(rewritten, lambda name: proof.plain(proof.rewritten, name, loop, timed, most), allowed)
    notes = report.notes
    if original is None or rewritten is None:
        notes = (*notes, "the step times could not be measured: the scripts do not run as they are for three turns")
    if rewritten is not None and math.isinf(rewritten.slope_high):
        notes = (*notes, "too few turns to say whether the step time is flat")
    elif rewritten is not None and not rewritten.flat and not rewritten.nodes_per_turn and rewritten.slope_low <= 0:
        notes = (*notes, "no node is added, and the step times scatter too much to call them flat")
    return replace(report, original=original, rewritten=rewritten, notes=notes)
