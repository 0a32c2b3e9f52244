"""Lineup: the levels that stand in a row with the open one, and what is done with them.

A document of several levels is a row of its own: what is done there is saved with it. Else the row
are the files of its folder, in the order of the pack, each with all its levels; what is done there
is written at once. A number in the row counts from 0.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from flowdesk.core.edit import Edit
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import is_shipped_puzzle
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.history import History
from flowdesk.desk.packs.pack import Pack
from flowdesk.desk.work.steps import Steps
from flowdesk.kinds.entry import Entry

#: Nanoseconds after which a change of a folder gets another time, on any disk.
_TICK = 3 * 10**9
#: In folders of so few files the files themselves are looked at every time, too.
_FEW = 300


class Member(NamedTuple):
    """What stands at a place in the row.

    It has no entries if its file cannot be read, which is its `problem`, or was not read yet.
    """

    id: int
    name: str
    entries: Sequence[Entry]
    problem: str = ""

    @property
    def level(self) -> Puzzle | None:
        """Its first level, if it was read."""
        return self.entries[0].level if self.entries else None

    @property
    def title(self) -> str:
        """What it is called: by its title if it has one."""
        is_one = len(self.entries) == 1
        return (self.entries[0].level.title if is_one else "") or self.name


class Lineup:
    """The row that an open document is in; `folder` is the pack in which its file is.

    `pack` is that folder if the row are its files. `ids` are those of its members, as they were at
    the last `refresh`; those in a document are their numbers.
    """

    def __init__(self, document: Document, folder: Pack | None) -> None:
        self.document, self.folder = document, folder
        self.pack = None if document.count > 1 else folder
        self.ids: Sequence[int] = ()
        self.refresh()

    def refresh(self) -> None:
        """Take notice of members that have come, gone or moved."""
        if self.pack is None:
            self.ids = range(self.document.count)
        else:
            self.ids = () if self.pack.unavailable else self.pack.index.order

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, number: int) -> Member:
        id = self.ids[number]
        if self.pack is None:
            return Member(id, f"Puzzle {id + 1:,}", self.document.entries[id : id + 1])
        file = self.pack.index.files.get(id)
        if file is None:
            return Member(id, "", (), "It is gone.")
        is_open = id == self._open_in(self.pack)
        entries = [self.document.entry] if is_open else [*file.levels.values()]
        return Member(id, file.name, entries, file.problem)

    @property
    def place(self) -> int | None:
        """The number of the open level."""
        open = self._open_in(self.pack) if self.pack else self.document.index
        return self.ids.index(open) if open is not None and open in self.ids else None

    def _open_in(self, folder: Pack) -> int | None:
        """Return the id of the document's file in its folder."""
        path = self.document.path
        return folder.index.names.get(path.name) if path else None

    def path(self, number: int) -> Path | None:
        """Return the file of a member that is another document."""
        return self.pack.folder / self[number].name if self.pack else None

    def beyond(self, step: int) -> Iterator[Path]:
        """Yield the files that follow the open one, or with -1 those before it, nearest first."""
        folder = self.folder
        id = self._open_in(folder) if folder else None
        if folder and id in folder.index.order and not folder.unavailable:
            ids = folder.index.order
            place = ids.index(id)
            for at in range(place + step, len(ids) if step > 0 else -1, step):
                yield folder.folder / folder.index.files[ids[at]].name

    def __iter__(self) -> Iterator[Member]:
        return map(self.__getitem__, range(len(self)))

    def read(self, numbers: Collection[int]) -> Steps[None]:
        """Read the files of these members."""
        for id in self.unread(numbers):
            if self.pack:
                self.pack.read_now([id])
            yield

    def unread(self, numbers: Collection[int]) -> Sequence[int]:
        """Return the ids of those members whose files are still to be read, or have changed."""
        if self.pack is None:
            return ()
        return self.pack.unread_of(self.ids[n] for n in numbers if n < len(self.ids))

    def entries(self, numbers: Collection[int]) -> list[Entry]:
        """Return the levels of some members, in order, after reading them."""
        if self.pack:
            self.pack.read_now(self.unread(numbers))
        return [entry for number in sorted(numbers) for entry in self[number].entries]

    # Changes

    @property
    def is_pack(self) -> bool:
        """Whether there are several levels, to which others can be added."""
        return len(self) > 1 and not self.fixed

    @property
    def fixed(self) -> str:
        """Why nothing can be changed here, as a sentence; empty if it can."""
        path = self.document.path
        if path and is_shipped_puzzle(path):
            return "This pack is part of FlowDesk: save the puzzles elsewhere to change them."
        return (self.pack.unavailable or self.pack.fixed) if self.pack else ""

    def insert(
        self,
        label: str,
        entries: Sequence[Entry],
        before: int | None = None,
        joins: Edit[Any] | None = None,
    ) -> Steps[list[int]]:
        """Insert levels before a member, or at the end; return the ids of the new members.

        That is one step of undo with the one that it `joins`, if that was the last.
        """
        if self.pack:
            at = self.ids[before] if before is not None and before < len(self.ids) else None
            return (yield from self.pack.insert(label, entries, at, joins))
        at = self.document.count if before is None else before
        self.document.insert(label, at, entries, joins)
        return [*range(at, at + len(entries))]

    def move(self, numbers: Collection[int], before: int) -> Steps[None]:
        """Put some members before another one, or with the number of all at the end."""
        rest = [n for n in range(len(self)) if n not in numbers]
        at = sum(n < before for n in rest)
        yield from self.arrange("move", [*rest[:at], *sorted(numbers), *rest[at:]])

    def arrange(self, label: str, numbers: Sequence[int]) -> Steps[None]:
        """Put all members in this order."""
        if self.pack is None:
            self.document.arrange(label, numbers)
            return
        yield from self.pack.arrange_files(label, [self.ids[number] for number in numbers])

    def delete(self, numbers: Collection[int]) -> Steps[None]:
        """Delete some members, but not all of a document."""
        if self.pack is None:
            kept = [n for n in range(len(self)) if n not in numbers]
            self.document.arrange(_counted("delete", len(numbers)), kept)
            return
        yield from self.read(numbers)
        yield from self.pack.delete([id for n in sorted(numbers) for id in self._levels(n)])

    def _levels(self, number: int) -> Collection[int]:
        """Return the ids of the levels in a member's file."""
        id = self.ids[number]
        file = self.pack.index.files.get(id) if self.pack else None
        return (file.levels if file else ()) or (id,)

    @property
    def history(self) -> History[Any]:
        """The changes of the row."""
        return self.pack.history if self.pack else self.document.set_history

    def undo(self) -> Steps[None]:
        """Revert the last change of the row."""
        if self.pack:
            yield from self.pack.undo()
        else:
            self.document.undo_set()

    def redo(self) -> Steps[None]:
        """Repeat the change that was undone last."""
        if self.pack:
            yield from self.pack.redo()
        else:
            self.document.redo_set()


