"""Correcting: what pointer, keys and buttons of the dialog do on the picture and to its reading."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping

from flowdesk.app.scale import factor
from flowdesk.app.scan.canvas import ScanCanvas
from flowdesk.app.scan.draft import Judging
from flowdesk.scan.reading import new_color, seen_color
from flowdesk.scan.samples import Point

_SHIFT, _CONTROL = 0x1, 0x4  # in the state of an event
_CORNERS = "1234"
_SLOP = 4  # pixels that the pointer may move in a click

#: Arrow keys, and where they lead.
_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class Correcting:
    """Drags corners, chooses cells and pans; sets what is in the chosen cell.

    `letters` gives the letters of the colours.
    """

    def __init__(
        self, canvas: ScanCanvas, judging: Judging, letters: Callable[[], Mapping[str, str]]
    ) -> None:
        self._canvas = canvas
        self._draft = canvas.draft
        self._judging = judging
        self._letters = letters
        self._slop = _SLOP * factor(canvas)
        self._pressed: tuple[int, int] | None = None
        self._grip: Point | None = None  # from the pointer to the corner that is dragged
        self._panned = False
        is_mac = str(canvas.tk.call("tk", "windowingsystem")) == "aqua"
        middle, right = (3, 2) if is_mac else (2, 3)
        for sequence, handler in {
            "<ButtonPress-1>": self._press,
            "<B1-Motion>": self._drag,
            "<ButtonRelease-1>": self._release,
            "<Double-Button-1>": self._press_twice,
            f"<ButtonPress-{middle}>": self._press_to_pan,
            f"<B{middle}-Motion>": self._drag,
            f"<ButtonRelease-{middle}>": self._release,
            f"<ButtonPress-{right}>": self._press_to_clear,
            "<Motion>": self._hover,
            "<Leave>": lambda event: canvas.hover(None),
        }.items():
            canvas.bind(sequence, handler)
        for name in _ARROWS:
            canvas.bind(f"<{name}>", self._arrow)
            canvas.bind(f"<Shift-{name}>", self._arrow)
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

    # The pointer

    def abandon_drag(self) -> None:
        """Put the corner that is dragged back where it was."""
        self._grip = self._pressed = None
        self._draft.abandon_drag()

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        canvas = self._canvas
        canvas.focus_set()
        self._pressed, self._panned = (event.x, event.y), False
        corner = canvas.corner_at(event.x, event.y)
        if corner is not None:
            x, y = canvas.view.to_window(self._draft.lattice.corners[corner])
            self._grip = x - event.x, y - event.y
            self._draft.begin_drag(held=True)
            canvas.choose(corner=corner)

    def _press_to_pan(self, event: tk.Event[tk.Misc]) -> None:
        self._pressed, self._panned = (event.x, event.y), True

    def _press_to_clear(self, event: tk.Event[tk.Misc]) -> None:
        self._canvas.focus_set()
        if cell := self._canvas.cell_at(event.x, event.y):
            self._canvas.choose(cell=cell)
            self.clear()

    def _press_twice(self, event: tk.Event[tk.Misc]) -> None:
        is_corner = self._canvas.corner_at(event.x, event.y) is not None
        cell = self._canvas.cell_at(event.x, event.y)
        if is_corner or cell is None:
            self._press(event)
        else:
            self._pressed = None
            self._canvas.choose(cell=cell)
            self.set_seen_color()

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        canvas = self._canvas
        if self._pressed is None:
            return
        if self._grip is not None and canvas.corner is not None:
            place = event.x + self._grip[0], event.y + self._grip[1]
            self._draft.move_corner(canvas.corner, canvas.view.to_picture(*place))
            return
        right, down = event.x - self._pressed[0], event.y - self._pressed[1]
        if self._panned or max(abs(right), abs(down)) > self._slop:
            self._panned, self._pressed = True, (event.x, event.y)
            canvas.configure(cursor="fleur")
            canvas.pan(right, down)

    def _release(self, event: tk.Event[tk.Misc]) -> None:
        was_pressed, self._pressed = self._pressed, None
        if self._grip is not None:
            self._grip = None
            self._draft.end_drag()
        elif was_pressed and not self._panned:
            self._canvas.choose(cell=self._canvas.cell_at(event.x, event.y))
        self._hover(event)

    def _hover(self, event: tk.Event[tk.Misc]) -> None:
        canvas = self._canvas
        is_corner = canvas.corner_at(event.x, event.y) is not None
        cell = None if is_corner else canvas.cell_at(event.x, event.y)
        canvas.hover(cell)
        canvas.configure(cursor="crosshair" if is_corner else "hand2" if cell else "")

    def _arrow(self, event: tk.Event[tk.Misc]) -> str:
        canvas, lattice = self._canvas, self._draft.lattice
        right, down = _ARROWS[event.keysym]
        if not self._draft.is_read:
            return "break"
        if canvas.corner is not None:
            step = 10 if int(event.state) & _SHIFT else 1
            x, y = lattice.corners[canvas.corner]
            if not self._draft.in_drag:
                self._draft.begin_drag()
            self._draft.move_corner(canvas.corner, (x + step * right, y + step * down))
        elif canvas.cell is None:
            canvas.choose(cell=(0, 0))
        else:
            column = min(max(canvas.cell[0] + right, 0), lattice.columns - 1)
            row = min(max(canvas.cell[1] + down, 0), lattice.rows - 1)
            canvas.choose(cell=(column, row))
        return "break"
