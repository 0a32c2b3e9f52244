"""Way: the pointer's way along corners, while edges are drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from flowdesk.core.edit import Spot
from flowdesk.core.grid import Corner, Edge, cells_on_line, edge_joining
from flowdesk.kinds.slitherlink.puzzle import Slitherlink


@dataclass(frozen=True)
class Way:
    """Corners of a board, each next to the one before; going back along the way shortens it.

    `pressed` is the edge where the button was pressed, which is meant while there is no way yet.
    """

    puzzle: Slitherlink
    corners: tuple[Corner, ...]
    pressed: Edge | None = None

    def to(self, spot: Spot) -> Way:
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


def way_from(puzzle: Slitherlink, spot: Spot) -> Way | None:
    """Return the way that a press at a spot begins; None for a spot without a corner."""
    if spot.corner is None:
        return None
    return Way(puzzle, (_on_board(puzzle, spot.corner),), spot.edge)


def _on_board(puzzle: Slitherlink, corner: Corner) -> Corner:
    """Return the corner of the board that is nearest to another place."""
    return min(max(corner[0], 0), puzzle.width), min(max(corner[1], 0), puzzle.height)
