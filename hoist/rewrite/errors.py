"""What is raised when edits cannot be applied."""

from __future__ import annotations


class RewriteFailed(Exception):
    """The edits cannot be applied; nothing was changed."""

    code = "HSR28"

    def __init__(self, reason: str) -> None:
        """Say why, in one line."""
        super().__init__(reason)
        self.reason = reason


class UnwritableNotebook(RewriteFailed):
    """The edits cannot be put back into the cells of a notebook."""

    code = "HSR31"
