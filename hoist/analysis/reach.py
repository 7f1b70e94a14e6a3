"""Whether any loop of a program may run a session, told from the names that its files mention.

It errs on one side only. A name stands for every function of that name. What is mentioned without being called may be
called from anywhere, and so may generators, special methods, and functions that have been decorated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hoist.analysis.summary import Summary
from hoist.tensorflow_api.running import running_words


def may_hold_session_loop(files: Sequence[Summary]) -> bool:
    """Whether any loop in the files of one program may run a session."""
    looping = [one for one in files if one.loops]
    if not looping or not any(one.tensorflow for one in files):
        return False
    running = _running(files)
    loose = any(not one.loose.isdisjoint(running) for one in files)
    if not loose and any(one.by_text for one in files):
        loose = any(word in running or f".{word}" in running for one in files for word in one.texts)
    return loose or any(not one.in_loops.isdisjoint(running) for one in looping)


def _running(files: Sequence[Summary]) -> set[str]:
    """The names whose mention may run a session: TensorFlow's words, and functions that mention one of these."""
    running = _words(files)
    left = [(name, mentioned) for one in files for name, mentioned in one.functions.items()]
    while True:
        rest = []
        before = len(running)
        for name, mentioned in left:
            if mentioned.isdisjoint(running):
                rest.append((name, mentioned))
            else:
                running.add(name)
        if len(running) == before:
            return running
        left = [(name, mentioned) for name, mentioned in rest if name not in running]


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
