"""Summaries are built or merged at each turn of a session loop.

Each `tf.summary.scalar` registers one more summary in a collection, under the tags `loss`, `loss_1`, `loss_2` ..., and
each `merge_all()` merges one copy more, so that at turn k every value is written k times. Built once, each value is
written once, under its first tag: the copies are gone from the event file. Where the program does anything else with
the summary than to write it, that is refused (HSR11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoist.analysis.first_use import Kept
    from hoist.analysis.motion import Decision
    from hoist.rules import Site

CODE = "HST104"
NAME = "summary-in-loop"
EXAMPLE = (
    """\
with tf.Session() as sess:
    for step in range(steps):
        tf.summary.scalar('loss', loss)
        merged = tf.summary.merge_all()
        writer.add_summary(sess.run(merged), step)
""",
    """\
tf.summary.scalar('loss', loss)
merged = tf.summary.merge_all()
with tf.Session() as sess:
    for step in range(steps):
        writer.add_summary(sess.run(merged), step)
""",
)
_OLD = frozenset(
    {"tf.scalar_summary", "tf.histogram_summary", "tf.image_summary", "tf.merge_all_summaries", "tf.merge_summary"}
)


def claims(site: Site) -> bool:
    """Whether nothing but summaries is built there."""
    return bool(site.symbols) and all(symbol.startswith("tf.summary.") or symbol in _OLD for symbol in site.symbols)


def note(_decision: Decision | Kept) -> str:
    """What the report says of summaries."""
    return "each value is written once a step, under its first tag, instead of once more at each turn"
