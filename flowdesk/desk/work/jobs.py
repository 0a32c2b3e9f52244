"""Work in other processes: started, watched, and ended at once when nobody wants it any more.

A SAT search can be ended only by ending its process, and encoding in a thread would freeze the
window. So a worker is a spawned process that is kept warm: it gets a function and a puzzle
(never clauses: they take longer to send than to build) and posts events. Nothing here needs a
thread of ours: who waits polls, or hands the workers' connections to the system to wait on.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import multiprocessing.connection
import multiprocessing.resource_tracker
import os
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

_SPAWN = multiprocessing.get_context("spawn")

#: The signals that end a program, as far as this system has them.
_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
#: Seconds that a new process takes: a call that ends within them is not worth ending.
_START_UP = 0.3


@dataclass(frozen=True)
class _Begun:
    """The process has got a call: from now on its time counts."""


@dataclass(frozen=True)
class Progress:
    """What is known so far."""

    value: Any


@dataclass(frozen=True)
class Done:
    """What the function returned."""

    value: Any


@dataclass(frozen=True)
class Failed:
    """The function raised: an error of ours, with its traceback."""

    traceback: str


@dataclass(frozen=True)
class Died:
    """The process is gone: killed, or out of memory. `last` is the last progress, or None."""

    exit_code: int | None
    last: Any = None


@dataclass(frozen=True)
class TimedOut:
    """The time limit passed, after `seconds`; `last` is the last progress, or None."""

    last: Any = None
    seconds: float = field(default=0.0, compare=False)


Event: TypeAlias = Progress | Done | Failed | Died
Outcome: TypeAlias = Done | Failed | Died | TimedOut


@dataclass(frozen=True)
class Call:
    """A function of ours, by its name in its module, and what to call it with.

    It is also given ``progress``, a function that posts its argument as `Progress`.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]


