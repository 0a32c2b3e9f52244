"""ChartCanvas: a chart that follows the size and the colours of its window."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable
from dataclasses import replace

from flowdesk.app.look import Palette
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer
from flowdesk.draw.charts import ON_DARK, ON_LIGHT, Inks

_PAUSE = 0.7  # seconds between two charts, each of which takes several frames
_SMALLEST = 90  # points; no chart is drawn below this


class ChartCanvas(tk.Canvas):
    """Shows what a function of size and inks draws as PNG; without one, a few words.

    It asks for a `height` in points.
    """

    def __init__(self, parent: tk.Misc, words: str, height: float = 150) -> None:
        super().__init__(
            parent, highlightthickness=0, borderwidth=0, width="150p", height=f"{height}p"
        )
        self._words = words
        self._png: Callable[[tuple[int, int], Inks], bytes] | None = None
        self._colors: tuple[Palette, bool] | None = None
        self._timer = Timer(self)
        self._drawn_at = 0.0
        self.bind("<Configure>", lambda event: self._draw_soon())

    def show(self, png: Callable[[tuple[int, int], Inks], bytes] | None) -> None:
        """Draw another chart; None shows the words."""
        self._png = png
        self._draw_soon()

    def set_colors(self, colors: Palette, *, is_light: bool) -> None:
        self._colors = colors, is_light
        self.configure(background=colors.background)
        self._timer.start(1, self._draw)  # or it would be in the colours before for a while

    def _draw_soon(self) -> None:
        """Draw the chart when idle, but not more often than every `_PAUSE` seconds."""
        if not self._timer.running:
            wait = self._drawn_at + _PAUSE - time.monotonic()
            self._timer.start(max(1, int(1000 * wait)), self._draw)

    def _draw(self) -> None:
        width, height = self.winfo_width(), self.winfo_height()
        self.delete("all")
        if self._colors is None or min(width, height) < pixels(self, _SMALLEST):
            return
        colors, is_light = self._colors
        if self._png:
            inks = ON_LIGHT if is_light else ON_DARK
            inks = replace(inks, paper=colors.background, scale=colors.scale)
            self._photo = tk.PhotoImage(master=self, data=self._png((width, height), inks))
            self.create_image(0, 0, image=self._photo, anchor="nw")
            self._drawn_at = time.monotonic()
        else:
            self.create_text(
                width // 2,
                height // 2,
                text=self._words,
                width=width - pixels(self, 30),
                justify="center",
                fill=colors.faint,
                font="TkDefaultFont",
                tags="words",
            )
