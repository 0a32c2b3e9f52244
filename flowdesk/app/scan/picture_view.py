"""PictureView: a picture on the screen, to zoom and scroll; what lies over it is painted anew."""

from __future__ import annotations

import math
import tkinter as tk

from PIL import Image, ImageTk

from flowdesk.app.scan.viewport import Viewport
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.edge_bars import EdgeBars
from flowdesk.app.widgets.wheel import Wheel
from flowdesk.scan.samples import Point

_ZOOM = 1.25
_SHARP = 4.0  # from this scale on the edges of pixels are seen


class PictureView(tk.Canvas):
    """`view` is what is in sight; `paint_over` paints what lies over it, in items tagged `OVER`."""

    OVER = "over"

    def __init__(self, parent: tk.Misc, image: Image.Image, ground: str) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, takefocus=True)
        self.view = Viewport(image.size, (1, 1))
        self._ground = ground
        self._keeps_whole = True  # when its room changes
        self._levels: dict[int, Image.Image] = {1: image}
        self._photo: ImageTk.PhotoImage | None = None
        self._painted: Viewport | None = None
        self._timer = Timer(self)
        self.bars = EdgeBars(self, self.scroll)
        Wheel(self, self.scroll, self.zoom)
        for bar in self.bars.bars:
            Wheel(bar, self.scroll, lambda steps, x, y: self.zoom(steps))
        self.configure(background=ground)
        self.bind("<Configure>", lambda event: self._resized())

    def destroy(self) -> None:
        self._timer.stop()
        super().destroy()

    def show_whole(self) -> None:
        self._look(self.view.whole())
        self._keeps_whole = True

    def show_part(self, box: tuple[float, float, float, float]) -> None:
        self._look(self.view.showing(box))

    def zoom(self, steps: int, x: float | None = None, y: float | None = None) -> None:
        middle = self.view.room[0] / 2, self.view.room[1] / 2
        x, y = middle[0] if x is None else x, middle[1] if y is None else y
        self._look(self.view.zoomed(_ZOOM**steps, x, y))

    def pan(self, right: float, down: float) -> None:
        self._look(self.view.moved(right, down))

    def scroll(self, right: int, down: int) -> None:
        """Show what is farther to the right and below, where any of the picture is hidden."""
        ways = zip((right, down), self.view.stretches, strict=True)
        self.pan(*(-way if whole > room else 0 for way, (whole, _, room) in ways))

    @property
    def in_sight(self) -> tuple[int, int, int, int]:
        """The part of the picture that is in sight: left, top, right, bottom."""
        left, top, right, bottom = self.view.in_sight
        return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)

    def place_of(self, point: Point) -> tuple[int, int]:
        """Return the window pixel of a point of the picture."""
        x, y = self.view.to_window(point)
        return round(x), round(y)

    def refresh(self) -> None:
        """Paint soon: everything may have changed."""
        if not self._timer.running:
            self._timer.when_idle(self.paint)

    def paint(self) -> None:
        self._timer.stop()
        if self._painted != self.view:
            self._paint_picture()
            self.bars.show(*self.view.stretches)
        self.delete(self.OVER)
        self.paint_over()

    def paint_over(self) -> None:
        """Paint nothing more."""

    def _look(self, view: Viewport) -> None:
        self._keeps_whole = False
        if view != self.view:
            self.view = view
            self.refresh()

    def _resized(self) -> None:
        room = max(self.winfo_width(), 1), max(self.winfo_height(), 1)
        keeps_whole = self._keeps_whole
        self._look(self.view.in_room(room))
        if keeps_whole:
            self.show_whole()

    def _paint_picture(self) -> None:
        self._painted = view = self.view
        left, top, right, bottom = view.in_sight
        frame = Image.new("RGB", view.room, self._ground)
        if right > left and bottom > top:
            x, y = self.place_of((left, top))
            end = self.place_of((right, bottom))
            size = max(1, end[0] - x), max(1, end[1] - y)
            level = self._level(view.scale)
            box = left / level, top / level, right / level, bottom / level
            how = Image.Resampling.NEAREST if view.scale >= _SHARP else Image.Resampling.BILINEAR
            frame.paste(self._levels[level].resize(size, how, box=box), (x, y))
        if self._photo and (self._photo.width(), self._photo.height()) == frame.size:
            self._photo.paste(frame)
        else:
            self.delete("picture")
            self._photo = ImageTk.PhotoImage(frame, master=self)
            self.create_image(0, 0, image=self._photo, anchor="nw", tags="picture")

    def _level(self, scale: float) -> int:
        """Return by how much the picture may be reduced beforehand, for speed."""
        level = 1
        while 2 * level * scale <= 1 and level < 16:
            level *= 2
            if level not in self._levels:
                self._levels[level] = self._levels[level // 2].reduce(2)
        return level
