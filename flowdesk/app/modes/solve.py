"""Solving in the background, and watching the answer run onto the board."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from flowdesk.app.stage import LevelOverlay
from flowdesk.app.task import Task
from flowdesk.app.timers import FRAME_SECONDS, Loop
from flowdesk.core.grid import Cell
from flowdesk.desk.pictures.playback import PULSE_SECONDS, Playback, Step, pulse_strength
from flowdesk.desk.work.jobs import Died, Done, Event, Failed, Progress
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.kinds.answers import SolveResult, SolveStatus
from flowdesk.kinds.flow.findings import incomplete
from flowdesk.kinds.flow.solution import Solution, touches
from flowdesk.kinds.flow.solving.solve import solve
from flowdesk.kinds.flow.tiles import Cover

if TYPE_CHECKING:
    from flowdesk.app.window import Window


class SolveMode(LevelOverlay):
    """The running search, its result, and how much of the solution is shown."""

    covered: dict[Cell, Cover]

    def __init__(self, window: Window) -> None:
        super().__init__(window.stage)
        self._window = window
        self._task = Task(window.root, self._handle, window.refresh_verdict)
        self._rounds = 0
        self._animation = Loop(window.root, self._frame, FRAME_SECONDS)
        self._pulses: dict[str, float] = {}
        self.playback: Playback | None = None
        self.result: SolveResult | None = None

    # Searching

    @property
    def running(self) -> bool:
        """Whether a search is going on."""
        return self._task.running

    def warm_up(self) -> None:
        """Have a worker process ready before anyone asks."""
        self._task.warm_up()

    @property
    def worker_pid(self) -> int | None:
        """The number of the worker process, if there is one."""
        return self._task.pid

    def start(self) -> None:
        """Solve the level on the board."""
        if self.running or not self.prepare():
            return
        self._stage.show(self)
        self._rounds = 0
        stop = self._window.key("Stop, or hide what is shown")
        self._window.say(f"Looking for a solution: {stop} stops it.")
        self._task.start(solve, self._window.document.level)

    def prepare(self) -> bool:
        """Clear the board for a search; False if the level is not complete, which is said."""
        window = self._window
        self._stage.show(None)
        wrong = incomplete(window.document.level)
        if wrong:
            window.say(wrong[0].message, wrong[0].cells)
            self._stage.point_out([cell for finding in wrong for cell in finding.cells])
        return not wrong

    def stop(self) -> bool:
        """End the search at once, if there is one."""
        if self.running:
            self._stage.show(None)
            return True
        return False

    def close(self) -> None:
        """End the search and the worker for good."""
        self._animation.stop()
        self._task.close()

    def left(self) -> None:
        """End the search, and forget what it has found."""
        super().left()
        if self._task.cancel():
            self._window.say("The search was stopped.")
        self._animation.stop()
        self.playback, self.result, self._pulses = None, None, {}

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return self._task.elapsed

    @property
    def rounds(self) -> int:
        """How often the solver was asked so far."""
        return self._rounds

    def _handle(self, event: Event) -> None:
        window = self._window
        match event:
            case Progress(value):
                self._rounds = value.rounds
            case Done(result):
                self.result = result
                if result.solution:
                    self.show(result.solution)
                self._say(result)
            case Died(exit_code):
                self.result = SolveResult(
                    SolveStatus.UNKNOWN, rounds=self._rounds, seconds=self.elapsed
                )
                window.say(
                    f"The solver's process ended (status {exit_code}): it was stopped from outside "
                    "or ran out of memory. The level is safe, and Solve works again."
                )
            case Failed(traceback):
                self.result = SolveResult(
                    SolveStatus.UNKNOWN, rounds=self._rounds, seconds=self.elapsed
                )
                window.show_error(traceback)

    def take_over(self, result: SolveResult) -> None:
        """An engine was watched until it came to this result."""
        self._stage.show(self)
        self.result = result
        if result.solution:
            self._open(result.solution)
            self.skip()
        self._say(result)

    def _say(self, result: SolveResult) -> None:
        window = self._window
        level = window.document.level
        if result.solution and result.touching:
            cells = [cell for edge in touches(level, result.solution) for cell in edge]
            which = "this solution" if result.effort else "every solution"
            window.say(
                f"Solved, but {which} touches itself: somewhere a path runs beside itself.", cells
            )
        elif result.solution:
            paths = "1 path covers" if len(level.pairs) == 1 else f"{len(level.pairs)} paths cover"
            window.say(f"Solved: {paths} all {len(level.cells)} cells.")
        elif result.findings:
            window.say(result.findings[0].message, result.findings[0].cells)
        elif result.note:
            window.say(result.note)
        elif not level.touching:
            window.say("No solution without touching, which this level forbids.")
        else:
            window.say("No solution: no set of paths covers every cell.")

    # Watching

    @property
    def playing(self) -> bool:
        """Whether the animation moves on by itself."""
        return self.playback is not None and self.playback.playing

    @property
    def progress(self) -> float | None:
        """The share of the steps that is shown; None if there are none to show."""
        return self.playback.shown / len(self.playback.steps) if self.playback else None

    def show(self, solution: Solution) -> None:
        """Run a solution onto the board from the start."""
        self._open(solution)
        self.replay()

    def _open(self, solution: Solution) -> None:
        self._window.document.keep_solution(solution)
        self.playback = Playback(solution)
        self.playback.set_speed(self._window.settings.speed, time.monotonic())

    def replay(self) -> None:
        """Run the solution onto the board again."""
        if self.playback:
            self._pulses = {}
            self.lay({})
            self.playback.rewind()
            self.playback.play(time.monotonic())
            self._animation.start()

    def play_or_pause(self) -> None:
        """Go on, or stand still; at the end, begin again."""
        playback = self.playback
        if playback is None:
            return
        if playback.playing:
            playback.pause()
        elif playback.finished:
            self.replay()
        else:
            playback.play(time.monotonic())
            self._animation.start()
        self._window.refresh_playback()

    def step(self) -> None:
        """One cell more, standing still."""
        if self.playback:
            self._show_steps(self.playback.step())

    def skip(self) -> None:
        """Everything at once."""
        if self.playback:
            self._show_steps(self.playback.skip())
            self._pulses.clear()
            self._stage.repaint(self._stage.level.endpoints)

    def set_speed(self, speed: float) -> None:
        """Run so many times as fast as normal."""
        if self.playback:
            self.playback.set_speed(speed, time.monotonic())

    @property
    def hides_paths(self) -> bool:
        """Whether a solution is run onto the board, where the author's own paths would confuse."""
        return self.playback is not None

    @property
    def solution(self) -> Solution | None:
        """The solution, if some of it is shown."""
        return self._window.document.solution if self.covered else None

    def tiles_at(self, cell: Cell) -> Tiles:
        """A cell of the level, lit up for a moment if it belongs to a pair that has just met."""
        tiles = super().tiles_at(cell)
        label = self._stage.level.endpoints.get(cell, "")
        if label in self._pulses:
            strength = pulse_strength(time.monotonic() - self._pulses[label])
            if strength:
                tiles = (*tiles, Tile("ring", self._stage.level.color(label), strength))
        return tiles

    def _frame(self) -> bool:
        """Show what is due; whether there is more to come."""
        playback = self.playback
        if playback is None:
            return False
        now = time.monotonic()
        self._show_steps(playback.tick(now), pulsing=True)
        self._fade_pulses(now)
        self._window.view.paint_now()
        return playback.playing or bool(self._pulses)

    def _show_steps(self, steps: list[Step], *, pulsing: bool = False) -> None:
        changed: set[Cell] = set()
        for step in steps:
            for cell, cover in step.covers:
                self.covered[cell] = cover
                changed.add(cell)
            if step.finishes and pulsing:
                self._pulses[step.label] = time.monotonic()
        if changed:
            self._stage.repaint(changed)
        self._window.refresh_playback()

    def _fade_pulses(self, now: float) -> None:
        pairs = self._window.document.level.pairs
        fading = [cell for label in self._pulses for cell in pairs[label]]
        over = [label for label, at in self._pulses.items() if now - at > PULSE_SECONDS]
        for label in over:
            del self._pulses[label]
        if fading:
            self._stage.repaint(fading)
