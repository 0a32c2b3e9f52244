"""Timeline: the levels of a search over its events, with its conflicts; drag to go anywhere."""

from __future__ import annotations

import time
import tkinter as tk
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise

from flowdesk.app.look import Palette
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.tooltip import Tooltip

_HEIGHT = 33  # points
_TICKS, _ABOVE = 5.25, 3  # points of the height: for conflicts, and left free
_PAUSE = 0.6  # seconds between two drawings of a search that is not known to its end


class Timeline(tk.Canvas):
    """Calls `on_seek` with a number of events."""

    def __init__(self, parent: tk.Misc, on_seek: Callable[[int], object]) -> None:
        super().__init__(
            parent,
            height=f"{_HEIGHT}p",
            width="7.5p",
            borderwidth=0,
            highlightthickness=0,
            cursor="hand2",
        )
        self._on_seek = on_seek
        self._levels: Sequence[int] = ()
        self._total = self._at = 0
        self._conflicts: Sequence[int] = ()
        self._found: Sequence[int] = ()
        self._colors: Palette | None = None
        self._is_growing = False
        self._drawn: object = None
        self._drawn_at, self._drawn_total = 0.0, 0
        Tooltip(self, "The level of each event; red: conflicts, gold: answers. Drag to go there.")
        for sequence in ("<ButtonPress-1>", "<B1-Motion>"):
            self.bind(sequence, self._dragged, add=True)
        self.bind("<Configure>", lambda event: self._draw(), add=True)

    def show(
        self,
        levels: Sequence[int],
        conflicts: Sequence[int],
        found: Sequence[int],
        at: int,
        colors: Palette,
        *,
        is_growing: bool,
    ) -> None:
        """Show the level after each event that is known, and mark the one that is `at`.

        While more become known, not each of them is drawn at once.
        """
        self._is_growing = is_growing
        self._levels, self._total, self._at = levels, len(levels), at
        self._conflicts, self._found, self._colors = conflicts, found, colors
        self._draw()

    def _draw(self) -> None:
        colors, width = self._colors, self.winfo_width()
        if colors is None or width < 10:
            return
        height = pixels(self, _HEIGHT)
        shown, now = (width, height, colors, id(self._levels)), time.monotonic()
        grown = self._total - self._drawn_total
        can_wait = self._is_growing and self._at <= self._drawn_total
        is_due = grown and not (can_wait and now < self._drawn_at + _PAUSE)
        if shown != self._drawn or is_due:
            self._drawn, self._drawn_at, self._drawn_total = shown, now, self._total
            self.delete("all")
            self.configure(background=colors.raised)
            self._draw_levels(width, height, colors)
            self.create_line(0, 0, 0, height, fill=colors.text, width="1.5p", tags="now")
        x = round(self._at * (width - 2) / max(self._drawn_total, 1)) + 1
        self.coords("now", x, 0, x, height)

    def _draw_levels(self, width: int, height: int, colors: Palette) -> None:
        total = self._total
        if not total:
            return
        bounds = [column * total // width for column in range(width + 1)]
        tops = [max(self._levels[a : max(b, a + 1)], default=0) for a, b in pairwise(bounds)]
        bottom = height - pixels(self, _TICKS)
        most, room = max(max(tops), 1), bottom - pixels(self, _ABOVE)
        outline: list[float] = [0, bottom]
        for column, top in enumerate(tops):
            y = bottom - 1 - room * top / most
            outline += [column, y, column + 1, y]
        self.create_polygon(*outline, width, bottom, fill=colors.neutral, outline="")
        for places, color in ((self._conflicts, colors.bad), (self._found, colors.gold)):
            for column, (a, b) in enumerate(pairwise(bounds)):
                first = bisect_left(places, a)
                if first < len(places) and places[first] < max(b, a + 1):
                    self.create_line(column, bottom, column, height, fill=color, width="1.5p")

    def _dragged(self, event: tk.Event[tk.Misc]) -> None:
        share = event.x / max(self.winfo_width() - 2, 1)
        self._on_seek(round(self._drawn_total * max(0.0, min(share, 1.0))))
