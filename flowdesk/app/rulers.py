"""Rulers: the numbers of rows and columns round the board, which people count from one.

They are strips over the board's view: beside the board where there is room, else at the edge of the
window, while the board is scrolled below them.
"""

from __future__ import annotations

import tkinter as tk

from flowdesk.app import fonts
from flowdesk.app.scale import pixels
from flowdesk.core.grid import Cell
from flowdesk.draw.measures import PixelLattice
from flowdesk.draw.theme import Theme, between, text_color

#: The numbers that are left out where there is no room: all but every fifth, tenth ...
_STEPS = (1, 5, 10, 20, 50, 100)


class Rulers:
    """Two `strips` over a view, that of columns and that of rows; `shown` tells whether they are.

    `room` is their width and height.
    """

    def __init__(self, view: tk.Misc, theme: Theme) -> None:
        self.shown = self._covered = False
        self._size = 0
        self._view = view
        self._theme = theme
        self._font = self._small = fonts.named(view, fonts.SMALL)
        self.strips = [
            tk.Canvas(view, highlightthickness=0, borderwidth=0, cursor="arrow") for _ in range(2)
        ]
        self._corner = tk.Frame(view)  # where numbers of columns would stand above those of rows
        self._lit: Cell | None = None
        self._apart = self._long = (1, 1)  # of each strip: how far places are apart, and how long
        self._sides: Cell = (1, 1)
        self._drawn: object = None  # what the numbers on the strips are drawn for
        self._ranges = [range(0), range(0)]  # of the numbers on each strip
        self._starts = [0, 0]  # where on its strip the board begins, in pixels
        self._places: dict[tk.Widget, tuple[int, int, int, int]] = {}
        self._measure()

    @property
    def room(self) -> tuple[int, int]:
        """The width of the strip with rows, and the height of that with columns."""
        return self._digit * max(2, len(str(self._sides[1]))) + 2 * self._pad, self._high

    def set(self, *, shown: bool, size: int) -> None:
        """Show the numbers or not, in type of so many pixels; 0 is the usual size."""
        if (shown, size) == (self.shown, self._size):
            return
        self.shown, self._size = shown, size
        self._font = self._small.copy() if size else self._small
        self._measure()
        if not shown:
            for part in self._places:
                part.place_forget()
            self._places.clear()

    def cover(self, *, covered: bool) -> None:
        """Hide the numbers below what lies over the board, or show them again where they were."""
        self._covered = covered
        for part, (x, y, width, height) in self._places.items():
            part.place_forget() if covered else part.place(x=x, y=y, width=width, height=height)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._measure()

    def _measure(self) -> None:
        """Look how large everything is; the numbers are drawn anew."""
        if self._size:
            self._font.configure(size=-self._size)
        self._pad = pixels(self._view, 3)
        self._digit, self._line = self._font.measure("0"), self._font.metrics("linespace")
        self._high = self._line + self._pad
        self._drawn = None

    def light(self, cell: Cell | None) -> None:
        """Light the row and the column of a cell softly."""
        if cell != self._lit:
            self._lit = cell
            if self.shown:
                self._show_lit()

    def follow(
        self, origin: tuple[int, int], lattice: PixelLattice, sides: Cell, around: int
    ) -> None:
        """Show the numbers for a board of so many columns and rows.

        Its upper left corner is at `origin`, in pixels, and it reaches `around` beyond its cells.
        """
        self._sides, self._apart = sides, (lattice.across, lattice.cell)
        self._long = lattice.size[0], lattice.cell + lattice.lower
        if not self.shown:
            return
        wide, high = self.room
        gap = around + self._pad
        left, top = max(0, origin[0] - gap - wide), max(0, origin[1] - gap - high)
        starts = [origin[0] - left - wide, origin[1] - top - high]
        rooms = self._view.winfo_width() - left - wide, self._view.winfo_height() - top - high
        lengths = [
            max(1, min(room, start + long + gap + wide // 2))
            for room, start, long in zip(rooms, starts, lattice.board(*sides), strict=True)
        ]
        self._place(self.strips[0], (left + wide, top, lengths[0], high))
        self._place(self.strips[1], (left, top + high, wide, lengths[1]))
        self._place(self._corner, (left, top, wide, high))
        in_sight = [
            range(max(0, -start // apart), min(side, (length - start) // apart + 1))
            for start, length, side, apart in zip(starts, lengths, sides, self._apart, strict=True)
        ]
        if self._drawn != (lattice, sides) or any(
            seen and not (drawn.start <= seen.start and seen.stop <= drawn.stop)
            for seen, drawn in zip(in_sight, self._ranges, strict=True)
        ):
            self._drawn, self._starts = (lattice, sides), starts
            for axis, seen in enumerate(in_sight):
                spare = len(seen) // 2  # so that it can be scrolled for a while
                end = min(seen.stop + spare, sides[axis])
                self._ranges[axis] = range(max(0, seen.start - spare), end)
            self._draw()
            self._show_lit()
        elif starts != self._starts:
            right, down = starts[0] - self._starts[0], starts[1] - self._starts[1]
            self._starts = starts
            self.strips[0].move("all", right, 0)
            self.strips[1].move("all", 0, down)

    def _place(self, part: tk.Widget, place: tuple[int, int, int, int]) -> None:
        if place != self._places.get(part):
            self._places[part] = place
            self.cover(covered=self._covered)

    def _draw(self) -> None:
        ground = self._theme.ground
        faint = between(ground, text_color(ground), 0.55)
        self._corner.configure(background=ground)
        for axis, strip in enumerate(self.strips):
            strip.delete("all")
            strip.configure(background=ground)
            for number in self._numbers(axis):
                self._write(axis, number, faint, "number")

    def _numbers(self, axis: int) -> list[int]:
        """Return the numbers for which there is room, of those to be drawn."""
        gap = self._small.measure("0")
        needed = self._line if axis else self._digit * len(str(self._sides[0])) + gap
        step = next((step for step in _STEPS if step * self._apart[axis] >= needed), _STEPS[-1])
        numbers = (place + 1 for place in self._ranges[axis])
        return [number for number in numbers if number == 1 or number % step == 0]

    def _write(self, axis: int, number: int, color: str, tag: str) -> int:
        wide, high = self.room
        start = (number - 1) * self._apart[axis]
        along = self._starts[axis] + round(start + self._long[axis] / 2)
        x, y = (along, high // 2) if axis == 0 else (wide // 2, along)
        return self.strips[axis].create_text(
            x, y, text=str(number), fill=color, font=self._font, tags=tag
        )

    def _show_lit(self) -> None:
        """Write the numbers of the lit cell once more, on a soft ground."""
        theme = self._theme
        for axis, strip in enumerate(self.strips):
            strip.delete("lit")
            if self._lit is None or not 0 <= self._lit[axis] < self._sides[axis]:
                continue
            number = self._lit[axis] + 1
            text = self._write(axis, number, theme.cursor, "lit")
            left, top, right, bottom = strip.bbox(text)
            start = self._starts[axis] + (number - 1) * self._apart[axis]
            end = start + self._long[axis]
            wide, high = self.room
            box = (
                (min(start, left - 2), 0, max(end, right + 2), high)
                if axis == 0
                else (0, min(start, top), wide, max(end, bottom))
            )
            ground = between(theme.ground, theme.cursor, 0.16)
            strip.create_rectangle(*box, fill=ground, width=0, tags="lit")
            strip.tag_raise(text)
