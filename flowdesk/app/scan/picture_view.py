"""PictureView: a picture on the screen, to zoom and scroll; what lies over it is painted anew."""

from __future__ import annotations

import math
import tkinter as tk
from dataclasses import dataclass, replace

from PIL import Image, ImageTk

from flowdesk.app.look import colors_of
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.scrolled import EdgeBars
from flowdesk.scan.samples import Point

#: The most window pixels for a pixel of the picture.
MOST = 16.0
#: The share of the room that stays free on each side of a part that is shown as a whole.
_MARGIN = 0.04


@dataclass(frozen=True)
class Viewport:
    """A part of a picture of `size` in a widget with so much `room`.

    `scale` is that of the picture, (`left`, `top`) the place of its corner in window pixels.

    Picture pixels are counted as in `scan.samples`, window pixels from the upper left corner of the
    widget.
    """

    size: tuple[int, int]
    room: tuple[int, int]
    scale: float = 1.0
    left: float = 0.0
    top: float = 0.0

    def to_window(self, point: Point) -> Point:
        return self.left + self.scale * point[0], self.top + self.scale * point[1]

    def to_picture(self, x: float, y: float) -> Point:
        return (x - self.left) / self.scale, (y - self.top) / self.scale

    @property
    def least(self) -> float:
        """The scale at which all of the picture is in sight, or 1 if that is less."""
        return min(1.0, *(room / size for room, size in zip(self.room, self.size, strict=True)))

    @property
    def in_sight(self) -> tuple[float, float, float, float]:
        """The part of the picture that is in sight: left, top, right, bottom; may be empty."""
        left, top = self.to_picture(0, 0)
        right, bottom = self.to_picture(*self.room)
        return max(left, 0), max(top, 0), min(right, self.size[0]), min(bottom, self.size[1])

    @property
    def stretches(self) -> tuple[tuple[float, float, float], ...]:
        """Across and down: how much there is to scroll to, where the window begins, its length.

        As the middle of the window may be anywhere on the picture, that is more than the picture.
        """
        found = []
        for place, room, size in zip((self.left, self.top), self.room, self.size, strict=True):
            length = self.scale * size
            is_hidden = length > room + 1
            found.append((length + room, room / 2 - place, room) if is_hidden else (room, 0, room))
        return tuple(found)

    def showing(self, box: tuple[float, float, float, float]) -> Viewport:
        """Return the viewport with a part of the picture as large as possible in its middle."""
        left, top, right, bottom = box
        width, height = (room * (1 - 2 * _MARGIN) for room in self.room)
        scale = min(width / max(right - left, 1), height / max(bottom - top, 1), MOST)
        return replace(
            self,
            scale=scale,
            left=self.room[0] / 2 - scale * (left + right) / 2,
            top=self.room[1] / 2 - scale * (top + bottom) / 2,
        )._kept()

    def whole(self) -> Viewport:
        """Return the viewport with the whole picture, enlarged if it is small."""
        return self.showing((0, 0, *self.size))

    def zoomed(self, factor: float, x: float, y: float) -> Viewport:
        """Return the viewport enlarged round a point of the window."""
        least = 0.9 * self.least
        scale = min(max(self.scale * factor, least), max(MOST, least))
        px, py = self.to_picture(x, y)
        return replace(self, scale=scale, left=x - scale * px, top=y - scale * py)._kept()

    def moved(self, right: float, down: float) -> Viewport:
        return replace(self, left=self.left + right, top=self.top + down)._kept()

    def in_room(self, room: tuple[int, int]) -> Viewport:
        """Return the viewport in a widget of another size, with the same point in its middle."""
        right, down = ((new - old) / 2 for new, old in zip(room, self.room, strict=True))
        return replace(self, room=room, left=self.left + right, top=self.top + down)._kept()

    def _kept(self) -> Viewport:
        """Return the viewport with the middle of the window on the picture."""
        middles = (self.room[0] / 2, self.room[1] / 2)
        left, top = (
            min(max(place, middle - self.scale * size), middle)
            for place, middle, size in zip((self.left, self.top), middles, self.size, strict=True)
        )
        return replace(self, left=left, top=top)


_ZOOM = 1.25
_SHARP = 4.0  # from this scale on the edges of pixels are seen


class PictureView(tk.Canvas):
    """`view` is what is in sight; `paint_over` paints what lies over it, in items tagged `OVER`."""

    OVER = "over"

    def __init__(self, parent: tk.Misc, image: Image.Image) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, takefocus=True)
        self.view = Viewport(image.size, (1, 1))
        self._ground = colors_of(self).raised
        self._keeps_whole = True  # when its room changes
        self._image = image
        self._photo: ImageTk.PhotoImage | None = None
        self._painted: Viewport | None = None
        self._timer = Timer(self)
        self.bars = EdgeBars(self, self.pan, self.zoom)
        self.configure(background=self._ground)
        self.bind("<Configure>", lambda event: self._resized())

    def show_whole(self) -> None:
        self._look(self.view.whole())
        self._keeps_whole = True

    def zoom(self, steps: int, x: float | None = None, y: float | None = None) -> None:
        middle = self.view.room[0] / 2, self.view.room[1] / 2
        x, y = middle[0] if x is None else x, middle[1] if y is None else y
        self._look(self.view.zoomed(_ZOOM**steps, x, y))

    def pan(self, right: float, down: float) -> None:
        self._look(self.view.moved(right, down))

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
            how = Image.Resampling.NEAREST if view.scale >= _SHARP else Image.Resampling.BILINEAR
            part = self._image.resize(size, how, (left, top, right, bottom), reducing_gap=1.0)
            frame.paste(part, (x, y))
        if self._photo and (self._photo.width(), self._photo.height()) == frame.size:
            self._photo.paste(frame)
        else:
            self.delete("picture")
            self._photo = ImageTk.PhotoImage(frame, master=self)
            self.create_image(0, 0, image=self._photo, anchor="nw", tags="picture")
