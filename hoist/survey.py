"""Files read and summarized, which of them are scripts, and which files belong to a script."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from hoist.analysis.summary import Import, Summary, outline, summarize
from hoist.crew import Crew
from hoist.source.files import UnreadableSource
from hoist.source.imports import Resolver
from hoist.source.parsing import load

_MARKS = (".git", "setup.py", "pyproject.toml", "setup.cfg")
_PIECES = 4  # how many pieces of work each process gets, so that none is left waiting long


@dataclass(eq=False)
class Survey:
    """The files of one examination, with those that they import.

    Attributes:
        summaries: what each file says, in the order in which they were given; those that are only imported come last.
            Of files that import nothing of TensorFlow these are outlines, until somebody asks for more.
        problems: files that could not be read.
    """

    summaries: dict[Path, Summary] = field(default_factory=dict)
    problems: dict[Path, UnreadableSource] = field(default_factory=dict)
    _resolve: Resolver = field(default_factory=Resolver)
    _roots: dict[Path, tuple[Path, ...]] = field(default_factory=dict)
    _reached: dict[tuple[Path, tuple[Path, ...]], frozenset[Path]] = field(default_factory=dict)

    def read(self, paths: Sequence[Path], crew: Crew) -> None:
        """Read and summarize files, but not what they import."""
        for path, found in _in_pieces(_summary, paths, crew):
            if isinstance(found, Summary):
                self.summaries[path] = found
                if found.flaw is not None:
                    self.problems[path] = found.flaw
            else:
                self.problems[path] = found

    def roots(self, script: Path) -> tuple[Path, ...]:
        """Where a script's local modules are looked for."""
        if script.parent not in self._roots:
            self._roots[script.parent] = roots_of(script)
        return self._roots[script.parent]

    def imported(self, path: Path) -> frozenset[Path]:
        """The local files that a file imports, if it is the script itself."""
        return frozenset(self._targets(path, self.roots(path)))

    def runs(self, path: Path) -> frozenset[Path]:
        """The local files that a file's own imports run, if it is the script itself: with the packages around them."""
        return frozenset(self._targets(path, self.roots(path), packages=True))

    def _targets(self, path: Path, roots: tuple[Path, ...], *, packages: bool = False) -> Iterable[Path]:
        for one in self.summaries[path].imports if path in self.summaries else ():
            for module in _meant(one, packages=packages):
                target = self._resolve(module, one.level, path, roots)
                if target is not None:
                    yield target

    def closure(self, script: Path, roots: tuple[Path, ...]) -> set[Path]:
        """A script, and all local files that it may import, directly or through others."""
        found = {script}
        queue = [script]
        while queue:
            path = queue.pop()
            if path not in self.summaries:
                continue
            key = (path, roots)
            if key not in self._reached:
                self._reached[key] = frozenset(self._targets(path, roots, packages=True))
            new = self._reached[key] - found
            found |= new
            queue += new
        return found

    def for_python_2(self, files: Iterable[Path]) -> bool:
        """Whether they are the files of a program for Python 2: one of them is, if only by what cannot be read."""
        unread = (self.problems[path].cause for path in files if path in self.problems)
        read = any(self.summaries[path].python_2 for path in files if path in self.summaries)
        return read or any("Python 2" in cause for cause in unread)

    def scripts(self, paths: Sequence[Path]) -> list[Path]:
        """The files that no other of them imports."""
        local = {path: self.imported(path) for path in paths if path in self.summaries}
        imported = {target for path, targets in local.items() for target in targets if target != path}
        found = [path for path in local if path not in imported]
        reached = set(found)
        queue = list(found)
        while queue:
            for target in local.get(queue.pop(), frozenset()) - reached:
                reached.add(target)
                queue.append(target)
        return found + [path for path in local if path not in reached]  # files that import each other

    def imports_tensorflow(self, files: Iterable[Path]) -> bool:
        """Whether one of the files does; where none does, nothing in them is known to build."""
        return any(self.summaries[path].tensorflow for path in files if path in self.summaries)

    def complete(self, paths: Iterable[Path], crew: Crew) -> None:
        """Look at all of files of which there are only outlines."""
        outlines = sorted(path for path in paths if path in self.summaries and not self.summaries[path].whole)
        for path, found in _in_pieces(_whole_summary, outlines, crew):
            if isinstance(found, Summary):
                self.summaries[path] = found


def roots_of(script: Path) -> tuple[Path, ...]:
    """Where a script's local modules are looked for: its own folder, and its project's root."""
    project = project_of(script)
    return (script.parent,) if project is None or project == script.parent else (script.parent, project)


def project_of(file: Path) -> Path | None:
    """The folder of the project that a file belongs to, if something marks one."""
    return next((folder for folder in file.parents if any((folder / mark).exists() for mark in _MARKS)), None)


def _meant(one: Import, *, packages: bool) -> Iterable[str | None]:
    """The modules that an import may mean; with those above them, whose top level it runs as well."""
    yield one.module
    if packages and one.module and not one.names:
        yield one.module.split(".", 1)[0]
    prefix = f"{one.module}." if one.module else ""
    for name in one.names:
        if name != "*":
            yield prefix + name


def survey_files(paths: Sequence[Path], crew: Crew) -> Survey:
    """Read and summarize files, and then what they import."""
    survey = Survey()
    wave = list(paths)
    while wave:
        survey.read(wave, crew)
        known = survey.summaries.keys() | survey.problems.keys()
        scripts = survey.scripts(paths)
        wave = sorted({target for path in scripts for target in survey.closure(path, survey.roots(path))} - known)
    return survey


Read = Callable[[Path], Summary | UnreadableSource]


def _in_pieces(read: Read, paths: Sequence[Path], crew: Crew) -> Iterable[tuple[Path, Summary | UnreadableSource]]:
    size = max(1, min(64, -(-len(paths) // (crew.size * _PIECES))))
    pieces = [tuple(paths[at : at + size]) for at in range(0, len(paths), size)]
    for piece, found in zip(pieces, crew.map(partial(_each, read), pieces), strict=True):
        yield from zip(piece, found, strict=True)


def _each(read: Read, paths: tuple[Path, ...]) -> list[Summary | UnreadableSource]:
    return [read(path) for path in paths]


def _summary(path: Path) -> Summary | UnreadableSource:
    try:
        source, tree = load(path)
    except UnreadableSource as problem:
        return UnreadableSource(problem.path, problem.line, problem.cause)  # without its traceback
    found = outline(source, tree)
    return summarize(source, tree) if found.tensorflow else found


def _whole_summary(path: Path) -> Summary | UnreadableSource:
    try:
        return summarize(*load(path))
    except UnreadableSource as problem:
        return UnreadableSource(problem.path, problem.line, problem.cause)
