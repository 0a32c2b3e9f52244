"""Worker: a process that makes calls, and can be ended at once whatever it is doing.

A SAT search can be ended only by ending its process, and encoding in a thread would freeze the
window. So a worker is a spawned process that is kept warm: it gets a function and a puzzle
(never clauses: they take longer to send than to build) and posts events. Nothing here needs a
thread of ours: callers poll, or wait on the workers' connections.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.resource_tracker
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.work.events import Call, Died, Done, Event, Failed, Progress, Refused

_SPAWN = multiprocessing.get_context("spawn")

#: The signals that end a program, as far as this system has them.
_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@dataclass(frozen=True)
class _Begun:
    """The process has got a call: from now on its time counts."""


class _Process:
    """A process of ours and the connection to it; `is_ready` once it has said so."""

    def __init__(self) -> None:
        self.is_ready = False
        self.connection, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(theirs,), daemon=True)
        with _signals_held_back():
            self.process.start()
        theirs.close()

    def kill(self) -> None:
        """End it without waiting: giving back much memory takes it a moment."""
        self.process.kill()
        self.connection.close()


class Worker:
    """A process that makes one call at a time; `function` is what it calls or called last.

    The call is sent once the process says that it is ready, so that sending never waits. With
    `spare` another process is kept ready, which makes the next call after a cancelled one.
    """

    def __init__(self, *, spare: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.function: Callable[..., Any] | None = None
        self._pending: Call | None = None
        self._busy = False
        self._last: Any = None
        self._began_at = 0.0
        self._dying: list[_Process] = []
        self._now = _Process()
        self._spare = _Process() if spare else None

    @property
    def busy(self) -> bool:
        """Whether a call was started and has not ended."""
        return self._busy

    @property
    def connection(self) -> Connection[Any, Any]:
        """Something that `multiprocessing.connection.wait` can wait on."""
        return self._now.connection

    @property
    def pid(self) -> int | None:
        """The process's number, for those who look at it from outside."""
        return self._now.process.pid

    def start(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Make a call; only when the worker is not busy."""
        assert not self._busy, "a worker makes one call at a time"
        self._busy, self._last, self._began_at = True, None, 0.0
        self.function = function
        self._pending = Call(function, args, kwargs)
        self._send_pending()

    def poll(self) -> list[Event]:
        """What happened since the last look; never waits. After a death there is a new process."""
        self._dying = [dying for dying in self._dying if dying.process.exitcode is None]
        events: list[Event] = []
        try:
            while self.connection.poll():
                message = self.connection.recv()
                if message is None:
                    self._now.is_ready = True
                    self._send_pending()
                    continue
                if isinstance(message, _Begun):
                    self._began_at = self._clock()
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
        return self._clock() - self._began_at if self._began_at else 0.0

    @property
    def last_progress(self) -> Any:
        """The value of the last progress of this call, or None."""
        return self._last

    def cancel(self) -> None:
        """End the call, whatever it is doing, and have another process for the next one."""
        self._renew()
        if self._spare:
            self._now, self._spare = self._spare, self._now

    def close(self) -> None:
        """End the worker and its processes."""
        self._busy, self._pending = False, None
        for each in (self._now, self._spare):
            if each:
                each.kill()
                self._dying.append(each)
        for dying in self._dying:
            dying.process.join()

    def _renew(self) -> None:
        """End the process and begin another one."""
        self._busy, self._pending = False, None
        self._now.kill()
        self._dying.append(self._now)
        self._now = _Process()

    def _send_pending(self) -> None:
        """Send the call that waits, if the process is ready for it."""
        if self._pending is None or not self._now.is_ready:
            return
        try:
            self.connection.send(self._pending)
        except (BrokenPipeError, ConnectionResetError):  # it died while it had nothing to do
            pending = self._pending
            self._renew()
            self._pending, self._busy = pending, True
        else:
            self._pending = None

    def _bury(self) -> list[Event]:
        was_busy, last = self._busy, self._last
        process = self._now.process
        process.join()
        exit_code = process.exitcode
        self._renew()
        return [Died(exit_code, last)] if was_busy else []


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
    """Entry point of the worker process: make calls until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business, everywhere
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    import flowdesk.kinds.table  # noqa: F401 -- now, while nobody waits for an answer

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
            except FlowDeskError as error:
                event = Refused(traceback.format_exc(), str(error))
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
