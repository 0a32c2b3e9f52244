"""Colours for dots that have none of their own."""

from __future__ import annotations

import colorsys
from collections.abc import Collection
from functools import cache

from flowdesk.scan.samples import Color, distance


def unlike(others: Collection[Color]) -> Color:
    """Return the bright or pale colour that is farthest from others."""
    return max(_wheel(), key=lambda c: min((distance(c, o) for o in others), default=0))


@cache
def _wheel() -> list[Color]:
    """Return bright colours all round the wheel, and paler ones."""
    found = []
    for saturation in (1, 0.5):
        for hue in range(24):
            red, green, blue = colorsys.hsv_to_rgb(hue / 24, saturation, 1)
            found.append((round(255 * red), round(255 * green), round(255 * blue)))
    return found
