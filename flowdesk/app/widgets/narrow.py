"""What has too little room is laid in more rows or columns, with words wrapped or smaller."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from tkinter import ttk
from typing import Any

from flowdesk.app import fonts
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.scrolled import Scrolled

_FEWEST = 7  # characters of an entry
_GAP = 3  # points between the parts of a flow
#: The share of the room that labels have beside fields.
_LABELS = 0.3


class Flow(ttk.Frame):
    """Lays its children in rows, at most so many in each; they share what room there is."""

    def __init__(self, parent: tk.Misc, most: int = 99) -> None:
        super().__init__(parent)
        self._most = most

    def lay(self, room: int) -> None:
        """Lay as many in a row as there is room for, in pixels."""
        parts: list[ttk.Widget] = self.winfo_children()  # type: ignore[assignment]  # not menus
        gap = pixels(self, _GAP)
        widest = max((part.winfo_reqwidth() for part in parts), default=1) + gap
        columns = max(1, min(len(parts), room // widest, self._most))
        for number, part in enumerate(parts):
            row, column = divmod(number, columns)
            before = gap if column else 0
            part.grid(row=row, column=column, sticky="ew", padx=(before, 0), pady=(0, gap // 2))
        for column in range(self.grid_size()[0]):
            self.columnconfigure(column, weight=int(column < columns))


def wrapped_label(parent: tk.Misc, **options: Any) -> ttk.Label:
    """Return a label whose text has as many lines as it needs."""
    label = ttk.Label(parent, **options)
    label.bind("<Configure>", lambda event: label.configure(wraplength=event.width))
    return label


def stack_buttons(buttons: ttk.Frame, padding: float) -> None:
    """Keep packed buttons below one another while their parent, with this padding, is too narrow.

    Else they stand side by side, the first at the right end.
    """

    def fit(width: int) -> None:
        parts = buttons.pack_slaves()
        wanted = sum(part.winfo_reqwidth() + pixels(part, 6) for part in parts)
        is_wide = wanted <= width - 2 * pixels(buttons, padding)
        for part in parts:
            part.pack(side="right" if is_wide else "top", anchor="e", pady=0 if is_wide else "1.5p")

    buttons.master.bind("<Configure>", lambda event: fit(event.width), add=True)


def narrow(frame: tk.Widget, room: int) -> None:
    """Let a frame and all in it need no more than so many pixels of width, as far as they can.

    Words are wrapped, entries made shorter, and the last columns of grids laid below the others.
    """
    inside = [frame, *_frames(frame)]
    for each in inside:
        _wrap(each, room)
        if isinstance(each, Flow):
            each.lay(room)
            continue
        _shorten(each, room)
        for column in range(each.grid_size()[0] - 1, 0, -1):
            each.update_idletasks()
            if each.winfo_reqwidth() > room:
                _fold(each, column)
    for each in reversed(inside):
        _wrap(each, room)
        for field in each.winfo_children():
            if isinstance(field, (ttk.Entry, tk.Text)) and field.winfo_reqwidth() > room:
                width = int(field.cget("width")) * room / field.winfo_reqwidth()
                field.configure(width=int(width) - 1)


def _frames(frame: tk.Misc) -> Iterator[ttk.Frame]:
    for child in frame.winfo_children():
        if isinstance(child, ttk.Frame) and not isinstance(child, Scrolled):
            yield child
            yield from _frames(child)


def _wrap(frame: tk.Misc, room: int) -> None:
    """Wrap the words of labels, those of a row with fields early."""
    for label in frame.winfo_children():
        if isinstance(label, (ttk.Label, tk.Label)):
            share, beside = 1.0, 0
            if label.winfo_manager() == "grid":
                place = label.grid_info()
                if frame.grid_size()[0] > int(place["columnspan"]):
                    share = 1 - _LABELS if place["column"] else _LABELS
            elif label.winfo_manager() == "pack":
                around = label.pack_info()["padx"]
                beside = sum(around) if isinstance(around, tuple) else 2 * int(around)
            label.configure(wraplength=round(share * room) - beside)


def _shorten(frame: tk.Misc, room: int) -> None:
    """Take from entries what a frame is wider than its room."""
    frame.update_idletasks()
    wider, letter = frame.winfo_reqwidth() - room, fonts.named(frame).measure("0")
    for entry in frame.winfo_children():
        if wider > 0 and type(entry) is ttk.Entry:
            entry.configure(width=max(_FEWEST, int(entry.cget("width")) - wider // letter - 1))


def _fold(frame: tk.Misc, last: int) -> None:
    """Lay each cell of the last column of a grid below what is left of it."""
    hidden = [
        child
        for child in frame.winfo_children()
        if isinstance(child, ttk.Widget) and not child.winfo_manager()
    ]
    for cell in hidden:
        cell.grid()  # where it was
    for cell in frame.grid_slaves():  # type: ignore[assignment]  # of any kind
        at = cell.grid_info()
        row, column, down = int(at["row"]), int(at["column"]), int(at["rowspan"])
        if column == last:
            row = 2 * (row + down) - 1
            cell.grid_configure(row=row, column=0, rowspan=1, columnspan=last, padx=0)
        else:
            span = min(int(at["columnspan"]), last - column)
            cell.grid_configure(row=2 * row, rowspan=2 * down - 1, columnspan=span)
        if last == 1:  # nothing is beside it
            cell.grid_configure(padx=0)
    frame.grid_columnconfigure(last, weight=0, uniform="")  # or it would keep a width
    for cell in hidden:
        cell.grid_remove()


_ROUND = 3  # points of ground round the words
_LEADS_ON = "  ›"  # after the words of a menu within: Tk's own sign is hardly seen on X11
_ASIDE = 1.5  # points from the pointer to the corner, so that the release chooses nothing


class FittedMenu(tk.Menu):
    """Calls `fill` before it opens. Where the screen is too low for it, it has two columns, and
    where that is not enough, smaller letters: Tk on X11 cuts off what lies beyond the screen.
    """

    def __init__(self, parent: tk.Misc, fill: Callable[[], object] = lambda: None) -> None:
        super().__init__(parent, tearoff=False, postcommand=self._open)
        self.fill = fill

    def add_menu(self, label: str) -> FittedMenu:
        """Add a menu within this one."""
        inner = FittedMenu(self)
        self.add_cascade(label=label + _LEADS_ON * self._is_drawn, menu=inner)
        return inner

    def open_beside(self, x: int, y: int) -> None:
        """Open it at the pointer."""
        aside = pixels(self, _ASIDE)
        self.tk_popup(x + aside, y + aside)

    def _open(self) -> None:
        self.fill()
        if self._is_drawn and self.index("end") is not None:
            self._fit()

    @property
    def _is_drawn(self) -> bool:
        """Whether Tk draws it, and not the system."""
        return bool(self.tk.call("tk", "windowingsystem") == "x11")

    def _fit(self) -> None:
        usual = fonts.named(self, "TkMenuFont")
        self.configure(font="TkMenuFont", borderwidth=f"{_ROUND}p")
        last = self.index("end") or 0
        places = [place for place in range(last + 1) if self.type(place) != "separator"]
        for place in places:
            self.entryconfigure(place, columnbreak=False)
        if self._shares[1] < 1:
            self.entryconfigure(places[len(places) // 2], columnbreak=True)
        size = int(usual.cget("size"))
        while (share := min(self._shares)) < 1 and size < -1:
            size = max(size + 1, int(size * share))
            self.configure(font=(usual.actual("family"), size))

    @property
    def _shares(self) -> tuple[float, float]:
        """The shares of its width and height for which the screen has room, beside a menu bar."""
        self.yposition("end")  # makes Tk measure it now
        high = self.winfo_screenheight()
        for child in map(str, self.tk.splitlist(self.tk.call("winfo", "children", self._window))):
            kind = self.tk.call("winfo", "class", child)
            if kind == "Menu" and str(self.tk.call(child, "cget", "-type")) == "menubar":
                high -= self.tk.call("winfo", "height", child)
        return self.winfo_screenwidth() / self.winfo_reqwidth(), high / self.winfo_reqheight()

    @property
    def _window(self) -> tk.Misc:
        parent: tk.Misc = self
        while isinstance(parent, tk.Menu):
            parent = parent.master
        return parent.winfo_toplevel()
