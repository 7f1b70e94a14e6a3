"""The words in which a TensorFlow symbol is described: kind of value and effects."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


class Word(enum.Enum):
    """Words that stand in sets and dicts by the thousand: each is one object, so it hashes as one."""

    __hash__ = object.__hash__


class Kind(Word):
    """What kind of value a TensorFlow expression gives."""

    TENSOR = "tensor"  # a Tensor or an Operation
    TENSOR_LIST = "tensor list"  # a fresh Python list (or dict) of tensors or of (gradient, variable) pairs
    NEST = "nest"  # a tensor, or a tuple, list or dict of tensors: which of them is not known
    PLACEHOLDER = "placeholder"
    VARIABLE = "variable"
    VARIABLE_LIST = "variable list"  # a fresh Python list of variables
    OPTIMIZER = "optimizer"  # without slots: plain gradient descent
    OPTIMIZER_WITH_SLOTS = "optimizer with slots"  # Adam, Momentum ...
    MOVING_AVERAGE = "moving average"  # an ExponentialMovingAverage
    DISTRIBUTION = "distribution"  # tf.distributions.Normal ...
    TENSOR_ARRAY = "tensor array"
    QUEUE = "queue, reader or table"
    SAVER = "saver"
    SESSION = "session"
    MONITORED_SESSION = "monitored session"  # finalizes the graph
    GRAPH = "graph"
    WRITER = "summary writer"
    DATASET = "dataset"
    ITERATOR = "iterator"
    LAYER = "layer"  # an object that makes variables when first called (tf.layers.Dense, an RNN cell)
    CONTEXT = "context manager"  # variable_scope, name_scope, device ...
    COORDINATOR = "coordinator"
    INITIALIZER = "initializer"  # a Python object or function that adds no node until a variable is made with it
    REGULARIZER = "regularizer"
    PROTOBUF = "protobuf"
    FLAGS = "flags"
    PYTHON = "python"  # plain immutable Python: number, string, dtype, shape, None, bool
    ARRAY = "array"  # NumPy array or other mutable Python value, e.g. what Session.run returns
    MODULE = "module"
    CLASS = "class"
    UNKNOWN = "unknown"


class Effect(Word):
    """What a call does beside returning a value."""

    BUILDS = "adds nodes to the default graph"
    MAKES_VARIABLE = "makes a new variable at each call"
    SHARES_VARIABLE = "makes a variable, or shares it under reuse"
    READS_VARIABLES = "reads the list of all, or all trainable, variables"
    DRAWS = "adds an op that draws random numbers (seeded if a seed is passed)"
    STATEFUL = "adds a node with state of its own: queue, reader, table, metric, iterator ..."
    RUNS = "runs the session"
    LOOKS_UP_NAMES = "finds ops by their name, or exports their names"
    READS_GRAPH = "reads or writes down the graph as it stands"
    CHANGES_GRAPH = "changes the default graph, seeds, scopes or finalizes it"
    FILES = "reads or writes files"
    PRINTS = "prints or logs"
    THREADS = "starts or joins threads"
    CALLS_BACK = "calls a function that it is given"
    CLOCK = "reads clock, environment or host random state"


@dataclass(frozen=True)
class Symbol:
    """One public symbol, or one method of a kind of value.

    Attributes:
        path: canonical name: ``tf.nn.relu``, or ``saver.save`` for a method.
        result: kind of what a call of it (or, for a constant, it itself) gives.
        effects: what a call does; empty for what is plain Python.
        registers: collections in which each call registers a new object (GraphKeys values, e.g. ``summaries``).
        reads: collections that a call reads; ``*`` for one that an argument names.
        parameters: names of the positional parameters in order, ``self`` left out; empty if not known.
        callable: False for constants such as ``tf.float32`` and ``tf.AUTO_REUSE``.
        shares_by: with ``SHARES_VARIABLE``, the parameter that must be given so that a second call can find the same
            variables (``name`` of ``tf.layers.dense``, ``scope`` of a slim layer): without it each call makes new ones.
            Empty where the enclosing variable scope alone decides (``tf.nn.dynamic_rnn``), or where the variables are
            kept on the object (slots of an optimizer, weights of a layer object).
        fed: parameters that must be fed for the build to be pure: as constants they would be folded, so that
            a file is read once instead of at each run (``tf.read_file``).
    """

    path: str
    result: Kind
    effects: frozenset[Effect] = frozenset()
    registers: frozenset[str] = frozenset()
    reads: frozenset[str] = frozenset()
    parameters: tuple[str, ...] = field(default=())
    callable: bool = True
    shares_by: str = ""
    fed: tuple[str, ...] = ()

    @property
    def pure(self) -> bool:
        """Whether a call only adds nodes that depend on its arguments alone."""
        return self.effects == frozenset({Effect.BUILDS}) and not self.registers and not self.reads

    def position(self, parameter: str) -> int | None:
        """Where `parameter` stands among the positional ones; None if it is not among them."""
        return self.parameters.index(parameter) if parameter in self.parameters else None
