"""A Saver is made at each turn of a session loop.

Every `tf.train.Saver()` adds its save and restore ops for all variables to the graph (20 nodes for nine variables), so
saving gets slower with each turn. One Saver in front of the session serves all turns.

A Saver that is made anew forgets the checkpoints of earlier turns and so never deletes one, while a single Saver keeps
the last five. Where the names of the checkpoints vary, hoist therefore writes `max_to_keep=None`, and every checkpoint
that the original kept is kept.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoist.analysis.conditions.checkpoints import SAVER, limit_of
from hoist.edits import AddArgument, Edit, ReplaceExpression

if TYPE_CHECKING:
    from hoist.analysis.first_use import Kept
    from hoist.analysis.motion import Decision
    from hoist.analysis.program import Module
    from hoist.rules import Site

CODE = "HST101"
NAME = "saver-in-loop"
EXAMPLE = (
    """\
with tf.Session() as sess:
    for step in range(steps):
        saver = tf.train.Saver()
        sess.run(train_op)
        saver.save(sess, 'model/plate', step)
""",
    """\
saver = tf.train.Saver(max_to_keep=None)
with tf.Session() as sess:
    for step in range(steps):
        sess.run(train_op)
        saver.save(sess, 'model/plate', step)
""",
)
_CHANGE = "None"


def claims(site: Site) -> bool:
    """Whether a Saver is made there."""
    return SAVER in site.symbols


def edits(decision: Decision | Kept, module: Module) -> Sequence[Edit]:
    """Tell each Saver that moves to delete no checkpoint, if the original deleted none."""
    if not decision.keeps_checkpoints:
        return ()
    calls = {fact.node for fact in decision.unit.facts if fact.what == SAVER and not fact.chain}
    return tuple(_keep_all(node, module) for node in ast.walk(decision.unit.node) if node in calls)


def note(decision: Decision | Kept) -> str:
    """What the report says of the Saver."""
    if not decision.keeps_checkpoints:
        return ""
    return "max_to_keep=None: every checkpoint that the original kept is kept"


def _keep_all(node: ast.AST, module: Module) -> Edit:
    assert isinstance(node, ast.Call)
    limit = limit_of(node)
    if limit is not None:
        return ReplaceExpression(module.span(limit), _CHANGE)
    return AddArgument(module.span(node), f"max_to_keep={_CHANGE}")
