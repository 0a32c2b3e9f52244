"""Shape: what a board is besides a rectangle: squares or hexagons, with bridges and warps.

Hexagons are flat-topped and stand in columns, the odd ones (counted from 0) half a cell lower. The
sides of a square are the letters ``t b l r``; those of a hexagon are ``t b`` and, as these keys lie
round ``w s`` on a keyboard, ``q e`` (upper left and right) and ``a d`` (lower left and right).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Literal

from flowdesk.core.grid import STEPS, Cell

#: The steps to the slanted sides of a hexagon, from an even column and from an odd one.
_SLANTED = {
    "q": ((-1, -1), (-1, 0)),
    "e": ((1, -1), (1, 0)),
    "a": ((-1, 0), (-1, 1)),
    "d": ((1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Shape:
    """What a board is made of; PLAIN are squares without anything else.

    `bridges` are cells that two paths cross, one straight across, the other straight down. `rows`
    and `columns` are those with a warp: their last cell is linked to their first one.
    """

    cells: Literal["square", "hex"] = "square"
    bridges: frozenset[Cell] = frozenset()
    rows: frozenset[int] = frozenset()
    columns: frozenset[int] = frozenset()

    def __reduce__(self) -> tuple[Any, ...]:
        """Send other processes what it is made of, not what it has computed."""
        return Shape, (self.cells, self.bridges, self.rows, self.columns)

    @cached_property
    def is_plain(self) -> bool:
        """Whether the cells are squares, without bridges and warps."""
        return self == PLAIN

    @property
    def sides(self) -> str:
        """The letters of the sides of a cell, in the order in which arms are named."""
        return "tblr" if self.cells == "square" else "tbqead"

    @property
    def clockwise(self) -> str:
        """The letters of the sides of a cell, clockwise."""
        return "trbl" if self.cells == "square" else "tedbaq"

    @property
    def onward(self) -> str:
        """The sides through which each link is met once, in the order of the links of a cell."""
        return "rb" if self.cells == "square" else "edb"

    #: The opposite of each side.
    opposite: ClassVar[dict[str, str]] = dict(zip("tblrqead", "btrldaeq", strict=True))

    def with_bridge(self, cell: Cell, there: bool) -> Shape:
        """Return the shape with or without a bridge in a cell."""
        return replace(self, bridges=self.bridges | {cell} if there else self.bridges - {cell})

    def with_warp(self, side: str, cell: Cell, there: bool) -> Shape:
        """Return the shape with or without the warp that begins at a side of a cell."""
        if side in "lr":
            row = {cell[1]}
            return replace(self, rows=self.rows | row if there else self.rows - row)
        column = {cell[0]}
        return replace(self, columns=self.columns | column if there else self.columns - column)

    @property
    def key(self) -> tuple[str, list[Cell], list[int], list[int]]:
        """Return what makes the shape, in an order that is always the same."""
        return self.cells, sorted(self.bridges), sorted(self.rows), sorted(self.columns)

    def beside(self, cell: Cell, side: str, width: int, height: int) -> Cell | None:
        """Return the cell at a side of another one, also through a warp; None at the border."""
        (x, y), (across, down) = cell, self.step(cell, side)
        near = x + across, y + down
        if 0 <= near[0] < width and 0 <= near[1] < height:
            return near
        if across and y in self.rows:
            return near[0] % width, y
        if down and x in self.columns:
            return x, near[1] % height
        return None

    def sides_between(self, a: Cell, b: Cell, width: int, height: int) -> str:
        """Return the sides of a cell at which another one lies: none, one, or two by a warp."""
        return "".join(side for side in self.sides if self.beside(a, side, width, height) == b)

    def side(self, a: Cell, b: Cell, width: int, height: int) -> str:
        """Return the side of a cell at which a neighbour lies: without a warp, if it can be."""
        step = b[0] - a[0], b[1] - a[1]
        direct = self._sides_of_steps[a[0] % 2].get(step)
        return direct or self.sides_between(a, b, width, height)[0]

    @cached_property
    def _sides_of_steps(self) -> list[dict[Cell, str]]:
        """The side to which each step leads, from an even column and from an odd one."""
        return [{self.step((x, 0), side): side for side in self.sides} for x in (0, 1)]

    def distance(self, a: Cell, b: Cell, width: int, height: int) -> int:
        """Return the number of steps between two cells if nothing is in the way."""
        if self.cells == "hex":
            across, down = b[0] - a[0], b[1] - b[0] // 2 - (a[1] - a[0] // 2)
            return max(abs(across), abs(down), abs(across + down))
        across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
        around = width - across if {a[1], b[1]} & self.rows else across
        back = height - down if {a[0], b[0]} & self.columns else down
        return min(across, around) + min(down, back)

    def step(self, cell: Cell, side: str) -> Cell:
        """Return what leads from a cell to the one at its side, without a warp, as a difference."""
        return _SLANTED[side][cell[0] % 2] if side in _SLANTED else STEPS[side]


PLAIN = Shape()
