"""PackFile and PackIndex: the files of a pack by their ids, names and levels, and their order.

Beside them is the file of the pack's `Manifest`, which has the order. Files that it does not name
come after those, in the natural order of their names. Names of missing files are ignored, and
dropped when the order is written again.

Remarks are in the manifest, never in a puzzle's own file: not all formats could hold them, and they
are not for players. A remark follows its level when the file is renamed, or levels change places:
the content is the same. It stays when the level is edited, also by other programs: the place is the
same. Remarks on levels that are gone are kept.
"""

from __future__ import annotations

import bisect
import os
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import MAX_BYTES, PACK_NAME, decode, natural_order
from flowdesk.desk.packs.manifest import (
    NOTHING,
    LevelPlace,
    Manifest,
    NoteLine,
    Remark,
    read,
    taken_over,
)
from flowdesk.formats.registry import JSON, LEVEL_LIST, MAP, format_of, read_data
from flowdesk.kinds.entry import Entry, Format

#: The ids of the manifest, and of the order and notes of older programs; levels' files are above.
MANIFEST, _OLD_ORDER, _OLD_NOTES = 0, -1, -2
#: The names of files beside the levels, by their ids.
BESIDE = {MANIFEST: PACK_NAME, _OLD_ORDER: "order.flowdesk", _OLD_NOTES: "notes.flowdesk"}

#: The number that the name of a file begins with: ``01-spiral.txt``, but not ``06x06-spiral.txt``.
_NUMBER = re.compile(r"([0-9]{1,9})(?=[-._ ])")
_LONGEST = 60  # letters of a title that become the name of a file

#: Sort keys of names; cached, because each change compares thousands of them.
_sort_key = lru_cache(20_000)(natural_order)


@dataclass(frozen=True)
class PackFile:
    """A file as it is on the disk, and its levels by their ids, in order.

    A file that cannot be read has a `problem` instead; one that was not read yet has neither.
    """

    name: str
    data: bytes = b""
    levels: Mapping[int, Entry] = field(default_factory=dict, compare=False)
    problem: str = ""

    def with_levels(self, levels: Mapping[int, Entry]) -> PackFile:
        """Return the file with these levels instead; FlowDeskError if it cannot hold them."""
        entries = list(levels.values())
        if entries == list(self.levels.values()):
            return replace(self, levels=levels)
        text = _format_to_write(self, len(entries)).write(entries)
        data = _within_limit(self.name, text.encode())
        wanted = [(entry.level, entry.solution) for entry in entries]
        if [(entry.level, entry.solution) for entry in read_data(data, self.name)[1]] != wanted:
            raise _unable(self, "its format cannot hold everything about these puzzles.")
        return replace(self, data=data, levels=levels)


class PackItem(NamedTuple):
    """A level of a pack, or a file that cannot be read: it has a problem instead of an entry.

    A file that was not read yet has neither; its first level will get its `id`. An `id` never
    changes, whatever the level's place and title. `number` counts the levels of a file of several
    from 1; it is 0 for a single level.
    """

    id: int
    folder: Path
    file: str
    number: int
    entry: Entry | None
    problem: str = ""

    @property
    def path(self) -> Path:
        return self.folder / self.file

    @property
    def is_read(self) -> bool:
        """Whether the file was read, or found to be unreadable."""
        return self.entry is not None or bool(self.problem)

    @property
    def name(self) -> str:
        """The file name, with the level's number if there are several: ``FILE`` or ``FILE#n``."""
        return f"{self.file}#{self.number}" if self.number else self.file

    @property
    def level(self) -> Puzzle | None:
        return self.entry.level if self.entry else None

    @property
    def title(self) -> str:
        return self.level.title if self.level else ""

    @property
    def key(self) -> str:
        """The key of the level's content; empty if it was not read."""
        return self.level.puzzle_key if self.level else ""


#: States of files by their ids, before or after a change; None if there is no such file.
FileStates: TypeAlias = Mapping[int, PackFile | None]


