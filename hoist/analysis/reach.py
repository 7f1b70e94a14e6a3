"""What of a program may lead to a loop that runs a session, told from the names that its files mention.

It errs on one side only. A name stands for every function of that name. What is mentioned without being called may be
called from anywhere, and so may generators, special methods, and functions that have been decorated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hoist.analysis.summary import TOP, Summary
from hoist.tensorflow_api.running import running_words


@dataclass(frozen=True)
class Reach:
    """Which functions of a program lead to its session loops.

    Attributes:
        leading: the names of functions that hold a loop which may run a session, change what such a loop may read, or
            may call one that does; None if any function may.
    """

    leading: frozenset[str] | None


def reach(files: Sequence[Summary]) -> Reach | None:
    """What leads to the session loops in the files of one program; None if none of its loops can be reported.

    Such a loop may run a session, and may build: something of TensorFlow that the analysis knows is imported somewhere.
    """
    if not any(one.in_loops for one in files) or not any(one.tensorflow for one in files):
        return None
    running = _closed(_words(files), files)
    anywhere = _loose(running, files)
    holders = {
        name
        for one in files
        for name, mentioned in one.in_loops.items()
        if anywhere or not mentioned.isdisjoint(running)
    }
    if not holders:
        return None
    leading = _closed(holders.union(*(one.writers for one in files)) - {TOP}, files)
    return Reach(None if _loose(leading, files) else frozenset(leading))


def _loose(names: set[str], files: Sequence[Summary]) -> bool:
    """Whether one of the functions may be called from where it is not mentioned."""
    if any(not one.loose.isdisjoint(names) for one in files):
        return True
    asked = any(one.by_text for one in files)
    return asked and any(text in names or f".{text}" in names for one in files for text in one.texts)


def _closed(names: set[str], files: Sequence[Summary]) -> set[str]:
    """The names, and all functions that mention one of them, directly or through others."""
    found = set(names)
    left = [(name, mentioned) for one in files for name, mentioned in one.functions.items()]
    while True:
        before = len(found)
        for name, mentioned in left:
            if name not in found and not mentioned.isdisjoint(found):
                found.add(name)
        if len(found) == before:
            return found


def _words(files: Sequence[Summary]) -> set[str]:
    """TensorFlow's words for running a session, as far as what they are asked of is made in the program."""
    named = _named(files)
    return {f".{word}" for word, makers in running_words().items() if not makers or not makers.isdisjoint(named)}


def _named(files: Iterable[Summary]) -> frozenset[str]:
    found: set[str] = set()
    for one in files:
        for mentioned in one.functions.values():
            found |= mentioned
        for imported in one.imports:
            found.update(imported.names)
    return frozenset(found)
