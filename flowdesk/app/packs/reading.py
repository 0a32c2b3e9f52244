"""Reading: how a pack comes from the disk into its browser, in slices, and what others do to it."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from flowdesk.app.packs.view import PackView
from flowdesk.app.slices import Slices
from flowdesk.app.timers import Timer
from flowdesk.desk.work.steps import Steps

#: Seconds between two times that rows are filled in which nobody sees.
_FILL_SECONDS = 0.2
#: Files or levels after which the garbage collector is told that they stay.
_MANY = 1000


class Reading:
    """Looks at the shown pack's files and reads them: names first, then what is in sight.

    `is_changing` tells whether a change is being made, whose files are not to be looked at.
    """

    def __init__(self, view: PackView, is_changing: Callable[[], bool]) -> None:
        self._view = view
        self._is_changing = is_changing
        self._slices = Slices(view.frame)
        self._filling = Timer(view.frame)
        self._is_looking = False
        self._is_stale = False
        self._filled_at = 0.0

    @property
    def running(self) -> bool:
        """Whether there may be more to show soon."""
        return self._slices.running

    def catch_up(self, to_say: str = "") -> None:
        """Show the pack as it lies on the disk; `to_say` is for when others have changed it."""
        self._is_looking = True
        self._slices.start(self._look_and_read(to_say), self._slice_done)

    def take_in(self) -> None:
        """Notice what other programs have done to the pack meanwhile, and say so."""
        if not (self._is_looking or self._is_changing()):
            self.catch_up("Other programs have changed this pack: it was read again.")

    def fill_in(self) -> None:
        """Show what was read meanwhile: at once what is in sight, the rest from time to time."""
        table, items = self._view.table, self._view.listing.items
        if not self._is_stale or table.is_editing:
            return
        is_late = time.perf_counter() - self._filled_at > _FILL_SECONDS
        is_gap_seen = any(not items[id].is_read for id in table.in_sight())
        if is_late or is_gap_seen or not self.running:
            self._is_stale = False
            self._view.read()
            self._filled_at = time.perf_counter()

    def stop(self) -> None:
        """Read no more for now."""
        self._slices.stop()
        self._filling.stop()
        self._is_looking = False

    def _look_and_read(self, to_say: str) -> Steps[None]:
        view, pack = self._view, self._view.pack
        was_away = bool(pack.unavailable)
        has_changed = yield from pack.look()
        was_listed, view.is_listed, self._is_looking = view.is_listed, True, False
        if has_changed and len(pack.items) > _MANY:
            _keep_for_good()
            yield
        if has_changed or not was_listed:
            view.read()
        if has_changed and to_say:
            view.say("" if pack.unavailable else "It is back." if was_away else to_say)
        view.choose_first(anew=was_away and has_changed)
        for number, file in enumerate(pack.read(view.table.in_sight), 1):
            self._is_stale = True
            view.learn(pack.levels_of(file))
            if number % _MANY == 0:
                _keep_for_good()
            yield

    def _slice_done(self) -> None:
        if not self.running:
            self._filling.stop()
            self.fill_in()
            self._view.all_is_read()
        elif not self._filling.running:
            self._filling.start(1, self.fill_in)  # an event of its own: both together are long


def _keep_for_good() -> None:
    """Let the garbage collector leave alone what is there now.

    It would look at ten thousand levels again and again, for a tenth of a second each time. What
    is not needed any more is freed all the same, unless it refers to itself.
    """
    gc.collect(1)
    gc.freeze()
