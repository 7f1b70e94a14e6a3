"""Several scripts examined together: what they share is read once, and one objection is enough."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hoist import batches, examine as module
from hoist.copies import in_copy
from hoist.examine import Examination, examine
from hoist.findings import RemedyKind

FIXTURES = Path(__file__).parents[2] / "fixtures"
LIBRARY = """\
import tensorflow as tf


class Trainer:
    def __init__(self, x):
        self.x = x

    def train(self, sess):
        for _ in range(10):
            sess.run(tf.square(self.x))
            self.report()

    def report(self):
        pass
"""
PLAIN = """\
import tensorflow as tf
import library
with tf.Session() as sess:
    library.Trainer(tf.constant(1.0)).train(sess)
"""
OTHER = """\
import library


class Other(library.Trainer):
    def report(self):
        self.x = self.x + 1.0
"""


def written(folder: Path, **files: str) -> list[Path]:
    paths = [folder / f"{name}.py" for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text(text)
    return paths


def remedies(examination: Examination) -> list[RemedyKind]:
    return [finding.remedy.kind for finding in examination.findings]


def test_a_script_whose_like_moves_something_is_asked_again(tmp_path: Path) -> None:
    plain, library = written(tmp_path, plain=PLAIN, library=LIBRARY)
    assert remedies(examine([plain, library])) == [RemedyKind.HOIST]
    (other,) = written(tmp_path, other=OTHER)
    assert remedies(examine([plain, other, library])) == [RemedyKind.REFUSE]


def test_a_file_that_the_first_script_only_may_import_is_not_left_out(tmp_path: Path) -> None:
    first = "import tensorflow as tf\nif False:\n    import library\nwith tf.Session() as sess:\n    sess.run(1)\n"
    loop = "import tensorflow as tf\n\n\ndef train(sess):\n    for _ in range(9):\n        sess.run(tf.ones([2]))\n"
    files = written(tmp_path, first=first, second="import library\n", library=loop)
    assert remedies(examine(files)) == [RemedyKind.HOIST]


def test_each_file_is_listed_with_the_scripts_that_run_it(tmp_path: Path) -> None:
    plain, other, library = (path.resolve() for path in written(tmp_path, plain=PLAIN, other=OTHER, library=LIBRARY))
    programs = examine([plain, other, library]).programs
    assert programs == {plain: {plain, library}, other: {other, library}}


def test_several_processes_find_the_same() -> None:
    files = sorted(FIXTURES.rglob("*.py"))
    assert examine(files, processes=2) == examine(files, processes=1)


def test_without_other_processes_the_work_is_done_in_this_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none(*_arguments: object, **_named: object) -> None:
        raise OSError("no semaphores here")

    files = written(tmp_path, plain=PLAIN, library=LIBRARY)
    monkeypatch.setattr("hoist.crew.ProcessPoolExecutor", none)
    assert remedies(examine(files, processes=2)) == [RemedyKind.HOIST]


def test_a_large_tree_is_shared_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = written(tmp_path, plain=PLAIN, library=LIBRARY + "#" * 500_000)
    monkeypatch.setattr(module, "processors", lambda: 7)
    assert module.processes_for(files) == 7
    assert module.processes_for(files[:1]) == 1


HELPER = """\
import tensorflow as tf


def show(sess, y):
    print(sess.run(tf.reduce_mean(y)))
"""
LOOPING = """\
import tensorflow as tf
import helper
sess, y = tf.Session(), tf.constant([1.0])
{}while True:
{}    helper.show(sess, y)
"""


def test_a_loop_of_a_test_does_not_hide_the_place_that_another_loop_repeats(tmp_path: Path) -> None:
    names = {"a_test": LOOPING.format("", ""), "test_a": LOOPING.format("def test_show():\n  ", "  ")}
    names["train"] = LOOPING.format("", "")
    paths = written(tmp_path, **names, helper=HELPER)
    found = examine(paths, named=[]).findings
    assert [(one.path.name, one.loop_path.name) for one in found] == [("helper.py", "train.py")]


def test_imports_that_are_run_once_for_all_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "package"
    package.mkdir()
    modules = dict.fromkeys(("one", "two", "three", "four"), LIBRARY)
    written(package, **modules, __init__="".join(f"from package import {name}\n" for name in modules))
    text = (
        "import tensorflow as tf\nimport package\n{}with tf.Session() as sess:\n    package.{}.Trainer(y).train(sess)\n"
    )
    y = "y = tf.constant(1.0)\n"
    scripts = {f"script_{name}": text.format(y, name) for name in modules}
    scripts["with_more"] = text.format("from package.one import Trainer\n" + y, "two")
    scripts["without"] = LOOPING.format("", "")
    paths = [*written(tmp_path, **scripts, helper=HELPER), *sorted(package.iterdir())]
    copied: list[object] = []

    def noted(work: Callable[[], object]) -> object:
        copied.append(work)
        return in_copy(work)

    monkeypatch.setattr(batches, "can_copy", lambda: True)
    monkeypatch.setattr(batches, "in_copy", noted)
    with_copies = examine(paths, processes=1)
    assert copied
    monkeypatch.setattr(batches, "can_copy", lambda: False)
    assert examine(paths, processes=1) == with_copies
    assert len(with_copies.findings) > len(modules)


BAKING = """\
import tensorflow as tf

