"""What each TensorFlow symbol does: kind of value, effects, parameters. Data and rules; TensorFlow is not imported.

`lookup` takes a dotted path as it is written in a program, after its imports are resolved (`tf.compat.v1.nn.relu`,
`tf.math.add`, `tf_slim.conv2d`), and gives the `Symbol` of its canonical path, or None: not known, so never moved.

Two things that a build may do are no effect here, because no program that builds and runs a graph can see them:
control-flow contexts in the collections of `BOOKKEEPING`, which TensorFlow itself writes and which only the writer
of a meta graph reads, and `Assert` ops, which run only with what they guard.
"""

from __future__ import annotations

from functools import lru_cache

from hoist.tensorflow_api.collections_ import GRAPH_KEYS
from hoist.tensorflow_api.family import Family
from hoist.tensorflow_api.symbol import Effect, Kind, Symbol

__all__ = [
    "BOOKKEEPING",
    "GRAPH_KEYS",
    "Effect",
    "Kind",
    "Symbol",
    "canonical",
    "is_module",
    "known_families",
    "known_methods",
    "known_paths",
    "lookup",
    "lookup_method",
    "operator_builds",
]

#: Collections in which control flow (`tf.cond`, `tf.while_loop` and what uses them) notes its contexts.
BOOKKEEPING = frozenset({"cond_context", "while_context"})

_WITH_OPERATORS = frozenset({Kind.TENSOR, Kind.PLACEHOLDER, Kind.VARIABLE})


@lru_cache(maxsize=1)
def known_families() -> dict[str, Family]:
    """Canonical path -> what is known of it."""
    from hoist.tensorflow_api import (
        collections_,
        layers,
        plain_python,
        pure_ops,
        random_ops,
        stateful,
        training,
        variables,
    )

    table: dict[str, Family] = {}
    for module in (pure_ops, random_ops, variables, layers, collections_, training, stateful, plain_python):
        for one in module.FAMILIES:
            for name in one.names:
                table[name] = one
    return table


@lru_cache(maxsize=1)
def known_methods() -> dict[Kind, dict[str, tuple[str, Family]]]:
    """Kind of value -> name of a method or attribute -> its path and what is known of it."""
    from hoist.tensorflow_api.methods import METHODS

    return {
        kind: {name.rpartition(".")[2]: (name, one) for one in families for name in one.names}
        for kind, families in METHODS.items()
    }


def _symbol(path: str, one: Family) -> Symbol:
    from hoist.tensorflow_api.signatures import SIGNATURES

    return Symbol(
        path=path,
        result=one.result,
        effects=one.effects,
        registers=one.registers,
        reads=one.reads,
        parameters=tuple(SIGNATURES.get(path, "").split()),
        callable=one.callable,
        shares_by=one.shares_by,
        fed=one.fed,
    )


@lru_cache(maxsize=4096)
def canonical(path: str) -> str:
    """The one path under which `path` is described; `path` itself where nothing is known of it."""
    from hoist.tensorflow_api.aliases import ALIASES, MODULE_ALIASES

    for _ in range(4):
        for old, new in MODULE_ALIASES:
            if path == old or path.startswith(old + "."):
                path = new + path[len(old) :]
        if path not in ALIASES:
            break
        path = ALIASES[path]
    return path


@lru_cache(maxsize=4096)
def lookup(path: str) -> Symbol | None:
    """What is known of the symbol that `path` names, or None."""
    path = canonical(path)
    one = known_families().get(path)
    if one is not None:
        return _symbol(path, one)
    owner, _, name = path.rpartition(".")
    if owner == "tf.GraphKeys":
        return Symbol(path, Kind.PYTHON, callable=False) if name in GRAPH_KEYS else None
    holder = known_families().get(canonical(owner))
    if holder is not None and not holder.callable and holder.result is Kind.CLASS and name.isupper():
        return Symbol(path, Kind.PYTHON, callable=False)
    if holder is not None and holder.result is Kind.FLAGS and not holder.callable:
        return Symbol(path, Kind.PYTHON, callable=False)
    return None


def is_module(path: str) -> bool:
    """Whether `path` is a module of TensorFlow (`tf.nn`)."""
    from hoist.tensorflow_api.aliases import MODULES

    return path in MODULES or canonical(path) in MODULES


@lru_cache(maxsize=1024)
def lookup_method(kind: Kind, name: str) -> Symbol | None:
    """What is known of the method or attribute `name` of a value of that kind, or None."""
    found = known_methods().get(kind, {}).get(name)
    return None if found is None else _symbol(*found)


def operator_builds(kind: Kind) -> bool:
    """Whether Python's operators and subscripts on a value of that kind add nodes."""
    return kind in _WITH_OPERATORS


def known_paths() -> tuple[str, ...]:
    """The canonical paths that are described, sorted."""
    return tuple(sorted(known_families()))
