"""The proof of a change of training: run both programs with several seeds, and compare what belongs to each change."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hoist.fix import Group
from hoist.source.writing import write_all
from hoist.training.curves import Answer, Comparison, Spread, compare, spread
from hoist.training.proposal import Proposal
from hoist.training.runs import Both, Fitted, Training, run_both
from hoist.verify.program import working_folder


@dataclass(frozen=True)
class Shown:
    """What the runs of one script showed of one change.

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


@dataclass(frozen=True)
class Outcome:
    """What became of changes that are written together.

    Attributes:
        shown: each change in each script that trains with it.
        written: the files that were written.
        versions: what it was run on.
        generated: data sets of Keras for which generated arrays were given.
        cause: why nothing was shown; empty if something was.
    """

    shown: tuple[Shown, ...]
    written: tuple[Path, ...]
    versions: str = ""
    generated: tuple[str, ...] = ()
    cause: str = ""


def carry_out(
    group: Group, proposals: Sequence[Proposal], training: Training, tell: Callable[[str], None], *, accept_worse: bool
) -> Outcome:
    """Prove changes, and write them if each of them is reached by a run and does what it is there for.

    Raises:
        UnwritableSource: a file cannot be written; none is then.
        VerifyError: a script cannot be run as asked.
    """
    changed = {change.path for change in group.changes}
    concerned = [one for one in proposals if one.edits and one.path.resolve() in changed]
    shown: list[Shown] = []
    versions, generated = "", set[str]()
    for script in group.scripts:
        both = run_both(script, group.changes, training, tell)
        versions = both.versions or versions
        generated |= set(both.generated)
        cause = both.cause or _unlike(both)
        if cause:
            return Outcome(tuple(shown), (), versions, tuple(sorted(generated)), cause)
        folder = working_folder(script).folder.resolve()
        for one in concerned:
            shown += _shown(script, one, both, folder)
    missing = [one for one in concerned if not any(_about(show, one) for show in shown)]
    cause = ""
    if missing:
        lines = ", ".join(str(one.compiled[0]) for one in missing)
        cause = f"no model that is compiled at line {lines} was trained by Model.fit within {training.steps} batches"
    enough = {Answer.SOONER, Answer.NOT_SOONER} if accept_worse else {Answer.SOONER}
    if cause or any(show.comparison.answer not in enough for show in shown):
        return Outcome(tuple(shown), (), versions, tuple(sorted(generated)), cause)
    write_all([(change.path, change.source, change.rewritten.text) for change in group.changes])
    written = tuple(change.path for change in group.changes)
    return Outcome(tuple(shown), written, versions, tuple(sorted(generated)))


def _about(show: Shown, one: Proposal) -> bool:
    return show.path == one.path and show.line == one.span.line


def _unlike(both: Both) -> str:
    """Why the runs cannot be laid side by side; empty if they can."""
    first = both.original[0]
    for seed, (one, other) in enumerate(zip(both.original, both.changed, strict=True)):
        for ran in (one, other):
            if [model.compiled[0] for model in ran.models] != [model.compiled[0] for model in first.models]:
                return f"seed {seed} trains other models than seed 0 of the original does"
        if one.end != other.end:
            return f"seed {seed} ends otherwise ({one.end}, {other.end})"
    return ""


def _shown(script: Path, one: Proposal, both: Both, folder: Path) -> list[Shown]:
    """What the runs showed of one change: each model that is compiled there."""
    name = one.path.resolve().relative_to(folder).as_posix()
    found = []
    for number, model in enumerate(both.original[0].models):
        if model.compiled[0] != name or not one.compiled[0] <= model.compiled[1] <= one.compiled[1]:
            continue
        before = [ran.models[number] for ran in both.original]
        after = [ran.models[number] for ran in both.changed]
        if {model.optimizer for model in after} != {one.gives}:
            there = ", ".join(sorted({model.optimizer for model in after}))
            comparison = Comparison(Answer.COULD_NOT_BE_RUN, f"the model trains with {there}, not with {one.gives}")
        else:
            comparison = compare([model.losses for model in before], [model.losses for model in after])
        found.append(
            Shown(
                script,
                one.path,
                one.span.line,
                _optimizer(before[0]),
                _optimizer(after[0]),
                comparison,
                _validation(before, after),
            )
        )
    return found


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
