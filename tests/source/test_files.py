"""Reading, parsing and writing of files that are not plain UTF-8 with \\n."""

from __future__ import annotations

import codecs
import os
import stat
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from hoist.source import files
from hoist.source.files import (
    SourceFile,
    UnreadableSource,
    UnwritableSource,
    read,
    split_lines,
)
from hoist.source.parsing import parse
from hoist.source.writing import write_all, write_generated, write_whole


def unreadable(path: Path) -> str:
    """The one line that says why a file cannot be read or parsed."""
    with pytest.raises(UnreadableSource) as caught:
        parse(read(path))
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith(files.shown(path))
    return text.removeprefix(files.shown(path))


def source_of(text: str) -> SourceFile:
    return SourceFile(path=Path("train.py"), text=text, encoding="utf-8", bom=False)


def unparsable(text: str) -> str:
    with pytest.raises(UnreadableSource) as caught:
        parse(source_of(text))
    return str(caught.value)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


# What cannot be read


def test_no_such_file(folder: Path) -> None:
    assert unreadable(folder / "x.py") == ": no such file; check the spelling and the working folder"


def test_folder_instead_of_a_file(folder: Path) -> None:
    assert "is a folder" in unreadable(folder)


def test_file_below_a_file(folder: Path) -> None:
    (folder / "x.py").touch()
    assert "parent folders is a file" in unreadable(folder / "x.py" / "y.py")


def test_link_to_nothing(folder: Path) -> None:
    (folder / "x.py").symlink_to("gone.py")
    assert "is a link to gone.py, which is not there" in unreadable(folder / "x.py")


def test_link_to_itself(folder: Path) -> None:
    (folder / "x.py").symlink_to("x.py")
    assert "cannot be read" in unreadable(folder / "x.py")


def test_pipe_does_not_block(folder: Path) -> None:
    os.mkfifo(folder / "x.py")
    assert "is a pipe" in unreadable(folder / "x.py")


def test_name_that_cannot_be(folder: Path) -> None:
    assert "is no possible file name" in unreadable(folder / "x\0.py")


def test_name_too_long(folder: Path) -> None:
    assert "cannot be read" in unreadable(folder / ("x" * 300))


def test_name_with_a_newline_is_shown_on_one_line(folder: Path) -> None:
    assert "no such file" in unreadable(folder / "x\n.py")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_permission_denied(folder: Path) -> None:
    path = folder / "x.py"
    path.touch(0o000)
    assert "permission denied" in unreadable(path)


def test_permission_denied_is_said_whoever_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(_: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    (folder / "x.py").touch()
    monkeypatch.setattr(Path, "read_bytes", denied)
    assert unreadable(folder / "x.py") == ": permission denied; make it readable for you"


def test_nul_byte(folder: Path) -> None:
    (folder / "x.py").write_bytes(b"a\r\nb\rc\0")
    assert unreadable(folder / "x.py").startswith(":3: holds a NUL byte")


def test_utf_16(folder: Path) -> None:
    (folder / "x.py").write_bytes("a = 1\n".encode("utf-16"))
    assert "UTF-16" in unreadable(folder / "x.py")


def test_bytes_that_are_not_in_the_encoding(folder: Path) -> None:
    (folder / "x.py").write_bytes(b"a = 1\r\n\r\nb = '\xe9'\n")
    assert unreadable(folder / "x.py").startswith(":3: is not utf-8 here (byte 0xe9)")


def test_unknown_encoding(folder: Path) -> None:
    (folder / "x.py").write_bytes(b"# -*- coding: klingon -*-\n")
    assert unreadable(folder / "x.py").startswith(":1: declares an encoding that Python does not know (klingon)")


def test_codec_that_is_no_text_encoding(folder: Path) -> None:
    (folder / "x.py").write_bytes(b"# coding: rot13\n")
    assert "no text encoding" in unreadable(folder / "x.py")


def test_mark_and_declaration_disagree(folder: Path) -> None:
    (folder / "x.py").write_bytes(codecs.BOM_UTF8 + b"# coding: latin-1\n")
    assert "declares another encoding" in unreadable(folder / "x.py")


# What can be read


@pytest.mark.parametrize(
    ("data", "text", "encoding", "bom"),
    [
        (b"", "", "utf-8", False),
        (b"a\r\nb\rc\n\x0cd", "a\r\nb\rc\n\x0cd", "utf-8", False),
        (codecs.BOM_UTF8 + b"a\n", "a\n", "utf-8", True),
        (codecs.BOM_UTF8 + b"# coding: utf-8\na\n", "# coding: utf-8\na\n", "utf-8", True),
        (codecs.BOM_UTF8, "", "utf-8", True),
        ("# coding: gbk\n# 载入\n".encode("gbk"), "# coding: gbk\n# 载入\n", "gbk", False),
        ("#!python\n# vim: set fileencoding=latin-1 :\né".encode("latin-1"), None, "iso-8859-1", False),
        ("# é coding: latin-1\n".encode("latin-1"), "# é coding: latin-1\n", "iso-8859-1", False),
        ("# é\n# coding: cp1252\n".encode("cp1252"), "# é\n# coding: cp1252\n", "cp1252", False),
        (b"a\rb\r# coding: latin-1\r", "a\rb\r# coding: latin-1\r", "utf-8", False),
    ],
)
def test_encodings(folder: Path, data: bytes, text: str | None, encoding: str, bom: bool) -> None:
    path = folder / "x.py"
    path.write_bytes(data)
    source = read(path)
    assert (source.encoding, source.bom) == (encoding, bom)
    assert text is None or source.text == text
    assert source.encode(source.text) == data


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.sampled_from("a\r\n\x0c\x0b\x1c\x85\u2028é载")))
def test_lines_are_counted_as_python_counts_them(text: str) -> None:
    lines = split_lines(text)
    assert "".join(lines) == text
    assert len(lines) == len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")) - (
        not text or text.endswith(("\n", "\r"))
    )


