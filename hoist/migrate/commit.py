"""The commit of what was accepted: a branch, a message with rules, verdicts and figures, a patch and a bundle."""

from __future__ import annotations

import base64
import binascii
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hoist import __version__
from hoist.migrate.git import ALONE, GitError, git
from hoist.migrate.result import Outcome, Rewrite

PREFIX = "hoist/"
NOBODY = ("hoist", "hoist@localhost")  # where git does not know who commits
_TITLE = "Build the graph once, in front of the session loop"
_WIDTH = 72
# Taste in diffs, whoever has it, would make a patch that `git am` does not take.
_PLAIN = ("-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false", "-c", "color.ui=false")
_WHOLE = ("--stdout", "--binary", "--full-index", "--no-ext-diff", "--no-textconv", "--no-attach", "--no-color")
_QUOTED = (
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=UTF-8",
    "Content-Transfer-Encoding: quoted-printable",
)


@dataclass(frozen=True)
class Committed:
    """A commit: its branch, its hash, and itself as ``git am`` and (in base 64) as ``git fetch`` take it."""

    branch: str
    commit: str
    patch: str
    bundle: str


def commit(folder: Path, name: str, files: Sequence[str], message: str, when: str) -> Committed:
    """Commit files on a new branch.

    Args:
        folder: the clone, in which the files are written already.
        name: of the branch, behind ``hoist/``; a number is added where the source has one of that name.
        files: what is committed, relative to the folder.
        message: of the commit.
        when: the time of the commit, so that doing it again makes the same one.

    Raises:
        GitError: git would not.
    """
    base = git("rev-parse", "HEAD", cwd=folder).strip()
    branch = free_branch(folder, PREFIX + name)
    git("checkout", "--quiet", "-b", branch, cwd=folder, extra=ALONE)
    # What git ignores and nevertheless tracks is added too; a name is not a pattern.
    git("--literal-pathspecs", "add", "--force", "--", *files, cwd=folder, extra=ALONE)
    who_and_when = {**_identity(folder), "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    git("commit", "--quiet", "--no-verify", "--message", message, cwd=folder, extra={**ALONE, **who_and_when})
    done = git("rev-parse", "HEAD", cwd=folder).strip()
    patch = git(*_PLAIN, "format-patch", *_WHOLE, "-1", done, cwd=folder, extra=ALONE)
    # Beside the repository: what is written into it would be seen by it.
    at = folder.with_name(folder.name + ".bundle")
    git("bundle", "create", "--quiet", str(at), f"refs/heads/{branch}", f"^{base}", cwd=folder, extra=ALONE)
    bundle = base64.b64encode(at.read_bytes()).decode("ascii")
    at.unlink()
    return Committed(branch, done, _as_mail(patch), bundle)


def free_branch(folder: Path, wanted: str) -> str:
    """Return the name of a branch that neither the clone nor its source has: the wanted one, or a numbered one.

    Where a branch is named like a folder of it, git has no room for it there: slashes become dashes.
    """
    refs = git("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes/origin", cwd=folder).split()
    taken = {ref.removeprefix("refs/heads/").removeprefix("refs/remotes/origin/") for ref in refs}
    if any(wanted.startswith(f"{one}/") for one in taken):
        wanted = wanted.replace("/", "-")
    number, branch = 1, wanted
    while any(one == branch or one.startswith(f"{branch}/") for one in taken):
        number += 1
        branch = f"{wanted}-{number}"
    return branch


def _as_mail(patch: str) -> str:
    """A patch as a mail from which ``git am`` takes no carriage return: it strips those that are not encoded."""
    if "\r" not in patch:
        return patch
    head, _, body = patch.partition("\n\n")
    kept = [line for line in head.split("\n") if not line.startswith(("MIME-Version:", "Content-"))]
    lines = [binascii.b2a_qp(line.encode("utf-8", "surrogateescape"), istext=False) for line in body.split("\n")]
    return "\n".join([*kept, *_QUOTED, "", *(line.decode("ascii") for line in lines)])


def _identity(folder: Path) -> dict[str, str]:
    """Who commits, as the user's git knows it, in git's variables."""
    found = {}
    for role in ("AUTHOR", "COMMITTER"):
        try:
            name, _, rest = git("var", f"GIT_{role}_IDENT", cwd=folder).rpartition(" <")
            who = name, rest.partition(">")[0]
        except GitError:
            who = NOBODY
        found.update({f"GIT_{role}_NAME": who[0], f"GIT_{role}_EMAIL": who[1]})
    return found


def message(rewrites: Iterable[Rewrite], findings: Iterable[Mapping[str, Any]]) -> str:
    """Return the message of a commit: rules, verdicts and figures of what it holds."""
    held = [rewrite for rewrite in rewrites if rewrite.committed]
    files = {file for rewrite in held for file in rewrite.files}
    parts = [
        _TITLE,
        _paragraph(
            "These lines added nodes to the graph at each turn of a session loop, so that each step was slower than the"
            f" one before. hoist {__version__} builds them once."
        ),
        "\n".join(_line(one) for one in findings if one["path"] in files and one["remedy"]["kind"] != "refuse"),
        "\n".join(line for rewrite in held for line in _evidence(rewrite)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _paragraph(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _line(finding: Mapping[str, Any]) -> str:
    tried = ", tried" if finding["remedy"]["tier"] == "tried" else ""
    cell = finding["cell"]
    line = finding["line"] if cell is None else f"cell {cell['number']}:{cell['line']}"
    return f"{finding['rule']} {finding['path']}:{line} ({finding['remedy']['kind']}{tried})"


def _evidence(rewrite: Rewrite) -> list[str]:
    if rewrite.outcome is not Outcome.PROVED:
        return [f"{', '.join(rewrite.files)}: not run: {rewrite.reason}"]
    return [line for proof in rewrite.proofs for line in _figures(proof)]


def _figures(proof: Mapping[str, Any]) -> list[str]:
    verdict = str(proof["verdict"]).replace("_", " ")
    ran = f"TensorFlow {proof['tensorflow']}, Python {proof['python']}, {proof['device']}"
    lines = [f"{proof['script']}: {verdict}; {proof['runs_compared']} session runs in {proof['turns']} turns; {ran}"]
    before, after = proof.get("original"), proof.get("rewritten")
    if before and after:
        nodes = f"nodes per turn {before['nodes_per_turn']:g} -> {after['nodes_per_turn']:g}"
        step = min(len(before["seconds"]), len(after["seconds"]))
        times = ""
        if step:
            first, last = before["seconds"][step - 1], after["seconds"][step - 1]
            times = f"; step {step}: {1000 * first:.3g} ms -> {1000 * last:.3g} ms"
        lines.append(f"  {nodes}{times}")
    return lines
