"""What one proof showed, as the page shows it: the same questions, words and figures as in the terminal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from hoist.report.style import PLAIN
from hoist.report.verdict_table import HEADLINES, circumstances, difference_lines, is_good, milliseconds, questions
from hoist.verify.verdict import Difference, Drift, Loss, Report, StepTimes, Verdict

DIGITS = 4  # of a step time in a curve


@dataclass(frozen=True)
class Gain:
    """What a rewrite brought, by the last step that both programs made.

    Attributes:
        nodes: nodes added for each step, before and after.
        seconds: what the last step took, before and after.
    """

    nodes: tuple[float, float]
    seconds: tuple[float, float]


def report_from(proof: dict[str, Any]) -> Report:
    """Return the report of which ``hoist verify --output-format json`` printed these values."""
    plain = {key: value for key, value in proof.items() if key not in ("script", "arguments", "equal")}
    difference, loss = plain["difference"], plain["loss"]
    return Report(
        **{
            **plain,
            "verdict": Verdict(plain["verdict"]),
            "difference": None if difference is None else Difference(**_tuples(difference)),
            "loss": None if loss is None else Loss(loss["name"], loss["where"], _numbers(loss["values"])),
            "drift": _drift(plain["drift"]),
            "original": _times(plain["original"]),
            "rewritten": _times(plain["rewritten"]),
            **{key: tuple(plain[key]) for key in ("noise", "unreached", "notes")},
        }
    )


def gain(report: Report) -> Gain | None:
    """Return what the rewrite brought; None if the programs were not timed."""
    if report.original is None or report.rewritten is None:
        return None
    last = min(len(report.original.seconds), len(report.rewritten.seconds))
    if not last:
        return None
    return Gain(
        (report.original.nodes_per_turn, report.rewritten.nodes_per_turn),
        (report.original.seconds[last - 1], report.rewritten.seconds[last - 1]),
    )


def proof_shown(proof: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of a proof, as JSON values."""
    report = report_from(proof)
    return {
        "script": proof["script"],
        "arguments": list(proof["arguments"]),
        "headline": HEADLINES[report.verdict][0],
        "equal": report.equal,
        "different": report.verdict is Verdict.DIFFERENT,
        "cause": report.cause,
        "questions": [
            {"question": question, "answer": answer, "good": is_good(question, answer), "evidence": _arrows(evidence)}
            for question, answer, evidence in questions(report)
        ],
        "difference": [] if report.difference is None else difference_lines(report.difference, PLAIN),
        "circumstances": circumstances(report),
        "curves": _curves(report),
    }


def _curves(report: Report) -> dict[str, Any] | None:
    """Return both step times in milliseconds, both counts of nodes, and a line of words for each program."""
    if report.original is None or report.rewritten is None:
        return None
    if not report.original.seconds or not report.rewritten.seconds:
        return None
    return {
        name: {
            "milliseconds": [float(f"{1000 * second:.{DIGITS}g}") for second in times.seconds],
            "nodes": list(times.nodes[: len(times.seconds)]),
            "time_words": f"{milliseconds(times.seconds[0])} at step 1, "
            f"{milliseconds(times.seconds[-1])} at step {len(times.seconds)}",
            "node_words": f"{times.nodes_per_turn:g} nodes added per step",
        }
        for name, times in (("original", report.original), ("rewritten", report.rewritten))
    }


def _arrows(lines: list[str]) -> list[str]:
    return [line.replace(" -> ", " → ") for line in lines]


def _times(plain: dict[str, Any] | None) -> StepTimes | None:
    if plain is None:
        return None
    low, high = plain["slope_low"], plain["slope_high"]
    ends = {
        "slope_low": -math.inf if low is None else low,  # JSON has no infinity
        "slope_high": math.inf if high is None else high,
    }
    return StepTimes(**{**_tuples(plain), **ends})


def _drift(plain: dict[str, Any] | None) -> Drift | None:
    if plain is None:
        return None
    far = {key: math.inf if plain[key] is None else plain[key] for key in ("largest", "of_array")}
    return Drift(**{**plain, **far, "own": _drift(plain["own"])})


def _tuples(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in plain.items()}


def _numbers(values: list[float | None]) -> tuple[float, ...]:
    return tuple(math.nan if value is None else value for value in values)
