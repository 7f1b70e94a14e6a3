"""What one file says without being run: its imports, and which names its loops and functions mention.

A summary is plain data. `hoist.analysis.reach` tells from the summaries of a program whether any of its loops may run
a session; only then is the program worth an abstract run.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar

from hoist.analysis.calls import TRANSPARENT, decorator_name
from hoist.analysis.modules import binds_tensorflow
from hoist.analysis.program import LOOPS, children, function_name
from hoist.analysis.python_calls import MUTATORS
from hoist.source.files import SourceFile, UnreadableSource
from hoist.tensorflow_api.running import running_words

TOP = "<top level>"
_LAZY = frozenset("zip enumerate map filter iter reversed".split())


@dataclass(frozen=True)
class Import:
    """One import as it is written; without names it is ``import module``."""

    module: str | None
    level: int = 0
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Summary:
    """What is known of a file from its syntax alone.

    Attributes:
        tensorflow: whether it imports something of TensorFlow that the analysis knows. Where no file of a program does,
            nothing is known to add nodes.
        imports: every import, wherever it stands.
        functions: for each function, class and other name of an import, what it mentions; of one name, together.
            An attribute by which TensorFlow may run a session is mentioned with a dot in front as well.
        in_loops: for each function with loops, what is mentioned in them.
        writers: functions that change what outlives them: attributes, global names, or which modules are imported.
        loose: what may be called from anywhere: names that are mentioned without being called, what lambdas mention,
            and generators, special methods and decorated functions.
        texts: texts that could be names.
        by_text: whether attributes are asked for by texts that are not written where they are asked for.
        flaw: why Python does not run the file, where that does not keep hoist from reading it.
        python_2: whether it is for Python 2.
        whole: whether all of it has been looked at; if not, nothing is known but its imports.
    """

    tensorflow: bool
    imports: tuple[Import, ...]
    functions: dict[str, frozenset[str]]
    in_loops: dict[str, frozenset[str]]
    writers: frozenset[str]
    loose: frozenset[str]
    texts: frozenset[str]
    by_text: bool
    flaw: UnreadableSource | None = None
    python_2: bool = False
    whole: bool = True


@dataclass(frozen=True)
class _Around:
    """Where a node stands: in which function, in a loop or not, and whether it may be called from anywhere."""

    unit: str = TOP
    owner: ast.ClassDef | None = None
    loop: bool = False
    loose: bool = False


@dataclass
class _Reader:
    words: Container[str]
    functions: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    in_loops: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    writers: set[str] = field(default_factory=set)
    loose: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    imports: list[Import] = field(default_factory=list)
    tensorflow: bool = False
    by_text: bool = False
    queue: list[tuple[ast.AST, _Around]] = field(default_factory=list)

    def read(self, tree: ast.Module) -> None:
        """Go through all nodes."""
        queue, handlers = self.queue, self.handlers
        queue.append((tree, _Around()))
        while queue:
            node, around = queue.pop()
            handler = handlers.get(type(node))
            if handler is not None:
                handler(self, node, around)
            else:
                queue += [(child, around) for child in children(node)]

    def _name(self, node: ast.Name, around: _Around) -> None:
        self._loosely(node.id, around)

    def _read_attribute(self, node: ast.Attribute, around: _Around) -> None:
        self._attribute(node.attr, around, called=False)
        if not isinstance(node.ctx, ast.Load):
            self.writers.add(around.unit)
        self.queue.append((node.value, around))

    def _constant(self, node: ast.Constant, _around: _Around) -> None:
        if isinstance(node.value, str) and node.value.isidentifier():
            self.texts.add(node.value)

    def _loop(self, node: ast.AST, around: _Around) -> None:
        self.in_loops[around.unit].update(())
        self._below(node, around if around.loop else _Around(around.unit, around.owner, True, around.loose))

    def _hand_over(self, node: ast.AST, around: _Around) -> None:
        self.loose.add(around.unit)
        self._below(node, around)

    def _subscript(self, node: ast.Subscript, around: _Around) -> None:
        if not isinstance(node.ctx, ast.Load) and not isinstance(node.value, ast.Name):
            self.writers.add(around.unit)
        self.queue.append((node.value, around))
        self.queue.append((node.slice, around))

    def _outer(self, _node: ast.Global | ast.Nonlocal, around: _Around) -> None:
        self.writers.add(around.unit)

    def _below(self, node: ast.AST, around: _Around) -> None:
        self.queue += [(child, around) for child in children(node)]

    def _attribute(self, name: str, around: _Around, *, called: bool) -> None:
        """An attribute: a function or property of the program, or what TensorFlow knows under its name."""
        mention = self._mention if called else self._loosely
        mention(name, around)
        if name in self.words:
            mention(f".{name}", around)

    def _mention(self, name: str, around: _Around) -> None:
        self.functions[around.unit].add(name)
        if around.loop:
            self.in_loops[around.unit].add(name)
        if around.loose:
            self.loose.add(name)

    def _loosely(self, name: str, around: _Around) -> None:
        self._mention(name, around)
        self.loose.add(name)
        if name == "getattr":
            self.by_text = True

    def _call(self, node: ast.Call, around: _Around) -> None:
        func = node.func
        name = func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else None
        if isinstance(func, ast.Attribute):
            self._attribute(func.attr, around, called=True)
            if func.attr in MUTATORS and not isinstance(func.value, ast.Name):
                self.writers.add(around.unit)
            self.queue.append((func.value, around))
        elif isinstance(func, ast.Name):
            self._mention(func.id, around)
        else:
            self.queue.append((func, around))
        given: list[ast.expr] = [*node.args, *(k.value for k in node.keywords)]
        if name in ("setattr", "delattr"):
            self.writers.add(around.unit)
        if name == "getattr":
            asked = given[1] if len(given) > 1 else None
            if isinstance(asked, ast.Constant) and isinstance(asked.value, str):
                self._attribute(asked.value, around, called=False)
            else:
                self.by_text = True
        if _is_app_run(func):
            for value in given:
                if isinstance(value, ast.Name):
                    self._mention(value.id, around)
            given = [value for value in given if not isinstance(value, ast.Name)]
        if name in _LAZY:  # gone through later, in whatever loop
            around = _Around(around.unit, around.owner, around.loop, loose=True)
        self.queue += [(value, around) for value in given]

    def _lambda(self, node: ast.Lambda, around: _Around) -> None:
        self._below(node, _Around(around.unit, around.owner, around.loop, loose=True))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, around: _Around) -> None:
        for decorator in node.decorator_list:
            self._named(decorator, around)
        self._below(node.args, around)
        special = node.name.startswith("__") and node.name.endswith("__")
        unit = function_name(node, around.owner)
        self.functions[unit] |= {decorator_name(d) for d in node.decorator_list}
        if (special and unit == node.name) or any(decorator_name(d) not in TRANSPARENT for d in node.decorator_list):
            self.loose.add(unit)
        self.queue += [(statement, _Around(unit)) for statement in node.body]

    def _named(self, node: ast.expr, around: _Around) -> None:
        """A base or decorator: used where it stands, but not handed on."""
        if isinstance(node, (ast.Name, ast.Attribute)):
            self._mention(decorator_name(node), around)
            self._below(node, around)
        else:
            self.queue.append((node, around))

    def _class(self, node: ast.ClassDef, around: _Around) -> None:
        """A class is called to make an instance: it mentions its constructor, and its bases for theirs."""
        for decorator in node.decorator_list:
            self._named(decorator, around)
        self.writers.add(around.unit)
        self.functions[node.name].add(f"{node.name}.__init__")
        for base in node.bases:
            self.functions[node.name].add(decorator_name(base))
            self._named(base, around)
        inside = _Around(around.unit, node, around.loop, around.loose)
        self.queue += [(part, inside) for part in (*node.keywords, *node.body)]

    def _import(self, node: ast.Import | ast.ImportFrom, around: _Around) -> None:
        self.tensorflow = self.tensorflow or binds_tensorflow(node)
        self.imports += _written(node)
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.asname:
                    self.functions[alias.asname].add(alias.name)
                if alias.name in self.words:
                    self.functions[alias.asname or alias.name].add(f".{alias.name}")
        self.writers.add(around.unit)
        if around.unit != TOP or around.loop:
            self._mention(TOP, around)  # what is first imported here runs here

    handlers: ClassVar[dict[type[ast.AST], Callable[[Any, Any, _Around], None]]] = {
        ast.Name: _name,
        ast.Attribute: _read_attribute,
        ast.Constant: _constant,
        ast.Call: _call,
        ast.FunctionDef: _function,
        ast.AsyncFunctionDef: _function,
        ast.ClassDef: _class,
        ast.Lambda: _lambda,
        ast.Import: _import,
        ast.ImportFrom: _import,
        ast.Yield: _hand_over,
        ast.YieldFrom: _hand_over,
        ast.Await: _hand_over,
        ast.Subscript: _subscript,
        ast.Global: _outer,
        ast.Nonlocal: _outer,
        **dict.fromkeys(LOOPS, _loop),
    }


def _written(node: ast.Import | ast.ImportFrom) -> list[Import]:
    if isinstance(node, ast.Import):
        return [Import(alias.name) for alias in node.names]
    return [Import(node.module, node.level, tuple(alias.name for alias in node.names))]


def _is_app_run(func: ast.expr) -> bool:
    """Whether ``tf.app.run`` is called, which calls ``main`` where it stands."""
    return isinstance(func, ast.Attribute) and func.attr == "run" and decorator_name(func.value) == "app"


def summarize(source: SourceFile, tree: ast.Module) -> Summary:
    """The summary of a file."""
    reader = _Reader(running_words())
    reader.read(tree)
    return Summary(
        reader.tensorflow,
        tuple(reader.imports),
        {name: frozenset(mentioned) for name, mentioned in reader.functions.items()},
        {name: frozenset(mentioned) for name, mentioned in reader.in_loops.items()},
        frozenset(reader.writers),
        frozenset(reader.loose),
        frozenset(reader.texts),
        reader.by_text,
        source.flaw,
        source.python_2,
    )


def outline(source: SourceFile, tree: ast.Module) -> Summary:
    """What a file imports, which is told from its statements alone, without a look into expressions."""
    found = list(_imports(tree))
    nothing: frozenset[str] = frozenset()
    return Summary(
        any(map(binds_tensorflow, found)),
        tuple(one for node in found for one in _written(node)),
        {},
        {},
        nothing,
        nothing,
        nothing,
        by_text=False,
        flaw=source.flaw,
        python_2=source.python_2,
        whole=False,
    )


def _imports(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    queue: list[ast.AST] = [tree]
    while queue:
        node = queue.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        for name in _blocks(node._fields):
            queue += getattr(node, name)


@cache
def _blocks(fields: tuple[str, ...]) -> tuple[str, ...]:
    """Those fields of a statement that hold others, or the handlers and cases that do."""
    return tuple(name for name in fields if name in ("body", "orelse", "finalbody", "handlers", "cases"))
