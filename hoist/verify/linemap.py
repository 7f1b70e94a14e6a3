"""Where the lines of one text stem from in another, when no edits say so."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict, deque

# Two lines that begin alike stand for one another if this share of their characters agrees.
LIKENESS = 0.5
# Lines that no statement starts on which a run could be seen to reach.
NO_STATEMENT = re.compile(r"\s*($|#|@|def |class |(else|try|finally)\s*:|except\b|[])},]+$)")


def line_map(old_text: str, new_text: str) -> dict[int, int]:
    """Map each line of the new text that has one to its line in the old text, both from 1.

    Lines are compared without their indentation. What stands in the same order in both is matched first; of what is
    left over, lines of the same text are matched in order: those moved.
    """
    old = [line.strip() for line in old_text.splitlines()]
    new = [line.strip() for line in new_text.splitlines()]
    found: dict[int, int] = {}
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for old_start, new_start, size in matcher.get_matching_blocks():
        for offset in range(size):
            found[new_start + offset + 1] = old_start + offset + 1
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "replace":
            found.update(_changed(old, new, range(a, b), range(c, d)))
    free: defaultdict[str, deque[int]] = defaultdict(deque)
    taken = set(found.values())
    for number, line in enumerate(old, 1):
        if number not in taken and line:
            free[line].append(number)
    for number, line in enumerate(new, 1):
        if number not in found and free[line]:
            found[number] = free[line].popleft()
    return found


def _changed(old: list[str], new: list[str], old_range: range, new_range: range) -> dict[int, int]:
    """Pairs of lines that stand for one another though they differ: in order, each with the one most like it."""
    found: dict[int, int] = {}
    start = old_range.start
    for here in new_range:
        ratios = {
            there: difflib.SequenceMatcher(None, old[there], new[here], autojunk=False).ratio()
            for there in range(start, old_range.stop)
        }
        best = max(ratios, key=lambda there: ratios[there], default=None)
        if best is not None and ratios[best] >= LIKENESS and old[best].split(" ")[:1] == new[here].split(" ")[:1]:
            found[here + 1] = best + 1
            start = best + 1
    return found


def touched_lines(old_text: str, new_text: str) -> list[int]:
    """Lines of the old text with code on them that are not in the new text, or stand elsewhere in it.

    Indentation counts here: what leaves a loop loses some.
    """
    old, new = old_text.splitlines(), new_text.splitlines()
    touched: list[int] = []
    for tag, start, end, _, _ in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag in ("replace", "delete"):
            touched.extend(range(start + 1, end + 1))
    return [n for n in touched if not NO_STATEMENT.match(old[n - 1])]
