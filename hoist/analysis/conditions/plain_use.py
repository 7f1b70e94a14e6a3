"""Condition 4: what a build makes is used as an operand, fetch, target or feed, and in no other way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hoist.analysis.conditions import objects
from hoist.analysis.conditions.situation import Refused, Situation
from hoist.analysis.facts import Act, Fact, Location
from hoist.analysis.frame import Run
from hoist.analysis.names import Names
from hoist.analysis.program import Module
from hoist.analysis.units import Unit
from hoist.analysis.values import UNKNOWN, FunctionRef, MethodRef, PyKind, Value
from hoist.tensorflow_api.symbol import Effect, Kind

_DEPTH = 6
# Attributes that are the same whichever of many equal tensors is asked.
_PLAIN_ATTRIBUTES = frozenset("dtype shape get_shape eval run".split())
# These lead to the tensor's op or to its like, which must be used as plainly.
_LEADS_ON = frozenset("op initializer graph outputs inputs value indices values".split())
_PLAIN_BUILTINS = frozenset("zip enumerate list tuple sum reversed sorted".split())
_NOT_PLAIN = (Effect.LOOKS_UP_NAMES, Effect.PRINTS, Effect.STATEFUL, Act.REGISTERS, Act.UNKNOWN_CALL)
SUMMARY_MAKERS = ("tf.summary.", "tf.scalar_summary", "tf.histogram_summary", "tf.merge_all_summaries")
_IMMUTABLE = (Kind.PYTHON,)
# Run once for two that are built on it, they do once what two of them would do twice.
_DOES = re.compile(r"assign|scatter|minimize|\bapply|count_up_to|placeholder|get_next|print", re.IGNORECASE)


def check(unit: Unit, situation: Situation) -> Refused | None:
    """Refuse where one object in place of one a turn could be noticed."""
    uses = _Uses(unit, situation)
    if not unit.is_statement:
        assert isinstance(unit.node, ast.expr)
        return uses.node(situation.loop.module, unit.node, 0) or objects.check_made(unit, situation)
    for location in sorted(unit.writes, key=lambda place: place.name):
        if _holds_immutable(unit, location, situation):
            continue
        refused = uses.place(location)
        if refused is not None:
            return refused
    return objects.check_made(unit, situation)


def _holds_immutable(unit: Unit, location: Location, situation: Situation) -> bool:
    stores = [n for n in ast.walk(unit.node) if isinstance(n, ast.Name) and n.id == location.name]
    values = [situation.run.values.get(n, UNKNOWN) for n in stores if isinstance(n.ctx, ast.Store)]
    return bool(values) and all(value.kind in _IMMUTABLE for value in values)


def is_feed(run: Run, module: Module, display: ast.AST) -> bool:
    """Whether a dict display only ever serves as a feed dict."""
    parent = module.parents[display]
    if isinstance(parent, ast.keyword):
        return parent.arg == "feed_dict" and _runs(run, module.parents[parent])
    if isinstance(parent, ast.Call):
        return display in parent.args and _runs(run, parent)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
        names = Names(module, module.function_of(parent))
        loads = [n for n in names.occurrences.get(parent.targets[0].id, []) if isinstance(n.ctx, ast.Load)]
        if any((n.lineno, n.col_offset) < (parent.lineno, parent.col_offset) for n in loads):
            return False  # it may be that of the turn before
        return all(not isinstance(module.parents[n], ast.Assign) and is_feed(run, module, n) for n in loads)
    return False


def _runs(run: Run, call: ast.AST) -> bool:
    return any(fact.act is Effect.RUNS and not fact.chain for fact in run.facts.get(call, ()))


class _Uses:
    """Follows what a unit makes to everywhere it is used."""

    def __init__(self, unit: Unit, situation: Situation) -> None:
        self._situation = situation
        self._run = situation.run
        self._moving = {other.node for other in situation.moving} | situation.gone
        self._summary = any(fact.what.startswith(SUMMARY_MAKERS) for fact in unit.facts)
        self._does = any(_does(fact) for fact in unit.facts)

    def place(self, location: Location) -> Refused | None:
        """Every use of a name."""
        module, names = self._situation.loop.module, self._situation.names
        for node in names.occurrences.get(location.name, []):
            if not isinstance(node.ctx, ast.Load) or names.place(node) != location:
                continue
            if (refused := self.node(module, node, 0)) is not None:
                return refused
        for other, inner in self._situation.program.reads.get(location, ()):
            if (refused := self.node(other, inner, 0)) is not None:
                return refused
        return None

    def node(self, module: Module, node: ast.AST, depth: int) -> Refused | None:
        """One use, judged by what stands around it."""
        moved = node in self._moving
        if (moved and depth) or any(parent in self._moving for parent in module.ancestors(node)):
            return None
        parent = module.parents.get(node)
        if depth > _DEPTH or parent is None:
            return self._refuse(node)
        if _gives_it(parent, node):
            return self.node(module, parent, depth)
        return self._stands_in(module, parent, node, depth)

    def _stands_in(self, module: Module, parent: ast.AST, node: ast.AST, depth: int) -> Refused | None:
        if isinstance(parent, ast.Dict):
            return self._in_dict(module, parent, node, depth)
        if isinstance(parent, ast.Call):
            return self._in_call(module, parent, node, depth)
        if isinstance(parent, ast.keyword):
            return self._in_call(module, module.parents[parent], parent, depth)
        if isinstance(parent, ast.Attribute):
            return self._attribute(module, parent, depth)
        if isinstance(parent, (ast.BinOp, ast.UnaryOp, ast.Compare)):
            return self._operand(module, parent, node, depth)
        if isinstance(parent, ast.Expr):
            return None
        return self._bound(module, parent, node, depth)

    def _refuse(self, node: ast.AST) -> Refused:
        return Refused("HSR16", f"line {getattr(node, 'lineno', 0)}")

    def _built_on(self, module: Module, build: ast.AST, depth: int) -> Refused | None:
        """What is built on it and stays: two turns' copies of that would run one op in place of two."""
        return self.node(module, build, depth + 1) if self._does else None

    def _operand(self, module: Module, parent: ast.AST, node: ast.AST, depth: int) -> Refused | None:
        if any(fact.act is Effect.BUILDS for fact in self._run.facts.get(parent, ())):
            return self._built_on(module, parent, depth)
        if isinstance(parent, ast.Compare):
            by_identity = all(isinstance(op, (ast.Is, ast.IsNot)) for op in parent.ops)
            if by_identity and all(isinstance(side, ast.Constant) for side in parent.comparators):
                return None
        return self._refuse(node)

    def _attribute(self, module: Module, parent: ast.Attribute, depth: int) -> Refused | None:
        if not isinstance(parent.ctx, ast.Load):
            return self._refuse(parent)
        receiver = self._run.values.get(parent.value, UNKNOWN)
        if receiver.kind is PyKind.INSTANCE:
            call = module.parents.get(parent)
            if isinstance(call, ast.Call) and call.func is parent:
                return None  # a method of the program: its effects are judged where it is called
            return self.node(module, parent, depth + 1)
        if receiver.kind in (Kind.SAVER, Kind.OPTIMIZER, Kind.OPTIMIZER_WITH_SLOTS, Kind.ITERATOR, Kind.DATASET):
            return None if self._plain_method(module, parent, receiver) else self._refuse(parent)
        if receiver.kind in (PyKind.LIST, PyKind.DICT, PyKind.TUPLE):
            method = parent.attr in ("items", "values", "keys", "get", "index", "count")
            call = module.parents.get(parent)
            return self.node(module, call, depth + 1) if method and call is not None else self._refuse(parent)
        if parent.attr in _PLAIN_ATTRIBUTES:
            return None
        if parent.attr in _LEADS_ON:
            return self._led_on(module, parent, depth)
        # Any other attribute of a tensor: plain if it builds (``v.assign(x)``), else its name, graph def and the like.
        call = module.parents.get(parent)
        if isinstance(call, ast.Call) and any(f.act is Effect.BUILDS for f in self._run.facts.get(call, ())):
            return self._built_on(module, call, depth)
        return self._refuse(parent)

    def _led_on(self, module: Module, parent: ast.Attribute, depth: int) -> Refused | None:
        call = module.parents.get(parent)
        called = isinstance(call, ast.Call) and call.func is parent
        return self.node(module, call if called and call is not None else parent, depth + 1)

    def _plain_method(self, module: Module, parent: ast.Attribute, receiver: Value) -> bool:
        call = module.parents.get(parent)
        if not (isinstance(call, ast.Call) and call.func is parent):
            return parent.attr == "initializer"
        method = self._run.values.get(parent, UNKNOWN)
        if receiver.kind is Kind.SAVER:
            return parent.attr in ("save", "restore")
        return isinstance(method.ref, MethodRef)

    def _in_dict(self, module: Module, parent: ast.Dict, node: ast.AST, depth: int) -> Refused | None:
        if node in parent.keys and not is_feed(self._run, module, parent):
            return self._refuse(node)  # a key is found by its identity
        return None if node in parent.keys else self.node(module, parent, depth)

    def _in_call(self, module: Module, call: ast.AST, node: ast.AST, depth: int) -> Refused | None:
        assert isinstance(call, (ast.Call, ast.ClassDef))
        if isinstance(call, ast.ClassDef) or call.func is node:
            return self._refuse(node) if isinstance(call, ast.ClassDef) else None
        callee = self._run.values.get(call.func, UNKNOWN)
        facts = self._run.facts.get(call, set())
        if callee.kind is PyKind.METHOD and isinstance(callee.ref, MethodRef):
            if any(f.act is Effect.RUNS for f in facts):
                return self._summary_result(module, call)
            return self._plain_tensorflow(module, call, node, depth)
        if callee.kind is PyKind.SYMBOL:
            return self._plain_tensorflow(module, call, node, depth)
        if callee.kind is PyKind.FUNCTION and isinstance(callee.ref, FunctionRef):
            return self._passed_on(module, call, callee, node, depth)
        if callee.kind is PyKind.BUILTIN and callee.ref in ("isinstance", "len"):
            return None
        if callee.kind is PyKind.BUILTIN and callee.ref in _PLAIN_BUILTINS:
            return self.node(module, call, depth + 1)
        if any(f.act is Effect.RUNS and not f.chain for f in facts):
            return self._summary_result(module, call)
        return self._refuse(node)

    def _plain_tensorflow(self, module: Module, call: ast.Call, node: ast.AST, depth: int) -> Refused | None:
        facts = self._run.facts.get(call, set())
        if any(fact.act in _NOT_PLAIN for fact in facts):
            return self._refuse(node)
        what = {fact.what.rsplit(".", 1)[-1] for fact in facts if fact.act is Effect.BUILDS}
        if not what or any(name.startswith("convert_to_tensor") for name in what):
            return self.node(module, call, depth + 1)  # it may give back, or hold, what it was given
        return self._built_on(module, call, depth)

    def _passed_on(self, module: Module, call: ast.Call, callee: Value, node: ast.AST, depth: int) -> Refused | None:
        ref = callee.ref
        assert isinstance(ref, FunctionRef)
        parameter = _parameter(call, ref, node, bound=callee.receiver is not None)
        if parameter is None or isinstance(ref.node, ast.Lambda):
            return self._refuse(node)
        names = Names(ref.module, ref.node)
        occurrences = names.occurrences.get(parameter, [])
        if any(not isinstance(n.ctx, ast.Load) for n in occurrences):
            return self._refuse(node)
        for inner in occurrences:
            back = isinstance(ref.module.parents.get(inner), ast.Return)
            refused = self.node(module, call, depth + 1) if back else self.node(ref.module, inner, depth + 1)
            if refused is not None:
                return refused
        return None

    def _bound(self, module: Module, parent: ast.AST, node: ast.AST, depth: int) -> Refused | None:
        """The value of an assignment or the iterable of a loop: follow the name that it is bound to."""
        if isinstance(parent, ast.Assign) and parent.value is node and len(parent.targets) == 1:
            targets = [parent.targets[0]]
        elif isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node:
            targets = [parent.target]
        elif isinstance(parent, (ast.ListComp, ast.GeneratorExp)) and parent.elt is node:
            return self.node(module, parent, depth + 1)
        else:
            return self._refuse(node)
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, (ast.Attribute, ast.Subscript)):
                    return self._refuse(node)
                if isinstance(name, ast.Name) and (refused := self._alias(module, parent, name, depth)):
                    return refused
        return None

    def _alias(self, module: Module, binder: ast.AST, name: ast.Name, depth: int) -> Refused | None:
        scope = binder if isinstance(binder, ast.comprehension) else module.function_of(name)
        holder = module.parents[scope] if isinstance(scope, ast.comprehension) else scope
        if isinstance(holder, ast.Module) or name.id in Names(module, module.function_of(name)).outer:
            outside = self._situation.program.reads.get(Location("global", module.path, name.id), ())
            if outside:
                return self._refuse(name)
        for other in ast.walk(holder):
            if not isinstance(other, ast.Name) or other.id != name.id or not isinstance(other.ctx, ast.Load):
                continue
            if self._may_be_of_another_turn(module, binder, other):
                return self._refuse(other)
            if (refused := self.node(module, other, depth + 1)) is not None:
                return refused
        return None

    def _may_be_of_another_turn(self, module: Module, binder: ast.AST, load: ast.Name) -> bool:
        """Whether a name may still hold what an earlier turn made: two of them in one run are not one made once."""
        loop = self._situation.loop
        if module is not loop.module or module.function_of(binder) is not loop.scope:
            return False
        if not self._situation.in_loop(binder) or isinstance(binder, ast.comprehension):
            return False
        if isinstance(binder, ast.Assign):
            block = module.block_of(binder)
            after = block[block.index(binder) + 1 :]
        else:
            after = getattr(binder, "body", [])
        around = {load, *module.ancestors(load)}
        return not any(statement in around for statement in after)

    def _summary_result(self, module: Module, call: ast.Call) -> Refused | None:
        """What a run gives; the text of a summary that the loop piled up may only be written to an event file."""
        if not self._summary or self._only_written(module, call):
            return None
        return Refused("HSR11", f"the summary fetched at line {call.lineno} is not only written to an event file")

    def _only_written(self, module: Module, call: ast.Call) -> bool:
        parent = module.parents[call]
        if isinstance(parent, ast.Call):
            return _is_add_summary(parent)
        if isinstance(parent, ast.Expr):
            return True
        if not (isinstance(parent, ast.Assign) and len(parent.targets) == 1):
            return False
        fetched = list(self._summary_targets(call, parent.targets[0]))
        if not fetched:
            return False
        names = Names(module, module.function_of(call))
        for target in fetched:
            loads = [n for n in names.occurrences.get(target, []) if isinstance(n.ctx, ast.Load)]
            if not all(_is_add_summary(module.parents[n]) for n in loads):
                return False
        return True

    def _summary_targets(self, call: ast.Call, target: ast.expr) -> Iterator[str]:
        """The names to which fetched summaries go."""
        fetches = call.args[0] if call.args else None
        if isinstance(target, ast.Name):
            yield target.id
        elif isinstance(target, (ast.Tuple, ast.List)) and isinstance(fetches, (ast.List, ast.Tuple)):
            alike = len(target.elts) == len(fetches.elts)
            for part, fetch in zip(target.elts, fetches.elts if alike else (), strict=False):
                if isinstance(part, ast.Name) and self._gives_summary(fetch):
                    yield part.id

    def _gives_summary(self, fetch: ast.expr) -> bool:
        names = {n.id for n in ast.walk(fetch) if isinstance(n, ast.Name)}
        for unit in self._situation.moving:
            makes = any(fact.what.startswith(SUMMARY_MAKERS) for fact in unit.facts)
            if makes and (any(place.name in names for place in unit.writes) or unit.node in ast.walk(fetch)):
                return True
        return False


