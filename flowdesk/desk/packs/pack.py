"""Pack: the levels in a folder of files, or in one file, and all changes to them.

Every change is written to the disk at once; undo is a change like any other.

* A file of several levels is replaced whole or not at all; undo restores every byte.
* Files keep their formats; a change that a format cannot hold is refused.
* A folder is in the natural order of its file names, or in the order of its manifest. Levels of one
  file stay together.
* A title is stored in the level's file, which is named after it. What the pack says about itself,
  stars and notes are in its manifest (see `manifest`), which a file shares with its folder.
* A deleted file goes to the trash; undo and the desktop can restore it.
* A file that cannot be read is listed with the reason, after the levels, and never changed.
* What another program has changed is read again, and never overwritten by a change or by undo.
* While a pack is unavailable (a disk was removed) its last known levels are kept.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from flowdesk.core.edit import Edit, History
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.desk.packs.manifest import NOTHING, NoteLine, PackAbout, Remark
from flowdesk.desk.packs.pack_index import (
    MANIFEST,
    FileStates,
    PackFile,
    PackItem,
    bound,
    numbered,
    renamed,
    with_remarks,
)
from flowdesk.desk.packs.pack_store import PackStore
from flowdesk.desk.work.jobs import Steps, finish
from flowdesk.formats.registry import JSON, format_for, losses, read_data
from flowdesk.kinds.entry import SOLUTION, Entry


class Pack(PackStore):
    """An open pack. An operation that fails raises FlowDeskError and loses nothing.

    Scans and changes are made in steps, because there may be thousands of levels. Without `read`
    a folder's pack is empty until `scan` and `read` are called. Changes are in the `history`.
    """

    def __init__(self, path: Path, *, read: bool = True) -> None:
        super().__init__(path)
        self.history: History[FileStates] = History()
        self._rows: dict[int, tuple[PackFile, list[PackItem]]] = {}
        self._items: tuple[int, list[PackItem]] = (-1, [])
        self._remarks: tuple[int, Mapping[int, Remark]] = (-1, {})
        if read or self._only:
            self.refresh()
        if self._only and not self.items:
            raise FlowDeskError(f"{self.path}: there is no such file or folder.")
        if self._only and self.items[0].problem:
            raise FlowDeskError(self.items[0].problem)

    @property
    def home(self) -> Pack:
        return self

    @property
    def items(self) -> Sequence[PackItem]:
        """All levels in their order, then the files that cannot be read."""
        if self._items[0] != self.index.version:
            files, order = self.index.files, self.index.order
            unreadable = [n for n in (*order, *self.index.beside) if files[n].problem]
            items = [i for n in (*self._readable(), *unreadable) for i in self._items_in(n)]
            self._items = self.index.version, items
        return self._items[1]

    def item(self, id: int) -> PackItem:
        return next(item for item in self._items_in(self.index.holders[id]) if item.id == id)

    @property
    def remarks(self) -> Mapping[int, Remark]:
        """The stars and notes of levels by their ids; levels without any are left out."""
        if self._remarks[0] != self.index.version:
            lines = [line for line in self.index.manifest.lines if self._is_ours(line)]
            remarks = {id: lines[number].remark for id, number in bound(lines, self.items).items()}
            self._remarks = self.index.version, remarks
        return self._remarks[1]

    @property
    def about(self) -> PackAbout:
        """What the pack says about itself; without a title, that is its name."""
        if self._only:
            return PackAbout(title=self.path.stem)
        about = self.index.manifest.about
        return replace(about, title=about.title or self.path.name)

    def levels_in(self, path: Path | None) -> Mapping[int, Entry]:
        """Return the levels of one file by their ids; none if the file is not in the pack."""
        place = Path(os.path.abspath(path or ""))
        file_id = self.index.names.get(place.name)
        if file_id is None or path is None or place.parent != self.folder:
            return {}
        self.read_now([file_id])
        return self._levels(file_id)

    def levels_of(self, files: Iterable[int]) -> list[int]:
        """Return the ids of the levels of files; of one that was not read, its own."""
        known = self.index.files
        return [id for each in files if each in known for id in known[each].levels or (each,)]

    # Reading

    def scan(self) -> Steps[bool]:
        """List the files; return whether other programs have changed any. Call `read` next."""
        has_changed = yield from super().scan()
        for file_id in self.index.order:
            if file_id in self.index.files:
                self._items_in(file_id)  # cached for `items`: it takes long for thousands
            yield
        return has_changed

    def refresh(self) -> bool:
        """Read at once what other programs have changed; return whether there was anything."""
        has_changed = finish(self.scan())
        for _ in self.read():
            pass
        return has_changed

    # Changes

    def move(self, ids: Collection[int], step: int) -> Steps[None]:
        """Move levels up (-1) or down (1) by one place; at the end of their file, the file."""
        holders = self.holders(ids)
        changes: FileStates = {}
        if len(holders) == 1:
            levels = self._levels(holders[0])
            moved = _shifted(list(levels), ids, step)
            if moved != list(levels):
                changes = self._with_levels(holders[0], {id: levels[id] for id in moved})
        if not changes:
            changes = self._in_order(_shifted(self._readable(), holders, step))
        yield from self._change("move", changes, holders)

    def arrange(self, ids: Sequence[int], label: str = "reorder") -> Steps[Sequence[int]]:
        """Put all levels in this order, and return it; a file is where its first level is."""
        places, readable = {id: n for n, id in enumerate(ids)}, dict.fromkeys(self._readable())
        holders = map(self.index.holders.get, ids)
        files = {holder: None for holder in holders if holder in readable}
        changes = self._in_order([*(files | readable)])
        for file_id in readable:
            if len(levels := self._levels(file_id)) < 2:
                continue
            moved = sorted(levels, key=lambda id: places.get(id, len(places)))
            if moved != list(levels):
                changes |= self._with_levels(file_id, {id: levels[id] for id in moved})
                yield
        yield from self._change(label, changes)
        return ids

    def number(self, id: int) -> int:
        """Return the place of a level in the pack, from 1."""
        return next(place for place, item in enumerate(self.items, 1) if item.id == id)

    def rename(self, id: int, own: str) -> Steps[None]:
        """Change the title of a level by the pattern, and name a file of its own after it."""
        own = " ".join(own.split())
        for file_id in self.holders([id]):
            file, levels = self.index.files[file_id], self._levels(file_id)
            about = self.about
            number = 0 if "{number}" not in about.pattern else self.number(id)  # of thousands
            title = about.title_of(own, levels[id].level, number)
            changed = file.with_levels({**levels, id: _titled(levels[id], title)})
            name = renamed(file.name, own or title)
            if changed == file:
                return
            if self._only or len(levels) > 1 or name == file.name:
                yield from self._change("rename", {file_id: changed})
            else:
                name = _free_name(self.folder, name, ())
                said = self.index.saying(self.index.manifest.renamed(file.name, name))
                yield from self._change("rename", {file_id: replace(changed, name=name), **said})

    def insert(
        self,
        label: str,
        entries: Sequence[Entry],
        before: int | None = None,
        joins: Edit[FileStates] | None = None,
    ) -> Steps[list[int]]:
        """Insert levels before the file of one, or at the end; return their ids.

        In a folder each has a file of its own, whose number goes on after those that are there.
        Titles are made by the pack's pattern. That is one step of undo with the one that it
        `joins`, if that was the last.
        """
        about, new, called = self.about, dict[int, Entry](), list[str]()
        for number, entry in enumerate(entries, len(self.items) + 1):
            own = about.own_title(entry.level.title)
            title = about.title_of(own, entry.level, number)
            new[next(self._ids)] = _titled(entry, title)
            called.append(own or title)
        changes: dict[int, PackFile | None] = {}
        if self._only:
            (file_id,) = self.index.order
            levels = list(self._levels(file_id).items())
            place = next((n for n, (id, _) in enumerate(levels) if id == before), len(levels))
            levels[place:place] = new.items()
            changes = self._with_levels(file_id, dict(levels))
        else:
            order = list(self.index.order)
            holder = before if before in self.index.files else self.index.holders.get(before or 0)
            place = order.index(holder) if holder in order else len(order)
            stems = numbered(self.index.names, called)
            for stem, (id, entry) in zip(stems, new.items(), strict=True):
                changes[id] = _new_file(self.folder, stem, id, entry)
                yield
            names = [self.index.files[id].name for id in order]
            names[place:place] = [file.name for file in changes.values() if file]
            changes |= self.index.ordering(names)
        joined = joins.after.keys() - {MANIFEST} if joins and joins is self.history.last else ()
        yield from self._change(counted_label(label, len(joined) + len(new)), changes, joins=joins)
        return list(new)

    def duplicate(self, ids: Collection[int]) -> Steps[list[int]]:
        """Insert a copy after each level; return the ids of the copies."""
        changes: dict[int, PackFile | None] = {}
        copies: list[int] = []
        names = {file_id: [self.index.files[file_id].name] for file_id in self.index.order}
        taken: set[str] = set()
        holders = self.holders(ids)
        for file_id in holders:
            file = self.index.files[file_id]
            levels: dict[int, Entry] = {}
            for id, entry in file.levels.items():
                levels[id] = entry
                if id in ids:
                    title = entry.level.title
                    copies.append(next(self._ids))
                    levels[copies[-1]] = _titled(entry, title and f"{title} copy")
            if not self._only and len(file.levels) == 1:
                file = replace(file, name=_free_name(self.folder, file.name, taken))
                taken.add(file.name)
                names[file_id].append(file.name)
                file_id, levels = copies[-1], {copies[-1]: levels[copies[-1]]}
            changes[file_id] = file.with_levels(levels)
            yield
        order = self.index.ordering([name for each in names.values() for name in each])
        label = counted_label("duplicate", len(copies))
        yield from self._change(label, {**order, **changes}, holders)
        return copies

    def delete(self, ids: Collection[int]) -> Steps[None]:
        """Delete levels; a file without any left goes to the trash."""
        changes: dict[int, PackFile | None] = {}
        deleted = 0
        for file_id in self.holders(ids):
            levels = {id: entry for id, entry in self._levels(file_id).items() if id not in ids}
            deleted += len(self._levels(file_id)) - len(levels)
            changes |= self._with_levels(file_id, levels) if levels else {file_id: None}
            yield
        if noted := [id for id in ids if id in self.remarks]:
            changes |= self._with_remarks(dict.fromkeys(noted, NOTHING))
        yield from self._change(counted_label("delete", deleted), changes)

    def remark(self, label: str, remarks: Mapping[int, Remark]) -> Steps[None]:
        if any(remark != self.remarks.get(id, NOTHING) for id, remark in remarks.items()):
            yield from self._change(label, self._with_remarks(remarks))

    def set_about(self, about: PackAbout) -> Steps[None]:
        """Change what the pack says about itself; FlowDeskError if it is one file."""
        if self._only:
            problem = f"{self._only} is one file, which has no room for that"
            raise FlowDeskError(f"{problem}: save its puzzles in a folder.")
        title = "" if about.title == self.path.name else about.title
        manifest = replace(self.index.manifest, about=replace(about, title=title))
        yield from self._change("about the pack", self.index.saying(manifest))

    def undo(self) -> Steps[None]:
        if edit := self.history.undo():
            yield from self._repeat(edit, if_it_fails=self.history.redo)

    def redo(self) -> Steps[None]:
        if edit := self.history.redo():
            yield from self._repeat(edit, if_it_fails=self.history.undo)

    def _items_in(self, file_id: int) -> list[PackItem]:
        """Return the levels of a file, or the file itself if it has none."""
        file, folder = self.index.files[file_id], self.folder
        known = self._rows.get(file_id)
        if known and known[0] is file:
            return known[1]
        is_one = len(file.levels) == 1
        items = [
            PackItem(id, folder, file.name, 0 if is_one else place, entry)
            for place, (id, entry) in enumerate(file.levels.items(), 1)
        ] or [PackItem(file_id, folder, file.name, 0, None, file.problem)]
        self._rows[file_id] = file, items
        return items

    def _readable(self) -> list[int]:
        """Return the files in order, without those known to be unreadable."""
        files = self.index.files
        return [file_id for file_id in self.index.order if not files[file_id].problem]

    def _levels(self, file_id: int) -> Mapping[int, Entry]:
        return self.index.files[file_id].levels

    def _with_levels(self, file_id: int, levels: Mapping[int, Entry]) -> dict[int, PackFile | None]:
        return {file_id: self.index.files[file_id].with_levels(levels)}

    def _is_ours(self, line: NoteLine) -> bool:
        """Whether a remark may be about a level of this pack: of a file's, not on another file."""
        name = line.place.file
        return not self._only or name == self._only or not (self.folder / name).exists()

    def _with_remarks(self, remarks: Mapping[int, Remark]) -> dict[int, PackFile | None]:
        """Return the change of the manifest after which levels have these remarks."""
        manifest = self.index.manifest
        others = [line for line in manifest.lines if not self._is_ours(line)]
        ours = [line for line in manifest.lines if self._is_ours(line)]
        lines = (*with_remarks(ours, self.items, remarks), *others)
        return self.index.saying(replace(manifest, lines=lines))

    def _in_order(self, readable: Sequence[int]) -> dict[int, PackFile | None]:
        """Return the change that orders the readable files; the others keep their places."""
        files, following = self.index.files, iter(readable)
        numbers = (n if files[n].problem else next(following) for n in self.index.order)
        return self.index.ordering([files[file_id].name for file_id in numbers])

    def _change(
        self,
        label: str,
        changes: FileStates,
        concerned: Iterable[int] = (),
        joins: Edit[FileStates] | None = None,
    ) -> Steps[None]:
        """Change files as one step of undo, even if only some of it succeeds; not if others did."""
        with self.changing():
            yield from self.check_unchanged({*changes, *concerned})
            before = self._now(changes)
            try:
                yield from self.apply(changes)
            finally:
                after = self._now(changes)
                if joins and joins is self.history.last:
                    states = {**before, **joins.before}, {**joins.after, **after}
                    self.history.replace_last(Edit[FileStates](label, *states))
                elif after != before:
                    self.history.push(Edit(label, before, after))

    def _repeat(self, edit: Edit[FileStates], if_it_fails: Callable[[], object]) -> Steps[None]:
        """Bring all files of an edit to the state after it."""
        try:
            with self.changing():
                yield from self.check_unchanged(edit.after)
                for file_id, now in self._now(edit.after).items():
                    states = edit.before[file_id], edit.after[file_id]
                    if now not in states:
                        name = next(file.name for file in (now, *states) if file)
                        problem = f"{name} was changed by another program since then"
                        raise FlowDeskError(f"{problem}: this cannot be undone or redone.")
                yield from self.apply(edit.after)
        except BaseException:  # also if the generator is closed halfway
            if_it_fails()
            raise

    def _now(self, numbers: Iterable[int]) -> dict[int, PackFile | None]:
        return {file_id: self.index.files.get(file_id) for file_id in numbers}


