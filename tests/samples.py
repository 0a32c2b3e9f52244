"""Levels that several tests use."""

from __future__ import annotations

from flowdesk.core.grid import cells_of
from flowdesk.kinds.flow.files import map_text
from flowdesk.kinds.flow.level import Level


def level_of(*rows: str) -> Level:
    """A level from its rows as in a map."""
    level: Level = map_text.read("\n".join(rows))[0].level
    return level


#: Solved by five paths, none of which touches itself.
SMALL = level_of("R.G.Y", "..B.O", ".....", ".G.Y.", ".RBO.")

#: Its only solution touches itself.
TOUCHING = level_of("AA", "..")

#: Deduced only by assuming that no path touches itself.
ASSUMING = level_of("G...R", "B..B.", ".G.R.", ".....", "Y...Y")


def hard_level(size: int = 16) -> Level:
    """A level without a solution that the solver does not prove so in minutes.

    Two colours must cross, but a ring of holes hides that their ends lie on a border.
    """
    last = size - 2
    inside = {(x, y) for x in range(1, size - 1) for y in range(1, size - 1)}
    ends = {(1, 1): "R", (last, last - 1): "R", (last, 1): "G", (1, last - 1): "G"}
    return Level(size, size, ends, frozenset(set(cells_of(size, size)) - inside))
