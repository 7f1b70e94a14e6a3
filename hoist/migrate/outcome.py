"""The closed lists of a campaign: what can become of a repository, and what is committed."""

from __future__ import annotations

import enum


class Outcome(enum.Enum):
    """The closed list of what can become of a repository."""

    PROVED = "proved"  # every rewrite was run and is the same
    PROVED_IN_PART = "proved_in_part"  # some rewrites were; the others could not be run, or were not the same
    REWRITTEN = "rewritten"  # there is a rewrite, shown from the source alone: nothing of it could be run
    REFUSED = "refused"  # something grows, and there is no rewrite, or none that computes the same
    CLEAN = "clean"  # nothing grows
    FAILED = "failed"  # it could not be worked on: no repository, not committed, out of time, ...


class Accept(enum.Enum):
    """What is committed."""

    PROVED = "proved"  # what was run and is the same
    REWRITTEN = "rewritten"  # what could not be run as well, where the source shows it
