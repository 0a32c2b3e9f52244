"""PackView: the list of a pack's levels, with pictures and results."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.front import Front
from flowdesk.app.packs.bars import MOST, CheckBar, Details, FilterBar, PlaceMenu
from flowdesk.app.packs.listing import ALL, COLUMNS, Filter, PackListing
from flowdesk.app.packs.pictures import DifficultyCurve, Thumbnails
from flowdesk.app.packs.table import LevelTable, RowField
from flowdesk.app.scale import pixels
from flowdesk.app.timers import Slices, jobs_of
from flowdesk.app.widgets.narrow import FittedMenu
from flowdesk.app.widgets.tooltip import ShortLabel, Tooltip
from flowdesk.app.widgets.toplevel import pack_if
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Signal
from flowdesk.core.storage import path_text
from flowdesk.core.text import counted
from flowdesk.desk.knowledge.survey import Survey
from flowdesk.desk.packs.lineup import opened_in
from flowdesk.desk.packs.manifest import NOTHING
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.pack_index import PackItem
from flowdesk.desk.packs.twins import Twin, Twins
from flowdesk.desk.play.results import Results
from flowdesk.desk.publishing.results import Collected
from flowdesk.kinds.entry import Entry

#: Points of a picture, and how much of the screen's height it may have.
_PICTURE, _SHARE = 48, 0.25
_GAP = 4.5  # points before a button above the list


class PackView:
    """Shows a pack in its order or sorted by a column, and marks the open level.

    Emits `changed` when other commands may have become possible. `keep` is the button to keep the
    order that is shown. `is_listed` is whether the folder has been listed, `opened` the id of the
    level that is open in the main window. `details` shows the level under the cursor, whose notes
    `note` keeps; `open_twin` opens one that is not in the pack.
    """

    def __init__(
        self,
        front: Front,
        parent: tk.Misc,
        pack: Pack,
        results: Results,
        *,
        go_to: Callable[[Path], object],
        open_twin: Callable[[Twin], object],
        note: Callable[[int, str], bool],
    ) -> None:
        self.top, self.frame = parent, (frame := ttk.Frame(parent))
        self.changed: Signal[[]] = Signal()
        self._front, self._shell, self._results = front, front.shell, results
        shell = front.shell
        survey = Survey(jobs_of(frame), shell.show_error, shell.shared.verdicts)
        self.pack = pack
        self._twins = Twins()
        self.listing = PackListing(survey, results, self._twins, Collected(pack.path))
        self.is_listed = False
        self._version = -1  # of the pack as it is shown
        self.files: Sequence[int] = ()  # the ids of those that are shown
        self._open_twin = open_twin
        self.opened: int | None = None
        self.sorting = Slices(frame)
        self._sort_next: tuple[str, bool] | None = None
        self._comparing = Slices(frame)
        self._compared: tuple[Pack, int] | None = None
        line = ttk.Frame(frame, padding=("6p", 0, "6p", "1.5p"))
        line.pack(side="top", fill="x")
        self._place = PlaceMenu(line, go_to)
        self._place.pack(side="left")
        self.filter = FilterBar(line, self._sift, lambda: self.table.focus_force())
        self.filter.pack(side="right")
        self._about = ShortLabel(line, style="Faint.TLabel", padding=("6p", 0))
        self.arrange = ttk.Menubutton(line, text="Arrange  ")
        self.arrange_menu = FittedMenu(self.arrange)
        self.arrange.configure(menu=self.arrange_menu)
        Tooltip(self.arrange, "Put the puzzles of this pack in another order")
        self.keep = ttk.Button(line, text="Keep this order")
        self._about.pack(side="left", fill="x", expand=True)
        line.bind("<Configure>", lambda event: self._fit_line())
        Tooltip(self.keep, "Save this order as the order of the pack")
        self.bar = CheckBar(frame, survey, self._news, shell)
        self.bar.pack(side="bottom", fill="x")
        self.say = self.bar.say
        self.details = Details(frame, "*", note)
        picture = min(_PICTURE, _SHARE * frame.winfo_screenheight() / frame.winfo_fpixels("1p"))
        self.table = LevelTable(
            frame,
            COLUMNS,
            self._fields_of,
            picture,
            lambda beginning: self.listing.find(beginning, self.table.cursor),
        )
        self.ask_title = self.table.edit
        self._thumbnails = Thumbnails(frame, picture, self.table.refresh)
        self.table.pack(side="top", fill="both", expand=True)
        frame.bind("<Configure>", lambda event: self._fit(event.height))
        self.curve = DifficultyCurve(
            frame,
            lambda: self.listing.ratings(),
            lambda id: self.listing.rating_of(id),
            self._go_to,
            self._appear,
        )
        self.details.twin_chosen.connect(self._go_to_twin, shell)
        self.details.left.connect(self._note_left, shell)
        self.table.selection_changed.connect(self.show_details, shell)
        self.table.selection_changed.connect(self.changed.emit, shell)
        self.table.heading_clicked.connect(self.sort_by, shell)

    # What has room

    def _fit_line(self) -> None:
        """Leave out the menu of orders where it has no room, and that of the filter.

        What keeps an order comes first while there is one to keep.
        """
        place, keep, arrange = self._place, self.keep, self.arrange
        gap, keeps = pixels(place, _GAP), bool(self.listing.sorted_by)
        beside = pixels(place, 12) + place.winfo_reqwidth()
        beside += (keep.winfo_reqwidth() + gap) * keeps
        room = self.filter.fit(place.master.winfo_width() - beside)
        pack_if(keeps, keep, side="right", padx=(gap, 0), before=self.filter)
        is_fitting = arrange.winfo_reqwidth() + gap <= room
        pack_if(is_fitting, arrange, side="right", padx=(gap, 0), before=self._about)

    def _fit(self, height: int) -> None:
        """Leave out the note, and what is said, where they would leave no row.

        Who wants to write a note sees it.
        """
        room = height - self.least
        has_room = room >= self.bar.winfo_reqheight()
        pack_if(has_room, self.bar, side="bottom", fill="x", before=self.table)
        if room >= self.bar.winfo_reqheight() + self.details.room:
            self._show_note()
        else:
            self.details.pack_forget()

    @property
    def least(self) -> int:
        """The pixels of height in which a row is seen."""
        return self._place.winfo_reqheight() + self.table.least

    def _show_note(self) -> None:
        self.details.pack(side="bottom", fill="x", before=self.table)

    def write_note(self) -> None:
        self._show_note()
        self.details.focus_field()

    # What is shown

    @property
    def selection(self) -> list[PackItem]:
        return [self.listing.items[id] for id in self.table.picked]

    @property
    def shown(self) -> list[PackItem]:
        return [self.listing.items[id] for id in self.listing.order]

    # For the editor

    @property
    def target(self) -> Pack:
        return self.pack

    @property
    def order(self) -> Sequence[int]:
        return self.listing.order

    @property
    def selected(self) -> Sequence[int]:
        return [item.id for item in self.selection if not item.problem]

    @property
    def cursor(self) -> int | None:
        return self.table.cursor

    @property
    def chosen(self) -> Sequence[Entry]:
        return [item.entry for item in self.selection if item.entry]

    def name_of(self, id: int) -> str:
        return self.listing.items[id].title or self.listing.items[id].name

    def select(self, ids: Iterable[int]) -> None:
        """Select levels; the cursor stays on one of them."""
        chosen = set(ids)
        self.table.select(chosen, self.table.cursor if self.table.cursor in chosen else None)

    def show_new(self, target: object, ids: Sequence[int]) -> None:
        self.select(ids)

    def show(self, pack: Pack) -> None:
        self.details.store()
        self.bar.say("")
        players = Collected(pack.path)
        self.pack = pack
        self.listing = PackListing(self.bar.survey, self._results, self._twins, players)
        self.filter.clear()
        self.is_listed, self._version = bool(pack.items), -1
        self.table.select([])

    def read(self) -> None:
        pack, path, listing = self.pack, self.pack.path, self.listing
        items = () if pack.unavailable else pack.items
        self._version, self.files = pack.index.version, pack.index.order
        listing.read(items, {} if pack.unavailable else pack.remarks)
        try:
            listing.players.refresh()
        except FlowDeskError as error:
            self.say(str(error))
        self.table.rename("counted", listing.counted)
        self.opened = opened_in(self._front.document, pack)
        self._place.show(path, [item.path for item in items if item.number == 1])
        self._show_about()
        self.bar.show(listing.levels, pack.unread)
        self._show_order()
        self.show_details()
        if self._sort_next and not pack.unread:
            self._sort(*self._sort_next)
        if not pack.unread and self._compared != (pack, pack.index.version):
            self._compared = pack, pack.index.version
            self._comparing.start(self._twins.find(items), self._slice_compared)

    @property
    def is_stale(self) -> bool:
        return self._version != self.pack.index.version

    def show_played(self) -> None:
        """Show what was solved meanwhile."""
        self._show_about()
        self.table.refresh()

    def _slice_compared(self) -> None:
        if not self._comparing.running:
            if self.listing.filter.twin:
                self.listing.sift()
                self._show_order()
            self._show_about()
            self.table.refresh()
            self.show_details()

    def _show_about(self) -> None:
        levels, solved, unread = self.listing.levels, self.listing.solved, self.pack.unread
        text = counted(len(levels), "puzzle")
        text += f", {solved:,} solved" if solved else ""
        twins = self._twins.count
        players = len(self.listing.players.players)
        text += f", results of {counted(players, 'player')}" if players else ""
        text += f", {twins:,} the same as others" if twins and levels else ""
        text += f", {counted(unread, 'file')} not read yet" if unread else ""
        how_many = f"{text}: " if self.listing.items else ""
        self._about.show(f"{how_many}{path_text(self.pack.path)}")

    def _show_order(self) -> None:
        listing = self.listing
        self._fit_line()
        self.keep.state(["disabled" if self.pack.unread else "!disabled"])
        self.table.empty = self._why_empty()
        self.table.can_drag = not listing.sorted_by and listing.filter == ALL
        self.table.show(listing.order, listing.sorted_by, descending=listing.descending)
        self.curve.refresh()
        self.changed.emit()

    def _why_empty(self) -> tuple[str, str]:
        pack = self.pack
        if pack.unavailable:
            return (
                "This pack is not available",
                f"{pack.unavailable} It is shown here again as soon as it can be read.",
            )
        if not self.is_listed:
            return "Reading ...", ""
        if self.listing.items:
            return (
                "No puzzle is shown",
                "None is as you asked above. Escape shows all of them again.",
            )
        if pack.history.undo_label:
            return "All puzzles were deleted", f"{self._shell.key('Undo')} restores them."
        return (
            "There are no puzzles in this folder",
            "A pack is a folder of puzzles, or one file with many. Puzzles that you save in "
            "this folder appear here. To open another pack, click the folder's name above.",
        )

    def _fields_of(self, id: int) -> tuple[RowField, ...]:
        colors, show_time = look.colors_of(self.frame), self._shell.settings.show_time
        picture, is_open = self._thumbnails.picture, id == self.opened
        return self.listing.fields(id, colors, picture, is_open=is_open, show_time=show_time)

    def _news(self) -> None:
        """Show new results, or that checking has begun or ended."""
        self.table.refresh()
        self.curve.refresh()
        self.changed.emit()

    # The level under the cursor

    def show_details(self) -> None:
        """Show what is noted about the level under the cursor, and which ones are the same."""
        self.curve.point_at(self.table.cursor)
        item, pack = self.listing.items.get(self.table.cursor or 0), self.pack
        if item is None:
            self.details.show(None)
            return
        twins = self._twins.of(item, MOST)
        more = max(self._twins.number_of(item) - len(twins), 0)
        named = [(self.listing.name_of(twin), twin) for twin in twins]
        remark = self.listing.remarks.get(item.id, NOTHING)
        self.details.show(item, remark, named, more, pack.fixed)

    def _note_left(self) -> None:
        self._fit(self.frame.winfo_height())
        self.table.focus_force()

    def _go_to_twin(self, twin: Twin) -> None:
        if twin.id is None:
            self._open_twin(twin)
            return
        if twin.id not in self.listing.order:
            self.filter.clear()
        self._go_to(twin.id)

    # The curve of difficulty

    def _appear(self, wanted: bool) -> None:
        place = {"side": "top", "fill": "x", "padx": ("6p", 0), "pady": "3p"}
        pack_if(wanted, self.curve, before=self.table, **place)

    def _go_to(self, id: int) -> None:
        if id in self.listing.items:
            self.table.select([id])
            self.table.focus_force()

    # Choosing and sorting

    def _sift(self, filter: Filter) -> None:
        """Show the levels that a filter lets through."""
        if filter != self.listing.filter:
            self.listing.sift(filter)
            self._show_order()
            if self.table.cursor is None:
                self.table.select(self.listing.order[:1])
            else:
                self.table.bring_into_sight(self.table.cursor)

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
            self.sorting.stop()
            self._sort_next = None
            listing.unsort()
            self._show_order()
        else:
            self._sort(column, listing.sorted_by == column and not listing.descending)

    def _sort(self, column: str, descending: bool) -> None:
        """Sort the levels that were read, and sort again once all are."""
        self._sort_next = (column, descending) if self.pack.unread else None
        sorting = self.listing.sort(column, descending=descending)
        self.sorting.start(sorting, self._sort_done)

    def _sort_done(self) -> None:
        if not self.sorting.running:
            self._show_order()

    def stop(self) -> None:
        self.details.store()
        self.bar.stop()
        self.sorting.stop()
        self._comparing.stop()
        self._compared = None
        self._sort_next = None
