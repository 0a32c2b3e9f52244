"""Editing: the commands of the pack browser that change the pack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from flowdesk.app.dialogs import message
from flowdesk.app.packs.listing import ALL
from flowdesk.app.packs.view import PackView
from flowdesk.app.timers import Slices
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.text import counted
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.following import following
from flowdesk.desk.packs.notes import NOTHING
from flowdesk.desk.packs.pack_index import NOTES, NOTES_NAME, ORDER, ORDER_NAME
from flowdesk.desk.work.steps import Steps

#: What is said when a file beside the puzzles is new, by its id.
_NEWS = {
    ORDER: f" The order is saved in the file {ORDER_NAME}, beside the puzzles.",
    NOTES: f" Stars and notes are saved in the file {NOTES_NAME}, beside the puzzles.",
}


class Editing:
    """Changes the pack that is shown, and reports the result; the open `documents` follow."""

    def __init__(
        self, view: PackView, documents: Callable[[], Sequence[Document]], undo_key: str
    ) -> None:
        self._view = view
        self._documents = documents
        self._undo_key = undo_key
        self._slices = Slices(view.frame)
        self._problem = ""

    @property
    def running(self) -> bool:
        """Whether a long change is being made."""
        return self._slices.running

    def stop(self) -> None:
        """Stop changing; undo can undo what was done so far."""
        self._slices.stop()

    # Which commands are possible

    def is_any(self) -> bool:
        """Whether levels are selected, and all selected files were read."""
        items, chosen = self._view.listing.items, self._view.table.selected
        return any(items[id].entry for id in chosen) and not (
            self._view.pack.unread and any(not items[id].is_read for id in chosen)
        )

    def is_one(self) -> bool:
        return len(self._view.table.selected) == 1 and self.is_any()

    def can_move(self) -> bool:
        listing = self._view.listing
        return not listing.sorted_by and listing.filter == ALL and self.is_any()

    def can_note(self) -> bool:
        """Whether stars and notes can be kept for the selected levels."""
        pack = self._view.pack
        return self.is_any() and not (pack.unavailable or pack.fixed)

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
        """Make the order that is shown that of the pack."""
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
        return not (self.running or pack.unread or pack.unavailable or pack.fixed)

    def rename(self) -> None:
        (item,) = self._view.selection
        pack = self._view.pack
        self._view.table.edit(
            item.id, item.title, lambda title: self._change(pack.rename(item.id, title))
        )

    def star(self) -> None:
        """Mark the selected levels with a star; if all have one, take it away."""
        remarks, items = self._view.pack.remarks, self._view.selection
        had = {item.id: remarks.get(item.id, NOTHING) for item in items if item.entry}
        star = not all(remark.star for remark in had.values())
        self._change(
            self._view.pack.remark(
                "star", {id: remark._replace(star=star) for id, remark in had.items()}
            ),
            of_levels=False,
        )

    def note(self, id: int, note: str) -> bool:
        """Keep a note about a level, and return whether that could be tried."""
        pack = self._view.pack
        if self.running or id not in self._view.listing.items:
            return False
        remark = pack.remarks.get(id, NOTHING)._replace(note=note)
        self._change(pack.remark("note", {id: remark}), of_levels=False)
        return True

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
        before, had = set(view.listing.items), set(view.pack.index.files)

        def slice_done() -> None:
            if self.running:
                view.bar.say("Changing the files ...")
                view.changed.emit()
                return
            view.read()
            new_files = view.pack.index.files.keys() - had
            news = "".join(text for id, text in _NEWS.items() if id in new_files)
            view.bar.say("" if self._problem else (done + news).strip())
            if new := view.listing.items.keys() - before:
                view.table.select(new)
            elif view.table.cursor is not None:
                view.table.bring_into_sight(view.table.cursor)
            if self._problem:
                message.show_message(view.frame.winfo_toplevel(), "Not changed", self._problem)
            else:
                then()

        follow = following(self._documents(), self._view.pack) if of_levels else nullcontext()
        self._slices.start(self._followed(steps, follow), slice_done)

    def _followed(self, steps: Steps[object], follow: AbstractContextManager[None]) -> Steps[None]:
        """Change the pack; store the reason of a failure in `_problem`."""
        self._problem = ""
        try:
            with follow:
                yield from steps
        except FlowDeskError as error:
            self._problem = str(error)
