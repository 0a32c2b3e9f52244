"""The painted board: Pillow paints it into square chunks, each an image item of a canvas.

Only the chunks in sight exist, and a change repaints the chunks that it touches.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image, ImageTk

from flowdesk.core.grid import Cell
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

    Its items have a `tag`, and move with all that has it.
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
