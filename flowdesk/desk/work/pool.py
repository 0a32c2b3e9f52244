"""Pool: many calls on several workers, with time limits for groups of calls; and how many cores.

Wherever calls are made, whoever wants their results deals with `Calls` only.

A process may use fewer cores than the machine has in a container or under taskset. Linux limits a
control group (cgroup) to a quota: microseconds of CPU time in each period. A group cannot use more
than those that it lies in. Source: cgroups(7); Linux's admin-guide/cgroup-v2.rst, "cpu.max";
scheduler/sched-bwc.rst for version 1.
"""

from __future__ import annotations

import math
import multiprocessing.connection
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TypeAlias

from flowdesk.desk.work.worker import Outcome, Progress, TimedOut, Worker, last_of

#: Seconds that a new process takes to start: a call that may end sooner is not worth ending.
_START_UP = 0.3
#: How far calls may be ahead of one that still runs.
AHEAD = 10_000

#: Whether the result of a call is not needed, given the latest values of its group, which are None
#: where there are none yet, and its place in the group.
Settled: TypeAlias = Callable[[Sequence[object], int], bool]


class Calls(ABC):
    """Many calls that are made somewhere; `poll` returns those that have ended."""

    @property
    @abstractmethod
    def at_work(self) -> frozenset[int]:
        """The numbers of the calls that are running: none when all have ended."""

    @abstractmethod
    def wait(self) -> None:
        """Wait until `poll` may find something."""

    @abstractmethod
    def poll(self) -> list[tuple[int, Outcome]]:
        """Return the calls that have ended since the last poll, by their numbers; never wait."""

    @abstractmethod
    def close(self) -> None:
        """End all calls at once."""

    def rounds(self) -> Generator[list[tuple[int, Outcome]], None, None]:
        """Yield the results of polls until all calls have ended; then close."""
        try:
            while self.at_work:
                self.wait()
                yield self.poll()
        finally:
            self.close()


