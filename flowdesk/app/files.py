"""The commands of the File menu: open and save without losing anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from flowdesk.app.actions import Choice, Command
from flowdesk.app.dialogs import board as board_dialogs
from flowdesk.app.dialogs import files as file_dialogs
from flowdesk.app.dialogs import message
from flowdesk.app.document_view import DocumentView
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.grid import listed
from flowdesk.core.storage import home_folder, is_shipped_puzzle, shipped
from flowdesk.desk.documents.known_file import FileChange, FileChanged
from flowdesk.formats.pasted import read_pasted
from flowdesk.formats.registry import JSON, losses, read_file, shows_picture
from flowdesk.formats.source import source_named
from flowdesk.kinds.entry import SOLUTION, Entry, Format
from flowdesk.kinds.table import KINDS, kind_of
from flowdesk.lab.lessons import SUFFIX

_SAVE = "Save anyway"
_SAVE_AS_JSON = f"Save as {JSON.name} ..."


class Keeper(Protocol):
    """What the level on the board is saved in, instead of a file of its own."""

    def keeps(self) -> bool:
        """Whether it has the level as it is now."""

    def save(self) -> bool:
        """Save it; return whether it is saved."""

    def save_as(self) -> bool:
        """Ask for a name and save it; return whether it is saved."""


class Files:
    """`ask_before_saving` is called instead of saving over a change by another program, with that
    change and a function that saves over it. `open_picture` gets the content of a file with a
    picture and its name, and returns whether a level was read in it and opened. `may_leave_too`
    tells whether what is open beside the document may be closed as well; `open_lesson` opens a
    lesson instead of a puzzle, and is then the `keeper`.
    """

    def __init__(self, shown: DocumentView) -> None:
        self.ask_before_saving: Callable[[FileChange, Callable[[], bool]], bool] = (
            lambda change, save_over: False
        )
        self.may_leave_too: Callable[[], bool] = lambda: True
        self.open_lesson: Callable[[Path], bool] = lambda path: False
        self.keeper: Keeper | None = None
        self.open_picture: Callable[[bytes, str], bool] = lambda data, called: False
        self._shell = shown.shell
        self._document = shown.document
        self._shown = shown
        self._folder = ""

    @property
    def folder(self) -> str:
        """Where to look for files first."""
        return self._folder or str(shipped("puzzles"))

    @property
    def commands(self) -> dict[str, Command]:
        return {
            "New ...": Command(self.new),
            "Open ...": Command(self.open),
            "Save": Command(self.save),
            "Save as ...": Command(lambda: (self.keeper or self).save_as()),
        }

    # New and open

    def new(self) -> None:
        settings = self._shell.settings
        if not self.may_leave():
            return
        kinds, open_kind = list(KINDS.values()), kind_of(self._document.level)
        before = KINDS.get(settings.new_kind) or kinds[0]
        if not open_kind.is_empty(self._document.level):
            before = open_kind
        size = settings.new_width, settings.new_height
        if chosen := board_dialogs.ask_new(self._shell.root, kinds, before, *size):
            kind, width, height = chosen
            self._shell.remember(new_kind=kind.key, new_width=width, new_height=height)
            self._document.new(kind.new(width, height))

    def open(self) -> None:
        if path := file_dialogs.ask_open(self._shell.root, "Open", self.folder):
            self.open_other(path)

    def recent(self) -> tuple[Sequence[Choice], None]:
        """Return the files that were open before, the last one first."""
        paths = map(Path, self._shell.settings.recent)
        return [(f"{p.name}   {p.parent}", partial(self.open_other, p)) for p in paths], None

    def open_other(self, path: Path) -> bool:
        """Open a file instead of the document, unless unsaved work is to be kept."""
        return self.open_path(path, self.may_leave)

    def open_path(self, path: Path, may_leave: Callable[[], bool] = lambda: True) -> bool:
        """Open a file; if it cannot be read, show why and change nothing.

        `may_leave` tells whether the document may be closed; whoever opens a picture asks that
        when it has been read, and so does a lesson.
        """
        if path.suffix == SUFFIX:
            return self.open_lesson(path)
        try:
            data = read_file(path)
            if shows_picture(data):
                opened = self.open_picture(data, path.name)
                if opened:
                    self._used(path)
                return opened
            if not may_leave():
                return False
            self._document.open(path)
        except FlowDeskError as error:
            message.show_message(self._shell.root, "Not opened", str(error))
            return False
        self._used(path)
        message.show_remarks(self._shell.root, self._document.remarks)
        return True

    def open_text(self, text: str, called: str) -> bool:
        """Open the levels in a link or another text; if there are none, show why."""
        try:
            entries = read_pasted(text)
        except FormatError as error:
            message.show_message(self._shell.root, "Not opened", message.no_level(error))
            return False
        return self.open_entries(entries, called)

    def open_entries(self, entries: Sequence[Entry], called: str) -> bool:
        """Open levels that are in no file, unless unsaved work is to be kept."""
        if not self.may_leave():
            return False
        document = self._document
        document.open_entries(entries, called)
        message.show_remarks(self._shell.root, document.remarks)
        return True

    def open_level(self, path: Path, index: int) -> bool:
        """Open one level of a file; if the file is open already, keep its changes."""
        if not (self._document.is_at(path) or self.open_other(path)):
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
                message.show_message(self._shell.root, "Not opened", str(error))
                return False
        if not self.open_path(source.path):
            return False
        if source.number is not None:
            self._document.go_to(source.number - 1)
        return True

    # Save

    def save(self, over: FileChange | None = None) -> bool:
        """Save to the open file in its format, or ask for a name; return whether it is saved.

        A file that FlowDesk ships stays as it is. A change by another program is overwritten if it
        is the change `over`.
        """
        document = self._document
        if self.keeper:
            return self.keeper.save()
        if document.path and is_shipped_puzzle(document.path):
            return self.save_as()
        if document.path and document.format and document.can_be(document.format):
            return self.save_to(document.path, document.format, over)
        return self.save_as()

    def save_as(self, suggested: Format | None = None, *, beside: bool = False) -> bool:
        """Ask for a name and a format, and save; return whether it is saved.

        With `beside`, suggest a name beside the open file's, which is to stay as it is.
        """
        document = self._document
        shown = suggested or self._fitting_format()
        path = document.path or Path(self._folder, "level.txt")
        if is_shipped_puzzle(path):
            path = home_folder() / path.name
        if beside:
            path = path.with_stem(f"{path.stem}-mine")
        target = file_dialogs.ask_save(self._shell.root, path, document.can_be, shown)
        return target is not None and self.save_to(*target)

    def save_to(
        self, path: Path, format: Format | None = None, over: FileChange | None = None
    ) -> bool:
        """Save under a name, after asking about losses; return whether it is saved."""
        document = self._document
        try:
            format = format or document.format_for(path)
            lost = losses(format, document.entries)
            answer = self._ask_about_losses(path, format, lost)
            if answer == _SAVE_AS_JSON:
                return self.save_as(JSON)
            return answer == _SAVE and self._write(path, format, lost, over)
        except FlowDeskError as error:
            if isinstance(error, FormatError) and format is not JSON:
                text = str(error.at(source=path.name))
                wanted = message.offer(self._shell.root, "Not saved", text, _SAVE_AS_JSON)
                return wanted and self.save_as(JSON)
            message.show_message(self._shell.root, "Not saved", str(error))
            return False

    def _write(self, path: Path, format: Format, lost: list[str], over: FileChange | None) -> bool:
        """Write a file without what is `lost`, unless another program has changed it."""
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
        self._shell.say(f"Saved as {path.name}{kind}{message.without(lacks)}.")
        return True

    def _ask_about_losses(self, path: Path, format: Format, lost: list[str]) -> str:
        """Return what to do about what the file will not hold; ask about the same only once."""
        document = self._document
        unread = document.remarks if document.is_at(path) else []
        known = document.left_out if format is document.format else ()
        if {SOLUTION, *known}.issuperset(lost + unread):
            return _SAVE
        text = f"{path.name} will contain only what could be read of it."
        if lost:
            text = f"{path.name} as {format.name} leaves out {listed(lost)}."
        return message.ask(
            self._shell.root,
            "Not everything can be saved",
            "\n\n".join([text, *unread]),
            [_SAVE, _SAVE_AS_JSON, "Cancel"],
        )

    def _fitting_format(self) -> Format:
        """Return the format to suggest: the document's, a map, or JSON if a map is not enough."""
        document = self._document
        if document.format and document.can_be(document.format):
            return document.format
        plain = document.format_for(Path("level.txt"))
        try:
            lost = losses(plain, document.entries)
        except FormatError:
            return JSON
        return plain if {SOLUTION}.issuperset(lost) else JSON

    def may_leave(self) -> bool:
        """Return whether the open document may be closed, after asking about unsaved work."""
        document = self._document
        self._shown.apply_typed()
        if not (document.is_saved or (self.keeper and self.keeper.keeps())):
            answer = message.ask_about_unsaved(self._shell.root, document.name)
            if not (self.save() if answer == "Save" else answer == "Don't save"):
                return False
        return self.may_leave_too()

    def _used(self, path: Path) -> None:
        self._folder = str(path.resolve().parent)
        self._shell.settings = self._shell.settings.with_recent(path)
