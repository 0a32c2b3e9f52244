"""Solve a level, and tell whether it has no, one or several solutions.

The game lets a path run beside itself ("touching"); most designers do not want that, and nearly
every hand-made level has exactly one *non-touching* solution. That one is found in milliseconds,
so the search begins with it; the search by the game's own rule is slower and comes second.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from flowdesk.core.grid import Cell, by_row
from flowdesk.kinds.answers import (
    CheckResult,
    CheckStatus,
    NonTouching,
    Progress,
    SolveResult,
    SolveStatus,
    unheard,
)
from flowdesk.kinds.flow.findings import impossible, incomplete
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution, touches
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.sat.backend import LimitReached


def solve(level: Level, *, progress: Progress[SolveResult] = unheard) -> SolveResult:
    """Find a solution: one that does not touch itself if there is any, else one that does.

    Where the level forbids touching, only the former counts. `progress` gets the result so far
    at each round, which is the result if the search is ended.
    """
    search = _Search(level)
    if wrong := incomplete(level):
        return SolveResult(SolveStatus.INVALID, seconds=search.seconds, findings=tuple(wrong))
    if wrong := impossible(level):
        return SolveResult(SolveStatus.UNSOLVABLE, seconds=search.seconds, findings=tuple(wrong))
    search.on_round = lambda: progress(
        SolveResult(SolveStatus.UNKNOWN, rounds=search.rounds, seconds=search.seconds)
    )
    solution = search.non_touching()
    if solution is None and level.touching:
        solution = search.touching()
    return SolveResult(
        SolveStatus.SOLVED if solution else SolveStatus.UNSOLVABLE,
        solution,
        touching=solution is not None and bool(touches(level, solution)),
        rounds=search.rounds,
        seconds=search.seconds,
    )


def check(level: Level, *, progress: Progress[CheckResult] = unheard) -> CheckResult:
    """Tell whether a level has no, one or several solutions, by either rule.

    `status` is about the level's own rule. `progress` gets the result so far at each round, which
    is the result if the search is ended: proving that no solution touches itself can take long.
    """
    search = _Search(level)
    if wrong := incomplete(level):
        return CheckResult(CheckStatus.INVALID, seconds=search.seconds, findings=tuple(wrong))
    if wrong := impossible(level):
        return CheckResult(
            CheckStatus.UNSOLVABLE, NonTouching.NONE, seconds=search.seconds, findings=tuple(wrong)
        )
    non_touching_answer = NonTouching.UNKNOWN
    solutions: list[Solution] = []

    def result(status: CheckStatus) -> CheckResult:
        return CheckResult(
            status,
            non_touching_answer,
            tuple(solutions),
            differing_cells(*solutions) if len(solutions) == 2 else (),
            search.rounds,
            search.seconds,
        )

    search.on_round = lambda: progress(result(CheckStatus.UNKNOWN))
    first = search.non_touching()
    if first is None:
        non_touching_answer = NonTouching.NONE
        first = search.touching() if level.touching else None
        if first is None:
            return result(CheckStatus.UNSOLVABLE)
        solutions.append(first)
    else:
        solutions.append(first)
        second = search.non_touching(known=first)
        if second is not None:
            non_touching_answer = NonTouching.MANY
            solutions.append(second)
            return result(CheckStatus.MULTIPLE)
        non_touching_answer = NonTouching.ONE
        if not level.touching:
            return result(CheckStatus.UNIQUE)
    second = search.touching(known=first)
    if second is None:
        return result(CheckStatus.UNIQUE)
    solutions.append(second)
    return result(CheckStatus.MULTIPLE)


def differing_cells(first: Solution, second: Solution) -> tuple[Cell, ...]:
    """Return the cells of the edges that only one of two solutions uses."""
    return by_row({cell for edge in first.edges ^ second.edges for cell in edge})


class _Search:
    """The searches for solutions of one level; they share the number of rounds."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.rounds = 0
        self.on_round: Callable[[], None] = lambda: None
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    def non_touching(self, known: Solution | None = None) -> Solution | None:
        """Return a solution that does not touch itself, other than the known one, or None."""
        return self._find(Encoding(self.level, touching=False), known)

    def touching(self, known: Solution | None = None) -> Solution | None:
        """Return a solution by the game's rule, other than the known one, or None."""
        for most, limit in limits.SOLVE_TRIES:
            encoding = Encoding(self.level, touching=True)
            if most is not None:
                encoding.limit_touches(most)
            with contextlib.suppress(LimitReached):
                solution = self._find(encoding, known, limit)
                if solution or most is None:
                    return solution
        counted = count(self.level, most_states=limits.SOLVE_STATES)
        if counted.exact and counted.number == (0 if known is None else 1):
            return None
        return self._find(Encoding(self.level, touching=True), known)

    def _find(self, encoding: Encoding, known: Solution | None, limit: int = 0) -> Solution | None:
        if known:
            encoding.exclude(known)
        return encoding.find(limit, on_round=self._count_round)

    def _count_round(self) -> None:
        self.rounds += 1
        self.on_round()
