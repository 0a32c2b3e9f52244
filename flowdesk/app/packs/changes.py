"""Changes: what can be done to a pack in its browser, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import TYPE_CHECKING

from flowdesk.app.dialogs import message
from flowdesk.app.slices import Slices
from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.documents.document import Document
from flowdesk.desk.packs.following import following
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.pack_index import ORDER_NAME
from flowdesk.desk.work.steps import Steps

if TYPE_CHECKING:
    from flowdesk.app.packs.window import PackWindow


class Changes:
    """The commands that change the pack, which the open `document` follows."""

    def __init__(self, browser: PackWindow, document: Document) -> None:
        self._browser = browser
        self._document = document
        self._slices = Slices(browser.top)
        self._problem = ""

    @property
    def running(self) -> bool:
        """Whether a change is being made that takes long."""
        return self._slices.running

    def stop(self) -> None:
        """Change no more; what was done so far can be taken back."""
        self._slices.stop()

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
        self._change(
            lambda pack: pack.arrange(order),
            "The pack has this order now.",
            lambda: self._browser.sort_by("place"),
        )

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
        what = levels[0].title or levels[0].name if len(levels) == 1 else f"{len(levels):,} levels"
        place = next(place for place, id in enumerate(listing.order) if id in chosen)
        self._change(
            lambda pack: pack.delete(chosen),
            f"Deleted: {what}. {self._browser.key('Undo')} takes that back.",
            lambda: self._browser.table.select(listing.order[place:][:1] or listing.order[-1:]),
        )

    def undo(self) -> None:
        """Take back the last change."""
        self._change(lambda pack: pack.undo(), f"Taken back: {self._browser.pack.undo_label}.")

    def redo(self) -> None:
        """Bring again what was taken back."""
        self._change(lambda pack: pack.redo(), f"Done again: {self._browser.pack.redo_label}.")

    def _change(
        self,
        act: Callable[[Pack], Steps[object]],
        said: str = "",
        then: Callable[[], object] = lambda: None,
    ) -> None:
        """Change the pack, show what came out, and say so, or why it was not possible."""
        browser = self._browser
        if self.running:
            return
        before, had_order = set(browser.listing.items), browser.pack.has_order

        def slice_done() -> None:
            if self.running:
                browser.say("Changing the files ...")
                browser.refresh_buttons()
                return
            browser.read()
            news = f" The order stands in {ORDER_NAME}, beside the levels."
            is_news = browser.pack.has_order and not had_order
            browser.say("" if self._problem else (said + news if is_news else said).strip())
            self._show_place(browser.listing.items.keys() - before)
            if self._problem:
                message.show_message(browser.top, "Not done", self._problem)
            else:
                then()

        self._slices.start(self._steps(act), slice_done)

    def _steps(self, act: Callable[[Pack], Steps[object]]) -> Steps[None]:
        """Change the pack; what was not possible stands in `_problem`."""
        self._problem = ""
        try:
            with following(self._document, self._browser.pack):
                yield from act(self._browser.pack)
        except FlowDeskError as error:
            self._problem = str(error)

    def _show_place(self, new: Set[int]) -> None:
        """Bring what was changed into sight, and select what is new."""
        table = self._browser.table
        if new:
            table.select(new)
        elif table.cursor is not None:
            table.bring_into_sight(table.cursor)
