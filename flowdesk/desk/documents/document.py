"""Document: what is open, and everything that happens to it.

A file may hold several levels; one of them is the present one, each has its own undo. What another
program has written into the file can be taken instead: then all levels are replaced in one step.
Undo takes back what was done to the present level since, and after that this step.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from flowdesk.core.edit import Edit
from flowdesk.core.puzzle import Answer, Puzzle
from flowdesk.core.storage import read_bytes, sweep_temporaries, write_atomically
from flowdesk.desk.documents.history import History
from flowdesk.desk.documents.known_file import FileChange, FileChanged, KnownFile, fingerprint
from flowdesk.formats.registry import Format, can_be_written, format_for, losses, read_data
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import kind_of

#: What a document is called that belongs to no file.
UNTITLED = "Untitled"


class Happening(Enum):
    """What listeners are told: another file or level, a changed level, a saved file."""

    OPENED = "opened"
    EDITED = "edited"
    SAVED = "saved"


@dataclass(frozen=True)
class Snapshot:
    """All of a document but its undo: `content` is the fingerprint of the file as it is known."""

    entries: tuple[Entry, ...]
    index: int
    called: str
    path: Path | None
    content: str
    format: Format | None
    left_out: tuple[str, ...]


class _Levels:
    """The levels of a file, each with its own undo."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = list(entries)
        self.histories = [History(kind_of(entry.level).difference) for entry in entries]


