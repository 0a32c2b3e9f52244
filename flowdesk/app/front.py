"""Front: the one board of a window, and the document that is in front on it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from flowdesk.app.actions import NOT_THIS_KIND, Command
from flowdesk.app.board_view import BoardView
from flowdesk.app.editing.editor import Editor
from flowdesk.app.editing.input import Input, OpenMenu
from flowdesk.app.session import Beside, Session
from flowdesk.app.shell import Shell
from flowdesk.app.stage import Stage
from flowdesk.app.tab import Tab
from flowdesk.app.theming import Theming
from flowdesk.core.signal import Owner, Signal
from flowdesk.desk.documents.document import Document
from flowdesk.kinds.table import board_scene


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
                known_map.toggle, lambda: known_map.can_show, lambda: known_map.is_on_show
            ),
            "Where players went wrong": Command(
                session.wrong_turns.toggle, checked=lambda: session.wrong_turns.is_on_show
            ),
            "Solve": Command(session.solving.start, lambda: not session.solving.is_searching),
            "Hint": Command(session.hints.hint, lambda: session.stage.kind.reasoning is not None),
            "Previous hint": Command(session.hints.back, lambda: session.hints.can_go_back),
        }

    def _toggle_rulers(self) -> None:
        self.shell.remember(rulers=not self.shell.settings.rulers)
        self.view.show_rulers(shown=self.shell.settings.rulers)

    def close(self) -> None:
        self._hearing.end()
