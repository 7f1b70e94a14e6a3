"""Build-once guards: conditions under which a body is run at most once, or once for each key."""

from __future__ import annotations

import ast


def guards_once(node: ast.If, counters: frozenset[str] = frozenset()) -> bool:
    """Whether the body of an ``if`` is a build-once guard.

    Recognised: a test that something is missing (``is None``, ``not x``, ``k not in d``, ``not hasattr(o, "x")``)
    whose body supplies exactly that; a comparison of a loop counter with one constant (``step == 0``).
    """
    once = any(_supplies(node.body, missing) for missing in _missing(node.test)) and not _refills(node)
    return once or is_first_turn(node.test, counters)


def _refills(node: ast.If) -> bool:
    """Whether what a run gives is put where nothing is left (``if not self.batch: self.batch = sess.run(...)``)."""
    if not (isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not)):
        return False
    thing = ast.unparse(node.test.operand)
    fills = [s.value for s in node.body if isinstance(s, ast.Assign) and ast.unparse(s.targets[0]) == thing]
    calls = [n.func for value in fills for n in ast.walk(value) if isinstance(n, ast.Call)]
    return any(isinstance(called, ast.Attribute) and called.attr in ("run", "eval") for called in calls)


_LEAVES = (ast.Return, ast.Continue, ast.Raise)


def else_guards_once(node: ast.If) -> bool:
    """Whether the ``else`` of a test that something is there supplies it (``if k in d: ... else: d[k] = ...``)."""
    return _makes_what_lacks(node.test, node.orelse)


def rest_guards_once(node: ast.stmt, rest: list[ast.stmt]) -> bool:
    """Whether a statement leaves where something is there, and what follows it supplies that."""
    if not (isinstance(node, ast.If) and not node.orelse and node.body and _leaves(node.body[-1])):
        return False
    return _makes_what_lacks(node.test, rest)


def _leaves(last: ast.stmt) -> bool:
    """Whether a body leaves at its end, if only where what was found belongs to the default graph."""
    if isinstance(last, ast.If) and last.body and isinstance(last.test, ast.Compare) and len(last.test.ops) == 1:
        sides = (last.test.left, last.test.comparators[0])
        of_graph = any(isinstance(side, ast.Attribute) and side.attr == "graph" for side in sides)
        return of_graph and isinstance(last.test.ops[0], (ast.Eq, ast.Is)) and isinstance(last.body[-1], _LEAVES)
    return isinstance(last, _LEAVES)


def _makes_what_lacks(test: ast.expr, body: list[ast.stmt]) -> bool:
    """Whether a body supplies what a test said is there, so that the test holds from then on.

    A plain flag (``if done: continue``) may be set to anything: only one that is set to True holds.
    """
    if isinstance(test, (ast.Name, ast.Attribute, ast.Subscript)):
        thing = ast.unparse(test)
        sets = (
            s for s in body if isinstance(s, ast.Assign) and isinstance(s.value, ast.Constant) and s.value.value is True
        )
        return any(ast.unparse(target) == thing for s in sets for target in s.targets)
    return any(_supplies(body, thing) for thing in _there(test))


_LOOKUPS = frozenset({"get_tensor_by_name", "get_operation_by_name", "as_graph_element", "get"})
_HARMLESS = frozenset(
    "print str repr format len get_default_graph debug info join isinstance replace split rsplit strip lstrip rstrip "
    "lower upper partition rpartition startswith endswith encode decode".split()
)
_NOT_FOUND = frozenset({"KeyError", "AttributeError", "NameError", "LookupError", "UnboundLocalError"})


def handler_guards_once(node: ast.stmt, handler: ast.ExceptHandler) -> bool:
    """Whether an ``except`` makes what the ``try`` only looked up and did not find."""
    if not (isinstance(handler.type, ast.Name) and handler.type.id in _NOT_FOUND):
        return False
    calls = [n for statement in getattr(node, "body", ()) for n in ast.walk(statement) if isinstance(n, ast.Call)]
    names = {c.func.attr if isinstance(c.func, ast.Attribute) else getattr(c.func, "id", "") for c in calls}
    return names <= _LOOKUPS | _HARMLESS and (not names or bool(names & _LOOKUPS) or _looks_up(node))


def _looks_up(node: ast.stmt) -> bool:
    """Whether a ``try`` reads an element or an attribute that may be missing."""
    parts = [n for statement in getattr(node, "body", ()) for n in ast.walk(statement)]
    return any(isinstance(n, (ast.Subscript, ast.Attribute)) and isinstance(n.ctx, ast.Load) for n in parts)


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
            return [_asked_of(left, right)]
    return []


def _asked_of(key: ast.expr, holder: ast.expr) -> str:
    """What lacks a key: the container, or the name where ``globals()`` is asked for it by its text."""
    if asks_for_name(key, holder):
        assert isinstance(key, ast.Constant)
        return str(key.value)
    return ast.unparse(holder)


def asks_for_name(key: ast.expr, holder: ast.expr) -> bool:
    """Whether it is asked only whether a name that is written in the source is bound (``"x" in globals()``)."""
    if not (isinstance(key, ast.Constant) and isinstance(key.value, str) and isinstance(holder, ast.Call)):
        return False
    named = isinstance(holder.func, ast.Name) and holder.func.id in ("globals", "locals", "vars", "dir")
    return named and not holder.args and not holder.keywords


def _there(test: ast.expr) -> list[str]:
    """What a test says is there: each of what ``and`` joins would have to be missing, so only a plain test counts."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.IsNot, ast.NotEq)):
        right = test.comparators[0]
        return [ast.unparse(test.left)] if isinstance(right, ast.Constant) and right.value is None else []
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _missing(test.operand) if not isinstance(test.operand, ast.BoolOp) else []
    return _missing_when_false(test)


def _missing_when_false(operand: ast.expr) -> list[str]:
    if isinstance(operand, (ast.Name, ast.Attribute, ast.Subscript)):
        return [ast.unparse(operand)]
    if isinstance(operand, ast.Compare) and len(operand.ops) == 1:
        if isinstance(operand.ops[0], ast.In):
            return [_asked_of(operand.left, operand.comparators[0])]
        if isinstance(operand.ops[0], ast.IsNot):
            return [ast.unparse(operand.left)]
    if isinstance(operand, ast.Call) and isinstance(operand.func, ast.Attribute) and operand.func.attr == "has_key":
        return [ast.unparse(operand.func.value)]  # as Python 2 may ask a dict
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
