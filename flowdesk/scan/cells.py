"""How the cells of a board look in a picture: empty, a dot with or without a letter, a path ...

Nobody reads the letters: dots with the same one are a pair, whatever it is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, reduce
from itertools import product
from statistics import median
from typing import TypeAlias

from PIL import Image, ImageChops

from flowdesk.core.grid import Cell, Edge, neighbors
from flowdesk.scan.samples import (
    SIDE,
    Color,
    Lattice,
    Place,
    Samples,
    circle,
    distance,
    median_color,
    place_at,
)

#: The side of the square with a letter, in cells, and in pixels at most.
_SIDE, _LARGEST = 0.56, 40
#: How many pixels a letter may lie beside the middle of its square, which has whole pixels.
_OFF = 1
#: The least mean of a letter's ink.
_LEAST_INK = 8


@dataclass(frozen=True)
class Letter:
    """A square with a letter: `size` pixels a side, and how far each is from the ground."""

    size: int
    ink: bytes

    @property
    def is_blank(self) -> bool:
        """Whether there is no letter."""
        return sum(self.ink) < _LEAST_INK * len(self.ink)


def letter_in(image: Image.Image, lattice: Lattice, cell: Cell, ground: Color) -> Letter:
    """Return what is written in the middle of a cell, given the colour that it is written on."""
    corners = [lattice.point(cell[0] + dx, cell[1] + dy) for dx, dy in ((0, 0), (1, 0), (0, 1))]
    pitch = max(abs(corners[1][0] - corners[0][0]), abs(corners[2][1] - corners[0][1]))
    x, y = lattice.point(cell[0] + 0.5, cell[1] + 0.5)
    size = max(1, round(_SIDE * pitch)) + 2 * _OFF
    side = min(size, _LARGEST)
    left, top = x - size / 2, y - size / 2
    if side == size:  # as it is, so that equal letters stay equal
        left, top = round(left), round(top)
    box = left, top, left + size, top + size
    square = image.transform((side, side), Image.Transform.EXTENT, box, Image.Resampling.BILINEAR)
    away = ImageChops.difference(square, Image.new("RGB", square.size, ground))
    return Letter(side, reduce(ImageChops.lighter, away.split()).tobytes())


@lru_cache(maxsize=1 << 14)
def difference(a: Letter, b: Letter) -> int:
    """Return how much letters differ, from 0 to 255, as a share of their ink."""
    size = max(a.size, b.size)
    one, other = (Image.frombytes("L", (letter.size, letter.size), letter.ink) for letter in (a, b))
    inner = one.crop((_OFF, _OFF, size - _OFF, size - _OFF))
    shifts = range(2 * _OFF + 1)
    shares = []
    for left, top in product(shifts, shifts):
        moved = other.crop((left, top, left + inner.width, top + inner.height))
        apart = sum(ImageChops.difference(inner, moved).tobytes())
        shares.append(2 * apart / max(1, sum(inner.tobytes()) + sum(moved.tobytes())))
    return round(255 * min(1.0, *shares))


#: The least contrast of anything that is not taken for the ground, and of a dot on a board with
#: others that are much brighter.
_FAINT, _FAINT_DOT = 12, 20
#: The least contrast of a line round a dot of the colour of its ground.
_OUTLINE = 24
#: By how much more than twice the usual line a wall stands out, and times its thickness in samples.
_BRIGHTER, _THICKER = 40, 150
#: How far the colour of a filled cell is from that of the board and of its neighbours, at least.
_FILLED = 16
#: The least share of a cell that something in it takes up.
_SMALL = 0.04
#: How far colours of one path may be apart.
_SAME_PATH = 70

_RING = circle(0.22, 16) + circle(0.265, 16)
#: Inside the outline of a circle, above and below what is written in it.
_POLES = [place_at(x, y) for x in (-0.05, 0, 0.05) for y in (-0.26, 0.23)]
_CENTRE = circle(0.08, 8)
_EXITS = [place_at(x, y) for x, y in ((0.43, 0), (-0.43, 0), (0, 0.43), (0, -0.43))]
_DIAGONALS = [place_at(x, y) for x in (-0.233, 0.233) for y in (-0.233, 0.233)]
_ALL = [(x, y) for y in range(SIDE) for x in range(SIDE)]
_INSIDE = [(x, y) for x, y in _ALL if math.dist((x + 0.5, y + 0.5), (10, 10)) <= 0.45 * SIDE]
_CORE = [(x, y) for x, y in _ALL if math.dist((x + 0.5, y + 0.5), (10, 10)) <= 0.25 * SIDE]
_MIDDLE = [(x, y) for x, y in _ALL if 3 <= x < SIDE - 3 and 3 <= y < SIDE - 3]
#: Along a side of a cell, without its middle, where a path may leave.
_BESIDE = [i for i in range(2, SIDE - 2) if abs(i - (SIDE - 1) / 2) > 4]
_FIRST, _LAST = (0, 1), (SIDE - 2, SIDE - 1)
_LEFT, _RIGHT = ([[(x, i) for i in _BESIDE] for x in side] for side in (_FIRST, _LAST))
_TOP, _BOTTOM = ([[(i, y) for i in _BESIDE] for y in side] for side in (_FIRST, _LAST))

_Lines: TypeAlias = Sequence[Sequence[Place]]


class Content(Enum):
    """What a cell seems to contain."""

    EMPTY = "empty"
    DOT = "dot"
    FAINT_DOT = "faint dot"
    PATH = "path"
    UNCLEAR = "unclear"

    @property
    def is_dot(self) -> bool:
        return self in (Content.DOT, Content.FAINT_DOT)


@dataclass(frozen=True)
class CellLook:
    """How a cell looks; `color` is that of its dot, path or whatever is in the middle.

    A dot that is drawn as a circle has the colour of the ground, and a `letter`.
    """

    look: Content
    color: Color
    letter: Letter | None = None


@dataclass(frozen=True)
class CellLooks:
    """How each cell of a lattice looks.

    `missing` are edges without a line, `walls` those with a much thicker line than the others,
    `gaps` cells at which the border has gaps. If it `goes_on`, the lattice may be a part of a
    larger one.
    """

    lattice: Lattice
    cells: Mapping[Cell, CellLook]
    walls: tuple[Edge, ...] = ()
    missing: tuple[Edge, ...] = ()
    gaps: tuple[Cell, ...] = ()
    goes_on: bool = False


def look_at_cells(image: Image.Image, lattice: Lattice) -> CellLooks:
    """Return how the cells of a lattice look in an RGB picture: some milliseconds of work."""
    samples = Samples(image, lattice)
    colors = {cell: median_color(samples.colors(cell, _RING)) for cell in samples.cells}
    contrasts = {cell: distance(colors[cell], samples.grounds[cell]) for cell in samples.cells}
    letters: dict[Cell, Letter] = {}
    for cell in samples.cells:
        if contrast := _fill_outline(samples, cell):
            contrasts[cell] = contrast
            letters[cell] = letter_in(image, lattice, cell, samples.grounds[cell])
    threshold = min(36.0, max(1.0 * _FAINT, 0.16 * max(contrasts.values())))
    shapes = {cell: _shape(samples, cell, off, threshold) for cell, off in contrasts.items()}
    radius = median([s.radius for s in shapes.values() if s.is_disc] or [0.0])
    looks = {cell: shape.look(radius) for cell, shape in shapes.items()}
    if not any(look.is_dot for look in looks.values()):
        looks |= dict.fromkeys(_tinted(samples, threshold), Content.UNCLEAR)
    for cell, look in looks.items():
        if look is Content.PATH:
            colors[cell] = median_color(samples.colors(cell, _CENTRE))
    looks |= dict.fromkeys(_loose_paths(looks, colors, letters), Content.UNCLEAR)
    looks |= dict.fromkeys(_filled(samples, looks), Content.UNCLEAR)
    cells = {
        cell: CellLook(look, colors[cell], letters.get(cell) if look.is_dot else None)
        for cell, look in looks.items()
    }
    return CellLooks(lattice, cells, _walls(samples))


def _fill_outline(samples: Samples, cell: Cell) -> int:
    """Fill the circle in a cell that is an outline; return its contrast, 0 if there is none."""
    if not (
        median(samples.away(cell, _POLES)) < _OUTLINE
        and all(samples.encloses(cell, place, _OUTLINE) for place in _RING)
    ):
        return 0
    contrast = max(samples.away(cell, _INSIDE))
    enclosed = [place for place in _INSIDE if samples.encloses(cell, place, _OUTLINE)]
    samples.fill(cell, enclosed, contrast)
    return contrast


@dataclass(frozen=True)
class _Figure:
    """What stands out from a cell's ground.

    The contrast of the ring, and the one from which it counts on this board; the shares of the ring
    and of the core that stand out; the share of the cell that does so clearly; the radius of a disc
    of the same area, 1 for the largest that is looked at; the share that stands out by half, as
    edges do that are not sharp; how many of the four ways out of the cell and of its four diagonals
    stand out; whether there is an edge at all, unlike in a coloured light.
    """

    contrast: int
    threshold: float
    ring: float
    core: float
    clear: float
    radius: float
    soft: float
    exits: int
    diagonals: int
    has_edge: bool

    @property
    def is_round(self) -> bool:
        """Whether it is round enough for a dot: a path may leave it in one direction."""
        return self.ring >= 0.75 and self.core >= 0.4 and (self.exits <= 1 or self.diagonals == 4)

    @property
    def is_faint(self) -> bool:
        """Whether it is surely round, with a sharp edge, but hardly stands out."""
        is_disc = min(self.ring, self.core) >= 0.95 and self.exits == 0
        return is_disc and _FAINT_DOT <= self.contrast < self.threshold and self.soft <= 0.2

    @property
    def is_disc(self) -> bool:
        is_clear = self.is_round and self.contrast >= self.threshold
        return self.has_edge and (self.is_faint or is_clear)

    def look(self, radius: float) -> Content:
        """Return what it is, given the usual radius of the dots on this board."""
        if self.is_disc and 0.86 * radius <= self.radius <= 1.16 * radius:
            return Content.FAINT_DOT if self.is_faint else Content.DOT
        if not self.has_edge or (self.contrast < self.threshold and self.clear < _SMALL):
            is_faint = self.contrast >= _FAINT and self.is_round and self.exits == 0
            return Content.UNCLEAR if is_faint else Content.EMPTY
        if self.exits >= 1 and self.core >= 0.3:
            return Content.PATH
        return Content.UNCLEAR


def _shape(samples: Samples, cell: Cell, contrast: int, threshold: float) -> _Figure:
    """Return what differs from a cell's ground more than from the colour in its middle."""
    half = max(_FAINT, contrast) / 2
    inside = samples.away(cell, _INSIDE)
    clear = samples.share(cell, _MIDDLE, threshold)
    is_something = clear >= _SMALL or contrast >= _FAINT_DOT
    return _Figure(
        contrast,
        threshold,
        samples.share(cell, _RING, half),
        samples.share(cell, _CORE, half),
        clear,
        math.sqrt(sum(away >= half for away in inside) / len(inside)),
        sum(0.6 * half <= away < 1.4 * half for away in inside) / len(inside),
        round(4 * samples.share(cell, _EXITS, half)),
        round(4 * samples.share(cell, _DIAGONALS, half)),
        is_something and samples.steepest(cell, 3) >= threshold / 2,
    )


