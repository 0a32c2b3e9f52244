"""Tabs: open documents with all that belongs to them, one of them in front on the one board."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from flowdesk.app.actions import NOT_THIS_KIND, Command
from flowdesk.app.board_view import BoardView
from flowdesk.app.files import Files
from flowdesk.app.generation import Generation
from flowdesk.app.lab.explore import ExploreMode, RulesPanel
from flowdesk.app.lab.lessons import Lessons
from flowdesk.app.lab.own_formula import OwnFormula
from flowdesk.app.lab.think import ThinkMode
from flowdesk.app.modes.editor import Editor
from flowdesk.app.modes.input import Input, OpenMenu
from flowdesk.app.modes.playing import PlayMode
from flowdesk.app.modes.solving import WatchMode
from flowdesk.app.saving import Keeping, Saving
from flowdesk.app.session import Beside, Session
from flowdesk.app.shell import Shell
from flowdesk.app.stage import Stage
from flowdesk.app.theming import Theming
from flowdesk.app.timers import jobs_of
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Owner, Signal
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.documents.known_file import Snapshot
from flowdesk.desk.knowledge.variations import Variations
from flowdesk.desk.play.results import Results
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import AnyMaking, board_scene


class Tab:
    """Emits `overview_toggled` when all puzzles are to be shown instead of one, or not any more.

    All tabs of a window have the same parts but for the document.
    """

    def __init__(
        self,
        document: Document,
        shell: Shell,
        theming: Theming,
        files: Files,
        results: Results,
        *,
        recovery_pause: Callable[[], int | None],
        rules_panel: Callable[[], RulesPanel],
        in_front: Callable[[], Tab],
    ) -> None:
        self.overview_toggled: Signal[[]] = Signal()
        self.shows_all = False
        self.document = document
        self.session = session = Session(shell, theming, document)
        self.shell = shell = session.shell
        self.saving = Saving(
            session,
            keeper=lambda: self.lessons.keeper,
            may_close_too=lambda: self.lessons.may_leave(),
        )
        self.keeping = Keeping(session, recovery_pause, lambda: self.lessons.unsaved)
        self.generation = Generation(session, files)
        self.variations = Variations(jobs_of(shell.root), shell.show_error)
        shell.at_end(self.variations.close)
        self.playing = PlayMode(session, results)
        self.watching = WatchMode(session.stage, session.solving)
        self.exploring = ExploreMode(session, rules_panel, lambda: self.lessons.guide)
        self.thinking = ThinkMode(session, self.exploring)
        self.own_formula = OwnFormula(session)
        self.lessons = Lessons(
            session, files, self.exploring, self.thinking, lambda: in_front().lessons
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


class Tabs:
    """`make` makes a tab for a document; new ones begin with the board `level`.

    There is always a tab, the one in `front`. Emits `changed` when one is added, shown, moved or
    closed, or its document has changed, and `shown` with the tab that comes to the front then.
    """

    def __init__(self, make: Callable[[Document], Tab], level: Puzzle) -> None:
        self.changed: Signal[[]] = Signal()
        self.shown: Signal[[Tab]] = Signal()
        self._make = make
        self._level = level
        self.front = self._new()
        self._tabs = [self.front]
        self._last_in_front = [self.front]  # the one in front at the end

    def __iter__(self) -> Iterator[Tab]:
        return iter(tuple(self._tabs))

    def __len__(self) -> int:
        return len(self._tabs)

    def restore(self, documents: Sequence[Document], front: int) -> None:
        """Open these documents, one of them in front, instead of the untouched one there is."""
        before, tabs = self.front, [self._opened(document) for document in documents]
        self._tabs[:], self._last_in_front[:] = tabs, [*tabs]
        self._come(tabs[front])
        before.close()

    def add(self, *, in_front: bool = True) -> Tab:
        tab = self._new()
        self._tabs.insert(self._tabs.index(self.front) + 1, tab)
        self._last_in_front.insert(0, tab)
        if in_front:
            self.show(tab)
        else:
            self.changed.emit()
        return tab

    def show(self, tab: Tab) -> None:
        if tab is not self.front:
            self._come(tab)

    def show_file(self, path: Path) -> Tab | None:
        """Show the tab in which a file is open in front, if there is one."""
        for tab in self._tabs:
            if tab.document.is_at(path):
                self.show(tab)
                return self.front
        return None

    def go_by(self, step: int) -> None:
        """Show the tab that is so many places further; after the last one comes the first."""
        place = self._tabs.index(self.front) + step
        self.show(self._tabs[place % len(self._tabs)])

    def move(self, tab: Tab, place: int) -> None:
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
        if tab is self.front:
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
        self.front = tab
        self._last_in_front.remove(tab)
        self._last_in_front.append(tab)
        self.changed.emit()
        self.shown.emit(tab)


class Front:
    """Shows one tab after the other on its board, the `view`.

    Whatever stands round the board hears the signals of the tab in front by `hear`, and shows
    another one when `switched` is emitted. `beside` returns what stands beside the board.
    """

    def __init__(
        self,
        parent: tk.Misc,
        shell: Shell,
        theming: Theming,
        tab: Tab,
        beside: Callable[[], Beside],
        open_menu: OpenMenu,
    ) -> None:
        self.switched: Signal[[]] = Signal()
        self.shell, self.theming = shell, theming
        self.tab = tab
        self._beside = beside
        self._connecting: list[Callable[[], object]] = []
        self._hearing = Owner()  # of the tab in front, as long as it is
        self.view = view = BoardView(
            parent, board_scene(tab.document.level, labels=theming.labels), theming.theme
        )
        view.show_rulers(shown=shell.settings.rulers)
        Input(view, lambda: self.session, open_menu, shell)
        self.hear(lambda tab: tab.session.edit.cursor.moved, view.rulers.light)
        theming.changed.connect(lambda: view.set_theme(theming.theme), shell)
        shell.at_end(lambda: self._hearing.end())

    @property
    def session(self) -> Session:
        return self.tab.session

    @property
    def document(self) -> Document:
        return self.tab.document

    @property
    def stage(self) -> Stage:
        return self.session.stage

    @property
    def edit(self) -> Editor:
        return self.session.edit

    def hear(self, signal_of: Callable[[Tab], Signal[...]], call: Callable[..., object]) -> None:
        """Make a call whenever that signal of the tab in front is emitted."""

        def connect() -> None:
            signal_of(self.tab).connect(call, self._hearing)

        self._connecting.append(connect)
        connect()

    def show(self, tab: Tab) -> None:
        self.session.go_back()
        self._hearing.end()
        self._hearing, self.tab = Owner(), tab
        tab.session.come_forward(self.view, self._beside())
        for connect in self._connecting:
            connect()
        self.view.rulers.light(tab.session.edit.cursor.target)
        self.switched.emit()
        self.view.settle()

    @property
    def commands(self) -> dict[str, Command]:
        """What can be done with the document in front, and with the view of it."""
        session, view = self.session, self.view
        document, live_check = session.document, session.live_check
        two_solutions, known_map = session.two_solutions, session.map
        return {
            "Undo": Command(
                session.undo, lambda: bool(document.undo_label), object=lambda: document.undo_label
            ),
            "Redo": Command(
                session.redo, lambda: bool(document.redo_label), object=lambda: document.redo_label
            ),
            "Zoom in": Command(lambda: view.zoom_by(1)),
            "Zoom out": Command(lambda: view.zoom_by(-1)),
            "Actual size (100 %)": Command(lambda: view.zoom(view.normal)),
            "Fit to window": Command(view.zoom_to_fit),
            "Rulers": Command(self._toggle_rulers, checked=lambda: self.shell.settings.rulers),
            "{labels}": Command(
                self.theming.toggle_labels,
                lambda: not self.theming.theme.labels,
                lambda: self.theming.labels,
                refusal=lambda: "" if session.stage.kind.drawing.has_labels else NOT_THIS_KIND,
            ),
            "Check while drawing": Command(live_check.toggle, checked=lambda: live_check.is_on),
            "Flip between two solutions": Command(
                two_solutions.flip, lambda: two_solutions.can_flip
            ),
            "Map of what is certain": Command(
                known_map.toggle, lambda: known_map.can_show, lambda: known_map.is_on
            ),
            "Where players went wrong": Command(
                session.wrong_turns.toggle, checked=lambda: session.wrong_turns.is_on
            ),
            "Solve": Command(session.solving.start, lambda: not session.solving.is_searching),
            "Hint": Command(session.hints.hint, lambda: session.stage.kind.reasoning is not None),
            "Previous hint": Command(session.hints.back, lambda: session.hints.can_go_back),
        }

    def _toggle_rulers(self) -> None:
        self.shell.remember(rulers=not self.shell.settings.rulers)
        self.view.show_rulers(shown=self.shell.settings.rulers)
