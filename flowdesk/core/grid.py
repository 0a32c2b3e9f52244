"""Cells, edges and corners of a grid of squares, and the ways to turn one.

A cell is ``(x, y)``, zero-based, x from left to right, y from top to bottom. A corner ``(x, y)`` is
the upper left one of that cell. An edge is the pair of two neighbouring cells, the smaller one
first; it joins two corners. Which cells and edges there are, a `flowdesk.core.board.Board` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Cell: TypeAlias = tuple[int, int]
Corner: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[Cell, Cell]

#: The steps to the four sides by their letter: top, bottom, left, right.
STEPS: dict[str, Cell] = {"t": (0, -1), "b": (0, 1), "l": (-1, 0), "r": (1, 0)}
#: The sides in the order of the names of tiles, and the opposite of each.
SIDES = "".join(STEPS)
OPPOSITE = {"t": "b", "b": "t", "l": "r", "r": "l"}
#: Where a step to a side leads, also to the slanted sides of a hexagon (see `core.shape`).
WAYS = {"t": "up", "b": "down", "l": "left", "r": "right"}
WAYS |= {"q": "to the upper left", "e": "to the upper right"}
WAYS |= {"a": "to the lower left", "d": "to the lower right"}
#: Where something is at a side, as people read it.
AT_SIDES = {"t": "above", "b": "below", "l": "on the left", "r": "on the right"}
AT_SIDES |= {"q": "at the upper left", "e": "at the upper right"}
AT_SIDES |= {"a": "at the lower left", "d": "at the lower right"}
_ORDER = "".join(WAYS).index
_DIRECTIONS = {step: name for name, step in STEPS.items()}

#: What can be done to a whole board; the quarter turn is clockwise.
TURNS = ("rotate", "flip horizontally", "flip vertically")


def cell_name(cell: Cell) -> str:
    """Return a cell as people read it, counted from 1: ``row 3, column 5``."""
    x, y = cell
    return f"row {y + 1}, column {x + 1}"


def in_order(sides: Iterable[str]) -> str:
    """Return letters of sides in the order of `WAYS`."""
    return "".join(sorted(sides, key=_ORDER))


def edge_between(a: Cell, b: Cell) -> Edge:
    """Return the edge between two neighbouring cells, in whichever order they are given."""
    return (a, b) if a < b else (b, a)


def direction(a: Cell, b: Cell) -> str:
    """Return the letter of the step from `a` to its neighbour `b`; KeyError for any other cell."""
    return _DIRECTIONS[b[0] - a[0], b[1] - a[1]]


def side_of(cell: Cell, edge: Edge) -> str:
    """Return the letter of the side of a cell at which an edge is."""
    return direction(cell, edge[1] if edge[0] == cell else edge[0])


def edge_at(cell: Cell, side: str) -> Edge:
    """Return the edge at a side of a cell."""
    return edge_between(cell, beside(cell, side))


def side_name(cell: Cell, edge: Edge) -> str:
    """Return at which side of a cell an edge is, as people read it: ``on the left``."""
    return AT_SIDES[side_of(cell, edge)]


def line_name(cell: Cell, side: str) -> str:
    """Return the line of squares that leads through a side of a cell: ``row 3``, ``column 5``."""
    return f"row {cell[1] + 1}" if side in "lr" else f"column {cell[0] + 1}"


def distance(a: Cell, b: Cell) -> int:
    """Return the number of steps between two cells if nothing is in the way."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def are_neighbors(a: Cell, b: Cell) -> bool:
    """Whether two cells share a side."""
    return distance(a, b) == 1


