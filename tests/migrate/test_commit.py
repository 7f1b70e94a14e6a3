"""The commit of a campaign: its branch, its patch and its bundle, whatever git is told by its user."""

from __future__ import annotations

import base64
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hoist.migrate.commit import commit, free_branch, message
from hoist.migrate.git import GitError, git
from hoist.migrate.result import Outcome, Rewrite

WHEN = "2026-01-02T03:04:05+00:00"


def run(*arguments: str, cwd: Path) -> str:
    return subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    run("init", "-q", cwd=folder)
    run("config", "user.name", "Ada", cwd=folder)
    run("config", "user.email", "ada@example.com", cwd=folder)
    (folder / "train [1].py").write_bytes(b"x = 1\r\ny = '\xe9'\r\n")
    (folder / ".gitignore").write_text("*.py\n")
    run("add", "--force", ".", cwd=folder)
    run("commit", "-q", "-m", "as it was", cwd=folder)
    return folder


@pytest.fixture
def clone(source: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "clone"
    run("clone", "-q", str(source), str(folder), cwd=tmp_path)
    (folder / "train [1].py").write_bytes(b"x = 2\r\ny = '\xe9'\r\n")
    return folder


NAME = ("train [1].py",)


def test_the_commit_is_the_same_when_it_is_made_again(clone: Path, source: Path, tmp_path: Path) -> None:
    first = commit(clone, "night", NAME, "why\n", WHEN)
    again = tmp_path / "again"
    run("clone", "-q", str(source), str(again), cwd=tmp_path)
    (again / NAME[0]).write_bytes((clone / NAME[0]).read_bytes())
    assert commit(again, "night", NAME, "why\n", WHEN) == first


def test_the_patch_and_the_bundle_hold_the_commit(clone: Path, source: Path, tmp_path: Path) -> None:
    done = commit(clone, "night", NAME, "why\n", WHEN)
    (tmp_path / "one.bundle").write_bytes(base64.b64decode(done.bundle))
    run("fetch", "-q", str(tmp_path / "one.bundle"), f"{done.branch}:{done.branch}", cwd=source)
    assert run("rev-parse", done.branch, cwd=source).strip() == done.commit
    (tmp_path / "one.patch").write_bytes(done.patch.encode("utf-8", "surrogateescape"))
    run("am", "-q", "--keep-cr", str(tmp_path / "one.patch"), cwd=source)
    assert (source / NAME[0]).read_bytes() == b"x = 2\r\ny = '\xe9'\r\n"
    assert run("rev-parse", "HEAD^{tree}", cwd=source) == run("rev-parse", f"{done.branch}^{{tree}}", cwd=source)


def test_the_patch_is_plain_whatever_the_user_likes(clone: Path, source: Path, tmp_path: Path) -> None:
    for key, value in (
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("color.ui", "always"),
        ("format.attach", "true"),
        ("diff.external", "/bin/false"),
        ("commit.gpgSign", "true"),
        ("core.hooksPath", str(tmp_path / "hooks")),
    ):
        run("config", key, value, cwd=clone)
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "pre-commit").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "hooks" / "pre-commit").chmod(0o755)
    done = commit(clone, "night", NAME, "why\n", WHEN)
    (tmp_path / "one.patch").write_bytes(done.patch.encode("utf-8", "surrogateescape"))
    run("am", "-q", "--keep-cr", str(tmp_path / "one.patch"), cwd=source)
    assert (source / NAME[0]).read_bytes().startswith(b"x = 2\r\n")


def test_nothing_but_the_named_files_is_committed(clone: Path) -> None:
    (clone / "train 1.py").write_text("left by a run\n")
    commit(clone, "night", NAME, "why\n", WHEN)
    assert run("show", "--name-only", "--format=", cwd=clone).strip().strip('"') == NAME[0]


def test_a_branch_that_the_source_has_is_left_alone(source: Path, tmp_path: Path) -> None:
    run("branch", "hoist/night", cwd=source)
    run("branch", "hoist/night-2", cwd=source)
    run("clone", "-q", str(source), str(tmp_path / "other"), cwd=tmp_path)
    assert free_branch(tmp_path / "other", "hoist/night") == "hoist/night-3"


def test_what_cannot_be_committed_is_one_line(clone: Path) -> None:
    with pytest.raises(GitError) as error:
        commit(clone, "night", ("nowhere.py",), "why\n", WHEN)
    assert str(error.value) == "pathspec 'nowhere.py' did not match any files"


def test_a_call_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="took longer than"):
        git("-c", "alias.wait=!sleep 30", "wait", cwd=tmp_path, timeout=0.01)


def test_the_message_tells_rules_verdict_and_figures() -> None:
    proof = {
        "script": "train.py",
        "verdict": "same_bits",
        "runs_compared": 41,
        "turns": 20,
        "tensorflow": "1.15.5",
        "python": "3.7.16",
        "device": "CPU:0",
        "original": {"nodes_per_turn": 12.0, "seconds": [0.5, 0.6]},
        "rewritten": {"nodes_per_turn": 0.0, "seconds": [0.5, 0.01, 0.01]},
    }
    rewrites = (
        Rewrite(("train.py",), Outcome.PROVED, "", committed=True, diff="", proofs=(proof,)),
        Rewrite(("other.py",), Outcome.REWRITTEN, "other.py: a file is missing", committed=False, diff=""),
    )
    findings: list[dict[str, Any]] = [
        {"path": "train.py", "line": 7, "rule": "HST101", "remedy": {"kind": "hoist", "tier": "proved"}},
        {"path": "train.py", "line": 9, "rule": "HST110", "remedy": {"kind": "once", "tier": "tried"}},
        {"path": "train.py", "line": 10, "rule": "HST110", "remedy": {"kind": "refuse", "tier": "proved"}},
        {"path": "other.py", "line": 1, "rule": "HST110", "remedy": {"kind": "hoist", "tier": "proved"}},
    ]
    findings[1]["cell"] = {"number": 3, "line": 2}  # as in a notebook
    told = message(rewrites, [{"cell": None, **finding} for finding in findings]).split("\n\n", 2)
    assert told[0] == "Build the graph once, in front of the session loop"
    assert told[2] == (
        "HST101 train.py:7 (hoist)\nHST110 train.py:cell 3:2 (once, tried)\n\n"
        "train.py: same bits; 41 session runs in 20 turns; TensorFlow 1.15.5, Python 3.7.16, CPU:0\n"
        "  nodes per turn 12 -> 0; step 2: 600 ms -> 10 ms\n"
    )
