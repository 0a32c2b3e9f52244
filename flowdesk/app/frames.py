"""Frames on the board: in a cell, round a side of one, or dashed round an area."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable

from flowdesk.app.scale import pixels
from flowdesk.core.edit import Spot
from flowdesk.core.geometry import Point
from flowdesk.core.grid import Area, Cell
from flowdesk.draw.raster import SpriteSheet


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
