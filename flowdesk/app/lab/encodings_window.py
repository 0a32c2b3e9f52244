"""EncodingsWindow: the rules of the game as clauses in several encodings, side by side."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from tkinter import ttk
from typing import Literal

from flowdesk.app.front import Front
from flowdesk.app.jobs import jobs_of
from flowdesk.app.lab.result_window import ResultWindow
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.chart_canvas import ChartCanvas
from flowdesk.app.widgets.narrow import wrapped_label
from flowdesk.app.widgets.scrolled import page_of, scroll_across
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.kinds.answers import SolveStatus
from flowdesk.lab.encodings import NOTE, Encoded, chart, compare, csv_file, table
from flowdesk.lab.rule_text import problem
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of

_SIZE, _LEAST = (690, 560), (480, 390)  # points
_NAMES, _COLUMN, _CHART = 150, 75, 270  # points


class EncodingsWindow(ResultWindow):
    """Compares those of the puzzle on the board each time it is opened."""

    def __init__(self, front: Front) -> None:
        super().__init__(front, "Compare encodings", _SIZE, _LEAST, "encodings")
        self.found: tuple[Encoded, ...] = ()
        self._puzzle: Puzzle | None = None  # the one that is compared
        self._name = ""
        top = page_of(self.top)
        self.job = Job(jobs_of(top), self._handle)
        self._title = wrapped_label(top)
        self._title.pack(side="top", fill="x", padx="9p", pady=("7.5p", "4.5p"))
        self.table = ttk.Treeview(top, show="headings", height=3, selectmode="none")
        self.table.pack(side="top", fill="x", padx="9p")
        scroll_across(self.table, side="top", padx="9p", after=self.table)
        self.tip = Tooltip(self.table, "")
        self.table.bind("<Motion>", self._point, add=True)
        self.saving.offer(
            "chart", "Picture", "encodings.png", lambda: chart(self.found, self._title.cget("text"))
        )
        self.saving.offer("table", "Table", "encodings.csv", lambda: csv_file(self.found))
        note = wrapped_label(top, text=NOTE, style="Faint.TLabel")
        note.pack(side="bottom", fill="x", padx="9p", pady=("4.5p", 0))
        self._chart = ChartCanvas(top, "The solvers are at work.", height=_CHART)
        self._chart.pack(side="top", fill="both", expand=True, padx="9p", pady=("4.5p", 0))
        self._theme_changed()

    def appear(self) -> None:
        """Show the window; compare the puzzle on the board, unless that was done already."""
        puzzle = self._front.document.level
        if self._puzzle is None or not puzzle.is_same_puzzle(self._puzzle):
            self._begin(puzzle)
        super().appear()
        self.top.focus_force()

    def hide(self) -> None:
        if self.job.cancel():
            self._puzzle = None
        super().hide()

    def close(self) -> None:
        self.job.close()

    def _begin(self, puzzle: Puzzle) -> None:
        self.job.cancel()
        self.found, self._puzzle = (), puzzle
        self._name = self._front.document.name
        why_not, _ = problem(puzzle, FORMS[0])
        if why_not:
            self._puzzle = None
            self._say(why_not)
        else:
            self._say("Comparing ...")
            self.job.start(compare, puzzle)
        self._refresh()

    def _handle(self, event: Event) -> None:
        match event:
            case Progress(found):
                self.found = found
                number = len(book_of(self._puzzle).encodings) if self._puzzle else 0
                self._say(f"{len(found)} of {number} compared ...")
            case Done(found):
                self.found = found
                unsolvable = found[0].status is SolveStatus.UNSOLVABLE
                self._say("There is no solution in any of them." if unsolvable else "")
            case Died(exit_code):
                self._puzzle = None
                self._say(f"The solver's process ended (status {exit_code}).")
            case Failed(traceback):
                self._puzzle = None
                self._say("No answer, because of an error in FlowDesk.")
                self._shell.show_error(traceback)
        self._refresh()

    # Showing

    def _point(self, event: tk.Event[tk.Misc]) -> None:
        """Let the tooltip tell what the encoding is that is pointed at."""
        row = self.table.identify_row(event.y)
        place = self.table.index(row) if row else -1
        encodings = book_of(self._puzzle).encodings if self._puzzle else ()
        self.tip.text = encodings[place].tip if 0 <= place < len(encodings) else ""

    def _refresh(self) -> None:
        self._title.configure(text=f"{self._name}: the rules of the game as clauses")
        (*names, solver), *rows = table(self.found)
        head = (*(name.capitalize() for name in names), solver)
        if self.table["columns"] != head:
            self.table.configure(columns=head)
            for name in head:
                side: Literal["w", "e"] = "w" if name == head[0] else "e"
                self.table.heading(name, text=name, anchor=side)
                width = _NAMES if name == head[0] else _COLUMN
                room = pixels(self.top, width)
                self.table.column(name, width=room, minwidth=room, anchor=side)
        self.table.delete(*self.table.get_children())
        self.table.configure(height=max(len(rows), 2))
        for row in rows:
            self.table.insert("", "end", values=row)
        self.saving.allow(possible=bool(self.found))
        self._chart.show(partial(chart, self.found, "") if self.found else None)

    def _theme_changed(self) -> None:
        super()._theme_changed()
        self._chart.set_colors(self._theming.colors, is_light=self._theming.theme.is_light)
