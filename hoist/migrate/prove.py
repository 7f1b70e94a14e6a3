"""The proof of a group of changes by the entry points of its repository."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from hoist.fix import Group, shown
from hoist.migrate.entry_points import entry_points, missing
from hoist.migrate.evidence import judged
from hoist.migrate.result import Outcome, Rewrite
from hoist.migrate.sources import EntryPoint, Settings
from hoist.proof import Run, prove_changes
from hoist.report.json_output import report_json
from hoist.verify import Report, VerifyError

STEPS = 20
TIMEOUT = 900.0
DEVICE = "auto"
NOT_ASKED = "nothing was to be run (--no-verify)"
NO_ENTRY_POINT = "no script with a main part reaches it; name one under `entry-points`"


@dataclass(frozen=True)
class Checkout:
    """A clone: its folder, and the files in it that are its own, rather than a submodule's."""

    folder: Path
    tracked: Collection[Path]


def rewrite_of(
    group: Group, checkout: Checkout, settings: Settings, tell: Callable[[str], None], *, verify: bool
) -> Rewrite:
    """Return what became of a group of changes; nothing is written yet."""
    files = tuple(shown(change.path, checkout.folder) for change in group.changes)
    diff = "".join(change.diff for change in group.changes)

    def became(outcome: Outcome, reason: str, proofs: list[dict[str, Any]]) -> Rewrite:
        return Rewrite(files, outcome, reason, committed=False, diff=diff, proofs=tuple(proofs))

    for name, change in zip(files, group.changes, strict=True):
        if change.path not in checkout.tracked:
            reason = (
                f"{name} belongs to another repository (a submodule, or what a link points to): name that one as well"
            )
            return became(Outcome.REFUSED, reason, [])
    if not verify:
        return became(Outcome.REWRITTEN, NOT_ASKED, [])
    absent = missing(settings.entry_points or (), checkout.folder)
    if absent:
        return became(
            Outcome.REWRITTEN,
            f"entry point {absent[0]}: there is no such file in the repository; correct `entry-points`",
            [],
        )
    proofs: list[dict[str, Any]] = []
    for entry in entry_points(group, settings.entry_points, checkout.folder):
        try:
            report = _proved(group, entry, checkout, settings, tell)
        except VerifyError as error:
            return became(Outcome.REWRITTEN, str(error), proofs)
        proofs.append({"script": entry.script, "arguments": list(entry.arguments), **report_json(report)})
        outcome, reason = judged(report)
        if outcome is not Outcome.PROVED:
            told = reason if reason.startswith(f"{entry.script}:") else f"{entry.script}: {reason}"
            return became(outcome, told, proofs)
    return became(Outcome.PROVED, "", proofs) if proofs else became(Outcome.REWRITTEN, NO_ENTRY_POINT, [])


def _proved(
    group: Group, entry: EntryPoint, checkout: Checkout, settings: Settings, tell: Callable[[str], None]
) -> Report:
    run = Run(
        settings.python or sys.executable,
        settings.device or DEVICE,
        settings.steps or STEPS,
        settings.timeout or TIMEOUT,
        entry.arguments,
        memory=settings.memory or psutil.virtual_memory().total // 2,
        folder=checkout.folder / entry.folder,
    )
    return prove_changes(checkout.folder / entry.script, group.changes, run, lambda at: tell(f"{entry.script}: {at}"))
