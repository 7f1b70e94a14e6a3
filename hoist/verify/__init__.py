"""Runs the original and the rewritten program and says whether they compute the same."""

from hoist.verify.program import Program, WorkingFolder, working_folder
from hoist.verify.prove import prove
from hoist.verify.verdict import Difference, Drift, Loss, Report, StepTimes, Verdict, VerifyError

__all__ = [
    "Difference",
    "Drift",
    "Loss",
    "Program",
    "Report",
    "StepTimes",
    "Verdict",
    "VerifyError",
    "WorkingFolder",
    "prove",
    "working_folder",
]
