"""Slitherlink: the puzzle; Loop: its solution; and a checker that shares nothing with the solver.

Cells are ``(x, y)``, zero-based, y downwards. An edge is the pair of the two cells on its sides,
the smaller one first (see `flowdesk.core.grid`): on the border one of them is just outside the
board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell, Edge, cell_name, cells_at, edge_joining, edges_of, ends_of
from flowdesk.kinds.loops import LoopPuzzle, Ring, mistakes_of

#: The largest clue: only a loop round a single cell has four edges of it.
MOST = 4


@dataclass(frozen=True)
class Slitherlink(LoopPuzzle[int]):
    """A Slitherlink puzzle: `clues` are the numbers of edges of cells that are on the loop.

    `crosses` are edges that a player has marked as not on the loop, and `shades` maps cells to
    whether the player takes them for inside.
    """

    kind: ClassVar[str] = "slitherlink"
    along_grid: ClassVar[bool] = True
    edge_fields: ClassVar[tuple[str, ...]] = ("drawn", "crosses")
    cell_fields: ClassVar[tuple[str, ...]] = ("clues", "shades")

    crosses: frozenset[Edge] = frozenset()
    shades: Mapping[Cell, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise ValueError where an invariant is broken: everything must be on the board."""
        super().__post_init__()
        for cell, clue in self.clues.items():
            if not 0 <= clue <= MOST:
                raise ValueError(f"The clue at {cell_name(cell)} is {clue}: clues are 0 to {MOST}.")
        if not all(map(self.on_board, self.shades)):
            raise ValueError("A shaded cell is off the board.")


def size_text(puzzle: Slitherlink) -> str:
    """Return the size of a puzzle and the number of its clues: ``7 × 7, 20 clues``."""
    count = len(puzzle.clues)
    return f"{puzzle.width} × {puzzle.height}, {count} clue{'s' * (count != 1)}"


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