v = tf.Variable(0.0)


def set_to(sess, value):
    sess.run(tf.assign(v, value))


if __name__ == "__main__":
    with tf.Session() as session:
        for step in range(10):
            set_to(session, step * 0.5)
"""
GIVES_A_TENSOR = """\
import tensorflow as tf
import library
with tf.Session() as sess:
    library.set_to(sess, tf.constant(3.0))
"""
GIVES_A_NUMBER = GIVES_A_TENSOR.replace("tf.constant(3.0)", "3.0")


def test_a_module_alone_is_changed_where_no_file_of_its_project_objects(tmp_path: Path) -> None:
    library, _ = written(tmp_path, library=BAKING, other=GIVES_A_NUMBER)
    assert remedies(examine([library])) == [RemedyKind.ONCE]


def test_a_script_that_nobody_gave_objects_to_what_it_would_break(tmp_path: Path) -> None:
    library, _ = written(tmp_path, library=BAKING, other=GIVES_A_TENSOR)
    (finding,) = examine([library]).findings
    assert (finding.path, finding.remedy.kind) == (library, RemedyKind.REFUSE)


def test_what_is_found_in_files_that_nobody_gave_is_not_told(tmp_path: Path) -> None:
    growing = GIVES_A_NUMBER + "    while True:\n        sess.run(tf.zeros([2]))\n"
    library, _ = written(tmp_path, library=BAKING, other=growing)
    examination = examine([library])
    assert {finding.path for finding in examination.findings} == {library}
    assert {edits.path for edits in examination.edits} == {library}
    assert set(examination.programs) == {library}


def test_an_importer_of_an_importer_is_asked_as_well(tmp_path: Path) -> None:
    between = "from library import (\n    v,\n    set_to,\n)\n"
    outer = GIVES_A_TENSOR.replace("library", "between")
    library, _, _ = written(tmp_path, library=BAKING, between=between, outer=outer)
    assert remedies(examine([library])) == [RemedyKind.REFUSE]


def test_an_importer_that_also_names_another_module_of_the_same_name_is_asked(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    written(tmp_path / "other", __init__="", library="")
    outer = "from other import library as elsewhere\n" + GIVES_A_TENSOR.replace("library", "between")
    library, _, _ = written(tmp_path, library=BAKING, between="from library import set_to\n", outer=outer)
    assert remedies(examine([library])) == [RemedyKind.REFUSE]


def test_all_of_a_marked_project_is_looked_through_but_what_git_ignores(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("")
    (tmp_path / "package").mkdir()
    (tmp_path / "tools" / "deep").mkdir(parents=True)
    (library,) = written(tmp_path / "package", library=BAKING)
    written(tmp_path / "tools" / "deep", other=GIVES_A_TENSOR.replace("import library", "from package import library"))
    assert remedies(examine([library])) == [RemedyKind.REFUSE]
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("tools/\n")
    assert remedies(examine([library])) == [RemedyKind.ONCE]


def test_a_script_below_another_project_has_no_say(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (library,) = written(tmp_path, library=BAKING)
    written(tmp_path / "other", library=BAKING, other=GIVES_A_TENSOR)
    assert remedies(examine([library])) == [RemedyKind.ONCE]


def test_a_file_that_cannot_be_read_is_not_told_of_where_nobody_gave_it(tmp_path: Path) -> None:
    library, _ = written(tmp_path, library=BAKING, broken="import library\ndef (\n")
    examination = examine([library])
    assert remedies(examination) == [RemedyKind.ONCE]
    assert not examination.problems