class Document:
    """The open file; `listeners` are called with what happened after it happened."""

    def __init__(self, level: Puzzle) -> None:
        self.listeners: list[Callable[[Happening], None]] = []
        self.format: Format | None = None
        self.left_out: Sequence[str] = ()  # what the file lacks, which was agreed to
        self._called = UNTITLED
        self._file: KnownFile | None = None
        self._levels = _Levels([Entry(level)])
        self._saved: _Levels | None = self._levels  # those whose saved marks count
        self._replaced: History[_Levels] = History()
        self._index = 0

    @property
    def path(self) -> Path | None:
        """The file that it belongs to."""
        return self._file.path if self._file else None

    @property
    def entry(self) -> Entry:
        """The present level and what was saved with it."""
        return self._levels.entries[self._index]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All levels of the file and what was saved with them."""
        return tuple(self._levels.entries)

    @property
    def level(self) -> Any:
        """The present level, a `Puzzle`, as its own kind's type."""
        return self.entry.level

    @property
    def solution(self) -> Any:
        """The solution that was found for the present level as it is, or came with it, or None."""
        return self.entry.solution

    @property
    def index(self) -> int:
        """The number of the present level in its file, from 0."""
        return self._index

    @property
    def count(self) -> int:
        """How many levels the file holds."""
        return len(self._levels.entries)

    @property
    def history(self) -> History[Any]:
        """The present level's history."""
        return self._levels.histories[self._index]

    @property
    def undo_label(self) -> str:
        """What undo would take back; empty if there is nothing."""
        return self.history.undo_label or self._replaced.undo_label

    @property
    def redo_label(self) -> str:
        """What redo would bring again; empty if there is nothing."""
        return self.history.redo_label or self._replaced.redo_label

    @property
    def is_saved(self) -> bool:
        """Whether closing would lose nothing."""
        histories = self._levels.histories
        return self._saved is self._levels and all(history.is_saved for history in histories)

    @property
    def name(self) -> str:
        """What to call the document."""
        name = self.path.name if self.path else self._called
        return f"{name} #{self._index + 1}" if self.count > 1 else name

    @property
    def remarks(self) -> list[str]:
        """What the reader took otherwise than the file says, each sentence once."""
        return list(dict.fromkeys(said for entry in self.entries for said in entry.remarks))

    def new(self, level: Puzzle) -> None:
        """Start with a level that no file holds."""
        self._start([Entry(level)], None)

    def open(self, path: Path) -> None:
        """Open a file; FlowDeskError if it cannot be read: then nothing has changed."""
        data = read_bytes(path)
        format, entries = read_data(data, str(path))
        self._start(entries, KnownFile(path, fingerprint(data)), format)
        _sweep_beside(path)

    def open_entries(self, entries: Sequence[Entry], called: str = UNTITLED) -> None:
        """Open levels that no file holds yet: what was pasted. `called` is their name till then."""
        self._start(entries, None, called=called, saved=False)

    def snapshot(self) -> Snapshot:
        """All of it as it is now, which later changes leave alone."""
        return Snapshot(
            self.entries,
            self._index,
            self._called,
            self.path,
            self._file.content if self._file else "",
            self.format,
            tuple(self.left_out),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Be as in a snapshot, with nothing to undo; no file holds what is open then."""
        file = KnownFile(snapshot.path, snapshot.content) if snapshot.path else None
        self._start(snapshot.entries, file, snapshot.format, called=snapshot.called, saved=False)
        self.left_out = snapshot.left_out
        self.go_to(snapshot.index)

    def can_be(self, format: Format) -> bool:
        """Whether so many levels of these kinds can be written in a format."""
        return can_be_written(format, [entry.level for entry in self.entries])

    def format_for(self, path: Path) -> Format:
        """The format to save in to a file of this name: its own, if that can be written there."""
        if path == self.path and self.format and self.can_be(self.format):
            return self.format  # whatever its name ends in
        return format_for(path, [entry.level for entry in self.entries], self.format)

    def losses(self, format: Format) -> list[str]:
        """What a format would leave out; FormatError if it cannot hold a level at all."""
        return losses(format, self.entries)

    def save(
        self,
        path: Path | None = None,
        format: Format | None = None,
        left_out: Sequence[str] = (),
        over: FileChange | None = None,
    ) -> None:
        """Save to where it came from, or to `path`, which it then belongs to.

        `left_out` is what the user knows to be left out. FlowDeskError if saving is not possible:
        then the old file is as it was. FileChanged if another program has changed the file
        that is open; unless that is the change which is to be saved `over`.
        """
        target = path or self.path
        assert target is not None, "a document without a file is saved under a name"
        format = format or self.format_for(target)
        data = format.write(self.entries).encode()
        opened = self._file if self.is_at(target) else None

        def check() -> None:
            if opened and (change := opened.change_for_sure()) and change != over:
                raise FileChanged(change)

        write_atomically(target, data, check)
        self._file = KnownFile(target, fingerprint(data))
        self.format, self.left_out, self._saved = format, left_out, self._levels
        for history in self._levels.histories:
            history.mark_saved()
        self._tell(Happening.SAVED)
        _sweep_beside(target)

    def is_at(self, path: Path) -> bool:
        """Whether its file is the one at a path, however that is written."""
        return self.path is not None and os.path.realpath(self.path) == os.path.realpath(path)

    def lost_its_file(self) -> None:
        """The file was deleted: what is open is nowhere else any more."""
        self._file = self._saved = None
        self._tell(Happening.SAVED)

    def look_at_file(self) -> FileChange | None:
        """What another program has done to the file since it was read or written here, if anything.

        What is open is then in no file any more, and so it is not saved.
        """
        change = self._file.change() if self._file else None
        was_saved = self.is_saved
        if change:
            self._saved = None
        if self.is_saved != was_saved:
            self._tell(Happening.SAVED)
        return change

    def take(self, change: FileChange) -> None:
        """Let what another program has written take the place of all that is open.

        One step of undo, which brings back every level as it was, whatever became of their number.
        """
        assert change.entries, "what is gone or cannot be read cannot be taken"
        self.end_gesture()
        for history in self._levels.histories:
            history.forget_undone()
        taken = _Levels(change.entries)
        self._replaced.push(Edit("take theirs", self._levels, taken))
        self._file = KnownFile(change.path, change.content)
        self.format, self.left_out, self._saved = change.format, (), taken
        self._replace(taken)

    def go_to(self, index: int) -> None:
        """Make another level of the file the present one; out of range does nothing."""
        if 0 <= index < self.count and index != self._index:
            self.end_gesture()
            self._index = index
            self._tell(Happening.OPENED)

    def apply(self, label: str, level: Puzzle) -> bool:
        """Replace the present level; one step of undo under `label`. Whether anything changed."""
        if level is self.level:
            return False
        self._replaced.forget_undone()
        self.history.push(Edit(label, self.level, level))
        self._show(level)
        return True

    def begin_gesture(self) -> None:
        """All edits from here to `end_gesture` are one step of undo."""
        self.history.begin_gesture()

    def end_gesture(self) -> None:
        """The gesture is over."""
        self.history.end_gesture()

    def abandon_gesture(self) -> None:
        """The gesture never was: the level is as before it."""
        if edit := self.history.abandon_gesture():
            self._show(edit.after)

    def undo(self) -> None:
        """Take back the last edit, if there is one."""
        if edit := self.history.undo():
            self._show(edit.after)
        elif replacement := self._replaced.undo():
            self._replace(replacement.after)

    def redo(self) -> None:
        """Bring back the edit that was undone last, if there is one."""
        if edit := self.history.redo():
            self._show(edit.after)
        elif replacement := self._replaced.redo():
            self._replace(replacement.after)

    def keep_solution(self, solution: Answer | None) -> None:
        """Remember a solution of the present level: formats that can will save it."""
        self._levels.entries[self._index] = replace(self.entry, solution=solution)

    def _show(self, level: Puzzle) -> None:
        entry = self.entry
        if level.is_same_puzzle(entry.level):
            entry = replace(entry, level=level)
        else:  # what was solved belongs to the puzzle as it was
            entry = Entry(level, remarks=entry.remarks)
        self._levels.entries[self._index] = entry
        self._tell(Happening.EDITED)

    def _replace(self, levels: _Levels) -> None:
        """Show other levels, if possible that of the same number."""
        self._levels = levels
        self._index = min(self._index, self.count - 1)
        self._tell(Happening.OPENED)

    def _start(
        self,
        entries: Sequence[Entry],
        file: KnownFile | None,
        format: Format | None = None,
        *,
        called: str = UNTITLED,
        saved: bool = True,
    ) -> None:
        self.end_gesture()
        self._levels = _Levels(entries)
        self._saved = self._levels if saved else None
        self._replaced = History()
        self._index = 0
        self._called = called
        self._file, self.format, self.left_out = file, format, ()
        self._tell(Happening.OPENED)

    def _tell(self, what: Happening) -> None:
        for listener in self.listeners:
            listener(what)


def _sweep_beside(path: Path) -> None:
    """Remove what killed saves have left in the folder that a file really lies in."""
    sweep_temporaries(Path(os.path.realpath(path)).parent)
