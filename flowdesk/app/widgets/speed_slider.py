"""SpeedSlider: a speed as a multiple of the normal one, with that in the middle."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from flowdesk.desk.pictures.playback import FASTEST, SLOWEST


class SpeedSlider(ttk.Frame):
    """Calls `on_change` with the speed, also when it is shown; `words` are shown beside it.

    `speed` returns the present speed, which another slider may have changed meanwhile.
    """

    def __init__(
        self,
        parent: tk.Misc,
        speed: Callable[[], float],
        on_change: Callable[[float], object],
        words: Callable[[float], str] = lambda speed: f"{speed:.1f} ×",
        width: int = 7,
    ) -> None:
        super().__init__(parent)
        self._on_change, self._words_of = on_change, words
        ttk.Label(self, text="Speed", style="Faint.TLabel").pack(side="left", padx=(0, 8))
        self._words = ttk.Label(self, width=width, style="Faint.TLabel", anchor="e")
        self._words.pack(side="right")
        # The slider is logarithmic.
        low, high = math.log10(SLOWEST), math.log10(FASTEST)
        self._scale = ttk.Scale(self, from_=low, to=high, command=self._moved)
        self._scale.pack(side="left", fill="x", expand=True)
        self._set(speed())
        self.bind("<Map>", lambda event: self._set(speed()))

    def _set(self, speed: float) -> None:
        self._scale.set(math.log10(speed))

    def _moved(self, position: str) -> None:
        speed = round(10 ** float(position), 2)
        if abs(speed - 1) < 0.12:
            speed = 1.0
        self._words.configure(text=self._words_of(speed))
        self._on_change(speed)
