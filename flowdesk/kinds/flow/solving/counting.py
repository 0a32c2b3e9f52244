"""Count the solutions of a level exactly, and find the edges that all of them use.

Counts also tell how many solutions use each edge. By the game's rule a frontier sweep counts them
all: four start, one from each side, and the first one that is finished has the number.

Solutions that do not touch themselves are listed one by one instead: there is nearly always one. So
are those on boards with bridges, warps or hexagons, over which no such line moves.

The sweep's line moves over the board cell by cell and row by row (see `flowdesk.kinds.sweep`). A
state has the paths that cross it: an integer of bit fields of equal width, the slots. Slot 0 holds
the end of the path that leaves the last cell to the right, slot x + 1 that of the path that leaves
column x downwards. An end is 0 where no path crosses the line, `1 + slot` of its other end where it
belongs to a piece without an endpoint, and else a number for its colour. What may happen at a cell
depends only on the two ends that meet there, and always adds the same number to the state; so a
table of such numbers for each kind of cell states all the rules.

No state is dropped because it looks hopeless. Two colours that would have to cross, for example,
prove nothing: a piece without an endpoint may carry one of them across.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from flowdesk.core.grid import Cell, Edge, edge_between
from flowdesk.kinds.answers import Certainty, Count, Progress, unheard
from flowdesk.kinds.flow.level import Level, Solution, incomplete
from flowdesk.kinds.flow.solving.encoding import REROUTE, REROUTED, FlowEncoding
from flowdesk.kinds.solving import CertaintySearch, Counting
from flowdesk.kinds.sweep import Sweep, SweepStep, Ways, count_by, shares_of
from flowdesk.sat.backend import LimitReached

#: A count: states on one line. One takes 90 to 150 bytes, and up to four sweeps and the next line
#: are in memory at once; the largest count seen took 280 MB, with shares 330 MB.
COUNT_STATES = 500_000
#: Solutions that do not touch themselves are listed up to this number.
COUNT_LISTED = 1_000
#: Certainty: propagations of one question for each of its edges, in each pass: 0.5 ms, 5 ms, 50 ms
#: and 0.5 s an edge.
CERTAINTY_PASSES = (3_000, 30_000, 300_000, 3_000_000)


class _PathWays(Ways):
    """What each way to continue at a cell adds to a state, by the two ends that meet there.

    `slot` is the slot above the cell, `color` that of its endpoint, 0 if it has none.
    """

    def __init__(
        self, slot: int, slots: int, bits: int, right: bool, down: bool, color: int
    ) -> None:
        self.from_left = (1 << bits) - 1
        self.from_above = self.from_left << slot * bits
        super().__init__(self.from_left | self.from_above, last=(1 << slots * bits) - 1)
        self.slot = slot
        self.first_color = 1 + slots
        self.bits = bits
        self.place = slot * bits
        self.right = right
        self.down = down
        self.color = color

    def ways(self, met: int) -> Iterator[int]:
        """Yield the ways to continue from the two ends."""
        left, up = met & self.from_left, met >> self.place
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
    for lines in level.board.sweeps:
        yield Sweep(_steps(level, lines))


def _steps(level: Level, rows: Sequence[Sequence[Cell]]) -> Iterator[SweepStep]:
    """Yield the steps of a sweep over these rows: one for each cell of the board."""
    slots = 1 + len(rows[0])
    colors = {label: 1 + slots + number for number, label in enumerate(level.pairs)}
    bits = (slots + len(colors)).bit_length()
    ways = cache(_PathWays)  # cells of one kind share a table
    near_to = level.board.near
    for row, following in zip(rows, [*rows[1:], ()], strict=True):
        for x, cell in enumerate(row):
            if cell in level.holes:
                continue
            around = near_to(cell)
            right, down = (
                edge_between(cell, near[0]) if near and near[0] in around else None
                for near in (row[x + 1 : x + 2], following[x : x + 1])
            )
            color = colors[level.endpoints[cell]] if cell in level.endpoints else 0
            kind = ways(1 + x, slots, bits, right is not None, down is not None, color)
            ahead = ((right, kind.from_left), (down, kind.from_above))
            yield SweepStep(kind, tuple((edge, bits) for edge, bits in ahead if edge))


def count(
    level: Level,
    *,
    shares: bool = False,
    most_states: int = COUNT_STATES,
    progress: Progress[Count] = unheard,
) -> Count:
    """Count the solutions; ValueError if a colour does not have two endpoints."""
    if incomplete(level):
        raise ValueError("Only a level whose colours have two endpoints each has solutions.")
    if level.touching and level.board.is_plain:
        return count_by(
            sweeps_over(level),
            shares=shares,
            most_states=most_states,
            report_every=level.width,
            progress=progress,
        )
    return _listed(level, shares, progress)


def _listed(level: Level, shares: bool, progress: Progress[Count]) -> Count:
    started = time.perf_counter()
    uses: Counter[Edge] = Counter(dict.fromkeys(level.board.links, 0))
    encoding = FlowEncoding(level, touching=level.touching)
    for number in range(COUNT_LISTED):
        solution = encoding.find()
        so_far = Count(number, solution is None, 0, time.perf_counter() - started)
        if solution is None:
            return replace(so_far, shares=shares_of(uses, number) if shares and number else None)
        progress(so_far)
        uses.update(solution.edges)
        encoding.exclude(solution)
    seconds = time.perf_counter() - started
    gave_up = f"Counting ended at {COUNT_LISTED:,} solutions."
    return Count(COUNT_LISTED, False, 0, seconds, gave_up)


def certain_edges(
    level: Level, solution: Solution, *, progress: Progress[Certainty] = unheard
) -> Certainty:
    """Find the edges that all solutions use, and those that none uses."""
    search = _CertainSteps(level, solution, progress)
    search.reroute(solution)
    for limit in CERTAINTY_PASSES:
        search.ask(search.edges, limit)
    return search.result()


class _CertainSteps(CertaintySearch):
    """Finds the edges that every solution uses.

    Paths that can be re-routed beside each other show at once much of what is open. Then the first
    group is the whole board. What was proved is added to the formula. At last all edges that are
    left are searched again with a higher limit, so that one hard edge does not delay the others.
    """

    def __init__(self, level: Level, solution: Solution, progress: Progress[Certainty]) -> None:
        self._encoding = FlowEncoding(level, touching=level.touching)
        super().__init__(self._encoding.board.links, solution.edges, progress)

    def reroute(self, known: Solution) -> None:
        """Find edges that are open because two or three paths can go otherwise."""
        used = sorted(known.edges)
        encoding = FlowEncoding(self._encoding.level, touching=self._encoding.touching)
        encoding.keep_paths(known, but=REROUTED)
        with contextlib.suppress(LimitReached):
            while group := self.unsettled(used):
                other = encoding.find(REROUTE, supposed=[self._other_side(group)])
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


class FlowCounting(Counting[Level, Solution]):
    """The number of solutions by sweeping over the board, and the edges of all of them."""

    count = staticmethod(count)
    certain_edges = staticmethod(certain_edges)
