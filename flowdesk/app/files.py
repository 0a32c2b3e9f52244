"""Files and the clipboard: opening, saving, exporting, and never losing anything on the way."""

from __future__ import annotations

import contextlib
import os
import tkinter as tk
from pathlib import Path
from tkinter import filedialog
from typing import TYPE_CHECKING

from flowdesk.app.dialogs import board as board_dialogs
from flowdesk.app.dialogs import export as export_dialog
from flowdesk.app.dialogs import message
from flowdesk.app.dialogs.base import is_dialog_open
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import shipped, write_atomically
from flowdesk.desk.picture import Style, kind_of, picture_bytes
from flowdesk.flow import editing
from flowdesk.flow.level import Level
from flowdesk.formats import map_text
from flowdesk.formats.entry import Entry
from flowdesk.formats.pasted import read_pasted
from flowdesk.formats.registry import FORMATS, read_stdin, split_number

if TYPE_CHECKING:
    from flowdesk.app.window import Window


class Files:
    """The commands of the File menu, and cut, copy and paste."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._folder = ""

    # New and open

    def new(self) -> None:
        """Ask for a size and start with an empty board."""
        window = self._window
        settings = window.settings
        if not self.may_leave():
            return
        size = board_dialogs.ask_new_size(window.root, settings.new_width, settings.new_height)
        if size:
            window.remember(new_width=size[0], new_height=size[1])
            window.document.new(Level(*size))

    def open(self) -> None:
        """Ask for a file and open it."""
        if not self.may_leave():
            return
        name = filedialog.askopenfilename(
            parent=self._window.root,
            title="Open",
            filetypes=file_types(),
            initialdir=self._folder or str(shipped("puzzles")),
        )
        if name:
            self.open_path(Path(name))

    def open_recent(self, path: Path) -> None:
        """Open a file that was open before."""
        if self.may_leave():
            self.open_path(path)

    def open_path(self, path: Path) -> bool:
        """Open a file; if it cannot be read, say so and leave everything as it is."""
        try:
            self._window.document.open(path)
        except FlowDeskError as error:
            message.show_message(self._window.root, "Not opened", str(error))
            return False
        self._used(path)
        return True

    def open_level(self, path: Path, index: int) -> bool:
        """Open one level of a file, which may be open already: then its changes are kept."""
        document = self._window.document
        is_open = document.path is not None and document.path.resolve() == path.resolve()
        if not is_open and not (self.may_leave() and self.open_path(path)):
            return False
        document.go_to(index)
        return True

    def open_named(self, name: str) -> bool:
        """Open what the command line names: a file, ``FILE#n`` or ``-``."""
        document = self._window.document
        if name == "-":
            try:
                document.open_entries(read_stdin())
            except FlowDeskError as error:
                message.show_message(self._window.root, "Not opened", str(error))
                return False
            return True
        path, number = (name, 0) if os.path.exists(name) else split_number(name)
        if not self.open_path(Path(path)):
            return False
        document.go_to(number - 1)
        return True

    # Save

    def save(self) -> bool:
        """Save to the file it came from, or ask for one; whether it is saved now."""
        path = self._window.document.path
        return self.save_to(path) if path else self.save_as()

    def save_as(self) -> bool:
        """Ask for a name and save; whether it is saved now."""
        document = self._window.document
        name = filedialog.asksaveasfilename(
            parent=self._window.root,
            title="Save as",
            filetypes=file_types(),
            defaultextension=".txt",
            initialfile=document.path.name if document.path else "level.txt",
            initialdir=self._folder or None,
        )
        return bool(name) and self.save_to(Path(name))

    def save_to(self, path: Path) -> bool:
        """Save under a name; if that is not possible, say so. Whether it is saved now."""
        try:
            self._window.document.save(path)
        except FlowDeskError as error:
            message.show_message(self._window.root, "Not saved", str(error))
            return False
        self._used(path)
        document = self._window.document
        lost = "the drawn paths" in document.losses(document.format_for(path))
        rest = " Its drawn paths are not in it: .json files keep them." if lost else ""
        self._window.say(f"Saved as {path.name}.{rest}")
        return True

    def may_leave(self) -> bool:
        """Whether the open document may be closed: if need be after asking, and saving."""
        document = self._window.document
        self._window.side.commit()
        if document.is_saved:
            return True
        answer = message.ask_about_unsaved(self._window.root, document.name)
        if answer == "Save":
            return self.save()
        return answer == "Don't save"

    def quit(self) -> None:
        """Close the window, unless there is unsaved work and second thoughts."""
        if not is_dialog_open(self._window.root) and self.may_leave():
            self._window.close()

    # Pictures

    def export(self) -> None:
        """Ask how the picture is to look, and where it goes."""
        window = self._window
        document, settings = window.document, window.settings
        level = document.level
        chosen = export_dialog.ask_picture_style(
            window.root,
            Style(settings.export_cell, settings.theme, settings.labels),
            has_solution=document.solution is not None,
            width=level.width,
            height=level.height,
        )
        if chosen is None:
            return
        style, with_solution = chosen
        window.remember(export_cell=style.cell)
        name = filedialog.asksaveasfilename(
            parent=window.root,
            title="Export picture",
            filetypes=[("PNG picture", "*.png")],
            defaultextension=".png",
            initialfile=(document.path.stem if document.path else "level") + ".png",
            initialdir=self._folder or None,
        )
        if name:
            self.export_to(Path(name), style, with_solution=with_solution)

    def export_to(self, path: Path, style: Style, *, with_solution: bool) -> bool:
        """Write a picture of the level or its solution; if that is not possible, say so."""
        document = self._window.document
        try:
            kind_of(path)
            solution = document.solution if with_solution else None
            write_atomically(path, picture_bytes(document.level, solution, style))
        except FlowDeskError as error:
            message.show_message(self._window.root, "Not exported", str(error))
            return False
        self._window.say(f"Picture written to {path.name}.")
        return True

    # The clipboard

    def copy(self) -> bool:
        """Put the level on the clipboard as a map; whether that was possible."""
        try:
            text = map_text.write([Entry(self._window.document.level)])
        except FormatError as error:
            message.show_message(self._window.root, "Not copied", str(error))
            return False
        self._window.root.clipboard_clear()
        self._window.root.clipboard_append(text)
        self._window.say("The level is on the clipboard, as text.")
        return True

    def cut(self) -> None:
        """Put the level on the clipboard and clear the board."""
        if self.copy():
            document = self._window.document
            document.apply("cut", editing.cleared(document.level))

    def paste(self) -> None:
        """Open the level that is on the clipboard, as text or as part of one.

        Work that is not saved is replaced by an edit, which undo takes back; a saved file is
        left alone, and the level opens as a new document.
        """
        window = self._window
        text = ""
        with contextlib.suppress(tk.TclError):  # nothing, or no text, is on the clipboard
            text = window.root.clipboard_get()
        try:
            entries = read_pasted(text)
        except FormatError as error:
            message.show_message(window.root, "Not pasted", f"There is no level in this: {error}")
            return
        document = window.document
        if len(entries) == 1 and not document.is_saved:
            document.apply("paste", entries[0].level)
            window.edit.level_opened()
        elif self.may_leave():
            document.open_entries(entries)

    def _used(self, path: Path) -> None:
        self._folder = str(path.resolve().parent)
        self._window.remember_settings(self._window.settings.with_recent(path))


def file_types() -> list[tuple[str, str]]:
    """What the file dialogs offer, from the registry."""
    suffixes = sorted({suffix for format in FORMATS for suffix in format.suffixes})
    types = [("All puzzles", " ".join(f"*{suffix}" for suffix in suffixes))]
    for suffix in suffixes:
        names = ", ".join(format.name for format in FORMATS if suffix in format.suffixes)
        types.append((names, f"*{suffix}"))
    return [*types, ("All files", "*")]
