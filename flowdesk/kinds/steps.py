"""Step: one step of the animation of a solution, and its time."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flowdesk.core.grid import Cell

#: The duration of a step at normal speed, and the longest one of a whole board, in seconds.
STEP_SECONDS = 0.025
MOST_SECONDS = 4.0


@dataclass(frozen=True)
class Step:
    """Some cells are covered, `at` seconds after the start.

    `segments` is what they look like from then on, as `Kind.cell_tiles` understands it; the first
    one is where the step leads. `lights` are cells that then light up for a moment, with colours.
    """

    segments: tuple[tuple[Cell, Any], ...]
    lights: tuple[tuple[Cell, str], ...] = ()
    at: float = 0.0


def timed(rows: Sequence[Sequence[Step]]) -> list[Step]:
    """Return the steps of all rows with their times, sorted by time.

    Rows run one after the other; if that takes longer than `MOST_SECONDS`, several run at once,
    and if a single row takes longer, all run faster.
    """
    lanes = max(1, math.ceil(sum(map(len, rows)) * STEP_SECONDS / MOST_SECONDS))
    free_at = [0.0] * min(lanes, len(rows))
    steps = []
    for row in rows:
        start = heapq.heappop(free_at)
        steps += [replace(step, at=start + n * STEP_SECONDS) for n, step in enumerate(row)]
        heapq.heappush(free_at, start + len(row) * STEP_SECONDS)
    steps.sort(key=lambda step: step.at)
    end = steps[-1].at if steps else 0.0
    if end <= MOST_SECONDS:
        return steps
    faster = MOST_SECONDS / end
    return [replace(step, at=step.at * faster) for step in steps]
