"""Shapes of boards by name, for any size; and what a search builds on them: bridges, walls, holes.

A shape, such as a cross or a letter, is a rule: the width and height of a board, and which of its
cells are holes. A cell is ``(x, y)``, counted from 0, y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from typing import TYPE_CHECKING, TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import Cell, edge_between
from flowdesk.kinds.locks import cells_in_lock, edges_of_locks

if TYPE_CHECKING:
    from flowdesk.kinds.flow.making.request import FlowRequest

#: Which cells of a board, of at least `LEAST` columns and rows, belong to a shape.
Rule = Callable[[int, int], frozenset[Cell]]

#: A smaller board has no cells to tell shapes apart.
LEAST = 5

#: The strokes of each letter, as points on a grid of 5 by 5: column and row.
_STROKES = {
    "A": "04 01 10 30 41 44, 02 42",
    "B": "00 30 41 32 43 34 04 00, 02 32",
    "C": "40 10 01 03 14 44",
    "D": "00 30 41 43 34 04 00",
    "E": "40 00 04 44, 02 32",
    "F": "40 00 04, 02 32",
    "G": "40 10 01 03 14 44 42 22",
    "H": "00 04, 40 44, 02 42",
    "I": "00 40, 20 24, 04 44",
    "J": "10 40 43 34 14 03",
    "K": "00 04, 02 12 30 40, 12 34 44",
    "L": "00 04 44",
    "M": "04 00 40 44, 20 23",
    "N": "04 00 10 34 44 40",
    "O": "10 30 41 43 34 14 03 01 10",
    "P": "04 00 30 41 32 02",
    "Q": "44 14 03 01 10 30 41 44, 22 44",
    "R": "04 00 30 41 32 02, 22 44",
    "S": "40 10 01 12 32 43 34 04",
    "T": "00 40, 20 24",
    "U": "00 03 14 34 43 40",
    "V": "00 02 24 42 40",
    "W": "00 04 44 40, 24 21",
    "X": "00 44, 40 04",
    "Y": "00 01 22 41 40, 22 24",
    "Z": "00 40 04 44",
}


def _where(inside: Callable[[float, float], bool], width: int, height: int) -> frozenset[Cell]:
    """Return the cells whose middle is inside, told how far right and down, from -1 to 1."""
    cells = product(range(width), range(height))
    return frozenset(
        (x, y) for x, y in cells if inside((2 * x + 1) / width - 1, (2 * y + 1) / height - 1)
    )


def _cross(width: int, height: int) -> frozenset[Cell]:
    return _where(lambda u, v: min(abs(u), abs(v)) < 0.55, width, height)


def _ring(width: int, height: int) -> frozenset[Cell]:
    return _where(lambda u, v: 0.1 < u * u + v * v < 1.02, width, height)


def _diamond(width: int, height: int) -> frozenset[Cell]:
    most = 1.01 + 1 / min(width, height)  # an odd one is not pointed
    return _where(lambda u, v: abs(u) + abs(v) < most, width, height)


def _heart(width: int, height: int) -> frozenset[Cell]:
    def inside(u: float, v: float) -> bool:
        x, y = 1.05 * abs(u), 0.37 - 1.13 * v
        above = y - float(x ** (2 / 3))
        return x * x + above * above < 1

    return _where(inside, width, height)


def _letter(strokes: str, width: int, height: int) -> frozenset[Cell]:
    return frozenset(_inked(strokes, width, height))


def _inked(strokes: str, width: int, height: int) -> Iterator[Cell]:
    """Yield the cells under a pen whose nib has a fifth of the width, and of the height."""
    wide, high = (width + 2) // 5, (height + 2) // 5
    for stroke in strokes.split(", "):
        points = [
            (int(point[0]) * (width - wide) / 4, int(point[1]) * (height - high) / 4)
            for point in stroke.split()
        ]
        for (x, y), (to_x, to_y) in pairwise(points):
            steps, above = 4 * max(width, height), round(y)
            for part in (step / steps for step in range(steps + 1)):
                left, top = round(x + part * (to_x - x)), round(y + part * (to_y - y))
                rows = range(min(above, top), max(above, top) + high)
                yield from product(range(left, left + wide), rows)
                above = top


SHAPES: dict[str, Rule] = {
    "cross": _cross,
    "ring": _ring,
    "diamond": _diamond,
    "heart": _heart,
    **{letter: partial(_letter, strokes) for letter, strokes in _STROKES.items()},
}


def holes_of(shape: str, width: int, height: int) -> frozenset[Cell]:
    """Return the cells that are not of a shape; none without a name. FlowDeskError if too small."""
    if not shape:
        return frozenset()
    if min(width, height) < LEAST:
        raise FlowDeskError(f"The shape {shape!r} takes {LEAST} rows and columns or more.")
    return frozenset(product(range(width), range(height))) - SHAPES[shape](width, height)


#: A request, and paths over its board.
Built: TypeAlias = "tuple[FlowRequest, list[tuple[Cell, ...]]]"


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
