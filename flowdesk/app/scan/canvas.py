"""ScanCanvas: a picture to zoom and scroll, with the found grid and dots over it."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PIL import Image, ImageColor, ImageDraw, ImageTk

from flowdesk.app import look
from flowdesk.app.look import colors_of
from flowdesk.app.scale import factor
from flowdesk.app.scan.draft import Draft
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.scrolled import EdgeBars
from flowdesk.app.widgets.toplevel import has_focus
from flowdesk.core.grid import Cell
from flowdesk.core.signal import Signal
from flowdesk.draw.lettering import ASCENT, text_mask
from flowdesk.draw.theme import text_color
from flowdesk.scan.samples import Point, corners_of

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


#: The colours of what lies over pictures, which are dark as a rule, in whatever theme.
_INK = look.DARK

_HANDLE, _GRAB = 22, 0.75  # pixels of a handle; the share of them from which it is grabbed
_LOUPE = 150  # pixels a side
_BOARD_MARGIN = 0.06  # of the board, shown round it
_MOST_MARKS = 500  # kept for the next paint
_LEAST_CELL = 18  # pixels of a cell in which marks are told apart


class ScanCanvas(PictureView):
    """Shows a `draft`; emits `chosen` when another cell or corner is.

    `cell` or `corner` is what keys act on, `pointed` are cells that are emphasised.
    """

    def __init__(self, parent: tk.Misc, draft: Draft) -> None:
        super().__init__(parent, draft.image)
        self.chosen: Signal[[]] = Signal()
        self.cell: Cell | None = None
        self.corner: int | None = None
        self.pointed: Collection[Cell] = ()
        self.labels: Mapping[Cell, str] = {}
        self.draft = draft
        self._factor = factor(self)
        self._marks: dict[tuple[object, ...], ImageTk.PhotoImage] = {}
        self._loupe: ImageTk.PhotoImage | None = None
        self._hovered: Cell | None = None
        self.bind("<FocusIn>", lambda event: self.refresh())
        self.bind("<FocusOut>", lambda event: self.refresh())

    def show_board(self) -> None:
        left, top, right, bottom = self.draft.lattice.box
        x, y = _BOARD_MARGIN * (right - left), _BOARD_MARGIN * (bottom - top)
        self._look(self.view.showing((left - x, top - y, right + x, bottom + y)))

    def choose(self, cell: Cell | None = None, corner: int | None = None) -> None:
        self.cell, self.corner, self.pointed = cell, corner, ()
        self.refresh()
        self.chosen.emit()

    def hover(self, cell: Cell | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.refresh()

    def point_out(self, cells: Collection[Cell]) -> None:
        """Emphasise cells, choose the first, and enlarge the board if they are hardly seen."""
        if not cells:
            return
        self.choose(cell=next(iter(cells)))
        self.pointed = cells
        width, height = self.view.room
        middles = (self.view.to_window(self._middle(cell)) for cell in cells)
        are_seen = all(0 <= x < width and 0 <= y < height for x, y in middles)
        if not are_seen or self._cell_size() < _LEAST_CELL * self._factor:
            self.show_board()

    def cell_at(self, x: float, y: float) -> Cell | None:
        column, row = self.draft.lattice.place(self.view.to_picture(x, y))
        cell = math.floor(column), math.floor(row)
        return cell if self.draft.is_read and self._is_on_board(cell) else None

    def corner_at(self, x: float, y: float) -> int | None:
        def away(number: int) -> float:
            return math.dist((x, y), self.view.to_window(self.draft.lattice.corners[number]))

        nearest = min(range(4), key=away)
        is_near = away(nearest) <= _GRAB * self._handle
        return nearest if self.draft.is_read and is_near else None

    def follow(self) -> None:
        """Forget cells that the board has no longer."""
        self.pointed = [cell for cell in self.pointed if self._is_on_board(cell)]
        if self.cell and not self._is_on_board(self.cell):
            self.cell = None
        if self._hovered and not self._is_on_board(self._hovered):
            self._hovered = None
        self.refresh()

    def _is_on_board(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.draft.lattice.columns and 0 <= cell[1] < self.draft.lattice.rows

    def _middle(self, cell: Cell) -> Point:
        return self.draft.lattice.point(cell[0] + 0.5, cell[1] + 0.5)

    # Painting

    def paint_over(self) -> None:
        if len(self._marks) > _MOST_MARKS:
            self._marks.clear()  # those of other sizes
        if self.draft.is_read:
            self._draw_grid()
            self._draw_cells()
            size = round(self._handle)
            for number, corner in enumerate(self.draft.lattice.corners):
                self._put(corner, handle, size, _INK.gold if number == self.corner else _INK.accent)
            self._draw_loupe()

    def _draw_grid(self) -> None:
        lattice, view = self.draft.lattice, self.view
        ends = [((column, 0), (column, lattice.rows)) for column in range(1, lattice.columns)]
        ends += [((0, row), (lattice.columns, row)) for row in range(1, lattice.rows)]
        lines = [[view.to_window(lattice.point(*end)) for end in both] for both in ends]
        for ink, width in (("#000000", 3), (_INK.accent, 1)):
            for line in lines:
                self.create_line(line, fill=ink, width=width * self._factor, tags=self.OVER)
        self._outline(lattice.corners, _INK.accent, 2)

    def _outline(self, corners: Collection[Point], ink: str, width: int, dash: str = "") -> None:
        points = [view for corner in corners for view in self.view.to_window(corner)]
        options: dict[str, Any] = {"fill": "", "joinstyle": "miter", "tags": self.OVER}
        beneath = (width + 2) * self._factor
        self.create_polygon(points, outline="#000000", width=beneath, **options)
        self.create_polygon(points, outline=ink, width=width * self._factor, dash=dash, **options)

    def _draw_cells(self) -> None:
        reading, size = self.draft.reading, self._cell_size()
        doubtful = reading.doubtful_cells
        for cell in doubtful | set(self.pointed):
            width, dash = (3, "") if cell in self.pointed else (2, "6 4")
            self._outline(self._corners(cell, 0.06), _INK.gold, width, dash)
        side = round(min(max(0.6 * size, 9), 48 * self._factor))
        for dots in reading.dots:
            for cell in dots.cells:
                letter = self.labels.get(cell, "")
                self._put(self._middle(cell), dot_mark, side, dots.color, letter)
        side = round(min(max(0.3 * size, 9), 20 * self._factor))
        for x, y in doubtful:
            place = self.draft.lattice.point(x + 0.84, y + 0.16)
            self._put(place, badge, side, _INK.gold)
        if self._hovered:
            self._outline(self._corners(self._hovered, 0.03), "#ffffff", 1)
        if self.cell:
            self._outline(self._corners(self.cell, 0.02), "#ffffff", 3 if has_focus(self) else 2)

    def _draw_loupe(self) -> None:
        """Show what lies round the chosen corner, large, on the other side of the canvas."""
        if self.corner is None:
            return
        corners, side = self.draft.lattice.corners, round(_LOUPE * self._factor)
        zoom = max(4, 3 * self.view.scale)
        picture = loupe(self.draft.image, corners, self.corner, side, zoom, _INK.accent)
        if self._loupe and self._loupe.width() == side:
            self._loupe.paste(picture)
        else:
            self._loupe = ImageTk.PhotoImage(picture, master=self)
        x, _ = self.view.to_window(corners[self.corner])
        margin = 8 * self._factor
        is_left = x > self.view.room[0] / 2
        left = margin if is_left else self.view.room[0] - self.bars.room[0] - margin - side
        self.create_image(left, margin, image=self._loupe, anchor="nw", tags=self.OVER)

    def _put(self, point: Point, draw: Callable[..., Image.Image], *how: object) -> None:
        """Draw a mark with its middle on a point of the picture."""
        key = draw, *how
        if key not in self._marks:
            self._marks[key] = ImageTk.PhotoImage(draw(*how), master=self)
        x, y = self.view.to_window(point)
        self.create_image(round(x), round(y), image=self._marks[key], tags=self.OVER)

    def _corners(self, cell: Cell, inset: float) -> list[Point]:
        x, y = cell
        places = corners_of(x + inset, y + inset, x + 1 - inset, y + 1 - inset)
        return [self.draft.lattice.point(*place) for place in places]

    @property
    def _handle(self) -> float:
        """The pixels of a handle, which leaves most of a small board free."""
        side = self._cell_size() * min(self.draft.lattice.columns, self.draft.lattice.rows)
        return min(_HANDLE * self._factor, max(_HANDLE, side / 4))

    def _cell_size(self) -> float:
        """The side of a cell in window pixels, about."""
        lattice = self.draft.lattice
        (x0, y0), (x1, y1), (x2, y2), _ = lattice.corners
        across = math.hypot(x1 - x0, y1 - y0) / lattice.columns
        down = math.hypot(x2 - x1, y2 - y1) / lattice.rows
        return self.view.scale * min(across, down)


_SMOOTH = 4  # drawn this many times larger and reduced
_LEAST_LETTER = 13  # pixels of a mark that has room for a letter


def dot_mark(size: int, color: str, letter: str) -> Image.Image:
    """Return a disc with a letter, in a white and a black ring: seen on any ground."""
    image, draw = _sheet(size)
    line = max(1.0, size / 16) * _SMOOTH
    _disc(draw, 0, "#000000")
    _disc(draw, line, "#ffffff")
    _disc(draw, 2.4 * line, color)
    if size >= _LEAST_LETTER:
        _write(image, letter, 0.55 * size * _SMOOTH, text_color(color))
    return image.reduce(_SMOOTH)


def badge(size: int, color: str, text: str = "?") -> Image.Image:
    """Return a question mark or another short text in a disc, for the corner of a cell."""
    image, draw = _sheet(size)
    _disc(draw, 0, "#000000")
    _disc(draw, _SMOOTH, color)
    _write(image, text, 0.72 * size * _SMOOTH, text_color(color))
    return image.reduce(_SMOOTH)


def handle(size: int, color: str) -> Image.Image:
    """Return a ring to drag a corner by; the corner itself can be seen through it."""
    image, draw = _sheet(size)
    side, line = size * _SMOOTH, size * _SMOOTH // 11
    for inset, width, ink in (
        (0, 3 * line, "#000000"),
        (line // 2, 2 * line, "#ffffff"),
        (line, line, color),
    ):
        draw.ellipse((inset, inset, side - 1 - inset, side - 1 - inset), outline=ink, width=width)
    return image.reduce(_SMOOTH)


def loupe(
    image: Image.Image, corners: Sequence[Point], number: int, side: int, zoom: float, ink: str
) -> Image.Image:
    """Return the surroundings of a corner with the two edges of the board that meet there."""
    x, y = corners[number]
    reach = side / zoom / 2
    box = x - reach, y - reach, x + reach, y + reach
    picture = image.transform((side, side), Image.Transform.EXTENT, box, Image.Resampling.NEAREST)
    draw, middle = ImageDraw.Draw(picture), side / 2
    for other in (corners[number - 1], corners[(number + 1) % 4]):
        end = middle + zoom * (other[0] - x), middle + zoom * (other[1] - y)
        draw.line((middle, middle, *end), fill="#000000", width=3)
        draw.line((middle, middle, *end), fill=ink, width=1)
    draw.rectangle((0, 0, side - 1, side - 1), outline="#000000", width=3)
    draw.rectangle((1, 1, side - 2, side - 2), outline="#ffffff", width=1)
    return picture


def _sheet(size: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (size * _SMOOTH, size * _SMOOTH))
    return image, ImageDraw.Draw(image)


def _disc(draw: ImageDraw.ImageDraw, inset: float, color: str) -> None:
    side = draw.im.size[0]
    draw.ellipse((inset, inset, side - 1 - inset, side - 1 - inset), fill=color)


def _write(image: Image.Image, text: str, size: float, ink: str) -> None:
    """Write a text in the middle, smaller if it is long."""
    size *= min(1.0, 1.6 / max(len(text), 1))
    mask = text_mask(text, size)
    box = mask.getbbox() or (0, 0, mask.width, round(ASCENT * size))
    mask = mask.crop(box)
    place = (image.width - mask.width) // 2, (image.height - mask.height) // 2
    image.paste(ImageColor.getrgb(ink), place, mask)
