"""Session: an open document, what is known of it, and what is shown and done on its board."""

from __future__ import annotations

from typing import Protocol

from flowdesk.app.board_view import BoardView
from flowdesk.app.modes.editor import Editor
from flowdesk.app.modes.knowledge import CertaintyMap, HintMode, TwoSolutions, WrongTurns
from flowdesk.app.modes.level_mode import LevelMode
from flowdesk.app.modes.solving import SolveMode
from flowdesk.app.shell import SessionShell, Shell
from flowdesk.app.stage import Mode, Stage
from flowdesk.app.theming import Theming
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.signal import Signal
from flowdesk.core.text import in_past
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.knowledge.inspector import Inspector
from flowdesk.desk.play.player import Hands
from flowdesk.formats.registry import doubt
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Looking


class Beside(Protocol):
    """What stands beside the board, words to type and the hint: the `SidePanel`."""

    def apply_typed(self) -> None: ...

    @property
    def typed(self) -> Puzzle: ...

    @property
    def shows_hint(self) -> bool: ...


class Session:
    """It has no widgets: the board, and what stands beside it, are its own while it is in front.

    Searches go on behind others; what is played waits. Emits `seen_or_hidden` when the board is
    shown to the user, or hidden, with the window or behind another document.
    """

    def __init__(self, window: Shell, theming: Theming, document: Document) -> None:
        self.seen_or_hidden: Signal[[]] = Signal()
        self._beside: Beside | None = None  # while it is in front
        self._paused: Mode | None = None  # what was played when it came behind another one
        self.shell = shell = SessionShell(window)
        self.theming = theming
        self.document = document
        self.stage = stage = Stage(document, theming, shell)
        self.live_check = live_check = LiveCheck(shell, document)
        self.two_solutions = TwoSolutions(stage, live_check)
        self.attempt = LevelMode(stage)  # comes near to a solution
        self.map = CertaintyMap(stage, live_check)
        self.wrong_turns = WrongTurns(stage)
        self.hints = HintMode(
            stage, live_check, lambda: bool(self._beside and self._beside.shows_hint)
        )
        self.solving = SolveMode(stage)
        self.edit = Editor(stage)
        self._held: Hands = self.edit  # what the cursor is set for
        document.changed.connect(self._say_what_was_done, shell)
        stage.changed.connect(self._stage_changed, shell)
        self.edit.changed.connect(self._show_pointer, shell)
        theming.changed.connect(stage.repaint, shell)
        shell.at_end(self._close)

    @property
    def hands(self) -> Hands:
        """What pointer and keys do on the board: edit it, or what the mode says."""
        mode = self.stage.mode
        return (mode.hands if mode else None) or self.edit

    # In front, or behind others

    @property
    def is_in_front(self) -> bool:
        return self.stage.board is not None

    @property
    def is_seen(self) -> bool:
        """Whether the board is on the screen: the document in front, and the window open."""
        return self.is_in_front and self.shell.root.state() not in ("iconic", "withdrawn")

    def come_forward(self, board: BoardView, beside: Beside) -> None:
        self._beside = beside
        self.stage.come_forward(board)
        self._show_pointer()
        self.shell.line.come_forward(self.shell.bar)
        self.live_check.begin()
        paused, self._paused = self._paused, None
        if paused and paused is self.stage.mode and not paused.playing:
            paused.play_or_pause()
        self.seen_or_hidden.emit()

    def go_back(self) -> None:
        self.hands.abandon()
        self.apply_typed()
        self._beside = None
        self.stage.go_back()
        self.shell.line.go_back()
        self._pause()
        self.seen_or_hidden.emit()

    def take_keys(self) -> None:
        """Let the keys act on the board, whatever window they acted on."""
        if self.stage.board:
            self.stage.board.focus_force()

    def _pause(self) -> None:
        """Let an animation wait until the document is in front again."""
        mode = self.stage.mode
        if mode and mode.playing:
            mode.play_or_pause()
            self._paused = mode

    # What is typed beside the board

    def apply_typed(self) -> None:
        """Apply what was typed beside the board: a gesture begins, or the document is left."""
        if self._beside:
            self._beside.apply_typed()

    @property
    def typed(self) -> Puzzle:
        """The level with what was typed beside the board."""
        level: Puzzle = self._beside.typed if self._beside else self.document.level
        return level

    # What is shown

    def stop_mode(self) -> bool:
        """Hide kept marks, or stop or hide the mode; return whether there was one."""
        if self.stage.keep({}):
            return True
        mode = self.stage.mode
        if mode and not mode.stop():
            self.stage.show_level_alone()
        return mode is not None

    def _stage_changed(self) -> None:
        if not self.is_in_front:
            self._pause()
        selection, hands = self.edit.selection, self.hands
        if hands is not self.edit:
            selection.select(None)
        elif self.stage.mode and selection.ghost:
            selection.escape()
        if hands is not self._held:
            self._held = hands
            self.edit.cursor.use_edges(hands.takes_edges)
            self._show_pointer()

    def _show_pointer(self) -> None:
        if self.stage.board:
            self.stage.board.configure(cursor=self.hands.pointer)

    def _say_what_was_done(self, what: DocumentEvent) -> None:
        """Tell the last edit, or what is doubtful about the level that was opened."""
        if what is DocumentEvent.EDITED:
            label = self.document.undo_label
            self.shell.say(f"{in_past(label)}." if label else "")
        elif what is DocumentEvent.OPENED:
            self.shell.say(doubt(self.document.entry))

    def undo(self) -> None:
        label = self.document.undo_label
        self.document.undo()
        self.shell.say(f"Undone: {label}." if label else "")

    def redo(self) -> None:
        label = self.document.redo_label
        self.document.redo()
        self.shell.say(f"Redone: {label}." if label else "")

    def _close(self) -> None:
        self.stage.go_back()
        self.stage.stop_blinking()
        self.stage.show(None)


