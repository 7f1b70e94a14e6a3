"""The words by which a program may run a session: read off the tables, so that none is forgotten."""

from __future__ import annotations

from functools import lru_cache

from hoist.tensorflow_api import known_families, known_methods
from hoist.tensorflow_api.aliases import ALIASES
from hoist.tensorflow_api.symbol import Effect, Kind

# Kinds that come from calls alone, so that one that makes them is named in the program.
_NAMED = frozenset({Kind.SESSION, Kind.MONITORED_SESSION, Kind.SAVER})


@lru_cache(maxsize=1)
def running_words() -> dict[str, frozenset[str]]:
    """Each last part of a name that may run a session, and names of which one must be there as well, if any."""
    found: dict[str, frozenset[str]] = {"run": frozenset()}  # of what is called `sess`, wherever it comes from
    for path, one in known_families().items():
        if Effect.RUNS in one.effects:
            found.update(dict.fromkeys(_names(path), frozenset()))
    kinds: dict[str, set[Kind]] = {}
    for kind, table in known_methods().items():
        for name, (_, one) in table.items():
            if Effect.RUNS in one.effects:
                kinds.setdefault(name, set()).add(kind)
    for name, of in kinds.items():
        makers = frozenset().union(*(_makers(kind) for kind in of)) if of <= _NAMED else frozenset()
        found[name] = makers if found.get(name, makers) else frozenset()
    return found


def _names(path: str) -> list[str]:
    """The last parts of all names of a symbol."""
    return [name.rpartition(".")[2] for name in (path, *(old for old, new in ALIASES.items() if new == path))]


def _makers(kind: Kind) -> frozenset[str]:
    found: set[str] = set()
    for path, one in known_families().items():
        if one.result is kind:
            found.update(_names(path))
    for table in known_methods().values():
        found.update(name for name, (_, one) in table.items() if one.result is kind)
    return frozenset(found)
