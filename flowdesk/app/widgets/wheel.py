"""Wheel: what wheels and touchpads say, the same on every system and for every view."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from flowdesk.app.scale import pixels

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
