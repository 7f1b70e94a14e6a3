"""From files to findings and edits: source, analysis and rules in a row, for any number of scripts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hoist import rules
from hoist.analysis.conditions.situation import ProgramFacts, Refused
from hoist.analysis.facts import Fact, ordered, place
from hoist.analysis.frame import Run
from hoist.analysis.loops import EffectsOf, SessionLoop, builds, enclosing_statement
from hoist.analysis.modules import run_program
from hoist.analysis.motion import Decision, decide
from hoist.analysis.program import Module, Program
from hoist.analysis.tests import is_test
from hoist.analysis.units import Unit
from hoist.analysis.values import UNKNOWN, PyKind
from hoist.edits import FileEdits
from hoist.findings import Finding, Place, Remedy, RemedyKind
from hoist.moves import file_edits
from hoist.refusals import REFUSALS
from hoist.source.files import SourceFile, UnreadableSource
from hoist.tensorflow_api.symbol import Kind

_TENSORFLOW = re.compile(r"\b(tensorflow|tf_slim|keras)\b")
_IGNORE = re.compile(r"#\s*hoist:\s*ignore(?:\[([A-Z0-9,\s]+)\])?", re.IGNORECASE)


@dataclass(frozen=True)
class Examination:
    """What was found in a set of files.

    Attributes:
        findings: in the order of files and lines.
        edits: what the remedies would change, file by file.
        sources: every file that a finding or an edit speaks of.
        problems: files that could not be read.
        programs: for each script, the local files that belong to it, itself included.
    """

    findings: tuple[Finding, ...]
    edits: tuple[FileEdits, ...]
    sources: dict[Path, SourceFile]
    problems: tuple[UnreadableSource, ...]
    programs: dict[Path, frozenset[Path]]


@dataclass(frozen=True, eq=False)
class _Outcome:
    """One finding with the decision behind it; merged over the scripts in which it was met."""

    finding: Finding
    decision: Decision
    module: Module
    builds: frozenset[ast.AST]  # the calls and operators that add the nodes


@dataclass(frozen=True)
class _Wishes:
    """What the user wants to see and have changed: on the command line, and in comments."""

    select: tuple[str, ...]
    ignore: tuple[str, ...]

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


@dataclass
class _Files:
    """Parsed files, shared by the programs of one examination."""

    modules: dict[Path, Module] = field(default_factory=dict)
    problems: dict[Path, UnreadableSource] = field(default_factory=dict)


def examine(
    files: Sequence[Path],
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    named: Sequence[Path] | None = None,
) -> Examination:
    """Examine scripts with the local modules that they import.

    Loops in tests are left out: a test may build as often as it likes. Who names a file of tests wants to know
    nevertheless, as with linters that leave files out of a folder only.

    Args:
        files: files to examine; a file that another of them imports is examined as part of that one.
        select: code prefixes of the rules to apply; all if empty.
        ignore: code prefixes of the rules to leave out.
        named: the files that the user named one by one, rather than by their folder; all if None.
    """
    wishes = _Wishes(tuple(select), tuple(ignore))
    spoken_of = None if named is None else frozenset(path.resolve() for path in named)
    paths = [path.resolve() for path in files]
    shown = {path.resolve(): path for path in files}
    store = _Files()
    outcomes: dict[tuple[Path, int, int, int, int], _Outcome] = {}
    programs: dict[Path, frozenset[Path]] = {}
    for root in _scripts(paths, store):
        program = Program(_roots(root), store.modules, store.problems)
        try:
            run = run_program(program, [root])
            met = list(_outcomes(run, wishes))
        except RecursionError:
            store.problems[root] = UnreadableSource(root, None, "nested too deeply to be followed")
            continue
        programs[root] = frozenset(run.modules)
        for outcome in met:
            key = _key(outcome.finding)
            outcomes[key] = _merge(outcomes[key], outcome) if key in outcomes else outcome
    kept = [o for o in _each_build_once(outcomes.values()) if _wanted(o, wishes) and not _in_test(o, spoken_of)]
    kept.sort(key=lambda o: (str(o.finding.path), o.finding.line, o.finding.column))
    findings = tuple(_as_named(o.finding, shown) for o in kept)
    sources = {shown.get(p, p): m.source for p, m in store.modules.items()}
    problems = tuple(problem for path, problem in store.problems.items() if path in shown)
    return Examination(findings, tuple(file_edits((o.module, o.decision) for o in kept)), sources, problems, programs)


def _as_named(finding: Finding, shown: dict[Path, Path]) -> Finding:
    """The finding with paths as the caller named them."""
    return replace(
        finding,
        path=shown.get(finding.path, finding.path),
        loop_path=shown.get(finding.loop_path, finding.loop_path),
        chain=tuple(replace(place, path=shown.get(place.path, place.path)) for place in finding.chain),
    )


def local_files(script: Path) -> list[Path]:
    """The local modules that a script imports, directly or through others; those that cannot be read are left out."""
    store = _Files()
    program = Program(_roots(script.resolve()), store.modules, store.problems)
    found: list[Path] = []
    queue = [script.resolve()]
    while queue:
        module = program.module(queue.pop())
        for target in _local_imports(program, module) if module is not None else ():
            if target not in found:
                found.append(target)
                queue.append(target)
    return found


def _roots(script: Path) -> tuple[Path, ...]:
    """Where a script's local modules are looked for: its own folder, and its project's root."""
    for folder in script.parents:
        if any((folder / mark).exists() for mark in (".git", "setup.py", "pyproject.toml", "setup.cfg")):
            return (script.parent, folder) if folder != script.parent else (script.parent,)
    return (script.parent,)


def _scripts(paths: Sequence[Path], store: _Files) -> list[Path]:
    """The files that no other of them imports and that have to do with TensorFlow, themselves or by their imports."""
    local: dict[Path, set[Path]] = {}
    for path in paths:
        program = Program(_roots(path), store.modules, store.problems)
        module = program.module(path)
        if module is not None:
            local[path] = _local_imports(program, module)
    imported = {target for path, targets in local.items() for target in targets if target != path}
    found = [path for path in local if path not in imported]
    reached = set(found)
    for path in found:
        reached |= _closure(path, local)
    found += [path for path in local if path not in reached]  # files that import each other
    return [path for path in found if _concerns_tensorflow(path, local, store)]


def _local_imports(program: Program, module: Module) -> set[Path]:
    found: set[Path] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            targets = [program.imported(alias.name, 0, module.path) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            targets = [program.imported(node.module, node.level, module.path)]
            prefix = f"{node.module}." if node.module else ""
            targets += [program.imported(prefix + a.name, node.level, module.path) for a in node.names if a.name != "*"]
        else:
            continue
        found.update(target for target in targets if target is not None)
    return found


def _closure(path: Path, local: dict[Path, set[Path]]) -> set[Path]:
    found: set[Path] = set()
    queue = [path]
    while queue:
        for target in local.get(queue.pop(), ()):
            if target not in found:
                found.add(target)
                queue.append(target)
    return found


def _concerns_tensorflow(path: Path, local: dict[Path, set[Path]], store: _Files) -> bool:
    for other in {path, *_closure(path, local)}:
        module = store.modules.get(other)
        if module is None or _TENSORFLOW.search(module.source.text):
            return True
    return False


def _outcomes(run: Run, wishes: _Wishes) -> Iterable[_Outcome]:
    effects, program = EffectsOf(run), ProgramFacts(run)
    for path in list(run.modules):
        module = run.modules[path].module

        def left_alone(unit: Unit, loop: SessionLoop, module: Module = module) -> bool:
            facts = [fact for fact in unit.facts if builds(fact)]
            span = module.span(unit.node)
            code = _rule(facts, unit, loop).code
            return not wishes.want(code if facts else None, module, span.line, span.end_line)

        for decision in decide(run, module, effects, program, left_alone):
            yield from _findings(run, module, decision)


def _each_build_once(outcomes: Iterable[_Outcome]) -> list[_Outcome]:
    """One outcome for each build: of those that name the same, the one nearest to it and seen from its own loop.

    What moves is kept whatever it builds: it may be a shared variable that goes along with what is built on it.
    """
    covered: set[ast.AST] = set()
    kept = []
    for outcome in sorted(outcomes, key=_distance):
        if outcome.decision.refused is None or not outcome.builds <= covered:
            covered |= outcome.builds
            kept.append(outcome)
    return kept


def _distance(outcome: _Outcome) -> tuple[bool, int, int, int, int]:
    finding = outcome.finding
    lines = finding.end_line - finding.line
    stays = outcome.decision.refused is not None
    return (
        stays,
        len(finding.chain),
        lines,
        finding.end_column - finding.column if not lines else 0,
        -finding.loop_line,
    )


def _findings(run: Run, module: Module, decision: Decision) -> Iterable[_Outcome]:
    """What is reported of a unit: it itself where it moves, else each place that builds, in whatever function."""
    unit = decision.unit
    facts = [fact for fact in unit.facts if builds(fact)]
    if unit.node is decision.loop.stepwise:
        facts = [fact for fact in run.each_turn(unit.node) if builds(fact)]
    chained = [fact for fact in facts if fact.chain]
    raises = _surely_raises(run, decision)
    if decision.refused is not None and chained:
        inside = list(_inside_calls(run, module, decision, chained, raises))
        yield from inside
        facts = [fact for fact in facts if not fact.chain] if inside else facts
    if facts or decision.refused is None:
        finding = _finding(module, module, unit.node, _rule(facts, unit, decision.loop), decision, (), raises)
        yield _Outcome(finding, decision, module, frozenset(fact.node for fact in facts))


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
    run: Run, module: Module, decision: Decision, facts: Sequence[Fact], raises: bool
) -> Iterable[_Outcome]:
    """A call of the program's functions that stays: one finding for each statement in them that builds."""
    by_statement: dict[ast.stmt, list[Fact]] = {}
    for fact in ordered(facts):
        holder = run.program.modules.get(fact.path)
        if holder is not None and fact.node in holder.parents:
            by_statement.setdefault(enclosing_statement(holder, fact.node), []).append(fact)
    for inside in by_statement.values():
        first = min(inside, key=lambda f: (place(f), len(f.chain)))
        assert isinstance(first.node, (ast.stmt, ast.expr))
        holder = run.program.modules[first.path]
        chain = tuple(Place(path, line, name) for path, line, name in first.chain)
        finding = _finding(
            module, holder, first.node, _rule(inside, decision.unit, decision.loop), decision, chain, raises
        )
        yield _Outcome(finding, decision, holder, frozenset(fact.node for fact in inside))