class PackIndex:
    """The files by their ids, also those beside the levels; `version` counts the changes.

    `names` holds the ids of files by their names, `holders` those by the ids of their levels; the
    id of an unread file stands for its level. There may be thousands of files, so a change costs
    little, and the order is computed again only if it may differ.
    """

    def __init__(self) -> None:
        self.version = 0
        self.files: dict[int, PackFile] = {}
        self.names: dict[str, int] = {}
        self.holders: dict[int, int] = {}
        self._by_name: list[str] = []
        self._order: list[int] | None = None
        self._manifest: Manifest | None = None

    @property
    def beside(self) -> list[int]:
        """The files beside the levels that count: the manifest, or without it those before it."""
        there = [id for id in BESIDE if id in self.files]
        return there[:1] if MANIFEST in there else there

    @property
    def manifest(self) -> Manifest:
        """What the folder says; nothing if that cannot be read."""
        if self._manifest is None:
            data = {id: self.files[id].data for id in self.beside if not self.files[id].problem}
            if MANIFEST in data:
                self._manifest = read(data[MANIFEST])
            else:
                self._manifest = taken_over(data.get(_OLD_ORDER, b""), data.get(_OLD_NOTES, b""))
        return self._manifest

    @property
    def order(self) -> Sequence[int]:
        """The ids of all puzzle files, in order."""
        if self._order is None:
            named = (*self.manifest.order, *self._by_name)
            places = {name: self.names.get(name, MANIFEST) for name in named}
            self._order = [id for id in places.values() if id > MANIFEST]
        return self._order

    def put(self, id: int, file: PackFile) -> None:
        """Add a file, or put it in the place of its former state."""
        before = self.files.get(id)
        if before and before.name != file.name:
            self.drop(id)
            before = None
        self.version += 1
        if before is None:
            self.names[file.name] = id
            if id > MANIFEST:
                bisect.insort(self._by_name, file.name, key=_sort_key)
        if before is None or id in BESIDE:
            self._order = None
        if id in BESIDE:
            self._manifest = None
        self.files[id] = file
        for level in before.levels if before else ():
            self.holders.pop(level, None)
        self.holders |= dict.fromkeys(file.levels or (id,), id)

    def drop(self, id: int) -> None:
        self.version += 1
        self._order = None
        if id in BESIDE:
            self._manifest = None
        file = self.files.pop(id)
        del self.names[file.name]
        for level in file.levels or (id,):
            self.holders.pop(level, None)
        if id > MANIFEST:
            key = _sort_key(file.name)
            del self._by_name[bisect.bisect_left(self._by_name, key, key=_sort_key)]

    def saying(self, manifest: Manifest) -> dict[int, PackFile | None]:
        """Return the change that writes a manifest; FlowDeskError if what is there is not known."""
        if manifest == self.manifest:
            return {}
        if problem := next(filter(None, (self.files[id].problem for id in self.beside)), ""):
            raise FlowDeskError(problem)
        data = _within_limit(PACK_NAME, manifest.write())
        written = PackFile(PACK_NAME, data) if data else None
        return {**dict.fromkeys(self.beside), MANIFEST: written}

    def ordering(self, names: Sequence[str]) -> dict[int, PackFile | None]:
        """Return the change that puts files of these names, and no others, in this order.

        It is none if they are in it anyway: new files at the end need not be named.
        """
        others = set(names)
        listed = [name for name in self.manifest.order if name in others]
        others.difference_update(listed)
        if list(names) == [*listed, *sorted(others, key=_sort_key)]:
            return {}
        return self.saying(replace(self.manifest, order=tuple(names)))


def name_beside(there: Collection[str], title: str) -> str:
    """Return a name without suffix: numbered if those beside it are, or there is no title."""
    name = as_name(title)
    return name if name and not any(map(_NUMBER.match, there)) else numbered(there, [title])[0]


def as_name(title: str) -> str:
    """Return a title as the name of a file or page, without a suffix; it may be empty."""
    return "-".join(re.findall(r"\w+", title.lower()))[:_LONGEST].rstrip("-")


