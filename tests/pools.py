"""HastyPool: a pool of worker processes whose time limits do not depend on the wall clock."""

from __future__ import annotations

from collections.abc import Callable
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
