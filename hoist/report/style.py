"""How text is written to a stream: colours, box art, width, and what its encoding can say."""

from __future__ import annotations

import codecs
import os
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

DEFAULT_WIDTH = 100
SMALLEST_WIDTH = 40
BOX_ART = "╭─╮│╰╯├┼┤"

Colour = Literal["red", "green", "yellow", "blue", "magenta", "cyan", "bright_black"]


@dataclass(frozen=True)
class Style:
    """How a report is written.

    Attributes:
        color: whether escape codes are written.
        unicode: whether box art and symbols beyond ASCII are drawn.
        width: columns of the terminal.
        encoding: what the stream can say; a character beyond it is written as its escape.
    """

    color: bool = False
    unicode: bool = False
    width: int = DEFAULT_WIDTH
    encoding: str = "utf-8"

    def paint(self, text: str, fg: Colour | None = None, *, bold: bool = False) -> str:
        """Return ``text`` in a colour, if this style has colours."""
        if not self.color or not text or (fg is None and not bold):
            return text
        import typer  # a report in a pipe needs no colours

        return typer.style(text, fg=fg, bold=bold or None)

    def fit(self, text: str) -> str:
        """Return ``text`` with what the encoding cannot say as escapes."""
        return text.encode(self.encoding, "backslashreplace").decode(self.encoding)

    def fit_source(self, line: str) -> str:
        """Return a source line of the same length: what would move the cursor or cannot be said is a question mark."""
        shown = "".join(character if character.isprintable() else "?" for character in line)
        return shown.encode(self.encoding, "replace").decode(self.encoding)


PLAIN = Style()


def style_for(stream: TextIO) -> Style:
    """Return the style for a stream: plain unless it is a terminal that can do more, and ``NO_COLOR`` is not set."""
    try:
        encoding = codecs.lookup(stream.encoding or "ascii").name
        terminal = stream.isatty()
    except (AttributeError, LookupError, ValueError):  # a closed or home-made stream
        return PLAIN
    rich_terminal = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns if terminal else DEFAULT_WIDTH
    return Style(
        color=rich_terminal,
        unicode=rich_terminal and _can_say(encoding, BOX_ART),
        width=max(width, SMALLEST_WIDTH),
        encoding=encoding,
    )


def _can_say(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def render(draw: Callable[..., None], style: Style) -> str:
    """Return what ``draw`` prints on a rich console of this style, without blanks at the line ends."""
    import io

    from rich.console import Console  # rich costs start-up time that most commands need not pay

    console = Console(
        file=io.StringIO(),
        force_terminal=style.color,
        color_system="standard" if style.color else None,
        no_color=not style.color,
        legacy_windows=False,
        width=style.width,
        highlight=False,
        emoji=False,
        markup=False,
        soft_wrap=False,
    )
    with console.capture() as captured:
        draw(console)
    lines = (line.rstrip() for line in captured.get().splitlines())
    return style.fit("\n".join(lines)) + "\n"
