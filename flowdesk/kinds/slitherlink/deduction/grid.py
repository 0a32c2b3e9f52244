"""Grid: the cells, corners and edges of a board as numbers, and which of them belong together.

They are numbered in reading order. A *place* is a cell or a corner; corners as places are numbered
after all cells. All cells outside the board are one cell, `ring`.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import and_

from flowdesk.core.board import Board
from flowdesk.core.grid import cells_at, corners_of, edges_at, edges_of, neighbors
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

#: For each corner of a cell: its pair of edges in the cell, the same in the corner.
_PAIRS = (
    ((TOP, LEFT), (RIGHT, BOTTOM)),
    ((TOP, RIGHT), (LEFT, BOTTOM)),
    ((BOTTOM, LEFT), (RIGHT, TOP)),
    ((BOTTOM, RIGHT), (LEFT, TOP)),
)


class Grid:
    """What all positions on boards of one size share."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells, self.corners, self.edges = board.cells, board.corners.cells, board.edges
        self.ring = ring = len(self.cells)
        self.number = number = {edge: place for place, edge in enumerate(self.edges)}
        cell_number = board.number.get
        #: The two cells of each edge, and its two corners.
        self.sides = [(cell_number(a, ring), cell_number(b, ring)) for a, b in self.edges]
        self.ends = board.corners.ends
        #: The edges of each place (top, left, right, bottom), -1 for those off the board.
        self.edges_of = [[number[edge] for edge in edges_of(cell)] for cell in self.cells]
        self.edges_of += [
            [number.get(edge, -1) for edge in edges_at(corner)] for corner in self.corners
        ]
        #: The edges of the ring.
        self.border = [edge for edge, sides in enumerate(self.sides) if self.ring in sides]
        #: The cells beside each cell: above, left, right, below.
        self.beside = [[cell_number(near, ring) for near in neighbors(cell)] for cell in self.cells]
        #: The cells round each corner: upper left, upper right, lower left, lower right.
        self.round = [
            [cell_number(cell, ring) for cell in cells_at(corner)] for corner in self.corners
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
        for number_here, cell in enumerate(self.cells):
            for corner, (own, other) in zip(corners_of(cell), _PAIRS, strict=True):
                place = ring + board.corners.number[corner]
                self.links[number_here].append((place, own, other))
                self.links[place].append((number_here, other, own))
        #: The patterns that each corner may have.
        self.passed = [
            reduce(and_, (OFF[BITS[i]] for i, edge in enumerate(edges) if edge < 0), PASSED)
            for edges in self.edges_of[ring:]
        ]


grid_of = lru_cache(maxsize=4)(Grid)