def _tinted(samples: Samples, threshold: float) -> list[Cell]:
    """Return the cells that are filled all over, so that nothing stands out in them."""
    grounds = samples.grounds.items()
    return [cell for cell, ground in grounds if distance(ground, samples.ground) >= threshold]


def _filled(samples: Samples, looks: Mapping[Cell, Content]) -> list[Cell]:
    """Return the empty cells of another colour than the board and all cells beside: holes."""
    grounds = samples.grounds

    def is_filled(cell: Cell) -> bool:
        around = [grounds[other] for other in neighbors(cell) if other in grounds]
        others = (samples.ground, *around)
        is_unlike = all(distance(grounds[cell], other) >= _FILLED for other in others)
        return is_unlike and max(samples.away(cell, _MIDDLE)) < _FILLED

    return [cell for cell, look in looks.items() if look is Content.EMPTY and is_filled(cell)]


def _loose_paths(
    looks: Mapping[Cell, Content], colors: Mapping[Cell, Color], circles: Collection[Cell]
) -> set[Cell]:
    """Return the cells with a part of a path that leads to no circle and no dot of its colour."""
    left = {cell for cell, look in looks.items() if look is Content.PATH}
    reached = [cell for cell, look in looks.items() if look.is_dot]
    while reached:
        cell = reached.pop()
        for neighbor in neighbors(cell):
            if neighbor in left and (
                cell in circles or distance(colors[cell], colors[neighbor]) <= _SAME_PATH
            ):
                left.remove(neighbor)
                reached.append(neighbor)
    return left


