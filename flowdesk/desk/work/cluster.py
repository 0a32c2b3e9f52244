"""Cluster: pools whose calls are made by the workers of a Dask scheduler.

A task of Dask's is a group of calls, or several quick ones. The scheduler gives it to another
worker if one is lost; limits are kept by the worker that has it, which calls `answer`. Only killing
a process ends a SAT search, so a thread of a Dask worker never makes a call itself: it has a `Pool`
for each group, whose processes it keeps for the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import multiprocessing
import multiprocessing.connection
import pickle
import sys
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from functools import cache
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypeAlias

from dask.typing import Key
from distributed import Client, Future, KilledWorker, Reschedule, Security, Status, get_worker, rpc

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import reason
from flowdesk.desk.work.pool import AHEAD, Calls, Pool, Settled
from flowdesk.desk.work.worker import Died, Outcome, Worker
from flowdesk.sat.backend import backend

#: What must be the same here and there: both sides unpickle what the other one has pickled.
_OURS = sys.modules["flowdesk"].__version__
VERSIONS = "FlowDesk {} on Python {}.{}".format(_OURS, *sys.version_info[:2])

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
    """Make the calls of pickled groups; return the pickled `Reply`, or a sentence on why not."""
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


#: Seconds to wait for an answer of the scheduler.
_PATIENCE = 5.0
#: Seconds between two looks at the workers.
_PAUSE = 1.0
#: How many tasks are sent for each thread of the workers, and how many at least.
_TASKS_A_THREAD, _FEWEST_TASKS = 3, 4
#: How many seconds of work a task should be if its groups are quick, and how many groups at most.
_TASK_SECONDS, _MOST = 0.5, 64

Task: TypeAlias = Future[bytes | str]

#: A function of ours would end each Dask worker, and the scheduler, that cannot import it.
_TASK = f"__import__('importlib').import_module({answer.__module__!r}).answer(sent, versions)"


class Cluster:
    """A connection to a Dask scheduler; FlowDeskError if none answers.

    `address` is one like ``tcp://host:8786``, or the path of a scheduler file (.json). `tell` gets
    a sentence for the user when there are no workers to wait for.
    """

    def __init__(self, address: str, tell: Callable[[str], None]) -> None:
        self._tell, self._name = tell, f"the scheduler {address}"
        self._threads, self._looked_at = 0, -math.inf
        for name in logging.root.manager.loggerDict:
            if name.startswith("distributed"):  # what matters is said in a sentence
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self.client = Client(_scheduler(address), timeout=_PATIENCE, set_as_default=False)

    @property
    def threads(self) -> int:
        """How many threads all workers have together, as of a moment ago."""
        if time.monotonic() - self._looked_at > _PAUSE:
            try:
                before, self._threads = self._threads, sum(self.client.nthreads().values())
            except Exception as error:  # of many kinds, as when connecting
                raise self._lost() from error
            if not self._threads and (before or self._looked_at == -math.inf):
                self._tell(f"{self._name} has no workers: waiting for one ('dask worker').")
            self._looked_at = time.monotonic()
        return self._threads

    def make_pool(
        self,
        calls: Iterable[Callable[..., object]],
        workers: int,
        timeout: float | None = None,
        *,
        group: int = 1,
        abreast: int = 1,
        settling: Callable[[int], Settled] | None = None,
    ) -> ClusterPool:
        """Return the calls as made by this cluster, whose threads count instead of `workers`."""
        following = iter(calls)
        in_groups = iter(lambda: tuple(islice(following, group)), ())
        groups = (
            Group(each, timeout, abreast, settling(at) if settling else None)
            for at, each in enumerate(in_groups)
        )
        return ClusterPool(self, groups)

    def submit(self, groups: list[Group], tell: Callable[[Key, object], None]) -> Task:
        """Let a worker make the calls of groups, one group after the other.

        `tell` gets the key of the task and what came of it, which `answer_of` understands, in
        another thread.
        """

        async def fetch() -> None:
            # Each by itself, in the background: Dask tries for long to get a result from a worker
            # that is lost, before it lets another one make it again.
            try:
                (found,) = await self.client.gather([task], asynchronous=True)
            except BaseException as error:  # a cancelled task raises no Exception
                found = error
            tell(task.key, found)

        # Pickled, they are no matter of Dask, which would look through them for tasks.
        names = {"sent": pickle.dumps(groups), "versions": VERSIONS}
        try:
            task = self.client.submit(eval, _TASK, names, key=f"flowdesk-{uuid.uuid4()}")
            assert self.client.loop
            self.client.loop.add_callback(fetch)
        except Exception as error:  # the scheduler is lost
            raise self._lost() from error
        return task

    def answer_of(self, found: object) -> Reply | None:
        """Return the answer to a task, or raise it; None if several workers that had it ended."""
        match found:
            case bytes():
                answer: Reply = pickle.loads(found)
                return answer
            case str():
                raise FlowDeskError(found)
            case KilledWorker():
                return None
            case ImportError():
                problem = f"a worker of the cluster cannot import FlowDesk ({found})"
                raise FlowDeskError(f"{problem}: install {VERSIONS} there.")
            case CancelledError() | OSError():
                raise self._lost()
            case BaseException():
                raise found
        raise AssertionError(found)

    def _lost(self) -> FlowDeskError:
        return FlowDeskError(f"{self._name} does not answer any more: what it was asked is lost.")

    def withdraw(self, tasks: list[Task]) -> None:
        """Let nobody make these calls; processes that make them are killed."""
        with contextlib.suppress(Exception):  # the scheduler is lost, and so are they
            self.client.cancel(tasks, force=True)

    def close(self) -> None:
        """End the connection, and all that was asked through it."""
        with contextlib.suppress(Exception):
            self.client.close(timeout=_PATIENCE)


class ClusterPool(Calls):
    """The calls of many groups, of which only some are sent ahead.

    Quick groups are sent several in a task, which costs as much as some milliseconds of search.
    Dask blames each task that a worker has when it ends. So a group is asked alone, while nothing
    else is, before it is blamed.
    """

    def __init__(self, cluster: Cluster, groups: Iterable[Group]) -> None:
        self._cluster = cluster
        self._groups = iter(groups)
        self._ended: SimpleQueue[tuple[Key, object]] = SimpleQueue()
        self._tasks: dict[Key, tuple[Task, list[int]]] = {}
        self._sent: dict[int, Group] = {}  # by the numbers of their first calls, in order
        self._again: deque[int] = deque()  # those that a task had no time for
        self._blamed: deque[int] = deque()
        self._alone: Key | None = None  # the task of one of these
        self._number = 0
        self._at_once = 1
        self._send()

    @property
    def at_work(self) -> frozenset[int]:
        return frozenset(n + i for n, group in self._sent.items() for i in range(len(group.calls)))

    def wait(self) -> None:
        """Wait until `poll` may find something; tell when there are no workers."""
        with contextlib.suppress(Empty):
            self._ended.put(self._ended.get(timeout=_PAUSE))

    def poll(self) -> list[tuple[int, Outcome]]:
        ended: list[tuple[int, Outcome]] = []
        while not self._ended.empty():
            key, found = self._ended.get()
            _, numbers = self._tasks.pop(key)
            answer = self._cluster.answer_of(found)
            was_alone, self._alone = key == self._alone, None
            if answer is None and not was_alone:
                self._blamed.extend(numbers)
                continue
            if answer is None:
                answer = Reply([[Died(None)] * len(self._sent[numbers[0]].calls)], _TASK_SECONDS)
            for number, outcomes in zip(numbers, answer.made, strict=False):
                del self._sent[number]
                ended += enumerate(outcomes, number)
            self._again.extend(numbers[len(answer.made) :])
            fitting = int(_TASK_SECONDS * len(answer.made) / max(answer.seconds, 0.001))
            self._at_once = max(1, min(fitting, 2 * self._at_once, _MOST))
        self._send()
        return ended

    def close(self) -> None:
        self._groups = iter(())
        self._again.clear()
        self._blamed.clear()
        self._sent.clear()
        self._cluster.withdraw([task for task, _ in self._tasks.values()])
        self._tasks.clear()

    def _send(self) -> None:
        """Send groups ahead, so that no thread has to wait for the next one."""
        if self._blamed and not self._tasks:
            self._alone = self._submit([self._blamed.popleft()])
        if self._blamed or self._alone:
            return
        following = self._following()
        wanted = max(_FEWEST_TASKS, _TASKS_A_THREAD * self._cluster.threads)
        while len(self._tasks) < wanted and (numbers := list(islice(following, self._at_once))):
            self._submit(numbers)

    def _following(self) -> Iterator[int]:
        """Yield the groups to be sent next, by the numbers of their first calls."""
        while self._again:
            yield self._again.popleft()
        while self._number < next(iter(self._sent), self._number) + AHEAD:
            if (group := next(self._groups, None)) is None:
                return
            number = self._number
            self._sent[number], self._number = group, number + len(group.calls)
            yield number

    def _submit(self, numbers: list[int]) -> Key:
        groups = [self._sent[number] for number in numbers]
        task = self._cluster.submit(groups, lambda *ended: self._ended.put(ended))
        self._tasks[task.key] = task, numbers
        return task.key


def _scheduler(address: str) -> str:
    """Return the address of a scheduler that answers; a client would try again for long."""
    found = _in_file(address) if address.endswith(".json") else address
    try:
        kind = asyncio.run(asyncio.wait_for(_kind_of_server(found), _PATIENCE))
    except Exception as error:  # of many kinds: Dask's, those of its connections
        why = str(error) or "it does not answer"
    else:
        if kind == "Scheduler":
            return found
        why = f"it is a {kind}"
    hint = "'dask scheduler' starts one and prints its address, such as tcp://host:8786."
    raise FlowDeskError(f"{address}: there is no Dask scheduler at this address ({why}). {hint}")


async def _kind_of_server(address: str) -> object:
    arguments = Security().get_connection_args("client")
    async with rpc(address, timeout=_PATIENCE - 1, connection_args=arguments) as server:
        return (await server.identity())["type"]


def _in_file(path: str) -> str:
    """Return the address that a scheduler file holds."""
    try:
        return str(json.loads(Path(path).read_text(encoding="utf-8"))["address"])
    except OSError as error:
        raise FlowDeskError(f"{path} cannot be read: {reason(error)}.") from error
    except (ValueError, TypeError, KeyError) as error:
        raise FlowDeskError(f"{path} is no scheduler file of Dask.") from error
