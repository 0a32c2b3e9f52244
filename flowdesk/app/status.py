"""StatusBar: the line below the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk

from flowdesk.app.look import label_font
from flowdesk.app.widgets.tooltip import add_tooltip
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
        self._zoom = ttk.Label(self, width=6, style="Faint.TLabel", anchor="e")
        self._zoom.pack(side="right")
        self._effort = ttk.Label(self, style="Faint.TLabel", anchor="e")
        self._effort.pack(side="right")
        self._label = ttk.Label(self)
        self._label.pack(side="left", fill="x", expand=True)
        self._label.bind("<Configure>", lambda event: self._fit())
        self._label.bind("<Button-1>", lambda event: self.on_click(self._cells))
        self._tip = add_tooltip(self._label, "")
        self.work = WorkBar(self, stop_key)

    def show_work(self, share: float | None, stop: Callable[[], object]) -> None:
        """Show the progress of background work, if known; a click calls `stop`."""
        self.work.show(share, stop)
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

    @property
    def effort(self) -> str:
        """The effort that is shown."""
        return str(self._effort.cget("text"))

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

    def show_zoom(self, percent: int) -> None:
        self._zoom.configure(text=f"{percent} %")

    def show_effort(self, text: str) -> None:
        self._effort.configure(text=text)


class WorkBar(ttk.Frame):
    """A progress bar and a word to click."""

    def __init__(self, parent: tk.Misc, stop_key: str) -> None:
        super().__init__(parent)
        self._stop: Callable[[], object] = lambda: None
        self._bar = ttk.Progressbar(self, length=140, maximum=1.0)
        self._bar.pack(side="left")
        word = ttk.Label(self, text="■ Stop", cursor="hand2")
        word.pack(side="left", padx=(8, 0))
        word.bind("<Button-1>", lambda event: self._stop())
        add_tooltip(word, f"Stop it  ({stop_key})")

    def show(self, share: float | None, stop: Callable[[], object]) -> None:
        """Show the share that is done, or None for unknown; a click calls `stop`."""
        self._stop = stop
        if share is None:
            self._bar.configure(mode="indeterminate")
            self._bar.step(0.01)
        else:
            self._bar.configure(mode="determinate", value=share)

    @property
    def share(self) -> float:
        return float(self._bar.cget("value"))


def duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{max(1, round(seconds * 1000))} ms"
