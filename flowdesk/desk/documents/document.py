"""Document: the open file with its levels and undo.

A file may hold several levels, each with its own undo; one of them is the current level. Steps that
change which levels there are have an undo of their own: to remove some, to put them in another
order, or to take those of another program that has changed the file. Undo first reverts edits of
the current level, and then such a step; `undo_set` reverts only that.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from flowdesk.core.edit import Edit, History
from flowdesk.core.puzzle import Answer, Puzzle, with_about
from flowdesk.core.signal import Signal
from flowdesk.core.storage import sweep_temporaries, write_atomically
from flowdesk.desk.documents.known_file import (
    UNTITLED,
    FileChange,
    FileChanged,
    KnownFile,
    Snapshot,
    file_snapshot,
    fingerprint,
)
from flowdesk.formats.registry import can_be_written, format_for, read_file
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.table import kind_of


class DocumentEvent(Enum):
    """Another file or level, a changed level, a saved file, or other levels beside the current."""

    OPENED = "opened"
    EDITED = "edited"
    SAVED = "saved"
    ARRANGED = "arranged"

    @property
    def is_of_level(self) -> bool:
        """Whether the current level is another one or has changed."""
        return self in (DocumentEvent.OPENED, DocumentEvent.EDITED)


class _OpenLevel:
    """A level of a file with its own undo."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.history: History[object] = History(kind_of(entry.level).difference)

    def called_as(self, entry: Entry) -> _OpenLevel:
        """Give it the title of an entry in a file, also where undo leads."""
        before, title = self.entry, entry.level.title

        def named(level: Any) -> Any:
            return with_about(level, "title", title) if level.title == before.level.title else level

        self.history.noted(named)
        self.entry = replace(entry, level=named(before.level), solution=before.solution)
        return self


@dataclass(eq=False)
class _LevelSet:
    """The levels of a file, with the first `seen` of those that were added since it was opened."""

    levels: list[_OpenLevel]
    seen: int = 0


