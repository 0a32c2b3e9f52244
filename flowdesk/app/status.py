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
    """What the parts of a window show in the line below the board."""

    @property
    def message(self) -> str:
        """The last sentence."""

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        """Show a sentence; a click on it shows the cells."""

    def show_work(self, share: float | None, stop: Callable[[], object]) -> None:
        """Show the share of work that is done, if known; a click calls `stop`."""

    def hide_work(self) -> None:
        """Show that no work is done any more."""

    def show_position(self, cell: Cell | None) -> None:
        """Show where the pointer is."""

    def show_zoom(self, text: str) -> None:
        """Show how large the board is."""

    def show_effort(self, text: str) -> None:
        """Show how much work a search has taken so far."""


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


class TabStatus:
    """The status bar as a tab uses it: while another tab is in front, it only keeps what it shows.

    `message` and `cells` are the last sentence, which may be one about the window.
    """

    def __init__(self, bar: StatusBar) -> None:
        self._bar = bar
        self._in_front = False
        self._message, self._cells = "", tuple[Cell, ...]()
        self._position: Cell | None = None
        self._zoom = self._effort = ""
        self._work: tuple[float | None, Callable[[], object]] | None = None

    @property
    def message(self) -> str:
        return self._bar.message if self._in_front else self._message

    def show(self) -> None:
        """Show in the bar what this tab has to show."""
        self._in_front = True
        self._bar.say(self._message, self._cells)
        self._bar.show_position(self._position)
        self._bar.show_zoom(self._zoom)
        self._bar.show_effort(self._effort)
        if self._work:
            self._bar.show_work(*self._work)

    def hide(self) -> None:
        """Leave the bar to another tab."""
        self._message, self._cells = self._bar.message, self._bar.cells
        self._in_front = False
        if self._work:
            self._bar.hide_work()

    def say(self, text: str, cells: Iterable[Cell] = ()) -> None:
        self._message, self._cells = text, tuple(cells)
        if self._in_front:
            self._bar.say(text, self._cells)

    def show_work(self, share: float | None, stop: Callable[[], object]) -> None:
        self._work = share, stop
        if self._in_front:
            self._bar.show_work(share, stop)

    def hide_work(self) -> None:
        self._work = None
        if self._in_front:
            self._bar.hide_work()

    def show_position(self, cell: Cell | None) -> None:
        self._position = cell
        if self._in_front:
            self._bar.show_position(cell)

    def show_zoom(self, text: str) -> None:
        self._zoom = text
        if self._in_front:
            self._bar.show_zoom(text)

    def show_effort(self, text: str) -> None:
        self._effort = text
        if self._in_front:
            self._bar.show_effort(text)


def duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{max(1, round(seconds * 1000))} ms"
