"""FlowAnswer: what the solver returns for some rules; and which rules an answer breaks where.

`broken` does not use any formula, so that the formulas can be tested against it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from flowdesk.core.grid import OPPOSITE, SIDES, WAYS, Cell, by_row, direction, in_order, listed
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.lab.flow.rules import SHAPES, WHERE
from flowdesk.lab.rulebook import Broken


@dataclass(frozen=True)
class FlowAnswer:
    """The P that are true, as (cell, label, direction).

    `links` are the colours whose two endpoints are joined directly.
    """

    arms: frozenset[tuple[Cell, str, str]]
    links: frozenset[str] = frozenset()

    @cached_property
    def looks(self) -> dict[Cell, dict[str, str]]:
        """The arms of each cell that has any, by label, in the order of `SIDES`."""
        found: dict[Cell, dict[str, str]] = {}
        for cell, label, d in sorted(self.arms, key=lambda arm: (arm[1], SIDES.index(arm[2]))):
            look = found.setdefault(cell, {})
            look[label] = look.get(label, "") + d
        return found

    @cached_property
    def arms_of(self) -> dict[Cell, str]:
        """The directions of each cell's arms, whatever their colour, in the order of `SIDES`."""
        looks = self.looks.items()
        return {cell: in_order(set[str]().union(*look.values())) for cell, look in looks}


def answer_of(level: Level, solution: Solution) -> FlowAnswer:
    """Return a solution as an answer."""
    steps = {
        (a, b)
        for path in solution.paths.values()
        for at, a in enumerate(path)
        for b in path[max(at - 1, 0) : at + 2]
        if a != b
    }
    label_of = solution.label_of
    arms = frozenset(
        (cell, label_of[cell], d)
        for cell in free_cells(level)
        for d, other in level.board.sides(cell).items()
        if (cell, other) in steps
    )
    links = frozenset(label for label, path in solution.paths.items() if len(path) == 2)
    return FlowAnswer(arms, links)


def solution_of(level: Level, answer: FlowAnswer) -> Solution:
    """Return the paths that the arms of an answer lead along, each from its first endpoint.

    It is a solution only if it passes the checker, and has no other arms: see `answer_of`.
    """
    paths = {}
    for label, ends in level.pairs.items():
        path = [ends[0]]
        while True:
            nexts = [
                near
                for d, near in level.board.sides(path[-1]).items()
                if near not in path
                and (
                    (path[-1], label, d) in answer.arms
                    or (near, label, OPPOSITE[d]) in answer.arms
                    or (label in answer.links and (path[-1], near) == tuple(ends))
                )
            ]
            if not nexts:
                break
            path.append(nexts[0])
        paths[label] = tuple(path)
    return Solution(paths)


def loops_of(level: Level, answer: FlowAnswer) -> list[tuple[Cell, ...]]:
    """Return loops of free cells, each of which points at the next; they share no cell."""
    return find_loops(
        {
            cell: [other for d, other in level.board.sides(cell).items() if d in arms]
            for cell, arms in answer.arms_of.items()
        }
    )


def find_loops(nexts: Mapping[Cell, Collection[Cell]]) -> list[tuple[Cell, ...]]:
    """Return loops of cells, each with the next one among its `nexts`; none if there are none.

    They share no cell. Two cells that lead to each other are no loop.
    """
    found: list[tuple[Cell, ...]] = []
    left = set(nexts)
    for first in by_row(nexts):
        for second in nexts[first]:
            if {first, second} <= left and (way := _way_round(nexts, left, second, first)):
                found.append(way)
                left -= set(way)
    return found


def _way_round(
    nexts: Mapping[Cell, Collection[Cell]], cells: Collection[Cell], start: Cell, end: Cell
) -> tuple[Cell, ...]:
    """Return a shortest way through some cells, not in one step; empty if there is none."""
    came_from = {start: start}
    ways = deque([start])
    while ways:
        cell = ways.popleft()
        for other in nexts[cell]:
            if other in cells and other not in came_from and (cell, other) != (start, end):
                came_from[other] = cell
                ways.append(other)
    way = [end] if end in came_from else []
    while way and way[-1] != start:
        way.append(came_from[way[-1]])
    return tuple(reversed(way))


#: So many steps are taken in search of all loops.
_MOST_STEPS = 200_000


def every_loop(nexts: Mapping[Cell, Collection[Cell]]) -> list[tuple[Cell, ...]] | None:
    """Return all loops of these cells, in each direction; None if there are too many to find."""
    found: list[tuple[Cell, ...]] = []
    place = {cell: at for at, cell in enumerate(nexts)}
    ways: list[tuple[Cell, ...]] = [(cell,) for cell in nexts]
    for way in ways:  # grows; each begins at its first cell in this order
        if len(ways) > _MOST_STEPS:
            return None
        for cell in nexts[way[-1]]:
            if cell == way[0] and len(way) > 2:
                found.append(way)
            elif place.get(cell, 0) > place[way[0]] and cell not in way:
                ways.append((*way, cell))
    return found


def arms_along(loop: Sequence[Cell]) -> list[tuple[Cell, str]]:
    """Return the arms by which each cell of a loop points at the next one."""
    pairs = zip(loop, (*loop[1:], loop[0]), strict=True)
    return [(cell, direction(cell, after)) for cell, after in pairs]


