"""LiveCheck: checks the level in the background whenever the edits pause."""

from __future__ import annotations

from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer, jobs_of
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.knowledge.inspector import Inspector
from flowdesk.kinds.answers import CheckStatus
from flowdesk.kinds.known import Looking

PAUSE_MS = 80
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

    def check_now(self) -> None:
        """Check this level, even if levels are not checked while they are drawn."""
        if self.known.looking is Looking.NOT_ASKED:
            self.inspect()

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

    def close(self) -> None:
        self._timer.stop()
        super().close()

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
