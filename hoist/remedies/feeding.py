"""Feeds as data, and the edits by which the runs are given them."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hoist.analysis.feeds import Feed
from hoist.analysis.program import Module
from hoist.analysis.run_calls import RunCall
from hoist.analysis.units import Unit
from hoist.edits import AddArgument, AddEntry, Edit, ReplaceExpression, Span
from hoist.remedies.naming import fresh_name

_MARK = "hoist_fed_"


@dataclass(frozen=True)
class FedValue:
    """A value that is fed: where it stands, its source, and its placeholder's dtype, shape and name.

    Attributes:
        keys: what else tells one build from another; ``{now}`` stands in them for the value, as in dtype and shape.
        after: the value beside it for which ``{first}`` stands.
        instead: where a function stands that takes no tensor, and the source of the one in its place.
    """

    span: Span
    text: str
    dtype: str
    shape: str
    base: str
    is_name: bool
    keys: tuple[str, ...] = ()
    after: Span | None = None
    instead: tuple[Span, str] | None = None

    @property
    def is_asked(self) -> bool:
        """Whether its dtype or rank is that of the value, which so has to be there first."""
        return "{now}" in f"{self.dtype}{self.shape}"

    def shown(self, now: Mapping[Span, str]) -> FedValue:
        """The same with the names of what has been evaluated in place of the marks."""
        dtype, shape = self.dtype, self.shape
        if self.span in now:
            dtype, shape = dtype.replace("{now}", now[self.span]), shape.replace("{now}", now[self.span])
        if self.after in now and self.after is not None:
            dtype = dtype.replace("{first}", now[self.after])
        return replace(self, dtype=dtype, shape=shape)


@dataclass(frozen=True)
class FedRun:
    """A run that is given feeds.

    Attributes:
        call: the call.
        feeds: what it feeds already, and its source; None if nothing.
        is_display: whether that is a dict display.
        session: for ``t.eval()``, the session as source, "" for the default one; None for a call of ``run``.
        member: for ``t.op.run()``, ".op".
        fetch: for ``t.eval()`` the source of ``t``, and how the file spells TensorFlow.
        in_both: whether Python 2 may read the file as well, which knows no ``**`` in a dict display.
    """

    call: Span
    feeds: tuple[Span, str] | None
    is_display: bool
    session: str | None
    member: str = ""
    in_both: bool = False
    fetch: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Fed:
    """All feeds of one unit: ``pieces`` is its source, with the places of the values in it."""

    values: tuple[FedValue, ...]
    runs: tuple[FedRun, ...]
    pieces: tuple[str | int, ...]

    def source(self, names: Sequence[str]) -> str:
        """The build on placeholders of those names."""
        return "".join(piece if isinstance(piece, str) else names[piece] for piece in self.pieces)


def fed(unit: Unit, module: Module, tensorflow: str) -> Fed | None:
    """The feeds of a unit; None if it has none."""
    if not unit.feeds:
        return None
    values = tuple(
        FedValue(
            module.span(feed.node),
            _given(feed, module, tensorflow),
            feed.dtype,
            feed.shape,
            feed.base,
            isinstance(feed.node, ast.Name) and not feed.copied and feed.converted is None,
            feed.keys if feed.converted is not None else (),
            module.span(feed.after) if feed.after is not None else None,
            (module.span(feed.instead[0]), f"{tensorflow}.{feed.instead[1]}") if feed.instead is not None else None,
        )
        for feed in unit.feeds
    )
    return Fed(values, tuple(_run(run, module, tensorflow) for run in unit.runs), tuple(_pieces(unit, tensorflow)))


def _given(feed: Feed, module: Module, tensorflow: str) -> str:
    """The source of what is fed."""
    if feed.converted is not None:
        given = ", ".join(
            [source_of(module, feed.node), *([feed.converted.replace("{tf}", tensorflow)] if feed.converted else [])]
        )
        return f"{tensorflow}.make_ndarray({tensorflow}.make_tensor_proto({given}))"
    return f"{_bracketed(module, feed.node)}.copy()" if feed.copied else source_of(module, feed.node)


def _bracketed(module: Module, node: ast.expr) -> str:
    text = source_of(module, node)
    return text if isinstance(node, (ast.Name, ast.Subscript, ast.Attribute)) else f"({text})"


def source_of(module: Module, node: ast.expr) -> str:
    """The source of an expression on one line."""
    if node.lineno != node.end_lineno:
        return ast.unparse(node)
    span = module.span(node)
    return module.lines[span.line - 1][span.column : span.end_column]


def _run(run: RunCall, module: Module, tensorflow: str) -> FedRun:
    nothing = isinstance(run.feeds, ast.Constant)
    feeds = None
    if run.feeds is not None:
        text = "" if nothing else source_of(module, run.feeds)
        feeds = (module.span(run.feeds), f"({text} or {{}})" if run.maybe_none and text else text)
    return FedRun(
        module.span(run.call),
        feeds,
        isinstance(run.feeds, ast.Dict),
        run.method,
        run.member,
        _in_both(module),
        (_fetch(run, module), tensorflow) if run.method is not None else ("", ""),
    )


def _fetch(run: RunCall, module: Module) -> str:
    """What a call of ``eval`` or ``op.run`` runs."""
    called = run.call.func
    for _ in range(1 + bool(run.member)):
        assert isinstance(called, ast.Attribute)
        called = called.value
    return source_of(module, called)


def _in_both(module: Module) -> bool:
    """Whether a file is written for Python 2 as well."""
    imports = (n for n in module.nodes if isinstance(n, (ast.Import, ast.ImportFrom)))
    named = {getattr(n, "module", None) for n in imports} | {
        alias.name for n in module.nodes if isinstance(n, ast.Import) for alias in n.names
    }
    return not named.isdisjoint({"__future__", "six", "six.moves"})


def _pieces(unit: Unit, tensorflow: str) -> Iterable[str | int]:
    """The unit's source, cut where the fed values stand."""
    if not isinstance(unit.node, ast.expr):
        return
    holes: dict[ast.AST, int] = {feed.node: index for index, feed in enumerate(unit.feeds)}
    mark = _MARK
    while mark in ast.unparse(unit.node):
        mark = f"_{mark}"
    copied = copy.deepcopy(unit.node)
    others = {feed.instead[0]: feed.instead[1] for feed in unit.feeds if feed.instead is not None}
    twins = list(_twins(unit.node, copied))
    marks = {twin: f"{mark}{holes[one]}_" for one, twin in twins if one in holes}
    marks.update({twin: f"{tensorflow}.{others[one]}" for one, twin in twins if one in others})
    renamed = _Holes(marks).visit(copied)
    for index, piece in enumerate(re.split(rf"{mark}(\d+)_", ast.unparse(renamed))):
        yield int(piece) if index % 2 else piece


