"""Files of puzzles: changes by other programs since one was known, and a file for each puzzle."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.core.storage import Stamp, reason, stamp
from flowdesk.desk.work.steps import Steps
from flowdesk.formats.registry import JSON, format_for, losses, read_data, read_file, write_file
from flowdesk.kinds.entry import SOLUTION, Entry, Format


def fingerprint(data: bytes) -> str:
    """Return a hash of the content of a file."""
    return sha256(data).hexdigest()


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
        """Whether the file was deleted."""
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
        """Return the change of the file, if any; it is read only if its stamp is new.

        With `for_sure` it is always read: some disks have stamps of two seconds.
        """
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


_LONGEST = 60  # letters of a title that become the name of a file
#: The number that the name of a file begins with: ``01-spiral.txt``, but not ``06x06-spiral.txt``.
_NUMBER = re.compile(r"([0-9]{1,9})(?=[-.])")


def name_of(title: str) -> str:
    """Return a title as the name of a file, without a suffix; it may be empty."""
    return "-".join(re.findall(r"\w+", title.lower()))[:_LONGEST]


def write_each(folder: Path, entries: Sequence[Entry]) -> Steps[list[tuple[Path, Format]]]:
    """Write puzzles under numbers and titles, step by step; return the files and their formats.

    FlowDeskError if one cannot be written; those before it are there.
    """
    written = []
    named = zip(numbered(folder, entries), entries, strict=True)
    for (path, format), entry in named:
        write_file(path, [entry], format, sync=False)
        written.append((path, format))
        yield
    return written


def numbered(folder: Path, entries: Sequence[Entry]) -> list[tuple[Path, Format]]:
    """Return free paths for puzzles in a folder, by numbers and titles, and their formats.

    The numbers go on after those in the folder, with as many digits. The formats lose nothing.
    """
    found = []
    titles = [name_of(entry.level.title) for entry in entries]
    for name, entry in zip(_names(folder, titles), entries, strict=True):
        format = _format(entry)
        found.append((next(p for p in _paths(folder, name, format) if not p.exists()), format))
    return found


def _names(folder: Path, titles: Sequence[str]) -> list[str]:
    """Return names without suffixes for files that follow those in a folder."""
    try:
        found = [match[1] for name in os.listdir(folder) if (match := _NUMBER.match(name))]
    except OSError as error:
        raise FlowDeskError(f"{folder} cannot be read: {reason(error)}.") from error
    last = max(map(int, found), default=0)
    digits = max(map(len, [*found, str(last + len(titles))]))
    return [f"{n:0{digits}}-{title}".rstrip("-") for n, title in enumerate(titles, last + 1)]


def _format(entry: Entry) -> Format:
    """Return the format of text files, or JSON if that would lose something."""
    text = format_for(Path("puzzle.txt"), [entry.level])
    try:
        return text if {SOLUTION}.issuperset(losses(text, [entry])) else JSON
    except FormatError:
        return JSON


def _paths(folder: Path, name: str, format: Format) -> Iterator[Path]:
    suffix, number = format.suffixes[0], 1
    while True:
        yield folder / f"{name}{f'-{number}' if number > 1 else ''}{suffix}"
        number += 1