class Worker:
    """A process that makes one call at a time; `function` is what it calls or called last.

    The call is sent once the process says that it is ready, so that sending never waits.
    """

    def __init__(self) -> None:
        self.function: Callable[..., Any] | None = None
        self._pending: Call | None = None
        self._busy = False
        self._last: Any = None
        self._began_at = 0.0
        self._dying: list[BaseProcess] = []
        self._connection: Connection[Any, Any]
        self._spawn()

    @property
    def busy(self) -> bool:
        """Whether a call was started and has not ended."""
        return self._busy

    @property
    def connection(self) -> Connection[Any, Any]:
        """Something that `multiprocessing.connection.wait` can wait on."""
        return self._connection

    @property
    def pid(self) -> int | None:
        """The process's number, for those who look at it from outside."""
        return self._process.pid

    def start(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Make a call; only when the worker is not busy."""
        assert not self._busy, "a worker makes one call at a time"
        self._busy, self._last, self._began_at = True, None, 0.0
        self.function = function
        self._pending = Call(function, args, kwargs)
        self._send_pending()

    def poll(self) -> list[Event]:
        """What happened since the last look; never waits. After a death there is a new process."""
        self._dying = [process for process in self._dying if process.exitcode is None]
        events: list[Event] = []
        try:
            while self._connection.poll():
                message = self._connection.recv()
                if message is None:
                    self._ready = True
                    self._send_pending()
                    continue
                if isinstance(message, _Begun):
                    self._began_at = time.monotonic()
                    continue
                events.append(message)
                if isinstance(message, Progress):
                    self._last = message.value
                else:
                    self._busy = False
        except (EOFError, OSError):
            events += self._bury()
        return events

    def running_for(self) -> float:
        """Seconds since the process began the call; 0 while it is still starting."""
        return time.monotonic() - self._began_at if self._began_at else 0.0

    @property
    def last_progress(self) -> Any:
        """The value of the last progress of this call, or None."""
        return self._last

    def cancel(self) -> None:
        """End the call, whatever it is doing, and have a new process ready for the next."""
        self._kill()
        self._spawn()

    def close(self) -> None:
        """End the process."""
        self._kill()
        for process in self._dying:
            process.join()

    def _kill(self) -> None:
        """End the process without waiting: giving back much memory takes it a moment."""
        self._busy, self._pending = False, None
        self._process.kill()
        self._connection.close()
        self._dying.append(self._process)

    def _spawn(self) -> None:
        self._ready = False
        self._connection, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
        with _signals_held_back():
            self._process.start()
        theirs.close()

    def _send_pending(self) -> None:
        """Send the call that waits, if the process is ready for it."""
        if self._pending is None or not self._ready:
            return
        try:
            self._connection.send(self._pending)
        except (BrokenPipeError, ConnectionResetError):  # it died while it had nothing to do
            pending = self._pending
            self.cancel()
            self._pending, self._busy = pending, True
        else:
            self._pending = None

    def _bury(self) -> list[Event]:
        was_busy, last = self._busy, self._last
        self._process.join()
        exit_code = self._process.exitcode
        self.cancel()
        return [Died(exit_code, last)] if was_busy else []


class Relay:
    """Two workers that take turns: while the one that is ended starts anew, the other is ready."""

    def __init__(self) -> None:
        self._now, self._next = Worker(), Worker()

    @property
    def busy(self) -> bool:
        """Whether a call was started and has not ended."""
        return self._now.busy

    @property
    def function(self) -> Callable[..., Any] | None:
        """What is called, or was called last."""
        return self._now.function

    def start(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Make a call; only when none is under way."""
        self._now.start(function, *args, **kwargs)

    def poll(self) -> list[Event]:
        """What happened since the last look; never waits."""
        return self._now.poll()

    def cancel(self) -> None:
        """End the call; the other worker makes the next one."""
        self._now.cancel()
        self._now, self._next = self._next, self._now

    def close(self) -> None:
        """End both processes."""
        self._now.close()
        self._next.close()


class Pool:
    """Many calls on some workers, which begin at once; `poll` tells which have ended.

    `timeout` is in seconds of wall time, which so many calls in a row as `group` says have
    together; what it leaves no time for is not made. The first `abreast` calls of a group begin
    together, as soon as so many workers are free: when all of them have, the time begins.
    """

    def __init__(
        self,
        calls: Sequence[Call],
        workers: int,
        timeout: float | None = None,
        *,
        group: int = 1,
        abreast: int = 1,
    ) -> None:
        self._waiting = deque(enumerate(calls))
        self._timeout = timeout
        self._began_at: dict[int, float] = {}
        self._at_work: dict[Worker, int] = {}
        self._dropped: set[int] = set()
        self._crew = [Worker() for _ in range(min(workers, len(calls)))]
        self._group, self._abreast = group, min(abreast, len(self._crew))
        self._give_work()

    @property
    def at_work(self) -> frozenset[int]:
        """The numbers of the calls that are being made: none when all have ended."""
        return frozenset(self._at_work.values())

    def last_progress(self, number: int) -> Any:
        """The value of the last progress of a call that is being made, or None."""
        return next((w.last_progress for w, n in self._at_work.items() if n == number), None)

    def drop(self, number: int) -> None:
        """Nobody needs this call any more: unless it ends at once, its time is over."""
        self._dropped.add(number)

    def wait(self) -> None:
        """Wait until it may be worth looking."""
        pause = 0.02 if self._timeout is not None or self._dropped else None
        multiprocessing.connection.wait([worker.connection for worker in self._at_work], pause)

    def poll(self) -> list[tuple[int, Outcome]]:
        """The calls that have ended since the last look, by their numbers; never waits."""
        ended: list[tuple[int, Outcome]] = []
        for worker, number in list(self._at_work.items()):
            outcome = self._outcome(worker, number)
            if outcome is not None:
                ended.append((number, outcome))
                self._began_at.setdefault(number, time.monotonic())  # it died before
                del self._at_work[worker]
                self._dropped.discard(number)
        return ended + self._give_work()

    def close(self) -> None:
        """End all workers, whatever they are doing."""
        self._at_work.clear()
        for worker in self._crew:
            worker.close()

    def _give_work(self) -> list[tuple[int, Outcome]]:
        """Let free workers make the next calls; those come back that are not made any more."""
        unmade: list[tuple[int, Outcome]] = []
        free = [worker for worker in self._crew if worker not in self._at_work]
        while self._waiting and free:
            number, call = self._waiting[0]
            if self._is_time_over(number):
                unmade.append((number, TimedOut()))
            elif number % self._group == 0 and len(free) < self._abreast:
                break
            else:
                worker = free.pop()
                self._at_work[worker] = number
                worker.start(call.function, *call.args, **call.kwargs)
            self._waiting.popleft()
        return unmade

    def _outcome(self, worker: Worker, number: int) -> Outcome | None:
        """How the worker's call has ended, if it has, or has to end now."""
        events = worker.poll()
        if running_for := worker.running_for():
            self._began_at.setdefault(number, time.monotonic() - running_for)
        for event in events:
            if not isinstance(event, Progress):
                return event
        is_dropped = number in self._dropped and running_for > _START_UP
        if is_dropped or self._is_time_over(number):
            timed_out = TimedOut(worker.last_progress, running_for)
            worker.cancel()
            return timed_out
        return None

    def _is_time_over(self, number: int) -> bool:
        """Whether nothing is left of the time for a call's group."""
        first = number - number % self._group
        began_at = [self._began_at.get(first + other, math.inf) for other in range(self._abreast)]
        return self._timeout is not None and time.monotonic() - max(began_at) > self._timeout


def run_all(
    calls: Sequence[Call],
    workers: int,
    timeout: float | None = None,
    *,
    make_pool: Callable[..., Pool] = Pool,
) -> Generator[tuple[int, Outcome], None, None]:
    """Make many calls on some workers; yields (number of the call, outcome) as they end.

    `timeout` is in seconds of wall time a call. Closing the generator ends all workers.
    """
    pool = make_pool(calls, workers, timeout)
    try:
        while pool.at_work:
            pool.wait()
            yield from pool.poll()
    finally:
        pool.close()


@contextlib.contextmanager
def _signals_held_back() -> Iterator[None]:
    """Let a process be started as a whole: what would end ours meanwhile, we hear afterwards.

    The new process hears it once it is ready to (see `_serve`).
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    # Starting this process of multiprocessing unblocks the signals, so it is started before.
    multiprocessing.resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection[Any, Any]) -> None:
    """The worker process: make calls until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business, everywhere
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    import flowdesk.kinds.flow.solving.solve  # noqa: F401 -- now, while nobody waits for an answer

    def post(value: object) -> None:
        connection.send(Progress(value))

    try:
        connection.send(None)
        while True:
            call = connection.recv()
            try:
                connection.send(_Begun())
                event: Event = Done(call.function(*call.args, progress=post, **call.kwargs))
            except MemoryError:
                os._exit(1)  # as when PicoSAT runs out of it: nothing is left to work with
            except Exception:
                event = Failed(traceback.format_exc())
            connection.send(event)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _die_with_parent() -> None:
    """A search does not notice a closed pipe: it would run on for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
