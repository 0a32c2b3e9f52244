"""Swatches: the colours of the dots in a picture, to choose one for a cell."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping, Sequence

from PIL import ImageTk

from flowdesk.app.look import Palette
from flowdesk.app.scan import marks
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.signal import Signal
from flowdesk.core.text import counted
from flowdesk.scan.reading import Dots

_SIDE, _MARK = 34, 26  # pixels of a swatch and of the mark in it


class Swatches(tk.Canvas):
    """Shows each colour by a disc with its letter, and how many dots it has unless these are two.

    Emits `chosen` with the colour that is clicked. `factor` is that of the screen.
    """

    def __init__(self, parent: tk.Misc, colors: Palette, factor: float) -> None:
        self._side = round(_SIDE * factor)
        super().__init__(
            parent,
            height=self._side,
            width=6 * self._side,
            borderwidth=0,
            highlightthickness=0,
            background=colors.background,
        )
        self.chosen: Signal[[str]] = Signal()
        self._colors = colors
        self._factor = factor
        self._dots: Sequence[Dots] = ()
        self._letters: Mapping[str, str] = {}
        self._current = ""
        self._photos: list[ImageTk.PhotoImage] = []
        self._tip = Tooltip(self, "")
        self.bind("<Configure>", lambda event: self._draw())
        self.bind("<Button-1>", self._clicked)
        self.bind("<Motion>", self._hover, add=True)

    def show(self, dots: Sequence[Dots], letters: Mapping[str, str], current: str) -> None:
        """Show the colours of dots with their letters; `current` is that of the chosen cell."""
        if (dots, letters, current) != (self._dots, self._letters, self._current):
            self._dots, self._letters, self._current = dots, letters, current
            self._draw()

    @property
    def _columns(self) -> int:
        return max(1, self.winfo_width() // self._side)

    def _draw(self) -> None:
        self.delete("all")
        self._photos.clear()
        side, middle = self._side, self._side / 2
        for number, dots in enumerate(self._dots):
            x, y = number % self._columns * side, number // self._columns * side
            if dots.color == self._current:
                box = x + 1, y + 1, x + side - 2, y + side - 2
                self.create_rectangle(box, outline=self._colors.accent, width=2 * self._factor)
            letter = self._letters.get(dots.color, "")
            mark = marks.dot(round(_MARK * self._factor), dots.color, letter)
            self._photos.append(ImageTk.PhotoImage(mark, master=self))
            self.create_image(x + middle, y + middle, image=self._photos[-1])
            if (count := len(dots.cells)) != 2:
                small = marks.badge(round(15 * self._factor), self._colors.gold, str(count))
                self._photos.append(ImageTk.PhotoImage(small, master=self))
                self.create_image(x + 0.8 * side, y + 0.22 * side, image=self._photos[-1])
        rows = -(-len(self._dots) // self._columns)
        self.configure(height=max(rows, 1) * side)

    def _dots_at(self, event: tk.Event[tk.Misc]) -> Dots | None:
        column, row = event.x // self._side, event.y // self._side
        number = row * self._columns + column
        return self._dots[number] if column < self._columns and number < len(self._dots) else None

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        if dots := self._dots_at(event):
            self.chosen.emit(dots.color)

    def _hover(self, event: tk.Event[tk.Misc]) -> None:
        self._tip.text = ""
        if dots := self._dots_at(event):
            letter = self._letters.get(dots.color, "")
            self._tip.text = f"{letter}: {counted(len(dots.cells), 'dot')}  (key {letter})"
