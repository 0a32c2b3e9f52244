"""Building: bridges, walls and holes that a search adds to the board of a request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeAlias

from flowdesk.core.grid import Cell, edge_between
from flowdesk.kinds.flow.making.request import FlowRequest
from flowdesk.kinds.locks import cells_in_lock, edges_of_locks

#: A request, and paths over its board.
Built: TypeAlias = tuple[FlowRequest, list[tuple[Cell, ...]]]


def with_bridges(request: FlowRequest, random: Callable[[], float]) -> FlowRequest | None:
    """Return the request with its `bridges` built at random; None if it could not be done.

    No cell is beside two of them. `random` gives numbers from 0 to below 1.
    """
    if not request.bridges:
        return request
    board, size = request.free, (request.width, request.height)
    near = request.shape.distance
    built = set(request.shape.bridges)
    places = [cell for cell in board.cells if len(board.sides(cell)) == 4]
    for _, cell in sorted((random(), cell) for cell in places):
        if all(near(cell, other, *size) > 2 for other in built):
            built.add(cell)
            if len(built) == len(request.shape.bridges) + request.bridges:
                shape = replace(request.shape, bridges=frozenset(built))
                return replace(request, bridges=0, shape=shape)
    return None


def changed_board(
    request: FlowRequest, paths: Sequence[tuple[Cell, ...]], random: Callable[[], float]
) -> Built | None:
    """Return a request with one of its `more_walls` or `more_holes` built; None if not there.

    With the symmetry there may be several, which are images of each other.
    """
    walls, holes = request.more_walls[1], request.more_holes[1]
    build = _with_wall if random() * (walls + holes) < walls else _with_hole
    return build(request, paths, random)


def _with_wall(
    request: FlowRequest, paths: Sequence[tuple[Cell, ...]], random: Callable[[], float]
) -> Built | None:
    """Build a wall where no path goes and no warp is, and neither of the cells is kept.

    So the paths stay a solution, and nothing else becomes one.
    """
    linked = {edge_between(a, b) for path in paths for a, b in pairwise(path)}
    warps = request.shape.warps(request.width, request.height)
    linked |= edges_of_locks(request.kept.locked).union(edge_between(a, b) for _, a, b in warps)
    kept = request.kept.cells
    places = [e for e in request.free.links if e not in linked and kept.isdisjoint(e)]
    if not places:
        return None
    images = request.images(places[int(random() * len(places))])
    walls = frozenset(edge_between(a, b) for a, b in images)
    if len(walls) > request.more_walls[1] or not walls.issubset(places):
        return None
    more = _fewer(request.more_walls, len(walls))
    return replace(request, walls=request.walls | walls, more_walls=more), [*paths]


def _with_hole(
    request: FlowRequest, paths: Sequence[tuple[Cell, ...]], random: Callable[[], float]
) -> Built | None:
    """Make a hole of the end of a path, or of all of one that may not be shorter."""
    path = paths[int(random() * len(paths))][:: 1 if random() < 0.5 else -1]
    images = request.images(path[:1] if len(path) > request.shortest else path)
    holes = {cell for image in images for cell in image}
    left = [tuple(cell for cell in path if cell not in holes) for path in paths]
    left = [path for path in left if path]
    kept, bridges = request.kept.cells, request.shape.bridges
    edges = request.walls | edges_of_locks(request.kept.locked)
    warps = request.shape.warps(request.width, request.height)
    stay = kept.union(bridges, *map(cells_in_lock, edges), *(ends for _, *ends in warps))
    ends, before = ({end for path in each for end in (path[0], path[-1])} for each in (left, paths))
    if (
        len(holes) > request.more_holes[1]
        or not stay.isdisjoint(holes)
        or not (kept | bridges).isdisjoint(ends - before)
        or not left
        or min(map(len, left)) < request.shortest
    ):
        return None
    more = _fewer(request.more_holes, len(holes))
    return replace(request, holes=request.holes | holes, more_holes=more), left


def _fewer(asked: tuple[int, int], number: int) -> tuple[int, int]:
    """Return the least and the most that are left to build."""
    return max(asked[0] - number, 0), asked[1] - number
