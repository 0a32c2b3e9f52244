"""Grid: cells, corners and edges as numbers; and the patterns in which edges may be on.

They are numbered in reading order. A *place* is a cell or a corner; corners as places are numbered
after all cells. All cells outside the board are one cell, `ring`.

A pattern says which of the four edges of a place are on: it has a bit for each of those at the top,
left, right and bottom. A set of patterns is an integer with a bit for each of the sixteen. A cell
and a corner of it share two edges, a horizontal and a vertical one: a *pair*, which is given by
their two bits in the pattern. What may be on of a pair is a set of four: neither, the horizontal
edge, the vertical one, both.
"""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from operator import and_
from typing import TypeAlias

from flowdesk.core.board import Board
from flowdesk.core.grid import cells_at, corners_of, edges_at, edges_of, neighbors

#: The bits of a horizontal and of a vertical edge.
Pair: TypeAlias = tuple[int, int]

TOP, LEFT, RIGHT, BOTTOM = BITS = (1, 2, 4, 8)
ANY = 0xFFFF

#: The patterns in which an edge is on, and in which it is off, by its bit.
ON = {bit: sum(1 << pattern for pattern in range(16) if pattern & bit) for bit in BITS}
OFF = {bit: ANY - ON[bit] for bit in BITS}

#: The patterns with so many edges.
WITH = [sum(1 << p for p in range(16) if bin(p).count("1") == n) for n in range(5)]

#: The patterns of a corner: no loop there, or one that passes.
PASSED = WITH[0] | WITH[2]


@cache
def settled(patterns: int) -> tuple[int, int]:
    """Return the edges that are on in all of some patterns, and those that are off in all."""
    found = [pattern for pattern in range(16) if patterns >> pattern & 1]
    on, off = 15, 15
    for pattern in found:
        on &= pattern
        off &= ~pattern
    return on, off


@cache
def seen(patterns: int, pair: Pair) -> int:
    """Return what may be on of a pair."""
    across, down = pair
    return sum(
        1 << (index_across + 2 * index_down)
        for index_across in (0, 1)
        for index_down in (0, 1)
        if patterns & (ON if index_across else OFF)[across] & (ON if index_down else OFF)[down]
    )


@cache
def fitting(pair: Pair, may_be: int) -> int:
    """Return the patterns in which only such is on of a pair as may be."""
    return sum(1 << pattern for pattern in range(16) if seen(1 << pattern, pair) & may_be)


@cache
def related(patterns: int) -> tuple[tuple[int, int, bool], ...]:
    """Return the pairs of edges that are known to be alike or not in all of some patterns.

    As their numbers from 0 to 3, and whether one is on and the other off.
    """
    found = []
    for first in range(4):
        for second in range(first + 1, 4):
            for differ in (False, True):
                if not patterns & ~relation(first, second, differ):
                    found.append((first, second, differ))
    return tuple(found)


@cache
def relation(first: int, second: int, differ: bool) -> int:
    """Return the patterns in which two edges are alike, or in which they differ."""
    return sum(
        1 << pattern
        for pattern in range(16)
        if ((pattern >> first ^ pattern >> second) & 1) == differ
    )


#: For each corner of a cell: its pair of edges in the cell, the same in the corner.
_PAIRS = (
    ((TOP, LEFT), (RIGHT, BOTTOM)),
    ((TOP, RIGHT), (LEFT, BOTTOM)),
    ((BOTTOM, LEFT), (RIGHT, TOP)),
    ((BOTTOM, RIGHT), (LEFT, TOP)),
)


class SlitherlinkGrid:
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


grid_of = lru_cache(maxsize=4)(SlitherlinkGrid)