def _finding(
    module: Module,
    holder: Module,
    node: ast.stmt | ast.expr,
    rule: rules.Rule,
    decision: Decision,
    chain: tuple[Place, ...],
    will_raise: bool,
) -> Finding:
    span = holder.span(node)
    text = holder.text(node)
    shown = text if len(text) <= 60 else text[:57] + "..."
    loop = decision.loop.node
    refused = decision.refused
    return Finding(
        holder.path,
        span.line,
        span.column,
        span.end_line,
        span.end_column,
        rule.code,
        f"`{shown}` adds nodes to the graph at each turn of the session loop at line {loop.lineno}",
        _remedy(refused, rule.note(decision) if refused is None else ""),
        loop.lineno,
        module.path,
        chain,
        will_raise=will_raise,
    )


def _remedy(refused: Refused | None, note: str) -> Remedy:
    if refused is None:
        return Remedy(RemedyKind.HOIST, note=note)
    reason = REFUSALS[refused.code]
    where = f": {refused.detail}" if refused.detail else ""
    return Remedy(RemedyKind.REFUSE, reason.code, explanation=f"{reason.title}{where}", advice=reason.advice)


def _key(finding: Finding) -> tuple[Path, int, int, int, int]:
    return (finding.path, finding.line, finding.column, finding.end_line, finding.end_column)


def _merge(known: _Outcome, new: _Outcome) -> _Outcome:
    """Two scripts, or two loops, reach the same place: it moves only if it may move in each, and only as far."""
    if known.decision.refused is not None:
        return known
    if new.decision.refused is not None:
        return new if not new.finding.chain else known
    return known if not known.decision.in_front_of_session else new


def _wanted(outcome: _Outcome, wishes: _Wishes) -> bool:
    finding = outcome.finding
    return wishes.want(finding.rule if outcome.builds else None, outcome.module, finding.line, finding.end_line)


def _in_test(outcome: _Outcome, named: frozenset[Path] | None) -> bool:
    """Whether the loop stands in a test that the user did not name."""
    loop = outcome.decision.loop
    if named is None or loop.module.path in named:
        return False
    return is_test(loop.module, loop.node)
