"""How far a campaign is, on a terminal and elsewhere."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from hoist.migrate.result import Outcome, Result
from hoist.report.campaign_progress import campaign_progress, line_of
from tests.report.reports import FLAT, GROWING, SAME
from tests.report.summaries import PROVED, REWRITTEN, proof
from tests.report.test_style import Terminal

CLEAN = Result("gpt", "../gpt", Outcome.CLEAN)


def test_elsewhere_each_repository_has_a_line() -> None:
    pipe = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    lines: list[str] = []
    with campaign_progress(pipe, 2, lines.append) as watcher:
        watcher.begun("gpt", "here")
        watcher.at("gpt", "cloning")
        watcher.done(CLEAN)
        watcher.done(replace(CLEAN, name="old", outcome=Outcome.FAILED, reason="there is no such folder"))
    pipe.flush()
    assert pipe.tell() == 0
    assert lines == ["[1/2] gpt: clean", "[2/2] old: failed (there is no such folder)"]


def test_a_line_tells_what_a_proof_showed() -> None:
    shown = replace(SAME, original=GROWING, rewritten=FLAT)
    rewrites = (replace(PROVED.rewrites[0], proofs=(proof(shown, "train.py"),)),)
    assert (
        line_of(replace(PROVED, rewrites=rewrites, reason="")) == "plates: proved (train.py: 812 -> 0 nodes per turn)"
    )


def test_a_line_tells_why_nothing_was_run() -> None:
    assert line_of(replace(REWRITTEN, reason="train.py: a file is missing")).endswith(
        ": rewritten, not run (train.py: a file is missing)"
    )


def test_a_terminal_shows_all_that_is_being_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = Terminal()
    lines: list[str] = []

    def work() -> None:
        with campaign_progress(terminal, 3, lines.append) as watcher:
            watcher.begun("gpt", "here")
            watcher.begun("old [x]", "here")
            watcher.begun("old [x]", "on another worker")  # the first one was lost
            watcher.at("old [x]", "train.py: turn 3 of 20")
            watcher.at("nobody", "is not shown")
            watcher.done(CLEAN)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    terminal.flush()
    terminal.seek(0)
    written = terminal.read()
    assert "old [x]: train.py: turn 3 of 20" in written
    assert "1/3" in written
    assert "1 clean" in written
    assert "is not shown" not in written
    assert written.rindex("\x1b[?25h") > written.rindex("\x1b[?25l")
    assert not lines
