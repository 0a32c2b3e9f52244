"""LiveCheck: checks the level in the background whenever the edits pause."""

from __future__ import annotations

from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.knowledge.inspector import Inspector
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Known, Looking

PAUSE_MS = 80
_LARGE = 900  # cells: from here on even a first look waits for the pause


class LiveCheck:
    """Emits `changed` when more is known of the level, or nothing any more; `ticked` with
    each tenth of a second while the check runs.

    Nothing is checked before `begin`, when the document is first in front.
    """

    def __init__(self, shell: Shell, document: Document) -> None:
        self._has_begun = False
        self._document = document
        self._shell = shell
        jobs = jobs_of(shell.root)
        self._inspector = inspector = Inspector(document.level, shell.show_error, jobs)
        self.changed, self.ticked = inspector.changed, inspector.ticked
        self._timer = Timer(shell.root)
        self._was_on = self.is_on
        document.changed.connect(self._document_changed, shell)
        self.changed.connect(self._keep, shell)
        shell.settings_changed.connect(self._settings_changed, shell)

    @property
    def known(self) -> Known:
        return self._inspector.known

    @property
    def running(self) -> bool:
        return self._inspector.running

    @property
    def elapsed(self) -> float:
        return self._inspector.elapsed

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
            self._inspector.inspect()
        else:
            self._inspector.forget(self._document.level)
            self.changed.emit()

    def check_now(self) -> None:
        """Check this level, even if levels are not checked while they are drawn."""
        if self._inspector.known.looking is Looking.NOT_ASKED:
            self._inspector.inspect()

    @property
    def was_given_up(self) -> bool:
        """Whether the check ended without a result."""
        given_up = (Looking.STOPPED, Looking.TIMED_OUT, Looking.DIED)
        return self.known.status == CheckStatus.UNKNOWN and self.known.looking in given_up

    def look_again(self) -> None:
        """Start a check again that was given up."""
        self._inspector.forget(self._document.level)
        self._inspector.inspect()
        self.changed.emit()

    def stop(self) -> bool:
        """Stop the check; return whether it was running."""
        was_running = self.running
        self._inspector.stop()
        self.changed.emit()
        return was_running

    def find_certain_edges(self) -> None:
        """Find what all solutions have in common, where the count does not tell."""
        self._inspector.find_certain_edges()

    def close(self) -> None:
        self._timer.stop()
        self._inspector.close()

    @property
    def _is_large(self) -> bool:
        level = self._document.level
        return bool(level.width * level.height > _LARGE)

    def _look(self, *, briefly: bool = False) -> None:
        self._inspector.look_at(self._document.level, soon=self.is_on, briefly=briefly)
        self.changed.emit()

    def _paused(self) -> None:
        if self._is_large:
            self._look()
        if self.is_on:
            self._inspector.inspect()
