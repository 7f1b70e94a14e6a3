"""Gradients or an optimizer's update are built at each turn of a session loop.

`minimize`, `apply_gradients` and `tf.gradients` add the whole backward pass again (30 to several hundred nodes). Built
once in front of the session, the same update is run each turn.

An optimizer with slots (Adam, Momentum ...) that is itself made in the loop starts its state afresh each turn. Built
once, the state would live on and the numbers would change, so that is refused (HSR10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoist.rules import Site

CODE = "HST102"
NAME = "optimizer-in-loop"
EXAMPLE = (
    """\
with tf.Session() as sess:
    for step in range(steps):
        train_op = optimizer.minimize(loss)
        sess.run(train_op)
""",
    """\
train_op = optimizer.minimize(loss)
with tf.Session() as sess:
    for step in range(steps):
        sess.run(train_op)
""",
)
_METHODS = (".minimize", ".apply_gradients", ".compute_gradients")
_SYMBOLS = frozenset({"tf.gradients", "tf.hessians", "tf.contrib.slim.learning.create_train_op"})


def claims(site: Site) -> bool:
    """Whether gradients or an update are built there."""
    return any(symbol.endswith(_METHODS) or symbol in _SYMBOLS for symbol in site.symbols)
