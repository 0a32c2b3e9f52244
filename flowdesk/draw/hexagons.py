"""The areas of tiles in a hexagon, as polygons: what the sides of a square have as bars.

Points are in lengths of a cell, from its centre. What lies along a side is given for the top, and
turned; bars as long as the side are cut so that those of two sides meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from flowdesk.core.geometry import HEXAGONS, Point
from flowdesk.draw.measures import (
    BARS,
    PATTERNS,
    Rectangle,
    line_width,
    mark_width,
    stripe,
    wall_width,
)
from flowdesk.draw.scene import Tile
from flowdesk.draw.theme import Look

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
