"""What `hoist check` takes on a whole tree, beside TensorFlow's own converter.

    python -m tests.benchmarks.tree_speed FOLDER [--files N]

Prints how many Python files and lines the folder has, the seconds of `hoist check FOLDER`, of `ast.parse` of the same
files in as many processes, and of `tf_upgrade_v2 --intree FOLDER --outtree ... --reportfile ...`, one after the other,
and the ratios. No checker that parses each file comes below `ast.parse`: files are read and parsed, without looking for
garbage, and nothing is done with the trees. The converter is the one beside the running interpreter; it works on one
processor, hoist on all. All get a copy of the folder's Python files, of the first N with `--files N`, without those at
which the converter ends with a traceback. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from hoist.crew import processors
from hoist.source.walk import python_files

ROOT = Path(__file__).parents[2]
FIND_STOPPERS = """
import sys
from tensorflow.tools.compatibility import ast_edits, tf_upgrade_v2
files, found, out = sys.argv[1:]
with open(files, encoding="utf-8") as listed, open(found, "w", encoding="utf-8") as stoppers:
    for path in listed.read().splitlines():
        try:
            ast_edits.ASTCodeUpgrader(tf_upgrade_v2.TFAPIChangeSpec()).process_file(path, out)
        except Exception:
            stoppers.write(path + chr(10))
"""
PARSE = """
import ast, contextlib, gc, sys
from concurrent.futures import ProcessPoolExecutor

def parse(paths):
    gc.disable()
    for path in paths:
        with contextlib.suppress(OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            ast.parse(open(path, "rb").read())

if __name__ == "__main__":
    files, processes = sys.argv[1:]
    with open(files, encoding="utf-8") as listed:
        paths = listed.read().splitlines()
    with ProcessPoolExecutor(int(processes)) as executor:
        list(executor.map(parse, [paths[at : at + 32] for at in range(0, len(paths), 32)]))
"""


@dataclass(frozen=True)
class Took:
    """How a command ended, and what it took, in seconds: by the clock, and of all processors."""

    code: int
    wall: float
    processor: float


def run(command: list[str], log: Path) -> Took:
    """Run a command to its end; what it prints goes to a file."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""}
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    with log.open("w", encoding="utf-8") as stream:
        code = subprocess.run(command, env=environment, stdout=stream, stderr=stream, check=False).returncode
    wall, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(code, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def copied(folder: Path, most: int | None, target: Path) -> list[Path]:
    """Copies of a folder's Python files."""
    copies = []
    for path in python_files([folder]).files[:most]:
        copy = target / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
        copies.append(copy)
    return copies


def without_stoppers(files: list[Path], tree: Path, scratch: Path) -> list[Path]:
    """The files at which the converter does not end with a traceback; the others are said and removed."""
    listed, stoppers = scratch / "files.txt", scratch / "stoppers.txt"
    listed.write_text("\n".join(map(str, files)), encoding="utf-8")
    run(
        [sys.executable, "-c", FIND_STOPPERS, str(listed), str(stoppers), str(scratch / "one.py")], scratch / "find.txt"
    )
    bad = [Path(line) for line in stoppers.read_text(encoding="utf-8").splitlines()]
    for path in bad:
        write(f"left out, the converter ends at it: {path.relative_to(tree)}\n")
        path.unlink()
    return [path for path in files if path not in set(bad)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, help="only the first so many")
    arguments = parser.parse_args()
    converter = Path(sys.executable).with_name("tf_upgrade_v2")
    with tempfile.TemporaryDirectory(prefix="hoist-tree-") as name:
        scratch = Path(name)
        tree = scratch / "tree"
        files = copied(arguments.folder.resolve(), arguments.files, tree)
        if not files:
            parser.error(f"{arguments.folder}: no Python files there; give the folder of a source tree")
        if converter.exists():
            files = without_stoppers(files, tree, scratch)
        lines = sum(path.read_bytes().count(b"\n") for path in files)
        write(f"{len(files):,} files, {lines:,} lines\n")
        hoist = run([sys.executable, "-m", "hoist", "check", str(tree)], scratch / "hoist.txt")
        show("hoist check", hoist, lines, scratch / "hoist.txt")
        parsed = parse_all(files, scratch)
        show("ast.parse", parsed, lines, scratch / "parsed.txt")
        write(f"hoist check / ast.parse: {ratios(hoist, parsed)}\n")
        if not converter.exists():
            write(f"tf_upgrade_v2: not beside {sys.executable}\n")
            return
        into = ["--outtree", str(scratch / "out"), "--reportfile", str(scratch / "report.txt")]
        upgrade = run([str(converter), "--intree", str(tree), *into], scratch / "upgrade.txt")
        show("tf_upgrade_v2", upgrade, lines, scratch / "upgrade.txt")
        write(f"ast.parse / tf_upgrade_v2: {ratios(parsed, upgrade)}\n")
        write(f"hoist check / tf_upgrade_v2: {ratios(hoist, upgrade)}\n")


def parse_all(files: list[Path], scratch: Path) -> Took:
    """What `ast.parse` of the files takes."""
    script, listed = scratch / "parse.py", scratch / "parse.list"
    script.write_text(PARSE, encoding="utf-8")
    listed.write_text("\n".join(map(str, files)), encoding="utf-8")
    return run(
        [sys.executable, "-W", "ignore", str(script), str(listed), str(processors())],
        scratch / "parsed.txt",
    )


def ratios(one: Took, other: Took) -> str:
    """How much one command took of what another did."""
    return f"{one.wall / other.wall:.3f} by the clock, {one.processor / other.processor:.3f} in work"


def show(name: str, took: Took, lines: int, log: Path) -> None:
    """One line on one command, with the last that it printed."""
    said = (log.read_text(encoding="utf-8").splitlines() or ["nothing said"])[-1]
    speed = f"{lines / took.wall:,.0f} lines/s"
    write(f"{name:14} {took.wall:7.1f} s, {took.processor:7.1f} s of processors, {speed}, exit {took.code}: {said}\n")


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
