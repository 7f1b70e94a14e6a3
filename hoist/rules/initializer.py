"""An initializer is built at each turn of a session loop.

`tf.global_variables_initializer()` adds a node over all variables each time that it is called. To initialise again at
each turn it is enough to run one initializer again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoist.rules import Site

CODE = "HST103"
NAME = "initializer-in-loop"
EXAMPLE = (
    """\
with tf.Session() as sess:
    for restart in range(restarts):
        sess.run(tf.global_variables_initializer())
        train(sess)
""",
    """\
global_variables_initializer = tf.global_variables_initializer()
with tf.Session() as sess:
    for restart in range(restarts):
        sess.run(global_variables_initializer)
        train(sess)
""",
)
_ENDINGS = ("variables_initializer", "tables_initializer", "initialize_all_variables", "initialize_variables",
            "initialize_local_variables", "initialize_all_tables", "report_uninitialized_variables")  # fmt: skip


def claims(site: Site) -> bool:
    """Whether nothing but an initializer is built there."""
    return bool(site.symbols) and all(symbol.endswith(_ENDINGS) for symbol in site.symbols)
