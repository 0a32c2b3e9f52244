"""Pulses and lights: cells that light up for a moment."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from flowdesk.app.shell import Shell
from flowdesk.app.stage import Stage
from flowdesk.app.timers import FRAME_SECONDS, Loop
from flowdesk.core.grid import Cell
from flowdesk.desk.pictures.playback import PULSE_SECONDS, pulse_strength
from flowdesk.draw.scene import Tile, Tiles


class Pulses:
    """Each cell has a tile, and the time when it lights up, which may be yet to come."""

    def __init__(self) -> None:
        self._lit: dict[Cell, tuple[Tile, float]] = {}
        self._cells: dict[float, list[Cell]] = {}  # by the time
        self._shown: dict[float, float] = {}  # the strengths when `fade` was called last

    def __bool__(self) -> bool:
        return bool(self._cells)

    def light(self, lights: Iterable[tuple[Cell, str]], at: float) -> None:
        """Let rings of these colours light up round cells."""
        for cell, color in lights:
            self.add([cell], Tile("ring", color), at)

    def add(self, cells: Collection[Cell], tile: Tile, at: float) -> None:
        """Let a tile light up in some cells."""
        self._lit.update(dict.fromkeys(cells, (tile, at)))
        self._cells.setdefault(at, []).extend(cells)

    def tiles(self, cell: Cell) -> Tiles:
        """Return what a cell shows of its light."""
        if cell in self._lit:
            tile, at = self._lit[cell]
            if strength := self._shown.get(at):
                return (tile._replace(strength=tile.strength * strength),)
        return ()

    def fade(self, now: float) -> list[Cell]:
        """Forget what has gone out; return the cells that may look different now."""
        changed = []
        for at, cells in list(self._cells.items()):
            strength = pulse_strength(now - at) if now >= at else 0.0
            if strength != self._shown.get(at, 0.0):
                self._shown[at] = strength
                changed += cells
            if now - at > PULSE_SECONDS:
                del self._cells[at]
                self._shown.pop(at, None)
        return changed

    def clear(self) -> list[Cell]:
        """Put out all lights; return their cells."""
        cells = list(self._lit)
        self._lit, self._cells, self._shown = {}, {}, {}
        return cells


_WAVE = Tile("fill", "#ffffff", 0.5)
_A_CELL, _WHOLE_WAVE = 0.07, 0.8  # seconds from a cell to the next, and at most to the corners


class Lights:
    """Nothing lights up while motion is reduced.

    Their time goes on with the frames: where these take long, they are later, and not larger.
    """

    def __init__(self, stage: Stage, shell: Shell) -> None:
        self._stage = stage
        self._shell = shell
        self._now = 0.0
        self._pulses = Pulses()
        self._animation = Loop(shell.root, self._frame, FRAME_SECONDS)
        self.then: Callable[[], object] | None = None  # called when all are out

    def light(self, lights: Iterable[tuple[Cell, str]]) -> None:
        """Let rings of these colours light up."""
        if not self._shell.settings.reduce_motion:
            self._pulses.light(lights, self._now)
            self._stage.repaint(self._pulses.fade(self._now))
            if self._pulses:
                self._animation.start()

    def wave(self, then: Callable[[], object]) -> None:
        """Let a wave run from the middle of the board; then make a call."""
        if self._shell.settings.reduce_motion:
            then()
            return
        level, self.then = self._stage.level, then
        middle = (level.width - 1) / 2, (level.height - 1) / 2
        farthest = max(math.hypot(*middle), 1)
        pace = min(_A_CELL, _WHOLE_WAVE / farthest)
        rings = defaultdict[int, list[Cell]](list)
        for x, y in level.board.cells:
            rings[round(math.hypot(x - middle[0], y - middle[1]))].append((x, y))
        for far, cells in rings.items():
            self._pulses.add(cells, _WAVE, self._now + far * pace)
        self._animation.start()

    def tiles(self, cell: Cell) -> Tiles:
        """Return what a cell shows of its light."""
        return self._pulses.tiles(cell)

    def stop(self) -> None:
        self._animation.stop()
        self.then = None
        self._stage.repaint(self._pulses.clear())

    def _frame(self) -> bool:
        self._now += FRAME_SECONDS
        self._stage.repaint(self._pulses.fade(self._now))
        self._stage.paint_now()
        if self.then and not self._pulses:
            then, self.then = self.then, None
            then()
        return bool(self._pulses)
