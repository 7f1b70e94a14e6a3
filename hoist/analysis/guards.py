"""Build-once guards: conditions under which a body is run at most once, or once for each key."""

from __future__ import annotations

import ast


def guards_once(node: ast.If, counters: frozenset[str] = frozenset()) -> bool:
    """Whether the body of an ``if`` is a build-once guard.

    Recognised: a test that something is missing (``is None``, ``not x``, ``k not in d``, ``not hasattr(o, "x")``)
    whose body supplies exactly that; a comparison of a loop counter with one constant (``step == 0``).
    """
    return any(_supplies(node.body, missing) for missing in _missing(node.test)) or is_first_turn(node.test, counters)


_LOOKUPS = frozenset({"get_tensor_by_name", "get_operation_by_name", "as_graph_element", "get"})
_NOT_FOUND = frozenset({"KeyError", "AttributeError", "NameError", "LookupError", "UnboundLocalError"})


def handler_guards_once(node: ast.stmt, handler: ast.ExceptHandler) -> bool:
    """Whether an ``except`` makes what the ``try`` only looked up and did not find."""
    if not (isinstance(handler.type, ast.Name) and handler.type.id in _NOT_FOUND):
        return False
    calls = [n for statement in getattr(node, "body", ()) for n in ast.walk(statement) if isinstance(n, ast.Call)]
    return all(isinstance(call.func, ast.Attribute) and call.func.attr in _LOOKUPS for call in calls)


def is_first_turn(test: ast.expr, counters: frozenset[str]) -> bool:
    """Whether a test compares a loop counter with a constant for equality, or asks for a counter to be zero."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(is_first_turn(side, counters) for side in test.values)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return isinstance(test.operand, ast.Name) and test.operand.id in counters
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)):
        return False
    left, right = test.left, test.comparators[0]
    if isinstance(left, ast.Constant):
        left, right = right, left
    return isinstance(left, ast.Name) and left.id in counters and isinstance(right, ast.Constant)


def _missing(test: ast.expr) -> list[str]:
    """What a test says is missing, as source text of the thing or of the container that lacks it."""
    if isinstance(test, ast.BoolOp):
        return [found for side in test.values for found in _missing(side)] if isinstance(test.op, ast.And) else []
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _missing_when_false(test.operand)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        left, op, right = test.left, test.ops[0], test.comparators[0]
        if isinstance(op, (ast.Is, ast.Eq)) and isinstance(right, ast.Constant) and right.value in (None, False):
            return [ast.unparse(left)]
        if isinstance(op, ast.NotIn):
            return [ast.unparse(right)]
    return []


def _missing_when_false(operand: ast.expr) -> list[str]:
    if isinstance(operand, (ast.Name, ast.Attribute, ast.Subscript)):
        return [ast.unparse(operand)]
    if isinstance(operand, ast.Compare) and len(operand.ops) == 1:
        if isinstance(operand.ops[0], ast.In):
            return [ast.unparse(operand.comparators[0])]
        if isinstance(operand.ops[0], ast.IsNot):
            return [ast.unparse(operand.left)]
    if isinstance(operand, ast.Call) and isinstance(operand.func, ast.Name) and operand.func.id == "hasattr":
        holder, name = (*operand.args, None, None)[:2]
        if holder is not None and isinstance(name, ast.Constant) and isinstance(name.value, str):
            return [f"{ast.unparse(holder)}.{name.value}"]
    return []


def _supplies(body: list[ast.stmt], thing: str) -> bool:
    for statement in body:
        for node in ast.walk(statement):
            targets: list[ast.expr] = []
            if isinstance(node, ast.Assign):
                targets = node.targets
            elif isinstance(node, (ast.AnnAssign, ast.AugAssign)):
                targets = [node.target]
            for target in targets:
                for part in ast.walk(target):
                    if isinstance(part, (ast.Name, ast.Attribute, ast.Subscript)) and ast.unparse(part) == thing:
                        return True
    return False
