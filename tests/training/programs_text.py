"""Small programs that train, on Keras or in sessions, and what a rule is to do with them, kept as text.

A program begins with a line ``=== NAME: WHAT``: ``silent``, the code of a refusal, or a line that the changed program
holds and the original does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "programs"
KERAS = """\
import numpy as np
import tensorflow as tf
from tensorflow import keras
model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
"""
SESSION = """\
import numpy as np
import tensorflow as tf
x = tf.placeholder(tf.float32, [None, 2])
y = tf.placeholder(tf.float32, [None, 1])
w = tf.Variable(tf.zeros([2, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
"""
WITHOUT_KERAS = ("no_keras", "other_library")


@dataclass(frozen=True)
class Text:
    """One program."""

    name: str
    expected: str
    script: str

    @property
    def changes(self) -> bool:
        """Whether the rule is to change it."""
        return self.expected != "silent" and not re.fullmatch(r"HSR\d\d", self.expected)


def programs(page: str) -> list[Text]:
    """Every program of a page."""
    found = []
    head_of_page = SESSION if page == "sessions" else KERAS
    for part in re.split(r"^=== ", (FOLDER / f"{page}.txt").read_text(), flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        name, _, expected = head.partition(": ")
        found.append(
            Text(name, expected, body if page != "sessions" and name in WITHOUT_KERAS else head_of_page + body)
        )
    return found
