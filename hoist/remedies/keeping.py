"""Builds that are kept from their first use: the condition around them, and the key by which they are found again."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hoist import rules
from hoist.analysis.first_use import Kept
from hoist.analysis.inputs import Input
from hoist.analysis.names import Names
from hoist.analysis.program import Module
from hoist.edits import Edit, GuardStatements, InsertLines, LiftExpression, ReplaceExpression, Span
from hoist.recorded import Seen, recorded_note
from hoist.remedies.feeding import Entries, Fed, FedRun, fed, placeholder, session_run
from hoist.remedies.naming import base_name, fresh_name, taken_in

TRIED = "  # hoist: tried, not shown from the source"
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


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
        fed: what is fed.
        together: what has to be kept with it, since it is built on something that is fed.
        tried: whether not all of it is shown from the source.
        recorded: what a run showed, where the source does not.
        alone: whether it shares its condition with no other.
        top: whether it stands at a module's top level, where names are seen by others.
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
    fed: Fed | None
    together: frozenset[Span]
    tried: bool = False
    recorded: tuple[Seen, ...] = ()
    alone: bool = False
    top: bool = False

    @property
    def is_statement(self) -> bool:
        """Whether the whole statement is kept."""
        return self.what == self.statement


def keep(kept: Kept) -> Keep | None:
    """What is to be kept; None if it is built as before."""
    module, unit = kept.module, kept.unit
    if kept.refused is not None:
        return None
    block = module.block_of(unit.statement)
    more = tuple(edit for rule in rules.all_rules() for edit in rule.edits(kept, module))
    texts = {n.value for n in module.nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    base = kept.names[-1] if kept.names else base_name(unit.node) if isinstance(unit.node, ast.expr) else "ops"
    return Keep(
        module.path,
        module.span(unit.node),
        module.span(unit.statement),
        (module.span(block[0]), block.index(unit.statement)),
        ".".join([*_qualified(module, kept.scope), base]),
        kept.tensorflow,
        kept.inputs,
        tuple((name, _readers(kept, name)) for name in kept.names),
        taken_in(module),
        frozenset(texts),
        more,
        fed(unit, module, kept.tensorflow),
        frozenset(module.span(other.node) for other in kept.together),
        kept.tried,
        kept.recorded,
        bool(unit.tries) or _in_try(module, unit.statement),
        isinstance(kept.scope, ast.Module),
    )


def _in_try(module: Module, statement: ast.stmt) -> bool:
    return any(hasattr(parent, "finalbody") for parent in module.ancestors(statement))


def _qualified(module: Module, scope: ast.AST) -> list[str]:
    holders = [scope, *module.ancestors(scope)]
    return [str(holder.name) for holder in reversed(holders) if isinstance(holder, _NAMED)]


def _readers(kept: Kept, name: str) -> tuple[tuple[int, int], ...]:
    """Where a name is read; at a module's top level it may be read from anywhere."""
    names = Names(kept.module, kept.scope)
    loads = [n for n in names.occurrences.get(name, []) if isinstance(n.ctx, ast.Load)]
    found = [(n.lineno, n.col_offset) for n in loads]
    return tuple([(0, 0), *found] if isinstance(kept.scope, ast.Module) else found)


def kept_edits(keeps: Sequence[Keep], taken: set[str], entries: Entries) -> Iterable[Edit]:
    """What keeps builds from their first use: statements that follow each other under one condition."""
    if not keeps:
        return
    writer = _Writer(keeps, taken, entries)
    for group in _groups(keeps):
        yield from writer.edits(group)
        for one in group:
            yield from one.more


def complete(keeps: Sequence[Keep]) -> list[Keep]:
    """Those of which everything is kept that has to be kept with them."""
    found = list(keeps)
    while True:
        spans = {one.what for one in found}
        kept = [one for one in found if one.together <= spans]
        if len(kept) == len(found):
            return kept
        found = kept


