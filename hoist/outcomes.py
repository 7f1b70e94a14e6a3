"""What is found in one program: findings as plain data, and how those of several programs go together."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from hoist import rules
from hoist.analysis.bounds import bound, bound_on_line
from hoist.analysis.conditions.program_facts import ProgramFacts
from hoist.analysis.conditions.situation import Refused
from hoist.analysis.facts import Fact, ordered, place
from hoist.analysis.first_use import Kept
from hoist.analysis.frame import ONE_OF_SEVERAL, Run
from hoist.analysis.keeping import Chain, Keeping
from hoist.analysis.loops import EffectsOf, SessionLoop, builds, enclosing_statement
from hoist.analysis.motion import Decision, decide
from hoist.analysis.program import Module
from hoist.analysis.tests import is_test
from hoist.analysis.units import Unit
from hoist.analysis.values import UNKNOWN, PyKind
from hoist.findings import Cell, Finding, Place, Remedy, RemedyKind, Tier
from hoist.recorded import NOTHING, Recorded, recorded_note
from hoist.refusals import REFUSALS
from hoist.remedies import Keep, Move, keep, move
from hoist.tensorflow_api.symbol import Kind

_IGNORE = re.compile(r"#\s*hoist:\s*ignore(?:\[([A-Z0-9,\s]+)\])?", re.IGNORECASE)
Key = tuple[Path, int, int, int, int]
Node = tuple[str, int, int, int, int, str]


@dataclass(frozen=True)
class Wishes:
    """What the user wants to see and have changed: on the command line, and in comments.

    Attributes:
        select: code prefixes of the rules to apply; all if empty.
        ignore: code prefixes of the rules to leave out.
        named: the files in which loops of tests count too; all if None.
        tried: whether what is not shown from the source alone is to be tried.
        recorded: what a run showed, to be taken for shown.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    named: frozenset[Path] | None = None
    tried: bool = False
    recorded: Recorded = NOTHING

    def want(self, code: str | None, module: Module, line: int, end_line: int) -> bool:
        """Whether a finding of a rule is wanted in those lines; no rule is that of what only goes along."""
        if code is not None and self.select and not code.startswith(self.select):
            return False
        if code is not None and self.ignore and code.startswith(self.ignore):
            return False
        for text in module.lines[line - 1 : end_line]:
            found = _IGNORE.search(text)
            if found and (found[1] is None or code in re.split(r"[,\s]+", found[1].upper())):
                return False
        return True

    def leave_test(self, loop: SessionLoop) -> bool:
        """Whether a loop stands in a test that the user did not name."""
        if self.named is None or loop.module.path in self.named:
            return False
        return is_test(loop.module, loop.node)


@dataclass(frozen=True)
class Outcome:
    """One finding of one program.

    Attributes:
        finding: the finding.
        move: what moves, or is kept from its first use; None if neither.
        in_front_of_session: whether it would move in front of the statement that opens the session.
        builds: the calls and operators that add the nodes.
        ways: each of them with the calls that lead to it.
        shown: whether the user wants to see it.
    """

    finding: Finding
    move: Move | Keep | None
    in_front_of_session: bool
    builds: frozenset[Node]
    ways: frozenset[tuple[Node, Chain]]
    shown: bool

    @property
    def key(self) -> Key:
        """The place that the finding is about."""
        one = self.finding
        return (one.path, one.line, one.column, one.end_line, one.end_column)


def outcomes_of(run: Run, wishes: Wishes) -> list[Outcome]:
    """What is found in the session loops of a program."""
    effects, program = EffectsOf(run), ProgramFacts(run)
    found: list[Outcome] = []

    def left_alone(unit: Unit, loop: SessionLoop, module: Module) -> bool:
        facts = [fact for fact in unit.facts if builds(fact)]
        span = module.span(unit.node)
        code = _rule(facts, unit, loop).code
        return not wishes.want(code if facts else None, module, span.line, span.end_line)

    keeping = Keeping(run, effects, program, left_alone, wishes.tried, wishes.recorded)
    for path in list(run.modules) if effects.running else ():
        module = run.modules[path].module
        for decided in decide(run, module, effects, program, partial(left_alone, module=module)):
            decision = _not_written(decided, module, program)
            found += _findings(keeping, module, decision, wishes)
    return found


def _not_written(decision: Decision, module: Module, program: ProgramFacts) -> Decision:
    """Nothing moves in a file that hoist only reads, nor where Python 2 runs it otherwise than hoist follows it."""
    if module.source.unwritten:  # whatever else there is: it can be told once this is mended
        refused = Refused("HSR31", module.source.unwritten)
    else:
        differs = program.in_python_2(module, decision.loop.scope) if decision.refused is None else None
        if differs is None:
            return decision
        refused = Refused("HSR32", differs)
    return replace(decision, refused=refused, landing=None, in_front_of_session=False)


