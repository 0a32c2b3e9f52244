"""Solve a puzzle, and tell whether it has no, one or several solutions."""

from __future__ import annotations

from collections.abc import Sequence

from flowdesk.core.grid import Edge
from flowdesk.kinds.answers import Certainty, Progress, unheard
from flowdesk.kinds.loops import differing_cells
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, impossible, incomplete
from flowdesk.kinds.slitherlink.solving import limits
from flowdesk.kinds.slitherlink.solving.counting import count
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding, formula
from flowdesk.kinds.solving import CertaintySearch, Counting, EncodedSolving
from flowdesk.sat.cnf import Clause


class SlitherlinkSolving(EncodedSolving[Slitherlink, Loop]):
    """Solutions by SAT: the puzzle as a formula of which cells are inside."""

    has_formula = True
    formula = staticmethod(formula)
    incomplete = staticmethod(incomplete)
    impossible = staticmethod(impossible)
    differing = staticmethod(differing_cells)

    def encoding(self, puzzle: Slitherlink) -> SlitherlinkEncoding:
        return SlitherlinkEncoding(puzzle)


solve, check = SlitherlinkSolving().solve, SlitherlinkSolving().check


def certain_edges(
    puzzle: Slitherlink, solution: Loop, *, progress: Progress[Certainty] = unheard
) -> Certainty:
    """Find the edges that all solutions of a complete puzzle use, and those that none uses.

    `solution` is one of them. `progress` gets what is known after each answer.
    """
    search = _CertainEdges(puzzle, solution, progress)
    for limit in limits.CERTAINTY_PASSES:
        for start in range(0, len(search.edges), limits.CERTAINTY_GROUP):
            search.ask(search.edges[start : start + limits.CERTAINTY_GROUP], limit)
    return search.result()


class _CertainEdges(CertaintySearch):
    """Finds the edges that every loop uses.

    The groups are parts of the board, so that something is known soon. What is left is searched
    again with a higher limit.
    """

    def __init__(self, puzzle: Slitherlink, solution: Loop, progress: Progress[Certainty]) -> None:
        super().__init__(puzzle.board.edges, solution.edges, progress)
        self._encoding = SlitherlinkEncoding(puzzle, single=True)
        cnf = self._encoding.cnf
        self._differs = {edge: cnf.new_variable(("differs", edge)) for edge in self.edges}
        for edge, new in self._differs.items():
            other_side = self._stated(edge, on=edge not in self.used)
            cnf.add("differs", [[-new, *clause] for clause in other_side])

    def find_other(self, group: Sequence[Edge], limit: int) -> Loop | None:
        another_side = [self._differs[edge] for edge in group]
        return self._encoding.find(limit, limits.CERTAINTY_ROUNDS, supposed=[another_side])

    def state(self, group: Sequence[Edge]) -> None:
        for edge in group:
            self._encoding.cnf.add("certain", self._stated(edge, on=edge in self.used))

    def _stated(self, edge: Edge, *, on: bool) -> list[Clause]:
        """Return clauses that state that an edge is used, or that it is not."""
        variable = self._encoding.variable
        sides = [variable[cell] for cell in edge if cell in variable]
        if len(sides) == 1:
            return [sides if on else [-sides[0]]]
        a, b = sides
        return [[a, b], [-a, -b]] if on else [[a, -b], [-a, b]]


class SlitherlinkCounting(Counting[Slitherlink, Loop]):
    """The number of solutions by sweeping over the corners, and the edges of all of them."""

    count = staticmethod(count)
    certain_edges = staticmethod(certain_edges)
