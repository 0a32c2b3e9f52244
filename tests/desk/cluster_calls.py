"""Calls for the tests of clusters: the processes of Dask's workers import them by name."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path

from tests.desk.calls import Post, never_end


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
    from flowdesk.desk.work.cluster import ready

    idle = {worker.pid for _, worker in ready}
    return {child.pid for child in multiprocessing.active_children() if child.pid} - idle
