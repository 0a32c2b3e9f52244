"""What is known of a level, laid over the board: two solutions, what is certain, a hint."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from flowdesk.app.task import Task
from flowdesk.core.grid import Cell, Edge, direction
from flowdesk.desk.ambiguity import ambiguity
from flowdesk.desk.hint_text import hint_text, leads_on
from flowdesk.desk.inspector import find_hint
from flowdesk.desk.jobs import Died, Done, Event, Failed
from flowdesk.draw.scene import Tile, Tiles
from flowdesk.flow.hints import Trace
from flowdesk.flow.solution import Solution
from flowdesk.flow.tiles import Cover, covers

if TYPE_CHECKING:
    from flowdesk.app.window import Window

_CERTAIN, _LOOSE, _UNSETTLED = "#35c46a", "#ff9f1c", "#8a8a8a"
_STEPS = 16  # shades, so that few different pictures of a cell have to be painted
_DIFFERS = Tile("mark", strength=0.4)
_HINTED = Tile("hint", strength=0.35)


class Insight:
    """What is laid over the level: whole paths, marks below them, and arms below the dots."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._task = Task(window.root, self._hint_found, lambda: None)
        self._solution: int | None = None
        self._hints = Trace()
        self.map_wanted: bool = False
        self.covered: Mapping[Cell, Cover] = {}
        self.marks: dict[Cell, Tile] = {}
        self.arms: dict[Cell, Tiles] = {}

    @property
    def cells(self) -> set[Cell]:
        """Where something is laid over the level."""
        return {*self.covered, *self.marks, *self.arms}

    @property
    def hides_paths(self) -> bool:
        """Whether what is shown would be mistaken among the author's own paths."""
        return bool(self.marks or self.arms)

    @property
    def shows_something(self) -> bool:
        """Whether there is anything to hide."""
        return bool(self.covered or self.marks) or self.map_wanted

    def forget(self) -> None:
        """The level has changed: nothing of this is true any more. The map will come again."""
        self._task.cancel()
        self._solution, self._hints = None, Trace()
        self._lay()

    def hide(self) -> None:
        """Show the level alone."""
        self.map_wanted = False
        self.forget()

    def close(self) -> None:
        """End the process that looks for hints."""
        self._task.close()

    def knowledge_changed(self) -> None:
        """Show in the map what is known by now."""
        if self.map_wanted and not self.covered and not self.marks:
            self._window.live.find_certain_edges()
            self._show_map()

    # Two solutions

    @property
    def can_flip(self) -> bool:
        """Whether two different solutions are known."""
        check = self._window.live.known.check
        return check is not None and len(check.solutions) == 2

    def flip(self) -> None:
        """Show one of the two solutions, then the other, with the cells marked that differ."""
        check = self._window.live.known.check
        if check is None or len(check.solutions) != 2:
            return
        self._window.solving.forget()
        self._hints = Trace()
        self._solution = 1 if self._solution == 0 else 0
        self._lay(covers(check.solutions[self._solution]), dict.fromkeys(check.differs, _DIFFERS))
        key = self._window.key("Flip between two solutions")
        self._window.say(
            f"Solution {self._solution + 1} of 2; the marked cells differ. {key}: the other one.",
            check.differs,
        )

    def show_attempt(self, paths: Solution, left: Iterable[Cell]) -> None:
        """Show paths that come near to a solution, with the cells marked that they leave."""
        self._window.solving.forget()
        self._solution, self._hints = None, Trace()
        self._lay(covers(paths), dict.fromkeys(left, _DIFFERS))

    # What is certain

    def toggle_map(self) -> None:
        """Shade every edge by how many solutions use it, or no longer."""
        self.map_wanted = not self.map_wanted
        self._solution, self._hints = None, Trace()
        self._lay()
        if self.map_wanted:
            self._window.solving.forget()
            self._window.live.check_now()
            self.knowledge_changed()

    def _show_map(self) -> None:
        known = ambiguity(self._window.live.known)
        arms: dict[Cell, Tiles] = {}
        for edge, share in known.shares.items():
            strength = math.ceil(share * _STEPS) / _STEPS
            _add_arms(arms, edge, _LOOSE if share < 1 else _CERTAIN, strength)
        for edge in known.loose:
            _add_arms(arms, edge, _LOOSE, 0.5)
        for edge in known.open:
            _add_arms(arms, edge, _UNSETTLED, 0.5)
        self._lay(arms=arms)
        self._window.say(known.text)

    # Hints

    @property
    def searching(self) -> bool:
        """Whether a hint is being looked for."""
        return self._task.running

    def hint(self) -> None:
        """Look for the next deduction beyond those that were shown."""
        live = self._window.live
        if not live.known.is_complete:
            self._window.say("Hints come when every colour has its two endpoints.")
        elif not self._task.running:
            live.check_now()
            all_touch = live.known.non_touching == "none" or live.known.status == "unsolvable"
            self._task.start(
                find_hint,
                self._window.document.level,
                self._hints,
                assume_no_touching=not all_touch,
            )

    def _hint_found(self, event: Event) -> None:
        window = self._window
        match event:
            case Failed(traceback):
                window.show_error(traceback)
            case Died(exit_code):
                window.say(f"The search for a hint ended (status {exit_code}).")
            case Done(hints):
                before, self._hints = self._hints, hints
                if hints != before:
                    self._show_hints()
                cells = hints.deductions[-1].cells if leads_on(before, hints) else ()
                window.say(hint_text(window.live.known, before, hints), cells)
                window.view.bring_into_view(cells)

    def _show_hints(self) -> None:
        """Show what is known by the hints so far, and mark what the last one speaks of."""
        self._window.solving.forget()
        self._solution = None
        steps = self._hints.deductions
        marks = dict.fromkeys(steps[-1].cells, _HINTED) if steps else {}
        if self._hints.solution:
            self._lay(covers(self._hints.solution), marks)
            return
        arms: dict[Cell, Tiles] = {}
        for step in steps:
            strength = 0.9 if step is steps[-1] else 0.5
            for edge in step.on:
                _add_arms(arms, edge, _UNSETTLED, strength)
        self._lay(marks=marks, arms=arms)

    def _lay(
        self,
        covered: Mapping[Cell, Cover] | None = None,
        marks: dict[Cell, Tile] | None = None,
        arms: dict[Cell, Tiles] | None = None,
    ) -> None:
        """Lay this over the level, instead of what lay there before."""
        before = self.cells
        self.covered, self.marks = covered or {}, marks or {}
        self.arms = {cell: _joined(tiles) for cell, tiles in (arms or {}).items()}
        if before or self.cells:
            self._window.painting.redraw()


def _joined(arms: Tiles) -> Tiles:
    """Two arms that look alike as one bend or line: half seen through, they would show twice."""
    if len(arms) != 2 or arms[0]._replace(side="") != arms[1]._replace(side=""):
        return arms
    letters = sorted((arms[0].side, arms[1].side), key="tblr".index)
    return (arms[0]._replace(side="".join(letters)),)


def _add_arms(arms: dict[Cell, Tiles], edge: Edge, color: str, strength: float) -> None:
    """Lay the two halves of a step over its cells."""
    for here, there in (edge, edge[::-1]):
        arms[here] = (*arms.get(here, ()), Tile("pipe", color, strength, direction(here, there)))
