"""ScanCanvas: a picture with the found grid and dots over it, to zoom, pan and correct."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable, Collection, Mapping
from typing import Any

from PIL import Image, ImageDraw, ImageTk

from flowdesk.app import look
from flowdesk.app.look import Palette
from flowdesk.app.scan import marks
from flowdesk.app.scan.draft import Draft
from flowdesk.app.scan.viewport import Viewport
from flowdesk.app.timers import Timer
from flowdesk.core.grid import Cell
from flowdesk.scan.lattice import Lattice, Point

#: The colours of what lies over pictures, which are dark as a rule, in whatever theme.
_INK = look.DARK

_OVER = "over"  # the tag of all that lies over the picture
_HANDLE, _GRAB = 22, 16  # pixels of a handle, and from how far it is grabbed
_SLOP = 4  # pixels that the pointer may move in a click
_LOUPE = 150  # pixels a side
_ZOOM = 1.25
_BOARD_MARGIN = 0.06  # of the board, shown round it
_MOST_MARKS = 500  # kept for the next paint
_LEAST_CELL = 18  # pixels of a cell in which marks are told apart

#: Arrow keys, and where they lead.
_ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}


class ScanCanvas(tk.Canvas):
    """Shows a `draft`; `on_choose` is called when another cell or corner is chosen.

    `on_clear` gets a cell whose dot is to be removed. `cell` or `corner` is what keys act on.
    `factor` is that of the screen: 1 at 96 dots per inch.
    """

    def __init__(self, parent: tk.Misc, draft: Draft, colors: Palette, factor: float) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, takefocus=True)
        self.on_choose: Callable[[], object] = lambda: None
        self.on_clear: Callable[[Cell], object] = lambda cell: None
        self.cell: Cell | None = None
        self.corner: int | None = None
        self.labels: Mapping[Cell, str] = {}
        self.pointed: Collection[Cell] = ()
        self.draft = draft
        self._ground = colors.raised
        self._factor = factor
        self._view = Viewport(draft.image.size, (1, 1))
        self._shows: str = "whole"  # what to show again when the room changes
        self._levels: dict[int, Image.Image] = {1: draft.image}
        self._photo: ImageTk.PhotoImage | None = None
        self._painted: Viewport | None = None
        self._marks: dict[tuple[object, ...], ImageTk.PhotoImage] = {}
        self._loupe: ImageTk.PhotoImage | None = None
        self._timer = Timer(self)
        self._pressed: tuple[int, int] | None = None
        self._grip: Point | None = None  # from the pointer to the corner that is dragged
        self._panned = False
        self._hovered: Cell | None = None
        self.configure(background=self._ground)
        self._listen()
        draft.listeners.append(self._follow)

    def _listen(self) -> None:
        is_mac = str(self.tk.call("tk", "windowingsystem")) == "aqua"
        middle, right = (3, 2) if is_mac else (2, 3)
        for sequence, handler in {
            "<Configure>": lambda event: self._resized(),
            "<ButtonPress-1>": self._press,
            "<B1-Motion>": self._drag,
            "<ButtonRelease-1>": self._release,
            f"<ButtonPress-{middle}>": self._press_to_pan,
            f"<B{middle}-Motion>": self._drag,
            f"<ButtonRelease-{middle}>": self._release,
            f"<ButtonPress-{right}>": self._press_to_clear,
            "<Motion>": self._hover,
            "<Leave>": lambda event: self._point_at(None),
            "<Button-4>": lambda event: self._wheel(event, 1),
            "<Button-5>": lambda event: self._wheel(event, -1),
            "<MouseWheel>": lambda event: self._wheel(event, 1 if event.delta > 0 else -1),
            "<FocusIn>": lambda event: self.refresh(),
            "<FocusOut>": lambda event: self.refresh(),
        }.items():
            self.bind(sequence, handler)
        for name in _ARROWS:
            self.bind(f"<{name}>", self._arrow)
            self.bind(f"<Shift-{name}>", self._arrow)

    def destroy(self) -> None:
        self._timer.stop()
        super().destroy()

    # What is in sight

    def show_whole(self) -> None:
        self._shows = "whole"
        self._look(self._view.whole())

    def show_board(self) -> None:
        self._shows = "board"
        left, top, right, bottom = self.draft.lattice.box
        x, y = _BOARD_MARGIN * (right - left), _BOARD_MARGIN * (bottom - top)
        self._look(self._view.showing((left - x, top - y, right + x, bottom + y)))

    def zoom(self, steps: int, x: float | None = None, y: float | None = None) -> None:
        middle = self._view.room[0] / 2, self._view.room[1] / 2
        x, y = middle[0] if x is None else x, middle[1] if y is None else y
        self._shows = ""
        self._look(self._view.zoomed(_ZOOM**steps, x, y))

    def point_out(self, cells: Collection[Cell]) -> None:
        """Emphasise cells, choose the first, and enlarge the board if they are hardly seen."""
        self.pointed = cells
        if cells:
            self.choose(cell=next(iter(cells)))
            width, height = self._view.room
            middles = (self._view.to_window(self._middle(cell)) for cell in cells)
            are_seen = all(0 <= x < width and 0 <= y < height for x, y in middles)
            if not are_seen or self._cell_size() < _LEAST_CELL * self._factor:
                self.show_board()
        self.refresh()

    def refresh(self) -> None:
        """Paint soon: everything may have changed."""
        if not self._timer.running:
            self._timer.when_idle(self.paint)

    @property
    def in_sight(self) -> tuple[int, int, int, int]:
        """The part of the picture that is in sight: left, top, right, bottom."""
        left, top, right, bottom = self._view.in_sight
        return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)

    def place_of(self, point: Point) -> tuple[int, int]:
        """Return the window pixel of a point of the picture."""
        x, y = self._view.to_window(point)
        return round(x), round(y)

    def _look(self, view: Viewport) -> None:
        if view != self._view:
            self._view = view
            self.refresh()

    def _resized(self) -> None:
        self._view = self._view.in_room((max(self.winfo_width(), 1), max(self.winfo_height(), 1)))
        if self._shows == "whole":
            self.show_whole()
        elif self._shows == "board":
            self.show_board()
        self.refresh()

    # What is chosen

    def choose(self, cell: Cell | None = None, corner: int | None = None) -> None:
        self.cell, self.corner = cell, corner
        self.refresh()
        self.on_choose()

    def _follow(self) -> None:
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

    def _cell_at(self, x: float, y: float) -> Cell | None:
        column, row = _place_on(self.draft.lattice, self._view.to_picture(x, y))
        cell = math.floor(column), math.floor(row)
        return cell if self._is_on_board(cell) else None

    def _corner_at(self, x: float, y: float) -> int | None:
        def away(number: int) -> float:
            return math.dist((x, y), self._view.to_window(self.draft.lattice.corners[number]))

        nearest = min(range(4), key=away)
        return nearest if away(nearest) <= _GRAB * self._factor else None

    # The pointer

    def _press(self, event: tk.Event[Any]) -> None:
        self.focus_set()
        self._pressed, self._panned = (event.x, event.y), False
        corner = self._corner_at(event.x, event.y)
        if corner is not None:
            x, y = self._view.to_window(self.draft.lattice.corners[corner])
            self._grip = x - event.x, y - event.y
            self.draft.begin_drag(held=True)
            self.pointed = ()
            self.choose(corner=corner)

    def abandon_drag(self) -> None:
        """Put the corner that is dragged back where it was."""
        self._grip = self._pressed = None
        self.draft.abandon_drag()

    def _press_to_pan(self, event: tk.Event[Any]) -> None:
        self._pressed, self._panned = (event.x, event.y), True

    def _press_to_clear(self, event: tk.Event[Any]) -> None:
        self.focus_set()
        if cell := self._cell_at(event.x, event.y):
            self.choose(cell=cell)
            self.on_clear(cell)

    def _drag(self, event: tk.Event[Any]) -> None:
        if self._pressed is None:
            return
        if self._grip is not None and self.corner is not None:
            place = event.x + self._grip[0], event.y + self._grip[1]
            self.draft.move_corner(self.corner, self._view.to_picture(*place))
            return
        right, down = event.x - self._pressed[0], event.y - self._pressed[1]
        if self._panned or max(abs(right), abs(down)) > _SLOP * self._factor:
            self._panned, self._pressed = True, (event.x, event.y)
            self._shows = ""
            self.configure(cursor="fleur")
            self._look(self._view.moved(right, down))

    def _release(self, event: tk.Event[Any]) -> None:
        was_pressed, self._pressed = self._pressed, None
        if self._grip is not None:
            self._grip = None
            self.draft.end_drag()
            self.refresh()
        elif was_pressed and not self._panned:
            self.pointed = ()
            self.choose(cell=self._cell_at(event.x, event.y))
        self._hover(event)

    def _hover(self, event: tk.Event[Any]) -> None:
        is_corner = self._corner_at(event.x, event.y) is not None
        self._point_at(None if is_corner else self._cell_at(event.x, event.y))
        self.configure(cursor="crosshair" if is_corner else "hand2" if self._hovered else "")

    def _point_at(self, cell: Cell | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.refresh()

    def _wheel(self, event: tk.Event[Any], steps: int) -> None:
        self.zoom(steps, event.x, event.y)

    # Keys

    def _arrow(self, event: tk.Event[Any]) -> str:
        right, down = _ARROWS[event.keysym]
        lattice = self.draft.lattice
        if self.corner is not None:
            step = 10 if int(event.state) & 1 else 1
            x, y = lattice.corners[self.corner]
            if not self.draft.in_drag:
                self.draft.begin_drag()
            self.draft.move_corner(self.corner, (x + step * right, y + step * down))
        elif self.cell is None:
            self.choose(cell=(0, 0))
        else:
            column = min(max(self.cell[0] + right, 0), lattice.columns - 1)
            row = min(max(self.cell[1] + down, 0), lattice.rows - 1)
            self.choose(cell=(column, row))
        return "break"

    # Painting

    def paint(self) -> None:
        self._timer.stop()
        if len(self._marks) > _MOST_MARKS:
            self._marks.clear()  # those of other sizes
        if self._painted != self._view:
            self._paint_picture()
        self.delete(_OVER)
        if not self.draft.is_read:
            return
        self._draw_grid()
        self._draw_cells()
        self._draw_corners()
        self._draw_loupe()

    def _paint_picture(self) -> None:
        self._painted = view = self._view
        left, top, right, bottom = view.in_sight
        frame = Image.new("RGB", view.room, self._ground)
        if right - left > 0 and bottom - top > 0:
            x, y = (round(each) for each in view.to_window((left, top)))
            end = view.to_window((right, bottom))
            size = max(1, round(end[0]) - x), max(1, round(end[1]) - y)
            level = self._level(view.scale)
            box = left / level, top / level, right / level, bottom / level
            part = self._levels[level].resize(size, _resampling(view.scale), box=box)
            frame.paste(part, (x, y))
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

    def _draw_grid(self) -> None:
        lattice, view = self.draft.lattice, self._view
        inner = [
            (lattice.point(column, 0), lattice.point(column, lattice.rows))
            for column in range(1, lattice.columns)
        ]
        inner += [
            (lattice.point(0, row), lattice.point(lattice.columns, row))
            for row in range(1, lattice.rows)
        ]
        lines = [(*view.to_window(start), *view.to_window(end)) for start, end in inner]
        for line in lines:
            self.create_line(line, fill="#000000", width=3 * self._factor, tags=_OVER)
        for line in lines:
            self.create_line(line, fill=_INK.accent, width=self._factor, tags=_OVER)
        self._outline(lattice.corners, _INK.accent, 2)

    def _outline(self, corners: Collection[Point], ink: str, width: int, dash: str = "") -> None:
        points = [view for corner in corners for view in self._view.to_window(corner)]
        options: dict[str, Any] = {"fill": "", "joinstyle": "miter", "tags": _OVER}
        beneath = (width + 2) * self._factor
        self.create_polygon(points, outline="#000000", width=beneath, **options)
        self.create_polygon(points, outline=ink, width=width * self._factor, dash=dash, **options)

    def _draw_cells(self) -> None:
        reading, size = self.draft.reading, self._cell_size()
        doubtful = reading.doubtful_cells
        for cell in doubtful | set(self.pointed):
            is_pointed = cell in self.pointed
            self._outline(
                self._corners(cell, 0.06),
                _INK.gold,
                3 if is_pointed else 2,
                "" if is_pointed else "6 4",
            )
        side = round(min(max(0.6 * size, 9), 48 * self._factor))
        for dots in reading.dots:
            for cell in dots.cells:
                letter = self.labels.get(cell, "")
                self._put(self._middle(cell), marks.dot, side, dots.color, letter)
        side = round(min(max(0.3 * size, 9), 20 * self._factor))
        for x, y in doubtful:
            place = self.draft.lattice.point(x + 0.84, y + 0.16)
            self._put(place, marks.badge, side, _INK.gold)
        if self._hovered:
            self._outline(self._corners(self._hovered, 0.03), "#ffffff", 1)
        if self.cell:
            is_focused = self.focus_get() is self
            self._outline(self._corners(self.cell, 0.02), "#ffffff", 3 if is_focused else 2)

    def _draw_corners(self) -> None:
        size = round(_HANDLE * self._factor)
        for number, corner in enumerate(self.draft.lattice.corners):
            is_chosen = number == self.corner
            color = _INK.gold if is_chosen else _INK.accent
            self._put(corner, marks.handle, size, color)

    def _draw_loupe(self) -> None:
        """Show what lies round the chosen corner, large, on the other side of the canvas."""
        if self.corner is None:
            return
        corner = self.draft.lattice.corners[self.corner]
        side = round(_LOUPE * self._factor)
        zoom = max(4, 3 * self._view.scale)
        picture = _enlarged(self.draft, self.corner, side, zoom)
        if self._loupe and self._loupe.width() == side:
            self._loupe.paste(picture)
        else:
            self._loupe = ImageTk.PhotoImage(picture, master=self)
        x, _ = self._view.to_window(corner)
        margin = 8 * self._factor
        is_left = x > self._view.room[0] / 2
        left = margin if is_left else self._view.room[0] - margin - side
        self.create_image(left, margin, image=self._loupe, anchor="nw", tags=_OVER)

    def _put(self, point: Point, draw: Callable[..., Image.Image], *how: object) -> None:
        """Draw a mark with its middle on a point of the picture."""
        key = draw, *how
        if key not in self._marks:
            self._marks[key] = ImageTk.PhotoImage(draw(*how), master=self)
        x, y = self._view.to_window(point)
        self.create_image(round(x), round(y), image=self._marks[key], tags=_OVER)

    def _corners(self, cell: Cell, inset: float) -> list[Point]:
        x, y = cell
        near, far = inset, 1 - inset
        places = ((near, near), (far, near), (far, far), (near, far))
        return [self.draft.lattice.point(x + right, y + down) for right, down in places]

    def _cell_size(self) -> float:
        """The side of a cell in window pixels, about."""
        lattice = self.draft.lattice
        (x0, y0), (x1, y1), (x2, y2), _ = lattice.corners
        across = math.hypot(x1 - x0, y1 - y0) / lattice.columns
        down = math.hypot(x2 - x1, y2 - y1) / lattice.rows
        return self._view.scale * min(across, down)


def _resampling(scale: float) -> Image.Resampling:
    """Return pixels with sharp edges where they are large, else smooth ones."""
    return Image.Resampling.NEAREST if scale >= 4 else Image.Resampling.BILINEAR


def _place_on(lattice: Lattice, point: Point) -> tuple[float, float]:
    """Return a point of the picture in cells from the board's corner: `Lattice.point` inverted."""
    a, b, c, d, e, f, g, h = lattice.projection(lattice.columns, lattice.rows)
    x, y = point
    # (a - g x) u + (b - h x) v = x - c, and the same for y.
    p, q, r, s = a - g * x, b - h * x, d - g * y, e - h * y
    whole = p * s - q * r
    if not whole:
        return -1.0, -1.0
    return (s * (x - c) - q * (y - f)) / whole, (p * (y - f) - r * (x - c)) / whole


def _enlarged(draft: Draft, number: int, side: int, zoom: float) -> Image.Image:
    """Return the surroundings of a corner with the two edges of the board that meet there."""
    corners = draft.lattice.corners
    x, y = corners[number]
    reach = side / zoom / 2
    box = x - reach, y - reach, x + reach, y + reach
    picture = draft.image.transform(
        (side, side), Image.Transform.EXTENT, box, Image.Resampling.NEAREST
    )
    draw, middle = ImageDraw.Draw(picture), side / 2
    for other in (corners[number - 1], corners[(number + 1) % 4]):
        end = middle + zoom * (other[0] - x), middle + zoom * (other[1] - y)
        draw.line((middle, middle, *end), fill="#000000", width=3)
        draw.line((middle, middle, *end), fill=_INK.accent, width=1)
    draw.rectangle((0, 0, side - 1, side - 1), outline="#000000", width=3)
    draw.rectangle((1, 1, side - 2, side - 2), outline="#ffffff", width=1)
    return picture
