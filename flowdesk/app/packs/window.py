"""PackWindow: the pack browser, a window of its own beside the one with the board."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from flowdesk.app import look
from flowdesk.app.actions import key_sequences, key_text
from flowdesk.app.dialogs import message
from flowdesk.app.packs.changes import Changes
from flowdesk.app.packs.checks import CheckBar
from flowdesk.app.packs.columns import COLUMNS, fields_of
from flowdesk.app.packs.commands import COMMANDS, Command
from flowdesk.app.packs.listing import Listing
from flowdesk.app.packs.places import PlaceMenu
from flowdesk.app.packs.reading import Reading
from flowdesk.app.packs.rows import Field
from flowdesk.app.packs.table import Table
from flowdesk.app.packs.thumbnails import Thumbnails
from flowdesk.app.slices import Slices
from flowdesk.app.timers import Timer
from flowdesk.app.widgets.tooltip import add_tooltip
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.documents.document import Happening
from flowdesk.desk.knowledge.survey import Survey
from flowdesk.desk.knowledge.verdict_store import VerdictStore, verdict_file
from flowdesk.desk.packs.following import opened_in
from flowdesk.desk.packs.pack import Item, Pack

if TYPE_CHECKING:
    from flowdesk.app.window import Window

_PICTURE_POINTS = 48
_FRAME_SECONDS = 0.012  # of painting pictures, before anything else has its turn


class PackWindow:
    """The browser; closing only hides it, so that what was found out stays known."""

    changes: Changes
    table: Table
    listing: Listing

    def __init__(self, window: Window, pack: Pack, go_to: Callable[[Path], object]) -> None:
        self.top = tk.Toplevel(window.root)
        self.top.withdraw()
        self.pack: Pack = pack
        self._window = window
        self._survey = Survey(window.show_error, VerdictStore(verdict_file()))
        self.listing = Listing()
        self.changes = Changes(self, window.document)
        self._opened: int | None = None
        self._painting = Timer(self.top)
        self._reading = Reading(self)
        self._sorting = Slices(self.top)
        self._is_choosing = self._is_check_next = False
        self._sort_next: tuple[str, bool] | None = None
        self._buttons: list[tuple[ttk.Button, Command]] = []
        self._build(go_to)
        self.theme_changed()
        self.top.bind("<FocusIn>", lambda event: self._reading.take_in())
        self.table.on_edited = self._reading.fill_in
        self.top.protocol("WM_DELETE_WINDOW", self.hide)
        window.document.listeners.append(self._document_changed)

    def _build(self, go_to: Callable[[Path], object]) -> None:
        top = self.top
        top.geometry(self._window.settings.pack_geometry or "900x680")
        top.minsize(640, 400)
        toolbar = ttk.Frame(top, padding=(8, 6))
        toolbar.pack(side="top", fill="x")
        for command in COMMANDS:
            self._add_command(toolbar, command)
        self._check = ttk.Button(toolbar, style=look.ACCENT, takefocus=False)
        self._check.configure(command=self.check_all)
        self._check.pack(side="right", padx=2)
        add_tooltip(self._check, "How many solutions has each level, and how hard is it?  (F5)")
        line = ttk.Frame(top, padding=(8, 0, 8, 2))
        line.pack(side="top", fill="x")
        self._place = PlaceMenu(line, go_to)
        self._place.pack(side="left")
        self._about = ttk.Label(line, style="Faint.TLabel", padding=(8, 0))
        self._about.pack(side="left")
        self._keep = ttk.Button(line, text="Keep this order", command=self.changes.keep_order)
        add_tooltip(self._keep, "The levels are only shown in this order: make it the pack's own")
        self._bar = CheckBar(top, self._survey, self._news)
        self._bar.pack(side="bottom", fill="x")
        size = round(top.winfo_fpixels("1p") * _PICTURE_POINTS)
        self._thumbnails = Thumbnails(top, size)
        self.table = Table(top, COLUMNS, self._fields_of, size)
        self.table.pack(side="top", fill="both", expand=True)
        self.table.on_select = self.refresh_buttons
        self.table.on_open = self.open
        self.table.on_heading = self.sort_by
        self.table.on_menu = self._show_menu
        self._menu = tk.Menu(top, tearoff=False)
        self.table.on_drawn = self._paint_soon

    def _add_command(self, toolbar: ttk.Frame, command: Command | None) -> None:
        if command is None:
            line = ttk.Separator(toolbar, orient="vertical")
            line.pack(side="left", fill="y", padx=6, pady=4)
            return
        for sequence in key_sequences(command.key, self._window.mac):
            self.top.bind(sequence, self._key_handler(command))
        if command.tip:
            button = ttk.Button(toolbar, text=command.label, takefocus=False)
            button.configure(command=partial(self._perform, command))
            button.pack(side="left", padx=2)
            add_tooltip(button, f"{command.tip}  ({key_text(command.key, self._window.mac)})")
            self._buttons.append((button, command))

    def _key_handler(self, command: Command) -> Callable[[tk.Event[Any]], str | None]:
        def handle(event: tk.Event[Any]) -> str | None:
            if isinstance(event.widget, ttk.Entry):
                return None  # the key means the text
            self._perform(command)
            return "break"

        return handle

    def _perform(self, command: Command) -> None:
        self.table.stop_editing()
        if self._is_possible(command):
            command.run(self)

    def _is_possible(self, command: Command) -> bool:
        return not self.changes.running and command.enabled(self)

    # What is shown

    @property
    def selection(self) -> list[Item]:
        """What is selected, in no order."""
        return [self.listing.items[id] for id in self.table.selected]

    @property
    def is_sorted(self) -> bool:
        """Whether the levels are shown in another order than the pack's own."""
        return bool(self.listing.sorted_by)

    @property
    def is_busy(self) -> bool:
        """Whether rows are still being filled in, sorted or changed."""
        return self._reading.running or self._sorting.running or self.changes.running

    def show(self, pack: Pack) -> None:
        """Show a pack."""
        self.changes.stop()
        self._rest()
        self.say("")
        self.pack, self.listing = pack, Listing()
        self._reading.is_listed = bool(pack.items)
        self.table.select([])
        self.appear()

    def appear(self) -> None:
        """Bring the window up, and into sight the level that is open."""
        self.read()
        self.top.deiconify()
        self.top.lift()
        self.top.update_idletasks()
        self.table.focus_force()
        self._is_choosing = True
        self._reading.catch_up()

    def hide(self) -> None:
        """Close the window for now."""
        self._rest()
        self.top.withdraw()
        self._window.view.focus_force()

    def close(self) -> None:
        """End everything."""
        self._painting.stop()
        self.changes.stop()
        self._rest()
        self._window.remember(pack_geometry=self.top.geometry().split("+")[0])
        self.top.destroy()

    def say(self, text: str) -> None:
        """Say what has happened."""
        self._bar.say(text)

    def key(self, label: str) -> str:
        """The key of the command with this label, as people write it."""
        key = next(command.key for command in COMMANDS if command and command.label == label)
        return key_text(key, self._window.mac)

    def theme_changed(self) -> None:
        """Use the present theme's colours."""
        colors = self._window.colors
        self.top.configure(background=colors.background)
        self._thumbnails.set_theme(self._window.theme)
        self.table.set_colors(colors)
        self._place.set_colors(colors)
        look.dress_menus(self._menu, colors)

    def read(self) -> None:
        """Show the pack as it is now."""
        path, listing = self.pack.path, self.listing
        items = () if self.pack.unavailable else self.pack.items
        listing.read(items)
        self._opened = opened_in(self._window.document, self.pack)
        self.top.title(f"{path.name} – FlowDesk")
        self._place.show(path, [item.path for item in items if item.number == 1])
        self._about.configure(text=f"{self._how_many()}: {path}" if items else str(path))
        self._bar.show(listing.levels)
        self._show_order()

    def learn(self, levels: Iterable[Puzzle]) -> None:
        """Look up what is known of levels that were read just now, before all are summed up."""
        self._bar.learn(levels)

    def _how_many(self) -> str:
        levels, unread = len(self.listing.levels), self.pack.unread
        text = "1 level" if levels == 1 else f"{levels:,} levels"
        files = "1 file" if unread == 1 else f"{unread:,} files"
        return f"{text}, {files} still to be read" if unread else text

    def _show_order(self) -> None:
        listing = self.listing
        if self.is_sorted:
            self._keep.pack(side="right")
            self._keep.state(["disabled" if self.pack.unread else "!disabled"])
        else:
            self._keep.pack_forget()
        self.table.on_drop = None if self.is_sorted else self.changes.drop
        self.table.show(listing.order, listing.sorted_by, descending=listing.descending)
        self.table.show_when_empty(*self._why_empty())
        self.refresh_buttons()

    def _why_empty(self) -> tuple[str, str]:
        if self.pack.unavailable:
            return (
                "This pack cannot be shown now",
                f"{self.pack.unavailable} As soon as it can be read again it is shown here.",
            )
        if not self._reading.is_listed:
            return "Reading ...", ""
        if self.pack.undo_label:
            key = self.key("Undo")
            return "All levels were deleted", f"{key} brings them back."
        return (
            "There are no levels in this folder",
            "A pack is a folder of levels, or one file with many. What is saved into this folder "
            "appears here; the button with the folder's name leads to other packs.",
        )

    def refresh_buttons(self) -> None:
        """Show what can be done now."""
        for button, command in self._buttons:
            button.state(["!disabled" if self._is_possible(command) else "disabled"])
        is_checking = self._survey.running or self._is_check_next
        self._check.configure(text="Stop" if is_checking else "Check all")
        self._check.state(["disabled" if self.pack.unavailable else "!disabled"])

    def _fields_of(self, id: int) -> tuple[Field, ...]:
        listing, survey = self.listing, self._survey
        level = listing.level(id)
        return fields_of(
            listing.items[id],
            listing.places[id],
            survey.known(level) if level else None,
            self._window.colors,
            picture=self._thumbnails.known(level) if level else None,
            is_open=id == self._opened,
            is_checked_now=level is not None and survey.is_at_work(level),
        )

    def _paint_soon(self, ids: list[int]) -> None:
        """Paint the pictures that are missing of what is in sight."""
        levels = [level for id in ids if (level := self.listing.level(id))]
        if not self._painting.running and not all(map(self._thumbnails.known, levels)):
            self._painting.start(1, self._paint, levels)

    def _paint(self, levels: list[Puzzle]) -> None:
        end = time.perf_counter() + _FRAME_SECONDS
        for level in levels:
            self._thumbnails.painted(level)
            if time.perf_counter() > end:
                break
        self.table.refresh()

    def _news(self) -> None:
        """More is known of the levels, or checking has begun or ended."""
        self.table.refresh()
        self.refresh_buttons()

    def _show_menu(self, x: int, y: int) -> None:
        """The commands for what is selected, where the pointer is."""
        menu = self._menu
        menu.delete(0, "end")
        for command in COMMANDS:
            if command is None:
                menu.add_separator()
            else:
                menu.add_command(
                    label=command.label,
                    accelerator=key_text(command.key, self._window.mac),
                    command=partial(self._perform, command),
                    state="normal" if self._is_possible(command) else "disabled",
                )
        menu.tk_popup(x, y)

    def show_keys(self) -> None:
        """The sheet of all keys."""
        rows = [("", "On the levels"), ("Arrows", "choose a level, with Shift several")]
        rows += [(self.key(c.label), c.tip or c.label) for c in COMMANDS if c]
        message.show_table(self.top, "Keys in the pack browser", rows)

    # What others do

    def _document_changed(self, what: Happening) -> None:
        """Another level was opened in the main window, or one was saved."""
        if what is not Happening.EDITED and self.top.state() != "withdrawn":
            self.read()
            self._reading.catch_up()

    def choose_first(self, *, anew: bool) -> None:
        """Once the names are there: select the level that is open, or else any, where wanted."""
        if self._is_choosing or anew:
            self._is_choosing = False
            if self._opened is not None:
                self.table.select([self._opened])
            elif not self.table.selected:
                self.table.select(self.listing.order[:1])

    def all_is_read(self) -> None:
        """Do what had to wait until all levels were read."""
        if self._sort_next:
            self._sort(*self._sort_next)
        if self._is_check_next:
            self._is_check_next = False
            self.check_all()

    def _rest(self) -> None:
        """Stop everything that goes on by itself."""
        self._bar.stop()
        self._reading.stop()
        self._sorting.stop()
        self._is_check_next, self._sort_next = False, None

    # Commands

    def open(self) -> None:
        """Open the level in the main window, and with it its file."""
        if self.table.cursor is None:
            return
        item, window = self.listing.items[self.table.cursor], self._window
        window.root.lift()
        if window.files.open_level(item.path, max(item.number - 1, 0)):
            window.view.focus_force()
        else:
            self.top.lift()

    def sort_by(self, column: str) -> None:
        """Show the levels sorted by a column; a second time the other way round."""
        listing = self.listing
        if column == "place":
            self._sorting.stop()
            self._sort_next = None
            listing.unsort()
            self._show_order()
        else:
            self._sort(column, listing.sorted_by == column and not listing.descending)

    def _sort(self, column: str, descending: bool) -> None:
        """Sort what was read, and again when all is read."""
        self._sort_next = (column, descending) if self.pack.unread else None
        sorting = self.listing.sort(column, self._survey.known, descending=descending)
        self._sorting.start(sorting, self._sort_done)

    def _sort_done(self) -> None:
        if not self._sorting.running:
            self._show_order()

    def check_all(self) -> None:
        """Find out how many solutions each level has, and how hard it is; or stop that."""
        if self._survey.running or self._is_check_next:
            self._is_check_next = False
            self._bar.stop()
        elif self.pack.unread:
            self._is_check_next = True
            self.say("Checking begins when all levels are read.")
        else:
            self._bar.start()
        self.refresh_buttons()

    def print_booklet(self) -> None:
        """Lay all levels out on pages, in the order in which they are shown."""
        items = [self.listing.items[id] for id in self.listing.order]
        entries = [item.entry for item in items if item.entry]
        self._window.exporting.print_levels(self.top, entries, self.pack.path.stem)
        if self._window.exporting.running:
            self.say("The booklet is being written: the main window says how far it is.")
