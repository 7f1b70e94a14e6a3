"""Which scripts do something when they are run."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoist.migrate.entry_points import has_main_part

DEFINES = {
    "nothing": "",
    "a docstring": '"""Words."""\n',
    "imports": "import os\nfrom sys import path\n",
    "imports, one or the other": "try:\n    import a\nexcept ImportError:\n    a = None\n",
    "functions and classes": "def f():\n    f()\n\nclass C(object):\n    x = 1\n",
    "constants": "STEPS = 3\nSIZE: int = 4\nSTEPS += 1\n",
    "a definition under a condition": "import sys\nif sys.version_info < (3,):\n    range = xrange\n",
    "no Python": "def (\n",
}
DOES = {
    "a main part": "def main():\n    pass\n\nif __name__ == '__main__':\n    main()\n",
    "a main part, written backwards": "if '__main__' == __name__:\n    x = 1\n",
    "a call": "import tensorflow as tf\ntf.app.run()\n",
    "a loop": "for i in range(3):\n    x = i\n",
    "a session": "with open('x') as f:\n    x = 1\n",
    "a call under try": "try:\n    go()\nfinally:\n    x = 1\n",
    "a print statement": "print 'trained'\n",
}


@pytest.mark.parametrize("text", DEFINES.values(), ids=DEFINES)
def test_what_only_defines_has_no_main_part(tmp_path: Path, text: str) -> None:
    (tmp_path / "one.py").write_text(text)
    assert not has_main_part(tmp_path / "one.py")


@pytest.mark.parametrize("text", DOES.values(), ids=DOES)
def test_what_does_something_has_a_main_part(tmp_path: Path, text: str) -> None:
    (tmp_path / "one.py").write_text(text)
    assert has_main_part(tmp_path / "one.py")
