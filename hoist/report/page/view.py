"""A campaign as its page shows it: a row for each repository, and what opens below it."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from hoist.findings import RemedyKind, Tier
from hoist.migrate.result import Outcome, Result, Rewrite, Summary
from hoist.refusals import REFUSALS
from hoist.report.page.proofs import Gain, gain, proof_shown, report_from
from hoist.report.page.text import visible
from hoist.report.terminal import REMEDIES, TIERS
from hoist.report.verdict_table import milliseconds
from hoist.rules import all_rules

WORDS = {
    Outcome.PROVED: ("proved", "every rewrite was run and computes the same"),
    Outcome.PROVED_IN_PART: ("proved in part", "some rewrites were run and compute the same, others were not"),
    Outcome.REWRITTEN: ("rewritten, not run", "there is a rewrite, shown from the source alone: it could not be run"),
    Outcome.REFUSED: ("refused", "something grows, and there is no rewrite, or none that computes the same"),
    Outcome.CLEAN: ("clean", "nothing was found that grows"),
    Outcome.FAILED: ("failed", "it could not be worked on"),
}
REWRITE_WORDS = {
    Outcome.PROVED: "proved: run, and the same",
    Outcome.REWRITTEN: "not run",
    Outcome.REFUSED: "refused: run, and not the same",
}
_REFUSE = RemedyKind.REFUSE.value


@dataclass(frozen=True)
class Row:
    """What the table says of a repository.

    Attributes:
        name: of the repository.
        outcome: the outcome's name.
        words: the outcome in words.
        reason: one line that says why.
        codes: rules and refusals that are met in it.
        findings: how many there are.
        refused: how many of them are left as they are.
        gain: what the rewrite brought where the graph grew most; None if nothing was timed.
    """

    name: str
    outcome: str
    words: str
    reason: str
    codes: tuple[str, ...]
    findings: int
    refused: int
    gain: Gain | None

    @property
    def nodes(self) -> str:
        """Nodes added for each step, before and after."""
        return f"{self.gain.nodes[0]:,g} → {self.gain.nodes[1]:,g}" if self.gain else ""

    @property
    def step_time(self) -> str:
        """What the last step took, before and after."""
        return " → ".join(map(milliseconds, self.gain.seconds)) if self.gain else ""


def row(result: Result) -> Row:
    """Return what the table says of a repository."""
    codes = {finding["rule"] for finding in result.findings}
    codes |= {finding["remedy"]["reason"] for finding in result.findings} - {None}
    proofs = [proof for rewrite in result.rewrites for proof in rewrite.proofs]
    gains = [one for one in (gain(report_from(proof)) for proof in proofs) if one is not None]
    return Row(
        visible(result.name),
        result.outcome.value,
        WORDS[result.outcome][0],
        visible(result.reason),
        tuple(sorted(codes)),
        len(result.findings),
        sum(finding["remedy"]["kind"] == _REFUSE for finding in result.findings),
        max(gains, key=lambda one: one.nodes[0], default=None),
    )


def details(result: Result) -> dict[str, Any]:
    """Return what opens below a repository's row, as JSON values."""
    shown = {
        "reason": result.reason,
        "advice": result.advice,
        "facts": _facts(result),
        "take": _take(result),
        "rewrites": [_rewrite(rewrite, result) for rewrite in result.rewrites],
        "findings": [_finding(finding) for finding in result.findings],
        "problems": list(result.problems),
    }
    return {key: value for key, value in shown.items() if value}


def outcome_counts(summary: Summary) -> list[tuple[str, str, str, int]]:
    """Return each outcome that is met: name, words, meaning, how often."""
    counted = Counter(result.outcome for result in summary.results)
    return [(outcome.value, *WORDS[outcome], counted[outcome]) for outcome in Outcome if counted[outcome]]


def code_counts(rows: list[Row]) -> list[tuple[str, list[tuple[str, str, int]]]]:
    """Return rules and refusals that are met: code, title, in how many repositories."""
    counted = Counter(code for one in rows for code in one.codes)
    known = {
        "Rules": {rule.code: rule.name for rule in all_rules()},
        "Refusals": {code: refusal.title for code, refusal in REFUSALS.items()},
    }
    groups = [
        (label, [(code, title, counted[code]) for code, title in titles.items() if counted[code]])
        for label, titles in known.items()
    ]
    return [group for group in groups if group[1]]


def when(started: str) -> str:
    """Return a time in ISO 8601 as a person writes it; what is none, as it is."""
    try:
        moment = datetime.fromisoformat(started)
    except ValueError:
        return visible(started)
    return f"{moment.day} {moment:%B %Y, %H:%M} {moment.tzname() or ''}".rstrip()


def _facts(result: Result) -> list[list[str]]:
    """Return label and text of what is known of the work on a repository."""
    seconds = ", ".join(f"{part} {time:,.1f} s" for part, time in result.seconds.items())
    facts = [
        ("Source", "" if result.source == result.name else result.source),
        ("Commit worked on", result.base),
        ("Branch", result.branch),
        ("Commit made", result.commit),
        ("Interpreter", result.python),
        ("Time taken", seconds),
    ]
    return [[label, text] for label, text in facts if text]


def _take(result: Result) -> list[list[str]]:
    """Return the ways to take the branch, each with the command."""
    if not result.commit:
        return []
    bundle, patch = shlex.quote(f"{result.name}.bundle"), shlex.quote(f"{result.name}.patch")
    return [
        ["As a branch", f"git fetch CAMPAIGN/branches/{bundle} {shlex.quote(result.branch)}"],
        ["Or as a patch", f"git am CAMPAIGN/patches/{patch}"],
    ]


def _rewrite(rewrite: Rewrite, result: Result) -> dict[str, Any]:
    there, left = ("in the commit", "not in the commit") if result.base else ("written", "not written")
    return {
        "files": list(rewrite.files),
        "outcome": rewrite.outcome.value,
        "words": f"{REWRITE_WORDS[rewrite.outcome]}; {there if rewrite.committed else left}",
        "reason": rewrite.reason,
        "diff": rewrite.diff,
        "proofs": [proof_shown(proof) for proof in rewrite.proofs],
    }


def _finding(finding: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of a finding: place, message, and notes with their labels."""
    remedy = finding["remedy"]
    refused = remedy["kind"] == _REFUSE
    chain = " → ".join(f"{place['name']} ({_at(place)})" for place in finding["chain"])
    uncertain = "" if finding["certain"] else "which of several functions or objects is met there is not known"
    notes = [
        ("called by way of", chain),
        ("unproven", uncertain),
        ("growth ends", finding["bound"] or ""),
        ("will raise", "the original stops here with an error" if finding["will_raise"] else ""),
        (f"refused {remedy['reason'] or ''}".rstrip(), remedy["explanation"] if refused else ""),
        ("remedy", "" if refused else f"{REMEDIES[RemedyKind(remedy['kind'])]} ({TIERS[Tier(remedy['tier'])]})"),
        ("why", "" if refused else remedy["explanation"]),
        ("note", remedy["note"]),
        ("what you can do", remedy["advice"]),
    ]
    return {
        "rule": finding["rule"],
        "where": f"{_at(finding)}:{finding['column'] + 1}",
        "loop": _at(finding["loop"]),
        "message": finding["message"],
        "refused": refused,
        "notes": [[label, text] for label, text in notes if text],
    }


def _at(place: dict[str, Any]) -> str:
    cell = place["cell"]
    return f"{place['path']}:{place['line'] if cell is None else 'cell {number}:{line}'.format(**cell)}"
