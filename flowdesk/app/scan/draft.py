"""Draft: the board in a picture while a person corrects it, with undo.

Moved cells are looked at again, which takes some milliseconds; a cell that is set is not.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from PIL import Image

from flowdesk.core.edit import Edit
from flowdesk.core.grid import Cell
from flowdesk.desk.documents.history import History
from flowdesk.scan.cells import CellLooks
from flowdesk.scan.lattice import Lattice, Point
from flowdesk.scan.reading import Corrections, Dots, Doubt, Reading
from flowdesk.scan.scan import judge, look_at

#: The share of the picture's shorter side, and the cells a side, of a lattice nobody has set yet.
_SHARE, _CELLS = 0.7, 7
#: How far outside the picture a corner may lie, in sides of the picture: some crops lack an edge.
_OUTSIDE = 0.25
#: The least difference in a channel by which the colour in a cell is another than its ground's, and
#: than that of other dots.
_SEEN, _OTHER = 36, 24
#: The most by which the colours of two dots differ that are taken for a pair.
_SAME = 48


@dataclass(frozen=True)
class Setting:
    """Where the board lies, and what was set by hand; `found` is what was read by itself."""

    lattice: Lattice
    corrections: Corrections = field(default_factory=dict)
    found: Reading | None = None


class Draft:
    """A picture with its current `setting` and `reading`; `listeners` are called after changes.

    It `is_read` once it has got what was found in the picture. After a change of the lattice the
    reading is `stale` until `read` is called. All changes of a drag are one step of undo; it
    `is_held` while a button is down.
    """

    def __init__(self, image: Image.Image) -> None:
        self.listeners: list[Callable[[], None]] = []
        self.image = image
        self.stale = False
        self.is_read = False
        self.in_drag = self.is_held = False
        self.reading = Reading(None)
        self.setting = _as_found(image, self.reading)
        self._history: History[Setting] = History()
        self._looks: CellLooks | None = None

    @property
    def lattice(self) -> Lattice:
        return self.setting.lattice

    @property
    def undo_label(self) -> str:
        return self._history.undo_label

    @property
    def redo_label(self) -> str:
        return self._history.redo_label

    def dot_at(self, cell: Cell) -> str:
        """Return the colour of the dot in a cell; empty if there is none."""
        return next((dots.color for dots in self.reading.dots if cell in dots.cells), "")

    # Changes

    def take(self, found: Reading) -> None:
        """Start with what was found in the picture, or return to it in a step of undo."""
        setting = _as_found(self.image, found)
        if self.is_read:
            self._apply("read again", setting)
        else:
            self.is_read, self.setting = True, setting
        self.read()

    def begin_drag(self, *, held: bool = False) -> None:
        self._history.begin_gesture()
        self.in_drag, self.is_held = True, held

    def end_drag(self) -> None:
        self._history.end_gesture()
        self.in_drag = self.is_held = False

    def abandon_drag(self) -> None:
        """Revert what the drag has changed."""
        edit = self._history.abandon_gesture()
        self.end_drag()
        if edit:
            self._show(edit.after)

    def move_corner(self, number: int, point: Point) -> None:
        """Move a corner as far as the corners stay convex and near the picture."""
        width, height = self.image.size
        x = min(max(point[0], -_OUTSIDE * width), (1 + _OUTSIDE) * width)
        y = min(max(point[1], -_OUTSIDE * height), (1 + _OUTSIDE) * height)
        a, b, c, d = (
            (x, y) if number == other else corner
            for other, corner in enumerate(self.lattice.corners)
        )
        moved = replace(self.lattice, corners=(a, b, c, d), fit=1.0)
        if moved.is_convex and moved.corners != self.lattice.corners:
            self._apply("move a corner", Setting(moved, self.setting.corrections))

    def set_size(self, columns: int, rows: int) -> None:
        """Divide the board anew; cells that were set are others now, and forgotten."""
        if (columns, rows) != (self.lattice.columns, self.lattice.rows):
            lattice = replace(self.lattice, columns=columns, rows=rows, fit=1.0)
            self._apply("change the grid", Setting(lattice))

    def set_dot(self, cell: Cell, color: str) -> None:
        """Give a cell a dot of a colour, or none ("")."""
        if color == self.dot_at(cell) and cell in self.setting.corrections:
            return
        touched = {self.dot_at(cell), color} - {""}
        # The colours of pairs are means: without this, the others of a pair would get new names.
        kept = {
            other: dots.color
            for dots in self.reading.dots
            for other in dots.cells
            if dots.color in touched
        }
        corrections = {**self.setting.corrections, **kept, cell: color}
        self._apply("set a dot" if color else "clear a cell", self._with(corrections))
        self.read()

    def undo(self) -> None:
        if edit := self._history.undo():
            self._show(edit.after)
            self.read()

    def redo(self) -> None:
        if edit := self._history.redo():
            self._show(edit.after)
            self.read()

    # Reading

    def read(self) -> None:
        """Judge the cells as they are set now; look at them again if they were moved."""
        self.stale = False
        setting = self.setting
        if setting.found and not setting.corrections:
            self.reading = setting.found
        else:
            if self._looks is None or self._looks.lattice != setting.lattice:
                self._looks = look_at(self.image, setting.lattice)
            self.reading = judge(self._looks, setting.corrections)
            if setting.found:
                self.reading = _with_doubts(self.reading, self._doubts_of_search(setting.found))
        self._tell()

    def _doubts_of_search(self, found: Reading) -> list[Doubt]:
        """Return the doubts that only the search for the grid can have."""
        assert self._looks
        return [doubt for doubt in found.doubts if doubt not in judge(self._looks, {}).doubts]

    def _with(self, corrections: Mapping[Cell, str]) -> Setting:
        return replace(self.setting, corrections=corrections)

    def _apply(self, label: str, after: Setting) -> None:
        self._history.push(Edit(label, self.setting, after))
        self._show(after)

    def _show(self, setting: Setting) -> None:
        self.setting, self.stale = setting, True
        self._tell()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()


def _as_found(image: Image.Image, found: Reading) -> Setting:
    """Return a setting as it was read; a lattice in the middle if no board was found."""
    if found.lattice:
        return Setting(found.lattice, found=found)
    width, height = image.size
    half = _SHARE * min(width, height) / 2
    left, right, top, bottom = (
        round(middle / 2 + sign * half) for middle in (width, height) for sign in (-1, 1)
    )
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    return Setting(Lattice(corners, _CELLS, _CELLS), found=found)


def _with_doubts(reading: Reading, more: list[Doubt]) -> Reading:
    return replace(reading, doubts=(*more, *reading.doubts))


def seen_color(image: Image.Image, lattice: Lattice, cell: Cell, dots: Sequence[Dots]) -> str:
    """Return the colour for a dot that is in the picture: that of a dot without a partner, or new.

    For a cell without anything in it, it is new and unlike all others.
    """
    seen = _seen(image, lattice, cell)
    alone = [each.color for each in dots if len(each.cells) == 1 and cell not in each.cells]
    if seen and alone:
        nearest = min(alone, key=lambda color: _apart(seen, _rgb(color)))
        if _apart(seen, _rgb(nearest)) <= _SAME:
            return nearest
    return new_color(image, lattice, cell, [each.color for each in dots])


def _seen(image: Image.Image, lattice: Lattice, cell: Cell) -> tuple[int, ...]:
    """Return the colour in the middle of a cell; empty if it is that of its ground."""
    x, y = cell
    middle, corner = (
        _color_at(image, lattice, x + place, y + place, size)
        for place, size in ((0.5, 0.1), (0.1, 0.06))
    )
    return middle if _apart(middle, corner) >= _SEEN else ()


def new_color(image: Image.Image, lattice: Lattice, cell: Cell, used: Collection[str]) -> str:
    """Return a colour ``#rrggbb`` for a dot unlike all others: as in the picture, if it can be."""
    seen, others = _seen(image, lattice, cell), [_rgb(color) for color in used]
    if seen and all(_apart(seen, other) >= _OTHER for other in others):
        return _name(seen)
    wheel = [
        tuple(round(255 * part) for part in colorsys.hsv_to_rgb(hue / 24, saturation, 1))
        for saturation in (1, 0.5)
        for hue in range(24)
    ]
    return _name(max(wheel, key=lambda c: min((_apart(c, o) for o in others), default=0)))


def _color_at(
    image: Image.Image, lattice: Lattice, column: float, row: float, radius: float
) -> tuple[int, ...]:
    """Return the mean colour round a place on a board; the radius is in cells."""
    x, y = lattice.point(column, row)
    beside = lattice.point(column + radius, row)
    reach = max(0.5, abs(beside[0] - x) + abs(beside[1] - y))
    x, y = min(max(x, reach), image.width - reach), min(max(y, reach), image.height - reach)
    box = x - reach, y - reach, x + reach, y + reach
    pixel = image.resize((1, 1), Image.Resampling.BOX, box=box).getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return pixel


def _apart(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def _rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


def _name(color: tuple[int, ...]) -> str:
    return "#" + bytes(color).hex()
