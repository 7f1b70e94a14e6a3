"""Abstract execution of statements."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hoist.analysis import calls, contexts, expressions, modules, operators, special
from hoist.analysis.facts import Act, Location
from hoist.analysis.flow import branch, end_here, go_on, merge, repeat
from hoist.analysis.frame import Frame, Run
from hoist.analysis.guards import else_guards_once, guards_once, handler_guards_once, rest_guards_once
from hoist.analysis.values import (
    MISSING,
    UNBOUND,
    UNKNOWN,
    ClassRef,
    FunctionRef,
    PyKind,
    Value,
    elements,
    is_tensor,
    join,
    unpack,
    weaken,
)
from hoist.tensorflow_api.symbol import Kind


def execute(run: Run, body: Sequence[ast.stmt], frame: Frame) -> None:
    """Execute statements in order; ``frame.dead`` is set where none after them is reached."""
    guarded = 0
    for index, statement in enumerate(body):
        if frame.dead:
            break
        run.reached.add(statement)
        handler = _HANDLERS.get(type(statement))
        if handler is not None:
            handler(run, statement, frame)
        else:
            for child in ast.iter_child_nodes(statement):
                if isinstance(child, ast.expr):
                    expressions.evaluate(run, child, frame)
        if isinstance(statement, ast.If) and frame.module.remember(rest_guards_once, statement, [*body[index + 1 :]]):
            run.once, guarded = run.once + 1, guarded + 1
    run.once -= guarded


# What objects, classes and functions are made of.
LIFE = frozenset("__dict__ __class__ __bases__ __code__ __defaults__ __kwdefaults__ __globals__ __setattr__".split())
_MANGLED = re.compile(r"_[A-Za-z]\w*?(__\w+)$")


def bind(run: Run, target: ast.expr, value: Value, frame: Frame, *, comprehension: bool = False) -> None:
    """Give a target a value."""
    run.see(target, value)
    if isinstance(target, ast.Name):
        _bind_name(run, target, value, frame, comprehension)
    elif isinstance(target, (ast.Tuple, ast.List)):
        special.iterate(run, target, value, frame)
        for part, item in zip(target.elts, unpack(value, len(target.elts)), strict=False):
            bind(run, part, item, frame, comprehension=comprehension)
    elif isinstance(target, ast.Starred):
        bind(run, target.value, Value(PyKind.LIST, element=elements(value), site=target), frame)
    elif isinstance(target, ast.Attribute):
        _bind_attribute(run, target, value, frame)
    elif isinstance(target, ast.Subscript):
        base = expressions.evaluate(run, target.value, frame)
        expressions.evaluate(run, target.slice, frame)
        special.special(run, target, base, ("__setitem__",), frame, [UNKNOWN, value])
        mutate(run, target.value, base, frame, added=value)


def _bind_name(run: Run, target: ast.Name, value: Value, frame: Frame, comprehension: bool) -> None:
    name = target.id
    if name in frame.outer_names and not comprehension:
        holder: Frame | None = frame.enclosing
        while holder is not None and holder.function is not None and name not in holder.env:
            holder = holder.enclosing
        holder = holder if holder is not None and holder.function is not None else run.modules.get(frame.module.path)
        if holder is not None:
            known = holder.env.get(name, UNBOUND)
            holder.env[name] = join(known, value)
            run.learn(holder.env[name] != known)
            run.record(frame, target, Act.WRITES, name, location=holder.location(name))
        return
    if (frame.function is None or frame.captured) and (frame.env.get(name) != value or name in frame.witnesses):
        run.version += 1
    frame.witnesses.discard(name)
    frame.env[name] = value


def _bind_attribute(run: Run, target: ast.Attribute, value: Value, frame: Frame) -> None:
    base = expressions.evaluate(run, target.value, frame)
    set_attribute(run, target, base, target.attr, value, frame)


def set_attribute(run: Run, node: ast.AST, base: Value, name: str, value: Value, frame: Frame) -> None:
    """Give an attribute of ``base`` a value."""
    location = Location("attr", None, name)
    if name in LIFE or base.kind is PyKind.RECORD or (base.kind is PyKind.CLASS and name.startswith("__")):
        run.patch("__dict__")
    mangled = _MANGLED.match(name)
    if mangled is not None:
        set_attribute(run, node, base, mangled[1], value, frame)
    known = (PyKind.INSTANCE, PyKind.CLASS, PyKind.LOCAL_MODULE, Kind.MODULE, PyKind.SYMBOL, Kind.TENSOR, Kind.VARIABLE)
    if base.kind not in known:
        _set_somewhere(run, name, value)
        if value.kind is not Kind.PYTHON:
            run.patch(f"attribute {name}")
    for choice in base.choices:
        set_attribute(run, node, choice, name, value, frame)
    if base.kind is PyKind.LOCAL_MODULE and isinstance(base.ref, Path):
        _set_global(run, base.ref, name, value)
        run.record(frame, node, Act.WRITES, name, location=Location("global", base.ref, name))
    elif base.kind is PyKind.INSTANCE and isinstance(base.ref, ClassRef):
        calls.call_setters(run, node, base, name, value, frame)
        run.bind_attribute(base.ref.node, name, value)
        run.record(frame, node, Act.FILLS if "new" in base.notes else Act.WRITES, name, location=location)
    else:
        if base.kind is PyKind.CLASS and isinstance(base.ref, ClassRef):
            run.bind_attribute(base.ref.node, name, UNKNOWN if value.kind is PyKind.FUNCTION else value)
        if base.kind in (Kind.MODULE, PyKind.SYMBOL, PyKind.FOREIGN):
            run.patch(f"{base.ref}.{name}")
        run.record(frame, node, Act.WRITES, name, location=location)
        # What is not known may be a module of the program, which keeps its attributes as global names.
        run.record(frame, node, Act.WRITES, name, location=Location("global", None, name))


def _set_somewhere(run: Run, name: str, value: Value) -> None:
    """Set an attribute of what is not known: it may be any object that has one of that name, or a module."""
    owners = {owner for owner, known in run.attributes if known == name}
    owners.update(owner for owner in run.orders if calls.own_method(run, owner, name) is not None)
    for owner in owners:
        run.bind_attribute(owner, name, UNKNOWN if value.kind is PyKind.FUNCTION else value)
    for path, top in list(run.modules.items()):
        if name in top.env:
            _set_global(run, path, name, value)


def _set_global(run: Run, module: Path, name: str, value: Value) -> None:
    top = run.modules.get(module)
    if (module, name) not in run.assigned_outside:
        run.assigned_outside.add((module, name))
        run.learn()
    if top is not None:
        known = top.env.get(name, UNBOUND)
        top.env[name] = weaken(join(known, value))
        run.learn(top.env[name] != known)


def mutate(run: Run, holder: ast.expr, base: Value, frame: Frame, added: Value | None = None) -> None:
    """Note that the object ``base``, reached through ``holder``, is changed; ``added`` is what it now may hold."""
    if base.kind in (Kind.PYTHON, Kind.TENSOR, Kind.PLACEHOLDER):
        return
    run.record(frame, holder, Act.MUTATES, ast.unparse(holder)[:60], site=base.site)
    if base.kind in (PyKind.LIST, PyKind.DICT) and (added is not None or base.items or base.element is not None):
        run.hold(base.site, elements(base) if added is None else added)
    if added is None or base.kind not in (PyKind.LIST, PyKind.DICT, Kind.TENSOR_LIST):
        return
    inside = elements(base) if base.items or base.element is not None or base.kind is Kind.TENSOR_LIST else added
    changed = Value(base.kind, element=join(inside, added), site=base.site)
    if isinstance(holder, ast.Name) and holder.id in frame.env:
        run.version += frame.function is None or frame.captured
        frame.env[holder.id] = changed
    elif isinstance(holder, ast.Attribute):
        owner = run.values.get(holder.value)
        if owner is not None and isinstance(owner.ref, ClassRef) and owner.kind is PyKind.INSTANCE:
            run.bind_attribute(owner.ref.node, holder.attr, changed)


def _assign(run: Run, node: ast.Assign, frame: Frame) -> None:
    value = expressions.evaluate(run, node.value, frame)
    for target in node.targets:
        bind(run, target, value, frame)


def _annotated(run: Run, node: ast.AnnAssign, frame: Frame) -> None:
    if node.value is not None:
        bind(run, node.target, expressions.evaluate(run, node.value, frame), frame)


def _augmented(run: Run, node: ast.AugAssign, frame: Frame) -> None:
    old = expressions.evaluate(run, node.target, frame)
    value = expressions.evaluate(run, node.value, frame)
    if old.mutable and not is_tensor(value):
        mutate(run, node.target, old, frame, added=elements(value) if old.kind is PyKind.LIST else None)
    result = operators.operate(run, node, old, value, frame)
    if old.kind is PyKind.LIST:
        result = frame.env.get(node.target.id, old) if isinstance(node.target, ast.Name) else old
    bind(run, node.target, result, frame)


def _expression(run: Run, node: ast.Expr, frame: Frame) -> None:
    expressions.evaluate(run, node.value, frame)


def _if(run: Run, node: ast.If, frame: Frame) -> None:
    test = expressions.evaluate(run, node.test, frame)
    special.special(run, node.test, test, special.TRUTH, frame)
    if test.const is not MISSING:
        execute(run, node.body if test.const else node.orelse, frame)
        return
    guarded = frame.module.remember(guards_once, node)
    run.once += guarded
    ends = [branch(run, node.body, frame)]
    run.once -= guarded
    guarded = frame.module.remember(else_guards_once, node)
    run.once += guarded
    ends.append(branch(run, node.orelse, frame))
    run.once -= guarded
    merge(run, frame, ends)


def _for(run: Run, node: ast.For | ast.AsyncFor, frame: Frame) -> None:
    iterable = expressions.evaluate(run, node.iter, frame)

    def turn() -> None:
        bind(run, node.target, special.iterate(run, node.iter, iterable, frame), frame)
        execute(run, node.body, frame)

    repeat(run, node, turn, frame)


def _while(run: Run, node: ast.While, frame: Frame) -> None:
    def turn() -> None:
        test = expressions.evaluate(run, node.test, frame)
        special.special(run, node.test, test, special.TRUTH, frame)
        execute(run, node.body, frame)

    repeat(run, node, turn, frame)


def _with(run: Run, node: ast.With | ast.AsyncWith, frame: Frame) -> None:
    contexts.execute_with(run, node, frame)


def _match(run: Run, node: ast.Match, frame: Frame) -> None:
    subject = expressions.evaluate(run, node.subject, frame)
    special.special(run, node.subject, subject, special.COMPARISONS, frame)
    ends = [end_here(run, frame)]
    for case in node.cases:
        for part in ast.walk(case.pattern):
            name = getattr(part, "name", None) or getattr(part, "rest", None)
            if isinstance(name, str):
                frame.env[name] = UNKNOWN
        if case.guard is not None:
            expressions.evaluate(run, case.guard, frame)
        ends.append(branch(run, case.body, frame))
    merge(run, frame, ends)


def _handler_guards_once(handler: ast.ExceptHandler, node: ast.stmt) -> bool:
    return handler_guards_once(node, handler)


def _try(run: Run, node: ast.Try, frame: Frame) -> None:
    body = branch(run, node.body, frame)
    # A handler may be reached from anywhere in the body: it sees the names of before and of after it.
    merge(run, frame, [end_here(run, frame), replace(body, dead=False)])
    ends = []
    for handler in node.handlers:
        if handler.type is not None:
            expressions.evaluate(run, handler.type, frame)
        if handler.name:
            frame.env[handler.name] = UNKNOWN
        guarded = frame.module.remember(_handler_guards_once, handler, node)
        run.once += guarded
        ends.append(branch(run, handler.body, frame))
        run.once -= guarded
    go_on(run, frame, body)
    ends.append(branch(run, node.orelse, frame))
    frame.dead = False
    merge(run, frame, ends)
    dead = frame.dead
    frame.dead = False
    execute(run, node.finalbody, frame)
    frame.dead = frame.dead or dead


def _function(run: Run, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> None:
    for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
        expressions.evaluate(run, default, frame)
    closure = frame if frame.function is not None else None
    frame.captured = True
    value = Value(PyKind.FUNCTION, ref=FunctionRef(node, frame.module, closure))
    for decorator in reversed(node.decorator_list):
        value = calls.decorate(run, decorator, value, frame)
    _bind_definition(run, node.name, value, frame)


def _bind_definition(run: Run, name: str, value: Value, frame: Frame) -> None:
    if name in frame.outer_names:
        _bind_name(run, ast.Name(id=name, ctx=ast.Store()), value, frame, False)
        return
    if (frame.function is None or frame.captured) and frame.env.get(name) != value:
        run.version += 1
    frame.env[name] = value


def _class(run: Run, node: ast.ClassDef, frame: Frame) -> None:
    for part in (*node.bases, *(k.value for k in node.keywords)):
        expressions.evaluate(run, part, frame)
    # The body has names of its own; what it does beside binding them is done where the class statement stands.
    around = dict(frame.env)
    execute(run, node.body, frame)
    frame.env.clear()
    frame.env.update(around)
    closure = frame if frame.function is not None else None
    frame.captured = True
    value = Value(PyKind.CLASS, ref=ClassRef(node, frame.module, closure))
    calls.define_class(run, ClassRef(node, frame.module, closure))
    for decorator in node.decorator_list:
        expressions.evaluate(run, decorator, frame)
        run.record(frame, decorator, Act.UNKNOWN_CALL, calls.decorator_name(decorator))
    _bind_definition(run, node.name, value, frame)


def _return(run: Run, node: ast.Return, frame: Frame) -> None:
    if node.value is not None:
        frame.returned.append(expressions.evaluate(run, node.value, frame))
    else:
        frame.returned.append(Value(Kind.PYTHON, const=None))
    frame.dead = True


def _raise(run: Run, node: ast.Raise, frame: Frame) -> None:
    for part in (node.exc, node.cause):
        if part is not None:
            expressions.evaluate(run, part, frame)
    frame.dead = True


def _delete(run: Run, node: ast.Delete, frame: Frame) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            frame.env.pop(target.id, None)
        elif isinstance(target, ast.Subscript):
            mutate(run, target.value, expressions.evaluate(run, target.value, frame), frame)
        elif isinstance(target, ast.Attribute):
            expressions.evaluate(run, target.value, frame)
            run.record(frame, target, Act.WRITES, target.attr, location=Location("attr", None, target.attr))
            _set_somewhere(run, target.attr, UNKNOWN)


def _import(run: Run, node: ast.Import | ast.ImportFrom, frame: Frame) -> None:
    modules.execute_import(run, node, frame)


def _outer(_run: Run, node: ast.Global | ast.Nonlocal, frame: Frame) -> None:
    if frame.function is not None:
        frame.outer_names.update(node.names)


_HANDLERS: dict[type[ast.AST], Callable[[Run, Any, Frame], None]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Expr: _expression,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.Match: _match,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Delete: _delete,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Global: _outer,
    ast.Nonlocal: _outer,
}
if hasattr(ast, "TryStar"):  # Python 3.11 and later
    _HANDLERS[ast.TryStar] = _try
