"""Rules: one module each, found by their ``CODE``.

A rule module has ``CODE``, ``NAME``, ``EXAMPLE`` (before, after), a docstring that is its explanation, and
``claims(site)``. It may have ``edits(decision, module)`` for what it changes beside the move, and ``note(decision)``
for what the reader of the report should know of it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoist.analysis.first_use import Kept
    from hoist.analysis.motion import Decision
    from hoist.analysis.program import Module
    from hoist.edits import Edit


@dataclass(frozen=True)
class Site:
    """What a rule is asked about: a place in a session loop that builds.

    Attributes:
        symbols: TensorFlow symbols that add nodes there (``tf.train.Saver``, ``optimizer.minimize``, ``operator``).
        is_expression: whether it is an expression inside a statement that stays.
        monitored: whether the session is a monitored one.
    """

    symbols: frozenset[str]
    is_expression: bool
    monitored: bool


@dataclass(frozen=True)
class Rule:
    """One rule, as read from its module."""

    code: str
    name: str
    explanation: str
    example: tuple[str, str]
    claims: Callable[[Site], bool]
    edits: Callable[[Decision | Kept, Module], Sequence[Edit]]
    note: Callable[[Decision | Kept], str]


def _no_edits(_decision: Decision | Kept, _module: Module) -> Sequence[Edit]:
    return ()


def _no_note(_decision: Decision | Kept) -> str:
    return ""


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, in the order of the codes; the first that claims a site has it."""
    found = []
    for info in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{info.name}")
        if not hasattr(module, "CODE"):
            continue
        found.append(
            Rule(
                module.CODE,
                module.NAME,
                (module.__doc__ or "").strip(),
                module.EXAMPLE,
                module.claims,
                getattr(module, "edits", _no_edits),
                getattr(module, "note", _no_note),
            )
        )
    return tuple(sorted(found, key=lambda rule: rule.code))
