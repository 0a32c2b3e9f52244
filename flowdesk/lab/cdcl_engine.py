"""The engines that solve by the SAT solver of the lab, in the same formulas as the engine ``sat``.

``cdcl`` learns from its conflicts, ``dpll`` only takes decisions back. So the two differ in that
alone; what differs from ``sat`` is the solver, some 300 lines of Python instead of a library. Both
decide as most solvers do: on the variable with the most conflicts of late, for false first.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.flow import solution as flow
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solving.encoding import Encoding as FlowEncoding
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, mistakes
from flowdesk.kinds.slitherlink.solving.encoding import Encoding as LoopEncoding
from flowdesk.lab.backtracking.engines import REPORT_EVERY, refused
from flowdesk.lab.cdcl import Conflicted, Decided, Found, Order, Propagated, Refuted, Solver
from flowdesk.lab.trace import Activity
from flowdesk.sat.backend import Figures
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The engines by their names, and whether they learn.
SOLVERS: Mapping[str, bool] = {"cdcl": True, "dpll": False}

#: How many propagations are made before the clock is looked at: a few milliseconds.
_AT_ONCE = 1000


class _EngineFormula(NamedTuple):
    """A formula, what a model of it breaks, and a model as a solution that has been checked."""

    cnf: Cnf
    cut: Callable[[Cnf, Model], bool]
    solved: Callable[[Model], SolveResult]


def run(
    puzzle: Puzzle,
    engine: str,
    *,
    progress: Callable[[SolveResult], None] = lambda so_far: None,
) -> SolveResult:
    """Solve a puzzle by one of `SOLVERS`, as `Kind.solve` does by SAT.

    `progress` gets the result so far every `REPORT_EVERY` seconds.
    """
    began = last_report = time.perf_counter()
    if early := refused(puzzle):
        return early
    result = SolveResult(SolveStatus.UNKNOWN, figures=Figures())
    for cnf, cut, solved in FORMULAS[puzzle.kind](puzzle):
        search = CountedSearch(cnf, cut, Activity(), learns=SOLVERS[engine])
        before = result.figures
        assert before
        is_over = False
        while not is_over:
            is_over = search.run(_AT_ONCE)
            now = time.perf_counter()
            result = replace(result, figures=before.plus(search.figures), seconds=now - began)
            if now - last_report > REPORT_EVERY:
                last_report = now
                progress(result)
        if search.model is not None:
            return replace(solved(search.model), figures=result.figures, seconds=result.seconds)
    return replace(result, status=SolveStatus.UNSOLVABLE)


def _of_flow(level: Level) -> Iterator[_EngineFormula]:
    """Yield the formula without touching, then, where the level allows that, the other one."""
    for touching in (False, True) if level.touching else (False,):
        encoding = FlowEncoding(level, touching=touching)
        if touching:
            encoding.keep_lighter_bends()

        def solved(model: Model, encoding: FlowEncoding = encoding) -> SolveResult:
            found, _ = encoding.decode(model)
            wrong = flow.mistakes(level, found)
            assert not wrong, f"the engine's solution is wrong: {wrong[0].message}"
            is_touching = bool(flow.touches(level, found))
            assert level.touching or not is_touching, "the engine ignored the rule"
            return SolveResult(SolveStatus.SOLVED, found, touching=is_touching)

        yield _EngineFormula(encoding.cnf, encoding.cut, solved)


def _of_slitherlink(puzzle: Slitherlink) -> Iterator[_EngineFormula]:
    encoding = LoopEncoding(puzzle)

    def solved(model: Model) -> SolveResult:
        found = encoding.decode(model)
        wrong = mistakes(puzzle, found)
        assert not wrong, f"the engine's solution is wrong: {wrong[0].message}"
        return SolveResult(SolveStatus.SOLVED, found)

    yield _EngineFormula(encoding.cnf, encoding.cut, solved)


#: By kind of puzzle: the formulas in which its solver searches, one after another.
FORMULAS: Mapping[str, Callable[[Any], Iterator[_EngineFormula]]] = {
    Level.kind: _of_flow,
    Slitherlink.kind: _of_slitherlink,
}


class CountedSearch:
    """A search for a model of a formula that `cut` accepts, as in `flowdesk.sat.backend.refine`.

    `model` is known when the search is over, unless there is none.
    """

    def __init__(
        self, cnf: Cnf, cut: Callable[[Cnf, Model], bool], order: Order, *, learns: bool = True
    ) -> None:
        def cuts(model: Model) -> list[Clause]:
            before = cnf.sizes()
            cut(cnf, model)
            return cnf.since(before)

        self.model: Model | None = None
        self._counts: Counter[type] = Counter()
        self._events = Solver(cnf.clauses(), order, cuts, learns=learns).search()

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
            if isinstance(event, Found):
                self.model = None if event.cuts else event.model
            elif propagations and counts[Propagated] >= last:
                return False
        return True
