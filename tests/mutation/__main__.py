"""Mutation testing: change the code in one place at a time, and list the changes that no test notices.

    python -m tests.mutation [CONFIG] [--every N]

CONFIG is a cosmic-ray configuration, ``comparison.toml`` in this folder unless another is named. Beside what cosmic-ray
reads it has ``[cosmic-ray.selection]``, with the ``operators`` that count, as regular expressions;
``[cosmic-ray.selection.definitions]``, the modules of which only some functions or classes count; and
``[[cosmic-ray.equivalent]]``, each a ``line`` that means the same so changed, and ``why``. Annotations do not count.
``--every N`` tries each Nth change only.

All happens in a copy of the tree, in a temporary folder. Prints each change that survives, and the score: the share of
changes noticed among those that mean something. Ends with 1 if one survives that the configuration does not list.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Set as AbstractSet
from pathlib import Path
from typing import Any

from cosmic_ray.config import load_config
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "node_modules")
Position = tuple[int, int]
Span = tuple[Position, Position]


def selection(config: Mapping[str, Any], tree: Path) -> Callable[[str, str, Position], bool]:
    """What tells of an operator, a module and a place in it whether the change counts."""
    chosen = config.get("selection", {})
    names = chosen.get("definitions", {})
    operators = re.compile("|".join(chosen.get("operators", [".*"])))
    modules = {path: ast.parse((tree / path).read_bytes()) for path in config["module-path"]}
    places = {path: tuple(_definitions(module, names.get(path))) for path, module in modules.items()}
    annotations = {path: tuple(_annotations(module)) for path, module in modules.items()}

    def counts(operator: str, module: str, start: Position) -> bool:
        inside = any(begin <= start < end for begin, end in places[module])
        typed = any(begin <= start < end for begin, end in annotations[module])
        return inside and not typed and bool(operators.fullmatch(operator.partition("/")[2]))

    return counts


def _span(node: ast.stmt | ast.expr) -> Span:
    return (node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)


def _definitions(module: ast.Module, names: list[str] | None) -> Iterator[Span]:
    for node in module.body if names is None else ast.walk(module):
        if isinstance(node, ast.stmt) and (names is None or getattr(node, "name", None) in names):
            (line, _), end = _span(node)
            yield (min([line, *(each.lineno for each in getattr(node, "decorator_list", []))]), 0), end


def _annotations(module: ast.Module) -> Iterator[Span]:
    for node in ast.walk(module):
        for name in ("annotation", "returns"):
            found = getattr(node, name, None)
            if isinstance(found, ast.expr):
                yield _span(found)


def skip(database: WorkDB, counts: Callable[[str, str, Position], bool], every: int) -> None:
    """Mark what does not count as done."""
    skipped, taken = [], 0
    pairs = [(item.mutations[0], item) for item in database.pending_work_items]
    for change, item in sorted(pairs, key=lambda pair: (str(pair[0].module_path), pair[0].start_pos, str(pair[0]))):
        if counts(change.operator_name, change.module_path.as_posix(), change.start_pos):
            taken += 1
            if taken % every == 0:
                continue
        skipped.append(item.job_id)
    database.set_multiple_results(skipped, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))


def changed_line(diff: str) -> tuple[str, str]:
    """The line before and after, without indentation."""
    lines = diff.splitlines()
    removed = [line[1:].strip() for line in lines if line.startswith("-") and not line.startswith("---")]
    added = [line[1:].strip() for line in lines if line.startswith("+") and not line.startswith("+++")]
    return " ".join(filter(None, removed)), " ".join(filter(None, added))


def tell(database: WorkDB, equivalent: AbstractSet[str]) -> int:
    """Print the survivors and the score; give how many survive that are not known to mean the same."""
    tried = [(item.mutations[0], result) for item, result in database.completed_work_items if result.test_outcome]
    survivors = [(item, result) for item, result in tried if result.test_outcome is not TestOutcome.KILLED]
    known = 0
    for change, result in sorted(survivors, key=lambda pair: (str(pair[0].module_path), pair[0].start_pos)):
        before, after = changed_line(result.diff or "")
        known += after in equivalent
        if after not in equivalent:
            place = f"{change.module_path}:{change.start_pos[0]}: {change.operator_name.partition('/')[2]}"
            sys.stdout.write(f"{place}\n  - {before}\n  + {after}\n")
    killed, left = len(tried) - len(survivors), len(survivors) - known
    score = 100 * killed / max(1, len(tried) - known)
    counts = f"{len(tried)} changes: {killed} noticed, {known} mean the same, {left} survive"
    sys.stdout.write(f"{counts}; score {score:.1f} %\n")
    return left


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="tests.mutation", description="Lists changes that no test notices.")
    parser.add_argument("config", nargs="?", type=Path, default=Path(__file__).with_name("comparison.toml"))
    parser.add_argument("--every", type=int, default=1, metavar="N")
    options = parser.parse_args()
    config = load_config(str(options.config))
    with tempfile.TemporaryDirectory(prefix="hoist-mutation-") as name:
        tree = Path(name).resolve() / "tree"
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT, symlinks=True)
        # The tests of the copy run in this interpreter.
        env = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}
        env.pop("PYTHONDONTWRITEBYTECODE", None)

        def call(*words: str) -> None:
            subprocess.run(words, cwd=tree, env=env, check=True)

        path, session = str(options.config.resolve()), str(Path(name) / "session.sqlite")
        cosmic_ray = (sys.executable, "-m", "cosmic_ray.cli")
        call(
            *shlex.split(config.test_command)
        )  # must pass; leaves compiled modules behind, which makes the others shorter
        call(*cosmic_ray, "init", path, session)
        with use_db(session) as database:
            skip(database, selection(config, tree), options.every)
        call(*cosmic_ray, "exec", path, session)
        with use_db(session) as database:
            return 1 if tell(database, {each["line"] for each in config.get("equivalent", [])}) else 0


if __name__ == "__main__":
    sys.exit(main())
