"""Abstract evaluation of operators: arithmetic, comparisons, conditions."""

from __future__ import annotations

import ast

from hoist.analysis import expressions, special
from hoist.analysis.facts import Act, Location
from hoist.analysis.frame import Frame, Run
from hoist.analysis.guards import asks_for_name
from hoist.analysis.values import (
    MISSING,
    PYTHON,
    TENSOR,
    UNKNOWN,
    PyKind,
    Value,
    constant,
    elements,
    is_tensor,
    join,
    joined,
    may_be_tensor,
)
from hoist.tensorflow_api.symbol import Effect, Kind


def binary(run: Run, node: ast.BinOp, frame: Frame) -> Value:
    """A binary operator; ``%`` may format a text."""
    left, right = expressions.evaluate(run, node.left, frame), expressions.evaluate(run, node.right, frame)
    if isinstance(node.op, ast.Mod) and left.kind is Kind.PYTHON and not isinstance(left.const, (int, float)):
        # A text is formatted; where it is not known whether it is one, neither is whether this builds.
        if not isinstance(left.const, str):
            run.record(frame, node, Act.OPERATES, "%")
        for part in (right, *(right.items or ())):
            special.special(run, node, part, special.CONVERSIONS, frame)
        return PYTHON if isinstance(left.const, str) or not may_be_tensor(right) else UNKNOWN
    return operate(run, node, left, right, frame)


def operate(run: Run, node: ast.AST, left: Value, right: Value, frame: Frame) -> Value:
    """What a binary operator gives."""
    if PyKind.INSTANCE in (left.kind, right.kind) and _operates_itself(run, node, left, right, frame):
        return UNKNOWN
    if is_tensor(left) or is_tensor(right) or _of_tensor(node, left, right):
        run.record(frame, node, Effect.BUILDS, "operator")
        return TENSOR
    if Kind.NEST in (left.kind, right.kind):
        run.record(frame, node, Act.OPERATES, "operator")
        return UNKNOWN
    for side, other in ((left, right), (right, left)):
        special.special(run, node, side, special.OPERATORS, frame, [other])
    kinds = {left.kind, right.kind}
    if Kind.UNKNOWN in kinds or PyKind.INSTANCE in kinds:
        run.record(frame, node, Act.OPERATES, "operator")
        return UNKNOWN
    if kinds & {Kind.ARRAY, PyKind.FOREIGN}:
        frame.made.add(node)
        return Value(Kind.ARRAY, site=node)
    if kinds & {PyKind.LIST, Kind.TENSOR_LIST, Kind.VARIABLE_LIST}:
        frame.made.add(node)
        sides = [elements(v) for v in (left, right) if v.kind is not Kind.PYTHON]
        return Value(PyKind.LIST, element=joined(sides), site=node)
    if PyKind.TUPLE in kinds:
        return Value(PyKind.TUPLE, element=joined([elements(v) for v in (left, right) if v.kind is PyKind.TUPLE]))
    return PYTHON


def _operates_itself(run: Run, node: ast.AST, left: Value, right: Value, frame: Frame) -> bool:
    """Whether one side is an object of the program that has operators of its own, which are run here."""
    sides = ((left, right), (right, left))
    given = [special.special(run, node, side, special.OPERATORS, frame, [other]) for side, other in sides]
    if all(one is None for one in given):
        return False
    run.record(frame, node, Act.OPERATES, "operator")
    if is_tensor(left) or is_tensor(right):
        run.record(frame, node, Effect.BUILDS, "operator")
    return True


def _of_tensor(node: ast.AST, left: Value, right: Value) -> bool:
    """Whether what may be a tensor or a nest must be a tensor, since the operator is one that no nest has."""
    if Kind.NEST not in (left.kind, right.kind):
        return False
    op = getattr(node, "op", None)
    other = right if left.kind is Kind.NEST else left
    if isinstance(op, ast.Add):  # tuples are added to tuples, lists to lists
        return other.kind is Kind.ARRAY or other.kind is Kind.PYTHON
    if isinstance(op, ast.Mult):  # a tuple is repeated a whole number of times
        return isinstance(other.const, float) or other.kind is Kind.NEST
    return not isinstance(op, ast.BitOr)  # dicts are united


