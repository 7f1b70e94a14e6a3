"""The lines of a cell that only IPython takes: what stands for them in Python, and what they may do.

The forms are those of IPython 8, "Built-in magic commands" and "IPython reference": magics (``%name``), shell commands
(``!command``), help (``name?``), and a first line ``%%name``, which has all of its cell.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


class Reach(enum.Enum):
    """How far what a line does may reach."""

    NOTHING = "nothing"  # it shows something, or sets up how things are shown
    OUTSIDE = "outside"  # files, processes, packages, the working folder; no name of the program
    ANYTHING = "anything"  # it runs code that hoist does not see, or is not known


@dataclass(frozen=True)
class Special:
    """A line, or a first line with the rest of its cell, that is no Python.

    Attributes:
        python: what stands for it where the code is read; it stands on the same line.
        run: what stands for it where the code is run.
        name: what a message calls it, such as ``%run``.
        reach: what it may do.
    """

    python: str
    run: str
    name: str
    reach: Reach


# What has a cell to itself and runs its body as the Python of the notebook.
_TRANSPARENT = frozenset({"%%capture", "%%prun", "%%time"})
_OTHER_LANGUAGES = frozenset("%%! %%bash %%cmd %%perl %%powershell %%ruby %%script %%sh %%shell %%sx %%system".split())
_SHOWN = frozenset("%%HTML %%SVG %%html %%javascript %%js %%latex %%markdown %%svg".split())
_QUIET = frozenset(
    "%aimport %alias_magic %autoindent %automagic %autoreload %colors %config %doctest_mode %hist %history %load_ext "
    "%lsmagic %magic %matplotlib %page %pastebin %pdb %pdef %pdoc %pfile %pinfo %pinfo2 %pprint %precision %psource "
    "%quickref %reload_ext %tensorboard %tensorflow_version %who %whos %xmode".split()
)
_OF_THE_SYSTEM = frozenset(
    "%bookmark %cat %cd %conda %cp %dhist %dirs %env %ldir %less %ll %ls %lx %man %mamba %mkdir %more %mv %pip %popd "
    "%pushd %pwd %rm %rmdir %save %set_env %sx %system %uv".split()
)
_LINE = re.compile(
    r"(?P<lead>\s*)(?:(?P<target>[\w.]+\s*=)\s*)?(?:(?P<magic>%{1,2}[a-zA-Z_]\w*)(?P<rest>.*)|"
    r"(?P<shell>!+\s*[^\s|;&<>]*).*)",
    re.DOTALL,
)
_HELP = re.compile(r"(?P<lead>\s*)(?:\?.*|[\w.*]+\?{1,2}\s*)")
_REPEATS = re.compile(r"\s*(?:async|class|def|for|while|with)\b")
# A comment, what opens or is a text, a bracket, or a line that goes on.
_PIECE = re.compile(r"#.*|'''|\"\"\"|'(?:\\.|[^'\\])*'?|\"(?:\\.|[^\"\\])*\"?|[()\[\]{}]|\\\Z")
_ENDS = {quote: re.compile(rf"(?:\\.|[^\\])*?{quote}", re.DOTALL) for quote in ("'''", '"""')}


def specials(lines: Sequence[str]) -> dict[int, Special]:
    """The lines of a cell, counted from 0, that only IPython takes, each with what it is to Python."""
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    magic = re.match(r"%%(?:!|\w*)", lines[first].strip()) if lines else None
    if magic is None:
        return dict(_in_python(lines, 0))
    name = magic.group()
    if name in _TRANSPARENT:
        return {first: Special("pass", "pass", name, Reach.NOTHING), **dict(_in_python(lines, first + 1))}
    if name == "%%timeit":  # its body is run many times, in a function of its own
        return {first: Special("pass", "pass", name, Reach.ANYTHING), **dict(_in_python(lines, first + 1))}
    reach = Reach.NOTHING if name in _SHOWN else Reach.OUTSIDE if name in _OTHER_LANGUAGES else Reach.ANYTHING
    return dict.fromkeys(range(len(lines)), Special("", "", name, reach))


def has_its_cell(lines: Sequence[str]) -> bool:
    """Whether a cell begins with a magic that has all of it."""
    return next((line.strip() for line in lines if line.strip()), "").startswith("%%")


def _in_python(lines: Sequence[str], start: int) -> Iterator[tuple[int, Special]]:
    before: Special | None = None  # the line of IPython's that goes on
    state = _State()
    for at, line in enumerate(lines[start:], start):
        special = before
        if special is None and state.begins:
            special = _special(line, lines[:at])
        if special is None:
            state = state.behind(line)
            continue
        yield at, special
        lead = line[: len(line) - len(line.lstrip())] if before is None else special.python[: -len("pass")]
        before = Special(f"{lead}pass", f"{lead}pass", special.name, special.reach) if line.endswith("\\") else None


def _special(line: str, above: Sequence[str]) -> Special | None:
    help_ = _HELP.fullmatch(line)
    if help_ is not None:
        nothing = f"{help_['lead']}pass"
        return Special(nothing, nothing, "?", Reach.NOTHING)
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    lead, name = found["lead"], found["magic"] or found["shell"]
    nothing = f"{lead}pass"
    if name == "%time" and not found["target"] and _is_statement(found["rest"].strip()):
        python = lead + found["rest"].strip()
        return Special(python, python, name, Reach.NOTHING)
    reach = _reach(name, lead, above)
    # To Python a name that is bound here holds something unknown from here on.
    python = f"{lead}{found['target']} get_ipython()" if found["target"] else nothing
    return Special(python, nothing, name, reach)


def _reach(name: str, lead: str, above: Sequence[str]) -> Reach:
    if name in _QUIET:
        return Reach.NOTHING
    if not name.startswith("!") and name not in _OF_THE_SYSTEM:
        return Reach.ANYTHING
    # Where it may be run again and again, its files may be others each time.
    return Reach.ANYTHING if any(_REPEATS.match(head) for head in _heads(lead, above)) else Reach.OUTSIDE


def _heads(lead: str, above: Iterable[str]) -> Iterator[str]:
    """The lines above in whose blocks a line of this indentation may stand."""
    width = len(lead.expandtabs(8))
    for line in reversed(list(above)):
        of_line = len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip())
        if line.strip() and of_line < width:
            yield line
            width = of_line


def _is_statement(text: str) -> bool:
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return bool(ast.parse(text).body)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False


@dataclass(frozen=True)
class _State:
    """Where the lines so far have led: into a text of several lines, into brackets, to a line that goes on."""

    text: str = ""
    depth: int = 0
    goes_on: bool = False

    @property
    def begins(self) -> bool:
        """Whether a statement may begin on the next line."""
        return not self.text and not self.depth and not self.goes_on

    def behind(self, line: str) -> _State:
        """The state behind one more line."""
        at, text, depth, goes_on = 0, self.text, self.depth, False
        while True:
            if text:
                end = _ENDS[text].match(line, at)
                if end is None:
                    return _State(text, depth)
                at, text = end.end(), ""
            piece = _PIECE.search(line, at)
            if piece is None:
                return _State("", depth, goes_on)
            at, found = piece.end(), piece.group()
            if found in _ENDS:
                text = found
            elif found in "([{":
                depth += 1
            elif found in ")]}":
                depth = max(0, depth - 1)
            goes_on = found == "\\"
