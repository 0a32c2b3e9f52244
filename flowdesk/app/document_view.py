"""DocumentView: an open document and everything that belongs to it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

from flowdesk.app.actions import Command
from flowdesk.app.board_view import NORMAL, BoardView
from flowdesk.app.editing.editor import Editor
from flowdesk.app.editing.input import Hands, Keyboard, Pointer
from flowdesk.app.live_check import LiveCheck
from flowdesk.app.overlays.knowledge import CertaintyMap, HintOverlay, TwoSolutions
from flowdesk.app.overlays.level_overlay import LevelOverlay
from flowdesk.app.overlays.solving import SolveOverlay
from flowdesk.app.shell import Shell
from flowdesk.app.stage import Stage
from flowdesk.app.theming import Theming
from flowdesk.core.grid import Cell
from flowdesk.desk.documents.document import Document
from flowdesk.desk.knowledge.verdict import summary
from flowdesk.formats.registry import doubt
from flowdesk.kinds.table import board_scene


class DocumentView:
    """A document with its board, what is known of it, and what can be done and shown on it.

    `hands` are what pointer and keys do on the board: those of the editor, or of a player.
    `apply_typed` is called before a gesture begins and before the document is left. While
    `is_quiet` returns True, what is known of the level is shown in the status bar at once.
    """

    def __init__(self, parent: tk.Misc, shell: Shell, theming: Theming, level: Any) -> None:
        self.apply_typed: Callable[[], object] = lambda: None
        self.is_quiet: Callable[[], bool] = lambda: True
        self.shell = shell
        self.theming = theming
        self._shown: tuple[str, frozenset[Cell]] | None = None
        self.document = document = Document(level)
        scene = board_scene(level, labels=theming.labels)
        self.view = BoardView(parent, scene, theming.theme)
        self.view.fit = shell.settings.fit
        self.stage = stage = Stage(self.view, document, theming)
        self.live_check = live_check = LiveCheck(shell, document)
        self.two_solutions = TwoSolutions(stage, live_check, shell)
        self.attempt = LevelOverlay(stage)  # comes near to a solution
        self.map = CertaintyMap(stage, live_check, shell, self.show_level_alone)
        self.hints = HintOverlay(stage, live_check, shell)
        self.solving = SolveOverlay(stage, document, shell)
        self.edit = Editor(stage, document, theming, shell.say)
        self.hands: Hands = self.edit
        Pointer(self.view, lambda: self.hands, lambda: self.apply_typed(), mac=shell.mac)
        Keyboard(self.view, lambda: self.hands, shell.system)
        live_check.listeners.append(self._show_summary)
        theming.listeners.append(self._theme_changed)

    @property
    def commands(self) -> dict[str, Command]:
        document, view, live_check = self.document, self.view, self.live_check
        return {
            "Previous puzzle in this file": Command(
                lambda: document.go_to(document.index - 1), lambda: document.index > 0
            ),
            "Next puzzle in this file": Command(
                lambda: document.go_to(document.index + 1),
                lambda: document.index + 1 < document.count,
            ),
            "Undo": Command(
                document.undo, lambda: bool(document.undo_label), object=lambda: document.undo_label
            ),
            "Redo": Command(
                document.redo, lambda: bool(document.redo_label), object=lambda: document.redo_label
            ),
            "Zoom in": Command(lambda: view.zoom_by(1)),
            "Zoom out": Command(lambda: view.zoom_by(-1)),
            "Actual size (100 %)": Command(lambda: view.zoom(NORMAL)),
            "Fit to window": Command(view.zoom_to_fit),
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
            "Hint": Command(self.hints.hint, lambda: self.stage.kind.hint is not None),
        }

    def _may_toggle_labels(self) -> bool:
        return self.stage.kind.has_labels and not self.theming.theme.labels

    def show_level_alone(self) -> None:
        self.stage.show(None)
        self._shown = None  # show it again
        self._show_summary()

    def stop_overlay(self) -> bool:
        """Stop or hide the overlay; return whether there was one."""
        overlay = self.stage.overlay
        if overlay and not overlay.stop():
            self.show_level_alone()
        return overlay is not None

    def close(self) -> None:
        self.stage.stop_blinking()
        self.live_check.close()
        self.hints.close()
        self.stage.show(None)
        self.solving.close()

    def _show_summary(self) -> None:
        text, cells = summary(self.live_check.known)
        text = f"{doubt(self.document.entry)} {text}".strip()
        shown = text, cells
        if self.is_quiet() and not self.stage.overlay and shown != self._shown:
            self.shell.say(text, cells)
        self._shown = shown

    def _theme_changed(self) -> None:
        self.view.set_theme(self.theming.theme)
        self.stage.repaint()
