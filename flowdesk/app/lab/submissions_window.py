"""SubmissionsWindow: the formulas of a folder as a table, each compared with the level."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tkinter import ttk
from typing import Literal

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_folder
from flowdesk.app.front import Front
from flowdesk.app.jobs import jobs_of
from flowdesk.app.lab.result_window import ResultWindow
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.scrolled import page_of
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.lab.own import LIMIT, Exactness, Judged, judge
from flowdesk.lab.submissions import HEAD, Submission, csv_file, submissions_in

_SIZE, _LEAST = (720, 330), (420, 210)  # points
_WIDTHS = (150, 68, 330, 75, 75)  # points


class SubmissionsWindow(ResultWindow):
    """Compares them one after the other with the level that is on the board when it is opened.

    A row that is chosen shows its wrong or missing answer on the board, or why it was not read.
    """

    def __init__(self, front: Front) -> None:
        super().__init__(front, "Formulas of a folder", _SIZE, _LEAST, "submissions")
        self.submissions: list[Submission] = []
        self._puzzle: Puzzle | None = None
        page = page_of(self.top)
        self.job = Job(jobs_of(page), self._handle, self._ticked)
        self._latest = Judged()
        self.table = ttk.Treeview(page, show="headings", columns=HEAD, selectmode="browse")
        for name, width in zip(HEAD, _WIDTHS, strict=True):
            room = pixels(self.top, width)
            side: Literal["w", "e"] = "e" if name in HEAD[3:] else "w"
            self.table.heading(name, text=name, anchor=side)
            self.table.column(name, width=room, anchor=side, stretch=name == HEAD[2])
        self.table.pack(fill="both", expand=True, padx="9p", pady=("9p", 0))
        self.table.bind("<<TreeviewSelect>>", lambda event: self._show_chosen())
        self.saving.offer("table", "Table", "formulas.csv", lambda: csv_file(self.submissions))
        self._theme_changed()

    def ask_open(self) -> None:
        """Ask for a folder of formulas of the level on the board."""
        if not self._front.tab.own_formula.may_open():
            return
        beside = self._shell.folder_beside(self._front.document.path)
        if folder := ask_folder(self._shell.root, "Open folder of formulas", beside):
            self.open(folder)

    def open(self, folder: Path) -> None:
        """Compare the formulas in a folder with the level on the board."""
        puzzle = self._front.document.level
        try:
            found = submissions_in(folder, puzzle)
        except FlowDeskError as error:
            message.show_message(self._shell.root, "Not opened", str(error))
            return
        self.job.cancel()
        self.submissions, self._puzzle = found, puzzle
        self.table.delete(*self.table.get_children())
        for at, each in enumerate(found):
            self.table.insert("", "end", str(at), values=each.row)
        self.appear()
        self._go_on()

    def hide(self) -> None:
        self.job.cancel()
        super().hide()

    def close(self) -> None:
        self.job.close()

    @property
    def _waiting(self) -> list[int]:
        rows = enumerate(self.submissions)
        return [at for at, each in rows if each.own and each.found is None]

    def _go_on(self) -> None:
        """Compare the next formula that is not compared yet, or say how many are exact."""
        waiting = self._waiting
        number = counted(len(self.submissions), "formula")
        self.saving.allow(possible=not waiting)
        if waiting:
            self._say(f"Comparing {self.submissions[waiting[0]].name}, of {number} ...")
            self._latest = Judged()
            self.job.start(judge, self._puzzle, self.submissions[waiting[0]].own)
            return
        found = [each.found for each in self.submissions]
        exact = sum(each is not None and each.status is Exactness.EXACT for each in found)
        self._say(f"{exact} of {number} exact. A row shows its answer on the board.")

    def _known(self, found: Judged) -> None:
        at = self._waiting[0]
        self.submissions[at] = replace(self.submissions[at], found=found)
        self.table.item(str(at), values=self.submissions[at].row)
        if str(at) in self.table.selection():
            self._show_chosen()
        self._go_on()

    def _handle(self, event: Event) -> None:
        match event:
            case Progress(Judged() as found):
                self._latest = found
            case Done(Judged() as found):
                self._known(found)
            case Died():
                self._known(self._latest)
            case Failed(traceback):
                self._known(self._latest)
                self._shell.show_error(traceback)

    def _ticked(self) -> None:
        if self.job.running and self.job.elapsed > LIMIT:
            self.job.cancel()
            self._known(self._latest)

    def _show_chosen(self) -> None:
        puzzle = self._front.document.level
        for row in self.table.selection():
            chosen = self.submissions[int(row)]
            if self._puzzle is None or not puzzle.is_same_puzzle(self._puzzle):
                self._say("Another level is on the board now: open the folder again.")
            elif chosen.problem:
                self._shell.say(f"{chosen.name} is not read: {chosen.problem}")
            elif chosen.found:
                self._front.tab.own_formula.show(chosen.name, chosen.found)
