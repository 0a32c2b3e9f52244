"""Lattice: where a board lies in a picture.

Pixels are counted from the upper left corner of the picture, y downwards; a point may lie between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


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

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The smallest box round the corners in whole pixels: left, top, right, bottom."""
        xs, ys = zip(*self.corners, strict=True)
        return round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))

    def point(self, column: float, row: float) -> Point:
        """Return the pixel at a place on the board, given in cells from its upper left corner.

        In a perspective the lines stay straight: this is the projective map of the unit square
        to the corners (Heckbert, Fundamentals of Texture Mapping, 1989).
        """
        a, b, c, d, e, f, g, h = self._projection
        u, v = column / self.columns, row / self.rows
        w = g * u + h * v + 1
        return (a * u + b * v + c) / w, (d * u + e * v + f) / w

    @property
    def _projection(self) -> tuple[float, ...]:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.corners
        dx1, dx2, sx = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
        dy1, dy2, sy = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
        area = dx1 * dy2 - dx2 * dy1
        g = (sx * dy2 - dx2 * sy) / area
        h = (dx1 * sy - sx * dy1) / area
        return (x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h)