def broken(level: Level, answer: FlowAnswer) -> list[Broken]:
    """Return every breach of the corrected rules by an answer, in the order of the rules."""
    return [
        *broken_by_colors(level, answer),
        *_arm_counts(level, answer),
        *broken_by_endpoints(level, answer),
        *_shapes(level, answer),
        *broken_by_borders(level, answer),
        *broken_by_loops(level, answer),
        *broken_by_touching(level, answer),
    ]


def broken_by_colors(level: Level, answer: FlowAnswer) -> Iterator[Broken]:
    """Yield the breaches of rule 1."""
    for cell in free_cells(level):
        labels = answer.looks.get(cell, {})
        if len(labels) != 1:
            has = f"{len(labels)} colours, {_colored(level, labels)}" if labels else "no colour"
            yield Broken(1, f"This cell has {has}. It should have one.", (cell,))


def _arm_counts(level: Level, answer: FlowAnswer) -> Iterator[Broken]:
    for cell in free_cells(level):
        count = len(answer.arms_of.get(cell, ""))
        if count != 2:
            has = {0: "no arm", 1: "one arm"}.get(count, f"{count} arms")
            yield Broken(2, f"This cell has {has}. It should have two.", (cell,))


def broken_by_endpoints(level: Level, answer: FlowAnswer) -> Iterator[Broken]:
    """Yield the breaches of rule 3."""
    for cell, label in sorted(level.endpoints.items(), key=lambda item: item[0][::-1]):
        pointing: dict[Cell, list[str]] = {}
        for d, other in level.board.sides(cell).items():
            for at, look in answer.looks.get(other, {}).items():
                if OPPOSITE[d] in look:
                    pointing.setdefault(other, []).append(at)
        right = [other for other, labels in pointing.items() if label in labels]
        count = len(right) + (label in answer.links)
        color = color_name(level, label)
        if count > 1:
            message = f"{count} neighbours point at the endpoint of {color}. One should."
            yield Broken(3, message, (cell, *right))
        elif not pointing and not count:
            message = f"No neighbour points at the endpoint of {color}. One should."
            yield Broken(3, message, (cell,))
        for other, labels in pointing.items():
            if other not in right:
                wrong = _colored(level, labels)
                message = (
                    f"A second neighbour, in {wrong}, points at the endpoint of {color}."
                    if count
                    else f"The cell that points at the endpoint of {color} should be {color}, "
                    f"not {wrong}."
                )
                yield Broken(3, message, (other, cell))


def _shapes(level: Level, answer: FlowAnswer) -> Iterator[Broken]:
    numbers = {in_order(shape): n for n, shape in SHAPES.items()}
    found = []
    for cell in free_cells(level):
        arms = answer.arms_of.get(cell, "")
        if arms in numbers:
            for message, other in _misfits(level, answer, cell):
                found.append(Broken(numbers[arms], message, (cell, other)))
    yield from sorted(found, key=lambda each: each.rule)


def _misfits(level: Level, answer: FlowAnswer, cell: Cell) -> Iterator[tuple[str, Cell]]:
    """Yield what is wrong with each free neighbour of a cell with two arms."""
    for d, other in level.board.sides(cell).items():
        if other in level.endpoints:
            continue
        if d not in answer.arms_of[cell]:
            if OPPOSITE[d] in answer.arms_of.get(other, ""):
                yield f"The neighbour {WHERE[d]} points at a cell that does not point back.", other
        else:
            for label in answer.looks[cell]:
                if (other, label, OPPOSITE[d]) not in answer.arms:
                    color = color_name(level, label)
                    yield f"The neighbour {WHERE[d]} should point back in {color}.", other


def broken_by_borders(level: Level, answer: FlowAnswer) -> Iterator[Broken]:
    """Yield the breaches of rule 10."""
    for cell in free_cells(level):
        possible = level.board.sides(cell)
        for d in answer.arms_of.get(cell, ""):
            if d not in possible:
                message = f"The arm that points {WAYS[d]} leaves the board or crosses a wall."
                yield Broken(10, message, (cell,))


def broken_by_loops(level: Level, answer: FlowAnswer) -> Iterator[Broken]:
    """Yield the breaches of rule 11."""
    for loop in loops_of(level, answer):
        message = f"These {len(loop)} cells form a loop: each points at the next."
        yield Broken(11, message, by_row(loop))


def broken_by_touching(level: Level, answer: FlowAnswer) -> Iterator[Broken]:
    """Yield the breaches of rule 12."""

    def labels(cell: Cell) -> set[str]:
        end = level.endpoints.get(cell)
        return {end} if end else set(answer.looks.get(cell, {}))

    def points(a: Cell, d: str) -> bool:
        return a in level.endpoints or d in answer.arms_of.get(a, "")

    for cell in level.cells:
        for d, other in level.board.sides(cell).items():
            if d not in "rb":
                continue
            both = cell in level.endpoints and other in level.endpoints
            for label in sorted(labels(cell) & labels(other)):
                linked = label in answer.links if both else points(cell, d)
                if not (linked and (both or points(other, OPPOSITE[d]))):
                    color = color_name(level, label)
                    message = f"These neighbours are both {color}, and should be linked."
                    yield Broken(12, message, (cell, other))


def _colored(level: Level, labels: Iterable[str]) -> str:
    """The names of colours, of which an answer may have some that are not the level's."""
    named = (color_name(level, each) if each in level.pairs else "no colour" for each in labels)
    return listed(list(named))


def free_cells(level: Level) -> Iterator[Cell]:
    """Yield the cells without an endpoint."""
    return (cell for cell in level.cells if cell not in level.endpoints)
