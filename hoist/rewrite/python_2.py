"""A rewrite of what Python 2 was translated to, carried back to the text that the file holds.

Edits are found and done on the translation (``hoist.source.python2``), whose lines are those of the file. A line of
the result that comes as it is from a line of the translation becomes that line of the file, with its tabs and bytes. Of
a line that was changed inside, the change is made in the file's line. What comes of it is checked, not assumed:
translated in its turn, it must be the rewritten translation to the letter, and what is new in it must mean the same to
Python 2.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from hoist.edits import Rewritten
from hoist.rewrite.errors import RewriteFailed
from hoist.rewrite.syntax import compiles, parse
from hoist.source.files import split_lines
from hoist.source.python2 import NotPython2, as_python_3, literals

_CODING = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*[-\w.]+")
_LEAD = re.compile(r"[ \t\f]*")
_TEXT = r"(?:'(?:\\.|[^'\\\r\n])*'|\"(?:\\.|[^\"\\\r\n])*\")"
_TOKEN = re.compile(rf"[uUbBrR]{{0,2}}{_TEXT}|\w+|[ \t\f\r\n]+|.", re.DOTALL)
# What the translation has for a word of Python 2 that means something else there.
_WORDS = {"str": "unicode", "chr": "unichr"}
_ONLY_3 = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Nonlocal, ast.YieldFrom, ast.Await, ast.MatMult)


def carried_back(original: str, translated: str, rewritten: Rewritten, *, in_utf_8: bool = False) -> Rewritten:
    """Give the new text of a file in Python 2.

    Args:
        original: what the file holds.
        translated: what that was translated to.
        rewritten: the translation with all edits done.
        in_utf_8: whether Python 2 reads it as UTF-8 without being told, as it does the cells of a notebook.

    Raises:
        RewriteFailed: the changes cannot be made in the file's own lines.
    """
    _check_text(original, translated, in_utf_8=in_utf_8)
    carrier = _Carrier(original, translated, rewritten)
    wanted = _without_ends(rewritten.text)
    failed: RewriteFailed | None = None
    for whole_statements in (False, True):
        try:
            text = carrier.text(whole_statements=whole_statements)
        except RewriteFailed as error:
            failed = failed or error
            continue
        again = _translated(text)
        if again is not None and _without_ends(again) == wanted:
            return Rewritten(text, rewritten.line_map)
    raise failed or RewriteFailed("a changed line reads otherwise in Python 2")


def _without_ends(text: str) -> list[str]:
    """The lines of a text, whatever ends them, and the text."""
    return [line.rstrip("\r\n") for line in split_lines(text.rstrip("\r\n"))]


def check_syntax(old: str, new: str) -> None:
    """Fail if a text that Python 2 is to read has come to hold what only Python 3 knows."""
    before, after = parse(old), parse(new)
    if _only_python_3(after) > _only_python_3(before):
        raise RewriteFailed("the result would be Python 3 only")
    for name in ("dict", "list"):
        used, was = _uses(after, name, ast.Load), _uses(before, name, ast.Load)
        if used > was and _uses(before, name, ast.Store):
            raise RewriteFailed(f"{name} is another than Python's")


def _uses(tree: ast.Module, name: str, context: type[ast.expr_context]) -> int:
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
    return sum(isinstance(node.ctx, context) for node in found)


def _only_python_3(tree: ast.Module) -> int:
    return sum(map(_is_only_python_3, ast.walk(tree)))


def _is_only_python_3(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        stars = [isinstance(part, ast.Starred) for part in node.args]
        names = [part.arg for part in node.keywords]
        return any(stars[:-1]) or None in names[:-1]
    if isinstance(node, ast.Dict):
        return None in node.keys
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return any(isinstance(part, ast.Starred) for part in node.elts)
    return isinstance(node, _ONLY_3)


def _check_text(original: str, translated: str, *, in_utf_8: bool) -> None:
    told = in_utf_8 or any(_CODING.match(line) for line in split_lines(original)[:2])
    if not original.isascii() and not told:
        raise RewriteFailed("Python 2 asks for an encoding line (# -*- coding: ... -*-) where a file is not all ASCII")
    if "`" in original and re.search(r"\brepr\b", original):
        raise RewriteFailed("backticks and repr() in one file")
    if "\f" in original:
        raise RewriteFailed("a form feed among the lines of a file in Python 2")
    if len(split_lines(original)) != len(split_lines(translated)):
        raise RewriteFailed("Python 2 and 3 count its lines differently")
    problem = compiles(translated)
    if problem is not None:
        raise RewriteFailed(f"Python 3 would not compile what it was translated to ({problem})")


@dataclass(frozen=True)
class _Line:
    """A line of the file, without its newline, and what it was translated to."""

    original: str
    translated: str

    @property
    def lead(self) -> str:
        return _lead(self.original)


class _Carrier:
    """Puts the lines of the file in the order of the rewritten translation."""

    def __init__(self, original: str, translated: str, rewritten: Rewritten) -> None:
        self._original = original
        self._rewritten = rewritten
        self._lines = [
            _Line(old.rstrip("\r\n"), new.rstrip("\r\n"))
            for old, new in zip(split_lines(original), split_lines(translated), strict=True)
        ]
        self._translated = translated
        self._new = split_lines(rewritten.text)

    def text(self, *, whole_statements: bool) -> str:
        """Give the whole new text; changes are made in single lines, or in those of a statement together."""
        ends = self._ends if whole_statements else {}
        parts = []
        for number, line in enumerate(self._new, 1):
            content = line.rstrip("\r\n")
            parts.append(self._carried(number, content, ends) + self._newline(number, line[len(content) :]))
        text = "".join(parts)
        if self._original and not self._original.endswith(("\n", "\r")):
            text = text.rstrip("\r\n")
        return text

    def _newline(self, number: int, newline: str) -> str:
        """The newline of a line; the last one of a file may have been given its own by the translation."""
        last = len(self._lines)
        if self._rewritten.line_map.get(number) != last or last < 2:
            return newline
        before = split_lines(self._original)[last - 2]
        return before[len(before.rstrip("\r\n")) :] if newline else newline

    def _carried(self, number: int, content: str, ends: dict[int, int]) -> str:
        origin = self._rewritten.line_map.get(number)
        if origin is None:
            self._check_new(_tokens(content))
            return content
        line = self._lines[origin - 1]
        if content == line.translated:
            return line.original
        lead, old_lead = _lead(content), _lead(line.translated)
        body = content[len(lead) :]
        lead = line.lead if lead == old_lead else self._indent(number, lead)
        if body == line.translated[len(old_lead) :]:
            return lead + line.original[len(line.lead) :]
        return lead + self._changed(self._lines[origin - 1 : ends.get(origin, origin)], body)

    def _changed(self, lines: Sequence[_Line], body: str) -> str:
        """A changed or new line: with what the translation changed in the old one changed back, or as it is."""
        base = _tokens("\n".join(line.translated for line in lines).lstrip(" \t"))
        theirs = _tokens("\n".join(line.original for line in lines).lstrip(" \t"))
        ours = _tokens(body)
        for token in ours:
            if token in theirs and base.count(token) > theirs.count(token) and self._lost(token):
                raise RewriteFailed(f"{token} stands on the line in two forms that Python 2 tells apart")
        failed: RewriteFailed | None = None
        unsure: str | None = None
        for kept in (_kept(base, ours), {}):
            try:
                self._check_new(token for at, token in enumerate(ours) if at not in kept.values())
                found = _changed_back(base, theirs, ours, kept)
            except RewriteFailed as error:
                failed = failed or error
                continue
            reads_as = _reads_as(found) if base != theirs else body
            if reads_as == body:
                return found
            unsure = found if unsure is None and reads_as is None else unsure
        if unsure is None:
            raise failed or RewriteFailed("a changed line reads otherwise in Python 2")
        return unsure

    def _check_new(self, tokens: Iterable[str]) -> None:
        """Fail if new text holds what the translation has taken from its meaning, or characters beyond ASCII."""
        for token in tokens:
            if not token.isascii():
                raise RewriteFailed("a text beyond ASCII would be written anew, and Python 2 may read it otherwise")
            if self._lost(token):
                raise RewriteFailed(f"{token} would be written anew, and may be another value in Python 2")

    def _lost(self, token: str) -> bool:
        """Whether a token may stand for something that means more in the file than it does by itself."""
        if token in _WORDS:
            return _WORDS[token] in self._original
        value = _value(token)
        if isinstance(value, str) and "\n" in value:
            return True  # the tabs of its lines are gone
        return isinstance(value, (str, int)) and (type(value), value) in self._lossy

    @cached_property
    def _lossy(self) -> frozenset[tuple[type, object]]:
        """The texts and numbers that are unicode or long in the file and lose that in translation."""
        found: set[tuple[type, object]] = set()
        for written in literals(self._original):
            if written[:1] in ("u", "U"):
                bare = written.lstrip("uUrR")
                found.update((str, value) for value in (_value(bare), _value(f"r{bare}")))
            elif written[-1:] in ("l", "L"):
                digits = written[:-1]
                octal = digits.isdigit() and digits.startswith("0")
                found.add((int, int(digits, 8 if octal else 0)))
        return frozenset(found)

    def _indent(self, number: int, lead: str) -> str:
        """An indentation of a width as the file writes it: as the next line of this width does."""
        width = len(lead)
        alike = [(abs(number - at), literal) for at, literal in self._leads if len(literal.expandtabs(8)) == width]
        if alike:
            return min(alike)[1]
        lower = [
            (len(literal.expandtabs(8)), -abs(number - at), literal)
            for at, literal in self._leads
            if len(literal.expandtabs(8)) < width
        ]
        outer = max(lower)[2] if lower else ""
        for more in ("\t", " ") if any("\t" in literal for _, literal in self._leads) else (" ",):
            found = outer
            while more == "\t" and len((found + more).expandtabs(8)) <= width:
                found += more
            found += " " * (width - len(found.expandtabs(8)))
            if len(found.expandtabs(8)) == width:
                return found
        return lead

    @cached_property
    def _leads(self) -> list[tuple[int, str]]:
        """The indentations of the lines that stay as they are, by their numbers in the new text."""
        found = []
        for number, line in enumerate(self._new, 1):
            origin = self._rewritten.line_map.get(number)
            if origin is not None and line.strip() and line.rstrip("\r\n") == self._lines[origin - 1].translated:
                found.append((number, self._lines[origin - 1].lead))
        return found

    @cached_property
    def _ends(self) -> dict[int, int]:
        """For each line of a statement, the last line of it that stands in front of its block."""
        found: dict[int, int] = {}
        for first, last in _stretches(parse(self._translated)):
            found.update((line, last) for line in range(first, last + 1))
        return found


def _stretches(tree: ast.Module) -> Iterator[tuple[int, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = max(node.lineno, body[0].lineno - 1) if isinstance(body, list) and body else node.end_lineno
            yield node.lineno, last or node.lineno


def _value(text: str) -> object:
    """What a text or number in the source stands for; None if it is neither."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return None


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _changed_back(base: Sequence[str], theirs: Sequence[str], ours: Sequence[str], kept: dict[int, int]) -> str:
    """A changed line with what the translation changed in it changed back, as far as it is still there."""
    found = list(ours)
    for tag, first, behind, from_, to in reversed(SequenceMatcher(None, base, theirs, autojunk=False).get_opcodes()):
        start, end = first, behind
        while tag == "delete" and end < len(base) and base[start] == base[end]:
            # Of several brackets that close, it is the outermost that Python 2 does without.
            start, end = start + 1, end + 1
        places = [kept[at] for at in range(start, max(end, start + 1)) if at in kept]
        if tag == "equal" or not places:
            continue
        if tag == "insert":
            found[places[0] : places[0]] = theirs[from_:to]
        elif len(places) == end - start == places[-1] - places[0] + 1:
            found[places[0] : places[-1] + 1] = theirs[from_:to]
        else:
            raise RewriteFailed("a change would go through what Python 2 writes otherwise")
    return "".join(found)


def _reads_as(line: str) -> str | None:
    """What a line is in Python 3; None if it is only a part of a statement."""
    for behind in ("", "\n pass"):
        found = _translated(line + behind)
        if found is not None:
            return found.removesuffix(f"{behind}\n")
    return None


def _translated(text: str) -> str | None:
    try:
        return as_python_3(text)
    except NotPython2:
        return None


def _kept(base: Sequence[str], ours: Sequence[str]) -> dict[int, int]:
    """Which token of a line is which in its changed form, or in what was lifted out of it.

    A line that begins as it did is first compared from both ends, so that brackets close what they closed.
    """
    start, behind, most = 0, 0, min(len(base), len(ours))
    while start < most and base[start] == ours[start]:
        start += 1
    while start and behind < most - start and base[-1 - behind] == ours[-1 - behind]:
        behind += 1
    found = {at: at for at in range(start)}
    found.update((len(base) - at, len(ours) - at) for at in range(1, behind + 1))
    left, right = base[start : len(base) - behind], ours[start : len(ours) - behind]
    for at, where, size in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
        found.update((start + at + offset, start + where + offset) for offset in range(size))
    return found


def _lead(text: str) -> str:
    found = _LEAD.match(text)
    return found.group() if found is not None else ""
