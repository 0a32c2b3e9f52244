"""Find another solution that differs from a known one only within a small square of the board.

Most random levels have such a solution. In each square of some sizes, every way to cover its cells
is tried, depth-first, cell by cell; the paths outside stay as they are. No SAT solver takes part.
"""

from __future__ import annotations

from itertools import chain, pairwise

from flowdesk.core.grid import Edge, edge_between
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution

#: The sides of the squares, in cells.
SIDES = (4, 6)


def nearby(level: Level, known: Solution) -> frozenset[Edge] | None:
    """Return the edges of another solution by the game's rule; None if there is none so near."""
    squares = _Squares(level, known)
    for side in SIDES:
        for y in range(level.height - side + 1):
            for x in range(level.width - side + 1):
                if edges := squares.other_way(x, y, side):
                    return edges
    return None


class _Squares:
    """A known solution, and the search for other ways to cover the cells of a square.

    Cells are numbers. `_needs` is the number of arms that a cell of the square lacks while the
    steps within the square are removed, 0 for every other cell. The paths are then in pieces:
    `_far` is the other end of the piece that ends at a cell, or -1 - the number of its path where
    the piece leads to an endpoint.
    """

    def __init__(self, level: Level, known: Solution) -> None:
        number = {cell: i for i, cell in enumerate(level.cells)}
        nowhere = len(number)
        self._cells = level.cells
        self._rows = [
            [number.get((x, y), nowhere) for x in range(level.width)] for y in range(level.height)
        ]
        self._right = [nowhere] * nowhere
        self._down = [nowhere] * nowhere
        for (x, y), i in number.items():
            for near in level.neighbors((x, y)):
                if near == (x + 1, y):
                    self._right[i] = number[near]
                elif near == (x, y + 1):
                    self._down[i] = number[near]
        #: The path of each cell, and its place along all paths one after the other, with gaps.
        self._path, self._place = [0] * nowhere, [0] * nowhere
        for path, cells in enumerate(known.paths.values()):
            for place, cell in enumerate(cells):
                self._path[number[cell]] = path
                self._place[number[cell]] = place + path * 2 * nowhere
        self._known = {(number[a], number[b]) for a, b in known.edges}
        self._needs = [0] * (nowhere + 1)
        self._far = [0] * nowhere
        self._square: list[int] = []
        self._steps: list[tuple[int, int]] = []

    def other_way(self, x: int, y: int, side: int) -> frozenset[Edge] | None:
        """Return the edges of a solution that differs within a square; None if there is none."""
        self._steps = []
        rows = (row[x : x + side] for row in self._rows[y : y + side])
        self._square = [cell for cell in chain.from_iterable(rows) if cell < len(self._cells)]
        self._take_apart()
        if self._covers(0, False):
            inside = set(self._square)
            kept = [step for step in self._known if not inside.issuperset(step)]
            cells = self._cells
            return frozenset(edge_between(cells[a], cells[b]) for a, b in kept + self._steps)
        for cell in self._square:
            self._needs[cell] = 0
        return None

    def _take_apart(self) -> None:
        """Remove all steps within the square."""
        needs, far, path, place = self._needs, self._far, self._path, self._place
        along = sorted(self._square, key=place.__getitem__)
        for before, cell in pairwise(along):
            if place[cell] == place[before] + 1:
                needs[before] += 1
                needs[cell] += 1
        ends = []  # of each part of a path within the square: the first cell, and the last
        for cell in along:
            far[cell] = cell
            if needs[cell] == 1:
                ends.append(cell)
        for i, cell in enumerate(ends):
            beyond = i - 1 if i % 2 == 0 else i + 1
            is_linked = 0 <= beyond < len(ends) and path[ends[beyond]] == path[cell]
            far[cell] = ends[beyond] if is_linked else -1 - path[cell]

    def _covers(self, start: int, differs: bool) -> bool:
        """Whether steps from cell number `start` of the square on give all its cells their arms.

        `differs`: whether a step was taken that the known solution does not have; one must be.
        """
        while start < len(self._square) and not self._needs[self._square[start]]:
            start += 1
        if start == len(self._square):
            return differs
        cell = self._square[start]
        if self._takes(cell, self._right[cell], start, differs):
            return True
        return self._needs[cell] == 1 and self._takes(cell, self._down[cell], start, differs)

    def _takes(self, cell: int, to: int, start: int, differs: bool) -> bool:
        """Whether a step to another cell leads to that; a cell that lacks two goes down as well."""
        needs, far = self._needs, self._far
        if not needs[to]:
            return False
        one, other = far[cell], far[to]
        if one == to or (one < 0 and other < 0 and one != other):
            return False  # a loop, or two colours
        needs[cell] -= 1
        needs[to] -= 1
        if one >= 0:
            far[one] = other
        if other >= 0:
            far[other] = one
        self._steps.append((cell, to))
        differs = differs or (cell, to) not in self._known
        if needs[cell]:
            works = self._takes(cell, self._down[cell], start, differs)
        else:
            works = self._covers(start + 1, differs)
        if not works:
            self._steps.pop()
            needs[cell] += 1
            needs[to] += 1
            if one >= 0:
                far[one] = cell
            if other >= 0:
                far[other] = to
        return works
