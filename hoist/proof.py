"""Prove a group of changes: run each script that they concern, as it is and rewritten."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hoist.fix import Change, Group
from hoist.source.writing import write_all
from hoist.verify import Program, Report, Verdict, prove, working_folder
from hoist.verify.runner import check_device, check_python


@dataclass(frozen=True)
class Run:
    """How the scripts are run (see ``hoist.verify.prove``), and whether a seeded script must draw the same numbers.

    ``memory``: bytes that one run and all that it starts may take; None for as much as there is. ``folder``: where the
    scripts are run; None for the caller's folder, or the script's own if the caller is elsewhere.
    """

    python: str | None
    device: str
    steps: int
    timeout: float
    arguments: tuple[str, ...]
    keep_numbers: bool = False
    memory: int | None = None
    folder: Path | None = None

    def accepts(self, report: Report) -> bool:
        """Whether what a proof showed is enough to write the rewrite."""
        return report.verdict is Verdict.SAME_BITS if self.keep_numbers else report.equal


@dataclass(frozen=True)
class Outcome:
    """What became of a group of changes.

    Attributes:
        reports: each script that was run, with what it showed; none runs after the first that is not accepted.
        written: the files that were written.
    """

    reports: tuple[tuple[Path, Report], ...]
    written: tuple[Path, ...]


def carry_out(group: Group, run: Run | None, tell: Callable[[str], None]) -> Outcome:
    """Prove a group of changes and write it if every script that it concerns computes the same.

    Args:
        group: the changes.
        run: how the scripts are run; None writes what is proved from the source alone.
        tell: called with short lines while a script runs.

    Raises:
        UnwritableSource: a file cannot be written; none is then.
        VerifyError: a script cannot be run as asked.
    """
    reports: list[tuple[Path, Report]] = []
    for script in group.scripts if run is not None else ():
        assert run is not None
        reports.append((script, prove_changes(script, group.changes, run, tell)))
        if not run.accepts(reports[-1][1]):
            return Outcome(tuple(reports), ())
    write_all([(change.path, change.source, change.rewritten.text) for change in group.changes])
    return Outcome(tuple(reports), tuple(change.path for change in group.changes))


def check_run(run: Run) -> None:
    """See that the interpreter, its TensorFlow and the device are there.

    Raises:
        VerifyError: one of them is not; it says what there is instead.
    """
    check_device(check_python(run.python or sys.executable), run.device)


def prove_changes(script: Path, changes: Iterable[Change], run: Run, tell: Callable[[str], None]) -> Report:
    """Run a script as it is and with the changes, and compare."""
    texts = {c.path: (c.source.encode(c.rewritten.text), c.rewritten.line_map) for c in changes}
    return _prove(script, texts, run, tell)


def prove_pair(
    original: Path, rewritten: Path, companions: Sequence[Path], run: Run, tell: Callable[[str], None]
) -> Report:
    """Run a script, and again with its text replaced by that of another one.

    Args:
        original: the script as it was.
        rewritten: the file that holds its new text.
        companions: further files beside the rewritten script that it imports; each takes the place of the file of the
            same relative path beside the original.
        run: how to run both.
        tell: called with short lines while it runs.
    """
    texts: dict[Path, tuple[bytes, Mapping[int, int] | None]] = {original.resolve(): (rewritten.read_bytes(), None)}
    for companion in companions:
        place = original.resolve().parent / companion.resolve().relative_to(rewritten.resolve().parent)
        if place != original.resolve() and (not place.exists() or place.read_bytes() != companion.read_bytes()):
            texts[place] = (companion.read_bytes(), None)
    return _prove(original, texts, run, tell)


def _prove(
    script: Path, texts: Mapping[Path, tuple[bytes, Mapping[int, int] | None]], run: Run, tell: Callable[[str], None]
) -> Report:
    where = working_folder(script, run.folder)
    replaced, maps = {}, {}
    for path, (content, line_map) in texts.items():
        name = path.relative_to(where.folder.resolve()).as_posix()
        replaced[name] = content
        if line_map is not None:
            maps[name] = dict(line_map)
    original = Program(where.folder, where.script, where.cwd)
    changed = Program(where.folder, where.script, where.cwd, replaced, maps)
    return prove(
        original,
        changed,
        python=run.python,
        device=run.device,
        steps=run.steps,
        timeout=run.timeout,
        arguments=run.arguments,
        progress=tell,
        memory=run.memory,
    )
