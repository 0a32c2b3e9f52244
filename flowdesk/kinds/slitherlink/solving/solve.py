"""Solve a puzzle, and tell whether it has no, one or several solutions."""

from __future__ import annotations

import time
from dataclasses import replace

from flowdesk.core.grid import Cell, by_row
from flowdesk.kinds.answers import (
    CheckResult,
    CheckStatus,
    Progress,
    SolveResult,
    SolveStatus,
    unheard,
)
from flowdesk.kinds.slitherlink.findings import impossible, incomplete
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import Encoding


def solve(puzzle: Slitherlink, *, progress: Progress[SolveResult] = unheard) -> SolveResult:
    """Find a solution. `progress` gets the result so far at each round."""
    started, rounds = time.perf_counter(), 0

    def result(status: SolveStatus, solution: Loop | None = None) -> SolveResult:
        return SolveResult(status, solution, rounds=rounds, seconds=time.perf_counter() - started)

    def on_round() -> None:
        nonlocal rounds
        rounds += 1
        progress(result(SolveStatus.UNKNOWN))

    for status, found in (
        (SolveStatus.INVALID, incomplete(puzzle)),
        (SolveStatus.UNSOLVABLE, impossible(puzzle)),
    ):
        if found:
            seconds = time.perf_counter() - started
            return SolveResult(status, seconds=seconds, findings=tuple(found))
    encoding = Encoding(puzzle)
    loop = encoding.find(on_round=on_round)
    status = SolveStatus.SOLVED if loop else SolveStatus.UNSOLVABLE
    return replace(result(status, loop), figures=encoding.figures)


def check(puzzle: Slitherlink, *, progress: Progress[CheckResult] = unheard) -> CheckResult:
    """Tell whether a puzzle has no, one or several solutions.

    `progress` gets the result so far at each round, which is the result if the search is ended.
    """
    started, rounds = time.perf_counter(), 0
    solutions: list[Loop] = []

    def result(status: CheckStatus) -> CheckResult:
        return CheckResult(
            status,
            solutions=tuple(solutions),
            differs=differing_cells(puzzle, *solutions) if len(solutions) == 2 else (),
            rounds=rounds,
            seconds=time.perf_counter() - started,
        )

    def on_round() -> None:
        nonlocal rounds
        rounds += 1
        progress(result(CheckStatus.UNKNOWN))

    for status, found in (
        (CheckStatus.INVALID, incomplete(puzzle)),
        (CheckStatus.UNSOLVABLE, impossible(puzzle)),
    ):
        if found:
            seconds = time.perf_counter() - started
            return CheckResult(status, seconds=seconds, findings=tuple(found))
    encoding = Encoding(puzzle)
    while loop := encoding.find(on_round=on_round):
        solutions.append(loop)
        if len(solutions) == 2:
            return result(CheckStatus.MULTIPLE)
        encoding.exclude(loop)
    return result(CheckStatus.UNIQUE if solutions else CheckStatus.UNSOLVABLE)


def differing_cells(puzzle: Slitherlink, first: Loop, second: Loop) -> tuple[Cell, ...]:
    """Return the cells of the edges that only one of two solutions uses."""
    return by_row(
        {cell for edge in first.edges ^ second.edges for cell in edge if puzzle.on_board(cell)}
    )
