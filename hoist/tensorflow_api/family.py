"""A family: symbols that share kind and effects, written as one readable list of names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hoist.tensorflow_api.symbol import Effect, Kind

BUILDS = Effect.BUILDS
MAKES_VARIABLE = Effect.MAKES_VARIABLE
SHARES_VARIABLE = Effect.SHARES_VARIABLE
READS_VARIABLES = Effect.READS_VARIABLES
DRAWS = Effect.DRAWS
STATEFUL = Effect.STATEFUL
RUNS = Effect.RUNS
LOOKS_UP_NAMES = Effect.LOOKS_UP_NAMES
READS_GRAPH = Effect.READS_GRAPH
CHANGES_GRAPH = Effect.CHANGES_GRAPH
FILES = Effect.FILES
PRINTS = Effect.PRINTS
THREADS = Effect.THREADS
CALLS_BACK = Effect.CALLS_BACK
CLOCK = Effect.CLOCK


@dataclass(frozen=True)
class Family:
    """Symbols with the same kind and effects; the fields mean what they mean in `Symbol`."""

    result: Kind
    effects: frozenset[Effect]
    names: tuple[str, ...]
    registers: frozenset[str] = frozenset()
    reads: frozenset[str] = frozenset()
    callable: bool = True
    shares_by: str = ""
    fed: tuple[str, ...] = ()


def family(  # noqa: PLR0913 -- one for each field of a symbol
    result: Kind,
    effects: Iterable[Effect],
    names: str,
    *,
    under: str = "tf",
    registers: Iterable[str] = (),
    reads: Iterable[str] = (),
    callable: bool = True,  # noqa: A002 -- as in Symbol
    shares_by: str = "",
    fed: tuple[str, ...] = (),
) -> Family:
    """A family whose names are given as words, each completed with the module `under` which they stand."""
    return Family(
        result,
        frozenset(effects),
        tuple(f"{under}.{name}" for name in names.split()),
        frozenset(registers),
        frozenset(reads),
        callable,
        shares_by,
        fed,
    )
