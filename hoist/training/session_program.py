"""What else a program does that Adam's variables, its ops, or the proof would not bear, where sessions train."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain

from hoist.training.keras_names import KerasNames
from hoist.training.proposal import Proposal, RefusedChange
from hoist.training.session_use import APPLY, MINIMIZE, calls_of, check_built_once

_RESTORES = frozenset(
    "restore import_meta_graph latest_checkpoint get_checkpoint_state load_checkpoint init_from_checkpoint"
    " assign_from_checkpoint assign_from_checkpoint_fn variables_to_restore Supervisor load_weights load_model"
    " Checkpoint CheckpointManager get_variables_to_restore warm_start WarmStartSettings load_variable".split()
)
_ALL_VARIABLES = frozenset("global_variables all_variables report_uninitialized_variables".split())
_COLLECTIONS = frozenset("GLOBAL_VARIABLES VARIABLES".split())
_LISTS = frozenset("get_variables get_variables_by_name get_variables_by_suffix".split())  # of slim and contrib
_MAY_LIST = frozenset("variables_initializer initialize_variables Saver".split())
_BY_NAME = frozenset("get_operation_by_name get_tensor_by_name as_graph_element get_operations".split())
_SLOTS = frozenset("get_slot get_slot_names".split())
# Not followed, whoever's method it is.
_METHODS = frozenset(
    "partial_run partial_run_setup make_callable train_on_batch fit_generator create_train_op optimize_loss".split()
)
# Not followed, if it is TensorFlow's.
_NOT_FOLLOWED = frozenset(
    "GradientTape enable_eager_execution estimator Server ClusterSpec replica_device_setter SyncReplicasOptimizer"
    " distribute tpu learning TFOptimizer".split()
)
_INITIALIZERS = frozenset("global_variables_initializer initialize_all_variables".split())


def check_program(names: KerasNames, trainer: ast.Call, op: str) -> None:
    """See that nothing in the file speaks against the change.

    Args:
        names: the names of the file.
        trainer: the call that makes the op that trains.
        op: the name that this op has by itself.

    Raises:
        RefusedChange: something does.
    """
    for code, reason in chain(_found(names, trainer), _name_of_op(names, op), _too_early(names, trainer)):
        raise RefusedChange(code, reason)


def objection(names: KerasNames, one: Proposal) -> tuple[str, str] | None:
    """What another file of the program does that speaks against a change: the refusal and its reason."""
    return next(chain(_reads_kept(names, one.kept), _builds_often(names, one), _found(names, None)), None)


def _found(names: KerasNames, trainer: ast.Call | None) -> Iterator[tuple[str, str]]:
    """What speaks against a change, wherever it stands; of calls that train, the one that is given is expected."""
    for node in names.module.nodes:
        where = f"({names.module.path.name}:{getattr(node, 'lineno', 0)})"
        if isinstance(node, ast.Call):
            yield from _called(node, names, trainer, where)
        elif isinstance(node, ast.keyword) and node.arg == "checkpoint_dir":
            yield "HSR45", f"`checkpoint_dir` may bring an optimizer's state with it {where}"
        for word in _words(node):
            if word in _RESTORES:
                yield "HSR45", f"`{word}` may bring variables from a file that has none of Adam's {where}"
            if word in _BY_NAME:
                yield "HSR20", f"`{word}` finds ops, and Adam makes others {where}"
            if word in _SLOTS:
                yield "HSR43", f"`{word}` reads an optimizer's state {where}"
            if word in _METHODS or (word in _NOT_FOLLOWED and _is_of_tensorflow(node, names)):
                yield "HSR46", f"what is trained by way of `{word}` is not followed {where}"
            if word.startswith("horovod"):
                yield "HSR46", f"several processes train together {where}"
            listed = word in _ALL_VARIABLES | _COLLECTIONS or (word in _LISTS and _is_of_tensorflow(node, names))
            if listed and not _may_list(node, names):
                yield "HSR58", f"`{word}` lists them {where}"


def _builds_often(names: KerasNames, one: Proposal) -> Iterator[tuple[str, str]]:
    """Where another file builds the optimizer in a loop."""
    try:
        for call in calls_of(one.builders, names, attributes=True):
            check_built_once(call, names)
    except RefusedChange as refused:
        yield refused.code, refused.reason


def _words(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.alias):
        yield from (node.name.partition(".")[0], node.name.rpartition(".")[2])
    elif isinstance(node, ast.ImportFrom):
        yield (node.module or "").partition(".")[0]


def _is_of_tensorflow(node: ast.AST, names: KerasNames) -> bool:
    if isinstance(node, ast.alias):
        parent = names.module.parents.get(node)
        source = parent.module if isinstance(parent, ast.ImportFrom) else node.name
    else:
        source = names.spelled(node) if isinstance(node, ast.expr) else ""
    return (source or "").startswith(("tensorflow", "tf_slim"))


def _called(call: ast.Call, names: KerasNames, trainer: ast.Call | None, where: str) -> Iterator[tuple[str, str]]:
    if not isinstance(call.func, ast.Attribute):
        return
    word = call.func.attr
    if word in {MINIMIZE, APPLY} and call is not trainer and names.spelled(call.func) is None:
        yield "HSR57", f"`{names.module.text(call.func)}` trains as well {where}"
    if word == "compile":
        told = any(keyword.arg in {"optimizer", "loss"} for keyword in call.keywords)
        if told or names.is_model(call.func.value):
            yield "HSR46", f"`{names.module.text(call.func)}` trains a Keras model beside the session {where}"
    if word == "MonitoredTrainingSession" and len(call.args) > 2:
        yield "HSR45", f"`{names.module.text(call.args[2])}` may bring an optimizer's state with it {where}"
    if word in {"get_collection", "get_collection_ref"} and call.args:
        key = call.args[0]
        if isinstance(key, ast.Constant) and key.value == "variables":
            yield "HSR58", f"`{names.module.text(call)}` lists them {where}"


def _may_list(node: ast.AST, names: KerasNames) -> bool:
    """Whether all variables are listed to be initialized or saved, and for no more."""
    if isinstance(node, ast.alias):
        return True  # what is done with it is seen where it is called
    call = names.module.parents.get(node)
    if not isinstance(call, ast.Call) or call.func is not node:
        return False
    parent = names.module.parents.get(call)
    if isinstance(parent, ast.keyword):
        parent = names.module.parents.get(parent)
    if not isinstance(parent, ast.Call) or parent.func is call:
        return False
    return (names.spelled(parent.func) or "").rpartition(".")[2] in _MAY_LIST


def _name_of_op(names: KerasNames, op: str) -> Iterator[tuple[str, str]]:
    """Texts that name the op, or one of its own, as it is named by itself."""
    for node in names.module.nodes:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        text = node.value
        if re.fullmatch(rf"{op}(_\d+)?([:/].*)?", text):
            parent = names.module.parents.get(node)
            if not (isinstance(parent, ast.keyword) and parent.arg == "name"):
                yield "HSR20", f"{text!r} (line {node.lineno}) is the name of an op that would be called otherwise"


def _too_early(names: KerasNames, trainer: ast.Call) -> Iterator[tuple[str, str]]:
    """The last initializer, if all are built in front of the optimizer, in the same function."""
    made = [
        node
        for node in names.module.nodes
        if isinstance(node, ast.Call) and (names.spelled(node.func) or "").rpartition(".")[2] in _INITIALIZERS
    ]
    scope = names.scope(trainer)
    if made and all(names.scope(one) is scope and one.lineno < trainer.lineno for one in made):
        yield "HSR59", f"the initializer is built at line {made[-1].lineno}, and the optimizer behind it"


def _reads_kept(names: KerasNames, kept: str) -> Iterator[tuple[str, str]]:
    """Where another file may find the optimizer under the name that keeps it."""
    if not kept:
        return
    star = any(isinstance(node, ast.alias) and node.name == "*" for node in names.module.nodes)
    for node in names.module.nodes:
        read = isinstance(node, ast.Attribute) and node.attr == kept
        read = read or (isinstance(node, ast.alias) and node.name.rpartition(".")[2] == kept)
        if read or (star and isinstance(node, ast.Name) and node.id == kept):
            yield "HSR43", f"`{kept}` is read in {names.module.path.name} (line {getattr(node, 'lineno', 0)})"
