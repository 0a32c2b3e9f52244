"""The frontier sweep: count all solutions of a level at once, touching or not, without a search.

A line moves over the board, cell by cell and row by row: the frontier between the cells that are
done and those that are not. Two partial solutions with the same paths across the line can be
completed in the same ways, so they are one *state*, and only the number of ways to reach each state
is kept.

A state is an integer of bit fields of equal width, the slots. Slot 0 holds the end of the path that
leaves the last cell to the right, slot x + 1 that of the path that leaves column x downwards. An
end is 0 where no path crosses the line, `1 + slot` of its other end where it belongs to a piece
without an endpoint, and else a number for its colour. What may happen at a cell depends only on
the two ends that meet there, and always adds the same number to the state; so a table of such
numbers for each kind of cell states all the rules.

No state is dropped because it looks hopeless. Two colours that would have to cross, for example,
prove nothing: a piece without an endpoint may carry one of them across.

Sources: D. E. Knuth, The Art of Computer Programming 4A, 7.1.4 (Simpath); R. Yoshinaka et al.,
Finding All Solutions and Instances of Numberlink and Slitherlink by ZDDs, Algorithms 5 (2012).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from flowdesk.core.grid import Cell, Edge, edge_between
from flowdesk.kinds.flow.level import Level

#: The number of ways to reach each state, or to complete it.
States: TypeAlias = dict[int, int]


class Sweep:
    """A sweep over a board: its position, and the states there."""

    def __init__(self, level: Level, rows: Sequence[Sequence[Cell]]) -> None:
        self._cells = list(_cells(level, rows))
        self.states: States = {0: 1}
        self.widths = [1]

    @property
    def finished(self) -> bool:
        """Whether every cell is done, or no state is left."""
        return len(self.widths) > len(self._cells) or not self.states

    @property
    def width(self) -> int:
        """The number of states."""
        return len(self.states)

    @property
    def number(self) -> int:
        """The number of solutions, once the sweep is finished."""
        return self.states.get(0, 0)

    def work_left(self) -> int:
        """Return the number of states still to be handled if the width stays as it is."""
        return self.width * (len(self._cells) + 1 - len(self.widths))

    def advance(self) -> None:
        """Do the next cell."""
        self.states = _after(self.states, self._cells[len(self.widths) - 1].ways)
        self.widths.append(len(self.states))

    def uses(self, most_kept: int) -> dict[Edge, int]:
        """Return how many solutions use each edge; only after the sweep has finished.

        A second sweep, from the last cell to the first, finds in how many ways each state can be
        completed. It needs the states of the first one: up to `most_kept` are kept at once, and
        where there are more, they are computed again from half-way.
        """
        uses: dict[Edge, int] = {}

        def back(first: int, last: int, before: States, after: States) -> States:
            """Return the ways to complete the states before `first`, given those before `last`."""
            if last - first > 1 and sum(self.widths[first:last]) > most_kept:
                middle = (first + last) // 2
                between = before
                for cell in self._cells[first:middle]:
                    between = _after(between, cell.ways)
                after = back(middle, last, between, after)
                return back(first, middle, before, after)
            kept = [before]
            for cell in self._cells[first : last - 1]:
                kept.append(_after(kept[-1], cell.ways))
            for cell in reversed(self._cells[first:last]):
                after = _before(kept.pop(), after, cell, uses)
            return after

        back(0, len(self._cells), {0: 1}, {0: 1})
        return uses


class _SweptCell(NamedTuple):
    """A cell in the order of a sweep: what may happen there, and its edges ahead, if any."""

    ways: _Ways
    right: Edge | None
    down: Edge | None


class _Ways(dict[int, tuple[int, ...]]):
    """What each way to continue at a cell adds to a state, by the two ends that meet there.

    `slot` is the slot above the cell, `color` that of its endpoint, 0 if it has none. Entries are
    computed when they are first read.
    """

    def __init__(
        self, slot: int, slots: int, bits: int, right: bool, down: bool, color: int
    ) -> None:
        self.slot = slot
        self.first_color = 1 + slots
        self.bits = bits
        self.place = slot * bits
        self.from_left = (1 << bits) - 1
        self.from_above = self.from_left << self.place
        self.right = right
        self.down = down
        self.color = color

    def __missing__(self, met: int) -> tuple[int, ...]:
        left, up = met & self.from_left, met >> self.place
        ways = self[met] = tuple(self._ways(left, up))
        return ways

    def _ways(self, left: int, up: int) -> Iterator[int]:
        if self.color:
            if not left and not up:
                if self.right:
                    yield self.color
                if self.down:
                    yield self.color << self.place
            elif not (left and up):
                yield from self._ended(left, up)
        elif left and up:
            yield from self._joined(left, up)
        elif left:
            if self.right:
                yield 0
            if self.down:
                yield (left << self.place) - left + self._set_far_end(left, 0, 1 + self.slot)
        elif up:
            if self.down:
                yield 0
            if self.right:
                yield up - (up << self.place) + self._set_far_end(up, self.slot, 1)
        elif self.right and self.down:
            yield 1 + self.slot + (1 << self.place)

    def _joined(self, left: int, up: int) -> Iterator[int]:
        """Two paths meet: they become one, unless that closes a loop or joins two colours."""
        is_loop = left == 1 + self.slot
        are_colors = left >= self.first_color and up >= self.first_color
        if not is_loop and (left == up or not are_colors):
            far_ends = self._set_far_end(left, 0, up) + self._set_far_end(up, self.slot, left)
            yield far_ends - left - (up << self.place)

    def _ended(self, left: int, up: int) -> Iterator[int]:
        """A path reaches its endpoint: one of the same colour, or a piece without an endpoint."""
        end, slot = (left, 0) if left else (up, self.slot)
        if end == self.color or end < self.first_color:
            yield self._set_far_end(end, slot, self.color) - left - (up << self.place)

    def _set_far_end(self, end: int, slot: int, value: int) -> int:
        """Return what sets the far end of the piece whose end in `slot` is `end` to `value`.

        0 if `end` is a colour: such a path has no other end on the line.
        """
        if end >= self.first_color:
            return 0
        return (value - (1 + slot)) << self.bits * (end - 1)


def sweeps_over(level: Level) -> Iterator[Sweep]:
    """Yield a sweep from each side of the board."""
    rows = [[(x, y) for x in range(level.width)] for y in range(level.height)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    for lines in (rows, columns):
        yield Sweep(level, lines)
        yield Sweep(level, lines[::-1])


def _cells(level: Level, rows: Sequence[Sequence[Cell]]) -> Iterator[_SweptCell]:
    """Yield the cells of the board in the order of a sweep over these rows."""
    slots = 1 + len(rows[0])
    colors = {label: 1 + slots + number for number, label in enumerate(level.pairs)}
    bits = (slots + len(colors)).bit_length()
    ways = cache(_Ways)  # cells of one kind share a table
    for row, following in zip(rows, [*rows[1:], ()], strict=True):
        for x, cell in enumerate(row):
            if cell in level.holes:
                continue
            around = level.neighbors(cell)
            ahead = [
                edge_between(cell, near[0]) if near and near[0] in around else None
                for near in (row[x + 1 : x + 2], following[x : x + 1])
            ]
            color = colors[level.endpoints[cell]] if cell in level.endpoints else 0
            kind = ways(1 + x, slots, bits, ahead[0] is not None, ahead[1] is not None, color)
            yield _SweptCell(kind, *ahead)


def _after(states: States, ways: _Ways) -> States:
    """Return the states after a cell, given those before it."""
    after: States = {}
    get = after.get
    met = ways.from_left | ways.from_above
    for state, number in states.items():
        for change in ways[state & met]:
            following = state + change
            after[following] = get(following, 0) + number
    return after


def _before(states: States, after: States, cell: _SweptCell, uses: dict[Edge, int]) -> States:
    """Return the ways to complete the states before a cell, given those of the states after it.

    Set in `uses` how many solutions use the cell's edges ahead.
    """
    before: States = {}
    to_right = downwards = 0
    ways = cell.ways
    met = ways.from_left | ways.from_above
    for state, number in states.items():
        onward = 0
        for change in ways[state & met]:
            following = state + change
            if following in after:
                finishing = after[following]
                onward += finishing
                if following & ways.from_left:
                    to_right += number * finishing
                if following & ways.from_above:
                    downwards += number * finishing
        if onward:
            before[state] = onward
    for edge, number in ((cell.right, to_right), (cell.down, downwards)):
        if edge:
            uses[edge] = number
    return before
