"""Calls of the program's own functions and classes, and the choice of who else handles a call."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace

from hoist.analysis import (
    builtin_calls,
    expressions,
    foreign_calls,
    partials,
    python_calls,
    special,
    statements,
    tensorflow_calls,
)
from hoist.analysis.facts import Act, Fact, shortest
from hoist.analysis.frame import Frame, Kept, Run
from hoist.analysis.values import (
    NONE,
    PYTHON,
    UNBOUND,
    UNKNOWN,
    ClassRef,
    FunctionRef,
    MethodNode,
    MethodRef,
    PyKind,
    Value,
    elements,
    join,
    joined,
    weaken,
    with_notes,
)
from hoist.tensorflow_api import lookup_method
from hoist.tensorflow_api.symbol import Kind

_DEPTH = 25


def call(run: Run, node: ast.Call, frame: Frame) -> Value:
    """Evaluate a call."""
    if isinstance(node.func, ast.Name) and node.func.id == "super":
        return _super(node, frame)
    callee = expressions.evaluate(run, node.func, frame)
    args: list[Value] = []
    for argument in node.args:
        value = expressions.evaluate(run, argument, frame)
        args.append(with_notes(value, "star") if isinstance(argument, ast.Starred) else value)
    keywords = {k.arg or "**": expressions.evaluate(run, k.value, frame) for k in node.keywords}
    return dispatch(run, node, callee, args, keywords, frame)


def dispatch(
    run: Run, node: ast.AST, callee: Value, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    """Hand a call to who knows what it does."""
    if callee.choices:
        run.record(frame, node, Act.UNKNOWN_CALL, "one of several functions")
        run.doubt += 1
        run.choosing += 1
        of_each = [dispatch(run, node, choice, args, keywords, frame) for choice in callee.choices]
        run.doubt -= 1
        run.choosing -= 1
        return joined(of_each) or UNKNOWN
    if callee.kind is PyKind.RECORD:
        return partials.make_record(callee, args, keywords)
    if callee.kind is PyKind.PARTIAL:
        return partials.call_partial(run, node, callee, args, keywords, frame)
    if "contextmanager" in callee.notes and isinstance(callee.ref, FunctionRef):
        bound = [callee.receiver] if callee.receiver is not None else []
        return partials.call_context(run, node, callee.ref, [*bound, *args], keywords, frame)
    return _dispatch_one(run, node, callee, args, keywords, frame)


def _dispatch_one(
    run: Run, node: ast.AST, callee: Value, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    if callee.kind is PyKind.SYMBOL:
        choices = [str(choice.ref) for choice in callee.items or (callee,)]
        given = [tensorflow_calls.call_symbol(run, node, path, args, keywords, frame) for path in choices]
        return joined(given) or UNKNOWN
    if callee.kind is PyKind.METHOD:
        known = isinstance(callee.ref, MethodRef)
        method_of = tensorflow_calls.call_method if known else python_calls.call_container_method
        return method_of(run, node, callee, args, keywords, frame)
    if callee.kind is PyKind.FUNCTION and isinstance(callee.ref, FunctionRef):
        bound = [callee.receiver] if callee.receiver is not None else []
        return call_function(run, node, callee.ref, [*bound, *args], keywords, frame)
    if callee.kind is PyKind.CLASS and isinstance(callee.ref, ClassRef):
        return _instantiate(run, node, callee.ref, args, keywords, frame)
    if callee.kind is PyKind.INSTANCE and isinstance(callee.ref, ClassRef):
        method = find_method(run, callee.ref, "__call__")
        if method is not None:
            return call_function(run, node, method, [callee, *args], keywords, frame)
    if callee.kind is Kind.LAYER:
        return tensorflow_calls.call_layer(run, node, callee, frame)
    if isinstance(callee.kind, Kind) and lookup_method(callee.kind, "__call__") is not None:
        called = Value(PyKind.METHOD, ref=MethodRef(callee.kind, "__call__"), receiver=callee)
        return tensorflow_calls.call_method(run, node, called, args, keywords, frame)
    if callee.kind is PyKind.BUILTIN:
        return builtin_calls.call_builtin(run, node, str(callee.ref), args, keywords, frame)
    if callee.kind is PyKind.FOREIGN:
        return foreign_calls.call_foreign(run, node, callee, args, keywords, frame)
    return python_calls.call_unknown(run, node, args, keywords, frame)


# They leave the function what it is, or are seen by `hoist.analysis.expressions` where the attribute is read.
TRANSPARENT = frozenset(
    {"staticmethod", "classmethod", "property", "wraps", "setter", "getter", "deleter", "abstractmethod"}
)


def decorate(run: Run, node: ast.expr, value: Value, frame: Frame) -> Value:
    """What a decorator makes of a function."""
    decorator = expressions.evaluate(run, node, frame)
    if decorator_name(node) in TRANSPARENT and decorator.kind is not PyKind.FUNCTION:
        return value
    if decorator.kind is PyKind.FUNCTION and isinstance(decorator.ref, FunctionRef):
        return call_function(run, node, decorator.ref, [value], {}, frame)
    if decorator.kind is PyKind.FOREIGN and decorator.ref == "contextlib.contextmanager":
        return with_notes(value, "contextmanager")
    if decorator.kind is not PyKind.FOREIGN:
        run.record(frame, node, Act.UNKNOWN_CALL, decorator_name(node))
    if isinstance(value.ref, FunctionRef):
        # Whoever calls it does so out of sight: what it does is recorded, at no call.
        call_function(run, ast.Pass(), value.ref, [], {}, Frame(frame.module))
    return UNKNOWN


def call_setters(run: Run, node: ast.AST, base: Value, name: str, value: Value, frame: Frame) -> None:
    """Run what assigning an attribute of an instance runs: a property's setter, ``__setattr__``."""
    assert isinstance(base.ref, ClassRef)
    setter = find_method(run, base.ref, "__setattr__")
    if setter is not None:
        call_function(run, node, setter, [base, PYTHON, value], {}, frame)
    for owner in class_order(run, base.ref):
        for member in owner.node.body:
            if not isinstance(member, ast.FunctionDef) or member.name != name:
                continue
            if "setter" in {decorator_name(d) for d in member.decorator_list}:
                call_function(run, node, _method(member, owner), [base, value], {}, frame)


