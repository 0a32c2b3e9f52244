"""Windows of the lab beside the main one: encodings, formulas of a folder, charts to save."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import Literal

from flowdesk.app import fonts
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_folder, ask_new_name
from flowdesk.app.front import Front
from flowdesk.app.look import inks_of
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.app.widgets.narrow import stack_buttons, wrapped_label
from flowdesk.app.widgets.scrolled import page_of, scroll_across, scroll_down
from flowdesk.app.widgets.tooltip import ShortLabel, Tooltip, short_row
from flowdesk.app.widgets.toplevel import Size, Top, set_size
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.text import counted
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.draw.charts import Inks
from flowdesk.kinds.answers import SolveStatus
from flowdesk.lab import encodings, own
from flowdesk.lab.encodings import NOTE, Encoded
from flowdesk.lab.own import HEAD, LIMIT, Exactness, Judged, Submission, judge, submissions_in
from flowdesk.lab.rule_text import problem
from flowdesk.lab.rulebook import FORMS
from flowdesk.lab.rulebooks import book_of

_PADDING = 9  # points


class ResultWindow:
    """Closing only hides it, so that it can be shown again. At its foot are words, and buttons."""

    def __init__(self, front: Front, title: str, size: Size, least: Size, name: str = "") -> None:
        self._front, self._shell, self._theming = front, front.shell, front.theming
        self.top = top = Top(front.shell.root)
        top.withdraw()
        top.title(f"{title} – FlowDesk")
        set_size(top, size, least=least, name=name, over=front.shell.root)
        self._foot = ttk.Frame(top, padding=(f"{_PADDING}p", "6p", f"{_PADDING}p", "7.5p"))
        self._foot.pack(side="bottom", fill="x")
        self._message = ShortLabel(self._foot)
        self.saving = SaveButtons(self._foot, self._say)
        self.saving.pack(side="right")
        stack_buttons(self.saving, _PADDING)
        self._message.pack(side="left", fill="x", expand=True)
        top.bind("<Escape>", lambda event: self.hide())
        top.protocol("WM_DELETE_WINDOW", self.hide)

    def appear(self) -> None:
        self.top.deiconify()
        self.top.lift()

    def hide(self) -> None:
        self.top.withdraw()
        self._front.view.focus_force()

    def _say(self, text: str) -> None:
        self._message.show(text)


class SaveButtons(ttk.Frame):
    """`say` gets in a sentence where something was saved."""

    def __init__(self, parent: tk.Misc, say: Callable[[str], object]) -> None:
        super().__init__(parent)
        self._say = say

    def offer(self, what: str, type: str, name: str, data: Callable[[], bytes]) -> None:
        """Add a button that saves some data as a file of a type, by default with this name."""
        button = ttk.Button(self, text=f"Save {what} ...", takefocus=False)
        button.configure(command=partial(self._ask, f"Save {what}", type, name, data))
        button.pack(side="right", padx=("6p", 0))

    def allow(self, *, possible: bool) -> None:
        """Grey them out where there is nothing to save."""
        for button in self.pack_slaves():
            assert isinstance(button, ttk.Button)
            button.state(["!disabled" if possible else "disabled"])

    def _ask(self, title: str, type: str, name: str, data: Callable[[], bytes]) -> None:
        types = [(type, f"*{Path(name).suffix}")]
        if chosen := ask_new_name(self, title, types, name):
            self.save(chosen[0], data())

    def save(self, path: Path, data: bytes) -> None:
        """Write a file, and say where, or why not."""
        if message.wrote(self, path, data, "Not saved"):
            self._say(f"Saved as {path}.")


_PAUSE = 0.7  # seconds between two charts, each of which takes several frames
_SMALLEST = 90  # points; no chart is drawn below this


class ChartCanvas(tk.Canvas):
    """Shows what a function of size and inks draws as PNG; without one, a few words.

    It asks for a `height` in points.
    """

    def __init__(self, parent: tk.Misc, front: Front, words: str, height: float) -> None:
        super().__init__(
            parent, highlightthickness=0, borderwidth=0, width="150p", height=f"{height}p"
        )
        self._theming, self._words = front.theming, words
        self._png: Callable[[tuple[int, int], Inks], bytes] | None = None
        self._timer = Timer(self)
        self._drawn_at = 0.0
        self.bind("<Configure>", lambda event: self._draw_soon())
        front.theming.changed.connect(self._theme_changed, front.shell)
        self._theme_changed()

    def show(self, png: Callable[[tuple[int, int], Inks], bytes] | None) -> None:
        """Draw another chart; None shows the words."""
        self._png = png
        self._draw_soon()

    def _theme_changed(self) -> None:
        self.configure(background=self._theming.colors.background)
        self._timer.start(1, self._draw)  # or it would be in the colours before for a while

    def _draw_soon(self) -> None:
        """Draw the chart when idle, but not more often than every `_PAUSE` seconds."""
        if not self._timer.running:
            wait = self._drawn_at + _PAUSE - time.monotonic()
            self._timer.start(max(1, int(1000 * wait)), self._draw)

    def _draw(self) -> None:
        width, height = self.winfo_width(), self.winfo_height()
        self.delete("all")
        if min(width, height) < pixels(self, _SMALLEST):
            return
        colors = self._theming.colors
        if self._png:
            inks = inks_of(self._theming.theme, colors.scale)
            self._photo = tk.PhotoImage(master=self, data=self._png((width, height), inks))
            self.create_image(0, 0, image=self._photo, anchor="nw")
            self._drawn_at = time.monotonic()
        else:
            x, y, room = width // 2, height // 2, width - pixels(self, 30)
            fonts.write(self, x, y, self._words, colors.faint, width=room, justify="center")


_ENCODINGS_SIZE, _ENCODINGS_LEAST = (690, 560), (480, 390)  # points
_NAMES, _COLUMN, _CHART = 150, 75, 270  # points


class EncodingsWindow(ResultWindow):
    """Compares those of the puzzle on the board each time it is opened."""

    def __init__(self, front: Front) -> None:
        super().__init__(front, "Compare encodings", _ENCODINGS_SIZE, _ENCODINGS_LEAST, "encodings")
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
            "chart",
            "Picture",
            "encodings.png",
            lambda: encodings.chart(self.found, self._title.cget("text")),
        )
        self.saving.offer("table", "Table", "encodings.csv", lambda: encodings.csv_file(self.found))
        note = wrapped_label(top, text=NOTE, style="Faint.TLabel")
        note.pack(side="bottom", fill="x", padx="9p", pady=("4.5p", 0))
        self._chart = ChartCanvas(top, front, "The solvers are at work.", _CHART)
        self._chart.pack(side="top", fill="both", expand=True, padx="9p", pady=("4.5p", 0))

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
            self.job.start(encodings.compare, puzzle)
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
        known = book_of(self._puzzle).encodings if self._puzzle else ()
        self.tip.text = known[place].tip if 0 <= place < len(known) else ""

    def _refresh(self) -> None:
        self._title.configure(text=f"{self._name}: the rules of the game as clauses")
        (*names, solver), *rows = encodings.table(self.found)
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
        self._chart.show(partial(encodings.chart, self.found, "") if self.found else None)


_FORMULAS_SIZE, _FORMULAS_LEAST = (720, 330), (420, 210)  # points
_WIDTHS = (150, 68, 240, 75, 75)  # points


class SubmissionsWindow(ResultWindow):
    """Compares them one after the other with the level that is on the board when it is opened.

    A row that is chosen shows its wrong or missing answer on the board, or why it was not read.
    """

    def __init__(self, front: Front) -> None:
        super().__init__(
            front, "Formulas of a folder", _FORMULAS_SIZE, _FORMULAS_LEAST, "submissions"
        )
        self.submissions: list[Submission] = []
        self._puzzle: Puzzle | None = None
        page = page_of(self.top)
        self.job = Job(jobs_of(page), self._handle, self._ticked)
        self._latest = Judged()
        frame = ttk.Frame(page)
        frame.pack(fill="both", expand=True, padx="9p", pady=("9p", 0))
        self.table = ttk.Treeview(frame, show="headings", columns=HEAD, selectmode="browse")
        self.table.configure(height=3)  # or more
        for name, width in zip(HEAD, _WIDTHS, strict=True):
            room = pixels(self.top, width)
            side: Literal["w", "e"] = "e" if name in HEAD[3:] else "w"
            self.table.heading(name, text=name, anchor=side)
            self.table.column(name, width=room, anchor=side, stretch=name == HEAD[2])
        self.table.pack(fill="both", expand=True)
        scroll_across(self.table, side="bottom", before=self.table)
        scroll_down(self.table)
        self.table.bind("<Configure>", lambda event: self._show_rows())
        self.table.bind("<<TreeviewSelect>>", lambda event: self._show_chosen())
        self.tip = Tooltip(self.table, "")
        self.table.bind("<Motion>", self._point, add=True)
        self.saving.offer("table", "Table", "formulas.csv", lambda: own.csv_file(self.submissions))

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
        for at in range(len(found)):
            self.table.insert("", "end", str(at))
        self.appear()
        self._show_rows()
        self._go_on()

    def _show_rows(self) -> None:
        for at, each in enumerate(self.submissions):
            self.table.item(str(at), values=short_row(self.table, each.row))

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
        self._show_rows()
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

    def _point(self, event: tk.Event[tk.Misc]) -> None:
        """Let the tooltip have the whole words of the row that is pointed at."""
        row = self.table.identify_row(event.y)
        self.tip.text = "\n".join(self.submissions[int(row)].row[:3]).strip() if row else ""

    def _show_chosen(self) -> None:
        puzzle = self._front.document.level
        for row in self.table.selection():
            chosen = self.submissions[int(row)]
            if self._puzzle is None or not puzzle.is_same_puzzle(self._puzzle):
                self._say("Another level is on the board now: open the folder again.")
            elif chosen.problem:
                self._say(f"{chosen.name} is not read: {chosen.problem}")
            elif chosen.found:
                self._front.tab.own_formula.show(chosen.name, chosen.found)