def renamed(name: str, title: str) -> str:
    """Return the name of a file after a title; its number and its suffix stay."""
    number, suffix = _NUMBER.match(name), os.path.splitext(name)[1]
    stem = "-".join(filter(None, [number[1] if number else "", as_name(title)]))
    return f"{stem}{suffix}" if stem else name


def numbered(there: Collection[str], titles: Sequence[str]) -> list[str]:
    """Return names without suffixes for files that follow those that are there."""
    found = [match[1] for name in there if (match := _NUMBER.match(name))]
    last = max(map(int, found), default=0)
    digits = max(map(len, [*(found or ["01"]), str(last + len(titles))]))
    names = enumerate(map(as_name, titles), last + 1)
    return [f"{number:0{digits}}-{title}".rstrip("-") for number, title in names]


def _within_limit(name: str, data: bytes) -> bytes:
    if len(data) > MAX_BYTES:
        raise FlowDeskError(f"{name} would be larger than {MAX_BYTES // 1_000_000} MB, the limit.")
    return data


def _format_to_write(file: PackFile, count: int) -> Format:
    """Return the format of a file, or for several levels in a single map that of a list of maps."""
    format = format_of(decode(file.data), Path(file.name).suffix.lower())
    if format is MAP and count > 1:
        return LEVEL_LIST
    if not format.can_write:
        raise _unable(file, f"FlowDesk can read but not write its format ({format.name}).")
    if count > 1 and not format.holds_many:
        raise _unable(file, f"its format ({format.name}) can hold only one puzzle.")
    if remarks := [remark for entry in file.levels.values() for remark in entry.remarks]:
        raise _unable(file, f"some of its content would be lost. {remarks[0]}")
    return format


def _unable(file: PackFile, reason: str) -> FlowDeskError:
    instead = f"Open it, and save it as {JSON.name} (.json)."
    return FlowDeskError(f"{file.name} cannot be changed here: {reason} {instead}")


def places_of(items: Sequence[PackItem]) -> dict[int, LevelPlace]:
    sizes = Counter(item.file for item in items)
    return {item.id: LevelPlace(item.file, item.number, sizes[item.file]) for item in items}


def bound(lines: Sequence[NoteLine], items: Sequence[PackItem]) -> dict[int, int]:
    """Return the lines, as indices, that are about these levels, by the ids of the levels.

    Content and place together are surest, then the content, then the place. The key of a level that
    was not read yet is empty: then the place is enough.
    """
    found: dict[int, int] = {}
    wanted = dict(enumerate(lines))
    if not wanted:
        return found
    places = places_of(items)
    by_place = {place: id for id, place in places.items()}
    keys = {item.id: item.key for item in items}

    def take(number: int, id: int | None) -> None:
        if id is not None and id not in found:
            found[id] = number
            del wanted[number]

    for number, line in list(wanted.items()):
        id = by_place.get(line.place)
        if id is not None and keys[id] in ("", line.key):
            take(number, id)
    by_key: dict[str, list[int]] = {}
    for id in reversed([id for id in keys if id not in found]):
        by_key.setdefault(keys[id], []).append(id)
    for number, line in list(wanted.items()):
        if ids := by_key.get(line.key):
            take(number, ids.pop())
    for number, line in list(wanted.items()):
        take(number, by_place.get(line.place))
    return found


def with_remarks(
    lines: Sequence[NoteLine], items: Sequence[PackItem], remarks: Mapping[int, Remark]
) -> list[NoteLine]:
    """Return the lines after some levels, given by their ids, got other remarks.

    All places and keys are brought up to date; the level of an empty remark has no line any more.
    """
    about = {number: id for id, number in bound(lines, items).items()}
    places, keys = places_of(items), {item.id: item.key for item in items}
    changed = []
    for number, line in enumerate(lines):
        id = about.get(number)
        if id is not None and keys[id]:
            line = replace(line, place=places[id], key=keys[id])
        if id is not None and id in remarks:
            line = replace(line, remark=remarks[id])
        changed.append(line)
    new = remarks.keys() - about.values()
    changed += [NoteLine(places[id], keys[id], remarks[id]) for id in places if id in new]
    return [line for line in changed if line.more or line.remark != NOTHING]
