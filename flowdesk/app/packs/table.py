"""Table: a list of rows with pictures, of which only those in sight are drawn.

Rows are identified by ids, and their content is requested when they come into sight, so that there
may be any number. All rows have the same height, and are scrolled by pixels.
"""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from tkinter import ttk
from typing import Any

from PIL import Image, ImageDraw, ImageTk

from flowdesk.app import fonts, look
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.picking import CONTROL_OR_COMMAND, Picking
from flowdesk.app.widgets.tooltip import Tooltip, short
from flowdesk.app.widgets.toplevel import grid_if
from flowdesk.core.signal import Signal
from flowdesk.draw.theme import between

_ROOM = 26  # digits for the column that has no width: others become narrower to leave them
_SIGN, _AROUND_PICTURE, _MARK = 7.5, 9, 2.25  # points
_EMPTY, _BESIDE_EMPTY = 345, 30  # the width of a text instead of rows, in points
_SMOOTH = 4  # signs are drawn this many times larger, then reduced

#: The points of signs other than the dot, in a square from 0 to 1.
_CHECK = ((0.05, 0.55), (0.38, 0.88), (0.95, 0.14))
_STAR = tuple(
    (0.5 + far * math.sin(turn * math.pi / 5), 0.55 - far * math.cos(turn * math.pi / 5))
    for turn, far in enumerate((0.55, 0.24) * 5)
)


@dataclass(frozen=True)
class Column:
    """A column; its `width` is in digits of the font, 0 for what the others leave.

    Where the room is small it is narrower, down to its `least` width if there is one. What is in
    a column of `figures` ends a digit before its right end.
    """

    name: str
    heading: str
    width: int
    least: int = 0
    bold: bool = False
    figures: bool = False


@dataclass(frozen=True)
class RowField:
    """The content of a row in a column: a text, a faint `note` below, and a sign before it.

    The sign is a "dot", a "check" or a "star", shown if it has a color. `picture` replaces the
    text; `tip` is the tooltip; the note of a field that `warns` is not faint.
    """

    text: str = ""
    note: str = ""
    color: str = ""
    sign: str = "dot"
    tip: str = ""
    faint: bool = False
    warns: bool = False
    picture: ImageTk.PhotoImage | None = None


