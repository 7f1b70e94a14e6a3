"""From decisions to edits: what moves, where to, and under which name; what stays, and is kept from its first use."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hoist import rules
from hoist.analysis.first_use import Kept
from hoist.analysis.inputs import Input
from hoist.analysis.motion import Decision
from hoist.analysis.names import Names
from hoist.analysis.program import Module
from hoist.edits import Edit, FileEdits, GuardStatements, LiftExpression, MoveStatement, Span

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Move:
    """What a decision to move something comes to.

    Attributes:
        path: the file.
        what: the statement or expression that moves.
        before: the statement in front of which it lands.
        name: for an expression, what the name for what it gives begins with; None for a statement.
        taken: for an expression, names that are not free in the file.
        more: further edits.
    """

    path: Path
    what: Span
    before: Span
    name: str | None
    taken: frozenset[str]
    more: tuple[Edit, ...]


def move(module: Module, decision: Decision) -> Move | None:
    """What is to be moved; None if it stays."""
    unit, landing = decision.unit, decision.landing
    if landing is None:
        return None
    more = tuple(edit for rule in rules.all_rules() for edit in rule.edits(decision, module))
    what, before = module.span(unit.node), module.span(landing)
    if isinstance(unit.node, ast.stmt):
        return Move(module.path, what, before, None, frozenset(), more)
    return Move(module.path, what, before, _base(unit.node), _taken(module), more)


@dataclass(frozen=True)
class Keep:
    """What a decision to keep something from its first use comes to.

    Attributes:
        path: the file.
        what: the statement or expression that is kept.
        statement: the statement itself, or the one that holds the expression.
        block: the first statement of the block in which it stands, and its place there.
        label: what tells it apart for a reader, such as "evaluate.accuracy".
        tensorflow: how the file spells TensorFlow.
        inputs: what it is built from.
        names: for a statement, the names that it assigns, each with the places at which it is read elsewhere.
        taken: names that are not free in the file.
        texts: the strings that the file holds.
        more: further edits.
    """

    path: Path
    what: Span
    statement: Span
    block: tuple[Span, int]
    label: str
    tensorflow: str
    inputs: tuple[Input, ...]
    names: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    taken: frozenset[str]
    texts: frozenset[str]
    more: tuple[Edit, ...]

    @property
    def is_statement(self) -> bool:
        """Whether the whole statement is kept."""
        return self.what == self.statement


def keep(kept: Kept) -> Keep | None:
    """What is to be kept; None if it is built as before."""
    module, unit = kept.module, kept.unit
    if kept.refused is not None:
        return None
    block = _block(module, unit.statement)
    more = tuple(edit for rule in rules.all_rules() for edit in rule.edits(kept, module))
    texts = {n.value for n in module.nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    base = kept.names[-1] if kept.names else _base(unit.node) if isinstance(unit.node, ast.expr) else "ops"
    return Keep(
        module.path,
        module.span(unit.node),
        module.span(unit.statement),
        (module.span(block[0]), block.index(unit.statement)),
        ".".join([*_qualified(module, kept.scope), base]),
        kept.tensorflow,
        kept.inputs,
        tuple((name, _readers(kept, name)) for name in kept.names),
        _taken(module),
        frozenset(texts),
        more,
    )


def _block(module: Module, statement: ast.stmt) -> list[ast.stmt]:
    for _, value in ast.iter_fields(module.parents[statement]):
        if isinstance(value, list) and statement in value:
            return value
    return [statement]


def _qualified(module: Module, scope: ast.AST) -> list[str]:
    holders = [scope, *module.ancestors(scope)]
    return [str(holder.name) for holder in reversed(holders) if isinstance(holder, _NAMED)]


def _readers(kept: Kept, name: str) -> tuple[tuple[int, int], ...]:
    """Where a name is read; at a module's top level it may be read from anywhere."""
    names = Names(kept.module, kept.scope)
    loads = [n for n in names.occurrences.get(name, []) if isinstance(n.ctx, ast.Load)]
    found = [(n.lineno, n.col_offset) for n in loads]
    return tuple([(0, 0), *found] if isinstance(kept.scope, ast.Module) else found)


def file_edits(moves: Iterable[Move | Keep]) -> Iterable[FileEdits]:
    """What the moves come to, file by file."""
    by_file: dict[Path, list[Move | Keep]] = {}
    for one in moves:
        by_file.setdefault(one.path, []).append(one)
    for path, moving in by_file.items():
        yield FileEdits(path, tuple(_edits(moving)))


