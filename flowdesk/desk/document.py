"""Document: what is open, and everything that happens to it.

A file may hold several levels; one of them is the present one, each has its own undo.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path

from flowdesk.core.edit import Edit
from flowdesk.desk.history import History
from flowdesk.flow.difference import difference
from flowdesk.flow.level import Level
from flowdesk.flow.solution import Solution
from flowdesk.formats.entry import Entry
from flowdesk.formats.registry import Format, format_for, open_file, write_file

#: What a document is called that belongs to no file.
UNTITLED = "Untitled"


class Happening(Enum):
    """What listeners are told: another file or level, a changed level, a saved file."""

    OPENED = "opened"
    EDITED = "edited"
    SAVED = "saved"


class Document:
    """The open file; `listeners` are called with what happened after it happened."""

    def __init__(self, level: Level) -> None:
        self.listeners: list[Callable[[Happening], None]] = []
        self.path: Path | None = None
        self.format: Format | None = None
        self.left_out: Sequence[str] = ()  # what the file lacks, which was agreed to
        self._called = UNTITLED
        self._entries = [Entry(level)]
        self._histories: list[History[Level]] = [History(difference)]
        self._index = 0

    @property
    def entry(self) -> Entry:
        """The present level and what was saved with it."""
        return self._entries[self._index]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All levels of the file and what was saved with them."""
        return tuple(self._entries)

    @property
    def level(self) -> Level:
        """The present level."""
        return self.entry.level

    @property
    def solution(self) -> Solution | None:
        """The solution that was found for the present level as it is, or came with it."""
        return self.entry.solution

    @property
    def index(self) -> int:
        """The number of the present level in its file, from 0."""
        return self._index

    @property
    def count(self) -> int:
        """How many levels the file holds."""
        return len(self._entries)

    @property
    def history(self) -> History[Level]:
        """The present level's history."""
        return self._histories[self._index]

    @property
    def is_saved(self) -> bool:
        """Whether closing would lose nothing."""
        return all(history.is_saved for history in self._histories)

    @property
    def name(self) -> str:
        """What to call the document."""
        name = self.path.name if self.path else self._called
        return f"{name} #{self._index + 1}" if self.count > 1 else name

    @property
    def remarks(self) -> list[str]:
        """What the reader took otherwise than the file says, each sentence once."""
        return list(dict.fromkeys(said for entry in self._entries for said in entry.remarks))

    def new(self, level: Level) -> None:
        """Start with a level that no file holds."""
        self._start([Entry(level)], None)

    def open(self, path: Path) -> None:
        """Open a file; FlowDeskError if it cannot be read: then nothing has changed."""
        format, entries = open_file(path)
        self._start(entries, path, format)

    def open_entries(self, entries: Sequence[Entry], called: str = UNTITLED) -> None:
        """Open levels that no file holds yet: what was pasted. `called` is their name till then."""
        self._start(entries, None, called=called, saved=False)

    def can_be(self, format: Format) -> bool:
        """Whether as many levels can be written in a format."""
        return format.can_write and (format.holds_many or self.count == 1)

    def format_for(self, path: Path) -> Format:
        """The format to save in to a file of this name: its own, if that can be written there."""
        if path == self.path and self.format and self.can_be(self.format):
            return self.format  # whatever its name ends in
        return format_for(path, self.count, self.format)

    def losses(self, format: Format) -> list[str]:
        """What a format would leave out; FormatError if it cannot hold a level at all."""
        return format.losses(self._entries)

    def save(
        self, path: Path | None = None, format: Format | None = None, left_out: Sequence[str] = ()
    ) -> None:
        """Save to where it came from, or to `path`, which it then belongs to.

        `left_out` is what the user knows to be left out. FlowDeskError if saving is not possible:
        then the old file is as it was.
        """
        target = path or self.path
        assert target is not None, "a document without a file is saved under a name"
        format = format or self.format_for(target)
        write_file(target, self._entries, format)
        self.path, self.format, self.left_out = target, format, left_out
        for history in self._histories:
            history.mark_saved()
        self._tell(Happening.SAVED)

    def moved_to(self, path: Path) -> None:
        """The file has another name by now."""
        self.path = path
        self._tell(Happening.SAVED)

    def lost_its_file(self) -> None:
        """The file was deleted: what is open is nowhere else any more."""
        self.path = None
        for history in self._histories:
            history.mark_unsaved()
        self._tell(Happening.SAVED)

    def go_to(self, index: int) -> None:
        """Make another level of the file the present one; out of range does nothing."""
        if 0 <= index < self.count and index != self._index:
            self.end_gesture()
            self._index = index
            self._tell(Happening.OPENED)

    def apply(self, label: str, level: Level) -> bool:
        """Replace the present level; one step of undo under `label`. Whether anything changed."""
        if level is self.level:
            return False
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

    def redo(self) -> None:
        """Bring back the edit that was undone last, if there is one."""
        if edit := self.history.redo():
            self._show(edit.after)

    def keep_solution(self, solution: Solution | None) -> None:
        """Remember a solution of the present level: formats that can will save it."""
        self._entries[self._index] = replace(self._entries[self._index], solution=solution)

    def _show(self, level: Level) -> None:
        entry = self._entries[self._index]
        if level.is_same_puzzle(entry.level):
            entry = replace(entry, level=level)
        else:  # what was solved belongs to the puzzle as it was
            entry = Entry(level, remarks=entry.remarks)
        self._entries[self._index] = entry
        self._tell(Happening.EDITED)

    def _start(
        self,
        entries: Sequence[Entry],
        path: Path | None,
        format: Format | None = None,
        *,
        called: str = UNTITLED,
        saved: bool = True,
    ) -> None:
        self.end_gesture()
        self._entries = list(entries)
        self._histories = [History(difference) for _ in entries]
        if not saved:
            for history in self._histories:
                history.mark_unsaved()
        self._index = 0
        self._called = called
        self.path, self.format, self.left_out = path, format, ()
        self._tell(Happening.OPENED)

    def _tell(self, what: Happening) -> None:
        for listener in self.listeners:
            listener(what)
