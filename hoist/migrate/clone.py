"""A clone of a repository, of what is committed; the user's own checkout is only read."""

from __future__ import annotations

import contextlib
from pathlib import Path

from hoist.migrate.git import NETWORK_SECONDS, GitError, git, is_address
from hoist.migrate.sources import Repository

# No conversion of newlines but what the repository asks for itself, links as links, and nothing of the user's taste.
_AS_IT_IS = ("--config", "core.autocrlf=false", "--config", "core.symlinks=true", "--origin=origin", "--template=")


class CannotClone(Exception):
    """A source that is not worked on; the message says why, and ``advice`` what a person can do."""

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(reason)
        self.advice = advice


def clone(repository: Repository, at: Path) -> str:
    """Clone a repository, and return the commit that is checked out.

    Raises:
        CannotClone: it is no repository, has changes that are not committed, lacks the branch, or git cannot read it.
        GitError: git failed on the clone.
    """
    branch = repository.settings.branch
    if not is_address(repository.source):
        _check_folder(Path(repository.source), branch)
    chosen = ("--branch", branch) if branch is not None else ()
    try:
        git("clone", "--quiet", *_AS_IT_IS, *chosen, "--", repository.source, str(at), timeout=NETWORK_SECONDS)
    except GitError as error:
        if branch is not None and "not found in upstream" in str(error):
            raise CannotClone(f"it has no branch {branch}", "name one that it has, under `branch`") from error
        raise CannotClone(f"it cannot be cloned: {error}", "see that `git clone` of it works here") from error
    try:
        base = git("rev-parse", "--verify", "--quiet", "HEAD^{commit}", cwd=at).strip()
    except GitError as error:
        raise CannotClone("nothing is committed in it, or its branch is not there", "commit first") from error
    if (at / ".gitmodules").is_file():
        # The scripts may need them; what cannot be had, a run will miss and name.
        with contextlib.suppress(GitError):
            git("submodule", "--quiet", "update", "--init", "--recursive", cwd=at, timeout=NETWORK_SECONDS)
    return base


def _check_folder(source: Path, branch: str | None) -> None:
    """Refuse a folder that is no repository, or whose own state is not what would be cloned."""
    if not source.exists():
        raise CannotClone("there is no such folder", "correct the path, or write a URL with its scheme")
    if source.is_file():
        return  # a bundle
    try:
        if git("rev-parse", "--is-bare-repository", cwd=source).strip() == "true":
            return
        root = Path(git("rev-parse", "--show-toplevel", cwd=source).rstrip("\n"))
    except GitError as error:
        if "not a git repository" in str(error):
            raise _no_repository(source) from error
        raise CannotClone(f"git cannot read it: {error}", "see that `git status` works there") from error
    if root.resolve() != source.resolve():
        raise CannotClone("it is not a git repository, but a folder in one", f"name the repository: {root}")
    changed = git("status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty", cwd=source)
    if changed and branch in (None, _current(source)):
        count = len(changed.splitlines())
        what = "a change that is" if count == 1 else f"{count} changes that are"
        raise CannotClone(f"it has {what} not committed", "commit or stash: what is cloned is the last commit")


def _no_repository(source: Path) -> CannotClone:
    inside = sum((one / ".git").exists() for one in source.iterdir() if one.is_dir())
    if inside:
        return CannotClone(f"it is not a git repository, but holds {inside}", f"name them: {source}/*")
    return CannotClone("it is not a git repository", "`git init` and commit, or use `hoist fix`")


def _current(source: Path) -> str | None:
    try:
        return git("symbolic-ref", "--quiet", "--short", "HEAD", cwd=source).strip()
    except GitError:  # no branch: a single commit is checked out
        return None
