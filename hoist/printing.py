"""What the commands print on standard output, and say on standard error."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

    from hoist.examine import Examination
    from hoist.verify.verdict import Report

Result = TypeVar("Result")

WRONG_USE = 2


def print_findings(findings: Sequence[Any], examination: Examination) -> None:
    """Print findings with their source lines, and a summary."""
    from hoist.report.style import style_for
    from hoist.report.terminal import findings_text

    if examination.problems and not findings:
        return  # "no findings" would be said of what could not be read
    sources = {path: source.code for path, source in examination.sources.items()}
    write(findings_text(findings, sources, style_for(sys.stdout)))


def print_diff(diff: str) -> None:
    """Print a diff for a reader."""
    from hoist.report.style import style_for
    from hoist.report.terminal import diff_text

    if diff:
        write("\n" + style_for(sys.stdout).fit(diff_text(diff, style_for(sys.stdout))))


def print_report(report: Report) -> None:
    """Print a verdict, and the step times where both were measured."""
    from hoist.report.curves import curves_text
    from hoist.report.style import style_for
    from hoist.report.verdict_table import verdict_text

    style = style_for(sys.stdout)
    write("\n" + verdict_text(report, style))
    if report.original is not None and report.rewritten is not None:
        write("\n" + curves_text(report, style))


def named(path: Path) -> str:
    """A path as a message names it: from here, if it lies below."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def indented(text: str) -> str:
    """The text with each line set in."""
    return "".join(f"    {line}" for line in text.splitlines(keepends=True))


def write(text: str) -> None:
    """Write to standard output at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def write_bytes(data: bytes) -> None:
    """Write to standard output as it is."""
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def say(line: str) -> None:
    """Say one line on standard error."""
    sys.stderr.write(f"hoist: {line}\n")


def fail(*lines: str, code: int = WRONG_USE) -> NoReturn:
    """Say what is wrong, a line each, and leave with an exit code."""
    for line in lines:
        say(line)
    raise SystemExit(code)


def shown_work(work: Callable[[Callable[[str], None]], Result]) -> Result:
    """Do what takes long under a progress display."""
    from hoist.report.progress import progress
    from hoist.source.files import UnwritableSource
    from hoist.verify import VerifyError

    try:
        with progress(sys.stderr) as show:
            return work(show)
    except (UnwritableSource, VerifyError) as error:
        fail(str(error))
