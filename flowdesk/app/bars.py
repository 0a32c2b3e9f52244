"""Bars: what stands below the board, and gives way to it where there is little room."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from flowdesk.app.scale import pixels
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer

_LEAST, _AMPLE = 75, 200  # points of height that the board keeps, and beside what is a luxury
_READ_MS = 4000  # to read what is said where there is no room for the status bar


class Bars:
    """Shows the bars that are wanted, the most needed first, as long as the board has room.

    The first of them is shown in any case: what it is for cannot be done without it.
    `middle` has the board's `view`, with panels beside it. A bar that is wider than the view lies
    below the panels, too, and the status bar below all. Without room for that, what it says lies
    over the board for a while. None are `allowed` while something is presented.
    """

    def __init__(self, middle: ttk.Frame, view: tk.Widget, shell: Shell) -> None:
        self._middle, self._view, self._status = middle, view, shell.bar
        self._needed: Sequence[ttk.Frame] = ()
        self._wanted: set[ttk.Frame] = {shell.bar}
        self.allowed = True
        self._packed: list[tuple[ttk.Frame, bool]] = []  # with whether it lies below the panels
        self._idle, self._reading = Timer(middle), Timer(middle)
        shell.bar.said.connect(self._lay_over, shell)

    def add(self, *bars: ttk.Frame) -> None:
        """Take these bars, of which the first is needed most and the last lies lowest.

        The last one is a luxury: the board is to be large beside it.
        """
        self._needed = bars
        for part in (self._middle, self._view, *bars):
            part.bind("<Configure>", lambda event: self._arrange_soon(), add=True)

    def want(self, bar: ttk.Frame, *, shown: bool) -> None:
        """Show a bar if there is room for it, or hide it."""
        if shown != (bar in self._wanted):
            (self._wanted.add if shown else self._wanted.discard)(bar)
            self._arrange_soon()

    def allow(self, *, shown: bool) -> None:
        """Show the bars that are wanted, or none."""
        self.allowed = shown
        self._arrange()

    def _arrange_soon(self) -> None:
        self._idle.when_idle(self._arrange)  # when bars know what they need

    def _arrange(self) -> None:
        heights = {bar: bar.winfo_reqheight() for bar in self._needed if bar in self._wanted}
        room = self._middle.winfo_height() - pixels(self._middle, _LEAST)
        if self._middle.winfo_height() == 1:
            room = sum(heights.values())  # the window has no size yet
        elif self._status.winfo_manager() == "pack":
            room += self._status.winfo_height()
        fitting = []
        for bar, height in heights.items():
            spared = pixels(bar, _AMPLE - _LEAST) if bar is self._needed[-1] else 0
            if self.allowed and (height <= room - spared or bar is self._needed[0]):
                room -= height
                fitting.append(bar)
        column = self._view.winfo_width()
        packed = [(bar, bar.winfo_reqwidth() > column) for bar in reversed(fitting)]
        if packed != self._packed:
            for bar, _ in self._packed:
                self._hide(bar, for_good=bar not in fitting)
            self._packed = packed
            for bar, is_wide in packed:
                self._show(bar, is_wide=is_wide)

    def _show(self, bar: ttk.Frame, *, is_wide: bool) -> None:
        if bar is self._status:
            self._reading.stop()
            bar.pack(side="bottom", fill="x", before=self._middle)
            return
        panels = [part for part in self._middle.pack_slaves() if part not in self._needed]
        bar.pack(side="bottom", fill="x", before=panels[0] if is_wide else self._view)

    def _hide(self, bar: ttk.Frame, *, for_good: bool) -> None:
        if for_good and str(bar.tk.call("focus")).startswith(f"{bar}."):
            self._view.focus_set()
        bar.pack_forget()

    def _lay_over(self) -> None:
        is_high = self._view.winfo_height() > self._status.winfo_reqheight()
        if self.allowed and self._status.winfo_manager() != "pack" and is_high:
            end = self._view.winfo_y() + self._view.winfo_height()
            self._status.place(in_=self._middle, y=end, relwidth=1, anchor="sw")
            self._status.tkraise()
            self._reading.start(_READ_MS, self._status.place_forget)
