"""Tabs: open documents with their modes, and with what saves, keeps and makes them; no widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from flowdesk.app.files import Files
from flowdesk.app.generation import Generation
from flowdesk.app.lab.explore import ExploreMode, RulesPanel
from flowdesk.app.lab.lessons import Lessons
from flowdesk.app.lab.own_formula import OwnFormula
from flowdesk.app.lab.think import ThinkMode
from flowdesk.app.lab.watch import WatchMode
from flowdesk.app.play.mode import PlayMode
from flowdesk.app.saving import Keeping, Saving
from flowdesk.app.session import Session
from flowdesk.app.shell import Shell
from flowdesk.app.theming import Theming
from flowdesk.app.timers import jobs_of
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.desk.documents.document import Document, DocumentEvent, Snapshot
from flowdesk.desk.knowledge.variations import Variations
from flowdesk.desk.play.results import Results
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import AnyMaking


@dataclass(frozen=True)
class Common:
    """What all tabs of a window have in common."""

    shell: Shell
    theming: Theming
    files: Files
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
            keeper=lambda: self.lessons.keeper,
            may_close_too=lambda: self.lessons.may_leave(),
        )
        self.keeping = Keeping(session, common.recovery_pause, lambda: self.lessons.unsaved)
        self.generation = Generation(session, common.files)
        self.variations = Variations(jobs_of(shell.root), shell.show_error)
        self.playing = PlayMode(session, common.results)
        self.watching = WatchMode(session.stage, session.solving, shell)
        self.exploring = ExploreMode(session, common.rules_panel, lambda: self.lessons.guide)
        self.thinking = ThinkMode(session, self.exploring)
        self.own_formula = OwnFormula(session)
        self.lessons = Lessons(
            session,
            common.files,
            self.exploring,
            self.thinking,
            lambda: common.in_front().lessons,
        )
        session.edit.cursor.moved.connect(self.exploring.pointed_at, shell)
        session.stage.changed.connect(self._stage_changed, shell)
        for happened in (self.lessons.changed, self.lessons.turned):
            happened.connect(self.keeping.look, shell)
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

    def restore(self, snapshot: Snapshot) -> None:
        """Open unsaved work, with the lesson beside it."""
        self.document.restore(snapshot)
        if snapshot.lesson:
            self.lessons.resume(snapshot.lesson)

    def make(self, generator: AnyMaking, requests: Sequence[Request]) -> None:
        """Make several puzzles, and show them as soon as they are there."""
        self.generation.make(generator, requests, is_set=True)
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
        self.generation.close()
        self.variations.close()
        self.exploring.close()
        self.own_formula.close()
        self.playing.close()
        self.session.close()


class Tabs:
    """`make` makes a tab for a document; new ones begin with the board `level`.

    There is always a tab, the one in front. Emits `changed` when one is added, shown, moved or
    closed, or its document has changed, and `shown` with the tab that comes to the front then.
    """

    def __init__(self, make: Callable[[Document], Tab], level: Puzzle) -> None:
        self.changed: Signal[[]] = Signal()
        self.shown: Signal[[Tab]] = Signal()
        self._make = make
        self._level = level
        self._front = self._new()
        self._tabs = [self._front]
        self._last_in_front = [self._front]  # the one in front at the end

    @property
    def front(self) -> Tab:
        return self._front

    def __iter__(self) -> Iterator[Tab]:
        return iter(tuple(self._tabs))

    def __len__(self) -> int:
        return len(self._tabs)

    def restore(self, documents: Sequence[Document], front: int) -> None:
        """Open these documents, one of them in front, instead of the untouched one there is."""
        before, tabs = self._front, [self._opened(document) for document in documents]
        self._tabs[:], self._last_in_front[:] = tabs, [*tabs]
        self._come(tabs[front])
        before.close()

    def add(self, *, in_front: bool = True) -> Tab:
        """Add a tab beside the one in front."""
        tab = self._new()
        self._tabs.insert(self._tabs.index(self._front) + 1, tab)
        self._last_in_front.insert(0, tab)
        if in_front:
            self.show(tab)
        else:
            self.changed.emit()
        return tab

    def show(self, tab: Tab) -> None:
        """Show a tab in front of the others."""
        if tab is not self._front:
            self._come(tab)

    def show_file(self, path: Path) -> Tab | None:
        """Show the tab in which a file is open in front, if there is one."""
        for tab in self._tabs:
            if tab.document.is_at(path):
                self.show(tab)
                return self._front
        return None

    def go_by(self, step: int) -> None:
        """Show the tab that is so many places further; after the last one comes the first."""
        place = self._tabs.index(self._front) + step
        self.show(self._tabs[place % len(self._tabs)])

    def move(self, tab: Tab, place: int) -> None:
        """Move a tab to a place in the order."""
        if self._tabs.index(tab) != place:
            self._tabs.remove(tab)
            self._tabs.insert(place, tab)
            self.changed.emit()

    def remove(self, tab: Tab) -> None:
        """Close a tab without asking; the one that was in front before comes to the front."""
        if len(self._tabs) == 1:
            self._tabs.append(self._new())
            self._last_in_front.insert(0, self._tabs[-1])
        self._tabs.remove(tab)
        self._last_in_front.remove(tab)
        if tab is self._front:
            self._come(self._last_in_front[-1])
        else:
            self.changed.emit()
        tab.close()

    def close(self) -> None:
        """Close all tabs without asking, with the window."""
        for tab in self:
            tab.close()

    def _new(self) -> Tab:
        return self._opened(Document(self._level))

    def _opened(self, document: Document) -> Tab:
        tab = self._make(document)
        document.changed.connect(lambda what: self.changed.emit(), tab.shell)
        return tab

    def _come(self, tab: Tab) -> None:
        self._front = tab
        self._last_in_front.remove(tab)
        self._last_in_front.append(tab)
        self.changed.emit()
        self.shown.emit(tab)
