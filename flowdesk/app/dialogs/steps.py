"""The dialog that completes a puzzle step by step, and asks which of the steps to take."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk
from typing import Any

from flowdesk.app.dialogs.generate import add_row, value_of
from flowdesk.app.dialogs.preview import PreviewDialog, small_picture
from flowdesk.app.theming import Theming
from flowdesk.app.timers import jobs_of
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.pictures.picture import scene_of
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Done, Event, Progress
from flowdesk.draw.theme import Look
from flowdesk.kinds.answers import Made
from flowdesk.kinds.making import Request, SteppedCompletion
from flowdesk.kinds.table import AnyMaking


class StepsDialog(PreviewDialog):
    """Has the aim on the left, and on the right each step on the way to it, by a slider.

    The slider follows the search unless it is drawn away from its end.
    """

    def __init__(
        self,
        parent: tk.Misc,
        title: str,
        generator: AnyMaking,
        completion: SteppedCompletion[Any, Any],
        request: Request,
        puzzle: Puzzle,
        theming: Theming,
    ) -> None:
        super().__init__(parent, title, theming.colors)
        self._generator, self._completion = generator, completion
        self._request, self._puzzle, self._theming = request, puzzle, theming
        self._aim: dict[str, object] | None = None  # what is searched for
        self._steps: list[Made] = []
        self._ended = ""  # what the search has not reached
        self._search = Job(jobs_of(self), self._searched)
        self.bind("<Destroy>", lambda event: self._search.close(), add=True)
        self._slider = ttk.Scale(self.body, from_=0, to=0, command=lambda place: self.follow())
        self._slider.pack(side="top", fill="x", pady=("6p", 0), before=self._about)
        fields = self._completion.fields
        self._rows = [add_row(self.fields, field, {}, row) for row, field in enumerate(fields)]
        self.watch(self._show, (row.variable for row in self._rows))

    def taken(self) -> Made | None:
        """Wait for the answer: the step that is taken; None if cancelled."""
        action = self._completion.edit
        return self.ask(action[0].upper() + action[1:], self._taken, self._slider)

    def follow(self) -> None:
        super().follow()
        if self._ended and not self.problem["text"]:
            self.problem["text"] = self._ended

    def _taken(self) -> Made:
        self._show()
        if not self._steps:
            raise FlowDeskError(self._ended or "There is no step yet: wait for it.")
        return self._steps[self._place]

    @property
    def _place(self) -> int:
        return round(float(self._slider.get()))

    def _show(self) -> str:
        """Search for what the fields ask, show the chosen step, and return what it is."""
        pairs = zip(self._completion.fields, self._rows, strict=True)
        aim = {field.name: value_of(field, row.text()) for field, row in pairs}
        if aim != self._aim:
            self._begin(aim)
        if not self._steps:
            return f"{self._completion.going_on} ..." if self._search.running else ""
        step = self._steps[self._place]
        scene = scene_of(self._completion.completed(self._puzzle, step), None, labels=False)
        look = Look(self._theming.theme, self.preview.side)
        self.preview.show(small_picture(scene, look, self.preview.side))
        return step.report + " ..." * self._search.running

    def _begin(self, aim: dict[str, object]) -> None:
        self._search.cancel()
        self._aim, self._steps, self._ended = aim, [], ""
        self._slider.configure(to=0, value=0)
        request: object = replace(self._request, **aim)  # type: ignore[type-var]  # it is a dataclass
        if problem := self._generator.problem(request):
            self._aim = None  # it is said again
            raise FlowDeskError(problem)
        self._search.start(self._completion.steps, request)

    def _searched(self, event: Event) -> None:
        match event:
            case Progress(step):
                is_at_end = self._place == len(self._steps) - 1
                self._steps.append(step)
                self._slider.configure(to=len(self._steps) - 1)
                if is_at_end:
                    self._slider.set(len(self._steps) - 1)
            case Done(made):
                self._ended = "" if made.met else made.report
            case _:
                self._ended = "The search ended without a result."
        self.follow()
