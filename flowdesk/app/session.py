"""Sessions: a new window goes on with the files that the last one had, where one was in them."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from flowdesk.app.board_view import BoardView
from flowdesk.app.document_view import DocumentView
from flowdesk.app.shell import Shell
from flowdesk.app.tab import Tab
from flowdesk.app.tabs import Tabs, Waiting
from flowdesk.app.timers import Timer
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.locking import Claim
from flowdesk.core.signal import Owner
from flowdesk.core.storage import read_bytes
from flowdesk.core.text import counted
from flowdesk.desk.documents.document import Document, file_snapshot
from flowdesk.desk.documents.session import (
    OpenFile,
    Session,
    SessionTaken,
    claim_session,
    load_session,
    save_session,
)
from flowdesk.desk.store import STORE

#: How long a change waits at most until it is kept, in case of a crash.
_PAUSE_MS = 3000


class Sessions:
    """Keeps which files are open, unless another window does. Does nothing before `begin`."""

    def __init__(self, shell: Shell, tabs: Tabs) -> None:
        self._shell = shell
        self._tabs = tabs
        self._is_on = False
        self._claim: Claim | None = None
        self._kept: Session | None = None
        self._timer = Timer(shell.root)
        tabs.first_shown.connect(_go_on, shell)

    def begin(self) -> None:
        """Open what was open before, unless that is not wanted, and keep what is from now on.

        The window is new.
        """
        try:
            self._claim = claim_session()
        except SessionTaken as taken:
            self._shell.say(str(taken))
            return
        self._is_on = True
        if not self._shell.settings.reopen:
            return
        try:
            session = load_session()
        except FlowDeskError as error:
            self._shell.say(str(error))
            return
        if STORE.problem:
            self._shell.say(STORE.problem)
        problems: list[str] = []
        waiting: list[Waiting] = []
        front = 0
        for number, place in enumerate(session.files):
            try:
                document = _document_at(place)
            except FlowDeskError:
                problems.append(Path(place.path).name)
                continue
            if number == session.front:
                front = len(waiting)
            waiting.append(Waiting(document, place))
        if waiting:
            self._tabs.restore(waiting, front)
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
        session = self._present()
        if session != self._kept:
            with contextlib.suppress(FlowDeskError):
                save_session(session)
            self._kept = session

    def _present(self) -> Session:
        tabs = [tab for tab in self._tabs.all if tab.document.path]
        front = tabs.index(self._tabs.front) if self._tabs.front in tabs else 0
        return Session([_place_in(tab) for tab in tabs], front)


def _document_at(place: OpenFile) -> Document:
    """Return the document of a file that was open; FlowDeskError if it cannot be read."""
    path = Path(place.path)
    snapshot = file_snapshot(path, read_bytes(path))
    document = Document(snapshot.entries[0].level)
    document.start(snapshot)
    document.go_to(place.index)
    return document


def _go_on(tab: Tab, place: OpenFile) -> None:
    """Show a document as it was shown when it was open last."""
    shown = tab.shown
    if place.overlay == "play":
        tab.play()
    elif place.overlay == "solution":
        shown.solving.start()
    elif place.overlay == "map" and shown.map.can_show:
        shown.map.toggle()
    elif place.overlay == "two solutions":
        _flip_when_known(shown)
    if place.zoom:
        tab.frame.update_idletasks()  # the board has its size then
        _look_at(shown.view, place)


def _place_in(tab: Tab | Waiting) -> OpenFile:
    if isinstance(tab, Waiting):
        return tab.place
    shown, view = tab.shown, tab.shown.view
    return OpenFile(
        os.path.abspath(shown.document.path or ""),
        shown.document.index,
        0.0 if view.fit else round(view.cell / view.normal, 3),
        (0.0, 0.0) if view.fit else view.middle,
        _overlay_in(tab),
    )


def _overlay_in(tab: Tab) -> str:
    """Return the name of what is shown over the level, if that can be shown again."""
    if tab.playing.is_on:
        return "play"
    if tab.shown.map.is_on_show:
        return "map"
    if tab.shown.stage.overlay is tab.shown.two_solutions:
        return "two solutions"
    return "solution" if tab.shown.stage.overlay is tab.shown.solving else ""


def _flip_when_known(shown: DocumentView) -> None:
    """Show one of the two solutions once the check has found them, if nothing was done before."""
    level, once = shown.document.level, Owner()

    def look() -> None:
        is_as_it_was = shown.document.level is level and shown.stage.overlay is None
        if shown.two_solutions.can_flip:
            once.end()
            if is_as_it_was:
                shown.two_solutions.flip()

    shown.live_check.changed.connect(look, once)


def _look_at(view: BoardView, place: OpenFile) -> None:
    """Zoom to a place as soon as the view is on the screen and has a size."""
    timer, done = Timer(view), False

    def look() -> None:
        nonlocal done
        if not done:
            done = True
            view.zoom(round(place.zoom * view.normal))
            view.look_at(*place.middle)

    if view.winfo_ismapped():
        look()
    else:
        view.bind("<Map>", lambda event: timer.when_idle(look), add=True)
        view.bind("<Destroy>", lambda event: timer.stop(), add=True)
