from __future__ import annotations

import io

import pytest

from hoist.report.style import DEFAULT_WIDTH, PLAIN, Style, style_for


class Terminal(io.TextIOWrapper):
    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _usual_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "77")


def test_a_terminal_has_colours_box_art_and_its_width() -> None:
    assert style_for(Terminal()) == Style(color=True, unicode=True, width=77, encoding="utf-8")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_box_art_is_left_out_where_the_encoding_has_none(encoding: str) -> None:
    style = style_for(Terminal(encoding))
    assert style.color
    assert not style.unicode


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_a_terminal_that_is_asked_for_plain_text(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    assert style_for(Terminal()) == Style(width=77)


def test_a_pipe_is_plain_and_keeps_its_encoding() -> None:
    assert style_for(io.TextIOWrapper(io.BytesIO(), encoding="cp1252")) == Style(width=DEFAULT_WIDTH, encoding="cp1252")


def test_a_stream_without_encoding_is_taken_for_ascii() -> None:
    assert style_for(io.StringIO()) == Style(encoding="ascii")


def test_a_closed_stream_is_plain() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    stream.close()
    assert style_for(stream) == PLAIN


def test_what_cannot_be_said_is_escaped() -> None:
    assert Style(encoding="ascii").fit("模 é") == "\\u6a21 \\xe9"
