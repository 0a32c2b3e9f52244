"""Count the solutions of a level exactly, and how many of them use each edge.

By the game's rule a frontier sweep counts them all. Its cost depends on the largest number of
states on its line, which cannot be predicted and may differ by a factor of 25 between the sides
from which it can start. So four sweeps start, one from each side, and the one with the least
estimated work left advances.

Solutions that do not touch themselves are listed one by one instead: there is nearly always one.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Count, Progress, unheard
from flowdesk.kinds.flow.findings import incomplete
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.kinds.flow.solving.frontier import Sweep, sweeps_over
from flowdesk.kinds.flow.solving.rules import board_of


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
        return _swept(level, shares, most_states, progress)
    return _listed(level, shares, progress)


def _swept(level: Level, shares: bool, most_states: int, progress: Progress[Count]) -> Count:
    """Count by sweeps: the first one that is finished has the number."""
    started = time.perf_counter()
    widest = 1

    def result(number: int, exact: bool, **more: Any) -> Count:
        return Count(number, exact, widest, time.perf_counter() - started, **more)

    sweeps = list(sweeps_over(level))
    cells_done = 0
    while sweeps:
        sweep = min(sweeps, key=Sweep.work_left)
        sweep.advance()
        widest = max(widest, sweep.width)
        if sweep.finished:
            sweeps.clear()  # frees their memory
            number = sweep.number
            found = result(number, True)
            if not (shares and number):
                return found
            progress(found)
            return result(number, True, shares=_shares(sweep.uses(2 * most_states), number))
        if sweep.width > most_states:
            sweeps.remove(sweep)
        cells_done += 1
        if cells_done % level.width == 0:
            progress(result(0, False))
    return result(0, False, gave_up="Counting the solutions would need too much memory.")


def _listed(level: Level, shares: bool, progress: Progress[Count]) -> Count:
    """Count the solutions that do not touch themselves, by finding each of them."""
    started = time.perf_counter()
    uses: Counter[Edge] = Counter(dict.fromkeys(board_of(level).edges, 0))
    encoding = Encoding(level, touching=False)
    for number in range(limits.COUNT_LISTED):
        solution = encoding.find()
        so_far = Count(number, solution is None, 0, time.perf_counter() - started)
        if solution is None:
            return replace(so_far, shares=_shares(uses, number) if shares and number else None)
        progress(so_far)
        uses.update(solution.edges)
        encoding.exclude(solution)
    seconds = time.perf_counter() - started
    gave_up = f"Counting ended at {limits.COUNT_LISTED:,} solutions."
    return Count(limits.COUNT_LISTED, False, 0, seconds, gave_up)


def _shares(uses: Mapping[Edge, int], number: int) -> dict[Edge, float]:
    return {edge: times / number for edge, times in uses.items()}
