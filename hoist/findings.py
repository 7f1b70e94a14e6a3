"""Findings as data: one place that grows the graph, its rule, its lines and its remedy.

Lines are 1-based; columns are 0-based and count characters; an end is exclusive, as in ``hoist.edits.Span``. The lines
of a notebook are those of its code as one text (``hoist.source.notebooks``); its cells are named beside them.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class Tier(enum.Enum):
    """How a remedy is known to be right."""

    PROVED = "proved"  # every condition is shown from the source
    TRIED = "tried"  # not all shown; fingerprints, numbers and state of both runs decide


class Severity(enum.Enum):
    """How much a finding matters."""

    WARNING = "warning"  # nodes are added for as long as the program runs
    NOTE = "note"  # the loop ends after a few turns, or with the weights that it loads


class RemedyKind(enum.Enum):
    """What would be done about a finding."""

    HOIST = "hoist"  # move the build in front of the session loop
    FEED = "feed"  # the same, with a placeholder for what changes each turn
    SPLIT = "split"  # a function that builds and runs becomes a build and a run
    ONCE = "once"  # build on first use and keep it
    REFUSE = "refuse"


@dataclass(frozen=True)
class Remedy:
    """What would be done about a finding, or why nothing is.

    Attributes:
        kind: what would be done.
        reason: the code of the refusal, such as "HSR02"; None unless ``kind`` is ``REFUSE``.
        tier: how the remedy is known to be right.
        explanation: the refusal in words, about this very place.
        advice: what a person could do where hoist refuses.
        note: what the reader should know of a remedy that is applied, such as
            "max_to_keep=None keeps every checkpoint that the original kept".
    """

    kind: RemedyKind
    reason: str | None = None
    tier: Tier = Tier.PROVED
    explanation: str = ""
    advice: str = ""
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the remedy as plain JSON values."""
        return {
            "kind": self.kind.value,
            "reason": self.reason,
            "tier": self.tier.value,
            "explanation": self.explanation,
            "advice": self.advice,
            "note": self.note,
        }


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook and a line in it, both counted from 1."""

    number: int
    line: int


def _cell_json(cell: Cell | None) -> dict[str, int] | None:
    return None if cell is None else {"number": cell.number, "line": cell.line}


@dataclass(frozen=True)
class Place:
    """A line of a file and the name that stands there, such as that of a called function.

    ``one_of_several``: which of several functions of that name, or in that place, is called is not known.
    """

    path: Path
    line: int
    name: str
    cell: Cell | None = None
    one_of_several: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the place as plain JSON values."""
        return {"path": self.path.as_posix(), "line": self.line, "cell": _cell_json(self.cell), "name": self.name}


@dataclass(frozen=True)
class Finding:
    """One place that grows the graph.

    Attributes:
        path: the file in which the build stands.
        line: first line of the build.
        column: its first column.
        end_line: its last line.
        end_column: the column behind its end.
        rule: code of the rule, such as "HST101".
        message: what is built there, in one line.
        remedy: what would be done about it.
        loop_line: the line of the session loop that repeats the build.
        loop_path: the file of that loop.
        chain: the calls that lead from the loop to the build, outermost first; empty where it stands in the loop.
        will_raise: whether the original cannot take a second turn (the graph is finalized).
        cell: where the build stands in a notebook; None in any other file.
        loop_cell: the same of the loop.
        bound: what ends the growth, such as "3 turns" or "the entries of `weights`"; empty if nothing does.
    """

    path: Path
    line: int
    column: int
    end_line: int
    end_column: int
    rule: str
    message: str
    remedy: Remedy
    loop_line: int
    loop_path: Path
    chain: tuple[Place, ...] = ()
    will_raise: bool = False
    cell: Cell | None = None
    loop_cell: Cell | None = None
    bound: str = ""

    @property
    def certain(self) -> bool:
        """Whether it is known that the build is met, rather than one of several functions or objects."""
        return not any(place.one_of_several for place in self.chain)

    @property
    def severity(self) -> Severity:
        """How much it matters: growth that ends is not growth without end."""
        return Severity.NOTE if self.bound else Severity.WARNING

    def to_json(self) -> dict[str, Any]:
        """Return the finding as plain JSON values, with the keys of ``hoist check --output-format json``."""
        return {
            "path": self.path.as_posix(),
            "line": self.line,
            "cell": _cell_json(self.cell),
            "column": self.column,
            "end_line": self.end_line,
            "end_column": self.end_column,
            "rule": self.rule,
            "severity": self.severity.value,
            "message": self.message,
            "remedy": self.remedy.to_json(),
            "loop": {
                "path": self.loop_path.as_posix(),
                "line": self.loop_line,
                "cell": _cell_json(self.loop_cell),
            },
            "chain": [place.to_json() for place in self.chain],
            "bound": self.bound or None,
            "certain": self.certain,
            "will_raise": self.will_raise,
        }
