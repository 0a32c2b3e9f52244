"""BatchWindow: reads many pictures into a folder of levels, and shows what was read of each."""

from __future__ import annotations

import os
import tkinter as tk
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_folder
from flowdesk.app.front import Front
from flowdesk.app.packs.pictures import Thumbnails
from flowdesk.app.packs.table import Column, LevelTable, RowField
from flowdesk.app.timers import Slices, jobs_of
from flowdesk.app.widgets.narrow import stack_buttons
from flowdesk.app.widgets.scrolled import page_of
from flowdesk.app.widgets.tooltip import ShortLabel, Tooltip
from flowdesk.app.widgets.toplevel import Top, has_focus, set_size
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.grid import listed
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import natural_order
from flowdesk.core.text import counted
from flowdesk.desk.scans.batch import BatchRun, ScanFolder, ScanRow
from flowdesk.desk.scans.scan import Dots, Scan, digest_of, dots_of
from flowdesk.desk.work.pool import usable_cores
from flowdesk.desk.work.worker import Failed
from flowdesk.formats.registry import load, read_file
from flowdesk.kinds.table import kind_of
from flowdesk.scan.reading import Certainty, Doubt

_SIZE, _LEAST = (675, 450), (450, 270)  # points
_PICTURE, _PADDING = 40, 9  # points
#: The folder of levels that is suggested, within that of the pictures.
_LEVELS = "levels"
COLUMNS = (
    Column("board", "", 8),
    Column("picture", "Picture", 0, bold=True),
    Column("size", "Size", 7),
    Column("status", "How sure, and what the solver says", 36, least=20),
)
#: Words, and the name of their colour in a palette; those come first that need a person.
_WORDS = {
    Certainty.DOUBTFUL: ("please check", "doubtful"),
    Certainty.NOTHING: ("nothing found", "bad"),
    Certainty.SURE: ("sure", "good"),
}
_UNANSWERED = Doubt("The solver had not answered when this was kept.")


