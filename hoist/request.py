"""What a command is asked for: codes, files and runs, checked before anything is done, and the files examined."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hoist.printing import fail, named, say, shown_work

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hoist.examine import Examination
    from hoist.proof import Run
    from hoist.recorded import Recorded
    from hoist.rules import Rule
    from hoist.training import TrainingRule

Codes = tuple["Sequence[str] | None", "Sequence[str] | None"]


def every_rule() -> Iterator[Rule | TrainingRule]:
    """The rules of session loops, then those of training."""
    from hoist.rules import all_rules
    from hoist.training import training_rules

    yield from all_rules()
    yield from training_rules()


def check_codes(codes: Iterable[str]) -> None:
    """Refuse a code or prefix that no rule has."""
    known = [rule.code for rule in every_rule()]
    for code in codes:
        if not any(rule.startswith(code) for rule in known):
            fail(f"{code}: no rule has this code or prefix; `hoist rules` lists them")


def check_needs(asked: Iterable[str], *, verify: bool, diff: bool) -> None:
    """Refuse options that need the runs where nothing is run."""
    for option in asked:
        if option == "--keep-numbers" and (diff or not verify):
            fail("--keep-numbers needs the runs: leave out --diff and --no-verify")
        if not verify:
            fail(f"{option} needs the runs: leave out --no-verify")


def check_run(run: Run) -> None:
    """Say what is wrong with the interpreter or device before anything else is printed."""
    from hoist import proof
    from hoist.verify import VerifyError

    try:
        proof.check_run(run)
    except VerifyError as error:
        fail(str(error))


def examined(
    paths: list[Path] | None,
    codes: Codes,
    *,
    tried: bool = False,
    recorded: Recorded | None = None,
    quiet: bool = False,
) -> Examination:
    """Read and examine; what cannot be read is said, a line each."""
    from hoist.examine import examine
    from hoist.recorded import NOTHING
    from hoist.source.walk import python_files

    select, ignore = codes[0] or (), codes[1] or ()
    check_codes([*select, *ignore])
    walk = python_files(paths or [Path()])
    if walk.problems and not walk.files:
        fail(*(str(problem) for problem in walk.problems))
    examination = examine(
        walk.files,
        select=select,
        ignore=ignore,
        named=[path for path in paths or () if not path.is_dir()],
        tried=tried,
        recorded=recorded or NOTHING,
    )
    problems = (*walk.problems, *examination.problems)
    for problem in problems if not quiet else ():
        say(str(problem))
    return replace(examination, problems=problems)


def recorded_of(paths: list[Path] | None, codes: Codes, run: Run) -> Recorded:
    """Run each script that something could be recorded of, once; where that fails, say what is done without it."""
    from functools import partial

    from hoist.recorded import ASKING, NOTHING
    from hoist.recording import record_scripts

    asking = examined(paths, codes, recorded=ASKING, quiet=True)
    if not asking.recorded:
        return NOTHING
    check_run(run)
    records = shown_work(partial(record_scripts, asking, run))
    for script, cause in records.failed:
        say(f"{named(script)}: nothing could be recorded, only what the source shows counts: {cause}")
    return records.recorded
