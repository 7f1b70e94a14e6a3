"""Proposals as data: one place where the training could be changed, what would be written there, or why not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hoist.edits import Edit, Span
from hoist.refusals import REFUSALS


class RefusedChange(Exception):
    """A place is left as it is: the code of the refusal, and what it is about this very place."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True)
class Wishes:
    """What the user gave beside the files.

    Attributes:
        learning_rate: the rate that is written; None for the default of what is written.
        scale_batch: whether batches are multiplied by the number of replicas.
    """

    learning_rate: float | None = None
    scale_batch: bool = False


@dataclass(frozen=True)
class Proposal:
    """One place where the training could be changed.

    Attributes:
        path: the file.
        span: what would be replaced.
        rule: code of the rule.
        message: what stands there, in one line.
        change: what would be written and what that changes; empty where it is refused.
        refusal: the code of the refusal; empty where there is none.
        reason: what it is about this very place that is refused.
        seen: the lines of the call to compile or fit that is concerned, first and last; the runs look for it.
        edits: what would be done to the file.
        gives: the class of the optimizer that the model then has.
        scaled: whether batches are multiplied by the number of replicas.
        in_session: whether sessions train there, and not Model.fit.
        kept: the name under which other files could find the old optimizer; empty if they could not.
        builders: the names of the functions and classes by which it is made.
    """

    path: Path
    span: Span
    rule: str
    message: str
    change: str = ""
    refusal: str = ""
    reason: str = ""
    seen: tuple[int, int] = (0, 0)
    edits: tuple[Edit, ...] = ()
    gives: str = ""
    scaled: bool = False
    in_session: bool = False
    kept: str = ""
    builders: frozenset[str] = frozenset()

    def is_seen_at(self, place: tuple[str, int], folder: Path) -> bool:
        """Whether a place of a program that ran is that of the call; its file is relative to the program's folder."""
        name = self.path.resolve().relative_to(folder.resolve()).as_posix()
        return place[0] == name and self.seen[0] <= place[1] <= self.seen[1]

    @property
    def explanation(self) -> str:
        """The refusal as a reader is told it."""
        return f"{REFUSALS[self.refusal].title}: {self.reason}" if self.refusal else ""

    @property
    def advice(self) -> str:
        """What a person could do where it is refused."""
        return REFUSALS[self.refusal].advice if self.refusal else ""

    def to_json(self) -> dict[str, Any]:
        """Return the proposal as plain JSON values."""
        return {
            "path": self.path.as_posix(),
            "line": self.span.line,
            "column": self.span.column,
            "end_line": self.span.end_line,
            "end_column": self.span.end_column,
            "rule": self.rule,
            "message": self.message,
            "kind": "refuse" if self.refusal else "change",
            "change": self.change,
            "reason": self.refusal or None,
            "explanation": self.explanation,
            "advice": self.advice,
        }
