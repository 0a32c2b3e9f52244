"""Tiles: pictures side by side with words below, of which only those in sight are drawn."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from dataclasses import dataclass
from tkinter import ttk

from PIL import ImageTk

from flowdesk.app import fonts, look
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.short_label import short
from flowdesk.app.widgets.wheel import Wheel

_SHIFT, _CONTROL_OR_COMMAND = 0x1, 0xC
_MODIFIERS = _SHIFT | _CONTROL_OR_COMMAND
#: Points: of a picture's side, round a tile's contents, between tiles, and a drag's least length.
PICTURE = 90
_INSIDE, _BETWEEN, _DRAG = 6, 6, 4.5
_DOT = 6  # points
_LINES = 3


@dataclass(frozen=True)
class Tile:
    """What a tile shows: a picture, and below it a title with a faint word beside it, a note, and
    words after a dot.
    """

    title: str = ""
    beside: str = ""
    note: str = ""
    words: str = ""
    color: str = ""
    picture: ImageTk.PhotoImage | None = None


class Tiles(ttk.Frame):
    """Numbered tiles, some of them selected; after them comes room for those that are `awaited`.

    `on_select` is called when others are selected, `on_open` for the one with the cursor, and
    `on_drop` with the number of the tile before which the selected ones were dropped.
    """

    def __init__(
        self,
        parent: tk.Misc,
        tile_of: Callable[[int], Tile],
        on_select: Callable[[], object],
        on_open: Callable[[], object],
        on_drop: Callable[[int], object],
    ) -> None:
        super().__init__(parent)
        self._on_select, self._on_open, self._on_drop = on_select, on_open, on_drop
        self.selected: frozenset[int] = frozenset()
        self.cursor = 0
        self.count = self.awaited = 0
        self._tile_of = tile_of
        self._anchor = self._top = 0
        self._colors = look.DARK
        self._drawing = Timer(self)
        self._pressed: tuple[int, int, int] | None = None
        self._drop: int | None = None
        self._body = tk.Canvas(
            self, width="75p", height="75p", highlightthickness=0, borderwidth=0, takefocus=True
        )
        self._bar = ttk.Scrollbar(self, command=self._scrolled)
        self._bar.pack(side="right", fill="y")
        self._body.pack(side="left", fill="both", expand=True)
        for change in ("<Configure>", "<FocusIn>", "<FocusOut>"):
            self._body.bind(change, lambda event: self.refresh())
        for sequence, handler in {
            "<ButtonPress-1>": self._press,
            "<B1-Motion>": self._drag,
            "<ButtonRelease-1>": self._release,
            "<Double-Button-1>": lambda event: self._opened(self.tile_at(event.x, event.y)),
            "<Return>": lambda event: self._opened(self.cursor),
            "<KP_Enter>": lambda event: self._opened(self.cursor),
        }.items():
            self._body.bind(sequence, handler)
        for key in ("Left", "Right", "Up", "Down", "Prior", "Next", "Home", "End"):
            self._body.bind(f"<{key}>", self._key)
        for part in (self._body, self._bar):
            Wheel(part, lambda right, down: self._scroll_to(self._top + down))

    # What is shown

    def show(self, count: int, awaited: int = 0) -> None:
        """Show so many tiles; those that are selected stay so."""
        self.count, self.awaited = count, awaited
        self.selected = frozenset(number for number in self.selected if number < count)
        self.cursor = min(self.cursor, max(count - 1, 0))
        self.refresh()

    def set_colors(self, colors: look.Palette) -> None:
        self._colors = colors
        self._body.configure(background=colors.background)
        self.refresh()

    def refresh(self) -> None:
        """Draw all tiles in sight when Tk is idle."""
        if not self._drawing.running:
            self._drawing.when_idle(self._draw)

    def destroy(self) -> None:
        self._drawing.stop()
        super().destroy()

    def bind_key(self, key: str, run: Callable[[], object]) -> None:
        """Do something at a key while the tiles have the focus."""
        self._body.bind(f"<{key}>", lambda event: run())

    def focus_set(self) -> None:
        self._body.focus_set()

    @property
    def columns(self) -> int:
        """How many tiles are side by side."""
        return max(1, (self._body.winfo_width() - self._gap) // self._least)

    @property
    def in_sight(self) -> range:
        """The numbers of the tiles that are visible, at least in part."""
        first = self._top // self._height * self.columns
        rows = -(-(self._top % self._height + self._body.winfo_height()) // self._height)
        return range(first, min(first + rows * self.columns, self.count + self.awaited))

    @property
    def _gap(self) -> int:
        return pixels(self, _BETWEEN)

    @property
    def _least(self) -> int:
        """The width of a tile in pixels, with the gap beside it, where there is no more room."""
        return pixels(self, PICTURE + 6 * _INSIDE + _BETWEEN)

    @property
    def _width(self) -> int:
        return int(min((self._body.winfo_width() - self._gap) // self.columns, 3 * self._least / 2))

    @property
    def _line(self) -> int:
        return int(fonts.named(self, fonts.SMALL).metrics("linespace")) + pixels(self, 1.5)

    @property
    def _height(self) -> int:
        return pixels(self, PICTURE + 3 * _INSIDE + _BETWEEN) + _LINES * self._line

    def place_of(self, number: int) -> tuple[int, int]:
        """Return the middle of a tile, in pixels of the canvas."""
        left, top, right, bottom = self._box(number)
        return (left + right) // 2, (top + bottom) // 2

    def tile_at(self, x: int, y: int) -> int | None:
        """Return the number of the tile at a point, or None."""
        column, row = (x - self._gap) // self._width, (y + self._top) // self._height
        number = row * self.columns + column
        is_one = x >= self._gap and column < self.columns and 0 <= number < self.count
        return number if is_one else None

    def _box(self, number: int) -> tuple[int, int, int, int]:
        row, column = divmod(number, self.columns)
        left = self._gap + column * self._width
        top = self._gap + row * self._height - self._top
        return left, top, left + self._width - self._gap, top + self._height - self._gap

    def _draw(self) -> None:
        self._body.delete("all")
        self._scroll_to(self._top)
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
        has_focus = str(self.tk.call("focus")) == str(body)
        outline = colors.accent if is_selected else colors.line
        width = f"{2.25 if is_selected and (has_focus or len(self.selected) > 1) else 0.75}p"
        body.create_rectangle(
            left, top, right - 1, bottom - 1, fill=colors.raised, outline=outline, width=width
        )
        middle, inside, side = (left + right) // 2, pixels(self, _INSIDE), pixels(self, PICTURE)
        if tile.picture:
            body.create_image(middle, top + inside + side // 2, image=tile.picture)
        y, room = top + 2 * inside + side + self._line // 2, right - left - 2 * inside
        far = fonts.named(self, fonts.SMALL).measure(f"{tile.beside} ")
        self._write(left + inside, y, tile.title, colors.text, fonts.SMALL_BOLD, room - far)
        font, color = fonts.SMALL, colors.faint
        body.create_text(
            right - inside, y, text=tile.beside, anchor="e", fill=color, font=font, tags="words"
        )
        self._write(left + inside, y + self._line, tile.note, colors.faint, fonts.SMALL, room)
        x, y, dot = left + inside, y + 2 * self._line, pixels(self, _DOT)
        if tile.color:
            box = x, y - dot // 2, x + dot, y - dot // 2 + dot
            body.create_oval(box, fill=tile.color, outline=tile.color)
            x += 3 * dot // 2
        color = colors.text if tile.color else colors.faint
        self._write(x, y, tile.words, color, fonts.SMALL, right - inside - x)

    def _write(self, x: int, y: int, text: str, color: str, font: str, room: int) -> None:
        shown = short(text, room, fonts.named(self, font))
        self._body.create_text(x, y, text=shown, anchor="w", fill=color, font=font, tags="words")

    # Scrolling

    def bring_into_sight(self, number: int) -> None:
        """Scroll until the whole tile is visible."""
        top = number // self.columns * self._height
        below = top + self._height + self._gap - self._body.winfo_height()
        self._scroll_to(min(max(self._top, below), top))

    def _scroll_to(self, top: int) -> None:
        rows = -(-(self.count + self.awaited) // self.columns)
        whole, height = rows * self._height + self._gap, self._body.winfo_height()
        before, self._top = self._top, max(0, min(top, whole - height))
        self._bar.set(self._top / whole, min(1, (self._top + height) / whole))
        if self._top != before:
            self.refresh()

    def _scrolled(self, kind: str, number: str, unit: str = "") -> None:
        """Follow the scroll bar: ``moveto`` a fraction, or ``scroll`` by units or pages."""
        rows = -(-(self.count + self.awaited) // self.columns)
        if kind == "moveto":
            self._scroll_to(round(float(number) * rows * self._height))
        else:
            far = self._body.winfo_height() if unit == "pages" else self._height
            self._scroll_to(self._top + int(number) * far)

    # Selecting

    def select(self, numbers: Collection[int], cursor: int) -> None:
        """Select these tiles, one of which has the cursor."""
        self.selected = frozenset(number for number in numbers if 0 <= number < self.count)
        self.cursor = self._anchor = cursor
        self.bring_into_sight(cursor)
        self.refresh()
        self._on_select()

    def select_all(self) -> None:
        self.select(range(self.count), self.cursor)

    def _choose(self, number: int, state: int) -> None:
        """Select a tile alone, toggle it (Control), or select all from the anchor on (Shift)."""
        anchor = min(self._anchor, self.count - 1)
        if state & _SHIFT:
            first, last = sorted((anchor, number))
            self.select(range(first, last + 1), number)
            self._anchor = anchor
        elif state & _CONTROL_OR_COMMAND:
            self.select(self.selected ^ {number}, number)
        else:
            self.select([number], number)

    def _key(self, event: tk.Event[tk.Misc]) -> str | None:
        if int(event.state) & _CONTROL_OR_COMMAND or not self.count:
            return None  # Control-Up is a command
        last, page = self.count - 1, max(1, self._body.winfo_height() // self._height)
        target = {
            "Left": self.cursor - 1,
            "Right": self.cursor + 1,
            "Up": self.cursor - self.columns,
            "Down": self.cursor + self.columns,
            "Prior": self.cursor - page * self.columns,
            "Next": self.cursor + page * self.columns,
            "Home": 0,
            "End": last,
        }[event.keysym]
        if event.keysym in ("Up", "Down") and not 0 <= target <= last:
            target = self.cursor  # rather than sideways
        self._choose(max(0, min(target, last)), int(event.state) & _SHIFT)
        return "break"

    def _opened(self, number: int | None) -> str:
        if number is not None and number < self.count:
            self.select([number], number)
            self._on_open()
        return "break"

    # The pointer

    def _press(self, event: tk.Event[tk.Misc]) -> None:
        self._body.focus_set()
        number, self._pressed = self.tile_at(event.x, event.y), None
        if number is None:
            return
        self._pressed = event.x, event.y, number
        if number not in self.selected or int(event.state) & _MODIFIERS:
            self._choose(number, int(event.state))

    def _drag(self, event: tk.Event[tk.Misc]) -> None:
        if self._pressed is None:
            return
        x, y, _ = self._pressed
        if self._drop is None and abs(event.x - x) + abs(event.y - y) < pixels(self, _DRAG):
            return
        over = self.tile_at(event.x, event.y)
        left, _, right, _ = self._box(over or 0)
        is_behind = event.x > (left + right) // 2
        self._drop = self.count if over is None else over + is_behind
        if event.y < 0 or event.y > self._body.winfo_height():
            self._scroll_to(self._top + (self._gap if event.y > 0 else -self._gap))
        self.refresh()

    def _release(self, event: tk.Event[tk.Misc]) -> None:
        pressed, self._pressed = self._pressed, None
        drop, self._drop = self._drop, None
        if drop is not None:
            self.refresh()
            self._on_drop(drop)
        elif pressed and not int(event.state) & _MODIFIERS and len(self.selected) > 1:
            self._choose(pressed[2], 0)
