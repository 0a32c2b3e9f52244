"""Files: opening, saving, and never losing anything on the way."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from flowdesk.app.actions import Choice, Command
from flowdesk.app.dialogs import board as board_dialogs
from flowdesk.app.dialogs import files as file_dialogs
from flowdesk.app.dialogs import message
from flowdesk.app.messages import Say
from flowdesk.app.preferences import Preferences
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import shipped
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.known_file import FileChange, FileChanged
from flowdesk.formats.pasted import read_pasted
from flowdesk.formats.registry import JSON, SOLUTION, Format
from flowdesk.formats.source import source_named
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import kind_of

_SAVE = "Save anyway"
_SAVE_AS_JSON = f"Save as {JSON.name} ..."


class Files:
    """The commands of the File menu.

    `finish_typing` is called before anything is left. `ask_before_saving` is asked instead of
    saving over what another program has changed: what was changed, and how to save over it.
    """

    def __init__(
        self,
        root: tk.Misc,
        document: Document,
        preferences: Preferences,
        say: Say,
        finish_typing: Callable[[], object],
    ) -> None:
        self.ask_before_saving: Callable[[FileChange, Callable[[], bool]], bool] = (
            lambda change, save_over: False
        )
        self._root = root
        self._document = document
        self._preferences = preferences
        self._say = say
        self._finish_typing = finish_typing
        self._folder = ""

    @property
    def commands(self) -> dict[str, Command]:
        """What actions do here, by their labels."""
        return {
            "New ...": Command(self.new),
            "Open ...": Command(self.open),
            "Save": Command(self.save),
            "Save as ...": Command(self.save_as),
        }

    # New and open

    def new(self) -> None:
        """Ask for a size and start with an empty board."""
        settings = self._preferences.now
        if not self.may_leave():
            return
        kind, before = kind_of(self._document.level), (settings.new_width, settings.new_height)
        if size := board_dialogs.ask_new_size(self._root, kind, *before):
            self._preferences.remember(new_width=size[0], new_height=size[1])
            self._document.new(kind.new(*size))

    def open(self) -> None:
        """Ask for a file and open it."""
        if not self.may_leave():
            return
        folder = self._folder or str(shipped("puzzles"))
        if path := file_dialogs.ask_open(self._root, "Open", folder):
            self.open_path(path)

    def recent(self) -> list[Choice]:
        """The files that were open before, the last one first."""
        paths = [Path(name) for name in self._preferences.now.recent]
        return [(f"{path.name}   {path.parent}", partial(self.open_recent, path)) for path in paths]

    def open_recent(self, path: Path) -> None:
        """Open a file that was open before."""
        if self.may_leave():
            self.open_path(path)

    def open_path(self, path: Path) -> bool:
        """Open a file; if it cannot be read, say so and leave everything as it is."""
        try:
            self._document.open(path)
        except FlowDeskError as error:
            message.show_message(self._root, "Not opened", str(error))
            return False
        self._used(path)
        message.show_remarks(self._root, self._document.remarks)
        return True

    def open_text(self, text: str, called: str) -> bool:
        """Open the levels in a link or another text; if there are none, say so."""
        try:
            entries = read_pasted(text)
        except FormatError as error:
            message.show_message(self._root, "Not opened", message.no_level(error))
            return False
        return self.open_entries(entries, called)

    def open_entries(self, entries: Sequence[Entry], called: str) -> bool:
        """Open levels that no file holds, unless there is unsaved work and second thoughts."""
        if not self.may_leave():
            return False
        document = self._document
        document.open_entries(entries, called)
        message.show_remarks(self._root, document.remarks)
        return True

    def open_level(self, path: Path, index: int) -> bool:
        """Open one level of a file, which may be open already: then its changes are kept."""
        if not self._document.is_at(path) and not (self.may_leave() and self.open_path(path)):
            return False
        self._document.go_to(index)
        return True

    def open_named(self, name: str) -> bool:
        """Open what the command line names: a file, ``FILE#n``, a link or ``-``."""
        source = source_named(name)
        if source.is_link:
            return self.open_text(name, "Link")
        if source.path is None:
            try:
                return self.open_entries(source.read()[1], "Standard input")
            except FlowDeskError as error:
                message.show_message(self._root, "Not opened", str(error))
                return False
        if not self.open_path(source.path):
            return False
        if source.number is not None:
            self._document.go_to(source.number - 1)
        return True

    # Save

    def save(self, over: FileChange | None = None) -> bool:
        """Save to the file it came from as what it was, or ask; whether it is saved now.

        What another program has written is replaced if it is the change to save `over`.
        """
        document = self._document
        if document.path and document.format and document.can_be(document.format):
            return self.save_to(document.path, document.format, over)
        return self.save_as()

    def save_as(self, suggested: Format | None = None, *, beside: bool = False) -> bool:
        """Ask for a name and a format, and save; whether it is saved now.

        A name `beside` that of the open file is suggested where that is to stay as it is.
        """
        document = self._document
        shown = suggested or self._fitting_format()
        path = document.path or Path(self._folder, "level.txt")
        if beside:
            path = path.with_stem(f"{path.stem}-mine")
        target = file_dialogs.ask_save(self._root, path, document.can_be, shown)
        return target is not None and self.save_to(*target)

    def save_to(
        self, path: Path, format: Format | None = None, over: FileChange | None = None
    ) -> bool:
        """Save under a name; what cannot be saved is said before. Whether it is saved now."""
        document = self._document
        try:
            format = format or document.format_for(path)
            lost = document.losses(format)
            answer = self._ask_about_losses(path, format, lost)
            if answer == _SAVE_AS_JSON:
                return self.save_as(JSON)
            return answer == _SAVE and self._write(path, format, lost, over)
        except FlowDeskError as error:
            if isinstance(error, FormatError) and format is not JSON:
                text = str(error.at(source=path.name))
                wanted = message.offer(self._root, "Not saved", text, _SAVE_AS_JSON)
                return wanted and self.save_as(JSON)
            message.show_message(self._root, "Not saved", str(error))
            return False

    def _write(self, path: Path, format: Format, lost: list[str], over: FileChange | None) -> bool:
        """Write a file without what is `lost`, unless another program has changed it meanwhile."""
        document = self._document
        before = document.format
        try:
            document.save(path, format, lost + document.remarks, over)
        except FileChanged as error:
            write_over = partial(self._write, path, format, lost, error.change)
            return self.ask_before_saving(error.change, write_over)
        self._used(path)
        lacks = [loss for loss in lost if format is not before or loss != SOLUTION]
        kind = f" ({format.name})" if format is not before else ""
        self._say(f"Saved as {path.name}{kind}{message.without(lacks)}.")
        return True

    def _ask_about_losses(self, path: Path, format: Format, lost: list[str]) -> str:
        """What to do although not everything will be in the file; the same is asked only once."""
        document = self._document
        unread = document.remarks if document.is_at(path) else []
        known = document.left_out if format is document.format else ()
        if {SOLUTION, *known}.issuperset(lost + unread):
            return _SAVE
        text = f"{path.name} as {format.name} leaves out {message.listed(lost)}."
        if not lost:
            text = f"{path.name} will hold only what was read of it."
        return message.ask(
            self._root,
            "Not everything can be saved",
            "\n\n".join([text, *unread]),
            [_SAVE, _SAVE_AS_JSON, "Cancel"],
        )

    def _fitting_format(self) -> Format:
        """The format to suggest: its own, else a map, unless that leaves something out."""
        document = self._document
        if document.format and document.can_be(document.format):
            return document.format
        plain = document.format_for(Path("level.txt"))
        try:
            lost = document.losses(plain)
        except FormatError:
            return JSON
        return plain if {SOLUTION}.issuperset(lost) else JSON

    def may_leave(self) -> bool:
        """Whether the open document may be closed: if need be after asking, and saving."""
        document = self._document
        self._finish_typing()
        if document.is_saved:
            return True
        answer = message.ask_about_unsaved(self._root, document.name)
        if answer == "Save":
            return self.save()
        return answer == "Don't save"

    def _used(self, path: Path) -> None:
        self._folder = str(path.resolve().parent)
        self._preferences.remember_file(path)
