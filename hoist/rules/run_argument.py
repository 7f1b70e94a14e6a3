"""A node is built in the arguments of a session run, or in front of `.eval()`.

`sess.run(tf.reduce_mean(loss))` looks like a call but builds a new op each time that it is reached. hoist gives the op
a name in front of the session and runs it by that name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoist.rules import Site

CODE = "HST110"
NAME = "build-in-run-argument"
EXAMPLE = (
    """\
with tf.Session() as sess:
    for batch in batches:
        print(sess.run(tf.reduce_mean(loss), {x: batch}))
""",
    """\
reduce_mean = tf.reduce_mean(loss)
with tf.Session() as sess:
    for batch in batches:
        print(sess.run(reduce_mean, {x: batch}))
""",
)


def claims(site: Site) -> bool:
    """Whether the build stands inside a statement that stays."""
    return site.is_expression
