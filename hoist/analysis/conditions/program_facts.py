"""What the conditions ask of the whole program: who calls, reads and changes what, and which words it holds."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from hoist.analysis.conditions import errors_told, python_2
from hoist.analysis.facts import Act, Fact, Location
from hoist.analysis.frame import Run
from hoist.analysis.hidden_calls import HiddenCalls
from hoist.analysis.loops import SessionLoop
from hoist.analysis.made_anew import MadeAnew
from hoist.analysis.names import Names
from hoist.analysis.program import LOOPS, Module
from hoist.analysis.values import UNKNOWN
from hoist.tensorflow_api.symbol import Effect, Kind

# By these a module's names may be read as attributes, of whatever name.
_OF_MODULES = frozenset("modules __main__ f_globals f_locals __globals__ globals vars".split())
# The text of a tensor's name, as in a feed by name: "x:0" but no device.
_TENSOR_NAME = re.compile(r"(?!(?:[cg]pu|localhost):)[A-Za-z0-9.][A-Za-z0-9_.\\/-]*:\d", re.IGNORECASE)
_NUMBERED = re.compile(r"_\d+(?=[/:]|$)")
_BY_NAME = frozenset({"graph.get_tensor_by_name", "graph.get_operation_by_name", "graph.as_graph_element"})
_LIST_NODES = frozenset({"graph.get_operations", "graph.version"})
_COPY_GRAPH = frozenset({"graph.as_graph_def", "session.graph_def"})
_WRITE_GRAPH = frozenset(
    "write_graph convert_variables_to_constants extract_sub_graph remove_training_nodes FileWriter SummaryWriter "
    "add_graph".split()
)
# These write names down, or ask one object for its own, but find nothing by it. Variables keep their names; whoever
# asks a moved tensor for its name is refused by hoist.analysis.conditions.plain_use.
_ONLY_SHOW_NAMES = frozenset({"saver.save", "writer.add_graph", "tensor.name", "variable.name", "variable.device"})
_BIND_ANEW = frozenset("__dict__ setattr globals vars __setattr__ exec".split())
_BUILTINS = frozenset("builtins __builtin__ __builtins__".split())


@dataclass(eq=False)
class ProgramFacts:
    """What is asked of the whole program, computed once."""

    run: Run
    _called: dict[ast.AST, set[ast.AST]] = field(default_factory=dict)
    _judged: dict[tuple[object, ast.AST], bool] = field(default_factory=dict)
    _scopes: dict[ast.AST, str | None] = field(default_factory=dict)

    def called(self, loop: SessionLoop) -> set[ast.AST]:
        """Functions of the program that a loop calls, directly or through others."""
        if loop.node not in self._called:
            self._called[loop.node] = self._called_from(loop.parts)
        return self._called[loop.node]

    def _called_from(self, parts: Iterable[ast.AST]) -> set[ast.AST]:
        found: set[ast.AST] = set()
        queue = list(parts)
        while queue:
            for node in ast.walk(queue.pop()):
                for function in self.run.calls.get(node, ()):
                    if function not in found:
                        found.add(function)
                        queue.append(function)
        return found

    def judged(self, judge: Callable[[ProgramFacts, SessionLoop], bool], loop: SessionLoop) -> bool:
        """What is judged of a loop as it stands, whatever would leave it; asked for once."""
        key = (judge, loop.node)
        if key not in self._judged:
            self._judged[key] = judge(self, loop)
        return self._judged[key]

    def in_python_2(self, module: Module, scope: ast.AST) -> str | None:
        """Why nothing is done in a scope, if Python 2 does something there, or in what it calls, that is not known."""
        if not self.run.program.python_2:
            return None
        if scope not in self._scopes:
            found = self._python_2 or python_2.check_scope(module, scope)
            for function in () if found else self._called_from([scope]):
                holder = self.run.module_of(function)
                found = found or (python_2.check_scope(holder, function) if holder is not None else None)
            self._scopes[scope] = found
        return self._scopes[scope]

    @cached_property
    def hidden(self) -> HiddenCalls:
        """What the program may call without naming it."""
        return HiddenCalls(self)

    @cached_property
    def made_anew(self) -> MadeAnew:
        """Which objects are made at each turn of some loop."""
        return MadeAnew(self)

    @cached_property
    def error_told(self) -> int | None:
        """The line of a handler that shows the error of a run, with the name of an op in it."""
        return errors_told.first_told(self)

    @cached_property
    def feed_error_told(self) -> int | None:
        """The same, or that of one which shows the error of a feed, with the name of a placeholder in it."""
        return errors_told.first_told(self, of_feeds=True)

    @cached_property
    def _python_2(self) -> str | None:
        return python_2.check(self.run)

    @cached_property
    def reads(self) -> dict[Location, set[tuple[Module, ast.AST]]]:
        """Nodes that read a place from inside some function."""
        found: dict[Location, set[tuple[Module, ast.AST]]] = defaultdict(set)
        for fact in self._all():
            if fact.act is Act.READS and fact.location is not None and fact.path in self.run.program.modules:
                found[fact.location].add((self.run.program.modules[fact.path], fact.node))
        return found

    @cached_property
    def written(self) -> set[Location]:
        """Places that some function writes."""
        return {f.location for f in self._all() if f.act is Act.WRITES and f.location is not None}

    def names_used_elsewhere(self, module: Module) -> frozenset[str]:
        """The names of a module's top level that functions, or other modules, may read or set."""
        if self.words & _OF_MODULES:
            return frozenset(Names(module, module.tree).occurrences)
        found = {place.name for place in (*self.reads, *self.written) if place.space == "global"}
        for other in self.run.program.modules.values():
            for node in other.nodes if other is not module else ():
                if isinstance(node, ast.Attribute):
                    found.add(node.attr)
                elif isinstance(node, ast.ImportFrom):
                    found.update(alias.name for alias in node.names)
        names = Names(module, module.tree).occurrences
        return frozenset(names) if "*" in found else frozenset(found & set(names))

    @cached_property
    def mutations(self) -> dict[ast.AST | None, list[tuple[ast.AST, Fact]]]:
        """Changes made inside functions, by the object changed, each with the function that makes it."""
        found: dict[ast.AST | None, list[tuple[ast.AST, Fact]]] = defaultdict(list)
        for fact in self._all():
            module = self.run.program.modules.get(fact.path)
            if fact.act is Act.MUTATES and not fact.chain and module is not None and fact.node in module.parents:
                holder = module.function_of(fact.node)
                if not isinstance(holder, ast.Module):
                    found[fact.site].append((holder, fact))
        return found

    @cached_property
    def given_away(self) -> set[ast.AST]:
        """Objects that were passed to something unknown, which may have kept them."""
        return {f.site for f in self._all() if f.act is Act.MUTATES and f.what == "an argument" and f.site is not None}

    @cached_property
    def threads(self) -> list[Fact]:
        """Where the program starts threads, other than TensorFlow's own."""
        return [
            f for f in self._all() if f.act is Effect.THREADS and f.what.startswith(("threading.", "multiprocessing."))
        ]

    @cached_property
    def rebinds(self) -> set[Path]:
        """Files in which names are set or asked for by their text."""
        return {f.path for f in self._all() if f.act is Act.REBINDS}

    @cached_property
    def looks_up_names(self) -> bool:
        """Whether anything in the program finds ops by name or exports names."""
        if any(f.act is Effect.LOOKS_UP_NAMES and f.what not in _ONLY_SHOW_NAMES for f in self._all()):
            return True
        return any(_tensor_name(node) for node in self._syntax())

    @cached_property
    def looks_up_copies(self) -> bool:
        """Whether anything may find an op by a name that depends on how many of its like were built before.

        The first op of its name is called by it, the next ones ``NAME_1``, ``NAME_2`` ...
        """
        for fact in self._all():
            if fact.act is Effect.LOOKS_UP_NAMES and fact.what not in _ONLY_SHOW_NAMES and self._may_find_copy(fact):
                return True
        return any(_NUMBERED.search(_tensor_name(node)) for node in self._syntax())

    def _may_find_copy(self, fact: Fact) -> bool:
        if fact.what in _BY_NAME:
            name = fact.node.args[0] if isinstance(fact.node, ast.Call) and fact.node.args else None
            written = isinstance(name, ast.Constant) and isinstance(name.value, str)
            return not (written and isinstance(name, ast.Constant) and not _NUMBERED.search(str(name.value)))
        if fact.what in _COPY_GRAPH:
            return not self._only_written(fact)
        return fact.what != "tf.train.write_graph"

    @cached_property
    def binds_anew(self) -> bool:
        """Whether names or attributes may be bound out of sight; the ``eval`` of a tensor is not Python's."""
        if self.words & _BUILTINS:
            return not self.words.isdisjoint({*_BIND_ANEW, "eval"})
        named = any(isinstance(node, ast.Name) and node.id == "eval" for node in self._syntax())
        return named or not self.words.isdisjoint(_BIND_ANEW)

    @cached_property
    def words(self) -> frozenset[str]:
        """All names and attributes that are written in the program, imports included."""
        found: set[str] = set()
        for node in self._syntax():
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                found.update(part for alias in node.names for part in alias.name.split("."))
                found.update((getattr(node, "module", None) or "").split("."))
        return frozenset(found)

    @cached_property
    def hidden_controls(self) -> bool:
        """Whether control dependencies are entered in another way than by a plain ``with`` around statements."""
        for frame in self.run.modules.values():
            module = frame.module
            for node in module.nodes:
                if isinstance(node, ast.Attribute) and node.attr == "control_dependencies":
                    holder = module.parents.get(module.parents.get(node, node))
                    function = module.function_of(node)
                    yields = any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(function))
                    if not isinstance(holder, ast.withitem) or (yields and not isinstance(function, ast.Module)):
                        return True
        return False

    @cached_property
    def called_back(self) -> set[ast.AST]:
        """Functions that TensorFlow calls (``tf.cond``, ``tf.while_loop``), directly or through others."""
        return self._below(Effect.CALLS_BACK)

    @cached_property
    def lists_any_nodes(self) -> bool:
        """Whether anything in the program lists or counts the nodes of the graph."""
        return any(self.lists_nodes(fact) for fact in self._all())

    @cached_property
    def several_graphs(self) -> bool:
        """Whether there may be more graphs than one: made by the program, or the default one of another thread."""
        made = any(
            isinstance(node, ast.Call)
            and value.kind is Kind.GRAPH
            and self.run.values.get(node.func, UNKNOWN).ref == "tf.Graph"
            for node, value in self.run.values.items()
        )
        return made or bool(self.threads) or self._enters_graphs

    @cached_property
    def _enters_graphs(self) -> bool:
        """Whether something that is no session is made the default: a graph, or what may be one."""
        entered = [n.value for n in self._syntax() if isinstance(n, ast.Attribute) and n.attr == "as_default"]
        return any(self.run.values.get(node, UNKNOWN).kind is not Kind.SESSION for node in entered)

    @cached_property
    def under_controls(self) -> set[ast.AST]:
        """Functions that something calls, directly or through others, under control dependencies."""
        entered = [n for n in self._syntax() if isinstance(n, ast.With) and _enters(n, "control_dependencies")]
        return self._below(Act.CONTROLS, entered)

    def _below(self, act: Act | Effect, more: Iterable[ast.AST] = ()) -> set[ast.AST]:
        """Functions that are called below a node which does a thing, or below others."""
        found: set[ast.AST] = set()
        queue: list[ast.AST] = [n for n, facts in self.run.facts.items() if any(f.act is act for f in facts)]
        queue += more
        while queue:
            for node in ast.walk(queue.pop()):
                new = self.run.calls.get(node, set()) - found
                found |= new
                queue += new
        return found

    @cached_property
    def seeds_anew(self) -> bool:
        """Whether the graph's seed may be set more than once."""
        nodes = {f.node for f in self._all() if f.what == "tf.set_random_seed"}
        if len(nodes) > 1:
            return True
        for node in nodes:
            module = self.run.module_of(node)
            if module is None or any(isinstance(p, (ast.For, ast.While)) for p in module.ancestors(node)):
                return True
        return False

    @cached_property
    def fed_names(self) -> set[str]:
        """Names of ops that are keys of a dict, so that something may be fed by them."""
        keys = [k for n in self._syntax() if isinstance(n, ast.Dict) for k in n.keys]
        keys += [n.slice for n in self._syntax() if isinstance(n, ast.Subscript)]
        return {name for key in keys if key is not None and (name := _tensor_name(key))}

    @cached_property
    def given_names(self) -> dict[str, set[ast.AST]]:
        """Names that are written in calls of the program, each with the calls."""
        found: dict[str, set[ast.AST]] = defaultdict(set)
        for node in self._syntax():
            if isinstance(node, ast.Call):
                for part in (*node.args, *(k.value for k in node.keywords if k.arg == "name")):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found[part.value].add(node)
        return found

    def _syntax(self) -> Iterator[ast.AST]:
        for frame in self.run.modules.values():
            yield from frame.module.nodes

    def lists_nodes(self, fact: Fact) -> bool:
        """Whether a fact is that all nodes of the graph are listed or counted."""
        if fact.what in _LIST_NODES:
            return True
        return fact.what in _COPY_GRAPH and not self._only_written(fact)

    def _only_written(self, fact: Fact) -> bool:
        """Whether a graph definition goes at once to who writes it down or takes a part of it by name."""
        module = self.run.program.modules.get(fact.path)
        parent = module.parents.get(fact.node) if module is not None else None
        if isinstance(parent, ast.keyword) and module is not None:
            parent = module.parents.get(parent)
        name = parent.func.attr if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) else ""
        return name in _WRITE_GRAPH or not isinstance(parent, (ast.Call, ast.Attribute))

    @cached_property
    def looks_up_any(self) -> bool:
        """Whether anything finds ops by names that are put together as the program runs."""
        return any(f.act is Act.LOOKS_UP_ANY for f in self._all())

    def readers(self, collection: str) -> set[ast.AST]:
        """Nodes that read a collection, or one whose name is not known."""
        return self.run.collections_read.get(collection, set()) | self.run.collections_read.get("*", set())

    def is_in_loop(self, node: ast.AST) -> bool:
        """Whether something is done in a loop, there or where its function is called."""
        queue, seen = [node], set[ast.AST]()
        while queue:
            one = queue.pop()
            module = self.run.module_of(one)
            if module is None or one in seen:
                continue
            seen.add(one)
            scope = module.function_of(one)
            for parent in module.ancestors(one):
                if isinstance(parent, LOOPS):
                    return True
                if parent is scope:
                    break
            queue += self.callers.get(scope, ())
        return False

    @cached_property
    def callers(self) -> dict[ast.AST, set[ast.AST]]:
        """Function -> the call nodes that may call it."""
        found: dict[ast.AST, set[ast.AST]] = defaultdict(set)
        for call, functions in self.run.calls.items():
            for function in functions:
                found[function].add(call)
        return found

    def _all(self) -> Iterator[Fact]:
        for facts in self.run.facts.values():
            yield from facts


def _enters(node: ast.With, name: str) -> bool:
    """Whether a ``with`` enters what a function of that name gives, whoever's it is."""
    called = (item.context_expr.func for item in node.items if isinstance(item.context_expr, ast.Call))
    return any(name in (getattr(func, "attr", ""), getattr(func, "id", "")) for func in called)


def _tensor_name(node: ast.AST) -> str:
    """The name of the op, if a piece of syntax is the text of a tensor's name."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _TENSOR_NAME.fullmatch(node.value):
        return node.value.rpartition(":")[0]
    return ""
