"""What functions hold and give: their parameters by every call of them, where all are known, and what they return."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property, partial

from hoist.analysis.conditions.program_facts import ProgramFacts
from hoist.analysis.consumers import CALL_BACK
from hoist.analysis.fed_values import FedValues
from hoist.analysis.live_ranges import RangedNames
from hoist.analysis.loops import EffectsOf
from hoist.analysis.no_tensors import NoTensors
from hoist.analysis.program import Module
from hoist.analysis.scope import Scope
from hoist.analysis.sometimes_tensors import SometimesTensors
from hoist.analysis.values import UNKNOWN, PyKind

# By these arrays of unsigned integers come about, of which NumPy makes sums of 64 bits.
_UNSIGNED = ("uint", "decode_", "imread", "fromfile", "frombuffer", "packbits", "unpackbits", "ubyte", "ushort", "view")


class Callers:
    """Looks at the calls of the functions of one program, and at what these give back."""

    def __init__(self, program: ProgramFacts, effects: EffectsOf) -> None:
        self.program = program
        self._run = program.run
        self._effects = effects
        self._callbacks = bool(program.words & CALL_BACK)
        self._unsigned = any(word.startswith(_UNSIGNED) for word in program.words)
        self._shown: dict[tuple[ast.AST, str, bool], bool] = {}
        self._gives: dict[ast.AST, bool] = {}
        self._scopes: dict[ast.AST, NoTensors] = {}
        self._sometimes = SometimesTensors(self._run, program.callers, self._passed)

    def scope(self, module: Module, node: ast.AST) -> Scope:
        """A scope of the program, in which it is known what its parameters are given."""
        rebinds = module.path in self.program.rebinds
        names = RangedNames(module, node, self.program.names_used_elsewhere(module) if node is module.tree else ())
        return Scope(
            self._run,
            module,
            names,
            self._effects,
            rebinds,
            self._callbacks,
            self._unsigned,
            self.no_tensors,
            self.gives_array,
            partial(self._sometimes.shown, module),
        )

    def no_tensors(self, scope: ast.AST, name: str, lists: bool) -> bool:
        """Whether each call of a function gives no tensor, and nothing that holds one, for one of its parameters.

        With ``lists`` it may give a list, into which the function puts nothing.
        """
        key = scope, name, lists
        if key not in self._shown:
            self._shown[key] = False  # what a function hands to itself shows nothing
            given = list(self._given(scope, name))
            self._shown[key] = bool(given) and all(
                node is not None and self._of(module, call).given(node, lists=lists) for module, call, node in given
            )
        return self._shown[key]

    def gives_array(self, function: ast.AST) -> bool:
        """Whether each ``return`` of a function gives an array or number."""
        if function not in self._gives:
            self._gives[function] = False  # what a function gives of itself shows nothing
            self._gives[function] = self._returns_arrays(function)
        return self._gives[function]

    def _returns_arrays(self, function: ast.AST) -> bool:
        module = self._run.module_of(function)
        if module is None or not isinstance(function, ast.FunctionDef) or function.decorator_list:
            return False
        own = [node for node in ast.walk(function) if module.function_of(node) is function]
        returns = [node for node in own if isinstance(node, ast.Return)]
        if not returns or any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own):
            return False
        inside = self._in(module, function)
        return all(node.value is not None and inside.is_array(node.value) for node in returns)

    def _of(self, module: Module, call: ast.Call) -> NoTensors:
        return self._in(module, module.function_of(call))

    def _in(self, module: Module, scope: ast.AST) -> NoTensors:
        if scope not in self._scopes:
            around = self.scope(module, scope)
            self._scopes[scope] = NoTensors(around, FedValues(around))
        return self._scopes[scope]

    def _given(self, scope: ast.AST, name: str) -> Iterator[tuple[Module, ast.Call, ast.expr | None]]:
        """What each call gives for a parameter, None where that is not seen; nothing if not all calls are known."""
        calls = self.program.callers.get(scope, set())
        if not isinstance(scope, ast.FunctionDef) or scope.decorator_list or not self._are_all(scope, calls):
            return
        special = scope.name.startswith("__") and scope.name.endswith("__")  # called by what is not written as a call
        if special or self.program.hidden.may_call(scope):
            return
        for call in calls:
            module = self._run.module_of(call)
            if module is None or not isinstance(call, ast.Call):
                return
            yield module, call, self._passed(scope, call, name)

    def _passed(self, function: ast.AST, call: ast.AST, name: str) -> ast.expr | None:
        """What a call gives for a parameter; None where that is not seen."""
        if not isinstance(function, ast.FunctionDef) or not isinstance(call, ast.Call):
            return None
        bound = self._run.values.get(call.func, UNKNOWN).receiver is not None
        return _argument(function, call, name, int(bound))

    def _are_all(self, function: ast.FunctionDef, calls: set[ast.AST]) -> bool:
        """Whether nothing names a function but to call it, there."""
        functions = {call.func for call in calls if isinstance(call, ast.Call) and self._run.calls[call] == {function}}
        kinds = {self._run.values.get(func, UNKNOWN).kind for func in functions}
        known = len(functions) == len(calls) and kinds <= {PyKind.FUNCTION}
        return known and self._named.get(function.name, set()) <= functions

    @cached_property
    def _named(self) -> dict[str, set[ast.AST]]:
        """Where the program reads each name or attribute, or writes it as text."""
        found: dict[str, set[ast.AST]] = {}
        for module in self._run.program.modules.values():
            for node in module.nodes:
                word = None
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    word = node.id
                elif isinstance(node, ast.Attribute):
                    word = node.attr
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    word = node.value
                if word is not None:
                    found.setdefault(word, set()).add(node)
        return found


def _argument(function: ast.FunctionDef, call: ast.Call, name: str, bound: int) -> ast.expr | None:
    """What a call gives for a parameter; its default if nothing, where that means the same to every caller."""
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return None
    arguments = function.args
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    given = dict(zip(positional[bound:], call.args, strict=False))
    given.update((k.arg, k.value) for k in call.keywords if k.arg is not None)
    defaults = dict(zip(reversed(positional), reversed(arguments.defaults), strict=False))
    keyword_only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    defaults.update((argument.arg, default) for argument, default in keyword_only if default is not None)
    return given.get(name) or (defaults[name] if name in defaults and _is_literal(defaults[name]) else None)


def _is_literal(node: ast.expr) -> bool:
    plain = (ast.Constant, ast.UnaryOp, ast.USub, ast.Tuple, ast.List, ast.expr_context)
    return all(isinstance(inner, plain) for inner in ast.walk(node))
