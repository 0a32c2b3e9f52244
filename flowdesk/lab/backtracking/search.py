"""Depth-first search as a generator: each step, forward or back, is a `Move`.

Both engines are searches of this kind. They differ in what a step is, in which steps they try, and
in which order. A search has a stack of its own, so that large boards do not exceed Python's limit
of recursion. It may be dropped after any move.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

from flowdesk.core.grid import Cell
from flowdesk.kinds.answers import Effort
from flowdesk.kinds.flow.findings import incomplete
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.tiles import Segment

#: Cells that look different from now on, each with its segment, or None if it is free.
Changes: TypeAlias = tuple[tuple[Cell, Segment | None], ...]


@dataclass(frozen=True)
class Move:
    """One step of a search, forward or back, and its changes of the board.

    `nodes` counts the steps forward so far, `backtracks` how many of them were taken back.
    """

    segments: Changes
    nodes: int
    backtracks: int

    @property
    def effort(self) -> Effort:
        """The effort of the search so far."""
        return Effort(self.nodes, self.backtracks)


#: Yields every move, and returns a solution, or None if there is none to find.
Search: TypeAlias = Generator[Move, None, Solution | None]

Step = TypeVar("Step")


class State(Protocol[Step]):
    """The state of a search: a board that is covered in part."""

    def steps(self) -> list[Step]:
        """Return the steps to try from here, the best first; none if no solution can follow."""

    def take(self, step: Step) -> Changes:
        """Take a step forward."""

    def take_back(self) -> Changes:
        """Take the last step back."""

    def solution(self) -> Solution | None:
        """Return the solution if the state is one."""


def depth_first(state: State[Step], shown: Changes = ()) -> Search:
    """Try all steps that can follow a state; `shown` is what covers its board already."""
    nodes = backtracks = 0
    if shown:
        yield Move(shown, nodes, backtracks)
    to_try: list[list[Step]] = []  # at the start and after each step that is taken
    forward = True
    while (solution := state.solution()) is None:
        if forward:
            to_try.append(state.steps())
        forward = bool(to_try[-1])
        if forward:
            changes = state.take(to_try[-1].pop(0))
            nodes += 1
        elif len(to_try) > 1:
            to_try.pop()
            changes = state.take_back()
            backtracks += 1
        else:
            return None
        yield Move(changes, nodes, backtracks)
    return solution


def pairs_of(level: Level) -> list[tuple[str, Cell, Cell]]:
    """Return the labels of a level with their endpoints; ValueError if one does not have two."""
    if incomplete(level):
        raise ValueError("Only a level whose colours have two endpoints each can be searched.")
    return [(label, start, target) for label, (start, target) in level.pairs.items()]
