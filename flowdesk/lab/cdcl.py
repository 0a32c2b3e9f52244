"""A CDCL solver to be watched and read: every step of its search is an event.

Conflict-driven clause learning, as in J. Marques-Silva, I. Lynce and S. Malik, "Conflict-Driven
Clause Learning SAT Solvers", Handbook of Satisfiability (2009):

* *Propagate*: a clause with all literals false but one makes that one true. Each clause watches two
  of its literals, and is looked at only when one of them becomes false (M. Moskewicz et al.,
  "Chaff", DAC 2001).
* *Decide*: if nothing follows, suppose a literal. Each decision begins a *level*.
* *Learn*: a clause whose literals are all false is a conflict. Resolve it with the reasons of its
  literals, the latest first, until one literal of the current level is left: the first unique
  implication point (J. Marques-Silva and K. Sakallah, "GRASP", ICCAD 1996; compared with other
  clauses by L. Zhang et al., "Efficient Conflict Driven Learning", ICCAD 2001).
* *Backjump* as far as the learned clause still makes that literal true: to the highest level among
  its other literals.

With learning off, a conflict only *turns round* the latest decision, and if that fails as well, the
one before it: the search of M. Davis, G. Logemann and D. Loveland, "A machine program for
theorem-proving" (1962), called DPLL.

It does not restart nor forget. Literals and clauses are those of `flowdesk.sat.cnf`; a clause is
known by its number, its place in `Solver.clauses`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from flowdesk.sat.cnf import Clause, Model


@dataclass(frozen=True, slots=True)
class Decided:
    """A literal is supposed to be true, which begins a level."""

    literal: int
    level: int


@dataclass(frozen=True, slots=True)
class Propagated:
    """A literal must be true: all others of the clause `reason` are false.

    Without a reason it was turned round: beside the decisions that hold, its opposite has failed.
    """

    literal: int
    level: int
    reason: int | None


@dataclass(frozen=True, slots=True)
class Conflicted:
    """All literals of a clause are false."""

    clause: int
    level: int


@dataclass(frozen=True, slots=True)
class Learned:
    """A clause that follows from the conflict.

    `literal` is the one that it makes true after the jump to `level`. `resolved` are the clauses of
    which it was made, the conflict first, each later one with the literal that it is the reason of.
    """

    clause: int
    literal: int
    level: int
    resolved: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Jumped:
    """The solver is back at a level: it has undone these, the latest first."""

    level: int
    undone: tuple[Decided | Propagated, ...]


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A model: no clause is violated. If there are `cuts`, it broke these, which are added."""

    model: Model
    cuts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Refuted:
    """There is no model: a clause is violated without any decision."""

    clause: int


Event: TypeAlias = Decided | Propagated | Conflicted | Learned | Jumped | FoundModel | Refuted


