"""Search with constraints that are stated only once an answer breaks them."""

from __future__ import annotations

from collections.abc import Callable

from flowdesk.sat.backend import LimitReached, find_model
from flowdesk.sat.cnf import Cnf, Model


def refine(
    cnf: Cnf,
    cut: Callable[[Cnf, Model], bool],
    limit: int = 0,
    on_round: Callable[[], None] = lambda: None,
    rounds: int = 0,
) -> Model | None:
    """Solve, let `cut` state what the model breaks, and solve again until it breaks nothing.

    Returns a model that breaks nothing, or None if there is none. `cut` adds clauses to `cnf` and
    returns whether it did; each clause must hold in every right answer, and together they must
    exclude the model at hand. Raises LimitReached after `limit` propagations in one round, or
    after so many `rounds` (0: no limit): then nothing is known.
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