PAUSE_MS = 80  # after an edit, until the level is checked
_LARGE = 900  # cells: from here on even a first look waits for the pause


class LiveCheck(Inspector):
    """Inspects the level of a document; not before `begin`, when that is first in front."""

    def __init__(self, shell: Shell, document: Document) -> None:
        super().__init__(document.level, shell.show_error, jobs_of(shell.root))
        self._has_begun = False
        self._document, self._shell = document, shell
        self._timer = Timer(shell.root)
        self._was_on = self.is_on
        document.changed.connect(self._document_changed, shell)
        self.changed.connect(self._keep, shell)
        shell.settings_changed.connect(self._settings_changed, shell)
        shell.at_end(self._timer.stop, self.close)

    def begin(self) -> None:
        """Check the level, and each that follows it."""
        if not self._has_begun:
            self._has_begun = True
            self._document_changed(DocumentEvent.OPENED)

    def _document_changed(self, what: DocumentEvent) -> None:
        if what.is_of_level and self._has_begun:
            self._look(briefly=self._is_large)
            self._timer.start(PAUSE_MS, self._paused)
        elif what is DocumentEvent.SAVED:
            self._keep()

    def _keep(self) -> None:
        """Let all know of the level what was found, once it is saved."""
        verdicts, known = self._shell.shared.verdicts, self.known
        if known.looking is Looking.DONE and self._document.is_saved:
            before = verdicts.known(known.level)
            if before is None or before.looking is not Looking.DONE:
                verdicts.keep([known])

    @property
    def is_on(self) -> bool:
        """Whether levels are checked while they are drawn."""
        return self._shell.settings.live

    def toggle(self) -> None:
        self._shell.remember(live=not self.is_on)

    def _settings_changed(self) -> None:
        if self.is_on == self._was_on or not self._has_begun:
            return
        self._was_on = self.is_on
        if self.is_on:
            self.inspect()
        else:
            self.forget(self._document.level)
            self.changed.emit()

    @property
    def was_given_up(self) -> bool:
        """Whether the check ended without a result."""
        given_up = (Looking.STOPPED, Looking.TIMED_OUT, Looking.DIED)
        return self.known.status == CheckStatus.UNKNOWN and self.known.looking in given_up

    def look_again(self) -> None:
        """Start a check again that was given up."""
        self.forget(self._document.level)
        self.inspect()
        self.changed.emit()

    def stop(self) -> bool:
        was_running = super().stop()
        self.changed.emit()
        return was_running

    @property
    def _is_large(self) -> bool:
        level = self._document.level
        return bool(level.width * level.height > _LARGE)

    def _look(self, *, briefly: bool = False) -> None:
        self.look_at(self._document.level, soon=self.is_on, briefly=briefly)
        self.changed.emit()

    def _paused(self) -> None:
        if self._is_large:
            self._look()
        if self.is_on:
            self.inspect()
