"""Tab: an open document with its modes, and with what saves, keeps and makes it; no widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flowdesk.app.files import Files
from flowdesk.app.generation import Generation
from flowdesk.app.keeping import Keeping
from flowdesk.app.lab.explore import ExploreMode, RulesPanel
from flowdesk.app.lab.lessons import Lessons
from flowdesk.app.lab.think import ThinkMode
from flowdesk.app.lab.watch import WatchMode
from flowdesk.app.play.mode import PlayMode
from flowdesk.app.recent import Recent
from flowdesk.app.saving import FileChanges, Saving
from flowdesk.app.session import Session
from flowdesk.app.shell import Shell
from flowdesk.app.theming import Theming
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.play.results import Results
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import AnyMaking


@dataclass(frozen=True)
class Common:
    """What all tabs of a window have in common."""

    shell: Shell
    theming: Theming
    files: Files
    recent: Recent
    results: Results
    recovery_pause: Callable[[], int | None]
    rules_panel: Callable[[], RulesPanel]
    in_front: Callable[[], Tab]


class Tab:
    """Emits `overview_toggled` when all puzzles are to be shown instead of one, or not any more."""

    def __init__(self, common: Common, document: Document) -> None:
        self.overview_toggled: Signal[[]] = Signal()
        self.shows_all = False
        self.document = document
        self.session = session = Session(common.shell, common.theming, document)
        self.shell = shell = session.shell
        self.saving = Saving(
            session,
            common.recent,
            ask_before_saving=lambda *change: self.file_changes.ask_before_saving(*change),
            keeper=lambda: self.lessons.keeper,
            may_close_too=lambda: self.lessons.may_leave(),
        )
        self.file_changes = FileChanges(session, self.saving)
        self.keeping = Keeping(session, common.recovery_pause)
        self.generation = Generation(session, common.files)
        self.playing = PlayMode(session, common.results)
        self.watching = WatchMode(session.stage, session.solving, shell)
        self.exploring = ExploreMode(session, common.rules_panel, lambda: self.lessons.guide)
        self.thinking = ThinkMode(session, self.exploring)
        self.lessons = Lessons(
            session,
            common.files,
            self.exploring,
            self.thinking,
            lambda: common.in_front().lessons,
        )
        session.edit.cursor.moved.connect(self.exploring.pointed_at, shell)
        session.stage.changed.connect(self._stage_changed, shell)
        document.changed.emit(DocumentEvent.OPENED)  # it was open before

    @property
    def is_untouched(self) -> bool:
        """Whether there is nothing in it yet, so that another document can take its place."""
        session, document = self.session, self.document
        session.apply_typed()
        return (
            document.path is None
            and document.is_saved
            and not (document.undo_label or document.redo_label)
            and session.stage.kind.is_empty(document.level)
            and not (session.stage.mode or session.hands.gesture or self.generation.running)
            and self.lessons.lesson is None
        )

    def make(self, generator: AnyMaking, requests: Sequence[Request]) -> None:
        """Make several puzzles, and show them as soon as they are there."""
        self.generation.make_set(generator, requests)
        self.show_all(shown=True)

    def show_all(self, *, shown: bool) -> None:
        """Show all puzzles of the document, or the current one alone."""
        if shown == self.shows_all:
            return
        if shown:
            self.session.hands.abandon()
            self.session.apply_typed()
            self.session.stage.show(None)
        self.shows_all = shown
        self.overview_toggled.emit()

    def _stage_changed(self) -> None:
        """Show the board again when something is shown on it."""
        if self.session.stage.mode:
            self.show_all(shown=False)

    def play(self) -> None:
        """Play the open level, unless it is being played already."""
        if not self.playing.is_on:
            self.playing.start()

    def close(self) -> None:
        """End everything at once, without asking."""
        self.shell.end()
        self.saving.close()
        self.keeping.close()
        self.file_changes.close()
        self.generation.close()
        self.exploring.close()
        self.playing.close()
        self.session.close()
