"""The proof of HST303: loss curves of both optimizers, with several seeds, over the same steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hoist.training.curves import Answer, Comparison, Spread, compare, spread
from hoist.training.proposal import Proposal
from hoist.training.runs import CHANGED, ORIGINAL, Fitted, Order, Ran, Runs, Training
from hoist.verify.program import working_folder


@dataclass(frozen=True)
class Curves:
    """What the runs of one script showed of one change of the optimizer.

    Attributes:
        script: what was run.
        path, line: where the change is.
        before, after: the optimizers, as they were when the training began.
        comparison: the loss curves.
        validation: the validation losses at the last epoch that all runs ended, before and after; None without any.
    """

    script: Path
    path: Path
    line: int
    before: str
    after: str
    comparison: Comparison
    validation: tuple[Spread, Spread] | None = None

    @property
    def gains(self) -> bool:
        """Whether the change does what it is there for."""
        return self.comparison.answer is Answer.SOONER

    @property
    def acceptable(self) -> bool:
        """Whether it may be written if the user accepts no gain: it was measured."""
        return self.comparison.answer is not Answer.COULD_NOT_BE_RUN


def orders(_concerned: Sequence[Proposal], training: Training) -> list[Order]:
    """Both programs with each seed."""
    return [Order(program, seed) for seed in range(training.seeds) for program in (ORIGINAL, CHANGED)]


def shown(script: Path, concerned: Sequence[Proposal], runs: Runs, _run: Callable[..., Runs]) -> list[Curves]:
    """What the runs show of each change: each model that trains there."""
    folder = working_folder(script).folder
    return [
        _shown(script, one, number, runs)
        for one in concerned
        for number, model in enumerate(runs.ran[0].models)
        if one.is_seen_at(model.compiled, folder)
    ]


def obstacle(runs: Runs) -> str:
    """Why the runs cannot be laid side by side; empty if they can."""
    first = [model.compiled[0] for model in runs.ran[0].models]
    for number, ran in enumerate(runs.ran):
        if [model.compiled[0] for model in ran.models] != first:
            return f"seed {number // 2} trains other models than seed 0 of the original does"
    for number in range(0, len(runs.ran), 2):
        ends = runs.ran[number].end, runs.ran[number + 1].end
        if ends[0] != ends[1]:
            return f"seed {number // 2} ends otherwise ({ends[0]}, {ends[1]})"
    return ""


def _shown(script: Path, one: Proposal, number: int, runs: Runs) -> Curves:
    """What the runs showed of one model."""
    before, after = _models(runs.ran[0::2], number), _models(runs.ran[1::2], number)
    if {model.optimizer for model in after} != {one.gives}:
        there = ", ".join(sorted({model.optimizer for model in after}))
        comparison = Comparison(Answer.COULD_NOT_BE_RUN, f"the model trains with {there}, not with {one.gives}")
    else:
        comparison = compare([model.losses for model in before], [model.losses for model in after])
    optimizers = _optimizer(before[0]), _optimizer(after[0])
    return Curves(script, one.path, one.span.line, *optimizers, comparison, _validation(before, after))


def _models(ran: Sequence[Ran], number: int) -> list[Fitted]:
    return [one.models[number] for one in ran]


def _optimizer(model: Fitted) -> str:
    rate = model.settings.get("learning_rate")
    return f"{model.optimizer} at the rate {rate:g}" if isinstance(rate, float) else model.optimizer


def _validation(before: Sequence[Fitted], after: Sequence[Fitted]) -> tuple[Spread, Spread] | None:
    epochs = min(len(model.ends) for model in (*before, *after))
    if not epochs:
        return None
    ends = [[model.ends[epochs - 1][1].get("val_loss", math.nan) for model in models] for models in (before, after)]
    if any(not math.isfinite(value) for values in ends for value in values):
        return None
    return spread(ends[0]), spread(ends[1])