class CdclSolver:
    """Clauses, and the values of their variables so far."""

    def __init__(
        self,
        clauses: Iterable[Clause],
        order: InTurn,
        cut: Callable[[Model], Collection[Clause]] = lambda model: (),
        variables: int = 0,
        *,
        learns: bool = True,
    ) -> None:
        """Take clauses and perhaps more `variables`; `cut` returns clauses that a model breaks."""
        self.clauses: list[Clause] = []
        #: How many variables there are, which are 1 to this number.
        self.variables = 0
        #: literal -> 1 true, -1 false, 0 neither; a negative index counts from the end.
        self.value = [0]
        #: What has been decided and propagated, in this order.
        self.trail: list[Decided | Propagated] = []
        self.level = 0
        self._order, self._cut, self._learns = order, cut, learns
        self._level_of = [0]  # variable -> the level at which it got its value
        self._place_of = [0]  # variable -> its place in the trail
        self._watched: list[list[int]] = []  # clause -> its literals, the two watched ones first
        self._watching: list[list[int]] = [[]]  # literal -> the clauses that watch it
        self._looked_at = 0  # the place in the trail up to which all clauses are looked at
        self._make_room(variables)
        self._add(clauses)

    def _add(self, clauses: Iterable[Clause]) -> range:
        """Add clauses and their variables; return the numbers of the clauses."""
        first = len(self.clauses)
        self.clauses += clauses
        new = self.clauses[first:]
        self._make_room(max((abs(literal) for clause in new for literal in clause), default=0))
        return range(first, len(self.clauses))

    def _make_room(self, most: int) -> None:
        """Add variables without a value, up to a number."""
        if more := max(most - self.variables, 0):
            middle = self.variables + 1
            self.value[middle:middle] = [0] * (2 * more)
            self._watching[middle:middle] = [[] for _ in range(2 * more)]
            self._level_of += [0] * more
            self._place_of += [0] * more
            self.variables += more

    def search(self) -> Iterator[Event]:
        """Yield every event; the last one is `FoundModel` without cuts, or `Refuted`."""
        conflict = yield from self._attach(range(len(self.clauses)))
        while True:
            if conflict is None:
                conflict = yield from self._propagate()
            if conflict is not None:
                if self.level == 0:
                    yield Refuted(conflict)
                    return
                yield Conflicted(conflict, self.level)
                clause, resolved = self._analyze(conflict)
                if self._learns:
                    conflict = yield from self._learn(clause, resolved)
                else:
                    yield from self._turn_round()
                    conflict = None
            elif literal := self._order.next(self):
                self.level += 1
                yield self._assign(Decided(literal, self.level))
            else:
                found = self._found()
                yield found
                if not found.cuts:
                    return
                yield self._jump(0 if self._learns else self._level_of_first(found.cuts))
                conflict = yield from self._attach(found.cuts)

    def _assign(self, event: Decided | Propagated) -> Decided | Propagated:
        self.value[event.literal], self.value[-event.literal] = 1, -1
        self._level_of[abs(event.literal)] = event.level
        self._place_of[abs(event.literal)] = len(self.trail)
        self.trail.append(event)
        return event

    def _attach(self, numbers: Iterable[int]) -> Generator[Event, None, int | None]:
        """Watch the clauses from now on; return one that is violated, if there is any."""
        violated = None
        for number in numbers:
            literals = sorted(set(self.clauses[number]), key=self._how_late, reverse=True)
            assert number == len(self._watched)
            self._watched.append(literals)
            for literal in literals[:2]:
                self._watching[literal].append(number)
            if not literals or self.value[literals[0]] < 0:
                violated = number
                continue
            is_unit = len(literals) == 1 or self.value[literals[1]] < 0
            if is_unit and self.value[literals[0]] == 0:
                yield self._assign(Propagated(literals[0], self.level, number))
        return violated

    def _how_late(self, literal: int) -> int:
        """Return a number that is higher the later a literal became false, most if it is not."""
        return self._place_of[abs(literal)] if self.value[literal] < 0 else len(self.trail)

    def _propagate(self) -> Generator[Event, None, int | None]:
        """Make everything true that follows; return the clause that is violated, if any is."""
        value = self.value
        while self._looked_at < len(self.trail):
            false = -self.trail[self._looked_at].literal
            self._looked_at += 1
            watching, self._watching[false] = self._watching[false], []
            for place, number in enumerate(watching):
                literals = self._watched[number]
                if literals[0] == false:
                    literals[0], literals[1] = literals[1], false
                first = literals[0]
                if value[first] <= 0:
                    for other in range(2, len(literals)):
                        if value[literals[other]] >= 0:
                            literals[1], literals[other] = literals[other], false
                            break
                self._watching[literals[1]].append(number)
                if literals[1] == false and value[first] <= 0:
                    if value[first] < 0:
                        self._watching[false] += watching[place + 1 :]
                        return number
                    yield self._assign(Propagated(first, self.level, number))
        return None

    def _analyze(self, conflict: int) -> tuple[Clause, tuple[tuple[int, int], ...]]:
        """Return the clause up to the first unique implication point, its literal first.

        Also return what it was resolved from, as in `Learned`. The order of decisions takes note.
        """
        learned: list[int] = []
        seen: set[int] = set()
        resolved = [(conflict, 0)]
        open_here = 0  # how many seen literals of this level are not resolved yet
        clause, place = self.clauses[conflict], len(self.trail)
        while True:
            for literal in clause:
                variable = abs(literal)
                if variable in seen or self._level_of[variable] == 0:
                    continue
                if self.value[literal] < 0:
                    seen.add(variable)
                    if self._level_of[variable] == self.level:
                        open_here += 1
                    else:
                        learned.append(literal)
            place -= 1
            while abs(self.trail[place].literal) not in seen:
                place -= 1
            latest = self.trail[place]
            open_here -= 1
            if open_here == 0:
                break
            clause = ()
            if isinstance(latest, Propagated) and latest.reason is not None:
                resolved.append((latest.reason, latest.literal))
                clause = self.clauses[latest.reason]
        self._order.learned(seen)
        return (-latest.literal, *learned), tuple(resolved)

    def _learn(
        self, clause: Clause, resolved: tuple[tuple[int, int], ...]
    ) -> Generator[Event, None, int | None]:
        """Add a clause, and jump to where it makes its first literal true."""
        level = max((self._level_of[abs(literal)] for literal in clause[1:]), default=0)
        (number,) = self._add([clause])
        yield Learned(number, clause[0], level, resolved)
        yield self._jump(level)
        return (yield from self._attach([number]))

    def _turn_round(self) -> Iterator[Event]:
        """Undo the latest level; the opposite of its decision holds beside those before it."""
        jumped = self._jump(self.level - 1)
        yield jumped
        yield self._assign(Propagated(-jumped.undone[-1].literal, self.level, None))

    def _level_of_first(self, cuts: Iterable[int]) -> int:
        """Return the lowest level at which a model violates one of these clauses."""
        return min(max(self._level_of[abs(x)] for x in self.clauses[number]) for number in cuts)

    def _jump(self, level: int) -> Jumped:
        """Undo everything above a level."""
        undone = []
        while self.trail and self.trail[-1].level > level:
            event = self.trail.pop()
            self.value[event.literal] = self.value[-event.literal] = 0
            undone.append(event)
        self._looked_at = min(self._looked_at, len(self.trail))
        self.level = level
        return Jumped(level, tuple(undone))

    def _found(self) -> FoundModel:
        """Return the model, after adding the clauses that it breaks."""
        model = frozenset(each.literal for each in self.trail if each.literal > 0)
        return FoundModel(model, tuple(self._add(self._cut(model))))


