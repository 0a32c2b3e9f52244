"""Find the edges that every solution uses, where the solutions cannot be counted.

In the known solution each edge is used or not. Search for a solution in which some edge of a group
differs from that: if there is none, the whole group is certain; if there is one, each edge that
differs is open. The first group is the whole board; a group that takes too long is halved, down to
single edges. What was proved is added to the formula. Then all edges that are left are searched
again with a higher limit, so that one hard edge does not delay the others.

Source: M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of
propositional formulae, AI Communications 28 (2015).
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Certainty, Progress, unheard
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.solution import Solution
from flowdesk.kinds.flow.solving import limits
from flowdesk.kinds.flow.solving.encoding import Encoding
from flowdesk.sat.backend import LimitReached


def certain_edges(
    level: Level, solution: Solution, *, progress: Progress[Certainty] = unheard
) -> Certainty:
    """Find the edges that all solutions of a complete level use, and those that none uses.

    `solution` is one of them. `progress` gets what is known after each answer.
    """
    search = _Search(level, solution, progress)
    for limit in limits.CERTAINTY_PASSES:
        search.ask(search.edges, limit)
    return search.result()


class _Search:
    """The search: what is known of each edge so far."""

    def __init__(self, level: Level, solution: Solution, progress: Progress[Certainty]) -> None:
        self._used = solution.edges
        self._progress = progress
        self._encoding = Encoding(level, touching=level.touching)
        self.edges = self._encoding.board.edges
        self._certain: set[Edge] = set()
        self._open: set[Edge] = set()
        self._started = time.perf_counter()

    def result(self) -> Certainty:
        """Return what is known so far."""
        return Certainty(
            frozenset(self._certain & self._used),
            frozenset(self._certain - self._used),
            frozenset(self._open),
            not self._unsettled(self.edges),
            time.perf_counter() - self._started,
        )

    def ask(self, group: Sequence[Edge], limit: int) -> None:
        """Decide the edges of a group, except those that take more than the limit."""
        cnf, variable = self._encoding.cnf, self._encoding.board.variable
        while group := self._unsettled(group):
            known = [variable[edge] if edge in self._used else -variable[edge] for edge in group]
            cnf.rules["another side"] = [[-literal for literal in known]]
            try:
                other = self._encoding.find(limit * len(group))
            except LimitReached:
                if len(group) > 1:
                    middle = len(group) // 2
                    self.ask(group[:middle], limit)
                    self.ask(group[middle:], limit)
                return
            if other is None:
                self._certain.update(group)
                cnf.add("certain", [[literal] for literal in known])
            else:
                self._open |= other.edges ^ self._used
            self._progress(self.result())

    def _unsettled(self, edges: Sequence[Edge]) -> list[Edge]:
        return [edge for edge in edges if edge not in self._certain and edge not in self._open]
