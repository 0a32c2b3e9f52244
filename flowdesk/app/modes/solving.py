"""Searches on the board: in the background with an animation of the result, or step by step."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from flowdesk.app.modes.level_mode import LevelMode, Pulses
from flowdesk.app.shell import duration
from flowdesk.app.stage import Mode, Stage
from flowdesk.app.timers import FRAME_SECONDS, Clock, Loop, jobs_of
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Answer
from flowdesk.desk.pictures.playback import Playback
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.draw.scene import Tiles
from flowdesk.kinds.answers import CheckStatus, SolveResult, SolveStatus
from flowdesk.kinds.drawing import Step
from flowdesk.kinds.known import Known, Mood, Verdict
from flowdesk.lab.engines import Watching, effort

_SOLVING = Verdict("solving", "The solver is at work.", Mood.NEUTRAL)


class SolveMode(LevelMode):
    """The running search, its result, and how much of the solution is shown."""

    segments: dict[Cell, object]

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        root = stage.shell.root
        self.job = Job(jobs_of(root), self._handle, self._tick)
        self.rounds = 0
        self._animation = Loop(root, self._frame, FRAME_SECONDS)
        self._pulses = Pulses()
        self.playback: Playback | None = None
        self.result: SolveResult | None = None
        stage.shell.at_end(self._animation.stop, self.job.close)

    # Searching

    def start(self) -> None:
        if self.is_searching or not self.prepare():
            return
        self._stage.show(self)
        self.rounds = 0
        self._shell.say(f"Looking for a solution: {self._shell.stop_key} stops it.")
        self.job.start(self._stage.kind.solving.solve, self._stage.level)
        self._stage.changed.emit()

    def _tick(self) -> None:
        (self._stage.ticked if self.is_searching else self._stage.changed).emit()

    def prepare(self) -> bool:
        """Clear the board for a search; if the level is not complete, show why and return False."""
        self._stage.show(None)
        wrong = self._stage.kind.incomplete(self._stage.level)
        if wrong:
            self._shell.say(wrong[0].message, wrong[0].cells)
            self._stage.point_out([cell for finding in wrong for cell in finding.cells])
        return not wrong

    def stop(self) -> bool:
        """End the search at once; return whether one was running."""
        if self.is_searching:
            self._stage.show(None)
            return True
        return False

    def left(self) -> None:
        super().left()
        if self.job.cancel():
            self._shell.say("The search was stopped.")
        self._animation.stop()
        self.playback, self.result = None, None
        self._pulses.clear()

    @property
    def is_searching(self) -> bool:
        return self.job.running

    @property
    def elapsed(self) -> float | None:
        return self.job.elapsed if self.is_searching else None

    @property
    def effort(self) -> str:
        result = self.result
        if self.is_searching:
            return f"round {self.rounds}" if self.rounds else "starting"
        if result is None or result.status is SolveStatus.INVALID:
            return ""
        return f"{duration(result.seconds)}, {effort(result)}"

    def verdict(self, known: Known) -> Verdict | None:
        """Return what the search has found, unless the check knows more."""
        result = self.result
        if self.is_searching:
            return _SOLVING
        if result is None or known.status is not CheckStatus.UNKNOWN:
            return None
        return self._stage.kind.words.found_verdict(known.level, result)

    def _handle(self, event: Event) -> None:
        shell = self._shell
        match event:
            case Progress(value):
                self.rounds = value.rounds
            case Done(result):
                is_still = self._shell.settings.reduce_motion
                self.take_over(result, self.skip if is_still else self.replay)
            case Died(exit_code):
                self.result = self._gave_up()
                shell.say(
                    f"The solver's process ended (status {exit_code}): it was stopped from outside "
                    "or ran out of memory. The puzzle is safe, and Solve works again."
                )
            case Failed(traceback):
                self.result = self._gave_up()
                shell.show_error(traceback)

    def _gave_up(self) -> SolveResult:
        seconds = self.job.elapsed
        return SolveResult(SolveStatus.UNKNOWN, rounds=self.rounds, seconds=seconds)

    def take_over(self, result: SolveResult, show: Callable[[], object]) -> None:
        """Say what was found; if it is a solution, open it and call `show`."""
        self._stage.show(self)
        self.result = result
        kind, level = self._stage.kind, self._stage.level
        if result.solution:
            self._stage.document.keep_solution(result.solution)
            self.playback = Playback(kind.drawing.steps(level, result.solution))
            self.playback.set_speed(self._shell.settings.speed, time.monotonic())
            show()
        self._shell.say(*kind.words.result_text(level, result))

    # Watching

    @property
    def playing(self) -> bool:
        return self.playback is not None and self.playback.playing

    @property
    def progress(self) -> float | None:
        """The share of the steps that is shown; None if there are none to show."""
        return self.playback.shown / len(self.playback.steps) if self.playback else None

    def replay(self) -> None:
        if self.playback:
            self._pulses.clear()
            self.display({})
            self.playback.rewind()
            self.playback.play(time.monotonic())
            self._animation.start()

    def play_or_pause(self) -> None:
        """Go on, or pause; at the end, begin again."""
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
        self._stage.changed.emit()

    def step(self) -> None:
        if self.playback:
            self._show_steps(self.playback.step())
            self._stage.changed.emit()

    def skip(self) -> None:
        if self.playback:
            self._show_steps(self.playback.skip())
            self._stage.repaint(self._pulses.clear())
            self._stage.changed.emit()

    @property
    def can_seek(self) -> bool:
        return self.playback is not None

    def step_back(self) -> None:
        if self.playback:
            self._go_to(self.playback.shown - 1)

    def seek(self, share: float) -> None:
        """Pause, and show this share of the steps, from 0 to 1."""
        if self.playback:
            self._go_to(round(share * len(self.playback.steps)))

    def _go_to(self, number: int) -> None:
        assert self.playback, "there are steps to go to"
        self._pulses.clear()
        shown = self.playback.seek(number)
        self.display({cell: segment for step in shown for cell, segment in step.segments})
        self._stage.changed.emit()

    def set_speed(self, speed: float) -> None:
        """Set the speed, as a multiple of the normal one."""
        if self.playback:
            self.playback.set_speed(speed, time.monotonic())

    @property
    def hides_drawn(self) -> bool:
        return self.playback is not None

    @property
    def solution(self) -> Answer | None:
        return self._stage.document.solution if self.segments else None

    def tiles_at(self, cell: Cell) -> Tiles:
        return (*self.still_at(cell), *self._pulses.tiles(cell))

    def _frame(self) -> bool:
        """Show what is due; return whether there is more to come."""
        playback = self.playback
        if playback is None:
            return False
        now = time.monotonic()
        if steps := playback.tick(now):
            self._show_steps(steps, lit_at=now)
        self._stage.repaint(self._pulses.fade(now))
        if steps:
            (self._stage.ticked if playback.playing else self._stage.changed).emit()
        return playback.playing or bool(self._pulses)

    def _show_steps(self, steps: list[Step], *, lit_at: float | None = None) -> None:
        changed = {cell: segment for step in steps for cell, segment in step.segments}
        self.segments |= changed
        if lit_at is not None:
            self._pulses.light((light for step in steps for light in step.lights), lit_at)
        if changed:
            self._stage.repaint(changed)


class WatchMode(Mode):
    """The search that is watched. It runs in this process, some moves in each frame.

    Its result is shown by `solving`, like that of Solve.
    """

    def __init__(self, stage: Stage, solving: SolveMode) -> None:
        super().__init__(stage)
        self._solving = solving
        self._watching: Watching  # since the first start
        self.clock: Clock = time.perf_counter
        self._frames = Loop(stage.shell.root, self._frame, FRAME_SECONDS)

    @property
    def cells(self) -> Collection[Cell]:
        return self._watching.covered.keys() | self._watching.marked

    def segment_at(self, cell: Cell) -> object:
        return self._watching.covered.get(cell)

    def still_at(self, cell: Cell) -> Tiles:
        return self._watching.tiles_at(cell, labels=self._stage.labels)

    @property
    def caption(self) -> str:
        return f"The engine {self._watching.engine} is searching: {effort(self._watching.so_far)}."

    @property
    def is_searching(self) -> bool:
        """Whether a search is shown, playing or paused."""
        return self.is_on

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
        return self.playing

    def _show(self, changed: Collection[Cell]) -> None:
        self._stage.repaint(changed)
        if result := self._watching.result:
            self._solving.take_over(result, self._solving.skip)
        self._stage.changed.emit()