def _method(node: MethodNode, owner: ClassRef) -> FunctionRef:
    return FunctionRef(node, owner.module, owner.closure, owner.node)


def decorator_name(node: ast.expr) -> str:
    """Last part of a decorator's name."""
    if isinstance(node, ast.Call):
        return decorator_name(node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def call_function(
    run: Run,
    node: ast.AST,
    ref: FunctionRef,
    args: list[Value],
    keywords: dict[str, Value],
    frame: Frame,
    *,
    whole: bool = False,
) -> Value:
    """Run a function of the program abstractly and note at ``node`` what it does.

    Of a generator this is what it does at each turn of its consumer; all that it does if ``whole``.
    """
    name = getattr(ref.node, "name", "<lambda>")
    run.calls[node].add(ref.node)
    if "__dict__" in run.patched:
        run.record(frame, node, Act.UNKNOWN_CALL, f"{name}, which the program may change behind the scenes")
    if ref.node in run.active or len(run.active) > _DEPTH:
        run.record(frame, node, Act.UNKNOWN_CALL, f"{name} (recursion)")
        return UNKNOWN
    env = _bind_parameters(run, ref, args, keywords)
    key = (
        ref.node,
        ref.closure,
        tuple(sorted(env.items(), key=lambda kv: kv[0])),
        run.reuse,
        run.templates > 0,
        run.variables_exist,
    )
    kept = run.memo.get(key)
    if kept is None or not run.holds(kept):
        kept = _activate(run, ref, env)
        if run.holds(kept):
            run.memo[key] = kept
    frame.asked |= kept.asked
    result, run.variables_exist, run.reuse = kept.result, kept.variables_exist, kept.reuse
    if result.site is not None and result.site in kept.made:
        frame.made.add(result.site)
    between = special.between_yields(run, ref.node) if result.kind is PyKind.GENERATOR and not whole else None
    run.inherit(frame, node, kept.facts, name, between=between)
    return replace(result, site=node) if result.kind is PyKind.GENERATOR and result.site is None else result


def _activate(run: Run, ref: FunctionRef, env: dict[str, Value]) -> Kept:
    version, tick = run.version, run.tick
    inner = Frame(ref.module, ref.node, ref.closure, env)
    if ref.node.args.kwarg is not None:
        inner.made.add(ref.node.args.kwarg)  # a fresh dict for each call
    run.active.append(ref.node)
    once, run.once = run.once, 0
    doubt, run.doubt = run.doubt, 0
    choosing, run.choosing = run.choosing, 0
    if isinstance(ref.node, ast.Lambda):
        inner.returned.append(expressions.evaluate(run, ref.node.body, inner))
    else:
        statements.execute(run, ref.node.body, inner)
        if not inner.dead:
            inner.returned.append(NONE)
    run.active.pop()
    run.once, run.doubt, run.choosing = once, doubt, choosing
    result = UNBOUND
    for value in inner.returned:
        result = join(result, value)
    if result is UNBOUND:
        result = NONE
    if inner.yields:
        given = [weaken(value) for value in inner.yielded]
        result = Value(PyKind.GENERATOR, element=elements(Value(PyKind.TUPLE, items=tuple(given))))
    facts = shortest(f for f in inner.facts if _outlives(f, inner))
    asked, made = frozenset(inner.asked), frozenset(inner.made)
    return Kept(version, tick, asked, result, facts, made, run.variables_exist, run.reuse)


def _outlives(fact: Fact, inner: Frame) -> bool:
    """Whether the caller can notice the effect."""
    if fact.act is Act.MUTATES:
        return fact.site is None or fact.site not in inner.made
    if fact.location is not None and fact.location.space == "local":
        return fact.location.owner is not inner.function
    return True


def _bind_parameters(run: Run, ref: FunctionRef, args: list[Value], keywords: dict[str, Value]) -> dict[str, Value]:
    spec = ref.node.args
    names = [a.arg for a in (*spec.posonlyargs, *spec.args)]
    env: dict[str, Value] = {}
    defaults = dict(zip(reversed(names), reversed(spec.defaults), strict=False))
    spread = any("star" in v.notes for v in args) or "**" in keywords
    for name in (*names, *(a.arg for a in spec.kwonlyargs)):
        env[name] = UNKNOWN
    for name, default in (*defaults.items(), *zip((a.arg for a in spec.kwonlyargs), spec.kw_defaults, strict=False)):
        if default is not None and not spread:
            env[name] = run.values.get(default, _literal(default))
    if not spread:
        env.update(zip(names, args, strict=False))
    env.update({k: v for k, v in keywords.items() if k in env})
    if spec.vararg is not None:
        rest = tuple(args[len(names) :])
        env[spec.vararg.arg] = Value(PyKind.TUPLE, items=None if spread else rest)
    if spec.kwarg is not None:
        extra = [v for k, v in keywords.items() if k not in env]
        element = elements(Value(PyKind.TUPLE, items=tuple(extra))) if extra else None
        env[spec.kwarg.arg] = Value(PyKind.DICT, element=element, site=spec.kwarg)
    return env


def _literal(node: ast.expr) -> Value:
    return Value(Kind.PYTHON, const=node.value) if isinstance(node, ast.Constant) else UNKNOWN


def _instantiate(
    run: Run, node: ast.AST, ref: ClassRef, args: list[Value], keywords: dict[str, Value], frame: Frame
) -> Value:
    made = Value(PyKind.INSTANCE, ref=ref, site=node)
    frame.made.add(node)
    constructor = find_method(run, ref, "__init__")
    if ref.node.decorator_list or ref.node.keywords or _hidden_life(run, ref):
        run.record(frame, node, Act.UNKNOWN_CALL, ref.node.name)
    if constructor is not None:
        call_function(run, node, constructor, [with_notes(made, "new"), *args], keywords, frame)
    elif not plain_bases(run, ref):
        run.record(frame, node, Act.UNKNOWN_CALL, f"the constructor of {ref.node.name}")
    return made


def _hidden_life(run: Run, ref: ClassRef) -> bool:
    """Whether making or losing an instance runs more than ``__init__``."""
    return any(find_method(run, ref, name) is not None for name in ("__new__", "__del__"))


def define_class(run: Run, ref: ClassRef) -> None:
    """Note what class statements derive from, as their bases are known where they stand."""
    orders: list[list[ClassRef]] = []
    for base in ref.node.bases:
        value = run.values.get(base, UNKNOWN)
        if value.kind is PyKind.CLASS and isinstance(value.ref, ClassRef):
            orders.append(class_order(run, value.ref))
    order = [ref, *_merged_orders(orders)]
    if ref.node not in run.orders:
        run.version += 1
    run.orders[ref.node] = order
    for base_ref in order[1:]:
        run.derived[base_ref.node].add(ref.node)


def _merged_orders(orders: list[list[ClassRef]]) -> list[ClassRef]:
    """The bases in the order in which Python looks through them: https://docs.python.org/3/howto/mro.html."""
    left = [*map(list, orders), [order[0] for order in orders]]
    found: list[ClassRef] = []
    while any(left):
        left = [order for order in left if order]
        behind = {ref.node for order in left for ref in order[1:]}
        following = next((order[0] for order in left if order[0].node not in behind), left[0][0])
        found.append(following)
        left = [[ref for ref in order if ref.node is not following.node] for order in left]
    return found


def class_order(run: Run, ref: ClassRef) -> list[ClassRef]:
    """The class and its bases in the program, nearest first."""
    return [ref, *run.orders.get(ref.node, [ref])[1:]]


def own_method(run: Run, node: ast.ClassDef, name: str) -> MethodNode | None:
    """The method of that name which a class itself defines."""
    if node not in run.members:
        methods = [m for m in node.body if isinstance(m, (ast.FunctionDef, ast.AsyncFunctionDef))]
        run.members[node] = {m.name: m for m in methods if not _SETTERS & set(map(decorator_name, m.decorator_list))}
    return run.members[node].get(name)


_SETTERS = {"setter", "getter", "deleter"}


def bound_otherwise(node: ast.ClassDef) -> frozenset[str]:
    """The names that a class binds more than once, or in another way than by a definition or assignment of its own."""
    bound: Counter[str] = Counter()
    todo: list[tuple[ast.AST, bool]] = [(statement, True) for statement in node.body]
    while todo:
        part, direct = todo.pop()
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if not _SETTERS & set(map(decorator_name, part.decorator_list)):
                bound[part.name] += 1 if direct else 2
        elif isinstance(part, (ast.Import, ast.ImportFrom)):
            bound.update(2 * [alias.asname or alias.name for alias in part.names])
        elif not isinstance(part, ast.Lambda):
            plain = direct and isinstance(part, (ast.Assign, ast.AnnAssign))
            for child in ast.iter_child_nodes(part):
                if isinstance(child, ast.Name) and isinstance(child.ctx, (ast.Store, ast.Del)):
                    bound[child.id] += 1 if plain else 2
                else:
                    todo.append((child, False))
    return frozenset(name for name, times in bound.items() if times > 1)


def overridden(run: Run, ref: ClassRef, name: str) -> bool:
    """Whether a class derived from this one has a method of that name of its own."""
    return any(own_method(run, node, name) is not None for node in run.derived.get(ref.node, ()))


def plain_bases(run: Run, ref: ClassRef) -> bool:
    """Whether every base of the class is known: a class of the program or a builtin."""
    return all(
        run.values.get(base, UNKNOWN).kind is PyKind.BUILTIN or run.values.get(base, UNKNOWN).kind is PyKind.CLASS
        for owner in class_order(run, ref)
        for base in owner.node.bases
    )


def find_method(run: Run, ref: ClassRef, name: str) -> FunctionRef | None:
    """The method of that name which an instance of the class has."""
    for owner in class_order(run, ref):
        member = own_method(run, owner.node, name)
        if member is not None:
            return _method(member, owner)
    return None


def _super(node: ast.Call, frame: Frame) -> Value:
    function = frame.function
    owner = frame.module.parents.get(function) if function is not None else None
    if not isinstance(owner, ast.ClassDef):
        return UNKNOWN
    if node.args and not (isinstance(node.args[0], ast.Name) and node.args[0].id == owner.name):
        return UNKNOWN
    if function is None or not getattr(function.args, "args", None):
        return UNKNOWN
    receiver = frame.env.get(function.args.args[0].arg, UNKNOWN)
    if receiver.kind is not PyKind.INSTANCE or not isinstance(receiver.ref, ClassRef):
        return UNKNOWN
    from_class = Value(PyKind.CLASS, ref=ClassRef(owner, frame.module))
    return with_notes(Value(PyKind.INSTANCE, ref=receiver.ref, notes=receiver.notes, receiver=from_class), "super")
