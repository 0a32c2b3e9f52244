"""The door to the SAT solvers: which one is used, the search for models, lazy constraints.

A solver decides how fast an answer comes, and which of several solutions is found; never whether
there is one. FLOWDESK_SAT in the environment chooses: pycosat or python-sat. They are imported when
they are first used: an installation needs only one of them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import NamedTuple, Protocol

from flowdesk.core.finding import FlowDeskError
from flowdesk.sat.cnf import Clause, Cnf, Model


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


class _PicoSat:
    """PicoSAT through pycosat, which starts from nothing at each search; nothing interrupts it."""

    def __init__(self) -> None:
        import pycosat

        self._solve = pycosat.solve
        self._clauses: list[Clause] = []
        self._supposed: list[Clause] = []

    def add(self, clauses: Iterable[Clause]) -> None:
        self._clauses += clauses

    def suppose(self, clauses: Collection[Clause], switch: int) -> None:
        self._supposed = list(clauses)

    def model(self, limit: int) -> Sequence[int] | None:
        clauses = self._clauses + self._supposed
        if not all(clauses):
            return None  # pycosat does not accept the empty clause, which nothing satisfies
        answer = self._solve(clauses, prop_limit=limit)
        if answer == "UNKNOWN":
            raise LimitReached
        return None if answer == "UNSAT" else list(answer)

    def figures(self) -> None:
        return None  # pycosat tells only the answer


class _Glucose:
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
        for clause in clauses:
            self._solver.add_clause(clause)

    def suppose(self, clauses: Collection[Clause], switch: int) -> None:
        """They hold while literals are assumed; a clause of one literal needs no switch."""
        if self._switch:
            self.add([[-self._switch]])
        self._assumed = [clause[0] for clause in clauses if len(clause) == 1]
        longer = [[-switch, *clause] for clause in clauses if len(clause) != 1]
        self.add(longer)
        self._switch = switch if longer else 0
        if longer:
            self._assumed.append(switch)

    def model(self, limit: int) -> Collection[int] | None:
        self._solver.prop_budget(limit)
        # Otherwise it would replace Python's handler of Ctrl-C, even in workers that ignore it.
        found = self._solver.solve_limited(self._assumed, expect_interrupt=True)
        if found is None:
            raise LimitReached
        if not found:
            return None
        return [each for each in self._solver.get_model() if each != self._switch]

    def figures(self) -> Figures:
        counted = self._solver.accum_stats()
        return Figures(counted["decisions"], counted["conflicts"], counted["propagations"])


#: The solvers by the package that brings them, the preferred one first.
BACKENDS: dict[str, Callable[[], Solver]] = {"python-sat": _Glucose, "pycosat": _PicoSat}
#: A module that only this package has. (A package for satellites is also called pysat.)
_MODULES = {"python-sat": "pysolvers", "pycosat": "pycosat"}
VARIABLE = "FLOWDESK_SAT"


def is_installed(name: str) -> bool:
    """Whether a backend can be used here."""
    try:
        return find_spec(_MODULES[name]) is not None
    except ModuleNotFoundError:  # something hides it
        return False


def backend() -> str:
    """Return the name of the backend in use: the one that FLOWDESK_SAT names, or the fastest.

    Raises FlowDeskError if it is not known or not installed.
    """
    return _chosen(os.environ.get(VARIABLE, ""))


@cache
def _chosen(name: str) -> str:
    if name and name not in BACKENDS:
        raise FlowDeskError(
            f"{VARIABLE} is {name!r}, which is no solver: set it to {' or '.join(BACKENDS)}, "
            "or to nothing."
        )
    for candidate in [name] if name else BACKENDS:
        if is_installed(candidate):
            return candidate
    if name:
        raise FlowDeskError(
            f"{VARIABLE} is {name}, which is not installed{_how_to_install(name)}. "
            f"Without {VARIABLE}, FlowDesk takes what is there."
        )
    raise FlowDeskError(f"No SAT solver is installed{_how_to_install('python-sat')}.")


def _how_to_install(name: str) -> str:
    if getattr(sys, "frozen", False):
        return ""  # a packed program has what it has
    return f": `{sys.executable} -m pip install {name}` installs it"


def new_solver() -> Solver:
    """Return a solver without clauses, of the backend in use."""
    return BACKENDS[backend()]()


def find_model(clauses: list[Clause]) -> Model | None:
    """Return a model of the clauses, or None if they are unsatisfiable.

    Nothing interrupts the search except ending the process.
    """
    solver = new_solver()
    solver.add(clauses)
    return _model(solver, 0)


def prove(clauses: list[Clause]) -> str | None:
    """Return a proof in DRAT that there is no model, or None; FlowDeskError without python-sat."""
    if not is_installed("python-sat"):
        needed = "A proof is written by the solvers of python-sat, which is not installed"
        raise FlowDeskError(f"{needed}{_how_to_install('python-sat')}.")
    from pysat.solvers import Glucose4

    solver = Glucose4(with_proof=True)
    for clause in clauses:
        solver.add_clause(clause)
    if solver.solve():
        return None
    lines = [line for line in solver.get_proof() if line != "0"]
    return "\n".join([*lines, "0", ""])  # the last one is missing where clauses clash at once


def refine(
    cnf: Cnf,
    cut: Callable[[Cnf, Model], bool],
    limit: int = 0,
    on_round: Callable[[], object] = lambda: None,
    rounds: int = 0,
) -> Model | None:
    """Return a model that `cut` accepts, or None: see `Search.refine`."""
    return Search(cnf).refine(cut, limit, on_round, rounds)


class Search:
    """A formula in a living solver, which gets what is added to the formula between questions."""

    def __init__(self, cnf: Cnf) -> None:
        self._cnf = cnf
        self._solver = new_solver()
        self._given: dict[str, int] = {}

    @property
    def figures(self) -> Figures | None:
        """What all questions took; None if the solver does not tell."""
        return self._solver.figures()

    def refine(
        self,
        cut: Callable[[Cnf, Model], bool],
        limit: int = 0,
        on_round: Callable[[], object] = lambda: None,
        rounds: int = 0,
        supposed: Collection[Clause] = (),
    ) -> Model | None:
        """Return a model that `cut` accepts, or None: solve, add clauses it violates, solve again.

        `cut` adds clauses that exclude a model to the formula, and returns whether it added any;
        each clause must hold in every solution. `on_round` is called before each round. The clauses
        `supposed` hold for this question only. Raise LimitReached after about `limit` propagations
        in one round, or after `rounds` rounds (0: no limit).
        """
        self._solver.suppose(supposed, self._cnf.new_variable("supposed") if supposed else 0)
        done = 0
        while True:
            on_round()
            self._solver.add(self._cnf.since(self._given))
            self._given = self._cnf.sizes()
            model = _model(self._solver, limit)
            if model is None or not cut(self._cnf, model):
                return model
            done += 1
            if done == rounds:
                raise LimitReached


def _model(solver: Solver, limit: int) -> Model | None:
    literals = solver.model(limit)
    return None if literals is None else frozenset([each for each in literals if each > 0])
