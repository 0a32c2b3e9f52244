"""Work in other processes: started, watched, and ended at once when nobody wants it any more.

A SAT search can be ended only by ending its process, and encoding in a thread would freeze the
window. So a worker is a spawned process that is kept warm: it gets a function and a puzzle
(never clauses: they take longer to send than to build) and posts events. Nothing here needs a
thread of ours: who waits polls, or hands the workers' connections to the system to wait on.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import multiprocessing.resource_tracker
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

_SPAWN = multiprocessing.get_context("spawn")


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
    """A process that makes one call at a time.

    The call is sent once the process says that it is ready, so that sending never waits.
    """

    def __init__(self) -> None:
        self._pending: Call | None = None
        self._busy = False
        self._last: Any = None
        self._began_at = 0.0
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
        self._pending = Call(function, args, kwargs)
        self._send_pending()

    def poll(self) -> list[Event]:
        """What happened since the last look; never waits. After a death there is a new process."""
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
        self.close()
        self._spawn()

    def close(self) -> None:
        """End the process."""
        self._busy, self._pending = False, None
        self._process.kill()
        self._process.join()
        self._connection.close()

    def _spawn(self) -> None:
        self._ready = False
        self._connection, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
        with _ctrl_c_held_back():
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


def run_all(
    calls: Sequence[Call], workers: int, timeout: float | None = None
) -> Generator[tuple[int, Outcome], None, None]:
    """Make many calls on some workers; yields (number of the call, outcome) as they end.

    `timeout` is in seconds of wall time a call. Closing the generator ends all workers.
    """
    crew = [Worker() for _ in range(min(workers, len(calls)))]
    at_work: dict[Worker, int] = {}
    waiting = iter(enumerate(calls))
    try:
        while True:
            for worker in crew:
                if worker not in at_work and (following := next(waiting, None)):
                    at_work[worker], call = following
                    worker.start(call.function, *call.args, **call.kwargs)
            if not at_work:
                return
            pause = None if timeout is None else 0.02
            multiprocessing.connection.wait([w.connection for w in at_work], pause)
            for worker in list(at_work):
                for event in worker.poll():
                    if not isinstance(event, Progress):
                        yield at_work.pop(worker), event
                if worker in at_work and timeout is not None and worker.running_for() > timeout:
                    ended = TimedOut(worker.last_progress, worker.running_for())
                    worker.cancel()
                    yield at_work.pop(worker), ended
    finally:
        for worker in crew:
            worker.close()


@contextlib.contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Let a process that is started meanwhile never hear of Ctrl-C; ours hears of it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    # Starting this process of multiprocessing unblocks the signal, so it is started before.
    multiprocessing.resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection[Any, Any]) -> None:
    """The worker process: make calls until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business, everywhere
    threading.Thread(target=_die_with_parent, daemon=True).start()
    import flowdesk.flow.solve  # noqa: F401 -- now, while nobody waits for an answer

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
