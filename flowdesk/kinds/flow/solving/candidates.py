"""Small changes of a level that keep one solution and end others.

Each kind of change says by their steps alone which solutions it leaves. That makes it cheap to
try many changes on many known solutions, before anything is searched for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal, TypeAlias

from flowdesk.core.grid import Cell, Edge, cell_name, edge_between
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution

CandidateKind: TypeAlias = Literal["wall", "move", "split"]

#: How many cells one path may give to another.
MOST_GIVEN = 3


@dataclass(frozen=True)
class Course:
    """A solution by its steps: as edges, and with the colour that takes it and its direction."""

    edges: frozenset[Edge]
    steps: frozenset[tuple[str, Cell, Cell]]

    @classmethod
    def of(cls, solution: Solution) -> Course:
        """The course of a solution; a path is followed from its smaller end."""
        ways = ((label, _from_smaller_end(path)) for label, path in solution.paths.items())
        steps = frozenset((label, a, b) for label, way in ways for a, b in pairwise(way))
        return cls(solution.edges, steps)


@dataclass(frozen=True)
class Wall:
    """A wall where the solution that is kept takes no step: it ends all solutions that do."""

    kind: ClassVar[CandidateKind] = "wall"
    edge: Edge

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells on both sides."""
        return self.edge

    @property
    def shared(self) -> frozenset[Edge]:
        """The steps that a solution must have to stay one: none."""
        return frozenset()

    def leaves(self, other: Course) -> bool:
        """Whether another solution stays one."""
        return self.edge not in other.edges

    def applied(self, level: Level, kept: Solution) -> tuple[Level, Solution, str]:
        """The changed level, its kept solution, and the change in words."""
        a, b = self.edge
        words = f"between {cell_name(a)} and {cell_name(b)}"
        return editing.set_wall(level, self.edge, True), kept, words


@dataclass(frozen=True)
class Split:
    """A step taken out of a path, whose second part gets a new colour.

    It ends all solutions that do not take this step.
    """

    kind: ClassVar[CandidateKind] = "split"
    step: tuple[str, Cell, Cell]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The two new endpoints."""
        return self.step[1:]

    @property
    def shared(self) -> frozenset[Edge]:
        """The steps that a solution must have to stay one."""
        return frozenset((edge_between(*self.cells),))

    def leaves(self, other: Course) -> bool:
        """Whether another solution stays one: it must take the step in the same direction."""
        return self.step in other.steps

    def applied(self, level: Level, kept: Solution) -> tuple[Level, Solution, str]:
        """The changed level, its kept solution, and the change in words."""
        label = kept.label_of[self.step[1]]
        path = kept.paths[label]
        cut = max(path.index(cell) for cell in self.cells)
        first, second = path[:cut], path[cut:]
        new = editing.unlike_label(level)
        for cell, its in ((first[-1], label), (second[0], new), (second[-1], new)):
            level = editing.place(level, cell, its)
        name, other = color_name(level, label), color_name(level, new)
        place = f"{cell_name(first[-1])} and {cell_name(second[0])}"
        words = f"{name} between {place} into {name} and {other}"
        return level, Solution({**kept.paths, label: first, new: second}), words


@dataclass(frozen=True)
class Move:
    """The first cells of a path, `given` to another path that ends beside them at `end`.

    It ends all solutions in which the path does not begin with these cells and the `next` one.
    """

    kind: ClassVar[CandidateKind] = "move"
    given: tuple[Cell, ...]
    next: Cell
    end: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where the two endpoints stood, and where they stand after the change."""
        return tuple(dict.fromkeys((self.given[0], self.next, self.end, self.given[-1])))

    @property
    def shared(self) -> frozenset[Edge]:
        """The steps that a solution must have to stay one."""
        return frozenset(edge_between(a, b) for a, b in pairwise((*self.given, self.next)))

    def leaves(self, other: Course) -> bool:
        """Whether another solution stays one."""
        return self.shared <= other.edges

    def applied(self, level: Level, kept: Solution) -> tuple[Level, Solution, str]:
        """The changed level, its kept solution, and the change in words."""
        first, last = self.given[0], self.given[-1]
        giver, taker = level.endpoints[first], level.endpoints[self.end]
        level = editing.move(editing.move(level, first, self.next), self.end, last)
        path, other = kept.paths[giver], kept.paths[taker]
        rest = path[len(self.given) :] if path[0] == first else path[: -len(self.given)]
        longer = (*(other if other[-1] == self.end else other[::-1]), *self.given)
        words = (
            f"an endpoint of {color_name(level, giver)} "
            f"from {cell_name(first)} to {cell_name(self.next)}, "
            f"and one of {color_name(level, taker)} "
            f"from {cell_name(self.end)} to {cell_name(last)}"
        )
        return level, Solution({**kept.paths, giver: rest, taker: longer}), words


Candidate: TypeAlias = Wall | Split | Move


def candidates(level: Level, kept: Solution, shortest: int) -> Iterator[Candidate]:
    """Every change that keeps a solution, and leaves no path shorter than `shortest` behind."""
    steps = kept.edges
    for x, y in level.cells:
        for near in ((x + 1, y), (x, y + 1)):
            if near in level.neighbors((x, y)) and ((x, y), near) not in steps:
                yield Wall(((x, y), near))
    ends = {cell for path in kept.paths.values() for cell in (path[0], path[-1])}
    for label, path in kept.paths.items():
        way = _from_smaller_end(path)
        for cut in range(shortest, len(way) - shortest + 1):
            yield Split((label, way[cut - 1], way[cut]))
        for way in (path, path[::-1]):
            for end in level.neighbors(way[0]):
                if end in ends and end != way[-1]:
                    for given in range(1, min(MOST_GIVEN, len(way) - shortest) + 1):
                        yield Move(way[:given], way[given], end)


def applied(
    together: Sequence[Candidate], level: Level, kept: Solution
) -> tuple[Level, Solution, str]:
    """A level after changes of one kind, its kept solution, and what was done as a sentence."""
    done: list[str] = []
    for candidate in together:
        level, kept, words = candidate.applied(level, kept)
        done.append(words)
    *others, last = done
    what = f"{', '.join(others)}, and {last}" if others else last
    verb = {"wall": "Set walls" if others else "Set a wall", "move": "Move", "split": "Split"}
    return level, kept, f"{verb[together[0].kind]} {what}."


def _from_smaller_end(path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return path if path[0] < path[-1] else path[::-1]
