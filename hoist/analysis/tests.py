"""Which code is a test: by the names that test runners go by."""

from __future__ import annotations

import ast
from pathlib import Path

from hoist.analysis.program import Module


def is_test(module: Module, node: ast.AST) -> bool:
    """Whether a node stands in a file, function or class of tests."""
    if is_test_file(module.path):
        return True
    for parent in module.ancestors(node):
        if isinstance(parent, (ast.FunctionDef, ast.AsyncFunctionDef)) and parent.name.startswith("test_"):
            return True
        if isinstance(parent, ast.ClassDef) and any(_last_name(base) == "TestCase" for base in parent.bases):
            return True
    return False


def is_test_file(path: Path) -> bool:
    """Whether a whole file is tests."""
    return path.name.startswith("test_") or path.name.endswith("_test.py") or path.name == "tests.py"


def _last_name(base: ast.expr) -> str:
    return base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")
