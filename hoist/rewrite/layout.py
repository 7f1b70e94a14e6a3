"""Where the lines, comments and strings of a text are: what a syntax tree forgets and a rewrite must keep."""

from __future__ import annotations

import bisect
import re
from collections.abc import Mapping, Sequence
from typing import cast

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from hoist.source.files import split_lines

_INDENT = re.compile(r"[ \t\f]*")
_FORM_FEEDS = re.compile(r"[ \t\f]*\f")

# Older versions of libcst know no template strings (Python 3.14).
_STRINGS: tuple[type[cst.CSTNode], ...] = tuple(
    getattr(cst, name) for name in ("SimpleString", "FormattedString", "TemplatedString") if hasattr(cst, name)
)


class UnreadableLayout(Exception):
    """libcst cannot read the text, or does not give it back as it is."""


class Layout:
    """The lines of a text, and its comments and strings by position.

    Lines are 1-based, columns are 0-based characters, offsets are 0-based characters from the start of the text.
    """

    def __init__(self, text: str) -> None:
        """Read the text; raises ``UnreadableLayout``."""
        self.text = text
        self.lines = split_lines(text)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.comments, self._strings = self._lexical_facts()

    def offset(self, line: int, column: int) -> int:
        """Give the offset of a position; raises ``IndexError`` where the text has no such position."""
        if not 1 <= line <= len(self.lines) or not 0 <= column <= len(self.lines[line - 1]):
            raise IndexError((line, column))
        return self.starts[line - 1] + column

    def line_at(self, offset: int) -> int:
        """Give the line on which an offset lies."""
        return min(bisect.bisect_right(self.starts, offset), max(len(self.lines), 1))

    def line_start(self, line: int) -> int:
        """Give the offset of the start of a line; the line behind the last one starts at the end of the text."""
        return self.starts[line - 1]

    def column(self, line: int, byte_column: int) -> int:
        """Turn a column of ``ast``, in UTF-8 bytes, into one in characters."""
        text = self.lines[line - 1]
        if text.isascii():
            return byte_column
        return len(text.encode("utf-8", "surrogatepass")[:byte_column].decode("utf-8", "surrogatepass"))

    def lead(self, line: int) -> str:
        """Give the whitespace that a line starts with, form feeds included."""
        return cast(re.Match[str], _INDENT.match(self.lines[line - 1])).group()

    def indent(self, line: int) -> str:
        """Give the whitespace that indents a line: what stands behind the last form feed, where Python starts anew."""
        return self.lead(line).rpartition("\f")[2]

    def newline(self, line: int) -> str:
        """Give the newline that ends a line, or one like its neighbours' where it has none."""
        for text in (*self.lines[line - 1 : line + 1], *reversed(self.lines[: line - 1])):
            for newline in ("\r\n", "\n", "\r"):
                if text.endswith(newline):
                    return newline
        return "\n"

    def is_blank(self, line: int) -> bool:
        """Say whether a line is empty or spaces only. A form feed is a page break, and that is something."""
        return 1 <= line <= len(self.lines) and not self.lines[line - 1].strip(" \t\r\n")

    def is_comment(self, line: int) -> bool:
        """Say whether a line holds a comment and nothing else."""
        column = self.comments.get(line)
        return column is not None and not self.lines[line - 1][:column].strip()

    def in_string(self, offset: int) -> bool:
        """Say whether an offset lies inside a string, so that the text there is data."""
        index = bisect.bisect_left(self._strings, (offset, -1)) - 1
        return index >= 0 and offset < self._strings[index][1]

    def is_continued(self, line: int) -> bool:
        """Say whether a backslash joins the next line to this one."""
        return (
            1 <= line <= len(self.lines)
            and line not in self.comments
            and self.lines[line - 1].rstrip("\r\n").endswith("\\")
        )

    def _lexical_facts(self) -> tuple[Mapping[int, int], Sequence[tuple[int, int]]]:
        """Give the column of the comment on each line that has one, and the outermost strings as pairs of offsets."""
        # libcst drops form feeds at the start of a line, and a lone \r or spaces on a line of their own at the end of
        # the text. It is given a text without them, of the same lines; a line's shift is added to the columns it
        # answers with.
        shifts: list[int] = []
        shaped: list[str] = []
        for line in self.lines:
            feeds = _FORM_FEEDS.match(line)
            shifts.append(feeds.end() if feeds is not None else 0)
            shaped.append(line[shifts[-1] :].rstrip("\r\n") + "\n" if line.strip() else "\n")
        code = "".join(shaped)
        try:
            wrapper = MetadataWrapper(cst.parse_module(code), unsafe_skip_copy=True)
            if wrapper.module.code != code:
                raise UnreadableLayout("libcst does not give the text back as it is")
            positions = cast(Mapping[cst.CSTNode, CodeRange], wrapper.resolve(PositionProvider))
        except cst.ParserSyntaxError as error:
            raise UnreadableLayout(f"libcst cannot parse line {error.raw_line}") from error
        except RecursionError as error:
            raise UnreadableLayout("an expression is nested too deeply for libcst") from error
        comments: dict[int, int] = {}
        found: list[tuple[int, int]] = []
        for node, place in positions.items():
            if isinstance(node, cst.Comment):
                comments[place.start.line] = place.start.column + shifts[place.start.line - 1]
            elif isinstance(node, _STRINGS):
                found.append(
                    (
                        self.offset(place.start.line, place.start.column + shifts[place.start.line - 1]),
                        self.offset(place.end.line, place.end.column + shifts[place.end.line - 1]),
                    )
                )
        strings: list[tuple[int, int]] = []
        for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
            # A string inside the braces of an f-string is part of that one.
            if not strings or start >= strings[-1][1]:
                strings.append((start, end))
        return comments, strings
