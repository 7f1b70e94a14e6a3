"""Changes of training: rules on programs that train, which a user asks for, a stage beside the session loops.

A rule of this stage is a module with ``CODE``, ``NAME``, ``EXAMPLE`` (before, after), a docstring that is its
explanation, and ``proposals(names, wishes)``. It may have ``objection(names, proposal)``, which gives the refusal and
its reason where another file of the same program speaks against the change. Unlike a cure, a rule changes how a
program trains: it is never applied unless a select names it, and it says what it keeps, what it changes, and what the
runs showed.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoist.training.keras_names import KerasNames
    from hoist.training.proposal import Proposal, Wishes

PREFIX = "HST3"


@dataclass(frozen=True)
class TrainingRule:
    """One rule, as read from its module."""

    code: str
    name: str
    explanation: str
    example: tuple[str, str]
    proposals: Callable[[KerasNames, Wishes], Iterable[Proposal]]
    objection: Callable[[KerasNames, Proposal], tuple[str, str] | None]


def _no_objection(_names: KerasNames, _one: Proposal) -> tuple[str, str] | None:
    return None


@cache
def training_rules() -> tuple[TrainingRule, ...]:
    """Every rule of this stage, in the order of the codes."""
    found = []
    for info in pkgutil.iter_modules(__path__):
        if info.name.startswith("recorder"):  # they belong to another interpreter
            continue
        module = importlib.import_module(f"{__name__}.{info.name}")
        if hasattr(module, "CODE"):
            explanation = (module.__doc__ or "").strip()
            objection = getattr(module, "objection", _no_objection)
            words = module.CODE, module.NAME, explanation, module.EXAMPLE
            found.append(TrainingRule(*words, module.proposals, objection))
    return tuple(sorted(found, key=lambda rule: rule.code))


def asked_for(select: Sequence[str] | None) -> bool:
    """Whether a select names changes of training; a prefix that means cures as well does not."""
    return any(code.startswith(PREFIX) for code in select or ())
