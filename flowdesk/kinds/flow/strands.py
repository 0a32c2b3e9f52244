"""Strands: what paths look like cell by cell, and the steps in which they are drawn.

The `arms` of a path in a cell are the letters of the sides through which it goes on, in the order
of `Shape.sides`: ``tb``, ``lr``, ``tl`` ..., and a single one at an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import Any, TypeAlias

from flowdesk.core.grid import Cell, in_order
from flowdesk.core.shape import Shape
from flowdesk.kinds.drawing import Step, timed
from flowdesk.kinds.flow.level import Level, Solution

#: What a path looks like in one cell: its label and its arms.
Strand: TypeAlias = tuple[str, str]
#: What all paths look like in one cell: one strand, or on a bridge that across, then that down.
Segment: TypeAlias = tuple[Strand, ...]


def arms_at(
    side: Callable[[Cell, Cell], str], path: Sequence[Cell], place: int, length: int
) -> str:
    """Return the arms of cell number `place` of a path of which `length` cells are drawn so far.

    `side` tells at which side of a cell the next one lies.
    """
    arms = side(path[place], path[place - 1]) if place else ""
    return _ordered(arms + side(path[place], path[place + 1]) if place + 1 < length else arms)


_ordered = lru_cache(in_order)


def segments(level: Level, solution: Solution) -> dict[Cell, Segment]:
    """Return the segments of a solution, by cell."""
    shape, found = level.shape, dict[Cell, Segment]()
    parts = [
        _segments_of(label, path, shape.unbridged, level.width, level.height)
        for label, path in solution.paths.items()
    ]
    for part in parts:
        found.update(part)
    for bridge in shape.bridges & found.keys():
        found[bridge] = _crossing(chain.from_iterable(part.get(bridge, ()) for part in parts))
    return found


@lru_cache(maxsize=256)
def _segments_of(
    label: str, path: tuple[Cell, ...], shape: Shape, width: int, height: int
) -> Mapping[Cell, Segment]:
    """Cached, because while somebody draws only one of many paths changes."""
    side = partial(shape.side, width=width, height=height)
    found: dict[Cell, Segment] = {}
    for place, cell in enumerate(path):
        strand = label, arms_at(side, path, place, len(path))
        found[cell] = (*found[cell], strand) if cell in found else (strand,)
    return found


def _crossing(strands: Iterable[Strand]) -> Segment:
    """Return the segment of a bridge: of each way the last strand, and that across first."""
    ways = {leads_under(arms): (label, arms) for label, arms in strands}
    return tuple(ways[under] for under in sorted(ways))


def leads_under(arms: str) -> bool:
    """Whether a path with these arms leads down under a bridge, not across it."""
    return arms[:1] in "tb"


def steps(level: Level, solution: Solution) -> list[Step]:
    """Return how a solution is drawn: path by path, cell by cell; finished pairs light up."""
    found = timed([_run_along(level, label, path) for label, path in solution.paths.items()])
    return _over_bridges(level, found) if level.shape.bridges else found


def _run_along(level: Level, label: str, path: Sequence[Cell]) -> list[Step]:
    found = []
    for place, cell in enumerate(path):
        arms = arms_at(level.board.side, path, place, place + 1)
        segments: list[tuple[Cell, Segment]] = [(cell, ((label, arms),))]
        if place:
            arms = arms_at(level.board.side, path, place - 1, place + 1)
            segments.append((path[place - 1], ((label, arms),)))
        found.append(Step(tuple(segments)))
    pair = tuple((end, level.color(label)) for end in level.pairs[label])
    return [*found[:-1], replace(found[-1], lights=pair)]


def _over_bridges(level: Level, steps: Sequence[Step]) -> list[Step]:
    """Return the steps so that on a bridge each shows the other way as well, if it is covered."""
    covered: dict[Cell, Segment] = {}
    found = []
    for step in steps:
        segments: list[tuple[Cell, Any]] = list(step.segments)
        for place, (cell, segment) in enumerate(segments):
            if cell in level.shape.bridges:
                covered[cell] = _crossing((*covered.get(cell, ()), *segment))
                segments[place] = cell, covered[cell]
        found.append(replace(step, segments=tuple(segments)))
    return found
