"""Worker: a process that makes calls and can be killed at any time.

Only killing its process ends a SAT search, and encoding in a thread would freeze the window. So a
worker is a process that is kept warm: it gets a function and a puzzle (never clauses, which take
longer to send than to build) and posts events. There are no threads: callers poll, or wait on the
workers' connections.

Where the system has it, processes are forked, which takes 15 ms each instead of half a second: from
this process as long as it can be forked safely, else from a server that has imported everything.
Those of a window are the server's children. A verb of the command line forks its own, which import
only what they are asked.
"""

from __future__ import annotations

import contextlib
import inspect
import multiprocessing
import multiprocessing.resource_tracker
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.sat.backend import new_solver

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, ForkServerContext, SpawnContext

_Context: TypeAlias = "ForkContext | ForkServerContext | SpawnContext"

#: Whether processes may be forked. What the solvers import may use the frameworks of macOS, which
#: do not survive that.
_CAN_FORK = sys.platform not in ("darwin", "win32")

#: The signals that end a program, those of them that this system has.
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_ENDING = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]

#: What a process reports besides events: that it can get calls; that it has begun with one.
_READY, _BEGUN = "ready", "begun"


@dataclass(frozen=True)
class Progress:
    """A result so far."""

    value: Any


@dataclass(frozen=True)
class Done:
    """The function has returned `value`."""

    value: Any


@dataclass(frozen=True)
class Failed:
    """The function has raised an exception: a bug of ours."""

    traceback: str


@dataclass(frozen=True)
class Refused(Failed):
    """The function has raised a FlowDeskError: no bug; `reason` is its message to the user."""

    reason: str


@dataclass(frozen=True)
class Died:
    """The process was killed or ran out of memory. `last` is the last progress, or None."""

    exit_code: int | None
    last: Any = None

    @property
    def status(self) -> str:
        return "unknown" if self.exit_code is None else str(self.exit_code)


@dataclass(frozen=True)
class TimedOut:
    """The time limit ended the call after `seconds`; `last` is the last progress, or None."""

    last: Any = None
    seconds: float = field(default=0.0, compare=False)


Event: TypeAlias = Progress | Done | Failed | Died
Outcome: TypeAlias = Done | Failed | Died | TimedOut


def last_of(outcome: Outcome) -> Any:
    """Return what is known from a call that has ended: its result or last progress, or None."""
    match outcome:
        case Done(value) | TimedOut(value) | Died(_, value):
            return value
    return None


class _Process:
    """A process and the connection to it; `is_ready` when it has reported that."""

    def __init__(self) -> None:
        self.is_ready = False
        context = _context()
        is_forked = context.get_start_method() == "fork"
        if is_forked:
            with contextlib.suppress(FlowDeskError):
                new_solver()  # imports it, once for all workers
        self.connection, theirs = context.Pipe()
        # The server has the environment of when it was started.
        self.process: BaseProcess = context.Process(
            target=_serve, args=(theirs, dict(os.environ), not is_forked), daemon=True
        )
        with _signals_waiting(context):
            self.process.start()
        theirs.close()


