"""Pointing: what the pointer and the arrow keys do on the picture of a board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from flowdesk.app.scan.canvas import ScanCanvas
from flowdesk.scan.samples import Point

_SLOP = 4  # pixels that the pointer may move in a click
_SHIFT = 1  # in the state of an event

#: Arrow keys, and where they lead.
_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class Pointing:
    """Drags corners, chooses cells and pans.

    `on_clear` is called when the chosen cell is to lose its dot, `on_dot` when it is to get one.
    """

    def __init__(
        self,
        canvas: ScanCanvas,
        on_dot: Callable[[], object],
        on_clear: Callable[[], object],
        factor: float,
    ) -> None:
        self._canvas = canvas
        self._draft = canvas.draft
        self._on_dot, self._on_clear = on_dot, on_clear
        self._slop = _SLOP * factor
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
            self._on_clear()

    def _press_twice(self, event: tk.Event[tk.Misc]) -> None:
        is_corner = self._canvas.corner_at(event.x, event.y) is not None
        cell = self._canvas.cell_at(event.x, event.y)
        if is_corner or cell is None:
            self._press(event)
        else:
            self._pressed = None
            self._canvas.choose(cell=cell)
            self._on_dot()

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
