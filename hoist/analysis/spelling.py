"""How a file spells the module of TensorFlow that has what version 1 has: ``tf``, or ``tf.compat.v1``."""

from __future__ import annotations

import ast

from hoist.analysis.frame import Run
from hoist.analysis.names import Names
from hoist.analysis.program import Module
from hoist.analysis.values import Value
from hoist.tensorflow_api import canonical
from hoist.tensorflow_api.symbol import Kind

# What no module has that lacks `get_default_graph` and `placeholder` (TensorFlow 2.21 has them in `tf.compat.v1` only).
_OF_VERSION_1 = frozenset(
    "Session InteractiveSession placeholder get_variable get_default_graph global_variables_initializer assign "
    "variable_scope global_variables trainable_variables get_collection app flags layers contrib gfile log "
    "initialize_all_variables to_float to_int32 assign_add truncated_normal random_normal".split()
)

# The same of its submodules.
_BELOW = {
    "train": frozenset(
        "Saver GradientDescentOptimizer AdamOptimizer MomentumOptimizer RMSPropOptimizer AdagradOptimizer "
        "AdadeltaOptimizer get_or_create_global_step exponential_decay Supervisor start_queue_runners "
        "import_meta_graph MonitoredTrainingSession".split()
    ),
    "summary": frozenset({"FileWriter", "merge_all"}),
    "nn": frozenset({"dynamic_rnn", "softmax_cross_entropy_with_logits_v2"}),
}


def tensorflow_in(run: Run, module: Module, names: Names) -> str | None:
    """How it is spelt in a scope; None if it cannot be seen there."""
    found = []
    for node in module.nodes:
        module_of = _module_of_version_1(node)
        if module_of is not None:
            text = ast.unparse(module_of)
            root = text.partition(".")[0]
            top = names.location(root).space == "global" and root in module.steady
            if top and _is_tensorflow(run.values.get(module_of)):
                found.append(text)
    return max(set(found), key=lambda text: (found.count(text), text)) if found else None


def _module_of_version_1(node: ast.AST) -> ast.expr | None:
    """The part of a dotted name that can only mean TensorFlow 1, or what has its names; None if it need not."""
    if not isinstance(node, ast.Attribute):
        return None
    if node.attr in _OF_VERSION_1:
        return node.value
    below = node.value
    return below.value if isinstance(below, ast.Attribute) and node.attr in _BELOW.get(below.attr, ()) else None


def _is_tensorflow(value: Value | None) -> bool:
    return value is not None and value.kind is Kind.MODULE and canonical(str(value.ref)) in ("tf", "tf.compat.v1")
