"""Repositories that are special by the names and bytes of their files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.migrate.git_shapes import CURED, TRAIN
from tests.migrate.made import Made, made
from tests.migrate.repository import commit, lay, repository

ODD_NAMES = ("my train.py", 'it\'s "quoted".py', "-c.py", "--help.py", "$HOME.py", "tab\tand\nnewline.py", "a;b&c.py")


def latin_1(folder: Path) -> Made:
    """A source in Latin-1, under a name that is not ASCII."""
    text = "# -*- coding: latin-1 -*-\nprint(u'entraîné à côté')\n" + CURED
    repository(folder, {"entraîné.py": text.encode("latin-1"), "données/lis-moi.md": "é\n"})
    return made("latin-1", folder, "A source in Latin-1 with a name in French.", "proved", runs="yes")


def crlf(folder: Path) -> Made:
    """Ends of lines of Windows, committed."""
    repository(folder, {"train.py": CURED.replace("\n", "\r\n")})
    return made("crlf", folder, "Its lines end in CR LF.", "proved", runs="yes", gate="yes")


def no_last_newline(folder: Path) -> Made:
    """No newline at the end, and a byte order mark."""
    repository(folder, {"train.py": b"\xef\xbb\xbf" + CURED.rstrip("\n").encode()})
    return made("no-last-newline", folder, "A byte order mark, and no newline at the end.", "proved", runs="yes")


def odd_names(folder: Path) -> Made:
    """Names that a shell, git or a command line may take for something else."""
    parts = {name: CURED.replace("square", "exp") for name in ODD_NAMES}
    repository(folder / "-odd 'names' & more", parts)
    about = f"{len(ODD_NAMES)} scripts with odd names in a folder with one."
    return made("odd-names", folder / "-odd 'names' & more", about, "proved", runs="yes")


def names_no_text(folder: Path) -> Made:
    """A name that is not UTF-8."""
    repository(folder, TRAIN)
    (folder / "data").mkdir()
    Path(f"{folder}/data/caf\udce9.txt").write_text("1\n", encoding="utf-8")  # the byte E9 alone
    commit(folder, {})
    return made("name-not-utf-8", folder, "A file whose name is not UTF-8.", "proved", runs="yes")


def links(folder: Path) -> Made:
    """Links within, to nowhere, in a circle, and out of the repository, to something that would be cured."""
    lay(folder, {"outside/other.py": CURED, "outside/package/ops.py": CURED})
    aims = {
        "same.py": "train.py",
        "other.py": "../outside/other.py",
        "absolute.py": str(folder / "outside" / "other.py"),
        "package": "../outside/package",
        "nothing.py": "gone.py",
        "circle.py": "circle.py",
        "up": "..",
    }
    inside = _linked(repository(folder / "links", TRAIN), aims)
    reason = "belongs to another repository"
    return made(
        "links", inside, "Links within it and out of it.", "proved_in_part", reason=reason, runs="yes", gate="yes"
    )


def only_link(folder: Path) -> Made:
    """Its only script is a link to a file that is not its own."""
    lay(folder, {"other.py": CURED})
    inside = _linked(repository(folder / "only-link", {}), {"train.py": str(folder / "other.py")})
    reason = "belongs to another repository"
    return made("only-link", inside, "Its only script is a link out of it.", "refused", reason=reason)


def _linked(inside: Path, aims: Mapping[str, str]) -> Path:
    for name, aim in aims.items():
        (inside / name).symlink_to(aim)
    commit(inside, {}, "Add links")
    return inside


def huge(folder: Path) -> Made:
    """A generated module of megabytes, and data."""
    table = "TABLE = [\n" + "".join(f"    {number * 7919 % 104729},\n" for number in range(200_000)) + "]\n"
    repository(folder, {**TRAIN, "table.py": table, "data.bin": bytes(30_000_000)})
    return made("huge", folder, "A generated module of megabytes, and 30 MB of data.", "proved", runs="yes")


def ignored(folder: Path) -> Made:
    """A script that git ignores and holds nevertheless."""
    repository(folder, {".gitignore": "train.py\n", **TRAIN})
    return made("ignored", folder, "Its script is committed and ignored.", "clean")


def many_cells(folder: Path) -> Made:
    """A notebook that is no JSON, beside a good script."""
    broken = json.dumps({"cells": [{"cell_type": "code"}]})[:-2]
    repository(folder, {**TRAIN, "study.ipynb": broken})
    return made("broken-notebook", folder, "A notebook that is no JSON.", "proved", runs="yes")


def executable(folder: Path) -> Made:
    """A script that may be executed stays one."""
    repository(folder, {"run": "#!/bin/sh\nexec python train.py\n", "train.py": "#!/usr/bin/env python\n" + CURED})
    for name in ("run", "train.py"):
        (folder / name).chmod(0o755)
    commit(folder, {})
    return made("executable", folder, "Its script is executable.", "proved", runs="yes")


FILE_SHAPES: tuple[Callable[[Path], Made], ...] = (
    latin_1, crlf, no_last_newline, odd_names, names_no_text, links, only_link, huge, ignored, many_cells, executable,
)  # fmt: skip
