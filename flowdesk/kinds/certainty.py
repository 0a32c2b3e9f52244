"""Find the edges that every solution uses, where the solutions cannot be counted.

In the known solution each edge is used or not. Search for a solution in which some edge of a group
differs from that: if there is none, the whole group is certain; if there is one, each edge that
differs is open. A group that takes too long is halved, down to single edges.

Source: M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of
propositional formulae, AI Communications 28 (2015).
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Certainty, Progress
from flowdesk.sat.backend import LimitReached


class CertaintySearch(ABC):
    """What is known of each edge so far; `used` are those of the known solution."""

    def __init__(
        self, edges: Sequence[Edge], used: frozenset[Edge], progress: Progress[Certainty]
    ) -> None:
        self.edges = edges
        self.used = used
        self._progress = progress
        self._certain: set[Edge] = set()
        self._open: set[Edge] = set()
        self._started = time.perf_counter()

    @abstractmethod
    def find_other(self, group: Sequence[Edge], limit: int) -> Any:
        """Return a solution in which some edge of a group differs, or None if there is none.

        Raise LimitReached if the search takes too long.
        """

    @abstractmethod
    def state(self, group: Sequence[Edge]) -> None:
        """State for all further searches that the edges of a group do not differ."""

    def result(self) -> Certainty:
        """Return what is known so far."""
        return Certainty(
            frozenset(self._certain & self.used),
            frozenset(self._certain - self.used),
            frozenset(self._open),
            not self.unsettled(self.edges),
            time.perf_counter() - self._started,
        )

    def ask(self, group: Sequence[Edge], limit: int) -> None:
        """Decide the edges of a group, except those that take more than the limit."""
        while group := self.unsettled(group):
            try:
                other = self.find_other(group, limit)
            except LimitReached:
                if len(group) > 1:
                    middle = len(group) // 2
                    self.ask(group[:middle], limit)
                    self.ask(group[middle:], limit)
                return
            if other is None:
                self._certain.update(group)
                self.state(group)
                self._progress(self.result())
            else:
                self.differ(other)

    def differ(self, other: Any) -> None:
        """Take in another solution: the edges in which it differs are open."""
        self._open |= other.edges ^ self.used
        self._progress(self.result())

    def unsettled(self, edges: Sequence[Edge]) -> list[Edge]:
        """Return those of some edges of which nothing is known yet."""
        return [edge for edge in edges if edge not in self._certain and edge not in self._open]
