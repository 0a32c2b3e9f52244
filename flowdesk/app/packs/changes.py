"""Changes: what can be done to a pack in its browser, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flowdesk.app.dialogs import message
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.document import Document
from flowdesk.desk.following import following
from flowdesk.desk.pack import Pack

if TYPE_CHECKING:
    from flowdesk.app.packs.window import PackWindow


class Changes:
    """The commands that change the pack, which the open `document` follows."""

    def __init__(self, browser: PackWindow, document: Document) -> None:
        self._browser = browser
        self._document = document

    def move(self, step: int) -> None:
        """Move the selected levels by one place, up or down."""
        chosen = self._browser.table.selected
        self._change(lambda pack: pack.move(chosen, step))

    def drop(self, place: int) -> None:
        """Move the selected levels before the level at a place."""
        order, chosen = self._browser.listing.order, self._browser.table.selected
        before = [id for id in order[:place] if id not in chosen]
        after = [id for id in order[place:] if id not in chosen]
        moved = [id for id in order if id in chosen]
        self._change(lambda pack: pack.arrange([*before, *moved, *after]))

    def keep_order(self) -> None:
        """Make the order in which the levels are shown the pack's own."""
        order = self._browser.listing.order
        if self._change(lambda pack: pack.arrange(order), "The pack has this order now."):
            self._browser.sort_by("place")

    def rename(self) -> None:
        """Let another title be typed."""
        (item,) = self._browser.selection

        def done(title: str) -> None:
            self._change(lambda pack: pack.rename(item.id, title))

        self._browser.table.edit(item.id, item.title, done)

    def duplicate(self) -> None:
        """Copy the selected levels."""
        chosen = self._browser.table.selected
        self._change(lambda pack: pack.duplicate(chosen))

    def delete(self) -> None:
        """Take the selected levels out of the pack, and select the one that follows."""
        listing, chosen = self._browser.listing, self._browser.table.selected
        levels = [item for item in self._browser.selection if item.entry]
        what = levels[0].title or levels[0].name if len(levels) == 1 else f"{len(levels)} levels"
        place = next(place for place, id in enumerate(listing.order) if id in chosen)
        said = f"Deleted: {what}. {self._browser.key('Undo')} takes that back."
        if self._change(lambda pack: pack.delete(chosen), said):
            self._browser.table.select(listing.order[place:][:1] or listing.order[-1:])

    def undo(self) -> None:
        """Take back the last change."""
        self._change(lambda pack: pack.undo(), f"Taken back: {self._browser.pack.undo_label}.")

    def redo(self) -> None:
        """Bring again what was taken back."""
        self._change(lambda pack: pack.redo(), f"Done again: {self._browser.pack.redo_label}.")

    def _change(self, act: Callable[[Pack], object], said: str = "") -> bool:
        """Change the pack, show what came out, and say so, or why it was not possible."""
        browser, problem = self._browser, ""
        before = browser.listing.items
        try:
            with following(self._document, browser.pack):
                act(browser.pack)
        except FlowDeskError as error:
            problem = str(error)
        browser.read()
        now = browser.listing.items
        moved = sum(now[id].path != before[id].path for id in now.keys() & before.keys())
        if moved > 2:  # two have only changed places
            said += f" {moved} files have other names now, which keep the order."
        browser.say("" if problem else said.strip())
        if new := now.keys() - before.keys():
            browser.table.select(new)
        elif browser.table.cursor is not None:
            browser.table.bring_into_sight(browser.table.cursor)
        if problem:
            message.show_message(browser.top, "Not done", problem)
        return not problem
