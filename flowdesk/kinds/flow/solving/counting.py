"""Count the solutions of a level exactly, and how many of them use each edge.

By the game's rule a frontier sweep counts them all: four start, one from each side, and the first
one that is finished has the number.

Solutions that do not touch themselves are listed one by one instead: there is nearly always one.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Count, Progress, unheard
from flowdesk.kinds.flow.findings import incomplete
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.kinds.flow.solving.frontier import sweeps_over
from flowdesk.kinds.sweep import count_by, shares_of


def count(
    level: Level,
    *,
    shares: bool = False,
    most_states: int = limits.COUNT_STATES,
    progress: Progress[Count] = unheard,
) -> Count:
    """Count the solutions of a complete level, by its own rule.

    `progress` gets the count so far about once a row, and the number before its `shares`. Raises
    ValueError if a colour does not have two endpoints.
    """
    if incomplete(level):
        raise ValueError("Only a level whose colours have two endpoints each has solutions.")
    if level.touching:
        return count_by(
            sweeps_over(level),
            shares=shares,
            most_states=most_states,
            report_every=level.width,
            progress=progress,
        )
    return _listed(level, shares, progress)


def _listed(level: Level, shares: bool, progress: Progress[Count]) -> Count:
    """Count the solutions that do not touch themselves, by finding each of them."""
    started = time.perf_counter()
    uses: Counter[Edge] = Counter(dict.fromkeys(level.board.links, 0))
    encoding = Encoding(level, touching=False)
    for number in range(limits.COUNT_LISTED):
        solution = encoding.find()
        so_far = Count(number, solution is None, 0, time.perf_counter() - started)
        if solution is None:
            return replace(so_far, shares=shares_of(uses, number) if shares and number else None)
        progress(so_far)
        uses.update(solution.edges)
        encoding.exclude(solution)
    seconds = time.perf_counter() - started
    gave_up = f"Counting ended at {limits.COUNT_LISTED:,} solutions."
    return Count(limits.COUNT_LISTED, False, 0, seconds, gave_up)
