"""Slices: long work in short slices from Tk's loop, so that the window stays responsive."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Iterator

from flowdesk.app.timers import Clock, Timer

#: Seconds of work before anything else has its turn, and milliseconds that it has.
SLICE, _PAUSE_MS = 0.008, 1


class Slices:
    """One piece of work at a time: an iterator whose steps are short.

    The first slice is done at once: short work is over when `start` returns.
    """

    def __init__(self, widget: tk.Misc, clock: Clock = time.perf_counter) -> None:
        self._timer = Timer(widget)
        self._clock = clock
        self._work: Iterator[object] | None = None
        self._on_slice: Callable[[], object] = lambda: None

    @property
    def running(self) -> bool:
        return self._work is not None

    def start(self, work: Iterator[object], on_slice: Callable[[], object] = lambda: None) -> None:
        """Do this work instead of the current; `on_slice` is called after each slice."""
        self.stop()
        self._work, self._on_slice = work, on_slice
        self._go_on()

    def stop(self) -> None:
        self._work = None
        self._timer.stop()

    def _go_on(self) -> None:
        work = self._work
        assert work is not None, "a slice is cancelled with its work"
        try:
            is_over = self._take_steps(work)
        except BaseException:
            self._work = None
            raise
        if self._work is not work:
            return  # a step has begun something else, or stopped this
        if is_over:
            self._work = None
        else:
            self._timer.start(_PAUSE_MS, self._go_on)
        self._on_slice()

    def _take_steps(self, work: Iterator[object]) -> bool:
        """Work until the slice is over; return whether the work is."""
        end = self._clock() + SLICE
        return not any(self._work is not work or self._clock() > end for _ in work)
