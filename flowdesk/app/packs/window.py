"""OpenPacks and PackWindow: the packs that were opened, and the browser that shows one of them."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path

from flowdesk.app import look
from flowdesk.app.dialogs import message
from flowdesk.app.exporting import Exporting
from flowdesk.app.files import Files
from flowdesk.app.front import Front
from flowdesk.app.packs.commands import Commands, Needs, PackCommand, PackReading, PackWriting
from flowdesk.app.packs.editor import Changing, PackEditor
from flowdesk.app.packs.listing import ALL
from flowdesk.app.packs.view import PackView
from flowdesk.app.timers import Slices
from flowdesk.app.widgets.tooltip import tool_button
from flowdesk.app.widgets.toplevel import Top, pack_if, set_size
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.signal import Owner
from flowdesk.core.storage import is_shipped_puzzle, shipped
from flowdesk.desk.documents.document import DocumentEvent
from flowdesk.desk.packs.lineup import opened_in
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.packs.twins import Twin
from flowdesk.desk.play.choosing import can_be_played
from flowdesk.desk.play.results import Results
from flowdesk.desk.work.jobs import Steps

#: The orders that are offered, and whether boards of a size stay together in them.
_ARRANGE = {"From easy to hard": False, "By size, each from easy to hard": True}


class OpenPacks:
    """Creates the browser on first use, and keeps all opened packs, so that undo works in them.

    `open_chosen` opens what is chosen in the browser instead of its pack, which may be a folder of
    pictures. `carry` is asked where levels can be dropped that are dragged out of the list. `leave`
    is called when the browser is closed that was the only window, or by Ctrl+Q.
    """

    def __init__(
        self,
        front: Front,
        files: Files,
        results: Results,
        exporting: Exporting,
        *,
        open_chosen: Callable[[Path], object],
        carry: Callable[..., bool],
        leave: Callable[[], object],
    ) -> None:
        self.front, self.shell, self.files = front, front.shell, files
        self.results, self.exporting = results, exporting
        self.open_chosen, self.carry, self.leave = open_chosen, carry, leave
        self.changing = Changing(front.shell, files)
        self._packs: dict[str, Pack] = {}
        self.browser: PackWindow | None = None

    def browse(self) -> None:
        """Show the pack of the open level, else the last one, else the shipped levels."""
        document, browser = self.front.document, self.browser
        if browser and (document.path is None or opened_in(document, browser.pack) is not None):
            browser.appear()
        elif document.path is None:
            self.open(shipped("puzzles"))
        else:
            self.open(document.path if document.count > 1 else document.path.absolute().parent)

    def paste_results(self, text: str) -> None:
        """Keep the results of players that are in a text in the pack of the open level."""
        self.browse()
        if self.browser:
            self.browser.writing.take_results(text)

    def open(self, path: Path) -> bool:
        """Show a pack, or a message if it cannot be read; return whether it could be."""
        try:
            pack = self.pack_at(path)
        except FlowDeskError as error:
            parent = self.browser.top if self.browser else self.shell.root
            message.show_message(parent, "Not opened", str(error))
            return False
        if self.browser is None:
            self.browser = PackWindow(self, pack)
        self.browser.show(pack)
        return True

    def pack_at(self, path: Path) -> Pack:
        """Return the pack in a folder or file, the same one each time; FlowDeskError if none is."""
        name = os.path.abspath(path)
        if name not in self._packs or not path.exists():
            self._packs[name] = Pack(path, read=False)
        return self._packs[name]

    def document_changed(self, what: DocumentEvent) -> None:
        if self.browser:
            self.browser.document_changed(what)

    def glance(self) -> None:
        if self.browser:
            self.browser.glance()

    def close(self) -> None:
        if self.browser:
            self.browser.close()


class PackWindow(Owner):
    """The browser; closing only hides it, so that results and undo are kept."""

    def __init__(self, packs: OpenPacks, pack: Pack) -> None:
        super().__init__()
        self._packs, self._front = packs, packs.front
        self._shell = shell = packs.shell
        self.top = top = Top(shell.root)
        top.withdraw()
        set_size(top, (675, 510), least=(480, 300), name="packs", over=shell.root)
        self.view = PackView(
            packs.front,
            top,
            pack,
            packs.results,
            go_to=packs.open_chosen,
            open_twin=self._open_twin,
            note=lambda id, note: self.editor.note(id, note),
        )
        self.editor = PackEditor(self.view, packs.changing, shell)
        self.writing = PackWriting(shell, self.view, packs.exporting)
        self._reading = PackReading(self.view)
        self.view.table.carry = partial(packs.carry, self.view)
        self._searching = Slices(top)
        self._commands = self._build_commands()
        tools, run = self._commands.toolbar, self.view.bar.start_or_stop
        first = tools.winfo_children()[0]
        tip = "Find out how many solutions each puzzle has, and how hard it is (F5)"
        self._check = tool_button(tools, "", run, tip, style=look.ACCENT)
        self._check.pack(side="right", padx="1.5p", before=first)  # where not all fit, it is there
        tools.pack(side="top", fill="x")
        self.view.frame.pack(side="top", fill="both", expand=True)
        self.view.keep.configure(command=self._keep_order)
        for text, by_size in _ARRANGE.items():
            arrange = partial(self._arrange, by_size=by_size)
            self.view.arrange_menu.add_command(label=text, command=arrange)
        top.bind("<FocusIn>", self._came_back)
        top.bind("<Configure>", lambda event: self._fit(), add=True)
        top.protocol("WM_DELETE_WINDOW", self.hide)
        self._listen()

    def _listen(self) -> None:
        """Connect the events of parts that do not know each other."""
        view, shell = self.view, self._shell
        view.changed.connect(self._refresh, shell)
        view.table.dropped.connect(self.editor.drop, shell)
        view.table.opened.connect(self.open, shell)
        view.table.menu_asked.connect(self._commands.show_menu, shell)
        view.table.edited.connect(self._reading.fill_in, shell)
        view.details.starred.connect(self.editor.star, shell)
        shell.shared.verdicts.found.connect(view.bar.hear, self)
        self._packs.results.changed.connect(view.show_played, self)
        self._packs.changing.busy.connect(self._refresh, self)
        self._packs.changing.ended.connect(self._changed, self)

    def _build_commands(self) -> Commands:
        view, edit, write, need = self.view, self.editor, self.writing, Needs(self.view)
        up, down = partial(edit.move, -1), partial(edit.move, 1)
        paste, unsolved = partial(edit.paste, write.take_results), self.play_next_unsolved

        def rename() -> None:
            edit.rename(view.pack, view.selected[0])

        def change_about() -> None:
            edit.change_about(view.pack)

        there = "the puzzle in the main window"
        to_play = "Play the next puzzle that is not solved yet"
        table = (
            PackCommand("Open", self.open, "Return", need.one, f"Open {there}"),
            PackCommand("Play", self.play, "F12", need.one, f"Play {there}"),
            PackCommand("Next unsolved", unsolved, "Mod-Next", need.levels, to_play),
            None,
            PackCommand("Up", up, "Mod-Up", need.order, "Move up", "▲"),
            PackCommand("Down", down, "Mod-Down", need.order, "Move down", "▼"),
            PackCommand("Rename", rename, "F2", need.one, "Change the title of the puzzle"),
            PackCommand("Duplicate", edit.duplicate, "Mod-d", need.any, "Copy the puzzles"),
            PackCommand("Copy", edit.copy, "Mod-c", need.any),
            PackCommand("Paste", paste, "Mod-v", need.pack),
            PackCommand("Delete", edit.delete, "Delete", need.any, "Delete the puzzles"),
            PackCommand("Star", edit.star, "asterisk", need.notes),
            PackCommand("Note", view.write_note, "Mod-t", need.notes),
            None,
            PackCommand("Undo", edit.undo, "Mod-z", need.undo, "Undo the last change"),
            PackCommand("Redo", edit.redo, "Mod-Shift-Z", need.redo, "Redo the last undone change"),
            PackCommand("Print booklet ...", write.print_booklet, "Mod-p", need.all_read),
            PackCommand("Export pictures ...", write.export_pictures, "Mod-e", need.all_read),
            PackCommand("Report ...", write.write_report, "Mod-r", need.all_read),
            PackCommand("Publish as web page ...", write.publish, "Mod-Shift-P", need.all_read),
            PackCommand("Pack ...", change_about, "Mod-i", need.manifest),
            PackCommand("Find", view.filter.focus_field, "Mod-f"),
            PackCommand("Select all", view.table.select_all, "Mod-a"),
            PackCommand("Check all, or stop", view.bar.start_or_stop, "F5"),
            PackCommand("Keys", lambda: self._commands.show_keys(), "question"),
            PackCommand("Close", self._escape, "Escape"),
            PackCommand("Quit", self._packs.leave, "Mod-q"),
        )
        return Commands(
            self.top,
            table,
            may_run=lambda: not self._packs.changing.running,
            before=view.table.stop_editing,
            say=view.bar.say,
            mac=self._shell.mac,
        )

    def _fit(self) -> None:
        """Leave the commands to the menu of the list where they would leave no row."""
        toolbar = self._commands.toolbar
        has_room = self.top.winfo_height() >= toolbar.winfo_reqheight() + self.view.least
        pack_if(has_room, toolbar, side="top", fill="x", before=self.view.frame)

    @property
    def pack(self) -> Pack:
        return self.view.pack

    @property
    def is_busy(self) -> bool:
        """Whether rows are still being filled in, sorted or changed."""
        changing = self._packs.changing
        parts = self.view.sorting, self._reading.slices, changing, self._searching
        return any(part.running for part in parts)

    def show(self, pack: Pack) -> None:
        self._packs.changing.stop()
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
        self._reading.catch_up(choose=True)

    def hide(self) -> None:
        """Hide the window; if it is the only one, end the program."""
        if self._is_alone:
            self._packs.leave()
            return
        self._rest()
        self.top.withdraw()
        self._front.session.take_keys()

    @property
    def _is_alone(self) -> bool:
        return str(self._shell.root.state()) == "withdrawn"

    def _raise_editor(self) -> None:
        if self._is_alone:
            self._shell.root.deiconify()
        self._shell.root.lift()

    def close(self) -> None:
        self.end()
        self._packs.changing.stop()
        self._rest()
        self.top.destroy()

    def _escape(self) -> None:
        """Show all levels again, or else close the window."""
        if self.view.listing.filter == ALL:
            self.hide()
        else:
            self.view.filter.clear()

    def _open_twin(self, twin: Twin) -> None:
        self._raise_editor()
        if opened := self._packs.files.open_level(twin.path, twin.index):
            opened.session.take_keys()

    def open(self) -> bool:
        """Open the level under the cursor, with its file, in the main window.

        It takes the place of the level in front if nothing was changed there, so that whoever
        looks at one after the other does not fill the window with tabs.
        """
        if self.view.table.cursor is None:
            return False
        item = self.view.listing.items[self.view.table.cursor]
        self._raise_editor()
        document = self._front.document
        replaced = None if document.was_changed else document
        is_open = bool(self._packs.files.open_level(item.path, max(item.number - 1, 0), replaced))
        if is_open:
            self._front.session.take_keys()
        else:
            self.top.lift()
        return is_open

    # Playing

    def play(self) -> None:
        if self.open():
            self._front.tab.play()

    def play_next_unsolved(self) -> None:
        """Play the next unsolved level in the order that is shown.

        It is the one under the cursor unless that is open: so one can go on from level to level.
        """
        self._searching.start(self._search_unsolved())

    def _search_unsolved(self) -> Steps[None]:
        listing, cursor = self.view.listing, self.view.table.cursor
        at = listing.order.index(cursor) if cursor in listing.order else 0
        first = at + (cursor == self.view.opened)
        for id in (*listing.order[first:], *listing.order[:first]):
            item = listing.items.get(id)  # None: it was deleted meanwhile
            levels = {id: item.entry} if item and item.entry else {}
            if item and not item.is_read:
                levels = {**self.pack.levels_in(item.path)}
            for found, entry in levels.items():
                if can_be_played(entry.level) and self._packs.results.of(entry.level) is None:
                    self._go_to(found)
                    return
            yield
        self.view.bar.say("There is no unsolved puzzle in this pack.")

    def _go_to(self, id: int) -> None:
        view = self.view
        if id not in view.listing.items or not view.listing.items[id].is_read:
            view.read()
        view.table.select([id])
        self.play()

    # Orders

    def _keep_order(self) -> None:
        self.editor.arrange(
            self.view.listing.whole, "This is the order of the pack now.", self._unsort
        )

    def _arrange(self, *, by_size: bool) -> None:
        levels = {id: item.level for id, item in self.view.listing.items.items()}
        self.editor.sort(levels, self._unsort, by_size=by_size)

    def _unsort(self, _: object) -> None:
        self.view.sort_by("place")

    def _refresh(self) -> None:
        self._commands.refresh()
        self._check.configure(text="Stop" if self.view.bar.running else "Check all")
        pack, is_busy = self.pack, self._packs.changing.running
        is_fixed = is_busy or pack.unread or pack.fixed or is_shipped_puzzle(pack.path)
        self.view.arrange.state(["disabled" if is_fixed else "!disabled"])
        self._check.state(["disabled" if self.pack.unavailable else "!disabled"])

    def glance(self) -> None:
        """Read the pack again if files have come or gone."""
        if self.top.state() != "withdrawn" and not self._packs.changing.running:
            self._reading.glance()

    def _came_back(self, event: tk.Event[tk.Misc]) -> None:
        self._packs.results.refresh()
        self.view.table.refresh()  # games may have been begun
        if not self._packs.changing.running:
            self._reading.take_in()

    def _changed(self) -> None:
        if self.top.state() != "withdrawn" and self.view.is_stale:
            self.view.read()

    def document_changed(self, what: DocumentEvent) -> None:
        """Update the list when another level was opened, or one was saved."""
        if what is not DocumentEvent.EDITED and self.top.state() != "withdrawn":
            self.view.read()
            self._reading.catch_up()

    def _rest(self) -> None:
        """Stop all background work except changes."""
        self._reading.stop()
        self._searching.stop()
        self.view.stop()
