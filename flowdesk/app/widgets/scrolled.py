"""Scrolled: a frame that scrolls up and down where its contents are higher than itself."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from flowdesk.app.scale import pixels

_STEP = 30  # points that a turn of the wheel scrolls
#: Widgets that take the wheel for something else than scrolling.
_TURNED = ("TCombobox", "TSpinbox", "TScrollbar")


class Scrolled(ttk.Frame):
    """What is gridded in row 0 of `body` is as wide as the frame, and at least as high.

    The scrollbar is there only where it is needed; the wheel scrolls, and what gets the focus is
    brought into view. One that is `natural` is as large as its body, until it is limited.
    """

    def __init__(self, parent: tk.Misc, *, natural: bool = False) -> None:
        super().__init__(parent)
        self._bar = ttk.Scrollbar(self, command=self._scroll)
        self._port = ttk.Frame(self, width=1, height=1)
        self._port.pack(side="left", fill="both", expand=True)
        self.body = ttk.Frame(self._port)
        self.body.rowconfigure(0, weight=1)
        # Where a frame needs no more than a pixel, grid does not lay it out again.
        self.body.columnconfigure(0, weight=1, minsize="1.5p")
        self._top = 0  # how many pixels of the body are above the frame
        self.is_limited = False
        if natural:
            self.body.pack(fill="both", expand=True)
        else:
            self.limit(1, 1)
        self._port.bind("<Configure>", lambda event: self._fit())
        self.body.bind("<Configure>", lambda event: self._fit())
        # Bound once for everything: what is inside comes and goes, and so do frames like this.
        if not self.bind_all("<FocusIn>"):
            self.bind_all("<FocusIn>", _focused)
            for sequence in ("<Button-4>", "<Button-5>", "<MouseWheel>"):
                self.bind_all(sequence, _turned)

    @property
    def scrolls(self) -> bool:
        """Whether the contents are higher than the frame."""
        return bool(self._bar.winfo_manager())

    def limit(self, width: int, height: int) -> None:
        """Ask for this size in pixels from now on, and scroll if the contents are higher."""
        if not self.is_limited:
            self.is_limited = True
            self.body.pack_forget()
            self.body.place(x=0, y=0, relwidth=1)  # as high as it asks for
        self.pack_propagate(False)
        self.configure(width=width, height=height)

    def reset(self) -> None:
        """Scroll to the top."""
        self._move(0)

    def _fit(self) -> None:
        if not self.is_limited or self._port.winfo_height() <= 1:
            return  # it has no size yet
        self.body.rowconfigure(0, minsize=self._port.winfo_height())
        is_needed = self.body.winfo_reqheight() > self._port.winfo_height()
        if is_needed and not self.scrolls:
            self._bar.pack(side="right", fill="y", before=self._port)
        elif not is_needed and self.scrolls:
            self._bar.pack_forget()
        self._move(self._top)

    def _move(self, top: float) -> None:
        """Show the contents from this pixel on, or from the last one that leaves no gap."""
        port, whole = self._port.winfo_height(), max(1, self.body.winfo_reqheight())
        self._top = max(0, min(round(top), whole - port))
        self.body.place_configure(y=-self._top)
        self._bar.set(self._top / whole, min(1.0, (self._top + port) / whole))

    def scroll(self, amount: int, unit: str = "units") -> None:
        """Scroll down by so many ``units`` or ``pages``."""
        step = self._port.winfo_height() if unit == "pages" else pixels(self, _STEP)
        self._move(self._top + amount * step)

    def _scroll(self, what: str, amount: str, unit: str = "") -> None:
        """Do what the scrollbar says."""
        if what == "moveto":
            self._move(float(amount) * self.body.winfo_reqheight())
        else:
            self.scroll(int(amount), unit)

    def reveal(self, widget: tk.Misc) -> None:
        """Scroll until a widget of the body is in sight."""
        above = widget.winfo_rooty() - self._port.winfo_rooty()
        below = above + widget.winfo_height() - self._port.winfo_height()
        if above < 0:
            self._move(self._top + above)
        elif below > 0:
            self._move(self._top + min(below, above))


def _turned(event: tk.Event[Any]) -> None:
    """Scroll what holds the widget under the pointer, unless the wheel means something to that."""
    scrolled = _around(event.widget)
    if scrolled and not _scrolls_itself(event.widget):
        is_up = event.num == 4 if event.num in (4, 5) else event.delta > 0
        scrolled.scroll(-1 if is_up else 1)
        scrolled.update_idletasks()
        _point_again(event)


def _point_again(event: tk.Event[Any]) -> None:
    """Tell the widget under the pointer, which may rest while widgets move, where it is now."""
    widget = event.widget.winfo_containing(event.x_root, event.y_root)
    if widget:
        x, y = event.x_root - widget.winfo_rootx(), event.y_root - widget.winfo_rooty()
        widget.event_generate("<Motion>", x=x, y=y)


def _focused(event: tk.Event[Any]) -> None:
    if scrolled := _around(event.widget):
        scrolled.reveal(event.widget)


def _around(widget: Any) -> Scrolled | None:
    """Return the nearest frame that scrolls a widget, if one does."""
    while isinstance(widget, tk.Misc):
        parent = widget.master
        if isinstance(parent, Scrolled) and parent.scrolls:
            return parent
        widget = parent
    return None


def _scrolls_itself(widget: tk.Misc) -> bool:
    """Whether the wheel means something to the widget under the pointer."""
    if widget.winfo_class() in _TURNED:
        return True
    if isinstance(widget, (tk.Text, tk.Listbox, tk.Canvas, ttk.Treeview)):
        return tuple(widget.yview()) != (0.0, 1.0)
    return False
