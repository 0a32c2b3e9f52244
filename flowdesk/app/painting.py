"""What is painted of a board: chunks of it by Pillow, frames over them, and numbers round it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageTk

from flowdesk.app import fonts
from flowdesk.app.scale import pixels
from flowdesk.core.edit import Spot
from flowdesk.core.grid import Area, Cell
from flowdesk.core.shape import Point
from flowdesk.draw import measures
from flowdesk.draw.measures import PixelLattice
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.scene import Scene
from flowdesk.draw.theme import Theme, between, text_color

_SIDE = 256  # pixels a side, about: small enough to repaint many a frame


@dataclass
class _Chunk:
    """A square of cells: its picture, where the board begins in that, its item on the canvas."""

    picture: Image.Image
    board: tuple[int, int]
    photo: ImageTk.PhotoImage
    item: int
    dirty: bool = False


class Chunks:
    """What is painted of a scene, with the sprites of one size and theme.

    Only the chunks in sight exist, and a change repaints those that it touches. Their items have a
    `tag`, and move with all that has it.
    """

    def __init__(self, canvas: tk.Canvas, scene: Scene, sheet: SpriteSheet, tag: str) -> None:
        self._canvas, self._scene, self._sheet, self._tag = canvas, scene, sheet, tag
        self._chunks: dict[Cell, _Chunk] = {}
        self._cells = max(1, _SIDE // sheet.lattice.cell)  # a chunk, across and down
        self._size = self._cells * sheet.lattice.across, self._cells * sheet.lattice.cell
        #: The first column and row: with a margin those just outside the board.
        self._first = -1 if scene.margin else 0

    def clear(self) -> None:
        for chunk in self._chunks.values():
            self._canvas.delete(chunk.item)
        self._chunks.clear()

    def repaint(self, scene: Scene, cells: Iterable[Cell]) -> None:
        """Paint these cells of a scene of the same size; they are seen after `show`."""
        self._scene, lattice = scene, self._sheet.lattice
        (left, top), (width, height) = self._start_of((0, 0)), self._size
        right, bottom = (size - 1 for size in lattice.size)
        for cell in cells:
            x, y = lattice.place(cell)
            x, y = x - left, y - top
            for across in {x // width, (x + right) // width}:
                for down in {y // height, (y + bottom) // height}:
                    if chunk := self._chunks.get((across, down)):
                        self._lay(chunk.picture, cell, chunk.board)
                        chunk.dirty = True

    def move(self, scene: Scene, sheet: SpriteSheet, origin: tuple[int, int]) -> bool:
        """Move to the `origin` of another scene; return False if its size or look is another."""
        before = self._scene
        if sheet is not self._sheet or (before.size, before.margin) != (scene.size, scene.margin):
            return False
        self.repaint(scene, scene.changes_since(before))
        for place, chunk in self._chunks.items():
            left, top = self._start_of(place)
            self._canvas.coords(chunk.item, origin[0] + left, origin[1] + top)
        return True

    def show(self, origin: tuple[int, int]) -> None:
        """Show all that is in sight of the board, whose upper left corner is at `origin`."""
        visible = self._visible(*origin)
        for place in self._chunks.keys() - visible:
            self._canvas.delete(self._chunks.pop(place).item)
        for place in visible:
            chunk = self._chunks.get(place)
            if chunk is None:
                self._chunks[place] = self._new(place, origin)
            elif chunk.dirty:
                chunk.photo.paste(chunk.picture)
                chunk.dirty = False

    def _visible(self, left: int, top: int) -> set[Cell]:
        start_x, start_y = self._start_of((0, 0))
        left, top = left + start_x, top + start_y
        width, height = self._size
        # The lines on the lower and right border belong to cells just beyond it.
        last_x, last_y = (
            (n - self._first) // self._cells for n in (self._scene.width, self._scene.height)
        )
        first_x, first_y = max(0, -left // width), max(0, -top // height)
        right = min(last_x, (self._canvas.winfo_width() - left) // width)
        bottom = min(last_y, (self._canvas.winfo_height() - top) // height)
        return {(x, y) for x in range(first_x, right + 1) for y in range(first_y, bottom + 1)}

    def _start_of(self, chunk: Cell) -> tuple[int, int]:
        """Return the upper left pixel of a chunk, from that of the board."""
        lattice, (width, height) = self._sheet.lattice, self._size
        x, y = self._first * lattice.across, self._first * lattice.cell
        return x + chunk[0] * width, y + chunk[1] * height

    def _new(self, place: Cell, origin: tuple[int, int]) -> _Chunk:
        size, scene, sheet = self._cells, self._scene, self._sheet
        first_x, first_y = (place[0] * size + self._first, place[1] * size + self._first)
        start_x, start_y = self._start_of(place)
        beyond = sheet.line + measures.margin(scene, sheet.look)
        width, height = (
            min(side, whole - start + beyond)
            for side, whole, start in zip(
                self._size,
                sheet.lattice.board(scene.width, scene.height),
                (start_x, start_y),
                strict=True,
            )
        )
        picture = Image.new("RGB", (width, height), sheet.look.theme.ground)
        before = int(sheet.lattice.overlap)  # the cells before reach into it
        for x in range(first_x - before, min(first_x + size, scene.width + 1)):
            for y in range(first_y - before, min(first_y + size, scene.height + 1)):
                self._lay(picture, (x, y), (-start_x, -start_y))
        photo = ImageTk.PhotoImage(picture, master=self._canvas)
        left, top = origin[0] + start_x, origin[1] + start_y
        item = self._canvas.create_image(left, top, image=photo, anchor="nw", tags=self._tag)
        self._canvas.tag_lower(item)
        return _Chunk(picture, (-start_x, -start_y), photo, item)

    def _lay(self, picture: Image.Image, cell: Cell, board: tuple[int, int]) -> None:
        """Paint a cell into the picture of a chunk, in which the board begins there."""
        stack = self._sheet.stack(self._scene.tiles.get(cell, ()))
        self._sheet.lay(picture, stack, cell, *board)


class Frames:
    """Frames by name, with their colours and widths in pixels.

    Their items have a `tag`, and move with all that has it.
    """

    def __init__(self, canvas: tk.Canvas, tag: str) -> None:
        self._canvas, self._tag = canvas, tag
        self._frames: dict[str, tuple[Spot | Area, str, int]] = {}

    def set(self, name: str, place: Spot | Area | None, color: str, width: int) -> None:
        """Set a frame, which is seen after `draw`; None removes it."""
        if place is None:
            self._frames.pop(name, None)
            self._canvas.delete(f"frame-{name}")
        else:
            self._frames[name] = place, color, width

    def draw(self, sheet: SpriteSheet, origin: tuple[int, int], name: str = "") -> None:
        """Draw one frame, or all, on a board whose upper left corner is at `origin`."""
        for each in self._frames.keys() & {name} if name else self._frames:
            place, color, width = self._frames[each]
            tag = f"frame-{each}"
            self._canvas.delete(tag)
            if isinstance(place, Area):
                self._draw_outline(sheet, place, color, width, tag)
            elif sheet.lattice.overlap:
                points = _hexagon(sheet, place, width)
                tags = self._tag, tag
                self._canvas.create_polygon(*points, outline=color, fill="", width=width, tags=tags)
            else:
                box, tags = _rectangle(sheet, place, width), (self._tag, tag)
                self._canvas.create_rectangle(*box, outline=color, width=width, tags=tags)
            self._canvas.move(tag, *origin)

    def _draw_outline(
        self, sheet: SpriteSheet, area: Area, color: str, width: int, tag: str
    ) -> None:
        """Draw dashes, with the ground's colour between them: they are seen on any other."""
        canvas, tags = self._canvas, (self._tag, tag)
        x, y = area.corner
        last, bottom = x + area.width - 1, y + area.height - 1
        columns = (x, min(x + 1, last), last)  # one in two may stand lower
        boxes = [_box(sheet, (column, row)) for column in columns for row in (y, bottom)]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        box = min(lefts), min(tops), max(rights), max(bottoms)
        dash = pixels(canvas, 4.5), pixels(canvas, 3)
        ground = sheet.look.theme.ground
        canvas.create_rectangle(*box, outline=ground, width=width, tags=tags)
        canvas.create_rectangle(*box, outline=color, width=width, dash=dash, tags=tags)


