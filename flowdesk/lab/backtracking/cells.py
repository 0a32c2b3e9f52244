"""The engine that colours the board cell by cell, as a constraint satisfaction problem.

Every cell is a variable, the colours are its values, and the constraints are counts. In a solution
an endpoint has exactly one neighbour of its own colour, and any other cell exactly two; so at any
time no cell may have more, and each needs enough empty neighbours that can still take its colour.
If these are just enough, one of them takes it next; otherwise the next cell is the one with the
fewest colours left, the first in reading order if there are several. (Fewest values first is the
"fail first" principle of R. M. Haralick and G. L. Elliott, "Increasing tree search efficiency for
constraint satisfaction problems", 1980.) A loop without endpoints satisfies the counts too, so no
cell may close one.

Neighbours of one colour count as linked. So the constraints exclude paths that run beside
themselves: the engine finds only solutions in which no path touches itself. If it finds none, the
level may still have a solution.
"""

from __future__ import annotations

from flowdesk.core.grid import Cell, direction
from flowdesk.kinds.flow.drawing import Segment, arms_at
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.lab.backtracking.search import Bits, Changes, DeadEnd, Search, depth_first, pairs_of

_NO_WAY = "{0} has no way left from its endpoint at {at}."
_TOO_FEW = "{0} cannot pass through {at} any more: too few ways are left."
_BOTH = "{at} would have to be both {0} and {1}."
_NO_COLOR = "{at} cannot be covered any more: no colour is left for it."
_LOOP = "{at} cannot be covered any more: each colour left would close a loop."
_TRIED = "Every colour left for {at} was tried."


def cells(level: Level) -> Search:
    """Search a complete level; None proves that no solution is without touching.

    Raises ValueError if a colour does not have two endpoints.
    """
    colors = _ColoredCells(level)
    return depth_first(colors, colors.links())


class _ColoredCells:
    """The colours of cells: of the endpoints, and of `given` in the order they got them."""

    def __init__(self, level: Level) -> None:
        self.pairs = pairs_of(level)
        self.label_of = dict(level.endpoints)
        self.given: list[Cell] = []
        self.near = level.board.near
        self.bits = Bits(level)
        self.endpoints = self.bits.of(level.endpoints)
        self.empty = self.bits.all ^ self.endpoints
        self.colored = {label: self.bits.of(ends) for label, *ends in self.pairs}

    def steps(self) -> tuple[list[tuple[Cell, str]], DeadEnd]:
        """Return one cell with each of the colours that it can take."""
        possible: dict[str, int] = {}
        needed: dict[str, int] = {}
        one_way = two_ways = three_ways = urgent = 0
        for label in self.colored:
            found = self._cells_for(label)
            if isinstance(found, DeadEnd):
                return [], found
            possible[label], needed[label] = can, must = found
            if both := must & urgent:
                other = next(other for other, there in needed.items() if there & both)
                return [], DeadEnd(_BOTH, both & -both, (other, label))
            three_ways |= two_ways & can
            two_ways |= one_way & can
            one_way |= can
            urgent |= must
        if no_way := self.empty & ~one_way:
            return [], DeadEnd(_NO_COLOR, no_way & -no_way)
        fewest = urgent or self.empty & ~two_ways or self.empty & ~three_ways or self.empty
        cell = self.bits.first(fewest)
        choices = needed if urgent else possible
        steps = [
            (cell, label)
            for label, there in choices.items()
            if there & self.bits.bit(cell) and not self._closes_loop(cell, label)
        ]
        return steps, DeadEnd(_TRIED if steps else _LOOP, self.bits.bit(cell))

    def _cells_for(self, label: str) -> tuple[int, int] | DeadEnd:
        """Return the empty cells that can take a colour, and that must; why not if none can."""
        bits, ends, colored = self.bits, self.endpoints, self.colored[label]
        one, two, three = bits.beside(colored)
        full = colored & (two | one & ends)
        beside_full, _, _ = bits.beside(full)
        _, enough, _ = bits.beside(colored | self.empty)
        can = self.empty & enough & ~three & ~beside_full
        one, two, three = bits.beside(colored | can)
        if stuck := colored & ~(two | one & ends):
            text, where = (_NO_WAY, stuck & ends) if stuck & ends else (_TOO_FEW, stuck)
            return DeadEnd(text, where & -where, (label,))
        just_enough = colored & ~full & ~(three | two & ends)
        return can, can & bits.beside(just_enough)[0]

    def take(self, step: tuple[Cell, str]) -> Changes:
        cell, label = step
        self.label_of[cell] = label
        self.given.append(cell)
        self._turn(cell, label)
        return self._segments(cell, *self._like(cell, label))

    def take_back(self) -> Changes:
        cell = self.given.pop()
        label = self.label_of.pop(cell)
        self._turn(cell, label)
        return self._segments(cell, *self._like(cell, label))

    def solution(self) -> Solution | None:
        """Return the paths once all cells have a colour and the endpoints are connected."""
        if self.empty:
            return None
        paths = {label: tuple(self._chain(start, label)) for label, start, _ in self.pairs}
        connected = all(paths[label][-1] == target for label, _, target in self.pairs)
        return Solution(paths) if connected else None

    def links(self) -> Changes:
        """Return the segments of the endpoints that are neighbours."""
        return tuple(change for change in self._segments(*self.label_of) if change[1])

    def _turn(self, cell: Cell, label: str) -> None:
        """Move a cell from the empty cells to those of a colour, or back."""
        self.empty ^= self.bits.bit(cell)
        self.colored[label] ^= self.bits.bit(cell)

    def _like(self, cell: Cell, label: str) -> list[Cell]:
        return [near for near in self.near(cell) if self.label_of.get(near) == label]

    def _closes_loop(self, cell: Cell, label: str) -> bool:
        """Whether an empty cell would join the two ends of one chain of this colour."""
        ends = self._like(cell, label)
        return len(ends) == 2 and self._chain(ends[0], label)[-1] == ends[1]

    def _chain(self, end: Cell, label: str) -> list[Cell]:
        """Return the cells of a chain of one colour, given one of its ends."""
        chain = [end]
        while onward := [cell for cell in self._like(chain[-1], label) if cell not in chain[-2:]]:
            chain.append(onward[0])
        return chain

    def _segments(self, *cells: Cell) -> Changes:
        return tuple((cell, self._segment(cell)) for cell in cells)

    def _segment(self, cell: Cell) -> Segment | None:
        """Return the segment in a cell: its colour, and arms to all neighbours that have it too."""
        label = self.label_of.get(cell)
        if label is None:
            return None
        like = self._like(cell, label)
        if not like and self.bits.bit(cell) & self.endpoints:
            return None
        before, after = like[:1], like[1:]
        path = [*before, cell, *after]
        return ((label, arms_at(direction, path, len(before), len(path))),)
