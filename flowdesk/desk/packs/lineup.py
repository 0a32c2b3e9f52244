"""Lineup: the levels that stand in a row with the open one, and what lies beside their files.

A document of several levels is a row of its own: what is done there is saved with it. Else the row
are the files of its folder, in the order of the pack, each with all its levels; what is done there
is written at once. A number in the row counts from 0.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from flowdesk.core.edit import Edit, History
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle, noted
from flowdesk.core.storage import is_shipped_puzzle, natural_order
from flowdesk.desk.documents.document import Document
from flowdesk.desk.documents.known_file import file_snapshot
from flowdesk.desk.knowledge.survey import Verdicts
from flowdesk.desk.packs.pack import Pack, counted_label
from flowdesk.desk.packs.pack_store import is_puzzle_name
from flowdesk.desk.work.jobs import Steps
from flowdesk.formats.registry import read_data, read_file, shows_picture, suffixes
from flowdesk.kinds.entry import Entry
from flowdesk.kinds.table import kind_of

#: A step of undo, of a document or of a pack.
UndoStep: TypeAlias = Edit[Any]
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
        return self.member(self.ids[number])

    def member(self, id: int) -> Member:
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
        return map(self.member, self.ids)

    def read(self, ids: Iterable[int]) -> Steps[None]:
        for id in self.unread(ids):
            if self.pack:
                self.pack.read_now([id])
            yield

    def unread(self, ids: Iterable[int]) -> Sequence[int]:
        """Return those members whose files are still to be read, or have changed."""
        return self.pack.unread_of(ids) if self.pack else ()

    def entries(self, ids: Sequence[int]) -> list[Entry]:
        """Return the levels of some members, after reading them."""
        if self.pack:
            self.pack.read_now(ids)
        return [entry for id in ids for entry in self.member(id).entries]

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
        return self.pack.fixed if self.pack else ""

    @property
    def home(self) -> Pack | Document:
        """What has all its levels."""
        return self.pack or self.document

    @property
    def name(self) -> str:
        return self.home.name

    def insert(
        self,
        label: str,
        entries: Sequence[Entry],
        before: int | None = None,
        joins: UndoStep | None = None,
    ) -> Steps[list[int]]:
        """Insert levels before a member, and return their ids; see `Pack.insert`."""
        if self.pack:
            return (yield from self.pack.insert(label, entries, before, joins))
        at = self.document.count if before is None else before
        self.document.insert(label, at, entries, joins)
        return [*range(at, at + len(entries))]

    def arrange(self, ids: Sequence[int], label: str = "reorder") -> Steps[Sequence[int]]:
        """Put all members in this order; return the ids that they have there."""
        if self.pack:
            yield from self.pack.arrange(self.pack.levels_of(ids), label)
            return ids
        self.document.arrange(label, ids)
        return range(len(ids))

    def delete(self, ids: Collection[int]) -> Steps[None]:
        """Delete some members, but not all of a document."""
        if self.pack is None:
            kept = [id for id in self.ids if id not in ids]
            self.document.arrange(counted_label("delete", len(ids)), kept)
            return
        for id in ids:
            self.pack.read_now([id])
            yield
        yield from self.pack.delete(self.pack.levels_of(ids))

    @property
    def history(self) -> History[Any]:
        return self.pack.history if self.pack else self.document.set_history

    def undo(self) -> Steps[None]:
        if self.pack:
            yield from self.pack.undo()
        else:
            self.document.undo_set()

    def redo(self) -> Steps[None]:
        if self.pack:
            yield from self.pack.redo()
        else:
            self.document.redo_set()


def moved_before(order: Sequence[int], chosen: Collection[int], place: int) -> list[int]:
    """Return the order with the chosen ones before what is at a place now, or at the end."""
    before, after = (
        [n for n in part if n not in chosen] for part in (order[:place], order[place:])
    )
    return [*before, *(n for n in order if n in chosen), *after]


def easiest_first(
    levels: Mapping[int, Puzzle | None], verdicts: Verdicts, *, by_size: bool = False
) -> tuple[list[int], int]:
    """Return the ids of levels, the easiest first, and how many levels are not rated.

    With `by_size` boards of a size stay together, the smallest first. Levels that are not rated are
    the last, or the last of their size; what is no level follows.
    """

    def key(id: int) -> tuple[int, bool, float]:
        level = levels[id]
        if level is None:
            return sys.maxsize, True, sys.maxsize
        known = verdicts.difficulty(level)
        size = level.width * level.height if by_size else 0
        return size, known is None, known.score if known else 0

    ids = sorted(levels, key=key)
    return ids, sum(key(id)[1] for id in ids if levels[id])


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


def packs_near(path: Path) -> list[Path]:
    """Return the folder above, then those below and beside that contain levels."""
    folder = path if path.is_dir() else path.parent
    above = folder.parent if folder == path else folder
    near = [*_folders_in(folder), *_folders_in(folder.parent)]
    return [above, *(other for other in near if other != folder and _has_levels(other, depth=2))]


def _folders_in(folder: Path) -> list[Path]:
    try:
        found = [path for path in folder.iterdir() if path.is_dir() and path.name[0] != "."]
    except OSError:
        return []
    return sorted(found, key=natural_order)


def puzzle_names(folder: Path) -> list[str]:
    """Return the names of the files in a folder that may be puzzles; none if it cannot be read."""
    known = suffixes()
    try:
        found = [path for path in folder.iterdir() if is_puzzle_name(path.name, known)]
        return [path.name for path in found if path.is_file()]
    except OSError:
        return []


def _has_levels(folder: Path, depth: int) -> bool:
    if puzzle_names(folder):
        return True
    return depth > 1 and any(_has_levels(below, depth - 1) for below in _folders_in(folder))


@dataclass(frozen=True)
class Glance:
    """The first puzzle of a file, if it has any, and a few lines about the file."""

    text: str
    level: Puzzle | None = None


def glance_at(path: Path) -> Glance:
    """Read a file, which may take long; what cannot be read is told in the text."""
    try:
        data = read_file(path)
        if shows_picture(data):
            return Glance("A picture")
        _, entries = read_data(data, str(path))
    except FlowDeskError as error:
        return Glance(str(error))
    level = entries[0].level
    size = kind_of(level).words.size_text(level)
    many = f"The first of {len(entries):,} puzzles" if len(entries) > 1 else ""
    lines = (level.about.get("title", ""), size, many)
    return Glance("\n".join(line for line in lines if line), level)


def opened_in(document: Document, pack: Pack) -> int | None:
    """Return the id of the open level, or None if it is not in the pack."""
    ids = list(pack.levels_in(document.path))
    return ids[document.index] if document.index < len(ids) else None


@contextlib.contextmanager
def following(documents: Iterable[Document], pack: Pack) -> Iterator[None]:
    """Keep documents at their levels while the pack changes; files of unsaved ones are held."""
    with contextlib.ExitStack() as stack:
        for document in documents:
            stack.enter_context(_following(document, pack))
        yield


@contextlib.contextmanager
def _following(document: Document, pack: Pack) -> Iterator[None]:
    path, before, opened = document.path, pack.levels_in(document.path), opened_in(document, pack)
    holder = pack.index.names.get(path.name, 0) if path and before else 0
    is_known = before and document.is_content(pack.index.files[holder].data)
    is_held = before and not document.is_saved
    if is_held:
        why = f"{document.name} is open and has unsaved changes. Save it first."
        pack.held[holder] = why
    document.is_followed = True
    try:
        yield
    finally:
        document.is_followed = False
        pack.held.pop(holder, None)
        file = pack.index.files.get(holder)  # it may have another name now
        new_path = pack.folder / file.name if file else path
        after = pack.levels_in(new_path)
        lost = document.lost if path is None else None
        if is_held or document.path != path:
            pass  # what is in it stays, or another file was opened meanwhile
        elif lost and pack.levels_in(lost.path):
            if document.is_content(pack.index.files[pack.index.names[lost.path.name]].data):
                document.found_its_file()
        elif before and not after:
            document.lost_its_file()
        elif not document.is_saved:
            pass  # edited since its file was deleted: it is in no pack any more
        elif file and new_path and list(after.items()) != list(before.items()):
            numbers = {
                id: number
                for number, (id, entry) in enumerate(before.items())
                if is_known and id in after and noted(entry.level, {}) == noted(after[id].level, {})
            }
            places = {id: place for place, id in enumerate(after)}
            place = document.index if opened is None else places.get(opened, document.index)
            snapshot = file_snapshot(new_path, file.data)
            snapshot = replace(snapshot, index=min(place, len(after) - 1))
            document.follow(snapshot, [numbers.get(id) for id in after])
