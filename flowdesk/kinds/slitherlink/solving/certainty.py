"""Find the edges that every solution uses, where the solutions cannot be counted.

In the known solution each edge is used or not. Search for a solution in which some edge of a group
differs from that: if there is none, the whole group is certain; if there is one, each edge that
differs is open. The groups are parts of the board, so that something is known soon; one that takes
too long is halved, down to single edges. What is left is searched again with a higher limit.

Source: M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of
propositional formulae, AI Communications 28 (2015).
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Certainty, Progress, unheard
from flowdesk.kinds.slitherlink.loop import Loop
from flowdesk.kinds.slitherlink.puzzle import Slitherlink, all_edges
from flowdesk.kinds.slitherlink.solving import limits
from flowdesk.kinds.slitherlink.solving.encoding import Encoding
from flowdesk.sat.backend import LimitReached
from flowdesk.sat.cnf import Clause


def certain_edges(
    puzzle: Slitherlink,
    solution: Loop,
    *,
    progress: Progress[Certainty] = unheard,
) -> Certainty:
    """Find the edges that all solutions of a complete puzzle use, and those that none uses.

    `solution` is one of them. `progress` gets what is known after each answer.
    """
    search = _Search(puzzle, solution, progress)
    for limit in limits.CERTAINTY_PASSES:
        for start in range(0, len(search.edges), limits.CERTAINTY_GROUP):
            search.ask(search.edges[start : start + limits.CERTAINTY_GROUP], limit)
    return search.result()


class _Search:
    """The search: what is known of each edge so far."""

    def __init__(self, puzzle: Slitherlink, solution: Loop, progress: Progress[Certainty]) -> None:
        self.edges = list(all_edges(puzzle.width, puzzle.height))
        self._used = solution.edges
        self._progress = progress
        self._certain: set[Edge] = set()
        self._open: set[Edge] = set()
        self._started = time.perf_counter()
        self._encoding = encoding = Encoding(puzzle, single=True)
        self._differs = {edge: encoding.cnf.new_variable(("differs", edge)) for edge in self.edges}
        for edge, new in self._differs.items():
            other_side = _stated(encoding, edge, on=edge not in self._used)
            encoding.cnf.add("differs", [[-new, *clause] for clause in other_side])

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
        cnf = self._encoding.cnf
        while group := self._unsettled(group):
            cnf.rules["another side"] = [[self._differs[edge] for edge in group]]
            try:
                other = self._encoding.find(limit, limits.CERTAINTY_ROUNDS)
            except LimitReached:
                if len(group) > 1:
                    middle = len(group) // 2
                    self.ask(group[:middle], limit)
                    self.ask(group[middle:], limit)
                return
            if other is None:
                self._certain.update(group)
                for edge in group:
                    on = edge in self._used
                    cnf.add("certain", _stated(self._encoding, edge, on=on))
            else:
                self._open |= other.edges ^ self._used
            self._progress(self.result())

    def _unsettled(self, edges: Sequence[Edge]) -> list[Edge]:
        return [edge for edge in edges if edge not in self._certain and edge not in self._open]


def _stated(encoding: Encoding, edge: Edge, *, on: bool) -> list[Clause]:
    """Return clauses that state that an edge is used, or that it is not."""
    sides = [encoding.variable[cell] for cell in edge if cell in encoding.variable]
    if len(sides) == 1:
        return [sides if on else [-sides[0]]]
    a, b = sides
    return [[a, b], [-a, -b]] if on else [[a, -b], [-a, b]]
