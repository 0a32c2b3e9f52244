"""Geometry: where the cells of a board are, whether they are squares or hexagons.

Lengths are those of a cell, from side to side; ``(0, 0)`` is the upper left corner of the box round
the board, y runs downwards. A flat-topped hexagon is 1 high and 2/sqrt(3) wide; its columns are
sqrt(3)/2 apart, and the odd ones (counted from 0) half a cell lower. Places beside the board are
cells as well, one column or row outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import floor, hypot, sqrt
from typing import TypeAlias

from flowdesk.core.grid import Cell
from flowdesk.core.shape import PLAIN, Shape

Point: TypeAlias = tuple[float, float]

#: How near to a side is near, from 0 in the middle of a cell to 1/4 at the side.
_NEAR = 0.15


@dataclass(frozen=True)
class Geometry:
    """How cells of one `shape` lie; SQUARES and HEXAGONS are the two there are.

    Columns are `across` apart, and odd ones `lower` than the even ones. The box round a cell is
    `wide`, and 1 high; its sides are `long`.
    """

    shape: Shape
    across: float
    lower: float
    wide: float
    long: float

    def __reduce__(self) -> tuple[object, ...]:
        """Be the same object in other processes: there are just two."""
        return geometry_of, (self.shape,)

    @cached_property
    def outward(self) -> dict[str, Point]:
        """The way from the centre of a cell to the middle of each side: those at the side first."""
        found = {}
        for side in sorted(self.shape.sides, key="tb".__contains__):
            right, down = self.shape.step((0, 0), side)
            found[side] = right * self.across / 2, (down + self.lower * (right % 2)) / 2
        return found

    @cached_property
    def ends(self) -> dict[str, tuple[Point, Point]]:
        """The two ends of each side, clockwise, from the centre of the cell."""
        half = self.long / 2
        return {
            side: (
                (x + y / hypot(x, y) * half, y - x / hypot(x, y) * half),
                (x - y / hypot(x, y) * half, y + x / hypot(x, y) * half),
            )
            for side, (x, y) in self.outward.items()
        }

    @cached_property
    def outline(self) -> tuple[Point, ...]:
        """The corners of a cell, clockwise, from its centre."""
        return tuple(self.ends[side][0] for side in self.shape.clockwise)

    def size(self, columns: int, rows: int) -> Point:
        """Return how wide and high a board is."""
        return (columns - 1) * self.across + self.wide, rows + self.lower * (columns > 1)

    def corner(self, cell: Cell) -> Point:
        """Return the upper left corner of the box round a cell."""
        x, y = cell
        return x * self.across, y + self.lower * (x % 2)

    def center(self, cell: Cell) -> Point:
        """Return the centre of a cell."""
        x, y = self.corner(cell)
        return x + self.wide / 2, y + 0.5

    def middle(self, cell: Cell, side: str) -> Point:
        """Return the middle of a side of a cell."""
        (x, y), (right, down) = self.center(cell), self.outward[side]
        return x + right, y + down

    def polygon(self, cell: Cell) -> list[Point]:
        """Return the corners of a cell, clockwise."""
        x, y = self.center(cell)
        return [(x + right, y + down) for right, down in self.outline]

    def beside(self, cell: Cell, side: str) -> Cell:
        """Return the place at a side of a cell, on the board or not."""
        right, down = self.shape.step(cell, side)
        return cell[0] + right, cell[1] + down

    def cell_at(self, point: Point) -> Cell:
        """Return the place at a point, on the board or not: the one with the nearest centre."""
        x, y = point
        left = floor((x - self.wide / 2) / self.across)
        columns = (left + 1, left)  # on a side, the cell at the right
        near = [(column, floor(y - self.lower * (column % 2))) for column in columns]
        return min(near, key=lambda cell: self._square_of_distance(point, cell))

    def side_at(self, point: Point) -> str:
        """Return the side that is nearest to a point, of the cell there."""
        return max(self.outward, key=lambda side: self._nearness(point, side))

    def is_near(self, point: Point, side: str) -> bool:
        """Whether a point is near a side of its cell: at most a fifth of the cell away."""
        return self._nearness(point, side) > _NEAR

    def _nearness(self, point: Point, side: str) -> float:
        """Return how near to a side a point of a cell is: from 0 in its centre to 1/4."""
        (x, y), (right, down) = self.center(self.cell_at(point)), self.outward[side]
        return (point[0] - x) * right + (point[1] - y) * down

    def turned(self, point: Point, side: str) -> Point:
        """Return where a point is, given from a cell's centre, if the top is turned to a side."""
        (x, y), (right, down) = point, self.outward[side]
        return -2 * (x * down + y * right), 2 * (x * right - y * down)

    def _square_of_distance(self, point: Point, cell: Cell) -> float:
        x, y = self.center(cell)
        return (point[0] - x) ** 2 + (point[1] - y) ** 2


SQUARES = Geometry(PLAIN, 1.0, 0.0, 1.0, 1.0)
HEXAGONS = Geometry(Shape("hex"), sqrt(3) / 2, 0.5, 2 / sqrt(3), 1 / sqrt(3))


def geometry_of(shape: Shape) -> Geometry:
    """Return the geometry of a board of this shape."""
    return SQUARES if shape.cells == "square" else HEXAGONS
