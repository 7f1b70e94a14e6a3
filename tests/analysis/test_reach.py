"""What is told from names alone leaves out nothing that a run of everything finds."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from hoist.analysis.frame import Run
from hoist.analysis.modules import run_program
from hoist.analysis.program import Program
from hoist.analysis.reach import reach
from hoist.analysis.summary import Summary, outline, summarize
from hoist.analysis.values import PyKind
from hoist.crew import Crew
from hoist.examine import examine
from hoist.merging import merged
from hoist.outcomes import Wishes, outcomes_of
from hoist.source.files import SourceFile
from hoist.source.parsing import load
from hoist.survey import survey_files
from hoist.tensorflow_api.symbol import Kind
from tests.analysis.programs_text import PYTHON_2, Text, all_programs

PROGRAMS = {text.name: text for text in (*all_programs(), *all_programs(PYTHON_2))}
FIXTURES = Path(__file__).parents[2] / "fixtures"
SCRIPTS = sorted(FIXTURES.rglob("*.py"))
HEAD = "import tensorflow as tf\nsess = tf.Session()\n"


def everything(files: list[Path]) -> list[tuple[object, ...]]:
    """What is found where every script is run, with every function of every file that it imports."""
    survey = survey_files(files, Crew(1))
    runs = []
    for script in survey.scripts(files):
        roots = survey.roots(script)
        program = Program(roots, python_2=survey.for_python_2(survey.closure(script, roots)))
        runs.append(run_program(Run(program), script))
    found = merged(outcomes_of(run, Wishes()) for run in runs)
    return sorted((*one.key, one.finding.remedy.reason) for one in found if one.shown)


def examined(files: list[Path]) -> list[tuple[object, ...]]:
    return sorted(
        (f.path, f.line, f.column, f.end_line, f.end_column, f.remedy.reason) for f in examine(files).findings
    )


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_a_program_loses_nothing(text: Text, tmp_path: Path) -> None:
    script = text.write(tmp_path / "program").resolve()
    files = [script, *(script.parent / name for name in text.modules)]
    assert examined(files) == everything(files)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(FIXTURES).as_posix())
def test_a_fixture_loses_nothing(path: Path) -> None:
    assert examined([path]) == everything([path.resolve()])


def summary(text: str) -> Summary:
    source = SourceFile(path=Path("script.py"), text=text, encoding="utf-8", bom=False)
    return summarize(source, ast.parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "for i in range(3):\n    print(i)\nsess.run(1)\n",
        "def f():\n    sess.run(1)\nf()\nwhile True:\n    g()\n",
        "def f(paths):\n    for path in paths:\n        open(path).read()\n",
        "def main(_):\n    sess.run(1)\nfor i in range(3):\n    print(i)\ntf.app.run(main)\n",
    ],
)
def test_no_loop_runs_a_session(text: str) -> None:
    assert reach([summary(HEAD + text)]) is None


@pytest.mark.parametrize(
    "text",
    [
        "while True:\n    sess.run(1)\n",
        "[x.eval() for x in y]\n",
        "def f():\n    sess.run(1)\nwhile True:\n    f()\n",
        "def f():\n    g()\ndef g():\n    sess.run(1)\nwhile True:\n    f()\n",
        "step = sess.run\nwhile True:\n    step(1)\n",
        "step = lambda: sess.run(1)\nwhile True:\n    step()\n",
        "def f():\n    sess.run(1)\nsteps = [f]\nwhile True:\n    steps[0]()\n",
        "def steps():\n    yield sess.run(1)\nit = steps()\nfor x in it:\n    pass\n",
        "class A:\n    def __init__(self):\n        sess.run(1)\nwhile True:\n    A()\n",
        "class A:\n    def __init__(self):\n        sess.run(1)\nclass B(A):\n    pass\nwhile True:\n    B()\n",
        "class A:\n    def __enter__(self):\n        sess.run(1)\na = A()\nwhile True:\n    with a:\n        pass\n",
        "class A:\n    @property\n    def x(self):\n        return sess.run(1)\na = A()\nwhile True:\n    a.x\n",
        "def as_is(f):\n    return f\n@as_is\ndef f():\n    sess.run(1)\nwhile True:\n    f()\n",
        "while True:\n    getattr(sess, 'run')(1)\n",
        "name = 'run'\nwhile True:\n    getattr(sess, name)(1)\n",
        "while True:\n    tf.train.MonitoredTrainingSession()\n",
        "saver = tf.train.Saver()\nwhile True:\n    saver.save(sess, 'x')\n",
    ],
)
def test_a_loop_may_run_a_session(text: str) -> None:
    assert reach([summary(HEAD + text)]) is not None


def test_a_word_counts_only_where_what_it_is_asked_of_is_made() -> None:
    loop = "import tensorflow as tf\nwhile True:\n    model.save('x')\n"
    assert reach([summary(loop)]) is None
    assert reach([summary(loop), summary("import tensorflow as tf\ntf.train.Saver()\n")]) is not None


IMPORTS = {
    "import tensorflow": True,
    "import tensorflow as tf": True,
    "import tensorflow.compat.v1 as tf": True,
    "import tensorflow.python.framework.ops": True,  # binds `tensorflow`
    "import tensorflow.python.framework.ops as ops": False,
    "import tensorflow.keras.layers as layers": True,
    "import os, tensorflow as tf": True,
    "import tf_slim as slim": True,
    "import tf_keras": False,
    "import keras": False,
    "from tensorflow import keras": True,
    "from tensorflow.compat import v1": True,
    "from tensorflow import python": False,
    "from tensorflow.train import Saver as Keeper": True,
    "from tensorflow.contrib import slim": True,
    "from tensorflow.python.training import saver": False,
    "from tensorflow.tools.docs import doc_controls": False,
    "from .tensorflow import nn": True,
    "from . import tensorflow": False,
    "import numpy as np  # tensorflow": False,
}


@pytest.mark.parametrize(("line", "binds"), IMPORTS.items())
def test_what_an_import_binds_of_tensorflow(line: str, binds: bool, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(f"{line}\n", encoding="utf-8")
    top = run_program(Run(Program((tmp_path,))), script).modules[script]
    known = [value.kind for name, value in top.env.items() if not name.startswith("__")]
    assert any(kind in (Kind.MODULE, PyKind.SYMBOL) for kind in known) == binds
    assert summary(line).tensorflow == binds
    loop = summary(f"{line}\nwhile True:\n    sess.run(1)\n")
    assert (reach([loop]) is not None) == binds


NESTED = """
import a
try:
    import b
