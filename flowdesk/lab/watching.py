"""Watching: an engine's search, move by move, as fast as the one who watches likes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from flowdesk.core.grid import Cell
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.flow.level import Level
from flowdesk.kinds.flow.tiles import Segment, cell_tiles
from flowdesk.kinds.steps import STEP_SECONDS
from flowdesk.lab.backtracking.engines import ENGINES, conclude
from flowdesk.lab.backtracking.search import Move

#: The longest that a tick searches, in seconds: painting and the pointer need the rest of a frame.
TICK_SECONDS = 0.008


class Watching:
    """A search of a complete level, which stands still until it is told to `play`.

    At normal speed a move takes as long as a cell of a solution that is played. Each method that
    moves on returns the cells that look different now. `seconds` is what the search itself took.
    """

    def __init__(
        self, level: Level, engine: str, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.engine = engine
        self.covered: dict[Cell, Segment] = {}
        self.result: SolveResult | None = None
        self.playing = False
        self.seconds = 0.0
        self._level = level
        self._moves = ENGINES[engine](level)
        self._last = Move((), 0, 0)
        self._clock = clock
        self._speed = 1.0
        self._rushing = False
        self._due = 0.0  # moves
        self._looked_at = 0.0

    @property
    def so_far(self) -> SolveResult:
        """The result, or what would be one if the search ended now."""
        so_far = SolveResult(SolveStatus.UNKNOWN, effort=self._last.effort, seconds=self.seconds)
        return self.result or so_far

    @property
    def progress(self) -> float:
        """The share of the board that is covered; it falls as well as it rises."""
        return len(self.covered) / len(self._level.cells)

    def tiles_at(self, cell: Cell, *, labels: bool) -> Tiles:
        """A cell with what covers it so far: the author's own paths are not shown."""
        return cell_tiles(self._level, cell, self.covered.get(cell), labels=labels)

    def play(self) -> None:
        """Move on from here, at the present speed."""
        self.playing, self._rushing = self.result is None, False
        self._looked_at = self._clock()

    def rush(self) -> None:
        """Move on from here, as fast as it goes."""
        self.play()
        self._rushing = True

    def pause(self) -> None:
        """Stand still."""
        self.playing = False

    def set_speed(self, speed: float) -> None:
        """Move so many times as fast as normal."""
        self._speed = speed

    def step(self) -> set[Cell]:
        """The next move alone, standing still."""
        self.pause()
        return self._move(1, None)

    def tick(self) -> set[Cell]:
        """The moves that have become due since the last tick, or as many as there is time for.

        What there is no time for is not made up for later.
        """
        if not self.playing:
            return set()
        now = self._clock()
        self._due += (now - self._looked_at) * self._speed / STEP_SECONDS
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
    """What a search took, in a few words without the time."""
    if result.effort:
        return f"{_number(result.effort.nodes, 'step')}, {result.effort.backtracks:,} taken back"
    return _number(result.rounds, "round")


def _number(number: int, name: str) -> str:
    return f"{number:,} {name}{'s' * (number != 1)}"
