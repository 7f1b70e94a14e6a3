"""What was found, rewritten and shown, in the words of a result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from hoist.findings import Finding
from hoist.fix import Group, shown
from hoist.migrate.result import Outcome, Rewrite
from hoist.proof import Outcome as Proved
from hoist.report.json_output import report_json
from hoist.verify.verdict import Report, Verdict


def findings_of(findings: Iterable[Finding], base: Path) -> tuple[dict[str, Any], ...]:
    """Return the findings as ``hoist check --output-format json`` prints them, with paths relative to ``base``."""
    return tuple(_relative(finding.to_json(), base) for finding in findings)


def rewrites_of(
    groups: Sequence[Group], proved: Sequence[Proved], base: Path, arguments: Sequence[str] = ()
) -> tuple[Rewrite, ...]:
    """Return each group of changes with what became of it; paths are relative to ``base``.

    Args:
        groups: the changes.
        proved: what became of each group, in the same order.
        base: the folder that paths are relative to.
        arguments: what the scripts were given.
    """
    return tuple(_rewrite(group, one, base, arguments) for group, one in zip(groups, proved, strict=True))


def outcome_of(rewrites: Sequence[Rewrite], findings: Sequence[object]) -> Outcome:
    """Return what became of sources of which these are all rewrites and all findings."""
    outcomes = {rewrite.outcome for rewrite in rewrites}
    if Outcome.PROVED in outcomes:
        return Outcome.PROVED if outcomes == {Outcome.PROVED} else Outcome.PROVED_IN_PART
    if Outcome.REWRITTEN in outcomes:
        return Outcome.REWRITTEN
    return Outcome.REFUSED if findings else Outcome.CLEAN


def _rewrite(group: Group, proved: Proved, base: Path, arguments: Sequence[str]) -> Rewrite:
    outcome, reason = _verdict([report for _, report in proved.reports], written=bool(proved.written))
    return Rewrite(
        tuple(shown(change.path, base) for change in group.changes),
        outcome,
        reason,
        bool(proved.written),
        "".join(change.diff for change in group.changes),
        tuple(
            {"script": shown(script, base), "arguments": list(arguments), **report_json(report)}
            for script, report in proved.reports
        ),
    )


def _verdict(reports: Sequence[Report], *, written: bool) -> tuple[Outcome, str]:
    """Return what the runs of a group showed, and why no more."""
    if not reports:
        return Outcome.REWRITTEN, "No script was run: it is shown from the source alone."
    last = reports[-1]  # none is run after the first that does not do
    if last.equal and not written:
        return Outcome.REFUSED, "Under the same seed it would draw other random numbers."
    return judged(last)


def judged(report: Report) -> tuple[Outcome, str]:
    """Return what the runs of one script make of a rewrite, and why it is not proved if it is not."""
    if report.equal:
        return Outcome.PROVED, ""
    if report.verdict is Verdict.COULD_NOT_BE_RUN:
        return Outcome.REWRITTEN, report.cause
    if report.difference is None:
        return Outcome.REFUSED, report.cause
    found = report.difference
    turn = f" at turn {found.turn}" if found.turn is not None else ""
    values = f"{found.original_value} became {found.rewritten_value}"
    return Outcome.REFUSED, f"The runs differ: {found.what} of {found.name}{turn}: {values}"


def _relative(finding: dict[str, Any], base: Path) -> dict[str, Any]:
    for place in (finding, finding["loop"], *finding["chain"]):
        place["path"] = shown(Path(place["path"]), base)
    return finding
