"""A Saver that leaves the loop must lose no checkpoint that the original kept.

A Saver made at each turn remembers only the checkpoints of that turn and deletes none of the others; one Saver for all
turns deletes all but the last five (TensorFlow 1.15.5 and 2.21). With ``max_to_keep=None`` it deletes none.
"""

from __future__ import annotations

import ast

from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Fact
from hoist.analysis.units import Unit
from hoist.analysis.values import MISSING, UNKNOWN
from hoist.tensorflow_api import lookup
from hoist.tensorflow_api.symbol import Effect, Kind

SAVER = "tf.train.Saver"
_DEFAULT_KEPT = 5
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.GeneratorExp)


def check(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse a Saver of which it is not known what its checkpoints would become."""
    makers = _makers(unit)
    if not makers:
        return None
    saves = _saves(situation)
    if len(saves) > 1 and any(_may_delete_within_turn(fact.node, len(saves)) for fact in makers):
        return Refused("HSR16", "the Saver saves more than once a turn, and deletes within the turn")
    if not keeps_all_needed(situation):
        return None
    if any(_spread(fact.node) for fact in makers):
        return Refused("HSR16", "its arguments are spread, and max_to_keep may be among them")
    if any(fact.chain for fact in makers):
        return Refused("HSR16", "the Saver is made in another function, and would delete checkpoints")
    if any(_in_inner_loop(save, situation) for save in saves) or len(saves) > _DEFAULT_KEPT:
        return Refused("HSR16", "the Saver saves more than once a turn, and deletes within the turn")
    return None


def makes_saver(unit: Unit) -> bool:
    """Whether a unit makes a Saver."""
    return bool(_makers(unit))


def _makers(unit: Unit) -> list[Fact]:
    return [fact for fact in unit.facts if fact.what == SAVER and fact.act is Effect.BUILDS]


def _spread(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and (
        any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords)
    )


def _may_delete_within_turn(node: ast.AST, saves: int) -> bool:
    """Whether a Saver told what to keep may be told to keep less than it saves in one turn."""
    if not isinstance(node, ast.Call):
        return True
    limit = limit_of(node)
    if limit is None:
        return _spread(node) or saves > _DEFAULT_KEPT
    value = limit.value if isinstance(limit, ast.Constant) else MISSING
    return not (value is None or (isinstance(value, int) and (value == 0 or value >= saves)))


def limit_of(call: ast.Call) -> ast.expr | None:
    """What a call that makes a Saver passes as ``max_to_keep``; None if nothing."""
    for keyword in call.keywords:
        if keyword.arg == "max_to_keep":
            return keyword.value
    saver = lookup(SAVER)
    position = saver.position("max_to_keep") if saver is not None else None
    return call.args[position] if position is not None and len(call.args) > position else None


def keeps_all_needed(situation: Situation) -> bool:
    """Whether the names of the checkpoints saved in the loop vary, so that one Saver would delete older ones."""
    return any(_name_varies(save, situation) for save in _saves(situation))


def _saves(situation: Situation) -> list[ast.Call]:
    """Calls of ``save`` on a Saver, or on what may be one, in the loop and in the functions that it calls."""
    found = []
    for root in (*situation.loop.parts, *situation.called):
        for node in ast.walk(root):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "save"):
                continue
            if situation.run.values.get(node.func.value, UNKNOWN).kind in (Kind.SAVER, Kind.UNKNOWN):
                found.append(node)
    return found


def _name_varies(save: ast.Call, situation: Situation) -> bool:
    keywords = {k.arg: k.value for k in save.keywords}
    step = save.args[2] if len(save.args) > 2 else keywords.get("global_step")
    if step is not None and not (isinstance(step, ast.Constant) and step.value is None):
        return True
    path = save.args[1] if len(save.args) > 1 else keywords.get("save_path")
    if isinstance(path, ast.Constant):
        return False
    if path is None or not situation.in_loop(save) or any(isinstance(n, ast.Call) for n in ast.walk(path)):
        return True
    written = {*situation.writers, *situation.moved_writers}
    return bool(situation.names.reads(path) & written)


def _in_inner_loop(save: ast.Call, situation: Situation) -> bool:
    if not situation.in_loop(save):
        return False
    for parent in situation.loop.module.ancestors(save):
        if parent is situation.loop.node:
            return False
        if isinstance(parent, _LOOPS):
            return True
    return False
