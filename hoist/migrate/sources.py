"""Which repositories a campaign is about, and how each is to be worked on: arguments, list files and mapping files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import msgspec

from hoist.migrate.git import is_address

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

# The first line of a git bundle, which is a repository in a file: git's Documentation/gitformat-bundle.
_BUNDLE = re.compile(rb"# v\d+ git bundle")
_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]i?B|B)?\s*", re.IGNORECASE)
_UNITS = {"b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}
_BINARY_UNITS = {"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40}


class WrongSource(Exception):
    """A source that cannot be read; the message says which, where, and what to do."""


@dataclass(frozen=True)
class EntryPoint:
    """A script that is run as a proof.

    Attributes:
        script: its path, relative to the repository.
        arguments: what it is given.
        folder: where it is run, relative to the repository.
    """

    script: str
    arguments: tuple[str, ...] = ()
    folder: str = "."


@dataclass(frozen=True)
class Settings:
    """How a repository is worked on; None leaves it to the repository's own settings, then to what hoist does anyway.

    Attributes:
        branch: the branch to work on.
        python: the interpreter that runs the scripts.
        device: ``auto``, ``cpu``, ``gpu`` or ``gpu:N``.
        steps: turns of the session loop after which a run is stopped.
        timeout: seconds that one run may take.
        memory: bytes that one run and all that it starts may take.
        entry_points: the scripts to run; None for those that are found.
    """

    branch: str | None = None
    python: str | None = None
    device: str | None = None
    steps: int | None = None
    timeout: float | None = None
    memory: int | None = None
    entry_points: tuple[EntryPoint, ...] | None = None

    def over(self, other: Settings) -> Settings:
        """Return these settings, with those of ``other`` where these say nothing."""
        said = {one.name: getattr(self, one.name) for one in fields(self) if getattr(self, one.name) is not None}
        return replace(other, **said)


@dataclass(frozen=True)
class Repository:
    """A repository to work on: its name in the campaign, where it comes from, and how it is worked on."""

    name: str
    source: str
    settings: Settings = field(default_factory=Settings)


class _EntryPoint(msgspec.Struct, forbid_unknown_fields=True):
    script: str
    arguments: list[str] = []
    folder: str = "."


class _Own(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """What a repository may say of itself. Which interpreter runs on a machine is the machine's owner's to say."""

    entry_points: list[str | _EntryPoint] | None = None
    steps: int | None = None
    timeout: float | None = None


class _Given(_Own, forbid_unknown_fields=True, rename="kebab"):
    branch: str | None = None
    python: str | None = None
    device: str | None = None
    memory: int | str | None = None


class _Named(_Given, kw_only=True, forbid_unknown_fields=True, rename="kebab"):
    source: str
    name: str | None = None


class _Mapping(msgspec.Struct, forbid_unknown_fields=True):
    repository: list[_Named] = []
    defaults: _Given = msgspec.field(default_factory=_Given)


def repositories(sources: Sequence[str]) -> list[Repository]:
    """Return the repositories that the sources mean, each once, with names that differ.

    Args:
        sources: folders, URLs, paths of git, list files (one source a line) and mapping files (``.toml``).

    Raises:
        WrongSource: a file cannot be read, or says what hoist does not know, or two say different things of a source.
    """
    found: dict[tuple[str, str | None], Repository] = {}
    for source in sources:
        for one in _meant(source, Path.cwd()):
            key = one.source, one.settings.branch
            found[key] = _merged(found[key], one) if key in found else one
    return list(_with_names(found.values()))


def own_settings(folder: Path) -> Settings:
    """Return what ``[tool.hoist]`` in a repository's ``pyproject.toml`` says.

    Raises:
        WrongSource: the file cannot be read, or says what hoist does not know.
    """
    path = folder / "pyproject.toml"
    if not path.is_file():
        return Settings()
    match _toml(path, "pyproject.toml"):
        case {"tool": {"hoist": table}}:
            pass
        case _:
            return Settings()
    return _settings(_converted(table, _Own, "pyproject.toml, [tool.hoist]"), "pyproject.toml, [tool.hoist]")


def size(text: str) -> int:
    """Return the bytes that a text such as ``2 GiB`` or ``500 MB`` means; a bare number counts bytes.

    Raises:
        ValueError: it is no size.
    """
    found = _SIZE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no size; write it like '2 GiB'")
    return int(float(found[1]) * {**_UNITS, **_BINARY_UNITS}[(found[2] or "B").lower()])


def _meant(source: str, base: Path) -> Iterator[Repository]:
    if is_address(source):
        yield Repository("", source)
        return
    path = (base / Path(source).expanduser()).absolute()
    if not path.is_file() or _is_bundle(path):
        yield Repository("", str(path))
    elif path.suffix == ".toml":
        yield from _mapped(path)
    else:
        yield from _listed(path)


def _is_bundle(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return _BUNDLE.match(stream.read(40)) is not None
    except OSError as error:
        raise WrongSource(f"{path}: cannot be read ({error.strerror})") from error


def _listed(path: Path) -> Iterator[Repository]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSource(f"{path}: no list of sources, a line each ({error})") from error
    for line in lines:
        source = line.strip()
        if source and not source.startswith("#"):
            if not is_address(source) and (path.parent / source).is_file():
                raise WrongSource(f"{path}: {source} is a file; a list names folders and URLs only")
            yield from _meant(source, path.parent)


def _mapped(path: Path) -> Iterator[Repository]:
    mapping = _converted(_toml(path, str(path)), _Mapping, str(path))
    defaults = _settings(mapping.defaults, f"{path}, [defaults]")
    for number, one in enumerate(mapping.repository, 1):
        where = f"{path}, repository {number}"
        source = one.source if is_address(one.source) else str((path.parent / Path(one.source).expanduser()).absolute())
        yield Repository(one.name or "", source, _settings(one, where).over(defaults))


def _toml(path: Path, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise WrongSource(f"{name}: cannot be read as TOML ({error})") from error


def _converted(table: object, kind: type[Any], where: str) -> Any:
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise WrongSource(f"{where}: {_plain(str(error))}") from error


def _plain(message: str) -> str:
    """What msgspec says, in words of the file."""
    return message.replace("Object", "the table").replace(" - at `$.", ", at `").replace(" - at `$", ", at `")


def _settings(given: _Own, where: str) -> Settings:
    entries = None
    if given.entry_points is not None:
        entries = tuple(_entry(one, where) for one in given.entry_points)
    for name in ("steps", "timeout"):
        least, value = {"steps": 3, "timeout": 1}[name], getattr(given, name)
        if value is not None and value < least:
            raise WrongSource(f"{where}: {name} is {value:g}, and must be at least {least}")
    if not isinstance(given, _Given):
        return Settings(steps=given.steps, timeout=given.timeout, entry_points=entries)
    try:
        memory = size(str(given.memory)) if given.memory is not None else None
    except ValueError as error:
        raise WrongSource(f"{where}: memory: {error}") from error
    return Settings(given.branch, given.python, given.device, given.steps, given.timeout, memory, entries)


def _entry(one: str | _EntryPoint, where: str) -> EntryPoint:
    entry = EntryPoint(one) if isinstance(one, str) else EntryPoint(one.script, tuple(one.arguments), one.folder)
    for path in (entry.script, entry.folder):
        if Path(path).is_absolute() or ".." in Path(path).parts:
            raise WrongSource(f"{where}: {path}: entry points are paths inside the repository")
    return entry


def _merged(first: Repository, second: Repository) -> Repository:
    """One repository of two that are of the same source: what is said of it in one place holds for the other."""
    settings = first.settings.over(second.settings)
    if second.settings.over(first.settings) != settings or len({first.name, second.name} - {""}) > 1:
        raise WrongSource(f"{first.source} is there twice, with different settings; name it once")
    return Repository(first.name or second.name, first.source, settings)


def _with_names(found: Iterable[Repository]) -> Iterator[Repository]:
    """Names that a folder, a file and a branch can bear on every system, and that differ in more than their case."""
    taken: set[str] = set()
    for one in found:
        stem = one.name or re.sub(r"\.(?:git|bundle)/?$", "", one.source.rstrip("/")).rsplit("/", 1)[-1]
        base = _UNFIT.sub("-", stem.rsplit(":", 1)[-1]).strip("-.") or "repository"
        name, number = base, 1
        while name.lower() in taken:
            number += 1
            name = f"{base}-{number}"
        taken.add(name.lower())
        yield replace(one, name=name)