class Worker:
    """A process that makes one call at a time, of a module-level function.

    A function with ``progress=`` gets what posts its argument as `Progress`. `busy` tells
    whether a call is running, `last_progress` is its last progress, or None. A call is sent when
    the process is ready, so that sending never waits.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.busy = False
        self.last_progress: object = None
        self._pending: partial[object] | None = None
        self._began_at = 0.0
        self._dying: list[BaseProcess] = []
        self._now = _Process()

    @property
    def connection(self) -> Connection[Any, Any]:
        return self._now.connection

    @property
    def pid(self) -> int | None:
        return self._now.process.pid

    def start(self, function: Callable[..., object], *args: object, **kwargs: object) -> None:
        """Start a call; the worker must not be busy."""
        assert not self.busy, "a worker makes one call at a time"
        self.busy, self.last_progress, self._began_at = True, None, 0.0
        self._pending = partial(function, *args, **kwargs)
        self._send_pending()

    def poll(self) -> list[Event]:
        """Return the events since the last poll; never wait. A dead process is replaced."""
        self._dying = [dying for dying in self._dying if dying.exitcode is None]
        events: list[Event] = []
        try:
            while self.connection.poll():
                message = self.connection.recv()
                if message == _READY:
                    self._now.is_ready = True
                    self._send_pending()
                elif message == _BEGUN:
                    self._began_at = self._clock()
                else:
                    events.append(message)
                    if isinstance(message, Progress):
                        self.last_progress = message.value
                    else:
                        self.busy = False
        except (EOFError, OSError):
            was_busy, dead = self.busy, self._now.process
            dead.join()
            self.cancel()
            if was_busy:
                events.append(Died(dead.exitcode, self.last_progress))
        return events

    def running_for(self) -> float:
        """Return the seconds since the process began the call; 0 while it is starting."""
        return self._clock() - self._began_at if self._began_at else 0.0

    def abandon(self) -> bool:
        """Forget the call if it has ended or was not sent yet; return whether that was so."""
        if self._pending is None:
            self.poll()
        else:
            self.busy, self._pending = False, None
        return not self.busy

    def cancel(self) -> None:
        """Kill the process, with the call that it makes; another one makes the next call."""
        self.dismiss()
        self._now = _Process()

    def dismiss(self) -> None:
        """Kill the process without waiting: releasing much memory takes it a moment."""
        self.busy, self._pending = False, None
        self._now.process.kill()
        self.connection.close()
        self._dying.append(self._now.process)

    def close(self) -> None:
        self.dismiss()
        for dying in self._dying:
            dying.join()

    def _send_pending(self) -> None:
        """Send the pending call, if there is one and the process is ready."""
        if self._pending is None or not self._now.is_ready:
            return
        try:
            self.connection.send(self._pending)
        except (BrokenPipeError, ConnectionResetError):  # it died while it was idle
            pending = self._pending
            self.cancel()
            self._pending, self.busy = pending, True
        else:
            self._pending = None


def start_server(*modules: str) -> None:
    """Begin to start the server of processes, if there is one, which also imports `modules`."""
    if _CAN_FORK:
        from multiprocessing.forkserver import ensure_running

        with _signals_waiting(_server(*modules)):
            ensure_running()


def _context() -> _Context:
    """Return the quickest way to start a process that is safe here."""
    if not _CAN_FORK:
        return multiprocessing.get_context("spawn")
    if threading.active_count() == 1 and "_tkinter" not in sys.modules:  # Tk has threads, too
        return multiprocessing.get_context("fork")
    return _server()


def _server(*modules: str) -> ForkServerContext:
    server = multiprocessing.get_context("forkserver")
    server.set_forkserver_preload(["flowdesk.desk.work.preload", *modules])
    return server


@contextlib.contextmanager
def _signals_waiting(context: _Context) -> Iterator[None]:
    """Let signals wait while a process is started, which gets them when `_serve` unblocks them.

    Otherwise this process could end before it has sent what the other one begins with. Blocking
    them is not enough where there are more threads, as Tk's: another one would take them.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    if context.get_start_method() != "fork":
        # Starting the resource tracker unblocks the signals, so start it first.
        multiprocessing.resource_tracker.ensure_running()
    came: list[int] = []
    handlers = {number: signal.getsignal(number) for number in _ENDING}
    replaced = [number for number in _ENDING if handlers[number] not in (signal.SIG_IGN, None)]
    if threading.current_thread() is not threading.main_thread():  # nobody else may replace them
        replaced = []
    for number in replaced:
        signal.signal(number, lambda number, _: came.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number in replaced:
            signal.signal(number, handlers[number])
        for number in came:
            signal.raise_signal(number)


def _serve(connection: Connection[Any, Any], environment: dict[str, str], warm: bool) -> None:
    """Entry point of worker processes: make calls until the parent has ended.

    A `warm` one imports everything before there is a call; else each call imports what it needs.
    """
    _forget_handlers()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    if dict(os.environ) != environment:
        os.environ.clear()
        os.environ.update(environment)
    if warm:
        import flowdesk.desk.work.preload  # noqa: F401

    new_solver()  # imports it, too

    def post(value: object) -> None:
        connection.send(Progress(value))

    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        connection.send(_READY)
        while True:
            call = connection.recv()
            try:
                connection.send(_BEGUN)
                event: Event = Done(made(call, post))
            except MemoryError:
                os._exit(1)  # as when PicoSAT runs out of it
            except FlowDeskError as error:
                event = Refused(traceback.format_exc(), str(error))
            except Exception:
                event = Failed(traceback.format_exc())
            connection.send(event)


def made(call: Callable[..., object], progress: Callable[[object], object]) -> object:
    """Make a call, and return its result; `progress` is passed on to what takes it."""
    if "progress" in inspect.signature(call).parameters:
        return call(progress=progress)
    return call()


def _forget_handlers() -> None:
    """Let no signal do what it does in the process that this one was forked from.

    There are also those that Python does not know: curses has one for Ctrl-Z.
    """
    for number in signal.valid_signals():
        if signal.getsignal(number) is not signal.SIG_IGN:
            with contextlib.suppress(OSError, ValueError):  # of SIGKILL, and on Windows
                signal.signal(number, signal.SIG_DFL)


def _die_with_parent() -> None:
    """End this process with its parent: a search would not notice the closed pipe."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
