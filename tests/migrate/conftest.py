"""What the campaigns of the tests have in common: their repositories, a place, the interpreters."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.migrate.campaigns import Place, place
from tests.migrate.made import Made
from tests.migrate.processes import none_left
from tests.migrate.repositories import write_all


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Made]]:
    """Give the folder of all repositories, and what each was made for."""
    folder = tmp_path_factory.mktemp("sources").resolve()
    return folder, write_all(folder)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Place]:
    """Give a place for campaigns, and see that nothing is left in it."""
    with place(tmp_path) as found:
        yield found
        assert none_left(found.mark) == []
        assert [path.name for path in found.temporary.iterdir() if path.name != "dask-scratch-space"] == []
        assert [path.name for path in found.home.iterdir() if path.name.startswith(("hook-", "chosen"))] == []


@pytest.fixture(scope="session")
def pythons(request: pytest.FixtureRequest) -> dict[str, str]:
    """Give the interpreters of the mapping."""
    legacy, python2 = (str(request.getfixturevalue(name)) for name in ("legacy_python", "python2"))
    return {"legacy": legacy, "python2": python2, "own": sys.executable}
