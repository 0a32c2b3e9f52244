"""The engines by name, and what the end of a search proves about a level."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution, mistakes, touches
from flowdesk.kinds.table import kind_of
from flowdesk.lab.backtracking.cells import cells
from flowdesk.lab.backtracking.distance import distance
from flowdesk.lab.backtracking.search import Move, Search

#: The engines beside SAT. Each searches a complete level by the rule that the level is played by.
ENGINES: Mapping[str, Callable[[Level], Search]] = {"distance": distance, "cells": cells}

#: The engines that find only solutions in which no path touches itself.
NON_TOUCHING_ONLY = frozenset({"cells"})

#: What to tell if such an engine finds nothing.
NOTE = "There is no solution without touching; whether there are others, this engine cannot tell."

#: Seconds between two reports of a running search.
REPORT_EVERY = 0.25


def conclude(level: Level, engine: str, solution: Solution | None, last: Move) -> SolveResult:
    """Return the result of an engine's search, given what it returned and its last move.

    Without a solution the level is unsolvable, unless the engine leaves out those that touch.
    """
    result = SolveResult(SolveStatus.UNSOLVABLE, effort=last.effort)
    if solution is None:
        if engine in NON_TOUCHING_ONLY and level.touching:
            return replace(result, status=SolveStatus.UNKNOWN, note=NOTE)
        return result
    touching = bool(touches(level, solution))
    wrong = mistakes(level, solution)
    assert not wrong, f"the solution of the engine {engine} is wrong: {wrong[0].message}"
    assert not (touching and not level.touching), f"the engine {engine} ignored the rule"
    return replace(result, status=SolveStatus.SOLVED, solution=solution, touching=touching)


def refused(puzzle: Puzzle) -> SolveResult | None:
    """Return the result if it takes no search: the puzzle is incomplete or clearly unsolvable."""
    began, kind = time.perf_counter(), kind_of(puzzle)
    for status, findings in (
        (SolveStatus.INVALID, kind.incomplete),
        (SolveStatus.UNSOLVABLE, kind.findings),
    ):
        if wrong := findings(puzzle):
            seconds = time.perf_counter() - began
            return SolveResult(status, seconds=seconds, findings=tuple(wrong))
    return None


def run(
    level: Level,
    engine: str,
    *,
    progress: Callable[[SolveResult], None] = lambda so_far: None,
) -> SolveResult:
    """Solve a level by one of `ENGINES`, as `flowdesk.kinds.flow.solving.solve.solve` does by SAT.

    `progress` gets the result so far every `REPORT_EVERY` seconds.
    """
    began = last_report = time.perf_counter()

    def seconds() -> float:
        return time.perf_counter() - began

    if early := refused(level):
        return early
    moves, last = ENGINES[engine](level), Move((), 0, 0)
    while True:
        try:
            last = next(moves)
        except StopIteration as end:
            return replace(conclude(level, engine, end.value, last), seconds=seconds())
        if time.perf_counter() - last_report > REPORT_EVERY:
            last_report = time.perf_counter()
            so_far = SolveResult(SolveStatus.UNKNOWN, effort=last.effort)
            progress(replace(so_far, seconds=seconds()))
