"""The rules of Flow as named groups of clauses, as far as they depend only on a board's shape.

Variables: one for each link ("a path uses it"), and for each cell the bits of its colour's number.
A model's paths follow its true edges; cells joined by an edge have the same colour, so no clause
has to state that a cell has exactly one colour.

Most clauses depend only on the board, and building them takes as long as solving a small level.
`Rules` build them once for all levels on a board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations

from flowdesk.core.board import Board
from flowdesk.sat.cnf import Clause

#: The four edges of a 2x2 block, by their variables: top, left, right, bottom.
Block = tuple[int, int, int, int]


class Rules:
    """The variables of a board, and the clauses that need no colours.

    Those of the links come first, from 1, then the bits of each cell: see `bits_of`. `around` has
    those of the links of each cell.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.variable = {edge: variable for variable, edge in enumerate(board.links, 1)}
        self.around = [[link + 1 for link, _ in ways] for ways in board.ways]

    def bits_of(self, cell: int, bits: int) -> range:
        """Return the variables of the colour of cell number `cell`, lowest bit first."""
        first = len(self.variable) + cell * bits + 1
        return range(first, first + bits)

    @lru_cache(maxsize=8)  # noqa: B019 -- these are few, and cached themselves
    def keys(self, bits: int) -> list[Hashable]:
        """Return the meaning of each variable, in their order."""
        named: list[Hashable] = [("edge", edge) for edge in self.board.links]
        named += [("bit", place, bit) for place in self.board.places for bit in range(bits)]
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
            no_dead_end = [(-edge, *(near for near in around if near != edge)) for edge in around]
            clauses.append([*no_dead_end, *_at_most(2, around)])
        return clauses

    @cached_property
    def blocks(self) -> list[Block]:
        """The 2x2 blocks without a hole or a wall inside, and other rings of four nodes."""
        return [(a + 1, b + 1, c + 1, d + 1) for a, b, c, d in self.board.blocks]

    @cached_property
    def triangles(self) -> list[tuple[int, int, int]]:
        """The links of each three nodes that are linked with each other, by their variables."""
        return [(first + 1, second + 1, third + 1) for first, second, third in self.board.triangles]

    @cached_property
    def no_u_turn(self) -> list[Clause]:
        """At most two of the four edges of a 2x2 block: a third one makes a path touch itself.

        It follows from the rule against touching, but makes the search 5 to 15 times faster,
        because corners then force each other along diagonals. Of a triangle it is at most one.
        """
        clauses = [clause for block in self.blocks for clause in _at_most(2, block)]
        return clauses + [clause for three in self.triangles for clause in _at_most(1, three)]

    @cached_property
    def no_square(self) -> list[Clause]:
        """Not all edges of a 2x2 block, or of a triangle: the smallest loops."""
        rings: list[tuple[int, ...]] = [*self.blocks, *self.triangles]
        return [tuple([-edge for edge in ring]) for ring in rings]

    @cached_property
    def bends(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Pairs of edges: with one for the other, a solution is still a solution.

        The two middle cells of a 2x3 block are the bend of a path that comes from one side, or of
        one that comes from the other side; the same ends stay connected. (The same for 3x2, and for
        any two rings of four with a common link and six different nodes.) Where there are
        triangles, a node c between d and e may go between a and b instead.

            a d        a-d
            | |
            b-c        b-c
                       | |
            p-q        p q
        """
        return [*self._bends_of_blocks(), *self._bends_of_triangles()]

    def _bends_of_blocks(self) -> Iterator[tuple[Block, Block]]:
        with_link: defaultdict[int, list[int]] = defaultdict(list)
        for number, block in enumerate(self.blocks):
            for link in block:
                with_link[link].append(number)
        for place in (3, 2, 0, 1):  # those below come first, then those at the right
            for number, block in enumerate(self.blocks):
                for other in with_link[block[place]]:
                    if other > number:
                        yield from self._bends_of_two(block, place, self.blocks[other])

    def _bends_of_two(
        self, block: Block, place: int, other: Block
    ) -> Iterator[tuple[Block, Block]]:
        """Yield the bends of two blocks with a common link, the one of number `place`."""
        bc, ad = block[place], block[3 - place]
        ab, dc = (block[each] for each in range(4) if each not in (place, 3 - place))
        here = other.index(bc)
        bp, cq = (other[each] for each in range(4) if each not in (here, 3 - here))
        pq = other[3 - here]
        ends = self.board.ends
        if not set(ends[bp - 1]) & set(ends[ab - 1]):
            bp, cq = cq, bp
        if set(ends[ad - 1]).isdisjoint(ends[pq - 1]):
            yield (ab, dc, bc, pq), (ad, bp, cq, bc)

    def _bends_of_triangles(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        beside: list[list[tuple[int, int, int]]] = [[] for _ in self.board.nodes]
        for three in self.triangles:
            for far in three:
                first, second = (link for link in three if link != far)
                (corner,) = set(self.board.ends[first - 1]) & set(self.board.ends[second - 1])
                beside[corner].append((far, first, second))
        for corners in beside:
            for (ab, ac, cb), (de, dc, ce) in combinations(corners, 2):
                yield (ab, dc, ce), (ac, cb, de)

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
        for edge, (a, b) in enumerate(self.board.ends, 1):
            for p, q in zip(self.bits_of(a, bits), self.bits_of(b, bits), strict=True):
                clauses += (-edge, -p, q), (-edge, p, -q)
        return clauses


def _at_most(most: int, variables: Sequence[int]) -> Iterator[Clause]:
    """Return clauses: of every `most` + 1 of the variables at least one is false."""
    return combinations([-variable for variable in variables], most + 1)


@lru_cache(maxsize=4)  # for a large board all its clauses take 100 MB
def rules_on(board: Board) -> Rules:
    """Return what depends only on a board, from the cache if possible."""
    return Rules(board)
