"""Errors of a run that a program catches and shows: they name the op, which is another one where it is built once.

TensorFlow 1.15.5 and 2.21 put the name into the text of an `OpError` (``[[node CheckNumerics_1 ...]]``) and into its
``op`` and ``node_def``; a value of the wrong shape is refused with the placeholder's name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoist.analysis.loops import EffectsOf
from hoist.analysis.program import Module
from hoist.tensorflow_api.symbol import Effect

if TYPE_CHECKING:
    from hoist.analysis.conditions.program_facts import ProgramFacts

_NAME_NOTHING = frozenset(
    "KeyboardInterrupt StopIteration SystemExit GeneratorExit IOError OSError EOFError KeyError IndexError NameError "
    "ZeroDivisionError AttributeError ImportError ModuleNotFoundError AssertionError".split()
)
# They name a placeholder that is fed what does not fit, but no other op.
_OF_FEEDS = frozenset({"ValueError", "TypeError", "RuntimeError"})
_PLAIN_ATTRIBUTES = frozenset({"error_code", "errno"})
_PLAIN_CALLS = frozenset({"isinstance", "type", "request_stop", "stop_on_exception"})


def first_told(program: ProgramFacts, *, of_feeds: bool = False) -> int | None:
    """The line of a handler that shows, turn after turn, the error of a run, or of a feed; None if there is none."""
    quiet = _NAME_NOTHING if of_feeds else _NAME_NOTHING | _OF_FEEDS
    effects = EffectsOf(program.run)
    for frame in program.run.modules.values():
        for handler in frame.module.nodes:
            if (
                not isinstance(handler, ast.ExceptHandler)
                or handler.name is None
                or not _may_name_an_op(handler, quiet)
            ):
                continue
            attempt = frame.module.parents[handler]
            runs = any(fact.act is Effect.RUNS for fact in effects.many(getattr(attempt, "body", [])))
            shown = any(not _is_plain(load, frame.module) for load in _loads(handler))
            if runs and shown and program.is_in_loop(attempt):
                return handler.lineno
    return None


def _may_name_an_op(handler: ast.ExceptHandler, quiet: frozenset[str]) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(not isinstance(kind, ast.Name) or kind.id not in quiet for kind in kinds)


def _loads(handler: ast.ExceptHandler) -> Iterator[ast.Name]:
    for statement in handler.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id == handler.name and isinstance(node.ctx, ast.Load):
                yield node


def _is_plain(load: ast.Name, module: Module) -> bool:
    """Whether an error is raised again, told to a coordinator, or asked for its kind."""
    parent = module.parents[load]
    if any(isinstance(around, ast.Raise) for around in module.ancestors(load)):
        return True
    if isinstance(parent, ast.Attribute):
        return parent.attr in _PLAIN_ATTRIBUTES
    if isinstance(parent, ast.Call) and load in parent.args:
        called = parent.func.attr if isinstance(parent.func, ast.Attribute) else getattr(parent.func, "id", "")
        return called in _PLAIN_CALLS
    return False