def neighbors(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the cells above, left, right and below, whether or not they are on the board."""
    x, y = cell
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def around(cell: Cell) -> Iterator[Cell]:
    """Yield a cell and the eight round it, whether or not they are on the board."""
    x, y = cell
    return ((x + right, y + down) for down in (-1, 0, 1) for right in (-1, 0, 1))


def beside(cell: Cell, side: str) -> Cell:
    """Return the cell at a side of another one, whether or not it is on the board."""
    step = STEPS[side]
    return cell[0] + step[0], cell[1] + step[1]


@lru_cache(maxsize=1 << 15)
def edges_of(cell: Cell) -> tuple[Edge, Edge, Edge, Edge]:
    """Return the edges of a cell: top, left, right and bottom."""
    top, left, right, bottom = (edge_between(cell, near) for near in neighbors(cell))
    return top, left, right, bottom


def ends_of(edge: Edge) -> tuple[Corner, Corner]:
    """Return the two corners that an edge joins."""
    (_, y), (right, bottom) = edge
    corner = right, bottom
    return corner, ((right + 1, bottom) if y < bottom else (right, bottom + 1))


def edges_at(corner: Corner) -> tuple[Edge, Edge, Edge, Edge]:
    """Return the edges, perhaps off the board, from a corner to the top, left, right and bottom."""
    x, y = corner
    upper_left, upper_right, lower_left, here = (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)
    top, left = (upper_left, upper_right), (upper_left, lower_left)
    return top, left, (upper_right, here), (lower_left, here)


def edge_joining(a: Corner, b: Corner) -> Edge:
    """Return the edge between two neighbouring corners."""
    (x, y), (other_x, _) = sorted((a, b))
    return ((x, y - 1), (x, y)) if other_x > x else ((x - 1, y), (x, y))


def corners_of(cell: Cell) -> tuple[Corner, Corner, Corner, Corner]:
    """Return the corners of a cell: upper left, upper right, lower left, lower right."""
    x, y = cell
    return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)


def cells_at(corner: Corner) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the cells round a corner, in the same order; some may be off the board."""
    x, y = corner
    return (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)


def cells_of(width: int, height: int) -> Iterator[Cell]:
    """Yield every cell, row by row."""
    return ((x, y) for y in range(height) for x in range(width))


def balance(cells: Iterable[Cell]) -> int:
    """Return how many more of some cells are light than dark, like those of a checkerboard."""
    return sum(1 - 2 * ((x + y) % 2) for x, y in cells)


def by_row(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the cells in reading order."""
    return tuple(sorted(cells, key=itemgetter(1, 0)))


def places(cells: Iterable[Cell], most: int = 6) -> str:
    """Return the positions of cells as people read them: "row 1, columns 2 and 3; row 4, column 1".

    Name the first `most` cells in reading order, and count the others.
    """
    columns: dict[int, list[str]] = {}
    in_order = by_row(cells)
    for x, y in in_order[:most]:
        columns.setdefault(y, []).append(str(x + 1))
    rows = columns.items()
    found = [f"row {y + 1}, column{'s' * (len(row) > 1)} {listed(row)}" for y, row in rows]
    if more := len(in_order[most:]):
        found.append(f"{more} more cell{'s' * (more > 1)}")
    return "; ".join(found)


def listed(words: Sequence[str]) -> str:
    """Join words by commas and a final "and"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def cells_on_line(a: Cell, b: Cell) -> list[Cell]:
    """Return the cells on a straight line from `a` (exclusive) to `b`, each next to the one before.

    Pointer events may lie far apart; a drag visits every cell in between.
    """
    (x, y), (end_x, end_y) = a, b
    across, down = abs(end_x - x), abs(end_y - y)
    step_x, step_y = (1 if end_x > x else -1), (1 if end_y > y else -1)
    passed: list[Cell] = []
    balance = across - down
    while (x, y) != (end_x, end_y):
        if y == end_y or (x != end_x and balance > 0):
            x, balance = x + step_x, balance - 2 * down
        else:
            y, balance = y + step_y, balance + 2 * across
        passed.append((x, y))
    return passed


def turned(cell: Cell, turn: str, width: int, height: int) -> Cell:
    """Return the position of a cell of a `width` x `height` board after one of `TURNS`."""
    x, y = cell
    if turn == "rotate":
        return height - 1 - y, x
    return (width - 1 - x, y) if turn == "flip horizontally" else (x, height - 1 - y)


def ways_along(pairs: Iterable[tuple[T, T]]) -> dict[T, list[T]]:
    """Return where pairs lead from each of the cells, corners or nodes that they join."""
    ways: dict[T, list[T]] = {}
    for a, b in pairs:
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    return ways


def connected(cells: Iterable[T], near: Callable[[T], Iterable[T]]) -> Iterator[list[T]]:
    """Yield the connected parts of some cells, or corners, each from its first one on.

    `near` tells the neighbours. A line that is given from one of its ends on stays in its order.
    """
    left = dict.fromkeys(cells)
    for start in list(left):
        if start not in left:
            continue
        part: list[T] = []
        frontier = [start]
        while frontier:
            cell = frontier.pop()
            if cell in left:
                del left[cell]
                part.append(cell)
                frontier += near(cell)
        yield part


@dataclass(frozen=True)
class Area:
    """A rectangle of cells, given by two opposite corners; `start` stays when it is extended."""

    start: Cell
    end: Cell

    @classmethod
    def of_board(cls, width: int, height: int) -> Area:
        """Return all cells of a board."""
        return cls((0, 0), (width - 1, height - 1))

    @property
    def corner(self) -> Cell:
        """The upper left cell."""
        return min(self.start[0], self.end[0]), min(self.start[1], self.end[1])

    @property
    def width(self) -> int:
        """How many columns it has."""
        return abs(self.start[0] - self.end[0]) + 1

    @property
    def height(self) -> int:
        """How many rows it has."""
        return abs(self.start[1] - self.end[1]) + 1

    def __contains__(self, cell: Cell) -> bool:
        (x, y), (left, top) = cell, self.corner
        return left <= x < left + self.width and top <= y < top + self.height

    @property
    def cells(self) -> Iterator[Cell]:
        """Every cell, row by row."""
        left, top = self.corner
        return ((left + x, top + y) for x, y in cells_of(self.width, self.height))

    def moved(self, corner: Cell) -> Area:
        """Return an area of the same size whose upper left cell is `corner`."""
        across, down = corner[0] - self.corner[0], corner[1] - self.corner[1]
        (x, y), (end_x, end_y) = self.start, self.end
        return Area((x + across, y + down), (end_x + across, end_y + down))

    def turned(self, turn: str, width: int, height: int) -> Area:
        """Return where it is after one of `core.grid.TURNS` of a board of this size."""
        return Area(turned(self.start, turn, width, height), turned(self.end, turn, width, height))

    def within(self, width: int, height: int) -> Area | None:
        """Return what of it lies on a board of this size, or None."""
        if self.inside(width, height):
            return self
        left, top = self.corner
        right, bottom = min(left + self.width, width), min(top + self.height, height)
        left, top = max(left, 0), max(top, 0)
        return Area((left, top), (right - 1, bottom - 1)) if left < right and top < bottom else None

    def inside(self, width: int, height: int) -> bool:
        """Whether all of it lies on a board of this size."""
        return all(0 <= x < width and 0 <= y < height for x, y in (self.start, self.end))


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
