"""Find the edges that every solution uses (see `kinds.certainty`).

Paths that can be re-routed beside each other show at once much of what is open. Then the first
group is the whole board. What was proved is added to the formula. At last all edges that are left
are searched again with a higher limit, so that one hard edge does not delay the others.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Certainty, Progress, unheard
from flowdesk.kinds.certainty import CertaintySearch
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
    search.reroute(solution)
    for limit in limits.CERTAINTY_PASSES:
        search.ask(search.edges, limit)
    return search.result()


class _Search(CertaintySearch):
    def __init__(self, level: Level, solution: Solution, progress: Progress[Certainty]) -> None:
        self._encoding = Encoding(level, touching=level.touching)
        super().__init__(self._encoding.board.links, solution.edges, progress)

    def reroute(self, known: Solution) -> None:
        """Find edges that are open because two or three paths can go otherwise."""
        used = sorted(known.edges)
        encoding = Encoding(self._encoding.level, touching=self._encoding.touching)
        encoding.keep_paths(known, but=limits.REROUTED)
        with contextlib.suppress(LimitReached):
            while group := self.unsettled(used):
                other = encoding.find(limits.REROUTE, supposed=[self._other_side(group)])
                if other is None:
                    break
                self.differ(other)

    def find_other(self, group: Sequence[Edge], limit: int) -> Solution | None:
        return self._encoding.find(limit * len(group), supposed=[self._other_side(group)])

    def state(self, group: Sequence[Edge]) -> None:
        self._encoding.cnf.add("certain", [[literal] for literal in self._known(group)])

    def _other_side(self, group: Sequence[Edge]) -> list[int]:
        """Return the clause that some of these edges differ from the known solution."""
        return [-literal for literal in self._known(group)]

    def _known(self, group: Sequence[Edge]) -> list[int]:
        """Return what the known solution says of some edges, as literals."""
        variable = self._encoding.rules.variable
        return [variable[edge] if edge in self.used else -variable[edge] for edge in group]
