"""Which files a command line means, compared with what git itself ignores."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from hoist.source.walk import python_files


def make(folder: Path, *names: str, **texts: str) -> Path:
    """Write empty files; ``gitignore='...'`` writes one at the top."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for name, text in texts.items():
        (folder / f".{name}").write_text(text)
    return folder


def found(folder: Path, *paths: Path) -> list[str]:
    walk = python_files(paths or [folder])
    assert not walk.problems
    return [path.relative_to(folder).as_posix() for path in walk.files]


# Nothing, and what is not there


def test_no_paths() -> None:
    assert python_files([]) == python_files([])
    assert python_files([]).files == ()


def test_empty_folder(tmp_path: Path) -> None:
    assert found(tmp_path) == []


def test_path_that_is_not_there_is_a_problem_and_the_rest_goes_on(tmp_path: Path) -> None:
    make(tmp_path, "a.py")
    walk = python_files([tmp_path / "gone", tmp_path / "a.py"])
    assert [path.name for path in walk.files] == ["a.py"]
    assert [str(one) for one in walk.problems] == [
        f"{tmp_path / 'gone'}: no such file or folder; check the spelling and the working folder"
    ]


def test_link_to_nothing_is_a_problem_where_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.py").symlink_to("gone")
    assert [str(one) for one in python_files([tmp_path / "a.py"]).problems] == [
        f"{tmp_path / 'a.py'}: is a link to gone, which is not there; mend or remove it"
    ]
    assert found(tmp_path) == []


def test_impossible_name_is_a_problem(tmp_path: Path) -> None:
    assert "no possible file name" in str(python_files([tmp_path / "\0"]).problems[0])


def test_folder_that_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "a/x.py", "b/y.py", "c/z.py")
    scandir = os.scandir

    def denied(path: Path) -> object:
        if path.name == "b":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", denied)
    walk = python_files([tmp_path])
    assert [path.name for path in walk.files] == ["x.py", "z.py"]
    assert [str(one) for one in walk.problems] == [
        f"{tmp_path / 'b'}: cannot be listed (permission denied); make it readable, or leave it out"
    ]


# What is taken


def test_named_files_are_taken_as_they_are(tmp_path: Path) -> None:
    make(tmp_path, "b.txt", "a.py", "build/c.py", gitignore="*.py\n")
    names = ["b.txt", "build/c.py", "a.py"]
    assert found(tmp_path, *(tmp_path / name for name in names)) == names


def test_each_file_once_in_sorted_order(tmp_path: Path) -> None:
    make(tmp_path, "b.py", "a/z.py", "a/b/y.py", "c/x.py", "a.py", "note.txt", "d.pyc", "folder.py/x.py")
    names = ["a.py", "b.py", "a/z.py", "a/b/y.py", "c/x.py", "folder.py/x.py"]
    assert found(tmp_path) == names
    assert found(tmp_path, tmp_path, tmp_path / "a", tmp_path / "b.py", tmp_path / "a" / ".." / "b.py") == names


def test_what_is_not_the_users_own(tmp_path: Path) -> None:
    make(
        tmp_path,
        *(
            f"{folder}/x.py"
            for folder in (
                "node_modules", ".git", ".hg", ".tox", ".nox", "__pycache__", "build", "dist", "a.egg-info", ".eggs",
                "lib/site-packages/numpy",
            )
        ),
        "env/pyvenv.cfg", "env/bin/x.py", "conda/conda-meta/history", "conda/x.py", "src/build/x.py", "src/built/x.py",
        "build.py",
    )  # fmt: skip
    assert found(tmp_path) == ["build.py", "src/built/x.py"]


@pytest.mark.parametrize("name", ["build", "env", "ignored"])
def test_a_folder_that_is_named_is_wanted(tmp_path: Path, name: str) -> None:
    make(tmp_path, "env/pyvenv.cfg", "env/x.py", "build/x.py", "ignored/x.py", ".git/HEAD", gitignore="ignored/\n")
    assert found(tmp_path, tmp_path / name) == [f"{name}/x.py"]


# Links


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    make(tmp_path, "top/a/x.py", "other/y.py")
    (tmp_path / "top" / "loop").symlink_to("..")
    (tmp_path / "top" / "again").symlink_to("a")
    (tmp_path / "top" / "other").symlink_to(tmp_path / "other")
    assert found(tmp_path, tmp_path / "top") == ["top/a/x.py"]
    assert found(tmp_path, tmp_path / "top" / "other") == ["top/other/y.py"]


