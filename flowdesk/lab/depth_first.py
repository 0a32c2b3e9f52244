"""Depth-first search whose every move can be watched, and sets of cells as bits.

A search is a generator: each step, forward or back, is a `SearchMove`. Engines differ in what a
step is, in which steps they try, and in which order. A search has a stack of its own, so that large
boards do not exceed Python's limit of recursion. It may be dropped after any move.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from flowdesk.core.grid import Cell, places
from flowdesk.core.text import capital
from flowdesk.kinds.answers import Effort
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.drawing import Segment
from flowdesk.kinds.flow.findings import incomplete
from flowdesk.kinds.flow.level import Level, Solution

#: Cells that look different from now on, each with its segment, or None if it is free.
Changes: TypeAlias = tuple[tuple[Cell, Segment | None], ...]


class DeadEnd(NamedTuple):
    """Why a search has to go back, as `words` tells it; `cells` are a set as in `Bits`.

    In `text` ``{at}`` stands for the place of the first cell, and numbers for the colours of
    `labels`. Most reasons are never put into words.
    """

    text: str
    cells: int
    labels: tuple[str, ...] = ()

    def words(self, level: Level) -> str:
        """Return the reason as a sentence."""
        names = (color_name(level, label) for label in self.labels)
        return capital(self.text.format(*names, at=places([Bits(level).first(self.cells)])))

    def marked(self, level: Level) -> frozenset[Cell]:
        """Return the cells to mark."""
        bits = Bits(level)
        return frozenset(cell for cell in level.cells if bits.bit(cell) & self.cells)


class SearchMove(NamedTuple):
    """One step of a search, forward or back, and its changes of the board.

    The first segment is that of the step's own cell. `nodes` counts the steps forward so far,
    `backtracks` how many of them were taken back. Where no step forward is left to try, `reason`
    says why; the next move is back, or the search ends.
    """

    segments: Changes
    nodes: int
    backtracks: int
    reason: DeadEnd | None = None

    @property
    def effort(self) -> Effort:
        """What the search took so far."""
        return Effort(self.nodes, self.backtracks)


#: Yields every move, and returns a solution, or None if there is none to find.
Search: TypeAlias = Generator[SearchMove, None, Solution | None]

Step = TypeVar("Step")


class SearchState(Protocol[Step]):
    """The state of a search: a board that is covered in part."""

    def steps(self) -> tuple[list[Step], DeadEnd]:
        """Return the steps to try from here, the best first, and why to go back after them.

        Without steps no solution can follow, for this reason.
        """

    def take(self, step: Step) -> Changes:
        """Take a step forward."""

    def take_back(self) -> Changes:
        """Take the last step back."""

    def solution(self) -> Solution | None:
        """Return the solution if the state is one."""


def depth_first(state: SearchState[Step], shown: Changes = ()) -> Search:
    """Try all steps that can follow a state; `shown` is what covers its board already."""
    nodes = backtracks = 0
    if shown:
        yield SearchMove(shown, nodes, backtracks)
    if (solution := state.solution()) is not None:
        return solution
    to_try = [state.steps()]  # at the start and after each step that is taken
    while True:
        steps, _ = to_try[-1]
        if steps:
            changes = state.take(steps.pop(0))
            nodes += 1
            if (solution := state.solution()) is not None:
                yield SearchMove(changes, nodes, backtracks)
                return solution
            to_try.append(state.steps())
        elif len(to_try) > 1:
            to_try.pop()
            changes = state.take_back()
            backtracks += 1
        else:
            return None
        steps, reason = to_try[-1]
        yield SearchMove(changes, nodes, backtracks, None if steps else reason)


def pairs_of(level: Level) -> list[tuple[str, Cell, Cell]]:
    """Return the labels of a level with their endpoints; ValueError if one does not have two."""
    if incomplete(level):
        raise ValueError("Only a level whose colours have two endpoints each can be searched.")
    return [(label, start, target) for label, (start, target) in level.pairs.items()]


class Bits:
    """Sets of the cells of a level as integers, so that one operation treats all cells.

    Neighbours are cells that a path can step between.
    """

    def __init__(self, level: Level) -> None:
        self._board = board = level.board
        #: The set of each single cell.
        self.bit = dict(zip(board.cells, board.bits, strict=True)).__getitem__
        self._cell = dict(zip(board.bits, board.cells, strict=True))
        self.all = sum(board.bits)

    def of(self, cells: Iterable[Cell]) -> int:
        """Return the set of some cells."""
        return sum(map(self.bit, cells))

    def first(self, cells: int) -> Cell:
        """Return the first cell of a set, in reading order."""
        return self._cell[cells & -cells]

    def beside(self, cells: int) -> tuple[int, int, int]:
        """Return the cells that have at least one, two and three neighbours among `cells`."""
        (right, down), width = self._board.open, self._board.width
        a, b = (cells & right) << 1, cells >> 1 & right
        c, d = (cells & down) << width, cells >> width & down
        one, other = a | b, c | d
        both, others = a & b, c & d
        return one | other, both | others | one & other, both & other | others & one

    def parts(self, cells: int) -> Iterator[int]:
        """Yield the connected parts of a set."""
        board = self._board
        while cells:
            part = board.flood(cells & -cells, cells, board.open)
            yield part
            cells ^= part
