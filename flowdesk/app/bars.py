"""Bars: what stands below the board, and gives way to it where there is little room."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from flowdesk.app import fonts
from flowdesk.app.scale import pixels
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer

_LEAST = 75  # points of height that the board keeps
_GOOD, _AMPLE = 115, 200  # beside the last bar but one, which is a luxury, and beside the last
_READ_MS, _LETTER_MS = 4000, 80  # to read what is said without a status bar: at least, and a letter


class Bars:
    """Shows the bars that are wanted, the most needed first, as long as the board has room.

    The first of them is shown in any case: what it is for cannot be done without it, and even the
    `toolbar` gives way to it. `middle` has the board's `view`, with panels beside it. A bar that is
    wider than the view lies below the panels, too, and the status bar below all. Without room for
    that, what it says lies over the toolbar for a while, or until it is clicked.
    """

    def __init__(
        self, toolbar: ttk.Frame, middle: ttk.Frame, view: tk.Widget, shell: Shell
    ) -> None:
        self._toolbar, self._middle, self._view = toolbar, middle, view
        self._status = shell.bar
        self.said = ttk.Label(middle.master, padding="3p")
        self.said.bind("<Button-1>", lambda event: self._was_read())
        self._needed: Sequence[ttk.Frame] = ()
        self._wanted: set[ttk.Frame] = {shell.bar}
        self._packed: list[tuple[ttk.Frame, bool]] = []  # with whether it lies below the panels
        self._idle, self._reading = Timer(middle), Timer(middle)
        shell.bar.said.connect(self._lay_over, shell)

    def add(self, *bars: ttk.Frame) -> None:
        """Take these bars, of which the first is needed most and the last lies lowest.

        The last two are a luxury: the board is to be large beside them.
        """
        self._needed = bars
        for part in (self._middle, self._view, *bars):
            part.bind("<Configure>", lambda event: self._arrange_soon(), add=True)

    def want(self, bar: ttk.Frame, *, shown: bool) -> None:
        """Show a bar if there is room for it, or hide it."""
        if shown != (bar in self._wanted):
            (self._wanted.add if shown else self._wanted.discard)(bar)
            self._arrange_soon()

    def _arrange_soon(self) -> None:
        self._idle.when_idle(self.arrange)  # when bars know what they need

    def arrange(self) -> None:
        """Show the bars for which there is room now."""
        heights = {bar: bar.winfo_reqheight() for bar in self._needed if bar in self._wanted}
        room = self._middle.winfo_height() - pixels(self._middle, _LEAST)
        if self._middle.winfo_height() == 1:
            room = sum(heights.values())  # the window has no size yet
        elif self._status.winfo_manager() == "pack":
            room += self._status.winfo_height()
        above = self._toolbar.winfo_reqheight()
        room -= 0 if self._toolbar.winfo_manager() else above
        gives_way = heights.get(self._needed[0], 0) > max(room, 0)
        room += above if gives_way else 0
        self._show_toolbar(shown=not gives_way)
        kept = dict(zip(self._needed[-2:], (_GOOD, _AMPLE), strict=True))
        fitting = []
        for bar, height in heights.items():
            spared = pixels(bar, kept.get(bar, _LEAST) - _LEAST)
            if height <= room - spared or bar is self._needed[0]:
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

    def _show_toolbar(self, *, shown: bool) -> None:
        if not shown:
            self._toolbar.pack_forget()
        elif not self._toolbar.winfo_manager():
            first = self._middle.master.pack_slaves()[0]
            self._toolbar.pack(side="top", fill="x", before=first)

    def _show(self, bar: ttk.Frame, *, is_wide: bool) -> None:
        if bar is self._status:
            self.said.place_forget()
            bar.pack(side="bottom", fill="x", before=self._middle)
            return
        panels = [part for part in self._middle.pack_slaves() if part not in self._needed]
        bar.pack(side="bottom", fill="x", before=panels[0] if is_wide else self._view)

    def _hide(self, bar: ttk.Frame, *, for_good: bool) -> None:
        if for_good and str(bar.tk.call("focus")).startswith(f"{bar}."):
            self._view.focus_set()
        bar.pack_forget()

    def _lay_over(self) -> None:
        self.said.place_forget()
        has_no_place = self._toolbar.winfo_manager() and not self._status.winfo_manager()
        if has_no_place and self._status.shown:
            said, width = self.said, self._middle.winfo_width()
            said.configure(text=self._status.shown, wraplength=width - pixels(said, 6))
            said.configure(font=fonts.TEXT)
            if said.winfo_reqheight() > self._middle.winfo_y():
                said.configure(font=fonts.SMALL)
            high = max(said.winfo_reqheight(), self._middle.winfo_y())
            said.place(x=0, y=0, width=width, height=high)
            said.tkraise()
            read = max(_READ_MS, _LETTER_MS * len(self._status.shown))
            self._reading.start(read, said.place_forget)

    def _was_read(self) -> None:
        self.said.place_forget()
        self._status.clicked.emit(self._status.cells)