def test_link_to_a_file_is_taken_once(tmp_path: Path) -> None:
    make(tmp_path, "top/b.py", "other.py")
    (tmp_path / "top" / "a.py").symlink_to("b.py")
    (tmp_path / "top" / "c.py").symlink_to("../other.py")
    assert found(tmp_path, tmp_path / "top") == ["top/b.py", "top/c.py"]


# What git ignores


def test_ignore_files_above_the_folder_count(tmp_path: Path) -> None:
    make(tmp_path, ".git/info/exclude", "a/b/x.py", "a/b/y.py", "a/b/z.py", "a/b/w.py", gitignore="x.py\n/y.py\n")
    (tmp_path / ".git" / "info" / "exclude").write_text("w.py\n")
    (tmp_path / "a" / ".gitignore").write_text("b/z.py\n")
    assert found(tmp_path, tmp_path / "a" / "b") == ["a/b/y.py"]


def test_ignore_files_above_the_repository_do_not(tmp_path: Path) -> None:
    make(tmp_path, "repo/.git/HEAD", "repo/x.py", "repo/a/x.py", gitignore="x.py\n")
    assert found(tmp_path, tmp_path / "repo") == ["repo/x.py", "repo/a/x.py"]
    assert found(tmp_path, tmp_path / "repo" / "a") == ["repo/a/x.py"]
    assert found(tmp_path) == ["repo/x.py", "repo/a/x.py"]


def test_ignore_files_count_without_git_too(tmp_path: Path) -> None:
    make(tmp_path, "x.py", "y.py", gitignore="x.py\n")
    assert found(tmp_path) == ["y.py"]


def test_nearest_file_decides(tmp_path: Path) -> None:
    make(tmp_path, ".git/HEAD", "a/x.py", "b/x.py", gitignore="x.py\n")
    (tmp_path / "a" / ".gitignore").write_text("!x.py\n")
    assert found(tmp_path) == ["a/x.py"]


def test_worktree_uses_the_repositorys_own_exclude(tmp_path: Path) -> None:
    make(tmp_path, "main/.git/worktrees/w/HEAD", "main/.git/info/exclude", "w/x.py", "w/y.py")
    (tmp_path / "main/.git/info/exclude").write_text("x.py\n")
    (tmp_path / "main/.git/worktrees/w/commondir").write_text("../..\n")
    (tmp_path / "w" / ".git").write_text(f"gitdir: {tmp_path}/main/.git/worktrees/w\n")
    assert found(tmp_path, tmp_path / "w") == ["w/y.py"]


def test_patterns_that_cannot_be_read_do_not_switch_off_the_others(tmp_path: Path) -> None:
    make(tmp_path, "x.py", "y.py")
    (tmp_path / ".gitignore").write_bytes(b"\xef\xbb\xbfx.py\r\n!\n\xff\n/\n[\n")
    assert found(tmp_path) == ["y.py"]


NAMES = ["x.py", "y.py", "a/x.py", "a/y.py", "a/b/x.py", "b/x.py", "b/c/y.py", "a b/x.py", "#x/x.py"]
PATTERNS = st.lists(
    st.sampled_from(
        [
            "x.py", "/x.py", "a/", "/a", "!x.py", "!a/", "*.py", "!a/*.py", "**/b", "b/**", "a/**/x.py", "a\\ b",
            "\\#x", "# x", "", "b/*", "!b/c", "!b/x.py", "**", "*/", "?.py", "[xy].py", "[!x].py", "a/b/", "*/x.py",
            "/*/", "!/a/",
        ]
    ),
    max_size=4,
)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PATTERNS, PATTERNS, PATTERNS)
def test_agrees_with_git(tmp_path: Path, top: list[str], inner: list[str], exclude: list[str]) -> None:
    if not (tmp_path / ".git").exists():
        subprocess.run(["git", "init", "-q", tmp_path], check=True)
        make(tmp_path, *NAMES)
    (tmp_path / ".gitignore").write_text("\n".join(top))
    (tmp_path / "a" / ".gitignore").write_text("\n".join(inner))
    (tmp_path / ".git" / "info" / "exclude").write_text("\n".join(exclude))
    git = ["git", "-c", "core.excludesFile=", "ls-files", "-z", "--others", "--exclude-standard"]
    listed = subprocess.run(git, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split("\0")
    assert sorted(found(tmp_path)) == sorted(name for name in listed if name.endswith(".py"))
