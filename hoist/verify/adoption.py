"""What a run leaves behind that has given up its parent, its session and its environment: it can be adopted.

On Linux a process may ask to become the parent of whatever its descendants leave (prctl(2), PR_SET_CHILD_SUBREAPER). A
process of hoist's own that does nothing but work on one repository asks for that, and ends what it was left with.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys
from collections.abc import Set as AbstractSet

import psutil

_SET, _GET = 36, 37  # PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER


def adopt() -> None:
    """Become the parent of what the descendants of this process leave, where the system knows that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET, 1, 0, 0, 0)


def adopts() -> bool:
    """Whether this process is the parent of what its descendants leave."""
    answer = ctypes.c_int(0)
    return sys.platform == "linux" and not ctypes.CDLL(None).prctl(_GET, ctypes.byref(answer), 0, 0, 0) and bool(answer)


def descendants() -> frozenset[psutil.Process]:
    """The processes below this one."""
    return frozenset(psutil.Process().children(recursive=True))


def end_descendants(but: AbstractSet[psutil.Process] = frozenset()) -> None:
    """Kill the processes below this one, but for some, until there is none; those of others are let be."""
    if not adopts():
        return
    for _ in range(100):  # one that is just being started is seen at the next look
        found = descendants() - but
        for one in found:
            with contextlib.suppress(psutil.Error):
                one.kill()
        psutil.wait_procs(found, timeout=5)
        if not found:
            return
