"""PalettePanel: what there is to place, and the tools, left of the board."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Sequence
from functools import partial
from tkinter import colorchooser, ttk
from typing import Any

from PIL import ImageTk

from flowdesk.app.actions import key_text
from flowdesk.app.document_view import DocumentView
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.draw.scene import Tiles
from flowdesk.draw.sprites import SpriteSheet
from flowdesk.draw.theme import Look, Theme
from flowdesk.kinds.editor import Item, Tool

_COLUMNS = 2
_WIDTH, _HEIGHT = 68, 38  # of one colour in the palette, in pixels
_PICTURE = 34
_ICON = 20


class PalettePanel(ttk.Frame):
    """The items, each with how often it is placed, and the tools."""

    def __init__(self, parent: tk.Misc, shown: DocumentView) -> None:
        super().__init__(parent, padding=(8, 8, 4, 8))
        self._document = shown.document
        self._edit = shown.edit
        self._theming = shown.theming
        self._mac = shown.shell.mac
        self._items: Sequence[Item] = ()
        self._photos: dict[tuple[Tiles, int], ImageTk.PhotoImage] = {}
        self._theme: Theme | None = None
        self._shown: object = None
        self._tool = tk.StringVar(self)
        self._tools = ttk.Frame(self)
        self._tools.pack(side="bottom", fill="x", pady=(8, 0))
        self._tool_buttons: dict[Tool, ttk.Radiobutton] = {}
        self._canvas = tk.Canvas(
            self, width=_COLUMNS * _WIDTH, height=100, highlightthickness=0, borderwidth=0
        )
        self._canvas.pack(side="top", fill="both", expand=True)
        self._canvas.bind("<ButtonPress-1>", self._clicked)
        self._canvas.bind("<Double-Button-1>", self._choose_color)
        self._canvas.bind("<Motion>", self._hover)
        self._tip = Tooltip(self._canvas, "")
        for sequence, step in (("<Button-4>", -1), ("<Button-5>", 1)):
            self._canvas.bind(sequence, lambda event, step=step: self._scroll(step))  # type: ignore[misc]  # the same
        self._canvas.bind("<MouseWheel>", lambda event: self._scroll(-1 if event.delta > 0 else 1))

        shown.document.listeners.append(lambda what: self.refresh())
        shown.edit.listeners.append(self.refresh)
        shown.theming.listeners.append(self.refresh)

    def refresh(self) -> None:
        edit = self._edit
        items = edit.kind.palette(edit.level, edit.item)
        state = items, edit.item, edit.tool, self._theming.theme
        if state == self._shown:
            return
        self._shown, self._items = state, items
        self._show_tools(edit.kind.tools)
        canvas, colors = self._canvas, self._theming.colors
        canvas.delete("all")
        canvas.configure(background=colors.background)
        for place, item in enumerate(items):
            x, y = place % _COLUMNS * _WIDTH, place // _COLUMNS * _HEIGHT
            if item.name == edit.item and edit.tool is edit.kind.tools[0]:
                canvas.create_rectangle(
                    x + 1, y + 1, x + _WIDTH - 3, y + _HEIGHT - 2, outline=colors.accent, width=2
                )
            canvas.create_image(x + 3, y + 2, image=self._photo(item.tiles), anchor="nw")
            ink = colors.bad if item.is_wrong else colors.text if item.is_used else colors.faint
            canvas.create_text(
                x + _PICTURE + 4,
                y + _HEIGHT / 2,
                text=item.mark,
                anchor="w",
                tags="words",
                fill=ink,
            )
        rows = math.ceil(len(items) / _COLUMNS)
        canvas.configure(scrollregion=(0, 0, _COLUMNS * _WIDTH, rows * _HEIGHT))
        self._reveal([item.name for item in items].index(edit.item) // _COLUMNS)

    def _show_tools(self, tools: Sequence[Tool]) -> None:
        if list(self._tool_buttons) != list(tools):
            self._build_tools(tools)
            self._theme = None
        self._tool.set(self._edit.tool.name)
        if self._theme != self._theming.theme:
            self._theme, self._photos = self._theming.theme, {}
            for tool, button in self._tool_buttons.items():
                button.configure(image=self._photo(tool.icon, _ICON))

    def _build_tools(self, tools: Sequence[Tool]) -> None:
        for button in self._tool_buttons.values():
            button.destroy()
        self._tool_buttons = {}
        for tool in tools:
            button = ttk.Radiobutton(
                self._tools,
                text=tool.name,
                compound="left",
                value=tool.name,
                variable=self._tool,
                takefocus=False,
                command=partial(self._edit.choose_tool, tool),
            )
            button.pack(fill="x", pady=1)
            Tooltip(button, f"{tool.tip}  ({key_text(tool.key, self._mac)})")
            self._tool_buttons[tool] = button

    def _photo(self, tiles: Tiles, size: int = _PICTURE) -> ImageTk.PhotoImage:
        """Return a picture of tiles, this many pixels a side."""
        if (tiles, size) not in self._photos:
            sheet = SpriteSheet(Look(self._theming.theme, size, transparent=True))
            self._photos[tiles, size] = ImageTk.PhotoImage(sheet.stack(tiles), master=self._canvas)
        return self._photos[tiles, size]

    def _item_at(self, event: tk.Event[Any]) -> Item | None:
        column = event.x // _WIDTH
        place = int(self._canvas.canvasy(event.y)) // _HEIGHT * _COLUMNS + column
        if 0 <= column < _COLUMNS and place < len(self._items):
            return self._items[place]
        return None

    def _clicked(self, event: tk.Event[Any]) -> None:
        if item := self._item_at(event):
            self._edit.choose_item(item.name)
        self._edit.view.focus_set()

    def _choose_color(self, event: tk.Event[Any]) -> None:
        item, recolored = self._item_at(event), self._edit.kind.recolored
        if item and item.color and recolored:
            title = f"Another colour for {item.words}"
            color = colorchooser.askcolor(item.color, parent=self, title=title)[1]
            if color:
                changed = recolored(self._document.level, item.name, color)
                self._document.apply(f"colour of {item.words}", changed)

    def _hover(self, event: tk.Event[Any]) -> None:
        item = self._item_at(event)
        self._tip.text = item.tip if item else ""

    def _scroll(self, step: int) -> None:
        first, last = self._canvas.yview()
        if last - first < 1:
            self._canvas.yview_scroll(step, "units")

    def _reveal(self, row: int) -> None:
        region = float(self._canvas.cget("scrollregion").split()[3])
        first, last = self._canvas.yview()
        if row * _HEIGHT < first * region:
            self._canvas.yview_moveto(row * _HEIGHT / region)
        elif (row + 1) * _HEIGHT > last * region + 1:
            self._canvas.yview_moveto(((row + 1) * _HEIGHT - self._canvas.winfo_height()) / region)
