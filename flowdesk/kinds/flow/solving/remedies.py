"""Making a level unique: small changes that leave one of its solutions, and no other.

A change is tried on the solutions that are known before anything is searched for. If it ends all
but the one that is kept, a search tells whether there is another; if so, that one is known from
then on, and rules out every other change that would leave it. What is looked for is a smallest
set of changes that hits all solutions, few of which are ever known (implicit hitting sets;
E. Moreno-Centeno, R. Karp, The Implicit Hitting Set Approach, Operations Research 61, 2013).
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from flowdesk.core.grid import by_row
from flowdesk.kinds.answers import Remedy
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution, mistakes, touches
from flowdesk.kinds.flow.solving.candidates import (
    Candidate,
    CandidateKind,
    Course,
    applied,
    candidates,
)
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.sat.backend import LimitReached

#: How many rounds a search for another solution may take, and how long each may be, in
#: propagations (a tenth of a second); and how wide a count may grow that is tried after it.
ROUNDS = 12
LIMIT = 3_000_000
MOST_STATES = 30_000
#: How many changes are tried, and of how many it may stay open whether they suffice.
TRIES = 60
OPEN_TRIES = 8
#: How many walls, or splits, may be needed together.
TOGETHER = 3


def ways_to_unique(
    level: Level,
    first: Solution,
    second: Solution,
    *,
    most: int = 3,
    progress: Callable[[tuple[Remedy, ...]], None] = lambda so_far: None,
) -> tuple[Remedy, ...]:
    """Up to `most` changes that make a level unique, of different kinds if there are.

    `first` and `second` are two of its solutions. The solution that remains is preferably the
    author's own, if it is drawn, then the first one. `progress` gets the changes so far at each
    new one.
    """
    search = _Search(level, most, progress)
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


class _Search:
    """The search for changes of one level: which solutions are known, and what was tried."""

    def __init__(
        self,
        level: Level,
        most: int,
        progress: Callable[[tuple[Remedy, ...]], None],
    ) -> None:
        self.offers: list[Remedy] = []
        self._level = level
        self._most = most
        self._progress = progress
        self._encoding = Encoding(level, touching=level.touching)
        self._known: list[Course] = []
        self._done: set[frozenset[Candidate]] = set()
        self._tried: Counter[CandidateKind] = Counter()
        self._left_open: Counter[CandidateKind] = Counter()

    def know(self, solution: Solution) -> None:
        """Remember a solution."""
        course = Course.of(solution)
        if course not in self._known:
            self._known.append(course)

    def keep(self, kept: Solution, shortest: int) -> None:
        """Look for changes that keep a solution, for single ones first.

        The kinds take turns, and those that nothing was offered of come first; of each kind,
        what is nearest to the most differences.
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
            while kinds and len(self.offers) < self._most and not self._is_tired():
                kind = min(kinds, key=self._turn)
                together = self._next(kind, choice, kept, size)
                if together:
                    self._try(together, kept, shortest)
                else:
                    kinds.remove(kind)
            if len(self.offers) > 1:
                return

    def _turn(self, kind: CandidateKind) -> tuple[int, int]:
        """The smaller, the sooner it is this kind's turn."""
        offered = sum(offer.kind == kind for offer in self.offers)
        return offered + self._left_open[kind], self._tried[kind]

    def _is_tired(self) -> bool:
        return self._tried.total() >= TRIES or self._left_open.total() >= OPEN_TRIES

    def _next(
        self,
        kind: CandidateKind,
        choice: list[Candidate],
        kept: Solution,
        most: int,
    ) -> tuple[Candidate, ...]:
        """Changes that end all solutions that are known; not tried yet, and apart from offers."""
        others = [other for other in self._known if other.edges != kept.edges]
        marked = {cell for offer in self.offers if offer.kind == kind for cell in offer.cells}
        choice = [c for c in choice if c.kind == kind and marked.isdisjoint(c.cells)]
        ways = _ending(choice, others, most)
        return next((way for way in ways if frozenset(way) not in self._done), ())

    def _try(self, together: tuple[Candidate, ...], kept: Solution, shortest: int) -> None:
        """Make changes, and offer them if no other solution is left; else remember that one."""
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
            other = _another(level, solution)
        except LimitReached:
            self._left_open[kind] += 1
            return
        if other:
            self._learn(together, kept, solution, other)
            return
        assert not mistakes(level, solution), "the change is not one that keeps the solution"
        if kept == drawn_solution(self._level):
            level = replace(level, drawn=solution.paths)
        cells = by_row({cell for candidate in together for cell in candidate.cells})
        if touches(level, solution):
            message += " Then it touches itself."
        self.offers.append(Remedy(kind, message, level, solution, cells))
        self._progress(tuple(self.offers))

    def _learn(
        self, together: tuple[Candidate, ...], kept: Solution, solution: Solution, other: Solution
    ) -> None:
        """Take back the changes in another solution of the changed level, where that can be done.

        What the changes made of the solution that is kept is undone step by step; so the other
        one must have the steps that were added, and those that were to be shared.
        """
        added, taken = solution.edges - kept.edges, kept.edges - solution.edges
        shared = {edge for candidate in together for edge in candidate.shared} - taken
        if (added | shared) <= other.edges:
            steps = (other.edges - added) | taken
            variable = self._encoding.board.variable
            found, loops = self._encoding.decode(frozenset(variable[edge] for edge in steps))
            if loops or mistakes(self._level, found):
                return
            if self._level.touching or not touches(self._level, found):
                self.know(found)


def _ending(
    choice: list[Candidate], others: list[Course], most: int
) -> Iterator[tuple[Candidate, ...]]:
    """At most `most` changes that together end all of these solutions, in every way."""
    if not others:
        yield ()
    elif most:
        for candidate in choice:
            if not candidate.leaves(others[0]):
                left = [other for other in others if candidate.leaves(other)]
                for more in _ending(choice, left, most - 1):
                    yield (candidate, *more)


def _another(level: Level, known: Solution) -> Solution | None:
    """A solution other than the known one; None: there is none.

    Raises LimitReached where neither searches nor a count come to their end.
    """

    def found(encoding: Encoding) -> Solution | None:
        encoding.exclude(known)
        return encoding.find(LIMIT, ROUNDS)

    solution = found(Encoding(level, touching=False))
    if solution or not level.touching:
        return solution
    with contextlib.suppress(LimitReached):
        return found(Encoding(level, touching=True))
    encoding = Encoding(level, touching=True)
    encoding.limit_touches(1)
    with contextlib.suppress(LimitReached):
        if solution := found(encoding):
            return solution
    counted = count(level, most_states=MOST_STATES)
    if counted.exact and counted.number == 1:
        return None
    raise LimitReached