class Document:
    """The open file; emits `changed` with what has happened.

    `is_followed` while this program itself changes the file, which takes a while in long packs.
    """

    def __init__(self, level: Puzzle) -> None:
        self.is_followed = False
        self.changed: Signal[[DocumentEvent]] = Signal()
        self.new(level)

    def _start(self, what: Snapshot, *, saved: bool = True) -> None:
        self._levels = _LevelSet([_OpenLevel(entry) for entry in what.entries])
        self._added: list[_OpenLevel] = []
        self._saved: _LevelSet | None = self._levels if saved else None  # None: as a whole unsaved
        self.set_history: History[_LevelSet] = History()  # of which levels there are
        self.index: int = what.index  # of the current level
        self._called: str = what.called
        self._file = KnownFile(what.path, what.content) if what.path else None
        self.lost: KnownFile | None = None  # its file, if that was deleted here
        self.format: Format | None = what.format
        self.left_out = what.left_out  # what the user has agreed to leave out of the file
        self.changed.emit(DocumentEvent.OPENED)

    @property
    def path(self) -> Path | None:
        return self._file.path if self._file else None

    @property
    def entry(self) -> Entry:
        return self._level.entry

    @property
    def _level(self) -> _OpenLevel:
        return self._levels.levels[self.index]

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(level.entry for level in self._levels.levels)

    @property
    def level(self) -> Any:
        """The current level, a `Puzzle`."""
        return self.entry.level

    @property
    def solution(self) -> Any:
        """The known solution of the current level, or None."""
        return self.entry.solution

    @property
    def count(self) -> int:
        return len(self._levels.levels)

    @property
    def history(self) -> History[Any]:
        return self._level.history

    @property
    def _histories(self) -> list[History[Any]]:
        return [level.history for level in self._levels.levels]

    @property
    def undo_label(self) -> str:
        return self.history.undo_label or self.set_history.undo_label

    @property
    def redo_label(self) -> str:
        return self.history.redo_label or self.set_history.redo_label

    @property
    def is_saved(self) -> bool:
        return self._saved is self._levels and all(each.is_saved for each in self._histories)

    @property
    def was_changed(self) -> bool:
        """Whether there is anything to save, to undo or to redo."""
        histories = [*self._histories, self.set_history]
        return not self.is_saved or any(each.undo_label or each.redo_label for each in histories)

    @property
    def name(self) -> str:
        """The name of the document; of a file with several levels, with the number of this one."""
        if self.path is None:
            return self._called
        return f"{self.path.name} #{self.index + 1}" if self.count > 1 else self.path.name

    @property
    def remarks(self) -> list[str]:
        """The reader's remarks about the file, each sentence once."""
        return list(dict.fromkeys(text for entry in self.entries for text in entry.remarks))

    def new(self, level: Puzzle, called: str = UNTITLED) -> None:
        """Start with a level without a file."""
        self._start(Snapshot([Entry(level)], called=called))

    def open(self, path: Path) -> None:
        """Open a file, a picture without it; FlowDeskError, and no change, if it cannot be read."""
        self.start(file_snapshot(path, read_file(path)))

    def start(self, what: Snapshot) -> None:
        """Open what was read of a file, or levels that are in no file, such as pasted ones."""
        self._start(what, saved=what.path is not None)
        self._sweep()

    def snapshot(self) -> Snapshot:
        return Snapshot(
            self.entries,
            self.index,
            self._called,
            self.path,
            self._file.content if self._file else "",
            self.format,
            tuple(self.left_out),
            saved=self.is_saved,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Open a snapshot, with nothing to undo."""
        self._start(snapshot, saved=snapshot.saved)

    def can_be(self, format: Format) -> bool:
        """Whether the levels can be written in a format, by their number and kinds."""
        return can_be_written(format, [entry.level for entry in self.entries])

    def format_for(self, path: Path) -> Format:
        """Return the format for saving at a path: at its own path, the one it was read in."""
        if path == self.path and self.format and self.can_be(self.format):
            return self.format  # whatever the suffix is
        return format_for(path, [entry.level for entry in self.entries], self.format)

    def save(
        self,
        path: Path | None = None,
        format: Format | None = None,
        left_out: Sequence[str] = (),
        over: FileChange | None = None,
    ) -> None:
        """Save to its file, or to `path`, which becomes its file.

        `left_out` is what the user has agreed to leave out. FlowDeskError, with the old file
        unchanged, if saving is not possible. FileChanged if another program has changed the open
        file, unless that change is the one to save `over`.
        """
        target = path or self.path
        assert target is not None, "a document without a file is saved under a name"
        format = format or self.format_for(target)
        data = format.write(self.entries).encode()
        opened = self._file if self.is_at(target) else None

        def check() -> None:
            if opened and (change := opened.change(for_sure=True)) and change != over:
                raise FileChanged(change)

        write_atomically(target, data, check)
        self._file = KnownFile(target, fingerprint(data))
        self.format, self.left_out, self._saved = format, left_out, self._levels
        for history in self._histories:
            history.mark_saved()
        self.changed.emit(DocumentEvent.SAVED)
        self._sweep()

    def _sweep(self) -> None:
        """Remove what killed saves have left in the folder of the file."""
        if self.path:
            sweep_temporaries(Path(os.path.realpath(self.path)).parent)

    def go_on_in(self, path: Path, format: Format, data: bytes) -> None:
        """Go on with the current level alone, in a file of this content, which has only that."""
        self._levels = self._saved = _LevelSet([self._level])
        self._added, self.set_history, self.index = [], History(), 0
        self._file = KnownFile(path, fingerprint(data))
        self.format, self.left_out = format, ()
        self.history.mark_saved()
        self.changed.emit(DocumentEvent.ARRANGED)

    def follow(self, what: Snapshot, kept: Sequence[int | None]) -> None:
        """Go on in a file in which our own program has changed levels.

        `kept` are the numbers that they had here: these stay as they are drawn here, with their
        undo, and only get the titles in the file. None stands for one that is new.
        """
        assert what.path, "it is in a file"
        current, title, before = self._level, self.level.title, self._levels.levels
        levels = [
            _OpenLevel(entry) if number is None else before[number].called_as(entry)
            for number, entry in zip(kept, what.entries, strict=True)
        ]
        if list(kept) != list(range(self.count)):
            self._added, self.set_history = [], History()
        self._levels = self._saved = _LevelSet(levels, len(self._added))
        self._file, self.format = KnownFile(what.path, what.content), what.format
        self.index = next((n for n, each in enumerate(levels) if each is current), what.index)
        if self._level is not current:
            self.changed.emit(DocumentEvent.OPENED)
            return
        if self.level.title != title:
            self.changed.emit(DocumentEvent.EDITED)
        self.changed.emit(DocumentEvent.ARRANGED)

    def is_at(self, path: Path) -> bool:
        return self.path is not None and os.path.realpath(self.path) == os.path.realpath(path)

    def is_content(self, data: bytes) -> bool:
        """Whether its file, or the one it lost, had this content when last read or written."""
        known = self._file or self.lost
        return known is not None and known.content == fingerprint(data)

    def lost_its_file(self) -> None:
        """Continue without a file, because it was deleted; it is called as it was until then."""
        assert self._file, "it had one"
        self._called = self.level.title or self._file.path.stem
        self.lost, self._file, self._saved = self._file, None, None
        self.changed.emit(DocumentEvent.SAVED)

    def found_its_file(self) -> None:
        """Go on in the file that was lost: it is there again, as it was."""
        self._file, self._saved, self.lost = self.lost, self._levels, None
        self.changed.emit(DocumentEvent.SAVED)

    def look_at_file(self) -> FileChange | None:
        """Return the change by another program, if any; the document then counts as unsaved."""
        change = self._file.change() if self._file and not self.is_followed else None
        if change:
            was_saved, self._saved = self.is_saved, None
            if was_saved:
                self.changed.emit(DocumentEvent.SAVED)
        return change

    def take(self, change: FileChange) -> None:
        """Replace all levels with those of another program; one step of undo brings all back."""
        assert change.entries, "a missing or unreadable file cannot be taken"
        self.history.end_gesture()
        for history in self._histories:
            history.forget_undone()
        taken = _LevelSet([_OpenLevel(entry) for entry in change.entries], len(self._added))
        self.set_history.push(Edit("take theirs", self._levels, taken))
        self._file = KnownFile(change.path, change.content)
        self.format, self.left_out, self._saved = change.format, (), taken
        self._replace(taken)

    def add(self, entries: Sequence[Entry]) -> None:
        """Add levels at the end, which undo does not take away."""
        added = [_OpenLevel(entry) for entry in entries]
        self._added += added
        self._levels.levels += added
        self._levels.seen = len(self._added)
        self._saved = None
        self.changed.emit(DocumentEvent.ARRANGED)

    def insert(
        self, label: str, index: int, entries: Sequence[Entry], joins: Edit[_LevelSet] | None = None
    ) -> None:
        """Insert levels before this one in a step of undo: the last one if it `joins` that."""
        self.history.end_gesture()
        levels = list(self._levels.levels)
        levels[index:index] = map(_OpenLevel, entries)
        more = _LevelSet(levels, len(self._added))
        if joins and joins is self.set_history.last:
            self.set_history.replace_last(Edit(label, joins.before, more))
        else:
            self.set_history.push(Edit(label, self._levels, more))
        self._replace(more)

    def arrange(self, label: str, indices: Sequence[int]) -> None:
        """Keep only the levels with these indices, in this order, in a step of undo."""
        if not indices or list(indices) == list(range(self.count)):
            return
        self.history.end_gesture()
        kept = _LevelSet([self._levels.levels[index] for index in indices], len(self._added))
        self.set_history.push(Edit(label, self._levels, kept))
        self._replace(kept)

    def undo_set(self) -> None:
        self.history.end_gesture()
        if edit := self.set_history.undo():
            self._replace(edit.after)

    def redo_set(self) -> None:
        if edit := self.set_history.redo():
            self._replace(edit.after)

    def go_to(self, index: int) -> None:
        """Make another level the current one; do nothing if there is no such number."""
        if 0 <= index < self.count and index != self.index:
            self.history.end_gesture()
            self.index = index
            self.changed.emit(DocumentEvent.OPENED)

    def apply(self, label: str, level: Puzzle) -> bool:
        """Replace the current level in a step of undo; return whether anything has changed."""
        if level is self.level:
            return False
        self.set_history.forget_undone()
        self.history.push(Edit(label, self.level, level))
        self._show(level)
        return True

    def abandon_gesture(self) -> None:
        if edit := self.history.abandon_gesture():
            self._show(edit.after)

    def undo(self) -> None:
        if edit := self.history.undo():
            self._show(edit.after)
        else:
            self.undo_set()

    def redo(self) -> None:
        if edit := self.history.redo():
            self._show(edit.after)
        else:
            self.redo_set()

    def keep_solution(self, solution: Answer | None) -> None:
        self._level.entry = replace(self.entry, solution=solution)

    def _show(self, level: Puzzle) -> None:
        if level.is_same_puzzle(self.level):
            self._level.entry = replace(self.entry, level=level)
        else:  # the solution was that of the old puzzle
            self._level.entry = Entry(level, remarks=self.entry.remarks)
        self.changed.emit(DocumentEvent.EDITED)

    def _replace(self, levels: _LevelSet) -> None:
        """Have other levels. The current one stays, or the next one that is left follows."""
        current, following = self._level, self._levels.levels[self.index :]
        if late := self._added[levels.seen :]:
            levels.levels += late
            levels.seen = len(self._added)
            self._saved = None
        places = {id(level): place for place, level in enumerate(levels.levels)}
        found = (places[id(level)] for level in following if id(level) in places)
        self._levels, last = levels, len(places) - 1
        self.index = next(found, min(self.index, last))
        stays = self._level is current
        self.changed.emit(DocumentEvent.ARRANGED if stays else DocumentEvent.OPENED)
