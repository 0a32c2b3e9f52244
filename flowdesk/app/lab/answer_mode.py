"""AnswerMode: an answer to some rules on the board; changed cells glow for a moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flowdesk.app.modes.mode import Mode
from flowdesk.app.shell import Shell
from flowdesk.app.stage import Stage
from flowdesk.app.timers import Timer
from flowdesk.core.grid import Cell
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.lab.rulebooks import book_of

_GLOW = (0.5, 0.42, 0.34, 0.26, 0.18, 0.1)  # the strength in each frame
_FRAME_MS = 70
_LIT = 0.45  # the strength where cells are lit
_MOST_GLOWING = 400  # cells; more take too long to paint


class AnswerMode(Mode):
    def __init__(self, stage: Stage, shell: Shell) -> None:
        self._stage = stage
        self._answer: Any = None
        self._marks: Mapping[Cell, float] = {}
        self._glowing: frozenset[Cell] = frozenset()
        self._glow = 0.0
        self._glow_timer = Timer(shell.root)
        self._lit: frozenset[Cell] = frozenset()

    def set_answer(self, answer: Any, marks: Mapping[Cell, float]) -> None:
        """Take another answer and other framed cells, without painting them; end the glow."""
        self.stop_glowing()
        self._answer, self._marks = answer, marks

    @property
    def cells(self) -> set[Cell]:
        level = self._stage.level
        return (
            book_of(level).answer_cells(level, self._answer, self._marks)
            | self._glowing
            | self._lit
        )

    def segment_at(self, cell: Cell) -> None:
        """Return None: an answer need not be a solution."""
        return

    def tiles_at(self, cell: Cell) -> Tiles:
        tiles = self.still_at(cell)
        strength = max(self._glow * (cell in self._glowing), _LIT * (cell in self._lit))
        if strength:
            tiles = (tiles[0], Tile("hint", strength=strength), *tiles[1:])
        return tiles

    def still_at(self, cell: Cell) -> Tiles:
        level, labels = self._stage.level, self._stage.labels
        tiles: Tiles = book_of(level).answer_tiles(
            level, self._answer, cell, self._marks, labels=labels
        )
        return tiles

    def light_up(self, cells: Iterable[Cell]) -> None:
        """Light cells until the next call."""
        before, self._lit = self._lit, frozenset(filter(self._stage.level.on_board, cells))
        self._stage.repaint(before ^ self._lit)

    def let_glow(self, cells: frozenset[Cell]) -> None:
        """Light cells up and let them fade."""
        if len(cells) <= _MOST_GLOWING:
            self._fade(cells, 0)

    def stop_glowing(self) -> None:
        """End the glow, without painting the cells."""
        self._glow_timer.stop()
        self._glowing = frozenset()

    def _fade(self, cells: frozenset[Cell], frame: int) -> None:
        self.stop_glowing()
        if frame < len(_GLOW):
            self._glowing, self._glow = cells, _GLOW[frame]
            self._glow_timer.start(_FRAME_MS, self._fade, cells, frame + 1)
        self._stage.repaint(cells)
