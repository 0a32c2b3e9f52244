"""Sizes of everything on a board, for pixels and vectors, and where its cells are in pixels.

All lengths are in cells unless a docstring says pixels. `assets/make_tiles.py` draws the sprites
with these numbers. In a hexagon, what lies along a side is given for the top, and turned; bars as
long as the side are cut so that those of two sides meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import ceil, sqrt
from typing import TypeAlias

from PIL import Image

from flowdesk.core.grid import SIDES, Cell
from flowdesk.core.shape import HEXAGONS, Geometry, Point
from flowdesk.draw.lettering import caption_height
from flowdesk.draw.scene import Scene, Tile
from flowdesk.draw.theme import Look

#: Left, top, width and height.
Rectangle: TypeAlias = tuple[float, float, float, float]

PIPE_WIDTH = 0.34
DOT_RADIUS = 0.36
RIM_WIDTH = 0.025
RING_WIDTH = 0.06
LOOP_WIDTH = 0.14
POINT_RADIUS = 0.055
CROSS_RADIUS = 0.1
CROSS_WIDTH = 0.045

_PENCIL_GRID, _PENCIL_STEP, _PENCIL_RADIUS = 0.68, 0.22, 0.38  # the radius as a share of a step


#: A solid line along paths, and the dashed ones: their widths as shares of it, and where each dash
#: of half a cell begins and how long it is. Dashes of neighbouring cells meet.
_SURE = 0.2
_THICKNESSES = (0.3, 0.55, 0.8)
_DASHES = ((0.0, 0.075), (0.175, 0.15), (0.425, 0.075))

#: The width of an outline.
_SIDE = 0.06

#: The reach and the line width of an arrow head; how near the border that of a warp is.
ARROW_REACH, ARROW_WIDTH = 0.13, 0.07
_WARP_AWAY = 0.15

#: The radius of what is round, and its line width; 0 is a full disc.
DISCS = {
    "dot": (DOT_RADIUS, 0.0),
    "rim": (DOT_RADIUS - RIM_WIDTH / 2, RIM_WIDTH),
    "ring": (DOT_RADIUS + 1.5 * RING_WIDTH, RING_WIDTH),
}


def _at_side(side: str, along: float, away: float, length: float, thick: float) -> Rectangle:
    """Return a bar along a side: where it begins, and how far from the side it is."""
    far = 1 - away - thick
    return {
        "t": (along, away, length, thick),
        "b": (along, far, length, thick),
        "l": (away, along, thick, length),
        "r": (far, along, thick, length),
    }[side]


def _bars() -> Mapping[str, Sequence[Rectangle]]:
    half = PIPE_WIDTH / 2
    found: dict[str, Sequence[Rectangle]] = {
        "frame": [(0.06 + 0.185 * n, 0.06, 0.14, 0.05) for n in range(5)],
        "arm": [(0.5 - half, away, PIPE_WIDTH, 0.07) for away in (0.0, 0.13, 0.26)],
        "stop": [(0.38, 0.07, 0.24, 0.03)],
        "edge": [(0.06 + 0.24 * n, 0.0, 0.16, LOOP_WIDTH / 2) for n in range(4)],
        "side": [(0.0, 0.0, 1.0, _SIDE)],
        "inner": [(0.11, 0.11, 0.78, 0.05)],
        "new wall": [(0.0, 0.0, 1.0, 0.07)],
        "old wall": [(0.05 + 0.25 * n, 0.0, 0.15, 0.07) for n in range(4)],
        "way": [(0.5 - _SURE / 2, 0.0, _SURE, 0.5 + _SURE / 2)],
        "pin": [(0.41, 0.0, 0.18, 0.09)],
        "pin ground": [(0.37, 0.0, 0.26, 0.13)],
    }
    for level, share in enumerate(_THICKNESSES, 1):
        wide = _SURE * share
        found[f"way {level}"] = [(0.5 - wide / 2, away, wide, length) for away, length in _DASHES]
        thick = share * LOOP_WIDTH / 2
        found[f"edge {level}"] = [(0.06 + 0.24 * n, 0.0, 0.16, thick) for n in range(4)]
    return found


#: The bars of patterns at the top of a cell: where each begins, from the left, how far from the
#: side it is, its length and its thickness.
BARS = _bars()


def _patterns() -> Mapping[str, Sequence[Rectangle]]:
    found: dict[str, Sequence[Rectangle]] = {
        "deck": [(0.2, 0.22, 0.6, 0.56)],
        "lock": [
            (0.65, 0.75, 0.26, 0.16),
            *((left, 0.62, 0.05, 0.13) for left in (0.69, 0.82)),
            (0.69, 0.60, 0.18, 0.05),
        ],
        "lock ground": [(0.61, 0.71, 0.33, 0.23), (0.65, 0.56, 0.26, 0.15)],
        "rails": [
            (left, top, width, height)
            for top, end in ((0.2, 0.12), (0.75, 0.75))
            for left, top, width, height in (
                (0.1, top, 0.8, 0.05),
                (0.1, end, 0.05, 0.13),
                (0.85, end, 0.05, 0.13),
            )
        ],
    }
    for name, bars in BARS.items():
        first, level = name.rstrip("123 "), name[-2:] if name[-1].isdigit() else ""
        for side in SIDES:
            found[f"{first} {side}{level}"] = [_at_side(side, *bar) for bar in bars]
    for down, right in product("tb", "lr"):
        left, top = ((1 - _SIDE) * (side in "rb") for side in (right, down))
        found[f"side {down}{right}"] = [(left, top, _SIDE, _SIDE)]
    found["frame"] = [bar for side in SIDES for bar in found[f"frame {side}"]]
    return found


#: Rectangles in a cell by the name of their pattern: a dashed ``frame``, a dashed ``arm t`` of a
#: path, a bar ``stop t`` where there is none, and a dashed part ``edge t`` of a loop. A ``side t``
#: is a part of an outline, ``side tl`` one where it bends inwards, an ``inner t`` one beside the
#: lines of a loop; a ``new wall t`` is solid and an ``old wall t`` dashed. A ``way t`` is thinner
#: than a path and solid; followed by a `scene.thickness`, it and ``edge t`` are dashed. The
#: ``rails`` of a bridge are beside its ``deck``. A ``lock`` is in a corner, half a ``pin t`` on a
#: side, each on its ``ground``.
PATTERNS = _patterns()

#: By how much the strokes of a label are thicker than in its font, on each side.
LABEL_OUTLINE = 1 / 90

#: The size of a cell, in pixels, from which on grid lines have their full colour. Between smaller
#: cells they are fainter, because they would dominate the picture.
_FULL_LINES = 16


def line_width(look: Look) -> int:
    """Return the width of grid lines, in whole pixels."""
    return max(1, round(look.cell / 50))


def wall_width(look: Look) -> int:
    """Return how far a wall reaches into a cell beside the grid line, in whole pixels."""
    return max(1, round(look.cell / 18))


def mark_width(look: Look) -> int:
    """Return the width of the lines that frame mistakes, in whole pixels."""
    return max(1, round(look.cell / 28))


def loop_width(look: Look) -> float:
    """Return the width of a loop, in pixels: that of grid lines at least."""
    return max(LOOP_WIDTH * look.cell, line_width(look))


def cross_width(look: Look) -> float:
    """Return the width of the lines of a small cross, in pixels: one at least."""
    return max(CROSS_WIDTH * look.cell, 1.0)


def margin(scene: Scene, look: Look) -> int:
    return ceil(scene.margin * look.cell)


def line_strength(look: Look) -> float:
    """Return the opacity of grid lines, from 0 to 1."""
    return min(1.0, look.cell / _FULL_LINES)


def label_size(text: str) -> float:
    """Return the size of a label's font: longer labels are smaller, to fit on their endpoint."""
    return {1: 0.5, 2: 0.4}.get(len(text), 0.28)


