"""Tell what of a Flow level a file cannot hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from flowdesk.core.grid import Edge, edge_between
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.format import SOLUTION


def contents(level: Level) -> dict[str, int]:
    """Return the numbers of the things that some formats limit."""
    return {"holes": len(level.holes), "walls": len(level.walls), "colours": len(level.pairs)}


def lost(before: Entry, after: Entry) -> Iterator[str]:
    """Yield what of an entry was lost or changed, as in "the title"."""
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
    """Return the edges of all drawn paths."""
    return {edge_between(a, b) for path in level.drawn.values() for a, b in pairwise(path)}
