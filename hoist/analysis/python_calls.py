"""Calls of Python's builtins, of containers' methods, of other libraries, and of what is not known."""

from __future__ import annotations

import ast

from hoist.analysis import calls, expressions, foreign, special, statements
from hoist.analysis.facts import Act
from hoist.analysis.frame import Frame, Run
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
)
from hoist.tensorflow_api.symbol import Effect, Kind

_MUTATORS = frozenset(
    "add append appendleft clear discard extend fill insert itemset partition pop popitem popleft put remove resize "
    "reverse setdefault setfield setflags sort update __setitem__ MergeFrom CopyFrom ParseFromString".split()
)
_PURE_BUILTINS = frozenset(
    "abs all any bool bytes callable chr complex divmod float format frozenset hasattr hash hex id int isinstance "
    "issubclass len max min oct ord pow range repr round slice str sum tuple type list dict set sorted reversed zip "
    "enumerate map filter iter object bytearray dir super".split()
)
_REBINDERS = frozenset("exec eval execfile globals locals vars compile __import__ reload".split())
_SESSION_NAMES = ("sess", "session", "_sess", "_session")


def call_unknown(
    run: Run, node: ast.AST, callee: Value, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    """A call of something that is not known: it may do anything but change immutable objects."""
    name = ast.unparse(node.func)[:60] if isinstance(node, ast.Call) else "an unknown function"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "run":
        holder = node.func.value
        last = holder.attr if isinstance(holder, ast.Attribute) else getattr(holder, "id", "")
        if last in _SESSION_NAMES:
            # A session that comes in from nowhere known: the loop around it is a session loop all the same.
            run.record(frame, node, Effect.RUNS, name)
            return Value(Kind.ARRAY)
    run.record(frame, node, Act.UNKNOWN_CALL, name)
    _give_away(run, node, args, keywords, frame)
    return UNKNOWN


def _give_away(run: Run, node: ast.AST, args: list[Value], keywords: dict[str, Value], frame: Frame) -> None:
    """What is passed to an unknown callee may be changed by it, and functions may be called."""
    for value in (*args, *keywords.values()):
        if value.mutable:
            run.record(frame, node, Act.MUTATES, "an argument", site=value.site)
        call_back(run, node, value, [], frame)


def call_back(run: Run, node: ast.AST, value: Value, args: list[Value], frame: Frame) -> Value:
    """Call a function that is passed to somebody; arguments not given are unknown."""
    if value.kind in (PyKind.FUNCTION, PyKind.CLASS):
        return calls.dispatch(run, node, value, args, {}, frame)
    return UNKNOWN


def call_container_method(
    run: Run,
    node: ast.AST,
    callee: Value,
    args: list[Value],
    frame: Frame,
    keywords: dict[str, Value] | None = None,
) -> Value:
    """A method of a list, dict, tuple, array, string or protobuf."""
    name, receiver = str(callee.ref), callee.receiver or UNKNOWN
    into = (keywords or {}).get("out")
    if into is not None or (receiver.kind is Kind.ARRAY and name in foreign.WRITE_TO_LAST and len(args) > 1):
        target = into if into is not None else args[-1]
        run.record(frame, node, Act.MUTATES, "the array given as out", site=target.site)
    holder = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    if name in _MUTATORS and receiver.kind is not PyKind.TUPLE:
        added = None
        for value in (*args, *(keywords or {}).values()):
            call_back(run, node, value, [], frame)
        if args:
            added = special.iterate(run, node, args[-1], frame) if name in ("extend", "update") else args[-1]
        if holder is not None:
            statements.mutate(run, holder, receiver, frame, added=added)
        return elements(receiver) if name in ("pop", "popitem", "popleft", "setdefault") else constant(None)
    for value in (*args, *(keywords or {}).values()):
        call_back(run, node, value, [], frame)
        special.special(run, node, value, special.CONVERSIONS, frame)
    if receiver.kind is PyKind.GENERATOR:
        special.consume(run, node, receiver, frame)
        return elements(receiver)
    if receiver.kind is PyKind.DICT:
        return _dict_method(node, name, receiver)
    if receiver.kind is Kind.ARRAY:
        if name in ("copy", "astype", "tolist") and "copy" not in (keywords or {}):
            frame.made.add(node)
            return Value(Kind.ARRAY, site=node)
        return Value(Kind.ARRAY, site=receiver.site)
    if receiver.kind is Kind.PYTHON:
        if name in ("split", "splitlines", "as_list"):
            return Value(PyKind.LIST, element=PYTHON, site=node)
        return PYTHON
    if receiver.kind is PyKind.FUNCTION:
        return UNKNOWN
    if name == "copy":
        return Value(receiver.kind, element=elements(receiver), site=node)
    return PYTHON if name in ("index", "count") else UNKNOWN


def _dict_method(node: ast.AST, name: str, receiver: Value) -> Value:
    element = elements(receiver)
    if name in ("get",):
        return element
    if name in ("values", "itervalues"):
        return Value(PyKind.LIST, element=element, site=node)
    if name in ("items", "iteritems"):
        return Value(PyKind.LIST, element=Value(PyKind.TUPLE, items=(PYTHON, element)), site=node)
    if name in ("keys", "iterkeys"):
        return Value(PyKind.LIST, element=PYTHON, site=node)
    return Value(PyKind.DICT, element=element, site=node) if name == "copy" else UNKNOWN


def call_builtin(
    run: Run, node: ast.AST, name: str, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    """A builtin function."""
    for value in (*args, *keywords.values()):
        special.special(run, node, value, (*special.CONVERSIONS, *special.COMPARISONS), frame, [UNKNOWN])
    if name in ("print", "input"):
        run.record(frame, node, Effect.PRINTS, name)
        return constant(None)
    if name == "open":
        run.record(frame, node, Effect.FILES, name)
        return Value(PyKind.FOREIGN, ref="io.open")
    if name == "next":
        run.record(frame, node, Act.MUTATES, "an iterator", site=args[0].site if args else None)
        return special.iterate(run, node, args[0], frame) if args else UNKNOWN
    if name in ("setattr", "delattr"):
        return _set_attribute(run, node, args, frame)
    if name == "getattr":
        return _get_attribute(run, node, args, frame)
    if name in _REBINDERS:
        run.record(frame, node, Act.REBINDS, name)
        _give_away(run, node, args, keywords, frame)
        run.record(frame, node, Act.UNKNOWN_CALL, name)
        return UNKNOWN
    if name not in _PURE_BUILTINS and not name.endswith(("Error", "Exception", "Warning", "Exit", "Interrupt")):
        run.record(frame, node, Act.UNKNOWN_CALL, name)
        _give_away(run, node, args, keywords, frame)
        return UNKNOWN
    if name not in ("map", "filter"):
        for value in (*args, *keywords.values()):
            call_back(run, node, value, [], frame)
    return _pure_builtin(run, node, name, args, frame)


def _set_attribute(run: Run, node: ast.AST, args: list[Value], frame: Frame) -> Value:
    name = args[1].const if len(args) > 1 else MISSING
    if isinstance(name, str):
        statements.set_attribute(run, node, args[0], name, args[2] if len(args) > 2 else UNKNOWN, frame)
    else:
        run.record(frame, node, Act.REBINDS, "setattr")
        run.record(frame, node, Act.MUTATES, "an object by setattr", site=args[0].site if args else None)
    return constant(None)


def _get_attribute(run: Run, node: ast.AST, args: list[Value], frame: Frame) -> Value:
    name = args[1].const if len(args) > 1 else MISSING
    if not isinstance(name, str):
        run.record(frame, node, Act.UNKNOWN_CALL, "getattr")
        return UNKNOWN
    fake = ast.copy_location(ast.Attribute(value=ast.Constant(None), attr=name, ctx=ast.Load()), node)
    return expressions.attribute(run, fake, args[0], frame)


def _pure_builtin(run: Run, node: ast.AST, name: str, args: list[Value], frame: Frame) -> Value:
    first = args[0] if args else UNKNOWN
    if name in ("map", "filter"):
        inside = [special.iterate(run, node, a, frame) for a in args[1:]]
        result = call_back(run, node, first, inside, frame)
        return Value(PyKind.GENERATOR, element=result if name == "map" else elements(args[-1]), site=node)
    if name == "sum" and is_tensor(elements(first)):
        run.record(frame, node, Effect.BUILDS, "operator")
        return TENSOR
    if name in ("abs", "pow", "round", "divmod") and any(is_tensor(a) for a in args):
        run.record(frame, node, Effect.BUILDS, "operator")
        return TENSOR
    if name in ("zip", "enumerate"):
        inside = [elements(a) for a in args]
        items = tuple(inside) if name == "zip" else (PYTHON, *inside[:1])
        element = Value(PyKind.TUPLE, items=items)
        return _lazy(run, node, args, element, frame)
    if name in ("list", "sorted", "reversed", "set", "iter", "tuple", "sum", "min", "max", "any", "all", "dict"):
        if name in ("iter", "reversed"):
            return _lazy(run, node, args, elements(first), frame)
        for value in args:
            special.iterate(run, node, value, frame)
    if name in ("list", "sorted", "set", "bytearray"):
        frame.made.add(node)
        return Value(PyKind.LIST, items=first.items, element=first.element, site=node) if args else _empty_list(node)
    if name == "tuple":
        return Value(PyKind.TUPLE, items=first.items, element=elements(first))
    if name == "range":
        last = args[1] if len(args) > 1 else first
        start = first.const if len(args) > 1 else 0
        some = isinstance(last.const, int) and isinstance(start, int) and last.const > start and len(args) < 3
        return Value(PyKind.LIST, element=PYTHON, site=node, notes=frozenset({"some"} if some else ()))
    if name == "dict":
        frame.made.add(node)
        return Value(PyKind.DICT, element=elements(first) if args else None, site=node)
    if name in ("max", "min") and args:
        values = args if len(args) > 1 else [elements(first)]
        result = values[0]
        for value in values[1:]:
            result = join(result, value)
        return result
    if any(a.kind is Kind.UNKNOWN for a in args) and name in ("len", "sum", "any", "all", "int", "float", "str"):
        run.record(frame, node, Act.OPERATES, name)
    return PYTHON


def _lazy(run: Run, node: ast.AST, args: list[Value], element: Value, frame: Frame) -> Value:
    """What ``zip``, ``enumerate`` and ``iter`` give: it can be gone through once, and in step with its sources."""
    frame.made.add(node)
    for value in args:
        special.iterate(run, node, value, frame)
    return Value(PyKind.GENERATOR, element=element, site=node)


def _empty_list(node: ast.AST) -> Value:
    return Value(PyKind.LIST, items=(), site=node)


def call_foreign(
    run: Run, node: ast.AST, callee: Value, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    """A call into a library other than TensorFlow."""
    path = str(callee.ref)
    into = keywords.get("out") or (args[-1] if foreign.writes_to_last(path, len(args)) else None)
    if into is not None:
        run.record(frame, node, Act.MUTATES, "the array given as out", site=into.site)
    if path in ("functools.partial", "functools.wraps"):
        # Called out of sight later: what it does is recorded, at no call.
        for value in (*args, *keywords.values()):
            call_back(run, ast.Pass(), value, [], Frame(frame.module))
        return UNKNOWN
    if keywords and foreign.may_share(keywords):
        _give_away(run, node, args, keywords, frame)
        return Value(Kind.ARRAY)
    if foreign.is_pure(path):
        if any(is_tensor(part) for a in args for part in (a, *(a.items or ()), a.element or UNKNOWN)):
            run.record(frame, node, Act.OPERATES, path)
            return UNKNOWN
        for value in (*args, *keywords.values()):
            special.iterate(run, node, value, frame)
            call_back(run, node, value, [], frame)
        return _array(node, path, args, frame) if path.startswith("numpy") else PYTHON
    for effect in foreign.effects(path):
        run.record(frame, node, effect, path)
    if not foreign.leaves_graph_alone(path):
        run.record(frame, node, Act.UNKNOWN_CALL, path)
    else:
        run.record(frame, node, Act.FOREIGN_CALL, path)
    if foreign.may_change_arguments(path):
        _give_away(run, node, args, keywords, frame)
    else:
        for value in (*args, *keywords.values()):
            call_back(run, node, value, [], frame)
    if special.is_lazy(args):
        # An iterator over a generator (tqdm, itertools): consumed as that one is.
        for value in args:
            special.iterate(run, node, value, frame)
        if not foreign.gives_fresh(path):
            return Value(PyKind.GENERATOR, element=elements(args[0]), site=node)
    if path.startswith("argparse.") and path.endswith((".parse_args", ".parse_args()")):
        return Value(Kind.FLAGS)
    if path.startswith("numpy.") and not foreign.makes_object(path):
        return _array(node, path, args, frame)
    if not foreign.leaves_graph_alone(path):
        return UNKNOWN
    return Value(PyKind.FOREIGN, ref=path + "()")


def _array(node: ast.AST, path: str, args: list[Value], frame: Frame) -> Value:
    """What a NumPy function gives: a fresh array, or one that may share its memory with an argument."""
    if foreign.gives_fresh(path):
        frame.made.add(node)
        return Value(Kind.ARRAY, site=node)
    sources = {value.site for value in args if value.mutable}
    if not sources:
        frame.made.add(node)
        return Value(Kind.ARRAY, site=node)
    return Value(Kind.ARRAY, site=sources.pop() if len(sources) == 1 else None)
