"""Small pictures of levels, painted when they come into sight."""

from __future__ import annotations

import tkinter as tk
from collections import OrderedDict
from collections.abc import Mapping

from PIL import Image, ImageColor, ImageTk

from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.look import Look
from flowdesk.draw.raster import paint
from flowdesk.draw.scene import Tile
from flowdesk.draw.sprites import SpriteSheet
from flowdesk.draw.theme import DARK, Theme
from flowdesk.kinds.table import board_scene, kind_of

#: Cells smaller than this are painted larger and reduced: dots of a few pixels are no dots.
_SMALLEST_CELL = 8
#: Longer boards are shown with a pixel a cell, or their dots would not be seen at all.
_LONGEST_SIDE = 32

_KEPT = 400


class Thumbnails:
    """Pictures of at most `size` pixels a side, on the ground of a theme."""

    def __init__(self, widget: tk.Misc, size: int) -> None:
        self.size = size
        self._widget = widget
        self._theme = DARK
        self._sheets: dict[int, SpriteSheet] = {}
        # With the level, whose address must not come to be that of another one.
        self._photos: OrderedDict[int, tuple[Puzzle, ImageTk.PhotoImage]] = OrderedDict()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme from now on."""
        self._theme = theme
        self._sheets.clear()
        self._photos.clear()

    def known(self, level: Puzzle) -> ImageTk.PhotoImage | None:
        """The picture of a level if it is painted already."""
        if id(level) not in self._photos:
            return None
        self._photos.move_to_end(id(level))
        return self._photos[id(level)][1]

    def painted(self, level: Puzzle) -> ImageTk.PhotoImage:
        """The picture of a level, which takes some milliseconds if it is the first time."""
        photo = self.known(level)
        if photo is None:
            photo = ImageTk.PhotoImage(self._picture(level), master=self._widget)
            self._photos[id(level)] = level, photo
            if len(self._photos) > _KEPT:
                self._photos.popitem(last=False)
        return photo

    def _picture(self, level: Puzzle) -> Image.Image:
        kind, longest = kind_of(level), max(level.width, level.height)
        if longest > _LONGEST_SIDE and kind.overview:
            return self._overview(level, kind.overview(level))
        scene = board_scene(level, labels=self._theme.labels)
        picture = paint(scene, self._sheet(max(self.size // longest, _SMALLEST_CELL)))
        picture.thumbnail((self.size, self.size), Image.Resampling.BOX)
        return picture

    def _overview(self, level: Puzzle, tiles: Mapping[Cell, Tile]) -> Image.Image:
        theme = self._theme
        picture = Image.new("RGB", (level.width, level.height), theme.cell)
        for cell, tile in tiles.items():
            color = theme.color(tile.color) if tile.color else theme.color_of(tile)
            picture.putpixel(cell, ImageColor.getrgb(color))
        scale = self.size / max(picture.size)
        way = Image.Resampling.NEAREST if scale > 1 else Image.Resampling.BOX
        return picture.resize((round(level.width * scale), round(level.height * scale)), way)

    def _sheet(self, cell: int) -> SpriteSheet:
        if cell not in self._sheets:
            self._sheets[cell] = SpriteSheet(Look(self._theme, cell))
        return self._sheets[cell]
