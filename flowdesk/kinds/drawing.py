"""Drawing: puzzles and solutions of a kind as tiles, and the steps of an animation.

A segment is what a solution looks like in a cell; its type is the kind's own.
"""

from __future__ import annotations

import heapq
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, TypeVar

from flowdesk.core.grid import Cell, Edge
from flowdesk.core.puzzle import P, S
from flowdesk.draw.scene import MarkedEdge, Tile, Tiles
from flowdesk.kinds.locks import lock_tiles

#: A kind's own type of segments.
G = TypeVar("G")

#: The duration of a step at normal speed, and the longest one of a whole board, in seconds.
STEP_SECONDS = 0.025
MOST_SECONDS = 4.0


@dataclass(frozen=True)
class Step:
    """Some cells are covered, `at` seconds after the start.

    `segments` is what they look like from then on; the first one is where the step leads. `lights`
    are cells that then light up for a moment, with colours.
    """

    segments: tuple[tuple[Cell, object], ...]
    lights: tuple[tuple[Cell, str], ...] = ()
    at: float = 0.0


def timed(rows: Sequence[Sequence[Step]]) -> list[Step]:
    """Return the steps of all rows with their times, sorted by time.

    Rows run one after the other; if that takes longer than `MOST_SECONDS`, several run at once,
    and if a single row takes longer, all run faster.
    """
    lanes = max(1, math.ceil(sum(map(len, rows)) * STEP_SECONDS / MOST_SECONDS))
    free_at = [0.0] * min(lanes, len(rows))
    steps = []
    for row in rows:
        start = heapq.heappop(free_at)
        steps += [replace(step, at=start + n * STEP_SECONDS) for n, step in enumerate(row)]
        heapq.heappush(free_at, start + len(row) * STEP_SECONDS)
    steps.sort(key=lambda step: step.at)
    end = steps[-1].at if steps else 0.0
    if end <= MOST_SECONDS:
        return steps
    faster = MOST_SECONDS / end
    return [replace(step, at=step.at * faster) for step in steps]


class Drawing(ABC, Generic[P, S, G]):
    """How puzzles and solutions look: tiles, one stack a cell."""

    #: The usual width of the margin round pictures, in cells: lines along the border reach into it.
    margin: ClassVar[float] = 0.0
    #: Whether ``labels=`` makes a difference: it draws what can be left out, such as letters.
    has_labels: ClassVar[bool] = False
    #: The names of its colours that themes may redefine, and their usual values.
    usual_colors: ClassVar[Mapping[str, str]] = {}

    def margin_of(self, puzzle: P, /) -> float:
        """Return the width of the margin round a picture of a puzzle, in cells."""
        return self.margin

    @abstractmethod
    def cell_tiles(
        self, puzzle: P, cell: Cell, segment: G | None = None, /, *, labels: bool = False
    ) -> Tiles:
        """Return the tiles of a cell.

        There are cells one column and row outside, too: at the right and bottom, with a margin all
        round.
        """

    @abstractmethod
    def segments(self, puzzle: P, solution: S, /) -> Mapping[Cell, G]:
        """Return the segment of a solution in each cell."""

    @abstractmethod
    def steps(self, puzzle: P, solution: S, /) -> list[Step]:
        """Return the steps of the animation of a solution."""

    def drawn_answer(self, puzzle: P, /) -> S | None:
        """Return the solution that the author has drawn, complete or not."""
        return None

    def item_at(self, puzzle: P, cell: Cell, segment: G | None, /) -> str | None:
        """Return the name of the item of the palette that is in a cell."""
        return None

    def changed_cells(self, before: P, after: P, /, *, labels: bool = True) -> set[Cell] | None:
        """Return the cells that may look different after a change; None for all of them.

        Without `labels`, what they show can change unseen.
        """
        return None

    def edge_tiles(
        self, puzzle: P, used: Iterable[MarkedEdge], unused: Iterable[MarkedEdge], /
    ) -> Mapping[Cell, Tiles]:
        """Return tiles that mark edges that are used, and others that are not."""
        return {}

    def map_tiles(
        self,
        puzzle: P,
        shares: Mapping[Edge, float],
        unsettled: Iterable[Edge],
        unused: Iterable[Edge],
        /,
    ) -> Mapping[Cell, Tiles]:
        """Return tiles of the map of edges; thickness and pattern tell the shares.

        A share of the solutions, above 0 and up to 1, uses an edge; some solution uses those that
        are `unsettled`.
        """
        return {}

    def change_tiles(self, before: P, after: P, /, *, labels: bool = False) -> Mapping[Cell, Tiles]:
        """Return tiles over cells in which a change shows.

        What goes is faint in a dashed frame, what comes is in a solid one.
        """
        return {}

    def ghost_tiles(self, puzzle: P, cell: Cell, /, *, labels: bool = False) -> Tiles | None:
        """Return the tiles of a cell whose content a gesture is moving; None for the usual ones."""
        return None

    def carried_tiles(self, puzzle: P, cell: Cell, /, *, labels: bool = False) -> Tiles:
        """Return the tiles at the pointer for what a gesture is moving from a cell."""
        return ()

    def lock_tiles(self, puzzle: P, /) -> Mapping[Cell, Tiles]:
        """Return tiles over cells that mark what is locked, for its author alone."""
        return lock_tiles(puzzle.locked, puzzle.board.shape, puzzle.width, puzzle.height)

    def overview(self, puzzle: P, /) -> Mapping[Cell, Tile] | None:
        """Return one tile a cell that can be seen where a cell is a single pixel, if there are."""
        return None
