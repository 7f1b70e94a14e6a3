"""Repositories that are special by what git knows of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.migrate.made import Made, made
from tests.migrate.repository import commit, git, lay, repository

CURED = """\
import tensorflow as tf

x = tf.placeholder(tf.float32, [])
with tf.Session() as sess:
    for step in range(4):
        print(sess.run(tf.square(x), {x: step}))
"""
TRAIN = {"train.py": CURED, "README.md": "# Squares\n"}


def bare(folder: Path) -> Made:
    """A repository without a work tree."""
    work = repository(folder / "work", TRAIN)
    git(folder, "clone", "--quiet", "--bare", work, "squares.git")
    return made("bare", folder / "squares.git", "A bare repository.", "proved", runs="yes")


def empty(folder: Path) -> Made:
    """No commit."""
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    return made("empty", folder, "A repository without a commit.", "failed", reason="commit")


def detached(folder: Path) -> Made:
    """HEAD is a commit, and the branch has gone on to one that grows no more."""
    repository(folder, TRAIN)
    commit(folder, {"train.py": "print('nothing grows')\n"}, "Begin anew")
    git(folder, "checkout", "--quiet", "--detach", "HEAD~1")
    return made("detached", folder, "HEAD is the first of two commits, and no branch.", "proved", runs="yes")


def missing_branch(folder: Path) -> Made:
    """The mapping names a branch that is not there."""
    repository(folder, TRAIN)
    settings = '{"branch": "nowhere"}'
    return made("missing-branch", folder, "Its branch is missing.", "failed", reason="nowhere", settings=settings)


def other_branch(folder: Path) -> Made:
    """What is cured is on another branch than HEAD."""
    repository(folder, {"train.py": "print('nothing grows')\n"})
    git(folder, "checkout", "--quiet", "-b", "topic/develop")
    commit(folder, TRAIN)
    git(folder, "checkout", "--quiet", "main")
    settings = '{"branch": "topic/develop"}'
    return made("other-branch", folder, "Only its branch topic/develop grows.", "proved", runs="yes", settings=settings)


def dirty(folder: Path) -> Made:
    """What is committed is not what lies there."""
    repository(folder, TRAIN)
    lay(folder, {"train.py": "def f(:\n", "untracked.py": CURED})
    git(folder, "add", "train.py")
    lay(folder, {"train.py": "print('not committed')\n"})
    about = "Its work tree and its index are not what was committed."
    return made("dirty", folder, about, "failed", reason="not committed")


def no_repository(folder: Path) -> Made:
    """A folder of scripts."""
    lay(folder, TRAIN)
    return made("no-repository", folder, "A folder without git.", "failed", reason="repository")


def nowhere(folder: Path) -> Made:
    """A URL with nothing behind it."""
    return made("nowhere", "file:///nowhere/at/all.git", "It cannot be cloned.", "failed", reason="clone")


def not_there(folder: Path) -> Made:
    """A folder that is not there."""
    return made("not-there", folder, "There is no such folder.", "failed")


def by_url(folder: Path) -> Made:
    """A URL of the file system."""
    repository(folder, TRAIN)
    return made("by-url", folder.as_uri(), "Named by a URL.", "proved", runs="yes")


def hooks(folder: Path) -> Made:
    """Hooks that fail, signed commits, a monitor of files, and settings that would change what is committed."""
    repository(folder, TRAIN)
    for name in ("pre-commit", "commit-msg", "post-checkout", "prepare-commit-msg", "applypatch-msg", "pre-applypatch"):
        _script(folder / ".git" / "hooks" / name, f'touch "{folder}/.git/hook-was-run"\nexit 1\n')
    _script(folder / ".git" / "monitor", f'touch "{folder}/.git/monitor-was-run"\nexit 1\n')
    settings = {
        "commit.gpgSign": "true",
        "gpg.program": "false",
        "core.fsmonitor": str(folder / ".git" / "monitor"),
        "format.signOff": "true",
        "diff.external": "false",
        "uploadpack.packObjectsHook": str(folder / ".git" / "monitor"),
    }
    for name, value in settings.items():
        git(folder, "config", name, value)
    return made("hooks", folder, "Its hooks fail and its commits are to be signed.", "proved", runs="yes", gate="yes")


def _script(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(0o755)


def attributes(folder: Path) -> Made:
    """The work tree has other ends of lines than the commits, and words that git puts in."""
    marked = CURED.replace("import", "# $Id$\nimport", 1)
    files = {".gitattributes": "*.py text eol=crlf ident\n*.md export-ignore\n", **TRAIN, "train.py": marked}
    repository(folder, files)
    git(folder, "config", "core.autocrlf", "true")
    return made("attributes", folder, "Its attributes change the ends of lines.", "proved", runs="yes")


def shallow(folder: Path) -> Made:
    """A clone of the last commit alone."""
    whole = repository(folder / "whole", {"README.md": "# Squares\n"})
    commit(whole, TRAIN)
    git(folder, "clone", "--quiet", "--depth=1", whole.as_uri(), "shallow")
    return made("shallow", folder / "shallow", "A shallow clone.", "proved", runs="yes")


def borrowed(folder: Path) -> Made:
    """A clone that holds no objects of its own."""
    repository(folder / "lender", TRAIN)
    git(folder, "clone", "--quiet", "--shared", "lender", "borrower")
    return made("borrowed", folder / "borrower", "Its objects are those of another one.", "proved", runs="yes")


def branch_taken(folder: Path) -> Made:
    """Branches under hoist/ exist already."""
    repository(folder, TRAIN)
    for name in ("hoist/migrate", "hoist/campaign", "hoist/hoisted", "hoist/main"):
        git(folder, "branch", name)
    return made("branch-taken", folder, "It has branches under hoist/ already.", "proved", runs="yes")


def branch_in_the_way(folder: Path) -> Made:
    """A branch named hoist leaves no room for one under hoist/."""
    repository(folder, TRAIN)
    git(folder, "checkout", "--quiet", "-b", "hoist")
    return made("branch-in-the-way", folder, "Its only other branch is named hoist.", "proved", runs="yes")


def linked_tree(folder: Path) -> Made:
    """A further work tree, whose .git is a file."""
    main = repository(folder / "main", {"README.md": "# Squares\n"})
    git(main, "worktree", "add", "--quiet", "-b", "side", "../side")
    commit(folder / "side", TRAIN)
    return made("linked-tree", folder / "side", "A further work tree of a repository.", "proved", runs="yes")


def submodule(folder: Path) -> Made:
    """What a submodule holds is another repository's."""
    repository(folder / "inner", TRAIN)
    outer = repository(folder / "outer", TRAIN)
    git(outer, "submodule", "--quiet", "add", "../inner", "inner")
    commit(outer, {})
    return made("submodule", outer, "It has a submodule, which is left alone.", "proved", runs="yes")