class FolderWatch:
    """Lists a folder again when files have come or gone, or were changed by other programs.

    Folders of thousands of files are listed again only when the folder itself has changed: that
    takes a while.
    """

    def __init__(self, clock: Callable[[], int] = time.time_ns) -> None:
        self._clock = clock
        self._listed: tuple[Pack, int] | None = None
        self._is_settled = False
        self.has_news = False  # whether the last look has found anything

    def has_listed(self, pack: Pack) -> bool:
        """Whether the names in a folder are those that were listed, as far as can be told."""
        return self._listed == (pack, folder_stamp(pack.folder))

    def knows(self, pack: Pack) -> bool:
        """Whether a folder need not be listed again."""
        is_long = len(pack.index.files) > _FEW
        return is_long and self._is_settled and self.has_listed(pack)

    def look(self, pack: Pack) -> Steps[None]:
        """List a folder; what cannot be listed is empty."""
        stamp = folder_stamp(pack.folder)
        # What comes within the same tick of the clock would not be noticed.
        is_settled = self._clock() - stamp > _TICK
        self.has_news = yield from pack.scan()
        self._listed, self._is_settled = (pack, stamp), is_settled


def folder_stamp(folder: Path) -> int:
    """Return a number that changes with the names in a folder; -1 if it is gone."""
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return -1


def _counted(verb: str, count: int) -> str:
    return verb if count == 1 else f"{verb} {count} puzzles"
