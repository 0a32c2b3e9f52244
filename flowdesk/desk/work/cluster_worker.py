"""What a worker of a Dask cluster does: it makes the calls of a group in processes of its own.

Only killing a process ends a SAT search, so a thread of a Dask worker never makes a call itself: it
has a `Pool` for each group, whose processes it keeps for the next one.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import pickle
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from distributed import Reschedule, Status, get_worker

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.work.pool import Pool, Settled
from flowdesk.desk.work.worker import Outcome, Worker
from flowdesk.sat.backend import backend

#: What must be the same here and there: both sides unpickle what the other one has pickled.
VERSIONS = "FlowDesk {} on Python {}.{}".format(
    sys.modules["flowdesk"].__version__, *sys.version_info[:2]
)

#: Seconds after which a thread looks whether its calls are still wanted.
_GLANCE = 0.05
#: Seconds after which no further group of a task is begun: others may do the rest.
_SOON = 1.0
#: Seconds for which processes are kept that have nothing to do.
_KEPT = 15.0

#: Processes that are ready for calls, each with the time since when; the last one is the next.
ready: deque[tuple[float, Worker]] = deque()


class Group(NamedTuple):
    """Calls of a module's functions that share a time limit, as in `Pool`."""

    calls: tuple[Callable[..., object], ...]
    timeout: float | None
    abreast: int = 1
    is_settled: Settled | None = None


class Reply(NamedTuple):
    """The outcomes of the first groups of a task, each in order, and the seconds that they took."""

    made: list[list[Outcome]]
    seconds: float


def answer(sent: bytes, versions: str) -> bytes | str:
    """Make the calls of pickled groups; return the pickled `Reply` to as many as are soon done.

    If that is not possible on this worker, return why as a sentence.
    """
    here = f"the worker {get_worker().address}"
    if versions != VERSIONS:
        return f"{here} runs {VERSIONS}, not {versions}: install the same there."
    try:
        backend()
    except FlowDeskError as error:
        return f"{here} cannot solve anything: {error}"
    # Dask's workers may be daemonic, which must not have children lest these outlive them. Ours do
    # not: they end with their parent.
    multiprocessing.current_process().daemon = False
    begun, made, seconds = time.monotonic(), list[list[Outcome]](), 0.0
    for group in pickle.loads(sent):
        try:
            made.append(_made(group))
        except OSError as error:
            return f"{here} cannot start a process: {error.strerror}."
        seconds = time.monotonic() - begun
        if seconds > _SOON:
            break
    return pickle.dumps(Reply(made, seconds))


def _made(group: Group) -> list[Outcome]:
    """Make the calls of a group in processes; return their outcomes in order."""
    ended: dict[int, Outcome] = {}
    pool = _PoolOfThread(group)
    try:
        while pool.at_work:
            pool.wait()
            if not _is_wanted():
                raise Reschedule
            ended |= pool.poll()
    finally:
        pool.close()
    return [ended[number] for number in range(len(ended))]


class _PoolOfThread(Pool):
    """The calls of one group; its processes are kept for the next group unless they are busy."""

    def __init__(self, group: Group) -> None:
        is_settled = group.is_settled
        super().__init__(
            group.calls,
            group.abreast,
            group.timeout,
            group=len(group.calls),
            abreast=group.abreast,
            settling=(lambda _: is_settled) if is_settled else None,
        )

    def wait(self) -> None:
        multiprocessing.connection.wait([each.connection for each in self._at_work], _GLANCE)

    def close(self) -> None:
        for worker in self._crew:
            if worker in self._at_work:
                worker.close()
            else:
                ready.append((time.monotonic(), worker))
        self._at_work.clear()
        _start_tidying()

    def _hired(self) -> Worker:
        try:
            return ready.pop()[1]
        except IndexError:
            return Worker()


def _is_wanted() -> bool:
    """Whether the result of this thread's task is still wanted, and its Dask worker goes on.

    A client that cancels a task, or is lost, withdraws it; Dask itself lets the thread run on.
    """
    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    is_closing = worker.status in (Status.closing, Status.closed)
    return not is_closing and task is not None and task.state != "cancelled"


@cache
def _start_tidying() -> None:
    threading.Thread(target=_tidy, name="FlowDesk's idle processes", daemon=True).start()


def _tidy() -> None:
    """End the processes that have had nothing to do for a while, again and again."""
    while True:
        time.sleep(_KEPT)
        with contextlib.suppress(IndexError):  # all of them are needed again
            while time.monotonic() - ready[0][0] > _KEPT:
                ready.popleft()[1].close()
