"""Runs a script in the user's interpreter and writes down what its training does. Python 3.7 or later.

One process imports TensorFlow once and forks for each run, so that nothing of one run is left in the next. Each run has
a fresh copy of the folder at the same path. The orders come from a JSON file, and the answer is one.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import runpy
import shutil
import signal
import sys
import time
import traceback
from typing import Any


def _beside(name: str) -> Any:
    """A module that lies beside this file, under a name and by a way that no module of the script's can take."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), *name.split("/")) + ".py"
    spec = importlib.util.spec_from_file_location("_hoist_" + os.path.basename(name), path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


hooks = _beside("recorder_hooks")
SESSIONS = "sessions"  # the mode in which session runs are followed, and not Model.fit


class Keras:
    """The Kerases that the script may use, and what is hung into them."""

    def __init__(self, names: list[str]) -> None:
        import tensorflow

        self.tensorflow = tensorflow
        self.modules = [
            importlib.import_module(name) if name != "tensorflow.keras" else tensorflow.keras for name in names
        ]
        for keras in self.modules:
            keras.Model  # noqa: B018 -- loads it

    def follow(self, record: Any, wanted: dict[str, Any]) -> None:
        """Seed this process and have it note what its training does."""
        hooks.seed(self.tensorflow, self.modules, wanted["seed"])
        for keras in self.modules:
            hooks.follow(keras, record)
            if wanted["quiet"]:
                hooks.silence(keras)
        hooks.follow_shuffles(self.tensorflow, record)
        if record.aligned:
            hooks.align(self.tensorflow)
        if wanted["replicas"]:
            hooks.share(self.tensorflow, wanted["replicas"])
        hooks.offer_data(self.modules, record)

    def generated(self) -> list[str]:
        """Data sets for which generated arrays were given, beside those in the record."""
        return []

    def gpus(self) -> int:
        """How many GPUs there are."""
        return len(self.tensorflow.config.list_physical_devices("GPU"))


class Sessions:
    """TensorFlow as a session program expects it, and what is hung into it."""

    def __init__(self, keras: bool) -> None:
        self.probe = _beside("../verify/probe")
        self.hooks = _beside("recorder_sessions")
        self.tensorflow = self.hooks.load(self.probe)
        self.modules = [self.tensorflow.keras] if keras else []

    def follow(self, record: Any, wanted: dict[str, Any]) -> None:
        """Seed this process and have it note what its sessions train."""
        self.hooks.seed(hooks, wanted["seed"])
        self.hooks.follow(hooks, self.probe, record)
        hooks.offer_data(self.modules, record)

    def generated(self) -> list[str]:
        """Data sets for which generated arrays were given."""
        return ["mnist"] if self.probe.NOTES else []

    def gpus(self) -> int:
        """Nothing is asked of them."""
        return 0


def _one(orders: dict[str, Any], loaded: Any, number: int) -> dict[str, Any]:
    """Run the script once, in this process."""
    import resource

    record = hooks.Record(orders, number)
    loaded.follow(record, orders["runs"][number])
    script = os.path.join(orders["root"], orders["script"])
    sys.argv = [script, *orders["arguments"]]
    sys.path[0] = os.path.dirname(script)
    end, error = "normal", ""
    try:
        runpy.run_path(script, run_name="__main__")
    except hooks.Limit:
        end = "limit"
    except SystemExit as leaving:
        if leaving.code not in (None, 0):
            end, error = "error", f"it left with {leaving.code}"
    except BaseException as raised:  # noqa: BLE001 -- whatever it is, it is the cause that is told
        end, error = "error", _cause(raised, orders["root"])
    if record.lost:
        end, error = "error", record.lost
    return {
        "end": end,
        "error": error,
        "models": record.models,
        "generated": sorted({*record.generated, *loaded.generated()}),
        "gpus": loaded.gpus(),
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


def _forked(orders: dict[str, Any], loaded: Any, number: int) -> dict[str, Any]:
    """One run in a process of its own; killed when its time is over."""
    program = orders["runs"][number]["program"]
    result = f"{orders['result']}.{number}"
    child = os.fork()
    if child == 0:
        try:
            hooks.write(result, json.dumps(_one(orders, loaded, number)))
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


def _version(keras: Any) -> str:
    package = sys.modules[keras.__name__.partition(".")[0]]
    return str(getattr(keras, "__version__", None) or getattr(package, "__version__", ""))


def main() -> None:
    """Do the runs that the orders name."""
    with open(sys.argv[1], encoding="utf-8") as stream:
        orders = json.load(stream)
    # As it is for the script itself, and not where this file lies, whose neighbours are no modules of the script.
    sys.path[0] = os.path.dirname(os.path.join(orders["root"], orders["script"]))
    # Once, for all runs.
    loaded = Sessions(bool(orders["keras"])) if orders["mode"] == SESSIONS else Keras(orders["keras"])
    shutil.copytree(orders["root"], orders["fresh"], symlinks=True)
    answers = []
    for number, wanted in enumerate(orders["runs"]):
        _lay(orders, wanted["program"])
        if orders["fork"]:
            answers.append(_forked(orders, loaded, number))
        else:
            answers.append(_one(orders, loaded, number))
        if answers[-1]["end"] in ("error", "timeout"):
            break
    versions = {"tensorflow": loaded.tensorflow.__version__, "keras": [_version(keras) for keras in loaded.modules]}
    versions["python"] = "{}.{}.{}".format(*sys.version_info[:3])
    hooks.write(orders["result"], json.dumps({"runs": answers, "versions": versions, "end": "normal"}))
    sys.stdout.flush()
    os._exit(0)  # threads that the script started are no reason to wait


if __name__ == "__main__":
    main()