def _findings(keeping: Keeping, module: Module, decision: Decision, wishes: Wishes) -> Iterable[Outcome]:
    """What is reported of a unit: it itself where it moves, else each place that builds, in whatever function."""
    run = keeping.run
    unit = decision.unit
    facts = [fact for fact in unit.facts if builds(fact)]
    if unit.node is decision.loop.stepwise:
        facts = [fact for fact in run.each_turn(unit.node) if builds(fact)]
    kept = keeping.in_loop(decision, module)
    chained = [fact for fact in facts if fact.chain]
    if decision.refused is not None and kept is None and chained:
        inside = list(_inside_calls(keeping, module, decision, chained, wishes))
        yield from inside
        facts = [fact for fact in facts if not fact.chain] if inside else facts
    if facts or decision.refused is None:
        yield _outcome(_At(run, module, decision, module, unit.node, facts, kept=kept), wishes)


def _surely_raises(run: Run, decision: Decision) -> bool:
    """Whether the loop stops at the unit: not where a condition, a handler or a callback may keep it from it."""
    unit, refused = decision.unit, decision.refused
    if refused is None or refused.code not in ("HSR25", "HSR06") or unit.branch is not None or unit.tries:
        return False
    makers = [n for n in ast.walk(unit.node) if any(builds(f) for f in run.facts.get(n, ()))]
    handed_on = (Kind.UNKNOWN, PyKind.FOREIGN, PyKind.BUILTIN)
    return any(not isinstance(n, ast.Call) or run.values.get(n.func, UNKNOWN).kind not in handed_on for n in makers)


def _rule(facts: Iterable[Fact], unit: Unit, loop: SessionLoop) -> rules.Rule:
    site = rules.Site(frozenset(f.what for f in facts), not unit.is_statement, loop.monitored)
    return next(rule for rule in rules.all_rules() if rule.claims(site))


def _inside_calls(
    keeping: Keeping, module: Module, decision: Decision, facts: Sequence[Fact], wishes: Wishes
) -> Iterable[Outcome]:
    """A call of the program's functions that stays: one finding for each statement in them that builds.

    What can be kept from its first use, or is shown why it cannot, is a finding of its own.
    """
    modules = keeping.run.program.modules
    by_place: dict[ast.AST, list[Fact]] = {}
    on_the_way: dict[ast.AST, tuple[Kept, Chain]] = {}
    for fact in ordered(facts):
        holder = modules.get(fact.path)
        if holder is not None and fact.node in holder.parents:
            found = keeping.on_the_way(decision, fact)
            at = found[0].unit.node if found is not None else enclosing_statement(holder, fact.node)
            by_place.setdefault(at, []).append(fact)
            if found is not None and (at not in on_the_way or len(found[1]) < len(on_the_way[at][1])):
                on_the_way[at] = found
    yield from _beside(keeping, module, decision, facts, by_place, on_the_way, wishes)
    for kept, chain in list(on_the_way.values()):
        for other in keeping.kept_with(kept) if kept.refused is None else ():
            if other.unit.node not in by_place:
                by_place[other.unit.node] = _of_unit(other)
                on_the_way[other.unit.node] = (other, chain)
    for where, inside in by_place.items():
        first = min(inside, key=lambda f: (place(f), len(f.chain)))
        assert isinstance(first.node, (ast.stmt, ast.expr))
        if where in on_the_way and on_the_way[where][0].refused is None:
            kept, chain = on_the_way[where]
            yield _outcome(_At(keeping.run, module, decision, kept.module, kept.unit.node, inside, chain, kept), wishes)
            continue
        kept_not = on_the_way[where][0] if where in on_the_way else None
        holder = modules[first.path]
        yield _outcome(_At(keeping.run, module, decision, holder, first.node, inside, first.chain, kept_not), wishes)


def _beside(
    keeping: Keeping,
    module: Module,
    decision: Decision,
    facts: Sequence[Fact],
    by_place: dict[ast.AST, list[Fact]],
    on_the_way: dict[ast.AST, tuple[Kept, Chain]],
    wishes: Wishes,
) -> Iterable[Outcome]:
    """Other calls of a builder in a function that keeps what one gives: kept as well, or told why they are not."""
    nodes = frozenset(fact.node for fact in facts)
    for kept, chain in list(on_the_way.values()):
        for other in keeping.beside(kept, decision.loop, nodes) if kept.refused is None else ():
            if other.unit.node in by_place:
                continue
            if other.refused is None:
                by_place[other.unit.node] = _of_unit(other)
                on_the_way[other.unit.node] = (other, chain)
            else:
                at = _At(keeping.run, module, decision, other.module, other.unit.node, _of_unit(other), chain, other)
                yield _outcome(at, wishes)


def _of_unit(kept: Kept) -> list[Fact]:
    return [fact for fact in ordered(kept.unit.facts) if builds(fact)]


