"""How the findings of several programs, loops and ways to a build go together: one for each build."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hoist.analysis.keeping import Chain
from hoist.outcomes import Key, Node, Outcome
from hoist.remedies import Keep


def merged(programs: Iterable[Iterable[Outcome]]) -> list[Outcome]:
    """The outcomes of several programs, one for each build."""
    found: dict[Key, Outcome] = {}
    endless: set[Node] = set()
    for outcomes in programs:
        for one in outcomes:
            if not one.finding.bound:
                endless |= one.builds
            found[one.key] = _merge(found[one.key], one) if one.key in found else one
    return [_endless(one) if one.builds & endless else one for one in _each_build_once(found.values())]


def _merge(known: Outcome, new: Outcome) -> Outcome:
    """Two scripts, or two loops, reach the same place: it moves only if it may move in each, and only as far.

    What the user does not want to see, such as a loop of a test, may keep it from moving, but is not spoken of where
    another shows the place.
    """
    if known.shown != new.shown:
        seen, hidden = (known, new) if known.shown else (new, known)
        if seen.move is None:
            return seen
        further = hidden.move is not None and (hidden.in_front_of_session or not seen.in_front_of_session)
        return seen if further else replace(hidden, shown=True)
    if known.move is None:
        return known
    if new.move is None:
        return new if not new.finding.chain else known
    if isinstance(known.move, Keep) or isinstance(new.move, Keep):
        return known if isinstance(known.move, Keep) else new  # it serves each call of the function, not one loop only
    return known if not known.in_front_of_session else new


def _each_build_once(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """One outcome for each build: of those that name the same, the one nearest to it and seen from its own loop.

    What moves is kept whatever it builds: it may be a shared variable that goes along with what is built on it. A call
    that moves leaves the function that builds where other calls reach it.
    """
    covered: set[Node] = set()
    moved: dict[Node, set[Chain]] = {}
    kept = []
    for outcome in sorted(outcomes, key=_distance):
        ways = outcome.ways
        if outcome.move is None and all(n in covered or _is_by(chain, moved.get(n, ())) for n, chain in ways):
            continue
        kept.append(outcome)
        if outcome.move is None:
            covered |= outcome.builds
            continue
        for node, chain in ways:
            moved.setdefault(node, set()).add(chain)
    return kept


def _is_by(chain: Chain, others: Iterable[Chain]) -> bool:
    """Whether calls end with those of another way, so that they come by its first one."""
    return any(chain[len(chain) - len(other) :] == other for other in others)


def _endless(outcome: Outcome) -> Outcome:
    """The outcome, whose build another loop repeats without end."""
    return replace(outcome, finding=replace(outcome.finding, bound="")) if outcome.finding.bound else outcome


def _distance(outcome: Outcome) -> tuple[bool, bool, int, int, int, int]:
    finding = outcome.finding
    lines = finding.end_line - finding.line
    stays = outcome.move is None
    return (
        not outcome.shown,
        stays,
        len(finding.chain),
        lines,
        finding.end_column - finding.column if not lines else 0,
        -finding.loop_line,
    )
