"""Pools of worker processes whose time limits do not depend on the wall clock."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flowdesk.desk.work.pool import Pool


class HastyPool(Pool):
    """A pool whose clock jumps past every time limit when all running calls have posted enough.

    `is_enough` judges the last progress of a call; until then the clock does not advance.
    """

    def __init__(
        self, *arguments: Any, is_enough: Callable[[Any], bool] = bool, **options: Any
    ) -> None:
        self._now = 1.0
        self._is_enough = is_enough
        super().__init__(*arguments, clock=lambda: self._now, **options)

    def wait(self) -> None:
        super().wait()
        if all(self._is_enough(self.last_progress(number)) for number in self.at_work):
            self._now += 1_000_000


class CpuPool(Pool):
    """A pool whose time limits are in CPU seconds of its workers: a busy machine shortens none."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._used: dict[int, float] = {}
        super().__init__(*arguments, clock=self._clock_of_workers, **options)

    def _clock_of_workers(self) -> float:
        for worker in multiprocessing.active_children():
            if worker.pid:
                self._used[worker.pid] = _cpu_seconds(worker.pid)
        return 1 + sum(self._used.values())


def _cpu_seconds(process: int) -> float:
    """Return the CPU seconds that a process has used, 0 if it has just ended."""
    try:
        # The name of the program, which may hold blanks, ends at the last bracket.
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
