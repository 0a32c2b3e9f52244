"""Drawn: the edges that the author has drawn, what they say about the clues, and their edits."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from itertools import pairwise

from flowdesk.core.edit import Spot
from flowdesk.core.grid import (
    Cell,
    Corner,
    Edge,
    cells_of,
    cells_on_line,
    edge_joining,
    edges_of,
    ends_of,
)
from flowdesk.kinds.loops import set_clue
from flowdesk.kinds.slitherlink.puzzle import MOST, Loop, Slitherlink


class ClueState(Enum):
    """How a clue stands with the drawn edges: met, still open, or exceeded or out of reach."""

    OPEN = auto()
    MET = auto()
    BROKEN = auto()


@dataclass(frozen=True, eq=False)
class Drawn(Loop):
    """Edges that need not be a loop yet, and the clues for which they are drawn.

    It is equal to itself alone, so that what is computed of it can be remembered quickly.
    """

    clues: Mapping[Cell, int] = field(default_factory=dict)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @cached_property
    def states(self) -> Mapping[Cell, ClueState]:
        """Return the state of each clue.

        A clue is out of reach where too many of its edges end in corners that two others share.
        """
        edges = self.edges
        full = {corner for corner, near in self.ways.items() if len(near) > 1}

        def may_be_on(edge: Edge) -> bool:
            return edge in edges or full.isdisjoint(ends_of(edge))

        found = {}
        for cell, clue in self.clues.items():
            top, left, right, bottom = own = edges_of(cell)
            number = (top in edges) + (left in edges) + (right in edges) + (bottom in edges)
            if number == clue:
                found[cell] = ClueState.MET
            elif number > clue or sum(map(may_be_on, own)) < clue:
                found[cell] = ClueState.BROKEN
            else:
                found[cell] = ClueState.OPEN
        return found

    @cached_property
    def wrong(self) -> frozenset[Edge]:
        """Return the edges at corners where more than two meet, and of loops that are too small.

        A loop is too small if there are other edges, or clues that it does not meet.
        """
        ways = self.ways
        crowded = [corner for corner, near in ways.items() if len(near) > 2]
        wrong = {edge_joining(corner, near) for corner in crowded for near in ways[corner]}
        parts, met = self.parts, set(self.states.values()) <= {ClueState.MET}
        for part in parts:
            if all(len(ways[corner]) == 2 for corner in part) and not (met and len(parts) == 1):
                wrong.update(edge_joining(corner, near) for corner in part for near in ways[corner])
        return frozenset(wrong)


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
    _recent.append((puzzle, drawn))
    return drawn


def cycled(puzzle: Slitherlink, cell: Cell) -> Slitherlink:
    """Change the clue of a cell to the next one: none, 0, 1, 2, 3, none (a 4 is set by its key)."""
    clue = puzzle.clues.get(cell, -1) + 1
    return set_clue(puzzle, cell, clue if clue < MOST else None)


def with_clues_of_drawn(before: Slitherlink, after: Slitherlink) -> Slitherlink:
    """Return the puzzle `after` with the clues of its drawn loop, if that was closed just now.

    Clues that are there stay, unless every cell has one, as after a loop that was drawn before:
    somebody who solves the puzzle may close a wrong loop.
    """
    cells, loop = after.width * after.height, drawn_answer(after)
    if after.drawn == before.drawn or not (loop and loop.is_closed):
        return after
    if 0 < len(after.clues) < cells:
        return after
    return replace(after, clues=clues_of(loop, after.width, after.height))


def clues_of(loop: Loop, width: int, height: int) -> dict[Cell, int]:
    """Return the number of edges of each cell that are on a loop."""
    return {
        cell: sum(edge in loop.edges for edge in edges_of(cell)) for cell in cells_of(width, height)
    }


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
