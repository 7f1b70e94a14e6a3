"""A verdict as text: the four questions of the proof, each with its answer and its evidence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from hoist.report.style import render
from hoist.verify.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from hoist.report.style import Colour, Style
    from hoist.verify.verdict import Difference, Drift, Report, StepTimes

HEADLINES: dict[Verdict, tuple[str, Colour]] = {
    Verdict.SAME_BITS: ("the same, to the last bit", "green"),
    Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS: ("the same under common random numbers", "green"),
    Verdict.DIFFERENT: ("different", "red"),
    Verdict.COULD_NOT_BE_RUN: ("could not be run", "yellow"),
    Verdict.WILL_RAISE: ("the original cannot take a second turn of its loop", "yellow"),
}
# After these there are no numbers to lay side by side; the other kinds are found where all of these agree.
OTHER_COMPUTATION = {"computation", "runs", "error", "end", "turns"}
NOT_SHOWN = "not shown"
SHOWN_STEPS = (2, 17)  # and the last
STEPS_OF_A_SLOPE = 10
MEGABYTE = 1 << 20

Row = tuple[str, str, list[str]]


def verdict_text(report: Report, style: Style) -> str:
    """Return the verdict, the table of the four questions, the first difference, and the notes."""
    headline, colour = HEADLINES[report.verdict]
    parts = [style.paint(f"Verdict: {headline}", colour, bold=True)]
    if report.cause:
        parts[0] += f" ({report.cause})" if report.equal else f": {report.cause}"
    rows = questions(report)
    if rows:
        parts.append(_table(rows, style).rstrip("\n"))
    if report.difference is not None:
        parts.append("\n".join(difference_lines(report.difference, style)))
    parts.append("\n".join(circumstances(report)))
    return style.fit("\n\n".join(part for part in parts if part)) + "\n"


def questions(report: Report) -> list[Row]:
    """Return the questions that the runs answered, each with its answer and the evidence, line by line."""
    rows: list[Row] = []
    if report.equal or report.verdict is Verdict.DIFFERENT:
        rows += [_computation(report), _numbers(report)]
    if report.difference is not None and report.difference.what == "graph":
        rows.append(("Is the same graph left?", "no", ["variables and collections after the first turn"]))
    if report.original is not None and report.rewritten is not None:
        rows += [_growth(report.original, report.rewritten), _step_time(report.original, report.rewritten)]
    return rows


def is_good(question: str, answer: str) -> bool | None:
    """Return whether it is the answer that one hopes for; None if the question was not answered."""
    return None if answer == NOT_SHOWN else (answer == "no") == (question == "Does it still grow?")


def _computation(report: Report) -> Row:
    question = "The same computation?"
    difference = report.difference
    if difference is not None and difference.what in OTHER_COMPUTATION:
        return question, "no", [f"{report.runs_compared} session runs in {report.turns} turns were to be compared"]
    if difference is not None and difference.what == "value":
        return question, "yes", [f"the fingerprints agree up to session run {difference.run}, whose numbers differ"]
    return question, "yes", [f"the fingerprints of {report.runs_compared} session runs in {report.turns} turns agree"]


def _numbers(report: Report) -> Row:
    question = "The same numbers?"
    if report.difference is not None and report.difference.what in OTHER_COMPUTATION:
        return question, NOT_SHOWN, ["they are compared where the computation is the same"]
    if report.difference is not None and report.difference.what != "graph":
        return question, "no", ["see the first difference"]
    how = f"within {report.tolerance:.1e} of their size" if report.tolerance else "to the last bit"
    evidence = [f"every value, variable and file, {how}"]
    if report.random_draws:
        evidence.append("both drew the same random numbers; a seeded script may draw others of the same distribution")
    if report.loss is not None and report.loss.values:
        first, last = report.loss.values[0], report.loss.values[-1]
        evidence.append(
            f"{report.loss.name} ({report.loss.where}): {first:.6g} at first, {last:.6g} at last,"
            f" {len(report.loss.values)} values"
        )
    if report.drift is not None:
        evidence.append(drift_text(report.drift))
    return question, "yes", evidence


def drift_text(drift: Drift) -> str:
    """Return in one line how far the numbers drift apart with the optimizers on."""
    said = [*_drifting(drift)]
    if drift.own is not None and not drift.own.none:
        first, *others = _drifting(drift.own)
        said += [f"so do two runs of the original: {first}", *others]
    return "with TensorFlow's optimizers (Grappler) as the script has them: " + "; ".join(said)


def _drifting(drift: Drift) -> Iterator[str]:
    yield _numbers_apart(drift)
    if drift.others:
        many = drift.others > 1
        yield f"{drift.others:,} value{'s differ' if many else ' differs'} that cannot be laid side by side"
    if drift.parted:
        yield f"the scripts do not run the same from here on, and nothing more is compared: {drift.parted}"
    if drift.left_out:
        yield f"{drift.left_out:,} numbers of large arrays were left out"


def _numbers_apart(drift: Drift) -> str:
    if not drift.compared:
        return "there is no number to compare"
    if not drift.differing:
        some = f"all {drift.compared:,} numbers are" if drift.compared > 1 else "the one number is"
        return f"{some} the same to the last bit"
    far = f"by up to {drift.largest:.1e} of themselves and {drift.of_array:.1e} of the size of their array"
    if math.isinf(drift.largest):
        far = "and only one of two is finite"
    turn = f", turn {drift.turn}" if drift.turn is not None else ""
    place = f" ({drift.where}{turn})" if drift.where else ""
    values = f"{drift.original_value} and {drift.rewritten_value} in {drift.name}{place}"
    return f"{drift.differing:,} of {drift.compared:,} numbers drift, {far}: {values}"


def _growth(original: StepTimes, rewritten: StepTimes) -> Row:
    grows = rewritten.nodes_per_turn > 0
    nodes = f"nodes per turn: {original.nodes_per_turn:g} -> {rewritten.nodes_per_turn:g}"
    return "Does it still grow?", "yes" if grows else "no", [nodes]


def _step_time(original: StepTimes, rewritten: StepTimes) -> Row:
    last = min(len(original.seconds), len(rewritten.seconds))
    steps = sorted({step for step in SHOWN_STEPS if step <= last} | {last}) if last else []
    evidence = [
        f"step {step}: {milliseconds(original.seconds[step - 1])} -> {milliseconds(rewritten.seconds[step - 1])}"
        for step in steps
    ]
    evidence.append(f"slope per {STEPS_OF_A_SLOPE} steps: {_slope(original)} -> {_slope(rewritten)}")
    if last and original.memory_bytes and rewritten.memory_bytes:
        evidence.append(f"memory at step {last}: {_memory(original, last)} -> {_memory(rewritten, last)}")
    return "Is the step time flat?", "yes" if rewritten.flat else "no", evidence


def _slope(times: StepTimes) -> str:
    slope, low, high = map(_signed_milliseconds, (times.slope, times.slope_low, times.slope_high))
    return f"{slope} ms ({low} to {high})"


def _signed_milliseconds(seconds_a_step: float) -> str:
    value = round(1000 * STEPS_OF_A_SLOPE * seconds_a_step, 3)
    if not math.isfinite(value):
        return "unknown"
    return f"{value:+,.0f}" if abs(value) >= 1000 else f"{value:+.3g}" if value else "0"


def _memory(times: StepTimes, step: int) -> str:
    return f"{times.memory_bytes[:step][-1] / MEGABYTE:.0f} MiB"


def milliseconds(seconds: float) -> str:
    """Return a time in milliseconds with three digits that count."""
    value = 1000 * seconds
    return f"{value:,.0f} ms" if value >= 100 else f"{value:.3g} ms"


def _table(rows: Sequence[Row], style: Style) -> str:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    boxed = style.color
    table = Table(
        box=(box.ROUNDED if style.unicode else box.ASCII) if boxed else None,
        show_lines=boxed,
        pad_edge=boxed,
        padding=(0, 1, 0, 1) if boxed else (0, 2, 0, 0),
    )
    table.add_column("question", no_wrap=True)
    table.add_column("answer", no_wrap=True)
    table.add_column("evidence", overflow="fold")
    for question, answer, evidence in rows:
        good = is_good(question, answer)
        colour: Colour = "yellow" if good is None else "green" if good else "red"
        table.add_row(Text(question), Text(answer, colour), Text("\n".join(evidence)))

    def draw(console: Console) -> None:
        console.print(table)

    return render(draw, style)


def difference_lines(difference: Difference, style: Style) -> list[str]:
    """Return the first place that differs, with both values, line by line."""
    place = [difference.what, difference.name]
    place.append(f"turn {difference.turn}" if difference.turn is not None else "")
    place.append(f"session run {difference.run}" if difference.run is not None else "")
    sides = (
        ("original", difference.where, difference.original_value, difference.node, difference.built_at),
        (
            "rewritten",
            difference.where_rewritten,
            difference.rewritten_value,
            difference.node_rewritten,
            difference.built_at_rewritten,
        ),
    )
    lines = [
        style.paint("First difference: ", "red", bold=True) + ", ".join(part for part in map(str, filter(None, place)))
    ]
    for label, where, value, node, built_at in sides:
        at = f" at {where}" if where else ""
        lines.append(f"  {label}{at}: {value}")
        if node:
            which = "first node that differs" if difference.what == "computation" else "node"
            lines.append(f"    {which}: {node}{_built(built_at)}")
    return lines


def _built(lines: Sequence[str]) -> str:
    """Return where a node was built, and what called that."""
    return (", built at " + ", called at ".join(lines)) if lines else ""


def circumstances(report: Report) -> list[str]:
    """Return on what the scripts were run, and what else the reader should know."""
    parts = [
        f"TensorFlow {report.tensorflow}" if report.tensorflow else "",
        f"Python {report.python}" if report.python else "",
        report.device,
    ]
    lines = []
    if any(parts):
        lines.append(f"Run on {', '.join(filter(None, parts))}.")
    if report.loop:
        lines.append(f"Session loop: {report.loop}, {report.turns} turns compared.")
    lines += [f"No evidence, since two runs of the original differ in it: {noise}" for noise in report.noise]
    return lines + [f"Note: {note}" for note in report.notes]
