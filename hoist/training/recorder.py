"""Runs a Keras script in the user's interpreter and writes down what its training does. Python 3.7 or later.

One process imports TensorFlow once and forks for each run, so that nothing of one run is left in the next. Each run has
a fresh copy of the folder at the same path. The orders come from a JSON file, and the answer is one.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import runpy
import shutil
import signal
import sys
import time
import traceback
import weakref
from typing import Any

SEED_STEP = 1000003  # a prime: seeds of different runs do not meet


class _Limit(BaseException):
    """As many batches have been trained as were asked for."""


class Record:
    """What one run showed; it lives as long as the run."""

    def __init__(self, orders: dict[str, Any], number: int) -> None:
        self.steps = int(orders["steps"])
        self.root = str(orders["root"])
        self.progress = str(orders["progress"])
        self.batches = 0
        self.number = number
        self.aligned = bool(orders["runs"][number][2])
        self.shuffles: list[Any] = []
        self.runs = len(orders["runs"])
        self.models: list[dict[str, Any]] = []
        self.generated: list[str] = []
        self.compiled: Any = weakref.WeakKeyDictionary()
        self._known: Any = weakref.WeakKeyDictionary()

    def of(self, model: Any) -> dict[str, Any]:
        """The record of a model; models are told apart by the order in which they are first fitted."""
        if model not in self._known:
            self._known[model] = {"compiled": list(self.compiled.get(model, ("", 0))), "losses": [], "epochs": []}
            self._known[model].update(marks=[], fits=[])
            self._known[model].update(_optimizer(model))
            self.models.append(self._known[model])
        record: dict[str, Any] = self._known[model]
        return record

    def batch(self, model: Any, loss: float) -> None:
        """Note the loss of a batch, and stop the run at the limit."""
        self.of(model)["losses"].append(loss)
        self.of(model)["marks"].append(time.perf_counter())
        self.batches += 1
        if self.batches % 10 == 0:
            _write(self.progress, f"{self.number * self.steps + self.batches} {self.runs * self.steps}")
        if self.batches >= self.steps:
            raise _Limit


def _optimizer(model: Any) -> dict[str, Any]:
    optimizer: Any = getattr(model, "optimizer", None)
    config: dict[str, Any] = optimizer.get_config() if hasattr(optimizer, "get_config") else {}
    plain = {k: v if isinstance(v, (bool, int, str, type(None))) else _number(v) for k, v in config.items()}
    return {"optimizer": type(optimizer).__name__, "settings": plain}


def _number(value: Any) -> Any:
    try:
        return round(float(value), 9)  # settings are kept as float32
    except (TypeError, ValueError):
        return str(type(value).__name__)


def _callback(keras: Any, record: Record) -> Any:
    """A callback of this Keras that notes the loss of each batch.

    Keras logs the mean over the epoch so far. The sum and the weight behind it give the loss of the batch alone.
    """

    class Recorder(keras.callbacks.Callback):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.before = (0.0, 0.0)

        def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
            self.before = (0.0, 0.0)

        def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
            tracker = _tracker(self.model)
            if tracker is None:
                return
            now = (float(tracker.total.numpy()), float(tracker.count.numpy()))
            weight = now[1] - self.before[1]
            loss = (now[0] - self.before[0]) / weight if weight > 0 else float("nan")
            self.before = now
            record.batch(self.model, loss)

        def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
            shown = {str(k): float(v) for k, v in (logs or {}).items() if isinstance(v, (int, float))}
            of_model = record.of(self.model)
            of_model["epochs"].append({"batches": len(of_model["losses"]), "logs": shown})

    return Recorder()


def _tracker(model: Any) -> Any:
    """The mean that this Keras keeps of the loss: Keras 3, then Keras 2 in its versions."""
    container = getattr(model, "compiled_loss", None)
    for owner, name in ((model, "_loss_tracker"), (container, "_total_loss_mean"), (container, "_loss_metric")):
        found = getattr(owner, name, None)
        if found is not None:
            return found
    return None


def _follow(keras: Any, record: Record) -> None:
    """Have each model of this Keras note where it was compiled and what its training shows."""
    import inspect

    owner = next(kind for kind in keras.Model.__mro__ if "fit" in vars(kind))
    compiler = next(kind for kind in keras.Model.__mro__ if "compile" in vars(kind))
    if getattr(owner.fit, "followed", False):
        return
    fit, compiled = owner.fit, compiler.compile
    signature = inspect.signature(fit)

    def followed_fit(self: Any, *args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(self, *args, **kwargs)
        given: Any = bound.arguments.get("callbacks")
        if hasattr(given, "append") and not isinstance(given, list):  # a list of callbacks of Keras's own kind
            given.append(_callback(keras, record))
        else:
            listed = [] if given is None else list(given) if isinstance(given, (list, tuple)) else [given]
            bound.arguments["callbacks"] = [*listed, _callback(keras, record)]
        note = _note(bound.arguments, record)
        if record.aligned and note["rows"] is not None:
            bound.arguments["shuffle"] = False
        record.of(self)["fits"].append(note)
        try:
            return fit(*bound.args, **bound.kwargs)
        finally:
            note["weights"] = _fingerprint(self)

    def followed_compile(self: Any, *args: Any, **kwargs: Any) -> Any:
        answer = compiled(self, *args, **kwargs)
        record.compiled[self] = _caller(record.root)
        return answer

    followed_fit.followed = True  # type: ignore[attr-defined]
    owner.fit, compiler.compile = followed_fit, followed_compile


def _note(arguments: dict[str, Any], record: Record) -> dict[str, Any]:
    """How a fit gets its batches: from arrays, shuffled or not, or from a dataset, by which shuffles."""
    arrays = arguments.get("y") is not None and hasattr(arguments.get("x"), "shape")
    shuffles, record.shuffles = record.shuffles, []
    return {
        "at": list(_caller(record.root)),
        "rows": int(arguments["x"].shape[0]) if arrays else None,
        "shuffle": bool(arguments.get("shuffle", True)) if arrays else None,
        "shuffles": shuffles,
    }


def _fingerprint(model: Any) -> str:
    import hashlib

    found = hashlib.sha256()
    for array in model.get_weights():
        found.update(repr((array.dtype.str, array.shape)).encode() + array.tobytes())
    return found.hexdigest()


def _follow_shuffles(tensorflow: Any, record: Record) -> None:
    """Note each shuffle of a dataset; in an aligned run none is done."""
    shuffle = tensorflow.data.Dataset.shuffle

    def followed(
        self: Any, buffer_size: Any, seed: Any = None, reshuffle_each_iteration: Any = None, *more: Any, **named: Any
    ) -> Any:
        record.shuffles.append([int(buffer_size), reshuffle_each_iteration in (None, True)])
        if record.aligned:
            return self
        return shuffle(self, buffer_size, seed, reshuffle_each_iteration, *more, **named)

    tensorflow.data.Dataset.shuffle = followed


def _align(tensorflow: Any) -> None:
    """Have the same program compute the same bits each time."""
    tensorflow.config.threading.set_intra_op_parallelism_threads(1)
    tensorflow.config.experimental.enable_op_determinism()


def _caller(root: str) -> tuple[str, int]:
    """The innermost line of the program's own files."""
    frame = sys._getframe(1)  # noqa: SLF001 -- the way to the caller
    while frame is not None:
        name = os.path.realpath(frame.f_code.co_filename)
        if name.startswith(root + os.sep):
            return os.path.relpath(name, root).replace(os.sep, "/"), frame.f_lineno
        if frame.f_back is None:
            break
        frame = frame.f_back
    return "", 0


