"""What files may be unable to hold of a Flow level."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from flowdesk.core.grid import Edge, edge_between
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.format import SOLUTION


def contents(level: Level) -> dict[str, int]:
    """How many there are of what not every format holds any number of."""
    return {"holes": len(level.holes), "walls": len(level.walls), "colours": len(level.pairs)}


def lost(before: Entry, after: Entry) -> Iterator[str]:
    """What of an entry is not there any more, or has changed, as in "the title"."""
    old, new = before.level, after.level
    for name, value in old.about.items():
        if name == "touching":
            if new.touching and not old.touching:
                yield "that touching is forbidden"
        elif new.about.get(name) != value:
            yield f"the {name}"
    labels = {old.endpoints[cell]: new.endpoints.get(cell, "") for cell in old.endpoints}
    if any(old.color(label) != new.color(other) for label, other in labels.items()):
        yield "the colours"
    if any(label != other for label, other in labels.items()):
        yield "the letters of the colours"
    if not _steps(old) <= _steps(new):
        yield "the drawn paths"
    if before.solution and not after.solution and not drawn_solution(new):
        yield SOLUTION


def _steps(level: Level) -> set[Edge]:
    """Every step of every drawn path, in whichever direction it was drawn."""
    return {edge_between(a, b) for path in level.drawn.values() for a, b in pairwise(path)}
