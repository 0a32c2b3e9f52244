"""Solution: one path for each colour; and an independent checker.

The checker uses nothing of the solvers and of the encoding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell, Edge, are_neighbors, by_row, edge_between
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level


@dataclass(frozen=True)
class Solution:
    """The path of each colour, as its cells from one endpoint to the other."""

    paths: Mapping[str, tuple[Cell, ...]]

    @property
    def edges(self) -> frozenset[Edge]:
        """Return every step of every path."""
        return frozenset(
            edge_between(a, b) for path in self.paths.values() for a, b in pairwise(path)
        )

    @property
    def label_of(self) -> dict[Cell, str]:
        """Return the label of the path that covers each cell."""
        return {cell: label for label, path in self.paths.items() for cell in path}


def touches(level: Level, solution: Solution) -> list[Edge]:
    """Return the edges between neighbouring cells of one path without a step between them.

    Cells with a wall between them are not neighbours.
    """
    found, near = [], level.board.near
    for path in solution.paths.values():
        place = {cell: number for number, cell in enumerate(path)}
        for cell, number in place.items():
            for other in near(cell):
                if cell < other and abs(place.get(other, number) - number) > 1:
                    found.append((cell, other))
    return found


def mistakes(level: Level, solution: Solution) -> list[Finding]:
    """Return everything that keeps `solution` from solving `level`; empty if it does."""
    found: list[Finding] = []

    def add(rule: str, message: str, *cells: Cell) -> None:
        found.append(Finding(rule, message, by_row(cells), Severity.INVALID))

    for label, path in solution.paths.items():
        ends, name = sorted(level.pairs.get(label, ())), color_name(level, label)
        if len(path) < 2 or sorted((path[0], path[-1])) != ends:
            add("ends", f"The path of {name} does not connect its two endpoints.", *path)
        for cell in path[1:-1]:
            if cell in level.endpoints:
                add("through-endpoint", f"The path of {name} passes through an endpoint.", cell)
        for a, b in pairwise(path):
            if not are_neighbors(a, b):
                add("step", f"The path of {name} jumps: these cells are not neighbours.", a, b)
            elif edge_between(a, b) in level.walls:
                add("wall", f"The path of {name} passes through a wall.", a, b)
    for label in level.pairs:
        if label not in solution.paths:
            add("missing", f"There is no path for {color_name(level, label)}.", *level.pairs[label])
    covered = Counter(cell for path in solution.paths.values() for cell in path)
    for cell, times in covered.items():
        if not level.is_cell(cell):
            add("off-board", "A path leaves the board or enters a hole.", cell)
        elif times > 1:
            add("crossing", "Two paths meet in this cell.", cell)
    for cell in level.cells:
        if cell not in covered:
            add("uncovered", "No path covers this cell.", cell)
    return found
