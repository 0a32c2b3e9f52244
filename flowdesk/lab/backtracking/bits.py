"""Sets of cells as integers, a bit for each cell, so that a whole board is looked at in one stroke.

The cell ``(x, y)`` is bit number ``y * width + x``. Neighbours are cells that a path can step
between: two masks leave out walls, holes and the border.
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
        """The set of one cell."""
        return 1 << cell[1] * self._width + cell[0]

    def of(self, cells: Iterable[Cell]) -> int:
        """The set of these cells."""
        return sum(map(self.bit, cells))

    def first(self, cells: int) -> Cell:
        """The first cell of a set, in reading order."""
        y, x = divmod((cells & -cells).bit_length() - 1, self._width)
        return x, y

    def beside(self, cells: int) -> tuple[int, int, int]:
        """The cells that have at least one, two and three neighbours among `cells`."""
        right, down, width = self._right, self._down, self._width
        a, b = (cells & right) << 1, cells >> 1 & right
        c, d = (cells & down) << width, cells >> width & down
        one, other = a | b, c | d
        both, others = a & b, c & d
        return one | other, both | others | one & other, both & other | others & one

    def parts(self, cells: int) -> Iterator[int]:
        """The connected parts of a set."""
        right, down, width = self._right, self._down, self._width
        while cells:
            part, grown = 0, cells & -cells
            while part != grown:
                part = grown
                grown |= ((grown & right) << 1 | grown >> 1 & right) & cells
                grown |= ((grown & down) << width | grown >> width & down) & cells
            yield part
            cells ^= part
