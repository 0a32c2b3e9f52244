"""Lattice: where a board lies in a picture.

Pixels are counted from the upper left corner of the picture, y downwards; a point may lie between
them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

#: The fewest and the most columns and rows that can be set by hand.
FEWEST, MOST = 1, 50


@dataclass(frozen=True)
class Lattice:
    """A grid of `columns` x `rows` cells in a picture.

    `corners` are those of the board: upper left, upper right, lower right, lower left. `fit` says
    from 0 to 1 how well the lines in the picture agree; it is 1 if a person has set the corners.
    """

    corners: tuple[Point, Point, Point, Point]
    columns: int
    rows: int
    fit: float = 1.0

    def scaled(self, factor: float) -> Lattice:
        """Return the lattice in the same picture of another size."""
        a, b, c, d = ((x * factor, y * factor) for x, y in self.corners)
        return replace(self, corners=(a, b, c, d))

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The smallest box round the corners in whole pixels: left, top, right, bottom."""
        xs, ys = zip(*self.corners, strict=True)
        return round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))

    def point(self, column: float, row: float) -> Point:
        """Return the pixel at a place on the board, given in cells from its upper left corner.

        In a perspective the lines stay straight.
        """
        a, b, c, d, e, f, g, h = self.projection(self.columns, self.rows)
        w = g * column + h * row + 1
        return (a * column + b * row + c) / w, (d * column + e * row + f) / w

    def place(self, point: Point) -> tuple[float, float]:
        """Return a pixel's place on the board in cells from its upper left corner.

        This is `point` inverted.
        """
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
        turns = zip(
            self.corners,
            self.corners[1:] + self.corners[:1],
            self.corners[2:] + self.corners[:2],
            strict=True,
        )
        return all(
            (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0
            for (ax, ay), (bx, by), (cx, cy) in turns
        )
