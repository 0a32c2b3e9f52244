"""Jobs: the calls that a program makes in other processes while it does other things.

There are no threads: the program calls `Jobs.poll` every few milliseconds while there is any call,
from Tk's loop or while it waits for a key. Whoever has a call gets its events there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable
from multiprocessing import active_children
from typing import TypeAlias, TypeVar

from flowdesk.desk.work.pool import Pool, usable_cores
from flowdesk.desk.work.worker import Event, Outcome, Worker

T = TypeVar("T")

#: The caller decides when to take a step, and closes the generator to abandon the work.
Steps: TypeAlias = Generator[None, None, T]


def finish(steps: Steps[T]) -> T:
    try:
        while True:
            next(steps)
    except StopIteration as end:
        result: T = end.value
        return result


#: Takes in what has come, and returns whether there is more to come.
Look: TypeAlias = Callable[[], bool]


class Jobs:
    """The processes of a program, and what looks for their results.

    `on_start` is called when `poll` has to be called until it returns False; `on_release` when a
    process has nothing to do any more. It waits for the next call, until `rest` ends all but one.
    """

    def __init__(
        self,
        on_start: Callable[[], object] = lambda: None,
        on_release: Callable[[], object] = lambda: None,
    ) -> None:
        self._on_start, self._on_release = on_start, on_release
        self._looks: list[Look] = []
        self._idle: list[Worker] = []

    @property
    def running(self) -> bool:
        """Whether anything is to come."""
        return bool(self._looks)

    def look(self, look: Look) -> None:
        """Call `look` with each poll, until it returns False."""
        if look not in self._looks:
            self._looks.append(look)
            self._on_start()

    def forget(self, look: Look) -> None:
        """Call `look` no more."""
        if look in self._looks:
            self._looks.remove(look)

    def poll(self) -> bool:
        """Take in what has come; return whether more will. A look that raises is forgotten."""
        for look in list(self._looks):
            if look in self._looks:  # still: what another one has found may have ended its call
                self._looks.remove(look)
                if look() and look not in self._looks:
                    self._looks.append(look)
        return self.running

    def warm_up(self) -> None:
        """Have a spare process, so that the next call begins at once."""
        if not self._idle:
            self._idle.append(Worker())

    def hire(self) -> Worker:
        return self._idle.pop() if self._idle else Worker()

    def release(self, worker: Worker) -> None:
        """Take back a worker; if it is at work still, kill its process and start a spare."""
        if worker.abandon():
            self._idle.append(worker)
        else:
            worker.dismiss()
            self.warm_up()
        self._on_release()

    def rest(self) -> None:
        """End all processes that have nothing to do but the spare."""
        for worker in self._idle[:-1]:
            worker.close()
        del self._idle[:-1]
        active_children()  # buries those that were killed

    def close(self) -> None:
        """End all processes that have nothing to do."""
        for worker in self._idle:
            worker.close()
        self._idle.clear()


class Job:
    """One call at a time; `on_event` gets its events, `on_tick` is called while it runs.

    `on_tick` is called when the tenths of a second that the call has taken are others, and at the
    end. A call has ended before the last of its events is passed on.
    """

    def __init__(
        self,
        jobs: Jobs,
        on_event: Callable[[Event], None],
        on_tick: Callable[[], object] = lambda: None,
    ) -> None:
        self._jobs = jobs
        self._on_event, self._on_tick = on_event, on_tick
        self._worker: Worker | None = None  # as long as the call runs
        self._began, self._told = 0.0, 0  # on the clock, and in tenths of a second since then

    @property
    def running(self) -> bool:
        return self._worker is not None

    @property
    def elapsed(self) -> float:
        """Seconds since the call began."""
        return time.monotonic() - self._began

    @property
    def pid(self) -> int | None:
        return self._worker.pid if self._worker else None

    def start(self, function: Callable[..., object], *args: object, **kwargs: object) -> None:
        """Make a call; cancel the current one."""
        self.cancel()
        self._worker = self._jobs.hire()
        self._began, self._told = time.monotonic(), 0
        self._worker.start(function, *args, **kwargs)
        self._jobs.look(self._look)
        self._on_tick()  # which may cancel it

    def cancel(self) -> bool:
        """End the call at once; return whether there was one."""
        was_running = self.running
        self._release()
        return was_running

    def close(self) -> None:
        """End the call, and wait until its process has ended."""
        self._jobs.forget(self._look)
        if self._worker:
            self._worker.close()
            self._worker = None

    def _release(self) -> None:
        self._jobs.forget(self._look)
        if self._worker:
            worker, self._worker = self._worker, None
            self._jobs.release(worker)

    def _look(self) -> bool:
        worker = self._worker
        assert worker, "only running calls are looked for"
        events = worker.poll()
        if not worker.busy:
            self._release()
        now = self._worker
        for event in events:
            if self._worker is now:  # not what follows after an event that has ended the call
                self._on_event(event)
        tenths = int(10 * self.elapsed)
        if tenths != self._told or not self.running:
            self._told = tenths
            self._on_tick()
        return self.running


class PoolJob:
    """Many calls on all cores; with each poll `on_look` gets those that have ended, by number."""

    def __init__(
        self,
        jobs: Jobs,
        on_look: Callable[[list[tuple[int, Outcome]]], None],
        make_pool: Callable[..., Pool] = Pool,
    ) -> None:
        self._jobs, self._on_look, self._make_pool = jobs, on_look, make_pool
        self._pool: Pool | None = None  # as long as any call runs

    @property
    def running(self) -> bool:
        return self._pool is not None

    @property
    def at_work(self) -> frozenset[int]:
        """The numbers of the calls that are running."""
        return self._pool.at_work if self._pool else frozenset()

    @property
    def first_progress(self) -> object:
        """The last progress of the first call that is running, or None."""
        return self._pool.last_progress(min(self.at_work)) if self._pool else None

    def start(self, calls: Iterable[Callable[..., object]], timeout: float | None = None) -> None:
        """Make calls, with a limit of seconds for each; cancel those before."""
        self.cancel()
        self._pool = self._make_pool(calls, usable_cores(), timeout)
        self._jobs.look(self._look)

    def cancel(self) -> bool:
        """End all calls at once; return whether there were any."""
        pool = self._take_pool()
        if pool:
            pool.dismiss()
        return pool is not None

    def close(self) -> None:
        """End all calls, and wait until their processes have ended."""
        if pool := self._take_pool():
            pool.close()

    def _take_pool(self) -> Pool | None:
        self._jobs.forget(self._look)
        pool, self._pool = self._pool, None
        return pool

    def _look(self) -> bool:
        assert self._pool, "only running calls are looked for"
        ended = self._pool.poll()
        if not self.at_work:
            self.close()
        self._on_look(ended)
        return self.running
