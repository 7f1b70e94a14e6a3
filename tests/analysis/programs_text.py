"""Small programs that try to mislead the analysis, kept as text: a dozen a page reads better than a file for each.

A page in `programs/` holds programs that begin with a line ``=== NAME: WHAT HOIST DOES``: ``moves``, ``silent`` or
codes of refusals, more than one where several places are found. A line ``---`` splits a program into what stands
before the session, what stands in it, and what stands behind it; a program without that line is taken as it is.
``### FILE`` begins a local module beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "programs"
PYTHON_2 = FOLDER / "python_2"
BEFORE = """\
import numpy as np
import tensorflow as tf
x = tf.placeholder(tf.float32, [None, 2], name='x')
w = tf.get_variable('w', [2, 2], initializer=tf.constant_initializer(0.5))
y = tf.matmul(x, w)
data = np.arange(4, dtype=np.float32).reshape(2, 2)
"""
SESSION = """\
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
"""


@dataclass(frozen=True)
class Text:
    """One program: its script, the modules beside it, and what hoist is to do with it."""

    name: str
    expected: frozenset[str]
    script: str
    modules: dict[str, str]

    def write(self, folder: Path) -> Path:
        """Write all its files below a folder; gives the script."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in {"script.py": self.script, **self.modules}.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        return folder / "script.py"


def all_programs(folder: Path = FOLDER) -> list[Text]:
    """Every program of every page; those in Python 2 lie in a folder of their own."""
    found = []
    for page in sorted(folder.glob("*.txt")):
        for part in re.split(r"^=== ", page.read_text(), flags=re.MULTILINE)[1:]:
            head, _, body = part.partition("\n")
            name, _, expected = head.partition(":")
            main, *modules = re.split(r"^### ", body, flags=re.MULTILINE)
            beside = dict(m.split("\n", 1) for m in modules)
            found.append(Text(f"{page.stem}-{name.strip()}", frozenset(expected.split()), _script(main), beside))
    return found


def _script(body: str) -> str:
    sections = re.split(r"^---\n", body, flags=re.MULTILINE)
    if len(sections) == 1:
        return body
    before, inside, *after = sections
    indented = "".join(f"    {line}" if line.strip() else line for line in inside.splitlines(keepends=True))
    return BEFORE + before + SESSION + indented + "".join(after)
