"""The engines beside SAT, and what the end of a search proves about a puzzle.

Two of them backtrack on the board. Two solve by the SAT solver of the lab, in the same formulas as
the engine ``sat``: ``cdcl`` learns from its conflicts, ``dpll`` only takes decisions back. So these
differ in that alone; what differs from ``sat`` is the solver, some 300 lines of Python instead of a
library. Both decide as most solvers do: on the variable with the most conflicts of late, for false
first.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.flow import level as flow
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding
from flowdesk.kinds.solving import Encoding
from flowdesk.kinds.table import kind_of
from flowdesk.lab.backtracking import cells, distance
from flowdesk.lab.cdcl import (
    CdclSolver,
    Conflicted,
    Decided,
    DecisionOrder,
    FoundModel,
    Propagated,
    Refuted,
)
from flowdesk.lab.depth_first import Search, SearchMove
from flowdesk.lab.trace import Activity
from flowdesk.sat.backend import Figures
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The engines that backtrack. Each searches a complete level by the rule that it is played by.
ENGINES: Mapping[str, Callable[[Level], Search]] = {"distance": distance, "cells": cells}

#: The engines that are SAT solvers, and whether they learn.
SOLVERS: Mapping[str, bool] = {"cdcl": True, "dpll": False}

#: The engines that find only solutions in which no path touches itself.
NON_TOUCHING_ONLY = frozenset({"cells"})

#: What to tell if such an engine finds nothing.
NOTE = "There is no solution without touching; whether there are others, this engine cannot tell."

#: Seconds between two reports of a running search.
REPORT_EVERY = 0.25

#: How many propagations or moves are made before the clock is looked at: a few milliseconds.
_PROPAGATIONS, _MOVES = 1000, 50


def run(
    puzzle: Puzzle,
    engine: str,
    *,
    progress: Callable[[SolveResult], None] = lambda so_far: None,
) -> SolveResult:
    """Solve a puzzle by one of `ENGINES` or `SOLVERS`, as its kind does by SAT.

    `progress` gets the result so far every `REPORT_EVERY` seconds.
    """
    began = last_report = time.perf_counter()
    result = _refused(puzzle)
    if result is None:
        search = _by_clauses if engine in SOLVERS else _by_moves
        for so_far in search(puzzle, engine):
            now = time.perf_counter()
            result = replace(so_far, seconds=now - began)
            if now - last_report > REPORT_EVERY:
                last_report = now
                progress(result)
    assert result, "a search ends with a result"
    return result


def _refused(puzzle: Puzzle) -> SolveResult | None:
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


def _by_moves(puzzle: Puzzle, engine: str) -> Iterator[SolveResult]:
    """Yield the effort of a backtracking engine now and then, at last its result."""
    assert isinstance(puzzle, Level), "only Flow has these engines"
    moves, last = ENGINES[engine](puzzle), SearchMove((), 0, 0)
    try:
        while True:
            for _ in range(_MOVES):
                last = next(moves)
            yield SolveResult(SolveStatus.UNKNOWN, effort=last.effort)
    except StopIteration as end:
        yield conclude(puzzle, engine, end.value, last)


def conclude(level: Level, engine: str, solution: Solution | None, last: SearchMove) -> SolveResult:
    """Return the result of an engine's search, given what it returned and its last move.

    Without a solution the level is unsolvable, unless the engine leaves out those that touch. The
    independent checker has to confirm a solution.
    """
    effort = last.effort
    if solution is None and engine in NON_TOUCHING_ONLY and level.touching:
        return SolveResult(SolveStatus.UNKNOWN, effort=effort, note=NOTE)
    if solution is None:
        return SolveResult(SolveStatus.UNSOLVABLE, effort=effort)
    touching, wrong = bool(flow.touches(level, solution)), flow.mistakes(level, solution)
    assert not wrong, f"the engine's solution is wrong: {wrong[0].message}"
    assert level.touching or not touching, "the engine ignored the rule"
    return SolveResult(SolveStatus.SOLVED, solution, touching=touching, effort=effort)


def _by_clauses(puzzle: Puzzle, engine: str) -> Iterator[SolveResult]:
    """Yield what a SAT solver took so far, now and then, at last its result."""
    before = Figures()
    for number, encoding in enumerate(FORMULAS[puzzle.kind](puzzle)):
        search = CountedSearch(encoding.cnf, encoding.cut, Activity(), learns=SOLVERS[engine])
        is_over = False
        while not is_over:
            is_over = search.run(_PROPAGATIONS)
            figures = before.plus(search.figures)
            yield SolveResult(SolveStatus.UNKNOWN, figures=figures)
        before = figures
        if search.model is not None:
            solution, is_lax = encoding.verified(search.model), number > 0
            yield SolveResult(SolveStatus.SOLVED, solution, touching=is_lax, figures=figures)
            return
    yield SolveResult(SolveStatus.UNSOLVABLE, figures=before)


def _of_flow(level: Level) -> Iterator[FlowEncoding]:
    yield FlowEncoding(level, touching=False)
    if level.touching:
        encoding = FlowEncoding(level, touching=True)
        encoding.keep_lighter_bends()
        yield encoding


#: By kind of puzzle: the formulas in which its solver searches, one after another; after the one by
#: the stricter rule, that by the game's.
FORMULAS: Mapping[str, Callable[[Any], Iterator[Encoding[Any]]]] = {
    Level.kind: _of_flow,
    Slitherlink.kind: lambda puzzle: iter([SlitherlinkEncoding(puzzle)]),
}


class CountedSearch:
    """A search for a model of a formula that `cut` accepts, as in `flowdesk.sat.backend.refine`.

    `model` is known when the search is over, unless there is none.
    """

    def __init__(
        self,
        cnf: Cnf,
        cut: Callable[[Cnf, Model], bool],
        order: DecisionOrder,
        *,
        learns: bool = True,
    ) -> None:
        def cuts(model: Model) -> list[Clause]:
            before = cnf.sizes()
            cut(cnf, model)
            return cnf.since(before)

        self.model: Model | None = None
        self._counts: Counter[type] = Counter()
        self._events = CdclSolver(cnf.clauses(), order, cuts, learns=learns).search()

    @property
    def figures(self) -> Figures:
        """What the search took so far."""
        counts = self._counts
        conflicts = counts[Conflicted] + counts[Refuted]
        return Figures(counts[Decided], conflicts, counts[Propagated])

    def run(self, propagations: int = 0) -> bool:
        """Search on, for so many propagations or to the end; return whether that is reached."""
        counts = self._counts
        last = counts[Propagated] + propagations
        for event in self._events:
            counts[type(event)] += 1
            if isinstance(event, FoundModel):
                self.model = None if event.cuts else event.model
            elif propagations and counts[Propagated] >= last:
                return False
        return True
