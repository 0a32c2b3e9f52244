"""What is laid over a level: what hints have found, and what a change takes away and brings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from flowdesk.core.grid import SIDES, Cell, Edge, direction, edge_at, edge_between, ways_along
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.drawing import drawn_answer
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tiles import cell_tiles, dot_tiles, edge_tiles, segments

#: The colour of paths whose colour is not known yet, and how strongly earlier steps are shown.
_UNCOLORED = "#8a8a8a"
_EARLIER = 0.8
#: How strongly the endpoint is shown that a change takes away.
_GONE = 0.3


def color_names(level: Level) -> dict[str, str]:
    """Return the colours of a level by their names in sentences."""
    return {color_name(level, label): level.color(label) for label in level.pairs}


def hint_tiles(level: Level, steps: Sequence[Deduction]) -> Mapping[Cell, Tiles]:
    """Return the paths found so far, in their colours, with arrows where the last step leads."""
    if not steps:
        return {}
    last = steps[-1]
    edges = dict.fromkeys(chain.from_iterable(sorted(step.on) for step in steps))
    colors = _colors(level, edges)
    marked = [(edge, colors[edge], 1.0 if edge in last.on else _EARLIER) for edge in edges]
    tiles = edge_tiles(marked)
    for tip, before in _tips(level, edges):
        if edge_between(tip, before) in last.on:
            color = colors[edge_between(tip, before)]
            tiles[tip] = (*tiles[tip], Tile("arrow", color, side=direction(before, tip)))
    if not last.on:
        for edge in last.off:
            for here, there in (edge, edge[::-1]):
                bar = Tile("pattern", side=f"stop {direction(here, there)}")
                tiles[here] = (*tiles.get(here, ()), bar)
    return tiles


def change_tiles(before: Level, after: Level, *, labels: bool = False) -> Mapping[Cell, Tiles]:
    """Return the cells that differ as they will be, with frames; endpoints that go are faint."""
    found: dict[Cell, Tiles] = {}
    walls = before.walls ^ after.walls
    drawn = drawn_answer(before)
    paths = segments(drawn) if drawn else {}
    changed = {cell for cell, _ in before.endpoints.items() ^ after.endpoints.items()}
    changed |= before.holes ^ after.holes
    for cell in changed | {cell for wall in walls for cell in wall}:
        path = None if cell in changed else paths.get(cell)
        tiles = list(cell_tiles(after, cell, path, labels=labels))
        if cell in changed:
            old, new = before.endpoints.get(cell), after.endpoints.get(cell)
            if old and not new:
                dot, *_ = dot_tiles(before, old)
                tiles += [dot._replace(strength=_GONE), Tile("pattern", side="frame")]
            else:
                tiles += [Tile("pattern", side=f"side {side}") for side in SIDES]
        for side in SIDES:
            wall = edge_at(cell, side)
            if wall in walls:
                age = "new" if wall in after.walls else "old"
                tiles.append(Tile("pattern", side=f"{age} wall {side}"))
        found[cell] = tuple(tiles)
    return found


def _colors(level: Level, edges: Collection[Edge]) -> dict[Edge, str]:
    """Return the colour of the path that each edge is part of."""
    near = ways_along(edges)
    color_of: dict[Cell, str] = {}
    for end, label in level.endpoints.items():
        todo = [end]
        while todo:
            cell = todo.pop()
            color_of[cell] = level.color(label)
            todo += (other for other in near.get(cell, ()) if other not in color_of)
    return {edge: color_of.get(edge[0], _UNCOLORED) for edge in edges}


def _tips(level: Level, edges: Collection[Edge]) -> Iterator[tuple[Cell, Cell]]:
    """Yield the cells in which paths end for now, each with the cell before it."""
    for cell, ways in ways_along(edges).items():
        if len(ways) == 1 and cell not in level.endpoints:
            yield cell, ways[0]