def _box(sheet: SpriteSheet, cell: Cell) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of a cell, in pixels from the corner of the board."""
    (x, y), (width, height) = sheet.lattice.place(cell), sheet.lattice.size
    return x, y, x + width, y + height


def _rectangle(sheet: SpriteSheet, spot: Spot, width: int) -> tuple[int, int, int, int]:
    """Return the frame in a square, or round a side of it."""
    inset, beside = sheet.line + width // 2, max(2, sheet.lattice.cell // 12)
    if spot.edge is None:
        left, top, right, bottom = _box(sheet, spot.cell)
        return left + inset, top + inset, right - width // 2 - 1, bottom - width // 2 - 1
    first, second = spot.edge
    left, top, right, bottom = _box(sheet, second)
    if first[0] == second[0]:
        return left + inset, top - beside, right - inset, top + beside + sheet.line
    return left - beside, top + inset, left + beside + sheet.line, bottom - inset


def _hexagon(sheet: SpriteSheet, spot: Spot, width: int) -> Iterable[Point]:
    """Return the corners of the frame in a hexagon, or round a side of it."""
    lattice, geometry = sheet.lattice, sheet.lattice.geometry
    x, y = geometry.center(spot.cell)
    around, inset = max(0.08, 2 / lattice.cell), (sheet.line + width) / lattice.cell
    if spot.edge is None:
        points = [(right * (1 - inset), down * (1 - inset)) for right, down in geometry.outline]
    else:
        near = geometry.center(spot.edge[spot.edge[0] == spot.cell])
        side = geometry.side_at((x + (near[0] - x) / 4, y + (near[1] - y) / 4))
        (a, b), outer, inner = geometry.ends[side], 1 + 2 * around, 1 - 2 * around
        corners = (a, outer), (b, outer), (b, inner), (a, inner)
        points = [(right * share, down * share) for (right, down), share in corners]
    return (lattice.pixel((x + right, y + down)) for right, down in points)


#: The numbers that are left out where there is no room: all but every fifth, tenth ...
_STEPS = (1, 5, 10, 20, 50, 100)


class Rulers:
    """The numbers of columns and of rows, on two `strips`; `shown` tells whether they are there.

    They are beside the board where there is room, else at the edge of the window, while the board
    is scrolled below them. `room` is their width and height.
    """

    def __init__(self, view: tk.Misc, theme: Theme) -> None:
        self.shown = self._covered = False
        self._size = 0
        self._view = view
        self._theme = theme
        self._font = self._small = fonts.named(view, fonts.SMALL)
        self.strips = [
            tk.Canvas(view, highlightthickness=0, borderwidth=0, cursor="arrow") for _ in range(2)
        ]
        self._corner = tk.Frame(view)  # where numbers of columns would stand above those of rows
        self._lit: Cell | None = None
        self._apart = self._long = (1, 1)  # of each strip: how far places are apart, and how long
        self._sides: Cell = (1, 1)
        self._drawn: object = None  # what the numbers on the strips are drawn for
        self._ranges = [range(0), range(0)]  # of the numbers on each strip
        self._starts = [0, 0]  # where on its strip the board begins, in pixels
        self._places: dict[tk.Widget, tuple[int, int, int, int]] = {}
        self._measure()

    @property
    def room(self) -> tuple[int, int]:
        """The width of the strip with rows, and the height of that with columns."""
        return self._digit * max(2, len(str(self._sides[1]))) + 2 * self._pad, self._high

    def set(self, *, shown: bool, size: int) -> None:
        """Show the numbers or not, in type of so many pixels; 0 is the usual size."""
        if (shown, size) == (self.shown, self._size):
            return
        self.shown, self._size = shown, size
        self._font = self._small.copy() if size else self._small
        self._measure()
        if not shown:
            for part in self._places:
                part.place_forget()
            self._places.clear()

    def cover(self, *, covered: bool) -> None:
        """Hide the numbers below what lies over the board, or show them again where they were."""
        self._covered = covered
        for part, (x, y, width, height) in self._places.items():
            part.place_forget() if covered else part.place(x=x, y=y, width=width, height=height)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._measure()

    def _measure(self) -> None:
        """Look how large everything is; the numbers are drawn anew."""
        if self._size:
            self._font.configure(size=-self._size)
        self._pad = pixels(self._view, 3)
        self._digit, self._line = self._font.measure("0"), self._font.metrics("linespace")
        self._high = self._line + self._pad
        self._drawn = None

    def light(self, cell: Cell | None) -> None:
        """Light the row and the column of a cell softly."""
        if cell != self._lit:
            self._lit = cell
            if self.shown:
                self._show_lit()

    def follow(
        self, origin: tuple[int, int], lattice: PixelLattice, sides: Cell, around: int
    ) -> None:
        """Show the numbers for a board of so many columns and rows.

        Its upper left corner is at `origin`, in pixels, and it reaches `around` beyond its cells.
        """
        self._sides, self._apart = sides, (lattice.across, lattice.cell)
        self._long = lattice.size[0], lattice.cell + lattice.lower
        if not self.shown:
            return
        wide, high = self.room
        gap = around + self._pad
        left, top = max(0, origin[0] - gap - wide), max(0, origin[1] - gap - high)
        starts = [origin[0] - left - wide, origin[1] - top - high]
        rooms = self._view.winfo_width() - left - wide, self._view.winfo_height() - top - high
        lengths = [
            max(1, min(room, start + long + gap + wide // 2))
            for room, start, long in zip(rooms, starts, lattice.board(*sides), strict=True)
        ]
        self._place(self.strips[0], (left + wide, top, lengths[0], high))
        self._place(self.strips[1], (left, top + high, wide, lengths[1]))
        self._place(self._corner, (left, top, wide, high))
        in_sight = [
            range(max(0, -start // apart), min(side, (length - start) // apart + 1))
            for start, length, side, apart in zip(starts, lengths, sides, self._apart, strict=True)
        ]
        if self._drawn != (lattice, sides) or any(
            seen and not (drawn.start <= seen.start and seen.stop <= drawn.stop)
            for seen, drawn in zip(in_sight, self._ranges, strict=True)
        ):
            self._drawn, self._starts = (lattice, sides), starts
            for axis, seen in enumerate(in_sight):
                spare = len(seen) // 2  # so that it can be scrolled for a while
                end = min(seen.stop + spare, sides[axis])
                self._ranges[axis] = range(max(0, seen.start - spare), end)
            self._draw()
            self._show_lit()
        elif starts != self._starts:
            right, down = starts[0] - self._starts[0], starts[1] - self._starts[1]
            self._starts = starts
            self.strips[0].move("all", right, 0)
            self.strips[1].move("all", 0, down)

    def _place(self, part: tk.Widget, place: tuple[int, int, int, int]) -> None:
        if place != self._places.get(part):
            self._places[part] = place
            self.cover(covered=self._covered)

    def _draw(self) -> None:
        ground = self._theme.ground
        faint = between(ground, text_color(ground), 0.55)
        self._corner.configure(background=ground)
        for axis, strip in enumerate(self.strips):
            strip.delete("all")
            strip.configure(background=ground)
            for number in self._numbers(axis):
                self._write(axis, number, faint, "number")

    def _numbers(self, axis: int) -> list[int]:
        """Return the numbers for which there is room, of those to be drawn."""
        gap = self._small.measure("0")
        needed = self._line if axis else self._digit * len(str(self._sides[0])) + gap
        step = next((step for step in _STEPS if step * self._apart[axis] >= needed), _STEPS[-1])
        numbers = (place + 1 for place in self._ranges[axis])
        return [number for number in numbers if number == 1 or number % step == 0]

    def _write(self, axis: int, number: int, color: str, tag: str) -> int:
        wide, high = self.room
        start = (number - 1) * self._apart[axis]
        along = self._starts[axis] + round(start + self._long[axis] / 2)
        x, y = (along, high // 2) if axis == 0 else (wide // 2, along)
        return self.strips[axis].create_text(
            x, y, text=str(number), fill=color, font=self._font, tags=tag
        )

    def _show_lit(self) -> None:
        """Write the numbers of the lit cell once more, on a soft ground."""
        theme = self._theme
        for axis, strip in enumerate(self.strips):
            strip.delete("lit")
            if self._lit is None or not 0 <= self._lit[axis] < self._sides[axis]:
                continue
            number = self._lit[axis] + 1
            text = self._write(axis, number, theme.cursor, "lit")
            left, top, right, bottom = strip.bbox(text)
            start = self._starts[axis] + (number - 1) * self._apart[axis]
            end = start + self._long[axis]
            wide, high = self.room
            box = (
                (min(start, left - 2), 0, max(end, right + 2), high)
                if axis == 0
                else (0, min(start, top), wide, max(end, bottom))
            )
            ground = between(theme.ground, theme.cursor, 0.16)
            strip.create_rectangle(*box, fill=ground, width=0, tags="lit")
            strip.tag_raise(text)