class InTurn:
    """Suppose the first literal of a list whose variable has no value; then the others false."""

    def __init__(self, preferred: Iterable[int] = ()) -> None:
        self._preferred = tuple(preferred)

    def next(self, solver: CdclSolver) -> int:
        """Return the first literal without a value, or 0."""
        return next(self.free(solver), 0)

    def free(self, solver: CdclSolver) -> Iterator[int]:
        """Yield the literals of variables without a value."""
        value = solver.value
        yield from (literal for literal in self._preferred if value[literal] == 0)
        yield from (-v for v in range(1, solver.variables + 1) if value[v] == 0)

    def learned(self, variables: Iterable[int]) -> None:
        """Do nothing: the order is fixed."""


class FewestChoices(InTurn):
    """Suppose a literal of the choice with the fewest literals that can still be true.

    A choice is a clause such as "the cell has one of these colours". Short clauses first is an old
    rule of thumb (J. Freeman, "Improvements to propositional satisfiability search", 1995).
    """

    def __init__(self, choices: Iterable[Clause], preferred: Iterable[int] = ()) -> None:
        super().__init__(preferred)
        self._choices = tuple(choices)

    def next(self, solver: CdclSolver) -> int:
        """Return a literal of a choice with the fewest left; else the first without a value."""
        value = solver.value
        fewest: list[int] = []
        for choice in self._choices:
            if all(value[literal] <= 0 for literal in choice):
                left = [literal for literal in choice if value[literal] == 0]
                if left and (not fewest or len(left) < len(fewest)):
                    fewest = left
        return fewest[0] if fewest else super().next(solver)


class Activity(InTurn):
    """Suppose a literal whose variable took part in many conflicts of late.

    Each conflict counts more than the one before, as in MiniSat (N. Eén and N. Sörensson, "An
    extensible SAT-solver", SAT 2003), instead of halving all counts now and then, as in "Chaff".
    """

    _GROWTH = 1.05  # each conflict counts so much more than the one before

    def __init__(self, preferred: Iterable[int] = ()) -> None:
        super().__init__(preferred)
        self._activity: dict[int, float] = {}
        self._step = 1.0

    def next(self, solver: CdclSolver) -> int:
        """Return the most active literal without a value, or 0; as a tie-breaker, in turn."""
        activity = self._activity
        return max(self.free(solver), key=lambda x: activity.get(abs(x), 0.0), default=0)

    def learned(self, variables: Iterable[int]) -> None:
        """Count the variables of a conflict."""
        for variable in variables:
            self._activity[variable] = self._activity.get(variable, 0.0) + self._step
        self._step *= self._GROWTH
