"""The SAT solver, PicoSAT through pycosat, which no other module imports; lazy constraints."""

from __future__ import annotations

from collections.abc import Callable

import pycosat

from flowdesk.sat.cnf import Clause, Cnf, Model


class LimitReached(Exception):
    """The search ended at its limit of propagations without an answer."""


def find_model(clauses: list[Clause], limit: int = 0) -> Model | None:
    """Return a model of the clauses, or None if they are unsatisfiable.

    Raise LimitReached after `limit` propagations (0: no limit). Nothing else interrupts the search
    except ending the process.
    """
    if not all(clauses):
        return None  # pycosat does not accept the empty clause, which nothing satisfies
    answer = pycosat.solve(clauses, prop_limit=limit)
    if answer == "UNKNOWN":
        raise LimitReached
    if answer == "UNSAT":
        return None
    return frozenset(literal for literal in answer if literal > 0)


def refine(
    cnf: Cnf,
    cut: Callable[[Cnf, Model], bool],
    limit: int = 0,
    on_round: Callable[[], object] = lambda: None,
    rounds: int = 0,
) -> Model | None:
    """Return a model that `cut` accepts, or None: solve, add the clauses it violates, solve again.

    `cut` adds clauses that exclude a model to `cnf`, and returns whether it added any; each clause
    must hold in every solution. `on_round` is called before each call of the solver. Raise
    LimitReached after `limit` propagations in one round, or after `rounds` rounds (0: no limit).
    """
    done = 0
    while True:
        on_round()
        model = find_model(cnf.clauses(), limit)
        if model is None or not cut(cnf, model):
            return model
        done += 1
        if done == rounds:
            raise LimitReached
