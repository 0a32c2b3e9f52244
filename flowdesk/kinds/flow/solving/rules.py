"""The rules of Flow as named groups of clauses, as far as they depend only on a board's shape.

Variables: one for each edge ("a path uses it"), and for each cell the bits of its colour's number.
A model's paths follow its true edges; cells joined by an edge have the same colour, so no clause
has to state that a cell has exactly one colour.

Most clauses depend only on the size, the holes and the walls, and building them takes as long
as solving a small level. A `Board` builds them once for all levels of its shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import cast

from flowdesk.core.grid import Cell, Edge
from flowdesk.kinds.flow.level import Level
from flowdesk.sat.cnf import Clause

#: The four edges of a 2x2 block, by their variables: top, left, right, bottom.
Block = tuple[int, int, int, int]


class Board:
    """The cells and edges of a shape, their variables, and the clauses that need no colours.

    Edge variables come first, from 1, then the bits of each cell: see `bits_of`.
    """

    def __init__(self, shape: Level) -> None:
        self.cells = shape.cells
        self.number = {cell: i for i, cell in enumerate(shape.cells)}
        self.edges: list[Edge] = []
        self.variable: dict[Edge, int] = {}
        self.around: list[list[int]] = [[] for _ in shape.cells]
        for cell in shape.cells:
            for near in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)):
                if near in self.number and (cell, near) not in shape.walls:
                    self.edges.append((cell, near))
                    variable = self.variable[cell, near] = len(self.edges)
                    self.around[self.number[cell]].append(variable)
                    self.around[self.number[near]].append(variable)

    def bits_of(self, cell: int, bits: int) -> range:
        """Return the variables of the colour of cell number `cell`, lowest bit first."""
        first = len(self.edges) + cell * bits + 1
        return range(first, first + bits)

    @lru_cache(maxsize=8)  # noqa: B019 -- boards are few, and cached themselves
    def keys(self, bits: int) -> list[tuple[str, Edge] | tuple[str, Cell, int]]:
        """Return the meaning of each variable, in their order."""
        named: list[tuple[str, Edge] | tuple[str, Cell, int]] = [
            ("edge", edge) for edge in self.edges
        ]
        named += [("bit", cell, bit) for cell in self.cells for bit in range(bits)]
        return named

    @cached_property
    def one_arm(self) -> list[list[Clause]]:
        """For each cell: exactly one of its edges is used, as at an endpoint."""
        return [[tuple(around), *_at_most(1, around)] for around in self.around]

    @cached_property
    def two_arms(self) -> list[list[Clause]]:
        """For each cell: exactly two of its edges are used."""
        clauses: list[list[Clause]] = []
        for around in self.around:
            all_but_one = combinations(around, len(around) - 1) if around else [()]
            clauses.append([*all_but_one, *_at_most(2, around)])
        return clauses

    @cached_property
    def two_arms_or_none(self) -> list[list[Clause]]:
        """For each cell: two of its edges are used, or none, which leaves it uncovered."""
        clauses: list[list[Clause]] = []
        for around in self.around:
            no_dead_end = [
                (-edge, *(other for other in around if other != edge)) for edge in around
            ]
            clauses.append([*no_dead_end, *_at_most(2, around)])
        return clauses

    @cached_property
    def blocks(self) -> list[Block]:
        """The 2x2 blocks without a hole or a wall inside."""
        found = []
        for x, y in self.cells:
            top = self.variable.get(((x, y), (x + 1, y)))
            left = self.variable.get(((x, y), (x, y + 1)))
            right = self.variable.get(((x + 1, y), (x + 1, y + 1)))
            bottom = self.variable.get(((x, y + 1), (x + 1, y + 1)))
            if top and left and right and bottom:
                found.append((top, left, right, bottom))
        return found

    @cached_property
    def no_u_turn(self) -> list[Clause]:
        """At most two of the four edges of a 2x2 block: a third one makes a path touch itself.

        It follows from the rule against touching, but makes the search 5 to 15 times faster,
        because corners then force each other along diagonals.
        """
        return [clause for block in self.blocks for clause in _at_most(2, block)]

    @cached_property
    def no_square(self) -> list[Clause]:
        """Not all four edges of a 2x2 block: the smallest loop."""
        return [(-top, -left, -right, -bottom) for top, left, right, bottom in self.blocks]

    @cached_property
    def bends(self) -> list[tuple[Block, Block]]:
        """Pairs of four edges: with one for the other, a solution is still a solution.

        The two middle cells of a 2x3 block are the bend of a path that comes from one side, or of
        one that comes from the other side; the same ends stay connected. (The same for 3x2.)

            a d        a-d
            | |
            b-c        b-c
                       | |
            p-q        p q
        """
        found = []
        for right, down in (((1, 0), (0, 1)), ((0, 1), (1, 0))):
            for cell in self.cells:
                rows = [_moved(cell, down, y) for y in range(3)]
                (a, d), (b, c), (p, q) = ((left, _moved(left, right)) for left in rows)
                ones = [self.variable.get(edge) for edge in ((a, b), (d, c), (b, c), (p, q))]
                others = [self.variable.get(edge) for edge in ((a, d), (b, p), (c, q), (b, c))]
                if all(ones) and all(others):
                    found.append((cast(Block, tuple(ones)), cast(Block, tuple(others))))
        return found

    @cached_property
    def lighter_bends(self) -> list[Clause]:
        """Of each pair of bends only the lighter, for searches that need no more than one solution.

        The heavier has the largest variable in which the two differ. If there are solutions, one
        has lighter bends only: putting the lighter for the heavier makes a solution smaller in
        lexicographic order, so that must come to an end. Without this, a search refutes every
        combination of such bends: it takes 25 times longer.
        """
        return [
            tuple(-edge for edge in max(pair, key=lambda side: sorted(side, reverse=True)))
            for pair in self.bends
        ]

    @lru_cache(maxsize=8)  # noqa: B019 -- as above
    def same_color(self, bits: int) -> list[Clause]:
        """Cells joined by a used edge have the same colour number."""
        clauses: list[Clause] = []
        for edge, (a, b) in enumerate(self.edges, 1):
            first = self.bits_of(self.number[a], bits)
            second = self.bits_of(self.number[b], bits)
            for p, q in zip(first, second, strict=True):
                clauses += (-edge, -p, q), (-edge, p, -q)
        return clauses


def _moved(cell: Cell, step: Cell, times: int = 1) -> Cell:
    return cell[0] + times * step[0], cell[1] + times * step[1]


def _at_most(most: int, variables: Sequence[int]) -> Iterator[Clause]:
    """Return clauses: of every `most` + 1 of the variables at least one is false."""
    return combinations([-variable for variable in variables], most + 1)


@lru_cache(maxsize=4)  # a large one takes 100 MB with all its clauses
def _board(width: int, height: int, holes: frozenset[Cell], walls: frozenset[Edge]) -> Board:
    return Board(Level(width, height, {}, holes, walls))


def board_of(level: Level) -> Board:
    """Return the board of a level's shape, from the cache if possible."""
    return _board(level.width, level.height, level.holes, level.walls)
