"""Fill the rest: a level round the paths that its author has drawn."""

from __future__ import annotations

from dataclasses import replace

from flowdesk.core.finding import Finding, Severity
from flowdesk.kinds.answers import Made
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.drawing import finished_paths
from flowdesk.kinds.flow.editing import with_puzzle_of
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.making.request import Request


def fill(level: Level, seed: int) -> Request | Finding:
    """Return a request for the cells that are free; a finding if a colour has no path yet."""
    pinned = finished_paths(level)
    for label, cells in level.pairs.items():
        if label not in pinned:
            name = color_name(level, label)
            message = f"{name} has no path yet: draw it or erase its endpoints, then fill."
            return Finding("no-path", message, tuple(cells), Severity.INVALID)
    return Request(
        level.width,
        level.height,
        seed,
        holes=level.holes,
        walls=level.walls,
        non_touching=not level.touching,
        pinned=pinned,
    )


def filled(level: Level, made: Made) -> Level:
    """Return the level with the paths that were made for it."""
    assert made.solution, "a level is made together with its solution"
    return with_puzzle_of(level, replace(made.level, drawn=made.solution.paths))
