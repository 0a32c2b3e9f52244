"""Draft: the board in a picture while a person corrects it; Judging: what is made of it meanwhile.

Moved cells are looked at again, which takes some milliseconds; a cell that is set is not.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from PIL import Image

from flowdesk.app.timers import Timer, jobs_of
from flowdesk.core.edit import Edit, History
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Owner, Signal
from flowdesk.desk.scans.scan import Dots, Scan, ask_solver, scan_of
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress, Refused
from flowdesk.scan.cells import CellLooks
from flowdesk.scan.loading import Picture, read_data
from flowdesk.scan.reading import Corrections, Reading, judge, new_color
from flowdesk.scan.samples import Lattice, Point, corners_of
from flowdesk.scan.scan import look_at, read_board

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
        before = self.lattice.corners
        corners = (*before[:number], (x, y), *before[number + 1 :])
        moved = replace(self.lattice, corners=corners, fit=1.0)
        if moved.is_convex and corners != before:
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
        self._repeat(self._history.undo)

    def redo(self) -> None:
        self._repeat(self._history.redo)

    def _repeat(self, step: Callable[[], Edit[DraftSetting] | None]) -> None:
        self.end_drag()
        if edit := step():
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
    lattice = Lattice(corners_of(left, top, right, bottom), _CELLS, _CELLS)
    return DraftSetting(lattice, found=found)


_SETTLE_MS = 80  # after the last move of a corner, until the cells are looked at
_SOLVE_MS = 150  # after the last change, until the solver is asked


class Judging(Owner):
    """One picture. Reading and solving are done in a process, looking at moved cells is not.

    Emits `loaded` when there is a `draft` with the picture, `changed` after each change of what is
    known, `refused` with the reason why there is no picture, `failed` with the details of an error
    of our own. `problem` is why the last attempt to read again failed.
    """

    def __init__(self, widget: tk.Misc, called: str, known: Dots | None = None) -> None:
        """Read a picture; if its level is `known`, correct what is read to that."""
        super().__init__()
        self.loaded: Signal[[Draft]] = Signal()
        self.changed: Signal[[]] = Signal()
        self.refused: Signal[[str]] = Signal()
        self.failed: Signal[[str]] = Signal()
        self.draft: Draft | None = None
        self.scan: Scan | None = None
        self.is_reading = False
        self.problem = ""
        self._called = called
        self._known = known
        self._offset = 0, 0  # of the part of the picture that is read
        self._asked: Puzzle | None = None  # the puzzle that the solver was asked about
        self._remarks: tuple[str, ...] = ()
        self._settling, self._waiting = Timer(widget), Timer(widget)
        self._job = Job(jobs_of(widget), self._handle)

    @property
    def is_solving(self) -> bool:
        return not self.is_reading and (self._job.running or self._waiting.running)

    @property
    def pid(self) -> int | None:
        """The process that reads and solves."""
        return self._job.pid

    def start(self, picture: bytes | Image.Image) -> None:
        """Read the content of a file, or an RGB image."""
        self.is_reading = True
        if isinstance(picture, bytes):
            self._job.start(read_data, picture, self._called)
        else:
            self._show(Picture(picture))
            self._job.start(read_board, picture)

    def read_again(self, box: tuple[int, int, int, int]) -> None:
        """Read only a part of the picture: left, top, right, bottom."""
        if self.draft and not self.is_reading:
            self.is_reading, self._asked, self.problem = True, None, ""
            self._offset = box[0], box[1]
            self._waiting.stop()
            self._job.start(read_board, self.draft.image.crop(box))
            self.changed.emit()

    def settle(self) -> None:
        """Look at moved cells now rather than in a moment."""
        self._settling.stop()
        if self.draft:
            self.draft.end_drag()
            if self.draft.stale:
                self.draft.read()

    def end(self) -> None:
        super().end()
        self._settling.stop()
        self._waiting.stop()
        self._job.close()

    def _handle(self, event: Event) -> None:
        if self.is_reading:
            self._handle_reading(event)
            return
        match event:
            case Progress(answer) | Done(answer):
                if self.scan:
                    self.scan = self.scan.with_answer(answer)
            case Failed(traceback):
                self.failed.emit(traceback)
        self.changed.emit()

    def _handle_reading(self, event: Event) -> None:
        match event:
            case Progress(picture):
                self._show(picture)
            case Refused(reason=reason):
                self.refused.emit(reason)
            case Failed(traceback):
                self.failed.emit(traceback)
                self._give_up("An error in FlowDesk ended the reading.")
            case Done(Reading() as found):
                assert self.draft
                self.is_reading = False
                if found.lattice:
                    found = found.on(found.lattice.moved(*self._offset))
                self.draft.take(found)
                if self._known is not None:
                    self.draft.adopt(*self._known)
                    self._known = None
            case Died(exit_code):
                self._give_up(f"The process that reads pictures ended (status {exit_code}).")

    def _give_up(self, problem: str) -> None:
        """Keep what was read before, with its corrections, if that is anything."""
        self.problem = problem
        if self.draft and self.draft.is_read:
            self.is_reading = False
            self._judge(self.draft)
        else:
            self.refused.emit(problem)

    def _show(self, picture: Picture) -> None:
        self._remarks = picture.remarks
        self.draft = Draft(picture.image)
        self.draft.changed.connect(self._changed, self)
        self.loaded.emit(self.draft)

    def _changed(self) -> None:
        assert self.draft
        if self.draft.stale:
            self._settling.start(_SETTLE_MS, self._settle_unless_held)
            self.changed.emit()
        else:
            self._settling.stop()
            self._judge(self.draft)

    def _settle_unless_held(self) -> None:
        """Look at the cells; a drag that rests goes on."""
        assert self.draft
        if self.draft.is_held:
            self.draft.read()
        else:
            self.settle()

    def _judge(self, draft: Draft) -> None:
        """Make the puzzle of the reading, and ask the solver about it unless that was done."""
        before, scan = self.scan, scan_of(draft.reading, self._called, self._remarks)
        if before and before.answer and before.puzzle == scan.puzzle:
            scan = scan.with_answer(before.answer)
        self.scan = scan
        if self._asked != scan.puzzle and not self.is_reading:
            self._job.cancel()
            self._waiting.stop()
            self._asked = scan.puzzle
            if scan.puzzle is not None:
                self._waiting.start(_SOLVE_MS, self._solve)
        self.changed.emit()

    def _solve(self) -> None:
        assert self.scan
        self._job.start(ask_solver, self.scan.puzzle)
        self.changed.emit()
