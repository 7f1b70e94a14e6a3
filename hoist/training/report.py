"""Proposals and what their runs showed, as text and as JSON."""

from __future__ import annotations

import json
import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoist.report.excerpt import excerpt
from hoist.report.json_output import to_plain
from hoist.report.style import render
from hoist.training.adam_proof import Curves
from hoist.training.curves import Answer, Comparison, Spread
from hoist.training.data_proof import Batches, Equal
from hoist.training.mirrored_proof import Mirrored
from hoist.training.mirrored_report import mirrored_line, mirrored_text
from hoist.training.proposal import Proposal

if TYPE_CHECKING:
    from hoist.report.style import Colour, Style
    from hoist.training.prove import Outcome, Shown

MEGABYTE = 1 << 20
_COLOURS: dict[Answer | Equal, Colour] = {
    Equal.SAME_BITS: "green",
    Equal.SAME_AND_SLOWER: "red",
    Equal.DIFFERENT: "red",
    Equal.COULD_NOT_BE_RUN: "yellow",
    Answer.SOONER: "green",
    Answer.NOT_SOONER: "red",
    Answer.COULD_NOT_BE_RUN: "yellow",
}


def proposals_text(proposals: Sequence[Proposal], sources: Mapping[Path, str], style: Style) -> str:
    """Return the proposals grouped by file, each with its source lines, and a summary line."""
    if not proposals:
        return style.paint("No change of training is proposed.", "green") + "\n"
    blocks = []
    for path, group in groupby(proposals, key=lambda one: one.path):
        of_file = list(group)
        lines = sources[path].replace("\r\n", "\n").replace("\r", "\n").split("\n") if path in sources else []
        blocks.append(style.paint(f"{path.as_posix()}: {_count(len(of_file))}", bold=True))
        blocks += [_proposal_text(one, lines, style) for one in of_file]
    refused = sum(bool(one.refusal) for one in proposals)
    total = style.paint(f"{_count(len(proposals))} proposed", bold=True)
    blocks.append(f"{total}: {len(proposals) - refused} can be tried, {refused} refused. These are no faults.")
    return style.fit("\n\n".join(blocks)) + "\n"


def _count(number: int) -> str:
    return "1 change of training" if number == 1 else f"{number} changes of training"


def _proposal_text(one: Proposal, lines: Sequence[str], style: Style) -> str:
    gutter = " " * len(str(one.span.end_line))
    arrow = style.paint(f"{gutter}-->", "blue", bold=True)
    head = [
        f"{style.paint(one.rule, 'cyan', bold=True)} {style.paint(one.message, bold=True)}",
        f"{arrow} {one.path.as_posix()}:{one.span.line}:{one.span.column + 1}",
    ]
    notes = [("change of training", one.change)] if one.change else []
    notes += [(f"refused {one.refusal}", one.explanation), ("what you can do", one.advice)] if one.refusal else []
    return "\n".join([*head, *excerpt(lines, one.span, style), *(_note(gutter, *note, style) for note in notes)])


def _note(gutter: str, label: str, text: str, style: Style) -> str:
    first = f"{gutter} = {label}: "
    return textwrap.fill(
        first + text,
        style.width,
        subsequent_indent=" " * len(f"{gutter} = "),
        break_long_words=False,
        break_on_hyphens=False,
    )


def outcome_text(outcome: Outcome, names: Iterable[str], style: Style) -> str:
    """Return what the runs showed of changes that are written together, and whether they were."""
    parts = [_shown_text(show, style) for show in outcome.shown]
    if outcome.cause:
        parts.append(style.paint(f"Verdict: could not be run: {outcome.cause}", "yellow", bold=True))
    notes = [f"Run on {outcome.versions}."] if outcome.versions else []
    notes += [
        f"Data set {name} is not on this machine: generated arrays of its shape took its place; the losses are theirs."
        for name in outcome.generated
    ]
    parts += ["\n".join(notes)] if notes else []
    files = ", ".join(names)
    if outcome.written:
        parts.append(f"Written: {files}")
    elif outcome.shown and all(show.acceptable for show in outcome.shown) and not outcome.cause:
        parts.append(f"Not written: {files} (--accept-worse writes it nevertheless)")
    else:
        parts.append(f"Not written: {files}")
    return "\n" + style.fit("\n\n".join(parts)) + "\n"


def verdict_line(comparison: Comparison) -> str:
    """Return what was shown, in one sentence."""
    if comparison.answer is Answer.COULD_NOT_BE_RUN:
        return f"could not be run: {comparison.cause}"
    loss = f"{comparison.loss:.4g}"
    steps = f"step {_steps(comparison.changed)} instead of {_steps(comparison.original)}"
    if comparison.answer is Answer.SOONER:
        return f"reaches loss {loss} at {steps}"
    if math.isinf(comparison.changed.median):
        return f"does not reach loss {loss}, which the original reaches at step {_steps(comparison.original)}"
    return f"does not gain: loss {loss} at {steps}; {comparison.cause}"


