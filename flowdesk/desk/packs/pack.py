"""Pack: levels that belong together, as they lie on the disk: a folder of files, or one file.

What is shown is what is there: every change is written at once, and undo is a change like any
other.

* A file that holds several levels is replaced whole or not at all; undo brings back every byte.
* Files keep their names. A folder is in the natural order of those until it is given another one,
  which stands in a file of its own beside them. Levels of one file stay together.
* A new title stands in the file.
* A file keeps its format, too: a change that it cannot hold is refused.
* A deleted file lies in the trash. Undo brings it back, and so does the desktop.
* A file that cannot be read is shown with the reason, after the levels, and never touched.
* What other programs have changed is taken in, never overwritten: neither by a change nor by undo.
* A pack that is gone for a while (a disk that was taken out) keeps what is known of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from flowdesk.core.edit import Edit
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.documents.history import History
from flowdesk.desk.packs.pack_file import PackFile
from flowdesk.desk.packs.pack_files import PackFiles
from flowdesk.desk.packs.pack_index import ORDER, FileStates
from flowdesk.desk.work.steps import Steps, finish
from flowdesk.kinds.entry import Entry


class Item(NamedTuple):
    """A level of a pack; or a file that cannot be read: it has no entry, but a problem.

    A file that was not read yet has neither; its `id` is going to be that of its first level. An
    `id` stays the same wherever the level goes and whatever it is called. `number` counts the
    levels of a file that holds several, from 1; else it is 0.
    """

    id: int
    folder: Path
    file: str
    number: int
    entry: Entry | None
    problem: str = ""

    @property
    def path(self) -> Path:
        """The file that it lies in."""
        return self.folder / self.file

    @property
    def is_read(self) -> bool:
        """Whether the file was read, if only to find that this is not possible."""
        return self.entry is not None or bool(self.problem)

    @property
    def name(self) -> str:
        """Where it lies: ``FILE`` or ``FILE#n``."""
        return f"{self.file}#{self.number}" if self.number else self.file

    @property
    def title(self) -> str:
        """The level's title, or nothing."""
        return self.entry.level.title if self.entry else ""


