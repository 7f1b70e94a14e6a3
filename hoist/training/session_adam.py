"""HST303 where sessions train: plain optimizers of ``tf.train``, what goes with them, and Adam in their place."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from hoist.edits import Edit, ReplaceExpression
from hoist.training.keras_names import KerasNames
from hoist.training.old_optimizer import (
    OldOptimizer,
    change_text,
    imported_beside,
    plain_number,
    rate_written,
    replaceable,
)
from hoist.training.proposal import Proposal, RefusedChange, Wishes
from hoist.training.session_program import check_program
from hoist.training.session_use import Use, check_built_once, use_of

TRAINERS = ("tensorflow.train.", "tensorflow.compat.v1.train.")
_ADAM = "AdamOptimizer"
# The arguments of each optimizer, in their order (TensorFlow 1.15.5 and 2.21).
_SAME = "use_locking name"
_STRENGTHS = "l1_regularization_strength l2_regularization_strength"
_ARGUMENTS = {
    f"{name}Optimizer": tuple(arguments.split())
    for name, arguments in {
        "GradientDescent": f"learning_rate {_SAME}",
        "Momentum": f"learning_rate momentum {_SAME} use_nesterov",
        "RMSProp": "learning_rate decay momentum epsilon use_locking centered name",
        "Adagrad": f"learning_rate initial_accumulator_value {_SAME}",
        "Adadelta": f"learning_rate rho epsilon {_SAME}",
        "Ftrl": f"learning_rate learning_rate_power initial_accumulator_value {_STRENGTHS} {_SAME} accum_name"
        " linear_name l2_shrinkage_regularization_strength beta",
        "ProximalGradientDescent": f"learning_rate {_STRENGTHS} {_SAME}",
        "ProximalAdagrad": f"learning_rate initial_accumulator_value {_STRENGTHS} {_SAME}",
    }.items()
}
_RATES = {"AdadeltaOptimizer": 0.001}  # the only one that has a default
_MOVING = {
    "placeholder": "is a placeholder: what it is fed would no longer act",
    "placeholder_with_default": "is a placeholder: what it is fed would no longer act",
    "Variable": "is a variable: what it is assigned would no longer act",
    "get_variable": "is a variable: what it is assigned would no longer act",
}
_SCHEDULES = ("_decay", "_restarts", "piecewise_constant")


def proposals(rule: str, names: KerasNames, wishes: Wishes) -> Iterator[Proposal]:
    """Every place of a file that names a plain optimizer of ``tf.train``."""
    for node in names.module.nodes:
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
            package, _, kind = (names.spelled(node) or "").rpartition(".")
            if f"{package}." in TRAINERS and kind in _ARGUMENTS:
                yield _proposal(rule, node, kind, names, wishes)


def _proposal(rule: str, node: ast.Name | ast.Attribute, kind: str, names: KerasNames, wishes: Wishes) -> Proposal:
    module = names.module
    call = module.parents.get(node)
    called = isinstance(call, ast.Call) and call.func is node
    place: ast.expr = call if isinstance(call, ast.Call) and called else node
    base = Proposal(
        module.path, module.span(place), rule, f"`{module.text(place)}` is an optimizer of sessions", in_session=True
    )
    try:
        use = _use(place, names)
        old = _old(place, kind, names)
        check_program(names, use.call, kind.removesuffix("Optimizer"))
        edits = _edits(old, node, names, wishes)
    except RefusedChange as refused:
        return replace(base, refusal=refused.code, reason=refused.reason)
    return replace(
        base,
        message=f"`{module.text(place)}`: a loss is minimized with {kind} at the rate {old.rate:g}",
        change=change_text(old, wishes),
        seen=(use.call.lineno, use.call.end_lineno or use.call.lineno),
        edits=tuple(edits),
        gives=_ADAM,
        kept=use.kept,
        builders=use.builders,
    )


def _use(place: ast.expr, names: KerasNames) -> Use:
    if not isinstance(place, ast.Call):
        raise RefusedChange("HSR41", f"`{names.module.text(place)}` is named and not called there")
    if names.unclear:
        raise RefusedChange("HSR41", names.unclear)
    if any(isinstance(parent, ast.JoinedStr) for parent in names.module.ancestors(place)):
        raise RefusedChange("HSR28", "it stands in a text")
    builders = check_built_once(place, names)
    use = use_of(place, names)
    return replace(use, builders=builders | check_built_once(use.call, names))


def _old(place: ast.expr, kind: str, names: KerasNames) -> OldOptimizer:
    assert isinstance(place, ast.Call)
    given = _given(place, kind, names)
    dropped, kept, unread = [], [], list[str]()
    for word, value in given.items():
        if word == "learning_rate":
            continue
        text = f"{word}={names.exact(value)}"
        if word in _SAME.split():
            if not isinstance(value, ast.Constant):
                raise RefusedChange("HSR44", f"`{text}` is not shown to be a plain value")
            kept.append(text)
            continue
        number, no_longer = _constant(word, value, kind, names)
        if "regularization" in word and number != 0:
            raise RefusedChange("HSR44", f"`{word}` of {kind} holds the weights down, which Adam does not")
        dropped.append(text)
        unread += no_longer
    if "learning_rate" not in given:
        if kind not in _RATES:
            raise RefusedChange("HSR42", "it is given no rate")
        rate, stated = _RATES[kind], False
    else:
        rate, no_longer = _rate(given["learning_rate"], names)
        stated = True
        unread += no_longer
    return OldOptimizer(place, kind, rate, stated, tuple(dropped), tuple(unread), tuple(kept))


def _given(call: ast.Call, kind: str, names: KerasNames) -> Mapping[str, ast.expr]:
    """What each argument is given."""
    order = _ARGUMENTS[kind]
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        raise RefusedChange("HSR44", f"unpacked arguments of {kind} would mean something else beside Adam")
    if len(call.args) > len(order):
        raise RefusedChange("HSR44", f"`{names.module.text(call)}` has more arguments than {kind} takes")
    given = dict(zip(order, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in order or keyword.arg in given:
            raise RefusedChange("HSR44", f"`{keyword.arg}` of {kind} would mean something else beside Adam")
        given[keyword.arg] = keyword.value
    return given


def _constant(word: str, value: ast.expr, kind: str, names: KerasNames) -> tuple[object, tuple[str, ...]]:
    """The value of an argument that goes with the old optimizer, and the name that is no longer read then."""
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) and isinstance(value.operand, ast.Constant):
        value = value.operand  # learning_rate_power=-0.5
    if isinstance(value, ast.Constant):
        return value.value, ()
    try:
        return plain_number(value, names)
    except RefusedChange as refused:
        raise RefusedChange("HSR44", f"`{word}` of {kind} would no longer act: {refused.reason}") from None


def _rate(node: ast.expr, names: KerasNames) -> tuple[float, tuple[str, ...]]:
    made = names.assigned(node) if isinstance(node, ast.Name) else node
    word = (names.spelled(made.func) or "").rpartition(".")[2] if isinstance(made, ast.Call) else ""
    if word in _MOVING:
        raise RefusedChange("HSR42", f"`{names.module.text(node)}` {_MOVING[word]}")
    if any(part in word for part in _SCHEDULES):
        raise RefusedChange("HSR42", f"`{names.module.text(node)}` is a schedule, whose steps would no longer act")
    return plain_number(node, names)


def _edits(
    old: OldOptimizer, named: ast.Name | ast.Attribute, names: KerasNames, wishes: Wishes
) -> Iterator[Edit] | list[Edit]:
    span = replaceable(old.node, names)
    more: list[Edit] = []
    if isinstance(named, ast.Attribute):
        spelled = f"{names.exact(named.value)}.{_ADAM}"
    else:
        spelled, more = imported_beside(named, _ADAM, names)
    arguments = ", ".join([f"learning_rate={rate_written(wishes)!r}", *old.kept])
    return [ReplaceExpression(span, f"{spelled}({arguments})"), *more]
