"""OwnFormula: opens a formula of one's own, and shows what is wrong with its answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_formula
from flowdesk.app.session import Session
from flowdesk.app.stage import Mode
from flowdesk.app.timers import jobs_of
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Answer
from flowdesk.core.storage import decode, read_bytes
from flowdesk.desk.work.jobs import Job
from flowdesk.desk.work.worker import Died, Done, Event, Failed, Progress
from flowdesk.draw.scene import Tiles
from flowdesk.lab.own import LIMIT, Judged, explored, judge, read_own, verdict
from flowdesk.lab.rule_text import problem
from flowdesk.lab.rulebooks import book_of, marks


class OwnFormula(Mode):
    """It is on from the beginning of the comparison; changing the level ends it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.stage)
        self.job = Job(jobs_of(session.shell.root), self._handle, self._ticked)
        session.shell.at_end(self.job.close)
        self._name = ""
        self._said = ""
        self._answer: Answer | None = None
        self._marks: Mapping[Cell, float] = {}
        self.found = Judged()

    def ask_open(self) -> None:
        """Ask for a formula of the level on the board."""
        folder = self._shell.folder_beside(self._stage.document.path)
        if self.may_open() and (path := ask_formula(self._shell.root, folder)):
            self.open(path)

    def may_open(self) -> bool:
        """Whether a formula can be compared with the level on the board; say why not."""
        text, cells = problem(self._stage.level, "fast")
        if text:
            self._shell.say(f"No formula can be compared with this level. {text}", cells)
        return not text

    def open(self, path: Path) -> None:
        """Compare the answers of a formula with the solutions of the level."""
        try:
            own = read_own(decode(read_bytes(path)), self._stage.level)
        except FlowDeskError as error:
            told = error.at(source=path.name) if isinstance(error, FormatError) else error
            message.show_message(self._shell.root, "Not opened", str(told))
            return
        self._begin(path.name, Judged())
        self._say("compared with the level ...")
        self.job.start(judge, self._stage.level, own)

    def show(self, name: str, found: Judged) -> None:
        """Show what is known of a formula that has been compared."""
        self._begin(name, found)
        self._tell()

    def _begin(self, name: str, found: Judged) -> None:
        self._stage.show(None)
        self._name, self.found = name, found
        self._stage.show(self)

    def _handle(self, event: Event) -> None:
        match event:
            case Progress(Judged() as found):
                self.found = found
            case Done(Judged() as found):
                self.found = found
                self._tell()
            case Died(status):
                self._say(f"not compared: the solver's process ended (status {status}).")
            case Failed(traceback):
                self._stage.show_level_alone()
                self._shell.show_error(traceback)

    def _ticked(self) -> None:
        if self.job.running and self.job.elapsed > LIMIT:
            self.job.cancel()
            self._tell()

    def _tell(self) -> None:
        """Say what is known, and show the answer that is wrong or missing."""
        found, puzzle = self.found, self._stage.level
        wrong = found.allows is not None
        self._answer = found.allows if wrong else found.forbids
        broken = explored(puzzle, self._answer).broken if wrong else ()
        self._marks = marks(book_of(puzzle), broken)
        which = "The wrong answer is shown." if wrong else "The solution is shown."
        shown = "" if self._answer is None else which
        self._say(f"{found.status}: {verdict(found)}. {shown} {found.odd}".strip())
        self._stage.repaint(self.cells)

    def _say(self, text: str) -> None:
        self._said = f"{self._name} is {text}"
        self._shell.say(self._said, self._marks)
        self._stage.changed.emit()

    @property
    def cells(self) -> Collection[Cell]:
        puzzle = self._stage.level
        return book_of(puzzle).answer_cells(puzzle, self._answer, self._marks)

    def still_at(self, cell: Cell) -> Tiles:
        puzzle, labels = self._stage.level, self._stage.labels
        return book_of(puzzle).answer_tiles(puzzle, self._answer, cell, self._marks, labels=labels)

    @property
    def caption(self) -> str:
        return self._said

    def stop(self) -> bool:
        if not self.job.cancel():
            return False
        self._tell()
        return True

    def left(self) -> None:
        self.job.cancel()
        self._answer, self._marks = None, {}
