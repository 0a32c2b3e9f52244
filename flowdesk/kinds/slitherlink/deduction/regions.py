"""What a player sees of whole parts of the board: inside and outside are connected.

The cells inside one loop are connected, and so are those outside with the border of the board. So
no known part is ever cut off, and a cell through which alone two known parts can be connected is on
their side. Such cells are the articulation points of the cells that may be on one side (J. Hopcroft
and R. Tarjan, "Algorithm 447", 1973).
"""

from __future__ import annotations

from collections.abc import Iterator

from flowdesk.core.grid import cell_name
from flowdesk.kinds.deduction import Conclusion
from flowdesk.kinds.slitherlink.deduction.names import told
from flowdesk.kinds.slitherlink.deduction.position import IS_ON, Contradiction, Position


def connected(position: Position) -> Conclusion | None:
    """Find what follows because a cell must be inside, or outside, to connect others.

    What is found of cells is noted in the position, even if no edge follows from it at once.
    """
    grid = position.grid
    outside = position.root[grid.ring]
    for inside in (True, False):
        flipped = position.flipped[grid.ring] ^ inside
        known = [
            root == outside and flip == flipped
            for root, flip in zip(position.root, position.flipped, strict=True)
        ]
        for cell in _connecting(position, known, outside):
            position.relate(cell, grid.ring, inside)
            for edge in grid.edges_of[cell]:
                a, b = grid.sides[edge]
                if not position.state[edge] and position.root[a] == position.root[b]:
                    return _explain(position, cell, edge, inside)
    return None


def _connecting(position: Position, known: list[bool], outside: int) -> Iterator[int]:
    """Yield the cells of unknown side without which those known to be on one side are separated.

    Raises Contradiction if they are separated already.
    """
    grid, root, state = position.grid, position.root, position.state
    if sum(known) < 2:
        return
    ring = grid.ring
    start = ring if known[ring] else known.index(True)
    order: dict[int, int] = {start: 0}
    lowest = {start: 0}
    below = {start: 1}
    found: list[int] = []
    ways = [(start, -1, iter(_ways(position, start)))]
    while ways:
        cell, parent, nearby = ways[-1]
        for edge, near in nearby:
            if (
                near == parent
                or state[edge] == IS_ON
                or (root[near] == outside and not known[near])
            ):
                continue
            if near in order:
                lowest[cell] = min(lowest[cell], order[near])
                continue
            order[near] = lowest[near] = len(order)
            below[near] = int(known[near])
            ways.append((near, cell, iter(_ways(position, near))))
            break
        else:
            ways.pop()
            if ways:
                lowest[parent] = min(lowest[parent], lowest[cell])
                below[parent] += below[cell]
                if lowest[cell] >= order[parent] and below[cell] and not known[parent]:
                    found.append(parent)
    if below[start] < sum(known):
        apart = next(cell for cell, is_known in enumerate(known) if is_known and cell not in order)
        raise Contradiction("apart", (apart,))
    yield from dict.fromkeys(found)


def _ways(position: Position, cell: int) -> list[tuple[int, int]]:
    """Return the edges of a cell, each with the cell across it."""
    grid = position.grid
    if cell < grid.ring:
        return list(zip(grid.edges_of[cell], grid.beside[cell], strict=True))
    return [(edge, sum(grid.sides[edge]) - grid.ring) for edge in grid.border]


def _explain(position: Position, cell: int, edge: int, inside: bool) -> Conclusion:
    grid = position.grid
    differ = bool(position.flipped[grid.sides[edge][0]] ^ position.flipped[grid.sides[edge][1]])
    where = "inside" if inside else "outside"
    parts = "the inside would be in two parts" if inside else "a part outside would be cut off"
    on, off = ((edge,), ()) if differ else ((), (edge,))
    what = told(position, cell, on, off)
    message = f"{cell_name(grid.cells[cell])} is {where} the loop, or else {parts}: {what}."
    return Conclusion("connected", message, (cell,), on, off)
