"""Search by the CDCL solver without watching it, and count what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from flowdesk.lab.cdcl import Conflicted, Decided, Found, Order, Propagated, Refuted, Solver
from flowdesk.sat.backend import Figures
from flowdesk.sat.cnf import Clause, Cnf, Model


class CountedSearch:
    """A search for a model of a formula that `cut` accepts, as in `flowdesk.sat.backend.refine`.

    `model` is known when the search is over, unless there is none.
    """

    def __init__(
        self, cnf: Cnf, cut: Callable[[Cnf, Model], bool], order: Order, *, learns: bool = True
    ) -> None:
        def cuts(model: Model) -> list[Clause]:
            before = cnf.sizes()
            cut(cnf, model)
            return cnf.since(before)

        self.model: Model | None = None
        self._counts: Counter[type] = Counter()
        self._events = Solver(cnf.clauses(), order, cuts, learns=learns).search()

    @property
    def figures(self) -> Figures:
        """What the search took so far."""
        counts = self._counts
        conflicts = counts[Conflicted] + counts[Refuted]
        return Figures(counts[Decided], conflicts, counts[Propagated])

    def run(self, propagations: int = 0) -> bool:
        """Search on, for so many propagations or to the end; return whether that is reached."""
        counts = self._counts
        last = counts[Propagated] + propagations
        for event in self._events:
            counts[type(event)] += 1
            if isinstance(event, Found):
                self.model = None if event.cuts else event.model
            elif propagations and counts[Propagated] >= last:
                return False
        return True
