"""Flags of the command line (``argparse``): which of them may hold something else than a number or text."""

from __future__ import annotations

from hoist.analysis.frame import Run
from hoist.analysis.values import PyKind, Value, elements
from hoist.tensorflow_api.symbol import Kind

#: Noted among what the program changes where any flag may hold anything.
ANY_FLAG = "any flag"


def define(run: Run, path: str, args: list[Value], keywords: dict[str, Value]) -> None:
    """Note which flags are given something that is no number or text, by their default or their type."""
    called = path.rpartition(".")[2]
    if called == "set_defaults":
        odd = [name for name, value in keywords.items() if not _is_plain(value)]
        _note(run, odd)
    elif called in ("parse_args", "parse_known_args", "ArgumentParser"):
        if "namespace" in keywords or len(args) > 1 or not _is_plain(keywords.get("argument_default")):
            run.patch(ANY_FLAG)
    elif called == "add_argument":
        given = [keywords[name] for name in ("default", "const") if name in keywords]
        made = [keywords[name] for name in ("type",) if name in keywords]
        if "**" in keywords or any("star" in value.notes for value in args) or not _is_plain(keywords.get("action")):
            run.patch(ANY_FLAG)
        elif not all(map(_is_plain, given)) or not all(map(_makes_plain, made)):
            names = [keywords["dest"]] if "dest" in keywords else args
            _note(run, [_flag(value) for value in names])


def _note(run: Run, names: list[str]) -> None:
    for name in names:
        run.patch(ANY_FLAG if name in ("", "**") else f"attribute {name}")


def _flag(value: Value) -> str:
    return value.const.lstrip("-").replace("-", "_") if isinstance(value.const, str) else ""


def _is_plain(value: Value | None) -> bool:
    """Whether a value is a number, a text, None or a list of these."""
    if value is None or value.kind is Kind.PYTHON:
        return True
    if value.kind in (PyKind.LIST, PyKind.TUPLE):
        return value.items == () or _is_plain(elements(value))
    return value.kind is PyKind.FOREIGN and "()" not in str(value.ref)  # np.inf, sys.stdout


def _makes_plain(value: Value) -> bool:
    return value.kind is PyKind.BUILTIN or (value.kind is PyKind.FOREIGN and not str(value.ref).startswith("numpy"))
