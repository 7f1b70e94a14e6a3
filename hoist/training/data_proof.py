"""The proof of HST302: equal batches give equal losses, both shuffle alike; step time and memory beside it."""

from __future__ import annotations

import enum
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from hoist.training.proposal import Proposal
from hoist.training.runs import CHANGED, ORIGINAL, Fit, Order, Ran, Runs, Training
from hoist.verify.program import working_folder

ROUNDS = 2  # of runs as they are, in turn, so that a busy machine hits both
SLOWER = 1.1  # in each round, the changed program's step may take so many times the original's
WARM_UP = 3  # steps that are left out of the step time


class Equal(enum.Enum):
    """What the runs of a dataset in place of arrays showed."""

    SAME_BITS = "same_bits"
    SAME_AND_SLOWER = "same_and_slower"  # equal, and each step takes longer
    DIFFERENT = "different"
    COULD_NOT_BE_RUN = "could_not_be_run"


@dataclass(frozen=True)
class Batches:
    """What the runs of one script showed of one dataset.

    Attributes:
        script: what was run.
        path, line: where the change is.
        answer: whether the same batches gave the same losses.
        cause: the first difference, or why it cannot be told.
        batches: how many were compared.
        epochs: how many came to their ends in these, with the last batch and the validation.
        seconds: of a step, before and after, as the programs are: a pair for each round.
        memory: the most that a run took, before and after, in bytes.
    """

    script: Path
    path: Path
    line: int
    answer: Equal
    cause: str = ""
    batches: int = 0
    epochs: int = 0
    seconds: tuple[tuple[float, float], ...] = ()
    memory: tuple[int, int] = (0, 0)

    @property
    def gains(self) -> bool:
        """Whether it may be written without more ado."""
        return self.answer is Equal.SAME_BITS

    @property
    def acceptable(self) -> bool:
        """Whether it may be written if the user accepts no gain: the losses are equal."""
        return self.answer in {Equal.SAME_BITS, Equal.SAME_AND_SLOWER}


def orders(_concerned: Sequence[Proposal], _training: Training) -> list[Order]:
    """The original twice and the changed program once, unshuffled; then both as they are."""
    aligned = [Order(program, aligned=True) for program in (ORIGINAL, ORIGINAL, CHANGED)]
    return aligned + [Order(program) for _ in range(ROUNDS) for program in (ORIGINAL, CHANGED)]


def obstacle(runs: Runs) -> str:
    """Why the first runs, two of the original, show nothing by what differs from them; empty if they are equal."""
    noise = difference(*runs.ran[:2])
    return f"two runs of the original differ: {noise}" if noise else ""


def shown(script: Path, concerned: Sequence[Proposal], runs: Runs, _run: Callable[..., Runs]) -> list[Batches]:
    """What the runs show of each change."""
    first, _, changed, *plain = runs.ran
    cause = difference(first, changed) or shuffled_otherwise(plain[0], plain[1])
    seconds = tuple((step_time(plain[n]), step_time(plain[n + 1])) for n in range(0, len(plain), 2))
    answer = Equal.DIFFERENT if cause else Equal.SAME_BITS
    if not cause and all(after > SLOWER * before for before, after in seconds):
        answer, cause = Equal.SAME_AND_SLOWER, "each step takes longer than with arrays"
    memory = plain[0].memory, plain[1].memory
    batches = sum(len(model.losses) for model in first.models)
    epochs = sum(len(model.ends) for model in first.models)
    folder = working_folder(script).folder
    fits = [fit.at for model in first.models for fit in model.fits if fit.rows is not None]
    return [
        Batches(script, one.path, one.span.line, answer, cause, batches, epochs, seconds, memory)
        for one in concerned
        if any(one.is_seen_at(at, folder) for at in fits)
    ]


def difference(one: Ran, other: Ran) -> str:
    """The first difference between two aligned runs; empty if there is none."""
    if one.end != other.end or len(one.models) != len(other.models):
        return f"{len(one.models)} models and {len(other.models)}, the end {one.end} and {other.end}"
    for number, (a, b) in enumerate(zip(one.models, other.models, strict=True), start=1):
        for batch, (x, y) in enumerate(zip(a.losses, b.losses, strict=False), start=1):
            if repr(x) != repr(y):
                return f"model {number}, batch {batch}: the loss is {x!r} and {y!r}"
        if len(a.losses) != len(b.losses):
            return f"model {number} is trained on {len(a.losses)} batches and on {len(b.losses)}"
        if repr(a.ends) != repr(b.ends):
            return f"model {number}: the numbers at the ends of the epochs differ"
        if [fit.weights for fit in a.fits] != [fit.weights for fit in b.fits]:
            return f"model {number}: the weights differ after training"
    return ""


def shuffled_otherwise(original: Ran, changed: Ran) -> str:
    """Where the changed program shuffles in another way than the original; empty if nowhere."""
    for model, other in zip(original.models, changed.models, strict=True):
        for before, after in zip(model.fits, other.fits, strict=True):
            if not _alike(before, after):
                return f"the fit at {before.at[0]}:{before.at[1]} shuffles in another way"
    return ""


def _alike(before: Fit, after: Fit) -> bool:
    if before.rows is None or after.rows is not None:  # not one of the changed
        return (before.rows, before.shuffle, before.shuffles) == (after.rows, after.shuffle, after.shuffles)
    more = after.shuffles[len(before.shuffles) :]
    if after.shuffles[: len(before.shuffles)] != before.shuffles:
        return False
    if not before.shuffle:
        return not more
    return len(more) == 1 and more[0][0] >= before.rows and more[0][1]


def step_time(ran: Ran) -> float:
    """The median time of a step, without the first ones."""
    times = [later - earlier for model in ran.models for earlier, later in pairwise(model.marks[WARM_UP:])]
    return statistics.median(times) if times else 0.0
