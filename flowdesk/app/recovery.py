"""Recovery: offer the unsaved work that other windows have left behind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.dialogs.message import DISCARD, RECOVER, ask_about_leftovers
from flowdesk.app.files import Files, OpenDocument
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Timer
from flowdesk.core.storage import sweep_own_folders
from flowdesk.desk.documents.document import Snapshot
from flowdesk.desk.documents.recovery import Leftover, find_leftovers
from flowdesk.desk.packs.trash import sweep_trash

#: How long a change waits at most until it is kept.
PAUSE_MS = 2000
#: How long people see the window before they are asked about lost work.
_LOOK_FIRST_MS = 300


class Recovery:
    """Unsaved work is kept after a `pause` of milliseconds; not before `begin` and after `end`."""

    def __init__(self, shell: Shell, files: Files) -> None:
        self.pause: int | None = None
        self._shell = shell
        self._files = files
        self._offering = Timer(shell.root)

    def begin(self, pause: int = PAUSE_MS) -> None:
        """Keep unsaved work from now on, and soon offer what other windows have left behind.

        What killed programs have left that nobody needs is removed.
        """
        self.pause = pause
        for opened in self._files.documents:
            opened.keeping.look()
        sweep_own_folders()
        sweep_trash()
        self._offering.start(_LOOK_FIRST_MS, self.offer)

    def end(self) -> None:
        """Stop, and remove the files: what is not saved was given up."""
        self.pause = None
        for opened in self._files.documents:
            opened.keeping.end()

    def close(self) -> None:
        self._offering.stop()

    def offer(self) -> None:
        """Ask about all work that was left behind, the newest first."""
        if is_dialog_open(self._shell.root):
            self._offering.start(_LOOK_FIRST_MS, self.offer)
            return
        found = find_leftovers()
        works = [work for work in found if work.snapshot]
        for work in found:
            if work.snapshot is None:
                self._set_aside(work)
        if works and not self._shell.ended:
            self._ask(works)
        for work in works:
            work.file.release()  # does nothing where that was done, or where it is kept on

    def _ask(self, works: list[Leftover]) -> None:
        now = datetime.now()
        texts = [work.describe(now) for work in works]
        answer, chosen = ask_about_leftovers(self._shell.root, texts)
        if answer == DISCARD:
            for number in chosen:
                works[number].file.remove()
        elif answer == RECOVER:
            recovered = [works[number] for number in chosen]
            works[:] = [work for work in works if work not in recovered]
            self._recover(recovered)

    def _recover(self, works: Sequence[Leftover]) -> None:
        """Open work again, the newest in front."""
        opened: list[OpenDocument] = []
        for work in reversed(works):
            assert work.snapshot
            opened.append(self._room_for(work.snapshot))
            opened[-1].keeping.adopt(work.file)  # it stays where it is until it is saved
            opened[-1].document.restore(work.snapshot)
        if not opened:
            return
        self._shell.root.lift()
        name = opened[-1].document.name
        text = f"{name} was recovered, and is not saved yet."
        if len(opened) > 1:
            text = f"{len(opened)} puzzles were recovered, and are not saved yet."
        self._shell.say(text)
        opened[-1].session.seen_or_hidden.emit()  # its file may have been changed meanwhile

    def _room_for(self, snapshot: Snapshot) -> OpenDocument:
        """Return where to open work: its file may be open already, as it was saved last."""
        if snapshot.path and (there := self._files.documents.show_file(snapshot.path)):
            document = there.document
            return self._files.room(None if document.was_changed else document)
        return self._files.room()

    def _set_aside(self, work: Leftover) -> None:
        path = work.file.set_aside()
        text = (
            f"Unsaved work that was {work.describe(datetime.now())} cannot be opened. "
            f"{work.problem} It was set aside:\n\n{path}"
        )
        message.show_message(self._shell.root, "Unsaved work was found", text)
