"""How the cells of a board look in a picture: empty, a dot, a path, or unclear.

Every cell is looked at through 20 x 20 samples. The distance of two colours is the largest
difference of their channels, from 0 to 255.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median
from typing import TypeAlias

from PIL import Image, ImageChops

from flowdesk.core.grid import Cell
from flowdesk.scan.lattice import Lattice

Color: TypeAlias = tuple[int, int, int]

#: The least contrast of anything that is not taken for the ground.
_FAINT = 12
#: Samples along a side of a cell.
_SIDE = 20


class Look(Enum):
    """What a cell seems to contain."""

    EMPTY = "empty"
    DOT = "dot"
    PATH = "path"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class CellLook:
    """How a cell looks; `color` is that of its dot, path or whatever is in the middle."""

    look: Look
    color: Color


@dataclass(frozen=True)
class CellLooks:
    """How each cell of a lattice looks.

    `missing` are pairs of neighbouring cells without a line between them; if it `goes_on`, the
    lattice may be a part of a larger one.
    """

    lattice: Lattice
    cells: dict[Cell, CellLook]
    missing: tuple[tuple[Cell, Cell], ...] = ()
    goes_on: bool = False


def distance(a: Color, b: Color) -> int:
    """Return the largest difference of the channels of two colours."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))


def _offset(x: float, y: float) -> tuple[int, int]:
    """Return the sample at a place in a cell, given in cells from its centre."""
    return int((0.5 + x) * _SIDE), int((0.5 + y) * _SIDE)


def _circle(radius: float, count: int) -> list[tuple[int, int]]:
    angles = [2 * math.pi * i / count for i in range(count)]
    return [_offset(radius * math.cos(a), radius * math.sin(a)) for a in angles]


_CORNERS = [_offset(x, y) for x in (-0.38, 0.38) for y in (-0.38, 0.38)]
_RING = _circle(0.22, 16) + _circle(0.265, 16)
_INSIDE = [
    (x, y)
    for x in range(_SIDE)
    for y in range(_SIDE)
    if math.hypot((x + 0.5) / _SIDE - 0.5, (y + 0.5) / _SIDE - 0.5) <= 0.45
]
_CORE = [
    (x, y)
    for x, y in _INSIDE
    if math.hypot((x + 0.5) / _SIDE - 0.5, (y + 0.5) / _SIDE - 0.5) <= 0.25
]
_EXITS = [_offset(x, y) for x, y in ((0.43, 0), (-0.43, 0), (0, 0.43), (0, -0.43))]
_DIAGONALS = [_offset(x, y) for x in (-0.233, 0.233) for y in (-0.233, 0.233)]


def sample(image: Image.Image, lattice: Lattice) -> Image.Image:
    """Return the board in a picture as an upright picture of 20 x 20 samples for each cell."""
    size = lattice.columns * _SIDE, lattice.rows * _SIDE
    (left, top), _, (right, bottom), _ = lattice.corners
    inside = left >= 0 and top >= 0 and right <= image.width and bottom <= image.height
    if lattice.is_upright and inside:
        return image.resize(size, Image.Resampling.BOX, box=(left, top, right, bottom))
    return image.transform(
        size, Image.Transform.PERSPECTIVE, lattice.projection(*size), Image.Resampling.BILINEAR
    )


