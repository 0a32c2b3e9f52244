"""Slitherlink: the puzzle itself.

Cells are ``(x, y)``, zero-based, y downwards. An edge is the pair of the two cells on its sides,
the smaller one first (see `flowdesk.core.grid`): on the border one of them is just outside the
board. A corner ``(x, y)`` is the upper left one of that cell, so x goes up to the width and y up to
the height.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, TypeAlias

from flowdesk.core.grid import Cell, Edge, cell_name, cells_of, edge_between, neighbors
from flowdesk.kinds.loops import LoopPuzzle, Node

#: A corner of a cell, where edges meet.
Corner: TypeAlias = Node

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


@lru_cache(maxsize=1 << 15)
def edges_of(cell: Cell) -> tuple[Edge, Edge, Edge, Edge]:
    """Return the edges of a cell: top, left, right and bottom."""
    top, left, right, bottom = (edge_between(cell, near) for near in neighbors(cell))
    return top, left, right, bottom


def all_edges(width: int, height: int) -> Iterator[Edge]:
    """Yield every edge of a board once: those at the top and left of each cell, then the rest."""
    for x, y in cells_of(width + 1, height + 1):
        if x < width:
            yield (x, y - 1), (x, y)
        if y < height:
            yield (x - 1, y), (x, y)


def ends_of(edge: Edge) -> tuple[Corner, Corner]:
    """Return the two corners that an edge joins."""
    (_, y), (right, bottom) = edge
    corner = right, bottom
    return corner, ((right + 1, bottom) if y < bottom else (right, bottom + 1))


def edges_at(corner: Corner) -> tuple[Edge, Edge, Edge, Edge]:
    """Return the edges that meet in a corner: to the top, left, right and bottom.

    On the border some of them are off the board.
    """
    x, y = corner
    upper_left, upper_right, lower_left, here = (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)
    return (
        (upper_left, upper_right),
        (upper_left, lower_left),
        (upper_right, here),
        (lower_left, here),
    )


def edge_joining(a: Corner, b: Corner) -> Edge:
    """Return the edge between two neighbouring corners."""
    (x, y), (other_x, _) = sorted((a, b))
    return ((x, y - 1), (x, y)) if other_x > x else ((x - 1, y), (x, y))
