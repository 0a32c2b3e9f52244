"""WatchMode: shows the search of an engine on the board, each step forward and back."""

from __future__ import annotations

import time
from collections.abc import Collection

from flowdesk.app.modes.mode import Mode
from flowdesk.app.modes.solving import SolveMode
from flowdesk.app.shell import duration
from flowdesk.app.stage import Stage
from flowdesk.app.timers import FRAME_SECONDS, Clock, Loop
from flowdesk.core.grid import Cell
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.known import Known, Mood, Verdict
from flowdesk.lab.watching import Watching, effort


class WatchMode(Mode):
    """The search that is watched. It runs in this process, some moves in each frame.

    Its result is shown by `solving`, like that of Solve.
    """

    def __init__(self, stage: Stage, solving: SolveMode) -> None:
        self._stage, self._shell, self._solving = stage, stage.shell, solving
        self._watching: Watching  # since the first start
        self.clock: Clock = time.perf_counter
        self._frames = Loop(stage.shell.root, self._frame, FRAME_SECONDS)

    @property
    def cells(self) -> Collection[Cell]:
        return self._watching.covered.keys() | self._watching.marked

    def segment_at(self, cell: Cell) -> object:
        return self._watching.covered.get(cell)

    def tiles_at(self, cell: Cell) -> Tiles:
        return self._watching.tiles_at(cell, labels=self._stage.labels)

    @property
    def caption(self) -> str:
        return f"The engine {self._watching.engine} is searching: {effort(self._watching.so_far)}."

    @property
    def is_searching(self) -> bool:
        """Whether a search is shown, playing or paused."""
        return self._stage.mode is self

    @property
    def effort(self) -> str:
        so_far = self._watching.so_far
        return f"{duration(so_far.seconds)}, {effort(so_far)}"

    def verdict(self, known: Known) -> Verdict:
        meaning = f"The engine {self._watching.engine} is looking for a solution, step by step."
        return Verdict("searching", meaning, Mood.NEUTRAL)

    def start(self, engine: str) -> None:
        if not self._solving.prepare():
            return
        self._watching = Watching(self._stage.level, engine, self.clock)
        self._watching.speed = self._shell.settings.speed
        self._stage.show(self)
        self._play()
        self._stage.changed.emit()

    def stop(self) -> bool:
        taken = effort(self._watching.so_far)
        self._stage.show(None)
        self._shell.say(f"The search was stopped after {taken}.")
        return True

    def left(self) -> None:
        self._frames.stop()

    # The controls of the animation

    #: A search cannot go back to where it was.
    can_seek = False

    @property
    def playing(self) -> bool:
        return self.is_searching and self._watching.playing

    @property
    def progress(self) -> float:
        """The share of the cells that are covered, which rises and falls."""
        return self._watching.progress

    def play_or_pause(self) -> None:
        if self._watching.playing:
            self._stage.repaint(self._watching.pause())
            self._say_where_it_stands()
        else:
            self._play()
        self._stage.changed.emit()

    def step(self) -> None:
        """Pause, and make one step."""
        changed = self._watching.step()
        self._say_where_it_stands()
        self._show(changed)

    def step_back(self) -> None:
        pass

    def seek(self, share: float) -> None:
        pass

    def skip(self) -> None:
        self._play(rushing=True)

    def replay(self) -> None:
        self.start(self._watching.engine)

    def set_speed(self, speed: float) -> None:
        if self.is_searching:
            self._watching.speed = speed

    def _play(self, *, rushing: bool = False) -> None:
        self._stage.repaint(self._watching.play(rushing=rushing))
        self._frames.start()
        skip, stop = self._shell.key("Skip to the end"), self._shell.stop_key
        engine = self._watching.engine
        self._shell.say(f"The engine {engine} is searching. {skip}: full speed. {stop}: stop.")

    def _say_where_it_stands(self) -> None:
        """Tell the last move, and why the search has to go back: there is time to read it."""
        if remark := self._watching.remark:
            self._shell.say(remark, self._watching.marked)

    def _frame(self) -> bool:
        """Search for a frame and show it; return whether the search goes on."""
        if not self.playing:
            return False
        self._show(self._watching.tick())
        self._stage.paint_now()
        return self.playing

    def _show(self, changed: Collection[Cell]) -> None:
        self._stage.repaint(changed)
        if result := self._watching.result:
            self._solving.take_over(result, self._solving.skip)
        self._stage.changed.emit()
