"""Details: the star, the note and the twins of the level that is selected, below the list."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk

from flowdesk.app import fonts, look
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.signal import Signal
from flowdesk.desk.packs.notes import NOTHING, Remark
from flowdesk.desk.packs.pack import Item
from flowdesk.desk.packs.twins import Twin

#: Milliseconds after the last key before a note is stored.
_PAUSE_MS = 900
#: How many twins are named.
MOST = 4


class Details(ttk.Frame):
    """Shows one level; `note` gets its id and its new note, and returns whether that was taken.

    Emits `starred` to set the star or take it away, `twin_chosen` with one that was clicked, and
    `left` when the user is done with the note. Notes are stored a moment after the last key, and at
    once by `store`.
    """

    def __init__(self, parent: tk.Misc, star_key: str, note: Callable[[int, str], bool]) -> None:
        super().__init__(parent, padding=("6p", "3p", "6p", 0))
        self.starred: Signal[[]] = Signal()
        self.twin_chosen: Signal[[Twin]] = Signal()
        self.left: Signal[[]] = Signal()
        self._note = note
        self._colors = look.DARK
        self._item: Item | None = None
        self._stored = ""
        self._twins: tuple[int, list[tuple[str, Twin]], int] | None = None
        self._waiting = Timer(self)
        self._star = ttk.Button(self, width=2, takefocus=False, command=self.starred.emit)
        self._star.pack(side="left", anchor="n")
        Tooltip(self._star, f"Mark the puzzle with a star, or take it away ({star_key})")
        ttk.Label(self, text="Note", style="Faint.TLabel").pack(
            side="left", anchor="n", padx=("6p", "4.5p"), pady="4.5p"
        )
        right = ttk.Frame(self)
        right.pack(side="left", fill="x", expand=True)
        self._field = field = ttk.Entry(right)
        field.pack(side="top", fill="x")
        Tooltip(field, "A note for yourself, kept beside the puzzles; players do not see it")
        self._text = LinkedText(right, fonts.TEXT, height=1)
        field.bind("<KeyRelease>", lambda event: self._waiting.start(_PAUSE_MS, self.store))
        field.bind("<FocusOut>", lambda event: self.store())
        field.bind("<Return>", self._done)
        field.bind("<Escape>", self._cancel)
        self.bind("<Destroy>", lambda event: self._waiting.stop())

    def set_colors(self, colors: look.Palette) -> None:
        self._colors = colors
        self._twins = None

    def show(
        self,
        item: Item | None,
        remark: Remark,
        twins: Sequence[tuple[str, Twin]],
        more: int,
        why_not: str,
    ) -> None:
        """Show a level with its twins, what these are called, and how many `more` there are.

        `why_not` is the reason why nothing can be noted about it.
        """
        is_same = self._item is not None and item is not None and self._item.id == item.id
        if not is_same:
            self.store()
        self._item = item
        remark = remark if item else NOTHING
        can_note = bool(item and item.entry and not why_not)
        self._star.configure(text="★" if remark.star else "☆")
        self._star.state(["!disabled" if can_note else "disabled"])
        if not is_same or self._stored != remark.note:
            self._field.state(["!disabled"])
            if not is_same or self._field.get().strip() == self._stored:
                self._field.delete(0, "end")
                self._field.insert(0, remark.note)
            self._stored = remark.note
        self._field.state(["!disabled" if can_note else "disabled"])
        self._show_twins(list(twins), more)

    def _show_twins(self, twins: list[tuple[str, Twin]], more: int) -> None:
        shown = (self._item.id if self._item else 0, twins, more)
        if shown == self._twins:
            return
        self._twins = shown
        if not twins:
            self._text.pack_forget()
            return
        text = self._text
        text.begin(self._colors)
        text.add("The same as ")
        for number, (name, twin) in enumerate(twins):
            if number:
                text.add("; " if number < len(twins) - 1 or more else "; and ")
            tip = "Go to this puzzle" if twin.id is not None else "Open it in the main window"
            text.add(name, "link", click=partial(self.twin_chosen.emit, twin), tip=tip)
            text.add(f", {twin.how}" if twin.how else "")
        text.add(f"; and {more:,} more." if more else ".")
        text.end()
        text.pack(side="top", fill="x", pady=("3p", 0))
        text.update_idletasks()
        text.configure(height=max(1, min(3, round(text.lines))))

    def focus_field(self) -> None:
        self._field.focus_set()

    def store(self) -> None:
        """Store the note if it was changed."""
        self._waiting.stop()
        note = " ".join(self._field.get().split())
        before = self._stored
        if self._item and note != before:
            self._stored = note
            if not self._note(self._item.id, note):
                self._stored = before

    def _done(self, event: object) -> str:
        self.store()
        self.left.emit()
        return "break"

    def _cancel(self, event: object) -> str:
        self._field.delete(0, "end")
        self._field.insert(0, self._stored)
        self.left.emit()
        return "break"
