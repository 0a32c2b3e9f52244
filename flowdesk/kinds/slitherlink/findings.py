"""What is wrong with a puzzle: every finding at once, each with its cells and a sentence.

INVALID: there is nothing to solve yet. IMPOSSIBLE findings are proofs that a puzzle has no
solution, by simple arguments that a person can follow; without one there may still be none.
"""

from __future__ import annotations

from itertools import combinations

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Edge, by_row, edges_at, edges_of, ends_of, neighbors
from flowdesk.kinds.slitherlink.puzzle import MOST, Slitherlink


def findings(puzzle: Slitherlink) -> list[Finding]:
    """Return everything that is wrong with a puzzle, as far as that shows without a search."""
    return incomplete(puzzle) or impossible(puzzle)


def incomplete(puzzle: Slitherlink) -> list[Finding]:
    """Return what is missing: a puzzle needs a clue."""
    if puzzle.clues:
        return []
    message = "There are no clues yet: place numbers from 0 to 3."
    return [Finding("no-clues", message, (), Severity.INVALID)]


def impossible(puzzle: Slitherlink) -> list[Finding]:
    """Return simple proofs that a puzzle with clues has no solution."""
    return _beside_a_four(puzzle) or _too_few_edges(puzzle)


def _beside_a_four(puzzle: Slitherlink) -> list[Finding]:
    """Find clues that contradict a 4: the loop round it has nothing else to touch."""
    four = next((cell for cell in by_row(puzzle.clues) if puzzle.clues[cell] == MOST), None)
    if four is None:
        return []
    found = []
    for cell in by_row(puzzle.clues):
        expected = 1 if cell in neighbors(four) else 0
        if cell != four and puzzle.clues[cell] != expected:
            message = (
                f"The 4 is a loop of its own, which has {expected or 'no'} "
                f"edge{'s' * (not expected)} of this cell; the clue is {puzzle.clues[cell]}."
            )
            found.append(Finding("four", message, (cell, four), Severity.IMPOSSIBLE))
    return found


def _too_few_edges(puzzle: Slitherlink) -> list[Finding]:
    """Find clues that no choice of their edges fulfils, beside the border and zeros."""
    zeros = {cell for cell, clue in puzzle.clues.items() if clue == 0}

    def is_free(edge: Edge) -> bool:
        return puzzle.has_edge(edge) and zeros.isdisjoint(edge)

    def goes_on(chosen: frozenset[Edge], own: tuple[Edge, ...]) -> bool:
        """Whether the loop can be continued from each corner that one chosen edge ends in."""
        for corner in {corner for edge in chosen for corner in ends_of(edge)}:
            here = edges_at(corner)
            others = [edge for edge in here if edge not in own]
            if sum(edge in chosen for edge in here) == 1 and not any(map(is_free, others)):
                return False
        return True

    found = []
    for cell in by_row(puzzle.clues):
        own, clue = edges_of(cell), puzzle.clues[cell]
        choices = combinations(filter(is_free, own), clue)
        if clue and not any(goes_on(frozenset(choice), own) for choice in choices):
            message = f"This {clue} cannot hold: the zeros beside it leave too few edges."
            if not zeros.intersection(neighbors(cell)):
                message = f"This {clue} cannot hold here: the loop could not go on."
            found.append(Finding("clue", message, (cell,), Severity.IMPOSSIBLE))
    return found
