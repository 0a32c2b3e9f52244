"""The live verdict: a level is checked in the background whenever the edits pause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flowdesk.app.timers import POLL_SECONDS, Loop, Timer
from flowdesk.desk.knowledge.inspector import Inspector
from flowdesk.desk.knowledge.verdict import Known, Looking
from flowdesk.kinds.answers import CheckStatus

if TYPE_CHECKING:
    from flowdesk.app.window import Window

PAUSE_MS = 80
_LARGE = 900  # cells: from here on even a first look waits for the pause


class LiveVerdict:
    """When a level is looked at and checked; the window is told what comes out."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._inspector = Inspector(window.document.level, window.show_error)
        self._timer = Timer(window.root)
        self._polling = Loop(window.root, self._poll, POLL_SECONDS)

    @property
    def known(self) -> Known:
        """What is known of the level on the board."""
        return self._inspector.known

    @property
    def running(self) -> bool:
        """Whether something is being found out."""
        return self._inspector.running

    @property
    def elapsed(self) -> float:
        """Seconds since the check began."""
        return self._inspector.elapsed

    def warm_up(self) -> None:
        """Have the processes ready before the first edit."""
        if self._window.settings.live:
            self._inspector.warm_up()

    def level_changed(self) -> None:
        """Look at the level now, and check it when the edits pause."""
        self._look(briefly=self._is_large)
        self._timer.start(PAUSE_MS, self._paused)

    def set_on(self, on: bool) -> None:
        """Check levels from now on, or only when asked to solve them."""
        if on:
            self._inspect()
        else:
            self._inspector.forget(self._window.document.level)
            self._window.knowledge_changed()

    def check_now(self) -> None:
        """Check this level, also where levels are not checked while they are drawn."""
        if self._inspector.known.looking is Looking.NOT_ASKED:
            self._inspect()

    @property
    def was_given_up(self) -> bool:
        """Whether the search ended before it could tell."""
        given_up = (Looking.STOPPED, Looking.TIMED_OUT, Looking.DIED)
        return self.known.status == CheckStatus.UNKNOWN and self.known.looking in given_up

    def look_again(self) -> None:
        """Begin anew with a search that was given up."""
        self._inspector.forget(self._window.document.level)
        self._inspect()
        self._window.knowledge_changed()

    def stop(self) -> bool:
        """Find out no more about this level; whether anything was being found out."""
        was_running = self.running
        self._inspector.stop()
        self._window.knowledge_changed()
        return was_running

    def find_certain_edges(self) -> None:
        """Ask what all solutions have in common, where the count does not tell."""
        self._inspector.find_certain_edges()
        self._polling.start()

    def close(self) -> None:
        """End everything."""
        self._timer.stop()
        self._polling.stop()
        self._inspector.close()

    @property
    def _is_large(self) -> bool:
        level = self._window.document.level
        return bool(level.width * level.height > _LARGE)

    def _look(self, *, briefly: bool = False) -> None:
        window = self._window
        level, soon = window.document.level, window.settings.live
        self._inspector.look_at(level, soon=soon, briefly=briefly)
        self._window.knowledge_changed()

    def _paused(self) -> None:
        if self._is_large:
            self._look()
        if self._window.settings.live:
            self._inspect()

    def _inspect(self) -> None:
        self._inspector.inspect()
        self._polling.start()

    def _poll(self) -> bool:
        if self._inspector.poll():
            self._window.knowledge_changed()
        if self._inspector.running:
            self._window.refresh_verdict()
        return self._inspector.running
