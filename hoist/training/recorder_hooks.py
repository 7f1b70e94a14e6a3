"""What the recorder hangs into Keras and TensorFlow: it is loaded by ``recorder.py``, in the user's interpreter.

Python 3.7 or later; standard library, NumPy, TensorFlow and Keras only.
"""

from __future__ import annotations

import os
import random
import sys
import time
import weakref
from typing import Any

SEED_STEP = 1000003  # a prime: seeds of different runs do not meet
EPSILON = {
    "float64": 2.0**-52,
    "float32": 2.0**-23,
    "mixed_float16": 2.0**-10,
    "float16": 2.0**-10,
    "bfloat16": 2.0**-7,
}
NUDGE = 8  # units in the last place
# Layers that draw for each element while training, and otherwise pass their input on.
QUIET = (
    "Dropout", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D", "AlphaDropout", "GaussianDropout",
    "GaussianNoise", "RandomFlip", "RandomRotation", "RandomTranslation", "RandomContrast", "RandomBrightness",
)  # fmt: skip


class Limit(BaseException):
    """As many batches have been trained as were asked for."""


class Record:
    """What one run showed; it lives as long as the run."""

    def __init__(self, orders: dict[str, Any], number: int) -> None:
        self.steps = int(orders["steps"])
        self.root = str(orders["root"])
        self.progress = str(orders["progress"])
        self.batches = 0
        self.number = number
        wanted = orders["runs"][number]
        self.aligned = bool(wanted["aligned"])
        self.nudged = int(wanted["nudged"])
        self.quiet = bool(wanted["quiet"])
        self.shared = int(wanted["replicas"]) if wanted["shared"] else 1
        self.shuffles: list[Any] = []
        self.runs = len(orders["runs"])
        self.models: list[dict[str, Any]] = []
        self.lost = ""  # why a step could not be followed
        self.generated: list[str] = []
        self.compiled: Any = weakref.WeakKeyDictionary()
        self._known: Any = weakref.WeakKeyDictionary()

    def of(self, model: Any) -> dict[str, Any]:
        """The record of a model; models are told apart by the order in which they are first fitted."""
        if model not in self._known:
            self._known[model] = {"compiled": list(self.compiled.get(model, ("", 0))), "losses": [], "epochs": []}
            if self.quiet:
                _silence_cells(model)
            self._known[model].update(marks=[], rows=[], totals=[], fits=[])
            self._known[model].update(replicas=_replicas(model), apart=_apart(model))
            self._known[model].update(_optimizer(model))
            self.models.append(self._known[model])
        record: dict[str, Any] = self._known[model]
        return record

    def batch(self, model: Any, loss: float, rows: float, total: float) -> None:
        """Note the loss of a batch."""
        self.of(model)["rows"].append(int(rows))
        self.of(model)["totals"].append(total)
        self.step(self.of(model), loss)

    def step(self, kept: dict[str, Any], loss: float) -> None:
        """Note the loss of a step in the record of what is trained, and stop the run at the limit."""
        kept["losses"].append(loss)
        kept["marks"].append(time.perf_counter())
        self.batches += 1
        if self.batches % 10 == 0:
            write(self.progress, f"{self.number * self.steps + self.batches} {self.runs * self.steps}")
        if self.batches >= self.steps:
            raise Limit


def _replicas(model: Any) -> int:
    strategy = getattr(model, "distribute_strategy", None)
    return int(getattr(strategy, "num_replicas_in_sync", 1))


def _apart(model: Any) -> list[str]:
    """The kinds of layers in a model that compute something else where a batch is shared among replicas."""
    found = set()
    for layer in getattr(model, "_flatten_layers", list)():
        kind = type(layer).__name__
        over_batch = "BatchNormalization" in kind and "Sync" not in kind and not getattr(layer, "synchronized", False)
        masks = kind == "Masking" or bool(getattr(layer, "mask_zero", False))
        rates = [getattr(layer, name, 0) for name in ("dropout", "recurrent_dropout")]
        draws = any(isinstance(rate, (int, float)) and rate > 0 for rate in rates)
        own = kind not in QUIET and (hasattr(layer, "seed_generator") or hasattr(layer, "_random_generator"))
        if over_batch or masks or draws or (own and "Cell" not in kind and not hasattr(layer, "cell")):
            found.add(kind)
    return sorted(kind for kind in found if not (kind.endswith("Cell") and kind[:-4] in found))


def _silence_cells(model: Any) -> None:
    """The cells of recurrent layers draw for themselves; ``silence`` does not reach them."""
    for layer in getattr(model, "_flatten_layers", list)():
        if "Cell" in type(layer).__name__ and hasattr(layer, "recurrent_dropout"):
            layer.dropout = layer.recurrent_dropout = 0.0


def _optimizer(model: Any) -> dict[str, Any]:
    optimizer: Any = getattr(model, "optimizer", None)
    config: dict[str, Any] = optimizer.get_config() if hasattr(optimizer, "get_config") else {}
    plain = {k: v if isinstance(v, (bool, int, str, type(None))) else number(v) for k, v in config.items()}
    return {"optimizer": type(optimizer).__name__, "settings": plain}


def number(value: Any) -> Any:
    """A number of an optimizer's settings, or of what make it is if it is none."""
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

        def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
            if record.nudged and getattr(self.model, "built", True):  # else it has no weights before its first batch
                _nudge(self.model, record.nudged, batch)

        def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
            tracker = _tracker(self.model)
            if tracker is None:
                return
            now = (float(tracker.total.numpy()), float(tracker.count.numpy()))
            weight = now[1] - self.before[1]
            loss = (now[0] - self.before[0]) / weight if weight > 0 else float("nan")
            self.before = now
            record.batch(self.model, loss, weight, now[0])

        def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
            shown = {str(k): float(v) for k, v in (logs or {}).items() if isinstance(v, (int, float))}
            of_model = record.of(self.model)
            of_model["epochs"].append({"batches": len(of_model["losses"]), "logs": shown})

    return Recorder()