def stripe(number: int, count: int) -> tuple[float, float]:
    """Return where one of several stripes begins and ends, from the left of the cell."""
    return number / count, (number + 1) / count


def pencil(number: int, count: int) -> tuple[float, float, float]:
    """Return the centre and the radius of one of several small dots, which form a square."""
    columns = ceil(sqrt(count))
    rows = ceil(count / columns)
    step = min(_PENCIL_STEP, _PENCIL_GRID / columns)
    x, y = number % columns - (columns - 1) / 2, number // columns - (rows - 1) / 2
    return 0.5 + x * step, 0.5 + y * step, _PENCIL_RADIUS * step


def pencil_letter(tile: Tile) -> tuple[float, float, float]:
    """Return the centre of a letter in the place of a small dot, and the size of its font."""
    x, y, radius = pencil(*tile.stripe)
    return x, y, 2.6 * radius * label_size(tile.text) / label_size("A")


def arrow(tile: Tile, geometry: Geometry) -> list[Point]:
    """Return the three points of an arrow head that points to the side of a tile.

    They are given from the centre of the cell. That of a warp is outside the border, near to it.
    """
    reach, half = ARROW_REACH, ARROW_REACH / 2
    top = ((-reach, half), (0.0, -half), (reach, half))
    back = 0.5 - _WARP_AWAY if tile.kind == "warp" else 0.0
    return [geometry.turned((x, y + back), tile.side) for x, y in top]


