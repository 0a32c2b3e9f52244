"""PackView: the list of a pack's levels, with pictures and results."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.packs.checks import CheckBar
from flowdesk.app.packs.listing import COLUMNS, Listing
from flowdesk.app.packs.places import PlaceMenu
from flowdesk.app.packs.rows import Field
from flowdesk.app.packs.table import Table
from flowdesk.app.packs.thumbnails import Thumbnails
from flowdesk.app.timers import Slices
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.desk.documents.document import Document
from flowdesk.desk.knowledge.survey import Survey
from flowdesk.desk.packs.following import opened_in
from flowdesk.desk.packs.pack import Item, Pack
from flowdesk.desk.play.results import Results
from flowdesk.draw.theme import Theme

_PICTURE_POINTS = 48


class PackView:
    """Shows a pack in its order or sorted by a column, and marks the open level.

    `on_change` is called when other commands may have become possible, `keep` is the button to keep
    the order that is shown. `is_listed` is whether the folder has been listed, `opened` the id of
    the level that is open in the main window. `show_time` tells whether times of games are shown.
    """

    def __init__(
        self,
        parent: tk.Misc,
        pack: Pack,
        document: Document,
        survey: Survey,
        results: Results,
        undo_key: str,
        go_to: Callable[[Path], object],
    ) -> None:
        self.frame = frame = ttk.Frame(parent)
        self.on_change: Callable[[], None] = lambda: None
        self.show_time: Callable[[], bool] = lambda: True
        self.pack = pack
        self.listing = Listing(survey, results)
        self.is_listed = False
        self._document = document
        self._survey, self._results = survey, results
        self._undo_key = undo_key
        self._colors = look.DARK
        self.opened: int | None = None
        self._sorting = Slices(frame)
        self._sort_next: tuple[str, bool] | None = None
        line = ttk.Frame(frame, padding=(8, 0, 8, 2))
        line.pack(side="top", fill="x")
        self._place = PlaceMenu(line, go_to)
        self._place.pack(side="left")
        self._about = ttk.Label(line, style="Faint.TLabel", padding=(8, 0))
        self._about.pack(side="left")
        self.keep = ttk.Button(line, text="Keep this order")
        Tooltip(self.keep, "Save this order as the order of the pack")
        self.bar = CheckBar(frame, survey, self._news)
        self.bar.pack(side="bottom", fill="x")
        size = round(frame.winfo_fpixels("1p") * _PICTURE_POINTS)
        self.table = Table(frame, COLUMNS, self._fields_of, size)
        self._thumbnails = Thumbnails(frame, size, self.table.refresh)
        self.table.pack(side="top", fill="both", expand=True)
        self.table.on_select = lambda: self.on_change()
        self.table.on_heading = self.sort_by

    # What is shown

    @property
    def selection(self) -> list[Item]:
        """The selected items, in any order."""
        return [self.listing.items[id] for id in self.table.selected]

    @property
    def is_sorting(self) -> bool:
        return self._sorting.running

    def show(self, pack: Pack) -> None:
        self.bar.say("")
        self.pack, self.listing = pack, Listing(self._survey, self._results)
        self.is_listed = bool(pack.items)
        self.table.select([])

    def set_theme(self, theme: Theme) -> None:
        self._colors = look.palette_of(theme)
        self._thumbnails.set_theme(theme)
        self.table.set_colors(self._colors)
        look.dress_menus(self._place.menu, self._colors)

    def read(self) -> None:
        """Update the list from the pack."""
        pack, path, listing = self.pack, self.pack.path, self.listing
        items = () if pack.unavailable else pack.items
        listing.read(items)
        self.table.rename("counted", listing.counted)
        self.opened = opened_in(self._document, pack)
        self._place.show(path, [item.path for item in items if item.number == 1])
        self._show_about()
        self.bar.show(listing.levels, pack.unread)
        self._show_order()
        if self._sort_next and not pack.unread:
            self._sort(*self._sort_next)

    def show_played(self) -> None:
        """Show what was solved meanwhile."""
        self._show_about()
        self.table.refresh()

    def _show_about(self) -> None:
        how_many = f"{self._how_many()}: " if self.listing.items else ""
        self._about.configure(text=f"{how_many}{self.pack.path}")

    def _how_many(self) -> str:
        levels, unread, solved = len(self.listing.levels), self.pack.unread, self.listing.solved
        text = "1 puzzle" if levels == 1 else f"{levels:,} puzzles"
        text += f", {solved:,} solved" if solved else ""
        files = "1 file" if unread == 1 else f"{unread:,} files"
        return f"{text}, {files} not read yet" if unread else text

    def _show_order(self) -> None:
        listing = self.listing
        if listing.sorted_by:
            self.keep.pack(side="right")
            self.keep.state(["disabled" if self.pack.unread else "!disabled"])
        else:
            self.keep.pack_forget()
        self.table.empty = self._why_empty()
        self.table.show(listing.order, listing.sorted_by, descending=listing.descending)
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
            return "All puzzles were deleted", f"{self._undo_key} restores them."
        return (
            "There are no puzzles in this folder",
            "A pack is a folder of puzzles, or one file with many. Puzzles that you save in "
            "this folder appear here. To open another pack, click the folder's name above.",
        )

    def _fields_of(self, id: int) -> tuple[Field, ...]:
        picture, is_open, show_time = self._thumbnails.picture, id == self.opened, self.show_time()
        return self.listing.fields(id, self._colors, picture, is_open=is_open, show_time=show_time)

    def _news(self) -> None:
        """Show new results, or that checking has begun or ended."""
        self.table.refresh()
        self.on_change()

    # Choosing and sorting

    def choose(self) -> None:
        """Select the open level, or the first one if nothing is selected."""
        if self.opened is not None:
            self.table.select([self.opened])
        elif not self.table.selected:
            self.table.select(self.listing.order[:1])

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
        sorting = self.listing.sort(column, descending=descending)
        self._sorting.start(sorting, self._sort_done)

    def _sort_done(self) -> None:
        if not self._sorting.running:
            self._show_order()

    def stop(self) -> None:
        self.bar.stop()
        self._sorting.stop()
        self._thumbnails.stop()
        self._sort_next = None
