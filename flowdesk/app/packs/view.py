"""PackView: the list of a pack's levels, with pictures and results."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from pathlib import Path
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.packs.checks import CheckBar
from flowdesk.app.packs.listing import COLUMNS, Listing, fields_of
from flowdesk.app.packs.places import PlaceMenu
from flowdesk.app.packs.rows import Field
from flowdesk.app.packs.table import Table
from flowdesk.app.packs.thumbnails import Thumbnails
from flowdesk.app.slices import Slices
from flowdesk.app.widgets.tooltip import add_tooltip
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.documents.document import Document
from flowdesk.desk.knowledge.survey import Survey
from flowdesk.desk.packs.following import opened_in
from flowdesk.desk.packs.pack import Item, Pack
from flowdesk.draw.theme import Theme

_PICTURE_POINTS = 48


class PackView:
    """Shows a pack in its order or sorted by a column, and marks the open level.

    `on_change` is called when other commands may have become possible. `on_drop` gets the place
    before which the selected levels were dropped; `on_keep` makes the order that is shown that of
    the pack. `is_listed` is whether the folder has been listed. `key` returns the key of a command.
    """

    def __init__(
        self,
        parent: tk.Misc,
        pack: Pack,
        document: Document,
        survey: Survey,
        key: Callable[[str], str],
        go_to: Callable[[Path], object],
    ) -> None:
        self.frame = frame = ttk.Frame(parent)
        self.on_change: Callable[[], None] = lambda: None
        self.on_drop: Callable[[int], None] = lambda place: None
        self.on_keep: Callable[[], None] = lambda: None
        self.pack = pack
        self.listing = Listing()
        self.is_listed = False
        self._document = document
        self._survey = survey
        self._key = key
        self._colors = look.DARK
        self._opened: int | None = None
        self._sorting = Slices(frame)
        self._is_choosing = self._is_check_next = False
        self._sort_next: tuple[str, bool] | None = None
        line = ttk.Frame(frame, padding=(8, 0, 8, 2))
        line.pack(side="top", fill="x")
        self._place = PlaceMenu(line, go_to)
        self._place.pack(side="left")
        self._about = ttk.Label(line, style="Faint.TLabel", padding=(8, 0))
        self._about.pack(side="left")
        self._keep = ttk.Button(line, text="Keep this order", command=lambda: self.on_keep())
        add_tooltip(self._keep, "Save this order as the order of the pack")
        self._bar = CheckBar(frame, survey, self._news)
        self._bar.pack(side="bottom", fill="x")
        size = round(frame.winfo_fpixels("1p") * _PICTURE_POINTS)
        self.table = Table(frame, COLUMNS, self._fields_of, size)
        self._thumbnails = Thumbnails(frame, size, self.table.refresh)
        self.table.pack(side="top", fill="both", expand=True)
        self.table.on_select = lambda: self.on_change()
        self.table.on_heading = self.sort_by
        self.table.on_drawn = self._paint_soon

    # What is shown

    @property
    def selection(self) -> list[Item]:
        """The selected items, in any order."""
        return [self.listing.items[id] for id in self.table.selected]

    @property
    def is_sorted(self) -> bool:
        """Whether the order that is shown is not that of the pack."""
        return bool(self.listing.sorted_by)

    @property
    def is_sorting(self) -> bool:
        return self._sorting.running

    @property
    def is_checking(self) -> bool:
        """Whether the levels are being checked, or will be once all are read."""
        return self._survey.running or self._is_check_next

    def show(self, pack: Pack) -> None:
        self.say("")
        self.pack, self.listing = pack, Listing()
        self.is_listed = bool(pack.items)
        self.table.select([])

    def say(self, text: str) -> None:
        self._bar.say(text)

    def set_theme(self, theme: Theme) -> None:
        self._colors = look.palette_of(theme)
        self._thumbnails.set_theme(theme)
        self.table.set_colors(self._colors)
        self._place.set_colors(self._colors)

    def read(self) -> None:
        """Update the list from the pack."""
        pack, path, listing = self.pack, self.pack.path, self.listing
        items = () if pack.unavailable else pack.items
        listing.read(items)
        self._opened = opened_in(self._document, pack)
        self._place.show(path, [item.path for item in items if item.number == 1])
        self._about.configure(text=f"{self._how_many()}: {path}" if items else str(path))
        self._bar.show(listing.levels)
        self._show_order()

    def learn(self, levels: Iterable[Puzzle]) -> None:
        """Look up the verdicts of levels that were just read, before the summary."""
        self._bar.learn(levels)

    def _how_many(self) -> str:
        levels, unread = len(self.listing.levels), self.pack.unread
        text = "1 level" if levels == 1 else f"{levels:,} levels"
        files = "1 file" if unread == 1 else f"{unread:,} files"
        return f"{text}, {files} not read yet" if unread else text

    def _show_order(self) -> None:
        listing = self.listing
        if self.is_sorted:
            self._keep.pack(side="right")
            self._keep.state(["disabled" if self.pack.unread else "!disabled"])
        else:
            self._keep.pack_forget()
        self.table.on_drop = None if self.is_sorted else self.on_drop
        self.table.show(listing.order, listing.sorted_by, descending=listing.descending)
        self.table.show_when_empty(*self._why_empty())
        self.on_change()

    def _why_empty(self) -> tuple[str, str]:
        pack = self.pack
        if pack.unavailable:
            return (
                "This pack is not available",
                f"{pack.unavailable} It is shown here again as soon as it can be read.",
            )
        if not self.is_listed:
            return "Reading ...", ""
        if pack.history.undo_label:
            return "All levels were deleted", f"{self._key('Undo')} restores them."
        return (
            "There are no levels in this folder",
            "A pack is a folder of levels, or one file with many levels. Levels that you save in "
            "this folder appear here. To open another pack, click the folder's name above.",
        )

    def _fields_of(self, id: int) -> tuple[Field, ...]:
        listing, survey = self.listing, self._survey
        level = listing.level(id)
        return fields_of(
            listing.items[id],
            listing.places[id],
            survey.known(level) if level else None,
            self._colors,
            picture=self._thumbnails.known(level) if level else None,
            is_open=id == self._opened,
            is_checked_now=level is not None and survey.is_at_work(level),
        )

    def _paint_soon(self, ids: list[int]) -> None:
        levels = [level for id in ids if (level := self.listing.level(id))]
        self._thumbnails.paint_soon(levels)

    def _news(self) -> None:
        """Show new results, or that checking has begun or ended."""
        self.table.refresh()
        self.on_change()

    # Sorting and checking

    def choose_soon(self) -> None:
        """Select the open level, or the first one, once the folder has been listed."""
        self._is_choosing = True

    def choose_first(self, *, anew: bool) -> None:
        """Select the open level or the first one, if requested before or `anew`."""
        if self._is_choosing or anew:
            self._is_choosing = False
            if self._opened is not None:
                self.table.select([self._opened])
            elif not self.table.selected:
                self.table.select(self.listing.order[:1])

    def all_is_read(self) -> None:
        """Sort and check, if requested before all levels were read."""
        if self._sort_next:
            self._sort(*self._sort_next)
        if self._is_check_next:
            self._is_check_next = False
            self.check_all()

    def sort_by(self, column: str) -> None:
        """Sort the levels by a column, the second time in descending order."""
        listing = self.listing
        if column == "place":
            self._sorting.stop()
            self._sort_next = None
            listing.unsort()
            self._show_order()
        else:
            self._sort(column, listing.sorted_by == column and not listing.descending)

    def _sort(self, column: str, descending: bool) -> None:
        """Sort the levels that were read, and sort again once all are."""
        self._sort_next = (column, descending) if self.pack.unread else None
        sorting = self.listing.sort(column, self._survey.known, descending=descending)
        self._sorting.start(sorting, self._sort_done)

    def _sort_done(self) -> None:
        if not self._sorting.running:
            self._show_order()

    def check_all(self) -> None:
        """Start or stop checking how many solutions each level has, and how hard it is."""
        if self.is_checking:
            self._is_check_next = False
            self._bar.stop()
        elif self.pack.unread:
            self._is_check_next = True
            self.say("Checking starts when all levels are read.")
        else:
            self._bar.start()
        self.on_change()

    def stop(self) -> None:
        self._bar.stop()
        self._sorting.stop()
        self._is_check_next, self._sort_next = False, None

    def close(self) -> None:
        self._thumbnails.stop()
        self.stop()
