"""Slitherlink: the puzzle, its solution and what is drawn; a checker unlike the solver.

Cells are ``(x, y)``, zero-based, y downwards. An edge is the pair of the two cells on its sides,
the smaller one first (see `flowdesk.core.grid`): on the border one of them is just outside the
board.

Of the findings, INVALID ones say that there is nothing to solve yet. IMPOSSIBLE ones are proofs
that a puzzle has no solution, by simple arguments that a person can follow; without one there may
still be none.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property, lru_cache
from itertools import chain, combinations, pairwise, repeat
from typing import ClassVar

from flowdesk.core.edit import Spot
from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import (
    Cell,
    Corner,
    Edge,
    around,
    by_row,
    cell_name,
    cells_at,
    cells_of,
    cells_on_line,
    corners_of,
    edge_joining,
    edges_at,
    edges_of,
    ends_of,
    neighbors,
)
from flowdesk.kinds.loops import LoopPuzzle, Ring, mistakes_of

#: The largest clue: only a loop round a single cell has four edges of it.
MOST = 4


@dataclass(frozen=True)
class Slitherlink(LoopPuzzle[int]):
    """A Slitherlink puzzle: `clues` are the numbers of edges of cells that are on the loop.

    `crosses` are edges that a player has marked as not on the loop, and `shades` maps cells to
    whether the player takes them for inside.
    """

    kind: ClassVar[str] = "slitherlink"
    along_grid: ClassVar[bool] = True
    edge_fields: ClassVar[tuple[str, ...]] = ("drawn", "crosses")
    cell_fields: ClassVar[tuple[str, ...]] = ("clues", "shades")

    crosses: frozenset[Edge] = frozenset()
    shades: Mapping[Cell, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise ValueError where an invariant is broken: everything must be on the board."""
        super().__post_init__()
        if not set(self.clues.values()) <= set(range(MOST + 1)):
            cell, clue = next(item for item in self.clues.items() if not 0 <= item[1] <= MOST)
            raise ValueError(f"The clue at {cell_name(cell)} is {clue}: clues are 0 to {MOST}.")
        if not self.shades.keys() <= self.board.number.keys():
            raise ValueError("A shaded cell is off the board.")


@dataclass(frozen=True)
class Loop(Ring):
    """The edges of a loop along the lines of the grid, from corner to corner."""

    nodes_are: ClassVar[str] = "corners"
    ends_of = staticmethod(ends_of)
    joining = staticmethod(edge_joining)
    cells_at = staticmethod(cells_at)

    @cached_property
    def numbers(self) -> Mapping[Cell, int]:
        """The number of edges of each cell that are on the loop; 0 of all others."""
        return Counter(chain.from_iterable(self.edges))

    @cached_property
    def inside(self) -> frozenset[Cell]:
        """The cells within the loop, which begin and end at its edges in each row."""
        rows = defaultdict[int, list[int]](list)
        for (_, y), (right, bottom) in self.edges:
            if y == bottom:
                rows[y].append(right)
        found = set[Cell]()
        for y, at in rows.items():
            at.sort()
            for left, right in zip(at[::2], at[1::2], strict=False):
                found.update(zip(range(left, right), repeat(y)))
        return frozenset(found)


def clues_of(loop: Loop, width: int, height: int) -> dict[Cell, int]:
    """Return the number of edges of each cell that are on a loop."""
    return {cell: loop.numbers[cell] for cell in cells_of(width, height)}


def mistakes(puzzle: Slitherlink, loop: Loop) -> list[Finding]:
    """Return everything that keeps `loop` from solving `puzzle`; empty if it does."""
    return mistakes_of(puzzle, loop, _broken_clues(puzzle, loop))


def _broken_clues(puzzle: Slitherlink, loop: Loop) -> Iterator[Finding]:
    for cell, clue in puzzle.clues.items():
        number = loop.numbers[cell]
        if number != clue:
            edges = "one edge" if number == 1 else f"{number or 'no'} edges"
            message = f"This {clue} has {edges} on the loop."
            yield Finding("clue", message, (cell,), Severity.INVALID)


def findings(puzzle: Slitherlink) -> list[Finding]:
    """Return everything that is wrong with a puzzle, as far as that shows without a search."""
    return incomplete(puzzle) or impossible(puzzle)


def incomplete(puzzle: Slitherlink) -> list[Finding]:
    """Return what is missing: a puzzle needs a clue."""
    if puzzle.clues:
        return []
    message = "There are no clues yet: place numbers from 0 to 3."
    return [Finding("no-clues", message, (), Severity.INVALID)]


def impossible(puzzle: Slitherlink) -> list[Finding]:
    """Return simple proofs that a puzzle with clues has no solution."""
    return _beside_a_four(puzzle) or _too_few_edges(puzzle)