def _edits(wanted: Sequence[Move | Keep]) -> Iterable[Edit]:
    taken = {*dir(builtins), *keyword.kwlist}.union(*(one.taken for one in wanted))
    keeps = sorted((one for one in wanted if isinstance(one, Keep)), key=lambda one: one.what)
    moves = [one for one in wanted if isinstance(one, Move) and not any(_overlap(one.what, k.what) for k in keeps)]
    yield from _kept(keeps, taken)
    for one in moves:
        if one.name is None:
            yield MoveStatement(one.what, one.before)
        else:
            yield LiftExpression(one.what, _fresh_name(one.name, taken), one.before)
        yield from one.more


def _overlap(one: Span, other: Span) -> bool:
    return (one.line, one.column) < (other.end_line, other.end_column) and (other.line, other.column) < (
        one.end_line,
        one.end_column,
    )


def _kept(keeps: Sequence[Keep], taken: set[str]) -> Iterable[Edit]:
    """What keeps builds from their first use: statements that follow each other under one condition."""
    if not keeps:
        return
    built, first_key = _fresh_name("built", taken), _fresh_name("key", taken)
    labels = set[str]().union(*(one.texts for one in keeps))
    lifting: set[Span] = set()
    for group in _groups(keeps):
        first, last = group[0], group[-1]
        key, label = first_key, _fresh_name(last.label, labels)
        if first.statement in lifting:
            key = _fresh_name("key", taken)  # the statement still uses the other
        graph = f"{first.tensorflow}.get_default_graph()"
        where = f"{built} = {graph}.hoist = getattr({graph}, 'hoist', {{}})"
        lines = (where, f"{key} = {_key(group, label)}", f"if {key} not in {built}:")
        if not first.is_statement:
            lead = lines[1:] if first.statement in lifting else lines
            lifting.add(first.statement)
            yield LiftExpression(first.what, f"{built}[{key}]", first.statement, lead)
        else:
            needed = ", ".join(_needed(group))
            inside = f"{built}[{key}] = {needed or True}"
            yield GuardStatements(
                first.what, last.what, lines, (inside,), (f"{needed} = {built}[{key}]",) if needed else ()
            )
        for one in group:
            yield from one.more


def _groups(keeps: Sequence[Keep]) -> Iterable[list[Keep]]:
    """Expressions one by one, in the order in which they are built; statements in runs."""
    group: list[Keep] = []
    for one in sorted(keeps, key=lambda k: (k.statement, k.what.end_line, k.what.end_column)):
        follows = group and group[-1].is_statement and one.is_statement and group[-1].block[0] == one.block[0]
        if follows and group[-1].block[1] + 1 == one.block[1]:
            group.append(one)
            continue
        if group:
            yield group
        group = [one]
    if group:
        yield group


def _key(group: Sequence[Keep], label: str) -> str:
    """A tuple of all that a group is built from, but for what it makes itself."""
    parts = ["__name__", f"'{label}'"]
    made: set[str] = set()
    for one in group:
        own = [i for i in one.inputs if i.listing or not i.names & made]
        parts += [i.text.replace("{tf}", one.tensorflow) if i.listing else i.text for i in own]
        made.update(name for name, _ in one.names)
    return f"({', '.join(dict.fromkeys(parts))})"


def _needed(group: Sequence[Keep]) -> list[str]:
    """The names that something outside a group reads."""
    start, end = (group[0].what.line, 0), (group[-1].what.end_line, group[-1].what.end_column)
    found = [name for one in group for name, readers in one.names if any(not start <= at < end for at in readers)]
    return list(dict.fromkeys(found))


def _taken(module: Module) -> frozenset[str]:
    """The names that a file uses."""
    taken = {n.id for n in module.nodes if isinstance(n, ast.Name)}
    taken |= {n.arg for n in module.nodes if isinstance(n, ast.arg)}
    taken |= {name for n in module.nodes if isinstance(name := getattr(n, "name", None), str)}
    taken |= {(n.asname or n.name).split(".")[0] for n in module.nodes if isinstance(n, ast.alias)}
    return frozenset(taken)


def _base(node: ast.expr) -> str:
    """A name for what an expression gives: the last part of the function that it calls."""
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "result")
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", called).lower()
    return "ops" if isinstance(node, ast.ListComp) else "result"


def _fresh_name(base: str, taken: set[str]) -> str:
    name, count = base, 0
    while name in taken:
        count += 1
        name = f"{base}_{count}"
    taken.add(name)
    return name
