"""Changing packs: one change at a time; those that the browser makes; and reading its files."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.fields import ask_about
from flowdesk.app.files import Files
from flowdesk.app.incoming import copy_levels, pasted_levels
from flowdesk.app.packs.listing import ALL
from flowdesk.app.packs.view import PackView
from flowdesk.app.timers import Slices, Timer, freeze_objects
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Signal
from flowdesk.core.storage import PACK_NAME, is_shipped_puzzle
from flowdesk.core.text import counted
from flowdesk.desk.packs.lineup import folder_stamp, following
from flowdesk.desk.packs.manifest import NOTHING
from flowdesk.desk.packs.naming import own_title
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.pack_index import MANIFEST
from flowdesk.desk.work.jobs import Steps
from flowdesk.kinds.entry import Entry

#: What is said when there is a manifest now.
_NEWS = f" Order, stars and notes are saved in the file {PACK_NAME}, beside the puzzles."


class Changing:
    """Makes one change at a time, whichever window it is for; emits `ended` after each."""

    def __init__(self, widget: tk.Misc, files: Files) -> None:
        self.ended: Signal[[]] = Signal()
        self._widget, self._files = widget, files
        self._slices = Slices(widget)
        self._waiting: list[Callable[[], object]] = []

    @property
    def running(self) -> bool:
        """Whether a long change is being made."""
        return self._slices.running

    def stop(self) -> None:
        """Stop changing; undo can undo what was done so far."""
        self._waiting.clear()
        self._slices.stop()

    def when_ended(self, call: Callable[[], object]) -> None:
        """Make a call now, or when the changes have ended that are being made or wait."""
        if self.running:
            self._waiting.append(call)
        else:
            call()

    def start(
        self,
        steps: Steps[object],
        on_slice: Callable[[bool], object],
        pack: Pack | None = None,
        over: tk.Misc | None = None,
        *,
        waits: bool = False,
    ) -> None:
        """Make a change; `on_slice` gets whether all was done, in the end.

        While another one is made nothing is done, unless this one `waits` for its end.

        Documents at levels of the `pack` follow, which must be saved. A failure is shown `over` a
        window.
        """
        if self.running:
            if waits:
                self.when_ended(lambda: self.start(steps, on_slice, pack, over))
            return
        documents = [opened.document for opened in self._files.documents]
        problems: list[str] = []

        def followed() -> Steps[None]:
            try:
                with following(documents, pack) if pack else nullcontext():
                    yield from steps
            except FlowDeskError as error:
                problems.append(str(error))

        def slice_done() -> None:
            on_slice(not problems)
            if not self.running:
                self.ended.emit()
                for problem in problems:
                    message.show_message(over or self._widget, "Not changed", problem)
                while self._waiting and not self.running:
                    self._waiting.pop(0)()

        self._slices.start(followed(), slice_done)


class PackEditing:
    """Changes the pack that is shown, and reports the result; the open documents follow."""

    def __init__(self, view: PackView, changing: Changing, undo_key: str) -> None:
        self._view = view
        self._changing = changing
        self._undo_key = undo_key

    @property
    def running(self) -> bool:
        """Whether a long change is being made, here or in the strip."""
        return self._changing.running

    def stop(self) -> None:
        """Stop changing; undo can undo what was done so far."""
        self._changing.stop()

    # Which commands are possible

    def is_any(self) -> bool:
        """Whether levels are selected, and all selected files were read."""
        items = self._view.selection
        return any(item.level for item in items) and all(item.is_read for item in items)

    def is_one(self) -> bool:
        return len(self._view.table.selected) == 1 and self.is_any()

    def can_move(self) -> bool:
        listing = self._view.listing
        return not listing.sorted_by and listing.filter == ALL and self.is_any()

    def can_note(self) -> bool:
        """Whether stars and notes can be kept for the selected levels."""
        return self.is_any() and self.can_change()

    def can_change(self) -> bool:
        """Whether there can be a file of what the pack says."""
        return not (self._view.pack.unavailable or self._view.pack.fixed)

    def can_undo(self) -> bool:
        return bool(self._view.pack.history.undo_label) and not self._view.pack.unavailable

    def can_redo(self) -> bool:
        return bool(self._view.pack.history.redo_label) and not self._view.pack.unavailable

    # Commands

    def move(self, step: int) -> None:
        self._change(self._view.pack.move(self._view.table.selected, step))

    def drop(self, place: int) -> None:
        """Move the selected levels before the level at a place."""
        order, chosen = self._view.listing.order, self._view.table.selected
        before = [id for id in order[:place] if id not in chosen]
        after = [id for id in order[place:] if id not in chosen]
        moved = [id for id in order if id in chosen]
        self._change(self._view.pack.arrange([*before, *moved, *after]))

    def keep_order(self) -> None:
        self._change(
            self._view.pack.arrange(self._view.listing.whole),
            "This is the order of the pack now.",
            lambda: self._view.sort_by("place"),
        )

    def arrange(self, *, by_size: bool) -> None:
        """Put the easiest levels first; with `by_size`, among those of each size."""
        view = self._view
        ids, unrated = view.listing.sorted_by_difficulty(by_size=by_size)
        done = "The puzzles go from easy to hard now"
        done += " within each size." if by_size else "."
        if unrated:
            where = "At the end of their size" if by_size else "At the end"
            done += f" {where}: {counted(unrated, 'puzzle')} without a rating."
        self._change(view.pack.arrange(ids), done, lambda: view.sort_by("place"))

    def can_arrange(self) -> bool:
        pack = self._view.pack
        is_ours = is_shipped_puzzle(pack.path)
        return not (self.running or pack.unread or pack.unavailable or pack.fixed or is_ours)

    def rename(self) -> None:
        (item,) = self._view.selection
        pack = self._view.pack
        own = own_title(pack.about.pattern, item.title)
        rename = partial(pack.rename, item.id)
        self._view.table.edit(item.id, own, lambda title: self._change(rename(title)))

    def change_about(self) -> None:
        pack = self._view.pack
        if about := ask_about(self._view.frame.winfo_toplevel(), pack.about):
            self._change(pack.set_about(about), f"{about.title}: saved.", of_levels=False)

    def star(self) -> None:
        """Mark the selected levels with a star; if all have one, take it away."""
        remarks, items = self._view.pack.remarks, self._view.selection
        had = {item.id: remarks.get(item.id, NOTHING) for item in items if item.entry}
        stars = int(not all(remark.stars for remark in had.values()))
        starred = {id: remark._replace(stars=stars) for id, remark in had.items()}
        self._change(self._view.pack.remark("star", starred), of_levels=False)

    def note(self, id: int, note: str) -> bool:
        """Keep a note about a level, and return whether that could be tried."""
        pack = self._view.pack
        if self.running or id not in self._view.listing.items:
            return False
        remark = pack.remarks.get(id, NOTHING)._replace(note=note)
        self._change(pack.remark("note", {id: remark}), of_levels=False)
        return True

    def copy(self) -> None:
        self._view.bar.say(copy_levels(self._view.frame, self.chosen))

    def paste(self, take_results: Callable[[str], object]) -> None:
        """Insert the levels on the clipboard behind that under the cursor."""
        order, cursor = self._view.listing.order, self._view.table.cursor
        after = order.index(cursor) + 1 if cursor in order else len(order)
        if entries := pasted_levels(self._view.frame.winfo_toplevel(), take_results):
            self.insert(entries, next(iter(order[after:]), None), "paste")

    @property
    def chosen(self) -> list[Entry]:
        """The selected levels, in the order that is shown."""
        items, selected = self._view.listing.items, self._view.table.selected
        found = [items[id].entry for id in self._view.listing.order if id in selected]
        return [entry for entry in found if entry]

    def insert(
        self, entries: Sequence[Entry], before: int | None = None, verb: str = "copy"
    ) -> None:
        """Insert levels from elsewhere before another one, or at the end."""
        pack = self._view.pack
        self._change(pack.insert(verb, entries, before), of_levels=pack.path.is_file())

    def duplicate(self) -> None:
        self._change(self._view.pack.duplicate(self._view.table.selected))

    def delete(self) -> None:
        """Delete the selected levels, and select the next one."""
        listing, chosen = self._view.listing, self._view.table.selected
        levels = [item for item in self._view.selection if item.entry]
        what = levels[0].title or levels[0].name if len(levels) == 1 else f"{len(levels):,} puzzles"
        place = next(place for place, id in enumerate(listing.order) if id in chosen)
        self._change(
            self._view.pack.delete(chosen),
            f"Deleted: {what}. {self._undo_key} undoes this.",
            lambda: self._view.table.select(listing.order[place:][:1] or listing.order[-1:]),
        )

    def undo(self) -> None:
        pack = self._view.pack
        self._change(pack.undo(), f"Undone: {pack.history.undo_label}.")

    def redo(self) -> None:
        pack = self._view.pack
        self._change(pack.redo(), f"Redone: {pack.history.redo_label}.")

    def _change(
        self,
        steps: Steps[object],
        done: str = "",
        then: Callable[[], object] = lambda: None,
        *,
        of_levels: bool = True,
    ) -> None:
        """Change the pack, then show it with the message `done` or the reason of a failure.

        The open level must be saved, unless nothing is changed `of_levels`.
        """
        view = self._view
        if self.running:
            return
        before, was_said = set(view.listing.items), MANIFEST in view.pack.index.files

        def slice_done(done_all: bool) -> None:
            if self.running:
                view.bar.say("Changing the files ...")
                view.changed.emit()
                return
            view.read()
            news = "" if was_said or MANIFEST not in view.pack.index.files else _NEWS
            view.bar.say((done + news).strip() if done_all else "")
            if new := view.listing.items.keys() - before:
                view.table.select(new)
            elif view.table.cursor is not None:
                view.table.bring_into_sight(view.table.cursor)
            if done_all:
                then()

        top = view.frame.winfo_toplevel()
        self._changing.start(steps, slice_done, view.pack if of_levels else None, top)


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
        self._stamp = 0  # of the folder, when it was listed last
        self._filled_at = 0.0

    def catch_up(self, to_say: str = "", *, choose: bool = False) -> None:
        """Scan and read the pack; `to_say` is shown if other programs have changed it.

        With `choose`, select the open level, or the first one, once the folder has been listed.
        """
        self._is_scanning = True
        self._stamp = folder_stamp(self._view.pack.folder)
        self._is_choosing |= choose
        self.slices.start(self._scan_and_read(to_say), self._slice_done)

    def take_in(self) -> None:
        """Read the pack again if other programs have changed it, and say so."""
        if not self._is_scanning:
            self.catch_up("Another program has changed this pack: it was read again.")

    def glance(self) -> None:
        """Take in that files have come or gone, which costs next to nothing to see."""
        if self._stamp != folder_stamp(self._view.pack.folder):
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
        has_changed = yield from pack.scan()
        has_changed |= pack.index.order is not view.files  # the strip may have seen it before
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
