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
from collections.abc import Iterator
from dataclasses import replace

from flowdesk.core.grid import by_row
from flowdesk.kinds.answers import Progress, Remedy, unheard
from flowdesk.kinds.flow.drawing import drawn_solution
from flowdesk.kinds.flow.level import Level, Solution, mistakes, touches
from flowdesk.kinds.flow.solving.candidates import (
    Candidate,
    CandidateKind,
    Course,
    applied,
    candidates,
    title_of,
)
from flowdesk.kinds.flow.solving.counting import count
from flowdesk.kinds.flow.solving.encoding import FlowEncoding, find_another
from flowdesk.sat.backend import LimitReached

#: A remedy: propagations of one round (0.1 s) and rounds of a search for another
#: solution, and states of the count after it.
REMEDY_PROPAGATIONS = 3_000_000
REMEDY_ROUNDS = 12
REMEDY_STATES = 30_000
#: Changes that are tried, and of these, changes that remain undecided.
REMEDY_TRIES = 60
REMEDY_UNDECIDED = 8

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

    The solution that remains is preferably the author's own, if it is drawn, then the first one.
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
                ["split", "wall", "move", "swap"] if size == 1 else ["split", "wall"]
            )
            while (
                kinds
                and len(self.offers) < MOST_OFFERS
                and self._tried.total() < REMEDY_TRIES
                and self._undecided.total() < REMEDY_UNDECIDED
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
        self.offers.append(Remedy(kind, title_of(together), message, level, solution, cells))
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
    """Return another solution than the known one, or None; LimitReached if that is not known."""

    def found(encoding: FlowEncoding) -> Solution | None:
        encoding.exclude(known)
        return encoding.find(REMEDY_PROPAGATIONS, REMEDY_ROUNDS)

    solution = found(FlowEncoding(level, touching=False))
    if solution or not level.touching:
        return solution
    with contextlib.suppress(LimitReached):
        return find_another(level, known, REMEDY_PROPAGATIONS, REMEDY_ROUNDS)
    encoding = FlowEncoding(level, touching=True)
    encoding.limit_touches(1)
    with contextlib.suppress(LimitReached):
        if solution := found(encoding):
            return solution
    counted = count(level, most_states=REMEDY_STATES)
    if counted.exact and counted.number == 1:
        return None
    raise LimitReached
