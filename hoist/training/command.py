"""``hoist check`` and ``hoist fix`` where a select names changes of training."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoist.printing import WRONG_USE, fail, named, print_diff, say, write, write_bytes
from hoist.training import PREFIX

if TYPE_CHECKING:
    from hoist.report.style import Style
    from hoist.training.examine import Proposed
    from hoist.training.proposal import Wishes
    from hoist.training.prove import Outcome

    Work = Callable[[Callable[[str], None]], Outcome]

DONE, FOUND, NOT_WRITTEN = 0, 1, 3

AcceptWorse = Annotated[
    bool, typer.Option("--accept-worse", help="Write changes of training (HST3) that were measured and gain nothing.")
]
LearningRate = Annotated[
    float | None, typer.Option("--learning-rate", min=0, help="Rate for Adam (HST303); its default if none.")
]
Seeds = Annotated[int, typer.Option("--seeds", min=5, help="Runs of each program for a change of training (HST3).")]
ScaleBatch = Annotated[
    bool, typer.Option("--scale-batch", help="Multiply the batch by the number of replicas (HST301).")
]
_OWN = ("accept_worse", "learning_rate", "scale_batch", "seeds")
_MIRRORED = "HST301"


@dataclass(frozen=True)
class Asked:
    """What the user asked for, whatever the command.

    Attributes:
        paths: files and folders.
        select: codes and prefixes, all of changes of training.
        ignore: codes and prefixes to leave out.
        json: whether JSON is printed.
        learning_rate: the rate that is written; None for the default of what is written.
        scale_batch: whether batches are multiplied by the number of replicas.
    """

    paths: Sequence[Path]
    select: Sequence[str]
    ignore: Sequence[str]
    json: bool
    learning_rate: float | None = None
    scale_batch: bool = False

    @property
    def wishes(self) -> Wishes:
        """What is to be written."""
        from hoist.training.proposal import Wishes

        return Wishes(self.learning_rate, self.scale_batch)


def given(context: typer.Context, option: str) -> bool:
    """Whether the user gave an option, rather than it having its default."""
    source = context.get_parameter_source(option)
    return source is not None and source.name == "COMMANDLINE"


def check_unasked(context: typer.Context) -> None:
    """Refuse options that only changes of training have, where none are selected."""
    if any(given(context, name) for name in _OWN):
        names = [f"--{name.replace('_', '-')}" for name in _OWN]
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        fail(f"{listed} are about changes of training: select them (--select HST3)")


def check_proved(proved: bool) -> None:
    """Refuse options that would write without the proof that changes of training have."""
    if not proved:
        fail(
            "changes of training (HST3...) are written only after runs that show them: leave out --keep-numbers,"
            " --try, --report and --no-verify"
        )


def check(asked: Asked) -> int:
    """Show the changes of training that could be tried; gives the exit code."""
    proposed = _propose(asked)
    if asked.json:
        from hoist.training.report import check_json

        write(check_json(proposed.proposals))
    else:
        _print_proposals(proposed)
    return WRONG_USE if proposed.problems else FOUND if proposed.proposals else DONE


def fix(asked: Asked, how: tuple[Any, ...] | None, show: Callable[[Work], Outcome], *, accept_worse: bool) -> int:
    """Try the changes of training and write those that do what they are there for; gives the exit code.

    Args:
        asked: for what.
        how: how the scripts are run, as ``Training`` takes it; None prints the diff and writes nothing.
        show: does a piece of work under a progress display.
        accept_worse: whether to write what was measured and is no gain.
    """
    if asked.scale_batch and not any(_MIRRORED.startswith(code) for code in asked.select):
        fail(f"--scale-batch is about {_MIRRORED}: select it (--select {_MIRRORED})")
    proposed = _propose(asked)
    if how is None:
        write_bytes(proposed.patch)
        return WRONG_USE if proposed.problems else FOUND if proposed.diff else DONE
    if not asked.json:
        _print_proposals(proposed)
        print_diff(proposed.diff)
    from hoist.training.runs import Training

    training = Training(*how)
    outcomes = []
    for code in sorted({one.rule for one in proposed.proposals if one.edits}):
        # One rule after the other: each is proved on what the one before has left.
        stage = _propose(replace(asked, select=[code]), quiet=True)
        for group in stage.groups:
            from hoist.training.prove import carry_out
            from hoist.training.report import outcome_text

            work = partial(carry_out, group, stage.proposals, training, accept_worse=accept_worse)
            outcomes.append(show(work))
            if not asked.json:
                names = [named(change.path) for change in group.changes]
                write(f"\n{code}\n{outcome_text(outcomes[-1], names, _style())}")
    if asked.json:
        from hoist.training.report import fix_json

        written = list(dict.fromkeys(named(path) for outcome in outcomes for path in outcome.written))
        write(fix_json(proposed.proposals, outcomes, proposed.diff, written))
    if not all(outcome.written for outcome in outcomes):
        return NOT_WRITTEN
    return WRONG_USE if proposed.problems else FOUND if any(one.refusal for one in proposed.proposals) else DONE


def _propose(asked: Asked, *, quiet: bool = False) -> Proposed:
    """Read and ask the rules; what cannot be read is said, a line each."""
    from hoist.source.walk import python_files
    from hoist.training.examine import propose

    others = [code for code in asked.select if not code.startswith(PREFIX)]
    if others:
        fail(f"{', '.join(others)}: changes of training ({PREFIX}...) are selected alone; run the others on their own")
    walk = python_files(asked.paths or [Path()])
    if walk.problems and not walk.files:
        fail(*(str(problem) for problem in walk.problems))
    proposed = propose(
        walk.files,
        select=asked.select,
        ignore=asked.ignore,
        named=[path for path in asked.paths if not path.is_dir()],
        wishes=asked.wishes,
        base=Path.cwd(),
    )
    problems = (*walk.problems, *proposed.problems)
    for problem in problems if not quiet else ():
        say(str(problem))
    return replace(proposed, problems=problems)


def _print_proposals(proposed: Proposed) -> None:
    from hoist.training.report import proposals_text

    sources = {path: source.text for path, source in proposed.sources.items()}
    write(proposals_text(proposed.proposals, sources, _style()))


def _style() -> Style:
    from hoist.report.style import style_for

    return style_for(sys.stdout)
