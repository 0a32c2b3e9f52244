"""Commands for the whole level: cut, copy, paste, resize, rotate, flip, swap and clear."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flowdesk.app.actions import Command
from flowdesk.app.clipboard import clipboard_text
from flowdesk.app.dialogs import board as board_dialogs
from flowdesk.app.dialogs import message
from flowdesk.app.document_view import DocumentView
from flowdesk.app.files import Files
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import TURNS
from flowdesk.formats.pasted import read_pasted
from flowdesk.formats.registry import JSON, doubt, format_named, formats_of, losses
from flowdesk.kinds.entry import SOLUTION


class LevelCommands:
    """Each command that changes the level is one step of undo.

    `paste_picture` pastes what is no text, or shows a sentence on why nothing was pasted.
    """

    def __init__(
        self, shown: DocumentView, files: Files, paste_picture: Callable[[str], object]
    ) -> None:
        self._shell = shown.shell
        self._document = shown.document
        self._edit = shown.edit
        self._files = files
        self._paste_picture = paste_picture

    @property
    def commands(self) -> dict[str, Command]:
        edit = self._edit

        def can_turn() -> bool:
            return edit.kind.turned is not None

        return {
            "Cut as {text}": Command(self.cut),
            "Copy as {text}": Command(self.copy),
            "Copy as puzz.link link": Command(lambda: self.copy("link")),
            "Copy as FlowDesk JSON": Command(lambda: self.copy("json")),
            "Paste a puzzle": Command(self.paste),
            "Resize ...": Command(self.resize, lambda: edit.kind.resized is not None),
            **{turn.capitalize(): Command(partial(self.turn, turn), can_turn) for turn in TURNS},
            "Swap two {items} ...": Command(self.swap, suits=lambda: edit.kind.swapped is not None),
            "Clear": Command(partial(self.clear, "clear")),
        }

    def copy(self, key: str = "") -> bool:
        """Copy the level in the format with this key, or in the first one of its kind.

        Return whether that was possible.
        """
        root, entries = self._shell.root, [self._document.entry]
        own = formats_of([self._document.level.kind])
        format = format_named(key) if key else own[0] if own else JSON
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
        self._shell.say(f"Copied as {format.name}{message.without(lost)}.")
        return True

    def cut(self) -> None:
        if self.copy():
            self.clear("cut")

    def paste(self) -> None:
        """Open the level on the clipboard, which may be a part of a text, or be in a picture.

        Unsaved work is replaced in a step that can be undone; a saved file is left alone, and the
        level opens as a new document.
        """
        root, document = self._shell.root, self._document
        try:
            entries = read_pasted(clipboard_text(root))
        except FormatError as error:
            self._paste_picture(message.no_level(error))
            return
        except FlowDeskError as error:
            message.show_message(root, "Not pasted", str(error))
            return
        if len(entries) == 1 and not document.is_saved:
            document.apply("paste", entries[0].level)
            self._edit.begin_anew()
            said = "Pasted over the puzzle; undo brings it back."
            self._shell.say(f"{doubt(entries[0])} {said}".strip())
            message.show_remarks(root, entries[0].remarks)
        else:
            self._files.open_entries(entries, "Pasted")

    def resize(self) -> None:
        """Ask at which sides to add or remove cells."""
        level, resized = self._edit.level, self._edit.kind.resized
        if resized and (change := board_dialogs.ask_resize(self._shell.root, level)):
            self._document.apply("resize", resized(level, *change))

    def turn(self, turn: str) -> None:
        if turned := self._edit.kind.turned:
            self._document.apply(turn, turned(self._edit.level, turn))

    def swap(self) -> None:
        """Ask for two items of the palette, and exchange them."""
        edit, kind = self._edit, self._edit.kind
        items = kind.palette(edit.level, edit.item)
        chosen = board_dialogs.ask_two_items(self._shell.root, items, edit.item)
        if chosen and kind.swapped:
            first, second = chosen
            swapped = kind.swapped(edit.level, first.name, second.name)
            self._document.apply(f"swap {first.words} and {second.words}", swapped)

    def clear(self, name: str) -> None:
        self._document.apply(name, self._edit.kind.cleared(self._edit.level))
