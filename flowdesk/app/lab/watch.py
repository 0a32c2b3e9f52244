"""Watching an engine search: steps forward and back on the board, as they are taken."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import TYPE_CHECKING

from flowdesk.app.stage import Overlay
from flowdesk.app.timers import FRAME_SECONDS, Clock, Loop
from flowdesk.core.grid import Cell
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.answers import SolveResult
from flowdesk.kinds.flow.tiles import Cover, cell_tiles
from flowdesk.lab.watching import Watching, effort

if TYPE_CHECKING:
    from flowdesk.app.window import Window


class WatchMode(Overlay):
    """The search that is watched, if there is one. It runs in this process, a little in each frame.

    What it has found in the end is handed to the mode that solves, and counts as solved by it.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self._stage = window.stage
        self._watching: Watching | None = None
        self.clock: Clock = time.perf_counter
        self._frames = Loop(window.root, self._frame, FRAME_SECONDS)

    @property
    def running(self) -> bool:
        """Whether a search is watched: it may stand still."""
        return self._watching is not None

    @property
    def cells(self) -> Collection[Cell]:
        """What is covered so far."""
        return self._watching.covered.keys() if self._watching else ()

    def cover_at(self, cell: Cell) -> Cover | None:
        """The path through a cell so far."""
        return self._watching.covered.get(cell) if self._watching else None

    def tiles_at(self, cell: Cell) -> Tiles:
        """A cell with what covers it so far: the author's own paths are not shown."""
        cover = self.cover_at(cell)
        return cell_tiles(self._stage.level, cell, cover, labels=self._stage.labels)

    @property
    def so_far(self) -> SolveResult | None:
        """What the search has taken so far."""
        return self._watching.so_far if self._watching else None

    @property
    def engine(self) -> str:
        """The name of the engine that is watched."""
        return self._watching.engine if self._watching else ""

    def start(self, engine: str) -> None:
        """Begin a search of the level on the board, and let it run."""
        window = self._window
        if not window.solving.prepare():
            return
        self._watching = Watching(window.document.level, engine, self.clock)
        self._watching.set_speed(window.settings.speed)
        self._stage.show(self)
        skip, stop = window.key("Skip to the end"), window.key("Stop, or hide what is shown")
        window.say(f"Engine {engine} at work. {skip}: fast. {stop}: stop.")
        self._watching.play()
        self._frames.start()
        self._refresh()

    def stop(self) -> bool:
        """End the search at once, and show the level alone."""
        if self._watching is None:
            return False
        taken = effort(self._watching.so_far)
        self._stage.show(None)
        self._window.say(f"The search was stopped after {taken}.")
        return True

    def left(self) -> None:
        """End the search."""
        self._frames.stop()
        self._watching = None

    # The controls of the animation

    @property
    def playing(self) -> bool:
        """Whether the search moves on by itself."""
        return self._watching is not None and self._watching.playing

    @property
    def progress(self) -> float | None:
        """The share of the board that is covered; it falls as well as it rises."""
        level = self._window.document.level
        return len(self.cells) / len(level.cells) if self._watching else None

    def play_or_pause(self) -> None:
        """Move on, or stand still."""
        if self._watching and self._watching.playing:
            self._watching.pause()
        elif self._watching:
            self._watching.play()
            self._frames.start()
        self._refresh()

    def step(self) -> None:
        """One step forward or back, standing still."""
        if self._watching:
            self._show(self._watching.step())

    def skip(self) -> None:
        """Search as fast as possible to the end."""
        if self._watching:
            self._watching.rush()
            self._frames.start()

    def replay(self) -> None:
        """Begin the search again."""
        if self._watching:
            self.start(self._watching.engine)

    def set_speed(self, speed: float) -> None:
        """Search so many times as fast as normal."""
        if self._watching:
            self._watching.set_speed(speed)

    # Moving on

    def _frame(self) -> bool:
        """Show what has happened; whether the search goes on."""
        if self._watching is None or not self._watching.playing:
            return False
        self._show(self._watching.tick())
        self._window.view.paint_now()
        return self.playing

    def _show(self, changed: Collection[Cell]) -> None:
        assert self._watching
        self._stage.repaint(changed)
        if result := self._watching.result:
            self._window.solving.take_over(result)
        self._refresh()

    def _refresh(self) -> None:
        self._window.refresh_playback()
        self._window.refresh_verdict()
