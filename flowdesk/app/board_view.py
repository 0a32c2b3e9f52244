"""The board on the screen: painting, zoom, scrolling, and the cell under the pointer.

There are three coordinates: window pixels (events), board pixels (from the board's upper left
corner) and cells.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from PIL import ImageTk

from flowdesk.app.painting import Chunks, Frames, Rulers
from flowdesk.app.scale import LABELS_FROM, desktop_pixels, pixels
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.scrolled import EdgeBars, Stretch
from flowdesk.core.edit import Spot
from flowdesk.core.grid import Area, Cell, edge_between
from flowdesk.core.shape import Point
from flowdesk.core.signal import Signal
from flowdesk.draw.raster import SpriteSheet, sheet_of
from flowdesk.draw.scene import Scene, Tiles
from flowdesk.draw.theme import Look, Theme

#: Cell sizes: the limits of zoom in pixels, and what is called 100 % in points.
_SMALLEST, _LARGEST, _NORMAL = 4, 256, 36

_BOARD = "board"  # the tag of all that is panned with it
#: Points round a board, at least when it is scrolled to its end, and the share of a small view.
_MARGIN, _MARGINS = 18, 0.06
_RULED = 90  # points of width and height without which there is no room for rulers
#: How many cells are looked at in a turn of Tk's loop, which takes about 10 µs each.
AT_ONCE = 400


@dataclass(frozen=True)
class BoardPart:
    """What is seen of a board: all of it if `zoom` is 0, else cells so many times the normal size.

    `middle` is the point of the board in the middle of the window, in cells.
    """

    zoom: float = 0.0
    middle: tuple[float, float] = (0.0, 0.0)


class BoardView(tk.Canvas):
    """Shows a scene.

    With `fit` it is as large as can be; that ends when it is zoomed or moved by hand, and begins
    again with a board of another size. Emits `zoomed` when the size of a cell has changed, `moved`
    when the board may have another place, `painting` before anything is painted: the last moment to
    change the scene.
    """

    def __init__(self, parent: tk.Misc, scene: Scene, theme: Theme) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, takefocus=True)
        # Tk asks the screen for these two for each new picture, unless they are in use.
        self.configure(insertbackground="white", selectbackground="black")
        self.zoomed: Signal[[]] = Signal()
        self.moved: Signal[[]] = Signal()
        self.painting: Signal[[]] = Signal()
        self.fit = True
        self._awaited: BoardPart | None = None  # until the window has found its size
        self._settling = Timer(self)
        self.cell = self.normal
        self._scene = scene
        #: The cells that may look different, in order, and what tells their tiles.
        self._stale: dict[Cell, Callable[[Cell], Tiles]] = {}
        self._theme = theme
        self._sheet = self._new_sheet()
        self._chunks = Chunks(self, self._scene, self._sheet, _BOARD)
        self._outdated: list[Chunks] = []  # seen until the board is painted anew: nothing flickers
        self._left = self._top = 0.0
        self._size = 1, 1  # of the view, when it was laid out last
        self._painting, self._going_on = Timer(self), Timer(self)
        self._frames = Frames(self, _BOARD)
        self._floating: tuple[int, ImageTk.PhotoImage] | None = None
        self._numbers = False, 0  # whether rulers are wanted, and in which size
        self.rulers = Rulers(self, theme)
        self.bars = EdgeBars(self, self.pan, self.zoom_by, self.rulers.strips)
        self.configure(background=theme.ground)
        self.bind("<Configure>", lambda event: self._resized())

    # What is shown

    @property
    def scene(self) -> Scene:
        """The scene on the screen, or the one that will be painted when the window is idle."""
        self.painting.emit()
        self._look_at_stale()
        return self._scene

    def show(self, scene: Scene) -> None:
        """Show another scene; if it has the same size, paint only the differences, else fit it."""
        before, self._scene = self._scene, scene
        self._stale.clear()
        if (before.width, before.height, before.geometry) != (
            scene.width,
            scene.height,
            scene.geometry,
        ):
            self.zoom_to_fit()
        elif before.margin == scene.margin:
            self._chunks.repaint(scene, scene.changes_since(before))
            self.request_paint()
        else:
            self._resized()

    def show_anew(self, scene: Scene, view: BoardPart) -> None:
        """Show the board of another document, as soon as it is settled what stands round it."""
        self._scene, self._awaited = scene, view
        self._stale.clear()

    def settle(self) -> None:
        """Show what was announced by `show_anew`."""
        if self._has_size:
            self._settle()

    def change(self, cells: Iterable[Cell], tiles_at: Callable[[Cell], Tiles]) -> None:
        """Show these cells of the scene anew, those in the middle of the view first.

        Many take several turns of Tk's loop, in which `tiles_at` tells what they show by then.
        """
        across, down = self._middle
        shown = filter(self._scene.tiles.__contains__, cells)
        order = sorted(shown, key=lambda cell: abs(cell[0] - across) + abs(cell[1] - down))
        self._stale.update(dict.fromkeys(order, tiles_at))
        self.request_paint()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.configure(background=theme.ground)
        self._sheet = self._new_sheet()
        self.rulers.set_theme(theme)
        self._resized()

    # Places

    def cell_at(self, x: float, y: float) -> Cell:
        """Return the cell at window pixels, which may be off the board."""
        return self._scene.geometry.cell_at(self._point(x, y))

    def spot_at(self, x: float, y: float) -> Spot:
        """Return the cell at window pixels, and the nearest of its edges and corners."""
        point, geometry = self._point(x, y), self._scene.geometry
        cell, side = geometry.cell_at(point), geometry.side_at(point)
        across, down = geometry.center(cell)
        edge = edge_between(cell, geometry.beside(cell, side))
        corner = cell[0] + (point[0] > across), cell[1] + (point[1] > down)
        return Spot(cell, edge, corner, geometry.is_near(point, side))

    def _point(self, x: float, y: float) -> Point:
        """Return window pixels as a point of the board, in cells."""
        return self._sheet.lattice.point(x - self._left, y - self._top)

    def spots_between(self, start: tuple[int, int], end: tuple[int, int]) -> Iterator[Spot]:
        """Yield the spots on the straight line between two places in the window, without the first.

        Events of a fast pointer are far apart.
        """
        length = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
        count = max(1, 4 * length // self.cell)
        last = self.spot_at(*start)
        for i in range(1, count + 1):
            x = start[0] + (end[0] - start[0]) * i // count
            y = start[1] + (end[1] - start[1]) * i // count
            spot = self.spot_at(x, y)
            if spot != last:
                yield spot
            last = spot

    def center_of(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a cell in window pixels."""
        left, top, right, bottom = self._box(cell)
        return (left + right) // 2, (top + bottom) // 2

    @property
    def board(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of what is seen of the cells, in window pixels."""
        left, top = self._origin()
        width, height = self._sheet.lattice.board(self._scene.width, self._scene.height)
        right = min(left + width, self.winfo_width())
        bottom = min(top + height, self.winfo_height())
        return max(left, 0), max(top, 0), right, bottom

    def bring_into_view(self, cells: Iterable[Cell]) -> None:
        """Pan so that the first of the cells can be seen, unless one of them can."""
        boxes = [self._box(cell) for cell in cells]
        first, above = self.rulers.room if self.rulers.shown else (0, 0)
        hidden = self.bars.room
        width, height = self.winfo_width() - hidden[0], self.winfo_height() - hidden[1]
        if not boxes or any(
            left >= first and top >= above and right <= width and bottom <= height
            for left, top, right, bottom in boxes
        ):
            return
        left, top, right, bottom = boxes[0]
        self.pan(width / 2 - (left + right) / 2, height / 2 - (top + bottom) / 2)

    # Zoom and scrolling

    @property
    def normal(self) -> int:
        """The size of a cell that is called 100 %."""
        return pixels(self, _NORMAL)

    def zoom_to_fit(self) -> None:
        """Show the whole board as large as possible, now and whenever the window changes."""
        self.fit = True
        if not self._has_size:
            return
        around = 2 * self._scene.margin
        size = int(
            min(
                (room - before - after) // (side + around)
                for (room, before, after), side in zip(self._rooms, self._scene.size, strict=True)
            )
        )
        size = max(_SMALLEST, min(size, _LARGEST))
        self._center(size)
        self._set_cell(size)

    def place_board(self) -> None:
        """Show a new board: fitted, or in the middle at the current cell size."""
        self._center(self.cell)
        self._resized()

    def zoom(self, size: int, x: float | None = None, y: float | None = None) -> None:
        """Make cells `size` pixels large; the window's point (x, y) stays where it is."""
        size = max(_SMALLEST, min(size, _LARGEST))
        x = self.winfo_width() / 2 if x is None else x
        y = self.winfo_height() / 2 if y is None else y
        self.fit = False
        if size != self.cell:
            self._left = x - (x - self._left) * size / self.cell
            self._top = y - (y - self._top) * size / self.cell
            self._set_cell(size)

    def zoom_by(self, steps: int, x: float | None = None, y: float | None = None) -> None:
        """Zoom in by a fifth a step, or out for negative `steps`."""
        size = self.cell
        for _ in range(abs(steps)):
            larger, smaller = max(size + 1, round(size * 1.2)), min(size - 1, round(size / 1.2))
            size = larger if steps > 0 else smaller
        self.zoom(size, x, y)

    def pan(self, right: float, down: float) -> None:
        """Move the board by some pixels, as far as there is anything to be seen."""
        before = self._origin()
        self._left += right
        self._top += down
        self._keep_in_sight()
        after = self._origin()
        if after != before:
            self.fit = False
            self.move(_BOARD, after[0] - before[0], after[1] - before[1])
            self._follow()
            self.request_paint()

    @property
    def view(self) -> BoardPart:
        """What is seen of the board."""
        if self._awaited or self.fit:
            return self._awaited or BoardPart()
        return BoardPart(round(self.cell / self.normal, 3), self._middle)

    @view.setter
    def view(self, view: BoardPart) -> None:
        if not self._has_size:
            self._awaited = view
            return
        if not view.zoom:
            self.zoom_to_fit()
            return
        self.zoom(round(view.zoom * self.normal))
        across, down = self._middle
        self.pan((across - view.middle[0]) * self.cell, (down - view.middle[1]) * self.cell)

    @property
    def _middle(self) -> tuple[float, float]:
        x, y = self.winfo_width() / 2, self.winfo_height() / 2
        return round((x - self._left) / self.cell, 3), round((y - self._top) / self.cell, 3)

    # Things above and beside the board

    def show_rulers(self, *, shown: bool, size: int = 0) -> None:
        """Number rows and columns round the board, or not, in type of so many pixels, or usual."""
        self._numbers = shown, size
        self._resized()

    def frame(
        self, name: str, place: Spot | Area | None, color: str = "", width: float = 1.5
    ) -> None:
        """Draw a frame, some points wide, round an edge, in a cell, or dashed round an area.

        None removes it.
        """
        self._frames.set(name, place, color, pixels(self, width))
        self._frames.draw(self._sheet, self._origin(), name)

    def float_tiles(self, tiles: Tiles | None, x: float = 0, y: float = 0) -> None:
        """Show tiles at the pointer; None removes them."""
        if tiles is None:
            if self._floating:
                self.delete(self._floating[0])
                self._floating = None
        elif self._floating:
            self.coords(self._floating[0], x, y)
        else:
            sheet = self._new_sheet(transparent=True)
            photo = ImageTk.PhotoImage(sheet.stack(tiles), master=self)
            self._floating = self.create_image(x, y, image=photo, tags=_BOARD), photo

    # Painting

    def request_paint(self) -> None:
        if self._has_size and not self._painting.running:
            self._painting.when_idle(self._paint)

    def _new_sheet(self, *, transparent: bool = False) -> SpriteSheet:
        least = desktop_pixels(self, LABELS_FROM)
        look = Look(self._theme, self.cell, transparent, least)
        return sheet_of(look, self._scene.geometry)

    def _set_cell(self, size: int) -> None:
        if size != self.cell or self._scene.geometry is not self._sheet.lattice.geometry:
            self.cell = size
            self._sheet = self._new_sheet()
        self._rebuild()
        self.zoomed.emit()

    @property
    def _has_size(self) -> bool:
        """Whether it has got its place in the window: before that there is nothing to fit into."""
        return self.winfo_width() > 1

    def _resized(self) -> None:
        before, self._size = self._size, (self.winfo_width(), self.winfo_height())
        shown, size = self._numbers
        has_room = not self._has_size or min(self._size) >= pixels(self, _RULED)
        self.rulers.set(shown=shown and has_room, size=size)
        if self._awaited:
            self._settling.when_idle(self._settle)
        elif self.fit:
            self.zoom_to_fit()
        else:  # what is in the middle stays there
            self._left += (self._size[0] - before[0]) / 2
            self._top += (self._size[1] - before[1]) / 2
            self._rebuild()

    def _settle(self) -> None:
        view, self._awaited = self._awaited, None
        if view and view.zoom:
            self._set_cell(round(view.zoom * self.normal))
        if view:
            self.view = view

    @property
    def _margin(self) -> int:
        """What is kept free round the board, in pixels."""
        return min(pixels(self, _MARGIN), int(_MARGINS * min(self._size)))

    @property
    def _rooms(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """The window's width and height, each with what is kept free before and after the board."""
        before = [self._margin, self._margin]
        if self.rulers.shown:
            before = [max(self._margin, ruler + self._margin // 3) for ruler in self.rulers.room]
        return (
            (self.winfo_width(), before[0], self._margin),
            (self.winfo_height(), before[1], self._margin),
        )

    def _center(self, size: int) -> None:
        self._left, self._top = (
            (room + before - after - side * size) // 2
            for (room, before, after), side in zip(self._rooms, self._scene.size, strict=True)
        )

    def _keep_in_sight(self) -> None:
        """Keep a board that is smaller than the window in it, and the window on a larger one."""
        kept = []
        for place, stretch, (room, before, _) in zip(
            (self._left, self._top), self._stretches, self._rooms, strict=True
        ):
            first = before + self._scene.margin * self.cell  # the place when scrolled to the start
            ends = sorted((first, first + room - stretch[0]))
            kept.append(min(max(place, ends[0]), ends[1]))
        self._left, self._top = kept

    @property
    def _stretches(self) -> tuple[Stretch, Stretch]:
        """What there is to scroll to, across and down."""
        around = self._scene.margin * self.cell
        across, down = (
            (before + 2 * around + side * self.cell + after, before + around - place, room)
            for place, side, (room, before, after) in zip(
                (self._left, self._top), self._scene.size, self._rooms, strict=True
            )
        )
        return across, down

    def _follow(self) -> None:
        """Put rulers and scrollbars where they belong now."""
        scene = self._scene
        self.bars.show(*self._stretches)
        around = round(scene.margin * self.cell)
        sides = scene.width, scene.height
        self.rulers.follow(self._origin(), self._sheet.lattice, sides, around)
        self.moved.emit()

    def _origin(self) -> tuple[int, int]:
        return round(self._left), round(self._top)

    def _box(self, cell: Cell) -> tuple[int, int, int, int]:
        (left, top), (x, y) = self._origin(), self._sheet.lattice.place(cell)
        width, height = self._sheet.lattice.size
        return left + x, top + y, left + x + width, top + y + height

    def _rebuild(self) -> None:
        """Put the board into its place, painted anew if size or colours have changed."""
        self._keep_in_sight()
        if self._chunks.move(self._scene, self._sheet, self._origin()):
            self.request_paint()
        else:  # often because another document is shown, with other bars and panels
            self._outdated.append(self._chunks)
            self._chunks = Chunks(self, self._scene, self._sheet, _BOARD)
            if self._has_size:
                self._painting.when_laid_out(self._paint)
        self._frames.draw(self._sheet, self._origin())
        self._follow()

    def _look_at_stale(self, most: int | None = None) -> None:
        """Paint what looks different of all stale cells, or of the first ones."""
        after = {cell: tiles_at(cell) for cell, tiles_at in islice(self._stale.items(), most)}
        before = self._scene.tiles
        changed = {cell: tiles for cell, tiles in after.items() if tiles != before[cell]}
        self._scene = self._scene.with_tiles(changed)
        self._chunks.repaint(self._scene, changed)
        for cell in after:
            del self._stale[cell]

    def _paint(self) -> None:
        if self._awaited:
            return  # it will be painted in its place
        self.painting.emit()
        self._painting.stop()  # what was requested just now is painted just now
        self._look_at_stale(AT_ONCE)
        self._chunks.show(self._origin())
        while self._outdated:
            self._outdated.pop().clear()
        if self._stale:
            self._going_on.when_painted(self._paint)
