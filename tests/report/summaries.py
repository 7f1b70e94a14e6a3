"""Campaigns as they could end, for the tests of the page and of its schema."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from hoist.findings import Finding
from hoist.migrate.result import Outcome, Result, Rewrite, Summary
from hoist.report.json_output import report_json
from hoist.verify import Report
from tests.report.reports import COMMON, DIFFERENT, NOT_RUN, SAME
from tests.report.test_findings_text import FED, REFUSED, SAVER

DIFF = """\
--- a/train.py
+++ b/train.py
@@ -1,5 +1,5 @@
 import tensorflow as tf
+saver = tf.train.Saver(max_to_keep=None)
 with tf.Session() as sess:
     for step in range(20):
-        saver = tf.train.Saver()
         saver.save(sess, 'model', step)
"""


def found(*findings: Finding) -> tuple[dict[str, Any], ...]:
    return tuple(finding.to_json() for finding in findings)


def proof(report: Report, script: str = "train.py", *arguments: str) -> dict[str, Any]:
    return {"script": script, "arguments": list(arguments), **report_json(report)}


PROVED = Result(
    name="plates",
    source="https://example.org/plates.git",
    outcome=Outcome.PROVED,
    base="5f0c" * 10,
    branch="hoist",
    commit="77aa" * 10,
    patch="From 77aa",
    bundle="IyB2Mg==",
    findings=found(SAVER, REFUSED),
    rewrites=(
        Rewrite(("train.py",), Outcome.PROVED, "", True, DIFF, (proof(SAME, "train.py", "--steps", "20"),)),
        Rewrite(("net/layers.py", "eval.py"), Outcome.PROVED, "", True, DIFF, (proof(COMMON, "eval.py"),)),
    ),
    python="/usr/bin/python3",
    seconds={"clone": 1.5, "find": 0.25, "prove": 61.0},
)
IN_PART = replace(
    PROVED,
    name="digits",
    source="../digits",
    outcome=Outcome.PROVED_IN_PART,
    reason="one of two rewrites does not compute the same",
    rewrites=(
        PROVED.rewrites[0],
        Rewrite(
            ("other.py",),
            Outcome.REFUSED,
            "The rewritten program does not compute the same.",
            False,
            DIFF.replace("train.py", "other.py"),
            (proof(DIFFERENT, "other.py"),),
        ),
    ),
)
REWRITTEN = Result(
    name="pong",
    source="../pong",
    outcome=Outcome.REWRITTEN,
    reason=NOT_RUN.cause,
    advice="Give an interpreter that has it with --python.",
    base="01" * 20,
    findings=found(FED),
    rewrites=(Rewrite(("train.py",), Outcome.REWRITTEN, NOT_RUN.cause, False, DIFF, (proof(NOT_RUN),)),),
)
LEFT = Result(
    "words", "../words", Outcome.REFUSED, base="ab" * 20, findings=found(REFUSED), problems=("old.py: not Python",)
)
CLEAN = Result("calm", "../calm", Outcome.CLEAN, base="cd" * 20, seconds={"find": 0.1})
FAILED = Result("gone", "../gone", Outcome.FAILED, "../gone: is no repository", "Run git init and commit in it.")
RESULTS = (PROVED, IN_PART, REWRITTEN, LEFT, CLEAN, FAILED)
SUMMARY = Summary("spring", "0.1.0", "2026-03-01T09:30:00+01:00", RESULTS, ("later", "last"))


def only(result: Result) -> Summary:
    return replace(SUMMARY, results=(result,), pending=())


def written(summary: Summary, path: Path) -> Path:
    """Write the summary's page to a file."""
    from hoist.report.page import page_html

    path.write_text(page_html(summary), encoding="utf-8")
    return path
