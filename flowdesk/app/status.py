"""StatusBar: the line below the board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk
from typing import Protocol

from flowdesk.app import fonts
from flowdesk.app.widgets.short_label import short
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.grid import Cell
from flowdesk.core.signal import Signal

_POSITION = 17  # characters: what stands beside it does not move with each of them


class Status(Protocol):
    """Where the parts of a window say what happens: the line below the board."""

    @property
    def message(self) -> str:
        """The last sentence."""

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        """Show a sentence; a click on it shows the cells."""

    def show_work(self, share: float | None, stop: Callable[[], object]) -> None:
        """Show the share of work that is done, if known; a click calls `stop`."""

    def hide_work(self) -> None:
        """Show that no work is done any more."""


class StatusBar(ttk.Frame):
    """What was done last, the solver's effort, where the pointer is, and the zoom.

    Emits `clicked` with the cells of a message that is clicked. `stop_key` stops background work.
    """

    def __init__(self, parent: tk.Misc, stop_key: str) -> None:
        super().__init__(parent, padding=("7.5p", "2.25p"))
        self.clicked: Signal[[Iterable[Cell]]] = Signal()
        self._cells: tuple[Cell, ...] = ()
        self._message = ""
        self._stop_work: Callable[[], object] = lambda: None
        self.zoom = ttk.Label(self, width=6, style="Faint.TLabel", anchor="e")
        self.zoom.pack(side="right")
        self._position = ttk.Label(self, style="Faint.TLabel", anchor="e")
        self._position.pack(side="right", padx=("6p", 0))
        self.effort = ttk.Label(self, style="Faint.TLabel", anchor="e")
        self.effort.pack(side="right")
        self._label = ttk.Label(self)
        self._label.pack(side="left", fill="x", expand=True)
        self._label.bind("<Configure>", lambda event: self._fit())
        self._label.bind("<Button-1>", lambda event: self.clicked.emit(self._cells))
        self._tip = Tooltip(self._label, "")
        self.work = ttk.Frame(self)
        self.progress = ttk.Progressbar(self.work, length="105p", maximum=1.0)
        self.progress.pack(side="left")
        self._stop = ttk.Label(self.work, text="■ Stop", cursor="hand2")
        self._stop.pack(side="left", padx=("6p", 0))
        self._stop.bind("<Button-1>", lambda event: self._stop_work())
        Tooltip(self._stop, f"Stop it  ({stop_key})")

    @property
    def message(self) -> str:
        return self._message

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that a click on the message shows."""
        return self._cells

    def show_work(self, share: float | None, stop: Callable[[], object]) -> None:
        self._stop_work = stop
        if share is None:
            self.progress.configure(mode="indeterminate")
            self.progress.step(0.01)
        else:
            self.progress.configure(mode="determinate", value=share)
        if not self.work.winfo_manager():
            self.work.pack(side="right", padx=("6p", "12p"), before=self._label)

    def hide_work(self) -> None:
        self._stop_work = lambda: None
        self.work.pack_forget()

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        self._cells = tuple(cells)
        self._message = text
        self._label.configure(cursor="hand2" if self._cells else "")
        self._fit()

    def _fit(self) -> None:
        """Show as much of the message as there is room for; the tooltip has all of it."""
        room, shown = self._label.winfo_width(), self.message
        if room > 1:  # it has a size
            shown = short(shown, room, fonts.named(self))
        is_cut = shown != self.message
        self._label.configure(text=shown)
        where = "Click to see where" if self._cells else ""
        self._tip.text = f"{self.message}\n{where}".strip() if is_cut else where

    def show_zoom(self, text: str) -> None:
        self.zoom.configure(text=text)

    def show_effort(self, text: str) -> None:
        self.effort.configure(text=text)

    def show_position(self, cell: Cell | None) -> None:
        text = f"Row {cell[1] + 1}, column {cell[0] + 1}" if cell else ""
        self._position.configure(text=text, width=_POSITION if text else 0)


class Line:
    """What a document has to say: shown in the bar while it is in front, else kept until then.

    In front its last sentence may be one about the window.
    """

    def __init__(self) -> None:
        self._bar: StatusBar | None = None
        self._message, self._cells = "", tuple[Cell, ...]()
        self._work: tuple[float | None, Callable[[], object]] | None = None

    @property
    def message(self) -> str:
        return self._bar.message if self._bar else self._message

    def come_forward(self, bar: StatusBar) -> None:
        """Have the bar from now on."""
        self._bar = bar
        bar.say(self._message, self._cells)
        if self._work:
            bar.show_work(*self._work)

    def go_back(self) -> None:
        """Leave the bar to another document."""
        if self._bar:
            self._message, self._cells = self._bar.message, self._bar.cells
            if self._work:
                self._bar.hide_work()
        self._bar = None

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        self._message, self._cells = text, tuple(cells)
        if self._bar:
            self._bar.say(text, self._cells)

    def show_work(self, share: float | None, stop: Callable[[], object]) -> None:
        self._work = share, stop
        if self._bar:
            self._bar.show_work(share, stop)

    def hide_work(self) -> None:
        self._work = None
        if self._bar:
            self._bar.hide_work()


def duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{max(1, round(seconds * 1000))} ms"
