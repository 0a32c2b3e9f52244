"""Thumbnails: small pictures of levels, painted when they come into sight."""

from __future__ import annotations

import time
import tkinter as tk
from collections import OrderedDict
from collections.abc import Callable, Mapping

from PIL import Image, ImageColor, ImageTk

from flowdesk.app.scale import LABELS_FROM, pixels
from flowdesk.app.timers import Timer
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.raster import SpriteSheet, paint
from flowdesk.draw.scene import Tile
from flowdesk.draw.theme import DARK, Look, Theme
from flowdesk.kinds.table import board_scene, kind_of

#: Smaller cells are painted at this size and reduced: endpoints of a few pixels are not round.
_SMALLEST_CELL = 8
#: Longer boards are painted with one pixel for each cell, or endpoints could not be seen.
_LONGEST_SIDE = 32

_KEPT = 400
_FRAME_SECONDS = 0.012  # of painting, before other events are handled


class Thumbnails:
    """Pictures of at most so many points a side; `on_painted` is called when there are new ones."""

    def __init__(self, widget: tk.Misc, points: float, on_painted: Callable[[], None]) -> None:
        self._points = points
        self._widget = widget
        self._on_painted = on_painted
        self._painting = Timer(widget)
        self._missing: list[Puzzle] = []
        self._theme = DARK
        self.size = pixels(widget, points)
        self._sheets: dict[int, SpriteSheet] = {}
        # By the address of the level, which is kept so that no other level gets that address.
        self._photos: OrderedDict[int, tuple[Puzzle, ImageTk.PhotoImage]] = OrderedDict()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.size = pixels(self._widget, self._points)
        self._sheets.clear()
        self._photos.clear()

    def picture(self, level: Puzzle) -> ImageTk.PhotoImage | None:
        """Return the picture of a level, or None if it has to be painted, which begins soon."""
        if id(level) in self._photos:
            self._photos.move_to_end(id(level))
            return self._photos[id(level)][1]
        self._missing.append(level)
        if not self._painting.running:
            self._painting.start(1, self._paint)
        return None

    def stop(self) -> None:
        self._painting.stop()

    def _paint(self) -> None:
        """Paint as many of the missing pictures as fit into a frame."""
        missing, self._missing = self._missing, []
        end = time.perf_counter() + _FRAME_SECONDS
        for level in missing:
            if id(level) not in self._photos:
                photo = ImageTk.PhotoImage(self._made(level), master=self._widget)
                self._photos[id(level)] = level, photo
                if len(self._photos) > _KEPT:
                    self._photos.popitem(last=False)
            if time.perf_counter() > end:
                break
        self._on_painted()

    def _made(self, level: Puzzle) -> Image.Image:
        kind, longest = kind_of(level), max(level.width, level.height)
        if longest > _LONGEST_SIDE and (overview := kind.drawing.overview(level)):
            return self._overview(level, overview)
        scene = board_scene(level, labels=self._theme.labels)
        cell = int(self.size // (longest + 2 * scene.margin))
        picture = paint(scene, self._sheet(max(cell, _SMALLEST_CELL)))
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
            look = Look(self._theme, cell, labels_from=pixels(self._widget, LABELS_FROM))
            self._sheets[cell] = SpriteSheet(look)
        return self._sheets[cell]