def picture_size(scene: Scene, look: Look) -> Point:
    """Return width and height in pixels of a scene with its margins and its caption."""
    width, height = scene.size
    beside, below = around(scene, look)
    return width * look.cell + beside, height * look.cell + below


def around(scene: Scene, look: Look) -> tuple[int, int]:
    """Return by how many pixels a picture is wider than its board, and by how many higher.

    The last grid lines are beyond the last cells.
    """
    beside = line_width(look) + 2 * margin(scene, look)
    return beside, beside + ceil(caption_height(scene) * look.cell)


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
        """Return which pixels of the box are the cell's; None if all are."""
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


Polygon: TypeAlias = Sequence[Point]

#: Patterns whose bars begin at the side's middle, so that they are as long as in a square.
_OF_MIDDLE = ("arm", "stop", "way", "pin")

#: How far the lower right corner of a square is reduced to be in a hexagon.
_TO_CORNER = 0.85


def polygons(tile: Tile, look: Look, beyond: float = 0.0) -> Iterable[Polygon]:
    """Yield the areas of a tile that is made of areas.

    What is at the border of the cell reaches `beyond` it, for pictures that are cut out there.
    """
    line = line_width(look) / look.cell / 2
    widths = {"line": line, "wall": line + wall_width(look) / look.cell}
    widths["frame"] = mark_width(look) / look.cell
    match tile.kind:
        case "line" | "wall" | "frame":
            for side in tile.side:
                yield _along(side, -beyond, widths[tile.kind] + beyond)
        case "pattern" | "deck":
            yield from _pattern(tile.side, beyond)
        case "stripe":
            left, right = (HEXAGONS.wide * (place - 0.5) for place in stripe(*tile.stripe))
            yield _between(left, right, beyond)
        case _:
            yield _between(-HEXAGONS.wide / 2, HEXAGONS.wide / 2, beyond)


def _pattern(name: str, beyond: float) -> Iterable[Polygon]:
    words = name.split()
    if words[0] == "lock":  # the corner that a square has is nearer
        for left, top, width, height in PATTERNS[name]:
            across, down = (left - 0.5) * _TO_CORNER, (top - 0.5) * _TO_CORNER
            yield _turned((across, down, width * _TO_CORNER, height * _TO_CORNER), "t")
        return
    side = next((word for word in words if word in HEXAGONS.shape.sides), "")
    bars = BARS[" ".join(word for word in words if word != side)]
    long = 1.0 if words[0] in _OF_MIDDLE else HEXAGONS.long
    for each in side or HEXAGONS.shape.sides:
        for along, away, length, thick in bars:
            outer = away or -beyond
            if length >= 1:
                yield _along(each, outer, away + thick - outer)
            else:
                bar = long * (along - 0.5), outer - 0.5, long * length, away + thick - outer
                yield _turned(bar, each)


def _along(side: str, away: float, thick: float) -> Polygon:
    """Return a bar along all of a side, so far away from it."""
    a, b = HEXAGONS.ends[side]
    outer, inner = 1 - 2 * away, 1 - 2 * (away + thick)
    return [_times(a, outer), _times(b, outer), _times(b, inner), _times(a, inner)]


def _times(point: Point, share: float) -> Point:
    return point[0] * share, point[1] * share


def _turned(bar: Rectangle, side: str) -> Polygon:
    """Return a bar at the top, given from the centre, at a side."""
    left, top, width, height = bar
    corners = (left, top), (left + width, top), (left + width, top + height), (left, top + height)
    return [HEXAGONS.turned(corner, side) for corner in corners]


def _between(left: float, right: float, beyond: float) -> Polygon:
    """Return what of a hexagon is between two vertical lines, and `beyond` it above and below."""
    far, near = HEXAGONS.wide / 2, HEXAGONS.wide / 4
    xs = [left, *(x for x in (-near, near) if left < x < right), right]
    heights = [0.5 * min(1.0, (far - abs(x)) / (far - near)) for x in xs]
    above = [(x, -high - beyond) for x, high in zip(xs, heights, strict=True)]
    return [*above, *((x, -y) for x, y in reversed(above))]
