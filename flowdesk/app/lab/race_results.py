"""Results: the table of a race by size, and beside it the chart."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Sequence
from dataclasses import replace
from tkinter import ttk
from typing import Literal

from flowdesk.app.look import Palette
from flowdesk.app.timers import Timer
from flowdesk.draw.chart import ON_DARK, ON_LIGHT
from flowdesk.lab.race import Run
from flowdesk.lab.race_results import in_words, race_chart, standings

_COLUMNS = {"Size": 64, "Engine": 68, "Levels": 52, "Unknown": 74, "Median": 68, "Worst": 68}
_PAUSE = 0.7  # seconds between two charts, each of which takes several frames
_SMALLEST = 120  # pixels; no chart is drawn below this

_EMPTY = "Each engine solves each level in a process of its own. The times will be shown here."


class Results(ttk.Frame):
    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, padding=(12, 0))
        self._runs: Sequence[Run] = ()
        self._colors: tuple[Palette, bool] | None = None
        self._timer = Timer(self)
        self.bind("<Destroy>", lambda event: self._timer.stop())
        self._drawn_at = 0.0
        self._table = ttk.Treeview(self, columns=list(_COLUMNS), show="headings")
        for name, width in _COLUMNS.items():
            anchor: Literal["w", "e"] = "w" if name in ("Size", "Engine") else "e"
            self._table.heading(name, text=name, anchor=anchor)
            self._table.column(name, width=width, minwidth=width, anchor=anchor)
        bar = ttk.Scrollbar(self, command=self._table.yview)
        self._table.configure(yscrollcommand=bar.set)
        self._table.pack(side="left", fill="y")
        bar.pack(side="left", fill="y", padx=(0, 8))
        self._chart = tk.Canvas(self, highlightthickness=0, borderwidth=0, width=200, height=200)
        self._chart.pack(side="left", fill="both", expand=True)
        self._chart.bind("<Configure>", lambda event: self._draw_soon())

    def show(self, runs: Sequence[Run]) -> None:
        self._runs = runs
        self._list()
        self._draw_soon()

    def set_colors(self, colors: Palette, *, is_light: bool) -> None:
        self._colors = colors, is_light
        self._chart.configure(background=colors.background)
        self._draw_soon()

    def _list(self) -> None:
        """Fill the table; rows that exist are updated, so that the scroll position is kept."""
        table, found = self._table, standings(self._runs)
        names = [f"{each.width}x{each.height} {each.engine}" for each in found]
        table.delete(*(name for name in table.get_children() if name not in names))
        for place, (name, each) in enumerate(zip(names, found, strict=True)):
            if not table.exists(name):
                table.insert("", place, name)
            size, unknown = f"{each.width} × {each.height}", each.unknown or ""
            times = in_words(each.median), in_words(each.worst)
            table.item(name, values=(size, each.engine, each.levels, unknown, *times))

    def _draw_soon(self) -> None:
        """Draw the chart when idle, but not more often than every `_PAUSE` seconds."""
        if not self._timer.running:
            wait = self._drawn_at + _PAUSE - time.monotonic()
            self._timer.start(max(1, int(1000 * wait)), self._draw)

    def _draw(self) -> None:
        width, height = self._chart.winfo_width(), self._chart.winfo_height()
        self._chart.delete("all")
        if self._colors is None or min(width, height) < _SMALLEST:
            return
        colors, is_light = self._colors
        if self._runs:
            inks = replace(ON_LIGHT if is_light else ON_DARK, paper=colors.background)
            picture = race_chart(self._runs, (width, height), inks)
            self._photo = tk.PhotoImage(master=self._chart, data=picture)
            self._chart.create_image(0, 0, image=self._photo, anchor="nw")
            self._drawn_at = time.monotonic()
        else:
            self._chart.create_text(
                width // 2,
                height // 2,
                text=_EMPTY,
                width=width - 40,
                justify="center",
                fill=colors.faint,
                font="TkDefaultFont",
                tags="words",
            )
