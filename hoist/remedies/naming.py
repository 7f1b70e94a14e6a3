"""Names for what a remedy adds: free in the file, and told from what they stand for."""

from __future__ import annotations

import ast
import re

from hoist.analysis.program import Module


def taken_in(module: Module) -> frozenset[str]:
    """The names that a file uses."""
    taken = {n.id for n in module.nodes if isinstance(n, ast.Name)}
    taken |= {n.arg for n in module.nodes if isinstance(n, ast.arg)}
    taken |= {name for n in module.nodes if isinstance(name := getattr(n, "name", None), str)}
    taken |= {(n.asname or n.name).split(".")[0] for n in module.nodes if isinstance(n, ast.alias)}
    return frozenset(taken)


def base_name(node: ast.expr) -> str:
    """A name for what an expression gives: the last part of the function that it calls."""
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "result")
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", called).lower()
    return "ops" if isinstance(node, ast.ListComp) else "result"


def fresh_name(base: str, taken: set[str]) -> str:
    """A name that is not taken yet, and is from now on."""
    name, count = base, 0
    while name in taken:
        count += 1
        name = f"{base}_{count}"
    taken.add(name)
    return name
