"""What is known of a level, on the board: two solutions, the map of what is certain, hints."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence

from flowdesk.app.live_check import LiveCheck
from flowdesk.app.overlays.level_overlay import LevelOverlay
from flowdesk.app.shell import Shell
from flowdesk.app.stage import Stage
from flowdesk.app.task import Task
from flowdesk.core.grid import Edge
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.desk.knowledge.questions import find_hint
from flowdesk.desk.knowledge.verdict import EdgeShares, edge_shares
from flowdesk.desk.work.worker import Died, Done, Event, Failed
from flowdesk.draw.scene import MarkedEdge, Tile
from flowdesk.kinds.answers import Trace

#: What is certain, what some solutions do, and what is neither.
_CERTAIN, _LOOSE, _UNSETTLED = "#35c46a", "#ff9f1c", "#8a8a8a"
_STEPS = 16  # shades, so that few different pictures of a cell have to be painted

_FOUND = "#8a8a8a"  # the colour of what the hints have found
_HINTED = Tile("hint", strength=0.35)


class KnowledgeOverlay(LevelOverlay):
    def __init__(self, stage: Stage, live_check: LiveCheck, shell: Shell) -> None:
        super().__init__(stage)
        self._live_check = live_check
        self._shell = shell


class TwoSolutions(KnowledgeOverlay):
    """One of the two solutions that the check has found."""

    solution: Answer | None = None

    def __init__(self, stage: Stage, live_check: LiveCheck, shell: Shell) -> None:
        super().__init__(stage, live_check, shell)

    @property
    def can_flip(self) -> bool:
        check = self._live_check.known.check
        return check is not None and len(check.solutions) == 2

    def flip(self) -> None:
        """Show the other of the two solutions, with the cells marked that differ."""
        check = self._live_check.known.check
        assert check, "`can_flip` says so"
        number = 1 if self.solution == check.solutions[0] else 0
        self.solution = check.solutions[number]
        self.show_answer(self.solution, check.differs)
        self.sentence = f"Solution {number + 1} of 2; marked cells differ."
        key = self._shell.key("Flip between two solutions")
        self._shell.say(f"{self.sentence} {key} shows the other one.", check.differs)

    def left(self) -> None:
        super().left()
        self.solution = None


class CertaintyMap(KnowledgeOverlay):
    """The map, which follows the level until it is switched off."""

    def __init__(
        self, stage: Stage, live_check: LiveCheck, shell: Shell, hide: Callable[[], object]
    ) -> None:
        super().__init__(stage, live_check, shell)
        self._hide = hide
        live_check.listeners.append(self._knowledge_changed)

    @property
    def can_show(self) -> bool:
        kind = self._stage.kind
        return kind.count is not None or kind.certain_edges is not None

    def toggle(self) -> None:
        if self.is_on_show:
            self._hide()
        else:
            self._stage.show(self)
            self._live_check.check_now()
            self._knowledge_changed()

    def level_changed(self, before: Puzzle) -> bool:
        """Show nothing until this level is checked."""
        self.display()
        return True

    def _knowledge_changed(self) -> None:
        if self.is_on_show:
            self._live_check.find_certain_edges()
            known = edge_shares(self._live_check.known)
            unused = ((edge, _CERTAIN, 0.6) for edge in known.off)
            self.display(edges=self._stage.kind.edge_tiles(_used(known), unused))
            self.sentence = known.text
            self._shell.say(known.text)


def _used(known: EdgeShares) -> Iterator[MarkedEdge]:
    for edge, share in known.shares.items():
        strength = math.ceil(share * _STEPS) / _STEPS
        yield edge, _LOOSE if share < 1 else _CERTAIN, strength
    for edge in known.open:
        yield edge, _LOOSE, 0.5
    for edge in known.unsettled:
        yield edge, _UNSETTLED, 0.5


class HintOverlay(KnowledgeOverlay):
    """The hints that were given, and the search for the next one."""

    def __init__(self, stage: Stage, live_check: LiveCheck, shell: Shell) -> None:
        super().__init__(stage, live_check, shell)
        self.task = Task(stage.view, self._hint_found)
        self._hints = Trace()

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
        elif not self.task.running:
            live_check.check_now()
            self._stage.show(self)
            self.task.start(find_hint, live_check.known, self._hints)

    def stop(self) -> bool:
        if not self.task.cancel():
            return False
        self._shell.say("The search for a hint was stopped.")
        self._leave_if_empty()
        return True

    def _leave_if_empty(self) -> None:
        if not (self._hints.deductions or self._hints.solution):
            self._stage.show(None)

    def left(self) -> None:
        super().left()
        self.task.cancel()
        self._hints = Trace()

    def close(self) -> None:
        self.task.close()

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
                    self.sentence = say(self._live_check.known, before, hints)
                    shell.say(self.sentence, cells)
                self._stage.view.bring_into_view(cells)
                self._leave_if_empty()

    def _show_hints(self) -> None:
        """Show what the hints have found, and mark the cells of the last one."""
        steps = self._hints.deductions
        cells = steps[-1].cells if steps else ()
        if self._hints.solution:
            self.show_answer(self._hints.solution, cells, _HINTED)
        else:
            used, unused = _found([step.on for step in steps]), _found([step.off for step in steps])
            edges = self._stage.kind.edge_tiles(used, unused)
            self.display(marks=dict.fromkeys(cells, _HINTED), edges=edges)


def _found(steps: Sequence[Collection[Edge]]) -> list[MarkedEdge]:
    """Return the edges that each step has found; those of the last one stand out."""
    last = len(steps) - 1
    return [
        (edge, _FOUND, 0.9 if number == last else 0.5)
        for number, edges in enumerate(steps)
        for edge in edges
    ]
