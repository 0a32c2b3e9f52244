"""Small changes of a level that keep one solution and exclude others.

Which solutions a change excludes can be told from their steps alone. So many changes can be tried
on many known solutions before any search.
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

#: A level after a change, the kept solution in it, and the change in words.
Changed: TypeAlias = tuple[Level, Solution, str]

#: How many cells one path may give to another.
MOST_GIVEN = 3


@dataclass(frozen=True)
class Course:
    """The steps of a solution: as edges, and as (label, from, to)."""

    edges: frozenset[Edge]
    steps: frozenset[tuple[str, Cell, Cell]]

    @classmethod
    def of(cls, solution: Solution) -> Course:
        """Return the course of a solution; each path is followed from its smaller end."""
        ways = ((label, _from_smaller_end(path)) for label, path in solution.paths.items())
        steps = frozenset((label, a, b) for label, way in ways for a, b in pairwise(way))
        return cls(solution.edges, steps)


# A candidate of any kind has the `cells` where it is made and the `shared` steps that a solution
# needs to remain one, besides what the change itself takes; `leaves` tells whether another solution
# remains one.


@dataclass(frozen=True)
class _Wall:
    """A wall on an edge that the kept solution does not use; it excludes solutions that use it."""

    kind: ClassVar[CandidateKind] = "wall"
    shared: ClassVar[frozenset[Edge]] = frozenset()
    cells: Edge

    def leaves(self, other: Course) -> bool:
        return self.cells not in other.edges

    def applied(self, level: Level, kept: Solution) -> Changed:
        return editing.set_wall(level, self.cells, True), kept, _between(*self.cells)


@dataclass(frozen=True)
class _Split:
    """A path split at a step; its second part gets a new colour.

    It excludes all solutions without this step in the same direction.
    """

    kind: ClassVar[CandidateKind] = "split"
    shared: ClassVar[frozenset[Edge]] = frozenset()
    step: tuple[str, Cell, Cell]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return self.step[1:]

    def leaves(self, other: Course) -> bool:
        return self.step in other.steps

    def applied(self, level: Level, kept: Solution) -> Changed:
        label = kept.label_of[self.step[1]]
        path = kept.paths[label]
        cut = max(path.index(cell) for cell in self.cells)
        first, second = path[:cut], path[cut:]
        new = editing.unlike_label(level)
        for cell, its in ((first[-1], label), (second[0], new), (second[-1], new)):
            level = editing.place(level, cell, its)
        names = f"{color_name(level, label)} and {color_name(level, new)}"
        words = f"{color_name(level, label)} {_between(first[-1], second[0])} into {names}"
        return level, Solution({**kept.paths, label: first, new: second}), words


@dataclass(frozen=True)
class _Move:
    """The first cells of a path, `given` to another path that ends beside them at `end`.

    It excludes all solutions in which the path does not begin with these cells and `next`.
    """

    kind: ClassVar[CandidateKind] = "move"
    given: tuple[Cell, ...]
    next: Cell
    end: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys((self.given[0], self.next, self.end, self.given[-1])))

    @property
    def shared(self) -> frozenset[Edge]:
        return frozenset(edge_between(a, b) for a, b in pairwise((*self.given, self.next)))

    def leaves(self, other: Course) -> bool:
        return self.shared <= other.edges

    def applied(self, level: Level, kept: Solution) -> Changed:
        first, last = self.given[0], self.given[-1]
        giver, taker = level.endpoints[first], level.endpoints[self.end]
        level = editing.move(editing.move(level, first, self.next), self.end, last)
        path, other = kept.paths[giver], kept.paths[taker]
        rest = path[len(self.given) :] if path[0] == first else path[: -len(self.given)]
        longer = (*(other if other[-1] == self.end else other[::-1]), *self.given)
        words = (
            f"an endpoint of {color_name(level, giver)} {_from_to(first, self.next)}, "
            f"and one of {color_name(level, taker)} {_from_to(self.end, last)}"
        )
        return level, Solution({**kept.paths, giver: rest, taker: longer}), words


Candidate: TypeAlias = _Wall | _Split | _Move


def candidates(level: Level, kept: Solution, shortest: int) -> Iterator[Candidate]:
    """Yield every change that keeps a solution, and no path of which is shorter than `shortest`."""
    steps = kept.edges
    yield from (_Wall(link) for link in level.board.links if link not in steps)
    ends = {cell for path in kept.paths.values() for cell in (path[0], path[-1])}
    for label, path in kept.paths.items():
        way = _from_smaller_end(path)
        for cut in range(shortest, len(way) - shortest + 1):
            yield _Split((label, way[cut - 1], way[cut]))
        for way in (path, path[::-1]):
            for end in level.board.near(way[0]):
                if end in ends and end != way[-1]:
                    for given in range(1, min(MOST_GIVEN, len(way) - shortest) + 1):
                        yield _Move(way[:given], way[given], end)


def applied(together: Sequence[Candidate], level: Level, kept: Solution) -> Changed:
    """Return a level after changes of one kind, its kept solution, and a sentence about them."""
    done: list[str] = []
    for candidate in together:
        level, kept, words = candidate.applied(level, kept)
        done.append(words)
    *others, last = done
    what = f"{'; '.join(others)}; and {last}" if others else last
    verb = {"wall": "Set walls" if others else "Set a wall", "move": "Move", "split": "Split"}
    return level, kept, f"{verb[together[0].kind]} {what}."


def _between(a: Cell, b: Cell) -> str:
    return f"between {cell_name(a)} and {cell_name(b)}"


def _from_to(a: Cell, b: Cell) -> str:
    return f"from {cell_name(a)} to {cell_name(b)}"


def _from_smaller_end(path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return path if path[0] < path[-1] else path[::-1]
