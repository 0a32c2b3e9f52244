"""Page: everything on the screen, a board and lines of text beside or below it."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flowdesk.core.grid import Cell
from flowdesk.core.text import printable
from flowdesk.kinds.play import Glyph, Glyphs, Weight

#: The least columns for lines beside a board, and below it; and the least rows beside it.
BESIDE, BELOW, LEAST_ROWS = 28, 32, 16
#: The columns from which on a line below the board takes one row, and not two.
_WIDE = 60
#: The columns between board and lines.
_GAP = 2

#: What is shown instead on a terminal that has only ASCII.
_PLAIN = str.maketrans({"×": "x", "·": "-", "…": "...", "–": "-", "’": "'", "✓": "*", "○": "o"})


class Paragraph(NamedTuple):
    """A paragraph of text."""

    text: str = ""
    weight: Weight = ""
    reverse: bool = False


class Size(NamedTuple):
    """Columns and rows."""

    columns: int
    rows: int

    def holds(self, other: Size) -> bool:
        return self.columns >= other.columns and self.rows >= other.rows


@dataclass(frozen=True)
class Page:
    """The rows of a screen, and the place of the terminal's own cursor if it is to be seen."""

    rows: list[list[Glyph]]
    cursor: tuple[int, int] | None = None


def fitting(drawings: Sequence[Glyphs], below: Sequence[Paragraph], size: Size) -> Glyphs | Size:
    """Return the first of some drawings that fits with its text, or the size needed.

    The last drawing is the smallest one. The last of the lines below it is a message, which takes
    two rows, or covers the board where it takes more.
    """
    for drawing in drawings:
        if any(size.holds(needed) for needed in _needed(drawing, below, size)):
            return drawing

    def lacking(needed: Size) -> int:
        return max(0, needed.columns - size.columns) + 2 * max(0, needed.rows - size.rows)

    return min(_needed(drawings[-1], below, size), key=lacking)


def _needed(drawing: Glyphs, below: Sequence[Paragraph], size: Size) -> list[Size]:
    """Return the sizes that a drawing needs with the text beside it, and with the text below."""
    columns, rows = len(drawing.rows[0]), len(drawing.rows)
    narrow = max(columns, BELOW)
    # Not what the text takes now, which changes with every move.
    rows_each = 1 if max(narrow, size.columns) >= _WIDE else 2
    return [
        Size(columns + _GAP + BESIDE, max(rows, LEAST_ROWS)),
        Size(narrow, rows + rows_each * (len(below) - 1) + 2),
    ]


def page(
    size: Size,
    drawing: Glyphs | None,
    beside: Sequence[Paragraph],
    below: Sequence[Paragraph] = (),
    cursor: Cell | None = None,
    *,
    plain: bool = False,
) -> Page:
    """Return a page with a board if there is one, with the lines `beside` or `below` it."""
    if drawing is None:
        return Page(_filled([], _wrapped(beside, size.columns - 1, plain), size, 1))
    columns, rows = len(drawing.rows[0]), len(drawing.rows)
    board = drawing.rows
    if size.columns >= columns + _GAP + BESIDE:
        text = _wrapped(beside, size.columns - columns - _GAP - 1, plain)
        top = max(0, min((size.rows - rows) // 2, 1))
        blank = [Glyph()] * columns
        left = [blank] * top + board
        left += [blank] * (len(text) + top - len(left))
        filled = _filled(left, [[], *text] if top else text, size, _GAP)
        offset = 0, top
    else:
        indent = max(0, (size.columns - columns) // 2)
        text = _wrapped(below, size.columns - 1, plain)
        centred = [[Glyph()] * indent + row for row in board[: size.rows - len(text)]]
        filled = _filled([*centred, *text], [], size, 0)
        offset = indent, 0
    if cursor is None:
        return Page(filled)
    x, y = drawing.place(cursor)
    return Page(filled, (x + drawing.size[0] // 2 + offset[0], y + offset[1]))


def on_board(drawing: Glyphs) -> Glyphs:
    """Return a drawing on the ground of the board."""
    rows = [[glyph._replace(back="cell") for glyph in row] for row in drawing.rows]
    return drawing._replace(rows=rows)


def marked(
    drawing: Glyphs, cursor: Cell | None, cells: Collection[Cell] = (), color: str = ""
) -> Glyphs:
    """Return a drawing with a cursor, in the colour that is in hand, and with marked cells."""
    rows = [list(row) for row in drawing.rows]
    width, height = drawing.size
    for cell in cells:
        x, y = drawing.place(cell)
        for row in rows[y : y + height]:
            row[x : x + width] = [glyph._replace(back="hint") for glyph in row[x : x + width]]
    if cursor is not None:
        x, y = drawing.place(cursor)
        for row in rows[y : y + height]:
            found = row[x : x + width]
            if all(end.char == " " or end.weight == "faint" for end in (found[0], found[-1])):
                found[0] = found[0]._replace(char="[", color=color, weight="")
                found[-1] = found[-1]._replace(char="]", color=color, weight="")
            row[x : x + width] = [glyph._replace(reverse=True) for glyph in found]
    return drawing._replace(rows=rows)


def _filled(
    left: Sequence[Sequence[Glyph]], right: Sequence[Sequence[Glyph]], size: Size, gap: int
) -> list[list[Glyph]]:
    """Return rows of the screen's size: the left part, a gap, and the right part."""
    rows = []
    for y in range(size.rows):
        row = list(left[y]) if y < len(left) else []
        if y < len(right) and right[y]:
            row += [Glyph()] * gap + list(right[y])
        row = row[: size.columns]
        rows.append(row + [Glyph()] * (size.columns - len(row)))
    return rows


def _wrapped(lines: Sequence[Paragraph], columns: int, plain: bool) -> list[list[Glyph]]:
    found: list[list[Glyph]] = []
    for line in lines:
        text = printable(line.text)
        if plain:
            text = text.translate(_PLAIN).encode("ascii", "replace").decode()
        for part in textwrap.wrap(text, max(columns, 1)) or [""]:
            glyphs = [
                Glyph(char, weight=line.weight, reverse=line.reverse) for char in _columns_of(part)
            ]
            found.append(glyphs)
    return found


def _columns_of(text: str) -> list[str]:
    """Return the characters of a text a column each, with "" behind those that take two."""
    found: list[str] = []
    for char in text:
        if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
            if found:
                found[-1] += char
        elif unicodedata.east_asian_width(char) in "WF":
            found += [char, ""]
        else:
            found.append(char)
    return found
