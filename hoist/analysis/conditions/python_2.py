"""Programs for Python 2: where it does something else than Python 3, as which hoist follows every program.

What is told here refuses the whole program, since the names, classes and calls concerned may be met anywhere. What
only looks otherwise (print statements, backticks, ``except E, e``) is translated (``hoist.source.python2``); what gives
a list rather than an iterator is followed as what can be gone through, and refused only where it is changed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from hoist.analysis.facts import Act
from hoist.analysis.frame import Run
from hoist.analysis.names import Names, defined
from hoist.analysis.program import Module
from hoist.analysis.values import UNKNOWN, PyKind

# Called by operators, conversions, comparisons and loops of Python 2, and by nothing in Python 3.
_SPECIAL = frozenset(
    "__nonzero__ __cmp__ __rcmp__ __coerce__ __div__ __rdiv__ __idiv__ __getslice__ __setslice__ __delslice__ __long__ "
    "__oct__ __hex__ __unicode__".split()
)
# What Python 3 spells otherwise, by which functions, classes, builtins and modules are changed, or threads started.
_WORDS = frozenset(
    "__metaclass__ __builtin__ __builtins__ func_code func_globals func_defaults func_dict func_closure im_func "
    "im_self im_class execfile thread imp new ihooks".split()
)
# An old-style class looks these up, and what they would change, in a way of its own.
_OLD_STYLE = frozenset("__slots__ __getattr__ __getattribute__ __new__ __get__ __set__ __delete__".split())
_LISTS = frozenset("map filter zip".split())
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def check(run: Run) -> str | None:
    """What Python 2 does in a program that the analysis does not know; None if there is no such thing."""
    modules = [frame.module for frame in run.modules.values()]
    for module in modules:
        for line, what in (*_words(module), *_classes(module, modules), *_leaks(module, modules)):
            return _told(module, line, what)
        for line, what in _imports(module, run):
            return _told(module, line, what)
    return _changed_lists(run)


def _told(module: Module, line: int, what: str) -> str:
    return f"{what} ({module.path.name}, {module.source.spoken(line)})"


def _words(module: Module) -> Iterator[tuple[int, str]]:
    """Statements, calls and names that mean something else."""
    bound = _bound(module)
    for node in module.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in bound:
            yield from _call(node, node.func.id)
        reloads = isinstance(node, ast.Name) and node.id == "reload" and "reload" not in bound
        if reloads and not _is_of_sys(module.parents[node]):
            yield getattr(node, "lineno", 1), "reload() runs a module again"
        for word in _spelt(node):
            if word in _WORDS:
                yield getattr(node, "lineno", 1), word
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and _is_special(node.attr):
            yield node.lineno, f"an object gets a {node.attr} of its own"


def _spelt(node: ast.AST) -> Iterable[str]:
    if isinstance(node, ast.Name):
        return (node.id,) if node.id.startswith("__") or node.id == "execfile" else ()
    if isinstance(node, ast.Attribute):
        return (node.attr,) if node.attr.startswith(("__", "func_", "im_")) else ()
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return (node.module or "",) if isinstance(node, ast.ImportFrom) and not node.level else ()


def _call(node: ast.Call, name: str) -> Iterator[tuple[int, str]]:
    if name == "exec":
        yield node.lineno, "exec may bind any name"
    elif name == "input":
        yield node.lineno, "input() evaluates what is typed"
    elif name == "sorted" and (len(node.args) > 1 or any(k.arg == "cmp" for k in node.keywords)):
        yield node.lineno, "sorted() calls a function that compares"


def _is_of_sys(call: ast.AST) -> bool:
    """Whether ``sys`` is what is loaded again, as is done to set the default encoding."""
    given = call.args[0] if isinstance(call, ast.Call) and call.args else None
    return isinstance(given, ast.Name) and given.id == "sys"


def _bound(module: Module) -> set[str]:
    names = {n.id for n in module.nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    names |= {n.arg for n in module.nodes if isinstance(n, ast.arg)}
    return names.union(*(defined(node) for node in module.nodes))


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _classes(module: Module, modules: Iterable[Module]) -> Iterator[tuple[int, str]]:
    """Classes with methods that only Python 2 calls, and old-style ones that are more than a bag of methods."""
    for node in module.nodes:
        if not isinstance(node, ast.ClassDef):
            continue
        methods = {part.name for part in node.body if isinstance(part, _FUNCTIONS)}
        for name in sorted(methods & _SPECIAL):
            yield node.lineno, f"only Python 2 calls {node.name}.{name}"
        if _is_iterator(node, modules):
            yield node.lineno, f"{node.name}.next() is called by loops"
        if not node.bases:
            yield from _old_style(node, methods, modules)
        if len(node.bases) > 1 and any(isinstance(n, ast.ClassDef) and not n.bases for m in modules for n in m.nodes):
            yield node.lineno, f"{node.name} has several bases, where some classes are old-style"


def _is_iterator(node: ast.ClassDef, modules: Iterable[Module]) -> bool:
    """Whether loops may call the ``next`` of a class: it asks for no arguments, and something gives such objects."""
    for part in node.body:
        if isinstance(part, _FUNCTIONS) and part.name == "next":
            arguments = part.args
            if len(arguments.args) - len(arguments.defaults) > 1:
                return False
            named = any(_names_iter(n) for module in modules for n in module.nodes)
            return named or any(_is_not_object(base) for base in node.bases)
    return False


def _names_iter(node: ast.AST) -> bool:
    names = (getattr(node, "name", ""), getattr(node, "id", ""), getattr(node, "attr", ""))
    return "__iter__" in names


def _is_not_object(base: ast.expr) -> bool:
    return not (isinstance(base, ast.Name) and base.id == "object")


def _old_style(node: ast.ClassDef, methods: set[str], modules: Iterable[Module]) -> Iterator[tuple[int, str]]:
    names = {n.id for part in node.body for n in ast.walk(part) if isinstance(n, ast.Name)}
    for name in sorted((methods | names) & _OLD_STYLE):
        yield node.lineno, f"{name} of {node.name}, an old-style class"
    stored = {
        n.attr for m in modules for n in m.nodes if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load)
    }
    for part in node.body:
        decorators = {ast.unparse(d) for d in part.decorator_list} if isinstance(part, _FUNCTIONS) else set[str]()
        changed = any(d.endswith((".setter", ".deleter")) for d in decorators)
        hidden = "property" in decorators and isinstance(part, _FUNCTIONS) and part.name in stored
        if changed or hidden or (isinstance(part, ast.Assign) and _makes_property(part.value)):
            yield part.lineno, f"a property of {node.name}, an old-style class"


def _makes_property(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "property"


def check_scope(module: Module, scope: ast.AST) -> str | None:
    """Which list comprehension of a function, or of one around it, leaves a value under a name that is still read."""
    inside = {scope, *module.ancestors(scope)}
    for comprehension in module.nodes:
        if isinstance(comprehension, ast.ListComp) and module.function_of(comprehension) in inside:
            for name in sorted(_targets(comprehension)):
                if _is_seen(comprehension, name, module):
                    return _told(module, comprehension.lineno, f"the list comprehension's {name} lives on")
    return None


def _leaks(module: Module, modules: Iterable[Module]) -> Iterator[tuple[int, str]]:
    """Variables of list comprehensions that live on outside all functions, where something could see one."""
    for comprehension in module.nodes:
        if not isinstance(comprehension, ast.ListComp):
            continue
        scope = module.function_of(comprehension)
        for name in sorted(_targets(comprehension)):
            if isinstance(scope, ast.Module):
                seen = _is_seen(comprehension, name, module) or _is_asked_for(module, name, modules)
            else:
                seen = isinstance(scope, ast.ClassDef) or name in Names(module, scope).outer
            if seen:
                yield comprehension.lineno, f"the list comprehension's {name} lives on"


def _targets(comprehension: ast.ListComp) -> set[str]:
    return {n.id for g in comprehension.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}


def _is_seen(comprehension: ast.ListComp, name: str, module: Module) -> bool:
    """Whether something in the scope may read what a list comprehension leaves under a name."""
    scope = module.function_of(comprehension)
    later = [n for n in ast.walk(comprehension) if isinstance(n, (ast.Lambda, ast.GeneratorExp))]
    if any(isinstance(n, ast.Name) and n.id == name for one in later for n in ast.walk(one)):
        return True
    return not all(_is_bound_anew(n, name, module, scope) for n in _others(module, scope, name))


def _others(module: Module, scope: ast.AST, name: str) -> list[ast.AST]:
    """Where a scope reads, or declares, a name beside its list comprehensions."""
    names = Names(module, scope)
    found: list[ast.AST] = [n for n in names.occurrences.get(name, []) if not isinstance(n.ctx, ast.Store)]
    found += [n for n in ast.walk(scope) if isinstance(n, (ast.Global, ast.Nonlocal)) and name in n.names]
    # ``x += 1`` reads what it sets.
    return found + [
        n
        for n in ast.walk(scope)
        if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name) and n.target.id == name
    ]


def _is_bound_anew(node: ast.AST, name: str, module: Module, scope: ast.AST) -> bool:
    """Whether what a use sees was bound by a loop or an assignment, with no list comprehension between that does."""
    if module.function_of(node) is not scope or isinstance(node, (ast.Global, ast.Nonlocal)):
        return False
    child = node
    for parent in module.ancestors(node):
        for block in (b for b in vars(parent).values() if isinstance(b, list) and child in b):
            if _leaves(child, name):
                return False
            for before in reversed(block[: block.index(child)]):
                if isinstance(before, ast.Assign) and any(_binds(target, name) for target in before.targets):
                    return True
                if _leaves(before, name):
                    return False
        if isinstance(parent, ast.For) and child in parent.body and _binds(parent.target, name):
            return not any(_leaves(part, name) for part in parent.body)
        if parent is scope:
            arguments = getattr(scope, "args", None)
            return arguments is not None and any(isinstance(a, ast.arg) and a.arg == name for a in ast.walk(arguments))
        child = parent
    return False


def _leaves(node: ast.AST, name: str) -> bool:
    """Whether a list comprehension in a piece of syntax leaves a value under a name."""
    inside = (n for n in ast.walk(node) if isinstance(n, ast.ListComp))
    return any(_binds(g.target, name) for one in inside for g in one.generators)


def _binds(target: ast.expr, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store) for n in ast.walk(target))


def _is_asked_for(module: Module, name: str, modules: Iterable[Module]) -> bool:
    """Whether another module may read a global name of this one."""
    for other in modules:
        if other is module:
            continue
        for node in other.nodes:
            if isinstance(node, ast.Attribute) and node.attr == name:
                return True
            if isinstance(node, ast.ImportFrom) and any(alias.name in (name, "*") for alias in node.names):
                return True
    return False


def _imports(module: Module, run: Run) -> Iterator[tuple[int, str]]:
    """Imports that mean a file of the own package, where Python 3 takes another of the same name."""
    if not (module.path.parent / "__init__.py").is_file() or _is_absolute(module):
        return
    for node in module.nodes:
        if not isinstance(node, (ast.Import, ast.ImportFrom)) or (isinstance(node, ast.ImportFrom) and node.level):
            continue
        for name in [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]:
            first = name.split(".", 1)[0]
            beside = _beside(module.path.parent, first)
            if beside is not None and run.program.imported(first, 0, module.path) != beside:
                yield node.lineno, f"import {first} means the one of its own package"


def _is_absolute(module: Module) -> bool:
    return any(
        isinstance(n, ast.ImportFrom) and n.module == "__future__" and any(a.name == "absolute_import" for a in n.names)
        for n in module.nodes
    )


def _beside(folder: Path, name: str) -> Path | None:
    return next((p for p in (folder / name / "__init__.py", folder / f"{name}.py") if p.is_file()), None)


def _changed_lists(run: Run) -> str | None:
    """Where the list that ``map``, ``filter`` or ``zip`` gives is changed."""
    for facts in run.facts.values():
        for fact in facts:
            called = fact.site.func if isinstance(fact.site, ast.Call) else None
            if fact.act is not Act.MUTATES or fact.what in ("an iterator", "an argument") or called is None:
                continue
            value = run.values.get(called, UNKNOWN)
            if value.kind is PyKind.BUILTIN and value.ref in _LISTS:
                return f"the list that {value.ref}() gives is changed ({fact.path.name}, line {fact.line})"
    return None