def _seed(tensorflow: Any, modules: list[Any], run: int) -> None:
    """Seed all generators from outside; a seed that the script sets itself is another one in each run but the first."""
    import numpy

    def moved(seeding: Any) -> Any:
        def seed_moved(*args: Any, **kwargs: Any) -> Any:
            given = args[0] if args else kwargs.get("seed")
            if isinstance(given, int):
                other = (given + run * SEED_STEP) % 2**32
                args, kwargs = ((other, *args[1:]), kwargs) if args else (args, {**kwargs, "seed": other})
            return seeding(*args, **kwargs)

        return seed_moved

    random.seed(run)
    numpy.random.seed(run)
    tensorflow.random.set_seed(run)
    if run:
        random.seed = moved(random.seed)
        numpy.random.seed = moved(numpy.random.seed)
        tensorflow.random.set_seed = moved(tensorflow.random.set_seed)
        for keras in modules:
            keras.utils.set_random_seed = moved(keras.utils.set_random_seed)


def _offer_data(modules: list[Any], record: Record) -> None:
    """Where a data set of Keras is not on this machine, give generated arrays of its shape instead of a download."""
    home = os.environ.get("KERAS_HOME") or os.path.join(os.path.expanduser("~"), ".keras")
    sets = {
        "mnist": ((28, 28), 10, 60000, 10000, ("mnist.npz",)),
        "fashion_mnist": ((28, 28), 10, 60000, 10000, ("fashion-mnist",)),
        "cifar10": ((32, 32, 3), 10, 50000, 10000, ("cifar-10-batches-py", "cifar-10-batches-py-target")),
        "cifar100": ((32, 32, 3), 100, 50000, 10000, ("cifar-100-python", "cifar-100-python-target")),
    }
    for name, (shape, classes, train, test, files) in sets.items():
        if any(os.path.exists(os.path.join(home, "datasets", one)) for one in files):
            continue

        def load_data(
            *_: Any, name: str = name, shape: Any = shape, classes: int = classes, sizes: Any = (train, test), **__: Any
        ) -> Any:
            record.generated.append(name)
            column = name.startswith("cifar")
            return tuple(_arrays(shape, classes, size, part, column) for part, size in enumerate(sizes))

        for keras in modules:
            getattr(keras.datasets, name).load_data = load_data


