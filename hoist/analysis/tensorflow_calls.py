"""Calls of TensorFlow symbols and of methods of its objects."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from hoist.analysis import calls, given_functions, partials, python_calls
from hoist.analysis.facts import Act
from hoist.analysis.frame import Frame, Run
from hoist.analysis.values import (
    MISSING,
    PYTHON,
    TENSOR,
    UNKNOWN,
    FunctionRef,
    MethodRef,
    PyKind,
    Value,
    elements,
    is_tensor,
    with_notes,
)
from hoist.tensorflow_api import canonical, lookup, lookup_method, nests
from hoist.tensorflow_api.symbol import Effect, Kind, Symbol

# Collections in which a variable is registered as it is made: under reuse it is registered once.
VARIABLE_COLLECTIONS = frozenset(
    {
        "variables",
        "trainable_variables",
        "local_variables",
        "model_variables",
        "regularization_losses",
        "metric_variables",
    }
)
_FRESH = frozenset({Kind.TENSOR_LIST, Kind.VARIABLE_LIST, Kind.ARRAY, Kind.PROTOBUF})
_SITED = _FRESH | {
    Kind.NEST,
    Kind.GRAPH,
    Kind.OPTIMIZER,
    Kind.OPTIMIZER_WITH_SLOTS,
    Kind.LAYER,
    Kind.SAVER,
    Kind.SESSION,
    Kind.MONITORED_SESSION,
    Kind.ITERATOR,
    Kind.WRITER,
}


_FILES = frozenset({"tf.gfile.FastGFile", canonical("tf.gfile.Open")})
_FINDERS = frozenset({"get_tensor_by_name", "get_operation_by_name", "as_graph_element"})


class Arguments:
    """Arguments of a call, by the names of the symbol's parameters."""

    def __init__(self, symbol: Symbol, args: Sequence[Value], keywords: dict[str, Value]) -> None:
        self.named = dict(zip(symbol.parameters, args, strict=False))
        self.named.update(keywords)
        self.positional = tuple(args)
        self.spread = any("star" in v.notes for v in args) or "**" in keywords

    def get(self, name: str) -> Value | None:
        """The argument of that name; None if it is not passed; unknown if it may hide in ``*args``."""
        found = self.named.get(name)
        if found is None and self.spread:
            return UNKNOWN
        return found

    def given(self, name: str) -> bool:
        """Whether an argument other than None may be passed under that name."""
        found = self.get(name)
        return found is not None and found.const is not None

    def all(self) -> tuple[Value, ...]:
        """Every argument."""
        return (*self.positional, *(v for k, v in self.named.items() if v not in self.positional or not k))


