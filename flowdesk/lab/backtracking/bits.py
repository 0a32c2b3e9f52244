"""Bits: sets of cells as integers, one bit for each cell, so that one operation treats all cells.

The cell ``(x, y)`` is bit number ``y * width + x``. Neighbours are cells that a path can step
between: two masks exclude steps across walls, into holes and over the border.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flowdesk.core.grid import Cell
from flowdesk.kinds.flow.level import Level


class Bits:
    """Sets of the cells of a level."""

    def __init__(self, level: Level) -> None:
        self._width = level.width
        self.all = self.of(level.cells)
        steps = [(cell, near) for cell in level.cells for near in level.neighbors(cell)]
        self._right = self.of((x, y) for (x, y), near in steps if near == (x + 1, y))
        self._down = self.of((x, y) for (x, y), near in steps if near == (x, y + 1))

    def bit(self, cell: Cell) -> int:
        """Return the set of one cell."""
        return 1 << cell[1] * self._width + cell[0]

    def of(self, cells: Iterable[Cell]) -> int:
        """Return the set of these cells."""
        return sum(map(self.bit, cells))

    def first(self, cells: int) -> Cell:
        """Return the first cell of a set, in reading order."""
        y, x = divmod((cells & -cells).bit_length() - 1, self._width)
        return x, y

    def beside(self, cells: int) -> tuple[int, int, int]:
        """Return the cells that have at least one, two and three neighbours among `cells`."""
        right, down, width = self._right, self._down, self._width
        a, b = (cells & right) << 1, cells >> 1 & right
        c, d = (cells & down) << width, cells >> width & down
        one, other = a | b, c | d
        both, others = a & b, c & d
        return one | other, both | others | one & other, both & other | others & one

    def parts(self, cells: int) -> Iterator[int]:
        """Yield the connected parts of a set."""
        right, down, width = self._right, self._down, self._width
        while cells:
            part, grown = 0, cells & -cells
            while part != grown:
                part = grown
                grown |= ((grown & right) << 1 | grown >> 1 & right) & cells
                grown |= ((grown & down) << width | grown >> width & down) & cells
            yield part
            cells ^= part