class _Writer:
    """Writes the conditions of one file."""

    def __init__(self, keeps: Sequence[Keep], taken: set[str], entries: Entries) -> None:
        self._taken = taken
        self._entries = entries
        top = any(one.top for one in keeps)
        self._built = fresh_name("_built" if top else "built", taken)
        self._key = fresh_name("_key" if top else "key", taken)
        self._labels = set[str]().union(*(one.texts for one in keeps))
        self._lifting: set[Span] = set()

    def edits(self, group: Sequence[Keep]) -> Iterable[Edit]:
        first, last = group[0], group[-1]
        built, key = self._built, self._key
        if first.statement in self._lifting:
            key = fresh_name("key", self._taken)  # the statement still uses the other
        values = self._values(group)
        graph = f"{first.tensorflow}.get_default_graph()"
        where = f"{built} = {graph}.hoist = getattr({graph}, 'hoist', {{}})"
        where += _mark(group)
        label = fresh_name(last.label, self._labels)
        told = [key for value in values for key in value.keys]
        lines = (where, f"{key} = {_key(group, label, told)}", f"if {key} not in {built}:")
        if not first.is_statement:
            lead = lines[1:] if first.statement in self._lifting else lines
            self._lifting.add(first.statement)
            if first.fed is None:
                yield LiftExpression(first.what, f"{built}[{key}]", first.statement, lead)
            else:
                yield from self._fed_expression(first, first.fed, values, lead, f"{built}[{key}]")
            return
        needed = ", ".join(dict.fromkeys([*_needed(group), *(value.name for value in values)]))
        yield GuardStatements(
            first.what,
            last.what,
            (*(value.line for value in values if value.line), *lines),
            (f"{built}[{key}] = {needed or True}",),
            (f"{needed} = {built}[{key}]",) if needed else (),
            tuple(value.placeholder for value in values),
        )
        for value in values:
            yield ReplaceExpression(value.span, value.name)
            if value.instead is not None:
                yield ReplaceExpression(*value.instead)
            for run in value.runs:
                self._entries.add(run, value.name, value.text)

    def _values(self, group: Sequence[Keep]) -> list[_Value]:
        """What is fed, with names for the placeholders and for what has to be evaluated in front of the build."""
        found: list[_Value] = []
        now: dict[Span, str] = {}
        for one in group:
            for value in one.fed.values if one.fed is not None else ():
                name, text, line = self._entries.name(value), value.text, ""
                if value.is_asked or (one.is_statement and not value.is_name):
                    now[value.span] = fresh_name(f"{value.base.removesuffix('_fed')}_now", self._taken)
                    text = text.replace("{first}", now.get(value.after, "")) if value.after is not None else text
                    line, text = f"{now[value.span]} = {text}", now[value.span]
                shown = value.shown(now)
                keys = tuple(key.replace("{now}", text) for key in value.keys)
                runs = one.fed.runs if one.fed is not None else ()
                made = placeholder(shown, name, one.tensorflow)
                found.append(_Value(value.span, name, text, line, made, keys, runs, value.instead))
        return found

    def _fed_expression(
        self, one: Keep, feeds: Fed, values: Sequence[_Value], lead: Sequence[str], place: str
    ) -> Iterable[Edit]:
        names = [value.name for value in values]
        op = fresh_name(one.label.rpartition(".")[2], self._taken)
        lines = [(0, line) for line in (*(value.line for value in values if value.line), *lead)]
        lines += [(1, value.placeholder) for value in values]
        lines.append((1, f"{place} = {', '.join([feeds.source(names), *names])}"))
        lines.append((0, f"{', '.join([op, *names])} = {place}"))
        yield InsertLines(one.statement, tuple(lines), one.what)
        given = [(value.name, value.text) for value in values]
        yield from run_on_placeholders(one.what, op, feeds, given, one.tensorflow, self._entries)


@dataclass(frozen=True)
class _Value:
    """A value as it is fed: the placeholder's name, the line that makes it, the value's text and what is done first.

    ``instead`` is where a function stands that takes no tensor, and what stands in for it.
    """

    span: Span
    name: str
    text: str
    line: str
    placeholder: str
    keys: tuple[str, ...]
    runs: tuple[FedRun, ...]
    instead: tuple[Span, str] | None = None


def run_on_placeholders(
    what: Span, op: str, feeds: Fed, given: Sequence[tuple[str, str]], tensorflow: str, entries: Entries
) -> Iterable[Edit]:
    """Run what has been built, by its name, and feed the placeholders."""
    (run,) = feeds.runs
    if run.session is not None:
        fed_values = ", ".join(f"{name}: {text}" for name, text in given)
        yield ReplaceExpression(run.call, session_run(run, op, fed_values, tensorflow))
        return
    yield ReplaceExpression(what, op)
    for name, text in given:
        entries.add(run, name, text)


def _groups(keeps: Sequence[Keep]) -> Iterable[list[Keep]]:
    """Expressions one by one, in the order in which they are built; statements in runs."""
    group: list[Keep] = []
    made: set[str] = set()
    for one in sorted(keeps, key=lambda k: (k.statement, k.what.end_line, k.what.end_column)):
        follows = group and group[-1].is_statement and one.is_statement and group[-1].block[0] == one.block[0]
        # What reads both a name of the group and another is told by neither alone; a `try` may see half a group.
        mixed = any(part.names & made and part.names - made for part in one.inputs)
        # What is fed, and its placeholder, come in front of the group: they cannot be of what the group makes.
        fed_values = one.fed.values if one.fed else ()
        fed_from = {n.id for v in fed_values for t in (v.text, v.dtype, v.shape, *v.keys) for n in _names_in(t)}
        if follows and group[-1].block[1] + 1 == one.block[1] and not (mixed or fed_from & made or one.alone):
            group.append(one)
            made.update(name for name, _ in one.names)
            continue
        if group:
            yield group
        group, made = [one], {name for name, _ in one.names}
    if group:
        yield group


def _names_in(text: str) -> Iterable[ast.Name]:
    return (node for node in ast.walk(ast.parse(f"({text})")) if isinstance(node, ast.Name))


def _key(group: Sequence[Keep], label: str, told: Sequence[str]) -> str:
    """A tuple of all that a group is built from, but for what it makes itself."""
    parts = ["__name__", f"'{label}'"]
    made: set[str] = set()
    for one in group:
        own = [i for i in one.inputs if i.listing or not i.names & made]
        parts += [i.text.replace("{tf}", one.tensorflow) if i.listing else i.text for i in own]
        made.update(name for name, _ in one.names)
    return f"({', '.join(dict.fromkeys([*parts, *told]))})"


def _mark(group: Sequence[Keep]) -> str:
    """The comment that says what the source does not show."""
    leans = recorded_note(dict.fromkeys(seen for one in group for seen in one.recorded))
    if leans and not any(one.tried for one in group):
        return f"  # hoist: tried, {leans}"
    marked = TRIED if any(one.tried for one in group) else ""
    return f"{marked}; {leans}" if leans else marked


def _needed(group: Sequence[Keep]) -> list[str]:
    """The names that something outside a group reads."""
    start, end = (group[0].what.line, 0), (group[-1].what.end_line, group[-1].what.end_column)
    found = [name for one in group for name, readers in one.names if any(not start <= at < end for at in readers)]
    return list(dict.fromkeys(found))
