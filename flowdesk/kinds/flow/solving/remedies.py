"""Make a level unique: small changes that leave exactly one of its solutions.

A change is tried on the known solutions before any search. If it excludes all but the one to be
kept, a search tells whether there is another solution; if so, that one is known from then on, and
rules out every change that does not exclude it. The result is a smallest set of changes that hits
all solutions, few of which are ever known (implicit hitting sets;
E. Moreno-Centeno, R. Karp, The Implicit Hitting Set Approach, Operations Research 61, 2013).
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Literal, TypeAlias

from flowdesk.core.grid import Cell, Edge, by_row, cell_name, edge_between
from flowdesk.kinds.answers import Progress, Remedy, unheard
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.encoding import FlowEncoding, find_another
from flowdesk.sat.backend import LimitReached

#: The most remedies, and the most walls, or splits, in one.
MOST_OFFERS = 3
TOGETHER = 3


def ways_to_unique(
    level: Level,
    first: Solution,
    second: Solution,
    *,
    progress: Progress[tuple[Remedy, ...]] = unheard,
) -> tuple[Remedy, ...]:
    """Return up to three changes that make a level unique, of different kinds if possible.

    `first` and `second` are two of its solutions. The solution that remains is preferably the
    author's own, if it is drawn, then the first one. `progress` gets the changes so far at each
    new one.
    """
    search = _RemedySearch(level, progress)
    solutions = [first, second]
    own = drawn_solution(level)
    if own and (level.touching or not touches(level, own)):
        solutions.insert(0, own)
    for solution in solutions:
        search.know(solution)
    for shortest in (3, 2):
        for solution in solutions:
            search.keep(solution, shortest)
            if search.offers:
                return tuple(search.offers)
    return ()


class _RemedySearch:
    """The search for changes of one level: the known solutions, and the changes tried."""

    def __init__(self, level: Level, progress: Progress[tuple[Remedy, ...]]) -> None:
        self.offers: list[Remedy] = []
        self._level = level
        self._progress = progress
        self._encoding = FlowEncoding(level, touching=level.touching)
        self._known: list[Course] = []
        self._done: set[frozenset[Candidate]] = set()
        self._tried: Counter[CandidateKind] = Counter()
        self._undecided: Counter[CandidateKind] = Counter()

    def know(self, solution: Solution) -> None:
        """Remember a solution."""
        course = Course.of(solution)
        if course not in self._known:
            self._known.append(course)

    def keep(self, kept: Solution, shortest: int) -> None:
        """Find changes that keep a solution, single ones first.

        The kinds take turns, kinds without an offer first; of each kind, changes at the cells
        where most solutions differ come first.
        """
        differences = Counter(
            cell for other in self._known for edge in kept.edges ^ other.edges for cell in edge
        )
        choice = sorted(
            candidates(self._level, kept, shortest),
            key=lambda candidate: -sum(differences[cell] for cell in candidate.cells),
        )
        for size in range(1, TOGETHER + 1):
            kinds: list[CandidateKind] = (
                ["split", "wall", "move"] if size == 1 else ["split", "wall"]
            )
            while (
                kinds
                and len(self.offers) < MOST_OFFERS
                and self._tried.total() < limits.REMEDY_TRIES
                and self._undecided.total() < limits.REMEDY_UNDECIDED
            ):
                kind = min(kinds, key=self._turn)
                together = self._next(kind, choice, kept, size)
                if together:
                    self._try(together, kept, shortest)
                else:
                    kinds.remove(kind)
            if len(self.offers) > 1:
                return

    def _turn(self, kind: CandidateKind) -> tuple[int, int]:
        """Return the key of a kind; the kind with the smallest key is next."""
        offered = sum(offer.kind == kind for offer in self.offers)
        return offered + self._undecided[kind], self._tried[kind]

    def _next(
        self, kind: CandidateKind, choice: list[Candidate], kept: Solution, most: int
    ) -> tuple[Candidate, ...]:
        """Return untried changes, apart from those offered, that exclude all known solutions."""
        others = [other for other in self._known if other.edges != kept.edges]
        marked = {cell for offer in self.offers if offer.kind == kind for cell in offer.cells}
        choice = [c for c in choice if c.kind == kind and marked.isdisjoint(c.cells)]
        ways = _excluding(choice, others, most)
        return next((way for way in ways if frozenset(way) not in self._done), ())

    def _try(self, together: tuple[Candidate, ...], kept: Solution, shortest: int) -> None:
        """Apply changes; offer them if no other solution is left, else remember that one."""
        self._done.add(frozenset(together))
        level, solution, message = applied(together, self._level, kept)
        new = set(solution.paths.values()) - set(kept.paths.values())
        if any(len(path) < shortest for path in new):
            return
        if touches(level, solution) and not touches(self._level, kept):
            return
        kind = together[0].kind
        self._tried[kind] += 1
        try:
            other = another(level, solution)
        except LimitReached:
            self._undecided[kind] += 1
            return
        if other:
            self._learn(together, kept, solution, other)
            return
        assert not mistakes(level, solution), "the change does not keep the solution"
        if kept == drawn_solution(self._level):
            level = replace(level, drawn=solution.paths)
        cells = by_row({cell for candidate in together for cell in candidate.cells})
        if touches(level, solution):
            message += " Then a path touches itself."
        self.offers.append(Remedy(kind, _title(together), message, level, solution, cells))
        self._progress(tuple(self.offers))

    def _learn(
        self, together: tuple[Candidate, ...], kept: Solution, solution: Solution, other: Solution
    ) -> None:
        """Undo the changes in another solution of the changed level, if possible, and remember it.

        The steps that the changes added to the kept solution are removed, and those that they took
        are put back; so the other solution must have the added and the shared steps.
        """
        added, taken = solution.edges - kept.edges, kept.edges - solution.edges
        shared = {edge for candidate in together for edge in candidate.shared} - taken
        if (added | shared) <= other.edges:
            steps = (other.edges - added) | taken
            variable = self._encoding.rules.variable
            found, loops = self._encoding.decode(frozenset(variable[edge] for edge in steps))
            if loops or mistakes(self._level, found):
                return
            if self._level.touching or not touches(self._level, found):
                self.know(found)


def _excluding(
    choice: list[Candidate], others: list[Course], most: int
) -> Iterator[tuple[Candidate, ...]]:
    """Yield every set of at most `most` changes that together exclude all these solutions."""
    if not others:
        yield ()
    elif most:
        for candidate in choice:
            if not candidate.leaves(others[0]):
                left = [other for other in others if candidate.leaves(other)]
                for more in _excluding(choice, left, most - 1):
                    yield (candidate, *more)


def another(level: Level, known: Solution) -> Solution | None:
    """Return a solution other than the known one, or None if there is none.

    Raise LimitReached if neither the searches nor a count can tell.
    """

    def found(encoding: FlowEncoding) -> Solution | None:
        encoding.exclude(known)
        return encoding.find(limits.REMEDY_PROPAGATIONS, limits.REMEDY_ROUNDS)

    solution = found(FlowEncoding(level, touching=False))
    if solution or not level.touching:
        return solution
    with contextlib.suppress(LimitReached):
        return find_another(level, known, limits.REMEDY_PROPAGATIONS, limits.REMEDY_ROUNDS)
    encoding = FlowEncoding(level, touching=True)
    encoding.limit_touches(1)
    with contextlib.suppress(LimitReached):
        if solution := found(encoding):
            return solution
    counted = count(level, most_states=limits.REMEDY_STATES)
    if counted.exact and counted.number == 1:
        return None
    raise LimitReached


# Candidates: small changes of a level that keep one solution and exclude others. Which ones, can be
# told from their steps alone: so many changes can be tried on many solutions before any search.

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


Candidate: TypeAlias = _Wall | _Split | _GivenCells


def candidates(level: Level, kept: Solution, shortest: int) -> Iterator[Candidate]:
    """Yield every change that keeps a solution, and no path of which is shorter than `shortest`."""
    steps = kept.edges
    yield from (_Wall(link) for link in level.board.links if link not in steps)
    ends = {cell for path in kept.paths.values() for cell in (path[0], path[-1])}
    for label, path in kept.paths.items():
        way = _from_smaller_end(path)
        for cut in range(shortest, len(way) - shortest + 1):
            if level.may_end_at(way[cut - 1]) and level.may_end_at(way[cut]):
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
    verb = {"wall": "Set walls" if others else "Set a wall", "move": "Move", "split": "Split"}
    return level, kept, f"{verb[together[0].kind]} {what}."


def _title(together: Sequence[Candidate]) -> str:
    several = len(together) > 1
    return {
        "wall": f"Set {len(together)} walls" if several else "Set a wall",
        "split": f"Split {len(together)} paths" if several else "Split a path",
        "move": "Move two endpoints",
    }[together[0].kind]


def _between(a: Cell, b: Cell) -> str:
    return f"between {cell_name(a)} and {cell_name(b)}"


def _from_to(a: Cell, b: Cell) -> str:
    return f"from {cell_name(a)} to {cell_name(b)}"


def _from_smaller_end(path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return path if path[0] < path[-1] else path[::-1]
