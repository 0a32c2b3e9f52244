"""Draft: the board in a picture while a person corrects it, with undo.

Moved cells are looked at again, which takes some milliseconds; a cell that is set is not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from PIL import Image

from flowdesk.core.edit import Edit
from flowdesk.core.grid import Cell
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.history import History
from flowdesk.draw.theme import rgb
from flowdesk.scan.cells import CellLooks, Content
from flowdesk.scan.reading import Corrections, Dots, Reading, judge, unlike
from flowdesk.scan.samples import Color, Lattice, Point, distance
from flowdesk.scan.scan import look_at

#: The share of the picture's shorter side, and the cells a side, of a lattice nobody has set yet.
_SHARE, _CELLS = 0.7, 7
#: How far outside the picture a corner may lie, in sides of the picture: some crops lack an edge.
_OUTSIDE = 0.25


@dataclass(frozen=True)
class DraftSetting:
    """Where the board lies, and what was set by hand; `found` is what was read by itself."""

    lattice: Lattice
    corrections: Corrections = field(default_factory=dict)
    found: Reading | None = None


class Draft:
    """A picture with its current `setting` and `reading`; emits `changed` after each change.

    It `is_read` once it has got what was found in the picture. After a change of the lattice the
    reading is `stale` until `read` is called. All changes of a drag are one step of undo; it
    `is_held` while a button is down.
    """

    def __init__(self, image: Image.Image) -> None:
        self.changed: Signal[[]] = Signal()
        self.image = image
        self.stale = False
        self.is_read = False
        self.in_drag = self.is_held = False
        self.reading = Reading(None)
        self.setting = _as_found(image, self.reading)
        self._history: History[DraftSetting] = History()
        self._looks: CellLooks | None = None

    @property
    def lattice(self) -> Lattice:
        return self.setting.lattice

    @property
    def undo_label(self) -> str:
        return self._history.undo_label

    def dot_at(self, cell: Cell) -> str:
        """Return the colour of the dot in a cell; empty if there is none."""
        return next((dots.color for dots in self.reading.dots if cell in dots.cells), "")

    def can_confirm(self, cell: Cell) -> bool:
        """Whether there is a doubt about a dot that ends when the dot is set as it is."""
        group = next((dots.cells for dots in self.reading.dots if cell in dots.cells), ())
        if len(group) != 2 or cell not in self.reading.doubtful_cells:
            return False
        doubts = judge(self.looks, {**self.setting.corrections, cell: self.dot_at(cell)}).doubts
        return all(cell not in doubt.cells for doubt in doubts)

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
            self._apply("move a corner", DraftSetting(moved, self.setting.corrections))

    def set_size(self, columns: int, rows: int) -> None:
        """Divide the board anew; cells that were set are others now, and forgotten."""
        if (columns, rows) != (self.lattice.columns, self.lattice.rows):
            lattice = replace(self.lattice, columns=columns, rows=rows, fit=1.0)
            self._apply("change the grid", DraftSetting(lattice))

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

    def adopt(self, columns: int, rows: int, groups: Collection[tuple[Cell, ...]]) -> None:
        """Correct what was read to a board that is known: its size, and the cells of each colour.

        What agrees stays as it was read.
        """
        self.set_size(columns, rows)
        self.read()
        dots = {frozenset(each.cells): each.color for each in self.reading.dots}
        known = {frozenset(cells) for cells in groups}
        corrections = {cell: "" for cells in dots.keys() - known for cell in cells}
        used = {dots[cells] for cells in dots.keys() & known}
        for cells in groups:
            if frozenset(cells) not in dots:
                seen = [self.dot_at(cell) for cell in cells]
                free = [color for color in seen if color and color not in used]
                color = free[0] if free else new_color(self.looks, cells[0], used)
                used.add(color)
                corrections |= dict.fromkeys(cells, color)
        if corrections:
            self._apply("set dots", self._with(corrections))
            self.read()

    def undo(self) -> None:
        self.end_drag()
        if edit := self._history.undo():
            self._show(edit.after)
            self.read()

    def redo(self) -> None:
        self.end_drag()
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
            self.reading = judge(self.looks, setting.corrections)
        self.changed.emit()

    @property
    def looks(self) -> CellLooks:
        """How the cells look in the picture, whatever was set by hand."""
        if self.setting.found and self.setting.found.looks:
            return self.setting.found.looks
        if self._looks is None or self._looks.lattice != self.lattice:
            self._looks = look_at(self.image, self.lattice)
        return self._looks

    def _with(self, corrections: Mapping[Cell, str]) -> DraftSetting:
        return replace(self.setting, corrections=corrections)

    def _apply(self, label: str, after: DraftSetting) -> None:
        self._history.push(Edit(label, self.setting, after))
        self._show(after)

    def _show(self, setting: DraftSetting) -> None:
        self.setting, self.stale = setting, True
        self.changed.emit()


def _as_found(image: Image.Image, found: Reading) -> DraftSetting:
    """Return a setting as it was read; a lattice in the middle if no board was found."""
    if found.lattice:
        return DraftSetting(found.lattice, found=found)
    width, height = image.size
    half = _SHARE * min(width, height) / 2
    left, right, top, bottom = (
        round(middle / 2 + sign * half) for middle in (width, height) for sign in (-1, 1)
    )
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    return DraftSetting(Lattice(corners, _CELLS, _CELLS), found=found)


#: The least by which the colour of a new dot differs from those of others, and the most by which
#: the colours of two dots differ that are taken for a pair.
_OTHER, _SAME = 24, 48


def seen_color(looks: CellLooks, cell: Cell, dots: Sequence[Dots]) -> str:
    """Return the colour for a dot that is in the picture: that of a dot without a partner, or new.

    For a cell without anything in it, it is new and unlike all others.
    """
    seen = _seen(looks, cell)
    alone = [each.color for each in dots if len(each.cells) == 1 and cell not in each.cells]
    if seen and alone:
        nearest = min(alone, key=lambda color: distance(seen, rgb(color)))
        if distance(seen, rgb(nearest)) <= _SAME:
            return nearest
    return new_color(looks, cell, [each.color for each in dots])


def new_color(looks: CellLooks, cell: Cell, used: Collection[str]) -> str:
    """Return a colour ``#rrggbb`` for a dot unlike all others: as in the picture, if it can be."""
    seen, others = _seen(looks, cell), [rgb(color) for color in used]
    if seen and all(distance(seen, other) >= _OTHER for other in others):
        return _name(seen)
    return _name(unlike(others))


def _seen(looks: CellLooks, cell: Cell) -> Color | None:
    """Return the colour of what is in a cell; None if that is nothing, or a circle."""
    found = looks.cells[cell]
    return None if found.look is Content.EMPTY or found.letter else found.color


def _name(color: Color) -> str:
    return "#" + bytes(color).hex()
