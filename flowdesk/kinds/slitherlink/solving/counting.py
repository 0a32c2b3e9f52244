"""Count the solutions of a puzzle exactly, and find how many of them use each edge.

A few solutions are listed first: a puzzle nearly always has one, or very many. Then frontier sweeps
start from the sides of the board whose lines are shortest. Where their line grows too wide, the
listing goes on up to a limit.

The sweep's line moves over the corners, row by row (see `flowdesk.kinds.sweep`). A state has the
pieces of the loop that cross it: an integer of bit fields of equal width, the slots. Slot 0 holds
the piece that leaves the last corner to the right, slot i + 1 the one that leaves column i
downwards: 0 where there is none, else `1 + slot` of its other end. Above the slots there is a bit
for each column of cells, which is set where the clue of the cell above the line still needs the
edge below it; the other three edges of this cell are behind the line. The highest bit says that the
loop is closed. No other bit may be set then: a state above `last` is not continued.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from flowdesk.core.grid import Cell, Corner, Edge, edge_joining
from flowdesk.kinds.answers import Certainty, Count, Progress, unheard
from flowdesk.kinds.slitherlink.puzzle import Loop, Slitherlink, incomplete
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding
from flowdesk.kinds.solving import CertaintySearch, Counting
from flowdesk.kinds.sweep import Sweep, SweepStep, Ways, count_by, shares_of
from flowdesk.sat.cnf import Clause

#: A count: solutions that are listed before the sweep begins, and if it is given up.
COUNT_LISTED_FIRST = 10
COUNT_LISTED = 1_000
#: States on one line. One takes 100 to 150 bytes, and up to four sweeps and the next line are in
#: memory at once.
COUNT_STATES = 500_000
#: Certainty: edges of a group. Larger and smaller ones take longer in all; a 20x20 takes 1 s.
CERTAINTY_GROUP = 60
#: Propagations of one question in each pass (0.1 s and 3 s), and its rounds.
CERTAINTY_PASSES = (1_000_000, 30_000_000)
CERTAINTY_ROUNDS = 100


class _LoopWays(Ways):
    """What each way to continue at a corner adds to a state.

    `column` is that of the corner, `columns` the number of columns of corners. The loop may go on
    to the right, and down, as these say. `owed` is whether the cell above the edge to the right has
    a clue, which tells whether that edge is on. `clue` is that of the cell to the lower left, of
    which three edges are known after this step.
    """

    def __init__(
        self, column: int, columns: int, right: bool, down: bool, owed: bool, clue: int | None
    ) -> None:
        self.slot = 1 + column
        bits = (1 + columns).bit_length()
        self.place = self.slot * bits
        self.from_left = (1 << bits) - 1
        self.from_above = self.from_left << self.place
        self.beside = 0 if clue is None else self.from_left << self.place - bits
        first = 1 << (1 + columns) * bits
        self.owed = first << column if owed else 0
        self.below = 0 if clue is None else first << column - 1
        self.closed = first << columns
        self.right, self.down, self.clue = right, down, clue
        super().__init__(self.from_left | self.from_above | self.beside | self.owed, self.closed)

    def ways(self, met: int) -> Iterator[int]:
        """Yield the ways to continue, by the pieces that arrive and what the clues need."""
        left, up = met & self.from_left, (met & self.from_above) >> self.place
        for right, down, change in self._pieces(left, up):
            if (right and not self.right) or (down and not self.down):
                continue
            if self.owed and right != bool(met & self.owed):
                continue
            needed = 0
            if self.clue is not None:
                needed = self.clue - bool(left) - bool(met & self.beside) - down
            if 0 <= needed <= 1:
                yield change - (met & self.owed) + needed * self.below

    def _pieces(self, left: int, up: int) -> Iterator[tuple[bool, bool, int]]:
        """Yield whether the loop leaves to the right, and down, and what that adds to the slots."""
        if left and up:
            if left == 1 + self.slot:
                far_ends = self.closed
            else:
                far_ends = self._set_far_end(left, 0, up) + self._set_far_end(up, self.slot, left)
            yield False, False, far_ends - left - (up << self.place)
        elif left:
            moved = (left << self.place) - left + self._set_far_end(left, 0, 1 + self.slot)
            yield True, False, 0
            yield False, True, moved
        elif up:
            moved = up - (up << self.place) + self._set_far_end(up, self.slot, 1)
            yield False, True, 0
            yield True, False, moved
        else:
            yield False, False, 0
            yield True, True, 1 + self.slot + (1 << self.place)

    def _set_far_end(self, end: int, slot: int, value: int) -> int:
        """Return what sets the far end of the piece whose end in `slot` is `end` to `value`."""
        return (value - (1 + slot)) << self.from_left.bit_length() * (end - 1)


def sweeps_over(puzzle: Slitherlink) -> Iterator[Sweep]:
    """Yield a sweep from each side of the board whose lines are shortest."""
    shortest = min(puzzle.width, puzzle.height) + 1
    for lines in puzzle.board.corners.sweeps:
        if len(lines[0]) == shortest:
            steps = list(_steps(puzzle, lines))
            yield Sweep(steps, complete=steps[0].ways.last)


def _steps(puzzle: Slitherlink, rows: Sequence[Sequence[Corner]]) -> Iterator[SweepStep]:
    """Yield the steps of a sweep over these rows: one for each corner of the board."""
    clues, columns = puzzle.clues, len(rows[0])
    ways = cache(_LoopWays)  # corners of one kind share a table
    before: Sequence[Corner] = ()
    for row, following in zip(rows, [*rows[1:], ()], strict=True):
        for i, corner in enumerate(row):
            right, down = i + 1 < columns, bool(following)
            owed = bool(right and before) and _cell(before[i], row[i + 1]) in clues
            clue = clues.get(_cell(row[i - 1], following[i])) if i and following else None
            kind = ways(i, columns, right, down, owed, clue)
            ahead = []
            if right:
                ahead.append((edge_joining(corner, row[i + 1]), kind.from_left))
            if down:
                ahead.append((edge_joining(corner, following[i]), kind.from_above))
            yield SweepStep(kind, tuple(ahead))
        before = row


def _cell(one: Corner, opposite: Corner) -> Cell:
    """Return the cell between two opposite corners of it."""
    return min(one[0], opposite[0]), min(one[1], opposite[1])


def count(
    puzzle: Slitherlink,
    *,
    shares: bool = False,
    most_states: int = COUNT_STATES,
    progress: Progress[Count] = unheard,
) -> Count:
    """Count the solutions; ValueError if there is no clue."""
    if incomplete(puzzle):
        raise ValueError("Only a puzzle with a clue has solutions.")
    started = time.perf_counter()
    listing = _Listing(puzzle)

    def timed(found: Count) -> Count:
        number = max(found.number, listing.number)
        return replace(found, number=number, seconds=time.perf_counter() - started)

    def report(found: Count) -> None:
        progress(timed(found))

    listing.go_on(COUNT_LISTED_FIRST, report)
    if not listing.finished:
        swept = count_by(
            sweeps_over(puzzle),
            shares=shares,
            most_states=most_states,
            report_every=min(puzzle.width, puzzle.height) + 1,
            progress=report,
        )
        if swept.exact:
            return timed(swept)
        listing.go_on(COUNT_LISTED, report)
        if not listing.finished:
            too_wide = "The board is too large to count its solutions at once"
            gave_up = f"{too_wide}; listing them ended at {listing.number:,}."
            return timed(replace(swept, gave_up=gave_up))
    return timed(listing.result(shares=shares))


class _Listing:
    """The solutions that have been found one by one: their number, and the edges they use."""

    def __init__(self, puzzle: Slitherlink) -> None:
        self.number = 0
        self.finished = False
        self._encoding = SlitherlinkEncoding(puzzle)
        self._uses: Counter[Edge] = Counter(dict.fromkeys(puzzle.board.edges, 0))

    def go_on(self, most: int, progress: Progress[Count]) -> None:
        """Find more solutions, until there are no others or `most` in all."""
        while not self.finished and self.number < most:
            loop = self._encoding.find()
            self.finished = loop is None
            if loop:
                self.number += 1
                self._uses.update(loop.edges)
                self._encoding.exclude(loop)
                progress(self.result(shares=False))

    def result(self, *, shares: bool) -> Count:
        """Return the number of solutions found, and the shares of the edges if requested."""
        wanted = shares_of(self._uses, self.number) if shares and self.number else None
        return Count(self.number, self.finished, 0, 0.0, shares=wanted)


def certain_edges(
    puzzle: Slitherlink, solution: Loop, *, progress: Progress[Certainty] = unheard
) -> Certainty:
    """Find the edges that all solutions use, and those that none uses."""
    search = _CertainEdges(puzzle, solution, progress)
    for limit in CERTAINTY_PASSES:
        for start in range(0, len(search.edges), CERTAINTY_GROUP):
            search.ask(search.edges[start : start + CERTAINTY_GROUP], limit)
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
        return self._encoding.find(limit, CERTAINTY_ROUNDS, supposed=[another_side])

    def state(self, group: Sequence[Edge]) -> None:
        for edge in group:
            self._encoding.cnf.add("certain", self._stated(edge, on=edge in self.used))

    def _stated(self, edge: Edge, *, on: bool) -> list[Clause]:
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
