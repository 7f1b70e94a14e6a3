"""What the names of a file mean, as far as Keras goes: imports, single assignments, and which values are models.

It follows only what stands in the file in so many words. A name that is bound twice, or in a way that is not seen
through, means nothing here, and what is built on it is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from hoist.analysis.program import Module

Scope = ast.AST
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES = (ast.Module, ast.ClassDef, *_FUNCTIONS, *_COMPREHENSIONS)
_MODELS = frozenset({"keras.Sequential", "keras.Model", "keras.models.Sequential", "keras.models.Model"})
_OVERRIDES = frozenset({"compile", "fit", "__getattr__", "__getattribute__", "__setattr__", "optimizer"})
_DYNAMIC = frozenset({"exec", "eval", "globals", "locals", "vars", "__import__"})
_EITHER = {"tensorflow", "tensorflow.compat.v1"}  # one, or the other where that is not there
_DEEPEST = 8  # how many names are followed to what they stand for


class KerasNames:
    """The names of one file."""

    def __init__(self, module: Module) -> None:
        self.module = module

    @cached_property
    def _bound(self) -> dict[tuple[Scope, str], list[ast.AST]]:
        """What binds each name in each scope."""
        found: dict[tuple[Scope, str], list[ast.AST]] = {}
        for node in self.module.nodes:
            for name in _names_bound(node):
                scope = self.scope(node)
                while isinstance(self.module.parents.get(node), ast.NamedExpr) and isinstance(scope, _COMPREHENSIONS):
                    scope = self.scope(scope)
                found.setdefault((scope, name), []).append(node)
        return found

    @cached_property
    def unclear(self) -> str:
        """Why the file's names may mean something else than they say; empty if nothing speaks for that."""
        for node in self.module.nodes:
            if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
                return f"names come from a star import (line {node.lineno})"
            if isinstance(node, ast.Name) and node.id in _DYNAMIC:
                return f"`{node.id}` may bind any name (line {node.lineno})"
            stored = isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
            if stored and isinstance(node, ast.Attribute) and self.spelled(node) is not None:
                return f"`{ast.unparse(node)}` is changed (line {node.lineno})"
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in {"setattr", "delattr"}
            ):
                return f"`{node.func.id}` may change anything (line {node.lineno})"
        return ""

    @cached_property
    def uses_keras(self) -> bool:
        """Whether the file imports TensorFlow or Keras."""
        roots = {"tensorflow", "keras", "tf_keras"}
        for node in self.module.nodes:
            if isinstance(node, ast.Import) and any(alias.name.partition(".")[0] in roots for alias in node.names):
                return True
            if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").partition(".")[0] in roots:
                return True
        return False

    @cached_property
    def imported(self) -> dict[str, str]:
        """What each name stands for that imports at the top level bind, and nothing else anywhere in the file."""
        found = {}
        for (scope, name), bindings in self._bound.items():
            meanings = {self._imported(one, name) for one in bindings}
            if scope is self.module.tree and len(meanings) == 1 and self._scopes_of(name) == 1:
                meaning = meanings.pop()
                if meaning is not None:
                    found[name] = meaning
        return found

    def binds(self, name: str) -> bool:
        """Whether anything in the file binds a name."""
        return self._scopes_of(name) > 0

    def _scopes_of(self, name: str) -> int:
        return sum(bound == name for _, bound in self._bound)

    def scope(self, node: ast.AST) -> Scope:
        """The function, class, comprehension or module in which a node stands."""
        parent = self.module.parents.get(node, self.module.tree)
        while not isinstance(parent, _SCOPES):
            parent = self.module.parents[parent]
        return parent

    def lies_in(self, node: ast.AST, outer: ast.AST) -> bool:
        """Whether a node is part of another one."""
        one: ast.AST | None = node
        while one is not None and one is not outer:
            one = self.module.parents.get(one)
        return one is outer

    def bindings(self, name: ast.Name) -> list[ast.AST]:
        """What binds a name where it is used; empty if that is not in the file, or not to be told."""
        if any(isinstance(n, (ast.Global, ast.Nonlocal)) and name.id in n.names for n in self.module.nodes):
            return []
        scope = self.scope(name)
        first = True
        while True:
            if (first or not isinstance(scope, ast.ClassDef)) and (scope, name.id) in self._bound:
                return self._bound[scope, name.id]
            if isinstance(scope, ast.Module):
                return []
            scope, first = self.scope(scope), False

    def assigned(self, name: ast.Name) -> ast.expr | None:
        """The value of the only assignment that binds a name; None if there is another binding, or none."""
        bindings = self.bindings(name)
        return self.value_of(bindings[0]) if len(bindings) == 1 else None

    def value_of(self, binding: ast.AST) -> ast.expr | None:
        """The whole value that an assignment gives to a name; None if that is not what binds it."""
        parent = self.module.parents.get(binding)
        if isinstance(parent, ast.Assign) and binding in parent.targets:
            return parent.value
        if isinstance(parent, ast.AnnAssign) and parent.target is binding:
            return parent.value
        return None

    def defined(self, name: ast.Name) -> ast.FunctionDef | ast.ClassDef | None:
        """The function or class of the file that a name stands for, if nothing else binds it."""
        bindings = self.bindings(name)
        made = bindings[0] if len(bindings) == 1 else None
        return made if isinstance(made, (ast.FunctionDef, ast.ClassDef)) else None

    def free(self, wanted: str, taken: set[str]) -> str:
        """A name that nothing in the file binds or reads; it is taken then."""
        number, name = 1, wanted
        while name in taken or self.binds(name) or self.loads(name):
            number += 1
            name = f"{wanted}_{number}"
        taken.add(name)
        return name

    def exact(self, node: ast.expr) -> str:
        """The node's source text, to the letter."""
        return ast.get_source_segment(self.module.source.text, node) or ast.unparse(node)

    def loads(self, name: str) -> list[ast.Name]:
        """Every place of the file that reads a name of this spelling."""
        return [
            n for n in self.module.nodes if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
        ]

    def spelled(self, node: ast.expr, depth: int = 0) -> str | None:
        """The dotted name that an expression stands for, as its package spells it: ``tensorflow.keras.Model``."""
        if depth > _DEEPEST:
            return None
        if isinstance(node, ast.Attribute):
            base = self.spelled(node.value, depth + 1)
            return None if base is None else f"{base}.{node.attr}"
        if not isinstance(node, ast.Name):
            return None
        bindings = self.bindings(node)
        found = {self._imported(one, node.id) for one in bindings}
        if len(found) == 1 and None not in found:
            return found.pop()
        if found == _EITHER:
            return "tensorflow.compat.v1"
        value = self.assigned(node)
        if isinstance(value, ast.Attribute):  # keras = tf.keras
            text = self.spelled(value, depth + 1)
            return text if text is not None and text.rpartition(".")[2].islower() else None
        return None

    def _imported(self, binding: ast.AST, name: str) -> str | None:
        if not isinstance(binding, ast.alias):
            return None
        parent = self.module.parents[binding]
        if isinstance(parent, ast.Import):
            return binding.name if binding.asname else name
        assert isinstance(parent, ast.ImportFrom)
        return f"{parent.module}.{binding.name}" if parent.module and not parent.level else None

    def meant(self, node: ast.expr) -> str | None:
        """The same in one spelling for every Keras: ``keras.Model``."""
        text = self.spelled(node)
        if text is None:
            return None
        text = text.replace("tensorflow.compat.v2.", "tensorflow.", 1)
        for prefix in ("tensorflow.keras", "tf_keras"):
            if text == prefix or text.startswith(f"{prefix}."):
                return "keras" + text[len(prefix) :]
        return text

    def is_model(self, node: ast.expr, depth: int = 0) -> bool:
        """Whether an expression is shown to be a Keras model that compiles and fits as Keras does."""
        if depth > _DEEPEST:
            return False
        if isinstance(node, ast.Name):
            values = [self.value_of(one) for one in self.bindings(node)]
            return bool(values) and all(v is not None and self.is_model(v, depth + 1) for v in values)
        if isinstance(node, ast.Attribute):
            values = [self.value_of(one) for one in self.stores(node.attr)]
            return bool(values) and all(v is not None and self.is_model(v, depth + 1) for v in values)
        if not isinstance(node, ast.Call):
            return False
        text = self.meant(node.func)
        if text is not None:
            name = text.rpartition(".")[2]
            return text in _MODELS or (text.startswith("keras.applications.") and name[:1].isupper())
        return isinstance(node.func, ast.Name) and self._makes_model(node.func, depth)

    def _makes_model(self, name: ast.Name, depth: int) -> bool:
        bindings = self.bindings(name)
        if len(bindings) != 1:
            return False
        made = bindings[0]
        if isinstance(made, ast.ClassDef):
            plain = not made.decorator_list and not made.keywords and len(made.bases) == 1
            inner = {n for one in self.module.nodes if self.scope(one) is made for n in _names_bound(one)}
            return plain and self.meant(made.bases[0]) in _MODELS and not inner & _OVERRIDES
        if not isinstance(made, ast.FunctionDef) or made.decorator_list:
            return False
        own = [n for n in self.module.nodes if self.scope(n) is made]
        if any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in own):
            return False
        returned = [n.value for n in own if isinstance(n, ast.Return)]
        return bool(returned) and all(v is not None and self.is_model(v, depth + 1) for v in returned)

    def stores(self, attribute: str) -> Iterator[ast.Attribute]:
        """Every place of the file that sets an attribute of this name."""
        for node in self.module.nodes:
            if isinstance(node, ast.Attribute) and node.attr == attribute and not isinstance(node.ctx, ast.Load):
                yield node


def _names_bound(node: ast.AST) -> Iterator[str]:
    """The names that a node itself binds."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest
