"""Prove a group of changes: run each script that they concern, as it is and rewritten."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hoist.cells import InCells, is_notebook, place_to_run, read_notebook
from hoist.fix import Change, Group
from hoist.source.notebooks import Notebook, notebook_of
from hoist.source.writing import write_all
from hoist.verify import Program, Report, Verdict, prove
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
    write_all([(change.path, change.source, change.text) for change in group.changes])
    return Outcome(tuple(reports), tuple(change.path for change in group.changes))


def check_run(run: Run) -> None:
    """See that the interpreter, its TensorFlow and the device are there.

    Raises:
        VerifyError: one of them is not; it says what there is instead.
    """
    check_device(check_python(run.python or sys.executable), run.device)


def prove_changes(script: Path, changes: Iterable[Change], run: Run, tell: Callable[[str], None]) -> Report:
    """Run a script as it is and with the changes, and compare."""
    texts: dict[Path, _Text] = {
        change.path: _Text(
            change.data if change.document is None else notebook_of(change.document), change.rewritten.line_map
        )
        for change in changes
    }
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
    content = read_notebook(rewritten) if is_notebook(rewritten) else rewritten.read_bytes()
    texts = {original.resolve(): _Text(content)}
    for companion in companions:
        place = original.resolve().parent / companion.resolve().relative_to(rewritten.resolve().parent)
        if place != original.resolve() and (not place.exists() or place.read_bytes() != companion.read_bytes()):
            texts[place] = _Text(companion.read_bytes())
    return _prove(original, texts, run, tell)


@dataclass(frozen=True)
class _Text:
    """What a file is to hold in the rewritten program, and where its lines come from if that is known."""

    content: bytes | Notebook
    line_map: Mapping[int, int] | None = None


def _prove(script: Path, texts: Mapping[Path, _Text], run: Run, tell: Callable[[str], None]) -> Report:
    where = place_to_run(script, run.folder)
    old: dict[str, bytes | Notebook] = {}
    new: dict[str, bytes | Notebook] = {}
    maps = {}
    if is_notebook(script):
        old[where.script.as_posix()] = new[where.script.as_posix()] = read_notebook(script)
    for path, text in texts.items():
        name = path.relative_to(where.folder.resolve()).as_posix()
        new[name] = text.content
        if is_notebook(path):
            old[name] = read_notebook(path)
        if text.line_map is not None:
            maps[name] = dict(text.line_map)
    original = Program(where.folder, where.script, where.cwd, _to_run(old))
    changed = Program(where.folder, where.script, where.cwd, _to_run(new), maps)
    report = prove(
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
    cells = InCells(_notebooks(old), _notebooks(new))
    return replace(cells.told(report), notes=(*cells.told(report.notes), *cells.notes()))


def _notebooks(contents: Mapping[str, bytes | Notebook]) -> dict[str, Notebook]:
    return {name: content for name, content in contents.items() if isinstance(content, Notebook)}


def _to_run(contents: Mapping[str, bytes | Notebook]) -> dict[str, bytes]:
    """The files as they are run: in place of a notebook stands the script of its code."""
    return {
        name: content.script.encode() if isinstance(content, Notebook) else content
        for name, content in contents.items()
    }