# Parsing


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("print 'loss', loss", "print statement"),
        ("print", None),
        ("if x: print 'a'", "print statement"),
        ("print >>f, 'a' % x", None),
        ("exec 'a = 1'", "exec statement"),
        ("exec code in scope", "exec statement"),
        ("try: a\nexcept E, e: pass", "except ..., name"),
        ("try: a\nexcept (E, F), e: pass", "except ..., name"),
        ("raise ValueError, 'no'", "raise ..., value"),
        ("x = `y`", "backticks"),
        ("if a <> b: c", "<> operator"),
        ("os.chmod(p, 0777)", "octal number without 0o"),
        ("x = 10L", "long number"),
        ("x = 0xFFL", "long number"),
        ("x = ur'a'", "ur'' string"),
        ("def f(a, (b, c)): pass", "tuple parameter"),
        ("f = lambda (a, b): a", "tuple parameter"),
    ],
)
def test_python_2_is_named(line: str, kind: str | None) -> None:
    text = f"import os\n{line}\n"
    if kind is None:
        parse(source_of(text))
        return
    number = len(text.splitlines())
    assert unparsable(text) == (
        f"train.py:{number}: Python 2 syntax at line {number} ({kind}); convert it with 2to3 or futurize first"
    )


def test_mixed_tabs_and_spaces() -> None:
    assert "tabs and spaces are mixed" in unparsable("if x:\n        a\n\tb\n")


@pytest.mark.parametrize("text", ["a = (\n", "a b\n", "def f(:\n", "x = 'a\n", "s = 'print 1' 2\n", "# print 1\na b\n"])
def test_other_faults_are_not_called_python_2(text: str) -> None:
    said = unparsable(text)
    assert "Python 2" not in said.replace(f"Python {sys.version_info.major}.", "")
    assert f"not Python that Python {sys.version_info.major}.{sys.version_info.minor} takes" in said


@pytest.mark.parametrize("text", ["x = " + "(" * 5000 + ")" * 5000, "x = " + "-" * 100_000 + "1"])
def test_nesting_too_deep_is_said(text: str) -> None:
    assert "split" in unparsable(text)


def test_invalid_escapes_are_no_warning() -> None:
    parse(source_of("import re\nre.compile('\\d')\nassert (1, 'x')\nx is 1\n"))


@pytest.mark.parametrize("text", ["", "\n", "\x0c\n", "a = 1\r\nb = 2\rc = 3", "# only\n", "\ufeffa = 1\n"[1:]])
def test_what_parses(text: str) -> None:
    parse(source_of(text))


# Writing


def test_writes_what_was_read(folder: Path) -> None:
    path = folder / "x.py"
    for data in (b"a\r\nb", codecs.BOM_UTF8 + b"a\r", "# coding: gbk\n载".encode("gbk"), b""):
        path.write_bytes(data)
        source = read(path)
        write_whole(path, source, source.text)
        assert path.read_bytes() == data


def test_encoding_and_mark_are_kept(folder: Path) -> None:
    path = folder / "x.py"
    path.write_bytes(codecs.BOM_UTF8 + "a = 'é'\r\n".encode())
    write_whole(path, read(path), "b = 'è'\r\n")
    assert path.read_bytes() == codecs.BOM_UTF8 + "b = 'è'\r\n".encode()


