"""Lazy constraints: solve, add the clauses that the model violates, and solve again."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.sat.backend import LimitReached, find_model
from flowdesk.sat.cnf import Cnf, Model


def refine(
    cnf: Cnf,
    cut: Callable[[Cnf, Model], bool],
    limit: int = 0,
    on_round: Callable[[], object] = lambda: None,
    rounds: int = 0,
) -> Model | None:
    """Return a model that `cut` accepts, or None if there is none.

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
