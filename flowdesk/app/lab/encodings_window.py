"""EncodingsWindow: the rules of the game as clauses in several encodings, side by side."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import Literal

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_new_name
from flowdesk.app.front import Front
from flowdesk.app.jobs import jobs_of
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.chart_canvas import ChartCanvas
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.app.widgets.toplevel import Top, set_size
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import write_atomically
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.draw.charts import ON_LIGHT, Inks
from flowdesk.kinds.answers import SolveStatus
from flowdesk.lab.encodings import NOTE, Encoded, chart, compare, csv_file, table
from flowdesk.lab.rule_text import problem
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of

_SIZE, _LEAST = (690, 560), (480, 390)  # points
_PICTURE = (900, 480)  # pixels of a saved chart
_NAMES, _COLUMN = 135, 75  # points


class EncodingsWindow:
    """Compares those of the puzzle on the board each time it is opened; closing only hides it."""

    def __init__(self, front: Front) -> None:
        self._front, self._shell, self._theming = front, front.shell, front.theming
        shell = front.shell
        self.found: tuple[Encoded, ...] = ()
        self._puzzle: Puzzle | None = None  # the one that is compared
        self._name = ""
        self.top = top = Top(shell.root)
        self.job = Job(jobs_of(shell.root), self._handle)
        top.withdraw()
        top.title("Compare encodings – FlowDesk")
        set_size(top, _SIZE, least=_LEAST, name="encodings", over=shell.root)
        self._title = ttk.Label(top, padding=("9p", "7.5p", "9p", "4.5p"))
        self._title.pack(side="top", fill="x")
        self.table = ttk.Treeview(top, show="headings", height=3, selectmode="none")
        self.table.pack(side="top", fill="x", padx="9p")
        self.tip = Tooltip(self.table, "")
        self.table.bind("<Motion>", self._point, add=True)
        self._build_foot()
        note = ttk.Label(
            top, text=NOTE, style="Faint.TLabel", padding=("9p", "4.5p"), justify="left"
        )
        note.bind(
            "<Configure>", lambda event: note.configure(wraplength=event.width - pixels(note, 18))
        )
        note.pack(side="bottom", fill="x")
        self._chart = ChartCanvas(top, "The solvers are at work.")
        self._chart.pack(side="top", fill="both", expand=True, padx="9p", pady=("4.5p", 0))
        top.bind("<Escape>", lambda event: self.hide())
        top.protocol("WM_DELETE_WINDOW", self.hide)
        front.theming.changed.connect(self._theme_changed, shell)
        self._theme_changed()

    def _build_foot(self) -> None:
        foot = ttk.Frame(self.top, padding=("9p", "1.5p", "9p", "7.5p"))
        foot.pack(side="bottom", fill="x")
        self._buttons = [
            ttk.Button(foot, text="Save chart ...", command=partial(self._ask, is_chart=True)),
            ttk.Button(foot, text="Save table ...", command=partial(self._ask, is_chart=False)),
        ]
        for button in self._buttons:
            button.pack(side="right", padx=("6p", 0))
        self._message = ttk.Label(foot)
        self._message.pack(side="left", fill="x", expand=True)

    def appear(self) -> None:
        """Show the window; compare the puzzle on the board, unless that was done already."""
        puzzle = self._front.document.level
        if self._puzzle is None or not puzzle.is_same_puzzle(self._puzzle):
            self._begin(puzzle)
        self.top.deiconify()
        self.top.lift()
        self.top.focus_force()

    def hide(self) -> None:
        if self.job.cancel():
            self._puzzle = None
        self.top.withdraw()
        self._front.view.focus_force()

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

    def _say(self, text: str) -> None:
        self._message.configure(text=text)

    def _refresh(self) -> None:
        self._title.configure(text=f"{self._name}: {self._caption}")
        (*names, solver), *rows = table(self.found)
        head = (*(name.capitalize() for name in names), solver)
        if self.table["columns"] != head:
            self.table.configure(columns=head)
            for name in head:
                side: Literal["w", "e"] = "w" if name == head[0] else "e"
                self.table.heading(name, text=name, anchor=side)
                width = _NAMES if name == head[0] else _COLUMN
                self.table.column(name, width=pixels(self.top, width), anchor=side)
        self.table.delete(*self.table.get_children())
        self.table.configure(height=max(len(rows), 2))
        for row in rows:
            self.table.insert("", "end", values=row)
        for button in self._buttons:
            button.state(["!disabled" if self.found else "disabled"])
        self._chart.show(self._png if self.found else None)

    @property
    def _caption(self) -> str:
        return "the rules of the game as clauses"

    def _png(self, size: tuple[int, int], inks: Inks) -> bytes:
        return chart(self.found, "", size, inks)

    def _theme_changed(self) -> None:
        self.top.configure(background=self._theming.colors.background)
        self._chart.set_colors(self._theming.colors, is_light=self._theming.theme.is_light)

    # Files

    def _ask(self, *, is_chart: bool) -> None:
        suffix = ".png" if is_chart else ".csv"
        title = "Save chart" if is_chart else "Save table"
        types = [("Picture" if is_chart else "Table", f"*{suffix}")]
        if chosen := ask_new_name(self.top, title, types, f"encodings{suffix}"):
            self.save(chosen[0], is_chart=is_chart)

    def save(self, path: Path, *, is_chart: bool) -> None:
        """Write the chart as a PNG file, or the table as a CSV file."""
        title = f"{self._name}: {self._caption}"
        data = chart(self.found, title, _PICTURE, ON_LIGHT) if is_chart else csv_file(self.found)
        try:
            write_atomically(path, data)
        except FlowDeskError as error:
            message.show_message(self.top, "Not saved", str(error))
        else:
            self._say(f"Saved as {path}.")
