"""Which local file an import means."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoist.source.imports import resolve


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with scripts, packages, a namespace package, and something outside."""
    names = [
        "outside.py", "top/train.py", "top/model.py", "top/both.py", "top/both/__init__.py", "top/both/a.py",
        "top/pkg/__init__.py", "top/pkg/model.py", "top/pkg/sub/__init__.py", "top/pkg/sub/deep.py",
        "top/space/one.py", "top/space/inner/two.py", "top/scripts/run.py", "top/scripts/helper.py",
        "top/scripts/model.py", "top/scripts/space/three.py", "top/sys.py", "top/plain.py", "top/plain/x.py",
    ]  # fmt: skip
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path / "top"


def resolved(project: Path, importer: str, module: str | None, level: int = 0) -> str | None:
    path = resolve(module, level, project / importer, [project])
    return None if path is None else path.resolve().relative_to(project.resolve()).as_posix()


@pytest.mark.parametrize(
    ("importer", "module", "level"),
    [
        ("train.py", "numpy", 0),
        ("train.py", "pkg.absent", 0),
        ("train.py", "model.x", 0),
        ("train.py", "plain.x", 0),
        ("train.py", "space", 0),
        ("train.py", "sys", 0),
        ("train.py", "__main__", 0),
        ("train.py", None, 0),
        ("train.py", "", 0),
        ("train.py", "outside", 1),
        ("train.py", "outside", 2),
        ("train.py", None, 2),
        ("train.py", "../outside", 0),
        ("train.py", "a..b", 0),
        ("train.py", "x\0y", 0),
        ("pkg/model.py", "outside", 3),
        ("pkg/model.py", "absent", 1),
    ],
)
def test_no_local_file(project: Path, importer: str, module: str | None, level: int) -> None:
    assert resolved(project, importer, module, level) is None


@pytest.mark.parametrize(
    ("importer", "module", "level", "expected"),
    [
        ("train.py", "model", 0, "model.py"),
        ("train.py", "pkg", 0, "pkg/__init__.py"),
        ("train.py", "pkg.model", 0, "pkg/model.py"),
        ("train.py", "pkg.sub.deep", 0, "pkg/sub/deep.py"),
        ("train.py", "both", 0, "both/__init__.py"),
        ("train.py", "both.a", 0, "both/a.py"),
        ("train.py", "plain", 0, "plain.py"),
        ("train.py", "space.one", 0, "space/one.py"),
        ("train.py", "space.inner.two", 0, "space/inner/two.py"),
        # The script's own folder comes before the top of the project.
        ("scripts/run.py", "helper", 0, "scripts/helper.py"),
        ("scripts/run.py", "model", 0, "scripts/model.py"),
        ("scripts/run.py", "pkg.model", 0, "pkg/model.py"),
        # A namespace package lies in several folders.
        ("scripts/run.py", "space.three", 0, "scripts/space/three.py"),
        ("scripts/run.py", "space.one", 0, "space/one.py"),
        # In a package the top of the project comes first, unless a script in it is run directly.
        ("pkg/model.py", "model", 0, "model.py"),
        ("pkg/model.py", "sub.deep", 0, "pkg/sub/deep.py"),
        ("pkg/sub/deep.py", None, 1, "pkg/sub/__init__.py"),
        ("pkg/sub/deep.py", None, 2, "pkg/__init__.py"),
        ("pkg/sub/deep.py", "model", 2, "pkg/model.py"),
        ("pkg/sub/deep.py", "pkg.model", 3, "pkg/model.py"),
        ("pkg/__init__.py", "model", 1, "pkg/model.py"),
        ("pkg/__init__.py", "sub.deep", 1, "pkg/sub/deep.py"),
        ("space/one.py", "inner.two", 1, "space/inner/two.py"),
    ],
)
def test_local_file(project: Path, importer: str, module: str | None, level: int, expected: str) -> None:
    assert resolved(project, importer, module, level) == expected


def test_relative_paths(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "pkg" / "sub")
    assert resolve("model", 2, Path("deep.py"), [Path("../..")]) is not None
    assert resolve("pkg.model", 3, Path("deep.py"), [Path("../..")]) is not None
    assert resolve("outside", 4, Path("deep.py"), [Path("../..")]) is None
    assert resolve("deep", 0, Path("run.py"), [Path()]) == Path("deep.py")


def test_never_outside_the_roots(project: Path) -> None:
    assert resolve("outside", 0, project / "train.py", [project, project.parent]) is not None
    assert resolve("outside", 0, project.parent / "x.py", [project]) is None
    (project / "linked.py").symlink_to("../outside.py")
    assert resolved(project, "train.py", "linked") is None
    assert resolve("model", 0, project / "train.py", []) is None


def test_roots_are_searched_in_order(project: Path) -> None:
    importer = project / "pkg" / "model.py"
    assert resolve("model", 0, importer, [project / "scripts", project]) == project / "scripts" / "model.py"
    assert resolve("model", 0, importer, [project, project / "scripts"]) == project / "model.py"
