"""Pixel lattice: where the cells of a board are in a picture, in whole pixels: none overlap.

Columns are a whole number of pixels apart. So hexagons are up to half a pixel narrower or wider
than they should be, and the picture of each fits its neighbours without a seam.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from PIL import Image

from flowdesk.core.geometry import Geometry, Point
from flowdesk.core.grid import Cell


@dataclass(frozen=True)
class PixelLattice:
    """Cells of a geometry that are `cell` pixels high."""

    geometry: Geometry
    cell: int

    @cached_property
    def across(self) -> int:
        """How far columns are apart."""
        return round(self.geometry.across * self.cell)

    @cached_property
    def lower(self) -> int:
        """How much lower odd columns are."""
        return int(self.geometry.lower * self.cell)

    @cached_property
    def size(self) -> tuple[int, int]:
        """The width and height of the box round a cell."""
        return round(self.across * self.geometry.wide / self.geometry.across), self.cell

    @property
    def overlap(self) -> bool:
        """Whether the boxes of neighbouring columns overlap."""
        return self.size[0] > self.across

    @cached_property
    def scale(self) -> Point:
        """The pixels of a length of a cell, across and down."""
        return self.across / self.geometry.across, self.cell

    def board(self, columns: int, rows: int) -> tuple[int, int]:
        """Return the width and height of a board."""
        width = (columns - 1) * self.across + self.size[0]
        return width, rows * self.cell + self.lower * (columns > 1)

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the upper left pixel of the box round a cell."""
        x, y = cell
        return x * self.across, y * self.cell + self.lower * (x % 2)

    def point(self, x: float, y: float) -> Point:
        """Return a place in pixels as a point in lengths of a cell."""
        across, down = self.scale
        return x / across, y / down

    def pixel(self, point: Point) -> Point:
        """Return a point as a place in pixels."""
        return point[0] * self.scale[0], point[1] * self.scale[1]

    def mask(self, cell: Cell) -> Image.Image | None:
        """Return which pixels of the box are the cell's; None if all are.

        Each row of an odd column begins and ends where the rows beside it end and begin.
        """
        return self._masks[cell[0] % 2]

    @cached_property
    def _masks(self) -> tuple[Image.Image | None, Image.Image | None]:
        width, height = self.size
        if not self.overlap:
            return None, None
        shared = width - self.across
        even = [round(shared * abs(2 * row + 1 - height) / height) for row in range(height)]
        odd = [shared - even[(row + self.lower) % height] for row in range(height)]
        return _rows(even, width), _rows(odd, width)


def _rows(free: list[int], width: int) -> Image.Image:
    """Return a mask whose rows leave so many pixels free on both sides."""
    rows = (bytes(each) + b"\xff" * (width - 2 * each) + bytes(each) for each in free)
    return Image.frombytes("L", (width, len(free)), b"".join(rows))
