"""Loop: the solution of a Slitherlink; and an independent checker.

The checker uses nothing of the solvers and of the encoding.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from flowdesk.core.finding import Finding, Severity
from flowdesk.core.grid import Cell, Edge, by_row, cells_of
from flowdesk.kinds.slitherlink.puzzle import Corner, Slitherlink, edges_of, ends_of


@dataclass(frozen=True)
class Loop:
    """The edges of a loop."""

    edges: frozenset[Edge]

    @cached_property
    def ways(self) -> Mapping[Corner, Sequence[Corner]]:
        """Return for each corner on some of the edges the corners that they lead to."""
        ways: defaultdict[Corner, list[Corner]] = defaultdict(list)
        for edge in self.edges:
            a, b = ends_of(edge)
            ways[a].append(b)
            ways[b].append(a)
        return dict(ways)

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """Return the corners in the order of the loop, from its first one in reading order.

        The second corner is the one to the right. ValueError if the edges are not one loop.
        """
        ways = self.ways
        if not ways or any(len(near) != 2 for near in ways.values()):
            raise ValueError("These edges are not one closed loop.")
        start = min(ways, key=lambda corner: (corner[1], corner[0]))
        path, corner = [start], max(ways[start])
        while corner != start:
            path.append(corner)
            first, second = ways[corner]
            corner = second if first == path[-2] else first
        if len(path) != len(self.edges):
            raise ValueError("These edges are not one closed loop.")
        return tuple(path)

    def inside(self, width: int, height: int) -> frozenset[Cell]:
        """Return the cells within the loop on a board of this size."""
        found = set()
        for x, y in cells_of(width, height):
            is_inside = ((x - 1, y) in found) != (((x - 1, y), (x, y)) in self.edges)
            if is_inside:
                found.add((x, y))
        return frozenset(found)


def answer_json(loop: Loop | None) -> dict[str, object]:
    """Return a solution as JSON has it: its corners in order; none if there is no solution."""
    return {"loop": list(loop.corners) if loop else []}


def parts_of(loop: Loop) -> list[set[Corner]]:
    """Return the connected parts of what may be several loops, each as its corners."""
    ways = loop.ways
    left, parts = set(ways), []
    while left:
        start = left.pop()
        part, frontier = {start}, [start]
        while frontier:
            for near in ways[frontier.pop()]:
                if near in left:
                    left.remove(near)
                    part.add(near)
                    frontier.append(near)
        parts.append(part)
    return parts


def mistakes(puzzle: Slitherlink, loop: Loop) -> list[Finding]:
    """Return everything that keeps `loop` from solving `puzzle`; empty if it does.

    In the order in which a person checks: branches and crossings, clues, several loops, dead ends.
    """
    found: list[Finding] = []

    def add(rule: str, message: str, *cells: Cell) -> None:
        on_board = {cell for cell in cells if puzzle.on_board(cell)}
        found.append(Finding(rule, message, by_row(on_board), Severity.INVALID))

    for edge in loop.edges:
        if not any(puzzle.on_board(cell) for cell in edge):
            add("off-board", "The loop leaves the board.")
    ways = loop.ways
    for corner, near in ways.items():
        if len(near) > 2:
            name = "crossing" if len(near) == 4 else "branch"
            verb = "crosses itself" if len(near) == 4 else "branches"
            add(name, f"The loop {verb} here.", *cells_at(corner))
    for cell, clue in puzzle.clues.items():
        number = sum(edge in loop.edges for edge in edges_of(cell))
        if number != clue:
            edges = "one edge" if number == 1 else f"{number or 'no'} edges"
            add("clue", f"This {clue} has {edges} on the loop.", cell)
    if len(parts := parts_of(loop)) > 1:
        corners = min(parts, key=lambda part: (len(part), min(part)))
        cells = [cell for corner in corners for cell in cells_at(corner)]
        add("several-loops", f"There are {len(parts)} separate loops.", *cells)
    for corner, near in ways.items():
        if len(near) == 1:
            add("dead-end", "The loop ends here.", *cells_at(corner))
    if not loop.edges:
        add("no-loop", "There is no loop.")
    return found


def cells_at(corner: Corner) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the four cells round a corner, some of which may be off the board."""
    x, y = corner
    return (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)
