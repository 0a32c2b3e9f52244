"""FilterBar: a field to search the levels of a pack, and a menu of which of them are shown."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk

from flowdesk.app.packs.listing import ALL, Filter
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.app.widgets.writing import when_written

#: What the menu offers.
CHOICES = {
    "All puzzles": ALL,
    "With a star": Filter(star=True),
    "With a note": Filter(note=True),
    "Same as others": Filter(twin=True),
}


class FilterBar(ttk.Frame):
    """Calls `on_change` with another filter, and `on_leave` when the user is done with the field.

    Down leaves the field, Escape empties it first.
    """

    def __init__(
        self,
        parent: tk.Misc,
        on_change: Callable[[Filter], object],
        on_leave: Callable[[], object],
    ) -> None:
        super().__init__(parent)
        self._on_change, self._on_leave = on_change, on_leave
        self._text = tk.StringVar(self)
        self._chosen = tk.StringVar(self, next(iter(CHOICES)))
        self._button = button = ttk.Menubutton(self, text=f"{self._chosen.get()}  ")
        self.menu = tk.Menu(button, tearoff=False)
        button.configure(menu=self.menu)
        for name in CHOICES:
            self.menu.add_radiobutton(label=name, variable=self._chosen, value=name)
        button.pack(side="right")
        Tooltip(button, "Choose which puzzles are shown")
        self._field = field = ttk.Entry(self, textvariable=self._text, width=14)
        field.pack(side="right", padx="4.5p")
        Tooltip(field, "Show only puzzles with these words in title, file name or note")
        ttk.Label(self, text="Find", style="Faint.TLabel").pack(side="right", padx=("9p", 0))
        field.bind("<Escape>", self._escape)
        for key in ("<Down>", "<Return>"):
            field.bind(key, self._leave)
        for variable in (self._text, self._chosen):
            when_written(variable, self, self._changed)

    def focus_field(self) -> None:
        self._field.focus_set()
        self._field.selection_range(0, "end")

    def clear(self) -> None:
        """Show everything again."""
        self._text.set("")
        self._chosen.set(next(iter(CHOICES)))

    def _changed(self) -> None:
        self._button.configure(text=f"{self._chosen.get()}  ")
        self._on_change(replace(CHOICES[self._chosen.get()], text=self._text.get().strip()))

    def _escape(self, event: object) -> str:
        self._text.set("")
        return self._leave(event)

    def _leave(self, event: object) -> str:
        self._on_leave()
        return "break"
