"""Keras models: hoist moves nothing of them, and says where a session loop builds one."""

from __future__ import annotations

import ast

from hoist.analysis import calls
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import UNKNOWN, ClassRef, PyKind, Value
from hoist.tensorflow_api.symbol import Effect

_MODULE = "tf.keras."
_MAKERS = frozenset("Model Sequential clone_model load_model model_from_config model_from_json model_from_yaml".split())
_LAYERS = ("tf.keras.layers.", "tf.layers.")
_APPLICATIONS = "tf.keras.applications."
#: What adds nodes whenever it is called; `fit`, `predict` and the like do so at their first call of a model only.
_BUILDING = frozenset({"add", "build", "call", "compile", "add_loss", "add_metric"})
_MADE = "keras model"


def call_model(run: Run, node: ast.AST, name: str, frame: Frame) -> Value:
    """What a call of something unknown gives that may make a Keras model, or build with one; records that it does."""
    callee = run.values.get(node.func, UNKNOWN) if isinstance(node, ast.Call) else UNKNOWN
    if _makes_model(callee):
        run.record(frame, node, Effect.BUILDS, name)
        run.record(frame, node, Effect.MAKES_VARIABLE, name)
        return Value(UNKNOWN.kind, notes=frozenset({_MADE}))
    of_model = callee.receiver is not None and _MADE in callee.receiver.notes
    if _MADE in callee.notes or (of_model and callee.ref in _BUILDING) or _is_derived(run, callee):
        run.record(frame, node, Effect.BUILDS, name)
    return UNKNOWN


def _makes_model(callee: Value) -> bool:
    path = callee.ref if callee.kind is UNKNOWN.kind and isinstance(callee.ref, str) else ""
    last = path.rpartition(".")[2]
    if path.startswith(_APPLICATIONS):
        return last[:1].isupper()
    return path.startswith(_MODULE) and last in _MAKERS


def _is_derived(run: Run, callee: Value) -> bool:
    """Whether it is an object of a class that the program derives from a model or layer, whose call Keras has."""
    if not isinstance(callee.ref, ClassRef) or callee.kind is not PyKind.INSTANCE:
        return False
    bases = [run.values.get(base, UNKNOWN) for one in calls.class_order(run, callee.ref) for base in one.node.bases]
    return any(_makes_model(base) or str(base.ref).startswith(_LAYERS) for base in bases)
