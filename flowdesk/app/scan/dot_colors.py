"""Colours for dots that are set by hand: as in the picture, or unlike all others."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from flowdesk.core.grid import Cell
from flowdesk.scan.cells import CellLooks, Look
from flowdesk.scan.pairing import unlike
from flowdesk.scan.reading import Dots
from flowdesk.scan.samples import Color, distance

#: The least by which the colour of a new dot differs from those of others, and the most by which
#: the colours of two dots differ that are taken for a pair.
_OTHER, _SAME = 24, 48


def seen_color(looks: CellLooks, cell: Cell, dots: Sequence[Dots]) -> str:
    """Return the colour for a dot that is in the picture: that of a dot without a partner, or new.

    For a cell without anything in it, it is new and unlike all others.
    """
    seen = _seen(looks, cell)
    alone = [each.color for each in dots if len(each.cells) == 1 and cell not in each.cells]
    if seen and alone:
        nearest = min(alone, key=lambda color: distance(seen, _rgb(color)))
        if distance(seen, _rgb(nearest)) <= _SAME:
            return nearest
    return new_color(looks, cell, [each.color for each in dots])


def new_color(looks: CellLooks, cell: Cell, used: Collection[str]) -> str:
    """Return a colour ``#rrggbb`` for a dot unlike all others: as in the picture, if it can be."""
    seen, others = _seen(looks, cell), [_rgb(color) for color in used]
    if seen and all(distance(seen, other) >= _OTHER for other in others):
        return _name(seen)
    return _name(unlike(others))


def _seen(looks: CellLooks, cell: Cell) -> Color | None:
    """Return the colour of what is in a cell; None if that is nothing, or a circle."""
    found = looks.cells[cell]
    return None if found.look is Look.EMPTY or found.letter else found.color


def _rgb(color: str) -> Color:
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def _name(color: Color) -> str:
    return "#" + bytes(color).hex()
