"""How a level and its paths are drawn: each cell is a stack of tiles.

The `arms` of a path in a cell are the letters of the directions in which it goes on, in the order
of the sprites' names: ``tb``, ``lr``, ``tl`` ..., and ``t``, ``b``, ``l`` or ``r`` at an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from flowdesk.core.grid import SIDES, Cell, Edge, direction, edge_at, in_order
from flowdesk.draw.scene import MarkedEdge, Tile, Tiles, thickness
from flowdesk.kinds.drawing import Step, timed
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution

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
