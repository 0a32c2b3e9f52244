"""Draw the headings and rows of a table on its two canvases."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw, ImageTk

from flowdesk.app import fonts, look
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.tooltip import short
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