def _steps(spread: Spread) -> str:
    words = ["never" if math.isinf(v) else f"{v:g}" for v in (spread.median, spread.least, spread.greatest)]
    return f"{words[0]} ({words[1]} to {words[2]})"


def _losses(spread: Spread) -> str:
    return f"{spread.median:.4g} ({spread.least:.4g} to {spread.greatest:.4g})"


def verdict_of(show: Shown) -> str:
    """Return what was shown of one change, in one sentence."""
    if isinstance(show, Mirrored):
        return mirrored_line(show)
    return batches_line(show) if isinstance(show, Batches) else verdict_line(show.comparison)


def batches_line(show: Batches) -> str:
    """Return what was shown of a dataset in place of arrays, in one sentence."""
    same = f"the same batches give the same losses and weights, to the last bit ({show.batches} batches)"
    if show.answer is Equal.SAME_BITS:
        return same
    if show.answer is Equal.SAME_AND_SLOWER:
        return f"{same}, but {show.cause}"
    return f"{'different' if show.answer is Equal.DIFFERENT else 'could not be run'}: {show.cause}"


def _shown_text(show: Shown, style: Style) -> str:
    if isinstance(show, Mirrored):
        return mirrored_text(show, style)
    return _batches_text(show, style) if isinstance(show, Batches) else _curves_text(show, style)


def _batches_text(show: Batches, style: Style) -> str:
    line = style.paint(f"Verdict: {batches_line(show)}", _COLOURS[show.answer], bold=True)
    lines = [f"{line}\n{show.path.name}:{show.line}: arrays -> dataset"]
    rounds = "; ".join(f"{before * 1e3:.3g} ms -> {after * 1e3:.3g} ms" for before, after in show.seconds)
    if show.seconds:
        lines += [f"Time of a step, its input in it: {rounds} (rounds in turn)"]
    if all(show.memory):
        before, after = (f"{size / MEGABYTE:,.0f} MiB" for size in show.memory)
        lines += [f"Memory at most: {before} -> {after}"]
    if show.acceptable and not show.epochs:
        lines += ["No epoch came to its end: the last batch and the validation were not compared (more --steps would)."]
    if show.acceptable:
        lines += ["Both shuffle alike; under a given seed, the orders that they draw are not the same."]
    return "\n".join(lines)


def _curves_text(show: Curves, style: Style) -> str:
    comparison = show.comparison
    where = f"{show.path.name}:{show.line}"
    line = style.paint(f"Verdict: {verdict_line(comparison)}", _COLOURS[comparison.answer], bold=True)
    parts = [f"{line}\n{where}: {show.before} -> {show.after}"]
    if comparison.points:
        parts.append(render(lambda console: console.print(_table(show)), style).rstrip("\n"))
        how = (
            f"{comparison.seeds} seeds, the same for both; median (least to greatest); losses averaged"
            f" over {comparison.window} steps; by chance alone so many pairs would agree in {comparison.chance:.1%}."
        )
        more = []
        if show.validation is not None:
            more = [
                f"Validation loss at the last epoch: {_losses(show.validation[0])} -> {_losses(show.validation[1])}"
            ]
        parts.append("\n".join([textwrap.fill(how, style.width), *more]))
    return "\n\n".join(parts)


def _table(show: Curves) -> Any:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("step", justify="right")
    table.add_column(f"loss with {show.before}")
    table.add_column(f"loss with {show.after}")
    for point in show.comparison.points:
        table.add_row(str(point.step), _losses(point.original), _losses(point.changed))
    return table


def check_json(proposals: Iterable[Proposal]) -> str:
    """Return what ``hoist check --select HST3 --output-format json`` prints."""
    return _dump({"changes_of_training": [one.to_json() for one in proposals]})


def fix_json(proposals: Iterable[Proposal], outcomes: Sequence[Outcome], diff: str, names: Iterable[str]) -> str:
    """Return what ``hoist fix --select HST3 --output-format json`` prints."""
    return _dump(
        {
            "changes_of_training": [one.to_json() for one in proposals],
            "proofs": [_outcome_json(outcome) for outcome in outcomes],
            "diff": diff,
            "written": list(names),
        }
    )


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "shown": [_shown_json(show) for show in outcome.shown],
        "versions": outcome.versions,
        "generated": list(outcome.generated),
        "cause": outcome.cause,
        "written": bool(outcome.written),
    }


def _shown_json(show: Shown) -> dict[str, Any]:
    plain = to_plain(show)
    assert isinstance(plain, dict)
    plain["verdict"] = verdict_of(show)
    return plain


def _dump(document: Mapping[str, object]) -> str:
    return json.dumps(document, indent=2, allow_nan=False) + "\n"
