"""The commands of the pack browser, in toolbar, menu and on keys, and how it reads and writes."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from tkinter import ttk
from typing import NamedTuple

from flowdesk.app.actions import key_sequences, key_text
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_new_name
from flowdesk.app.dialogs.help import show_keys
from flowdesk.app.exporting import Exporting
from flowdesk.app.packs.view import PackView
from flowdesk.app.scale import pixels
from flowdesk.app.shell import Shell
from flowdesk.app.timers import Slices, Timer, freeze_objects
from flowdesk.app.widgets.narrow import FittedMenu
from flowdesk.app.widgets.tooltip import tool_button
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import write_atomically
from flowdesk.core.text import capital, counted
from flowdesk.desk.packs.lineup import FolderWatch
from flowdesk.desk.packs.report import Report, Reported, report_bytes
from flowdesk.desk.publishing.page import with_author
from flowdesk.desk.publishing.results import keys_of
from flowdesk.desk.work.jobs import Steps


class Need(NamedTuple):
    """What commands need, and what is said where that is missing."""

    is_met: Callable[[], bool]
    why: str


class Needs:
    """What commands need of the list of a pack."""

    def __init__(self, view: PackView) -> None:
        def is_any() -> bool:
            """Whether levels are selected, and all selected files were read."""
            items = [view.listing.items[id] for id in view.table.selected]
            return any(item.level for item in items) and all(item.is_read for item in items)

        def has_edit(label: str) -> bool:
            return bool(getattr(view.pack.history, label)) and not view.pack.unavailable

        self.one = Need(
            lambda: len(view.table.selected) == 1 and is_any(), "Select one puzzle for that."
        )
        self.any = Need(is_any, "Select puzzles for that.")
        self.order = Need(
            lambda: view.table.can_drag and is_any(),
            "Select puzzles to move them; they move while all are shown, in the order of the pack.",
        )
        self.notes = Need(
            lambda: is_any() and not view.pack.fixed,
            "Select puzzles for that, in a pack that can have a file of notes.",
        )
        self.manifest = Need(lambda: not view.pack.fixed, "This pack cannot be changed.")
        self.pack = Need(lambda: not view.pack.unavailable, "This pack is not available.")
        self.levels = Need(lambda: bool(view.listing.levels), "There are no puzzles here.")
        self.all_read = Need(
            lambda: bool(view.listing.levels) and not view.pack.unread,
            "There are no puzzles here, or they are still being read.",
        )
        self.undo = Need(partial(has_edit, "undo_label"), "There is nothing to undo.")
        self.redo = Need(partial(has_edit, "redo_label"), "There is nothing to redo.")


class PackCommand(NamedTuple):
    """A command; its `key` is written as in `flowdesk.app.actions`.

    Only commands with a tip are in the toolbar, with their `tool` or else their label. Keys do not
    work while a title is typed.
    """

    label: str
    run: Callable[[], object]
    key: str
    need: Need = Need(lambda: True, "")
    tip: str = ""
    tool: str = ""


_BUSY = "The puzzles of this pack are being changed."


class Commands:
    """All commands in their order in the `toolbar`, where None is a separator.

    Where not all buttons fit, the last button opens the menu of all commands. They are disabled
    unless `may_run()`; `before` is called before each command. A key of a command that is disabled
    says why.
    """

    def __init__(
        self,
        top: tk.Toplevel,
        commands: Sequence[PackCommand | None],
        may_run: Callable[[], bool],
        before: Callable[[], object],
        say: Callable[[str], object],
        *,
        mac: bool,
    ) -> None:
        self._top = top
        self._commands = commands
        self._may_run = may_run
        self._before, self._say = before, say
        self._mac = mac
        self._buttons: list[tuple[ttk.Button, PackCommand]] = []
        self._tools: list[ttk.Widget] = []
        self.menu = FittedMenu(top)
        self.toolbar = ttk.Frame(top, padding=("6p", "4.5p"))
        for command in commands:
            self._add(command)
        self._more = tool_button(self.toolbar, "⋯", self._show_more, "All commands", width=2)
        self.toolbar.bind("<Configure>", lambda event: self._fit())

    def _add(self, command: PackCommand | None) -> None:
        if command is None:
            line = ttk.Separator(self.toolbar, orient="vertical")
            line.pack(side="left", fill="y", padx="4.5p", pady="3p")
            self._tools.append(line)
            return
        for sequence in key_sequences(command.key, self._mac):
            self._top.bind(sequence, partial(self._key_pressed, command))
        if command.tip:
            text, run = command.tool or command.label, partial(self._run, command)
            tip = f"{command.tip}  ({key_text(command.key, self._mac)})"
            button = tool_button(self.toolbar, text, run, tip)
            if command.tool:
                button.configure(width=2)
            button.pack(side="left", padx="1.5p")
            self._tools.append(button)
            self._buttons.append((button, command))

    def _fit(self) -> None:
        """Show as many buttons as there is room for, and where some are missing the last one."""
        room = self.toolbar.winfo_width() - pixels(self.toolbar, 12)
        own = {*self._tools, self._more}
        for other in self.toolbar.winfo_children():  # such as the button at the right
            room -= 0 if other in own else other.winfo_reqwidth() + pixels(self.toolbar, 3)
        ends = list(accumulate(map(_width, self._tools)))
        is_short = bool(ends) and ends[-1] > room
        room -= _width(self._more) if is_short else 0
        shown = sum(end <= room for end in ends)
        while shown and is_short and isinstance(self._tools[shown - 1], ttk.Separator):
            shown -= 1
        for tool in (*self._tools, self._more):
            tool.pack_forget()
        for tool in self._tools[:shown]:
            if isinstance(tool, ttk.Separator):
                tool.pack(side="left", fill="y", padx="4.5p", pady="3p")
            else:
                tool.pack(side="left", padx="1.5p")
        if is_short:
            self._more.pack(side="left", padx="1.5p")

    def _show_more(self) -> None:
        more = self._more
        self.show_menu(more.winfo_rootx(), more.winfo_rooty() + more.winfo_height())

    def _key_pressed(self, command: PackCommand, event: tk.Event[tk.Misc]) -> str | None:
        if isinstance(event.widget, ttk.Entry):
            return None  # a title is being typed
        self._run(command)
        return "break"

    def _run(self, command: PackCommand) -> None:
        self._before()
        if self._is_possible(command):
            command.run()
        else:
            self._say(command.need.why if self._may_run() else _BUSY)

    def _is_possible(self, command: PackCommand) -> bool:
        return self._may_run() and command.need.is_met()

    def refresh(self) -> None:
        for button, command in self._buttons:
            button.state(["!disabled" if self._is_possible(command) else "disabled"])

    def show_menu(self, x: int, y: int) -> None:
        menu = self.menu
        menu.delete(0, "end")
        for command in self._commands:
            if command is None:
                menu.add_separator()
            else:
                menu.add_command(
                    label=command.label,
                    accelerator=key_text(command.key, self._mac),
                    command=partial(self._run, command),
                    state="normal" if self._is_possible(command) else "disabled",
                )
        menu.tk_popup(x, y)

    def show_keys(self) -> None:
        rows = [("", "On the puzzles"), ("Arrows", "select a puzzle, with Shift several")]
        rows += [(key_text(c.key, self._mac), c.tip or c.label) for c in self._commands if c]
        show_keys(self._top, "Keys in the pack browser", rows)


def _width(tool: ttk.Widget) -> int:
    """Return the room that a button or separator takes in the toolbar."""
    return tool.winfo_reqwidth() + pixels(tool, 9 if isinstance(tool, ttk.Separator) else 3)


_KINDS = [("Page", "*.html"), ("Table", "*.csv")]


class PackWriting:
    """Asks where to write a pack, and writes it; the main window does what takes long."""

    def __init__(self, shell: Shell, view: PackView, exporting: Exporting) -> None:
        self._shell, self._view, self._exporting = shell, view, exporting

    def print_booklet(self) -> None:
        """Print all levels, in the order that is shown."""
        view, top = self._view, self._view.top
        packs = {"": [item.entry for item in view.shown if item.entry]}
        if self._exporting.print_packs(top, packs, view.pack.about.title, view.bar.say):
            if self._shell.root.state() == "withdrawn":
                self._shell.root.deiconify()
            view.bar.say("The booklet is being written. The main window shows the progress.")

    def export_pictures(self) -> None:
        """Write a picture of each level that is shown into a folder."""
        levels = [(item.name, item.level) for item in self._view.shown if item.level]
        self._exporting.export_levels(self._view.top, levels, self._view.bar.say)

    def publish(self) -> None:
        """Write a page of the pack, or of the levels that are shown, on which they are played."""
        view, pack = self._view, self._view.pack
        levels = [item.level for item in view.shown if item.level]
        packs: dict[str, Path | Sequence[Puzzle]]
        packs = {f"The {counted(len(levels), 'puzzle')} shown": levels}
        if pack.path.is_dir():
            packs = {f"The folder {pack.path.name}": pack.path, **packs}
        about = with_author(pack.about, levels)
        self._exporting.publish_packs(view.top, packs, about, view.bar.say)

    def write_report(self) -> None:
        """Write what there is to say about the levels that are shown, as a page or a table."""
        view, top = self._view, self._view.top
        name, folder = f"{view.pack.path.stem}.html", self._shell.shared.last_folder
        chosen = ask_new_name(top, "Report", _KINDS, name, folder)
        if chosen is None:
            return
        path, kind = chosen
        if not path.suffix:
            path = path.with_suffix(dict(_KINDS)[kind].removeprefix("*"))
        try:
            write_atomically(path, report_bytes(self._report(), path))
        except FlowDeskError as error:
            message.show_message(top, "Not written", str(error))
        else:
            view.bar.say(f"Written to {path}.")

    def take_results(self, text: str) -> None:
        """Keep the results of players that are in a text, beside the pack."""
        view = self._view
        wrong: Sequence[object]
        try:
            said, wrong = view.listing.players.add(text, keys_of(view.pack))
            view.read()
            view.say(said)
        except FlowDeskError as error:
            wrong = [error]
        if wrong:
            why = "\n\n".join(capital(str(each)) for each in wrong)
            message.show_message(view.top, "Not taken", why)

    def _report(self) -> Report:
        items, known = self._view.shown, self._shell.shared.verdicts.known
        levels = [Reported(one.name, one.level, known(one.level)) for one in items if one.level]
        problems = [one.problem for one in items if one.problem]
        return Report(self._view.pack.about, levels, problems)


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
        self._watch = FolderWatch()
        self._filled_at = 0.0

    def catch_up(self, to_say: str = "", *, choose: bool = False) -> None:
        """Scan and read the pack; `to_say` is shown if other programs have changed it.

        With `choose`, select the open level, or the first one, once the folder has been listed.
        """
        self._is_scanning = True
        self._is_choosing |= choose
        self.slices.start(self._scan_and_read(to_say), self._slice_done)

    def take_in(self) -> None:
        """Read the pack again if other programs have changed it, and say so."""
        if not self._is_scanning:
            self.catch_up("Another program has changed this pack: it was read again.")

    def glance(self) -> None:
        """Take in that files have come or gone, which costs next to nothing to see."""
        if not self._watch.has_listed(self._view.pack):
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
        yield from self._watch.look(pack)
        has_changed = (
            self._watch.has_news or pack.index.order is not view.files
        )  # the strip may have seen it before
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