except ImportError:
    from .c import d as e, f
else:
    import g
finally:
    import h.i
if a:
    import j; import k
elif b:
    from . import l
else:
    from m import *
class A:
    import n
    async def f(self):
        async with o:
            import o
        async for x in y:
            import p
        else:
            import q
while a:
    with b:
        from r import s
match a:
    case 1:
        import tensorflow
"""


def test_an_outline_holds_every_import(tmp_path: Path) -> None:
    nested = tmp_path / "nested.py"
    nested.write_text(NESTED, encoding="utf-8")
    assert len(outline(*load(nested)).imports) == 15
    for path in (nested, *SCRIPTS):
        same_imports(*load(path))


def same_imports(source: SourceFile, tree: ast.Module) -> None:
    brief, whole = outline(source, tree), summarize(source, tree)
    assert sorted(map(str, brief.imports)) == sorted(map(str, whole.imports))
    assert (brief.tensorflow, brief.python_2, brief.whole) == (whole.tensorflow, whole.python_2, False)


def test_what_leads_through_a_file_without_tensorflow_is_found(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        "import tensorflow as tf\nimport between\nsess = tf.Session()\ndef step():\n"
        "    sess.run(tf.constant(1))\nbetween.again(step)\n"
    )
    (tmp_path / "between.py").write_text("def again(what):\n    for i in range(3):\n        what()\n")
    (tmp_path / "apart.py").write_text("import os\nfor name in os.listdir():\n    print(name)\n")
    files = [tmp_path / name for name in ("script.py", "between.py", "apart.py")]
    found = examine(files)
    assert [(one.path.name, one.line, one.loop_path.name) for one in found.findings] == [("script.py", 5, "between.py")]
    survey = survey_files(files, Crew(1))
    assert [path.name for path in files if survey.summaries[path].whole] == ["script.py"]


def test_functions_that_lead_to_a_session_loop() -> None:
    text = (
        "def train():\n    while True:\n        sess.run(1)\n"
        "def again():\n    train()\n"
        "def layer(x):\n    return tf.nn.relu(x)\n"
        "def note(o):\n    o.x = layer(1)\n"
    )
    found = reach([summary(HEAD + text)])
    assert found is not None
    assert found.leading is not None
    assert {"train", "again", "note"} <= found.leading
    assert "layer" not in found.leading
