"""Steps between cells as arms that lie over the level."""

from __future__ import annotations

from collections.abc import Iterable

from flowdesk.core.grid import Cell, Edge, direction
from flowdesk.draw.scene import Tile, Tiles

#: What is certain, what some solutions do, and what is neither, or known for the moment.
CERTAIN, LOOSE, UNSETTLED = "#35c46a", "#ff9f1c", "#8a8a8a"


def arms_of(steps: Iterable[tuple[Edge, str, float]]) -> dict[Cell, Tiles]:
    """The two halves of each step, given as its edge, colour and strength, in their cells."""
    arms: dict[Cell, Tiles] = {}
    for edge, color, strength in steps:
        for here, there in (edge, edge[::-1]):
            half = Tile("pipe", color, strength, direction(here, there))
            arms[here] = (*arms.get(here, ()), half)
    return {cell: _joined(tiles) for cell, tiles in arms.items()}


def _joined(arms: Tiles) -> Tiles:
    """Two arms that look alike as one bend or line: half seen through, they would show twice."""
    if len(arms) != 2 or arms[0]._replace(side="") != arms[1]._replace(side=""):
        return arms
    letters = sorted((arms[0].side, arms[1].side), key="tblr".index)
    return (arms[0]._replace(side="".join(letters)),)
