"""StatusBar: the line below the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk

from flowdesk.app.look import label_font
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.grid import Cell


class StatusBar(ttk.Frame):
    """Where the pointer is, the last message, the zoom, and the solver's effort.

    `on_click` is called with the cells of a message that is clicked. `stop_key` stops background
    work.
    """

    def __init__(self, parent: tk.Misc, stop_key: str) -> None:
        super().__init__(parent, padding=(10, 3))
        self.on_click: Callable[[Iterable[Cell]], object] = lambda cells: None
        self._cells: tuple[Cell, ...] = ()
        self.message = ""
        self._position = ttk.Label(self, width=18, style="Faint.TLabel")
        self._position.pack(side="left")
        self.zoom = ttk.Label(self, width=6, style="Faint.TLabel", anchor="e")
        self.zoom.pack(side="right")
        self.effort = ttk.Label(self, style="Faint.TLabel", anchor="e")
        self.effort.pack(side="right")
        self._label = ttk.Label(self)
        self._label.pack(side="left", fill="x", expand=True)
        self._label.bind("<Configure>", lambda event: self._fit())
        self._label.bind("<Button-1>", lambda event: self.on_click(self._cells))
        self._tip = Tooltip(self._label, "")
        self.work = ttk.Frame(self)
        self.progress = ttk.Progressbar(self.work, length=140, maximum=1.0)
        self.progress.pack(side="left")
        self._stop = ttk.Label(self.work, text="■ Stop", cursor="hand2")
        self._stop.pack(side="left", padx=(8, 0))
        Tooltip(self._stop, f"Stop it  ({stop_key})")

    def show_work(self, share: float | None, stop: Callable[[], object]) -> None:
        """Show the share of background work that is done, if known; a click calls `stop`."""
        self._stop.bind("<Button-1>", lambda event: stop())
        if share is None:
            self.progress.configure(mode="indeterminate")
            self.progress.step(0.01)
        else:
            self.progress.configure(mode="determinate", value=share)
        if not self.work.winfo_manager():
            self.work.pack(side="right", padx=(8, 16), before=self._label)

    def hide_work(self) -> None:
        self.work.pack_forget()

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        """Show a sentence; a click on it shows the cells."""
        self._cells = tuple(cells)
        self.message = text
        self._label.configure(cursor="hand2" if self._cells else "")
        self._fit()

    def _fit(self) -> None:
        """Show as much of the message as there is room for; the tooltip has all of it."""
        font = label_font(self)
        room, shown = self._label.winfo_width(), self.message
        while room > 1 and len(shown) > 1 and font.measure(shown + "…") > room:
            shown = shown[:-1]
        is_cut = shown != self.message
        self._label.configure(text=shown.rstrip() + "…" if is_cut else shown)
        where = "Click to see where" if self._cells else ""
        self._tip.text = f"{self.message}\n{where}".strip() if is_cut else where

    def show_position(self, cell: Cell | None) -> None:
        text = f"Row {cell[1] + 1}, column {cell[0] + 1}" if cell else ""
        self._position.configure(text=text)


def duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{max(1, round(seconds * 1000))} ms"
