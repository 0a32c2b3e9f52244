"""What scrolls: the wheel, frames larger than their room, and bars over the edges of a view."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from tkinter import ttk
from typing import Any, Literal, TypeAlias

from flowdesk.app.scale import pixels
from flowdesk.app.widgets.toplevel import pack_if, widget_at

Units: TypeAlias = Literal["units", "pages"]

_STEP = 30  # points that a turn of the wheel scrolls
_BESIDE = 18  # points of what is beside something that is revealed
#: Widgets that take the wheel for something else than scrolling.
_TURNED = ("TCombobox", "TSpinbox", "TScrollbar")


class Scrolled(ttk.Frame):
    """What is gridded in row 0 of `body` is as large as the frame at least.

    It scrolls up and down where it is higher. The scrollbar is there only where it is needed; the
    wheel scrolls, and what gets the focus is brought into view. One that is `natural` is as large
    as its body, until it is limited; then it scrolls sideways as well, as others do where they have
    less than their `least` width in pixels.
    """

    least = 1

    def __init__(self, parent: tk.Misc, *, natural: bool = False) -> None:
        super().__init__(parent)
        self._bar = ttk.Scrollbar(self, command=self._scroll)
        self._across = ttk.Scrollbar(self, orient="horizontal", command=self._scroll_across)
        self._is_natural = natural
        self._port = ttk.Frame(self, width=1, height=1)
        self._port.pack(side="left", fill="both", expand=True)
        self.body = ttk.Frame(self._port)
        self.body.rowconfigure(0, weight=1)
        # Where a frame needs no more than a pixel, grid does not lay it out again.
        self.body.columnconfigure(0, weight=1, minsize="1.5p")
        self._left = self._top = 0  # how many pixels of the body are left of the frame, and above
        self.is_limited = False
        if natural:
            self.body.pack(fill="both", expand=True)
        else:
            self.limit(1, 1)
        self._port.bind("<Configure>", lambda event: self._fit())
        self.body.bind("<Configure>", lambda event: self._fit())
        # Bound once for everything: what is inside comes and goes, and so do frames like this.
        if not self.bind_all("<FocusIn>"):
            self.bind_all("<FocusIn>", lambda event: reveal(event.widget))
            for sequence in ("<Button-4>", "<Button-5>", "<MouseWheel>"):
                self.bind_all(sequence, _turned)

    @property
    def scrolls(self) -> bool:
        """Whether the contents are larger than the frame."""
        return bool(self._bar.winfo_manager() or self._across.winfo_manager())

    @property
    def beside(self) -> int:
        """How many pixels of width the scrollbar takes."""
        return self._bar.winfo_reqwidth() if self._bar.winfo_manager() else 0

    def limit(self, width: int, height: int) -> None:
        """Ask for this size in pixels from now on, and scroll if the contents are larger."""
        if not self.is_limited:
            self.is_limited = True
            self.body.pack_forget()
            self.body.place(x=0, y=0, relwidth=1)  # as high as it asks for
        self.pack_propagate(False)
        self.configure(width=width, height=height)

    def reset(self) -> None:
        self._move(0, 0)

    @property
    def _least_width(self) -> int:
        if self._is_natural:
            return self.body.winfo_reqwidth()
        return self.least if self.least > self.winfo_width() else 1

    @property
    def _size(self) -> tuple[int, int]:
        """The width and height of the body in pixels."""
        width = max(self._port.winfo_width(), self._least_width)
        return width, max(1, self.body.winfo_reqheight())

    def _fit(self) -> None:
        if not self.is_limited or self._port.winfo_height() <= 1:
            return  # it has no size yet
        port, (width, height) = self._port, self._size
        self.body.rowconfigure(0, minsize=port.winfo_height())
        self.body.place_configure(relwidth="", width=width)
        # Asked of the frame: the port changes with each scrollbar, and they would come and go.
        is_high = height > self.winfo_height()
        is_wide = self._least_width > self.winfo_width() - is_high * self._bar.winfo_reqwidth()
        is_high |= height > self.winfo_height() - is_wide * self._across.winfo_reqheight()
        pack_if(is_wide, self._across, side="bottom", fill="x", before=port)
        pack_if(is_high, self._bar, side="right", fill="y", before=port)
        self._move(self._left, self._top)

    def _move(self, left: float, top: float) -> None:
        """Show the contents from this pixel on, or from the last one that leaves no gap."""
        port, (width, height) = self._port, self._size
        wide, high = port.winfo_width(), port.winfo_height()
        self._left = max(0, min(round(left), width - wide))
        self._top = max(0, min(round(top), height - high))
        self.body.place_configure(x=-self._left, y=-self._top)
        self._bar.set(self._top / height, min(1.0, (self._top + high) / height))
        self._across.set(self._left / width, min(1.0, (self._left + wide) / width))

    def scroll(self, amount: int, unit: Units = "units") -> None:
        """Scroll down by so many ``units`` or ``pages``, if there is more than is seen."""
        if not self.scrolls:
            return
        step = self._port.winfo_height() if unit == "pages" else pixels(self, _STEP)
        self._move(self._left, self._top + amount * step)

    def _scroll(self, *words: str) -> None:
        """Do what the scrollbar says."""
        page, step = self._port.winfo_height(), pixels(self, _STEP)
        self._move(self._left, scrolled_to(words, self._top, self._size[1], page, step))

    def _scroll_across(self, *words: str) -> None:
        page, step = self._port.winfo_width(), pixels(self, _STEP)
        self._move(scrolled_to(words, self._left, self._size[0], page, step), self._top)

    def scroll_by(self, down: int) -> None:
        """Scroll down by so many pixels."""
        self._move(self._left, self._top + down)

    def reveal(self, widget: tk.Misc, top: int, height: int, *, cut: bool) -> None:
        """Scroll until a part of a widget of the body, so high from its `top` on, is in sight.

        What is above or below it, such as its label, comes with it where there is room; where what
        is above may not be `cut`, it goes. Sideways its begin is enough. One that is higher than
        the frame is not moved if any of it is in sight.
        """
        port, body = self._port, self.body  # which may not be yet where it was moved
        before = widget.winfo_rootx() - body.winfo_rootx() - self._left
        width = min(widget.winfo_width(), port.winfo_width() // 3)
        after = before + width - port.winfo_width()
        above = widget.winfo_rooty() - body.winfo_rooty() + top - self._top
        below = above + height - port.winfo_height()
        is_seen = height > port.winfo_height() and -height < above < port.winfo_height()
        down = 0 if is_seen else _step(above, below)
        if cut:
            beside = max(0, min(pixels(self, _BESIDE), (port.winfo_height() - height) // 2))
            down += beside * ((down > 0) - (down < 0))
        elif down:
            down = above
        self._move(self._left + _step(before, after), self._top + down)


def bind_keys(widget: tk.Misc, scroll: Callable[[int, Units], object]) -> None:
    """Let the arrows and the page keys in a widget scroll down by so many ``units``, ``pages``."""
    steps: dict[str, tuple[int, Units]] = {
        **{"Up": (-1, "units"), "Down": (1, "units")},
        **{"Prior": (-1, "pages"), "Next": (1, "pages")},
    }
    for key, by in steps.items():
        widget.bind(f"<{key}>", lambda event, by=by: scroll(*by))  # type: ignore[misc]  # mypy cannot infer a lambda with a default


def page_of(top: tk.Misc) -> ttk.Frame:
    """Return where the contents of a window go, which scroll where it is lower than they are."""
    scrolled = Scrolled(top)
    scrolled.pack(side="top", fill="both", expand=True)
    page = ttk.Frame(scrolled.body)
    page.grid(row=0, column=0, sticky="nsew")
    return page


def scrolled_to(
    words: Sequence[str], start: float, whole: float, page: float, step: float
) -> float:
    """Return where a view is to begin, by what a scroll bar calls its command with.

    That is ``moveto`` and a share of all, or ``scroll``, a number, and ``units`` or ``pages``.
    """
    if words[0] == "moveto":
        return float(words[1]) * whole
    return start + float(words[1]) * (page if words[2] == "pages" else step)


def _step(before: int, after: int) -> int:
    """Return by how much to scroll what lies so far after both ends of a frame; its start first."""
    return before if before < 0 else max(0, min(before, after))


def _turned(event: tk.Event[tk.Misc]) -> None:
    """Scroll what holds the widget under the pointer, unless the wheel means something to that."""
    scrolled = _around(event.widget)
    if scrolled and not _scrolls_itself(event.widget):
        is_up = event.num == 4 if event.num in (4, 5) else event.delta > 0
        scrolled.scroll(-1 if is_up else 1)
        scrolled.update_idletasks()
        _point_again(event)


def _point_again(event: tk.Event[tk.Misc]) -> None:
    """Tell the widget under the pointer, which may rest while widgets move, where it is now."""
    widget = widget_at(event.widget, event.x_root, event.y_root)
    if widget:
        x, y = event.x_root - widget.winfo_rootx(), event.y_root - widget.winfo_rooty()
        widget.event_generate("<Motion>", x=x, y=y)


def reveal(widget: tk.Misc, top: int = 0, height: int = 0, *, cut: bool = True) -> None:
    """Scroll what holds a widget until that, or a part of it, is in sight, if it scrolls.

    What is above it may be `cut`; or else it goes as well.
    """
    if scrolled := _around(widget):
        scrolled.reveal(widget, top, height or widget.winfo_height(), cut=cut)


def scroll_around(widget: tk.Misc, down: int) -> None:
    """Scroll what holds a widget down by so many pixels, if it scrolls."""
    if scrolled := _around(widget):
        scrolled.scroll_by(down)


def _around(widget: object) -> Scrolled | None:
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


# Bits of an event's state.
_SHIFT, _CONTROL, _COMMAND = 0x1, 0x4, 0x8
#: Points that a notch of the wheel scrolls.
NOTCH = 36


class Wheel:
    """Scrolls a view by its wheel, sideways with Shift; with Control (Command on a Mac) it zooms.

    `scroll` gets the pixels to go right and down, `zoom` whole steps and the pointer's place. Parts
    of a turn, as touchpads and fine wheels send them, add up. `notch` returns pixels.
    """

    def __init__(
        self,
        widget: tk.Misc,
        scroll: Callable[[int, int], object],
        zoom: Callable[[int, int, int], object] | None = None,
        notch: Callable[[], int] | None = None,
    ) -> None:
        self._scroll, self._zoom = scroll, zoom
        self._widget, self._notch = widget, notch or (lambda: pixels(widget, NOTCH))
        self._rest = 0.0
        self._was: object = None
        mac = str(widget.tk.call("tk", "windowingsystem")) == "aqua"
        self._zooms = _COMMAND if mac else _CONTROL
        # Tk 8.6 on X11 sends wheels as buttons, and on a Mac lines instead of parts of a notch.
        parts = 1 if mac and tk.TkVersion < 8.7 else 120
        widget.bind("<Button-4>", lambda event: self._turned(event, 1))
        widget.bind("<Button-5>", lambda event: self._turned(event, -1))
        widget.bind("<MouseWheel>", lambda event: self._turned(event, event.delta / parts))
        if widget.tk.call("info", "commands", "::tk::PreciseScrollDeltas"):  # Tk 9
            widget.bind("<TouchpadScroll>", self._touched)

    def _turned(self, event: tk.Event[tk.Misc], up: float) -> str:
        state = int(event.state)
        if state & self._zooms:
            if self._zoom and (steps := self._whole("zoom", up)):
                self._zoom(steps, event.x, event.y)
            return "break"
        way = "sideways" if state & _SHIFT else "down"
        far = self._whole(way, -up * self._notch())
        self._scroll(*((far, 0) if way == "sideways" else (0, far)))
        return "break"

    def _touched(self, event: tk.Event[tk.Misc]) -> str:
        """Scroll by two numbers of 16 bits in one, in pixels."""
        across, down = ((event.delta >> shift) & 0xFFFF for shift in (16, 0))
        across, down = (n - 0x10000 if n & 0x8000 else n for n in (across, down))
        if int(event.state) & self._zooms:
            return self._turned(event, down / pixels(self._widget, NOTCH))
        self._scroll(-across, -down)
        return "break"

    def _whole(self, what: str, turned: float) -> int:
        """Return the whole part of what was turned since something else was."""
        rest = (self._rest if what == self._was else 0.0) + turned
        self._was, self._rest = what, rest - int(rest)
        return int(rest)


#: How much there is to scroll to, where the window on it begins, and how long that is.
Stretch: TypeAlias = tuple[float, float, float]


def scroll_across(view: tk.Canvas | ttk.Treeview, **place: Any) -> None:
    """Pack a scrollbar at a place by its view, only while some of that is out of sight."""
    bar = ttk.Scrollbar(view.master, orient="horizontal", command=view.xview)
    view.configure(xscrollcommand=partial(_scrolled, bar, {"fill": "x", **place}))


def scroll_down(view: tk.Canvas | ttk.Treeview) -> None:
    """Pack a scrollbar right of a view, only while some of that is out of sight."""
    bar = ttk.Scrollbar(view.master, command=view.yview)
    place = {"side": "right", "fill": "y", "before": view}
    view.configure(yscrollcommand=partial(_scrolled, bar, place))


def _scrolled(bar: ttk.Scrollbar, place: Mapping[str, Any], first: float, last: float) -> None:
    """Show what is in sight, or no scrollbar if that is all."""
    bar.set(first, last)
    pack_if(float(first) > 0 or float(last) < 1, bar, **place)


_AXES: tuple[Literal["horizontal", "vertical"], ...] = ("horizontal", "vertical")


class EdgeBars:
    """Bars over the edges of a view, which keeps its size when they come and go; and its wheel.

    `pan` gets the pixels that what is in the view goes right and down; `zoom` gets steps, and the
    pointer's place if that is in the view and not on a bar, or another part `beside` it.
    """

    def __init__(
        self,
        view: tk.Misc,
        pan: Callable[[float, float], object],
        zoom: Callable[..., object],
        beside: Iterable[tk.Misc] = (),
    ) -> None:
        self._view = view
        self._pan = pan
        self._stretches: list[Stretch] = [(0, 0, 0), (0, 0, 0)]
        self.bars = [
            ttk.Scrollbar(view, orient=orient, cursor="arrow", command=partial(self._moved, axis))
            for axis, orient in enumerate(_AXES)
        ]
        self._shown: object = None
        Wheel(view, self._scroll, zoom)
        for part in (*self.bars, *beside):
            Wheel(part, self._scroll, lambda steps, x, y: zoom(steps))

    def _scroll(self, right: int, down: int) -> None:
        """Show what is some pixels farther to the right and below, where anything is hidden."""
        ways = zip((right, down), self._stretches, strict=True)
        self._pan(*(-way if whole > room else 0 for way, (whole, _, room) in ways))

    def show(self, across: Stretch, down: Stretch) -> None:
        self._stretches = [across, down]
        for bar, (whole, start, room) in zip(self.bars, self._stretches, strict=True):
            bar.set(start / max(whole, 1), (start + room) / max(whole, 1))
        needed = across[0] > across[2] + 0.5, down[0] > down[2] + 0.5
        beside = self.bars[1].winfo_reqwidth() if needed[1] else 0
        if (needed, beside) == self._shown:
            return
        self._shown = needed, beside
        for bar, is_needed in zip(self.bars, needed, strict=True):
            if not is_needed:
                bar.place_forget()
        if needed[0]:
            self.bars[0].place(relx=0, rely=1, anchor="sw", relwidth=1, width=-beside)
        if needed[1]:
            self.bars[1].place(relx=1, rely=0, anchor="ne", relheight=1)

    @property
    def room(self) -> tuple[int, int]:
        """How many pixels of the view they cover, at the right and at the lower edge."""
        across, down = self.bars
        return (
            down.winfo_reqwidth() if down.winfo_manager() else 0,
            across.winfo_reqheight() if across.winfo_manager() else 0,
        )

    def _moved(self, axis: int, *words: str) -> None:
        whole, start, room = self._stretches[axis]
        way = scrolled_to(words, start, whole, 0.9 * room, pixels(self._view, NOTCH)) - start
        self._scroll(*((round(way), 0) if axis == 0 else (0, round(way))))
