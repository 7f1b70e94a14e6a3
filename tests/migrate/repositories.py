"""Small git repositories of many shapes, each with the outcome that it was made for."""

from __future__ import annotations

from pathlib import Path

from tests.migrate.file_shapes import FILE_SHAPES
from tests.migrate.git_shapes import GIT_SHAPES
from tests.migrate.made import Made, shapes
from tests.migrate.repository import repository


def write_all(folder: Path) -> list[Made]:
    """Make every repository in a folder of its own below ``folder``; what each was made for comes back."""
    folder = folder.resolve()
    plain = [shape.made(repository(folder / shape.name, shape.files)) for shape in shapes()]
    return [*plain, *(make(folder / make.__name__) for make in (*GIT_SHAPES, *FILE_SHAPES))]