def _arrays(shape: Any, classes: int, size: int, part: int, column: bool) -> Any:
    """Pictures of so many kinds under noise, and their labels: something to learn, the same in every run."""
    import numpy

    kinds = numpy.random.default_rng(7).integers(0, 128, (classes, *shape), dtype=numpy.uint8)
    draw = numpy.random.default_rng(70 + part)
    labels = draw.integers(0, classes, size)
    pictures = draw.integers(0, 128, (size, *shape), dtype=numpy.uint8)
    pictures += kinds[labels]
    labels = labels.astype("int64" if column else "uint8")
    return pictures, labels.reshape(-1, 1) if column else labels


def _one(orders: dict[str, Any], tensorflow: Any, modules: list[Any], number: int) -> dict[str, Any]:
    """Run the script once, in this process."""
    import resource

    record = Record(orders, number)
    _seed(tensorflow, modules, orders["runs"][number][1])
    for keras in modules:
        _follow(keras, record)
    _follow_shuffles(tensorflow, record)
    if record.aligned:
        _align(tensorflow)
    _offer_data(modules, record)
    script = os.path.join(orders["root"], orders["script"])
    sys.argv = [script, *orders["arguments"]]
    sys.path[0] = os.path.dirname(script)
    end, error = "normal", ""
    try:
        runpy.run_path(script, run_name="__main__")
    except _Limit:
        end = "limit"
    except SystemExit as leaving:
        if leaving.code not in (None, 0):
            end, error = "error", f"it left with {leaving.code}"
    except BaseException as raised:  # noqa: BLE001 -- whatever it is, it is the cause that is told
        end, error = "error", _cause(raised, orders["root"])
    return {
        "end": end,
        "error": error,
        "models": record.models,
        "generated": sorted(set(record.generated)),
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024),
    }


def _cause(raised: BaseException, root: str) -> str:
    where = ""
    for frame in traceback.extract_tb(raised.__traceback__):
        name = os.path.realpath(frame.filename)
        if name.startswith(root + os.sep):
            where = f"{os.path.relpath(name, root)}:{frame.lineno}: "
    lines = str(raised).strip().splitlines()
    return f"{where}{type(raised).__name__}: {lines[0][:300] if lines else ''}".rstrip(": ")


def _lay(orders: dict[str, Any], program: str) -> None:
    """Lay the folder anew, with the files of this program."""
    root, fresh = orders["root"], orders["fresh"]
    os.chdir(os.path.dirname(fresh))
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(fresh, root, symlinks=True)
    for path, laid in orders["programs"][program].items():
        shutil.copyfile(laid, os.path.join(root, path))
    os.chdir(os.path.join(root, orders["cwd"]))


def _forked(orders: dict[str, Any], tensorflow: Any, modules: list[Any], number: int) -> dict[str, Any]:
    """One run in a process of its own; killed when its time is over."""
    program = orders["runs"][number][0]
    result = f"{orders['result']}.{number}"
    child = os.fork()
    if child == 0:
        try:
            _write(result, json.dumps(_one(orders, tensorflow, modules, number)))
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(0)
    deadline = time.monotonic() + orders["timeout"]
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return {"end": "timeout", "error": f"it took more than {orders['timeout']:g} s", "models": []}
        time.sleep(0.02)
    try:
        with open(result, encoding="utf-8") as stream:
            answer: dict[str, Any] = json.load(stream)
            return answer
    except (OSError, ValueError):
        return {"end": "error", "error": f"the run of the {program} program died", "models": []}


def _write(path: str, text: str) -> None:
    with open(path + ".new", "w", encoding="utf-8") as stream:
        stream.write(text)
    os.replace(path + ".new", path)


def _version(keras: Any) -> str:
    package = sys.modules[keras.__name__.partition(".")[0]]
    return str(getattr(keras, "__version__", None) or getattr(package, "__version__", ""))


def main() -> None:
    """Do the runs that the orders name."""
    with open(sys.argv[1], encoding="utf-8") as stream:
        orders = json.load(stream)
    # As it is for the script itself, and not where this file lies, whose neighbours are no modules of the script.
    sys.path[0] = os.path.dirname(os.path.join(orders["root"], orders["script"]))
    import tensorflow  # once, for all runs

    modules = [
        importlib.import_module(name) if name != "tensorflow.keras" else tensorflow.keras for name in orders["keras"]
    ]
    for keras in modules:
        keras.Model  # noqa: B018 -- loads it
    shutil.copytree(orders["root"], orders["fresh"], symlinks=True)
    answers = []
    for number, (program, _, _) in enumerate(orders["runs"]):
        _lay(orders, program)
        if orders["fork"]:
            answers.append(_forked(orders, tensorflow, modules, number))
        else:
            answers.append(_one(orders, tensorflow, modules, number))
        if answers[-1]["end"] in ("error", "timeout"):
            break
    versions = {"tensorflow": tensorflow.__version__, "keras": [_version(keras) for keras in modules]}
    versions["python"] = "{}.{}.{}".format(*sys.version_info[:3])
    _write(orders["result"], json.dumps({"runs": answers, "versions": versions, "end": "normal"}))
    sys.stdout.flush()
    os._exit(0)  # threads that the script started are no reason to wait


if __name__ == "__main__":
    main()