class Pool(Calls):
    """Many calls on several workers of this machine, which begin at once.

    `timeout` is in seconds of wall time, shared by `group` calls in a row; calls for which no time
    is left are not made. The first `abreast` calls of a group begin together, when as many workers
    are free; the time runs from when the last of them has begun. `settling` returns for each
    group, given its number, what tells which of its calls are to be dropped.

    `calls` are drawn when they are needed, and nothing is kept of those that have ended: there may
    be millions. A call does not begin while one that is `ahead` or more before it runs, so whoever
    puts the results in order has to keep at most that many.
    """

    def __init__(
        self,
        calls: Iterable[Callable[..., object]],
        workers: int,
        timeout: float | None = None,
        *,
        group: int = 1,
        abreast: int = 1,
        ahead: int = AHEAD,
        settling: Callable[[int], Settled] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock, self._timeout, self._ahead, self._settling = clock, timeout, ahead, settling
        self._began_at: dict[int, float] = {}
        self._at_work: dict[Worker, int] = {}
        self._dropped: set[int] = set()
        self._latest: dict[int, object] = {}
        following = iter(calls)
        first = list(islice(following, workers))
        self._crew = [self._hired() for _ in first]
        self._group, self._abreast = group, min(abreast, len(self._crew))
        self._calls = enumerate(chain(first, following))
        self._next = next(self._calls, None)
        self._give_work()

    @property
    def at_work(self) -> frozenset[int]:
        return frozenset(self._at_work.values())

    def last_progress(self, number: int) -> object:
        """Return the value of the last progress of a running call, or None."""
        return next((w.last_progress for w, n in self._at_work.items() if n == number), None)

    def drop(self, number: int) -> None:
        """Time a call out because its result is not needed, unless it is about to end."""
        self._dropped.add(number)

    def wait(self) -> None:
        pause = 0.02 if self._timeout is not None or self._dropped else None
        multiprocessing.connection.wait([worker.connection for worker in self._at_work], pause)

    def poll(self) -> list[tuple[int, Outcome]]:
        ended: list[tuple[int, Outcome]] = []
        for worker, number in list(self._at_work.items()):
            outcome = self._outcome(worker, number)
            if outcome is not None:
                ended.append((number, outcome))
                self._began_at.setdefault(number, self._clock())  # it died before it began
                del self._at_work[worker]
        ended += self._give_work()
        if self._settling:
            self._drop_settled(ended, self._settling)
        self._forget(number for number, _ in ended)
        return ended

    def close(self) -> None:
        """End all workers at once."""
        self._at_work.clear()
        for worker in self._crew:
            worker.close()

    def dismiss(self) -> None:
        """End all workers at once, without waiting until their processes are gone."""
        self._at_work.clear()
        for worker in self._crew:
            worker.dismiss()

    def _hired(self) -> Worker:
        return Worker(clock=self._clock)

    def _drop_settled(
        self, ended: Sequence[tuple[int, Outcome]], settling: Callable[[int], Settled]
    ) -> None:
        """Drop the running calls that are settled by what is known now."""
        posted = {number: worker.last_progress for worker, number in self._at_work.items()}
        self._latest |= {number: value for number, value in posted.items() if value is not None}
        self._latest |= {number: last_of(outcome) for number, outcome in ended}
        for number in self._at_work.values():
            at, place = divmod(number, self._group)
            first = number - place
            latest = [self._latest.get(first + other) for other in range(self._group)]
            if settling(at)(latest, place):
                self.drop(number)

    def _give_work(self) -> list[tuple[int, Outcome]]:
        """Let free workers make the next calls; return those that there is no time for."""
        unmade: list[tuple[int, Outcome]] = []
        free = [worker for worker in self._crew if worker not in self._at_work]
        while self._next and free:
            number, call = self._next
            if self._is_time_over(number):
                unmade.append((number, TimedOut()))
            elif self._has_to_wait(number, len(free)):
                break
            else:
                worker = free.pop()
                self._at_work[worker] = number
                worker.start(call)
            self._next = next(self._calls, None)
        return unmade

    def _has_to_wait(self, number: int, free: int) -> bool:
        """Whether a call cannot begin yet, with so many workers free."""
        earliest = min(self._at_work.values(), default=number)
        needed = 1 if number % self._group else self._abreast
        return free < needed or number - earliest >= self._ahead

    def _forget(self, ended: Iterable[int]) -> None:
        """Forget these calls, as soon as all of their group have ended."""
        self._dropped.difference_update(ended)
        going_on = [*self._at_work.values(), *([self._next[0]] if self._next else [])]
        groups = {number // self._group for number in going_on}
        for kept in (self._began_at, self._latest):
            for number in [n for n in kept if n // self._group not in groups]:
                del kept[number]

    def _outcome(self, worker: Worker, number: int) -> Outcome | None:
        """Return how a worker's call has ended, or end it if its time is over; None: it goes on."""
        events = worker.poll()
        if running_for := worker.running_for():
            self._began_at.setdefault(number, self._clock() - running_for)
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
        first = number - number % self._group
        began_at = [self._began_at.get(first + other, math.inf) for other in range(self._abreast)]
        return self._timeout is not None and self._clock() - max(began_at) > self._timeout


def usable_cores(root: Path = Path("/"), allowed: int | None = None) -> int:
    """Return the number of cores that this process may use, at least 1.

    A quota of 1.5 cores counts as 2, so that none of it is left unused. `allowed` is the number
    that it may run on, whatever the quota: by default what the system says. `root` holds `proc`
    and `sys`. What cannot be read is no limit.
    """
    quotas = [math.ceil(quota) for quota in _quotas(root)]
    return max(1, min([allowed or _allowed(), *quotas]))


def _allowed() -> int:
    if hasattr(os, "sched_getaffinity"):  # Linux
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas(root: Path) -> Iterator[float]:
    """Yield the quota, in cores, of each group that this process is in."""
    groups = dict(_groups(root))
    # 36 35 98:0 /in/group /mounted/at rw,noatime shared:1 - cgroup cgroup rw,cpu,cpuacct
    for line in _text(root / "proc/self/mountinfo").splitlines():
        place, _, file_system = line.partition(" - ")
        words, (kind, _, options) = place.split(), (file_system.split() + 3 * [""])[:3]
        if kind == "cgroup2":
            group = groups.get("")
        elif kind == "cgroup" and "cpu" in options.split(","):
            group = groups.get("cpu")
        else:
            continue
        if group is None or len(words) < 5:
            continue
        top = root / words[4].lstrip("/")
        folder = top / os.path.relpath(group, words[3])
        if ".." in folder.parts:  # the container does not see its own place among the groups
            folder = top
        for each in (folder, *folder.parents):
            yield from _quota(each)
            if each == top:
                break


def _groups(root: Path) -> Iterator[tuple[str, str]]:
    """Yield each controller with the group that this process is in; that of version 2 is ""."""
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, controllers, group = (line.split(":", 2) + 3 * [""])[:3]
        yield from ((controller, group) for controller in controllers.split(",") if group)


def _quota(folder: Path) -> Iterator[float]:
    """Yield the quota of a group of either version, if it has one."""
    words = _text(folder / "cpu.max").split() or [
        *_text(folder / "cpu.cfs_quota_us").split(),
        *_text(folder / "cpu.cfs_period_us").split(),
    ]
    # Without a quota, the first word is max in version 2 and -1 in version 1.
    if len(words) == 2 and all(word.isdecimal() for word in words) and int(words[1]):
        yield int(words[0]) / int(words[1])


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