def look_at_cells(image: Image.Image, lattice: Lattice) -> dict[Cell, CellLook]:
    """Return how the cells of a lattice look in an RGB picture."""
    samples = sample(image, lattice)
    pixels = samples.tobytes()
    stride = samples.width

    def color_at(cell: Cell, offset: tuple[int, int]) -> Color:
        at = 3 * ((cell[1] * _SIDE + offset[1]) * stride + cell[0] * _SIDE + offset[0])
        return pixels[at], pixels[at + 1], pixels[at + 2]

    cells = [(x, y) for y in range(lattice.rows) for x in range(lattice.columns)]
    corners = {cell: [color_at(cell, offset) for offset in _CORNERS] for cell in cells}
    board = _median([color for four in corners.values() for color in four])
    grounds = {cell: _ground(four, board) for cell, four in corners.items()}
    colors = {cell: _median([color_at(cell, offset) for offset in _RING]) for cell in cells}
    contrasts = {cell: distance(colors[cell], grounds[cell]) for cell in cells}
    threshold = min(36.0, max(1.0 * _FAINT, 0.16 * max(contrasts.values())))
    away = _distances(samples, lattice, grounds)

    def share(cell: Cell, offsets: Sequence[tuple[int, int]], least: float) -> float:
        """Return the share of samples that differ at least so much from the cell's ground."""
        base = cell[1] * _SIDE * stride + cell[0] * _SIDE
        return sum(away[base + y * stride + x] >= least for x, y in offsets) / len(offsets)

    def shape(cell: Cell) -> _Shape:
        """Return what differs from the ground more than from the colour in the middle."""
        half = max(_FAINT, contrasts[cell]) / 2
        return _Shape(
            contrasts[cell],
            share(cell, _RING, half),
            share(cell, _CORE, half),
            share(cell, _CORE, threshold),
            math.sqrt(share(cell, _INSIDE, half)),
            round(4 * share(cell, _EXITS, half)),
            round(4 * share(cell, _DIAGONALS, half)),
        )

    shapes = {cell: shape(cell) for cell in cells}
    radius = median([s.radius for s in shapes.values() if s.is_disc(threshold)] or [0.0])
    tints = _tints(grounds, shapes, board, threshold)
    return {
        cell: CellLook(
            Look.UNCLEAR if cell in tints else shape.look(threshold, radius), colors[cell]
        )
        for cell, shape in shapes.items()
    }


@dataclass(frozen=True)
class _Shape:
    """What stands out from a cell's ground.

    The contrast of the ring; the shares of the ring and of the core that stand out; the share of
    the core that stands out clearly; the radius of a disc of the same area, 1 for the largest that
    is looked at; how many of the four ways out of the cell and of its four diagonals stand out.
    """

    contrast: int
    ring: float
    core: float
    clear: float
    radius: float
    exits: int
    diagonals: int

    @property
    def is_round(self) -> bool:
        """Whether it is round enough for a dot: a path may leave it in one direction."""
        return self.ring >= 0.8 and self.core >= 0.5 and (self.exits <= 1 or self.diagonals == 4)

    @property
    def is_perfect(self) -> bool:
        """Whether it is surely round: so it may be fainter."""
        return min(self.ring, self.core) >= 0.95 and self.exits == 0

    def is_disc(self, threshold: float) -> bool:
        """Whether it may be a dot."""
        return self.is_round and self.contrast >= (_FAINT if self.is_perfect else threshold)

    def look(self, threshold: float, radius: float) -> Look:
        """Return what it is, given the usual radius of the dots on this board."""
        if self.is_disc(threshold) and 0.86 * radius <= self.radius <= 1.16 * radius:
            return Look.DOT
        if self.contrast < threshold and self.clear < 0.15:
            is_faint = self.contrast >= _FAINT and self.is_round and self.exits == 0
            return Look.UNCLEAR if is_faint else Look.EMPTY
        if self.exits >= 1 and self.core >= 0.3:
            return Look.PATH
        return Look.UNCLEAR


def _tints(
    grounds: dict[Cell, Color], shapes: dict[Cell, _Shape], board: Color, threshold: float
) -> set[Cell]:
    """Return cells that are filled all over, where nothing stands out: unclear without any dots."""
    if any(shape.is_disc(threshold) for shape in shapes.values()):
        return set()
    return {cell for cell, ground in grounds.items() if distance(ground, board) >= threshold}


def _ground(corners: Sequence[Color], board: Color) -> Color:
    """Return the colour of a cell's ground: that of its corners, if they agree."""
    spread = max(distance(a, b) for a in corners for b in corners)
    return board if spread > 60 else _median(corners)


def _median(colors: Sequence[Color]) -> Color:
    red, green, blue = (sorted(channel) for channel in zip(*colors, strict=True))
    middle = len(colors) // 2
    return red[middle], green[middle], blue[middle]


def _distances(samples: Image.Image, lattice: Lattice, grounds: dict[Cell, Color]) -> bytes:
    """Return the distance of every sample to the ground of its cell."""
    size = lattice.columns, lattice.rows
    ground = Image.frombytes(
        "RGB", size, bytes(channel for color in grounds.values() for channel in color)
    )
    ground = ground.resize(samples.size, Image.Resampling.NEAREST)
    red, green, blue = ImageChops.difference(samples, ground).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).tobytes()
