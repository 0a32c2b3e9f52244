"""Shape: what a board is besides a rectangle: squares or hexagons, with bridges and warps.

Hexagons are flat-topped and stand in columns, the odd ones (counted from 0) half a cell lower. The
sides of a square are the letters ``t b l r``; those of a hexagon are ``t b`` and, as these keys lie
round ``w s`` on a keyboard, ``q e`` (upper left and right) and ``a d`` (lower left and right).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
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
