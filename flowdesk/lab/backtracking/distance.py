"""The engine that draws one path after another, by depth-first search with three heuristics.

Colours whose endpoints are close together, by the taxicab distance, come first: they have the
fewest possible paths. Steps that come closer to the other endpoint are tried first. And the search
goes back as soon as something is stranded: an empty cell that no path can pass through, a colour
whose ends can no longer be connected, or a part of the board that no colour can fill (the last two
also in M. Zucker, "Flow Free solver", 2016,
https://mzucker.github.io/2016/08/28/flow-solver.html).

Other dead ends cost a search each. No fast test finds all of them: Numberlink, covering the board
or not, is NP-complete (K. Kotsuma and Y. Takenaga, "NP-completeness and enumeration of Number Link
puzzle", 2010; A. Adcock et al., "Zig-Zag Numberlink is NP-complete", 2015).
"""

from __future__ import annotations

from dataclasses import dataclass

from flowdesk.core import grid
from flowdesk.core.grid import Cell, direction
from flowdesk.kinds.flow.drawing import arms_at
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.lab.backtracking.search import Bits, Changes, DeadEnd, Search, depth_first, pairs_of

_LEFT_OVER = "All colours are connected, but cells are left over."
_NO_PASSAGE = "No path can pass through {at} any more."
_NO_COLOR = "No colour has both its ends beside the empty part round {at}."
_NO_WAY = "{0} has no way left from {at}."
_APART = "{0} can no longer be connected: no way leads from one end to the other."
_TOUCHES = "{0} cannot go on from {at} without touching itself."
_TRIED = "Every way on from {at} was tried."


def distance(level: Level) -> Search:
    """Search a complete level; None proves that it has no solution.

    A path may run beside itself unless the level forbids it, which leaves far less to try.
    Raises ValueError if a colour does not have two endpoints.
    """
    return depth_first(_Paths(level))


@dataclass(frozen=True)
class _Path:
    """A path as far as it is drawn, from its first endpoint."""

    label: str
    cells: list[Cell]
    target: Cell


class _Paths:
    """Paths in the order in which they are drawn: `done` are complete, the next one is begun."""

    def __init__(self, level: Level) -> None:
        self.touching = level.touching
        self.near = level.board.near
        self.bits = Bits(level)
        self.paths = [_Path(label, [a], b) for label, a, b in pairs_of(level)]
        self.paths.sort(key=lambda path: grid.distance(path.cells[0], path.target))
        self.done = 0
        self.empty = self.bits.all ^ self.bits.of(level.endpoints)

    def steps(self) -> tuple[list[Cell], DeadEnd]:
        """Return where the current path can go, the cell closest to its other endpoint first."""
        if stranded := self._stranded():
            return [], stranded
        path = self.paths[self.done]
        steps = [
            cell
            for cell in self.near(path.cells[-1])
            if (cell == path.target or self.bits.bit(cell) & self.empty)
            and (self.touching or not self._touches(cell, path))
        ]
        text, tip = _TRIED if steps else _TOUCHES, self.bits.bit(path.cells[-1])
        reason = DeadEnd(text, tip, (path.label,))
        return sorted(steps, key=lambda cell: grid.distance(cell, path.target)), reason

    def take(self, step: Cell) -> Changes:
        path = self.paths[self.done]
        path.cells.append(step)
        if step == path.target:
            self.done += 1
        else:
            self.empty ^= self.bits.bit(step)
        return _tip(path)

    def take_back(self) -> Changes:
        """Take the last cell off the path that was drawn last."""
        if self.done == len(self.paths) or len(self.paths[self.done].cells) == 1:
            self.done -= 1
        path = self.paths[self.done]
        cell = path.cells.pop()
        if cell != path.target:
            self.empty ^= self.bits.bit(cell)
        return ((cell, None), *_tip(path)[:1])

    def solution(self) -> Solution | None:
        if self.empty or self.done < len(self.paths):
            return None
        return Solution({path.label: tuple(path.cells) for path in self.paths})

    def _touches(self, step: Cell, path: _Path) -> bool:
        """Whether a path runs beside itself with this step, or passes its target."""
        tip = path.cells[-1]
        if step != path.target and path.target in self.near(tip):
            return True
        return any(cell != tip and cell in path.cells for cell in self.near(step))

    def _stranded(self) -> DeadEnd | None:
        """Return which cell, colour or part of the board cannot be filled any more, if one is."""
        bits, paths = self.bits, self.paths[self.done :]
        if not paths:
            return DeadEnd(_LEFT_OVER, self.empty)
        ends = [bits.bit(path.cells[-1]) | bits.bit(path.target) for path in paths]
        _, passable, _ = bits.beside(self.empty | sum(ends))
        if closed := self.empty & ~passable:
            return DeadEnd(_NO_PASSAGE, closed & -closed)
        connected = {both for both in ends if bits.beside(both)[0] & both}
        for part in bits.parts(self.empty):
            border, _, _ = bits.beside(part)
            served = {both for both in ends if both & border == both}
            if not served:
                return DeadEnd(_NO_COLOR, part)
            connected |= served
        if len(connected) == len(ends):
            return None
        number = next(number for number, both in enumerate(ends) if both not in connected)
        closed_in = ends[number] & ~bits.beside(self.empty)[0]
        text, cells = (_NO_WAY, closed_in) if closed_in else (_APART, ends[number])
        return DeadEnd(text, cells, (paths[number].label,))


def _tip(path: _Path) -> Changes:
    """Return the last two cells of a path, last one first; nothing covers a lone endpoint."""
    cells, length = path.cells, len(path.cells)
    if length == 1:
        return ((cells[0], None),)
    last_two = length - 1, length - 2
    arms = (arms_at(direction, cells, i, length) for i in last_two)
    return tuple((cells[i], ((path.label, each),)) for i, each in zip(last_two, arms, strict=True))
