"""How a level and its paths are drawn: each cell is a stack of tiles, also of hints and changes.

The `arms` of a path in a cell are the letters of the directions in which it goes on, in the order
of the sprites' names: ``tb``, ``lr``, ``tl`` ..., and ``t``, ``b``, ``l`` or ``r`` at an end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from flowdesk.core.grid import (
    SIDES,
    Cell,
    Edge,
    direction,
    edge_at,
    edge_between,
    in_order,
    ways_along,
)
from flowdesk.draw.scene import MarkedEdge, Tile, Tiles, thickness
from flowdesk.kinds.answers import Deduction
from flowdesk.kinds.drawing import Drawing, Step, timed
from flowdesk.kinds.flow.colors import USUAL_COLORS, color_name
from flowdesk.kinds.flow.drawing import drawn_answer
from flowdesk.kinds.flow.level import Level, Solution

#: What a path looks like in one cell: its label and its arms.
Segment: TypeAlias = tuple[str, str]

#: How strongly the colour of its path tints a cell.
TINT = 0.25

#: How strongly the map shows what may be in all solutions or in some.
_UNSETTLED = 0.5

_CELL, _HOLE = Tile("cell"), Tile("hole")
_LEFT, _TOP, _CORNER = (Tile("line", side=side) for side in ("l", "t", "corner"))
_EMPTY: Tiles = (_CELL, _LEFT, _TOP)


def arms_at(path: Sequence[Cell], place: int, length: int) -> str:
    """Return the arms of cell number `place` of a path of which `length` cells are drawn so far."""
    letters = set()
    if place > 0:
        letters.add(direction(path[place], path[place - 1]))
    if place + 1 < length:
        letters.add(direction(path[place], path[place + 1]))
    return in_order(letters)


def segments(solution: Solution) -> dict[Cell, Segment]:
    """Return the segments of a solution, by cell."""
    found: dict[Cell, Segment] = {}
    for label, path in solution.paths.items():
        found.update(_segments_of(label, path))
    return found


@lru_cache(maxsize=256)
def _segments_of(label: str, path: tuple[Cell, ...]) -> Mapping[Cell, Segment]:
    """Cached, because while somebody draws only one of many paths changes."""
    return {cell: (label, arms_at(path, place, len(path))) for place, cell in enumerate(path)}


def changed_cells(before: Level, after: Level) -> set[Cell] | None:
    """Return the cells that may look different in two levels; None if that may be any."""
    same = ("width", "height", "holes", "colors")
    if any(getattr(before, name) != getattr(after, name) for name in same):
        return None
    cells = {cell for cell, _ in before.endpoints.items() ^ after.endpoints.items()}
    cells.update(cell for wall in before.walls ^ after.walls for cell in wall)
    for _, path in before.drawn.items() ^ after.drawn.items():
        cells.update(path)
    return cells


def label_at(level: Level, cell: Cell, segment: Segment | None) -> str | None:
    """Return the label of the endpoint in a cell, else of its segment, else None."""
    return level.endpoints.get(cell) or (segment[0] if segment else None)


def edge_tiles(used: Iterable[MarkedEdge], unused: object = ()) -> dict[Cell, Tiles]:
    """Return the two halves of each step that is used, by cell."""
    halves: dict[Cell, Tiles] = {}
    for edge, color, strength in used:
        for here, there in (edge, edge[::-1]):
            half = Tile("pipe", color, strength, direction(here, there))
            halves[here] = (*halves.get(here, ()), half)
    return {cell: _joined(tiles) for cell, tiles in halves.items()}


def map_tiles(
    shares: Mapping[Edge, float], unsettled: Iterable[Edge], unused: object = ()
) -> dict[Cell, Tiles]:
    """Return a map: solid lines for steps of all solutions, dashed ones for those of some."""
    halves: dict[Cell, Tiles] = {}
    lines = [
        (edge, "" if share >= 1 else f" {thickness(share)}", 1.0) for edge, share in shares.items()
    ]
    lines += ((edge, " 1", _UNSETTLED) for edge in unsettled)
    for edge, suffix, strength in lines:
        for here, there in (edge, edge[::-1]):
            half = Tile("pattern", "", strength, f"way {direction(here, there)}{suffix}")
            halves[here] = (*halves.get(here, ()), half)
    return halves


def _joined(halves: Tiles) -> Tiles:
    """Join two halves that look alike: half transparent, they would show twice where they meet."""
    if len(halves) != 2 or halves[0]._replace(side="") != halves[1]._replace(side=""):
        return halves
    return (halves[0]._replace(side=in_order(half.side for half in halves)),)


def steps(level: Level, solution: Solution) -> list[Step]:
    """Return how a solution is drawn: path by path, cell by cell; finished pairs light up."""
    return timed([_run_along(level, label, path) for label, path in solution.paths.items()])


def _run_along(level: Level, label: str, path: Sequence[Cell]) -> list[Step]:
    found = []
    for place, cell in enumerate(path):
        segments: list[tuple[Cell, Segment]] = [(cell, (label, arms_at(path, place, place + 1)))]
        if place:
            before = path[place - 1]
            segments.append((before, (label, arms_at(path, place - 1, place + 1))))
        found.append(Step(tuple(segments)))
    pair = tuple((end, level.color(label)) for end in level.pairs[label])
    return [*found[:-1], replace(found[-1], lights=pair)]


def cell_tiles(
    level: Level, cell: Cell, segment: Segment | None = None, *, labels: bool = False
) -> Tiles:
    """Return a cell; or a place just outside the right and lower border, with lines alone."""
    x, y = cell
    is_plain = not (segment or level.holes or level.walls or cell in level.endpoints)
    if is_plain and x < level.width and y < level.height:
        return _EMPTY  # nearly all of a large board: shared, and quick to compare
    here = level.is_cell(cell)
    tiles = [_CELL] if here else [_HOLE] if level.on_board(cell) else []
    if segment:
        tinted, pipe = _covered(level.color(segment[0]), segment[1])
        tiles.append(tinted)
    if here or level.is_cell((x - 1, y)):
        tiles.append(_LEFT)
    if here or level.is_cell((x, y - 1)):
        tiles.append(_TOP)
    if not here and len(tiles) <= 1 and level.is_cell((x - 1, y - 1)):
        tiles.append(_CORNER)
    if segment and segment[1]:
        tiles.append(pipe)
    label = level.endpoints.get(cell)
    if label is not None:
        tiles += dot_tiles(level, label, labels=labels)
    if level.walls and here:
        for side in SIDES:
            if edge_at(cell, side) in level.walls:
                tiles.append(Tile("wall", side=side))
    return tuple(tiles)


def overview(level: Level) -> dict[Cell, Tile]:
    """Return the holes and the endpoints of a level."""
    tiles = dict.fromkeys(level.holes, _HOLE)
    tiles |= {cell: Tile("dot", level.color(label)) for cell, label in level.endpoints.items()}
    return tiles


@lru_cache(maxsize=1024)
def _covered(color: str, arms: str) -> tuple[Tile, Tile]:
    """Return the tint and the pipe of a segment, shared by most cells of a board."""
    return Tile("fill", color, TINT), Tile("pipe", color, side=arms)


def dot_tiles(level: Level, label: str, *, labels: bool = False) -> Tiles:
    """Return an endpoint alone."""
    color = level.color(label)
    dot: Tiles = (Tile("dot", color), Tile("rim", color))
    return (*dot, Tile("text", color, text=label)) if labels else dot


def carried_tiles(level: Level, cell: Cell, *, labels: bool = False) -> Tiles:
    """Return the endpoint in a cell, as it is shown at the pointer."""
    return dot_tiles(level, level.endpoints[cell], labels=labels)


def ghost_tiles(level: Level, cell: Cell) -> Tiles:
    """Return a cell whose endpoint is being dragged away."""
    tiles = cell_tiles(replace(level, endpoints={}, drawn={}), cell)
    label = level.endpoints.get(cell)
    return tiles if label is None else (*tiles, Tile("dot", level.color(label), 0.3))


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


class FlowDrawing(Drawing[Level, Solution, Segment]):
    """Dots and pipes in cells, with walls and holes."""

    has_labels = True
    usual_colors = USUAL_COLORS
    cell_tiles = staticmethod(cell_tiles)
    segments = staticmethod(segments)
    steps = staticmethod(steps)
    drawn_answer = staticmethod(drawn_answer)
    item_at = staticmethod(label_at)
    changed_cells = staticmethod(changed_cells)
    edge_tiles = staticmethod(edge_tiles)
    map_tiles = staticmethod(map_tiles)
    change_tiles = staticmethod(change_tiles)
    ghost_tiles = staticmethod(ghost_tiles)
    carried_tiles = staticmethod(carried_tiles)
    overview = staticmethod(overview)