def _does(fact: Fact) -> bool:
    drawn = (Effect.DRAWS, Act.SEEDED, Effect.STATEFUL)
    return fact.act in drawn or (fact.act is Effect.BUILDS and _DOES.search(fact.what) is not None)


def _gives_it(parent: ast.AST, node: ast.AST) -> bool:
    """Whether the syntax around a value is that value, one of it, or a display that holds it."""
    if isinstance(parent, ast.Subscript):
        return parent.value is node and isinstance(parent.ctx, ast.Load)
    if isinstance(parent, ast.IfExp):
        return parent.test is not node
    return isinstance(parent, (ast.List, ast.Tuple, ast.Set, ast.Starred))


def _is_add_summary(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_summary"


def _parameter(call: ast.Call, ref: FunctionRef, node: ast.AST, *, bound: bool) -> str | None:
    """The parameter to which an argument goes."""
    names = [a.arg for a in (*ref.node.args.posonlyargs, *ref.node.args.args)]
    if isinstance(node, ast.keyword):
        return node.arg if node.arg in {*names, *(a.arg for a in ref.node.args.kwonlyargs)} else None
    if any(isinstance(a, ast.Starred) for a in call.args) or node not in call.args:
        return None
    index = call.args.index(node) + bound
    return names[index] if index < len(names) else None
