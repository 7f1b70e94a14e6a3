"""What the changes of training do on this machine: time, memory, and steps to a loss.

    python -m tests.benchmarks.training [mirrored] [dataset] [adam] [--rows N] [--epochs N] [--rounds N] [--steps N]

`mirrored` gives the time of an epoch under HST301 on one, two and four virtual devices of the processor, which share
its cores: they can show what keeping replicas alike costs, and never what more GPUs would gain. `dataset` gives the
time of an epoch and the peak of the memory before and after HST302, on arrays of `--rows` rows of 256 numbers. `adam`
gives the steps to the loss that the original reaches, before and after HST303, for three small problems. Each program
runs in a process of its own, in turn with the others; of several rounds the median is printed, with the least and the
greatest. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hoist.printing import write
from hoist.training.examine import propose
from hoist.training.proposal import Wishes
from hoist.training.prove import show
from hoist.training.report import verdict_of
from hoist.training.runs import Training

COLUMNS = 256
PROGRAM = """\
import resource, sys, time
import numpy as np
import tensorflow as tf


class Clock(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.begun = time.perf_counter()

    def on_epoch_end(self, epoch, logs=None):
        print('epoch', epoch, time.perf_counter() - self.begun)


rows = {rows}
x = np.random.default_rng(0).standard_normal((rows, {columns}), dtype='float32')
y = np.random.default_rng(1).integers(0, 10, rows)
model = tf.keras.Sequential([tf.keras.Input(({columns},)), tf.keras.layers.Dense({units}, activation='relu'),
                             tf.keras.layers.Dense(10)])
model.compile(optimizer='adam', loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(x, y, batch_size=256, epochs={epochs}, verbose=0, callbacks=[Clock()])
print('memory', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""
SHARED = """\
import runpy, sys
import tensorflow as tf
devices = [tf.config.LogicalDeviceConfiguration() for _ in range(int(sys.argv[1]))]
tf.config.set_logical_device_configuration(tf.config.list_physical_devices('CPU')[0], devices)
runpy.run_path(sys.argv[2], run_name='__main__')
"""
HEAD = "import numpy as np\nfrom tensorflow import keras\n\nrng = np.random.default_rng(0)\n"
PROBLEMS = {
    "kinds of points": """\
y = rng.integers(0, 10, 4096)
x = rng.normal(size=(10, 32))[y] + rng.normal(size=(4096, 32))
model = keras.Sequential([keras.layers.Dense(64, activation='relu'), keras.layers.Dense(10, activation='softmax')])
model.compile(optimizer='sgd', loss='sparse_categorical_crossentropy')
""",
    "features of unlike scales": """\
x = rng.normal(size=(4096, 16)) * np.logspace(-2, 0, 16)
y = np.tanh((x / np.logspace(-2, 0, 16)).sum(axis=1) / 4)
model = keras.Sequential([keras.layers.Dense(32, activation='relu'), keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.SGD(0.05), loss='mse')
""",
    "a line through points": """\
x = rng.uniform(-1, 1, (4096, 1))
y = 3 * x[:, 0] + 1
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.SGD(0.1), loss='mse')
""",
}


def changed(script: Path, code: str) -> str:
    """The text of a script with the changes of one rule."""
    found = propose([script], select=[code], wishes=Wishes(), base=script.parent)
    (group,) = found.groups
    return group.changes[0].rewritten.text


def ran(command: Sequence[str | Path]) -> tuple[float, float]:
    """The seconds of the median epoch but the first, which compiles, and the peak of the memory in MiB."""
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    epochs = [float(line[2]) for line in lines if line[0] == "epoch" and line[1] != "0"]
    (memory,) = [float(line[1]) / 2**20 for line in lines if line[0] == "memory"]
    return statistics.median(epochs), memory


def told(name: str, found: Sequence[tuple[float, float]]) -> None:
    """Print the figures of one program."""
    epochs, memories = zip(*found, strict=True)
    seconds = f"{statistics.median(epochs):.2f} s ({min(epochs):.2f} to {max(epochs):.2f})"
    write(f"{name:34} epoch {seconds:24} memory {statistics.median(memories):,.0f} MiB\n")


def in_turn(commands: dict[str, Sequence[str | Path]], rounds: int) -> None:
    """Run programs in turn, and print the figures of each."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            found[name].append(ran(command))
    for name, figures in found.items():
        told(name, figures)


def mirrored(folder: Path, options: argparse.Namespace) -> None:
    """HST301 on virtual devices."""
    before, after, launch = (folder / name for name in ("one.py", "mirrored.py", "launch.py"))
    rows = options.rows // 10
    before.write_text(PROGRAM.format(rows=rows, columns=COLUMNS, units=1024, epochs=options.epochs))
    after.write_text(changed(before, "HST301"))
    launch.write_text(SHARED)
    commands: dict[str, Sequence[str | Path]] = {"without a strategy": [before]}
    commands |= {f"HST301, {number} virtual": [launch, str(number), after] for number in (1, 2, 4)}
    write(f"HST301: {rows:,} rows of {COLUMNS}, 1024 units, a global batch of 256\n")
    in_turn(commands, options.rounds)


def dataset(folder: Path, options: argparse.Namespace) -> None:
    """HST302 on arrays that are large enough to matter."""
    before, after = folder / "arrays.py", folder / "pipeline.py"
    before.write_text(PROGRAM.format(rows=options.rows, columns=COLUMNS, units=64, epochs=options.epochs))
    after.write_text(changed(before, "HST302"))
    size = options.rows * COLUMNS * 4 / 2**20
    write(f"HST302: {options.rows:,} rows of {COLUMNS} ({size:,.0f} MiB), batches of 256\n")
    in_turn({"arrays": [before], "HST302": [after]}, options.rounds)


def adam(folder: Path, options: argparse.Namespace) -> None:
    """HST303 on three small problems."""
    write(f"HST303: 5 seeds, {options.steps} steps\n")
    for name, text in PROBLEMS.items():
        script = folder / "train.py"
        script.write_text(f"{HEAD}{text}model.fit(x, y, epochs=10, verbose=0)\n")
        found = propose([script], select=["HST303"], wishes=Wishes(), base=folder)
        training = Training(None, "cpu", options.steps, 600, (), 5)
        shown, runs = show(script, found.groups[0].changes, found.proposals, training, lambda _: None)
        write(f"{name}: {runs.cause or verdict_of(shown[0])}\n")


def main() -> None:
    """Run the parts that are asked for, all if none is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parts = {"mirrored": mirrored, "dataset": dataset, "adam": adam}
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(parts)}")
    parser.add_argument("--rows", type=int, default=400_000)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=300)
    options = parser.parse_args()
    for name in options.parts or parts:
        with tempfile.TemporaryDirectory(prefix="hoist-benchmark-") as folder:
            parts[name](Path(folder).resolve(), options)


if __name__ == "__main__":
    main()
