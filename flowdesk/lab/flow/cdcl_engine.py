"""The engine that solves by the CDCL solver of the lab, on the same formula as SAT.

So what differs from SAT is the solver alone: some 200 lines of Python instead of a library. What
differs from the backtracking engines, which are in Python, too, is all the rest.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution, mistakes, touches
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.lab.backtracking.engines import REPORT_EVERY, refused
from flowdesk.lab.counted import CountedSearch
from flowdesk.sat.backend import Figures

NAME = "cdcl"

#: How many propagations are made before the clock is looked at: a few milliseconds.
_AT_ONCE = 1000


def run(
    level: Level, *, progress: Callable[[SolveResult], None] = lambda so_far: None
) -> SolveResult:
    """Solve a level as `flowdesk.kinds.flow.solving.solve.solve` does by SAT.

    Search for a solution that does not touch itself, then, where the level allows it, for any.
    `progress` gets the result so far every `REPORT_EVERY` seconds.
    """
    began = last_report = time.perf_counter()
    if early := refused(level):
        return early
    result = SolveResult(SolveStatus.UNKNOWN, figures=Figures())
    for touching in (False, True) if level.touching else (False,):
        encoding = Encoding(level, touching=touching)
        if touching:
            encoding.keep_lighter_bends()
        search, before = CountedSearch(encoding.cnf, encoding.cut), result.figures or Figures()
        is_over = False
        while not is_over:
            is_over = search.run(_AT_ONCE)
            now = time.perf_counter()
            result = replace(result, figures=before.plus(search.figures), seconds=now - began)
            if now - last_report > REPORT_EVERY:
                last_report = now
                progress(result)
        if search.model is not None:
            solution, _ = encoding.decode(search.model)
            return _solved(result, level, solution)
    return replace(result, status=SolveStatus.UNSOLVABLE)


def _solved(result: SolveResult, level: Level, solution: Solution) -> SolveResult:
    wrong = mistakes(level, solution)
    assert not wrong, f"the solution of the engine {NAME} is wrong: {wrong[0].message}"
    touching = bool(touches(level, solution))
    assert not touching or level.touching, f"the engine {NAME} ignored the rule"
    return replace(result, status=SolveStatus.SOLVED, solution=solution, touching=touching)
