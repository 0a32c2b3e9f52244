"""The one door to the SAT solver: PicoSAT, through pycosat."""

from __future__ import annotations

import pycosat

from flowdesk.sat.cnf import Clause, Model


class LimitReached(Exception):
    """The search ended at its limit of propagations: nothing is known."""


def find_model(clauses: list[Clause], limit: int = 0) -> Model | None:
    """A model of the clauses, None if there is none.

    Raises LimitReached after `limit` propagations, if a limit is given. The search cannot be
    interrupted in any other way than by ending the process.
    """
    if not all(clauses):
        return None  # PicoSAT has no words for the empty clause, which nothing satisfies
    answer = pycosat.solve(clauses, prop_limit=limit)
    if answer == "UNKNOWN":
        raise LimitReached
    if answer == "UNSAT":
        return None
    return frozenset(literal for literal in answer if literal > 0)
