"""PackWindow: the window of the pack browser."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tkinter import ttk

from flowdesk.app import look
from flowdesk.app.packs.commands import Command, Commands
from flowdesk.app.packs.editing import Editing
from flowdesk.app.packs.reading import Reading
from flowdesk.app.packs.view import PackView
from flowdesk.app.widgets.tooltip import add_tooltip
from flowdesk.app.widgets.window_size import set_size
from flowdesk.desk.documents.document import Document, DocumentEvent
from flowdesk.desk.knowledge.survey import Survey, VerdictStore, verdict_file
from flowdesk.desk.packs.pack import Pack
from flowdesk.draw.theme import Theme
from flowdesk.kinds.entry import Entry


@dataclass(frozen=True)
class Host:
    """What the pack browser needs of the main window.

    `document` is the one that is open there. `open_level` opens a level of a file there, counted
    from 0, and returns False if unsaved work prevents it; `go_back` gives the focus to the board.
    `geometry` is the last size of the browser, and `remember` stores it. `print_levels` opens the
    dialog for a booklet of that name above a window, and returns whether it is being written.
    `show_error` shows an internal error.
    """

    root: tk.Misc
    document: Document
    mac: bool
    geometry: str
    remember: Callable[[str], None]
    theme: Callable[[], Theme]
    open_level: Callable[[Path, int], bool]
    print_levels: Callable[[tk.Misc, Sequence[Entry], str], bool]
    go_back: Callable[[], None]
    show_error: Callable[[str], None]


class PackWindow:
    """The browser; closing only hides it, so that results and undo are kept."""

    def __init__(self, host: Host, pack: Pack, go_to: Callable[[Path], object]) -> None:
        self._host = host
        self.top = top = tk.Toplevel(host.root)
        top.withdraw()
        set_size(top, host.geometry or "900x680", least=(640, 400))
        survey = Survey(host.show_error, VerdictStore(verdict_file()))
        self.view = PackView(top, pack, host.document, survey, self._key, go_to)
        self.editing = Editing(self.view, host.document, self._key)
        self._reading = Reading(self.view, lambda: self.editing.running)
        self._commands = self._build_commands()
        self._check = ttk.Button(self._commands.toolbar, style=look.ACCENT, takefocus=False)
        self._check.configure(command=self.view.check_all)
        self._check.pack(side="right", padx=2)
        add_tooltip(
            self._check, "Find out how many solutions each level has, and how hard it is  (F5)"
        )
        self._commands.toolbar.pack(side="top", fill="x")
        self.view.frame.pack(side="top", fill="both", expand=True)
        self.view.on_change = self._refresh
        self.view.on_drop, self.view.on_keep = self.editing.drop, self.editing.keep_order
        self.view.table.on_open = self.open
        self.view.table.on_menu = self._commands.show_menu
        self.view.table.on_edited = self._reading.fill_in
        self.theme_changed()
        top.bind("<FocusIn>", lambda event: self._reading.take_in())
        top.protocol("WM_DELETE_WINDOW", self.hide)
        host.document.listeners.append(self._document_changed)

    def _build_commands(self) -> Commands:
        view, edit = self.view, self.editing
        table = (
            Command("Open", self.open, "Return", "Open the level in the main window", edit.is_one),
            None,
            Command("▲ Up", partial(edit.move, -1), "Mod-Up", "Move the levels up", edit.can_move),
            Command(
                "▼ Down", partial(edit.move, 1), "Mod-Down", "Move the levels down", edit.can_move
            ),
            Command("Rename", edit.rename, "F2", "Change the title of the level", edit.is_one),
            Command("Duplicate", edit.duplicate, "Mod-d", "Copy the levels", edit.is_any),
            Command(
                "Delete",
                edit.delete,
                "Delete",
                "Delete the levels",
                edit.is_any,
            ),
            None,
            Command("Undo", edit.undo, "Mod-z", "Undo the last change", edit.can_undo),
            Command("Redo", edit.redo, "Mod-Shift-Z", "Redo the last undone change", edit.can_redo),
            Command("Print booklet ...", self.print_booklet, "Mod-p", enabled=self._can_print),
            Command("Select all", view.table.select_all, "Mod-a"),
            Command("Check all, or stop", view.check_all, "F5"),
            Command("Keys", self._show_keys, "question"),
            Command("Close", self.hide, "Escape"),
        )
        return Commands(self.top, table, self._may_run, view.table.stop_editing, mac=self._host.mac)

    def _may_run(self) -> bool:
        """Whether no change is being made."""
        return not self.editing.running

    def _key(self, label: str) -> str:
        return self._commands.key(label)

    def _show_keys(self) -> None:
        self._commands.show_keys()

    @property
    def pack(self) -> Pack:
        return self.view.pack

    @property
    def is_busy(self) -> bool:
        """Whether rows are still being filled in, sorted or changed."""
        return self._reading.running or self.view.is_sorting or self.editing.running

    def show(self, pack: Pack) -> None:
        self.editing.stop()
        self._rest()
        self.top.title(f"{pack.path.name} – FlowDesk")
        self.view.show(pack)
        self.appear()

    def appear(self) -> None:
        """Raise the window, and scroll to the open level."""
        self.view.read()
        self.top.deiconify()
        self.top.lift()
        self.top.update_idletasks()
        self.view.table.focus_force()
        self.view.choose_soon()
        self._reading.catch_up()

    def hide(self) -> None:
        self._rest()
        self.top.withdraw()
        self._host.go_back()

    def close(self) -> None:
        self.editing.stop()
        self._reading.stop()
        self.view.close()
        self._host.remember(self.top.geometry().split("+")[0])
        self.top.destroy()

    def theme_changed(self) -> None:
        theme = self._host.theme()
        colors = look.palette_of(theme)
        self.top.configure(background=colors.background)
        self.view.set_theme(theme)
        self._commands.set_colors(colors)

    def open(self) -> None:
        """Open the level under the cursor, with its file, in the main window."""
        if self.view.table.cursor is None:
            return
        item = self.view.listing.items[self.view.table.cursor]
        if not self._host.open_level(item.path, max(item.number - 1, 0)):
            self.top.lift()

    def print_booklet(self) -> None:
        """Print all levels, in the order that is shown."""
        items = [self.view.listing.items[id] for id in self.view.listing.order]
        entries = [item.entry for item in items if item.entry]
        if self._host.print_levels(self.top, entries, self.pack.path.stem):
            self.view.say("The booklet is being written. The main window shows the progress.")

    def _can_print(self) -> bool:
        return bool(self.view.listing.levels) and not self.pack.unread

    def _refresh(self) -> None:
        self._commands.refresh()
        self._check.configure(text="Stop" if self.view.is_checking else "Check all")
        self._check.state(["disabled" if self.pack.unavailable else "!disabled"])

    def _document_changed(self, what: DocumentEvent) -> None:
        """Update the list when another level was opened, or one was saved."""
        if what is not DocumentEvent.EDITED and self.top.state() != "withdrawn":
            self.view.read()
            self._reading.catch_up()

    def _rest(self) -> None:
        """Stop all background work except changes."""
        self._reading.stop()
        self.view.stop()
