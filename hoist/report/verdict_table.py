"""A verdict as text: the four questions of the proof, each with its answer and its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoist.report.style import render
from hoist.verify.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from hoist.report.style import Colour, Style
    from hoist.verify.verdict import Difference, Report, StepTimes

HEADLINES: dict[Verdict, tuple[str, Colour]] = {
    Verdict.SAME_BITS: ("the same, to the last bit", "green"),
    Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS: ("the same under common random numbers", "green"),
    Verdict.DIFFERENT: ("different", "red"),
    Verdict.COULD_NOT_BE_RUN: ("could not be run", "yellow"),
    Verdict.WILL_RAISE: ("the original cannot take a second turn of its loop", "yellow"),
}
SAME = {Verdict.SAME_BITS, Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS}
SHOWN_STEPS = (2, 17)  # and the last
STEPS_OF_A_SLOPE = 10
MEGABYTE = 1 << 20

Row = tuple[str, str, list[str]]


def verdict_text(report: Report, style: Style) -> str:
    """Return the verdict, the table of the four questions, the first difference, and the notes."""
    headline, colour = HEADLINES[report.verdict]
    parts = [style.paint(f"Verdict: {headline}", colour, bold=True)]
    if report.cause:
        parts[0] += f" ({report.cause})" if report.verdict in SAME else f": {report.cause}"
    rows = _rows(report)
    if rows:
        parts.append(_table(rows, style).rstrip("\n"))
    if report.difference is not None:
        parts.append("\n".join(_difference(report.difference, style)))
    parts.append("\n".join(_circumstances(report)))
    return style.fit("\n\n".join(part for part in parts if part)) + "\n"


def _rows(report: Report) -> list[Row]:
    """Return the questions that the runs answered."""
    rows = []
    if report.verdict in SAME or report.verdict is Verdict.DIFFERENT:
        rows += [_computation(report), _numbers(report)]
    if report.original is not None and report.rewritten is not None:
        rows += [_growth(report.original, report.rewritten), _step_time(report.original, report.rewritten)]
    return rows


def _computation(report: Report) -> Row:
    runs = f"{report.runs_compared} session runs in {report.turns} turns"
    if report.difference is not None and report.difference.what == "computation":
        return "The same computation?", "no", [f"{runs} compared"]
    return "The same computation?", "yes", [f"the fingerprints of {runs} agree"]


def _numbers(report: Report) -> Row:
    loss = [f"loss: {report.loss}"] if report.loss else []
    question = "The same numbers?"
    if report.verdict is Verdict.SAME_BITS:
        return question, "yes", ["every value, to the last bit", *loss]
    if report.verdict is Verdict.SAME_UNDER_COMMON_RANDOM_NUMBERS:
        return question, "yes", ["every value, to the last bit, where both draw the same random values", *loss]
    return question, "no", loss


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
    if original.memory_bytes and rewritten.memory_bytes:
        evidence.append(f"memory at the end: {_memory(original.memory_bytes)} -> {_memory(rewritten.memory_bytes)}")
    return "Is the step time flat?", "yes" if rewritten.flat else "no", evidence


def _slope(times: StepTimes) -> str:
    slope, low, high = map(_signed_milliseconds, (times.slope, times.slope_low, times.slope_high))
    return f"{slope} ms ({low} to {high})"


def _signed_milliseconds(seconds_a_step: float) -> str:
    value = round(1000 * STEPS_OF_A_SLOPE * seconds_a_step, 3)
    return f"{value:+.3g}" if value else "0"


def _memory(bytes_at_steps: Sequence[int]) -> str:
    return f"{bytes_at_steps[-1] / MEGABYTE:.0f} MiB"


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
        good = (answer == "no") == (question == "Does it still grow?")
        table.add_row(Text(question), Text(answer, "green" if good else "red"), Text("\n".join(evidence)))

    def draw(console: Console) -> None:
        console.print(table)

    return render(draw, style)


def _difference(difference: Difference, style: Style) -> list[str]:
    """Return the first place that differs, with both values."""
    place = [difference.what, difference.name]
    place.append(f"turn {difference.turn}" if difference.turn is not None else "")
    place.append(f"session run {difference.run}" if difference.run is not None else "")
    values = ((difference.where, difference.original_value), (difference.where_rewritten, difference.rewritten_value))
    lines = [
        style.paint("First difference: ", "red", bold=True) + ", ".join(part for part in map(str, filter(None, place)))
    ]
    for label, (where, value) in zip(("original", "rewritten"), values, strict=True):
        at = f" at {where}" if where else ""
        lines.append(f"  {label}{at}: {value}")
    return lines


def _circumstances(report: Report) -> list[str]:
    """Return on what the scripts were run, and what else the reader should know."""
    parts = [
        f"TensorFlow {report.tensorflow}" if report.tensorflow else "",
        f"Python {report.python}" if report.python else "",
        str(report.device or ""),
    ]
    lines = []
    if any(parts):
        lines.append(f"Run on {', '.join(filter(None, parts))}.")
    if report.random_draws:
        lines.append(f"Random draws aligned: {report.random_draws}.")
    if report.noise:
        lines.append(f"What differs between two runs of the original, and is no evidence: {report.noise}.")
    return lines + [f"Note: {note}" for note in report.notes]
