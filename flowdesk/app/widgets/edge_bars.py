"""EdgeBars: scrollbars over the right and lower edge of a view, there only when it scrolls."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import Literal, TypeAlias

from flowdesk.app.scale import pixels
from flowdesk.app.widgets.wheel import NOTCH

#: How much there is to scroll to, where the window on it begins, and how long that is.
Stretch: TypeAlias = tuple[float, float, float]

_AXES: tuple[Literal["horizontal", "vertical"], ...] = ("horizontal", "vertical")


class EdgeBars:
    """`scroll` gets the pixels to go right and down.

    The bars lie over the view, so that it keeps its size when they come and go.
    """

    def __init__(self, view: tk.Misc, scroll: Callable[[int, int], object]) -> None:
        self._view = view
        self._scroll = scroll
        self._stretches: list[Stretch] = [(0, 0, 0), (0, 0, 0)]
        self.bars = [
            ttk.Scrollbar(view, orient=orient, cursor="arrow", command=partial(self._moved, axis))
            for axis, orient in enumerate(_AXES)
        ]
        self._shown: object = None

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

    def _moved(self, axis: int, kind: str, number: str, unit: str = "") -> None:
        """Follow a bar: ``moveto`` a fraction, or ``scroll`` by units or pages."""
        whole, start, room = self._stretches[axis]
        if kind == "moveto":
            way = float(number) * whole - start
        else:
            way = float(number) * (0.9 * room if unit == "pages" else pixels(self._view, NOTCH))
        self._scroll(*((round(way), 0) if axis == 0 else (0, round(way))))