def test_permissions_are_kept(folder: Path) -> None:
    path = folder / "x.py"
    path.write_bytes(b"a\n")
    path.chmod(0o751)
    write_whole(path, read(path), "b\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o751


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may give files away")
def test_owner_is_kept(folder: Path) -> None:
    path = folder / "x.py"
    path.write_bytes(b"a\n")
    os.chown(path, 12, 34)
    write_whole(path, read(path), "b\n")
    assert (path.stat().st_uid, path.stat().st_gid) == (12, 34)


def test_link_stays_a_link(folder: Path) -> None:
    (folder / "real").mkdir()
    (folder / "real" / "x.py").write_bytes(b"a\n")
    (folder / "x.py").symlink_to("real/x.py")
    write_whole(folder / "x.py", read(folder / "x.py"), "b\n")
    assert (folder / "x.py").is_symlink()
    assert (folder / "real" / "x.py").read_bytes() == b"b\n"
    assert [one.name for one in (folder / "real").iterdir()] == ["x.py"]


def test_a_new_file_beside_the_old(folder: Path) -> None:
    (folder / "x.py").write_bytes(b"a\r\n")
    write_whole(folder / "y.py", read(folder / "x.py"), "b\r\n")
    assert (folder / "y.py").read_bytes() == b"b\r\n"
    assert stat.S_IMODE((folder / "y.py").stat().st_mode) & 0o400


def unwritable(path: Path, source: SourceFile, text: str) -> str:
    before = {one: one.read_bytes() for one in path.parent.iterdir()} if path.parent.is_dir() else {}
    with pytest.raises(UnwritableSource) as caught:
        write_whole(path, source, text)
    assert "\n" not in str(caught.value)
    if path.parent.is_dir():
        assert {one: one.read_bytes() for one in path.parent.iterdir()} == before
    return str(caught.value)


def test_character_that_the_encoding_lacks(folder: Path) -> None:
    path = folder / "x.py"
    path.write_bytes(b"# coding: latin-1\r\na\r\n")
    said = unwritable(path, read(path), "# coding: latin-1\r\n载\r\n")
    assert "line 2 would hold '载', which iso-8859-1 lacks" in said


def test_file_that_changed_meanwhile(folder: Path) -> None:
    path = folder / "x.py"
    path.write_bytes(b"a\n")
    source = read(path)
    path.write_bytes(b"c\n")
    assert "has changed since it was read" in unwritable(path, source, "b\n")


def test_read_only_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "x.py"
    path.write_bytes(b"a\n")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "is read-only" in unwritable(path, read(path), "b\n")


def test_read_only_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = folder / "x.py"
    path.write_bytes(b"a\n")
    monkeypatch.setattr(tempfile, "mkstemp", denied)
    assert "make its folder writable" in unwritable(path, read(path), "b\n")


def test_folder_that_is_not_there(folder: Path) -> None:
    assert "its folder is not there" in unwritable(folder / "no" / "x.py", source_of("a\n"), "b\n")


def test_full_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = folder / "x.py"
    path.write_bytes(b"a\n")
    source = read(path)
    monkeypatch.setattr(os, "fsync", full)
    assert "no space left on device" in unwritable(path, source, "b\n")


def test_all_files_or_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    items = []
    for name in ("a", "b", "c"):
        (folder / f"{name}.py").write_bytes(name.encode())
        items.append((folder / f"{name}.py", read(folder / f"{name}.py"), "new"))
    rename = Path.replace

    def breaks_at_c(origin: Path, target: Path) -> Path:
        if target.name == "c.py":
            raise OSError(5, "Input/output error")
        return rename(origin, target)

    monkeypatch.setattr(Path, "replace", breaks_at_c)
    with pytest.raises(UnwritableSource, match="input/output error"):
        write_all(items)
    assert {one.name: one.read_text() for one in folder.iterdir()} == {"a.py": "a", "b.py": "b", "c.py": "c"}


def test_interrupted_between_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    (folder / "a.py").write_bytes(b"a")
    item = (folder / "a.py", read(folder / "a.py"), "new")
    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_all([item])
    assert {one.name: one.read_text() for one in folder.iterdir()} == {"a.py": "a"}


def test_nothing_to_write() -> None:
    write_all([])


def test_a_generated_file_is_new_or_replaced(folder: Path) -> None:
    path = folder / "report.html"
    write_generated(path, b"one")
    assert path.read_bytes() == b"one"
    path.chmod(0o640)
    write_generated(path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [*folder.iterdir()] == [path]


def test_a_generated_file_that_cannot_be_written_leaves_nothing(folder: Path) -> None:
    (folder / "report.html").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_generated(folder / "report.html", b"one")
    assert [path.name for path in folder.iterdir()] == ["report.html"]
    with pytest.raises(FileNotFoundError):
        write_generated(folder / "missing" / "report.html", b"one")
