"""A node is built in the loop of a monitored session.

`MonitoredTrainingSession` and its kin finalize the graph when they open, so the first build in the loop raises
`RuntimeError: Graph is finalized and cannot be modified`. The program cannot take its first turn; hoist reports that it
*will raise* and leaves it to its owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoist.rules import Site

CODE = "HST100"
NAME = "build-in-monitored-session"
EXAMPLE = (
    """\
with tf.train.MonitoredTrainingSession() as sess:
    while not sess.should_stop():
        sess.run(tf.reduce_mean(loss))
""",
    """\
mean = tf.reduce_mean(loss)
with tf.train.MonitoredTrainingSession() as sess:
    while not sess.should_stop():
        sess.run(mean)
""",
)


def claims(site: Site) -> bool:
    """Whether the session is a monitored one."""
    return site.monitored
