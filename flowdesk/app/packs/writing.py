"""What is written of the levels in the pack browser: a booklet, pictures, a page, a report."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.files import ask_new_name
from flowdesk.app.packs.view import PackView
from flowdesk.app.shell import Shell
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import write_atomically
from flowdesk.core.text import counted
from flowdesk.desk.packs.manifest import PackAbout
from flowdesk.desk.packs.report import report_bytes
from flowdesk.desk.publishing.page import with_author
from flowdesk.kinds.entry import Entry

_KINDS = [("Page", "*.html"), ("Table", "*.csv")]

#: Asks for a booklet of puzzles over a window; the last argument hears when it is written.
PrintLevels: TypeAlias = Callable[[tk.Misc, Sequence[Entry], str, Callable[[str], object]], bool]
#: Asks for a folder for pictures of levels, which have names; the last argument hears of the end.
ExportLevels: TypeAlias = Callable[
    [tk.Misc, Sequence[tuple[str, Puzzle]], Callable[[str], object]], object
]
#: Asks for a page of one of some packs, which have names; the last argument hears of the end.
PublishPacks: TypeAlias = Callable[
    [tk.Misc, Mapping[str, "Path | Sequence[Puzzle]"], PackAbout, Callable[[str], object]], object
]


class PackWriting:
    """Asks where to write it, and writes; the main window does what takes long."""

    def __init__(
        self,
        shell: Shell,
        view: PackView,
        print_levels: PrintLevels,
        export_levels: ExportLevels,
        publish_packs: PublishPacks,
    ) -> None:
        self._shell, self._view = shell, view
        self._print_levels, self._export_levels = print_levels, export_levels
        self._publish_packs = publish_packs

    def is_possible(self) -> bool:
        """Whether there are levels, and all have been read."""
        return bool(self._view.listing.levels) and not self._view.pack.unread

    def print_booklet(self) -> None:
        """Print all levels, in the order that is shown."""
        view, top = self._view, self._view.frame.winfo_toplevel()
        entries = [item.entry for item in view.shown if item.entry]
        if self._print_levels(top, entries, view.pack.about.title, view.bar.say):
            if self._shell.root.state() == "withdrawn":
                self._shell.root.deiconify()
            view.bar.say("The booklet is being written. The main window shows the progress.")

    def export_pictures(self) -> None:
        """Write a picture of each level that is shown into a folder."""
        levels = [(item.name, item.level) for item in self._view.shown if item.level]
        self._export_levels(self._view.frame.winfo_toplevel(), levels, self._view.bar.say)

    def publish(self) -> None:
        """Write a page of the pack, or of the levels that are shown, on which they are played."""
        view, pack = self._view, self._view.pack
        levels = [item.level for item in view.shown if item.level]
        packs: dict[str, Path | Sequence[Puzzle]]
        packs = {f"The {counted(len(levels), 'puzzle')} shown here": levels}
        if pack.path.is_dir():
            packs = {f"All of the folder {pack.path.name}": pack.path, **packs}
        about = with_author(pack.about, levels)
        self._publish_packs(view.frame.winfo_toplevel(), packs, about, view.bar.say)

    def write_report(self) -> None:
        """Write what there is to say about the levels that are shown, as a page or a table."""
        view, top = self._view, self._view.frame.winfo_toplevel()
        name, folder = f"{view.pack.path.stem}.html", self._shell.shared.last_folder
        chosen = ask_new_name(top, "Report", _KINDS, name, folder)
        if chosen is None:
            return
        path, kind = chosen
        if not path.suffix:
            path = path.with_suffix(dict(_KINDS)[kind].removeprefix("*"))
        try:
            write_atomically(path, report_bytes(view.report(), path))
        except FlowDeskError as error:
            message.show_message(top, "Not written", str(error))
        else:
            view.bar.say(f"Written to {path}.")