def _nudge(model: Any, number: int, batch: int) -> None:
    """Move each weight in its last bits, to one side or the other."""
    import numpy

    draw = numpy.random.default_rng((number, batch))
    for variable in model.trainable_variables:
        value = variable.numpy()
        step = NUDGE * EPSILON.get(str(getattr(model, "compute_dtype", "")), EPSILON.get(value.dtype.name, 0.0))
        sides = draw.choice((-step, step), size=value.shape).astype(value.dtype)
        variable.assign(value + value * sides)


def _tracker(model: Any) -> Any:
    """The mean that this Keras keeps of the loss: Keras 3, then Keras 2 in its versions."""
    container = getattr(model, "compiled_loss", None)
    for owner, name in ((model, "_loss_tracker"), (container, "_total_loss_mean"), (container, "_loss_metric")):
        found = getattr(owner, name, None)
        if found is not None:
            return found
    return None


def follow(keras: Any, record: Record) -> None:
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
        if record.shared > 1 and note["batch"]:
            bound.arguments["batch_size"] = note["batch"] // record.shared
        record.of(self)["fits"].append(note)
        try:
            return fit(*bound.args, **bound.kwargs)
        finally:
            note["weights"] = _fingerprint(self)

    def followed_compile(self: Any, *args: Any, **kwargs: Any) -> Any:
        answer = compiled(self, *args, **kwargs)
        record.compiled[self] = caller(record.root)
        return answer

    followed_fit.followed = True  # type: ignore[attr-defined]
    owner.fit, compiler.compile = followed_fit, followed_compile


def _note(arguments: dict[str, Any], record: Record) -> dict[str, Any]:
    """How a fit gets its batches: from arrays, shuffled or not, or from a dataset, by which shuffles."""
    arrays = arguments.get("y") is not None and hasattr(arguments.get("x"), "shape")
    size = arguments.get("batch_size")
    shuffles, record.shuffles = record.shuffles, []
    return {
        "at": list(caller(record.root)),
        "rows": int(arguments["x"].shape[0]) if arrays else None,
        "shuffle": bool(arguments.get("shuffle", True)) if arrays else None,
        "shuffles": shuffles,
        "batch": (int(size) if size else 32) if arrays else None,
    }


def _fingerprint(model: Any) -> str:
    import hashlib

    found = hashlib.sha256()
    for array in model.get_weights():
        found.update(repr((array.dtype.str, array.shape)).encode() + array.tobytes())
    return found.hexdigest()


def follow_shuffles(tensorflow: Any, record: Record) -> None:
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


def silence(keras: Any) -> None:
    """Have layers that draw pass their input on: where a batch is shared, each replica draws for itself."""

    def call(self: Any, inputs: Any, training: Any = None) -> Any:
        return inputs

    for name in QUIET:
        kind = getattr(keras.layers, name, None)
        if kind is not None:
            kind.call = call


def share(tensorflow: Any, replicas: int) -> None:
    """So many virtual devices on the processor, and no GPU."""
    config = tensorflow.config
    config.set_visible_devices([], "GPU")
    devices = [config.LogicalDeviceConfiguration() for _ in range(replicas)]
    config.set_logical_device_configuration(config.list_physical_devices("CPU")[0], devices)


def align(tensorflow: Any) -> None:
    """Have the same program compute the same bits each time."""
    tensorflow.config.threading.set_intra_op_parallelism_threads(1)
    tensorflow.config.experimental.enable_op_determinism()


def caller(root: str) -> tuple[str, int]:
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


def moved_seed(given: int, run: int) -> int:
    """The seed that a run has in place of one that the script sets: in the first run, the same."""
    return (given + run * SEED_STEP) % 2**32 if run else given


def _moved(seeding: Any, run: int) -> Any:
    """A function that sets a seed, with another one in each run but the first."""

    def seed_moved(*args: Any, **kwargs: Any) -> Any:
        given = args[0] if args else kwargs.get("seed")
        if isinstance(given, int):
            other = moved_seed(given, run)
            args, kwargs = ((other, *args[1:]), kwargs) if args else (args, {**kwargs, "seed": other})
        return seeding(*args, **kwargs)

    return seed_moved


def seed_python(run: int) -> None:
    """Seed the generators of Python and NumPy from outside."""
    import numpy

    random.seed(run)
    numpy.random.seed(run)
    if run:
        random.seed = _moved(random.seed, run)
        numpy.random.seed = _moved(numpy.random.seed, run)


def seed(tensorflow: Any, modules: list[Any], run: int) -> None:
    """Seed all generators from outside; a seed that the script sets itself is another one in each run but the first."""
    seed_python(run)
    tensorflow.random.set_seed(run)
    if run:
        tensorflow.random.set_seed = _moved(tensorflow.random.set_seed, run)
        for keras in modules:
            keras.utils.set_random_seed = _moved(keras.utils.set_random_seed, run)


def offer_data(modules: list[Any], record: Record) -> None:
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


def write(path: str, text: str) -> None:
    """Write a file, whole or not at all."""
    with open(path + ".new", "w", encoding="utf-8") as stream:
        stream.write(text)
    os.replace(path + ".new", path)
