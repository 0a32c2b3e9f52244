"""Make an unsolvable puzzle solvable: single clues with another number.

Every change that helps is at one of the clues that contradict each other, so only these are tried
if they are known. A clue is first left out: if there is no loop then, no other number helps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flowdesk.core.grid import Cell, by_row, cell_name
from flowdesk.kinds.answers import (
    Conflict,
    ConflictKind,
    Progress,
    Remedy,
    Repairs,
    unheard,
)
from flowdesk.kinds.slitherlink.puzzle import MOST, Loop, Slitherlink, mistakes
from flowdesk.kinds.slitherlink.solving import limits
from flowdesk.kinds.slitherlink.solving.encoding import Encoding
from flowdesk.sat.backend import LimitReached

#: The most changes that are offered.
MOST_OFFERS = 3


def ways_to_solve(
    puzzle: Slitherlink, conflict: Conflict | None, *, progress: Progress[Repairs] = unheard
) -> Repairs:
    """Return up to three clues with other numbers, which make an unsolvable puzzle solvable.

    The number is one that leaves exactly one solution if there is any; of several, the nearest.
    `progress` gets what was found so far after each clue.
    """
    offers: list[Remedy] = []
    tried = 0
    for cell in _suspects(puzzle, conflict):
        if len(offers) == MOST_OFFERS or tried == limits.REPAIR_TRIES:
            break
        tried += 1
        if _solution(_with(puzzle, cell, None)):
            found = [remedy for remedy in _changed(puzzle, cell) if remedy]
            offers += sorted(found, key=lambda remedy: not remedy.is_unique)[:1]
        progress(Repairs(tuple(offers), tried))
    return Repairs(tuple(offers), tried)


def _suspects(puzzle: Slitherlink, conflict: Conflict | None) -> Iterator[Cell]:
    """Yield the clues to try, those of the conflict first."""
    first = conflict.cells if conflict else ()
    yield from first
    if conflict is None or conflict.kind is not ConflictKind.CLUES:
        yield from (cell for cell in by_row(puzzle.clues) if cell not in first)


def _changed(puzzle: Slitherlink, cell: Cell) -> Iterator[Remedy | None]:
    """Yield the puzzles with other numbers in a cell that have a solution, the nearest first."""
    clue = puzzle.clues[cell]
    for number in sorted(set(range(MOST + 1)) - {clue}, key=lambda number: abs(number - clue)):
        changed = _with(puzzle, cell, number)
        loop = _solution(changed)
        if loop is None:
            continue
        assert not mistakes(changed, loop), "the encoder's loop is wrong"
        message = f"Change the {clue} in {cell_name(cell)} to a {number}."
        encoding = Encoding(changed)
        encoding.exclude(loop)
        try:
            is_unique = encoding.find(limits.REPAIR_PROPAGATIONS, limits.REPAIR_ROUNDS) is None
            number_of = "is exactly one solution" if is_unique else "are several solutions"
        except LimitReached:
            is_unique, number_of = False, "is a solution"
        message += f" Then there {number_of}."
        yield Remedy("clue", message, changed, loop, (cell,), is_unique)


def _with(puzzle: Slitherlink, cell: Cell, number: int | None) -> Slitherlink:
    clues = {place: clue for place, clue in puzzle.clues.items() if place != cell}
    if number is not None:
        clues[cell] = number
    return replace(puzzle, clues=clues)


def _solution(puzzle: Slitherlink) -> Loop | None:
    """Return a loop, or None if none was found within the limits."""
    try:
        return Encoding(puzzle).find(limits.REPAIR_PROPAGATIONS, limits.REPAIR_ROUNDS)
    except LimitReached:
        return None
