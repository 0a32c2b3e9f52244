"""Watching an engine search: steps forward and back on the board, as they are taken."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from flowdesk.app.board_view import BoardView
from flowdesk.app.messages import Say
from flowdesk.app.stage import Overlay, Stage
from flowdesk.app.status import duration
from flowdesk.app.timers import FRAME_SECONDS, Clock, Loop
from flowdesk.core.grid import Cell
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.answers import SolveResult
from flowdesk.kinds.known import Known, Mood, Verdict
from flowdesk.lab.watching import Watching, effort


@dataclass(frozen=True)
class Surroundings:
    """What watching an engine needs of the window around it.

    `prepare` clears the board for a search, if the level is complete; `found` gets the result,
    which from then on counts as that of Solve. `speed` is that of animations, `say` puts a sentence
    into the status line, and `key` tells the key of an action.
    """

    prepare: Callable[[], bool]
    found: Callable[[SolveResult], None]
    speed: Callable[[], float]
    say: Say
    key: Callable[[str], str]


class WatchMode(Overlay):
    """The search that is watched, if any. It runs in this process, a little in each frame."""

    def __init__(self, view: BoardView, stage: Stage, around: Surroundings) -> None:
        self._view = view
        self._stage = stage
        self._around = around
        self._watching: Watching | None = None
        self.clock: Clock = time.perf_counter
        self._frames = Loop(view, self._frame, FRAME_SECONDS)

    @property
    def running(self) -> bool:
        """Whether a search is watched: it may stand still."""
        return self._watching is not None

    @property
    def cells(self) -> Collection[Cell]:
        """What is covered so far."""
        return self._watching.covered.keys() if self._watching else ()

    def segment_at(self, cell: Cell) -> Any:
        """The path through a cell so far."""
        return self._watching.covered.get(cell) if self._watching else None

    def tiles_at(self, cell: Cell) -> Tiles:
        """A cell with what covers it so far: the author's own paths are not shown."""
        assert self._watching, "nothing else is on show"
        return self._watching.tiles_at(cell, labels=self._stage.labels)

    @property
    def is_searching(self) -> bool:
        """Whether a search is watched."""
        return self.running

    @property
    def effort(self) -> str:
        """What the search has taken so far."""
        so_far = self._watching.so_far if self._watching else None
        return f"{duration(so_far.seconds)}, {effort(so_far)}" if so_far else ""

    def verdict(self, known: Known) -> Verdict | None:
        """That the engine is at work."""
        if self._watching is None:
            return None
        meaning = f"The engine {self._watching.engine} is looking for a solution, step by step."
        return Verdict("searching", meaning, Mood.DOUBTFUL)

    def start(self, engine: str) -> None:
        """Begin a search of the level on the board, and let it run."""
        around = self._around
        if not around.prepare():
            return
        self._watching = Watching(self._stage.level, engine, self.clock)
        self._watching.set_speed(around.speed())
        self._stage.show(self)
        skip, stop = around.key("Skip to the end"), around.key("Stop, or hide what is shown")
        around.say(f"Engine {engine} at work. {skip}: fast. {stop}: stop.")
        self._watching.play()
        self._frames.start()
        self._stage.tell()

    def stop(self) -> bool:
        """End the search at once, and show the level alone."""
        if self._watching is None:
            return False
        taken = effort(self._watching.so_far)
        self._stage.show(None)
        self._around.say(f"The search was stopped after {taken}.")
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
        return self._watching.progress if self._watching else None

    def play_or_pause(self) -> None:
        """Move on, or stand still."""
        if self._watching and self._watching.playing:
            self._watching.pause()
        elif self._watching:
            self._watching.play()
            self._frames.start()
        self._stage.tell()

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
        self._view.paint_now()
        return self.playing

    def _show(self, changed: Collection[Cell]) -> None:
        assert self._watching
        self._stage.repaint(changed)
        if result := self._watching.result:
            self._around.found(result)
        self._stage.tell()