class Painter:
    """Draws headings and rows; `row_height` and `head_height` are in pixels.

    `names` are other headings than the columns' own, by the names of the columns.
    """

    def __init__(
        self, head: tk.Canvas, body: tk.Canvas, columns: Sequence[Column], picture: float
    ) -> None:
        self._head, self._body = head, body
        self._columns = columns
        self.names: dict[str, str] = {}
        self._font = fonts.named(body)
        self._bold = fonts.named(body, fonts.BOLD)
        self._picture = picture
        self.restyle()

    def restyle(self) -> None:
        """Take over the colours, and how large everything is at the present scale."""
        body, self._colors = self._body, look.colors_of(self._body)
        self._signs: dict[tuple[str, str], ImageTk.PhotoImage] = {}
        self._line, self._digit = self._font.metrics("linespace"), self._font.measure("0")
        room = pixels(body, self._picture + _AROUND_PICTURE)
        self.row_height: int = max(room, 3 * self._line)
        self._sign_side = pixels(body, _SIGN)
        self.head_height: int = self._line * 8 // 5
        self._head.configure(height=self.head_height)
        for canvas in (self._head, self._body):
            canvas.configure(background=self._colors.background)

    def spans(self) -> list[tuple[int, int]]:
        """Return the left end and the width of each column, in pixels."""
        widths = [column.width * self._digit for column in self._columns]
        slack = [(c.width - c.least) * self._digit if c.least else 0 for c in self._columns]
        room = self._body.winfo_width() - self._digit * (len(widths) + 1)
        missing = _ROOM * self._digit - (room - sum(widths))
        share = min(max(missing / sum(slack), 0), 1) if any(slack) else 0
        widths = [width - round(share * less) for width, less in zip(widths, slack, strict=True)]
        rest = max(room - sum(widths), 12 * self._digit)
        spans, left = [], self._digit
        for width in widths:
            spans.append((left, width or rest))
            left += (width or rest) + self._digit
        return spans

    @property
    def width(self) -> int:
        """The width of a row in pixels: that of the table at least."""
        left, width = self.spans()[-1]
        return max(left + width, self._body.winfo_width())

    def column_at(self, x: int) -> int | None:
        """Return the index of the column at an x coordinate, or None between columns."""
        spans, x = enumerate(self.spans()), int(self._body.canvasx(x))
        return next((i for i, (left, width) in spans if left <= x <= left + width), None)

    def headings(self, sorted_by: str, *, descending: bool) -> None:
        """Draw the headings, with an arrow at the one that the rows are sorted by."""
        head, colors = self._head, self._colors
        head.delete("all")
        for column, (left, width) in zip(self._columns, self.spans(), strict=True):
            is_chosen = column.name == sorted_by
            arrow = (" ▼" if descending else " ▲") if is_chosen else ""
            heading = self.names.get(column.name) or column.heading
            text = short(heading, width - self._font.measure(arrow), self._font) + arrow
            color = colors.text if is_chosen else colors.faint
            side = self._side(column, left, width)
            self._write(head, side[0], self.head_height // 2, text, fill=color, anchor=side[1])
        y = self.head_height - 1
        head.create_line(0, y, self.width, y, fill=colors.raised)

    def row(
        self, y: int, fields: Sequence[RowField], *, selected: bool, hovered: bool, cursor: bool
    ) -> None:
        """Draw a row with its top at `y`; the last field takes the room of missing ones."""
        body, colors = self._body, self._colors
        right, bottom = self.width, y + self.row_height - 1
        if selected or hovered:
            color = colors.selected if selected else between(colors.background, colors.raised, 0.5)
            body.create_rectangle(0, y, right, bottom, fill=color, width=0)
        if selected:
            mark = pixels(body, _MARK)
            body.create_rectangle(0, y, mark, bottom, fill=colors.accent, width=0)
        if cursor:
            body.create_rectangle(0, y, right - 1, bottom - 1, outline=colors.accent)
        body.create_line(0, bottom, right, bottom, fill=colors.raised)
        rows = zip(fields, self._columns, self.spans(), strict=False)
        for place, (field, column, (left, width)) in enumerate(rows, 1):
            if place == len(fields):
                width = right - left - self._digit
            self._field(left, width, y + self.row_height // 2, field, column)

    def empty(self, title: str, text: str) -> None:
        """Draw a title and a text instead of rows."""
        body = self._body
        x, y = body.winfo_width() // 2, 0
        room = min(pixels(body, _EMPTY), 2 * x - pixels(body, _BESIDE_EMPTY))
        for words, font, color in (
            (title, self._bold, self._colors.text),
            (text, self._font, self._colors.faint),
        ):
            options = {"width": room, "justify": "center", "anchor": "n"}
            self._write(body, x, y, words, font=font, fill=color, **options)
            y = body.bbox("words")[3] + self._line
        body.move("words", 0, max(0, min(body.winfo_height() // 3, body.winfo_height() - y)))

    def drop_mark(self, y: int) -> None:
        """Draw a line where the dragged rows would be dropped."""
        body, color = self._body, self._colors.accent
        body.create_line(0, y, body.winfo_width(), y, fill=color, width=f"{_MARK}p")

    def _field(self, left: int, width: int, middle: int, field: RowField, column: Column) -> None:
        body, colors = self._body, self._colors
        if field.picture:
            body.create_image(left + width // 2, middle, image=field.picture)
            return
        if field.color:
            sign = self._sign(field.sign, field.color)
            side = self._sign_side
            body.create_image(left + side // 2, middle, image=sign)
            left, width = left + 2 * side, width - 2 * side
        font = self._bold if column.bold else self._font
        color = colors.faint if field.faint else colors.text
        wraps = bool(field.color) and not field.note
        text = short(field.text, 5 * width // 2 if wraps else width, font)
        y = middle - self._line * 5 // 8 if field.note else middle
        x, anchor = self._side(column, left, width)
        options = {"anchor": anchor, "width": width if wraps else 0}
        self._write(body, x, y, text, font=font, fill=color, **options)
        if field.note:
            note, y = short(field.note, width, self._font), middle + self._line * 5 // 8
            color = colors.doubtful if field.warns else colors.faint
            self._write(body, x, y, note, fill=color, anchor=anchor)

    def _side(self, column: Column, left: int, width: int) -> tuple[int, str]:
        """Return where the text of a column is fastened, and by which of its sides."""
        return (left + width - self._digit, "e") if column.figures else (left, "w")

    def _write(self, canvas: tk.Canvas, x: int, y: int, text: str, **options: Any) -> None:
        options = {"anchor": "w", "font": self._font, "tags": "words", **options}
        canvas.create_text(x, y, text=text, **options)

    def _sign(self, sign: str, color: str) -> ImageTk.PhotoImage:
        if (sign, color) not in self._signs:
            image = ImageTk.PhotoImage(
                _painted_sign(sign, color, self._sign_side), master=self._body
            )
            self._signs[sign, color] = image
        return self._signs[sign, color]


def _painted_sign(sign: str, color: str, side: int) -> Image.Image:
    side *= _SMOOTH
    large = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(large)
    if sign == "check":
        draw.line([(x * side, y * side) for x, y in _CHECK], fill=color, width=side // 5)
    elif sign == "star":
        draw.polygon([(x * side, y * side) for x, y in _STAR], fill=color)
    else:
        draw.ellipse((0, 0, side - 1, side - 1), fill=color)
    return large.reduce(_SMOOTH)


_DRAG = 4.5  # points of movement that start a drag
_LONG_MS = 1000  # a pause that ends a word that is typed


class LevelTable(Picking):
    """The list; it tells by signals what its user does.

    `fields_of` returns the content of a row, `empty` is shown while there are none. What is typed
    goes to `find`, which returns the row that is meant.
    """

    def __init__(
        self,
        parent: tk.Misc,
        columns: Sequence[Column],
        fields_of: Callable[[int], Sequence[RowField]],
        picture: float,
        find: Callable[[str], int | None] = lambda beginning: None,
    ) -> None:
        super().__init__(parent, lambda: self._height)
        self.heading_clicked: Signal[[str]] = Signal()
        self.edited: Signal[[]] = Signal()
        self.empty = ("", "")
        self._columns = columns
        self._fields_of, self._find = fields_of, find
        self._sorted = ("", False)
        self._typed, self._typed_at = "", 0
        self._hovered: int | None = None
        self._editor: ttk.Entry | None = None
        self._on_typed: Callable[[str], None] = lambda text: None
        self._head = tk.Canvas(self, highlightthickness=0, borderwidth=0)
        self._painter = Painter(self._head, self._body, columns, picture)
        self._tip = Tooltip(self._body, "")
        self._build()

    def _build(self) -> None:
        self.columnconfigure(0, weight=1)
        self.rowconfigure(1, weight=1)
        self._head.grid(row=0, column=0, sticky="ew")
        self._body.grid(row=1, column=0, sticky="nsew")
        self._bar.grid(row=1, column=1, sticky="ns")
        self._head.bind("<ButtonRelease-1>", self._heading_clicked)
        self._across = ttk.Scrollbar(self, orient="horizontal", command=self._scroll_across)
        self._across.grid(row=2, column=0, sticky="ew")
        self._across.grid_remove()
        body = self._body
        body.configure(xscrollcommand=self._show_across)
        for key, step in {"<Left>": "-1", "<Right>": "1"}.items():
            body.bind(key, lambda event, step=step: self._scroll_across("scroll", step, "units"))  # type: ignore[misc]  # mypy does not know the type of a default
        body.bind("<Motion>", self._hover, add=True)
        body.bind("<Leave>", self._leave, add=True)
        body.bind("<Key>", self._type_ahead)
        body.bind("<<ThemeChanged>>", lambda event: self._restyle())

    # What is shown

    def show(self, ids: Sequence[int], sorted_by: str, *, descending: bool) -> None:
        """Show these rows, keeping the selection."""
        self.stop_editing()
        self._sorted = sorted_by, descending
        self._show(list(ids))

    def rename(self, column: str, heading: str) -> None:
        """Give a column another heading; an empty one stands for its own."""
        self._painter.names[column] = heading
        self.refresh()

    def in_sight(self) -> Sequence[int]:
        """Return the ids of the rows that are visible, at least in part."""
        end = self._top + self._body.winfo_height()
        return self._ids[self._top // self._height : -(-end // self._height)]

    def _restyle(self) -> None:
        self._painter.restyle()
        self.refresh()

    def place_of(self, id: int) -> tuple[int, int]:
        """Return the middle of a row, in pixels of the canvas."""
        height = self._height
        return self._body.winfo_width() // 2, self._places[id] * height - self._top + height // 2

    def _draw(self) -> None:
        painter, height = self._painter, self._height
        self.rowconfigure(1, minsize=height)
        self._body.delete("all")
        painter.headings(self._sorted[0], descending=self._sorted[1])
        for part in (self._head, self._body):
            part.configure(scrollregion=(0, 0, painter.width, self._rows * height))
        self._scroll_to(self._top)
        has_focus = str(self.tk.call("focus")) == str(self._body)
        for place, id in enumerate(self.in_sight(), self._top // height):
            painter.row(
                place * height - self._top,
                self._fields_of(id),
                selected=id in self.selected,
                hovered=id == self._hovered,
                cursor=id == self.cursor and has_focus,
            )
        if not self._ids:
            painter.empty(*self.empty)
        if self._drop is not None:
            painter.drop_mark(self._drop * height - self._top)

    # Scrolling

    def scroll(self, by: int) -> None:
        """Scroll down by so many pixels, or up by a negative number."""
        self.stop_editing()
        super().scroll(by)

    def _resized(self) -> None:
        """Keep the row of the cursor whole: what is said of it below may take room from it."""
        if self.cursor is not None and self.cursor in self.in_sight():
            self.bring_into_sight(self.cursor)
        super()._resized()

    def _scroll_to(self, top: int) -> None:
        super()._scroll_to(top)
        grid_if(self._rows * self._height > self._body.winfo_height(), self._bar)

    def _scroll_across(self, *words: str) -> None:
        """Do what the horizontal scroll bar says."""
        for part in (self._head, self._body):
            part.xview(*words)

    def _show_across(self, first: float, last: float) -> None:
        """Move the scroll bar, which is there only while columns are out of sight."""
        self._across.set(float(first), float(last))
        grid_if(float(first) > 0 or float(last) < 1, self._across)

    # The keyboard

    @property
    def _page(self) -> int:
        return max(1, super()._page - 1)  # a row of the page before stays in sight

    def _type_ahead(self, event: tk.Event[tk.Misc]) -> None:
        """Go to the next row that begins with what was typed without a long pause."""
        text = event.char
        if int(event.state) & CONTROL_OR_COMMAND or not (text.isalnum() or text in (" ", "-")):
            return
        self._typed = (self._typed if event.time - self._typed_at < _LONG_MS else "") + text
        self._typed_at = event.time
        again = self._typed[0] if len(set(self._typed)) == 1 else self._typed
        if self._typed.strip() and (found := self._find(again)) is not None:
            self.select([found])

    # The pointer

    def _place_at(self, x: int, y: int) -> int | None:
        place = (self._top + y) // self._height
        return place if 0 <= place < len(self._ids) else None

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        if event.num == 1:
            self.stop_editing()
        super()._press(event)

    def _press_beside(self) -> None:
        self.select([])

    def _is_dragged(self, right: int, down: int) -> bool:
        return abs(down) >= pixels(self, _DRAG)

    def _drop_at(self, event: tk.Event[tk.Misc]) -> int:
        return max(0, min(round((self._top + event.y) / self._height), len(self._ids)))

    def _hover(self, event: tk.Event[tk.Misc]) -> None:
        place, column = self._place_at(event.x, event.y), self._painter.column_at(event.x)
        hovered = None if place is None else self._ids[place]
        fields = () if hovered is None else self._fields_of(hovered)
        self._tip.text = fields[column].tip if column is not None and column < len(fields) else ""
        if hovered != self._hovered:
            self._hovered = hovered
            self.refresh()

    def _leave(self, event: tk.Event[tk.Misc]) -> None:
        self._hovered = None
        self.refresh()

    def _heading_clicked(self, event: tk.Event[tk.Misc]) -> None:
        column = self._painter.column_at(event.x)
        if column is not None and self._columns[column].heading:
            self.heading_clicked.emit(self._columns[column].name)

    # Typing into a row

    @property
    def _height(self) -> int:
        return self._painter.row_height

    @property
    def least(self) -> int:
        """The pixels of height in which a row is seen, also where columns are out of sight."""
        return self._painter.head_height + self._height + self._across.winfo_reqheight()

    @property
    def is_editing(self) -> bool:
        return self._editor is not None

    def edit(self, id: int, text: str, done: Callable[[str], None]) -> None:
        """Edit a text over the bold field of a row; `done` gets the result unless cancelled."""
        self.bring_into_sight(id)
        self._on_typed = done
        self._editor = editor = ttk.Entry(self._body)
        editor.insert(0, text)
        editor.selection_range(0, "end")
        for event in ("<Return>", "<KP_Enter>", "<FocusOut>"):
            editor.bind(event, self.stop_editing)
        editor.bind("<Escape>", lambda event: self.stop_editing(keep=False))
        column = next(i for i, column in enumerate(self._columns) if column.bold)
        left, width = self._painter.spans()[column]
        y, height = self.place_of(id)[1], self._height * 2 // 3
        before = pixels(self, 6)
        left -= int(self._body.canvasx(0))
        editor.place(x=left - before, y=y, anchor="w", width=width + before, height=height)
        editor.focus_set()

    def stop_editing(self, event: object = None, *, keep: bool = True) -> str:
        """End typing, and accept the text unless it is not to be kept."""
        if self._editor:
            editor, self._editor = self._editor, None
            text = editor.get()
            self._body.focus_set()
            editor.destroy()
            if keep:
                self._on_typed(text)
            self.edited.emit()
        return "break"
