"""The clipboard as text: copy in a format, cut, and paste any text with a level in it."""

from __future__ import annotations

import contextlib
import tkinter as tk

from flowdesk.app.actions import Command
from flowdesk.app.dialogs import message
from flowdesk.app.editing.editor import Editor
from flowdesk.app.files import Files
from flowdesk.app.messages import Say
from flowdesk.core.finding import FormatError
from flowdesk.desk.documents.document import Document
from flowdesk.formats.pasted import read_pasted
from flowdesk.formats.registry import SOLUTION, format_named, losses
from flowdesk.kinds.table import kind_of


class Clipboard:
    """Cut, copy and paste of levels."""

    def __init__(
        self, root: tk.Misc, document: Document, edit: Editor, files: Files, say: Say
    ) -> None:
        self._root = root
        self._document = document
        self._edit = edit
        self._files = files
        self._say = say

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "Cut as map": Command(self.cut),
            "Copy as map": Command(self.copy),
            "Copy as puzz.link link": Command(lambda: self.copy("link")),
            "Copy as FlowDesk JSON": Command(lambda: self.copy("json")),
            "Paste a level": Command(self.paste),
        }

    def copy(self, key: str = "map") -> bool:
        """Copy the level in the format with this key; return whether that was possible."""
        root, format = self._root, format_named(key)
        entries = [self._document.entry]
        try:
            text = format.write(entries)
            lost = [loss for loss in losses(format, entries) if loss != SOLUTION]
        except FormatError as error:
            hint = "Edit > Copy as FlowDesk JSON holds everything."
            text = f"Not copied as {format.name}: {error.message} {hint}"
            message.show_message(root, "Not copied", text)
            return False
        if text.count("\n") == 1:
            text = text.rstrip("\n")  # a link goes into lines where no line may end
        root.clipboard_clear()
        root.clipboard_append(text)
        self._say(f"Copied as {format.name}{message.without(lost)}.")
        return True

    def cut(self) -> None:
        if self.copy():
            level = self._document.level
            self._document.apply("cut", kind_of(level).cleared(level))

    def paste(self) -> None:
        """Open the level on the clipboard, which may be a part of a text.

        Unsaved work is replaced in a step that can be undone; a saved file is left alone, and the
        level opens as a new document.
        """
        root, document = self._root, self._document
        text = ""
        with contextlib.suppress(tk.TclError):  # nothing, or no text, is on the clipboard
            text = root.clipboard_get()
        try:
            entries = read_pasted(text)
        except FormatError as error:
            message.show_message(root, "Not pasted", message.no_level(error))
            return
        if len(entries) == 1 and not document.is_saved:
            document.apply("paste", entries[0].level)
            self._edit.begin_anew()
            self._say("Pasted over the level; undo brings it back.")
            message.show_remarks(root, entries[0].remarks)
        else:
            self._files.open_entries(entries, "Pasted")
