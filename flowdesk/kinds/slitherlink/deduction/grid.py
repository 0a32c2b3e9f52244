"""Grid: the cells, corners and edges of a board as numbers, and which of them belong together.

They are numbered in reading order. A *place* is a cell or a corner; corners as places are numbered
after all cells. All cells outside the board are one cell, `ring`.
"""

from __future__ import annotations

from functools import lru_cache

from flowdesk.core.grid import cells_of, neighbors
from flowdesk.kinds.slitherlink.deduction.patterns import (
    BITS,
    BOTTOM,
    LEFT,
    OFF,
    ON,
    PASSED,
    RIGHT,
    TOP,
)
from flowdesk.kinds.slitherlink.puzzle import Corner, all_edges, edges_at, edges_of, ends_of

#: The corners of a cell: the step to it, its pair of edges in the cell, the same in the corner.
_CORNERS = (
    ((0, 0), (TOP, LEFT), (RIGHT, BOTTOM)),
    ((1, 0), (TOP, RIGHT), (LEFT, BOTTOM)),
    ((0, 1), (BOTTOM, LEFT), (RIGHT, TOP)),
    ((1, 1), (BOTTOM, RIGHT), (LEFT, TOP)),
)


class Grid:
    """What all positions on boards of one size share."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells = list(cells_of(width, height))
        self.ring = len(self.cells)
        self.corners: list[Corner] = list(cells_of(width + 1, height + 1))
        self.edges = list(all_edges(width, height))
        self.number = number = {edge: place for place, edge in enumerate(self.edges)}
        cell_number = {cell: place for place, cell in enumerate(self.cells)}
        corner_number = {corner: place for place, corner in enumerate(self.corners)}
        #: The two cells of each edge, and its two corners.
        self.sides = [
            (cell_number.get(a, self.ring), cell_number.get(b, self.ring)) for a, b in self.edges
        ]
        self.ends = [(corner_number[a], corner_number[b]) for a, b in map(ends_of, self.edges)]
        #: The edges of each place (top, left, right, bottom), -1 for those off the board.
        self.edges_of = [[number[edge] for edge in edges_of(cell)] for cell in self.cells]
        self.edges_of += [
            [number.get(edge, -1) for edge in edges_at(corner)] for corner in self.corners
        ]
        #: The edges of the ring.
        self.border = [edge for edge, sides in enumerate(self.sides) if self.ring in sides]
        #: The cells beside each cell: above, left, right, below.
        self.beside = [
            [cell_number.get(near, self.ring) for near in neighbors(cell)] for cell in self.cells
        ]
        #: The cells round each corner: upper left, upper right, lower left, lower right.
        self.round = [
            [
                cell_number.get(cell, self.ring)
                for cell in ((x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y))
            ]
            for x, y in self.corners
        ]
        #: The places of each edge, and the patterns in which it is on there and in which it is off.
        self.touched: list[list[tuple[int, int, int]]] = [[] for _ in self.edges]
        for place, edges in enumerate(self.edges_of):
            for bit, edge in zip(BITS, edges, strict=True):
                if edge >= 0:
                    self.touched[edge].append((place, ON[bit], OFF[bit]))
        #: For each place those that share two edges with it, with this pair here and there.
        self.links: list[list[tuple[int, tuple[int, int], tuple[int, int]]]] = [
            [] for _ in self.edges_of
        ]
        for cell, (x, y) in enumerate(self.cells):
            for (right, down), own, other in _CORNERS:
                corner = self.ring + corner_number[x + right, y + down]
                self.links[cell].append((corner, own, other))
                self.links[corner].append((cell, other, own))
        #: The patterns that each corner may have.
        self.passed = []
        for place in range(self.ring, len(self.edges_of)):
            patterns = PASSED
            for bit, edge in zip(BITS, self.edges_of[place], strict=True):
                if edge < 0:
                    patterns &= OFF[bit]
            self.passed.append(patterns)


grid_of = lru_cache(maxsize=4)(Grid)
