"""Write shapes as operators of PDF, in cells."""

from __future__ import annotations

from collections.abc import Iterable

from flowdesk.draw.measures import PIPE_WIDTH
from flowdesk.draw.shapes import Area, Disc, Pipe, decimal

#: The distance of the control points of a quarter circle of radius 1 from its ends.
_ROUND = 0.55228


def choose(color: str, operator: str) -> str:
    """Return the operator that sets the colour of areas and letters (``rg``) or lines (``RG``)."""
    parts = (decimal(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return f"{' '.join(parts)} {operator}"


def area(shape: Area) -> Iterable[str]:
    """Yield the operators that fill all rectangles at once."""
    yield choose(shape.color, "rg")
    yield from (" ".join(map(decimal, rectangle)) + " re" for rectangle in shape.rectangles)
    yield "f"


def pipe(shape: Pipe) -> Iterable[str]:
    """Yield the operators of a wide line; round joints are set for the whole board."""
    ends = 1 if shape.line.round_ends else 0
    yield f"{choose(shape.color, 'RG')} {PIPE_WIDTH} w {ends} J"
    for number, (x, y) in enumerate(shape.line.points):
        yield f"{decimal(x)} {decimal(y)} {'l' if number else 'm'}"
    yield "s" if shape.line.closed else "S"


def disc(shape: Disc) -> Iterable[str]:
    """Yield the operators of a circle of four curves, filled or drawn."""
    x, y, far, near = shape.x, shape.y, shape.radius, shape.radius * _ROUND
    yield f"{choose(shape.color, 'RG' if shape.width else 'rg')} {decimal(shape.width)} w"
    yield f"{decimal(x + far)} {decimal(y)} m"
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):  # from the centre to the beginning of a quarter
        quarter = (
            (far * a - near * b, far * b + near * a),
            (near * a - far * b, near * b + far * a),
            (-far * b, far * a),
        )
        yield " ".join(f"{decimal(x + dx)} {decimal(y + dy)}" for dx, dy in quarter) + " c"
    yield "s" if shape.width else "f"
