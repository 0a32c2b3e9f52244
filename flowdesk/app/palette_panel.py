"""PalettePanel: the tools and what there is to place, left of the board, and menus of that."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Sequence
from functools import partial
from itertools import zip_longest
from tkinter import ttk

from PIL import Image, ImageTk

from flowdesk.app import scale
from flowdesk.app.actions import key_text
from flowdesk.app.dialogs.fields import ask_color
from flowdesk.app.front import Front
from flowdesk.app.look import TOGGLE, set_icon
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.narrow import FittedMenu
from flowdesk.app.widgets.scrolled import Wheel
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.documents.document import Document
from flowdesk.draw.raster import SpriteSheet, sheet_of
from flowdesk.draw.scene import Tiles
from flowdesk.draw.theme import Look, Theme
from flowdesk.kinds.editor import Item, Tool
from flowdesk.kinds.table import kind_of

#: What a panel tells its drawer when the width that it asks for has changed.
NEEDS_ROOM = "<<NeedsRoom>>"

#: Points: of one item of the palette, and of its picture.
_WIDTH, _HEIGHT, _PICTURE = 51, 28.5, 24
#: Points round them, on the side of the board half of that, and between tools and items.
_PAD, _BETWEEN = 6, 4.5


class PalettePanel(ttk.Frame):
    """The tools, and beside them the items, each with how often it is placed.

    The items stand in one column if they fit, else in two, or in as many as there is room for.
    """

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        pad = f"{_PAD}p"
        super().__init__(parent, padding=(pad, pad, f"{_PAD / 2}p", pad))
        self._around = front.view.master  # which is as high, and knows it sooner
        self._front, self._theming = front, front.theming
        self._items: Sequence[Item] = ()
        self._photos: dict[Tiles, ImageTk.PhotoImage] = {}
        self._look: tuple[Theme, int] | None = None  # of the photos
        self._sheet: SpriteSheet
        self._layout: object = None  # what decides where items are, and how they look
        self._places: list[tuple[int, int, int]] = []
        self._shown: list[tuple[Item, bool]] = []  # the items, and whether each is in hand
        self._idle = Timer(self)
        self._columns = self._width = self._height = 1
        self._tools = ToolStrip(self, front)
        self._tools.pack(side="left", fill="y", padx=(0, f"{_BETWEEN}p"))
        self._canvas = tk.Canvas(
            self, width="0.75p", height="0.75p", highlightthickness=0, borderwidth=0
        )
        self._canvas.pack(side="left", fill="both", expand=True)
        self._canvas.bind("<ButtonPress-1>", self._clicked)
        self._canvas.bind("<Double-Button-1>", self._choose_color)
        right = "<ButtonPress-2>" if front.shell.mac else "<ButtonPress-3>"
        self._canvas.bind(right, self._open_menu)
        self._canvas.bind("<Motion>", self._hover)
        self._canvas.bind("<Configure>", lambda event: self.refresh())
        self._tip = Tooltip(self._canvas, "")
        Wheel(self._canvas, lambda right, down: front.edit.turn_wheel(-down), notch=lambda: 1)

        front.hear(lambda tab: tab.document.changed, lambda what: self._refresh_soon())
        front.hear(lambda tab: tab.session.edit.changed, self._refresh_soon)
        front.switched.connect(self.refresh, front.shell)
        front.theming.changed.connect(self.refresh, front.shell)

    def needed_width(self) -> int:
        """Return how many pixels wide it has to be: one column of items may be too high."""
        if self._layout:
            self.refresh()
        parts = self._tools.winfo_reqwidth() + self._canvas.winfo_reqwidth()
        return parts + sum(scale.pixels(self, points) for points in (_PAD, _BETWEEN, _PAD / 2))

    def _refresh_soon(self) -> None:
        """Show the items when the window is idle: once, whatever has happened until then."""
        self._idle.when_idle(self.refresh)

    def refresh(self) -> None:
        """Show the items of the puzzle on the board; those that look the same stay."""
        edit, canvas = self._front.edit, self._canvas
        items = edit.kind.editing.palette(edit.level, edit.item)
        width, most, picture = (scale.pixels(self, at) for at in (_WIDTH, _HEIGHT, _PICTURE))
        look = self._theming.theme, picture
        high = canvas.winfo_height()
        if high == 1:  # it has no place yet: as high as it will be
            high = self._around.winfo_height() - 2 * scale.pixels(self, _PAD)
        room = high // len(items)  # for each in one column
        needed = 1 if room > picture else 2
        columns = max(needed, min(len(items), canvas.winfo_width() // width))
        height = min(room, most) if columns == 1 else most
        layout = look, needed, columns, height
        if layout != self._layout:
            if look != self._look:
                self._look, self._photos = look, {}
                self._sheet = sheet_of(Look(*look, transparent=True))
            self._layout, self._places, self._shown = layout, [], []
            self._columns, self._width, self._height = columns, width, height
            canvas.delete("all")
            canvas.configure(background=self._theming.colors.background, width=needed * width)
            self.event_generate(NEEDS_ROOM)
        in_hand = edit.item if edit.tool is edit.kind.editing.tools[0] else None
        shown = [(item, item.name == in_hand) for item in items]
        if shown == self._shown:
            return
        rows, count = math.ceil(len(items) / columns), len(items)
        canvas.configure(scrollregion=(0, 0, columns * width, rows * height))
        for gone in self._places[count:]:
            canvas.delete(*gone)
        self._places[count:] = map(self._place, range(len(self._places), count))
        for place, new, old in zip_longest(self._places, shown, self._shown[:count]):
            if new != old:
                self._show(place, *new)
        canvas.tag_raise("frame")  # pictures have a ground, and may reach to it
        self._items, self._shown = items, shown
        self._reveal([item.name for item in items].index(edit.item) // columns)

    def _place(self, number: int) -> tuple[int, int, int]:
        """Make place for an item; return its frame, its picture and its mark on the canvas."""
        canvas, width, height = self._canvas, self._width, self._height
        accent = self._theming.colors.accent
        x, y = number % self._columns * width, number // self._columns * height
        thin, picture = scale.pixels(self, 0.75), scale.pixels(self, _PICTURE)
        box = (x + thin, y + thin, x + width - 2 * thin, y + height - 2 * thin)
        middle, half = y + height / 2, (height - picture) / 2
        return (
            canvas.create_rectangle(*box, outline=accent, width="1.5p", tags="frame"),
            canvas.create_image(x + half, middle, anchor="w"),
            canvas.create_text(x + half + picture + half, middle, anchor="w", tags="words"),
        )

    def _show(self, place: tuple[int, int, int], item: Item, is_in_hand: bool) -> None:
        colors, (frame, picture, mark) = self._theming.colors, place
        ink = colors.bad if item.is_wrong else colors.text if item.is_used else colors.faint
        self._canvas.itemconfigure(frame, state="normal" if is_in_hand else "hidden")
        self._canvas.itemconfigure(picture, image=self._photo(item.tiles))
        self._canvas.itemconfigure(mark, text=item.mark, fill=ink)

    def _photo(self, tiles: Tiles) -> ImageTk.PhotoImage:
        if tiles not in self._photos:
            stack = self._sheet.stack(tiles)
            picture = Image.new("RGB", stack.size, self._theming.colors.background)
            picture.paste(stack, mask=stack)  # else Tk asks the screen for the ground of each
            self._photos[tiles] = ImageTk.PhotoImage(picture, master=self._canvas)
        return self._photos[tiles]

    def _item_at(self, event: tk.Event[tk.Misc]) -> Item | None:
        column, row = event.x // self._width, self._canvas.canvasy(event.y) // self._height
        place = int(row) * self._columns + column
        if 0 <= column < self._columns and place < len(self._items):
            return self._items[place]
        return None

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        if item := self._item_at(event):
            self._front.edit.choose_item(item.name)
        self._front.view.focus_set()

    def _choose_color(self, event: tk.Event[tk.Misc]) -> None:
        if item := self._item_at(event):
            choose_color(self, self._front.document, item)

    def _open_menu(self, event: tk.Event[tk.Misc]) -> None:
        """Open the menu of the item under the pointer, with what can be done with it."""
        if item := self._item_at(event):
            self._front.edit.choose_item(item.name)
            menu = self._menu = FittedMenu(self)
            add_item_entries(menu, self._front.document, item, list(self._items))
            if menu.index("end") is not None:
                menu.open_beside(event.x_root, event.y_root)

    def _hover(self, event: tk.Event[tk.Misc]) -> None:
        item = self._item_at(event)
        self._tip.text = item.tip if item else ""

    def _reveal(self, row: int) -> None:
        """Scroll until a row is in sight."""
        canvas, top, bottom = self._canvas, row * self._height, (row + 1) * self._height
        region = float(canvas.cget("scrollregion").split()[3])
        first, last = canvas.yview()
        if top < first * region:
            canvas.yview_moveto(top / region)
        elif bottom > last * region + 1:
            canvas.yview_moveto((bottom - canvas.winfo_height()) / region)


class ToolStrip(ttk.Frame):
    """The buttons stand below each other; the one of the current tool is in the accent colour."""

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent)
        self._front = front
        self._mac = front.shell.mac
        self._chosen = tk.StringVar(self)
        self._tools: Sequence[Tool[Puzzle]] = ()
        self._buttons: list[ttk.Radiobutton] = []
        front.hear(lambda tab: tab.document.changed, lambda what: self.refresh())
        front.hear(lambda tab: tab.session.edit.changed, self.refresh)
        front.switched.connect(self.refresh, front.shell)

    def refresh(self) -> None:
        if self._front.edit.tools is not self._tools:
            self._build()
        self._chosen.set(self._front.edit.tool.name)

    def _build(self) -> None:
        for button in self._buttons:
            button.destroy()
        self._tools = self._front.edit.tools
        self._buttons = [self._made(tool) for tool in self._tools]

    def _made(self, tool: Tool[Puzzle]) -> ttk.Radiobutton:
        button = ttk.Radiobutton(
            self,
            text=tool.name,
            compound="image",
            style=TOGGLE,
            value=tool.name,
            variable=self._chosen,
            takefocus=False,
            command=partial(self._choose, tool),
        )
        set_icon(button, tool.icon)
        button.pack(fill="x", pady=(0, "1.5p"))
        Tooltip(button, f"{tool.name}  ({key_text(tool.key, self._mac)})\n{tool.tip}")
        return button

    def _choose(self, tool: Tool[Puzzle]) -> None:
        self._front.edit.choose_tool(tool)
        self._front.view.focus_set()


def add_item_entries(menu: FittedMenu, document: Document, item: Item, others: list[Item]) -> None:
    """Add what can be done with an item, below a line; `others` are all of the palette."""
    coloring = kind_of(document.level).coloring
    if coloring is None:
        return
    if menu.index("end") is not None:
        menu.add_separator()
    others = [other for other in others if other.is_used and other.name != item.name]
    if others:
        inner = menu.add_menu(f"Swap {item.words} with")
        for other in others:
            inner.add_command(label=other.words, command=partial(swap_items, document, item, other))
    if item.color:
        label = f"Another colour for {item.words} ..."
        menu.add_command(label=label, command=partial(choose_color, menu.master, document, item))
    if item.is_used:
        changed = coloring.without(document.level, item.name)
        if changed is not document.level:
            remove = partial(document.apply, f"remove {item.words}", changed)
            menu.add_command(label=f"Remove {item.words}", command=remove)


def choose_color(parent: tk.Misc, document: Document, item: Item) -> None:
    coloring = kind_of(document.level).coloring
    if coloring and item.color:
        title = f"Another colour for {item.words}"
        color = ask_color(parent, title, item.color)
        if color:
            changed = coloring.recolored(document.level, item.name, color)
            document.apply(f"change the colour of {item.words}", changed)


def swap_items(document: Document, item: Item, other: Item) -> None:
    coloring = kind_of(document.level).coloring
    if coloring:
        changed = coloring.swapped(document.level, item.name, other.name)
        document.apply(f"swap {item.words} and {other.words}", changed)
