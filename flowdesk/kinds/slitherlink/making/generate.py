"""Making puzzles with exactly one solution.

A random loop (see `random_loop`) and all its clues make a puzzle, of which clues are removed in a
random order: first those without which rules without suppositions still solve the puzzle, which is
quick, then as many as possible while the loop stays the only solution (`Paring` and `Thinning`). If
a difficulty is requested, only as many follow the paring as make the puzzle hard enough: each takes
a supposition. If it stays easier than requested, another loop is drawn.

Within a `VERSION` the same request gives the same puzzle on any machine: limits are counts, not
times, of Python's `random` only the method with a guaranteed sequence is used, and which clues are
left does not depend on the solutions that a solver finds.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from flowdesk.core.board import board_of
from flowdesk.core.finding import Finding, FlowDeskError, Severity
from flowdesk.core.grid import Cell, by_row, edge_between
from flowdesk.core.puzzle import size_problem
from flowdesk.core.text import counted
from flowdesk.kinds.answers import CheckStatus, Made, Progress, unheard
from flowdesk.kinds.making import SYMMETRY, Completion, Field, Making, alike, symmetry_problem
from flowdesk.kinds.slitherlink.deduction.difficulty import WORDS, rate_up_to
from flowdesk.kinds.slitherlink.making.thinning import Paring, Thinning
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, clues_of
from flowdesk.kinds.slitherlink.solving.encoding import check


@dataclass(frozen=True)
class SlitherlinkRequest:
    """What a puzzle should be like.

    `difficulty` is one of `WORDS`, or "" for any. A `symmetry` other than "" moves the cells with
    clues onto each other. If there are `clues`, the puzzle has some of these; `loop` is their
    solution, or None if it is not known.
    """

    width: int
    height: int
    seed: int = 0
    difficulty: str = ""
    symmetry: str = ""
    clues: Mapping[Cell, int] = field(default_factory=dict)
    loop: Loop | None = None


def problem(request: SlitherlinkRequest) -> str:
    """Return why a request cannot be met, as far as that shows without a search, or nothing."""
    if request.difficulty not in ("", *WORDS):
        return f"{request.difficulty!r} is no difficulty: choose one of {', '.join(WORDS)}."
    return size_problem(request.width, request.height) or symmetry_problem(
        request.symmetry, request.width, request.height
    )


FIELDS = (
    Field(
        name="difficulty", words="Difficulty", default=SlitherlinkRequest.difficulty, choices=WORDS
    ),
    SYMMETRY,
)


#: Flips tried per cell of the board.
FLIPS_A_CELL = 40
#: The share of flips that make the loop shorter which are taken: less of them leave no zeros.
SHORTER = 0.3


def random_loop(width: int, height: int, random: Callable[[], float]) -> Loop:
    """Return a random loop; `random` gives numbers from 0 to below 1.

    It grows from a single cell by flipping cells in and out. A cell may change sides where the
    cells inside and outside both stay connected and no two of them touch only at a corner: where
    the eight cells round it are one run inside and one outside, and both runs have a side of the
    cell ("simple points"). Flips that make the loop shorter are taken seldom, so that it winds
    through the whole board: a Metropolis walk whose energy is the loop's length.
    """
    padded = board_of(width, height).padded
    board, around, cells = padded.inner, padded.around, padded.cells
    inside = bytearray(len(cells))
    inside[board[int(random() * len(board))]] = 1
    for _ in range(FLIPS_A_CELL * len(board)):
        choice = random() * len(board)
        place = board[int(choice)]
        here = inside[place]
        a, b, c, d, e, f, g, h = (inside[place + step] for step in around)
        # The sides are a, c, e and g; the others are corners.
        same = (a == here) + (c == here) + (e == here) + (g == here)
        if not 0 < same < 4:
            continue
        changes = (a != b) + (b != c) + (c != d) + (d != e) + (e != f) + (f != g) + (g != h)
        if changes + (h != a) > 2:
            continue
        if same == 1 and choice - int(choice) >= SHORTER:
            continue
        inside[place] = not here
    return Loop(
        frozenset(
            edge_between(cells[place], cells[place + step])
            for place in board
            if inside[place]
            for step in padded.sides
            if not inside[place + step]
        )
    )


#: Raise it whenever some request gives another puzzle than before.
VERSION = 2

#: The most loops to try: as many as have this many cells together, within bounds.
CELLS_TRIED = 2000
FEWEST_ATTEMPTS, MOST_ATTEMPTS = 3, 100
#: The parings by the difficulty, one after the other: whether each is by rules over several places,
#: too. After a quick one by the others such a paring leaves so few clues that hardly any more can
#: be removed.
PARINGS = {
    "": (False,),
    "easy": (False,),
    "medium": (False, True),
    "hard": (True,),
    "expert": (True,),
}
#: The most puzzles with other clues of the same loop that are rated.
RATINGS = 12


@dataclass(frozen=True)
class _TriedPuzzle:
    """A puzzle with exactly one solution, and its difficulty, if one is requested.

    `harder` is below 0 if it is easier than requested, by that many levels; 1 if it is harder, by
    however much: then `difficulty` is not known.
    """

    puzzle: Slitherlink
    loop: Loop
    difficulty: str = ""
    harder: int = 0


def generate(request: SlitherlinkRequest, *, progress: Progress[str] = unheard) -> Made:
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
    best: _TriedPuzzle | None = None
    for attempt in range(1, attempts + 1):  # noqa: B007 -- used after the loop
        loop = random_loop(*size, random)
        thinning = Thinning(*size, loop, clues_of(loop, *size))
        if not thinning.is_unique():
            continue
        candidate = _candidate(request, thinning, random, progress)
        if best is None or _distance(candidate) < _distance(best):
            best = candidate
        if not best.harder:
            break
    if best is None:
        report = f"In {attempts} attempts no loop was found that its clues tell from all others."
        return Made(None, None, attempts, False, report)
    return Made(best.puzzle, best.loop, attempt, not best.harder, _report(request, best, attempt))


def _from_clues(
    request: SlitherlinkRequest, random: Callable[[], float], progress: Progress[str]
) -> Made:
    """Thin out the clues of a request."""
    checked = check(Slitherlink(request.width, request.height, request.clues))
    if checked.status is not CheckStatus.UNIQUE:
        what = "Even all clues of the loop do" if request.loop else "The clues do"
        report = f"{what} not have exactly one solution: there is nothing to thin out."
        return Made(None, None, 1, False, report)
    (loop,) = checked.solutions
    thinning = Thinning(request.width, request.height, loop, request.clues)
    candidate = _candidate(request, thinning, random, progress)
    number = len(candidate.puzzle.clues)
    report = f"{number} of {len(request.clues)} clues are left, with exactly one solution."
    return Made(candidate.puzzle, loop, 1, not candidate.harder, report)


def _candidate(
    request: SlitherlinkRequest,
    thinning: Thinning,
    random: Callable[[], float],
    progress: Progress[str],
) -> _TriedPuzzle:
    """Return the puzzle that is left after thinning, of the requested difficulty if possible.

    An expert is preferably one that deductions solve.
    """
    groups = _shuffled(_groups(request, thinning.clues), random)
    progress(f"{len(thinning.clues)} clues are left.")
    for at_large in PARINGS[request.difficulty]:
        paring = Paring(request.width, request.height, thinning.clues, at_large)
        needed = paring.needed(groups)
        if needed is not None:
            groups = needed
            cells = by_row(itertools.chain(*groups))
            thinning.clues = {cell: thinning.clues[cell] for cell in cells}
    if not request.difficulty:
        thinning.remove(groups, progress)
        return _TriedPuzzle(_puzzle(request, thinning.clues), thinning.loop)
    best = _rated(request, thinning)
    ratings = 1
    for group in groups if best.harder < 0 else ():
        if not best.harder or ratings == RATINGS:
            break
        before = thinning.clues
        thinning.remove([group])
        if thinning.clues == before:
            continue
        progress("Rating the puzzle.")
        ratings += 1
        found = _rated(request, thinning)
        if found.harder > 0:
            thinning.clues = before
        best = min(found, best, key=_distance)
    if best.harder > 0 and request.difficulty == WORDS[-1]:
        return replace(best, difficulty=WORDS[-1], harder=0)
    return best


def _distance(candidate: _TriedPuzzle) -> tuple[int, bool]:
    """Return how far from the request a puzzle is; one that is too easy is farther."""
    return abs(candidate.harder), candidate.harder < 0


def _rated(request: SlitherlinkRequest, thinning: Thinning) -> _TriedPuzzle:
    """Return the puzzle of the clues that are left, rated as far as the request needs."""
    puzzle = _puzzle(request, thinning.clues)
    rated = rate_up_to(puzzle, request.difficulty)
    if not rated:
        return _TriedPuzzle(puzzle, thinning.loop, "", 1)
    harder = WORDS.index(rated.level) - WORDS.index(request.difficulty)
    return _TriedPuzzle(puzzle, thinning.loop, rated.level, harder)


def _puzzle(request: SlitherlinkRequest, clues: Mapping[Cell, int]) -> Slitherlink:
    return Slitherlink(request.width, request.height, clues)


def _groups(request: SlitherlinkRequest, clues: Mapping[Cell, int]) -> list[Sequence[Cell]]:
    """Return the clues that are removed together: those that a symmetry has to keep."""
    found = (alike(request.symmetry, cell, request.width, request.height) for cell in by_row(clues))
    return [cells for cells in found if cells[0] == by_row(cells)[0]]


def _shuffled(groups: list[Sequence[Cell]], random: Callable[[], float]) -> list[Sequence[Cell]]:
    """Return the groups in random order."""
    groups = list(groups)
    for last in range(len(groups) - 1, 0, -1):
        other = int(random() * (last + 1))
        groups[last], groups[other] = groups[other], groups[last]
    return groups


def _report(request: SlitherlinkRequest, best: _TriedPuzzle, attempts: int) -> str:
    """Return a sentence about the puzzle and what of it is not as requested."""
    text = f"The nearest of {attempts} attempts" if best.harder else "The puzzle"
    text += f" has {counted(len(best.puzzle.clues), 'clue')} and exactly one solution"
    if best.difficulty:
        text += f", and is {best.difficulty}"
    if best.difficulty and best.harder:
        text += f" instead of {request.difficulty}"
    elif best.harder:
        text += f", and is harder than {request.difficulty}"
    return text + "."


class SlitherlinkCompletion(Completion[Slitherlink, SlitherlinkRequest]):
    """Fewer clues with the same solution."""

    edit = "thin out"
    going_on = "Thinning out"
    done = "thinned out"

    def request(self, puzzle: Slitherlink, seed: int) -> SlitherlinkRequest | Finding:
        """Return a request for fewer clues: those of the drawn loop, or else those of the puzzle.

        A finding if there is neither; edges that are drawn must be one loop.
        """
        size = puzzle.width, puzzle.height
        if puzzle.drawn:
            loop = Loop(puzzle.drawn)
            if not loop.is_closed:
                message = (
                    "The drawn edges are not one closed loop: close it or erase it, then thin."
                )
                return Finding("no-loop", message, (), Severity.INVALID)
            return SlitherlinkRequest(*size, seed, clues=clues_of(loop, *size), loop=loop)
        if not puzzle.clues:
            message = "There is nothing to thin out: draw a loop, or place clues."
            return Finding("no-clues", message, (), Severity.INVALID)
        return SlitherlinkRequest(*size, seed, clues=puzzle.clues)

    def completed(self, puzzle: Slitherlink, made: Made) -> Slitherlink:
        return replace(puzzle, clues=made.level.clues)


class SlitherlinkMaking(Making[Slitherlink, SlitherlinkRequest]):
    """A random loop, and as few of its clues as are needed."""

    version = VERSION
    fields = FIELDS
    completion = SlitherlinkCompletion()
    problem = staticmethod(problem)
    generate = staticmethod(generate)

    def request(
        self, width: int, height: int, seed: int, shape: Slitherlink | None = None, **asked: Any
    ) -> SlitherlinkRequest:
        """A puzzle lends no more than its size."""
        return SlitherlinkRequest(width, height, seed, **asked)

    def empty(self, request: SlitherlinkRequest) -> Slitherlink:
        return Slitherlink(request.width, request.height)
