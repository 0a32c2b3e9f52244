"""Recovery: keep unsaved work in a file, and offer it at the next start."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.document_view import DocumentView
from flowdesk.app.file_changes import FileChanges
from flowdesk.app.files import Files
from flowdesk.app.timers import Slices, Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.documents.document import Snapshot
from flowdesk.desk.documents.recovery import Encoder, Leftover, RecoveryFile, find_leftovers

#: How long a change waits at most until it is kept.
PAUSE_MS = 2000
#: How long people see the window before they are asked about lost work.
_LOOK_FIRST_MS = 300

_RECOVER, _DISCARD, _LATER = "Recover", "Discard", "Later"


class Recovery:
    """The recovery file of a window. Does nothing before `begin` and after `end`."""

    def __init__(self, shown: DocumentView, files: Files, file_changes: FileChanges) -> None:
        self._shell = shown.shell
        self._document = shown.document
        self._files = files
        self._file_changes = file_changes
        self._pause = PAUSE_MS
        self._is_on = False
        self._file = RecoveryFile()
        self._encoder = Encoder()
        self._timer = Timer(self._shell.root)  # for the pause to be over
        self._offering = Timer(self._shell.root)
        self._slices = Slices(self._shell.root)
        self._has_complained = False
        shown.document.listeners.append(lambda what: self._document_changed())

    def begin(self, pause: int = PAUSE_MS) -> None:
        """Keep unsaved work from now on, and soon offer what other windows have left behind.

        A change is written after a `pause` of milliseconds, together with those that follow it.
        """
        self._is_on, self._pause = True, pause
        self._document_changed()
        self._offering.start(_LOOK_FIRST_MS, self.offer)

    def end(self) -> None:
        """Stop, and remove the file: what is not saved was given up."""
        self._is_on = False
        self._drop()

    def close(self) -> None:
        """Keep what is not saved: the window closes without asking."""
        self._offering.stop()
        self._stop()
        if self._is_on and not self._document.is_saved:
            for _ in self._keeping():
                pass
        self._file.release()

    # Keeping

    def _document_changed(self) -> None:
        if not self._is_on:
            return
        if self._document.is_saved:
            self._drop()
        elif not self._timer.running:
            self._timer.start(self._pause, lambda: self._slices.start(self._keeping()))

    def _keeping(self) -> Iterator[None]:
        """Encode the document, a part at a time, and write it."""
        data = yield from self._encoder.encode(self._document.snapshot())
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

    # Offering

    def offer(self) -> None:
        """Ask about each work that was left behind, the newest first, until one is recovered."""
        if is_dialog_open(self._shell.root):
            self._offering.start(_LOOK_FIRST_MS, self.offer)
            return
        works = find_leftovers()
        while works and not self._shell.closed:
            work = works.pop(0)
            if work.snapshot is None:
                self._set_aside(work)
            elif self._is_wanted(work) and self._recover(work, work.snapshot):
                others = f" {len(works)} more at the next start." if works else ""
                self._shell.say(
                    f"{self._document.name} was recovered, and is not saved yet.{others}"
                )
                self._file_changes.look()
                break
        for work in works:
            work.file.release()

    def _is_wanted(self, work: Leftover) -> bool:
        """Ask whether to recover work; if not, discard it or leave it for later."""
        text = "FlowDesk ended before this was saved. It was kept:"
        answer = message.ask(
            self._shell.root,
            "Unsaved work was found",
            f"{text}\n\n{work.describe(datetime.now())}",
            [_RECOVER, _DISCARD, _LATER],
        )
        if answer == _DISCARD:
            work.file.remove()
        elif answer == _LATER:
            work.file.release()
        return answer == _RECOVER

    def _recover(self, work: Leftover, snapshot: Snapshot) -> bool:
        """Open work again, after asking about the open document; return whether it is open."""
        if not self._files.may_leave():
            work.file.release()
            return False
        self._drop()
        self._file = work.file  # it stays where it is until it is saved
        self._document.restore(snapshot)
        self._shell.root.winfo_toplevel().lift()
        return True

    def _set_aside(self, work: Leftover) -> None:
        path = work.file.set_aside()
        text = (
            f"Unsaved work that was {work.describe(datetime.now())} cannot be opened. "
            f"{work.problem} It was set aside:\n\n{path}"
        )
        message.show_message(self._shell.root, "Unsaved work was found", text)
