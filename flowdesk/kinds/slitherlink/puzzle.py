"""Slitherlink: the puzzle itself.

Cells are ``(x, y)``, zero-based, y downwards. An edge is the pair of the two cells on its sides,
the smaller one first (see `flowdesk.core.grid`): on the border one of them is just outside the
board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from flowdesk.core.grid import Cell, Edge, cell_name
from flowdesk.kinds.loops import LoopPuzzle

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
