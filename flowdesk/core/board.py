"""Board: which cells a puzzle has, who is whose neighbour through which side, and their numbers.

Cells and links are numbered in reading order; of each cell the link to the right comes before the
one down. Searches keep what they know by these numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, pairwise

from flowdesk.core.grid import SIDES, Cell, Edge, beside, by_row, cells_of, connected, edge_joining


@dataclass(frozen=True)
class Board:
    """A rectangle of cells without its `holes`; neighbours are linked unless there is a wall.

    Made by `board_of`. What is asked for the first time is computed then, and kept.
    """

    width: int
    height: int
    holes: frozenset[Cell]
    walls: frozenset[Edge]

    def __reduce__(self) -> tuple[object, ...]:
        """Send other processes what the board is made of, not what it has computed."""
        return board_of, (self.width, self.height, self.holes, self.walls)

    @cached_property
    def rows(self) -> list[list[Cell]]:
        """The squares, cells and holes, row by row."""
        return [[(x, y) for x in range(self.width)] for y in range(self.height)]

    @cached_property
    def squares(self) -> tuple[Cell, ...]:
        """The squares in reading order."""
        return tuple(chain(*self.rows))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, in reading order."""
        return tuple(cell for cell in self.squares if cell not in self.holes)

    @cached_property
    def edge_rows(self) -> tuple[list[list[Edge]], list[list[Edge]]]:
        """All sides of the squares, row by row: the vertical ones, then the horizontal ones."""
        rows = self.corners.rows
        vertical = [list(map(edge_joining, row, below)) for row, below in pairwise(rows)]
        return vertical, [list(map(edge_joining, row, row[1:])) for row in rows]

    @cached_property
    def sweeps(self) -> tuple[list[list[Cell]], ...]:
        """The lines of the rectangle in the ways to sweep it: from the top, bottom, left, right."""
        columns = [list(column) for column in zip(*self.rows, strict=True)]
        return self.rows, self.rows[::-1], columns, columns[::-1]

    @cached_property
    def border(self) -> list[Cell]:
        """The places round the border, clockwise; none if there is a single row or column."""
        if 1 in (self.width, self.height):
            return []
        top, bottom, left, right = (lines[0] for lines in self.sweeps)
        return [*top[:-1], *right[:-1], *bottom[:0:-1], *left[:0:-1]]

    @cached_property
    def number(self) -> dict[Cell, int]:
        """The number of each cell."""
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def links(self) -> tuple[Edge, ...]:
        """The edges that a path can step across."""
        return tuple(
            (cell, near)
            for cell in self.cells
            for near in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))
            if near in self.number and (cell, near) not in self.walls
        )

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        """The two cells of each link."""
        return [(self.number[a], self.number[b]) for a, b in self.links]

    @cached_property
    def ways(self) -> list[list[tuple[int, int]]]:
        """The links of each cell, each with the neighbour across it: above, left, right, below."""
        ways: list[list[tuple[int, int]]] = [[] for _ in self.cells]
        for link, (a, b) in enumerate(self.ends):
            ways[a].append((link, b))
            ways[b].append((link, a))
        return ways

    @cached_property
    def corners(self) -> Board:
        """The corners of all cells of the rectangle: a board whose links are the `edges` here."""
        return Board(self.width + 1, self.height + 1, frozenset(), frozenset())

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All sides of the cells of the rectangle, in the order of the links of the `corners`."""
        return tuple(edge_joining(a, b) for a, b in self.corners.links)

    @cached_property
    def padded(self) -> Padded:
        """The rectangle with a ring of places round it."""
        return Padded(self.width, self.height)

    @cached_property
    def _onward(self) -> tuple[dict[int, tuple[int, int]], dict[int, tuple[int, int]]]:
        """By cell the link to the right, and the one down, each with the cell beyond it."""
        right, down = dict[int, tuple[int, int]](), dict[int, tuple[int, int]]()
        for link, (a, b) in enumerate(self.ends):
            is_right = self.cells[a][1] == self.cells[b][1]
            (right if is_right else down)[a] = link, b
        return right, down

    def near(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that a path can step to: above, left, right, below."""
        return self._near[cell]

    @cached_property
    def _near(self) -> dict[Cell, tuple[Cell, ...]]:
        cells = self.cells
        ways = zip(cells, self.ways, strict=True)
        return {cell: tuple([cells[near] for _, near in across]) for cell, across in ways}

    def sides(self, cell: Cell) -> dict[str, Cell]:
        """Return the cells that a path can step to by their sides, in the order of `SIDES`."""
        near = self.near(cell)
        return {side: other for side in SIDES if (other := beside(cell, side)) in near}

    @cached_property
    def blocks(self) -> list[tuple[int, int, int, int]]:
        """The links of each 2x2 block that has all four: top, left, right, bottom."""
        right, down = self._onward
        found = []
        for a, (top, b) in right.items():
            left, c = down.get(a, (-1, -1))
            if b in down and c in right:
                found.append((top, left, down[b][0], right[c][0]))
        return found

    @cached_property
    def bits(self) -> list[int]:
        """Each cell as a bit: sets of cells are integers, in which rows are `width` bits long."""
        return [1 << x + y * self.width for x, y in self.cells]

    @cached_property
    def across(self) -> int:
        """The cells that are linked with the one to the right, as bits."""
        return sum(self.bits[cell] for cell in self._onward[0])

    @cached_property
    def down(self) -> int:
        """The cells that are linked with the one below, as bits."""
        return sum(self.bits[cell] for cell in self._onward[1])

    def flood(self, start: int, within: int, across: int, down: int, enough: int = -1) -> int:
        """Return the cells of `within` that are connected to `start`, at least until `enough` are.

        All are bits; `across` and `down` are the cells from which the ways are open, as above.
        """
        width, part = self.width, start
        while enough & ~part:
            grown = (part | (part & across) << 1 | part >> 1 & across) & within
            grown |= ((grown & down) << width | grown >> width & down) & within
            if grown == part:
                break
            part = grown
        return part

    def balance(self, cells: Iterable[Cell]) -> int:
        """Return how many more of some cells are light than dark, like those of a checkerboard.

        Each link leads from one to the other.
        """
        return sum(1 - 2 * ((x + y) % 2) for x, y in cells)

    def parts(self, cells: Iterable[Cell]) -> list[set[Cell]]:
        """Return the connected parts of some cells, in reading order of their first ones."""
        return list(map(set, connected(by_row(cells), self.near)))


class Padded:
    """The places of a rectangle and of a ring round it, numbered row by row.

    From each place of the rectangle the same steps lead to the `sides` (above, left, right, below),
    and to all eight places `around` it, clockwise from above.
    """

    def __init__(self, width: int, height: int) -> None:
        row = width + 2
        self.sides = -row, -1, 1, row
        self.around = -row, 1 - row, 1, 1 + row, row, row - 1, -1, -1 - row
        #: The cell of each place, and the place of each cell.
        self.cells = [(x - 1, y - 1) for x, y in cells_of(row, height + 2)]
        self.place = {cell: place for place, cell in enumerate(self.cells)}
        #: The places of the rectangle.
        self.inner = [self.place[cell] for cell in cells_of(width, height)]


def board_of(
    width: int,
    height: int,
    holes: frozenset[Cell] = frozenset(),
    walls: frozenset[Edge] = frozenset(),
) -> Board:
    """Return a board, from the cache if possible."""
    return _made(width, height, holes, walls)


#: Few: all that is known of a board of 50x50 takes 2 MB.
_made = lru_cache(maxsize=4)(Board)
