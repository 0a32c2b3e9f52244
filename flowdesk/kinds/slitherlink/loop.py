"""Loop: the solution of a Slitherlink; and an independent checker.

The checker uses nothing of the solvers and of the encoding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell, cells_at, edge_joining, edges_of, ends_of
from flowdesk.kinds.loops import Ring, mistakes_of
from flowdesk.kinds.slitherlink.puzzle import Slitherlink


@dataclass(frozen=True)
class Loop(Ring):
    """The edges of a loop along the lines of the grid, from corner to corner."""

    nodes_are: ClassVar[str] = "corners"
    ends_of = staticmethod(ends_of)
    joining = staticmethod(edge_joining)
    cells_at = staticmethod(cells_at)

    def inside(self, cells: Iterable[Cell]) -> frozenset[Cell]:
        """Return which cells of a board, given in reading order, are within the loop."""
        found = set()
        for x, y in cells:
            is_inside = ((x - 1, y) in found) != (((x - 1, y), (x, y)) in self.edges)
            if is_inside:
                found.add((x, y))
        return frozenset(found)


def mistakes(puzzle: Slitherlink, loop: Loop) -> list[Finding]:
    """Return everything that keeps `loop` from solving `puzzle`; empty if it does."""
    return mistakes_of(puzzle, loop, _broken_clues(puzzle, loop))


def _broken_clues(puzzle: Slitherlink, loop: Loop) -> Iterator[Finding]:
    for cell, clue in puzzle.clues.items():
        number = sum(edge in loop.edges for edge in edges_of(cell))
        if number != clue:
            edges = "one edge" if number == 1 else f"{number or 'no'} edges"
            message = f"This {clue} has {edges} on the loop."
            yield Finding("clue", message, (cell,), Severity.INVALID)
