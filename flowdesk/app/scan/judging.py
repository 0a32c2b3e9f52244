"""Judging: reads a picture, keeps the scan up to date with its draft, and asks the solver."""

from __future__ import annotations

import tkinter as tk

from PIL import Image

from flowdesk.app.jobs import jobs_of
from flowdesk.app.scan.draft import Draft
from flowdesk.app.timers import Timer
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Owner, Signal
from flowdesk.desk.scans.scan import Dots, Scan, ask_solver, scan_of
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress, Refused
from flowdesk.scan.loading import Picture
from flowdesk.scan.reading import Reading
from flowdesk.scan.scan import read_board, read_data

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
                self.changed.emit()
            case Died():
                self.changed.emit()
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
