"""Letters: what is written in dots that are drawn as circles, as pictures that are compared.

Nobody reads them: dots with the same letter are a pair, whatever it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import product

from PIL import Image, ImageChops

from flowdesk.core.grid import Cell
from flowdesk.scan.lattice import Lattice
from flowdesk.scan.samples import Color

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