class Pack:
    """An open pack. What fails does so with a FlowDeskError, and nothing is lost.

    Whatever may take long is done in steps: looks, and changes of thousands of levels. A folder
    that is not `read` at once is empty until `look` and `read` fill it.
    """

    def __init__(self, path: Path, *, read: bool = True) -> None:
        self.path = Path(os.path.abspath(path))
        self.is_folder = self.path.is_dir()
        folder, only = (self.path, "") if self.is_folder else (self.path.parent, self.path.name)
        self._files = PackFiles(folder, only)
        self._index = self._files.index
        self._history: History[FileStates] = History()
        self._rows: dict[int, tuple[PackFile, list[Item]]] = {}
        self._items: tuple[int, list[Item]] = (-1, [])
        if read or only:
            self.refresh()
        if only and not self.items:
            raise FlowDeskError(f"{self.path}: there is no such file or folder.")
        if only and self.items[0].problem:
            raise FlowDeskError(self.items[0].problem)

    @property
    def items(self) -> Sequence[Item]:
        """All levels in their order, then the files that cannot be read."""
        if self._items[0] != self._index.version:
            files, order, rows = self._index.files, self._index.order, self._rows
            found: list[Item] = []
            unread: list[Item] = []
            for number in (*order, ORDER) if ORDER in files else order:
                file, known = files[number], rows.get(number)
                items = known[1] if known and known[0] is file else self._items_in(number)
                if file.problem:
                    unread += items
                elif number != ORDER:
                    found += items
            self._items = self._index.version, found + unread
        return self._items[1]

    @property
    def unavailable(self) -> str:
        """Why the pack cannot be looked at now, as a sentence; the items are what was known."""
        return self._files.unavailable

    @property
    def unread(self) -> int:
        """How many files are still to be read."""
        return self._files.unread

    @property
    def has_order(self) -> bool:
        """Whether the order of a folder stands in a file of its own."""
        return self._index.files.get(ORDER) is not None

    @property
    def undo_label(self) -> str:
        """What undo would take back; empty if there is nothing."""
        return self._history.undo_label

    @property
    def redo_label(self) -> str:
        """What redo would bring again; empty if there is nothing."""
        return self._history.redo_label

    def levels_in(self, path: Path | None) -> Mapping[int, Entry]:
        """The levels of the pack that lie in one file, by their ids."""
        place = os.path.abspath(path) if path else ""
        number = self._index.names.get(os.path.basename(place))
        if (
            number is None
            or os.path.join(self._files.folder, self._index.files[number].name) != place
        ):
            return {}
        self._files.read_now([number])
        return self._levels(number)

    # What others do

    def look(self) -> Steps[bool]:
        """Find out, step by step, whether other programs have changed anything; `read` is next."""
        has_changed = yield from self._files.look()
        for number in self._index.order:
            if number in self._index.files:
                self._items_in(number)  # which takes a while for thousands
            yield
        return has_changed

    def read(self, first: Callable[[], Iterable[int]] = tuple) -> Iterator[int]:
        """Read, step by step, what was not read yet; `first` tells which levels come first."""
        return self._files.read(first)

    def levels_of(self, file: int) -> list[Puzzle]:
        """The levels of a file, by the id that `read` tells."""
        return [entry.level for entry in self._index.files[file].levels.values()]

    def refresh(self) -> bool:
        """Take in at once what other programs have changed; whether they have changed anything."""
        has_changed = finish(self.look())
        for _ in self.read():
            pass
        return has_changed

    # Changes

    def move(self, ids: Collection[int], step: int) -> Steps[None]:
        """Move levels up (-1) or down (1) by one place; at the edge of their file, all of it."""
        holders = self._files.holders(ids)
        changes: FileStates = {}
        if len(holders) == 1:
            levels = self._levels(holders[0])
            moved = _shifted(list(levels), ids, step)
            if moved != list(levels):
                changes = self._with_levels(holders[0], {id: levels[id] for id in moved})
        if not changes:
            changes = self._in_order(_shifted(self._readable(), holders, step))
        yield from self._change("move", changes, holders)

    def arrange(self, ids: Sequence[int]) -> Steps[None]:
        """Put all levels in this order; those of one file stay together, where the first is."""
        places = {id: place for place, id in enumerate(ids)}

        def place(id: int) -> int:
            return places.get(id, len(places))  # what is not named comes last

        rows = {number: self._levels(number) or (number,) for number in self._readable()}
        first = {number: min(map(place, rows[number])) for number in rows}
        changes = self._in_order(sorted(first, key=first.__getitem__))
        for number in rows:
            levels = self._levels(number)
            moved = {id: levels[id] for id in sorted(levels, key=place)}
            if list(moved) != list(levels):
                changes |= self._with_levels(number, moved)
                yield
        yield from self._change("reorder", changes)

    def rename(self, id: int, title: str) -> Steps[None]:
        """Give a level another title, or none."""
        for number in self._files.holders([id]):
            levels = self._levels(number)
            renamed = _titled(levels[id], " ".join(title.split()))
            if renamed != levels[id]:
                yield from self._change(
                    "rename", self._with_levels(number, {**levels, id: renamed})
                )

    def duplicate(self, ids: Collection[int]) -> Steps[list[int]]:
        """Put a copy of each level right after it; the ids of the copies."""
        changes: dict[int, PackFile | None] = {}
        copies: list[int] = []
        names = {number: [self._index.files[number].name] for number in self._index.order}
        taken: set[str] = set()
        holders = self._files.holders(ids)
        for number in holders:
            file = self._index.files[number]
            levels: dict[int, Entry] = {}
            for id, entry in file.levels.items():
                levels[id] = entry
                if id in ids:
                    copies.append(self._files.new_id())
                    levels[copies[-1]] = _titled(entry, _copied(entry.level.title))
            if self.is_folder and len(file.levels) == 1:
                file = replace(file, name=self._files.free_name(file.name, taken))
                taken.add(file.name)
                names[number].append(file.name)
                number, levels = copies[-1], {copies[-1]: levels[copies[-1]]}
            changes[number] = file.with_levels(levels)
            yield
        order = self._index.ordering([name for each in names.values() for name in each])
        yield from self._change(_counted("duplicate", len(copies)), {**order, **changes}, holders)
        return copies

    def delete(self, ids: Collection[int]) -> Steps[None]:
        """Take levels out of the pack; a file that none are left in goes to the trash."""
        changes: dict[int, PackFile | None] = {}
        gone = 0
        for number in self._files.holders(ids):
            levels = {id: entry for id, entry in self._levels(number).items() if id not in ids}
            gone += len(self._levels(number)) - len(levels)
            changes |= self._with_levels(number, levels) if levels else {number: None}
            yield
        yield from self._change(_counted("delete", gone), changes)

    def undo(self) -> Steps[None]:
        """Take back the last change, if there is one."""
        if edit := self._history.undo():
            yield from self._follow(edit, otherwise=self._history.redo)

    def redo(self) -> Steps[None]:
        """Bring again what was taken back last, if there is anything."""
        if edit := self._history.redo():
            yield from self._follow(edit, otherwise=self._history.undo)

    def _items_in(self, number: int) -> list[Item]:
        """The levels of a file, or the file itself if it has none, made anew."""
        file, folder = self._index.files[number], self._files.folder
        is_one = len(file.levels) == 1
        items = [
            Item(id, folder, file.name, 0 if is_one else place, entry)
            for place, (id, entry) in enumerate(file.levels.items(), 1)
        ] or [Item(number, folder, file.name, 0, None, file.problem)]
        self._rows[number] = file, items
        return items

    def _readable(self) -> list[int]:
        """The files in order without those that are known to be unreadable."""
        files = self._index.files
        return [number for number in self._index.order if not files[number].problem]

    def _levels(self, number: int) -> Mapping[int, Entry]:
        return self._index.files[number].levels

    def _with_levels(self, number: int, levels: Mapping[int, Entry]) -> dict[int, PackFile | None]:
        return {number: self._index.files[number].with_levels(levels)}

    def _in_order(self, readable: Sequence[int]) -> dict[int, PackFile | None]:
        """What has to change so that readable files come in this order; the others stay put."""
        files, following = self._index.files, iter(readable)
        numbers = (n if files[n].problem else next(following) for n in self._index.order)
        return self._index.ordering([files[number].name for number in numbers])

    def _change(
        self, label: str, changes: FileStates, concerned: Iterable[int] = ()
    ) -> Steps[None]:
        """Change files, or let them go; one step of undo, even if only some of it can be done.

        Other files that are `concerned` must be as they were shown, too.
        """
        with self._files.changing():
            yield from self._files.check_known({*changes, *concerned})
            before = self._now(changes)
            try:
                yield from self._files.become(changes)
            finally:
                if (after := self._now(changes)) != before:
                    self._history.push(Edit(label, before, after))

    def _follow(self, edit: Edit[FileStates], otherwise: Callable[[], object]) -> Steps[None]:
        """Do to the files what an edit did to them; if it is not done to all, `otherwise`."""
        is_done = False
        try:
            with self._files.changing():
                yield from self._files.check_known(edit.after)
                for number, now in self._now(edit.after).items():
                    states = edit.before[number], edit.after[number]
                    if now not in states:
                        name = next(file.name for file in (now, *states) if file)
                        raise FlowDeskError(
                            f"{name} was changed by another program since, so that this step "
                            "cannot be taken."
                        )
                yield from self._files.become(edit.after)
            is_done = True
        finally:
            if not is_done:
                otherwise()

    def _now(self, numbers: Iterable[int]) -> dict[int, PackFile | None]:
        return {number: self._index.files.get(number) for number in numbers}


def _shifted(order: Sequence[int], chosen: Collection[int], step: int) -> list[int]:
    """Some of them moved by one place to the beginning (-1) or end (1), as far as that goes."""
    moved = list(order[::-step])
    for place in range(1, len(moved)):
        if moved[place] in chosen and moved[place - 1] not in chosen:
            moved[place - 1], moved[place] = moved[place], moved[place - 1]
    return moved[::-step]


def _titled(entry: Entry, title: str) -> Entry:
    """The level under another title, or none."""
    about = {name: text for name, text in entry.level.about.items() if name != "title"}
    return replace(
        entry, level=replace(entry.level, about={"title": title, **about} if title else about)
    )


def _copied(title: str) -> str:
    return f"{title} copy" if title else ""


def _counted(verb: str, number: int) -> str:
    return verb if number == 1 else f"{verb} {number} levels"
