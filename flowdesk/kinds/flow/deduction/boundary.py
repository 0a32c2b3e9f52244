"""The edge-following argument: a path that has to stay at the edge of what is left of the board.

Players let a path between two places at the edge follow it ("unwrapping the grid",
https://puzzling.stackexchange.com/q/49687, where J. Scherphuis shows that this alone may fail).
This form is certain: walk round an edge of the board, or of the part that finished paths leave.
If a colour has cells at two places of the walk and no other colour has any in between, then its
path would enclose whatever else covered the cells in between, because in the plane two paths whose
ends alternate round a face cross. So if every other unfinished colour has a cell elsewhere on the
same walk, the cells in between belong to this colour. Where no path touches itself, neighbours of
one colour are linked, and so the path follows the edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from flowdesk.kinds.flow.deduction.cells import name
from flowdesk.kinds.flow.deduction.position import BARRED, Position
from flowdesk.kinds.flow.deduction.rule import Conclusion, Rule


def at_the_edge(position: Position) -> Conclusion | None:
    """Find where a path must follow the edge by at least one new step, if none touches itself."""
    waiting = {position.color_at(cell) for cell, needs in enumerate(position.needs) if needs} - {-1}
    for walk in _walks(position):
        for stretch in _stretches(position, walk, waiting):
            on = tuple(edge for edge in _edges_along(position, stretch) if not position.state[edge])
            if on:
                path = name(position, stretch[0])
                message = f"{path} follows the edge here: anything in between would be cut off."
                return Conclusion("edge", message, tuple(dict.fromkeys(stretch)), on)
    return None


def _stretches(position: Position, walk: list[int], waiting: set[int]) -> Iterator[list[int]]:
    """Yield the stretches of a walk from one cell of a colour to the next that no other can cover.

    `waiting` are the colours that are not finished.
    """
    colors = [position.color_at(cell) for cell in walk]
    elsewhere = waiting.difference(colors)
    start = next((place for place, color in enumerate(colors) if color >= 0), len(walk))
    stretch: list[int] = []
    for cell in (*walk[start:], *walk[: start + 1]):
        stretch.append(cell)
        color = position.color_at(cell)
        if color >= 0:
            if color == position.color_at(stretch[0]) and elsewhere <= {color}:
                yield stretch
            stretch = [cell]


def _walks(position: Position) -> Iterator[list[int]]:
    """Yield the cells along each edge of the board and of its parts, as a walk round it.

    Turning as far as possible to the same side at each cell goes round a face of the plane graph
    whose edges are those that are not barred.
    """
    grid = position.grid
    around: list[dict[int, int]] = [{} for _ in grid.cells]
    for edge, (a, b) in enumerate(grid.ends):
        if position.state[edge] != BARRED:
            forward = 1 if grid.is_across[edge] else 2
            around[a][forward] = b
            around[b][(forward + 2) % 4] = a
    left = {(cell, way): None for cell, ways in enumerate(around) for way in ways}
    while left:
        walk = []
        cell, way = next(iter(left))
        while (cell, way) in left:
            del left[cell, way]
            walk.append(cell)
            cell = around[cell][way]
            way = next(turn % 4 for turn in range(way + 3, way + 7) if turn % 4 in around[cell])
        yield walk


def _edges_along(position: Position, stretch: list[int]) -> Iterator[int]:
    """Yield the edge between each cell of a stretch and the next."""
    for cell, following in pairwise(stretch):
        yield next(edge for edge, near in position.grid.ways[cell] if near == following)


RULES = (
    Rule(
        "edge",
        at_the_edge,
        20,
        "a path follows the edge, or something would be cut off; if no path touches itself",
        strictly=True,
    ),
)
