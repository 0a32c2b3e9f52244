"""What is known of a document's file: its content, and its changes by other programs since then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import Stamp, reason, stamp
from flowdesk.formats.registry import PICTURE, read_data, read_file
from flowdesk.kinds.entry import Entry, Format

#: The name of a document without a file.
UNTITLED = "Untitled"


def fingerprint(data: bytes) -> str:
    return sha256(data).hexdigest()


@dataclass(frozen=True)
class UnsavedLesson:
    """The text of a lesson that is open beside a document, at which step, and of its file."""

    path: str
    text: str
    at: int
    content: str


@dataclass(frozen=True)
class Snapshot:
    """A document without its undo; `content` is the fingerprint of the file as it is known.

    It may be `saved`, and only the `lesson` beside it not.
    """

    entries: Sequence[Entry]
    index: int = 0
    called: str = UNTITLED
    path: Path | None = None
    content: str = ""
    format: Format | None = None
    left_out: Sequence[str] = ()
    lesson: UnsavedLesson | None = None
    saved: bool = False


def file_snapshot(path: Path, data: bytes) -> Snapshot:
    """Return the document in a file with this content; FlowDeskError if there is none."""
    format, entries = read_data(data, str(path))
    if format is PICTURE:
        return Snapshot(entries, called=path.stem)
    return Snapshot(entries, path=path, content=fingerprint(data), format=format)


@dataclass(frozen=True)
class FileChange:
    """A change of a file by another program: it holds other levels, something else, or is gone.

    `content` is the fingerprint of the file now, empty if it cannot be read. `problem` says why
    there are no levels in it.
    """

    path: Path
    content: str = ""
    format: Format | None = field(default=None, compare=False)
    entries: Sequence[Entry] = field(default=(), compare=False)
    problem: str = ""

    @property
    def is_gone(self) -> bool:
        return not self.entries and not self.problem


class FileChanged(FlowDeskError):
    """Raised to avoid overwriting a change by another program."""

    def __init__(self, change: FileChange) -> None:
        super().__init__(f"{change.path.name} was changed by another program.")
        self.change = change


@dataclass(eq=False)
class KnownFile:
    """A file, and the fingerprint of its `content` when it was last read or written."""

    path: Path
    content: str
    _looked: tuple[Stamp | None, FileChange | None] | None = field(default=None, init=False)

    def change(self, *, for_sure: bool = False) -> FileChange | None:
        """Return the change, if any; the file is read if its stamp is new, or `for_sure`."""
        try:
            now = stamp(self.path)
        except OSError as error:
            return FileChange(self.path, problem=f"{reason(error)}.")
        if for_sure or self._looked is None or self._looked[0] != now:
            # The stamp is taken before reading, so that a change in between is found next time.
            self._looked = now, self._compared() if now else FileChange(self.path)
        return self._looked[1]

    def _compared(self) -> FileChange | None:
        content = ""
        try:
            data = read_file(self.path)
            content = fingerprint(data)
            if content == self.content:
                return None
            return FileChange(self.path, content, *read_data(data, self.path.name))
        except FlowDeskError as error:
            return FileChange(self.path, content, problem=str(error))
