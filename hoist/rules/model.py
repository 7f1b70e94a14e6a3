"""Part of the model is built at each turn of a session loop.

Any call of TensorFlow that adds nodes, any operator on a tensor, and any call of a local function that does either:
prediction, loss, accuracy. The graph grows by as many nodes each turn, each step is slower than the last, and in the
end TensorFlow stops at a graph of two gigabytes. Built before the session opens, the model is the same and the loop
only runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoist.rules import Site

CODE = "HST199"
NAME = "model-in-loop"
EXAMPLE = (
    """\
with tf.Session() as sess:
    for batch in batches:
        error = tf.reduce_mean(tf.square(predict(x) - y))
        print(sess.run(error, {x: batch}))
""",
    """\
error = tf.reduce_mean(tf.square(predict(x) - y))
with tf.Session() as sess:
    for batch in batches:
        print(sess.run(error, {x: batch}))
""",
)


def claims(_site: Site) -> bool:
    """Everything that no other rule claims."""
    return True
