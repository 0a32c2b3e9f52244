"""What is painted of a board: chunks of it by Pillow, each an image item; and frames over them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageTk

from flowdesk.app.scale import pixels
from flowdesk.core.edit import Spot
from flowdesk.core.grid import Area, Cell
from flowdesk.core.shape import Point
from flowdesk.draw import measures
from flowdesk.draw.raster import SpriteSheet
from flowdesk.draw.scene import Scene

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
