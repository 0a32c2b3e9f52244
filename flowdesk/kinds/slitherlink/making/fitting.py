"""Fit loops to what stays of a puzzle: they change near the places where they break it.

More and more cells round these places may change sides, until SAT finds a loop. Then each of them,
the farthest first, is as it was, if there is such a loop. So which loop is found depends on the
order of the cells alone, and not on the models of a solver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from flowdesk.core.grid import Cell, Edge, by_row, distance
from flowdesk.kinds.slitherlink.making.request import SlitherlinkRequest
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink
from flowdesk.kinds.slitherlink.solving import limits
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding
from flowdesk.sat.cnf import Clause


class Fitting:
    """Finds loops that have the clues and edges which a request keeps."""

    def __init__(self, request: SlitherlinkRequest) -> None:
        self._request = request

    @property
    def cells(self) -> Sequence[Cell]:
        """The cells of the board."""
        return self._encoding.cells

    def fitted(self, loop: Loop) -> Loop | None:
        """Return a loop that is like this one, but for what breaks what stays; None if none is.

        Raises LimitReached.
        """
        broken = by_row(set(self._broken(loop)))
        return self._nearest(loop, broken, ()) if broken else loop

    def flipped(self, loop: Loop, cell: Cell) -> Loop:
        """Return a fitting loop with a cell on the other side, and few others; or the loop itself.

        Raises LimitReached.
        """
        return self._nearest(loop, (cell,), (cell,)) or loop

    @cached_property
    def _encoding(self) -> SlitherlinkEncoding:
        request = self._request
        puzzle = Slitherlink(request.width, request.height, request.kept)
        encoding = SlitherlinkEncoding(puzzle, single=True)
        for edge, is_on in sorted(request.edges.items()):
            encoding.cnf.add("kept edge", self._kept(edge, is_on, encoding.variable))
        return encoding

    @staticmethod
    def _kept(edge: Edge, is_on: bool, variable: Mapping[Cell, int]) -> list[Clause]:
        """State that the cells of an edge are on different sides of the loop, or on the same."""
        here, *beside = (variable[cell] for cell in edge if cell in variable)
        if not beside:
            return [[here if is_on else -here]]
        there = beside[0] if is_on else -beside[0]
        return [[here, there], [-here, -there]]

    def _broken(self, loop: Loop) -> Iterator[Cell]:
        """Yield the cells where a loop has another clue or another edge than stays."""
        for cell, clue in self._request.kept.items():
            if loop.number_at(cell) != clue:
                yield cell
        for edge, is_on in self._request.edges.items():
            if (edge in loop.edges) != is_on:
                yield from filter(self._encoding.variable.__contains__, edge)

    def _nearest(
        self, loop: Loop, places: Collection[Cell], flips: Collection[Cell]
    ) -> Loop | None:
        """Return a fitting loop that differs near some places, and in the cells that it flips."""
        cells = self._encoding.cells
        away = {cell: min(distance(cell, place) for place in places) for cell in cells}
        order = sorted(cells, key=lambda cell: (cell not in flips, -away[cell]))
        wanted = loop.inside(cells) ^ set(flips)
        literals = [self._literal(cell, cell in wanted) for cell in order]
        fixed, free = len(cells), 1
        while (found := self._found(literals[:fixed])) is None:
            if fixed == len(flips):
                return None
            fixed, free = max(fixed - free, len(flips)), 2 * free
        inside = found.inside(cells)
        for number in range(fixed, len(cells)):
            cell = order[number]
            if (cell in inside) == (cell in wanted):
                continue
            if nearer := self._found(literals[: number + 1]):
                found, inside = nearer, nearer.inside(cells)
            else:
                literals[number] *= -1
        return found

    def _literal(self, cell: Cell, is_inside: bool) -> int:
        return self._encoding.variable[cell] * (1 if is_inside else -1)

    def _found(self, literals: Sequence[int]) -> Loop | None:
        supposed = [[literal] for literal in literals]
        return self._encoding.find(
            limits.FITTING_PROPAGATIONS, limits.FITTING_ROUNDS, supposed=supposed
        )
