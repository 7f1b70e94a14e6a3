"""Run the scripts that would be fixed once each, to see what the source does not show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hoist.cells import is_notebook, place_to_run, read_notebook
from hoist.examine import Examination
from hoist.proof import Run
from hoist.recorded import Place, Recorded, together
from hoist.verify.alone import How
from hoist.verify.program import Program
from hoist.verify.record import Recording, record


@dataclass(frozen=True)
class Records:
    """What the runs showed, and of each script that came to no good end why."""

    recorded: Recorded
    failed: tuple[tuple[Path, str], ...] = ()


def record_scripts(asking: Examination, run: Run, tell: Callable[[str], None]) -> Records:
    """Run each script that reaches what the examination asks for, and look at that.

    Args:
        asking: what was found while asking.
        run: how the scripts are run.
        tell: called with short lines while they run.

    Raises:
        VerifyError: a script cannot be run as asked.
    """
    asked = [seen.place for seen in asking.recorded]
    recordings = {script: _record(script, asked, run, tell) for script in _scripts(asking, asked)}
    failed = tuple((script, one.cause) for script, one in recordings.items() if one.cause)
    return Records(together(one.seen for one in recordings.values()), failed)


def _scripts(asking: Examination, asked: Sequence[Place]) -> Iterator[Path]:
    files = {path for path, _, _ in asked}
    yield from (script for script, local in sorted(asking.programs.items()) if local & files)


def _record(script: Path, asked: Sequence[Place], run: Run, tell: Callable[[str], None]) -> Recording:
    where = place_to_run(script, run.folder)
    code = {where.script.as_posix(): read_notebook(script).script.encode()} if is_notebook(script) else {}
    how = How(run.python, run.device, run.timeout, run.arguments, run.memory)
    program = Program(where.folder, where.script, where.cwd, code)
    return record(program, asked, how, run.steps, lambda line: tell(f"{script.name} is recorded: {line}"))
