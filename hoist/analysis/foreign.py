"""What is known of libraries other than TensorFlow: that they leave its graph alone, and what else they do."""

from __future__ import annotations

from collections.abc import Iterable

from hoist.analysis.facts import Act
from hoist.tensorflow_api.symbol import Effect

_LEAVE_GRAPH_ALONE = frozenset(
    "abc argparse array base64 bisect calendar cPickle cProfile collections configparser ConfigParser contextlib copy "
    "copyreg csv cv2 dataclasses datetime decimal enum fnmatch fractions functools gc getopt getpass glob gym "
    "gymnasium "
    "gzip h5py hashlib heapq imageio importlib inspect io itertools joblib json librosa logging math matplotlib "
    "multiprocessing networkx nltk numbers numpy operator optparse os pandas pathlib pickle PIL platform pprint "
    "progressbar psutil pylab Queue queue random re requests resource scipy seaborn select shelve shutil signal six "
    "skimage sklearn socket soundfile sqlite3 string struct subprocess sys tabulate tarfile tempfile termcolor "
    "textwrap "
    "threading time timeit tqdm traceback types typing unittest urllib urllib2 uuid warnings wave weakref xml yaml "
    "zipfile zlib".split()
)

_PURE_MODULES = (
    "math.",
    "os.path.join",
    "os.path.basename",
    "os.path.dirname",
    "os.path.splitext",
    "operator.itemgetter",
    "operator.attrgetter",
)
_PURE_NUMPY = frozenset(
    "abs absolute add all any arange argmax argmin argsort array asarray ceil clip concatenate cos cumsum diff divide "
    "dot "
    "dtype exp expand_dims eye float16 float32 float64 floor full full_like hstack identity int16 int32 int64 int8 "
    "linspace log log10 log2 logspace max maximum mean median min minimum mod multiply ones ones_like outer power prod "
    "ravel repeat reshape round shape sign sin size split sqrt square squeeze stack std subtract sum swapaxes tan tanh "
    "tile transpose tril triu uint8 unique var vstack where zeros zeros_like bool_ finfo iinfo".split()
)
_VIEWS = frozenset(
    "asarray asanyarray atleast_1d atleast_2d expand_dims ravel reshape squeeze swapaxes transpose split".split()
)
_NUMPY_MUTATORS = frozenset(
    "shuffle put place copyto fill_diagonal putmask at nditer put_along_axis apply_along_axis apply_over_axes "
    "vectorize "
    "frompyfunc piecewise fromiter readinto as_strided".split()
)
# Functions of one and of two arrays whose last positional argument, if one more is passed, is where the result goes.
_OF_ONE = frozenset(
    "abs absolute ceil cos exp floor isnan log log10 log2 negative rint sign sin sqrt square tan tanh".split()
)
_OF_TWO = frozenset(
    "add divide floor_divide fmod hypot maximum minimum mod multiply power remainder subtract true_divide "
    "dot outer".split()
)
WRITE_TO_LAST = frozenset("clip dot cumsum cumprod round mean sum take compress choose".split())
_CHANGE_ARGUMENTS = frozenset(
    "random heapq bisect copy ctypes pickle threading multiprocessing Queue queue operator cv2 io struct".split()
)
_READ_ONLY = frozenset(
    "argparse base64 csv datetime glob gzip hashlib json logging math matplotlib numpy os pathlib pprint "
    "re skimage string sys tabulate time timeit tqdm traceback warnings zlib".split()
)


def _root(path: str) -> str:
    return path.split(".", 1)[0]


def leaves_graph_alone(path: str) -> bool:
    """Whether the library is known to add nothing to TensorFlow's graph and to read nothing of it."""
    return _root(path) in _LEAVE_GRAPH_ALONE or path.startswith("tensorflow.examples.tutorials")


def is_pure(path: str) -> bool:
    """Whether a function is known to depend on its arguments alone and to do nothing else."""
    if path.startswith(_PURE_MODULES):
        return True
    return path.startswith("numpy.") and path.removeprefix("numpy.") in _PURE_NUMPY


def may_share(keywords: Iterable[str]) -> bool:
    """Whether a call is asked to work on, or to give, the memory of its argument."""
    return any(name == "copy" or name.startswith("overwrite") or name == "subok" for name in keywords)


def writes_to_last(path: str, count: int) -> bool:
    """Whether a NumPy function is passed, as its last positional argument, the array to write to."""
    name = path.removeprefix("numpy.")
    return path.startswith("numpy.") and ((name in _OF_ONE and count > 1) or (name in _OF_TWO and count > 2))


def makes_object(path: str) -> bool:
    """Whether a NumPy call gives an object with methods of its own, such as a random generator, and no array."""
    last = path.rsplit(".", 1)[-1]
    return last[:1].isupper() or last in ("default_rng", "load", "get_state", "memmap")


def gives_fresh(path: str) -> bool:
    """Whether a NumPy function gives an array of its own rather than a view of an argument."""
    name = path.removeprefix("numpy.")
    return name.startswith("random.") or (path.startswith("numpy.") and name in _PURE_NUMPY and name not in _VIEWS)


def effects(path: str) -> list[Effect | Act]:
    """Effects of a function beside that it belongs to another library."""
    found: list[Effect | Act] = []
    if path.startswith(("numpy.random", "random.", "secrets.", "uuid.")):
        found.append(Act.DRAWS_HOST)
    if _root(path) in ("time", "datetime", "timeit") or path.startswith(("os.environ", "os.getenv", "os.getpid")):
        found.append(Effect.CLOCK)
    if _root(path) in ("os", "shutil", "io", "glob", "pickle", "json", "csv", "h5py", "pathlib", "tempfile"):
        found.append(Effect.FILES)
    if _root(path) in ("threading", "multiprocessing"):
        found.append(Effect.THREADS)
    if _root(path) in ("logging", "pprint", "warnings"):
        found.append(Effect.PRINTS)
    return found


def runs_beside(path: str) -> bool:
    """Whether a function that is passed is run by another process, which has a graph of its own.

    Threads share the default graph of the process, and are taken to be part of the turn that starts them.
    """
    return _root(path) in ("multiprocessing", "billiard") or "ProcessPool" in path


def may_change_arguments(path: str) -> bool:
    """Whether a function may change a mutable argument, or call one."""
    root = _root(path)
    if root == "numpy":
        return path.rsplit(".", 1)[-1] in _NUMPY_MUTATORS or path.startswith("numpy.ndarray.")
    return root in _CHANGE_ARGUMENTS or root not in _READ_ONLY
