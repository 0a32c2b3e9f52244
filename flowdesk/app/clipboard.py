"""The clipboard as text: copying in a format, cutting, and pasting whatever has a level in it."""

from __future__ import annotations

import contextlib
import tkinter as tk
from typing import TYPE_CHECKING

from flowdesk.app.dialogs import message
from flowdesk.core.finding import FormatError
from flowdesk.formats.pasted import read_pasted
from flowdesk.formats.registry import SOLUTION, format_named, losses
from flowdesk.kinds.flow import editing

if TYPE_CHECKING:
    from flowdesk.app.window import Window


class Clipboard:
    """Cut, copy and paste of levels."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def copy(self, key: str = "map") -> bool:
        """Put the level on the clipboard in the format of this key; whether that was possible."""
        window, format = self._window, format_named(key)
        entries = [window.document.entry]
        try:
            text = format.write(entries)
            lost = [loss for loss in losses(format, entries) if loss != SOLUTION]
        except FormatError as error:
            hint = "Edit > Copy as FlowDesk JSON holds everything."
            text = f"Not copied as {format.name}: {error.message} {hint}"
            message.show_message(window.root, "Not copied", text)
            return False
        if text.count("\n") == 1:
            text = text.rstrip("\n")  # a link goes into lines where no line may end
        window.root.clipboard_clear()
        window.root.clipboard_append(text)
        window.say(f"Copied as {format.name}{message.without(lost)}.")
        return True

    def cut(self) -> None:
        """Put the level on the clipboard as a map, and clear the board."""
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
            message.show_message(window.root, "Not pasted", message.no_level(error))
            return
        document = window.document
        if len(entries) == 1 and not document.is_saved:
            document.apply("paste", entries[0].level)
            window.edit.level_opened()
            window.say("Pasted over the level; undo brings it back.")
            message.show_remarks(window.root, entries[0].remarks)
        else:
            window.files.open_entries(entries, "Pasted")
