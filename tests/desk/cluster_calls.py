"""Calls for the tests of clusters: the processes of Dask's workers import them by name."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from flowdesk.desk.work.cluster_worker import ready

Post = Callable[[object], None]


def tell(value: object, *, progress: Post) -> object:
    """Return a value."""
    return value


def never_end(*, progress: Post) -> None:
    progress("begun")
    while True:
        time.sleep(60)


def fail(*, progress: Post) -> None:
    raise ZeroDivisionError("a bug of ours")


def end_process(*, progress: Post) -> None:
    """End as a process does that uses too much memory."""
    progress("so far")
    os.kill(os.getpid(), signal.SIGKILL)


def lose_workers(path: Path, times: int, *, progress: Post) -> int:
    """Kill so many of the Dask workers that have this call made; return how many that were.

    `path` is a folder for what the processes of this call have to remember.
    """
    lost = len(list(path.iterdir()))
    if lost < times:
        (path / str(lost)).touch()
        parent = multiprocessing.parent_process()
        assert parent
        os.kill(parent.pid or 0, signal.SIGKILL)
        never_end(progress=progress)
    return lost


def busy() -> set[int]:
    """Return the processes that make calls for the Dask worker that is asked."""
    idle = {worker.pid for _, worker in ready}
    return {child.pid for child in multiprocessing.active_children() if child.pid} - idle
