"""Functions of all kinds of puzzle for scripts, verbs and worker processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.answers import (
    CheckResult,
    CheckStatus,
    Conflict,
    Count,
    Difficulty,
    Remedy,
    SolveResult,
    Trace,
)
from flowdesk.kinds.known import Known
from flowdesk.kinds.table import kind_of

NOT_COUNTED = Count(0, False, 0, 0.0)


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is, if that is known."""

    difficulty: Difficulty | None = None
    seconds: float = 0.0


def solve(
    puzzle: Puzzle,
    *,
    non_touching: bool = False,
    progress: Callable[[SolveResult], None] = lambda so_far: None,
) -> SolveResult:
    """Find a solution, one in which no path touches itself if there is any.

    With `non_touching`, or if the level requires it, the others do not count. `progress` gets the
    result so far after each round, which is the result if the search is ended.
    """
    puzzle = strict(puzzle) if non_touching else puzzle
    return kind_of(puzzle).solve(puzzle, progress=progress)


def check(
    puzzle: Puzzle,
    *,
    non_touching: bool = False,
    progress: Callable[[CheckResult], None] = lambda so_far: None,
) -> CheckResult:
    """Find out whether a puzzle has no, one or several solutions.

    `status` counts those by the game's rule, or with `non_touching` (or if the level requires it)
    those in which no path touches itself. `progress` gets the result so far after each round,
    which is the result if the search is ended.
    """
    puzzle = strict(puzzle) if non_touching else puzzle
    return kind_of(puzzle).check(puzzle, progress=progress)


def check_and_explain(
    puzzle: Puzzle,
    *,
    progress: Callable[[CheckResult], None] = lambda so_far: None,
) -> CheckResult:
    """Check a puzzle; where there is no solution, tell why if its kind says that."""
    kind, found = kind_of(puzzle), check(puzzle, progress=progress)
    if not (found.status is CheckStatus.UNSOLVABLE and kind.says_why and kind.explain):
        return found
    progress(found)
    if found.findings:
        return found

    def tell(so_far: Conflict) -> None:
        progress(replace(found, conflict=so_far))

    return replace(found, conflict=kind.explain(puzzle, progress=tell))


def count(puzzle: Puzzle, *, progress: Callable[[Count], None]) -> Count:
    """Count the solutions of a puzzle, if it is complete and its kind can be counted."""
    kind = kind_of(puzzle)
    if kind.count is None:
        return Count(0, False, 0, 0.0, f"{kind.name} puzzles cannot be counted.")
    return NOT_COUNTED if kind.incomplete(puzzle) else kind.count(puzzle, progress=progress)


def rate(puzzle: Puzzle, *, progress: object) -> Rating:
    """Rate how hard a puzzle is, if its kind can be rated."""
    kind = kind_of(puzzle)
    return Rating(kind.rate(puzzle) if kind.rate else None)


def rate_after(
    puzzle: Puzzle,
    changes: Iterable[Remedy],
    *,
    progress: Callable[[Mapping[str, Difficulty | None]], None],
) -> Mapping[str, Difficulty | None]:
    """Rate what changes make of a puzzle: how hard each is, by its key, None if that is unknown."""
    found: dict[str, Difficulty | None] = {}
    for change in changes:
        if not change.is_unique:
            continue
        found[change.level.puzzle_key] = rate(change.level, progress=None).difficulty
        progress(dict(found))
    return found


def find_hint(known: Known, so_far: Trace, *, progress: object) -> Trace:
    """Return the deductions so far and the next one; only for kinds that have hints."""
    hint = kind_of(known.level).hint
    assert hint
    return hint(known, so_far)


def strict(puzzle: Puzzle) -> Any:
    """Return the puzzle with the stricter rule of its kind; FlowDeskError if it has none."""
    kind = kind_of(puzzle)
    if kind.strict is None:
        raise FlowDeskError(f"{kind.name} has no rule that paths must not touch themselves.")
    return kind.strict(puzzle)
