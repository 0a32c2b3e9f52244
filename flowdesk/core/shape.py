"""Shape: what a board is besides a rectangle: squares or hexagons, with bridges and warps.

Hexagons are flat-topped and stand in columns, the odd ones (counted from 0) half a cell lower. The
sides of a square are the letters ``t b l r``; those of a hexagon are ``t b`` and, as these keys lie
round ``w s`` on a keyboard, ``q e`` (upper left and right) and ``a d`` (lower left and right).

A Geometry tells where the cells are. Lengths are those of a cell, from side to side; ``(0, 0)`` is
the upper left corner of the box round the board, y runs downwards. A flat-topped hexagon is 1 high
and 2/sqrt(3) wide; its columns are sqrt(3)/2 apart. Places beside the board are cells as well, one
column or row outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor, hypot, sqrt
from typing import ClassVar, Literal, TypeAlias

from flowdesk.core.grid import STEPS, Cell, cells_on_line

#: Where each cell goes, also those off the board.
Move: TypeAlias = Callable[[Cell], Cell]

#: The steps to the slanted sides of a hexagon, from an even column and from an odd one.
_SLANTED = {
    "q": ((-1, -1), (-1, 0)),
    "e": ((1, -1), (1, 0)),
    "a": ((-1, 0), (-1, 1)),
    "d": ((1, 0), (1, 1)),
}

#: Where turning takes the steps to the right and down, as `Shape.flat` counts them.
TURNED = {
    "square": {
        "rotate": ((0, 1), (-1, 0)),
        "flip horizontally": ((-1, 0), (0, 1)),
        "flip vertically": ((1, 0), (0, -1)),
    },
    "hex": {
        "rotate": ((0, 1), (-1, 1)),
        "flip horizontally": ((-1, 1), (0, 1)),
        "flip vertically": ((1, -1), (0, -1)),
    },
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

    def __reduce__(self) -> tuple[object, ...]:
        """Send other processes what it is made of, not what it has computed."""
        return Shape, (self.cells, self.bridges, self.rows, self.columns)

    @cached_property
    def is_plain(self) -> bool:
        """Whether the cells are squares, without bridges and warps."""
        return self == PLAIN

    @cached_property
    def unbridged(self) -> Shape:
        """The shape without bridges, which links the same cells at the same sides."""
        return replace(self, bridges=frozenset())

    @property
    def has_warps(self) -> bool:
        """Whether any row or column has a warp."""
        return bool(self.rows or self.columns)

    @property
    def is_planar(self) -> bool:
        """Whether no links cross, or lead round: there are no bridges and no warps."""
        return not (self.bridges or self.has_warps)

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

    @property
    def can_cross(self) -> bool:
        """Whether two paths can cross in a cell, and borders face each other: of squares."""
        return self.cells == "square"

    @property
    def keys(self) -> dict[str, str]:
        """The keys that lead to the sides of a cell where arrows do not lead to all of them."""
        return {} if self.cells == "square" else dict(zip("wsqead", self.sides, strict=True))

    @property
    def turns(self) -> int:
        """How many turns, each of the angle between two sides, make a whole one."""
        return len(self.sides)

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

    def has_warp(self, side: str, cell: Cell) -> bool:
        """Whether a warp leads on at a side of a cell, if that is at the border."""
        return cell[1] in self.rows if side in "lr" else cell[0] in self.columns

    def warps(self, width: int, height: int) -> list[tuple[str, Cell, Cell]]:
        """Return the first and the last cell that each warp joins, and its side of the first."""
        rows = [("l", (0, y), (width - 1, y)) for y in sorted(self.rows)]
        return rows + [("t", (x, 0), (x, height - 1)) for x in sorted(self.columns)]

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

    def is_warped(self, a: Cell, b: Cell) -> bool:
        """Whether what joins two linked cells is a warp."""
        return self.can_cross and abs(a[0] - b[0]) + abs(a[1] - b[1]) > 1

    def sides_between(self, a: Cell, b: Cell, width: int, height: int) -> str:
        """Return the sides of a cell at which another one lies: none, one, or two by a warp."""
        if self.has_warps:
            return "".join(side for side in self.sides if self.beside(a, side, width, height) == b)
        is_there = 0 <= b[0] < width and 0 <= b[1] < height
        return self._sides_of_steps[a[0] % 2].get((b[0] - a[0], b[1] - a[1]), "") * is_there

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
            (x, y), (end_x, end_y) = self.flat(a), self.flat(b)
            across, down = end_x - x, end_y - y
            return max(abs(across), abs(down), abs(across + down))
        across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
        around = width - across if {a[1], b[1]} & self.rows else across
        back = height - down if {a[0], b[0]} & self.columns else down
        return min(across, around) + min(down, back)

    def wrapped(self, cell: Cell, width: int, height: int) -> Cell:
        """Return where a place beside the board is on it, if a warp leads there."""
        x, y = cell
        return (
            x % width if y % height in self.rows else x,
            y % height if x % width in self.columns else y,
        )

    def line(self, a: Cell, b: Cell) -> list[Cell]:
        """Return the cells on a straight line from `a` (exclusive) to `b`, each beside the last."""
        if self.cells == "square":
            return cells_on_line(a, b)
        (x, y), (end_x, end_y) = self.flat(a), self.flat(b)
        count = self.distance(a, b, 0, 0)
        return [
            # A little aside, for halfway between two hexagons each would be as near as the other.
            _hexagon_at(x + (end_x - x) * i / count + 1e-6, y + (end_y - y) * i / count + 2e-6)
            for i in range(1, count + 1)
        ]

    def step(self, cell: Cell, side: str) -> Cell:
        """Return what leads from a cell to the one at its side, without a warp, as a difference."""
        return _SLANTED[side][cell[0] % 2] if side in _SLANTED else STEPS[side]

    # Moving

    def flat(self, cell: Cell) -> Cell:
        """Return the position of a cell in coordinates in which the same step is the same anywhere.

        Those of hexagons are axial: down, and to the lower right.
        """
        return (cell[0], cell[1] - cell[0] // 2) if self.cells == "hex" else cell

    def shifted(self, across: int, down: int) -> Move:
        """Return the move by some columns to the right, and rows down.

        By an odd number of columns, odd columns of hexagons come half a cell lower.
        """
        if self.cells == "hex" and across % 2:
            return lambda cell: (cell[0] + across, cell[1] + down + cell[0] % 2)
        return lambda cell: (cell[0] + across, cell[1] + down)

    def turned(self, turn: str) -> Move:
        """Return the move of one of `core.grid.TURNS` about the first cell; rotate by one side."""
        (a, b), (c, d) = TURNED[self.cells][turn]

        def move(cell: Cell) -> Cell:
            x, y = self.flat(cell)
            x, y = a * x + c * y, b * x + d * y
            return (x, y + x // 2) if self.cells == "hex" else (x, y)

        return move

    def fitted(self, move: Move, cells: Iterable[Cell]) -> tuple[Move, int, int]:
        """Return a move and then a shift, after which some cells just fit on a board; its size."""
        moved = [move(cell) for cell in cells]
        aside = self.shifted(-min(x for x, _ in moved), 0)
        placed = [aside(cell) for cell in moved]
        top = min(y for _, y in placed)

        def to(cell: Cell) -> Cell:
            x, y = aside(move(cell))
            return x, y - top

        return to, max(x for x, _ in placed) + 1, max(y for _, y in placed) - top + 1

    def moved(self, to: Move, width: int, height: int) -> Shape:
        """Return the shape of a board of another size to which its cells are moved."""
        rows, columns = [to((0, y)) for y in self.rows], [to((x, 0)) for x in self.columns]
        if to((0, 0))[1] != to((1, 0))[1] and self.can_cross:
            rows, columns = columns, rows
        bridges = map(to, self.bridges)
        return replace(
            self,
            bridges=frozenset((x, y) for x, y in bridges if 0 <= x < width and 0 <= y < height),
            rows=frozenset(y for _, y in rows if 0 <= y < height),
            columns=frozenset(x for x, _ in columns if 0 <= x < width),
        )


def _hexagon_at(across: float, down: float) -> Cell:
    """Return the hexagon at axial coordinates: rounded, where the largest error is made good."""
    x, y, z = round(across), round(down), round(-across - down)
    errors = abs(x - across), abs(y - down), abs(z + across + down)
    if errors[0] == max(errors):
        x = -y - z
    elif errors[1] == max(errors):
        y = -x - z
    return x, y + x // 2


PLAIN = Shape()


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
