"""Drawing the solution: paths whose ends become the endpoints of the level.

A stroke is the way of a pointer while a button is held: each step gives a level made from the one
before the stroke, so that what the stroke runs over comes back when it withdraws.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

from flowdesk.core.grid import Cell, are_neighbors, edge_between
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution, mistakes


@dataclass(frozen=True)
class Stroke:
    """A path that is being drawn over the level `before`.

    With `placed`, both endpoints of the colour stood on the board already, and the path leads
    from one to the other; else the ends of the path are where the endpoints come to stand.
    """

    before: Level
    label: str
    walk: tuple[Cell, ...]
    placed: bool

    def to(self, cell: Cell) -> Stroke:
        """The stroke led on to a cell, back to one it passed, or unmoved if it cannot go there."""
        walk, before = self.walk, self.before
        if cell == walk[0] and len(walk) != 2:
            return self  # a path that runs into its own beginning is not lost
        if cell in walk:
            return replace(self, walk=walk[: walk.index(cell) + 1])
        if not (before.is_cell(cell) and are_neighbors(walk[-1], cell)):
            return self
        if edge_between(walk[-1], cell) in before.walls or self._is_finished():
            return self
        label = before.endpoints.get(cell)
        if label is not None and not self._may_end(cell) and not self._may_cut(label):
            return self  # an endpoint without a finished path stands by itself, and in the way
        return replace(self, walk=(*walk, cell))

    @property
    def level(self) -> Level:
        """The level with this stroke drawn: the paths it runs over are cut."""
        before, walk = self.before, self.walk
        covered = set(walk)
        drawn: dict[str, tuple[Cell, ...]] = {}
        moved: dict[str, tuple[Cell, ...]] = {}  # the colours whose endpoints go with their paths
        finished = finished_paths(before)
        for label, path in before.drawn.items():
            if label == self.label or covered.isdisjoint(path):
                drawn[label] = path
            elif label in finished:
                drawn[label] = moved[label] = _longest_piece(path, covered)
            else:
                drawn[label] = tuple(takewhile(lambda cell: cell not in covered, path))
        drawn[self.label] = walk
        if not self.placed:
            moved[self.label] = walk
        endpoints = {cell: label for cell, label in before.endpoints.items() if label not in moved}
        for label, path in moved.items():
            endpoints |= dict.fromkeys((path[0], path[-1]) if path else (), label)
        kept = {label: path for label, path in drawn.items() if path}
        return replace(before, endpoints=endpoints, drawn=kept)

    def _may_end(self, cell: Cell) -> bool:
        """Whether an endpoint of the stroke's own colour is the partner to lead to."""
        return self.placed and cell in self.before.pairs[self.label]

    def _may_cut(self, label: str) -> bool:
        """Whether the endpoints of another colour are the ends of its path, and move with it."""
        return label != self.label and label in finished_paths(self.before)

    def _is_finished(self) -> bool:
        return self.placed and self.walk[-1] != self.walk[0] and self._may_end(self.walk[-1])


def begin(level: Level, cell: Cell, label: str) -> Stroke | None:
    """The stroke that a press on a cell begins; None in a hole or off the board.

    On a drawn path it goes on from there, on an endpoint with its colour; in an empty cell it
    begins a path of `label`, or if that is in use, of a new colour.
    """
    if not level.is_cell(cell):
        return None
    for drawn, path in level.drawn.items():
        if cell in path:
            finished = drawn in finished_paths(level)
            if finished and cell == path[0]:
                path = path[::-1]
            placed = len(level.pairs[drawn]) == 2 and not finished
            return Stroke(level, drawn, path[: path.index(cell) + 1], placed)
    standing = level.endpoints.get(cell)
    if standing is not None:
        count = len(level.pairs[standing])
        return Stroke(level, standing, (cell,), count == 2) if count <= 2 else None
    if label in level.pairs:
        label = editing.unlike_label(level)
    return Stroke(level, label, (cell,), False)


def without_path(level: Level, label: str) -> Level:
    """The level without a colour: its drawn path and its endpoints."""
    for cell in level.pairs.get(label, ()):
        level = editing.erase(level, cell)
    return level


def path_at(level: Level, cell: Cell) -> str | None:
    """The label of the drawn path that covers a cell."""
    return next((label for label, path in level.drawn.items() if cell in path), None)


def finished_paths(level: Level) -> Mapping[str, tuple[Cell, ...]]:
    """The drawn paths that connect the two endpoints of their colour."""
    return {
        label: path
        for label, path in level.drawn.items()
        if len(path) > 1 and level.endpoints.get(path[-1]) == label and len(level.pairs[label]) == 2
    }


def drawn_answer(level: Level) -> Solution | None:
    """What is drawn of a solution, if anything."""
    return Solution(dict(level.drawn)) if level.drawn else None


def drawn_solution(level: Level) -> Solution | None:
    """The author's own solution, if the drawn paths are one."""
    if sum(map(len, level.drawn.values())) != len(level.cells):
        return None  # most are not, which is quick to see
    solution = Solution(dict(level.drawn))
    return None if mistakes(level, solution) else solution


def _longest_piece(path: tuple[Cell, ...], away: Collection[Cell]) -> tuple[Cell, ...]:
    """What is left of a path without some of its cells; nothing if that is no path."""
    pieces: list[list[Cell]] = [[]]
    for cell in path:
        if cell in away:
            pieces.append([])
        else:
            pieces[-1].append(cell)
    piece = max(pieces, key=len)
    return tuple(piece) if len(piece) > 1 else ()
