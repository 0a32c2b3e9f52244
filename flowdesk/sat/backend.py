"""The SAT solver: PicoSAT through pycosat. No other module imports pycosat."""

from __future__ import annotations

import pycosat

from flowdesk.sat.cnf import Clause, Model


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
