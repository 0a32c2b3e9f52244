"""Slitherlink: the puzzle itself.

Cells are ``(x, y)``, zero-based, y downwards. An edge is the pair of the two cells on its sides,
the smaller one first (see `flowdesk.core.grid`): on the border one of them is just outside the
board. A corner ``(x, y)`` is the upper left one of that cell, so x goes up to the width and y up to
the height.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import ClassVar, TypeAlias

from flowdesk.core.grid import Cell, Edge, cell_name, cells_of, edge_between, neighbors
from flowdesk.core.puzzle import size_problem
from flowdesk.kinds.sameness import Pattern

#: A corner of a cell, where edges meet.
Corner: TypeAlias = tuple[int, int]

#: The largest clue: only a loop round a single cell has four edges of it.
MOST = 4


@dataclass(frozen=True)
class Slitherlink:
    """A Slitherlink puzzle: size, clues, and notes such as its title.

    `clues` maps cells to the number of their edges that are on the loop; `about` holds title,
    author and the like, in the order of the file; `drawn` are edges that the author or a player has
    drawn, `crosses` those that a player has marked as not on the loop, and `shades` maps cells to
    whether the player takes them for inside. The mappings must not change after they are given to
    a puzzle.
    """

    kind: ClassVar[str] = "slitherlink"

    width: int
    height: int
    clues: Mapping[Cell, int] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    drawn: frozenset[Edge] = frozenset()
    crosses: frozenset[Edge] = frozenset()
    shades: Mapping[Cell, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise ValueError where an invariant is broken: everything must be on the board."""
        if problem := size_problem(self.width, self.height):
            raise ValueError(problem)
        for cell, clue in self.clues.items():
            if not self.on_board(cell):
                raise ValueError(f"The clue at {cell_name(cell)} is off the board.")
            if not 0 <= clue <= MOST:
                raise ValueError(f"The clue at {cell_name(cell)} is {clue}: clues are 0 to {MOST}.")
        for a, b in self.drawn | self.crosses:
            is_edge = (b[0] - a[0], b[1] - a[1]) in ((1, 0), (0, 1))
            if not (is_edge and (self.on_board(a) or self.on_board(b))):
                raise ValueError("A drawn edge is off the board.")
        if not all(map(self.on_board, self.shades)):
            raise ValueError("A shaded cell is off the board.")

    def on_board(self, cell: Cell) -> bool:
        """Whether a cell is on the board."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    is_cell = on_board

    @property
    def title(self) -> str:
        """The puzzle's title, or nothing."""
        return self.about.get("title", "")

    def is_same_puzzle(self, other: Slitherlink) -> bool:
        """Whether the other puzzle is the same but for its notes and what is drawn."""
        return (
            self.kind == other.kind
            and (self.width, self.height) == (other.width, other.height)
            and self.clues == other.clues
        )

    @cached_property
    def puzzle_key(self) -> str:
        """Return a key of the puzzle; two puzzles share it if `is_same_puzzle`.

        It is the same on every machine and in all versions.
        """
        parts = self.kind, self.width, self.height, sorted(self.clues.items())
        return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


def size_text(puzzle: Slitherlink) -> str:
    """Return the size of a puzzle and the number of its clues: ``7 × 7, 20 clues``."""
    count = len(puzzle.clues)
    return f"{puzzle.width} × {puzzle.height}, {count} clue{'s' * (count != 1)}"


def pattern(puzzle: Slitherlink) -> Pattern:
    """Return what makes a puzzle: its clues."""
    clues = {(2 * x, 2 * y): str(clue) for (x, y), clue in puzzle.clues.items()}
    return Pattern(puzzle.width, puzzle.height, clues, rule=puzzle.kind)


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
