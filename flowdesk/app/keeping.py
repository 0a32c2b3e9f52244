"""Keeping: unsaved work of a document is kept in a file, in case of a crash."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from flowdesk.app.session import Session
from flowdesk.app.timers import Slices, Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.documents.document import Snapshot
from flowdesk.desk.documents.recovery import Encoder, RecoveryFile


class Keeping:
    """The recovery file of a document.

    A change is written after `pause()` milliseconds, together with those that follow it; as long as
    that is None, nothing is kept.
    """

    def __init__(self, session: Session, pause: Callable[[], int | None]) -> None:
        self._shell = session.shell
        self._session = session
        self._document = session.document
        self._pause = pause
        self._file = RecoveryFile()
        self._encoder = Encoder()
        self._timer = Timer(session.shell.root)  # for the pause to be over
        self._slices = Slices(session.shell.root)
        self._has_complained = self._has_ended = False
        session.document.changed.connect(lambda what: self.look(), session.shell)

    def look(self) -> None:
        """Keep the document if it is not saved; else remove what was kept."""
        pause = self._pause()
        if pause is None or self._has_ended:
            return
        if self._is_saved:
            self._drop()
        elif not self._timer.running:
            self._timer.start(pause, lambda: self._slices.start(self._keeping()))

    def adopt(self, file: RecoveryFile) -> None:
        """Go on with the file that the document is recovered from, until it is saved."""
        self._drop()
        self._file = file

    def end(self) -> None:
        """Stop, and remove the file: what is not saved was given up."""
        self._has_ended = True
        self._drop()

    def close(self) -> None:
        """Keep what is not saved: the window closes without asking."""
        self._stop()
        is_on = self._pause() is not None and not self._has_ended
        if is_on and not self._is_saved:
            for _ in self._keeping():
                pass
        self._file.release()

    @property
    def _is_saved(self) -> bool:
        return self._document.is_saved and self._session.typed is self._document.level

    def _snapshot(self) -> Snapshot:
        """Return the document as it is now, with what is still being typed."""
        snapshot, typed = self._document.snapshot(), self._session.typed
        if typed is self._document.level:
            return snapshot
        entries = list(snapshot.entries)
        entries[snapshot.index] = replace(self._document.entry, level=typed)
        return replace(snapshot, entries=entries)

    def _keeping(self) -> Iterator[None]:
        """Encode the document, a part at a time, and write it."""
        data = yield from self._encoder.encode(self._snapshot())
        try:
            self._file.write(data)
        except FlowDeskError as error:
            if not self._has_complained:
                self._shell.say(f"Unsaved work is not kept in case of a crash: {error}")
            self._has_complained = True

    def _drop(self) -> None:
        self._stop()
        self._file.remove()

    def _stop(self) -> None:
        self._timer.stop()
        self._slices.stop()
