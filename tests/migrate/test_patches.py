"""The commit of a campaign comes out the same from its patch and its bundle, whatever the user has set for git."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import pytest

from hoist.migrate.clone import clone
from hoist.migrate.commit import Committed, commit, free_branch
from hoist.migrate.git import git as hoist_git
from hoist.migrate.sources import Repository
from tests.migrate.campaigns import applied, fetched, place
from tests.migrate.repository import commit as commit_files, git, repository

WHEN = "2026-01-02T03:04:05+00:00"
OLD = "# é = 1 \nfirst\nFrom here\n" + "long " * 40 + "\nlast"
NEW = OLD.replace("first", "another")


def committed(tmp_path: Path, files: dict[str, bytes], changed: dict[str, bytes]) -> Committed:
    """The commit of changes in a clone of a repository of files, after its patch and bundle have been tried."""
    source = repository(tmp_path / "source", files)
    at = tmp_path / "clone"
    base = clone(Repository("name", str(source)), at)
    for name, content in changed.items():
        (at / name).write_bytes(content)
    done = commit(at, "cure", list(changed), "Build é once\n\nFrom now on.\n", WHEN)
    (tmp_path / "it.patch").write_bytes(done.patch.encode("utf-8", "surrogateescape"))
    (tmp_path / "it.bundle").write_bytes(bundle_of(done))
    tree = git(at, "rev-parse", f"{done.commit}^{{tree}}").strip()
    assert applied(str(source), base, tmp_path / "it.patch", tmp_path) == tree
    assert fetched(str(source), tmp_path / "it.bundle", done.branch, tmp_path) == tree
    for name, content in changed.items():
        assert (
            hoist_git("cat-file", "blob", f"{done.commit}:{name}", cwd=at).encode("utf-8", "surrogateescape") == content
        )
    return done


def bundle_of(done: Committed) -> bytes:
    return base64.b64decode(done.bundle)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OLD.encode(), NEW.encode()),
        (OLD.replace("\n", "\r\n").encode(), NEW.replace("\n", "\r\n").encode()),
        (OLD.replace("\n", "\r\n").encode("latin-1"), NEW.replace("\n", "\r\n").encode("latin-1")),
        (b"\xef\xbb\xbf" + OLD.encode(), b"\xef\xbb\xbf" + NEW.replace("last", "last\r\n").encode()),
        (b"a\r\nb\n", b"a\nb\r\n.\r\nFrom a = 3D\r\n"),
        (b"a\0b\r\n", b"a\0c\r\n"),
    ],
    ids=["plain", "CR LF", "CR LF in Latin-1", "byte order mark", "mixed", "binary"],
)
def test_a_patch_gives_the_very_bytes(tmp_path: Path, old: bytes, new: bytes) -> None:
    committed(tmp_path, {"a file é.py": old, "other.py": b"1\n"}, {"a file é.py": new})


def test_what_a_user_has_set_for_git_is_no_part_of_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, changed = {"train.py": OLD.encode()}, {"train.py": NEW.encode()}
    (tmp_path / "plain").mkdir()
    plain = committed(tmp_path / "plain", files, changed)
    with place(tmp_path / "set") as here:
        for name, value in here.environment().items():
            monkeypatch.setenv(name, value)
        (tmp_path / "hostile").mkdir()
        hostile = committed(tmp_path / "hostile", files, changed)
        assert [path.name for path in here.home.iterdir() if path.name.startswith("hook-")] == []
    texts = [one.patch.partition("Subject:")[2] for one in (plain, hostile)]
    assert texts[0] == texts[1]
    assert "From: hoist <hoist@localhost>" in hostile.patch


def test_the_user_commits_if_git_knows_who_that_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": "user.name",
        "GIT_CONFIG_VALUE_0": "A. B. <C>",
        "GIT_CONFIG_KEY_1": "user.email",
        "GIT_CONFIG_VALUE_1": "ab@example.org",
        "GIT_AUTHOR_NAME": "Another",
    }.items():
        monkeypatch.setenv(name, value)
    done = committed(tmp_path, {"train.py": b"1\n"}, {"train.py": b"2\n"})
    said = git(tmp_path / "clone", "log", "-1", "--format=%an %ae|%cn %ce", done.commit).strip()
    assert said == "Another ab@example.org|A. B. C ab@example.org"


@pytest.mark.parametrize(
    ("branches", "found"),
    [
        ([], "hoist/cure"),
        (["hoist/cure"], "hoist/cure-2"),
        (["hoist/cure", "hoist/cure-2"], "hoist/cure-3"),
        (["hoist/cure/more"], "hoist/cure-2"),
        (["hoist"], "hoist-cure"),
        (["hoister/cure"], "hoist/cure"),
    ],
)
def test_a_branch_is_one_that_the_source_has_room_for(tmp_path: Path, branches: list[str], found: str) -> None:
    source = repository(tmp_path / "source", {"train.py": "1\n"})
    for name in branches:
        git(source, "branch", name)
    git(source, "tag", "hoist/cure")
    clone(Repository("name", str(source)), tmp_path / "clone")
    assert free_branch(tmp_path / "clone", "hoist/cure") == found
    (tmp_path / "clone" / "train.py").write_text("2\n", encoding="utf-8")
    done = commit(tmp_path / "clone", "cure", ["train.py"], "Cure", WHEN)
    (tmp_path / "it.bundle").write_bytes(bundle_of(done))
    git(source, "fetch", "--quiet", tmp_path / "it.bundle", f"refs/heads/{found}:refs/heads/{found}")
    assert git(source, "rev-parse", f"refs/heads/{found}").strip() == done.commit


def test_a_look_at_a_checkout_does_not_refresh_its_index(tmp_path: Path) -> None:
    source = repository(tmp_path / "source", {"train.py": "1\n"})
    commit_files(source, {"train.py": "2\n"})
    os.utime(source / "train.py", (1e9, 1e9))  # what the index does not know, and a look may put right
    before = (source / ".git" / "index").read_bytes()
    clone(Repository("name", str(source)), tmp_path / "clone")
    assert (source / ".git" / "index").read_bytes() == before
    git(source, "status")
    assert (source / ".git" / "index").read_bytes() != before