class _Holes(ast.NodeTransformer):
    def __init__(self, marks: dict[ast.AST, str]) -> None:
        self.marks = marks

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.Name(self.marks[node], ast.Load()) if node in self.marks else super().generic_visit(node)


def _twins(node: ast.AST, copied: ast.AST) -> Iterable[tuple[ast.AST, ast.AST]]:
    """Each node of an expression with its like in a copy."""
    return zip(ast.walk(node), ast.walk(copied), strict=True)


def placeholder(value: FedValue, name: str, tensorflow: str) -> str:
    """The line that makes a value's placeholder."""
    dtype = value.dtype.replace("{tf}", tensorflow)
    label = name if name.isascii() else "fed"
    return f"{name} = {tensorflow}.placeholder({dtype}, {value.shape}, name='hoist/{label}')"


@dataclass
class Entries:
    """What the runs of one file are to feed beside what they feed already; ``python_2`` if Python 2 reads the file."""

    taken: set[str]
    python_2: bool = False
    _runs: dict[FedRun, list[tuple[str, str]]] = field(default_factory=dict)

    def name(self, value: FedValue) -> str:
        """A name for a value's placeholder."""
        return fresh_name(value.base, self.taken)

    def add(self, run: FedRun, name: str, text: str) -> None:
        """Let a run feed a placeholder."""
        known = self._runs.setdefault(run, [])
        if (name, text) not in known:
            known.append((name, text))

    def edits(self) -> Iterable[Edit]:
        """The edits of all runs that have been given feeds."""
        for run, entries in self._runs.items():
            if run.session is None:
                yield _edit(run, entries, in_both=run.in_both or self.python_2)
            else:
                given = ", ".join(f"{name}: {text}" for name, text in entries)
                yield ReplaceExpression(run.call, session_run(run, run.fetch[0], given, run.fetch[1]))


def _edit(run: FedRun, pairs: Sequence[tuple[str, str]], *, in_both: bool) -> Edit:
    entries = ", ".join(f"{name}: {text}" for name, text in pairs)
    if run.feeds is None:
        return AddArgument(run.call, f"feed_dict={{{entries}}}")
    span, text = run.feeds
    if run.is_display:
        return AddEntry(span, entries)
    if not text:
        return ReplaceExpression(span, f"{{{entries}}}")
    if in_both:
        items = ", ".join(f"({name}, {value})" for name, value in pairs)
        return ReplaceExpression(span, f"dict([{items}] + list({text}.items()))")
    return ReplaceExpression(span, f"{{{entries}, **{text}}}")


def session_run(run: FedRun, fetch: str, entries: str, tensorflow: str) -> str:
    """What takes the place of ``t.eval()``: the run that it stands for, which can be fed whatever ``t`` is.

    The ``eval`` of what an assign gives takes no feeds where variables are resources (TensorFlow 2.21).
    """
    session = run.session or f"{tensorflow}.get_default_session()"
    return f"{session}.run({fetch}{run.member}, feed_dict={{{entries}}})"
