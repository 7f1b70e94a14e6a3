"""The command line: parse, call, print. What is slow to import is imported by the command that needs it."""

from __future__ import annotations

import enum
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoist import __version__
from hoist.migrate import command
from hoist.printing import (
    WRONG_USE,
    fail,
    indented,
    print_diff,
    print_findings,
    print_report,
    say,
    shown_work,
    write,
    write_bytes,
)
from hoist.request import check_codes, check_needs, check_run, every_rule, examined, recorded_of
from hoist.training import asked_for, command as of_training

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from hoist.examine import Examination
    from hoist.fix import Plan
    from hoist.proof import Outcome

DONE, FOUND, NOT_WRITTEN, INTERRUPTED = 0, 1, 3, 130
SHOW_TRACEBACK = "HOIST_TRACEBACK"
SCRIPT_ARGUMENTS = "script arguments"

_USAGE_ERROR: Any = typer.BadParameter.__base__  # typer brings its own or takes click's, by its version

app = typer.Typer(
    name="hoist",
    help="Find graph builds inside TensorFlow session loops, move them out, and prove that nothing else changes.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Format(enum.Enum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"


Paths = Annotated[list[Path] | None, typer.Argument(help="Files and folders; this folder if none.", show_default=False)]
OutputFormat = Annotated[Format, typer.Option("--output-format", help="Print text or JSON.")]
Select = Annotated[list[str] | None, typer.Option("--select", help="Only rules with this code or prefix.")]
Ignore = Annotated[list[str] | None, typer.Option("--ignore", help="No rules with this code or prefix.")]
Python = Annotated[str | None, typer.Option("--python", help="Interpreter that runs the scripts; hoist's own if none.")]
Device = Annotated[str, typer.Option("--device", help="auto, cpu, gpu or gpu:N.")]
Steps = Annotated[
    int, typer.Option("--steps", min=3, help="Turns of the session loop, or batches, at which a run stops.")
]
Timeout = Annotated[float, typer.Option("--timeout", min=1, help="Seconds that one run may take.")]
KeepNumbers = Annotated[
    bool, typer.Option("--keep-numbers", help="Write only what draws the same random numbers under the same seed.")
]

Try = Annotated[
    bool, typer.Option("--try", help="Also write what the source does not show to be right, if both runs agree.")
]
Trace = Annotated[
    bool,
    typer.Option("--trace", help="Run each script once before, and also write what that shows, if both runs agree."),
]
ReportFile = Annotated[
    Path | None, typer.Option("--report", help="Write what was found, rewritten and shown to this HTML page.")
]


def main() -> None:
    """Run the command line; arguments after ``--`` go to the script."""
    arguments = sys.argv[1:]
    own, script = arguments, []
    if "--" in arguments:
        at = arguments.index("--")
        own, script = arguments[:at], arguments[at + 1 :]
    signal.signal(signal.SIGTERM, _stop)
    try:
        code = app(args=own, obj={SCRIPT_ARGUMENTS: tuple(script)}, prog_name="hoist", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        fail("stopped", code=INTERRUPTED)
    except _USAGE_ERROR as error:
        if not own:  # nothing asked: the error is the help
            error.show()
            raise SystemExit(WRONG_USE) from None
        fail(f"{error.format_message().rstrip('.')}; `hoist {_command(own)}--help` tells more")
    except BrokenPipeError:  # the reader of a pipe, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = DONE
    except Exception as error:  # the last place before a traceback would reach a user
        if os.environ.get(SHOW_TRACEBACK):
            raise
        fail(_internal(error), code=NOT_WRITTEN)
    if code == INTERRUPTED:  # typer's own word for Ctrl-C
        say("stopped")
    raise SystemExit(code)


def _internal(error: Exception) -> str:
    """One line for a fault of hoist's own."""
    import traceback

    last = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
    where = f"{Path(last.filename).name}:{last.lineno}"
    return f"a fault of hoist itself: {what} ({where}); please report it with {SHOW_TRACEBACK}=1"


def _stop(_number: int, _frame: object) -> NoReturn:
    """Be stopped as by Ctrl-C: what runs is ended, and nothing is left behind."""
    raise KeyboardInterrupt


def _command(arguments: Sequence[str]) -> str:
    names = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
    return f"{arguments[0]} " if arguments[0] in names else ""


@app.callback(invoke_without_command=True)
def _hoist(
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    if version:
        write(f"hoist {__version__}\n")
        raise typer.Exit


@app.command()
def check(
    paths: Paths = None,
    output_format: OutputFormat = Format.TEXT,
    select: Select = None,
    ignore: Ignore = None,
) -> None:
    """Show what grows the graph; exit code 1 if there is anything."""
    if asked_for(select):
        check_codes([*(select or ()), *(ignore or ())])
        asked = of_training.Asked(paths or (), select or (), ignore or (), output_format is Format.JSON)
        raise typer.Exit(of_training.check(asked))
    examination = examined(paths, (select, ignore))
    from hoist.fix import plan  # what cannot be edited is shown as refused here as well

    findings = plan(examination, Path.cwd()).findings
    if output_format is Format.JSON:
        from hoist.report.json_output import findings_json

        write(findings_json(findings))
    else:
        print_findings(findings, examination)
    raise typer.Exit(WRONG_USE if examination.problems else FOUND if findings else DONE)


@app.command()
def fix(
    context: typer.Context,
    paths: Paths = None,
    diff: Annotated[bool, typer.Option("--diff", help="Print a diff that git apply takes, and write nothing.")] = False,
    verify: Annotated[bool, typer.Option("--verify/--no-verify", help="Run both before writing.")] = True,
    python: Python = None,
    device: Device = "auto",
    steps: Steps = 20,
    timeout: Timeout = 900.0,
    keep_numbers: KeepNumbers = False,
    tried: Try = False,
    traced: Trace = False,
    accept_worse: of_training.AcceptWorse = False,
    learning_rate: of_training.LearningRate = None,
    scale_batch: of_training.ScaleBatch = False,
    seeds: of_training.Seeds = 5,
    output_format: OutputFormat = Format.TEXT,
    report: ReportFile = None,
    select: Select = None,
    ignore: Ignore = None,
) -> None:
    """Rewrite, run original and rewritten, and write what is proved equal; arguments after -- go to the script."""
    from hoist.fix import plan, together, without
    from hoist.fixing import carried_out, check_report, print_fix_json, summary_of_fix, write_report
    from hoist.proof import Run

    if asked_for(select):
        check_codes([*(select or ()), *(ignore or ())])
        of_training.check_proved(verify and not (keep_numbers or tried or traced or report is not None))
        json = output_format is Format.JSON
        asked = of_training.Asked(paths or (), select or (), ignore or (), json, learning_rate, scale_batch)
        batches = steps if of_training.given(context, "steps") else None
        how = None if diff else (python, device, batches, timeout, context.obj[SCRIPT_ARGUMENTS], seeds)
        raise typer.Exit(of_training.fix(asked, how, shown_work, accept_worse=accept_worse))
    of_training.check_unasked(context)
    options = {"--keep-numbers": keep_numbers, "--try": tried, "--trace": traced}
    check_needs((option for option, given in options.items() if given), verify=verify, diff=diff)
    if report is not None and diff:
        fail("--report tells what was done, and --diff does nothing: leave out one of them")
    if report is not None:
        check_report(report)
    codes = (select, ignore)
    run = Run(python, device, steps, timeout, context.obj[SCRIPT_ARGUMENTS], keep_numbers) if verify else None
    recorded = recorded_of(paths, codes, run) if traced and run is not None else None
    examination = examined(paths, codes, tried=tried, recorded=recorded)
    planned = plan(examination, Path.cwd())
    if diff:
        write_bytes(planned.patch)
        raise typer.Exit(WRONG_USE if examination.problems else FOUND if planned.diff else DONE)
    if run is not None and planned.groups:
        check_run(run)
    text = output_format is Format.TEXT
    if text:
        print_findings(planned.findings, examination)
        print_diff(planned.diff)
    carried = carried_out(planned.groups, run, text=text)
    if (tried or traced) and any(not outcome.written for _, outcome in carried):
        proved = plan(examined(paths, codes, quiet=True), Path.cwd())
        if proved.diff != planned.diff:  # else nothing was tried
            left = without(proved, {path for _, outcome in carried for path in outcome.written})
            if text and left.groups:
                write("\nWhat was tried did not agree. What is shown from the source alone:\n")
                print_diff(left.diff)
            written = [(group, outcome) for group, outcome in carried if outcome.written]
            carried = [*written, *carried_out(left.groups, run, text=text)]
            planned = together(planned, left)
    outcomes = [outcome for _, outcome in carried]
    if not text:
        print_fix_json(planned, outcomes)
    if report is not None:
        write_report(report, summary_of_fix(paths or (), planned, carried, run, examination))
    raise typer.Exit(_fix_code(planned, outcomes, examination))


@app.command()
def verify(
    context: typer.Context,
    original: Annotated[Path, typer.Argument(help="The script as it was.")],
    rewritten: Annotated[Path, typer.Argument(help="The script as it is to be.")],
    python: Python = None,
    device: Device = "auto",
    steps: Steps = 20,
    timeout: Timeout = 900.0,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """Run both scripts and compare; arguments after -- go to both."""
    from hoist.proof import Run, prove_pair

    for path in (original, rewritten):
        if not path.is_file():
            fail(f"{path}: no such file")
    companions = [path for path in _local_files(rewritten) if path.is_relative_to(rewritten.resolve().parent)]
    run = Run(python, device, steps, timeout, context.obj[SCRIPT_ARGUMENTS])
    report = shown_work(partial(prove_pair, original, rewritten, companions, run))
    if output_format is Format.JSON:
        from hoist.report.json_output import verdict_json

        write(verdict_json(report))
    else:
        print_report(report)
    raise typer.Exit(DONE if report.equal else NOT_WRITTEN)


@app.command()
def trace(
    context: typer.Context,
    script: Annotated[Path, typer.Argument(help="The script.")],
    python: Python = None,
    device: Device = "auto",
    steps: Steps = 20,
    timeout: Timeout = 900.0,
    output_format: OutputFormat = Format.TEXT,
) -> None:
    """Run a script and show which lines add nodes at each turn; arguments after -- go to the script."""
    from hoist.growth import trace_script
    from hoist.proof import Run

    if not script.is_file():
        fail(f"{script}: no such file")
    run = Run(python, device, steps, timeout, context.obj[SCRIPT_ARGUMENTS])
    traced = shown_work(partial(trace_script, script, run))
    if output_format is Format.JSON:
        from hoist.report.json_output import growth_json

        write(growth_json(traced.growth, traced.known))
    else:
        from hoist.report.growth_table import growth_text
        from hoist.report.style import style_for

        write(growth_text(traced.growth, style_for(sys.stdout), traced.source, traced.known))
    raise typer.Exit(NOT_WRITTEN if traced.growth.cause else FOUND if traced.growth.lines else DONE)


app.command()(command.migrate)
app.command()(command.report)


@app.command()
def rules() -> None:
    """List the rules."""
    for rule in every_rule():
        write(f"{rule.code}  {rule.name:28} {rule.explanation.splitlines()[0]}\n")


@app.command()
def explain(code: Annotated[str, typer.Argument(help="A rule (HST101) or a reason for refusing (HSR01).")]) -> None:
    """Explain a rule or a refusal."""
    from hoist.refusals import REFUSALS

    wanted = code.strip().upper()
    for rule in every_rule():
        if rule.code == wanted:
            before, after = map(indented, rule.example)
            write(f"{rule.code} {rule.name}\n\n{rule.explanation}\n\nBefore:\n\n{before}\nAfter:\n\n{after}")
            return
    refusal = REFUSALS.get(wanted)
    if refusal is None:
        fail(f"{code}: no such rule or refusal; `hoist rules` lists the rules, refusals are HSR01 to {max(REFUSALS)}")
    write(f"{refusal.code} {refusal.title}\n\n{refusal.explanation}\n\nWhat you can do: {refusal.advice}\n")


def _fix_code(planned: Plan, outcomes: Sequence[Outcome], examination: Examination) -> int:
    from hoist.fix import remaining

    if not all(outcome.written for outcome in outcomes):
        return NOT_WRITTEN
    if examination.problems:
        return WRONG_USE
    return FOUND if remaining(planned.findings) else DONE


def _local_files(script: Path) -> Sequence[Path]:
    """The script's own modules, for a rewritten script that has companions."""
    from hoist.examine import local_files

    return local_files(script)
