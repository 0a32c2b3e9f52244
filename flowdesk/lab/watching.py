"""Watching: a search of an engine, move by move, at any speed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from flowdesk.core.grid import Cell, places
from flowdesk.core.text import capital, counted
from flowdesk.draw.scene import Tile, Tiles, frame_tiles
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.drawing import STEP_SECONDS
from flowdesk.kinds.flow.colors import color_name
from flowdesk.kinds.flow.drawing import Segment
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tiles import cell_tiles
from flowdesk.lab.depth_first import SearchMove
from flowdesk.lab.engines import ENGINES, conclude

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
                    self._cover(cell, segment)
            now = self._clock()
            moves = moves and moves - 1
        self.seconds += now - began
        if self.result:
            self.result = replace(self.result, seconds=self.seconds)
        return {cell for cell, segment in before.items() if segment != self.covered.get(cell)}

    def _cover(self, cell: Cell, segment: Segment | None) -> None:
        if segment is None:
            self.covered.pop(cell, None)
        else:
            self.covered[cell] = segment


def effort(result: SolveResult) -> str:
    """Return the effort of a search in a few words, without the time."""
    if result.effort:
        return f"{counted(result.effort.nodes, 'step')}, {result.effort.backtracks:,} taken back"
    return counted(result.rounds, "round")