def _beside_a_four(puzzle: Slitherlink) -> list[Finding]:
    """Find clues that contradict a 4: the loop round it has nothing else to touch."""
    four = next((cell for cell in by_row(puzzle.clues) if puzzle.clues[cell] == MOST), None)
    if four is None:
        return []
    found = []
    for cell in by_row(puzzle.clues):
        expected = 1 if cell in neighbors(four) else 0
        if cell != four and puzzle.clues[cell] != expected:
            message = (
                f"The 4 is a loop of its own, which has {expected or 'no'} "
                f"edge{'s' * (not expected)} of this cell; the clue is {puzzle.clues[cell]}."
            )
            found.append(Finding("four", message, (cell, four), Severity.IMPOSSIBLE))
    return found


def _too_few_edges(puzzle: Slitherlink) -> list[Finding]:
    """Find clues that no choice of their edges fulfils, beside the border and zeros."""
    zeros = {cell for cell, clue in puzzle.clues.items() if clue == 0}
    rows = [
        [None if (x, y) in zeros else puzzle.on_board((x, y)) for x in range(-1, puzzle.width + 1)]
        for y in range(-1, puzzle.height + 1)
    ]
    found = []
    for y, three in enumerate(zip(rows, rows[1:], rows[2:], strict=False)):
        for x, near in enumerate(zip(*(row[n:] for row in three for n in range(3)), strict=False)):
            clue = puzzle.clues.get(cell := (x, y))
            if clue is not None and not _can_hold(clue, near):
                message = f"This {clue} cannot hold: the zeros beside it leave too few edges."
                if not zeros.intersection(neighbors(cell)):
                    message = f"This {clue} cannot hold here: the loop could not go on."
                found.append(Finding("clue", message, (cell,), Severity.IMPOSSIBLE))
    return found


@lru_cache(maxsize=4096)
def _can_hold(clue: int, near: tuple[bool | None, ...]) -> bool:
    """Return whether some choice of a cell's edges can be continued into the cells round it.

    `near` tells of these and the cell, row by row, which are on the board; None is a zero.
    """
    is_on_board = dict(zip(around((0, 0)), near, strict=True))
    own = edges_of((0, 0))

    def is_free(edge: Edge) -> bool:
        sides = [is_on_board[cell] for cell in edge]
        return any(sides) and None not in sides

    def goes_on(chosen: tuple[Edge, ...]) -> bool:
        """Whether the loop can be continued from each corner that one chosen edge ends in."""
        for corner in {corner for edge in chosen for corner in ends_of(edge)}:
            here = edges_at(corner)
            others = [edge for edge in here if edge not in own]
            if sum(edge in chosen for edge in here) == 1 and not any(map(is_free, others)):
                return False
        return True

    return clue == 0 or any(map(goes_on, combinations(filter(is_free, own), clue)))


class ClueState(Enum):
    """How a clue stands with the drawn edges: met, still open, or exceeded or out of reach."""

    OPEN = auto()
    MET = auto()
    BROKEN = auto()


