"""Reopening: a new window goes on with the files that the last one had, where one was in them."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from flowdesk.app.board_view import View
from flowdesk.app.modes.mode import Mode
from flowdesk.app.session import Session
from flowdesk.app.shell import Shell
from flowdesk.app.tab import Tab
from flowdesk.app.tabs import Tabs
from flowdesk.app.timers import Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.locking import Claim
from flowdesk.core.signal import Owner
from flowdesk.core.storage import read_bytes
from flowdesk.core.text import counted
from flowdesk.desk.documents.document import Document, file_snapshot
from flowdesk.desk.documents.open_files import (
    OpenFile,
    OpenFiles,
    OpenFilesTaken,
    claim_open_files,
    load_open_files,
    save_open_files,
)
from flowdesk.desk.store import STORE

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

    def begin(self) -> None:
        """Open what was open before, unless that is not wanted, and keep what is from now on.

        The window is new.
        """
        try:
            self._claim = claim_open_files()
        except OpenFilesTaken as taken:
            self._shell.say(str(taken))
            return
        self._is_on = True
        if not self._shell.settings.reopen:
            return
        try:
            before = load_open_files()
        except FlowDeskError as error:
            self._shell.say(str(error))
            return
        if STORE.problem:
            self._shell.say(STORE.problem)
        self._open(before)

    def _open(self, before: OpenFiles) -> None:
        problems: list[str] = []
        documents: list[Document] = []
        places: list[OpenFile] = []
        front = 0
        for number, place in enumerate(before.files):
            try:
                document = _document_at(place)
            except FlowDeskError:
                problems.append(Path(place.path).name)
                continue
            if number == before.front:
                front = len(documents)
            documents.append(document)
            places.append(place)
        if documents:
            self._waiting = dict(zip(documents, places, strict=True))
            self._tabs.restore(documents, front)
        if problems:
            more = f" and {counted(len(problems) - 1, 'other')}" if len(problems) > 1 else ""
            self._shell.say(f"{problems[0]}{more} could not be opened again.")

    def keep_soon(self) -> None:
        """Keep soon what is open now."""
        if self._is_on and not self._timer.running:
            self._timer.start(_PAUSE_MS, self._keep)

    def close(self) -> None:
        self._timer.stop()
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
        session.stage.view = View(place.zoom, place.middle)
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
