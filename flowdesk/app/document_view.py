"""DocumentView: an open document and everything that belongs to it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Protocol

from flowdesk.app.actions import Command
from flowdesk.app.board_view import BoardView
from flowdesk.app.editing.editor import Editor
from flowdesk.app.editing.input import Hands, Keyboard, Pointer
from flowdesk.app.first_hints import FirstHints
from flowdesk.app.live_check import LiveCheck
from flowdesk.app.overlays.knowledge import CertaintyMap, HintOverlay, TwoSolutions
from flowdesk.app.overlays.level_overlay import LevelOverlay
from flowdesk.app.overlays.solving import SolveOverlay
from flowdesk.app.shell import Shell
from flowdesk.app.stage import Stage
from flowdesk.app.theming import Theming
from flowdesk.core.edit import Spot
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.core.text import in_past
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.formats.registry import doubt
from flowdesk.kinds.table import board_scene


class About(Protocol):
    """What stands beside the board of a document: words to type, and the hint."""

    def apply_typed(self) -> None:
        """Apply what was typed."""

    @property
    def typed(self) -> Puzzle:
        """The level with what was typed."""

    @property
    def shows_hint(self) -> bool:
        """Whether the sentence of the hint can be read there."""


class OpenMenuOf(Protocol):
    """Opens the menu of a spot of a document at a point of the screen."""

    def __call__(
        self, shown: DocumentView, spot: Spot, x: int, y: int, *, by_key: bool = False
    ) -> object: ...


class DocumentView:
    """A document with its board, what is known of it, and what can be done and shown on it.

    `hands` are what pointer and keys do on the board: those of the editor, or of a player.
    Emits `seen_or_hidden` when the board is shown to the user, or hidden, with its tab or the
    window. `about` returns what stands beside the board.
    """

    def __init__(
        self,
        parent: tk.Misc,
        shell: Shell,
        theming: Theming,
        document: Document,
        about: Callable[[], About],
        open_menu: OpenMenuOf,
    ) -> None:
        self.seen_or_hidden: Signal[[]] = Signal()
        self._about, self._open_menu_of = about, open_menu
        self.is_in_front = False
        self.shell = shell
        self.theming = theming
        self.document = document
        scene = board_scene(document.level, labels=theming.labels)
        self.view = BoardView(parent, scene, theming.theme)
        self.view.show_rulers(shown=shell.settings.rulers)
        self.stage = stage = Stage(self.view, document, theming, shell)
        self.live_check = live_check = LiveCheck(shell, document)
        self.two_solutions = TwoSolutions(stage, live_check, shell)
        self.attempt = LevelOverlay(stage)  # comes near to a solution
        self.map = CertaintyMap(stage, live_check, shell, self.show_level_alone)
        self.hints = HintOverlay(stage, live_check, shell, lambda: about().shows_hint)
        self.solving = SolveOverlay(stage, document, shell)
        self.edit = Editor(stage, document, theming, shell)
        self.hands: Hands = self.edit
        self.first_hints = FirstHints(stage, document, shell, theming)
        self.pointer = Pointer(
            self.view,
            lambda: self.hands,
            self.apply_typed,
            self._open_menu,
            lambda: shell.settings.right_button == "menu",
            mac=shell.mac,
        )
        Keyboard(self.view, lambda: self.hands, self._open_menu, shell.system)
        self.edit.cursor.moved.connect(self.view.rulers.light, shell)
        document.changed.connect(self._say_what_was_done, shell)
        stage.changed.connect(self._overlay_changed, shell)
        theming.changed.connect(self._theme_changed, shell)

    @property
    def commands(self) -> dict[str, Command]:
        document, view, live_check = self.document, self.view, self.live_check
        return {
            "Undo": Command(
                self._undo, lambda: bool(document.undo_label), object=lambda: document.undo_label
            ),
            "Redo": Command(
                self._redo, lambda: bool(document.redo_label), object=lambda: document.redo_label
            ),
            "Zoom in": Command(lambda: view.zoom_by(1)),
            "Zoom out": Command(lambda: view.zoom_by(-1)),
            "Actual size (100 %)": Command(lambda: view.zoom(view.normal)),
            "Fit to window": Command(view.zoom_to_fit),
            "Rulers": Command(self._toggle_rulers, checked=lambda: self.shell.settings.rulers),
            "{labels}": Command(
                self.theming.toggle_labels, self._may_toggle_labels, lambda: self.theming.labels
            ),
            "Check while drawing": Command(live_check.toggle, checked=lambda: live_check.is_on),
            "Flip between two solutions": Command(
                self.two_solutions.flip, lambda: self.two_solutions.can_flip
            ),
            "Map of what is certain": Command(
                self.map.toggle, lambda: self.map.can_show, lambda: self.map.is_on_show
            ),
            "Solve": Command(self.solving.start, lambda: not self.solving.is_searching),
            "Hint": Command(self.hints.hint, lambda: self.stage.kind.reasoning is not None),
            "Previous hint": Command(self.hints.back, lambda: self.hints.can_go_back),
        }

    def _toggle_rulers(self) -> None:
        self.shell.remember(rulers=not self.shell.settings.rulers)
        self.view.show_rulers(shown=self.shell.settings.rulers)

    def _may_toggle_labels(self) -> bool:
        return self.stage.kind.drawing.has_labels and not self.theming.theme.labels

    def show_level_alone(self) -> None:
        self.stage.show(None)
        self.shell.say("")  # what was said is about the overlay

    def stop_overlay(self) -> bool:
        """Hide kept marks, or stop or hide the overlay; return whether there was one."""
        if self.stage.keep({}):
            return True
        overlay = self.stage.overlay
        if overlay and not overlay.stop():
            self.show_level_alone()
        return overlay is not None

    def _open_menu(self, spot: Spot, x: int, y: int, *, by_key: bool = False) -> None:
        self._open_menu_of(self, spot, x, y, by_key=by_key)

    def apply_typed(self) -> None:
        """Apply what was typed beside the board: a gesture begins, or the document is left."""
        self._about().apply_typed()

    @property
    def typed(self) -> Puzzle:
        """The level with what was typed beside the board."""
        return self._about().typed

    @property
    def is_seen(self) -> bool:
        """Whether the board is on the screen: its tab is in front, and the window is open."""
        return self.is_in_front and self.shell.root.state() not in ("iconic", "withdrawn")

    def come_forward(self) -> None:
        """Be in front of all other documents."""
        self.view.show_rulers(shown=self.shell.settings.rulers)
        self.is_in_front = True
        self.seen_or_hidden.emit()

    def go_back(self) -> None:
        """Be behind another document."""
        self.is_in_front = False
        self.seen_or_hidden.emit()

    def close(self) -> None:
        self.pointer.close()
        self.stage.stop_blinking()
        self.live_check.close()
        self.hints.close()
        self.stage.show(None)
        self.solving.close()
        self.first_hints.close()

    def _say_what_was_done(self, what: DocumentEvent) -> None:
        """Tell the last edit, or what is doubtful about the level that was opened."""
        if what is DocumentEvent.EDITED:
            label = self.document.undo_label
            self.shell.say(f"{in_past(label)}." if label else "")
        elif what is DocumentEvent.OPENED:
            self.shell.say(doubt(self.document.entry))

    def _undo(self) -> None:
        label = self.document.undo_label
        self.document.undo()
        self._say_done("Undone", label)

    def _redo(self) -> None:
        label = self.document.redo_label
        self.document.redo()
        self._say_done("Redone", label)

    def _say_done(self, what: str, label: str) -> None:
        self.shell.say(f"{what}: {label}." if label else "")

    def _overlay_changed(self) -> None:
        selection = self.edit.selection
        if self.hands is not self.edit:
            selection.select(None)
        elif self.stage.overlay and selection.ghost:
            selection.escape()

    def _theme_changed(self) -> None:
        self.view.set_theme(self.theming.theme)
        self.stage.repaint()
