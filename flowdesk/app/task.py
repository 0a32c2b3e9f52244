"""Task: a call in another process, watched from Tk's loop; and the processes of all windows."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable
from functools import cache

from flowdesk.app.timers import POLL_SECONDS, Clock, Loop, Timer
from flowdesk.desk.work.worker import Crew, Event, Worker


class Task:
    """One call at a time; `on_event` gets its events, `on_tick` is called while it runs.

    The process is one of those that all windows share. `on_tick` is called when the tenths of a
    second that the call has taken are others, and at the end.
    """

    def __init__(
        self,
        root: tk.Misc,
        on_event: Callable[[Event], None],
        on_tick: Callable[[], None] = lambda: None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._on_event = on_event
        self._on_tick = on_tick
        self._clock = clock
        self._crew = crew_of(root)
        self._worker: Worker | None = None  # as long as the call runs
        self._began, self._told = 0.0, 0  # by the clock, and in tenths of a second since then
        self._polling = Loop(root, self._poll, POLL_SECONDS, clock)

    @property
    def running(self) -> bool:
        return self._worker is not None

    @property
    def elapsed(self) -> float:
        """Seconds since the call began."""
        return self._clock() - self._began

    @property
    def pid(self) -> int | None:
        """The process that makes the call."""
        return self._worker.pid if self._worker else None

    def warm_up(self) -> None:
        """Start a process before it is needed."""
        self._crew.warm_up()

    def start(self, function: Callable[..., object], *args: object, **kwargs: object) -> None:
        """Make a call; cancel the current one."""
        self.cancel()
        self._worker = self._crew.hire()
        self._began, self._told = self._clock(), 0
        self._worker.start(function, *args, **kwargs)
        self._on_tick()
        self._polling.start()

    def cancel(self) -> bool:
        """End the call at once; return whether there was one."""
        self._polling.stop()
        was_running = self.running
        self._release()
        return was_running

    def close(self) -> None:
        """End the call, and wait until its process has ended."""
        self._polling.stop()
        if self._worker:
            self._worker.close()
            self._worker = None

    def _release(self) -> None:
        if self._worker:
            self._crew.release(self._worker)
            self._worker = None

    def _poll(self) -> bool:
        assert self._worker is not None
        events = self._worker.poll()
        if not self._worker.busy:
            self._release()
        for event in events:
            self._on_event(event)
        tenths = int(10 * self.elapsed)
        if tenths != self._told or not self.running:
            self._told = tenths
            self._on_tick()
        return self.running


#: Milliseconds from when a process has nothing to do until it ends, unless it is the spare.
REST_MS = 5000


def crew_of(widget: tk.Misc) -> Crew:
    """Return the workers of the program that a widget belongs to."""
    return _crew(widget.nametowidget("."))


@cache
def _crew(root: tk.Misc) -> Crew:
    crew = Crew(lambda: resting.start(REST_MS, crew.rest))
    resting = Timer(root)
    return crew
