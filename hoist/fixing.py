"""What ``hoist fix`` does with its plan: carries it out, tells what came of it, and writes the report."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hoist.printing import fail, named, print_report, shown_work, write
from hoist.source.files import strerror

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoist.examine import Examination
    from hoist.fix import Group, Plan
    from hoist.migrate.result import Summary
    from hoist.proof import Outcome, Run

Carried = tuple["Group", "Outcome"]

PAGE_ENDINGS = (".html", ".htm")


def carried_out(groups: Sequence[Group], run: Run | None, *, text: bool) -> list[Carried]:
    """Return each group with what became of it, told as it is known if ``text`` is asked for."""
    from hoist.proof import carry_out

    carried = []
    for group in groups:
        outcome = shown_work(partial(carry_out, group, run))
        carried.append((group, outcome))
        if text:
            _print_outcome(outcome, group)
    return carried


def print_fix_json(planned: Plan, outcomes: Sequence[Outcome]) -> None:
    """Print what ``hoist fix --output-format json`` promises."""
    from hoist.report.json_output import fix_json

    text = fix_json(
        [(Path(named(script)), report) for outcome in outcomes for script, report in outcome.reports],
        findings=planned.findings,
        diff=planned.diff,
        written=[Path(named(path)) for outcome in outcomes for path in outcome.written],
        will_raise=any(finding.will_raise for finding in planned.findings),
    )
    write(text)


def check_report(path: Path) -> None:
    """Say what is wrong with the place of a report, before anything is run."""
    try:
        problem = _problem_with(path, Path(os.path.realpath(path)))
    except OSError as error:
        problem = f"cannot be written ({strerror(error)}); give another place"
    if problem:
        fail(f"--report {path}: {problem}")


def _problem_with(path: Path, target: Path) -> str:
    if path.suffix.lower() not in PAGE_ENDINGS:  # a forgotten name would take a script for the report
        return "give it a name that ends in .html"
    if target.is_dir():
        return "is a folder; give the name of a file"
    if target.exists() and not target.is_file():
        return "is no plain file; give another name"
    if not target.parent.is_dir():
        return "its folder is not there; make it first"
    if not os.access(target.parent, os.W_OK) or (target.exists() and not os.access(target, os.W_OK)):
        return "may not be written; give another place"
    return ""


def write_report(path: Path, summary: Summary) -> None:
    """Write the page, whole or not at all."""
    from hoist.report.page import page_html
    from hoist.source.writing import write_generated

    try:
        write_generated(path, page_html(summary).encode())
    except OSError as error:
        fail(f"--report {path}: could not be written ({strerror(error)}); all else was done as told above")


def summary_of_fix(
    sources: Sequence[Path], planned: Plan, carried: Sequence[Carried], run: Run | None, examination: Examination
) -> Summary:
    """Return what became of the sources, as a campaign of one."""
    from datetime import datetime, timezone

    from hoist import __version__
    from hoist.migrate.evidence import findings_of, outcome_of, rewrites_of
    from hoist.migrate.result import Outcome, Result, Summary

    here = Path.cwd()
    name = ", ".join(map(str, sources)) or "."
    groups, outcomes = [group for group, _ in carried], [outcome for _, outcome in carried]
    rewrites = rewrites_of(groups, outcomes, here, run.arguments if run else ())
    findings = findings_of(planned.findings, here)
    unread = bool(examination.problems) and not findings
    result = Result(
        name,
        str(here),
        Outcome.FAILED if unread else outcome_of(rewrites, findings),
        reason="not everything could be read, and nothing was found in the rest" if unread else "",
        findings=findings,
        rewrites=rewrites,
        problems=tuple(map(str, examination.problems)),
        python=(run.python or sys.executable) if run and any(outcome.reports for outcome in outcomes) else "",
    )
    started = datetime.now(timezone.utc).astimezone().isoformat(timespec="seconds")
    return Summary(f"hoist fix {name}", __version__, started, (result,))


def _print_outcome(outcome: Outcome, group: Group) -> None:
    for script, report in outcome.reports:
        write(f"\n{named(script)}\n")
        print_report(report)
    names = ", ".join(named(change.path) for change in group.changes)
    write(f"\n{'Written' if outcome.written else 'Not written'}: {names}\n")