def _walls(samples: Samples) -> tuple[Edge, ...]:
    """Return the edges whose lines are much brighter or thicker than usual."""
    across: dict[Edge, list[tuple[int, ...]]] = {}
    for x, y in samples.cells:
        if x:
            across[(x - 1, y), (x, y)] = _across(samples, (x - 1, y), _RIGHT, (x, y), _LEFT)
        if y:
            across[(x, y - 1), (x, y)] = _across(samples, (x, y - 1), _BOTTOM, (x, y), _TOP)
    bright = {edge: median(max(four[1:3]) for four in lines) for edge, lines in across.items()}
    thick = {edge: median(map(sum, lines)) for edge, lines in across.items()}
    usual, usually = (median(values or [0.0]) for values in (bright.values(), thick.values()))
    return tuple(
        edge
        for edge in across
        if bright[edge] > 2 * usual + _BRIGHTER or thick[edge] > 2 * usually + _THICKER
    )


def _across(
    samples: Samples, cell: Cell, before: _Lines, other: Cell, after: _Lines
) -> list[tuple[int, ...]]:
    """Return the distances of the four samples across the line between two cells, all along it."""
    sides = [samples.away(cell, line) for line in before]
    sides += [samples.away(other, line) for line in after]
    return list(zip(*sides, strict=True))
