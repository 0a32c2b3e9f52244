"""SearchTrace: a search of the CDCL solver that goes forward and back by events; its clauses."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from flowdesk.core.grid import Cell, by_row
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.lab.cdcl import (
    Activity,
    CdclSolver,
    Conflicted,
    Decided,
    Event,
    FewestChoices,
    FoundModel,
    InTurn,
    Jumped,
    Learned,
    Propagated,
    Refuted,
)
from flowdesk.lab.formula import DEFINITIONS, ClassicFormula, Formula, Meaning
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of
from flowdesk.sat.cnf import Clause, Model

#: The orders of decisions by their names.
ORDERS: dict[str, Callable[[Theory], InTurn]] = {
    "cell by cell": lambda theory: InTurn(theory.formula.preferred()),
    "fewest choices": lambda theory: FewestChoices(theory.choices, theory.formula.preferred()),
    "most conflicts": lambda theory: Activity(theory.formula.preferred()),
}

#: After so many events the whole state is remembered, to go there at once.
_EVERY = 4096


class Counts(NamedTuple):
    """What has happened in a search: `fixed` variables have a value without any decision."""

    decisions: int = 0
    propagations: int = 0
    conflicts: int = 0
    learned: int = 0
    fixed: int = 0


@dataclass(frozen=True)
class SearchPlace:
    """Where a search stands: so many events after a conflict, or, with 0, after its beginning.

    Conflicts count from 1. `order` and `learns` say which search it is.
    """

    order: str = next(iter(ORDERS))
    learns: bool = True
    conflict: int = 0
    step: int = 0

    def __str__(self) -> str:
        after = f"conflict {self.conflict}" if self.conflict else "the beginning"
        return f"{counted(self.step, 'step')} after {after}" if self.step else f"at {after}"


class SearchTrace:
    """The events of a search so far, and the state after the first `at` of them.

    `assigned` has, by variable and in their order, the decisions and propagations that hold.
    Clauses are known by their numbers in `clauses`: those of the theory and those learned.
    `levels` are the levels after each of the events, which may be known far beyond `at`.
    """

    def __init__(self, theory: Theory, order: str = "cell by cell", *, learns: bool = True) -> None:
        self.theory, self.order, self.learns = theory, order, learns
        self.events: list[Event] = []
        self.levels = array("L")
        self.at = 0
        self.assigned: dict[int, Decided | Propagated] = {}
        first = ORDERS[order](theory)
        self._solver = CdclSolver(
            theory.clauses, first, theory.cut, theory.variables, learns=learns
        )
        self._search = self._solver.search()
        self.is_over = False  # whether all events are known
        self._places: defaultdict[type[Event], list[int]] = defaultdict(list)  # not propagations
        self._learned: list[int] = []  # clauses, of all events known
        self._trails: list[tuple[Decided | Propagated, ...]] = [()]  # after every so many events
        # Learned clauses and those of the theory that a model breaks are numbered in turn.
        self._own: dict[int, int] = {n: n for n in range(len(theory.clauses))}

    @property
    def event(self) -> Event | None:
        """The latest event; None before the first."""
        return self.events[self.at - 1] if self.at else None

    @property
    def is_at_end(self) -> bool:
        """Whether nothing can follow."""
        return self.is_over and self.at == len(self.events)

    @property
    def level(self) -> int:
        """The number of decisions that hold."""
        return self.levels[self.at - 1] if self.at else 0

    @property
    def counts(self) -> Counts:
        """What has happened so far."""
        passed = Counter({kind: bisect_left(at, self.at) for kind, at in self._places.items()})
        return Counts(
            passed[Decided],
            self.at - sum(passed.values()),
            passed[Conflicted] + passed[Refuted],
            passed[Learned],
            sum(each.level == 0 for each in self.assigned.values()),
        )

    @property
    def place(self) -> SearchPlace:
        """Where it stands."""
        passed = bisect_left(self._places[Conflicted], self.at)
        step = self.at - self._after(passed)
        return SearchPlace(self.order, self.learns, passed, step)

    def find(self, place: SearchPlace) -> int | None:
        """Return after how many events a place of this search is; None if that is not known."""
        if place.conflict > len(self._places[Conflicted]):
            return None
        at = self._after(place.conflict) + place.step
        return at if at <= len(self.events) else None

    def _after(self, conflict: int) -> int:
        return self._places[Conflicted][conflict - 1] + 1 if conflict else 0

    def clause(self, number: int) -> Clause:
        """Return a clause by its number."""
        return self._solver.clauses[number]

    def origin(self, number: int) -> ClauseOrigin | None:
        """Return which rule a clause is of, and where; None if it was learned."""
        own = self._own.get(number)
        return None if own is None else self.theory.origins[own]

    def learned(self) -> list[int]:
        """Return the numbers of the clauses learned so far, the first one first."""
        return self._learned[: self.counts.learned]

    def place_learned(self, number: int) -> int:
        """Return which learned clause this one is; the first one is 1."""
        return bisect_left(self._learned, number) + 1

    def value(self, literal: int) -> bool | None:
        """Return whether a literal is true; None if its variable has no value."""
        holds = self.assigned.get(abs(literal))
        return None if holds is None else holds.literal == literal

    def forward(self) -> Event | None:
        """Go to the next event and return it; None at the end."""
        if self.at == len(self.events) and not self._search_on():
            return None
        event = self.events[self.at]
        self.at += 1
        match event:
            case Decided(literal) | Propagated(literal):
                self.assigned[abs(literal)] = event
            case Jumped(undone=undone):
                for each in undone:
                    del self.assigned[abs(each.literal)]
            case _:
                pass
        return event

    def back(self) -> Event | None:
        """Undo the latest event and return it; None at the beginning."""
        if not self.at:
            return None
        self.at -= 1
        event = self.events[self.at]
        match event:
            case Decided(literal) | Propagated(literal):
                del self.assigned[abs(literal)]
            case Jumped(undone=undone):
                for each in reversed(undone):
                    self.assigned[abs(each.literal)] = each
            case _:
                pass
        return event

    def cells(self, event: Event) -> set[Cell]:
        """Return the cells that an event changes or speaks of."""
        match event:
            case Decided(literal) | Propagated(literal):
                clause: Clause = (literal,)
            case Conflicted(number) | Learned(number) | Refuted(number):
                clause = self.clause(number)
            case Jumped(undone=undone):
                clause = [each.literal for each in undone]
            case FoundModel(cuts=cuts):
                clause = [literal for cut in cuts for literal in self.clause(cut)]
        return {*self.theory.cells_of(clause)}

    def ahead(self, most: int) -> Iterator[Event]:
        """Search on without going there, until so many events are known, and yield each."""
        while len(self.events) < most and self._search_on():
            yield self.events[-1]

    def go_to(self, at: int) -> None:
        """Go to the state after so many events, or as far as they are known."""
        at = max(0, min(at, len(self.events)))
        if abs(at - self.at) > _EVERY:
            number = at // _EVERY
            self.at = number * _EVERY
            self.assigned = {abs(each.literal): each for each in self._trails[number]}
        while self.at < at:
            self.forward()
        while self.at > at:
            self.back()

    def next(self, kind: type[Event]) -> int | None:
        """Return the place after the next event of a kind; None if none is known."""
        places = self._places[kind]
        following = bisect_left(places, self.at)
        return places[following] + 1 if following < len(places) else None

    def previous(self, kind: type[Event]) -> int | None:
        """Return the place after the latest event of a kind before the present one, or None."""
        places = self._places[kind]
        before = bisect_left(places, self.at - 1)
        return places[before - 1] + 1 if before else None

    def places(self, kind: type[Event]) -> list[int]:
        """Return the indices of all events of a kind that are known."""
        return self._places[kind]

    def _search_on(self) -> bool:
        """Search for one more event; return whether there was any."""
        known = len(self.theory.clauses)
        event = None if self.is_over else next(self._search, None)
        if event is None:
            self.is_over = True
            return False
        if isinstance(event, Learned):
            self._learned.append(event.clause)
        if isinstance(event, FoundModel):
            self._own.update(zip(event.cuts, range(known, len(self.theory.clauses)), strict=True))
        if not isinstance(event, Propagated):
            self._places[type(event)].append(len(self.events))
        self.events.append(event)
        self.levels.append(self._solver.level)
        if len(self.events) % _EVERY == 0:
            self._trails.append(tuple(self._solver.trail))
        is_answer = isinstance(event, FoundModel) and not event.cuts
        self.is_over = isinstance(event, Refuted) or is_answer
        return True


@dataclass(frozen=True)
class ClauseOrigin:
    """The rule that a clause is of, or `DEFINITIONS`, and the cells that it is applied to."""

    rule: int
    cells: tuple[Cell, ...]


class Theory:
    """The clauses of some rules of a puzzle, in the order of the rules; definitions come first.

    A clause is known by its number, its place in `clauses`; `origins` are in the same order.
    `cut` adds those that a model breaks.
    """

    def __init__(self, puzzle: Puzzle, rules: Collection[int], form: str = FORMS[0]) -> None:
        self.puzzle, self.rules, self.form = puzzle, tuple(rules), form
        self._book = book = book_of(puzzle)
        self.clauses: list[Clause] = []
        self.origins: list[ClauseOrigin] = []
        self.formula: Formula[object]
        self.formula, self._cnf = book.formula(puzzle, rules, form)
        by_rule = book.by_rule(form, self._cnf)
        self._extend(DEFINITIONS, by_rule[DEFINITIONS])
        for number in rules:
            if isinstance(self.formula, ClassicFormula):
                for _, cells, clauses in self.formula.parts([number], self._cnf):
                    self._extend(number, clauses, cells)
            else:
                self._extend(number, by_rule[number])

    def cut(self, model: Model) -> list[Clause]:
        """Add the clauses that a model breaks, such as one against each loop; return them."""
        first, before = len(self.clauses), self._cnf.sizes()
        self.formula.cut(self._cnf, model)
        for name, clauses in self._cnf.rules.items():
            self._extend(self._book.rule_of(self.form, name), clauses[before.get(name, 0) :])
        return self.clauses[first:]

    def meaning(self, variable: int) -> Meaning:
        """Return what a variable says."""
        return self.formula.meaning(variable)

    @property
    def variables(self) -> int:
        """How many variables there are."""
        return self._cnf.variables

    @property
    def choices(self) -> list[Clause]:
        """The clauses that say "one of these", without a condition."""
        return [clause for clause in self.clauses if all(literal > 0 for literal in clause)]

    def cells_of(self, clause: Iterable[int]) -> tuple[Cell, ...]:
        """Return the cells that the literals of a clause speak of."""
        return by_row({cell for x in clause for cell in self.meaning(abs(x)).cells})

    def _extend(
        self, rule: int, clauses: Iterable[Clause], cells: tuple[Cell, ...] | None = None
    ) -> None:
        for clause in clauses:
            self.clauses.append(clause)
            told = clause[:1] if rule == DEFINITIONS else clause
            where = self.cells_of(told) if cells is None else cells
            self.origins.append(ClauseOrigin(rule, where))
