"""How often a build is repeated, where the source says that it is not for as long as the program runs."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hoist.analysis.frame import Run
from hoist.analysis.program import LOOPS, LoopNode, Module
from hoist.analysis.values import UNKNOWN
from hoist.tensorflow_api.symbol import Kind

FEW = 20  # turns; more of them are as many as one likes
_SAME_LENGTH = frozenset({"enumerate", "iter", "list", "reversed", "sorted", "tuple", "zip", "set"})
_RANGES = frozenset({"range", "xrange"})
_ENTRIES = frozenset({"items", "iteritems", "keys", "iterkeys", "values", "itervalues"})


def bound(run: Run, module: Module, node: ast.AST, *, loads_weights: bool) -> str | None:
    """What bounds the growth at a node, outer loops first; None if nothing does, empty if no loop stands around it.

    Args:
        run: the program.
        module: where the node stands.
        node: what is repeated.
        loads_weights: whether it assigns to variables. A loop over the entries of a file of weights ends with them; one
            over any other entries, such as pictures, may be as long as one likes.
    """
    return bound_of_loops(run, module, _loops_around(module, node), loads_weights=loads_weights)


def bound_on_line(run: Run, module: Module, line: int, *, loads_weights: bool) -> str | None:
    """The same of all that stands on a line, such as a call that leads to the node."""
    spans = ((loop, turn_lines(loop)) for loop in reversed(module.loops))
    around = [loop for loop, (first, last) in spans if first <= line <= last]
    return bound_of_loops(run, module, around, loads_weights=loads_weights)


def turn_lines(loop: LoopNode) -> tuple[int, int]:
    """The first and last line of what each turn evaluates; of a loop on one line, all of it."""
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        return loop.body[0].lineno, loop.body[-1].end_lineno or 0
    return loop.lineno, loop.end_lineno or 0


def bound_of_loops(run: Run, module: Module, loops: Iterable[LoopNode], *, loads_weights: bool) -> str | None:
    """What bounds growth that these loops repeat, inner ones first."""
    turns = 1
    found: list[str] = []
    for loop in loops:
        count = _turns(run, loop)
        entries = _entries(run, module, loop) if count is None and loads_weights else ""
        if count is None and not entries:
            return None
        turns *= 1 if count is None else count
        found.insert(0, entries if count is None else f"{count} turns")
    return " x ".join(found) if turns <= FEW else None


def _loops_around(module: Module, node: ast.AST) -> Iterable[LoopNode]:
    """The loops of its function that repeat a node, inner ones first."""
    below = node
    for parent in module.ancestors(node):
        if isinstance(parent, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            return
        if isinstance(parent, LOOPS) and not _before_turns(parent, below):
            yield parent
        below = parent


def _before_turns(loop: LoopNode, part: ast.AST) -> bool:
    """Whether a part of a loop is evaluated once, before its first turn."""
    return isinstance(loop, (ast.For, ast.AsyncFor)) and (part is loop.iter or part in loop.orelse)


def _iterable(loop: LoopNode) -> ast.expr | None:
    if isinstance(loop, ast.While):
        return None
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        return loop.iter
    return loop.generators[0].iter if len(loop.generators) == 1 else None


def _core(node: ast.expr) -> ast.expr:
    """What is walked through, without what keeps its length."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _SAME_LENGTH and node.args:
        node = node.args[0]
    return node


def _turns(run: Run, loop: LoopNode) -> int | None:
    iterable = _iterable(loop)
    if iterable is None:
        return None
    node = _core(iterable)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _RANGES and node.args:
        known = [run.values.get(argument, UNKNOWN).const for argument in node.args]
        numbers = [number for number in known if isinstance(number, int)]
        if len(numbers) == len(node.args) <= 3 and 0 not in numbers[2:]:
            return len(range(*numbers))
        return None
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return None if any(isinstance(part, ast.Starred) for part in node.elts) else len(node.elts)
    return None


def _entries(run: Run, module: Module, loop: LoopNode) -> str:
    iterable = _iterable(loop)
    if iterable is None:
        return ""
    node = _core(iterable)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _ENTRIES:
        return f"the entries of `{module.text(node.func.value)}`"
    value = run.values.get(node)
    if value is not None and value.kind is Kind.VARIABLE_LIST:
        return "the variables"
    return f"the entries of `{module.text(node)}`" if _looked_up_by_key(node, loop) else ""


def _looked_up_by_key(mapping: ast.expr, loop: LoopNode) -> bool:
    """Whether each turn asks what is walked through for the entry of its key."""
    target = loop.target if isinstance(loop, (ast.For, ast.AsyncFor)) else None
    if not isinstance(target, ast.Name):
        return False
    wanted = ast.dump(mapping)
    return any(
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Name)
        and node.slice.id == target.id
        and ast.dump(node.value) == wanted
        for node in ast.walk(loop)
    )