@dataclass(frozen=True)
class _At:
    """What a finding is about: a node that builds, in a unit of a session loop or below what that calls.

    Attributes:
        run: the program.
        module: where the loop stands.
        decision: what becomes of the unit.
        holder: where the node stands.
        node: the node.
        facts: what it builds.
        chain: the calls that lead to it.
        kept: whether it can be kept from its first use, where that was asked.
    """

    run: Run
    module: Module
    decision: Decision
    holder: Module
    node: ast.stmt | ast.expr
    facts: Sequence[Fact]
    chain: tuple[tuple[Path, int, str], ...] = ()
    kept: Kept | None = None

    @property
    def refused(self) -> Refused | None:
        """Why nothing is done about it."""
        return self.kept.refused if self.kept is not None else self.decision.refused


def _finding(at: _At) -> Finding:
    module, holder, decision = at.module, at.holder, at.decision
    span, text = holder.span(at.node), holder.text(at.node)
    shown = text if len(text) <= 60 else text[:57] + "..."
    loop = decision.loop.node
    rule = _rule(at.facts, at.kept.unit if at.kept is not None else decision.unit, decision.loop)
    modules = at.run.program.modules
    return Finding(
        holder.path,
        span.line,
        holder.source.column(span.line, span.column),
        span.end_line,
        holder.source.column(span.end_line, span.end_column - 1) + 1,
        rule.code,
        f"`{shown}` adds nodes to the graph at each turn of the session loop at {module.source.spoken(loop.lineno)}",
        _remedy(at, rule),
        loop.lineno,
        module.path,
        tuple(_place(modules, *step) for step in at.chain),
        will_raise=_surely_raises(at.run, decision),
        cell=_cell(holder, span.line),
        loop_cell=_cell(module, loop.lineno),
        bound=_bound(at),
    )


def _place(modules: Mapping[Path, Module], path: Path, line: int, name: str) -> Place:
    several = name.endswith(ONE_OF_SEVERAL)
    return Place(path, line, name.removesuffix(ONE_OF_SEVERAL), _cell(modules.get(path), line), several)


def _bound(at: _At) -> str:
    """What ends the growth: the loops around the unit, around each call on the way, and around the node."""
    loads = any("assign" in fact.what for fact in at.facts)
    found = [bound(at.run, at.module, at.decision.unit.node, loads_weights=loads)]
    for path, line, _ in at.chain[1:]:
        passed = at.run.program.modules.get(path)
        found.append(bound_on_line(at.run, passed, line, loads_weights=loads) if passed is not None else None)
    if at.chain:
        found.append(bound(at.run, at.holder, at.node, loads_weights=loads))
    if not found[0] or None in found:
        return ""
    return " x ".join(part for part in found if part)


def _cell(module: Module | None, line: int) -> Cell | None:
    found = module.source.cell(line) if module is not None else None
    return None if found is None else Cell(*found)


def _remedy(at: _At, rule: rules.Rule) -> Remedy:
    refused, module = at.refused, at.module if at.kept is None else at.holder
    if refused is None:
        kind = (
            RemedyKind.ONCE if at.kept is not None else RemedyKind.FEED if at.decision.unit.feeds else RemedyKind.HOIST
        )
        if at.kept is None:
            return Remedy(kind, note=rule.note(at.decision))
        tier = Tier.TRIED if at.kept.tried or at.kept.recorded else Tier.PROVED
        notes = (rule.note(at.kept), recorded_note(at.kept.recorded))
        return Remedy(kind, tier=tier, note="; ".join(note for note in notes if note))
    reason = REFUSALS[refused.code]
    where = f": {refused.detail}" if refused.detail else ""
    if module.source.notebook is not None and refused.code != "HSR31":
        where = re.sub(r"\bline (\d+)", lambda line: module.source.spoken(int(line[1])), where)
    return Remedy(RemedyKind.REFUSE, reason.code, explanation=f"{reason.title}{where}", advice=reason.advice)


def _outcome(at: _At, wishes: Wishes) -> Outcome:
    finding, decision = _finding(at), at.decision
    nodes = frozenset(_node(fact) for fact in at.facts)
    kept = at.kept if at.refused is None else None
    facts = at.facts if kept is None else [fact for fact in kept.unit.facts if builds(fact)]
    wanted = wishes.want(finding.rule if nodes else None, at.holder, finding.line, finding.end_line)
    return Outcome(
        finding,
        move(at.holder, decision) if at.kept is None else keep(at.kept),
        decision.in_front_of_session,
        nodes,
        frozenset((_node(fact), fact.chain) for fact in facts),
        wanted and not wishes.leave_test(decision.loop),
    )


def _node(fact: Fact) -> Node:
    """The primitive's node as plain data; one that stands nowhere is none but itself."""
    node = fact.node
    if not hasattr(node, "lineno"):
        return (str(fact.path), 0, 0, 0, id(node), type(node).__name__)
    begin = (node.lineno, getattr(node, "col_offset", 0))
    end = (getattr(node, "end_lineno", 0) or 0, getattr(node, "end_col_offset", 0) or 0)
    return (str(fact.path), *begin, *end, type(node).__name__)
