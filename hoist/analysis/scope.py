"""One scope of the program, with all that those who look at its values ask for."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from hoist.analysis.facts import Fact
from hoist.analysis.frame import Run
from hoist.analysis.names import Names
from hoist.analysis.program import Module


def _no_function(_function: ast.AST) -> bool:
    return False


def _unknown(_function: ast.AST, _parameter: str, _lists: bool) -> bool:
    return False


def _any_value(_node: ast.expr) -> bool:
    return True


@dataclass(frozen=True, eq=False)
class Scope:
    """A function, or a module's top level.

    Attributes:
        run: the abstract run that everything was recorded in.
        module: where it stands.
        names: its names.
        effects: gives what a piece of syntax does.
        rebinds: whether names of the module may be bound by their text.
        callbacks: whether a run of a session may come back to Python.
        unsigned: whether the program may have arrays of unsigned integers.
        gives_no_tensor: whether every call of a function gives no tensor for one of its parameters, and no list but
            where these may be given.
        gives_array: whether a function gives an array or number, wherever it gives anything.
        sometimes_tensor: whether an expression is shown to give a tensor at times.
    """

    run: Run
    module: Module
    names: Names
    effects: Callable[[ast.AST], frozenset[Fact]]
    rebinds: bool = False
    callbacks: bool = True
    unsigned: bool = True
    gives_no_tensor: Callable[[ast.AST, str, bool], bool] = _unknown
    gives_array: Callable[[ast.AST], bool] = _no_function
    sometimes_tensor: Callable[[ast.expr], bool] = _any_value