def unary(run: Run, node: ast.UnaryOp, frame: Frame) -> Value:
    """A unary operator."""
    operand = expressions.evaluate(run, node.operand, frame)
    special.special(run, node, operand, (*special.TRUTH, *special.OPERATORS[-4:]), frame)
    if isinstance(node.op, ast.Not):
        return PYTHON if operand.const is MISSING else constant(not operand.const)
    if may_be_tensor(operand):  # no nest has a sign
        run.record(frame, node, Effect.BUILDS, "operator")
        return TENSOR
    if isinstance(node.op, ast.USub) and isinstance(operand.const, (int, float)):
        return constant(-operand.const)
    if operand.kind is Kind.UNKNOWN:
        run.record(frame, node, Act.OPERATES, "operator")
        return UNKNOWN
    return PYTHON if operand.kind is Kind.PYTHON else Value(Kind.ARRAY)


def compare(run: Run, node: ast.Compare, frame: Frame) -> Value:
    """A comparison, chained or not."""
    holder = node.comparators[0]
    if isinstance(node.ops[0], (ast.In, ast.NotIn)) and asks_for_name(node.left, holder):
        return _asks_for_name(run, node, frame)
    sides = [expressions.evaluate(run, side, frame) for side in (node.left, *node.comparators)]
    for side in sides:
        special.special(run, node, side, special.COMPARISONS, frame, [UNKNOWN])
    # TensorFlow 1.x compares tensors with == and != by identity (seen on 1.15.5); only the orderings add a node.
    ordered = any(isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for op in node.ops)
    if ordered and any(is_tensor(side) for side in sides):
        run.record(frame, node, Effect.BUILDS, "operator")
        return TENSOR
    if ordered and any(side.kind in (Kind.UNKNOWN, Kind.NEST) for side in sides):
        run.record(frame, node, Act.OPERATES, "operator")
        return UNKNOWN
    if any(side.kind in (Kind.ARRAY, PyKind.FOREIGN) for side in sides):
        return Value(Kind.ARRAY)
    return _compared_constants(node, sides)


def _asks_for_name(run: Run, node: ast.Compare, frame: Frame) -> Value:
    """``"x" in globals()``: it reads whether a name is bound, and no more."""
    assert isinstance(node.left, ast.Constant)
    name = str(node.left.value)
    run.see(node.left, constant(name))
    asked = ast.unparse(node.comparators[0])
    location = Location("global", frame.module.path, name) if asked.startswith("globals") else frame.location(name)
    run.record(frame, node.left, Act.READS, name, location=location)
    return PYTHON


def _compared_constants(node: ast.Compare, sides: list[Value]) -> Value:
    if len(sides) != 2 or any(side.const is MISSING for side in sides):
        return PYTHON
    left, right = sides[0].const, sides[1].const
    if isinstance(node.ops[0], (ast.Eq, ast.Is)):
        return constant(left == right)
    if isinstance(node.ops[0], (ast.NotEq, ast.IsNot)):
        return constant(left != right)
    return PYTHON


def boolean(run: Run, node: ast.BoolOp, frame: Frame) -> Value:
    """``and`` or ``or``."""
    sides = [expressions.evaluate(run, side, frame) for side in node.values]
    for side in sides:
        special.special(run, node, side, special.TRUTH, frame)
    return joined(sides) or UNKNOWN


def conditional(run: Run, node: ast.IfExp, frame: Frame) -> Value:
    """A conditional expression."""
    test = expressions.evaluate(run, node.test, frame)
    special.special(run, node, test, special.TRUTH, frame)
    if test.const is not MISSING:
        return expressions.evaluate(run, node.body if test.const else node.orelse, frame)
    return join(expressions.evaluate(run, node.body, frame), expressions.evaluate(run, node.orelse, frame))
