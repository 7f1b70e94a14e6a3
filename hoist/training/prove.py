"""The proof of changes of training that are written together, whatever their rule, and the writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hoist.fix import Group
from hoist.source.writing import write_all
from hoist.training import adam, adam_proof, data, data_proof, mirrored, mirrored_proof
from hoist.training.adam_proof import Curves
from hoist.training.data_proof import Batches
from hoist.training.mirrored_proof import Mirrored
from hoist.training.proposal import Proposal
from hoist.training.runs import Runs, Training

Shown = Curves | Batches | Mirrored
_PROOFS: dict[str, Callable[..., tuple[Sequence[Shown], Runs]]] = {
    mirrored.CODE: mirrored_proof.show,
    adam.CODE: adam_proof.show,
    data.CODE: data_proof.show,
}


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
    """Prove changes of one rule, and write them if each is reached by a run and does what it is there for.

    Raises:
        UnwritableSource: a file cannot be written; none is then.
        VerifyError: a script cannot be run as asked.
    """
    changed = {change.path for change in group.changes}
    concerned = [one for one in proposals if one.edits and one.path.resolve() in changed]
    shown: list[Shown] = []
    versions, generated = "", set[str]()
    for script in group.scripts:
        found, runs = _PROOFS[concerned[0].rule](script, group.changes, concerned, training, tell)
        shown += found
        versions = runs.versions or versions
        generated |= set(runs.generated)
        if runs.cause:
            return Outcome(tuple(shown), (), versions, tuple(sorted(generated)), runs.cause)
    places = {(show.path, show.line) for show in shown}
    missing = [one for one in concerned if (one.path, one.span.line) not in places]
    cause = ""
    if missing:
        lines = ", ".join(str(one.seen[0]) for one in missing)
        way = "in a session" if missing[0].in_session else "by Model.fit"
        cause = f"nothing that line {lines} concerns was trained {way} within {training.batches} batches"
    good = all(show.gains or (accept_worse and show.acceptable) for show in shown)
    if cause or not good:
        return Outcome(tuple(shown), (), versions, tuple(sorted(generated)), cause)
    write_all([(change.path, change.source, change.text) for change in group.changes])
    written = tuple(change.path for change in group.changes)
    return Outcome(tuple(shown), written, versions, tuple(sorted(generated)))
