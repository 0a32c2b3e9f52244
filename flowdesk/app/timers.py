"""Calls from Tk's loop: after some time, once or repeatedly, in slices, and from processes."""

from __future__ import annotations

import gc
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

from flowdesk.desk.work.jobs import Jobs

#: Tells the time in seconds; only differences count.
Clock: TypeAlias = Callable[[], float]

#: Seconds between two looks at work in another process, and between two frames of an animation.
POLL_SECONDS = 0.015
FRAME_SECONDS = 1 / 60

#: Seconds of a slice of long work before anything else has its turn, and milliseconds that it has.
SLICE, _PAUSE_MS = 0.008, 1


class Timer:
    """At most one pending call, which is never made once the widget is gone."""

    def __init__(self, widget: tk.Misc) -> None:
        self._widget = widget
        #: Where calls wait: Tk reports an error of those of a widget that was destroyed.
        self._root: tk.Misc = widget.nametowidget(".")
        self._id: str | None = None

    @property
    def running(self) -> bool:
        return self._id is not None

    def start(self, ms: int, call: Callable[..., object], *args: object) -> None:
        """Make a call after some milliseconds, instead of the pending one."""
        self.stop()
        self._id = self._root.after(ms, self._made(call, args))

    def when_idle(self, call: Callable[..., object], *args: object) -> None:
        """Make a call when Tk has nothing else to do, instead of the pending one."""
        self.stop()
        self._id = self._root.after_idle(self._made(call, args))

    def when_laid_out(self, call: Callable[..., object], *args: object) -> None:
        """Make a call when Tk is idle and all has its place that is being packed just now.

        What packs it is called first, then Tk lays it out, then the widgets hear of their sizes.
        """
        self.when_idle(self.when_idle, self.when_idle, call, *args)

    def when_painted(self, call: Callable[..., object], *args: object) -> None:
        """Make a call once Tk has painted and has looked for other events."""
        self.when_idle(self.start, _PAUSE_MS, call, *args)

    def stop(self) -> None:
        if self._id is not None:
            self._root.after_cancel(self._id)
            self._id = None

    def _made(self, call: Callable[..., object], args: tuple[object, ...]) -> Callable[[], None]:
        def made() -> None:
            self._id = None
            if self._widget.winfo_exists():
                call(*args)

        return made


class Loop:
    """Calls `step` every `seconds`, until it returns False.

    A step that takes longer delays the following ones, which are not made up for.
    """

    def __init__(
        self,
        widget: tk.Misc,
        step: Callable[[], bool],
        seconds: float,
        clock: Clock = time.monotonic,
    ) -> None:
        self._timer = Timer(widget)
        self._step = step
        self._seconds = seconds
        self._clock = clock
        self.running = False

    def start(self) -> None:
        """Begin, unless it is running."""
        if not self.running:
            self.running = True
            self._wait(self._clock() + self._seconds)

    def stop(self) -> None:
        self.running = False
        self._timer.stop()

    def _wait(self, due: float) -> None:
        # From when Tk is idle, which is when it paints: a step that is due as soon as all is
        # painted would be the next event for ever, and ``update()`` would never return.
        self._timer.when_idle(self._wait_idly, due)

    def _wait_idly(self, due: float) -> None:
        self._timer.start(max(1, int(1000 * (due - self._clock()))), self._run, due)

    def _run(self, due: float) -> None:
        try:
            goes_on = self._step()
        except BaseException:
            self.running = self._timer.running  # an error of ours: the loop can be started again
            raise
        if self._timer.running:
            return  # the step has stopped the loop and started it anew
        if goes_on and self.running:
            self._wait(max(due + self._seconds, self._clock()))
        else:
            self.running = False


class Slices:
    """Long work, one at a time: an iterator whose steps are short. The window stays responsive.

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
            self._timer.when_painted(self._go_on)
        self._on_slice()

    def _take_steps(self, work: Iterator[object]) -> bool:
        """Work until the slice is over; return whether the work is."""
        end = self._clock() + SLICE
        return not any(self._work is not work or self._clock() > end for _ in work)


def freeze_objects() -> None:
    """Exclude all present objects from garbage collection.

    Otherwise each collection would visit all of the window, for 40 ms in which it stands still, and
    ten thousand levels for a tenth of a second. Objects are still freed when their reference counts
    become 0.
    """
    gc.collect(1)
    gc.freeze()


#: Milliseconds without input after which garbage is collected, and when Python does so by itself:
#: for how many new objects, how often the somewhat older ones as well, and how often all: after
#: minutes in which nobody has paused.
_QUIET_MS, _THRESHOLDS = 1000, (10_000, 10, 100)


def collect_in_pauses(root: tk.Misc) -> None:
    """From now on collect old garbage while there is no input: it takes up to 40 ms.

    Python would do it in the middle of a move, and look for young garbage there, which is rare,
    fifteen times as often: for a tenth of the time of the move that solves a large puzzle.
    """
    gc.set_threshold(*_THRESHOLDS)
    timer = Timer(root)

    def look() -> None:
        is_quiet = root.tk.call("tk", "inactive") not in range(_QUIET_MS)  # -1: not known
        if is_quiet and gc.get_count()[2]:
            gc.collect()
        timer.start(_QUIET_MS, look)

    look()


#: Milliseconds from when a process has nothing to do until it ends, unless it is the spare.
REST_MS = 5000


def jobs_of(widget: tk.Misc) -> Jobs:
    """Return the jobs of a widget's program: what they find is taken in from Tk's loop."""
    return _jobs(widget.nametowidget("."))


@cache
def _jobs(root: tk.Misc) -> Jobs:
    def poll() -> bool:
        try:
            return jobs.poll()
        except BaseException:  # an error of ours in what one of them has found
            root.after_idle(polling.start)
            raise

    jobs = Jobs(lambda: polling.start(), lambda: resting.start(REST_MS, jobs.rest))
    polling = Loop(root, poll, POLL_SECONDS)
    resting = Timer(root)
    return jobs
