"""The two engines that backtrack, beside SAT: for comparison and for teaching.

A search is a generator whose every move can be watched: each step, forward or back, is a
`SearchMove`. Engines differ in what a step is, in which steps they try, and in which order. The
stack of a search is its own, so that large boards do not exceed Python's limit of recursion. It may
be dropped after any move.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from flowdesk.core import grid
from flowdesk.core.grid import Cell, direction, places
from flowdesk.core.text import capital
from flowdesk.kinds.answers import Effort
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.drawing import Segment, arms_at
from flowdesk.kinds.flow.level import Level, Solution, incomplete

#: Cells that look different from now on, each with its segment, or None if it is free.
Changes: TypeAlias = tuple[tuple[Cell, Segment | None], ...]


class DeadEnd(NamedTuple):
    """Why a search has to go back, as `words` tells it; `cells` are a set as in `Bits`.

    In `text` ``{at}`` stands for the place of the first cell, and numbers for the colours of
    `labels`. Most reasons are never put into words.
    """

    text: str
    cells: int
    labels: tuple[str, ...] = ()

    def words(self, level: Level) -> str:
        """Return the reason as a sentence."""
        names = (color_name(level, label) for label in self.labels)
        return capital(self.text.format(*names, at=places([Bits(level).first(self.cells)])))

    def marked(self, level: Level) -> frozenset[Cell]:
        """Return the cells to mark."""
        bits = Bits(level)
        return frozenset(cell for cell in level.cells if bits.bit(cell) & self.cells)


class SearchMove(NamedTuple):
    """One step of a search, forward or back, and its changes of the board.

    The first segment is that of the step's own cell. `nodes` counts the steps forward so far,
    `backtracks` how many of them were taken back. Where no step forward is left to try, `reason`
    says why; the next move is back, or the search ends.
    """

    segments: Changes
    nodes: int
    backtracks: int
    reason: DeadEnd | None = None

    @property
    def effort(self) -> Effort:
        """What the search took so far."""
        return Effort(self.nodes, self.backtracks)


#: Yields every move, and returns a solution, or None if there is none to find.
Search: TypeAlias = Generator[SearchMove, None, Solution | None]

Step = TypeVar("Step")


class SearchState(Protocol[Step]):
    """The state of a search: a board that is covered in part."""

    def steps(self) -> tuple[list[Step], DeadEnd]:
        """Return the steps to try from here, the best first, and why to go back after them.

        Without steps no solution can follow, for this reason.
        """

    def take(self, step: Step) -> Changes:
        """Take a step forward."""

    def take_back(self) -> Changes:
        """Take the last step back."""

    def solution(self) -> Solution | None:
        """Return the solution if the state is one."""


def depth_first(state: SearchState[Step], shown: Changes = ()) -> Search:
    """Try all steps that can follow a state; `shown` is what covers its board already."""
    nodes = backtracks = 0
    if shown:
        yield SearchMove(shown, nodes, backtracks)
    if (solution := state.solution()) is not None:
        return solution
    to_try = [state.steps()]  # at the start and after each step that is taken
    while True:
        steps, _ = to_try[-1]
        if steps:
            changes = state.take(steps.pop(0))
            nodes += 1
            if (solution := state.solution()) is not None:
                yield SearchMove(changes, nodes, backtracks)
                return solution
            to_try.append(state.steps())
        elif len(to_try) > 1:
            to_try.pop()
            changes = state.take_back()
            backtracks += 1
        else:
            return None
        steps, reason = to_try[-1]
        yield SearchMove(changes, nodes, backtracks, None if steps else reason)


def pairs_of(level: Level) -> list[tuple[str, Cell, Cell]]:
    """Return the labels of a level with their endpoints; ValueError if one does not have two."""
    if incomplete(level):
        raise ValueError("Only a level whose colours have two endpoints each can be searched.")
    return [(label, start, target) for label, (start, target) in level.pairs.items()]


class Bits:
    """Sets of the cells of a level as integers, so that one operation treats all cells.

    Neighbours are cells that a path can step between.
    """

    def __init__(self, level: Level) -> None:
        self._board = board = level.board
        #: The set of each single cell.
        self.bit = dict(zip(board.cells, board.bits, strict=True)).__getitem__
        self._cell = dict(zip(board.bits, board.cells, strict=True))
        self.all = sum(board.bits)

    def of(self, cells: Iterable[Cell]) -> int:
        """Return the set of some cells."""
        return sum(map(self.bit, cells))

    def first(self, cells: int) -> Cell:
        """Return the first cell of a set, in reading order."""
        return self._cell[cells & -cells]

    def beside(self, cells: int) -> tuple[int, int, int]:
        """Return the cells that have at least one, two and three neighbours among `cells`."""
        (right, down), width = self._board.open, self._board.width
        a, b = (cells & right) << 1, cells >> 1 & right
        c, d = (cells & down) << width, cells >> width & down
        one, other = a | b, c | d
        both, others = a & b, c & d
        return one | other, both | others | one & other, both & other | others & one

    def parts(self, cells: int) -> Iterator[int]:
        """Yield the connected parts of a set."""
        board = self._board
        while cells:
            part = board.flood(cells & -cells, cells, board.open)
            yield part
            cells ^= part


_LEFT_OVER = "All colours are connected, but cells are left over."
_NO_PASSAGE = "No path can pass through {at} any more."
_UNFILLED = "No colour has both its ends beside the empty part round {at}."
_NO_WAY_ON = "{0} has no way left from {at}."
_APART = "{0} can no longer be connected: no way leads from one end to the other."
_TOUCHES = "{0} cannot go on from {at} without touching itself."
_WAYS_TRIED = "Every way on from {at} was tried."


def distance(level: Level) -> Search:
    """Draw one path after another, by depth-first search with three heuristics.

    Colours whose endpoints are close together, by the taxicab distance, come first: they have the
    fewest possible paths. Steps that come closer to the other endpoint are tried first. And the
    search goes back as soon as something is stranded: an empty cell that no path can pass through,
    a colour whose ends can no longer be connected, or a part of the board that no colour can fill
    (the last two also in M. Zucker, "Flow Free solver", 2016,
    https://mzucker.github.io/2016/08/28/flow-solver.html).

    Other dead ends cost a search each. No fast test finds all of them: Numberlink, covering the
    board or not, is NP-complete (K. Kotsuma and Y. Takenaga, "NP-completeness and enumeration of
    Number Link puzzle", 2010; A. Adcock et al., "Zig-Zag Numberlink is NP-complete", 2015).

    None proves that a complete level has no solution. A path may run beside itself unless the level
    forbids it, which leaves far less to try. Raises ValueError if a colour does not have two
    endpoints.
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
        text, tip = _WAYS_TRIED if steps else _TOUCHES, self.bits.bit(path.cells[-1])
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
                return DeadEnd(_UNFILLED, part)
            connected |= served
        if len(connected) == len(ends):
            return None
        number = next(number for number, both in enumerate(ends) if both not in connected)
        closed_in = ends[number] & ~bits.beside(self.empty)[0]
        text, cells = (_NO_WAY_ON, closed_in) if closed_in else (_APART, ends[number])
        return DeadEnd(text, cells, (paths[number].label,))


def _tip(path: _Path) -> Changes:
    """Return the last two cells of a path, last one first; nothing covers a lone endpoint."""
    cells, length = path.cells, len(path.cells)
    if length == 1:
        return ((cells[0], None),)
    last_two = length - 1, length - 2
    arms = (arms_at(direction, cells, i, length) for i in last_two)
    return tuple((cells[i], ((path.label, each),)) for i, each in zip(last_two, arms, strict=True))


_NO_WAY_OUT = "{0} has no way left from its endpoint at {at}."
_TOO_FEW = "{0} cannot pass through {at} any more: too few ways are left."
_BOTH = "{at} would have to be both {0} and {1}."
_UNCOVERED = "{at} cannot be covered any more: no colour is left for it."
_LOOP = "{at} cannot be covered any more: each colour left would close a loop."
_COLORS_TRIED = "Every colour left for {at} was tried."


def cells(level: Level) -> Search:
    """Colour the board cell by cell, as a constraint satisfaction problem.

    Every cell is a variable, the colours are its values, and the constraints are counts. In a
    solution an endpoint has exactly one neighbour of its own colour, and any other cell exactly
    two; so at any time no cell may have more, and each needs enough empty neighbours that can still
    take its colour. If these are just enough, one of them takes it next; otherwise the next cell is
    the one with the fewest colours left, the first in reading order if there are several. (Fewest
    values first is the "fail first" principle of R. M. Haralick and G. L. Elliott, "Increasing tree
    search efficiency for constraint satisfaction problems", 1980.) A loop without endpoints
    satisfies the counts too, so no cell may close one.

    Neighbours of one colour count as linked. So the constraints exclude paths that run beside
    themselves: the engine finds only solutions in which no path touches itself. If it finds none, a
    complete level may still have one. Raises ValueError if a colour does not have two endpoints.
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
            return [], DeadEnd(_UNCOVERED, no_way & -no_way)
        fewest = urgent or self.empty & ~two_ways or self.empty & ~three_ways or self.empty
        cell = self.bits.first(fewest)
        choices = needed if urgent else possible
        steps = [
            (cell, label)
            for label, there in choices.items()
            if there & self.bits.bit(cell) and not self._closes_loop(cell, label)
        ]
        return steps, DeadEnd(_COLORS_TRIED if steps else _LOOP, self.bits.bit(cell))

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
            text, where = (_NO_WAY_OUT, stuck & ends) if stuck & ends else (_TOO_FEW, stuck)
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
