"""What the source shows to be no tensor, whatever else it may be: such a value is baked as a constant.

TensorFlow makes the same array of it outside the graph (``tf.make_tensor_proto``), with the same errors, so that the
array can be fed. A tensor must not come so far: of that no array can be made.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from hoist.analysis.facts import Act, Location
from hoist.analysis.fed_values import FedValues, comes_before
from hoist.analysis.loops import enclosing_statement
from hoist.analysis.program import LOOPS, Module
from hoist.analysis.scope import Scope
from hoist.analysis.values import UNKNOWN, MethodRef, PyKind
from hoist.tensorflow_api.symbol import Effect, Kind

#: Functions of NumPy that give numbers, whatever they are given, or fail.
_OF_NUMBERS = frozenset(
    "zeros ones empty eye identity arange loadtxt genfromtxt fromfile frombuffer rand randn randint random uniform "
    "normal random_sample float32 float64 int32 int64".split()
)
#: Functions of NumPy that give an array of what they are given.
_OF_DATA = frozenset("array asarray ascontiguousarray tile repeat concatenate stack vstack hstack".split())
# Methods of an array that give an array or number.
_OF_ARRAYS = frozenset(
    "reshape astype copy mean sum std var max min argmax argmin flatten ravel transpose squeeze swapaxes dot cumsum "
    "clip round repeat item".split()
)
# Methods that put what they are given into a list, a dict or an array of objects.
_FILL = frozenset("append extend insert update setdefault fill itemset put __setitem__".split())
_PART_TIME = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.IfExp, ast.BoolOp)
# What neither binds a name nor changes an object.
_QUIET = (Act.READS, Effect.RUNS, Effect.PRINTS, Effect.BUILDS, Act.MAY_BUILD, Effect.READS_VARIABLES)
# Of these no argument is a dtype; of those the others are numbers.
_OF_SIZES = frozenset("arange float32 float64 int32 int64".split())
_OF_PARTS = frozenset("tile repeat concatenate stack vstack hstack".split())
# Of one number of 32 or 64 bits without a sign TensorFlow 1.15.5 makes a constant, but no array of that.
_NUMBER_TYPES = re.compile(r"(np|numpy|tf|bool|bool_|(float|int|complex)\d*|uint8|uint16)")
_MOST = 8
_Seen = frozenset[tuple[str, Location]]
_PLAIN_ARGUMENTS = frozenset("axis size low high loc scale shape".split())
_BUILDING = (Act.READS, Effect.BUILDS, Act.MAY_BUILD, Effect.READS_VARIABLES)
_NUMBERS = (int, float, complex)
_PLAIN = (*_NUMBERS, str, bytes)
_LOOKS = frozenset("print len str repr float sum min max".split())
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)


class NoTensors:
    """Looks at the values of one scope."""

    def __init__(self, scope: Scope, values: FedValues) -> None:
        self._run = scope.run
        self._module = scope.module
        self._names = scope.names
        self._effects = scope.effects
        self._values = values
        self._scope = scope

    def shown(self, node: ast.expr, seen: _Seen = frozenset()) -> bool:
        """Whether an expression certainly gives no tensor, and nothing that holds one, where it gives anything.

        A name that is built up from itself is taken to be what it was before: ``seen`` are those.
        """
        if isinstance(self._values.const(node), _PLAIN):
            return True
        if isinstance(node, (ast.List, ast.Tuple)):
            return all(self.shown(part, seen) for part in node.elts)
        if isinstance(node, ast.IfExp):
            return self.shown(node.body, seen) and self.shown(node.orelse, seen)
        if isinstance(node, ast.ListComp):
            return isinstance(node.elt, ast.Call) and self._makes_array(node.elt, seen)
        if self._is_array(node, seen) or self._is_list_of_array(node, seen):
            return True
        return isinstance(node, ast.Name) and (self._holds(node, seen) or self._is_fed(node) or self._is_given(node))

    def given(self, node: ast.expr, *, lists: bool) -> bool:
        """Whether what a call gives is shown to be no tensor, and without ``lists`` nothing that could take one."""
        if lists:
            return self.shown(node)
        if isinstance(self._values.const(node), _PLAIN) or self._is_array(node, frozenset()):
            return True
        if isinstance(node, ast.IfExp):
            return self.given(node.body, lists=False) and self.given(node.orelse, lists=False)
        if isinstance(node, ast.Tuple):
            return all(self.given(part, lists=False) for part in node.elts)
        return isinstance(node, ast.Name) and self._is_given(node, lists=False)

    def _is_list_of_array(self, node: ast.expr, seen: _Seen) -> bool:
        """Whether it is the list of an array's numbers, where it is made."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return False
        return node.func.attr == "tolist" and self._is_array(node.func.value, seen)

    def _is_given(self, node: ast.Name, *, lists: bool = True) -> bool:
        """Whether a name holds what a parameter was given, and no call gives a tensor for it."""
        if self._names.binder(node) is not None or not self._is_unset(node):
            return False
        if self._values.is_bound_otherwise(node.id) or self._names.location(node.id).owner is not self._names.scope:
            return False
        if not all(self.shown(value) for value in self._put_in(node.id)):
            return False
        return self._scope.gives_no_tensor(self._names.scope, node.id, lists and self._is_left_alone(node.id))

    def _is_unset(self, node: ast.Name) -> bool:
        """Whether a parameter is not yet bound anew where it is read."""
        places = self._names.occurrences.get(node.id, [])
        stores = [place for place in places if not isinstance(place.ctx, ast.Load)]
        if any(self._module.function_of(place) is not self._names.scope for place in (node, *stores)):
            return False
        statement = enclosing_statement(self._module, node)
        if stores and any(isinstance(parent, LOOPS) for parent in self._above(node, self._names.scope)):
            return False
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        assigned = {inner for target in targets for inner in ast.walk(target)}
        at = (node.lineno, node.col_offset)
        return all((store.lineno, store.col_offset) > at or store in assigned for store in stores)

    def _holds(self, node: ast.Name, seen: _Seen) -> bool:
        key = "shown", self._names.place(node)
        if key in seen:
            return True
        more = seen | {key}
        held = len(more) < _MOST and self._values.holds(node, lambda part: self.shown(part, more))
        return held and self._is_left_alone(node.id)

    def _is_array(self, node: ast.expr, seen: _Seen) -> bool:
        """Whether it is an array or number: what operators give of these, and their parts, are such again."""
        if isinstance(self._values.const(node), _NUMBERS):
            return True
        if isinstance(node, ast.UnaryOp):
            return self._is_array(node.operand, seen)
        if isinstance(node, ast.BinOp):
            sides = (node.left, node.right)
            return all(self._is_array(side, seen) or self._is_python(side) for side in sides)
        if isinstance(node, ast.Subscript):
            return self._is_array(node.value, seen)
        if isinstance(node, ast.Name):
            return self._holds_array(node, seen)
        return isinstance(node, ast.Call) and self._gives_array(node, seen)

    def _is_python(self, node: ast.expr) -> bool:
        """Whether it is a number, text, truth value or None, whichever: what an array makes of it is an array."""
        known = self._run.values.get(node, UNKNOWN).kind is Kind.PYTHON and not (
            self._scope.rebinds and any(isinstance(inner, ast.Name) for inner in ast.walk(node))
        )
        return known and not any(fact.act is Act.UNKNOWN_CALL for fact in self._effects(node))

    def _holds_array(self, node: ast.Name, seen: _Seen) -> bool:
        key = "array", self._names.place(node)
        if key in seen or self._values.is_float(node) or self._values.is_counter(node):
            return True
        more = seen | {key}
        if len(more) > _MOST or not all(self._is_array(value, more) for value in self._put_in(node.id)):
            return False
        return self._values.is_fetched_array(node) or self._values.holds(node, lambda part: self._is_array(part, more))

    def _put_in(self, name: str) -> Iterator[ast.expr]:
        """What is assigned to elements of what a name holds: an array of objects could take a tensor."""
        for node in self._names.occurrences.get(name, []):
            inner: ast.AST = node
            element = self._module.parents[inner]
            while isinstance(element, ast.Subscript) and element.value is inner and isinstance(element.ctx, ast.Load):
                element, inner = self._module.parents[element], element
            if isinstance(element, ast.Subscript) and element.value is inner and not isinstance(element.ctx, ast.Load):
                statement = self._module.parents[element]
                yield statement.value if isinstance(statement, (ast.Assign, ast.AugAssign)) else element
            elif isinstance(element, ast.Attribute) and element.attr in _FILL:
                yield element

    def is_array(self, node: ast.expr) -> bool:
        """Whether it is an array or number."""
        return self._is_array(node, frozenset())

    def _calls_for_array(self, node: ast.Call) -> bool:
        """Whether a call is that of one function of the program, which gives an array."""
        functions = self._run.calls.get(node, set())
        plain = self._run.values.get(node.func, UNKNOWN).kind is PyKind.FUNCTION and len(functions) == 1
        return plain and all(self._scope.gives_array(function) for function in functions)

    def _gives_array(self, node: ast.Call, seen: _Seen) -> bool:
        if self._makes_array(node, seen) or self._values.is_run_of_one(node) or self._calls_for_array(node):
            return True
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in _OF_ARRAYS:
            return False
        if node.func.attr in ("sum", "cumsum") and self._scope.unsigned:
            return False
        kinds = [*node.args, *(k.value for k in node.keywords)] if node.func.attr == "astype" else []
        return all(_is_number_type(kind) for kind in kinds) and self._is_array(node.func.value, seen)

    def _makes_array(self, node: ast.Call, seen: _Seen) -> bool:
        called = self._run.values.get(node.func, UNKNOWN)
        path, last = str(called.ref), str(called.ref).rpartition(".")[2]
        if called.kind is PyKind.BUILTIN:
            return path in ("float", "int", "len")
        if (
            called.kind is not PyKind.FOREIGN
            or not path.startswith("numpy.")
            or any(k.arg is None for k in node.keywords)
        ):
            return False
        if last == "norm":
            return len(node.args) == 1 and not node.keywords
        if not all(_is_number_type(k.value) for k in node.keywords if k.arg not in _PLAIN_ARGUMENTS):
            return False
        if path.startswith("numpy.random.") or last in _OF_SIZES:
            return last in _OF_NUMBERS
        if not all(_is_number_type(arg) for arg in node.args[1:]) and last not in _OF_PARTS:
            return False
        return last in _OF_NUMBERS or (last in _OF_DATA and all(self.shown(arg, seen) for arg in node.args[:1]))

    def _is_left_alone(self, name: str) -> bool:
        """Whether a list is read where it stands, and by nobody who could put something else into it."""
        for node in self._names.occurrences.get(name, []):
            parent = self._module.parents[node]
            if not isinstance(node.ctx, ast.Load):
                continue
            if not isinstance(parent, ast.Call) or node not in parent.args:
                return False
            called = self._run.values.get(parent.func, UNKNOWN)
            looks = called.kind is PyKind.BUILTIN and called.ref in _LOOKS
            if not looks and called.kind is not PyKind.SYMBOL and not isinstance(called.ref, MethodRef):
                return False
        return True

    # What is fed ----------------------------------------------------------------------------------------------------

    def _is_fed(self, node: ast.Name) -> bool:
        """Whether a name's value is fed as well, by a run that is reached whenever the name is: tensors cannot be."""
        if (
            self._scope.callbacks  # then having been fed says nothing of what a list holds now
            or self._values.is_bound_otherwise(node.id)
            or self._names.binder(node) is not None
            or node.id in self._names.outer
        ):
            return False
        if self._names.location(node.id).owner not in (self._names.scope, self._module.path):
            return False
        places = self._names.occurrences.get(node.id, [])
        if any(self._module.function_of(n) is not self._names.scope for n in (node, *places)):
            return False
        if self._names.location(node.id).space == "global" and node.id in self._module.set_by_functions:
            return False
        return any(self._proves(call, node) for call in self._feeding(places))

    def _feeding(self, places: list[ast.Name]) -> Iterator[ast.Call]:
        """The runs of a session that are given a name's value as a feed, in a display of their own."""
        for place in places:
            display = self._module.parents[place]
            if not isinstance(display, ast.Dict) or place not in display.values:
                continue
            call = self._module.parents[display]
            if isinstance(call, ast.keyword):
                call = self._module.parents[call] if call.arg == "feed_dict" else display
            elif isinstance(call, ast.Call):
                evaluates = isinstance(call.func, ast.Attribute) and call.func.attr == "eval"
                call = call if call.args[1 - evaluates : 2 - evaluates] == [display] else display
            if isinstance(call, ast.Call) and self._values.is_run(call):
                yield call

    def _proves(self, call: ast.Call, node: ast.Name) -> bool:
        """Whether a run is done before a name is read, or at once behind, with nothing between that could change it."""
        feeding, reading = enclosing_statement(self._module, call), enclosing_statement(self._module, node)
        if not isinstance(feeding, _SIMPLE) or _is_part_time(call, feeding, self._module):
            return False
        if comes_before(feeding, node, self._module):
            return self._is_kept_until(feeding, node)
        block = self._module.block_of(feeding)
        if reading not in block or block.index(reading) >= block.index(feeding):
            return reading is feeding and any(parent is call for parent in self._module.ancestors(node))
        between = block[block.index(reading) : block.index(feeding)]
        return all(isinstance(s, (ast.Assign, ast.AnnAssign)) and self._only_builds(s, node.id) for s in between)

    def _is_kept_until(self, feeding: ast.stmt, node: ast.Name) -> bool:
        block = self._module.block_of(feeding)
        around: ast.AST = enclosing_statement(self._module, node)
        while around not in block:
            around = self._module.parents[around]
        if self._sets(feeding, node.id) or isinstance(around, (ast.For, ast.AsyncFor, ast.While)):
            return False
        if any(isinstance(inner, (ast.For, ast.AsyncFor, ast.While)) for inner in self._above(node, around)):
            return False
        between = block[block.index(feeding) + 1 : block.index(around)]
        if not all(self._changes_nothing(s) and not self._sets(s, node.id) for s in between):
            return False
        at = (node.lineno, node.col_offset)
        before = [n for n in ast.walk(around) if (getattr(n, "lineno", at[0]), getattr(n, "col_offset", at[1])) < at]
        stored = any(isinstance(n, ast.Name) and n.id == node.id and not isinstance(n.ctx, ast.Load) for n in before)
        return not stored and all(f.act in _QUIET for n in before for f in self._run.facts.get(n, ()))

    def _above(self, node: ast.AST, top: ast.AST) -> Iterator[ast.AST]:
        for parent in self._module.ancestors(node):
            if parent is top:
                return
            yield parent

    def _changes_nothing(self, statement: ast.stmt) -> bool:
        return all(fact.act in _QUIET for fact in self._effects(statement))

    def _only_builds(self, statement: ast.stmt, name: str) -> bool:
        quiet = all(fact.act in _BUILDING for fact in self._effects(statement))
        return quiet and not self._sets(statement, name)

    def _sets(self, statement: ast.stmt, name: str) -> bool:
        return any(place.name == name for place in self._names.writes(statement))


def _is_part_time(call: ast.Call, statement: ast.stmt, module: Module) -> bool:
    """Whether a statement may be done without a call in it."""
    child: ast.AST = call
    for parent in module.ancestors(call):
        if parent is statement:
            return False
        if isinstance(parent, _PART_TIME) and not (isinstance(parent, ast.IfExp) and child is parent.test):
            return True
        if isinstance(parent, ast.Compare) and len(parent.ops) > 1:
            return True
        child = parent
    return False


def _is_number_type(node: ast.expr) -> bool:
    """Whether an argument names, if it names a dtype at all, one that holds numbers."""
    return all(_NUMBER_TYPES.fullmatch(word) for word in _words(node))


def _words(node: ast.expr) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            yield inner.id
        elif isinstance(inner, ast.Attribute):
            yield inner.attr
        elif isinstance(inner, ast.Constant):
            yield str(inner.value)
