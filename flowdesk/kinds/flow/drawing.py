"""Drawing a solution: paths whose ends become endpoints, what they look like, their animation.

A stroke follows the pointer while a button is held. Its level is always made from the one before
the stroke, so that what it crossed comes back when it withdraws. Paths do not cross on a bridge:
there they are told apart by their nodes (see `flowdesk.core.board`).

The `arms` of a path in a cell are the letters of the sides through which it goes on, in the order
of `Shape.sides`: ``tb``, ``lr``, ``tl`` ..., and a single one at an end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain, groupby, takewhile
from typing import Any, TypeAlias

from flowdesk.core.board import Board
from flowdesk.core.grid import Cell, in_order
from flowdesk.core.shape import Shape
from flowdesk.kinds.drawing import Step, timed
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.level import Level, Solution, mistakes


@dataclass(frozen=True)
class Stroke:
    """A path that is being drawn over the level `before`.

    With `placed`, both endpoints of the colour are on the board already, and the path leads from
    one to the other; else the ends of the path become the endpoints.
    """

    before: Level
    label: str
    walk: tuple[Cell, ...]
    placed: bool

    def to(self, cell: Cell) -> Stroke:
        """Return the stroke led on or back to a cell, or unchanged if it cannot go there."""
        walk, before = self.walk, self.before
        is_finished = walk[-1] != walk[0] and self._may_end(walk[-1])
        if cell == walk[0] and len(walk) != 2:
            return self  # running into its own beginning does not lose a path
        led = led_on(before.board, walk, cell)
        if led == walk or (is_finished and len(led) > len(walk)):
            return self
        if len(led) < len(walk):
            return replace(self, walk=led)
        label = before.endpoints.get(cell)
        is_in_the_way = label is not None and not self._may_end(cell)
        if is_in_the_way and (label == self.label or label not in finished_paths(before)):
            return self  # the endpoints of a finished path move when that is cut
        return replace(self, walk=led)

    @property
    def level(self) -> Level:
        """Return the level with this stroke drawn: the paths it crosses are cut."""
        before, walk, board = self.before, self.walk, self.before.board
        cells, covered = set(walk), set(board.walk(walk))
        drawn: dict[str, tuple[Cell, ...]] = {}
        moved: dict[str, tuple[Cell, ...]] = {}  # the colours whose endpoints go with their paths
        finished = finished_paths(before)
        for label, path in before.drawn.items():
            is_apart = cells.isdisjoint(path) or covered.isdisjoint(board.walk(path))
            if label == self.label or is_apart:
                drawn[label] = path
            elif label in finished:
                drawn[label] = moved[label] = _longest_piece(before, path, covered)
            else:
                drawn[label] = first_piece(board, path, covered)
        drawn[self.label] = walk
        if not self.placed:
            drawn[self.label] = moved[self.label] = _between_bridges(before, walk)
        endpoints = {cell: label for cell, label in before.endpoints.items() if label not in moved}
        for label, path in moved.items():
            endpoints |= dict.fromkeys((path[0], path[-1]) if path else (), label)
        kept = {label: path for label, path in drawn.items() if path}
        return replace(before, endpoints=endpoints, drawn=kept)

    def _may_end(self, cell: Cell) -> bool:
        return self.placed and cell in self.before.pairs[self.label]


def begin(level: Level, cell: Cell, label: str) -> Stroke | None:
    """Return the stroke that a press on a cell begins; None where no path is and none can end.

    On a drawn path it continues that path, on an endpoint it begins one of its colour, in an empty
    cell one of `label`, or if that is in use, of a new colour.
    """
    if not level.is_cell(cell):
        return None
    if drawn := path_at(level, cell):
        path, finished = level.drawn[drawn], drawn in finished_paths(level)
        if finished and cell == path[0]:
            path = path[::-1]
        placed = len(level.pairs[drawn]) == 2 and not finished
        return Stroke(level, drawn, path[: path.index(cell) + 1], placed)
    endpoint = level.endpoints.get(cell)
    if endpoint is not None:
        count = len(level.pairs[endpoint])
        return Stroke(level, endpoint, (cell,), count == 2) if count <= 2 else None
    if not level.may_end_at(cell):
        return None
    if label in level.pairs:
        label = editing.unlike_label(level)
    return Stroke(level, label, (cell,), False)


def without_path(level: Level, label: str) -> Level:
    """Return the level without a colour: without its drawn path and its endpoints."""
    for cell in level.pairs.get(label, ()):
        level = editing.erase(level, cell)
    return level


def paths_at(level: Level, cell: Cell) -> list[str]:
    """Return the labels of the drawn paths through a cell; first the one over a bridge."""
    found = [label for label, path in level.drawn.items() if cell in path]
    if len(found) > 1:
        over, board = level.board.number[cell], level.board
        found.sort(key=lambda label: over not in board.walk(level.drawn[label]))
    return found


def path_at(level: Level, cell: Cell) -> str | None:
    """Return the label of the drawn path through a cell, or over a bridge; None without one."""
    return next(iter(paths_at(level, cell)), None)


def led_on(board: Board, walk: tuple[Cell, ...], cell: Cell) -> tuple[Cell, ...]:
    """Return a path led on to a cell or back to it; the very same if it cannot go there.

    It leads straight over a bridge, also where it has been there by the other way.
    """
    goes_on = cell in board.goes_on(walk[-2] if len(walk) > 1 else None, walk[-1])
    if cell not in walk:
        return (*walk, cell) if goes_on else walk
    if goes_on and cell in board.shape.bridges:
        *nodes, node = board.walk((*walk, cell))
        return (*walk, cell) if node not in nodes else walk[: nodes.index(node) + 1]
    return walk[: walk.index(cell) + 1]


def finished_paths(level: Level) -> Mapping[str, tuple[Cell, ...]]:
    """Return the drawn paths that connect the two endpoints of their colour."""
    return {
        label: path
        for label, path in level.drawn.items()
        if len(path) > 1 and level.endpoints.get(path[-1]) == label and len(level.pairs[label]) == 2
    }


def drawn_answer(level: Level) -> Solution | None:
    """Return the drawn paths, complete or not; None if there are none."""
    return Solution(dict(level.drawn)) if level.drawn else None


def drawn_solution(level: Level) -> Solution | None:
    """Return the author's own solution, if the drawn paths are one."""
    if sum(map(len, level.drawn.values())) != level.to_cover:
        return None  # most are not, and this is quick
    solution = Solution(dict(level.drawn))
    return None if mistakes(level, solution) else solution


def first_piece(board: Board, path: tuple[Cell, ...], away: Collection[int]) -> tuple[Cell, ...]:
    """Return a path as far as it does not come to some nodes."""
    return path[: len(list(takewhile(lambda node: node not in away, board.walk(path))))]


def _longest_piece(level: Level, path: tuple[Cell, ...], away: Collection[int]) -> tuple[Cell, ...]:
    """Return the longest part of a path without some nodes; empty if that is a single cell."""
    walk = zip(path, level.board.walk(path), strict=True)
    pieces = [
        _between_bridges(level, tuple(cell for cell, _ in piece))
        for gone, piece in groupby(walk, lambda place: place[1] in away)
        if not gone
    ]
    return max((piece for piece in pieces if len(piece) > 1), key=len, default=())


def _between_bridges(level: Level, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return a path without the bridges at its ends, where no endpoint can be."""
    while path and not level.may_end_at(path[-1]):
        path = path[:-1]
    while path and not level.may_end_at(path[0]):
        path = path[1:]
    return path


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
