"""Tiles: pictures side by side with words below, of which only those in sight are drawn."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from PIL import ImageTk

from flowdesk.app import fonts, look
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.picking import Picking
from flowdesk.app.widgets.tooltip import Tooltip, short
from flowdesk.app.widgets.toplevel import pack_if
from flowdesk.core.signal import Signal

#: Points: of a picture's side, round a tile's contents, between tiles, and a drag's least length.
PICTURE = 90
_INSIDE, _BETWEEN, _DRAG = 6, 6, 4.5
_DOT, _OPEN = 6, 2.25  # points
_LINES = 3


@dataclass(frozen=True)
class LevelTile:
    """What a tile shows: a picture, and below it a title with a faint word beside it, a note, and
    words after a dot. One that is `open` has a line above;
    `tip` is its tooltip.
    """

    title: str = ""
    beside: str = ""
    note: str = ""
    words: str = ""
    color: str = ""
    picture: ImageTk.PhotoImage | None = None
    open: bool = False
    tip: str = ""


class Tiles(Picking):
    """Numbered tiles, some of them selected; after them comes room for those that are `awaited`.

    Their pictures are of so many points, and they are `least` points wide or more. Emits
    `pointed_at` with the one under the pointer, also when another one comes there, or None.
    """

    moves = ("Left", "Right", *Picking.moves)
    bar_place: ClassVar[Mapping[str, Any]] = {"side": "right", "fill": "y"}

    def __init__(
        self,
        parent: tk.Misc,
        tile_of: Callable[[int], LevelTile],
        picture: float = PICTURE,
        least: float = PICTURE + 6 * _INSIDE,
    ) -> None:
        super().__init__(parent)
        self.pointed_at: Signal[[int | None]] = Signal()
        self._pointer: tuple[int, int] | None = None
        self._columns = 0  # when it was resized last
        self.over: int | None = None  # the one under the pointer
        self._picture, self._least_points = picture, least
        self.awaited = 0
        self._tile_of = tile_of
        self._tip = Tooltip(self._body, "")
        self._body.pack(side="left", fill="both", expand=True)
        for key in ("<Return>", "<KP_Enter>"):
            self._body.bind(key, lambda event: self._open())
        self._body.bind("<Motion>", lambda event: self._point((event.x, event.y)))
        self._body.bind("<Leave>", lambda event: self._point(None))
        self._body.bind("<<ThemeChanged>>", lambda event: self._restyle())
        self._restyle()

    # What is shown

    def show(self, count: int, awaited: int = 0) -> None:
        """Show so many tiles; those that are selected stay so."""
        cursor, self.awaited, last = self.cursor or 0, awaited, max(count - 1, 0)
        self._show(range(count))
        self.cursor, self._anchor = min(cursor, last), min(self._anchor or 0, last)

    @property
    def count(self) -> int:
        return len(self._ids)

    def _restyle(self) -> None:
        self._colors = look.colors_of(self)
        self._body.configure(background=self._colors.background)
        self.need_rows(1)
        self.refresh()

    def need_rows(self, most: int) -> int:
        """Ask for the height of so many rows of tiles, or of all if there are fewer; return it."""
        height = max(1, min(most, self._rows)) * self._height + self._gap
        self._body.configure(height=height)
        return height

    def bind_key(self, key: str, run: Callable[[], object]) -> None:
        """Do something at a key while the tiles have the focus."""
        self._body.bind(f"<{key}>", lambda event: run(), add=True)

    def focus_set(self) -> None:
        self._body.focus_set()

    @property
    def has_focus(self) -> bool:
        return str(self.tk.call("focus")) == str(self._body)

    @property
    def columns(self) -> int:  # type: ignore[override]  # as many as there is room for
        """How many tiles are side by side."""
        return max(1, (self._body.winfo_width() - self._gap) // self._least)

    def _resized(self) -> None:
        """Keep the one with the cursor in sight when there is room for more or fewer in a row."""
        before, self._columns = self._columns, self.columns
        if before != self._columns and self.cursor in self._places:
            self._reveal(self.cursor or 0)
        super()._resized()

    @property
    def in_sight(self) -> range:
        """The numbers of the tiles that are visible, at least in part."""
        first = self._top // self._height * self.columns
        rows = -(-(self._top % self._height + self._body.winfo_height()) // self._height)
        return range(first, min(first + rows * self.columns, self.count + self.awaited))

    @property
    def _rows(self) -> int:
        return -(-(self.count + self.awaited) // self.columns)

    @property
    def _gap(self) -> int:
        return pixels(self, _BETWEEN)

    @property
    def _least(self) -> int:
        """The width of a tile in pixels, with the gap beside it, where there is no more room."""
        return pixels(self, self._least_points + _BETWEEN)

    @property
    def _width(self) -> int:
        return int(min((self._body.winfo_width() - self._gap) // self.columns, 3 * self._least / 2))

    @property
    def _line(self) -> int:
        return int(fonts.named(self, fonts.SMALL).metrics("linespace")) + pixels(self, 1.5)

    @property
    def _height(self) -> int:
        return pixels(self, self._picture + 3 * _INSIDE + _BETWEEN) + _LINES * self._line

    def place_of(self, number: int) -> tuple[int, int]:
        """Return the middle of a tile, in pixels of the canvas."""
        left, top, right, bottom = self._box(number)
        return (left + right) // 2, (top + bottom) // 2

    def _place_at(self, x: int, y: int) -> int | None:
        column, row = (x - self._gap) // self._width, (y + self._top) // self._height
        number = row * self.columns + column
        is_one = x >= self._gap and column < self.columns and 0 <= number < self.count
        return number if is_one else None

    def _box(self, number: int) -> tuple[int, int, int, int]:
        row, column = divmod(number, self.columns)
        left = self._gap + column * self._width
        top = self._gap + row * self._height - self._top
        return left, top, left + self._width - self._gap, top + self._height - self._gap

    def _scroll_to(self, top: int) -> None:
        """Scroll there; the scrollbar is seen only if there is more than what is in sight."""
        super()._scroll_to(top)
        has_more = self._rows * self._height + self._gap > self._sight
        pack_if(has_more, self._bar, before=self._body, **self.bar_place)

    def _draw(self) -> None:
        if not self._body.winfo_ismapped():
            return  # what nobody sees costs nothing
        self._body.delete("all")
        self._scroll_to(self._top)
        self._point(self._pointer)
        for number in self.in_sight:
            if number < self.count:
                self._draw_tile(number)
            else:
                dash, color = (4, 4), self._colors.line
                self._body.create_rectangle(self._box(number), outline=color, dash=dash)
        if self._drop is not None:
            before = min(self._drop, self.count - 1)
            left, top, right, bottom = self._box(before)
            x = (right if self._drop > before else left - self._gap) + self._gap // 2
            self._body.create_line(x, top, x, bottom, fill=self._colors.accent, width="2.25p")

    def _draw_tile(self, number: int) -> None:
        body, colors, tile = self._body, self._colors, self._tile_of(number)
        left, top, right, bottom = self._box(number)
        is_selected = number in self.selected
        outline = colors.accent if is_selected else colors.line
        is_thick = is_selected and (self.has_focus or len(self.selected) > 1)
        # In whole pixels: of a line of 0.999 Tk does not paint the right end anew.
        width = pixels(self, 2.25 if is_thick else 0.75)
        body.create_rectangle(
            left, top, right - 1, bottom - 1, fill=colors.raised, outline=outline, width=width
        )
        if tile.open:
            body.create_rectangle(
                left, top, right, top + pixels(self, _OPEN), fill=colors.accent, width=0
            )
        middle, inside, side = (
            (left + right) // 2,
            pixels(self, _INSIDE),
            pixels(self, self._picture),
        )
        if tile.picture:
            body.create_image(middle, top + inside + side // 2, image=tile.picture)
        self._draw_words(tile, (left, top, right, bottom), top + 2 * inside + side)

    def _draw_words(self, tile: LevelTile, box: tuple[int, int, int, int], top: int) -> None:
        """Write what there is to say of a tile, from `top` on."""
        body, colors = self._body, self._colors
        left, _, right, _ = box
        inside = pixels(self, _INSIDE)
        y, room = top + self._line // 2, right - left - 2 * inside
        far = fonts.named(self, fonts.SMALL).measure(f"{tile.beside} ")
        self._write(left + inside, y, tile.title, colors.text, fonts.SMALL_BOLD, room - far)
        fonts.write(body, right - inside, y, tile.beside, colors.faint, fonts.SMALL, anchor="e")
        self._write(left + inside, y + self._line, tile.note, colors.faint, fonts.SMALL, room)
        self._state(left + inside, y + 2 * self._line, tile, right - inside)

    def _state(self, x: int, y: int, tile: LevelTile, right: int) -> None:
        """Write the words of a tile after its dot."""
        dot = pixels(self, _DOT)
        if tile.color:
            box = x, y - dot // 2, x + dot, y - dot // 2 + dot
            self._body.create_oval(box, fill=tile.color, outline=tile.color)
            x += 3 * dot // 2
        color = self._colors.text if tile.color else self._colors.faint
        self._write(x, y, tile.words, color, fonts.SMALL, right - x)

    def _write(self, x: int, y: int, text: str, color: str, font: str, room: int) -> None:
        shown = short(text, room, fonts.named(self, font))
        fonts.write(self._body, x, y, shown, color, font, anchor="w")

    # The pointer

    def _point(self, at: tuple[int, int] | None) -> None:
        """Tell if the pointer is over another tile."""
        self._pointer = at
        over = self._place_at(*at) if at else None
        if over != self.over:
            self.over = over
            self._tip.text = "" if over is None else self._tile_of(over).tip
            self.pointed_at.emit(over)

    def _is_dragged(self, right: int, down: int) -> bool:
        return abs(right) + abs(down) >= pixels(self, _DRAG)

    def _drop_at(self, event: tk.Event[tk.Misc]) -> int:
        over = self._place_at(event.x, event.y)
        left, _, right, _ = self._box(over or 0)
        return self.count if over is None else over + (event.x > (left + right) // 2)

    def _open(self) -> str:
        if self.cursor is not None:
            self.select([self.cursor], self.cursor)
            self.opened.emit()
        return "break"


class TileRow(Tiles):
    """Tiles in one row, which is scrolled sideways: a picture, and a line of words below it."""

    moves = ("Left", "Right", "Home", "End")
    bar_place: ClassVar[Mapping[str, Any]] = {"side": "bottom", "fill": "x"}
    columns = 1  # beside each other across the way that they are scrolled

    def __init__(
        self, parent: tk.Misc, tile_of: Callable[[int], LevelTile], picture: float
    ) -> None:
        super().__init__(parent, tile_of, picture, picture + 4 * _INSIDE)
        self._before = 0  # how many pixels were in sight
        self._bar.configure(orient="horizontal")
        self._body.pack_forget()
        self._body.pack(side="top", fill="x", expand=True)

    def _restyle(self) -> None:
        super()._restyle()
        inside = pixels(self, self._picture + 2.5 * _INSIDE) + self._line
        self._body.configure(height=inside + 2 * self._gap)

    @property
    def _sight(self) -> int:
        return self._body.winfo_width()

    def _reveal(self, id: int) -> None:
        """Have it in the middle if it was out of sight."""
        left, _, right, _ = self._box(id)
        if left >= self._sight or right <= 0:
            self._scroll_to(self._top + (left + right - self._sight) // 2)
        else:
            super()._reveal(id)

    def _resized(self) -> None:
        """Keep in the middle what is there, and in sight the one with the cursor, if it was."""
        before, self._before = self._before, self._sight
        left, _, right, _ = self._box(self.cursor or 0)
        was_seen = self.cursor in self._places and left < before and right > 0
        self._scroll_to(self._top - (self._sight - before) // 2)
        if was_seen:
            super()._reveal(self.cursor or 0)
        super()._resized()

    def _along(self, event: tk.Event[tk.Misc]) -> int:
        return event.x

    def _wheel(self, right: int, down: int) -> None:
        self.scroll(right + down)

    @property
    def in_sight(self) -> range:
        first = self._top // self._height
        last = -(-(self._top + self._sight) // self._height)
        return range(first, min(last, self.count + self.awaited))

    @property
    def _height(self) -> int:
        return self._least

    def _place_at(self, x: int, y: int) -> int | None:
        number = (x + self._top - self._gap) // self._height
        return number if 0 <= number < self.count else None

    def _box(self, number: int) -> tuple[int, int, int, int]:
        left, gap = self._gap + number * self._height - self._top, self._gap
        return left, gap, left + self._height - gap, int(self._body["height"]) - gap

    def _draw_words(self, tile: LevelTile, box: tuple[int, int, int, int], top: int) -> None:
        left, _, right, _ = box
        inside, y = pixels(self, _INSIDE) // 2, top + self._line // 2
        self._write(left + inside, y, tile.title, self._colors.text, fonts.SMALL_BOLD, right - left)
        x = left + inside + fonts.named(self, fonts.SMALL_BOLD).measure(f"{tile.title} ")
        self._state(x, y, tile, right - inside)
