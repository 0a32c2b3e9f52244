"""The SAT solvers, each behind the same methods: add clauses, suppose clauses, find models.

They are imported when they are first used: an installation needs only one of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

from flowdesk.sat.cnf import Clause


class LimitReached(Exception):
    """The search ended at its limit of propagations without an answer."""


class Figures(NamedTuple):
    """What a solver counts of its searches so far.

    Glucose counts two decisions more than there are in each search that finds a model: that of a
    variable of its own, and that no variable is left.
    """

    decisions: int = 0
    conflicts: int = 0
    propagations: int = 0

    def plus(self, other: Figures) -> Figures:
        """Return the sums."""
        return Figures(*(a + b for a, b in zip(self, other, strict=True)))


class Solver(Protocol):
    """A growing formula, and the search for its models."""

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses for good."""

    def suppose(self, clauses: Collection[Clause], switch: int) -> None:
        """Add clauses until the next call of this; `switch` is a variable that is used nowhere."""

    def model(self, limit: int) -> Collection[int] | None:
        """Return a model as literals, or None if there is none.

        Raise LimitReached after about `limit` propagations (0: no limit).
        """

    def figures(self) -> Figures | None:
        """Return what all searches took; None if the solver does not tell."""


class PicoSat:
    """PicoSAT through pycosat, which starts from nothing at each search; nothing interrupts it."""

    def __init__(self) -> None:
        import pycosat

        self._solve = pycosat.solve
        self._clauses: list[Clause] = []
        self._supposed: list[Clause] = []

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses for good."""
        self._clauses += clauses

    def suppose(self, clauses: Collection[Clause], switch: int) -> None:
        """Add clauses until the next call of this."""
        self._supposed = list(clauses)

    def model(self, limit: int) -> Sequence[int] | None:
        """Return a model as literals, or None if there is none."""
        clauses = self._clauses + self._supposed
        if not all(clauses):
            return None  # pycosat does not accept the empty clause, which nothing satisfies
        answer = self._solve(clauses, prop_limit=limit)
        if answer == "UNKNOWN":
            raise LimitReached
        return None if answer == "UNSAT" else list(answer)

    def figures(self) -> None:
        """Return None: pycosat tells only the answer."""
        return


class Glucose:
    """Glucose 4 through python-sat, which keeps what it has learned between searches.

    Of its solvers this one is the fastest or nearly so for every question here, and it knows limits
    of propagations (CaDiCaL does not).
    """

    def __init__(self) -> None:
        from pysat.solvers import Glucose4

        self._solver = Glucose4()
        self._switch = 0
        self._assumed: list[int] = []

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses for good."""
        for clause in clauses:
            self._solver.add_clause(clause)

    def suppose(self, clauses: Collection[Clause], switch: int) -> None:
        """Add clauses until the next call of this: they hold while literals are assumed.

        A clause of one literal needs no switch.
        """
        if self._switch:
            self.add([[-self._switch]])
        self._assumed = [clause[0] for clause in clauses if len(clause) == 1]
        longer = [[-switch, *clause] for clause in clauses if len(clause) != 1]
        self.add(longer)
        self._switch = switch if longer else 0
        if longer:
            self._assumed.append(switch)

    def model(self, limit: int) -> Collection[int] | None:
        """Return a model as literals, or None if there is none."""
        self._solver.prop_budget(limit)
        # Otherwise it would replace Python's handler of Ctrl-C, even in workers that ignore it.
        found = self._solver.solve_limited(self._assumed, expect_interrupt=True)
        if found is None:
            raise LimitReached
        return set(self._solver.get_model()) - {self._switch} if found else None

    def figures(self) -> Figures:
        """Return what all searches took."""
        counted = self._solver.accum_stats()
        return Figures(counted["decisions"], counted["conflicts"], counted["propagations"])


def drat_proof(clauses: Iterable[Clause]) -> list[str] | None:
    """Return lines of DRAT that derive the empty clause, by Glucose; None if there is a model."""
    from pysat.solvers import Glucose4

    solver = Glucose4(with_proof=True)
    for clause in clauses:
        solver.add_clause(clause)
    if solver.solve():
        return None
    lines: list[str] = solver.get_proof()
    return [*(line for line in lines if line != "0"), "0"]  # missing where clauses clash at once
