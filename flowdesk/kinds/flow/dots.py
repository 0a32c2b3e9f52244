"""Make a level of coloured dots, such as those in a picture of a board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell
from flowdesk.kinds.entry import Scanning
from flowdesk.kinds.flow.colors import LABELS, free_labels, standard_color
from flowdesk.kinds.flow.level import Level, own_colors, size_problem

#: How many colours the game has: they are preferred to further ones, which are less known.
_OF_THE_GAME = 16
#: The largest value of red, green and blue of all dots below which a picture is dark as a whole.
_DARK = 200
#: Up to this difference in red, green or blue a colour counts as the usual one: within a picture
#: that is compressed, or was taken while the board appeared, a colour varies by about 30.
_ALIKE = 48


def from_dots(width: int, height: int, dots: Sequence[tuple[str, Sequence[Cell]]]) -> Level:
    """Return the level with these endpoints, given as colours ``#rrggbb`` and their cells.

    Each colour gets a label of its own, that of the most similar usual colour; the best matches
    are made first. If all colours are dark, as while a board appears, brighter ones are meant.
    FormatError if a level cannot have this size.
    """
    if problem := size_problem(width, height):
        raise FormatError(problem)
    colors = _brightened([color for color, _ in dots])
    labels = _labels(colors)
    seen = dict(zip(labels, colors, strict=True))
    return Level(
        width,
        height,
        {cell: label for label, (_, cells) in zip(labels, dots, strict=True) for cell in cells},
        colors=own_colors({label: _usual_if_alike(label, color) for label, color in seen.items()}),
    )


def _brightened(colors: Sequence[str]) -> list[str]:
    """Return the colours, brighter by the same factor if all are dark."""
    brightest = max((value for color in colors for value in _rgb(color)), default=0)
    if not 0 < brightest < _DARK:
        return list(colors)
    bright = ((value * 255 // brightest for value in _rgb(color)) for color in colors)
    return ["#" + bytes(rgb).hex() for rgb in bright]


def _labels(colors: Sequence[str]) -> list[str]:
    """Return a label for each colour; the same colour twice has two labels."""
    known = LABELS[:_OF_THE_GAME] if len(colors) <= _OF_THE_GAME else LABELS
    found: dict[int, str] = {}
    taken: set[str] = set()
    for number, label in sorted(
        product(range(len(colors)), known),
        key=lambda pair: _distance(colors[pair[0]], standard_color(pair[1])),
    ):
        if number not in found and label not in taken:
            found[number] = label
            taken.add(label)
    further = free_labels(LABELS)
    return [found.get(number) or next(further) for number in range(len(colors))]


def _distance(one: str, other: str) -> float:
    """Return how different two colours look: their distance in CIE 1976 L*a*b*."""
    return math.dist(_lab(one), _lab(other))


def _lab(color: str) -> tuple[float, float, float]:
    """Return L*, a* and b* of an sRGB colour under its own white, D65."""
    red, green, blue = (
        value / 3294.6 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in _rgb(color)
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    f, g, h = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * g - 16, 500 * (f - g), 200 * (g - h)


def _usual_if_alike(label: str, color: str) -> str:
    usual = standard_color(label)
    differences = (abs(a - b) for a, b in zip(_rgb(color), _rgb(usual), strict=True))
    return usual if max(differences) <= _ALIKE else color


def _rgb(color: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


class FlowScanning(Scanning[Level]):
    """The dots of a picture are endpoints."""

    from_dots = staticmethod(from_dots)
