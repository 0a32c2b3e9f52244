"""Samples: the board in a picture, upright, with the same number of samples for every cell.

The distance of two colours is the largest difference of their channels, from 0 to 255.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise
from typing import TypeAlias

from PIL import Image, ImageChops

from flowdesk.core.grid import Cell
from flowdesk.scan.lattice import Lattice

Color: TypeAlias = tuple[int, int, int]

#: A sample of a cell, from (0, 0), the upper left one.
Place: TypeAlias = tuple[int, int]

#: Samples along a side of a cell.
SIDE = 20

#: How many samples along each side of a cell may show the lines of the grid.
_GRID = 2
#: By how much of a pixel the picture is moved before it is sampled.
_BESIDE = 0.001
#: Below so many pixels a sample, the widths of lines are kept only by interpolation.
_FEW_PIXELS = 1.5

#: Corners of a cell that differ more have different grounds.
_SAME_GROUND = 60


def distance(a: Color, b: Color) -> int:
    """Return the largest difference of the channels of two colours."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))


def place_at(x: float, y: float) -> Place:
    """Return the sample at a place in a cell, given in cells from its centre."""
    return int((0.5 + x) * SIDE), int((0.5 + y) * SIDE)


def circle(radius: float, count: int) -> list[Place]:
    """Return the samples on a circle round the centre, with its radius in cells."""
    angles = [2 * math.pi * i / count for i in range(count)]
    return [place_at(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def median_color(colors: Iterable[Color]) -> Color:
    """Return the median of each channel."""
    red, green, blue = (sorted(channel) for channel in zip(*colors, strict=True))
    middle = len(red) // 2
    return red[middle], green[middle], blue[middle]


_CORNERS = [place_at(x, y) for x in (-0.38, 0.38) for y in (-0.38, 0.38)]


class Samples:
    """The samples of a lattice in an RGB picture, and the ground of each cell.

    The ground is the colour at the corners of a cell, or the usual one of the board if they differ.
    """

    def __init__(self, image: Image.Image, lattice: Lattice) -> None:
        picture = upright(image, lattice, SIDE)
        self.cells = [(x, y) for y in range(lattice.rows) for x in range(lattice.columns)]
        self._width = picture.width
        self._pixels = picture.tobytes()
        corners = {cell: self.colors(cell, _CORNERS) for cell in self.cells}
        self.ground = median_color(color for four in corners.values() for color in four)
        self.grounds = {cell: self._ground(four) for cell, four in corners.items()}
        self._away = bytearray(self._distances(picture, lattice))

    def colors(self, cell: Cell, places: Iterable[Place]) -> list[Color]:
        """Return the colours at places of a cell."""
        base = self._base(cell)
        starts = [3 * (base + y * self._width + x) for x, y in places]
        pixels = self._pixels
        return [(pixels[at], pixels[at + 1], pixels[at + 2]) for at in starts]

    def away(self, cell: Cell, places: Iterable[Place]) -> list[int]:
        """Return the distances of places of a cell from its ground."""
        base, width, away = self._base(cell), self._width, self._away
        return [away[base + y * width + x] for x, y in places]

    def share(self, cell: Cell, places: Sequence[Place], least: float) -> float:
        """Return the share of places that are at least so far from the cell's ground."""
        return sum(away >= least for away in self.away(cell, places)) / len(places)

    def steepest(self, cell: Cell, margin: int) -> int:
        """Return the largest difference in distance of two neighbouring samples of a cell.

        The samples along its sides, as many as the margin, are left out.
        """
        across = [
            self.away(cell, [(x, y) for x in range(margin, SIDE - margin)])
            for y in range(margin, SIDE - margin)
        ]
        rows: list[Sequence[int]] = [*across, *zip(*across, strict=True)]
        return max(abs(a - b) for row in rows for a, b in pairwise(row))

    def encloses(self, cell: Cell, place: Place, least: int) -> bool:
        """Whether something so far from a cell's ground is at a place of it, or on all its sides.

        The grid does not count, which is round every place.
        """
        x, y = place
        base, width, away = self._base(cell), self._width, self._away
        row = away[base + y * width : base + y * width + SIDE]
        column = away[base + x : base + x + SIDE * width : width]
        return all(
            max(line[_GRID : at + 1], default=0) >= least <= max(line[at:-_GRID], default=0)
            for line, at in ((row, x), (column, y))
        )

    def fill(self, cell: Cell, places: Iterable[Place], away: int) -> None:
        """Take places of a cell for so far away from its ground."""
        base = self._base(cell)
        for x, y in places:
            self._away[base + y * self._width + x] = away

    def _base(self, cell: Cell) -> int:
        return SIDE * (cell[1] * self._width + cell[0])

    def _ground(self, corners: Sequence[Color]) -> Color:
        spread = max(distance(a, b) for a in corners for b in corners)
        return self.ground if spread > _SAME_GROUND else median_color(corners)

    def _distances(self, picture: Image.Image, lattice: Lattice) -> bytes:
        size = lattice.columns, lattice.rows
        channels = bytes(channel for color in self.grounds.values() for channel in color)
        grounds = Image.frombytes("RGB", size, channels)
        grounds = grounds.resize(picture.size, Image.Resampling.NEAREST)
        apart = ImageChops.difference(picture, grounds)
        return reduce(ImageChops.lighter, apart.split()).tobytes()


def upright(image: Image.Image, lattice: Lattice, side: int) -> Image.Image:
    """Return the board in a picture, straightened, with cells of this side in pixels."""
    size = lattice.columns * side, lattice.rows * side
    (left, top), _, (right, bottom), _ = lattice.corners
    inside = left >= 0 and top >= 0 and right <= image.width and bottom <= image.height
    inside = inside and right - left >= 1 <= bottom - top
    if lattice.is_upright and inside:
        # Pillow may leave out a pixel whose centre is exactly between two samples.
        box = left + _BESIDE, top + _BESIDE, right, bottom
        is_small = right - left < _FEW_PIXELS * size[0]
        way = Image.Resampling.BILINEAR if is_small else Image.Resampling.BOX
        return image.resize(size, way, box=box)
    return image.transform(
        size, Image.Transform.PERSPECTIVE, lattice.projection(*size), Image.Resampling.BILINEAR
    )
