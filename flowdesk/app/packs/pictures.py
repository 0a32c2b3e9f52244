"""Pictures in the browser: of levels, painted when they come into sight, and how hard they are."""

from __future__ import annotations

import time
import tkinter as tk
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from PIL import Image, ImageColor, ImageTk

from flowdesk.app import fonts, look
from flowdesk.app.scale import LABELS_FROM, desktop_pixels, factor, pixels
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.shape import Geometry
from flowdesk.draw.charts import level_at, level_bars, level_span, paint_levels
from flowdesk.draw.raster import SpriteSheet, paint
from flowdesk.draw.scene import Tile
from flowdesk.draw.theme import Look, Theme
from flowdesk.kinds.answers import Difficulty
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
        self._look: tuple[Theme, int] | None = None  # and the size, of those that are kept
        self._sheets: dict[tuple[int, Geometry], SpriteSheet] = {}
        # By the address of the level, which is kept so that no other level gets that address.
        self._photos: OrderedDict[int, tuple[Puzzle, ImageTk.PhotoImage]] = OrderedDict()

    def picture(self, level: Puzzle) -> ImageTk.PhotoImage | None:
        """Return the picture of a level, or None if it has to be painted, which begins soon."""
        now = look.theme_of(self._widget), pixels(self._widget, self._points)
        if now != self._look:
            self._look = self._theme, self._size = now
            self._sheets.clear()
            self._photos.clear()
        if id(level) in self._photos:
            self._photos.move_to_end(id(level))
            return self._photos[id(level)][1]
        self._missing.append(level)
        if not self._painting.running:
            self._painting.start(1, self._paint)
        return None

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
        cell = int((self._size - 1) // (max(scene.size) + 2 * scene.margin))  # a line ends the last
        picture = paint(scene, self._sheet(max(cell, _SMALLEST_CELL), scene.geometry))
        picture.thumbnail((self._size, self._size), Image.Resampling.BOX)
        return picture

    def _overview(self, level: Puzzle, tiles: Mapping[Cell, Tile]) -> Image.Image:
        theme = self._theme
        picture = Image.new("RGB", (level.width, level.height), theme.cell)
        for cell, tile in tiles.items():
            color = theme.color(tile.color) if tile.color else theme.color_of(tile)
            picture.putpixel(cell, ImageColor.getrgb(color))
        scale = self._size / max(picture.size)
        way = Image.Resampling.NEAREST if scale > 1 else Image.Resampling.BOX
        return picture.resize((round(level.width * scale), round(level.height * scale)), way)

    def _sheet(self, cell: int, geometry: Geometry) -> SpriteSheet:
        key = cell, geometry
        if key not in self._sheets:
            least = desktop_pixels(self._widget, LABELS_FROM)
            self._sheets[key] = SpriteSheet(Look(self._theme, cell, labels_from=least), geometry)
        return self._sheets[key]


_PAUSE_MS, _MORE_MS = 250, 0.1  # between two charts while levels are rated, and more for each
_LEAST_SHARE = 7  # the chart is hidden in windows that are not so many times as high

#: The id of a level, its difficulty, and how many seconds people took for it.
Rated: TypeAlias = tuple[int, Difficulty | None, float | None]
#: Words from easy to hard, and levels in order, each with a difficulty by one of these words.
Ratings: TypeAlias = tuple[Sequence[str], Sequence[Rated]]


class DifficultyCurve(tk.Canvas):
    """Shows what `ratings` returns: how hard levels are, and above it people's times as a line.

    `on_choose` gets the id of a level that was clicked; `tip_of` says what a level is. `appear`
    puts the chart into the window or takes it out, because nothing is rated or there is no room.
    """

    def __init__(
        self,
        parent: tk.Misc,
        ratings: Callable[[], Ratings],
        tip_of: Callable[[int], str],
        on_choose: Callable[[int], object],
        appear: Callable[[bool], object],
    ) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, cursor="hand2")
        self._parent = parent
        self._ratings, self._tip_of = ratings, tip_of
        self._on_choose, self._appear = on_choose, appear
        self._places: dict[int, int] = {}
        self._ids: list[int] = []
        self._shown: object = None
        self._cursor: int | None = None
        self._font = fonts.named(self)
        self._left = 0
        self._timer = Timer(self)
        self._tip = Tooltip(self, "")
        self._photo: ImageTk.PhotoImage | None = None
        self._height = 4 * self._font.metrics("linespace") + pixels(self, 3)
        self.configure(height=self._height)
        parent.bind("<Configure>", lambda event: self.refresh(), add=True)
        self.bind("<Button-1>", self._clicked)
        self.bind("<B1-Motion>", self._clicked)
        self.bind("<Motion>", self._hover, add=True)
        # At once, or it would be in the colours before for a while.
        self.bind("<<ThemeChanged>>", lambda event: self._timer.start(1, self._draw))

    def refresh(self) -> None:
        """Show the present ratings and order, a moment later."""
        if not self._timer.running:
            pause = _PAUSE_MS + round(_MORE_MS * len(self._ids))
            self._timer.start(pause if self.winfo_manager() else 1, self._draw)

    def point_at(self, id: int | None) -> None:
        """Mark the level under the list's cursor."""
        self._cursor = id
        self.delete("cursor")
        if id not in self._places or not self._photo:
            return
        left, right = level_span(self._places[id], len(self._ids), self._width)
        x, side = self._left + (left + right) / 2, pixels(self, 3)
        middle = min(max(x, self._left + side), self._left + self._width - side)
        color = look.colors_of(self).accent
        self.create_line(x, side, x, self._height, fill=color, tags="cursor")
        points = (middle - side, 0, middle + side, 0, middle, 2 * side)
        self.create_polygon(*points, fill=color, tags="cursor")

    @property
    def _width(self) -> int:
        """The width of the bars, right of the words."""
        return max(self._parent.winfo_width() - self._left - pixels(self, 12), 1)

    def _draw(self) -> None:
        self._timer.stop()
        words, rated = self._ratings()
        is_rated = any(difficulty or seconds is not None for _, difficulty, seconds in rated)
        if not is_rated or self._parent.winfo_height() < _LEAST_SHARE * self._height:
            self._appear(False)
            return
        self._appear(True)
        shown = words, rated, self._parent.winfo_width(), look.theme_of(self)
        if shown != self._shown:
            self._shown = shown
            self._paint(words, rated)

    def _paint(self, words: Sequence[str], rated: Sequence[Rated]) -> None:
        self._ids = [id for id, _, _ in rated]
        self._places = {id: place for place, id in enumerate(self._ids)}
        self._left = max(map(self._font.measure, words), default=0) + pixels(self, 12)
        colors, bands = look.colors_of(self), max(len(words), 1)
        inks = look.inks_of(look.theme_of(self), factor(self))
        known = [(words.index(each.level), each.score) if each else None for _, each, _ in rated]
        times = [seconds for _, _, seconds in rated]
        size = self._width, self._height
        picture = paint_levels(level_bars(known, bands), bands, size, inks, times)
        self.configure(background=colors.background)
        self.delete("all")
        self._photo = ImageTk.PhotoImage(picture, master=self)
        self.create_image(self._left, 0, image=self._photo, anchor="nw")
        for band, word in enumerate(words):
            y = self._height * (1 - (band + 0.5) / bands)
            x = self._left - pixels(self, 4)
            fonts.write(self, x, y, word, colors.faint, anchor="e")
        self.point_at(self._cursor)

    def _id_at(self, x: int) -> int | None:
        if not self._ids or x < self._left:
            return None
        return self._ids[level_at(x - self._left, len(self._ids), self._width)]

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        if (id := self._id_at(event.x)) is not None:
            self._on_choose(id)

    def _hover(self, event: tk.Event[tk.Misc]) -> None:
        id = self._id_at(event.x)
        self._tip.text = "" if id is None else self._tip_of(id)
