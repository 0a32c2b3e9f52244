"""ScanPanel: beside the picture, what was read, how sure that is, and means to correct it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from tkinter import ttk

from PIL import Image, ImageTk

from flowdesk.app import fonts
from flowdesk.app.dialogs.base import when_written
from flowdesk.app.look import colors_of
from flowdesk.app.scale import factor, pixels
from flowdesk.app.scan.canvas import badge, dot_mark
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.grid import Cell
from flowdesk.core.signal import Signal
from flowdesk.core.text import counted
from flowdesk.desk.scans.scan import Headline
from flowdesk.scan.reading import Dots, Doubt
from flowdesk.scan.samples import FEWEST, MOST

_WIDTH = 264  # pixels
_TYPING_MS = 400  # until a number that is being typed counts


class ScanPanel(ttk.Frame):
    """Shows a scan.

    Emits `resized` with the columns and rows that were typed, `doubt_chosen` with the cells of one.
    The buttons' commands are set from outside.
    """

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self._width = round(_WIDTH * factor(self))
        self.configure(width=self._width)
        self.pack_propagate(False)
        self.resized: Signal[[int, int]] = Signal()
        self.doubt_chosen: Signal[[Collection[Cell]]] = Signal()
        self._timer = Timer(self)
        self._listed: tuple[Sequence[Doubt], Sequence[str]] | None = None
        self._size = 0, 0

        self._verdict = tk.Label(self, anchor="w")
        self._verdict.configure(font=fonts.HEADING, compound="left")
        self._verdict.pack(fill="x")
        self._more = self._two_lines()
        self._more.configure(style="Faint.TLabel")

        sizes = ttk.Frame(self)
        sizes.pack(fill="x", pady=(0, "7.5p"))
        self._columns = self._number(sizes, "Columns", 0)
        self._rows = self._number(sizes, "Rows", 1)

        self._chosen = self._two_lines()
        self.swatches = Swatches(self)
        self.swatches.pack(fill="x")
        buttons = ttk.Frame(self)
        buttons.pack(fill="x", pady=("3p", "7.5p"))
        self.new = ttk.Button(buttons, text="New colour")
        self.clear = ttk.Button(buttons, text="No dot")
        for button, tip in (
            (self.new, "A dot unlike all others  (+). A double click adds the dot in the picture."),
            (self.clear, "Nothing is in this cell  (Delete, or right click)"),
        ):
            button.pack(side="left", fill="x", expand=True, padx=(0, "4.5p"))
            Tooltip(button, tip)

        self._heading = ttk.Label(self, text="To check", style="Heading.TLabel")
        self._heading.pack(fill="x", pady=(0, "3p"))
        Tooltip(self._heading, "The key ? goes from one to the next")
        self._list = LinkedText(self, fonts.TEXT, height=3, spacing=4.5)
        self._list.pack(fill="both", expand=True)

    def _two_lines(self) -> ttk.Label:
        """Add a label with room for two lines, so that nothing moves with its text."""
        room = ttk.Frame(
            self, height=2 * fonts.named(self).metrics("linespace") + pixels(self, 1.5)
        )
        room.pack_propagate(False)
        room.pack(fill="x", pady=("1.5p", "6p"))
        label = ttk.Label(room, justify="left", wraplength=self._width)
        label.pack(anchor="nw")
        return label

    def _number(self, parent: ttk.Frame, label: str, column: int) -> tk.StringVar:
        variable = tk.StringVar(self)
        cell = ttk.Frame(parent)  # keeps both together where there is room for one column
        cell.grid(row=0, column=column, sticky="ew", padx=(0, "4.5p"))
        parent.columnconfigure(column, weight=1, uniform="number")
        ttk.Label(cell, text=label).pack(anchor="w")
        field = ttk.Spinbox(cell, from_=FEWEST, to=MOST, textvariable=variable, width=4)
        field.configure(command=self.flush)
        field.pack(fill="x")
        field.bind("<FocusOut>", lambda event: self.enter(), add=True)
        field.bind("<Return>", lambda event: self._entered())
        when_written(variable, field, lambda: self._timer.start(_TYPING_MS, self.flush))
        return variable

    def flush(self) -> None:
        """Take over the numbers that were typed, if they can be a size."""
        self._timer.stop()
        if all(map(_is_side, (self._columns.get(), self._rows.get()))):
            self.resized.emit(int(self._columns.get()), int(self._rows.get()))

    def enter(self) -> bool:
        """Take over the numbers; show the former one again in place of what is none, and say so.

        Return whether all were numbers.
        """
        self.flush()
        are_sides = True
        for variable, number in zip((self._columns, self._rows), self._size, strict=True):
            if number and not _is_side(variable.get()):
                are_sides = False
                variable.set(str(number))
        if not are_sides:
            self._timer.stop()
            self._chosen.configure(text=f"A board has {FEWEST} to {MOST} columns and rows.")
        return are_sides

    def _entered(self) -> str:
        """Take over a number, and do not open the level yet."""
        self.enter()
        return "break"

    def show_size(self, columns: int, rows: int) -> None:
        """Show the size of the board, unless it is the one that is being typed over."""
        if (columns, rows) == self._size:
            return
        self._size = columns, rows
        for variable, number in ((self._columns, columns), (self._rows, rows)):
            if variable.get() != str(number):
                variable.set(str(number))
        self._timer.stop()

    def say(self, words: Headline) -> None:
        ink = getattr(colors_of(self), words.mood)
        self._verdict.configure(text=f"● {words.text}", foreground=ink)
        self._more.configure(text=words.more)

    def show_chosen(self, text: str, *, is_cell: bool) -> None:
        """Say what is chosen in the picture; only a cell can get a dot."""
        self._chosen.configure(text=text)
        for button in (self.new, self.clear):
            button.state(["!disabled" if is_cell else "disabled"])

    def show_doubts(self, doubts: Sequence[Doubt], remarks: Sequence[str]) -> None:
        """List what is doubtful; a click on a sentence about cells shows them."""
        if (doubts, remarks) == self._listed:
            return
        self._listed = doubts, remarks
        self._heading.configure(text="To check" if doubts else "Nothing to check")
        text = self._list
        text.begin()
        for doubt in doubts:
            cells = doubt.cells
            if cells:
                text.add(
                    f"{doubt.message}\n",
                    "link",
                    click=lambda cells=cells: self.doubt_chosen.emit(cells),  # type: ignore[misc]
                    tip="Show where",
                )
            else:
                text.add(f"{doubt.message}\n")
        for remark in remarks:
            text.add(f"{remark}\n", "faint")
        text.end()


def _is_side(text: str) -> bool:
    """Whether a text is a number of columns or rows that can be set."""
    return text.isdecimal() and FEWEST <= int(text) <= MOST


_SIDE, _MARK, _BADGE = 34, 26, 15  # pixels of a swatch, of the mark in it, and of a badge on that


class Swatches(tk.Frame):
    """Shows each colour by a disc with its letter, and how many dots it has unless these are two.

    Emits `chosen` with the colour that is clicked.
    """

    def __init__(self, parent: tk.Misc) -> None:
        self._factor = factor(parent)
        self._side = round(_SIDE * self._factor)
        super().__init__(parent, height=self._side)
        self.chosen: Signal[[str]] = Signal()
        self._colors = colors_of(self)
        self._shown: object = None
        self._line = round(2 * self._factor)  # round the chosen one
        self._swatches: list[tk.Label] = []
        self._photos: list[ImageTk.PhotoImage] = []
        self.bind("<Configure>", lambda event: self._arrange())

    def show(self, dots: Sequence[Dots], letters: Mapping[str, str], current: str) -> None:
        """Show the colours of dots with their letters; `current` is that of the chosen cell."""
        if self._shown == (dots, letters, current):
            return
        self._shown = dots, letters, current
        for swatch in self._swatches:
            swatch.destroy()
        self._swatches.clear()
        self._photos.clear()
        for each in dots:
            letter, count = letters.get(each.color, ""), len(each.cells)
            picture = self._picture(each.color, letter, count)
            self._photos.append(ImageTk.PhotoImage(picture, master=self))
            swatch = tk.Label(self, image=self._photos[-1], borderwidth=0)
            ground = self._colors.background
            frame = self._colors.accent if each.color == current else ground
            swatch.configure(background=ground, highlightbackground=frame)
            swatch.configure(highlightthickness=self._line)
            self._swatches.append(swatch)
            swatch.bind("<Button-1>", partial(self._clicked, each.color))
            Tooltip(swatch, f"{letter}: {counted(count, 'dot')}  (key {letter})")
        self._arrange()

    def _arrange(self) -> None:
        columns = max(1, self.winfo_width() // self._side)
        for number, swatch in enumerate(self._swatches):
            swatch.grid(row=number // columns, column=number % columns)

    def _picture(self, color: str, letter: str, count: int) -> Image.Image:
        size = self._side - 2 * self._line
        picture = Image.new("RGBA", (size, size))
        mark = dot_mark(round(_MARK * self._factor), color, letter)
        picture.alpha_composite(mark, ((size - mark.width) // 2, (size - mark.height) // 2))
        if count != 2:
            small = badge(round(_BADGE * self._factor), self._colors.gold, str(count))
            picture.alpha_composite(small, (size - small.width, 0))
        return picture

    def _clicked(self, color: str, event: object) -> None:
        self.chosen.emit(color)
