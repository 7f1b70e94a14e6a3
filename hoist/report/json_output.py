"""Findings and verdicts as JSON, in ASCII, so that every stream can carry it."""

from __future__ import annotations

import dataclasses
import enum
import json
import math
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from hoist.findings import Finding
    from hoist.verify.growth import GrowingLine, Growth
    from hoist.verify.verdict import Report


def findings_json(findings: Iterable[Finding]) -> str:
    """Return what ``hoist check --output-format json`` prints."""
    return _dump({"findings": [finding.to_json() for finding in findings]})


def verdict_json(report: Report) -> str:
    """Return what ``hoist verify --output-format json`` prints."""
    return _dump(report_json(report))


def fix_json(
    reports: Sequence[tuple[PurePath, Report]],
    *,
    findings: Iterable[Finding],
    diff: str,
    written: Iterable[PurePath],
    will_raise: bool = False,
) -> str:
    """Return what ``hoist fix --output-format json`` prints.

    Args:
        reports: each script that was run, with what was shown. The document's own verdict and figures are those of the
            first that is not equal, else of the first; with nothing run the verdict is null.
        findings: what was found.
        diff: what would be, or was, written.
        written: files that were written.
        will_raise: nothing was run, because the source shows that the loop cannot take a second turn.
    """
    first = next((report for _, report in reports if not report.equal), reports[0][1] if reports else None)
    document: dict[str, Any] = {"verdict": "will_raise" if will_raise else None}
    if first is not None:
        document = report_json(first)
    document["scripts"] = [{"script": script.as_posix(), **report_json(report)} for script, report in reports]
    document["findings"] = [finding.to_json() for finding in findings]
    document["diff"] = diff
    document["written"] = [path.as_posix() for path in written]
    return _dump(document)


def growth_json(growth: Growth, known: Collection[GrowingLine] | None) -> str:
    """Return what ``hoist trace --output-format json`` prints."""
    document: dict[str, Any] = to_plain(growth)
    for line, plain in zip(growth.lines, document["lines"], strict=True):
        plain["found_by_check"] = None if known is None else line in known
    document["nodes_per_turn"] = growth.nodes_per_turn
    return _dump(document)


def report_json(report: Report) -> dict[str, Any]:
    """Return what ``hoist verify --output-format json`` prints, as plain JSON values."""
    return {**to_plain(report), "equal": report.equal}


def to_plain(value: object) -> Any:
    """Return plain JSON values for dataclasses, enums, paths, NumPy scalars and nests of them.

    JSON has no infinity and no NaN: they become null where they are numbers.
    """
    if isinstance(value, enum.Enum):
        return to_plain(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return _nest_to_plain(value)


def _nest_to_plain(value: object) -> Any:
    if isinstance(value, dict):
        mapping: Mapping[object, object] = value
        return {str(to_plain(key)): to_plain(item) for key, item in mapping.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [to_plain(item) for item in value]
    if isinstance(value, PurePath):
        return value.as_posix()
    item = getattr(value, "item", None)
    if callable(item) and getattr(value, "shape", None) == ():
        return to_plain(item())
    return str(value)


def _dump(document: Mapping[str, object]) -> str:
    return json.dumps(document, indent=2, allow_nan=False) + "\n"
