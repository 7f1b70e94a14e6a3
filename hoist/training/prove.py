"""The proof of changes of training that are written together, whatever their rule, and the writing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hoist.fix import Change, Group
from hoist.source.writing import write_all
from hoist.training import adam, adam_proof, data, data_proof, mirrored, mirrored_proof
from hoist.training.adam_proof import Curves
from hoist.training.data_proof import Batches
from hoist.training.mirrored_proof import Mirrored
from hoist.training.proposal import Proposal
from hoist.training.runs import KERAS, SESSIONS, Order, Runs, Training, run_all

Shown = Curves | Batches | Mirrored
Again = Callable[[Sequence[Order]], Runs]


@dataclass(frozen=True)
class _Proof:
    """How the changes of one rule are proved.

    Attributes:
        orders: the runs that are wanted for some changes.
        obstacle: why these runs cannot be laid side by side; empty if they can.
        shown: what they show of each change; it may have more runs made.
    """

    orders: Callable[[Sequence[Proposal], Training], list[Order]]
    obstacle: Callable[[Runs], str]
    shown: Callable[[Path, Sequence[Proposal], Runs, Again], Sequence[Shown]]


_PROOFS = {
    mirrored.CODE: _Proof(mirrored_proof.orders, data_proof.obstacle, mirrored_proof.shown),
    adam.CODE: _Proof(adam_proof.orders, adam_proof.obstacle, adam_proof.shown),
    data.CODE: _Proof(data_proof.orders, data_proof.obstacle, data_proof.shown),
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


def show(
    script: Path,
    changes: Sequence[Change],
    concerned: Sequence[Proposal],
    training: Training,
    tell: Callable[[str], None],
) -> tuple[Sequence[Shown], Runs]:
    """Run a script as it is and with changes of one rule; give what that shows of each change.

    Raises:
        VerifyError: the script cannot be run as asked.
    """

    def run(wanted: Sequence[Order]) -> Runs:
        return run_all(script, changes, wanted, training, tell, SESSIONS if concerned[0].in_session else KERAS)

    proof = _PROOFS[concerned[0].rule]
    runs = run(proof.orders(concerned, training))
    cause = runs.cause or proof.obstacle(runs)
    if cause:
        return (), replace(runs, cause=cause)
    return proof.shown(script, concerned, runs, run), runs


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
        found, runs = show(script, group.changes, concerned, training, tell)
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
