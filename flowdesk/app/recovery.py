"""The end of a window, and what a new one goes on with: unsaved work, and open files."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from flowdesk.app.actions import Command
from flowdesk.app.board_view import BoardPart
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.app.dialogs.message import DISCARD, RECOVER, ask_about_leftovers
from flowdesk.app.files import Files, OpenDocument
from flowdesk.app.front import Tab, Tabs
from flowdesk.app.session import Session
from flowdesk.app.shell import Background, Shell
from flowdesk.app.stage import Mode
from flowdesk.app.timers import Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.locking import Claim
from flowdesk.core.signal import Owner
from flowdesk.core.storage import read_bytes, sweep_own_folders
from flowdesk.core.text import counted
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.known_file import Snapshot, file_snapshot
from flowdesk.desk.documents.recovery import (
    Leftover,
    OpenFile,
    OpenFiles,
    OpenFilesTaken,
    claim_open_files,
    find_leftovers,
    load_open_files,
    save_open_files,
)
from flowdesk.desk.packs.trash import sweep_trash
from flowdesk.desk.store import STORE

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
        self._offering.stop()
        for opened in self._files.documents:
            opened.keeping.end()

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
            opened[-1].restore(work.snapshot)
        if not opened:
            return
        self._shell.root.lift()
        lesson = works[0].snapshot.lesson if works[0].snapshot else None
        name = Path(lesson.path).name if lesson else opened[-1].document.name
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


#: How long a change waits at most until it is kept, in case of a crash.
_PAUSE_MS = 3000


class Reopening:
    """Keeps which files are open, unless another window does. Does nothing before `begin`."""

    def __init__(self, shell: Shell, tabs: Tabs) -> None:
        self._shell = shell
        self._tabs = tabs
        self._is_on = False
        self._claim: Claim | None = None
        self._kept: OpenFiles | None = None
        self._waiting: dict[Document, OpenFile] = {}  # those that were not shown yet
        self._timer = Timer(shell.root)
        tabs.shown.connect(self._go_on, shell)

    def begin(self) -> bool:
        """Open what was open before, unless that is not wanted, and keep what is from now on.

        The window is new. Return whether it has the claim on the open files.
        """
        try:
            self._claim = claim_open_files()
        except OpenFilesTaken as taken:
            self._shell.say(str(taken))
            return False
        self._is_on = True
        if self._shell.settings.reopen:
            try:
                before = load_open_files()
            except FlowDeskError as error:
                self._shell.say(str(error))
            else:
                if STORE.problem:
                    self._shell.say(STORE.problem)
                self._open(before)
        return self._claim is not None

    def _open(self, before: OpenFiles) -> None:
        problems: list[str] = []
        found: dict[Document, OpenFile] = {}
        front = 0
        for number, place in enumerate(before.files):
            try:
                document = _document_at(place)
            except FlowDeskError:
                problems.append(Path(place.path).name)
                continue
            if number == before.front:
                front = len(found)
            found[document] = place
        if found:
            self._waiting = found
            self._tabs.restore(list(found), front)
        if problems:
            more = f" and {counted(len(problems) - 1, 'other')}" if len(problems) > 1 else ""
            self._shell.say(f"{problems[0]}{more} could not be opened again.")

    def keep_soon(self) -> None:
        if self._is_on and not self._timer.running:
            self._timer.start(_PAUSE_MS, self._keep)

    def close(self) -> None:
        if self._is_on:
            self._keep()
        if self._claim:
            self._claim.release()

    def _keep(self) -> None:
        now = self._present()
        if now != self._kept:
            with contextlib.suppress(FlowDeskError):
                save_open_files(now)
            self._kept = now

    def _present(self) -> OpenFiles:
        tabs = [tab for tab in self._tabs if tab.document.path]
        front = tabs.index(self._tabs.front) if self._tabs.front in tabs else 0
        return OpenFiles([self._place_in(tab) for tab in tabs], front)

    def _place_in(self, tab: Tab) -> OpenFile:
        if place := self._waiting.get(tab.document):
            return place
        view = tab.session.stage.view
        path = os.path.abspath(tab.document.path or "")
        return OpenFile(path, tab.document.index, view.zoom, view.middle, _overlay_in(tab))

    def _go_on(self, tab: Tab) -> None:
        """Show a document that is first in front as it was shown when it was open last."""
        place = self._waiting.pop(tab.document, None)
        if place is None:
            return
        session = tab.session
        session.stage.view = BoardPart(place.zoom, place.middle)
        if place.overlay == "play":
            tab.play()
        elif place.overlay == "solution":
            session.solving.start()
        elif place.overlay == "map" and session.map.can_show:
            session.map.toggle()
        elif place.overlay == "two solutions":
            _flip_when_known(session)


def _document_at(place: OpenFile) -> Document:
    """Return the document of a file that was open; FlowDeskError if it cannot be read."""
    path = Path(place.path)
    snapshot = file_snapshot(path, read_bytes(path))
    document = Document(snapshot.entries[0].level)
    document.start(snapshot)
    document.go_to(place.index)
    return document


def _overlay_in(tab: Tab) -> str:
    """Return the name of what is shown over the level, if that can be shown again."""
    session = tab.session
    names: dict[Mode | None, str] = {
        tab.playing: "play",
        session.map: "map",
        session.two_solutions: "two solutions",
        session.solving: "solution",
    }
    return names.get(session.stage.mode, "")


def _flip_when_known(session: Session) -> None:
    """Show one of the two solutions once the check has found them, if nothing was done before."""
    level, once = session.document.level, Owner()

    def look() -> None:
        is_as_it_was = session.document.level is level and session.stage.mode is None
        if session.two_solutions.can_flip:
            once.end()
            if is_as_it_was:
                session.two_solutions.flip()

    session.live_check.changed.connect(look, once)


#: Milliseconds until the memory of closed tabs is free. Their parts know each other: by itself
#: Python would collect them only after dozens of tabs, because their pictures are few objects.
_COLLECT_MS = 500


class Closing:
    """Closes tabs; and with `close`, which does not ask, all that is open."""

    def __init__(
        self,
        shell: Shell,
        tabs: Tabs,
        background: Background,
        recovery: Recovery,
        close: Callable[[], None],
    ) -> None:
        self._shell, self._tabs = shell, tabs
        self._background, self._recovery, self._close = background, recovery, close
        self._collecting = Timer(shell.root)

    @property
    def commands(self) -> dict[str, Command]:
        tabs = self._tabs

        def has_others() -> bool:
            return len(tabs) > 1

        return {
            "Close tab": Command(lambda: self.close_tabs([tabs.front])),
            "Next tab": Command(partial(tabs.go_by, 1), has_others),
            "Previous tab": Command(partial(tabs.go_by, -1), has_others),
            "Quit": Command(self.quit),
        }

    def close_tabs(self, tabs: Sequence[Tab]) -> None:
        """Close tabs, after asking about unsaved work."""
        if self._may_close(tabs):
            for tab in tabs:
                tab.keeping.end()
            # The one in front last: or another of them would come to the front for a moment
            for tab in sorted(tabs, key=lambda tab: tab is self._tabs.front):
                self._tabs.remove(tab)
            self._collecting.start(_COLLECT_MS, gc.collect)

    def quit(self) -> None:
        """Close the window, after asking about unsaved work."""
        if is_dialog_open(self._shell.root) or not self._may_close([*self._tabs]):
            return
        if self._background.running:
            text = "A file is still being written. Quit without it?"
            if not message.offer(self._shell.root, "Not finished", text, "Quit", "Wait"):
                return
        if not self._shell.ended:
            self._recovery.end()
            self._close()

    def _may_close(self, tabs: Sequence[Tab]) -> bool:
        """Return whether tabs may be closed, after asking about unsaved work."""
        unsaved = [tab for tab in tabs if tab.saving.is_needed]
        if len(unsaved) < 2:
            return all(self._may_close_one(tab) for tab in tabs)
        names = [tab.document.name for tab in unsaved]
        answer = message.ask_about_all_unsaved(self._shell.root, names)
        if answer == message.SAVE_ALL and not all(self._save(tab) for tab in unsaved):
            return False
        return answer != "Cancel" and all(tab.saving.may_close_too() for tab in tabs)

    def _may_close_one(self, tab: Tab) -> bool:
        if tab.saving.is_needed:
            self._tabs.show(tab)
        return tab.saving.may_close()

    def _save(self, tab: Tab) -> bool:
        self._tabs.show(tab)
        return tab.saving.save()