class BatchWindow:
    """The window; closing only hides it and stops the reading, which can go on later.

    `correct` shows a picture in the dialog, `open_pack` a folder of levels.
    """

    def __init__(
        self,
        front: Front,
        correct: Callable[[bytes, str, Dots | None], Scan | None],
        open_pack: Callable[[Path], object],
    ) -> None:
        self._shell, self._ask = front.shell, correct
        self.top = top = Top(front.shell.root)
        top.withdraw()
        top.title("Import pictures – FlowDesk")
        set_size(top, _SIZE, least=_LEAST, name="pictures", over=front.shell.root)
        self._pictures: list[tuple[str, Path]] = []
        self._target = Path()
        self.run: BatchRun | None = None  # from the first start on
        self._order: list[int] = []  # of the pictures, as they are shown
        self._sorted_by, self._descending = "", False
        self._boards: dict[tuple[int, ScanRow], Puzzle | None] = {}
        self._looking = Slices(top)
        self._jobs = jobs_of(top)
        page = page_of(top)
        self._make_head(page)
        self._make_foot(page, open_pack)
        self._thumbnails = Thumbnails(top, _PICTURE, lambda: self.table.refresh())
        self.table = LevelTable(page, COLUMNS, self._fields_of, _PICTURE)
        self.table.pack(side="top", fill="both", expand=True)
        top.bind("<Return>", self._return_pressed)
        top.bind("<F5>", lambda event: self.start_or_stop())
        top.bind("<Escape>", lambda event: self._escape())
        top.protocol("WM_DELETE_WINDOW", self.hide)
        self.table.opened.connect(self.correct, front.shell)
        self.table.heading_clicked.connect(self._sort_by, front.shell)

    def _make_head(self, page: ttk.Frame) -> None:
        """Add what is read, where the levels go, and the button that starts and stops."""
        head = ttk.Frame(page, padding=("9p", "7.5p", "9p", "4.5p"))
        head.pack(side="top", fill="x")
        self._start = ttk.Button(head, command=self.start_or_stop)
        self._start.pack(side="right", padx=("6p", 0))
        Tooltip(self._start, "Read the pictures, or stop  (F5)")
        self._change = ttk.Button(head, text="Change ...", command=self._ask_target)
        self._change.pack(side="right", padx=("6p", 0))
        Tooltip(self._change, "Choose the folder that the levels go to")
        self._from, self._to = ShortLabel(head), ShortLabel(head, style="Faint.TLabel")
        self._from.pack(side="top", fill="x")
        self._to.pack(side="top", fill="x")

    def _make_foot(self, page: ttk.Frame, open_pack: Callable[[Path], object]) -> None:
        """Add a message, the progress, and what can be done with what was read."""
        foot = ttk.Frame(page, padding=(f"{_PADDING}p", "6p", f"{_PADDING}p", "7.5p"))
        foot.pack(side="bottom", fill="x")
        buttons = ttk.Frame(foot)
        buttons.pack(side="right")
        stack_buttons(buttons, _PADDING)
        self._open = ttk.Button(buttons, text="Open pack", command=lambda: open_pack(self._target))
        self._open.pack(side="right", padx=("6p", 0))
        self._correct = ttk.Button(buttons, text="Correct ...", command=self.correct)
        self._correct.pack(side="right", padx=("6p", 0))
        Tooltip(self._correct, "Show the chosen picture and correct what was read  (Enter)")
        self._progress = ttk.Progressbar(foot, length="105p")
        self._message = ShortLabel(foot)
        self._message.pack(side="left", fill="x", expand=True)
        self._say = self._message.show

    # The pictures, and where their levels go

    def show(self, paths: Sequence[Path]) -> None:
        """Show pictures, unless others are being read."""
        if self.is_busy:
            self._say("These pictures are still being read. Stop that before you import others.")
        else:
            base = Path(os.path.commonpath([path.absolute().parent for path in paths]))
            self._pictures = [(str(path.absolute().relative_to(base)), path) for path in paths]
            self._base = base
            self._set_target(base / _LEVELS)
        self.top.deiconify()
        self.top.lift()
        self._start.focus_force()

    def _set_target(self, folder: Path) -> None:
        self._target, self.run = folder, None
        self.table.select([])
        self._boards.clear()
        self._say("Press Start to read them.")
        self._refresh()

    def _ask_target(self) -> None:
        if folder := ask_folder(self.top, "Folder for the levels", self._base):
            self._set_target(folder)

    # Reading

    @property
    def is_busy(self) -> bool:
        return self._looking.running or bool(self.run and self.run.running)

    def start_or_stop(self) -> None:
        if self.stop():
            return
        try:
            self.run = self.run or BatchRun(ScanFolder(self._target), self._pictures)
        except FlowDeskError as error:
            self._say(str(error))
            return
        self._looking.start(self.run.look(), self._looked)
        self._refresh()

    def _looked(self) -> None:
        """Show which pictures were read before; when that is known of all, read the others."""
        if self.run and not self._looking.running:
            if self.run.left:
                self.run.start(usable_cores(), self._failed)
                self._jobs.look(self._look)
            else:
                self._end("Done")
        self._refresh()

    def stop(self) -> bool:
        """Stop reading; return whether there was any."""
        was_busy = self.is_busy
        self._looking.stop()
        self._jobs.forget(self._look)
        if self.run:
            self.run.stop()
        if was_busy:
            self._end("Stopped")
        return was_busy

    def _look(self) -> bool:
        assert self.run, "it is looked at while it is on"
        try:
            has_more = self.run.poll()
        except FlowDeskError as error:
            self.stop()
            message.show_message(self.top, "Stopped", str(error))
            return False
        if not self.run.running:
            self._end("Done")
        elif has_more:
            self._refresh()
        return self.run.running

    def _end(self, how: str) -> None:
        found = Counter(Certainty(row.status) for row in self._rows.values())
        others = {Certainty.DOUBTFUL: "to check", Certainty.NOTHING: "without a board"}
        parts = [f"{found[Certainty.SURE]} sure"]
        parts += [f"{found[each]} {words}" for each, words in others.items() if found[each]]
        self._refresh()
        self._say(f"{how}: {', '.join(parts) if found else 'nothing was read'}.")
        self._choose_first_doubtful()

    def _choose_first_doubtful(self) -> None:
        rows = self._rows
        doubtful = [n for n in self._order if n in rows and rows[n].status != Certainty.SURE]
        if doubtful and self.table.cursor is None:
            self.table.select(doubtful[:1], cursor=doubtful[0])
            self.table.bring_into_sight(doubtful[0])
        if has_focus(self._start):
            self.table.focus_force()

    def _failed(self, name: str, failed: Failed) -> None:
        self._shell.show_error(f"{name}\n\n{failed.traceback}")

    # Correcting

    def correct(self) -> None:
        """Show the chosen picture in the dialog, and keep what is made of it there."""
        number, run = self.table.cursor, self.run
        if run is None or number is None or number not in run.rows:
            self._say("Only pictures that were read can be corrected: choose one of them.")
            return
        name, path = self._pictures[number]
        try:
            self._boards.clear()  # a file may have changed
            data, before = read_file(path), self._board(number)
            known = dots_of(before) if before else None
            scan = self._ask(data, path.name, known)
            if scan and self._may_replace(run.rows[number], before, scan.puzzle):
                # What a person has looked at is doubtful only to the solver.
                seen = replace(scan.reading, doubts=() if scan.is_answered else (_UNANSWERED,))
                run.correct(number, replace(scan, name=name, reading=seen, digest=digest_of(data)))
                self._boards.clear()
                self._say(f"{name} was corrected.")
        except FlowDeskError as error:
            message.show_message(self.top, "Not corrected", str(error))
        self._refresh()
        self.top.lift()
        self.table.focus_force()

    def _may_replace(self, row: ScanRow, before: Puzzle | None, after: Puzzle) -> bool:
        """Return whether a level may be written over one that has more than dots."""
        if before is None or row.same_as:
            return True
        held, holds = kind_of(before).contents(before), kind_of(after).contents(after)
        lost = [thing for thing, number in held.items() if number and not holds.get(thing)]
        if not lost:
            return True
        text = f"{row.file} has {listed(lost)}, which no picture shows. They would be lost."
        answers = ["Replace", "Cancel"]
        return message.ask(self.top, "Replace the level?", text, answers) == answers[0]

    # Showing

    def _escape(self) -> None:
        if not self.stop():
            self.hide()

    def hide(self) -> None:
        self.stop()
        self.top.withdraw()
        self._shell.root.focus_force()

    def close(self) -> None:
        self.stop()
        self.top.destroy()

    def _refresh(self) -> None:
        run, count, done = self.run, len(self._pictures), len(self._rows)
        is_over = run is not None and done == count and not self.is_busy
        action = "Stop" if self.is_busy else "Done" if is_over else "Go on" if run else "Start"
        self._from.show(f"{counted(count, 'picture')} in {self._base}")
        self._to.show(f"The levels go to {self._target}")
        # When all is read, the pack is what a person expects next.
        self._start.configure(text=action, style="TButton" if is_over else look.ACCENT)
        self._open.configure(style=look.ACCENT if is_over else "TButton")
        has_levels = any(row.file for row in self._rows.values())
        for button, is_possible in (
            (self._start, not is_over),
            (self._change, not self.is_busy),
            (self._correct, done > 0),
            (self._open, has_levels),
        ):
            button.state(["!disabled" if is_possible else "disabled"])
        if self.is_busy:
            self._progress.configure(maximum=count, value=done)
            self._progress.pack(side="right", before=self._message)
            self._say(f"{done} of {counted(count, 'picture')}")
        else:
            self._progress.pack_forget()
        self._order = list(range(count))
        if self._sorted_by:
            self._order.sort(key=self._key, reverse=self._descending)
        self.table.show(self._order, self._sorted_by, descending=self._descending)

    def _sort_by(self, column: str) -> None:
        """Sort by a column, the other way round if it is that one already, then not at all."""
        is_same = column == self._sorted_by
        is_over = is_same and self._descending
        self._sorted_by, self._descending = "" if is_over else column, is_same and not is_over
        self._refresh()

    def _key(self, number: int) -> tuple[bool, object]:
        """Return what a row is sorted by; those that are not read yet come last."""
        row = self._rows.get(number)
        if self._sorted_by == "picture":
            return False, natural_order(Path(self._pictures[number][0]))
        if row is None:
            return True, 0
        if self._sorted_by == "size":
            return False, row.columns * row.rows
        return False, (list(_WORDS).index(Certainty(row.status)), row.solver)

    @property
    def _rows(self) -> Mapping[int, ScanRow]:
        """What is known of the pictures, by their numbers."""
        return self.run.rows if self.run else {}

    def _fields_of(self, number: int) -> list[RowField]:
        """Return the content of a row of the table."""
        name, row = self._pictures[number][0], self._rows.get(number)
        if row is None:
            return [RowField(), RowField(name), RowField(), RowField("not read yet", faint=True)]
        status, board = Certainty(row.status), self._board(number)
        words, color = _WORDS[status]
        note = f"the same level as in {row.same_as}" if row.same_as else row.doubts
        size = f"{row.columns} × {row.rows}" if row.columns else ""
        ink = getattr(look.colors_of(self.top), color)
        sign = "check" if status is Certainty.SURE else "dot"
        return [
            RowField(picture=self._thumbnails.picture(board) if board is not None else None),
            RowField(name, note=note, tip=note),
            RowField(size),
            RowField(words, note=row.solver, color=ink, sign=sign, tip=row.solver),
        ]

    def _board(self, number: int) -> Puzzle | None:
        """Return the level that was read in a picture, as its file has it."""
        row, run = self._rows.get(number), self.run
        if run is None or row is None or not row.file:
            return None
        if (number, row) not in self._boards:
            try:
                self._boards[number, row] = load(run.folder.folder / row.file)[0]
            except FlowDeskError:  # somebody has moved it meanwhile
                self._boards[number, row] = None
        return self._boards[number, row]

    def _return_pressed(self, event: tk.Event[tk.Misc]) -> None:
        """Invoke the button that has the focus; in the table, correct the chosen picture."""
        if isinstance(event.widget, ttk.Button):
            event.widget.invoke()
        else:
            self.correct()
