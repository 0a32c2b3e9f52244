"""Drawn: the edges that the author has drawn, and what they say about the clues."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property

from flowdesk.core.grid import Cell, Edge, edge_joining, edges_of, ends_of
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.puzzle import Slitherlink


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
