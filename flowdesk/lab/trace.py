"""SearchTrace: a search of the CDCL solver that goes forward and back by events; its conflicts.

The implication graph of a conflict tells why its literals hold, and what is learned of them; how
is told by steps of resolution, which lead from the false clause to the learned one.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from flowdesk.core.grid import Cell, by_row, places
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.draw.graph import Box, Graph, Look
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
    `levels` are the levels after each of the events, which may be known far beyond `at`; `places`
    are the indices of those of each kind, but for propagations.
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
        self.places: defaultdict[type[Event], list[int]] = defaultdict(list)
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
        passed = Counter({kind: bisect_left(at, self.at) for kind, at in self.places.items()})
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
        passed = bisect_left(self.places[Conflicted], self.at)
        step = self.at - self._after(passed)
        return SearchPlace(self.order, self.learns, passed, step)

    def find(self, place: SearchPlace) -> int | None:
        """Return after how many events a place of this search is; None if that is not known."""
        if place.conflict > len(self.places[Conflicted]):
            return None
        at = self._after(place.conflict) + place.step
        return at if at <= len(self.events) else None

    def _after(self, conflict: int) -> int:
        return self.places[Conflicted][conflict - 1] + 1 if conflict else 0

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
        places = self.places[kind]
        following = bisect_left(places, self.at)
        return places[following] + 1 if following < len(places) else None

    def previous(self, kind: type[Event]) -> int | None:
        """Return the place after the latest event of a kind before the present one, or None."""
        places = self.places[kind]
        before = bisect_left(places, self.at - 1)
        return places[before - 1] + 1 if before else None

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
            self.places[type(event)].append(len(self.events))
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


@dataclass(frozen=True)
class Implication:
    """The graph, and the cells of each of its boxes.

    It goes back from the conflict, the last box, to the decision of the present level. Its cut has
    the literals from which a clause is learned right of it; the boxes just before it, which look
    like a ``cut`` or are decided, are the literals that the clause forbids together. Every way from
    the decision to the conflict passes the marked one of them, the first unique implication point.
    """

    graph: Graph
    cells: tuple[tuple[Cell, ...], ...]


def implication(trace: SearchTrace) -> Implication | None:
    """Return the graph of the conflict that a trace is at, or has just learned from; else None.

    What follows without any decision is left out, and, left of the cut, what holds since earlier
    levels.
    """
    learned = learned_from(trace)
    if learned is None:
        return None
    theory, clause, (conflict, _) = trace.theory, trace.clause, learned.resolved[0]
    reason_of = {literal: number for number, literal in learned.resolved[1:]}
    cut = {-literal for literal in clause(learned.clause)}
    uip = -learned.literal
    left = _reasons(trace, uip)
    literals = [
        each.literal
        for each in trace.assigned.values()
        if each.literal in cut or each.literal in left or each.literal in reason_of
    ]
    place = {literal: number for number, literal in enumerate(literals)}
    boxes: list[Box] = []
    arrows: list[tuple[int, int]] = []
    for number, literal in enumerate(literals):
        each = trace.assigned[abs(literal)]
        look: Look = "plain"
        if isinstance(each, Decided):
            look = "decided"
        elif literal in cut:
            look = "cut"
        meaning = theory.meaning(abs(literal))
        words = (meaning.subject, meaning.predicate(literal))
        boxes.append(Box(words, look, f"level {each.level}", is_marked=literal == uip))
        reason = reason_of.get(literal, left.get(literal))
        if reason is not None:
            others = [-other for other in clause(reason) if -other in place]
            arrows += [
                (place[other], number)
                for other in others
                if other != literal and (literal in reason_of or other in left)
            ]
    violated = clause(conflict)
    origin = trace.origin(conflict)
    where = f"rule {origin.rule}, {places(origin.cells, 1)}" if origin else "a learned clause"
    boxes.append(Box(("conflict", where), "conflict"))
    arrows += [(place[-other], len(literals)) for other in violated if -other in place]
    cells = [theory.cells_of([literal]) for literal in literals]
    graph = Graph(tuple(boxes), tuple(arrows), len(cut | left.keys()))
    return Implication(graph, (*cells, theory.cells_of(violated)))


def _reasons(trace: SearchTrace, literal: int) -> dict[int, int | None]:
    """Return a literal, and those of its level from which it follows, each with its reason."""
    found: dict[int, int | None] = {}
    level, waiting = trace.assigned[abs(literal)].level, [literal]
    while waiting:
        literal = waiting.pop()
        holds = trace.assigned[abs(literal)]
        if holds.level == level and literal not in found:
            found[literal] = reason = holds.reason if isinstance(holds, Propagated) else None
            clause = () if reason is None else trace.clause(reason)
            waiting += [-other for other in clause if other != literal]
    return found


def learned_from(trace: SearchTrace) -> Learned | None:
    """Return what is learned from the conflict that a trace is at, or has just learned from."""
    event = trace.event
    if isinstance(event, Conflicted) and trace.learns:
        event = trace.forward()
        trace.back()
    return event if isinstance(event, Learned) else None


class Resolvent(NamedTuple):
    """What is left after a step: `clause`, of which `here` literals are of the present level.

    It was resolved with the clause `number`, the reason of `literal`; the first one is the false
    clause itself, and its literal 0. What is false without any decision is dropped.
    """

    number: int
    literal: int
    clause: Clause
    here: int


def resolvents(trace: SearchTrace, learned: Learned) -> Iterator[Resolvent]:
    """Yield the false clause, and after each step what is left; the last one is learned."""
    level_of = {each.literal: each.level for each in trace.assigned.values()}
    present = max(level_of.values())
    left: list[int] = []
    for number, literal in learned.resolved:
        others = [x for x in trace.clause(number) if x != literal and level_of[-x]]
        left = list(dict.fromkeys([x for x in left if x != -literal] + others))
        here = sum(level_of[-x] == present for x in left)
        yield Resolvent(number, literal, tuple(left), here)
