"""Correcting: what buttons and keys of the dialog change in the reading of a picture."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping

from flowdesk.app.scan.canvas import ScanCanvas
from flowdesk.app.scan.draft import new_color, seen_color
from flowdesk.app.scan.judging import Judging

_CONTROL = 0x4  # in the state of an event
_CORNERS = "1234"


class Correcting:
    """Acts on the chosen cell or corner. `letters` gives the letters of the colours."""

    def __init__(
        self, canvas: ScanCanvas, judging: Judging, letters: Callable[[], Mapping[str, str]]
    ) -> None:
        self._canvas = canvas
        self._draft = canvas.draft
        self._judging = judging
        self._letters = letters
        canvas.bind("<Key>", self._typed)

    def set_size(self, columns: int, rows: int) -> None:
        lattice = self._draft.lattice
        if self._draft.is_read and (columns, rows) != (lattice.columns, lattice.rows):
            self._canvas.choose()
            self._draft.set_size(columns, rows)

    def set_color(self, color: str) -> None:
        """Give the chosen cell a dot of a colour, or none ("")."""
        if self._canvas.cell:
            self._judging.settle()
            self._canvas.pointed = ()
            self._draft.set_dot(self._canvas.cell, color)

    def clear(self) -> None:
        self.set_color("")

    def set_new_color(self) -> None:
        if self._canvas.cell:
            self._judging.settle()
            used = [dots.color for dots in self._draft.reading.dots]
            self.set_color(new_color(self._draft.looks, self._canvas.cell, used))

    def set_seen_color(self) -> None:
        """Give the chosen cell the dot that is in the picture, unless it has one."""
        cell = self._canvas.cell
        if cell and not self._draft.dot_at(cell):
            self._judging.settle()
            self.set_color(seen_color(self._draft.looks, cell, self._draft.reading.dots))

    def undo(self) -> None:
        if not self._draft.is_held:
            self._draft.undo()

    def redo(self) -> None:
        if not self._draft.is_held:
            self._draft.redo()

    def read_again(self) -> None:
        self._canvas.choose()
        self._judging.read_again(self._canvas.in_sight)

    def point_out_next(self) -> None:
        """Show the cells of the doubt after the one that is shown."""
        canvas = self._canvas
        groups = [doubt.cells for doubt in self._draft.reading.doubts if doubt.cells]
        if groups:
            shown = tuple(canvas.pointed)
            number = groups.index(shown) + 1 if shown in groups else 0
            canvas.point_out(groups[number % len(groups)])

    def _typed(self, event: tk.Event[tk.Misc]) -> str | None:
        """Set a dot by the letter of its colour, or choose a corner by its number."""
        if not event.char or int(event.state) & _CONTROL:
            return None
        colors = {letter: color for color, letter in self._letters().items() if letter}
        letter = event.char if event.char in colors else event.char.upper()
        if event.keysym in ("Delete", "BackSpace"):
            self.clear()
        elif letter in colors:
            self.set_color(colors[letter])
        elif letter == "+":
            self.set_new_color()
        elif letter == " ":
            self.set_seen_color()
        elif letter == "?":
            self.point_out_next()
        elif letter in _CORNERS and self._draft.is_read:
            self._canvas.choose(corner=_CORNERS.index(letter))
        else:
            return None
        return "break"
