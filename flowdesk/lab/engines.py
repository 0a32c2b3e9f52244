"""The engines beside SAT, what the end of a search proves, and a search that is watched.

Two of them backtrack on the board. Two solve by the SAT solver of the lab, in the same formulas as
the engine ``sat``: ``cdcl`` learns from its conflicts, ``dpll`` only takes decisions back. So these
differ in that alone; what differs from ``sat`` is the solver, some 370 lines of Python instead of a
library. Both decide as most solvers do: on the variable with the most conflicts of late, for false
first.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from flowdesk.core.grid import Cell, places
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import capital, counted
from flowdesk.draw.scene import Tile, Tiles, frame_tiles
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.drawing import STEP_SECONDS
from flowdesk.kinds.flow import level as flow
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.drawing import Segment
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.flow.solving.encoding import FlowEncoding
from flowdesk.kinds.flow.tiles import cell_tiles
from flowdesk.kinds.slitherlink.puzzle import Slitherlink
from flowdesk.kinds.slitherlink.solving.encoding import SlitherlinkEncoding
from flowdesk.kinds.solving import Encoding
from flowdesk.kinds.table import kind_of
from flowdesk.lab import cdcl
from flowdesk.lab.backtracking import Search, SearchMove, cells, distance
from flowdesk.sat.backend import Figures
from flowdesk.sat.cnf import Clause, Cnf, Model

#: The engines that backtrack. Each searches a complete level by the rule that it is played by.
ENGINES: Mapping[str, Callable[[Level], Search]] = {"distance": distance, "cells": cells}

#: The engines that are SAT solvers, and whether they learn.
SOLVERS: Mapping[str, bool] = {"cdcl": True, "dpll": False}

#: The engines that find only solutions in which no path touches itself.
NON_TOUCHING_ONLY = frozenset({"cells"})

#: What to tell if such an engine finds nothing.
NOTE = "There is no solution without touching; whether there are others, this engine cannot tell."

#: Seconds between two reports of a running search.
REPORT_EVERY = 0.25

#: How many propagations or moves are made before the clock is looked at: a few milliseconds.
_PROPAGATIONS, _MOVES = 1000, 50


def run(
    puzzle: Puzzle,
    engine: str,
    *,
    progress: Callable[[SolveResult], None] = lambda so_far: None,
) -> SolveResult:
    """Solve a puzzle by one of `ENGINES` or `SOLVERS`, as its kind does by SAT.

    `progress` gets the result so far every `REPORT_EVERY` seconds.
    """
    began = last_report = time.perf_counter()
    result = _refused(puzzle)
    if result is None:
        search = _by_clauses if engine in SOLVERS else _by_moves
        for so_far in search(puzzle, engine):
            now = time.perf_counter()
            result = replace(so_far, seconds=now - began)
            if now - last_report > REPORT_EVERY:
                last_report = now
                progress(result)
    assert result, "a search ends with a result"
    return result


def _refused(puzzle: Puzzle) -> SolveResult | None:
    """Return the result if it takes no search: the puzzle is incomplete or clearly unsolvable."""
    began, kind = time.perf_counter(), kind_of(puzzle)
    for status, findings in (
        (SolveStatus.INVALID, kind.incomplete),
        (SolveStatus.UNSOLVABLE, kind.findings),
    ):
        if wrong := findings(puzzle):
            seconds = time.perf_counter() - began
            return SolveResult(status, seconds=seconds, findings=tuple(wrong))
    return None


def _by_moves(puzzle: Puzzle, engine: str) -> Iterator[SolveResult]:
    """Yield the effort of a backtracking engine now and then, at last its result."""
    assert isinstance(puzzle, Level), "only Flow has these engines"
    moves, last = ENGINES[engine](puzzle), SearchMove((), 0, 0)
    try:
        while True:
            for _ in range(_MOVES):
                last = next(moves)
            yield SolveResult(SolveStatus.UNKNOWN, effort=last.effort)
    except StopIteration as end:
        yield conclude(puzzle, engine, end.value, last)


def conclude(level: Level, engine: str, solution: Solution | None, last: SearchMove) -> SolveResult:
    """Return the result of an engine's search, given what it returned and its last move.

    Without a solution the level is unsolvable, unless the engine leaves out those that touch. The
    independent checker has to confirm a solution.
    """
    effort = last.effort
    if solution is None and engine in NON_TOUCHING_ONLY and level.touching:
        return SolveResult(SolveStatus.UNKNOWN, effort=effort, note=NOTE)
    if solution is None:
        return SolveResult(SolveStatus.UNSOLVABLE, effort=effort)
    touching, wrong = bool(flow.touches(level, solution)), flow.mistakes(level, solution)
    assert not wrong, f"the engine's solution is wrong: {wrong[0].message}"
    assert level.touching or not touching, "the engine ignored the rule"
    return SolveResult(SolveStatus.SOLVED, solution, touching=touching, effort=effort)


def _by_clauses(puzzle: Puzzle, engine: str) -> Iterator[SolveResult]:
    """Yield what a SAT solver took so far, now and then, at last its result."""
    before = Figures()
    for number, encoding in enumerate(FORMULAS[puzzle.kind](puzzle)):
        search = CountedSearch(encoding.cnf, encoding.cut, cdcl.Activity(), learns=SOLVERS[engine])
        is_over = False
        while not is_over:
            is_over = search.run(_PROPAGATIONS)
            figures = before.plus(search.figures)
            yield SolveResult(SolveStatus.UNKNOWN, figures=figures)
        before = figures
        if search.model is not None:
            solution, is_lax = encoding.verified(search.model), number > 0
            yield SolveResult(SolveStatus.SOLVED, solution, touching=is_lax, figures=figures)
            return
    yield SolveResult(SolveStatus.UNSOLVABLE, figures=before)


def _of_flow(level: Level) -> Iterator[FlowEncoding]:
    yield FlowEncoding(level, touching=False)
    if level.touching:
        encoding = FlowEncoding(level, touching=True)
        encoding.keep_lighter_bends()
        yield encoding


#: By kind of puzzle: the formulas in which its solver searches, one after another; after the one by
#: the stricter rule, that by the game's.
FORMULAS: Mapping[str, Callable[[Any], Iterator[Encoding[Any]]]] = {
    Level.kind: _of_flow,
    Slitherlink.kind: lambda puzzle: iter([SlitherlinkEncoding(puzzle)]),
}


class CountedSearch:
    """A search for a model of a formula that `cut` accepts, as in `flowdesk.sat.backend.refine`.

    `model` is known when the search is over, unless there is none.
    """

    def __init__(
        self,
        cnf: Cnf,
        cut: Callable[[Cnf, Model], bool],
        order: cdcl.InTurn,
        *,
        learns: bool = True,
    ) -> None:
        def cuts(model: Model) -> list[Clause]:
            before = cnf.sizes()
            cut(cnf, model)
            return cnf.since(before)

        self.model: Model | None = None
        self._counts: Counter[type] = Counter()
        self._events = cdcl.CdclSolver(cnf.clauses(), order, cuts, learns=learns).search()

    @property
    def figures(self) -> Figures:
        """What the search took so far."""
        counts = self._counts
        conflicts = counts[cdcl.Conflicted] + counts[cdcl.Refuted]
        return Figures(counts[cdcl.Decided], conflicts, counts[cdcl.Propagated])

    def run(self, propagations: int = 0) -> bool:
        """Search on, for so many propagations or to the end; return whether that is reached."""
        counts = self._counts
        last = counts[cdcl.Propagated] + propagations
        for event in self._events:
            counts[type(event)] += 1
            if isinstance(event, cdcl.FoundModel):
                self.model = None if event.cuts else event.model
            elif propagations and counts[cdcl.Propagated] >= last:
                return False
        return True


#: The most seconds that a tick searches; painting and input events need the rest of a frame.
TICK_SECONDS = 0.008

#: The ground of a marked cell.
_MARK = Tile("mark", strength=0.2)


class Watching:
    """A search of a complete level, which waits until `play` is called.

    At normal speed a move takes as long as a cell of an animated solution. `seconds` is the time of
    the search itself. While it stands still, `marked` are the cells because of which it has to go
    back. What changes it returns the cells that look different now.
    """

    def __init__(
        self, level: Level, engine: str, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.engine = engine
        self.covered: dict[Cell, Segment] = {}
        self.result: SolveResult | None = None
        self.playing = False
        self.marked: frozenset[Cell] = frozenset()
        self.seconds = 0.0
        self.speed = 1.0
        self._level = level
        self._moves = ENGINES[engine](level)
        self._last = SearchMove((), 0, 0)
        self._clock = clock
        self._rushing = False
        self._due = 0.0  # moves
        self._looked_at = 0.0

    @property
    def so_far(self) -> SolveResult:
        """The result, or, until there is one, the effort so far with the status UNKNOWN."""
        so_far = SolveResult(SolveStatus.UNKNOWN, effort=self._last.effort, seconds=self.seconds)
        return self.result or so_far

    @property
    def progress(self) -> float:
        """The share of the cells that are covered, which rises and falls."""
        return len(self.covered) / len(self._level.cells)

    @property
    def remark(self) -> str:
        """Why the search has to go back now, or, if it need not, its last move in words."""
        segments, nodes, _, reason = self._last
        if reason:
            return reason.words(self._level)
        if not nodes:
            return "Endpoints side by side are linked." if segments else ""
        cell, segment = segments[0]
        at = places([cell])
        if segment:
            return f"{color_name(self._level, segment[0][0])} takes {at}."
        return f"{capital(at)} is free again."

    def tiles_at(self, cell: Cell, *, labels: bool) -> Tiles:
        """Return a cell with what covers it so far, without the paths that the author drew."""
        ground, *above = cell_tiles(self._level, cell, self.covered.get(cell), labels=labels)
        if cell not in self.marked:
            return ground, *above
        return ground, _MARK, *frame_tiles(self._level.shape.sides), *above

    def play(self, *, rushing: bool = False) -> frozenset[Cell]:
        """Search on at the present speed, or as fast as possible."""
        self.playing, self._rushing = self.result is None, rushing
        self._looked_at = self._clock()
        marked, self.marked = self.marked, frozenset()
        return marked

    def pause(self) -> frozenset[Cell]:
        """Stop searching for now."""
        self.playing = False
        before, reason = self.marked, None if self.result else self._last.reason
        self.marked = reason.marked(self._level) if reason else frozenset()
        return before ^ self.marked

    def step(self) -> set[Cell]:
        """Pause, and make one move."""
        marked = self.pause()
        return self._move(1, None) | (marked ^ self.pause())

    def tick(self) -> set[Cell]:
        """Make the moves that have become due since the last tick, as far as time allows."""
        if not self.playing:
            return set()
        now = self._clock()
        self._due += (now - self._looked_at) * self.speed / STEP_SECONDS
        self._looked_at = now
        moves = None if self._rushing else int(self._due)
        self._due %= 1
        return self._move(moves, now + TICK_SECONDS)

    def _move(self, moves: int | None, until: float | None) -> set[Cell]:
        """Search on for some moves, or any number of them, and no longer than until a time."""
        before: dict[Cell, Segment | None] = {}
        began = now = self._clock()
        while self.result is None and moves != 0 and (until is None or now < until):
            try:
                self._last = next(self._moves)
            except StopIteration as end:
                self.result = conclude(self._level, self.engine, end.value, self._last)
                self.playing = False
            else:
                for cell, segment in self._last.segments:
                    before.setdefault(cell, self.covered.get(cell))
                    if segment is None:
                        self.covered.pop(cell, None)
                    else:
                        self.covered[cell] = segment
            now = self._clock()
            moves = moves and moves - 1
        self.seconds += now - began
        if self.result:
            self.result = replace(self.result, seconds=self.seconds)
        return {cell for cell, segment in before.items() if segment != self.covered.get(cell)}


def effort(result: SolveResult) -> str:
    """Return the effort of a search in a few words, without the time."""
    if result.effort:
        return f"{counted(result.effort.nodes, 'step')}, {result.effort.backtracks:,} taken back"
    return counted(result.rounds, "round")
