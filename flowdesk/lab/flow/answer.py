"""Answer: what the solver returns for some of the rules; and which rules an answer breaks where.

`broken` does not use any formula, so that the formulas can be tested against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from flowdesk.core.grid import STEPS, Cell, by_row, direction, listed
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.lab.flow.rules import BACK, SHAPES, SIDES, WAYS
from flowdesk.lab.rulebook import Broken


@dataclass(frozen=True)
class Answer:
    """The P that are true, as (cell, label, direction).

    `links` are the colours whose two endpoints are joined directly.
    """

    arms: frozenset[tuple[Cell, str, str]]
    links: frozenset[str] = frozenset()

    @cached_property
    def looks(self) -> dict[Cell, dict[str, str]]:
        """The arms of each cell that has any, by label, in the order of ``tblr``."""
        found: dict[Cell, dict[str, str]] = {}
        for cell, label, d in sorted(self.arms, key=lambda arm: (arm[1], "tblr".index(arm[2]))):
            look = found.setdefault(cell, {})
            look[label] = look.get(label, "") + d
        return found

    @cached_property
    def arms_of(self) -> dict[Cell, str]:
        """The directions of each cell's arms, whatever their colour, in the order of ``tblr``."""
        return {
            cell: "".join(d for d in "tblr" if any(d in arms for arms in look.values()))
            for cell, look in self.looks.items()
        }


def answer_of(level: Level, solution: Solution) -> Answer:
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
        for cell in _free(level)
        for d, other in around(level, cell).items()
        if (cell, other) in steps
    )
    links = frozenset(label for label, path in solution.paths.items() if len(path) == 2)
    return Answer(arms, links)


def solution_of(level: Level, answer: Answer) -> Solution:
    """Return the paths that the arms of an answer lead along, each from its first endpoint.

    It is a solution only if it passes the checker, and has no other arms: see `answer_of`.
    """
    paths = {}
    for label, ends in level.pairs.items():
        path = [ends[0]]
        while True:
            nexts = [
                near
                for d, near in around(level, path[-1]).items()
                if near not in path and _is_step(level, answer, label, path[-1], near, d)
            ]
            if not nexts:
                break
            path.append(nexts[0])
        paths[label] = tuple(path)
    return Solution(paths)


def _is_step(level: Level, answer: Answer, label: str, a: Cell, b: Cell, d: str) -> bool:
    """Whether an arm of a colour leads from a cell to the next one at side `d`, or back."""
    ends = level.endpoints
    if a in ends and b in ends:
        return ends[a] == ends[b] == label and label in answer.links
    if a in ends or b in ends:
        free, way = (b, BACK[d]) if a in ends else (a, d)
        is_own = ends.get(a, label) == ends.get(b, label) == label
        return is_own and (free, label, way) in answer.arms
    return {(a, label, d), (b, label, BACK[d])} <= answer.arms


def find_loops(level: Level, answer: Answer) -> list[tuple[Cell, ...]]:
    """Return loops of free cells, each of which points at the next and at the one before it.

    Return one loop for each connected part that has any.
    """
    near = {
        cell: [
            other
            for d, other in around(level, cell).items()
            if d in arms and BACK[d] in answer.arms_of.get(other, "")
        ]
        for cell, arms in answer.arms_of.items()
    }
    found: list[tuple[Cell, ...]] = []
    came_from: dict[Cell, Cell] = {}
    for start in by_row(near):
        if start in came_from:
            continue
        came_from[start] = start
        waiting = [start]
        loop: tuple[Cell, ...] = ()
        while waiting:
            cell = waiting.pop()
            for other in near[cell]:
                if other not in came_from:
                    came_from[other] = cell
                    waiting.append(other)
                elif other != came_from[cell] and not loop:
                    loop = _loop(came_from, cell, other)
        if loop:
            found.append(loop)
    return found


def broken(level: Level, answer: Answer, form: str = "corrected") -> list[Broken]:
    """Return every breach of the rules of a form by an answer, in the order of the rules."""
    return [
        *_colors(level, answer),
        *_arm_counts(level, answer),
        *_endpoints(level, answer),
        *_shapes(level, answer, form),
        *_borders(level, answer),
        *(
            Broken(11, f"These {len(loop)} cells form a loop without an endpoint.", by_row(loop))
            for loop in find_loops(level, answer)
        ),
        *_touching(level, answer),
    ]


def _colors(level: Level, answer: Answer) -> Iterator[Broken]:
    for cell in _free(level):
        labels = answer.looks.get(cell, {})
        if len(labels) != 1:
            has = f"{len(labels)} colours, {_colored(level, labels)}" if labels else "no colour"
            yield Broken(1, f"This cell has {has}. It should have one.", (cell,))


