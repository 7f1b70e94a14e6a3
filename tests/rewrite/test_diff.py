"""Unified diffs, taken by the real ``git apply``."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from hoist.rewrite.diff import unified_diff


def applied(folder: Path, name: str, old: str, new: str) -> bytes:
    """Write ``old``, let git apply the diff, give what the file holds then."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(old.encode())
    diff = unified_diff(old, new, name).encode()
    git = ["git", "-c", "core.autocrlf=false", "-c", "apply.whitespace=nowarn", "apply", "-"]
    done = subprocess.run(git, cwd=folder, input=diff, capture_output=True, check=False)
    assert done.returncode == 0, (done.stderr.decode(), diff.decode())
    return path.read_bytes()


def test_no_change_gives_no_diff() -> None:
    assert unified_diff("a\n", "a\n", "x.py") == ""


def test_the_text_of_a_diff() -> None:
    assert unified_diff("a\nb\nc\n", "b\na\nc\n", "pkg/x.py") == (
        "--- a/pkg/x.py\n+++ b/pkg/x.py\n@@ -1,3 +1,3 @@\n+b\n a\n-b\n c\n"
    )


def test_no_newline_at_the_end_is_said() -> None:
    assert unified_diff("a", "b", "x.py") == (
        "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"
    )


@pytest.mark.parametrize(
    "name",
    [
        "train.py",
        "a b/c d.py",
        "模型/训练.py",
        'say "hi".py',
        "back\\slash.py",
        "tab\there.py",
        "new\nline.py",
        "trailing .py",
        "-dash.py",
        "é ü.py",
        "bell\a.py",
    ],
)
def test_names_are_quoted_as_git_does(tmp_path: Path, name: str) -> None:
    assert applied(tmp_path, name, "a\nb\n", "b\na\n") == b"b\na\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\r\nb\r\nc\r\n", "b\r\na\r\nc\r\n"),
        ("a\nb", "b\na"),
        ("a\nb", "a\nb\n"),
        ("a\nb\n", "a\nb"),
        ("a\r\nb", "b\r\na"),
        ("\ta\n\t\tb\n", "\tb\n\t\ta\n"),
        ("a\rb\rc\r", "b\ra\rc\r"),
        ("a\rb\nc\r\nd", "d\ra\nc\r\nb"),
        ("", "a\n"),
        ("a\n", ""),
        ("a\x0c\nb\u2028c\x85\n", "b\u2028c\x85\na\x0c\n"),
        ("a  \n\n\n", "\n\na  \n"),
        ("-- a\n++ b\n", "++ b\n-- a\n"),
        ("# 载入\n", "# 模型\n"),
    ],
)
def test_git_takes_the_diff(tmp_path: Path, old: str, new: str) -> None:
    assert applied(tmp_path, "x.py", old, new) == new.encode()


LINES = st.lists(st.sampled_from(["a", "b\r", "\tc", "", " ", "é", "-- d", "@@", "\x0c", "e\rf"]), max_size=12)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES, LINES, st.booleans(), st.booleans())
def test_git_takes_any_diff(tmp_path: Path, old: list[str], new: list[str], old_final: bool, new_final: bool) -> None:
    before = "\n".join(old) + "\n" * old_final
    after = "\n".join(new) + "\n" * new_final
    if before != after:
        path = tmp_path / "x.py"
        path.unlink(missing_ok=True)
        if before and after:
            assert applied(tmp_path, "x.py", before, after) == after.encode()
