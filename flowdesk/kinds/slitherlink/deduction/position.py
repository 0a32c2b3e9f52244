"""Position: what is known of each edge and of the sides that cells are on.

Each edge is unknown, on or off. A place, a cell or a corner, has four edges, and a set of
`patterns` that are possible: those of a cell by its clue, those of a corner because the loop passes
it or does not. `plain` has what follows from the edges that are known; `deep` has what was seen
from place to place, too. Cells are related by the edges that are known: an edge is on exactly if
its two cells are on different sides of the loop.

Cells, corners and edges are numbers (see `grid`): following suppositions makes thousands of
positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flowdesk.kinds.slitherlink.deduction.grid import ANY, WITH, grid_of
from flowdesk.kinds.slitherlink.puzzle import Slitherlink

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
        other.grid = self.grid
        other.clues = self.clues
        other.state = self.state[:]
        other.plain = self.plain[:]
        other.deep = self.deep[:]
        other.because = {}
        other.tip = self.tip[:]
        other.lines = self.lines
        other.needs = self.needs
        other.closed = self.closed
        other.root = self.root[:]
        other.flipped = self.flipped[:]
        other.members = self.members[:]
        other.decided = []
        other.fresh = {}
        other.nearby = {}
        other.waiting = {}
        other.recolored = {}
        other.related = {}
        other.closing = self.closing.copy()
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
        """Note that some edges are on and others off."""
        for edge in on:
            self.decide(edge, True)
        for edge in off:
            self.decide(edge, False)

    def decide(self, edge: int, on: bool) -> None:
        """Note that an edge is on, or that it is off."""
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
                raise SlitherlinkContradiction(
                    "loop", tuple(self.grid.ring + corner for corner in (a, b))
                )
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
