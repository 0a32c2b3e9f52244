"""Making puzzles with exactly one solution.

A random loop (see `random_loop`) and all its clues make a puzzle, of which clues are removed in a
random order while the loop stays the only solution (see `thinning`). If that leaves it harder than
requested, the clues that were removed last are put back, as many as it takes. If it is easier,
another loop is drawn.

Within a `VERSION` the same request gives the same puzzle on any machine: limits are counts, not
times, of Python's `random` only the method with a guaranteed sequence is used, and which clues are
left does not depend on the solutions that a solver finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell, by_row
from flowdesk.kinds.answers import CheckStatus, Made, Progress, unheard
from flowdesk.kinds.slitherlink.deduction.difficulty import WORDS, rate
from flowdesk.kinds.slitherlink.editing import clues_of
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.making.random_loop import random_loop
from flowdesk.kinds.slitherlink.making.request import Request, problem
from flowdesk.kinds.slitherlink.making.thinning import Thinning
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.solving.solve import check

#: Raise it whenever some request gives another puzzle than before.
VERSION = 1

#: The most loops to try: as many as have this many cells together, within bounds.
CELLS_TRIED = 2000
FEWEST_ATTEMPTS, MOST_ATTEMPTS = 3, 100


@dataclass(frozen=True)
class _Candidate:
    """A puzzle with exactly one solution, and how far its difficulty is from the requested one."""

    puzzle: Slitherlink
    loop: Loop
    difficulty: str = ""
    off: int = 0


def generate(request: Request, *, progress: Progress[str] = unheard) -> Made:
    """Make a puzzle; `progress` gets a few words about what is being done.

    Raises FlowDeskError with the reason if the request cannot be met (see `problem`).
    """
    if wrong := problem(request):
        raise FlowDeskError(wrong)
    random = Random(request.seed).random
    if request.clues:
        return _from_clues(request, random, progress)
    size = request.width, request.height
    attempts = min(max(CELLS_TRIED // (size[0] * size[1]), FEWEST_ATTEMPTS), MOST_ATTEMPTS)
    best: _Candidate | None = None
    for attempt in range(1, attempts + 1):  # noqa: B007 -- used after the loop
        loop = random_loop(*size, random)
        thinning = Thinning(*size, loop, clues_of(loop, *size))
        if not thinning.is_unique():
            continue
        candidate = _candidate(request, thinning, random, progress)
        if best is None or candidate.off < best.off:
            best = candidate
        if not best.off:
            break
    if best is None:
        report = f"In {attempts} attempts no loop was found that its clues tell from all others."
        return Made(None, None, attempts, False, report)
    return Made(best.puzzle, best.loop, attempt, not best.off, _report(request, best, attempt))


def _from_clues(request: Request, random: Callable[[], float], progress: Progress[str]) -> Made:
    """Thin out the clues of a request."""
    loop = request.loop
    if loop is None:
        checked = check(Slitherlink(request.width, request.height, request.clues))
        loop = checked.solutions[0] if checked.status is CheckStatus.UNIQUE else None
        is_unique = loop is not None
    if loop is not None:
        thinning = Thinning(request.width, request.height, loop, request.clues)
        is_unique = request.loop is None or thinning.is_unique()
    if loop is None or not is_unique:
        what = "Even with all its clues the loop" if request.loop else "The puzzle"
        is_not = "is not the only solution" if request.loop else "does not have exactly one solution"
        return Made(None, None, 1, False, f"{what} {is_not}: there is nothing to thin out.")
    candidate = _candidate(request, thinning, random, progress)
    number = len(candidate.puzzle.clues)
    report = f"{number} of {len(request.clues)} clues are left, with exactly one solution."
    return Made(candidate.puzzle, loop, 1, not candidate.off, report)


def _candidate(
    request: Request, thinning: Thinning, random: Callable[[], float], progress: Progress[str]
) -> _Candidate:
    """Return the puzzle that is left after thinning, of the requested difficulty if possible."""
    all_clues = dict(thinning.clues)
    thinning.remove(_shuffled(_groups(request, all_clues), random), progress)
    removed = thinning.removed

    def with_removed(number: int) -> _Candidate:
        """Return the puzzle after so many removals."""
        back = {cell for group in removed[number:] for cell in group}
        cells = by_row({*thinning.clues, *back})
        clues = {cell: all_clues[cell] for cell in cells}
        puzzle = Slitherlink(request.width, request.height, clues)
        if not request.difficulty:
            return _Candidate(puzzle, thinning.loop)
        progress("Rating the puzzle.")
        rated = rate(puzzle)
        level = WORDS.index(rated.level) if rated else len(WORDS)
        off = abs(level - WORDS.index(request.difficulty))
        return _Candidate(puzzle, thinning.loop, rated.level if rated else "", off)

    best = with_removed(len(removed))
    too_hard = best.difficulty not in WORDS[: WORDS.index(request.difficulty)] if best.off else False
    if not too_hard:
        return best
    fewest, most = 0, len(removed)
    while best.off and most - fewest > 1:
        middle = (fewest + most) // 2
        found = with_removed(middle)
        if found.off <= best.off:
            best = found
        easier = found.difficulty in WORDS[: WORDS.index(request.difficulty)]
        fewest, most = (middle, most) if easier else (fewest, middle)
    return best


def _groups(request: Request, clues: Mapping[Cell, int]) -> list[Sequence[Cell]]:
    """Return the clues that are removed together: in pairs, where a half turn has to keep them."""
    if not request.symmetric:
        return [(cell,) for cell in by_row(clues)]
    last = request.width - 1, request.height - 1
    pairs = (((x, y), (last[0] - x, last[1] - y)) for x, y in by_row(clues))
    return [tuple(dict.fromkeys(pair)) for pair in pairs if pair[0][::-1] <= pair[1][::-1]]


def _shuffled(groups: list[Sequence[Cell]], random: Callable[[], float]) -> list[Sequence[Cell]]:
    """Return the groups in random order."""
    groups = list(groups)
    for last in range(len(groups) - 1, 0, -1):
        other = int(random() * (last + 1))
        groups[last], groups[other] = groups[other], groups[last]
    return groups


def _report(request: Request, best: _Candidate, attempts: int) -> str:
    """Return a sentence about the puzzle and what of it is not as requested."""
    text = f"The nearest of {attempts} attempts" if best.off else "The puzzle"
    text += f" has {len(best.puzzle.clues)} clues and exactly one solution"
    if best.difficulty:
        text += f", and is {best.difficulty}"
    if best.difficulty and best.off:
        text += f" instead of {request.difficulty}"
    elif best.off:
        text += f"; it is not known whether it is {request.difficulty}"
    return text + "."
