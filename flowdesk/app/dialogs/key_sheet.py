"""The key sheet: all keys and what they do, in two columns, and a field to search them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk
from typing import TypeAlias

from flowdesk.app.dialogs.base import Dialog, when_written
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.scrolled import Scrolled

#: A key and what it does; an empty key makes a heading.
Row: TypeAlias = tuple[str, str]

#: Points: between the two columns, between key and text, and above a heading. And those of a
#: screen's width and height that are not the sheet's: for frame, title, field and buttons, with
#: the least height for these.
_BETWEEN, _BESIDE_KEY, _ABOVE = 18, 9, 6
_BESIDE, _ABOVE_AND_BELOW, _LEAST_BESIDE = 40, 150, 80
_KEYS = 0.4  # of the width in one column
_NONE = "No key has to do with this."


def show_keys(parent: tk.Misc, title: str, rows: Sequence[Row]) -> None:
    KeySheet(parent, title, rows).show()


class KeySheet(Dialog):
    """Escape clears the search first, and then closes the sheet; the arrows scroll."""

    def __init__(self, parent: tk.Misc, title: str, rows: Sequence[Row]) -> None:
        super().__init__(parent, title)
        self._rows = rows
        self._wanted = tk.StringVar(self)
        search = ttk.Frame(self.body)
        search.pack(fill="x", pady=(0, "6p"))
        ttk.Label(search, text="Search").pack(side="left", padx=(0, "6p"))
        self._field = ttk.Entry(search, textvariable=self._wanted)
        self._field.pack(side="left", fill="x", expand=True)
        self._sheet = Scrolled(self.body)
        self._sheet.pack(fill="both", expand=True)
        self._table = ttk.Frame(self._sheet.body)
        self._table.grid(row=0, column=0, sticky="nw")
        self._columns = [ttk.Frame(self._table) for _ in range(2)]
        for place, column in enumerate(self._columns):
            left = pixels(self, _BETWEEN) if place else 0
            column.grid(row=0, column=place, sticky="n", padx=(left, 0))
        self._labels = [self._made(*row) for row in rows]
        self._none = ttk.Label(self._table, text=_NONE, style="Faint.TLabel")
        self._lay_out(rows, in_two=True)
        self.update_idletasks()
        room = self.winfo_screenwidth() - pixels(self, _BESIDE)
        self._in_two = self._table.winfo_reqwidth() <= room
        if not self._in_two:
            for key, text in self._labels:
                key.configure(wraplength=round(_KEYS * room))
                text.configure(wraplength=round((1 - _KEYS) * room) - pixels(self, _BESIDE_KEY))
            self._lay_out(rows, in_two=False)
            self.update_idletasks()
        high, usual, least = self.winfo_screenheight(), _ABOVE_AND_BELOW, _LEAST_BESIDE
        most = max(high - pixels(self, usual), min(high - pixels(self, least), pixels(self, usual)))
        bar = pixels(self, _BETWEEN)
        height = min(self._table.winfo_reqheight(), most)
        self._sheet.limit(self._table.winfo_reqwidth() + bar, height)
        when_written(self._wanted, self, self._filter)

    def show(self) -> None:
        self.buttons(["Close"])
        self._field.bind("<Escape>", lambda event: self._clear())
        for key, amount, unit in (
            *(("Up", -1, "units"), ("Down", 1, "units")),
            *(("Prior", -1, "pages"), ("Next", 1, "pages")),
        ):
            self.bind(f"<{key}>", lambda event, by=(amount, unit): self._sheet.scroll(*by))  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        self.run(self._field)

    def _made(self, key: str, text: str) -> tuple[ttk.Label, ttk.Label]:
        words = ttk.Label(self._table, text=text, style="Faint.TLabel" if key else "Heading.TLabel")
        return ttk.Label(self._table, text=key), words

    def _clear(self) -> str | None:
        """Clear the search; if there is none, leave the key to the dialog."""
        if not self._wanted.get():
            return None
        self._wanted.set("")
        return "break"

    def _filter(self) -> None:
        words = self._wanted.get().casefold().split()
        found: list[Row] = []
        heading: Row | None = None
        for row in self._rows:
            if not row[0]:
                heading = row
            elif all(word in f"{row[0]} {row[1]}".casefold() for word in words):
                found += [heading] if heading else []
                found.append(row)
                heading = None
        self._lay_out(found, in_two=self._in_two)
        self._sheet.reset()

    def _lay_out(self, rows: Sequence[Row], *, in_two: bool) -> None:
        """Show some of the rows, with a heading at the top of the second column."""
        made = zip(self._rows, self._labels, strict=True)
        shown = [(row, labels) for row, labels in made if row in rows]
        for labels in self._labels:
            for label in labels:
                label.grid_remove()
        headings = [place for place, (row, _) in enumerate(shown) if place and not row[0]]
        split = min(headings, key=lambda place: abs(place - len(shown) / 2), default=len(shown))
        for line, (row, (key, text)) in enumerate(shown):
            column = self._columns[in_two and line >= split]
            if row[0]:
                key.grid(in_=column, row=line, column=0, sticky="w")
                key.grid_configure(padx=(0, pixels(self, _BESIDE_KEY)))
                text.grid(in_=column, row=line, column=1, sticky="w")
            else:
                above = pixels(self, _ABOVE) if line not in (0, split) else 0
                text.grid(in_=column, row=line, column=0, columnspan=2, sticky="w")
                text.grid_configure(pady=(above, "1.5p"))
        for column, is_used in zip(
            self._columns, (shown, in_two and split < len(shown)), strict=True
        ):
            if is_used:
                column.grid()
            else:  # without anything in it, a frame keeps its size
                column.grid_remove()
        if shown:
            self._none.grid_remove()
        else:
            self._none.grid(row=1, column=0, columnspan=2)
