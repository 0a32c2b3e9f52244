"""PackReading: lists the files of the pack that the browser shows, and reads them."""

from __future__ import annotations

import time

from flowdesk.app.packs.view import PackView
from flowdesk.app.timers import Slices, Timer, freeze_objects
from flowdesk.desk.packs.lineup import FolderWatch
from flowdesk.desk.work.jobs import Steps

#: Seconds between two updates of rows that are out of sight.
_FILL_SECONDS = 0.2
#: Files or levels after which the garbage collector is told to skip them.
_MANY = 1000


class PackReading:
    """Lists the files of the shown pack and reads them, first those in sight."""

    def __init__(self, view: PackView) -> None:
        self._view = view
        self.slices = Slices(view.frame)  # of the reading
        self._filling = Timer(view.frame)
        self._is_scanning = self._is_choosing = False
        self._is_stale = False
        self._watch = FolderWatch()
        self._filled_at = 0.0

    def catch_up(self, to_say: str = "", *, choose: bool = False) -> None:
        """Scan and read the pack; `to_say` is shown if other programs have changed it.

        With `choose`, select the open level, or the first one, once the folder has been listed.
        """
        self._is_scanning = True
        self._is_choosing |= choose
        self.slices.start(self._scan_and_read(to_say), self._slice_done)

    def take_in(self) -> None:
        """Read the pack again if other programs have changed it, and say so."""
        if not self._is_scanning:
            self.catch_up("Another program has changed this pack: it was read again.")

    def glance(self) -> None:
        """Take in that files have come or gone, which costs next to nothing to see."""
        if not self._watch.has_listed(self._view.pack):
            self.take_in()

    def fill_in(self) -> None:
        """Show what was read: at once if it is in sight, the rest from time to time."""
        table, items = self._view.table, self._view.listing.items
        if not self._is_stale or table.is_editing:
            return
        is_late = time.perf_counter() - self._filled_at > _FILL_SECONDS
        is_gap_seen = any(not items[id].is_read for id in table.in_sight())
        if is_late or is_gap_seen or not self.slices.running:
            self._is_stale = False
            self._view.read()
            self._filled_at = time.perf_counter()

    def stop(self) -> None:
        self.slices.stop()
        self._filling.stop()
        self._is_scanning = False

    def _scan_and_read(self, to_say: str) -> Steps[None]:
        view, pack = self._view, self._view.pack
        was_away = bool(pack.unavailable)
        yield from self._watch.look(pack)
        has_changed = (
            self._watch.has_news or pack.index.order is not view.files
        )  # the strip may have seen it before
        was_listed, view.is_listed, self._is_scanning = view.is_listed, True, False
        if has_changed and len(pack.items) > _MANY:
            freeze_objects()
            yield
        if has_changed or not was_listed:
            view.read()
        if has_changed and to_say:
            to_say = "The pack is available again." if was_away else to_say
            view.bar.say("" if pack.unavailable else to_say)
        if self._is_choosing or (was_away and has_changed):
            self._is_choosing = False
            view.choose()
        for number, file in enumerate(pack.read(view.table.in_sight), 1):
            self._is_stale = True
            view.bar.learn(entry.level for entry in pack.index.files[file].levels.values())
            if number % _MANY == 0:
                freeze_objects()
            yield

    def _slice_done(self) -> None:
        if not self.slices.running:
            self._filling.stop()
            self._is_stale |= self._view.is_stale
            self.fill_in()
        elif not self._filling.running:
            self._filling.start(1, self.fill_in)  # in its own event: with reading it is too long