def _arm_counts(level: Level, answer: Answer) -> Iterator[Broken]:
    for cell in _free(level):
        count = len(answer.arms_of.get(cell, ""))
        if count != 2:
            has = {0: "no arm", 1: "one arm"}.get(count, f"{count} arms")
            yield Broken(2, f"This cell has {has}. It should have two.", (cell,))


def _endpoints(level: Level, answer: Answer) -> Iterator[Broken]:
    for cell, label in sorted(level.endpoints.items(), key=lambda item: item[0][::-1]):
        pointing: dict[Cell, list[str]] = {}
        for d, other in around(level, cell).items():
            for at, look in answer.looks.get(other, {}).items():
                if BACK[d] in look:
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


def _shapes(level: Level, answer: Answer, form: str) -> Iterator[Broken]:
    numbers = {"".join(sorted(shape, key="tblr".index)): n for n, shape in SHAPES.items()}
    found = []
    for cell in _free(level):
        arms = answer.arms_of.get(cell, "")
        if arms in numbers:
            ends = [
                level.endpoints[other]
                for d, other in around(level, cell).items()
                if form == "published" and d in arms and other in level.endpoints
            ]
            if len(ends) < 2:
                for message, other in _misfits(level, answer, cell, ends or answer.looks[cell]):
                    found.append(Broken(numbers[arms], message, (cell, other)))
    yield from sorted(found, key=lambda each: each.rule)


def _misfits(
    level: Level, answer: Answer, cell: Cell, labels: Iterable[str]
) -> Iterator[tuple[str, Cell]]:
    """Yield what is wrong with each free neighbour of a cell whose path has these colours."""
    for d, other in around(level, cell).items():
        if other in level.endpoints:
            continue
        if d not in answer.arms_of[cell]:
            if BACK[d] in answer.arms_of.get(other, ""):
                yield f"The neighbour {SIDES[d]} points at a cell that does not point back.", other
        else:
            for label in labels:
                if (other, label, BACK[d]) not in answer.arms:
                    color = color_name(level, label)
                    yield f"The neighbour {SIDES[d]} should point back in {color}.", other


def _borders(level: Level, answer: Answer) -> Iterator[Broken]:
    for cell in _free(level):
        possible = around(level, cell)
        for d in answer.arms_of.get(cell, ""):
            if d not in possible:
                message = f"The arm that points {WAYS[d]} leaves the board or crosses a wall."
                yield Broken(10, message, (cell,))


def _touching(level: Level, answer: Answer) -> Iterator[Broken]:
    def labels(cell: Cell) -> set[str]:
        end = level.endpoints.get(cell)
        return {end} if end else set(answer.looks.get(cell, {}))

    def points(a: Cell, d: str) -> bool:
        return a in level.endpoints or d in answer.arms_of.get(a, "")

    for cell in level.cells:
        for d, other in around(level, cell).items():
            if d not in "rb":
                continue
            both = cell in level.endpoints and other in level.endpoints
            for label in sorted(labels(cell) & labels(other)):
                linked = label in answer.links if both else points(cell, d)
                if not (linked and (both or points(other, BACK[d]))):
                    color = color_name(level, label)
                    message = f"These neighbours are both {color}, and should be linked."
                    yield Broken(12, message, (cell, other))


def _colored(level: Level, labels: Iterable[str]) -> str:
    """The names of colours, of which an answer may have some that are not the level's."""
    return listed(
        [color_name(level, label) if label in level.pairs else "no colour" for label in labels]
    )


def _free(level: Level) -> Iterator[Cell]:
    return (cell for cell in level.cells if cell not in level.endpoints)


def around(level: Level, cell: Cell) -> dict[str, Cell]:
    """Return the neighbours that a path can step to, by direction in the order of `STEPS`."""
    near = {direction(cell, other): other for other in level.neighbors(cell)}
    return {d: near[d] for d in STEPS if d in near}


def _loop(came_from: dict[Cell, Cell], a: Cell, b: Cell) -> tuple[Cell, ...]:
    """Return the loop that a step from `a` to `b` closes; both were reached from one start."""
    to_start = [a]
    while came_from[to_start[-1]] != to_start[-1]:
        to_start.append(came_from[to_start[-1]])
    way = [b]
    while way[-1] not in to_start:
        way.append(came_from[way[-1]])
    return (*reversed(to_start[: to_start.index(way[-1]) + 1]), *way[:-1])
