"""What a file does with an optimizer of ``tf.train`` that it makes: the one call that trains with it, or why not."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set as AbstractSet
from dataclasses import dataclass

from hoist.training.keras_names import KerasNames
from hoist.training.proposal import RefusedChange

MINIMIZE, COMPUTE, APPLY = "minimize", "compute_gradients", "apply_gradients"
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Use:
    """How a file trains with an optimizer.

    Attributes:
        call: what makes the op that a session runs at each step.
        kept: the name under which other files could find the optimizer; empty if they could not.
        builders: the names of the functions and classes by which both are made.
    """

    call: ast.Call
    kept: str = ""
    builders: frozenset[str] = frozenset()


def use_of(made: ast.Call, names: KerasNames) -> Use:
    """How the optimizer that a call makes is used.

    Raises:
        RefusedChange: in another way than to minimize one loss, or in a way that is not shown.
    """
    parent = names.module.parents.get(made)
    if isinstance(parent, ast.Attribute):
        return Use(_trainer([made], names))
    target = _target(parent, made, names)
    if isinstance(target, ast.Name):
        if names.assigned(target) is not made:
            raise RefusedChange("HSR43", f"`{target.id}` is set elsewhere too")
        kept = target.id if names.scope(target) is names.module.tree else ""
        return Use(_trainer(names.loads(target.id), names), kept)
    if list(names.stores(target.attr)) != [target]:
        raise RefusedChange("HSR43", f"`{names.module.text(target)}` is set elsewhere too")
    return Use(_trainer(_reads(target.attr, names), names), target.attr)


def _target(parent: ast.AST | None, made: ast.Call, names: KerasNames) -> ast.Name | ast.Attribute:
    """What keeps the optimizer."""
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        target: ast.AST = parent.targets[0]
    else:
        target = parent.target if isinstance(parent, ast.AnnAssign) else made
    if isinstance(target, (ast.Name, ast.Attribute)):
        return target
    if isinstance(parent, ast.keyword):
        parent = names.module.parents.get(parent)
    if isinstance(parent, ast.Call):
        function = names.module.text(parent.func)
        if isinstance(parent.func, ast.Attribute) and parent.func.attr == "compile":
            raise RefusedChange("HSR46", f"`{function}` trains a Keras model with an optimizer of sessions")
        raise RefusedChange("HSR43", f"it is handed to `{function}`")
    if isinstance(parent, ast.Return):
        raise RefusedChange("HSR43", "it is returned, and who trains with it is not shown")
    if isinstance(parent, ast.IfExp):
        raise RefusedChange("HSR41", "which optimizer it is depends on a condition")
    raise RefusedChange("HSR43", "who trains with it is not shown")


def _reads(attribute: str, names: KerasNames) -> list[ast.expr]:
    return [
        node
        for node in names.module.nodes
        if isinstance(node, ast.Attribute) and node.attr == attribute and isinstance(node.ctx, ast.Load)
    ]


def _trainer(places: Sequence[ast.expr], names: KerasNames) -> ast.Call:
    """The one call that trains, where an optimizer stands at these places."""
    calls: dict[str, list[ast.Call]] = {MINIMIZE: [], COMPUTE: [], APPLY: []}
    for place in places:
        attribute = names.module.parents.get(place)
        call = names.module.parents.get(attribute) if attribute is not None else None
        used = isinstance(attribute, ast.Attribute) and isinstance(call, ast.Call) and call.func is attribute
        if not used or not isinstance(attribute, ast.Attribute) or attribute.attr not in calls:
            raise RefusedChange("HSR43", f"`{names.module.text(place)}` is used otherwise (line {place.lineno})")
        assert isinstance(call, ast.Call)
        calls[attribute.attr].append(call)
    trainers = [*calls[MINIMIZE], *calls[APPLY]]
    if not trainers:
        raise RefusedChange("HSR43", "nothing in this file minimizes a loss with it")
    if len(trainers) > 1:
        lines = " and ".join(str(one.lineno) for one in trainers)
        raise RefusedChange("HSR57", f"it minimizes at lines {lines}")
    computed = calls[COMPUTE]
    if calls[APPLY] and not (len(computed) == 1 and _passes_on(calls[APPLY][0], computed[0], names)):
        raise RefusedChange("HSR44", "the gradients that it applies are not shown to be those of the loss, unchanged")
    if calls[MINIMIZE] and computed:
        raise RefusedChange("HSR44", f"it gives its gradients away (line {computed[0].lineno})")
    return trainers[0]


def _passes_on(apply: ast.Call, compute: ast.Call, names: KerasNames) -> bool:
    """Whether gradients are applied as they were computed; a loop may read them on the way."""
    given = apply.args[0] if apply.args else next((k.value for k in apply.keywords if k.arg == "grads_and_vars"), None)
    if given is compute:
        return True
    if not isinstance(given, ast.Name) or names.assigned(given) is not compute:
        return False
    parents = names.module.parents
    others = [load for load in names.loads(given.id) if load is not given]
    return all(
        isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is load
        for load, parent in ((load, parents.get(load)) for load in others)
    )


def check_built_once(node: ast.AST, names: KerasNames) -> frozenset[str]:
    """The names of the functions, and classes, by which something is built; it stands in no loop that is seen here.

    Raises:
        RefusedChange: it stands in a loop, or in a function that a loop of the file calls.
    """
    builders: set[str] = set()
    seen: set[ast.AST] = set()
    left: list[ast.AST] = [node]
    while left:
        one = left.pop()
        for parent in names.module.ancestors(one):
            if isinstance(parent, _LOOPS) and not (isinstance(parent, ast.For) and names.lies_in(one, parent.iter)):
                where = f"{names.module.path.name}:{getattr(parent, 'lineno', 0)}"
                raise RefusedChange("HSR56", f"it is built at each turn of a loop ({where})")
            if isinstance(parent, ast.Lambda):
                raise RefusedChange("HSR56", "it is built by a lambda, and how often is not shown")
            if isinstance(parent, _FUNCTIONS) and parent not in seen:
                seen.add(parent)
                owner = names.module.parents.get(parent)
                method = isinstance(owner, ast.ClassDef)
                word = owner.name if isinstance(owner, ast.ClassDef) and parent.name == "__init__" else parent.name
                builders.add(word)
                left += calls_of({word}, names, attributes=method)
    return frozenset(builders)


def calls_of(words: AbstractSet[str], names: KerasNames, *, attributes: bool) -> Iterator[ast.Call]:
    """Calls of the file that may call functions of these names, as methods or by way of a module too."""
    for node in names.module.nodes:
        called = node.func if isinstance(node, ast.Call) else None
        word = called.id if isinstance(called, ast.Name) else ""
        if attributes and isinstance(called, ast.Attribute):
            word = called.attr
        if word in words and isinstance(node, ast.Call):
            yield node
