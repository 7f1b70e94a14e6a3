"""What a repository of the tests was made for, and the pages that hold the plain ones.

A page in `programs/` holds repositories: ``=== NAME``, a line that describes it, then ``outcome``, ``reason`` (words of
the reason), ``unverified`` (the outcome where nothing is run, if it is another one), ``runs`` (whether a campaign
with proof runs its scripts), ``gate`` (whether the gate runs them), ``python`` (``legacy``, ``python2`` or ``own``) and
``settings`` of the mapping, in JSON; then its files, each behind ``### PATH``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hoist.migrate.result import Outcome

PAGES = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Made:
    """A repository, and what becomes of it.

    Attributes:
        name: of the shape; unlike that of any other.
        source: what a campaign is given: a folder or a URL.
        description: one line.
        outcome: where its scripts are run.
        unverified: where nothing is run.
        reason: words of the reason; empty if any will do.
        runs: whether its scripts are run by a campaign with proof.
        gate: whether the gate runs them.
        python: which interpreter runs them: ``legacy``, ``python2`` or ``own``.
        settings: of the mapping, beside the source and the interpreter.
    """

    name: str
    source: str
    description: str
    outcome: Outcome
    unverified: Outcome
    reason: str = ""
    runs: bool = False
    gate: bool = False
    python: str = "legacy"
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Shape:
    """A repository of a page: what it is for, and its files."""

    name: str
    about: Mapping[str, str]
    files: Mapping[str, str]

    def made(self, source: Path | str) -> Made:
        """What the repository at ``source`` was made for."""
        return made(self.name, source, **self.about)


def made(name: str, source: Path | str, description: str, outcome: str, **about: str) -> Made:
    """Give what a repository was made for, from the words of a page."""
    proved = Outcome(outcome)
    shown = proved in (Outcome.PROVED, Outcome.PROVED_IN_PART)
    unverified = Outcome(about.pop("unverified", "rewritten" if shown else outcome))
    settings = json.loads(about.pop("settings", "{}"))
    runs, gate = (about.pop(mark, "no") == "yes" for mark in ("runs", "gate"))
    reason, python = about.pop("reason", ""), about.pop("python", "legacy")
    if about:
        raise ValueError(f"{name}: what is {about}?")
    return Made(name, str(source), description, proved, unverified, reason, runs, gate, python, settings)


def shapes() -> list[Shape]:
    """Every repository of the pages."""
    return [shape for page in sorted(PAGES.glob("*.txt")) for shape in _shapes(page.read_text(encoding="utf-8"))]


def _shapes(page: str) -> list[Shape]:
    return [_shape(text) for text in re.split(r"^=== ", page, flags=re.MULTILINE)[1:]]


def _shape(text: str) -> Shape:
    head, *files = re.split(r"^### ", text.rstrip("\n") + "\n", flags=re.MULTILINE)
    name, description, *lines = head.splitlines()
    about = dict(line.split(": ", 1) for line in lines if line)
    split = (file.partition("\n") for file in files)
    return Shape(name, {"description": description, **about}, {path: content for path, _, content in split})
