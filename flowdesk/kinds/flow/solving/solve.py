"""Solve a level, tell whether it has no, one or several solutions, and count them exactly.

The game lets a path run beside itself ("touching"); most designers do not want that, and nearly
every hand-made level has exactly one *non-touching* solution. That one is found in milliseconds,
so the search begins with it; the search by the game's own rule is slower and comes second.

Limits, here and in the other searches, are counts and never clocks, so that an answer is the same
on every machine; their times are CPU seconds on boards of 10x10 to 14x14. Solvers count their
propagations differently. So where `solve` and `check` reach such a limit, they only go on in
another way; other limits may leave something open to one solver that another one decides.

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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from flowdesk.core.finding import Finding
from flowdesk.core.grid import Cell, Edge, by_row, edge_between
from flowdesk.kinds.answers import (
    Certainty,
    CheckResult,
    CheckStatus,
    Count,
    NonTouching,
    Progress,
    SolveResult,
    SolveStatus,
    unheard,
)
from flowdesk.kinds.flow.level import Level, Solution, impossible, incomplete, strict, touches
from flowdesk.kinds.flow.solving.encoding import (
    REROUTE,
    REROUTED,
    FlowEncoding,
    find_another,
    formula,
)
from flowdesk.kinds.solving import CertaintySearch, Counting, Solving
from flowdesk.kinds.sweep import Sweep, SweepStep, Ways, count_by, shares_of
from flowdesk.sat.backend import Figures, LimitReached

#: Solutions that touch themselves nearly always do so in few places, and are found many times
#: faster with that restriction: the numbers of places to try (None: any number), each with its
#: limit of propagations: each takes 0.2 s.
SOLVE_TRIES = ((1, 3_000_000), (4, 3_000_000), (None, 1_000_000))
#: Levels that these tries do not decide are counted, up to this number of states: enough for nearly
#: every level up to 12x12, and 0.8 s at most there.
SOLVE_STATES = 60_000
#: A count: states on one line. One takes 90 to 150 bytes, and up to four sweeps and the next line
#: are in memory at once; the largest count seen took 280 MB, with shares 330 MB.
COUNT_STATES = 500_000
#: Solutions that do not touch themselves are listed up to this number.
COUNT_LISTED = 1_000
#: Certainty: propagations of one question for each of its edges, in each pass: 0.5 ms, 5 ms, 50 ms
#: and 0.5 s an edge.
CERTAINTY_PASSES = (3_000, 30_000, 300_000, 3_000_000)


def solve(level: Level, *, progress: Progress[SolveResult] = unheard) -> SolveResult:
    """Find a solution: one that does not touch itself if there is any, else another one."""
    search = _SolutionSearch(level, lambda: progress(result(SolveStatus.UNKNOWN)))

    def result(status: SolveStatus, **found: Any) -> SolveResult:
        return SolveResult(status, rounds=search.rounds, seconds=search.seconds, **found)

    if wrong := incomplete(level):
        return result(SolveStatus.INVALID, findings=tuple(wrong))
    if wrong := impossible(level):
        return result(SolveStatus.UNSOLVABLE, findings=tuple(wrong))
    solution = search.non_touching() or (search.touching() if level.touching else None)
    if solution is None:
        return result(SolveStatus.UNSOLVABLE, figures=search.figures)
    touching = bool(touches(level, solution))
    return result(SolveStatus.SOLVED, solution=solution, touching=touching, figures=search.figures)


def check(level: Level, *, progress: Progress[CheckResult] = unheard) -> CheckResult:
    """Tell whether a level has no, one or several solutions; `status` is about its own rule."""
    search = _SolutionSearch(level, lambda: progress(result(CheckStatus.UNKNOWN)))
    non_touching = NonTouching.UNKNOWN
    solutions: list[Solution] = []

    def result(status: CheckStatus, findings: tuple[Finding, ...] = ()) -> CheckResult:
        shown = tuple(solutions)
        differing = shown[0].edges ^ shown[1].edges if len(shown) == 2 else ()
        differs = by_row({cell for edge in differing for cell in edge})
        effort = search.rounds, search.seconds
        return CheckResult(status, non_touching, shown, differs, *effort, findings)

    if wrong := incomplete(level):
        return result(CheckStatus.INVALID, tuple(wrong))
    if wrong := impossible(level):
        non_touching = NonTouching.NONE
        return result(CheckStatus.UNSOLVABLE, tuple(wrong))
    second = None
    if first := search.non_touching():
        solutions.append(first)
        second = search.non_touching(known=first)
        non_touching = NonTouching.MANY if second else NonTouching.ONE
    else:
        non_touching = NonTouching.NONE
        first = search.touching() if level.touching else None
        if first is None:
            return result(CheckStatus.UNSOLVABLE)
        solutions.append(first)
    if level.touching and not second:
        second = search.another(first)
    if second is None:
        return result(CheckStatus.UNIQUE)
    solutions.append(second)
    return result(CheckStatus.MULTIPLE)


class _SolutionSearch:
    """The searches for solutions of one level; they share the number of rounds."""

    def __init__(self, level: Level, on_round: Callable[[], None]) -> None:
        self.level = level
        self.rounds = 0
        self._on_round = on_round
        self._strict: FlowEncoding | None = None
        self._figures: dict[FlowEncoding, Figures | None] = {}
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    @property
    def figures(self) -> Figures | None:
        """What all searches took; None if the solver does not tell."""
        total = Figures()
        for each in self._figures.values():
            if each is None:
                return None
            total = total.plus(each)
        return total

    def non_touching(self, known: Solution | None = None) -> Solution | None:
        """Return a solution that does not touch itself, other than the known one, or None."""
        self._strict = self._strict or FlowEncoding(self.level, touching=False)
        if known:
            self._strict.exclude(known)
        return self._find(self._strict)

    def touching(self) -> Solution | None:
        """Return a solution by the game's rule, if possible with few touches, or None."""
        for most, limit in SOLVE_TRIES:
            with contextlib.suppress(LimitReached):
                solution = self._find(self._encoding(most), limit)
                if solution or most is None:
                    return solution
        counted = count(self.level, most_states=SOLVE_STATES)
        if counted.exact and not counted.number:
            return None
        return self._find(self._encoding(None))

    def another(self, known: Solution) -> Solution | None:
        """Return a solution by the game's rule other than the known one, or None."""
        return find_another(self.level, known, on_round=self._count_round)

    def _encoding(self, most: int | None) -> FlowEncoding:
        """Return the formula by the game's rule; `most` limits the number of touches."""
        encoding = FlowEncoding(self.level, touching=True)
        if most is None:
            encoding.keep_lighter_bends()
        else:
            encoding.limit_touches(most)
        return encoding

    def _find(self, encoding: FlowEncoding, limit: int = 0) -> Solution | None:
        try:
            return encoding.find(limit, on_round=self._count_round)
        finally:
            self._figures[encoding] = encoding.figures

    def _count_round(self) -> None:
        self.rounds += 1
        self._on_round()


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


class FlowSolving(Solving[Level]):
    """Solutions by SAT; by the stricter rule no path touches itself."""

    has_strict_rule = True
    strict = staticmethod(strict)
    solve = staticmethod(solve)
    check = staticmethod(check)
    has_formula = True
    formula = staticmethod(formula)


class FlowCounting(Counting[Level, Solution]):
    """The number of solutions by sweeping over the board, and the edges of all of them."""

    count = staticmethod(count)
    certain_edges = staticmethod(certain_edges)
