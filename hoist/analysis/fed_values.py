"""What the source shows of a value that might be fed: that it is a float, a counter, or an array that a run fetched.

A feed converts a value otherwise than a constant does where it is text, None, a bool, or an integer that the dtype
cannot hold exactly (TensorFlow 1.15.5 and 2.21); and an array that is fed to a resource variable may become its memory.
So a value is fed only where its type is shown, and an array that somebody holds is copied.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cached_property

from hoist.analysis.loops import enclosing_statement
from hoist.analysis.names import defined
from hoist.analysis.program import Module
from hoist.analysis.scope import Scope
from hoist.analysis.values import MISSING, UNKNOWN, PyKind, elements
from hoist.recorded import NOTHING, Recorded
from hoist.tensorflow_api.symbol import Effect, Kind

_TENSORS = (Kind.TENSOR, Kind.PLACEHOLDER)
_SEVERAL = (PyKind.LIST, PyKind.TUPLE, PyKind.DICT, Kind.TENSOR_LIST, Kind.VARIABLE_LIST)
_DEPTH = 5
_SMALL = 1 << 24  # every integer below is a float32 exactly
_FRESH = frozenset(
    "mean sum std var max min median percentile zeros ones full array tile exp log sqrt float32 float64 rand randn "
    "random uniform normal random_sample linspace eye abs dot".split()
)
# These add, compare or keep what they are given: of tensors they give one, or an array that holds some.
_OPERATES = frozenset("sum max min abs dot full array tile".split())
_DATA = (Kind.PYTHON, Kind.ARRAY)
_IN_PLACE = frozenset("resize setflags byteswap".split())


class FedValues:
    """Looks at the values of one scope."""

    def __init__(self, scope: Scope, *, tried: bool = False, recorded: Recorded = NOTHING) -> None:
        self._run = scope.run
        self._module = scope.module
        self._names = scope.names
        self._effects = scope.effects
        self._tried = tried
        self._recorded = recorded
        self._rebinds = scope.rebinds

    def is_plain(self, node: ast.expr) -> bool:
        """Whether a value is assigned alike as a constant and as a feed, and nobody else holds it."""
        if self.is_float(node) or self.is_counter(node):
            return True
        if isinstance(node, ast.BinOp):
            sides = (node.left, node.right)
            arrays = [side for side in sides if self._is_array(side)]
            return bool(arrays) and all(side in arrays or self._is_operand(side) for side in sides)
        return self._is_fresh(node)

    def may_be_copied(self, node: ast.expr) -> bool:
        """Whether it is an array, or part of one, that a run fetched into a name."""
        while isinstance(node, ast.Subscript):
            node = node.value
        return self.fetched(node, (*_TENSORS, Kind.VARIABLE)) is not None

    def _is_array(self, node: ast.expr) -> bool:
        if isinstance(node, ast.BinOp):
            return self.is_plain(node) and not (self.is_float(node) or self.is_counter(node))
        return self._is_fresh(node) or self.may_be_copied(node)

    def _is_operand(self, node: ast.expr) -> bool:
        return self.is_float(node) or self.is_counter(node) or isinstance(self.const(node), (int, float))

    def const(self, node: ast.expr) -> object:
        """The constant that an expression gives; MISSING where a name in it may be bound by its text."""
        if self._rebinds and any(isinstance(inner, ast.Name) for inner in ast.walk(node)):
            return MISSING
        return self._run.values.get(node, UNKNOWN).const

    def _is_fresh(self, node: ast.expr) -> bool:
        """Whether a call gives an array that nobody else holds: a run of one tensor, or a function of NumPy's."""
        if not isinstance(node, ast.Call):
            return False
        if self.is_run_of_one(node):
            return True
        called = self._run.values.get(node.func, UNKNOWN)
        path, last = str(called.ref), str(called.ref).rpartition(".")[2]
        if called.kind is not PyKind.FOREIGN or not path.startswith("numpy.") or last not in _FRESH:
            return False
        return last not in _OPERATES or all(self._holds_none(arg) for arg in node.args)

    def _holds_none(self, node: ast.expr) -> bool:
        """Whether an argument is known to be, or to hold, no tensor, of which NumPy would build another."""
        value = self._run.values.get(node, UNKNOWN)
        if value.kind in (PyKind.LIST, PyKind.TUPLE):
            held = self._run.held.get(value.site) if value.site is not None else None
            parts = [elements(value)] if value.items != () else []
            return all(part.kind in _DATA for part in (*parts, *((held,) if held is not None else ())))
        return value.kind in _DATA

    def is_bound_otherwise(self, name: str) -> bool:
        """Whether a name may be bound by its text, or by an import, a definition, a handler or a pattern."""
        return self._rebinds or name in self._defined

    @cached_property
    def _defined(self) -> frozenset[str]:
        return frozenset(name for node in ast.walk(self._names.scope) for name in defined(node))

    def is_run_of_one(self, node: ast.Call) -> bool:
        """Whether a call runs one thing, and gives what that gives: ``sess.run(t)``, ``t.eval()``."""
        if self.is_session_run(node):
            return bool(node.args) and (self._is_one(node.args[0]) or self._is_tensor(node.args[0]))
        return not node.args and self._is_eval(node)

    def _is_one(self, node: ast.expr) -> bool:
        """Whether a name or attribute is not known to hold several things, of which a run gives a list or dict."""
        return self.is_path(node) and self._run.values.get(node, UNKNOWN).kind not in _SEVERAL

    def _is_eval(self, call: ast.Call) -> bool:
        if not isinstance(call.func, ast.Attribute) or call.func.attr != "eval":
            return False
        return self._is_tensor(call.func.value)

    def _is_tensor(self, node: ast.expr) -> bool:
        return self._run.values.get(node, UNKNOWN).kind in (*_TENSORS, Kind.VARIABLE)

    def is_run(self, call: ast.Call) -> bool:
        """Whether a call is that of a session's ``run`` or a tensor's ``eval``, which take feeds."""
        return self.is_session_run(call) or self._is_eval(call)

    def is_float(self, node: ast.expr, depth: int = _DEPTH) -> bool:
        """Whether an expression certainly gives a float, where it gives anything."""
        value = self._run.values.get(node, UNKNOWN)
        if isinstance(self.const(node), float):
            return True
        if not depth or value.kind is not Kind.PYTHON:
            return False
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            return self.is_float(node.operand, depth - 1)
        if isinstance(node, ast.IfExp):
            return self.is_float(node.body, depth - 1) and self.is_float(node.orelse, depth - 1)
        if isinstance(node, ast.BinOp):
            return self._gives_float(node, depth - 1)
        if isinstance(node, ast.Call):
            called = self._run.values.get(node.func, UNKNOWN)
            return called.kind is PyKind.BUILTIN and called.ref == "float"
        if not isinstance(node, ast.Name):
            return False
        return self.holds(node, lambda part: self.is_float(part, depth - 1), counts=False)

    def _gives_float(self, node: ast.BinOp, depth: int) -> bool:
        sides = (node.left, node.right)
        if any(self._run.values.get(side, UNKNOWN).kind is not Kind.PYTHON for side in sides):
            return False
        if isinstance(node.op, ast.Div):
            whole = self._run.program.python_2 and not self._module.divides_truly
            return any(self.is_float(side, depth) or (not whole and self.is_counter(side, depth)) for side in sides)
        arithmetic = isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.Pow))
        return arithmetic and any(self.is_float(side, depth) for side in sides)

    def is_counter(self, node: ast.expr, depth: int = _DEPTH) -> bool:
        """Whether an expression certainly gives a number that counts turns or things, and so is a small integer."""
        value = self._run.values.get(node, UNKNOWN)
        const = self.const(node)
        if isinstance(const, int) and not isinstance(const, bool):
            return 0 <= const < _SMALL
        if not depth or value.kind is not Kind.PYTHON:
            return False
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.FloorDiv, ast.Mod)):
            return self.is_counter(node.left, depth - 1) and self.is_counter(node.right, depth - 1)
        if isinstance(node, ast.Call):
            called = self._run.values.get(node.func, UNKNOWN)
            return called.kind is PyKind.BUILTIN and called.ref == "len"
        if not isinstance(node, ast.Name):
            return False
        return self.holds(node, lambda part: self.is_counter(part, depth - 1), counts=True)

    def holds(self, name: ast.Name, wanted: Callable[[ast.expr], bool], *, counts: bool = False) -> bool:
        """Whether every assignment of a name gives what is wanted; a loop over a range gives what counts."""
        if self._names.binder(name) is not None or name.id in self._names.outer:
            return False
        if self._names.place(name) == self._names.location(name.id) and self._is_argument(name.id):
            return False
        if self.is_bound_otherwise(name.id):
            return False
        location = self._names.location(name.id)
        if location.owner not in (self._names.scope, self._module.path):
            return False
        stores = self._stores(name)
        if isinstance(self._names.scope, ast.Module) or location.space != "global":
            return bool(stores) and all(self._given(store, wanted, counts=counts) for store in stores)
        return False

    def _stores(self, name: ast.Name) -> list[ast.Name]:
        """The places where what a name holds here may have been assigned."""
        here = self._names.place(name)
        places = self._names.occurrences.get(name.id, [])
        return [n for n in places if not isinstance(n.ctx, ast.Load) and self._names.place(n) == here]

    def _given(self, store: ast.Name, wanted: Callable[[ast.expr], bool], *, counts: bool = False) -> bool:
        parent = self._module.parents[store]
        if isinstance(parent, ast.Assign):
            return wanted(parent.value)
        if isinstance(parent, ast.AugAssign):
            return isinstance(parent.op, ast.Add if counts else (ast.Add, ast.Mult, ast.Sub)) and wanted(parent.value)
        if not counts:
            return False
        index = isinstance(parent, ast.Tuple) and parent.elts[0] is store
        loop = self._module.parents[parent] if index else parent
        if not isinstance(loop, ast.For) or loop.target is not (parent if index else store):
            return False
        called = loop.iter if isinstance(loop.iter, ast.Call) else None
        counted = self._run.values.get(called.func, UNKNOWN) if called is not None else UNKNOWN
        return counted.kind is PyKind.BUILTIN and counted.ref in (("enumerate",) if index else ("range", "xrange"))

    def _is_argument(self, name: str) -> bool:
        arguments = getattr(self._names.scope, "args", None)
        return arguments is not None and any(a.arg == name for a in ast.walk(arguments) if isinstance(a, ast.arg))

    def is_path(self, node: ast.expr) -> bool:
        """Whether an expression only reads: a name, an attribute, an element."""
        if isinstance(node, ast.Subscript):
            return self.is_path(node.value) and isinstance(node.slice, (ast.Constant, ast.Name))
        if isinstance(node, ast.Attribute):
            return self.is_path(node.value)
        return isinstance(node, ast.Name)

    def fetched(self, node: ast.expr, kinds: tuple[Kind, ...] = _TENSORS) -> ast.expr | None:
        """The tensor whose value a name holds, as a run of a session fetched it; None if that is not known."""
        if not isinstance(node, ast.Name) or self._names.binder(node) is not None:
            return None
        store = self._last_store(node)
        if self._is_changed_in_place(node.id) or node.id in self._names.outer:
            return None
        if store is None or self._names.location(node.id).owner not in (self._names.scope, self._module.path):
            return None
        parent = self._module.parents[store]
        index: int | None = None
        if isinstance(parent, (ast.Tuple, ast.List)):
            index = parent.elts.index(store)
            if any(isinstance(e, ast.Starred) for e in parent.elts):
                return None
            count = len(parent.elts)
            parent = self._module.parents[parent]
        else:
            count = 0
        if not isinstance(parent, ast.Assign) or len(parent.targets) != 1:
            return None
        return self._fetch_of(parent.value, index, count, kinds)

    def is_fetched_array(self, node: ast.Name) -> bool:
        """Whether a name holds what a run gave for one tensor or variable."""
        if self._names.binder(node) is not None or node.id in self._names.outer:
            return False
        store = self._last_store(node)
        if store is None or self._names.location(node.id).owner not in (self._names.scope, self._module.path):
            return False
        target: ast.AST = store
        index: int | None = None
        count = 0
        if isinstance(self._module.parents[store], (ast.Tuple, ast.List)):
            target = self._module.parents[store]
            elements = target.elts  # type: ignore[attr-defined]  # a tuple or list
            if any(isinstance(e, ast.Starred) for e in elements):
                return False
            index, count = elements.index(store), len(elements)
        parent = self._module.parents[target]
        if not isinstance(parent, ast.Assign) or parent.targets != [target] or not isinstance(parent.value, ast.Call):
            return False
        if index is None and self.is_run_of_one(parent.value):
            return True
        fetched = self._fetches_of(parent.value, index, count) if self.is_session_run(parent.value) else None
        return fetched is not None and self._run.values.get(fetched, UNKNOWN).kind in (*_TENSORS, Kind.VARIABLE)

    def _is_changed_in_place(self, name: str) -> bool:
        """Whether the shape or dtype of an array may be set: ``a.shape = ...``, ``a.resize(...)``."""
        for node in self._names.occurrences.get(name, []):
            parent = self._module.parents[node]
            if isinstance(parent, ast.Attribute) and (not isinstance(parent.ctx, ast.Load) or parent.attr in _IN_PLACE):
                return True
        return False

    def _last_store(self, node: ast.Name) -> ast.Name | None:
        """The one assignment of a name that its value can come from; None if there may be several."""
        at = (node.lineno, node.col_offset)
        stores = self._stores(node)
        before = [n for n in stores if (n.lineno, n.col_offset) < at]
        if (
            not before
            or self.is_bound_otherwise(node.id)
            or any(self._module.function_of(n) is not self._names.scope for n in (*stores, node))
        ):
            return None
        last = max(before, key=lambda n: (n.lineno, n.col_offset))
        return last if comes_before(enclosing_statement(self._module, last), node, self._module) else None

    def _fetch_of(self, value: ast.expr, index: int | None, count: int, kinds: tuple[Kind, ...]) -> ast.expr | None:
        if not isinstance(value, ast.Call) or not self.is_session_run(value):
            return None
        fetches = self._fetches_of(value, index, count)
        if fetches is None or not self.is_path(fetches):
            return None
        kind = self._run.values.get(fetches, UNKNOWN).kind
        return fetches if kind in kinds and isinstance(fetches, ast.Name) and self._is_steady_name(fetches) else None

    @staticmethod
    def _fetches_of(call: ast.Call, index: int | None, count: int) -> ast.expr | None:
        """What a run is asked for, or the part of it that an element of its result stands for."""
        fetches = call.args[0] if call.args else next((k.value for k in call.keywords if k.arg == "fetches"), None)
        if index is None:
            return fetches
        if not isinstance(fetches, (ast.List, ast.Tuple)) or len(fetches.elts) != count:
            return None
        return fetches.elts[index]

    def _is_steady_name(self, node: ast.Name) -> bool:
        """Whether a name means the same from the run to the use: it is assigned once, in no loop, or is a parameter."""
        if node.id in self._names.outer:
            return False
        stores = [n for n in self._names.occurrences.get(node.id, []) if not isinstance(n.ctx, ast.Load)]
        if not stores:
            return True
        parent = self._module.parents[stores[0]]
        plain = isinstance(parent, ast.Assign) or (
            isinstance(parent, (ast.Tuple, ast.List)) and isinstance(self._module.parents[parent], ast.Assign)
        )
        return len(stores) == 1 and plain

    def is_session_run(self, call: ast.Call) -> bool:
        """Whether a call is that of a session's ``run``."""
        if not (isinstance(call.func, ast.Attribute) and call.func.attr == "run"):
            return False
        facts = self._run.facts.get(call, ())
        if not any(f.act is Effect.RUNS and not f.chain for f in facts):
            return False
        receiver = self._run.values.get(call.func.value, UNKNOWN)
        if receiver.kind is not Kind.UNKNOWN:
            return receiver.kind is Kind.SESSION
        return self._tried or self._recorded.session(self._module.path, call.func.value) is not None


def comes_before(statement: ast.stmt, node: ast.AST, module: Module) -> bool:
    """Whether a statement has been done whenever a node is reached: it stands before it in a block around both."""
    block = module.block_of(statement)
    around: ast.AST = enclosing_statement(module, node)
    while around not in block:
        if around not in module.parents:
            return False
        around = module.parents[around]
    return block.index(statement) < block.index(around)
