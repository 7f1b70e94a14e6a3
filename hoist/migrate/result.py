"""What became of one repository, as data that a process can hand to another, a store can keep and a page can show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from hoist.migrate.outcome import Outcome

__all__ = ["Outcome", "Result", "Rewrite", "Summary"]


@dataclass(frozen=True)
class Rewrite:
    """Files that are changed together, and what running their scripts showed.

    Attributes:
        files: the files, relative to the repository.
        outcome: ``proved``, ``rewritten`` (not run) or ``refused`` (run, and not the same).
        reason: why it was not run, or what differed; empty if it is proved.
        committed: whether it is part of the commit.
        diff: the change as a unified diff.
        proofs: for each script that was run, ``{"script": path, "arguments": [...], ...}`` with all that
            ``hoist verify --output-format json`` prints of it.
    """

    files: tuple[str, ...]
    outcome: Outcome
    reason: str
    committed: bool
    diff: str
    proofs: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Result:
    """What became of one repository.

    Attributes:
        name: what the campaign calls it; unlike that of any other of the campaign.
        source: where it came from: a folder or a URL.
        outcome: what became of it.
        reason: one line that says why; empty where the outcome says it all.
        advice: what a person can do about it; empty if there is nothing to do.
        base: the commit that was worked on; empty if there is none.
        branch: the branch that holds the commit; empty if nothing was committed.
        commit: the commit that was made; empty if none was.
        patch: that commit as ``git am`` takes it.
        bundle: that commit as ``git fetch`` takes it, in base 64.
        findings: as ``hoist check --output-format json`` prints them, paths relative to the repository.
        rewrites: what was changed, and how that was proved.
        problems: files that could not be read, a line each.
        python: the interpreter that ran the scripts; empty if nothing was run.
        seconds: what each part of the work took: ``clone``, ``find``, ``prove``.
    """

    name: str
    source: str
    outcome: Outcome
    reason: str = ""
    advice: str = ""
    base: str = ""
    branch: str = ""
    commit: str = ""
    patch: str = ""
    bundle: str = ""
    findings: tuple[dict[str, Any], ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    problems: tuple[str, ...] = ()
    python: str = ""
    seconds: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain JSON values."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Result:
        """Return the result that :meth:`to_json` gave."""
        return msgspec.convert(plain, cls)


@dataclass(frozen=True)
class Summary:
    """A campaign as its report shows it.

    Attributes:
        name: of the campaign.
        hoist: version that made it.
        started: when it began, in ISO 8601 with the time zone.
        results: of the repositories that are done, in the order in which they were named.
        pending: names of those that are not.
    """

    name: str
    hoist: str
    started: str
    results: tuple[Result, ...]
    pending: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return what ``report.json`` holds."""
        return {
            "name": self.name,
            "hoist": self.hoist,
            "started": self.started,
            "repositories": [
                {key: value for key, value in result.to_json().items() if key not in ("patch", "bundle")}
                for result in self.results
            ],
            "pending": list(self.pending),
        }
