"""PalettePanel: the colours and the tools, left of the board."""

from __future__ import annotations

import math
import tkinter as tk
from functools import partial
from tkinter import colorchooser, ttk
from typing import TYPE_CHECKING, Any

from PIL import ImageTk

from flowdesk.app.actions import key_text
from flowdesk.app.widgets.tooltip import add_tooltip
from flowdesk.draw.scene import Tiles
from flowdesk.draw.sprites import SpriteSheet
from flowdesk.draw.theme import Theme
from flowdesk.kinds.flow import editing
from flowdesk.kinds.flow.tiles import dot_tiles
from flowdesk.kinds.flow.tools import ENDPOINT, TOOLS

if TYPE_CHECKING:
    from flowdesk.app.window import Window

_COLUMNS = 2
_WIDTH, _HEIGHT = 68, 38  # of one colour in the palette, in pixels
_DOT = 34
_ICON = 20


class PalettePanel(ttk.Frame):
    """The colours, each with how many of its endpoints are placed, and the tools."""

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent, padding=(8, 8, 4, 8))
        self._window = window
        self._labels: list[str] = []
        self._photos: dict[Tiles, ImageTk.PhotoImage] = {}
        self._theme: Theme | None = None
        self._shown: object = None
        self._tool = tk.StringVar(self, TOOLS[0].name)
        tools = ttk.Frame(self)
        tools.pack(side="bottom", fill="x", pady=(8, 0))
        self._tool_buttons = {}
        for tool in TOOLS:
            button = ttk.Radiobutton(
                tools,
                text=tool.name,
                compound="left",
                value=tool.name,
                variable=self._tool,
                takefocus=False,
                command=partial(window.edit.choose_tool, tool),
            )
            button.pack(fill="x", pady=1)
            add_tooltip(button, f"{tool.tip}  ({key_text(tool.key, window.mac)})")
            self._tool_buttons[tool] = button
        self._canvas = tk.Canvas(
            self, width=_COLUMNS * _WIDTH, height=100, highlightthickness=0, borderwidth=0
        )
        self._canvas.pack(side="top", fill="both", expand=True)
        self._canvas.bind("<ButtonPress-1>", self._clicked)
        self._canvas.bind("<Double-Button-1>", self._choose_color)
        self._canvas.bind("<Motion>", self._hover)
        self._tip = add_tooltip(self._canvas, "")
        for sequence, step in (("<Button-4>", -1), ("<Button-5>", 1)):
            self._canvas.bind(sequence, lambda event, step=step: self._scroll(step))  # type: ignore[misc]  # the same
        self._canvas.bind("<MouseWheel>", lambda event: self._scroll(-1 if event.delta > 0 else 1))

    def refresh(self) -> None:
        """Show the present level's colours and the current one and tool."""
        window = self._window
        level, edit = window.document.level, window.edit
        labels = editing.palette(level, edit.label)
        state = (
            [(label, level.color(label), len(level.pairs.get(label, ()))) for label in labels],
            edit.label,
            edit.tool,
            window.theme,
        )
        if state == self._shown:
            return
        self._shown, self._labels = state, labels
        self._tool.set(edit.tool.name)
        canvas, colors = self._canvas, window.colors
        canvas.delete("all")
        canvas.configure(background=colors.background)
        if self._theme != window.theme:
            self._theme, self._photos = window.theme, {}
            for tool, button in self._tool_buttons.items():
                button.configure(image=self._photo(tool.icon, _ICON))
        for place, label in enumerate(labels):
            x, y = place % _COLUMNS * _WIDTH, place // _COLUMNS * _HEIGHT
            if label == edit.label and edit.tool is ENDPOINT:
                canvas.create_rectangle(
                    x + 1, y + 1, x + _WIDTH - 3, y + _HEIGHT - 2, outline=colors.accent, width=2
                )
            tiles = dot_tiles(level, label, labels=True)
            count = len(level.pairs.get(label, ()))
            if count == 0:
                tiles = (*(t._replace(strength=0.55) for t in tiles[:-1]), tiles[-1])
            canvas.create_image(x + 3, y + 2, image=self._photo(tiles), anchor="nw")
            mark = ("○○", "●○", "●●")[count] if count <= 2 else f"×{count}"
            canvas.create_text(
                x + _DOT + 4,
                y + _HEIGHT / 2,
                text=mark,
                anchor="w",
                tags="words",
                fill=colors.bad if count > 2 else colors.text if count else colors.faint,
            )
        rows = math.ceil(len(labels) / _COLUMNS)
        canvas.configure(scrollregion=(0, 0, _COLUMNS * _WIDTH, rows * _HEIGHT))
        self._reveal(labels.index(edit.label) // _COLUMNS)

    def _photo(self, tiles: Tiles, size: int = _DOT) -> ImageTk.PhotoImage:
        """Tiles as a picture of this many pixels a side, made once."""
        if tiles not in self._photos:
            sheet = SpriteSheet(self._window.theme, size, transparent=True)
            self._photos[tiles] = ImageTk.PhotoImage(sheet.stack(tiles), master=self._canvas)
        return self._photos[tiles]

    def _label_at(self, event: tk.Event[Any]) -> str | None:
        column = event.x // _WIDTH
        place = int(self._canvas.canvasy(event.y)) // _HEIGHT * _COLUMNS + column
        if 0 <= column < _COLUMNS and place < len(self._labels):
            return self._labels[place]
        return None

    def _clicked(self, event: tk.Event[Any]) -> None:
        if label := self._label_at(event):
            self._window.edit.choose_label(label)
        self._window.view.focus_set()

    def _choose_color(self, event: tk.Event[Any]) -> None:
        """Ask for another colour; only a label on the board has one that a file keeps."""
        label, document = self._label_at(event) or "", self._window.document
        if label in document.level.pairs:
            now = document.level.color(label)
            color = colorchooser.askcolor(now, parent=self, title=f"The colour of {label}")[1]
            if color:
                changed = editing.set_color(document.level, label, color)
                document.apply(f"colour of {label}", changed)

    def _hover(self, event: tk.Event[Any]) -> None:
        label = self._label_at(event)
        if label:
            count = len(self._window.document.level.pairs.get(label, ()))
            placed = {0: "not placed", 1: "one endpoint placed", 2: "both endpoints placed"}
            state = placed.get(count, f"{count} endpoints, two are right")
            self._tip.text = f"{label}: {state}. Double click: another colour"
        else:
            self._tip.text = ""

    def _scroll(self, step: int) -> None:
        first, last = self._canvas.yview()
        if last - first < 1:
            self._canvas.yview_scroll(step, "units")

    def _reveal(self, row: int) -> None:
        """Scroll so that a row can be seen."""
        region = float(self._canvas.cget("scrollregion").split()[3])
        first, last = self._canvas.yview()
        if row * _HEIGHT < first * region:
            self._canvas.yview_moveto(row * _HEIGHT / region)
        elif (row + 1) * _HEIGHT > last * region + 1:
            self._canvas.yview_moveto(((row + 1) * _HEIGHT - self._canvas.winfo_height()) / region)
