"""SpeedSlider: a speed as a multiple of the normal one, with that in the middle."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from flowdesk.app.widgets.wheel import Wheel
from flowdesk.desk.pictures.playback import FASTEST, SLOWEST

#: What clicks beside the slider, the wheel and the arrows lead to, one after the other.
SPEEDS = (SLOWEST, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, FASTEST)


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
        ttk.Label(self, text="Speed", style="Faint.TLabel").pack(side="left", padx=(0, "6p"))
        self._words = ttk.Label(self, width=width, style="Faint.TLabel", anchor="e")
        self._words.pack(side="right")
        # The slider is logarithmic.
        low, high = math.log10(SLOWEST), math.log10(FASTEST)
        self._scale = ttk.Scale(self, from_=low, to=high, command=self._moved)
        self._scale.pack(side="left", fill="x", expand=True)
        self._scale.bind("<ButtonPress-1>", self._pressed)
        for sequence, step in {"<Left>": -1, "<Down>": -1, "<Right>": 1, "<Up>": 1}.items():
            self._scale.bind(sequence, lambda event, step=step: self._go_by(step))  # type: ignore[misc]  # mypy does not know the type of a default
        Wheel(self._scale, lambda right, down: self._go_by(right - down), notch=lambda: 1)
        self._set(speed())
        self.bind("<Map>", lambda event: self._set(speed()))

    def _set(self, speed: float) -> None:
        self._scale.set(math.log10(speed))

    @property
    def _speed(self) -> float:
        return round(10 ** float(self._scale.get()), 2)

    def _pressed(self, event: tk.Event[tk.Misc]) -> str | None:
        """Go by one step towards a point beside the slider; Tk would go to the end."""
        self._scale.focus_set()
        if "slider" in self._scale.identify(event.x, event.y):
            return None  # it is dragged
        return self._go_by(1 if self._scale.get(event.x, event.y) > self._scale.get() else -1)

    def _go_by(self, step: int) -> str:
        """Take the next of the usual speeds, up or down."""
        now = self._speed
        further = [speed for speed in SPEEDS if (speed - now) * step > 0.005]
        if further:
            self._set(further[0] if step > 0 else further[-1])
        return "break"

    def _moved(self, position: str) -> None:
        speed = round(10 ** float(position), 2)
        if abs(speed - 1) < 0.12:
            speed = 1.0
        self._words.configure(text=self._words_of(speed))
        self._on_change(speed)
