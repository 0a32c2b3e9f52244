"""Area: a rectangle of cells, such as a selection."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flowdesk.core.grid import Cell, cells_of, turned


@dataclass(frozen=True)
class Area:
    """A rectangle of cells, given by two opposite corners; `start` stays when it is extended."""

    start: Cell
    end: Cell

    @classmethod
    def of_board(cls, width: int, height: int) -> Area:
        """Return all cells of a board."""
        return cls((0, 0), (width - 1, height - 1))

    @property
    def corner(self) -> Cell:
        """The upper left cell."""
        return min(self.start[0], self.end[0]), min(self.start[1], self.end[1])

    @property
    def width(self) -> int:
        """How many columns it has."""
        return abs(self.start[0] - self.end[0]) + 1

    @property
    def height(self) -> int:
        """How many rows it has."""
        return abs(self.start[1] - self.end[1]) + 1

    def __contains__(self, cell: Cell) -> bool:
        (x, y), (left, top) = cell, self.corner
        return left <= x < left + self.width and top <= y < top + self.height

    @property
    def cells(self) -> Iterator[Cell]:
        """Every cell, row by row."""
        left, top = self.corner
        return ((left + x, top + y) for x, y in cells_of(self.width, self.height))

    def moved(self, corner: Cell) -> Area:
        """Return an area of the same size whose upper left cell is `corner`."""
        across, down = corner[0] - self.corner[0], corner[1] - self.corner[1]
        (x, y), (end_x, end_y) = self.start, self.end
        return Area((x + across, y + down), (end_x + across, end_y + down))

    def turned(self, turn: str, width: int, height: int) -> Area:
        """Return where it is after one of `core.grid.TURNS` of a board of this size."""
        return Area(turned(self.start, turn, width, height), turned(self.end, turn, width, height))

    def within(self, width: int, height: int) -> Area | None:
        """Return what of it lies on a board of this size, or None."""
        if self.inside(width, height):
            return self
        left, top = self.corner
        right, bottom = min(left + self.width, width), min(top + self.height, height)
        left, top = max(left, 0), max(top, 0)
        return Area((left, top), (right - 1, bottom - 1)) if left < right and top < bottom else None

    def inside(self, width: int, height: int) -> bool:
        """Whether all of it lies on a board of this size."""
        return all(0 <= x < width and 0 <= y < height for x, y in (self.start, self.end))
