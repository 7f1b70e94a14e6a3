"""Condition 7: the landing place, in front of the session where the way is clear, else in front of the loop."""

from __future__ import annotations

import ast

from hoist.analysis.conditions.objects import mutable_values
from hoist.analysis.conditions.purity import DEFAULT_SESSION
from hoist.analysis.conditions.situation import Situation
from hoist.analysis.facts import Act, Fact, Location
from hoist.analysis.values import UNKNOWN, PyKind
from hoist.tensorflow_api.symbol import Effect, Kind

_MAKES = (Act.CREATES, Act.CLASHES, Act.MAYBE_REUSES, Effect.MAKES_VARIABLE)
_BLOCKS = (Act.UNKNOWN_CALL, Act.REBINDS, Effect.CHANGES_GRAPH, Effect.READS_GRAPH, Effect.LOOKS_UP_NAMES, Act.YIELDS)


def landing(situation: Situation) -> tuple[ast.stmt, bool]:
    """The statement in front of which the moving units land, and whether it is the one that opens the session."""
    anchor = situation.loop.anchor
    opening = _opening(situation)
    if opening is None:
        return anchor, False
    statement, crossed = opening
    if not situation.loop.module.source.stand_together(statement.lineno, anchor.lineno):
        return anchor, False  # cells can be run again without those above them
    if all(_commutes(other, situation) for other in crossed) and not _session_needed(statement, situation):
        return statement, True
    return anchor, False


def _opening(situation: Situation) -> tuple[ast.stmt, list[ast.stmt]] | None:
    """The statement that opens the session, and what stands between it and the loop."""
    module, anchor = situation.loop.module, situation.loop.anchor
    parent = module.parents[anchor]
    block = _block_of(parent, anchor)
    before = block[: block.index(anchor)]
    if isinstance(parent, (ast.With, ast.AsyncWith)):
        if all(_opens_session(item.context_expr, situation) for item in parent.items):
            return parent, before
        return None
    for index in range(len(before) - 1, -1, -1):
        statement = before[index]
        if isinstance(statement, ast.Assign) and _opens_session(statement.value, situation):
            return statement, before[index:]
    return None


def _block_of(parent: ast.AST, child: ast.stmt) -> list[ast.stmt]:
    for _, value in ast.iter_fields(parent):
        if isinstance(value, list) and child in value:
            return value
    return [child]


def _opens_session(node: ast.expr, situation: Situation) -> bool:
    value = situation.run.values.get(node, UNKNOWN)
    return value.kind is Kind.SESSION and "graph" not in value.notes and isinstance(node, ast.Call)


def _session_needed(statement: ast.stmt, situation: Situation) -> bool:
    """Whether the moving units ask for the session, or read a name that what opens it also binds."""
    if any(fact.what == DEFAULT_SESSION for unit in situation.moving for fact in unit.facts):
        return True
    bound = situation.names.writes(statement) if isinstance(statement, ast.Assign) else _bound_by(statement, situation)
    return any(unit.reads & bound for unit in situation.moving)


def _bound_by(statement: ast.stmt, situation: Situation) -> frozenset[Location]:
    assert isinstance(statement, (ast.With, ast.AsyncWith))
    found: frozenset[Location] = frozenset()
    for item in statement.items:
        if item.optional_vars is not None:
            found |= situation.names.writes(item.optional_vars)
    return found


def _commutes(statement: ast.stmt, situation: Situation) -> bool:
    """Whether the moving units may pass over a statement: neither reads nor writes what the other touches."""
    facts = situation.effects(statement)
    written = situation.names.writes(statement) | _located(facts, Act.WRITES)
    read = situation.names.reads(statement) | _located(facts, Act.READS)
    reads = frozenset().union(*(unit.reads for unit in situation.moving))
    writes = frozenset().union(*(unit.writes for unit in situation.moving))
    if written & (reads | writes) or read & writes:
        return False
    if any(fact.act in _BLOCKS for fact in facts) or isinstance(statement, (ast.Return, ast.Raise)):
        return False
    if any(f.act in (Act.MUTATES, Act.UNKNOWN_CALL, Act.FOREIGN_CALL) for f in facts) and _may_change(facts, situation):
        return False
    return _state_commutes(facts, situation)


def _located(facts: frozenset[Fact], act: Act) -> frozenset[Location]:
    return frozenset(f.location for f in facts if f.act is act and f.location is not None)


def _may_change(facts: frozenset[Fact], situation: Situation) -> bool:
    """Whether what is passed over may change an object that the moving units read."""
    sites = {f.site for f in facts if f.act is Act.MUTATES}
    for unit in situation.moving:
        for _, value in mutable_values(unit, situation):
            if None in sites or value.site in sites or (value.site is None and value.kind is not PyKind.INSTANCE):
                return True
    return False


def _state_commutes(facts: frozenset[Fact], situation: Situation) -> bool:
    """Whether variables, collections, seeds and names are the same in either order (DESIGN, facts 10, 18 and 19)."""
    moving = {fact.act for unit in situation.moving for fact in unit.facts}
    crossed = {fact.act for fact in facts}
    makes, reads = crossed & set(_MAKES), Effect.READS_VARIABLES in crossed
    if makes and (Effect.READS_VARIABLES in moving or Act.CREATES in moving):
        return False
    if reads and Act.CREATES in moving:
        return False
    if Act.SHOWS_VARIABLES in crossed and Effect.READS_VARIABLES in moving:
        return False
    if {Effect.DRAWS, Act.SEEDED} & crossed or (
        {Effect.BUILDS, Act.MAY_BUILD} & crossed and situation.program.looks_up_names
    ):
        return False
    registered = {f.what for f in facts if f.act in (Act.REGISTERS, Act.READS_COLLECTION)}
    own = {f.what for u in situation.moving for f in u.facts if f.act in (Act.REGISTERS, Act.READS_COLLECTION)}
    return not (registered & own) and "*" not in registered | own
