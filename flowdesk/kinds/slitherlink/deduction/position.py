"""Position: what is known of each edge and of the sides that cells are on.

Cells, corners and edges are numbered in reading order: following suppositions makes thousands of
positions. A *place* is a cell or a corner; corners as places are numbered after all cells. All
cells outside the board are one cell, `ring`.

A pattern says which of the four edges of a place are on: it has a bit for each of those at the top,
left, right and bottom. A set of patterns is an integer with a bit for each of the sixteen. A cell
and a corner of it share two edges, a horizontal and a vertical one: a *pair*, which is given by
their two bits in the pattern. What may be on of a pair is a set of four: neither, the horizontal
edge, the vertical one, both.

Each edge is unknown, on or off. Each place has a set of patterns that are possible: those of a cell
by its clue, those of a corner because the loop passes it or does not. `plain` has what follows from
the edges that are known; `deep` has what was seen from place to place, too. Cells are related by
the edges that are known: an edge is on exactly if its two cells are on different sides of the loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, reduce
from operator import and_
from typing import TypeAlias

from flowdesk.core.board import Board
from flowdesk.core.grid import cells_at, corners_of, edges_at, edges_of, neighbors
from flowdesk.kinds.slitherlink.puzzle import Slitherlink

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
        around = map(cells_at, self.corners)
        self.round = [[cell_number(cell, ring) for cell in cells] for cells in around]
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


#: What is known of an edge.
UNKNOWN, IS_ON, IS_OFF = 0, 1, 2


class SlitherlinkContradiction(Exception):
    """The position breaks a rule, so that no solution looks like it.

    `kind` is "place", "loop", "sides", "apart" or "nothing"; `places` are those concerned.
    """

    def __init__(self, kind: str, places: tuple[int, ...] = ()):
        super().__init__(kind)
        self.kind = kind
        self.places = places


class SlitherlinkPosition:
    """What is known of a puzzle's edges; raises SlitherlinkContradiction where that breaks a rule.

    `tip` has for each corner where a line ends the corner of its other end; `lines` is the number
    of lines, `needs` how many edges all clues still need, and `closed` whether the loop is
    complete. `root` and `flipped` relate the cells: of those with one root, those that are flipped
    alike are on the same side. `decided` lists the edges in the order in which they became known.

    For the rules, `fresh` has the places with a new edge since they looked, `nearby` the clues
    where that may show at their corners, `waiting` the places whose neighbours in `deep` are to be
    looked at, `recolored` the cells whose root has changed, and `closing` the edges that join the
    ends of one line.
    """

    def __init__(self, puzzle: Slitherlink) -> None:
        self.grid = grid = grid_of(puzzle.board)
        self.clues = [puzzle.clues.get(cell, -1) for cell in grid.cells]
        self.state = bytearray(len(grid.edges))
        self.plain = [WITH[clue] if clue >= 0 else ANY for clue in self.clues] + grid.passed
        self.deep = self.plain[:]
        self.because: dict[int, int] = {}
        self.tip = list(range(len(grid.corners)))
        self.lines = 0
        self.needs = sum(clue for clue in self.clues if clue > 0)
        self.closed = False
        self.root = list(range(grid.ring + 1))
        self.flipped = bytearray(grid.ring + 1)
        self.members: list[tuple[int, ...]] = [(cell,) for cell in self.root]
        self.decided: list[int] = []
        clued = [cell for cell, clue in enumerate(self.clues) if clue >= 0]
        self.fresh = dict.fromkeys(clued)
        self.nearby = dict.fromkeys(clued)
        self.waiting = dict.fromkeys(clued)
        self.recolored: dict[int, None] = {}
        self.related: dict[int, None] = {}
        self.closing: dict[int, None] = {}

    def copy(self) -> SlitherlinkPosition:
        """Return a copy to suppose something in, without what waits to be looked at."""
        other = SlitherlinkPosition.__new__(SlitherlinkPosition)
        vars(other).update(vars(self))
        other.state, other.plain, other.deep = self.state[:], self.plain[:], self.deep[:]
        other.tip, other.root, other.members = self.tip[:], self.root[:], self.members[:]
        other.flipped, other.closing = self.flipped[:], self.closing.copy()
        other.because, other.decided = {}, []
        other.fresh, other.nearby, other.waiting = {}, {}, {}
        other.recolored, other.related = {}, {}
        return other

    def give(self, cell: int, clue: int) -> None:
        """Place one more clue."""
        self.clues = self.clues[:]
        self.clues[cell] = clue
        if clue:
            self.needs += clue - sum(self.state[edge] == IS_ON for edge in self.grid.edges_of[cell])
        self.plain[cell] &= WITH[clue]
        self.deep[cell] &= WITH[clue]
        if not self.deep[cell]:
            raise SlitherlinkContradiction("place", (cell,))
        self.fresh[cell] = None
        self.related[cell] = None

    def learn(self, on: Iterable[int], off: Iterable[int]) -> None:
        for edge in on:
            self.decide(edge, True)
        for edge in off:
            self.decide(edge, False)

    def decide(self, edge: int, on: bool) -> None:
        value = IS_ON if on else IS_OFF
        if known := self.state[edge]:
            if known != value:
                raise SlitherlinkContradiction("place", (self.grid.touched[edge][0][0],))
            return
        self.state[edge] = value
        self.decided.append(edge)
        plain, deep = self.plain, self.deep
        for place, if_on, if_off in self.grid.touched[edge]:
            keep = if_on if on else if_off
            plain[place] &= keep
            deep[place] &= keep
            if not deep[place]:
                raise SlitherlinkContradiction("place", (place,))
            self.fresh[place] = None
        a, b = self.grid.sides[edge]
        self.relate(a, b, on)
        if on:
            for cell in (a, b):
                if cell != self.grid.ring and self.clues[cell] > 0:
                    self.needs -= 1
            self._join(edge)

    def relate(self, a: int, b: int, differ: bool) -> None:
        """Note that two cells are on the same side of the loop, or on different ones."""
        root, flipped, members = self.root, self.flipped, self.members
        kept, joined = root[a], root[b]
        flip = flipped[a] ^ flipped[b] ^ differ
        if kept == joined:
            if flip:
                raise SlitherlinkContradiction("sides", (a, b))
            return
        if len(members[kept]) < len(members[joined]):
            kept, joined = joined, kept
        for cell in members[joined]:
            root[cell] = kept
            flipped[cell] ^= flip
            self.recolored[cell] = None
        members[kept] += members[joined]

    def check_for_loop(self) -> None:
        """Raise SlitherlinkContradiction if all edges are known, and none of them closes a loop."""
        if not self.closed and UNKNOWN not in self.state:
            raise SlitherlinkContradiction("nothing")

    def has_rule(self, place: int) -> bool:
        """Whether not all patterns are possible at a place: it is a corner, or has a clue."""
        return place >= self.grid.ring or self.clues[place] >= 0

    def may_close(self, edge: int) -> bool:
        """Whether an edge that joins the ends of a line would make it the whole solution."""
        sides = (cell for cell in self.grid.sides[edge] if cell != self.grid.ring)
        return self.lines == 1 and self.needs == sum(self.clues[cell] > 0 for cell in sides)

    def relations(self, place: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield pairs of edges of a place that differ exactly if two cells are on different sides.

        The edges are numbered from 0 to 3.
        """
        if place < self.grid.ring:
            beside = self.grid.beside[place]
            for first in range(4):
                for second in range(first + 1, 4):
                    yield first, second, beside[first], beside[second]
        else:
            corner = place - self.grid.ring
            upper_left, upper_right, lower_left, lower_right = self.grid.round[corner]
            yield 0, 1, upper_right, lower_left
            yield 0, 2, upper_left, lower_right
            yield 1, 3, upper_left, lower_right
            yield 2, 3, upper_right, lower_left

    def _join(self, edge: int) -> None:
        a, b = self.grid.ends[edge]
        tip = self.tip
        end, other = tip[a], tip[b]
        if end == b:
            if self.lines > 1 or self.needs:
                ends = self.grid.ring + a, self.grid.ring + b
                raise SlitherlinkContradiction("loop", ends)
            self.closed = True
            for left, state in enumerate(self.state):
                if not state:
                    self.decide(left, False)
            return
        tip[end], tip[other] = other, end
        self.lines += (end == a) + (other == b) - 1
        for left in self.grid.edges_of[self.grid.ring + end]:
            if left >= 0 and other in self.grid.ends[left] and not self.state[left]:
                self.closing[left] = None


def at_its_corners(position: SlitherlinkPosition, cell: int) -> int:
    """Return the patterns of a clue's cell with which the loop can go on at all its corners."""
    plain = position.plain
    patterns = plain[cell]
    for corner, own, other in position.grid.links[cell]:
        patterns &= fitting(own, seen(plain[corner], other))
    if not patterns:
        raise SlitherlinkContradiction("place", (cell,))
    return patterns
