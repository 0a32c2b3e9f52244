"""Candidates: small changes of a level that keep one solution and exclude others.

Which ones, can be told from their steps alone: so many changes can be tried on many solutions
before any search. Two colours that join at ends beside each other exclude no solution of the game's
rule, so that is none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal, TypeAlias

from flowdesk.core.grid import Cell, Edge, cell_name, edge_between
from flowdesk.core.text import capital
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.level import Level, Solution

CandidateKind: TypeAlias = Literal["wall", "move", "split", "swap"]

#: A level after a change, the kept solution in it, and the change in words.
Changed: TypeAlias = tuple[Level, Solution, str]

Path: TypeAlias = tuple[Cell, ...]

#: A step of a path: its label, from, to.
Step: TypeAlias = tuple[str, Cell, Cell]

#: How many cells one path may give to another.
MOST_GIVEN = 3


@dataclass(frozen=True)
class Course:
    """The steps of a solution: as edges, and as (label, from, to)."""

    edges: frozenset[Edge]
    steps: frozenset[Step]

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
    step: Step

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
        rest, split = (second, first) if second[-1] in level.locked else (first, second)
        new = editing.unlike_label(level)
        for part, its in ((rest, label), (split, new)):
            for cell in (part[0], part[-1]):
                level = editing.place(level, cell, its)
        names = f"{color_name(level, label)} and {color_name(level, new)}"
        words = f"{color_name(level, label)} {_between(first[-1], second[0])} into {names}"
        return level, Solution({**kept.paths, label: rest, new: split}), words


@dataclass(frozen=True)
class _Swap:
    """The colours of two endpoints swapped: two steps beside each other turn, and so paths cross.

    It excludes all solutions without both these `steps` in the same directions. The new `paths` end
    at the `cells` whose colours are swapped.
    """

    kind: ClassVar[CandidateKind] = "swap"
    shared: ClassVar[frozenset[Edge]] = frozenset()
    steps: frozenset[Step]
    paths: tuple[tuple[str, Path], tuple[str, Path]]

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(path[-1] for _, path in self.paths)

    def leaves(self, other: Course) -> bool:
        return self.steps <= other.steps

    def applied(self, level: Level, kept: Solution) -> Changed:
        first, second = (
            f"{color_name(level, level.endpoints[cell])} at {cell_name(cell)}"
            for cell in self.cells
        )
        for label, path in self.paths:
            level = editing.place(level, path[-1], label)
        return level, Solution({**kept.paths, **dict(self.paths)}), f"{first} and {second}"


@dataclass(frozen=True)
class _GivenCells:
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


Candidate: TypeAlias = _Wall | _Split | _GivenCells | _Swap


def candidates(level: Level, kept: Solution, shortest: int) -> Iterator[Candidate]:
    """Yield the changes that keep a solution and what is locked, and no path below `shortest`."""
    for candidate in (*_places(level, kept, shortest), *_swaps(level, kept)):
        changed = [candidate.cells] if candidate.kind == "wall" else candidate.cells
        if level.locked.isdisjoint(changed):
            yield candidate


def _swaps(level: Level, kept: Solution) -> Iterator[_Swap]:
    """Yield the swaps at all 2x2 blocks that two paths run through side by side."""
    ways = {label: _from_smaller_end(path) for label, path in kept.paths.items()}
    steps = ((label, a, b) for label, way in ways.items() for a, b in pairwise(way))
    step_on = {edge_between(*step[1:]): step for step in steps}
    for block in level.board.blocks:
        top, left, right, bottom = (level.board.links[link] for link in block)
        for edge, beside in ((top, bottom), (left, right)):
            first, second = step_on.get(edge), step_on.get(beside)
            is_simple = level.shape.bridges.isdisjoint((*edge, *beside))
            if first and second and first[0] != second[0] and is_simple:
                paths = _crossed(ways, first, second, {top, left, right, bottom})
                yield _Swap(frozenset((first, second)), paths)


def _crossed(
    ways: Mapping[str, Path], first: Step, second: Step, block: set[Edge]
) -> tuple[tuple[str, Path], tuple[str, Path]]:
    """Return the paths after two steps of a block turn; each ends where it has not ended before."""
    (label, here, _), (other, there, _) = first, second
    path, beside = ways[label], ways[other]
    i, j = path.index(here) + 1, beside.index(there) + 1
    if edge_between(here, there) in block:
        return (label, path[:i] + beside[:j][::-1]), (other, beside[j:][::-1] + path[i:])
    return (label, path[:i] + beside[j:]), (other, beside[:j] + path[i:])


def _places(level: Level, kept: Solution, shortest: int) -> Iterator[Candidate]:
    """Yield all other changes."""
    steps = kept.edges
    yield from (_Wall(link) for link in level.board.links if link not in steps)
    ends = {cell for path in kept.paths.values() for cell in (path[0], path[-1])}
    for label, path in kept.paths.items():
        way = _from_smaller_end(path)
        for cut in range(shortest, len(way) - shortest + 1):
            is_free = any(end not in level.locked for end in (way[0], way[-1]))
            if is_free and level.may_end_at(way[cut - 1]) and level.may_end_at(way[cut]):
                yield _Split((label, way[cut - 1], way[cut]))
        for way in (path, path[::-1]):
            for end in level.board.near(way[0]):
                if end in ends and end != way[-1]:
                    for given in range(1, min(MOST_GIVEN, len(way) - shortest) + 1):
                        if level.may_end_at(way[given - 1]) and level.may_end_at(way[given]):
                            yield _GivenCells(way[:given], way[given], end)


def applied(together: Sequence[Candidate], level: Level, kept: Solution) -> Changed:
    """Return a level after changes of one kind, its kept solution, and a sentence about them."""
    done: list[str] = []
    for candidate in together:
        level, kept, words = candidate.applied(level, kept)
        done.append(words)
    *others, last = done
    what = f"{'; '.join(others)}; and {last}" if others else last
    verb = {"wall": "Set walls" if others else "Set a wall"}
    kind = together[0].kind
    return level, kept, f"{verb.get(kind, capital(kind))} {what}."


def title_of(together: Sequence[Candidate]) -> str:
    """Return what changes of one kind do in few words."""
    several = len(together) > 1
    return {
        "wall": f"Set {len(together)} walls" if several else "Set a wall",
        "split": f"Split {len(together)} paths" if several else "Split a path",
        "move": "Move two endpoints",
        "swap": "Swap two endpoints",
    }[together[0].kind]


def _between(a: Cell, b: Cell) -> str:
    return f"between {cell_name(a)} and {cell_name(b)}"


def _from_to(a: Cell, b: Cell) -> str:
    return f"from {cell_name(a)} to {cell_name(b)}"


def _from_smaller_end(path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return path if path[0] < path[-1] else path[::-1]
