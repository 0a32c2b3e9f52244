"""Shapes of boards by name: a cross, a ring, a diamond, a heart, and letters; for any size.

A shape is a rule: the width and height of a board, and which of its cells are holes. A cell is
``(x, y)``, counted from 0, y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise, product

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell

#: Which cells of a board, of at least `LEAST` columns and rows, belong to a shape.
Rule = Callable[[int, int], frozenset[Cell]]

#: A smaller board has no cells to tell shapes apart.
LEAST = 5

#: The strokes of each letter, as points on a grid of 5 by 5: column and row.
_STROKES = {
    "A": "04 01 10 30 41 44, 02 42",
    "B": "00 30 41 32 43 34 04 00, 02 32",
    "C": "40 10 01 03 14 44",
    "D": "00 30 41 43 34 04 00",
    "E": "40 00 04 44, 02 32",
    "F": "40 00 04, 02 32",
    "G": "40 10 01 03 14 44 42 22",
    "H": "00 04, 40 44, 02 42",
    "I": "00 40, 20 24, 04 44",
    "J": "10 40 43 34 14 03",
    "K": "00 04, 02 12 30 40, 12 34 44",
    "L": "00 04 44",
    "M": "04 00 40 44, 20 23",
    "N": "04 00 10 34 44 40",
    "O": "10 30 41 43 34 14 03 01 10",
    "P": "04 00 30 41 32 02",
    "Q": "44 14 03 01 10 30 41 44, 22 44",
    "R": "04 00 30 41 32 02, 22 44",
    "S": "40 10 01 12 32 43 34 04",
    "T": "00 40, 20 24",
    "U": "00 03 14 34 43 40",
    "V": "00 02 24 42 40",
    "W": "00 04 44 40, 24 21",
    "X": "00 44, 40 04",
    "Y": "00 01 22 41 40, 22 24",
    "Z": "00 40 04 44",
}


def _where(inside: Callable[[float, float], bool], width: int, height: int) -> frozenset[Cell]:
    """Return the cells whose middle is inside, told how far right and down, from -1 to 1."""
    cells = product(range(width), range(height))
    return frozenset(
        (x, y) for x, y in cells if inside((2 * x + 1) / width - 1, (2 * y + 1) / height - 1)
    )


def _cross(width: int, height: int) -> frozenset[Cell]:
    return _where(lambda u, v: min(abs(u), abs(v)) < 0.55, width, height)


def _ring(width: int, height: int) -> frozenset[Cell]:
    return _where(lambda u, v: 0.1 < u * u + v * v < 1.02, width, height)


def _diamond(width: int, height: int) -> frozenset[Cell]:
    most = 1.01 + 1 / min(width, height)  # an odd one is not pointed
    return _where(lambda u, v: abs(u) + abs(v) < most, width, height)


def _heart(width: int, height: int) -> frozenset[Cell]:
    def inside(u: float, v: float) -> bool:
        x, y = 1.05 * abs(u), 0.37 - 1.13 * v
        above = y - float(x ** (2 / 3))
        return x * x + above * above < 1

    return _where(inside, width, height)


def _letter(strokes: str, width: int, height: int) -> frozenset[Cell]:
    return frozenset(_inked(strokes, width, height))


def _inked(strokes: str, width: int, height: int) -> Iterator[Cell]:
    """Yield the cells under a pen whose nib has a fifth of the width, and of the height."""
    wide, high = (width + 2) // 5, (height + 2) // 5
    for stroke in strokes.split(", "):
        points = [
            (int(point[0]) * (width - wide) / 4, int(point[1]) * (height - high) / 4)
            for point in stroke.split()
        ]
        for (x, y), (to_x, to_y) in pairwise(points):
            steps, above = 4 * max(width, height), round(y)
            for part in (step / steps for step in range(steps + 1)):
                left, top = round(x + part * (to_x - x)), round(y + part * (to_y - y))
                rows = range(min(above, top), max(above, top) + high)
                yield from product(range(left, left + wide), rows)
                above = top


SHAPES: dict[str, Rule] = {
    "cross": _cross,
    "ring": _ring,
    "diamond": _diamond,
    "heart": _heart,
    **{letter: partial(_letter, strokes) for letter, strokes in _STROKES.items()},
}


def holes_of(shape: str, width: int, height: int) -> frozenset[Cell]:
    """Return the cells that are not of a shape; none without a name. FlowDeskError if too small."""
    if not shape:
        return frozenset()
    if min(width, height) < LEAST:
        raise FlowDeskError(f"The shape {shape!r} takes {LEAST} rows and columns or more.")
    return frozenset(product(range(width), range(height))) - SHAPES[shape](width, height)
