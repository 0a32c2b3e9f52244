"""Colours for dots that are set by hand: as in the picture, or unlike all others."""

from __future__ import annotations

import colorsys
from collections.abc import Collection, Sequence

from PIL import Image

from flowdesk.core.grid import Cell
from flowdesk.scan.lattice import Lattice
from flowdesk.scan.reading import Dots

#: The least difference in a channel by which the colour in a cell is another than its ground's, and
#: than that of other dots.
_SEEN, _OTHER = 36, 24
#: The most by which the colours of two dots differ that are taken for a pair.
_SAME = 48


def seen_color(image: Image.Image, lattice: Lattice, cell: Cell, dots: Sequence[Dots]) -> str:
    """Return the colour for a dot that is in the picture: that of a dot without a partner, or new.

    For a cell without anything in it, it is new and unlike all others.
    """
    seen = _seen(image, lattice, cell)
    alone = [each.color for each in dots if len(each.cells) == 1 and cell not in each.cells]
    if seen and alone:
        nearest = min(alone, key=lambda color: _apart(seen, _rgb(color)))
        if _apart(seen, _rgb(nearest)) <= _SAME:
            return nearest
    return new_color(image, lattice, cell, [each.color for each in dots])


def _seen(image: Image.Image, lattice: Lattice, cell: Cell) -> tuple[int, ...]:
    """Return the colour in the middle of a cell; empty if it is that of its ground."""
    x, y = cell
    middle, corner = (
        _color_at(image, lattice, x + place, y + place, size)
        for place, size in ((0.5, 0.1), (0.1, 0.06))
    )
    return middle if _apart(middle, corner) >= _SEEN else ()


def new_color(image: Image.Image, lattice: Lattice, cell: Cell, used: Collection[str]) -> str:
    """Return a colour ``#rrggbb`` for a dot unlike all others: as in the picture, if it can be."""
    seen, others = _seen(image, lattice, cell), [_rgb(color) for color in used]
    if seen and all(_apart(seen, other) >= _OTHER for other in others):
        return _name(seen)
    wheel = [
        tuple(round(255 * part) for part in colorsys.hsv_to_rgb(hue / 24, saturation, 1))
        for saturation in (1, 0.5)
        for hue in range(24)
    ]
    return _name(max(wheel, key=lambda c: min((_apart(c, o) for o in others), default=0)))


def _color_at(
    image: Image.Image, lattice: Lattice, column: float, row: float, radius: float
) -> tuple[int, ...]:
    """Return the mean colour round a place on a board; the radius is in cells."""
    x, y = lattice.point(column, row)
    beside = lattice.point(column + radius, row)
    reach = max(0.5, abs(beside[0] - x) + abs(beside[1] - y))
    x, y = min(max(x, reach), image.width - reach), min(max(y, reach), image.height - reach)
    box = x - reach, y - reach, x + reach, y + reach
    pixel = image.resize((1, 1), Image.Resampling.BOX, box=box).getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return pixel


def _apart(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def _rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


def _name(color: tuple[int, ...]) -> str:
    return "#" + bytes(color).hex()