def call_symbol(
    run: Run, node: ast.AST, path: str, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    """A call of a public TensorFlow function or class."""
    symbol = lookup(path)
    if symbol is None:
        return python_calls.call_unknown(run, node, args, keywords, frame)
    given = Arguments(symbol, args, keywords)
    if path == "tf.app.run":
        return _run_app(run, node, given, frame)
    _effects(run, node, symbol, given, frame, None)
    if canonical(path) in _FILES:
        return Value(PyKind.FOREIGN, ref="io.open")  # to be read and written like one of Python's
    if path == "tf.make_template":
        return partials.template(given.get("func_") or UNKNOWN, keywords, symbol.parameters)
    return _result(node, symbol, given, frame)


def call_method(
    run: Run, node: ast.AST, callee: Value, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    """A call of a method of a TensorFlow object."""
    ref, receiver = callee.ref, callee.receiver or UNKNOWN
    assert isinstance(ref, MethodRef)
    symbol = lookup_method(ref.kind, ref.name)
    if symbol is None:
        return python_calls.call_unknown(run, node, args, keywords, frame)
    given = Arguments(symbol, args, keywords)
    if Effect.RUNS in symbol.effects:
        return _run_session(run, node, symbol, ref, given, frame)
    if ref.name == "reuse_variables":
        run.reuse = "yes"
        return PYTHON
    _effects(run, node, symbol, given, frame, receiver)
    if ref.kind is Kind.GRAPH and ref.name == "as_default":
        return Value(Kind.CONTEXT, receiver=receiver)
    if ref.kind is Kind.SESSION and ref.name == "as_default":
        return Value(Kind.CONTEXT, receiver=receiver)
    if symbol.result is Kind.DATASET or symbol.result is Kind.ITERATOR:
        return Value(symbol.result, site=node)
    return _result(node, symbol, given, frame)


def call_layer(run: Run, node: ast.AST, callee: Value, frame: Frame) -> Value:
    """A call of a layer object: it makes its variables when first called."""
    name = str(callee.ref).rsplit(".", 1)[-1]
    run.record(frame, node, Effect.BUILDS, "a layer")
    if "BatchNorm" in name:
        run.record(frame, node, Act.REGISTERS, "update_ops")
    if "Dropout" in name or "Noise" in name:
        run.record(frame, node, Act.SEEDED if "seeded" in callee.notes else Effect.DRAWS, name)
    if "registers" in callee.notes:
        run.record(frame, node, Act.REGISTERS, "regularization_losses")
    run.record(frame, node, Act.CREATES, "a layer", site=callee.site)
    run.variables_exist = True
    if name.endswith(("Cell", "Wrapper", "LSTM", "GRU", "RNN")):
        return Value(Kind.NEST, site=node)  # an output and a state
    return TENSOR


def _run_session(run: Run, node: ast.AST, symbol: Symbol, ref: MethodRef, given: Arguments, frame: Frame) -> Value:
    run.record(frame, node, Effect.RUNS, symbol.path)
    if ref.kind is Kind.MONITORED_SESSION:
        run.record(frame, node, Act.MONITORED, symbol.path)
    for effect in symbol.effects - {Effect.RUNS, Effect.BUILDS}:
        run.record(frame, node, effect, symbol.path)
    if Effect.BUILDS in symbol.effects:
        run.record(frame, node, Effect.BUILDS, symbol.path)
    fetches = given.positional[0] if given.positional else given.get("fetches")
    if fetches is None or ref.kind not in (Kind.SESSION, Kind.MONITORED_SESSION):
        return Value(Kind.ARRAY, site=node)
    if _names_ops(fetches):
        run.record(frame, node, Effect.LOOKS_UP_NAMES, "a fetch by name")
        if not _named_in_source(fetches):
            run.record(frame, node, Act.LOOKS_UP_ANY, "a fetch by name")
    if fetches.items is not None and fetches.kind in (PyKind.LIST, PyKind.TUPLE):
        return Value(PyKind.LIST, items=tuple(Value(Kind.ARRAY) for _ in fetches.items), site=node)
    return Value(Kind.ARRAY, site=node)


def _names_ops(fetches: Value) -> bool:
    inside = fetches.items if fetches.items is not None else (fetches.element,) if fetches.element else ()
    return (fetches.kind is Kind.PYTHON and fetches.const is not None) or any(_names_ops(i) for i in inside)


def _named_in_source(fetches: Value) -> bool:
    inside = fetches.items if fetches.items is not None else (fetches.element,) if fetches.element else ()
    return (fetches.kind is not Kind.PYTHON or fetches.const is not MISSING) and all(map(_named_in_source, inside))


def _run_app(run: Run, node: ast.AST, given: Arguments, frame: Frame) -> Value:
    main = given.get("main")
    if main is None or main.kind is not PyKind.FUNCTION:
        main = run.modules[frame.module.path].env.get("main", UNKNOWN)
    if isinstance(main.ref, FunctionRef):
        calls.call_function(run, node, main.ref, [PYTHON], {}, frame)
    else:
        run.record(frame, node, Act.UNKNOWN_CALL, "main")
    return PYTHON


def _effects(run: Run, node: ast.AST, symbol: Symbol, given: Arguments, frame: Frame, receiver: Value | None) -> None:
    """Record what a call does, refined by its arguments."""
    effects = symbol.effects
    if Effect.READS_VARIABLES in effects:
        run.record(frame, node, Effect.READS_VARIABLES, symbol.path)
        if not run.variables_exist:
            run.record(frame, node, Act.NO_VARIABLE_YET, symbol.path)
    shared_only = False
    if Effect.SHARES_VARIABLE in effects:
        shared_only = _share(run, node, symbol, given, frame, receiver)
    if Effect.MAKES_VARIABLE in effects:
        run.record(frame, node, Effect.MAKES_VARIABLE, symbol.path)
        run.variables_exist = True
    if Effect.BUILDS in effects:
        run.record(frame, node, Effect.BUILDS, symbol.path, once=shared_only)
    if Effect.DRAWS in effects:
        seeded = given.given("seed") or any("seeded" in v.notes for v in (*given.all(), receiver or UNKNOWN))
        run.record(frame, node, Act.SEEDED if seeded else Effect.DRAWS, symbol.path)
    if Effect.CALLS_BACK in effects:
        given_functions.call_back(run, node, symbol, given, frame)
    rest = effects - {
        Effect.READS_VARIABLES, Effect.SHARES_VARIABLE, Effect.MAKES_VARIABLE, Effect.BUILDS, Effect.DRAWS,
        Effect.CALLS_BACK,
    }  # fmt: skip
    for effect in rest:
        run.record(frame, node, effect, symbol.path)
    if symbol.path.rsplit(".", 1)[-1] in _FINDERS and not isinstance(
        given.positional[0].const if given.positional else None, str
    ):
        run.record(frame, node, Act.LOOKS_UP_ANY, symbol.path)
    _collections(run, node, symbol, given, frame)
    given_functions.call_while_building(run, node, symbol, given, frame)


def _share(run: Run, node: ast.AST, symbol: Symbol, given: Arguments, frame: Frame, receiver: Value | None) -> bool:
    """Record what making or sharing a variable comes to under the scopes in force.

    True if no node is added after the first time.
    """
    run.variables_exist = True
    if receiver is not None and receiver.kind in (Kind.OPTIMIZER, Kind.OPTIMIZER_WITH_SLOTS, Kind.LAYER):
        run.record(frame, node, Act.CREATES, symbol.path, site=receiver.site)
        return False
    reuse = run.reuse
    own = given.get("reuse")
    if own is not None and own.const is not None:
        reuse = reuse_of(own) if own.const is not False else reuse
    is_layer = "reuse" in symbol.parameters and symbol.path != "tf.variable_scope"
    is_get_variable = symbol.path.endswith("get_variable")
    named = given.given("name") or given.given("scope")
    if (is_layer and not is_get_variable and not named and not run.templates) or reuse == "fresh":
        run.record(frame, node, Effect.MAKES_VARIABLE, symbol.path)
    elif reuse == "auto":
        run.record(frame, node, Act.CREATES, symbol.path)
    elif reuse == "unknown" or (reuse == "no" and not is_layer and not is_get_variable):
        run.record(frame, node, Act.MAYBE_REUSES, symbol.path)
    elif reuse == "no":
        run.record(frame, node, Act.CLASHES if _is_named_in_source(given) else Effect.MAKES_VARIABLE, symbol.path)
    # Under reuse get_variable adds no node; where it may make one, it does so once for each name.
    if reuse in ("no", "fresh"):
        return False
    return is_get_variable and (reuse == "yes" or _is_named_in_source(given))


def _is_named_in_source(given: Arguments) -> bool:
    name = given.get("name") or given.get("scope")
    return name is not None and isinstance(name.const, str)


def reuse_of(value: Value | None) -> str:
    """What a ``reuse`` argument asks for: ``no``, ``yes``, ``auto`` or ``unknown``."""
    if value is None or value.const is None or value.const is False:
        return "no"
    if value.const is True:
        return "yes"
    return "auto" if "AUTO_REUSE" in value.notes else "unknown"


def _collections(run: Run, node: ast.AST, symbol: Symbol, given: Arguments, frame: Frame) -> None:
    makes = bool(symbol.effects & {Effect.SHARES_VARIABLE, Effect.MAKES_VARIABLE})
    for name in symbol.registers:
        if makes and name in VARIABLE_COLLECTIONS:
            continue
        for what in _collection_names(name, given):
            run.record(frame, node, Act.REGISTERS, what)
    if given.given("activity_regularizer") and not given.spread:
        run.record(frame, node, Act.REGISTERS, "regularization_losses")
    if given.given("outputs_collections") and not given.spread:
        run.record(frame, node, Act.REGISTERS, "*")
    for name in symbol.reads:
        for what in _collection_names(name, given):
            run.record(frame, node, Act.READS_COLLECTION, what)
            if what in VARIABLE_COLLECTIONS:
                run.record(frame, node, Effect.READS_VARIABLES, symbol.path)
            run.collections_read[what].add(node)
    extra = given.named.get("collections")
    if extra is not None and extra.const is not None and symbol.path.startswith("tf.summary"):
        run.record(frame, node, Act.REGISTERS, "*")


def _collection_names(name: str, given: Arguments) -> list[str]:
    own = given.get("loss_collection") if name == "losses" else None
    if own is not None:
        return [] if own.const is None else [own.const] if isinstance(own.const, str) else ["*"]
    if name != "*":
        return [name]
    for key in ("key", "name", "names"):
        value = given.named.get(key)
        if value is not None and isinstance(value.const, str):
            return [value.const]
    first = given.positional[0].const if given.positional else MISSING
    return [first] if isinstance(first, str) else ["*"]


def _result(node: ast.AST, symbol: Symbol, given: Arguments, frame: Frame) -> Value:
    kind = symbol.result
    if kind is Kind.TENSOR_LIST and _reads_variables_alone(symbol, given):
        kind = Kind.VARIABLE_LIST
    if kind is Kind.SESSION:
        graph = given.get("graph")
        value = Value(kind, site=node, receiver=graph if graph is not None and graph.const is not None else None)
        return with_notes(value, "graph") if value.receiver is not None else value
    if kind is Kind.CONTEXT:
        return _context(symbol, given)
    if kind is Kind.VARIABLE:
        return Value(kind)
    notes = frozenset(_kept_notes(kind, given))
    parts = nests.tuple_of(symbol.path)
    if parts is not None:
        items = tuple(Value(part, site=node if part in _SITED else None) for part in parts)
        return Value(PyKind.TUPLE, items=items, notes=frozenset({"fields"}))
    if kind is Kind.TENSOR and nests.may_be_nest(symbol.path):
        kind = Kind.NEST
    if symbol.path == "tf.get_default_graph":
        return Value(kind)  # none that is made here
    if symbol.path.endswith(".compute_gradients"):
        pair = Value(PyKind.TUPLE, items=(TENSOR, Value(Kind.VARIABLE)))
        frame.made.add(node)
        return Value(kind, element=pair, site=node)
    if kind in _SITED:
        frame.made.add(node)
        return Value(kind, ref=symbol.path if kind is Kind.LAYER else None, site=node, notes=notes)
    if kind is Kind.PYTHON and symbol.path.endswith(("convert_to_tensor_or_sparse_tensor",)):
        return TENSOR
    if symbol.path == "tf.identity" and given.positional and is_tensor(elements(given.positional[0])):
        return TENSOR
    return Value(kind, notes=notes)


def _reads_variables_alone(symbol: Symbol, given: Arguments) -> bool:
    """Whether what is read are collections of variables."""
    names = {what for name in symbol.reads for what in _collection_names(name, given)}
    return bool(names) and names <= VARIABLE_COLLECTIONS - {"regularization_losses"}


def _kept_notes(kind: Kind, given: Arguments) -> Iterator[str]:
    """What of its arguments shows only when the object is called."""
    if kind not in (Kind.LAYER, Kind.INITIALIZER, Kind.DISTRIBUTION):
        return
    inside = [part for value in given.all() for part in (value, *(value.items or ()), value.element or UNKNOWN)]
    for part in inside:
        if part.kind is kind:
            yield from part.notes
    if given.given("seed"):
        yield "seeded"
    if given.given("activity_regularizer"):
        yield "registers"


def _context(symbol: Symbol, given: Arguments) -> Value:
    last = symbol.path.rsplit(".", 1)[-1]
    if last in ("variable_scope", "variable_op_scope"):
        name = given.get("name_or_scope")
        if given.given("default_name") and (name is None or name.const is None or name.kind is Kind.UNKNOWN):
            return Value(Kind.CONTEXT, notes=frozenset({"reuse=fresh"}))
        return Value(Kind.CONTEXT, notes=frozenset({f"reuse={reuse_of(given.get('reuse'))}"}))
    if last == "control_dependencies":
        return Value(Kind.CONTEXT, notes=frozenset({"controls"}))
    return Value(Kind.CONTEXT)