@dataclass(frozen=True, eq=False)
class Drawn(Loop):
    """Edges that need not be a loop yet, and the clues for which they are drawn.

    It is equal to itself alone. What is known of it is taken over from one that differs in few
    edges: while somebody draws on a large board, nearly all stays as it was.
    """

    clues: Mapping[Cell, int] = field(default_factory=dict)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def take_over(self, other: Drawn) -> None:
        """Know what is known of other edges and clues, but for where they differ."""
        corners = {corner for edge in self.edges ^ other.edges for corner in ends_of(edge)}
        ways = {**other.ways}
        for corner in corners:
            ways.pop(corner, None)
            here = (ends_of(edge) for edge in edges_at(corner) if edge in self.edges)
            if near := [b if a == corner else a for a, b in here]:
                ways[corner] = near
        vars(self)["ways"] = ways  # as the cached properties keep what they have computed
        around = {cell for corner in corners for cell in cells_at(corner)}
        states = dict(other.states)
        if self.clues is not other.clues:
            around.update(cell for cell, _ in self.clues.items() ^ other.clues.items())
        for cell in around:
            states.pop(cell, None)
            if cell in self.clues:
                states[cell] = self._state(cell)
        vars(self)["states"] = states
        crowded = {corner for corner in corners if len(ways.get(corner, ())) > 2}
        vars(self)["crowded"] = (other.crowded - corners) | crowded
        kept = [ring for ring in other.rings if corners.isdisjoint(ring)]
        vars(self)["rings"] = [*kept, *self._rings_at(corners)]

    @cached_property
    def states(self) -> Mapping[Cell, ClueState]:
        return {cell: self._state(cell) for cell in self.clues}

    def _state(self, cell: Cell) -> ClueState:
        """Return the state of a clue; edges that end in corners of two others are out of reach."""
        edges, ways, clue, own = self.edges, self.ways, self.clues[cell], edges_of(cell)
        number = sum(edge in edges for edge in own)
        if number == clue:
            return ClueState.MET
        full = {corner for corner in corners_of(cell) if len(ways.get(corner, ())) > 1}
        free = sum(edge not in edges and full.isdisjoint(ends_of(edge)) for edge in own)
        return ClueState.OPEN if number <= clue <= number + free else ClueState.BROKEN

    @cached_property
    def crowded(self) -> Set[Corner]:
        """Return the corners where more than two edges meet."""
        return {corner for corner, near in self.ways.items() if len(near) > 2}

    @cached_property
    def rings(self) -> list[set[Corner]]:
        """Return the corners of each closed loop that nothing else touches."""
        return self._rings_at(self.ways)

    def _rings_at(self, corners: Iterable[Corner]) -> list[set[Corner]]:
        """Return the closed loops through some corners.

        They are followed to both sides at once: of what is being drawn, an end is near. In a grid,
        both sides of a loop are equally long.
        """
        ways, seen, rings = self.ways, set[Corner](), []
        for start in corners:
            near = ways.get(start, ())
            if start in seen or len(near) != 2:
                continue
            ring = {start}
            for one, other in zip(*(self._on(start, at) for at in near), strict=False):
                if one in seen or other in seen:
                    break
                ring |= {one, other}
                if one == other:
                    if len(ways[one]) == 2:
                        rings.append(ring)
                    break
            seen |= ring
        return rings

    def _on(self, before: Corner, at: Corner) -> Iterator[Corner]:
        """Yield the corners from one on, until the edges end or branch; for ever round a loop."""
        while True:
            yield at
            near = self.ways[at]
            if len(near) != 2:
                return
            before, at = at, near[near[0] == before]

    @cached_property
    def is_closed(self) -> bool:
        """Whether the edges are a single closed loop."""
        return any(len(ring) == len(self.ways) for ring in self.rings)

    @cached_property
    def wrong(self) -> frozenset[Edge]:
        """Return the edges at corners where more than two meet, and of loops that are too small.

        A loop is too small if there are other edges, or clues that it does not meet.
        """
        wrong = list(self.crowded)
        if not (self.is_closed and all(state is ClueState.MET for state in self.states.values())):
            wrong += chain(*self.rings)
        return frozenset(edge_joining(at, near) for at in wrong for near in self.ways[at])


#: The last puzzles that were asked for: while somebody draws, each is asked for several times.
_recent: deque[tuple[Slitherlink, Drawn]] = deque(maxlen=4)


def drawn_answer(puzzle: Slitherlink) -> Drawn | None:
    """Return the edges that the author has drawn, closed or not; None if there are none."""
    if not puzzle.drawn:
        return None
    for known, drawn in _recent:
        if known is puzzle:
            return drawn
    drawn = Drawn(puzzle.drawn, puzzle.clues)
    for known, other in reversed(_recent):
        differing = len(known.drawn ^ puzzle.drawn)
        if known.clues is puzzle.clues or 4 * differing < len(puzzle.drawn):
            drawn.take_over(other)
            break
    _recent.append((puzzle, drawn))
    return drawn


@dataclass(frozen=True)
class CornerWay:
    """Corners of a board, each next to the one before; going back along the way shortens it.

    `pressed` is the edge where the button was pressed, which is meant while there is no way yet.
    """

    puzzle: Slitherlink
    corners: tuple[Corner, ...]
    pressed: Edge | None = None

    def to(self, spot: Spot) -> CornerWay:
        """Return the way led to a spot; the very same if that leads nowhere."""
        if spot.corner is None:
            return self
        corners, end = self.corners, _on_board(self.puzzle, spot.corner)
        if corners[-3:-2] == (end,):
            corners = corners[:-2]  # back across a cell, whichever way round it the line would take
        for corner in cells_on_line(corners[-1], end):
            corners = corners[:-1] if corners[-2:-1] == (corner,) else (*corners, corner)
        if corners == self.corners:
            return self
        # The edge that was pressed is not meant if the pointer has been elsewhere.
        return replace(self, corners=corners, pressed=None)

    @property
    def edges(self) -> list[Edge]:
        """The edges along the way, or the one that was pressed, if any."""
        if len(self.corners) > 1:
            return [edge_joining(a, b) for a, b in pairwise(self.corners)]
        return [self.pressed] if self.pressed else []


def way_from(puzzle: Slitherlink, spot: Spot) -> CornerWay | None:
    """Return the way that a press at a spot begins; None for a spot without a corner."""
    if spot.corner is None:
        return None
    return CornerWay(puzzle, (_on_board(puzzle, spot.corner),), spot.edge)


def _on_board(puzzle: Slitherlink, corner: Corner) -> Corner:
    """Return the corner of the board that is nearest to another place."""
    return min(max(corner[0], 0), puzzle.width), min(max(corner[1], 0), puzzle.height)
