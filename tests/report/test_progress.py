from __future__ import annotations

import io

import pytest

from hoist.report.progress import progress
from tests.report.test_style import Terminal


def test_nothing_is_written_to_a_pipe() -> None:
    pipe = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with progress(pipe) as show:
        show("Running the original", 3, 20)
    pipe.flush()
    assert pipe.tell() == 0


def test_a_terminal_shows_the_task_and_gets_its_cursor_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = Terminal()

    def work() -> None:
        with progress(terminal) as show:
            show("Running the original", 3, 20)
            show("Running the rewritten script")
            show("Comparing [x]", 1, 2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    terminal.flush()
    terminal.seek(0)
    written = terminal.read()
    assert "Comparing [x]" in written
    assert written.rindex("\x1b[?25h") > written.rindex("\x1b[?25l")
