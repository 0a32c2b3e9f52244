"""The parts of the batch window: above and below its table, and what that shows of each picture."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping, Sequence
from pathlib import Path
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.packs.rows import Column, Field
from flowdesk.app.packs.thumbnails import Thumbnails
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import natural_order
from flowdesk.desk.scans.batch import Row
from flowdesk.formats.registry import load
from flowdesk.scan.reading import Status


class Head(ttk.Frame):
    """What is read, where the levels go, and the button that starts and stops."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, padding=("9p", "7.5p", "9p", "4.5p"))
        self.start = ttk.Button(self, style=look.ACCENT)
        self.start.pack(side="right", padx=("6p", 0))
        Tooltip(self.start, "Read the pictures, or stop  (F5)")
        self.change = ttk.Button(self, text="Change ...")
        self.change.pack(side="right", padx=("6p", 0))
        Tooltip(self.change, "Choose the folder that the levels go to")
        self._from = ttk.Label(self)
        self._from.pack(side="top", anchor="w")
        self._to = ttk.Label(self, style="Faint.TLabel")
        self._to.pack(side="top", anchor="w")

    def show(self, pictures: str, levels: str, action: str, *, is_busy: bool) -> None:
        """Show sentences on the pictures and the levels; the `action` is what may be done."""
        self._from.configure(text=pictures)
        self._to.configure(text=levels)
        is_done = action == "Done"
        self.start.configure(text=action, style="TButton" if is_done else look.ACCENT)
        self.start.state(["disabled" if is_done else "!disabled"])
        self.change.state(["disabled" if is_busy else "!disabled"])


class Foot(ttk.Frame):
    """A message, the progress, and what can be done with what was read."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, padding=("9p", "6p", "9p", "7.5p"))
        self.open = ttk.Button(self, text="Open the pack")
        self.open.pack(side="right", padx=("6p", 0))
        self.correct = ttk.Button(self, text="Correct ...")
        self.correct.pack(side="right", padx=("6p", 0))
        Tooltip(self.correct, "Show the chosen picture and correct what was read  (Enter)")
        self._progress = ttk.Progressbar(self, length="105p")
        self._message = ttk.Label(self)
        self._message.pack(side="left", fill="x", expand=True)

    def say(self, text: str) -> None:
        self._message.configure(text=text)

    def show(self, *, can_correct: bool, can_open: bool, is_over: bool) -> None:
        """Offer what is possible; when all is read, the pack is what a person expects next."""
        self.correct.state(["!disabled" if can_correct else "disabled"])
        self.open.state(["!disabled" if can_open else "disabled"])
        self.open.configure(style=look.ACCENT if is_over else "TButton")

    def show_progress(self, done: int, count: int) -> None:
        self._progress.configure(maximum=count, value=done)
        self._progress.pack(side="right", before=self._message)

    def hide_progress(self) -> None:
        self._progress.pack_forget()


COLUMNS = (
    Column("board", "", 8),
    Column("picture", "Picture", 0, bold=True),
    Column("size", "Size", 7),
    Column("status", "How sure, and what the solver says", 36, least=20),
)
_WORDS = {
    Status.SURE: "sure",
    Status.DOUBTFUL: "please check",
    Status.NOTHING: "nothing found",
}
#: In this order those come first that need a person.
_ORDER = [Status.DOUBTFUL, Status.NOTHING, Status.SURE]


class BatchRows:
    """Pictures by number, in the `order` that is shown."""

    def __init__(self, thumbnails: Thumbnails) -> None:
        self.colors = look.DARK
        self.order: list[int] = []
        self.sorted_by = ""
        self.descending = False
        self._thumbnails = thumbnails
        self._names: Sequence[str] = ()
        self._rows: Mapping[int, Row] = {}
        self._folder = Path()
        self._boards: dict[tuple[int, Row], Puzzle | None] = {}

    def show(self, names: Sequence[str]) -> None:
        """Show these pictures, of which nothing is known yet."""
        self._names, self._rows = names, {}
        self._boards.clear()
        self._sort()

    def update(self, folder: Path, rows: Mapping[int, Row]) -> None:
        """Show what is known, and written in a folder, of the pictures with these numbers."""
        self._folder, self._rows = folder, rows
        self._sort()

    def forget_boards(self) -> None:
        """Load the levels again: a file may have changed."""
        self._boards.clear()

    def sort_by(self, column: str) -> None:
        """Sort by a column, the other way round if it is that one already, then not at all."""
        is_same = column == self.sorted_by
        if is_same and self.descending:
            self.sorted_by, self.descending = "", False
        else:
            self.sorted_by, self.descending = column, is_same
        self._sort()

    def fields_of(self, number: int) -> list[Field]:
        """Return the content of a row of the table."""
        name, row = self._names[number], self._rows.get(number)
        if row is None:
            return [Field(), Field(name), Field(), Field("not read yet", faint=True)]
        status, board = Status(row.status), self.board(number)
        note = f"the same level as in {row.same_as}" if row.same_as else row.doubts
        picture = self._thumbnails.picture(board) if board is not None else None
        return [
            Field(picture=picture),
            Field(name, note=note, tip=note),
            Field(f"{row.columns} × {row.rows}" if row.columns else ""),
            Field(
                _WORDS[status],
                note=row.solver,
                color=self._color(status),
                sign="check" if status is Status.SURE else "dot",
            ),
        ]

    def _color(self, status: Status) -> str:
        colors = self.colors
        return {
            Status.SURE: colors.good,
            Status.DOUBTFUL: colors.doubtful,
            Status.NOTHING: colors.bad,
        }[status]

    def board(self, number: int) -> Puzzle | None:
        """Return the level that was read in a picture, as its file has it."""
        row = self._rows.get(number)
        if row is None or not row.file:
            return None
        if (number, row) not in self._boards:
            try:
                self._boards[number, row] = load(self._folder / row.file)[0]
            except FlowDeskError:  # somebody has moved it meanwhile
                self._boards[number, row] = None
        return self._boards[number, row]

    def _sort(self) -> None:
        self.order = list(range(len(self._names)))
        if self.sorted_by not in ("", "board"):
            self.order.sort(key=self._key, reverse=self.descending)

    def _key(self, number: int) -> tuple[bool, object]:
        """Return what a row is sorted by; those that are not read yet come last."""
        row = self._rows.get(number)
        if self.sorted_by == "picture":
            return False, natural_order(Path(self._names[number]))
        if row is None:
            return True, 0
        keys: dict[str, object] = {
            "size": row.columns * row.rows,
            "status": (_ORDER.index(Status(row.status)), row.solver),
        }
        return False, keys[self.sorted_by]