def _shifted(order: Sequence[int], chosen: Collection[int], step: int) -> list[int]:
    """Return the order with the chosen ones moved towards the beginning (-1) or the end (1)."""
    moved = list(order[::-step])
    for place in range(1, len(moved)):
        if moved[place] in chosen and moved[place - 1] not in chosen:
            moved[place - 1], moved[place] = moved[place], moved[place - 1]
    return moved[::-step]


def _free_name(folder: Path, name: str, taken: Collection[str]) -> str:
    """Return a name that is free in a folder and not `taken`: this one, or it with a number."""
    stem, suffix = os.path.splitext(name)
    names = itertools.chain([name], (f"{stem}-{number}{suffix}" for number in itertools.count(2)))
    return next(n for n in names if n not in taken and not os.path.lexists(folder / n))


def _new_file(folder: Path, stem: str, id: int, entry: Entry) -> PackFile:
    """Return a file for one level, in the format of text files, or JSON if that loses something."""
    format = format_for(Path("puzzle.txt"), [entry.level])
    try:
        loses = not {SOLUTION}.issuperset(losses(format, [entry]))
    except FormatError:
        loses = True
    format = JSON if loses else format
    name = _free_name(folder, f"{stem}{format.suffixes[0]}", ())
    data = format.write([entry]).encode()
    return PackFile(name, data, {id: read_data(data, name)[1][0]})


def _titled(entry: Entry, title: str) -> Entry:
    """Return the level with another title, or without one."""
    about = {name: text for name, text in entry.level.about.items() if name != "title"}
    return entry.noted({"title": title, **about} if title else about)


def counted_label(verb: str, count: int) -> str:
    return verb if count == 1 else f"{verb} {count} puzzles"