def other_hash(folder: Path) -> Made:
    """Objects under SHA-256."""
    repository(folder, TRAIN, "--object-format=sha256")
    return made("sha256", folder, "Its commits are named by SHA-256.", "proved", runs="yes")


def tagged(folder: Path) -> Made:
    """A tag of the name of its branch, and a file of the name of a branch."""
    repository(folder, {**TRAIN, "main": "no branch\n", "HEAD": "no commit\n"})
    git(folder, "tag", "main")
    commit(folder, {"train.py": CURED.replace("square", "exp")}, "Take the exponential")
    return made("ambiguous", folder, "Its branch, a tag and a file have one name.", "proved", runs="yes")


def same_name(folder: Path) -> Made:
    """One of two repositories of one name."""
    repository(folder / "one" / "twins", TRAIN)
    return made("twins", folder / "one" / "twins", "It has the name of another one.", "proved", runs="yes")


def same_name_again(folder: Path) -> Made:
    """The other one."""
    repository(folder / "Twins", {"sort.py": "print(sorted([2, 1]))\n"})
    return made("twins-again", folder / "Twins", "It has the name of another one but for its case.", "clean")


def same_name_twice(folder: Path) -> Made:
    """A third one."""
    repository(folder / "twins", {"sort.py": "print(sorted([2, 1]))\n"})
    return made("twins-still", folder / "twins", "It has the name of another one.", "clean")


GIT_SHAPES: tuple[Callable[[Path], Made], ...] = (
    bare, empty, detached, missing_branch, other_branch, dirty, no_repository, nowhere, not_there, by_url, hooks,
    attributes, shallow, borrowed, branch_taken, branch_in_the_way, linked_tree, submodule, other_hash, tagged,
    same_name, same_name_again, same_name_twice,
)  # fmt: skip
