"""Files: start, open and paste documents, each in a tab of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from flowdesk.app.actions import Choice, Command
from flowdesk.app.dialogs import fields as field_dialogs
from flowdesk.app.dialogs import files as file_dialogs
from flowdesk.app.dialogs import message
from flowdesk.app.saving import Keeping, Saving
from flowdesk.app.session import Session
from flowdesk.app.shell import Shell
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.puzzle import with_about
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.known_file import UNTITLED, Snapshot, file_snapshot
from flowdesk.formats.registry import read_file, read_pasted, shows_picture, source_named
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.making import Request
from flowdesk.kinds.table import KINDS, AnyMaking, kind_of
from flowdesk.lab.lessons import SUFFIX


class OpenDocument(Protocol):
    """Where a document is open: a `Tab`."""

    document: Document
    session: Session
    saving: Saving
    keeping: Keeping

    @property
    def is_untouched(self) -> bool: ...

    def play(self) -> None: ...

    def restore(self, snapshot: Snapshot) -> None: ...

    def make(self, generator: AnyMaking, requests: Sequence[Request]) -> None: ...


class Documents(Protocol):
    """All documents that are open in a window, in the order of the tabs: its `Tabs`."""

    @property
    def front(self) -> OpenDocument: ...

    def __iter__(self) -> Iterator[OpenDocument]: ...

    def add(self, *, in_front: bool = True) -> OpenDocument: ...

    def show_file(self, path: Path) -> OpenDocument | None: ...

    def remove(self, opened: Any, /) -> None: ...


class OpenPack(NamedTuple):
    """The pack of an open level: its name, and what adds levels at its end, given a verb.

    With ``opens=False`` it leaves open what is open.
    """

    name: str
    add: Callable[..., object]


class Files:
    """`open_picture` gets the content of a file with a picture and its name, and returns whether a
    level was read in it and opened; `open_lesson` opens a lesson instead of a puzzle. `pack`
    returns the pack in front, where what is new belongs, if it can be changed.
    """

    def __init__(
        self,
        shell: Shell,
        documents: Callable[[], Documents],
        *,
        open_picture: Callable[[bytes, str], bool],
        open_lesson: Callable[[Path], bool],
        pack: Callable[[], OpenPack | None],
    ) -> None:
        self._documents = documents
        self.pack = pack
        self._open_picture, self._open_lesson = open_picture, open_lesson
        self._shell = shell

    @property
    def commands(self) -> dict[str, Command]:
        return {"New ...": Command(self.new), "Open ...": Command(self.open)}

    @property
    def documents(self) -> Documents:
        return self._documents()

    @property
    def front(self) -> OpenDocument:
        return self.documents.front

    def recent(self) -> tuple[Sequence[Choice], None]:
        """Return the files that were open before, the last one first."""
        paths = map(Path, self._shell.settings.recent)
        return [(f"{p.name}   {p.parent}", partial(self.open_path, p)) for p in paths], None

    def room(self, replaced: Document | None = None, *, in_front: bool = True) -> OpenDocument:
        """Return where another document can be opened: instead of `replaced`, else in a new tab.

        A tab in front in which nothing was done yet is taken instead of a new one.
        """
        for opened in self.documents:
            if opened.document is replaced:
                return opened
        front = self.front
        if in_front and front.is_untouched:
            return front
        return self.documents.add(in_front=in_front)

    def new(self) -> None:
        settings, level = self._shell.settings, self.front.document.level
        about = self._shell.pack_beside(self.front.document.path)
        kinds, open_kind = list(KINDS.values()), kind_of(level)
        before = KINDS.get(settings.new_kind) or kinds[0]
        if not open_kind.is_empty(level):
            before = open_kind
        usual = settings.new_board, settings.new_width, settings.new_height
        pack = self.pack()
        name = pack.name if pack else ""
        if chosen := field_dialogs.ask_new(self._shell.root, kinds, before, *usual, name):
            puzzle, board, goes_in = chosen
            width, height = puzzle.width, puzzle.height
            # What is generated has the same size as the board.
            request = {**settings.request, "width": str(width), "height": str(height)}
            self._shell.remember(new_kind=puzzle.kind, new_board=board, request=request)
            self._shell.remember(new_width=width, new_height=height)
            level = with_about(puzzle, "author", about.author or settings.author)
            if pack and goes_in:
                pack.add("add", [Entry(level)])
            else:
                tool, opened = self.front.session.edit.tool, self.room()
                opened.session.edit.tool = tool
                opened.document.new(level, self.free_name(opened.document))

    def free_name(self, document: Document) -> str:
        """Return a name for a document without a file by which it is told from the others."""
        others = (each.document for each in self.documents)
        taken = {other.name for other in others if other is not document}
        names = (f"{UNTITLED} {number}" for number in count(2))
        return next(name for name in chain([UNTITLED], names) if name not in taken)

    def open(self) -> None:
        folder = self._shell.folder_beside(self.front.document.path)
        if path := file_dialogs.ask_open(self._shell.root, "Open", folder):
            self.open_path(path)

    def open_path(self, path: Path) -> bool:
        """Open a file, or show the tab where it is open; return whether it is open now.

        If it cannot be read, show why and change nothing.
        """
        if path.suffix == SUFFIX:
            return self._open_lesson(path)
        return self._open(path, None) is not None

    def _open(self, path: Path, replaced: Document | None) -> OpenDocument | None:
        if opened := self.documents.show_file(path):
            self._shell.used(path)
            return opened
        try:
            data = read_file(path)
            if shows_picture(data):
                if not self._open_picture(data, path.name):
                    return None
                self._shell.used(path)
                return self.front
            snapshot = file_snapshot(path, data)
        except FlowDeskError as error:
            message.show_message(self._shell.root, "Not opened", str(error))
            return None
        opened = self._start(snapshot, replaced)
        self._shell.used(path)
        message.show_remarks(self._shell.root, opened.document.remarks)
        return opened

    def _start(self, what: Snapshot, replaced: Document | None = None) -> OpenDocument:
        opened = self.room(replaced)
        opened.document.start(what)
        return opened

    def open_text(self, text: str, called: str) -> bool:
        """Open the levels in a link or another text; if there are none, show why."""
        try:
            entries = read_pasted(text)
        except FormatError as error:
            message.show_message(self._shell.root, "Not opened", message.no_level(error))
            return False
        self.open_entries(entries, called)
        return True

    def open_entries(self, entries: Sequence[Entry], called: str) -> OpenDocument:
        """Open levels that are in no file."""
        opened = self._start(Snapshot(entries, called=called))
        message.show_remarks(self._shell.root, opened.document.remarks)
        return opened

    def take_in(self, verb: str, entries: Sequence[Entry], called: str) -> None:
        """Add levels to the pack in front, or else open them as a document without a file."""
        if pack := self.pack():
            pack.add(verb, entries)
            remarks = [remark for entry in entries for remark in entry.remarks]
            message.show_remarks(self._shell.root, list(dict.fromkeys(remarks)))
        else:
            self.open_entries(entries, called)

    def open_level(
        self, path: Path, index: int, replaced: Document | None = None
    ) -> OpenDocument | None:
        """Open one level of a file, instead of the document `replaced` if that is still open.

        If the file is open already, its changes are kept.
        """
        opened = self._open(path, replaced)
        if opened:
            opened.document.go_to(index)
        return opened

    def open_named(self, name: str) -> bool:
        """Open what the command line names: a file, ``FILE#n``, a link or ``-``."""
        source = source_named(name)
        if source.is_link:
            return self.open_text(name, "Link")
        if source.path is None:
            try:
                self.open_entries(source.read()[1], "Standard input")
            except FlowDeskError as error:
                message.show_message(self._shell.root, "Not opened", str(error))
                return False
            return True
        if not self.open_path(source.path):
            return False
        if source.number is not None:
            self.front.document.go_to(source.number - 1)
        return True
