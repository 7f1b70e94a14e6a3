"""The proof of HST301: equal on one replica, and the losses agree on two and four; on GPUs, the time of a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hoist.training.agreement import Agreement, Replicas, agreement
from hoist.training.data_proof import SLOWER, difference, step_time
from hoist.training.proposal import Proposal
from hoist.training.runs import CHANGED, ORIGINAL, Order, Ran, Runs, Training
from hoist.verify.program import working_folder

SEVERAL = (2, 4)  # virtual devices
NUDGES = (1, 2)  # the draws of the original's runs with weights moved in their last bits
ROUNDS = 2  # of runs on GPUs, in turn
Run = Callable[[Sequence[Order]], Runs]


@dataclass(frozen=True)
class Mirrored:
    """What the runs of one script showed of a model under a strategy.

    Attributes:
        script: what was run.
        path, line: where the change is.
        answer: whether it computes the same, on one replica and on several.
        cause: the first difference, or why it cannot be told.
        batches: how many were compared to the last bit, on one replica.
        epochs: how many came to their ends in these.
        several: the comparisons on several replicas.
        silenced: whether dropout and its like were silenced in these.
        apart: kinds of layers that compute something else where a batch is shared.
        scaled: whether batches are multiplied by the replicas; they were divided again for the comparison.
        gpus: how many there are.
        seconds: of a step on one GPU and on all, a pair for each round; empty without several GPUs.
    """

    script: Path
    path: Path
    line: int
    answer: Agreement
    cause: str = ""
    batches: int = 0
    epochs: int = 0
    several: tuple[Replicas, ...] = ()
    silenced: bool = False
    apart: tuple[str, ...] = ()
    scaled: bool = False
    gpus: int = 0
    seconds: tuple[tuple[float, float], ...] = ()

    @property
    def gains(self) -> bool:
        """Whether it may be written without more ado."""
        return self.answer is Agreement.AGREES

    @property
    def acceptable(self) -> bool:
        """Whether it may be written if the user accepts no gain, or that the named layers compute something else."""
        return self.answer in {Agreement.AGREES, Agreement.AGREES_AND_SLOWER, Agreement.APART}


def orders(concerned: Sequence[Proposal], _training: Training) -> list[Order]:
    """Both programs on one replica, the original nudged, and the changed one on several."""
    scaled = any(one.scaled for one in concerned)
    one_device = Order(ORIGINAL, aligned=True, replicas=1)
    quiet = replace(one_device, quiet=True)
    wanted = [one_device, one_device, replace(one_device, program=CHANGED), quiet]
    wanted += [replace(quiet, nudged=number) for number in NUDGES]
    return wanted + [replace(quiet, program=CHANGED, replicas=number, shared=scaled) for number in SEVERAL]


def shown(script: Path, concerned: Sequence[Proposal], runs: Runs, run: Run) -> Sequence[Mirrored]:
    """What the runs show of each model; on GPUs, where all agree, also the time of a step."""
    first, _, changed = runs.ran[:3]
    cause = difference(first, changed)
    folder = working_folder(script).folder
    found = [
        _shown(script, one, number, cause, runs)
        for one in concerned
        for number, model in enumerate(first.models)
        if one.is_seen_at(model.compiled, folder)
    ]
    return _timed(found, run) if first.gpus > 1 and all(one.gains for one in found) else found


def _shown(script: Path, one: Proposal, number: int, cause: str, runs: Runs) -> Mirrored:
    """What the runs showed of one model."""
    first, silent = runs.ran[0], runs.ran[3]
    base = Mirrored(
        script,
        one.path,
        one.span.line,
        Agreement.DIFFERENT,
        f"on one replica: {cause}" if cause else "",
        len(first.models[number].losses),
        len(first.models[number].ends),
        silenced=first.models[number].losses != silent.models[number].losses,
        apart=silent.models[number].apart,
        scaled=one.scaled,
        gpus=first.gpus,
    )
    if cause:
        return base
    several = tuple(
        _on_several(runs.ran[3:-2], ran, number, replicas, scaled=one.scaled)
        for replicas, ran in zip(SEVERAL, runs.ran[-2:], strict=True)
    )
    answer, cause = _verdict(several, base.apart)
    return replace(base, several=several, answer=answer, cause=cause)


def _verdict(several: Sequence[Replicas], apart: Sequence[str]) -> tuple[Agreement, str]:
    """The answer to all comparisons, the worst first, and its cause."""
    for answer in (Agreement.DIFFERENT, Agreement.APART):
        for found in several:
            if found.answer is answer:
                kinds = f"{', '.join(apart)}: where a batch is shared, this computes something else; "
                return answer, (kinds if answer is Agreement.APART else "") + found.cause
    if not any(found.answer is Agreement.AGREES for found in several):
        return Agreement.COULD_NOT_BE_RUN, several[0].cause
    return Agreement.AGREES, ""


def _on_several(original: Sequence[Ran], changed: Ran, number: int, replicas: int, *, scaled: bool) -> Replicas:
    if number >= min(len(ran.models) for ran in (*original, changed)):
        return Replicas(replicas, Agreement.DIFFERENT, cause=f"on {replicas} replicas, fewer models are trained")
    was, *nudged, now = (ran.models[number] for ran in (*original, changed))
    for before, after in zip(was.fits, now.fits, strict=False):
        wanted = before.batch and before.batch * (replicas if scaled else 1)
        if after.batch != wanted:
            cause = f"the fit at {after.at[0]}:{after.at[1]} is given batches of {after.batch} rows, not of {wanted}"
            return Replicas(replicas, Agreement.DIFFERENT, cause=cause)
    return agreement(was, nudged, now, replicas)


def _timed(found: Sequence[Mirrored], run: Run) -> list[Mirrored]:
    """The same with the time of a step on one GPU and on all of them."""
    runs = run([Order(program) for _ in range(ROUNDS) for program in (ORIGINAL, CHANGED)])
    if runs.cause:
        return [replace(one, answer=Agreement.COULD_NOT_BE_RUN, cause=runs.cause) for one in found]
    return [with_times(one, runs.ran) for one in found]


def with_times(show: Mirrored, ran: Sequence[Ran]) -> Mirrored:
    """What was shown, with the time of a step in runs on one GPU and on all of them, in turn."""
    seconds = tuple((step_time(before), step_time(after)) for before, after in zip(ran[::2], ran[1::2], strict=True))
    if all(after > SLOWER * before for before, after in seconds):
        cause = "each step takes longer on all GPUs than on one"
        return replace(show, answer=Agreement.AGREES_AND_SLOWER, cause=cause, seconds=seconds)
    return replace(show, seconds=seconds)
