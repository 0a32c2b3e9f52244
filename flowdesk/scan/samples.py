"""Samples: the board in a picture, upright, with the same number of samples for every cell.

A `Lattice` is where it lies. Pixels are counted from the upper left corner of the picture, y
downwards; a point may lie between them. The distance of two colours is the largest difference of
their channels, from 0 to 255.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from typing import TypeAlias

from PIL import Image, ImageChops

from flowdesk.core.grid import Cell

Point: TypeAlias = tuple[float, float]


def corners_of(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """Return the corners of a box, clockwise from the upper left one."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


#: The fewest and the most columns and rows that can be set by hand.
FEWEST, MOST = 1, 50


@dataclass(frozen=True)
class Lattice:
    """A grid of `columns` x `rows` cells in a picture.

    `corners` are those of the board: upper left, upper right, lower right, lower left. `fit` says
    from 0 to 1 how well the lines in the picture agree; it is 1 if a person has set the corners.
    """

    corners: tuple[Point, ...]
    columns: int
    rows: int
    fit: float = 1.0

    def scaled(self, factor: float) -> Lattice:
        """Return the lattice in the same picture of another size."""
        return replace(self, corners=tuple((x * factor, y * factor) for x, y in self.corners))

    def moved(self, right: float, down: float) -> Lattice:
        """Return the lattice in a picture of which this one is a part."""
        return replace(self, corners=tuple((x + right, y + down) for x, y in self.corners))

    @property
    def cell(self) -> tuple[float, float]:
        """The width and the height of a cell of a board that is upright."""
        (left, top), _, (right, bottom), _ = self.corners
        return (right - left) / self.columns, (bottom - top) / self.rows

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The smallest box round the corners in whole pixels: left, top, right, bottom."""
        xs, ys = zip(*self.corners, strict=True)
        return round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))

    def point(self, column: float, row: float) -> Point:
        """Return the pixel at a place on the board, given in cells from its upper left corner."""
        a, b, c, d, e, f, g, h = self.projection(self.columns, self.rows)
        w = g * column + h * row + 1
        return (a * column + b * row + c) / w, (d * column + e * row + f) / w

    def place(self, point: Point) -> tuple[float, float]:
        """Return a pixel's place on the board: the inverse of `point`."""
        a, b, c, d, e, f, g, h = self.projection(self.columns, self.rows)
        x, y = point
        # (a - g x) column + (b - h x) row = x - c, and the same for y.
        p, q, r, s = a - g * x, b - h * x, d - g * y, e - h * y
        whole = p * s - q * r or 1e-9
        return (s * (x - c) - q * (y - f)) / whole, (p * (y - f) - r * (x - c)) / whole

    def projection(self, width: float, height: float) -> tuple[float, ...]:
        """Return a, ..., h of the projective map from an upright board of this size to the picture.

        (x, y) goes to (a x + b y + c, d x + e y + f), divided by g x + h y + 1 (Heckbert,
        Fundamentals of Texture Mapping and Image Warping, 1989). The corners must be convex.
        """
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.corners
        dx1, dx2, sx = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
        dy1, dy2, sy = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
        area = dx1 * dy2 - dx2 * dy1
        g = (sx * dy2 - dx2 * sy) / area
        h = (dx1 * sy - sx * dy1) / area
        across = (x1 - x0 + g * x1) / width, (y1 - y0 + g * y1) / width, g / width
        down = (x3 - x0 + h * x3) / height, (y3 - y0 + h * y3) / height, h / height
        return across[0], down[0], x0, across[1], down[1], y0, across[2], down[2]

    @property
    def is_upright(self) -> bool:
        """Whether the board is a rectangle with sides along those of the picture, to a pixel."""
        (left, top), (right, north), (east, bottom), (west, south) = self.corners
        return max(abs(top - north), abs(bottom - south), abs(left - west), abs(right - east)) < 1

    @property
    def is_convex(self) -> bool:
        """Whether the corners go round the board clockwise, without a dent or a crossing."""
        a, b, c, d = self.corners
        turns = (a, b, c), (b, c, d), (c, d, a), (d, a, b)
        return all(
            (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0
            for (ax, ay), (bx, by), (cx, cy) in turns
        )


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
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))


def place_at(x: float, y: float) -> Place:
    """Return the sample at a place in a cell, given in cells from its centre."""
    return int((0.5 + x) * SIDE), int((0.5 + y) * SIDE)


def circle(radius: float, count: int) -> list[Place]:
    angles = [2 * math.pi * i / count for i in range(count)]
    return [place_at(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def median_color(colors: Iterable[Color]) -> Color:
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
        """Return the largest difference of neighbouring samples of a cell, inside a margin."""
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
        return reduce(ImageChops.lighter, ImageChops.difference(picture, grounds).split()).tobytes()


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
