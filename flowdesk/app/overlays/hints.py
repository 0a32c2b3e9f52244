"""Hints: one deduction after the other, with what they have found so far."""

from __future__ import annotations

from flowdesk.app.live_check import LiveCheck
from flowdesk.app.overlays.level_overlay import LevelOverlay
from flowdesk.app.shell import Shell
from flowdesk.app.stage import Stage
from flowdesk.app.task import Task
from flowdesk.core.puzzle import Answer
from flowdesk.desk.knowledge.questions import find_hint
from flowdesk.desk.work.events import Died, Done, Event, Failed
from flowdesk.draw.scene import Tile
from flowdesk.kinds.answers import Trace

_FOUND = "#8a8a8a"  # the colour of what the hints have found
_HINTED = Tile("hint", strength=0.35)


class HintOverlay(LevelOverlay):
    """The hints that were given, and the search for the next one."""

    def __init__(self, stage: Stage, live_check: LiveCheck, shell: Shell) -> None:
        super().__init__(stage)
        self._live_check = live_check
        self._shell = shell
        self._task = Task(stage.view, self._hint_found)
        self._hints = Trace()

    @property
    def searching(self) -> bool:
        return self._task.running

    @property
    def solution(self) -> Answer | None:
        """The solution, once the hints have led to it."""
        solution: Answer | None = self._hints.solution
        return solution

    def hint(self) -> None:
        """Look for the next deduction beyond those that were shown."""
        live_check = self._live_check
        if not live_check.known.is_complete:
            self._shell.say(f"Hints are available when {self._stage.kind.complete_when}.")
        elif not self._task.running:
            live_check.check_now()
            self._stage.show(self)
            self._task.start(find_hint, live_check.known, self._hints)

    def stop(self) -> bool:
        if not self.searching:
            return False
        self._task.cancel()
        self._shell.say("The search for a hint was stopped.")
        self._leave_if_empty()
        return True

    def _leave_if_empty(self) -> None:
        if not (self._hints.deductions or self._hints.solution):
            self._stage.show(None)

    def left(self) -> None:
        super().left()
        self._task.cancel()
        self._hints = Trace()

    def close(self) -> None:
        self._task.close()

    def _hint_found(self, event: Event) -> None:
        shell = self._shell
        match event:
            case Failed(traceback):
                shell.show_error(traceback)
            case Died(exit_code):
                shell.say(f"The search for a hint ended (status {exit_code}).")
                self._leave_if_empty()
            case Done(hints):
                before, self._hints = self._hints, hints
                if hints != before:
                    self._show_hints()
                cells = hints.deductions[-1].cells if hints.leads_on(before) else ()
                if say := self._stage.kind.hint_text:
                    shell.say(say(self._live_check.known, before, hints), cells)
                self._stage.view.bring_into_view(cells)
                self._leave_if_empty()

    def _show_hints(self) -> None:
        """Show what the hints have found, and mark the cells of the last one."""
        steps = self._hints.deductions
        cells = steps[-1].cells if steps else ()
        if self._hints.solution:
            self.show_answer(self._hints.solution, cells, _HINTED)
        else:
            known = (
                (edge, _FOUND, 0.9 if step is steps[-1] else 0.5)
                for step in steps
                for edge in step.on
            )
            edges = self._stage.kind.edge_tiles(known)
            self.display(marks=dict.fromkeys(cells, _HINTED), edges=edges)
