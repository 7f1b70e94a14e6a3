"""Effects as the analysis records them: one fact for each thing that evaluating a node does."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from hoist.tensorflow_api.symbol import Effect, Word


class Act(Word):
    """Effects that come from Python, or that refine what the TensorFlow tables say of a call."""

    READS = "reads a name or attribute that outlives the call"
    WRITES = "writes a name or attribute that outlives the call"
    FILLS = "sets an attribute of the object that it makes"
    MUTATES = "changes a mutable object"
    UNKNOWN_CALL = "calls what is not known"
    FOREIGN_CALL = "calls another library"
    OPERATES = "applies an operator to a value that is not known"
    MAY_BUILD = "adds nodes if what it takes an element of is a tensor"
    YIELDS = "hands over to its consumer"
    CREATES = "makes a variable at the first turn and shares it after"
    CLASHES = "makes a variable of the same name at each turn"
    MAYBE_REUSES = "shares or makes variables, which is not known"
    SEEDED = "adds a random op with an op-level seed"
    REGISTERS = "registers in a collection"
    READS_COLLECTION = "reads a collection"
    NO_VARIABLE_YET = "reads the list of variables where none may exist"
    DRAWS_HOST = "draws from Python's or NumPy's generator"
    CONTROLS = "adds control dependencies"
    LOOKS_UP_ANY = "finds an op by a name that is not written in the source"
    REBINDS = "may set or read any name by its text"
    SHOWS_VARIABLES = "reads a name that is bound only where a variable exists"
    MONITORED = "runs a monitored session"


@dataclass(frozen=True)
class Location:
    """A place that holds a value: ``global`` name of a module, ``local`` one of a function, ``attr`` of any object."""

    space: str
    owner: object
    name: str


@dataclass(frozen=True)
class Fact:
    """One effect of one node.

    Attributes:
        act: what is done.
        what: the symbol, function, collection or name it is done with or to.
        path, line: where the primitive stands that does it.
        node: the primitive's node, to tell two on one line apart.
        location: for reads and writes.
        site: the mutable object changed; None where it is not known which.
        once: under a guard that lets it happen once only.
        chain: calls from where the fact was first seen down to the primitive: (path, line, name).
    """

    act: Act | Effect
    what: str
    path: Path
    line: int
    node: ast.AST
    location: Location | None = None
    site: ast.AST | None = None
    once: bool = False
    chain: tuple[tuple[Path, int, str], ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Hash once what sets ask for many times; what is left out seldom tells two facts apart."""
        object.__setattr__(self, "_hash", hash((self.act, self.what, self.node, self.site, self.once)))

    def __hash__(self) -> int:
        return self._hash


def shortest(facts: Iterable[Fact]) -> frozenset[Fact]:
    """The facts without those that differ from another only in being reached through more calls."""
    kept: dict[object, Fact] = {}
    for fact in facts:
        key = (fact.act, fact.what, fact.node, fact.location, fact.site, fact.once)
        known = kept.get(key)
        if known is None or _shorter(fact, known):
            kept[key] = fact
    return frozenset(kept.values())


def _shorter(fact: Fact, other: Fact) -> bool:
    """Whether a fact is reached through fewer calls than another, or, to choose one, through lower ones."""
    if len(fact.chain) != len(other.chain):
        return len(fact.chain) < len(other.chain)
    return _as_text(fact) < _as_text(other)


def place(fact: Fact) -> tuple[str, int, int, int, int]:
    """Where the primitive stands that does it, to tell which fact comes first; of two, the one around the other."""
    node = fact.node
    ends = (-(getattr(node, "end_lineno", 0) or 0), -(getattr(node, "end_col_offset", 0) or 0))
    return (str(fact.path), fact.line, getattr(node, "col_offset", 0), *ends)


def ordered(facts: Iterable[Fact]) -> list[Fact]:
    """The facts in an order that is the same in each run: by their places, then by what they are."""
    return sorted(facts, key=lambda f: (place(f), str(f.act.value), f.what, f.once, len(f.chain), _as_text(f)))


def _as_text(fact: Fact) -> list[tuple[str, int, str]]:
    return [(str(path), line, name) for path, line, name in fact.chain]


GRAPH_STATE = frozenset(
    {
        Effect.BUILDS,
        Effect.MAKES_VARIABLE,
        Effect.SHARES_VARIABLE,
        Effect.READS_VARIABLES,
        Effect.DRAWS,
        Effect.STATEFUL,
        Effect.LOOKS_UP_NAMES,
        Effect.READS_GRAPH,
        Effect.CHANGES_GRAPH,
        Act.MAY_BUILD,
        Act.LOOKS_UP_ANY,
        Act.CREATES,
        Act.CLASHES,
        Act.MAYBE_REUSES,
        Act.SEEDED,
        Act.REGISTERS,
        Act.READS_COLLECTION,
        Act.NO_VARIABLE_YET,
        Act.CONTROLS,
    }
)
"""Effects on the default graph: they leave nothing behind when that graph is a fresh one."""
