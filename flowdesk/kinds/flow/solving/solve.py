"""Solve a level, and tell whether it has no, one or several solutions.

The game lets a path run beside itself ("touching"); most designers do not want that, and nearly
every hand-made level has exactly one *non-touching* solution. That one is found in milliseconds,
so the search begins with it; the search by the game's own rule is slower and comes second.

Limits, here and in the other searches, are counts and never clocks, so that an answer is the same
on every machine; their times are CPU seconds on boards of 10x10 to 14x14. Solvers count their
propagations differently. So where `solve` and `check` reach such a limit, they only go on in
another way; other limits may leave something open to one solver that another one decides.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any

from flowdesk.core.finding import Finding
from flowdesk.core.grid import by_row
from flowdesk.kinds.answers import (
    CheckResult,
    CheckStatus,
    NonTouching,
    Progress,
    SolveResult,
    SolveStatus,
    unheard,
)
from flowdesk.kinds.flow.level import Level, Solution, impossible, incomplete, strict, touches
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.encoding import (
    FlowEncoding,
    find_another,
    formula,
)
from flowdesk.kinds.solving import Solving
from flowdesk.sat.backend import Figures, LimitReached

#: Solutions that touch themselves nearly always do so in few places, and are found many times
#: faster with that restriction: the numbers of places to try (None: any number), each with its
#: limit of propagations: each takes 0.2 s.
SOLVE_TRIES = ((1, 3_000_000), (4, 3_000_000), (None, 1_000_000))
#: Levels that these tries do not decide are counted, up to this number of states: enough for nearly
#: every level up to 12x12, and 0.8 s at most there.
SOLVE_STATES = 60_000


def solve(level: Level, *, progress: Progress[SolveResult] = unheard) -> SolveResult:
    """Find a solution: one that does not touch itself if there is any, else another one."""
    search = _SolutionSearch(level, lambda: progress(result(SolveStatus.UNKNOWN)))

    def result(status: SolveStatus, **found: Any) -> SolveResult:
        return SolveResult(status, rounds=search.rounds, seconds=search.seconds, **found)

    if wrong := incomplete(level):
        return result(SolveStatus.INVALID, findings=tuple(wrong))
    if wrong := impossible(level):
        return result(SolveStatus.UNSOLVABLE, findings=tuple(wrong))
    solution = search.non_touching() or (search.touching() if level.touching else None)
    if solution is None:
        return result(SolveStatus.UNSOLVABLE, figures=search.figures)
    touching = bool(touches(level, solution))
    return result(SolveStatus.SOLVED, solution=solution, touching=touching, figures=search.figures)


def check(level: Level, *, progress: Progress[CheckResult] = unheard) -> CheckResult:
    """Tell whether a level has no, one or several solutions; `status` is about its own rule."""
    search = _SolutionSearch(level, lambda: progress(result(CheckStatus.UNKNOWN)))
    non_touching = NonTouching.UNKNOWN
    solutions: list[Solution] = []

    def result(status: CheckStatus, findings: tuple[Finding, ...] = ()) -> CheckResult:
        shown = tuple(solutions)
        differing = shown[0].edges ^ shown[1].edges if len(shown) == 2 else ()
        differs = by_row({cell for edge in differing for cell in edge})
        effort = search.rounds, search.seconds
        return CheckResult(status, non_touching, shown, differs, *effort, findings)

    if wrong := incomplete(level):
        return result(CheckStatus.INVALID, tuple(wrong))
    if wrong := impossible(level):
        non_touching = NonTouching.NONE
        return result(CheckStatus.UNSOLVABLE, tuple(wrong))
    second = None
    if first := search.non_touching():
        solutions.append(first)
        second = search.non_touching(known=first)
        non_touching = NonTouching.MANY if second else NonTouching.ONE
    else:
        non_touching = NonTouching.NONE
        first = search.touching() if level.touching else None
        if first is None:
            return result(CheckStatus.UNSOLVABLE)
        solutions.append(first)
    if level.touching and not second:
        second = search.another(first)
    if second is None:
        return result(CheckStatus.UNIQUE)
    solutions.append(second)
    return result(CheckStatus.MULTIPLE)


class _SolutionSearch:
    """The searches for solutions of one level; they share the number of rounds."""

    def __init__(self, level: Level, on_round: Callable[[], None]) -> None:
        self.level = level
        self.rounds = 0
        self._on_round = on_round
        self._strict: FlowEncoding | None = None
        self._figures: dict[FlowEncoding, Figures | None] = {}
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    @property
    def figures(self) -> Figures | None:
        """What all searches took; None if the solver does not tell."""
        total = Figures()
        for each in self._figures.values():
            if each is None:
                return None
            total = total.plus(each)
        return total

    def non_touching(self, known: Solution | None = None) -> Solution | None:
        """Return a solution that does not touch itself, other than the known one, or None."""
        self._strict = self._strict or FlowEncoding(self.level, touching=False)
        if known:
            self._strict.exclude(known)
        return self._find(self._strict)

    def touching(self) -> Solution | None:
        """Return a solution by the game's rule, if possible with few touches, or None."""
        for most, limit in SOLVE_TRIES:
            with contextlib.suppress(LimitReached):
                solution = self._find(self._encoding(most), limit)
                if solution or most is None:
                    return solution
        counted = count(self.level, most_states=SOLVE_STATES)
        if counted.exact and not counted.number:
            return None
        return self._find(self._encoding(None))

    def another(self, known: Solution) -> Solution | None:
        """Return a solution by the game's rule other than the known one, or None."""
        return find_another(self.level, known, on_round=self._count_round)

    def _encoding(self, most: int | None) -> FlowEncoding:
        """Return the formula by the game's rule; `most` limits the number of touches."""
        encoding = FlowEncoding(self.level, touching=True)
        if most is None:
            encoding.keep_lighter_bends()
        else:
            encoding.limit_touches(most)
        return encoding

    def _find(self, encoding: FlowEncoding, limit: int = 0) -> Solution | None:
        try:
            return encoding.find(limit, on_round=self._count_round)
        finally:
            self._figures[encoding] = encoding.figures

    def _count_round(self) -> None:
        self.rounds += 1
        self._on_round()


class FlowSolving(Solving[Level]):
    """Solutions by SAT; by the stricter rule no path touches itself."""

    has_strict_rule = True
    strict = staticmethod(strict)
    solve = staticmethod(solve)
    check = staticmethod(check)
    has_formula = True
    formula = staticmethod(formula)
