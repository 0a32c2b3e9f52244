"""The files of a pack: how they lie on the disk, what others do to them, and how they are changed.

A state of the files is a mapping; `become` goes from the present state to any other in steps of
which each is done or not done, and none of which loses a level: a file is replaced whole, several
change their names together, and what goes, goes to the trash.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.renaming import finish_renaming, rename_all
from flowdesk.core.storage import (
    MAX_BYTES,
    decode,
    is_installed,
    natural_order,
    read_bytes,
    reason,
    write_atomically,
)
from flowdesk.core.trash import Trashed, throw_away
from flowdesk.formats.entry import Entry
from flowdesk.formats.registry import (
    JSON,
    LEVEL_LIST,
    MAP,
    Format,
    format_of,
    read_data,
    suffixes,
)

#: What tells whether a file is still the one that was read.
_Stamp: TypeAlias = tuple[int, int, int]

#: The number at the beginning of a name that gives a file its place: in 01-first, not in 5x5-first.
_NUMBER = re.compile(r"[0-9]+(?=[-_. ])")


@dataclass(frozen=True)
class PackFile:
    """A file as it lies on the disk, and the levels in it by their ids, in their order.

    A file that cannot be read has none, but a `problem`.
    """

    name: str
    data: bytes
    levels: Mapping[int, Entry] = field(compare=False)
    problem: str = ""


#: The files of a pack by their ids; such a mapping is never changed, only replaced.
State: TypeAlias = Mapping[int, PackFile]


class PackFiles:
    """The puzzle files in a folder, or `only` one of them.

    An id, of a file or a level, stays the same whatever becomes of what it stands for.
    """

    def __init__(self, folder: Path, only: str = "") -> None:
        self.state: State = {}
        self._folder = folder
        self._only = only
        self._ids = itertools.count(1)
        self._seen: Mapping[str, _Stamp] = {}
        self._thrown: dict[int, Trashed] = {}
        finish_renaming(folder)
        self.refresh()

    def new_id(self) -> int:
        """An id that nothing has had yet."""
        return next(self._ids)

    def path(self, file: PackFile) -> Path:
        """Where a file lies."""
        return self._folder / file.name

    def refresh(self) -> bool:
        """Take in what other programs have changed; whether they have changed anything."""
        present = self._look()
        if present == self._seen:
            return False
        known = {file.name: id for id, file in self.state.items()}
        state = {}
        for name, stamp in present.items():
            id = known.get(name) or self.new_id()
            before = self.state.get(id)
            same = before is not None and self._seen.get(name) == stamp
            state[id] = before if before and same else self._read(name, before)
        self.state, self._seen = state, present
        return True

    def check_changeable(self) -> None:
        """FlowDeskError if nothing can be changed here, or others have changed something."""
        place = self._folder / self._only
        if is_installed(place):
            raise FlowDeskError(
                f"{place.name} came with FlowDesk and stays as it is: copy it, and change the copy."
            )
        if not os.access(self._folder, os.W_OK):
            raise FlowDeskError(f"{place.name} cannot be changed: the folder is write-protected.")
        if self.refresh():
            raise FlowDeskError(
                f"{place.name} was changed by another program. It was read again, and nothing else "
                "was done."
            )

    def become(self, target: State) -> None:
        """Let the disk be as in `target`; where that fails, `state` is how far it came."""
        for id in sorted(self.state.keys() - target.keys()):
            self._throw_away(id)
        self._rename({id: target[id].name for id in self.state})
        for id, file in target.items():
            if self.state.get(id) != file:
                self._write(id, file)

    def with_levels(self, file: PackFile, levels: Mapping[int, Entry]) -> PackFile:
        """The file with these levels instead; FlowDeskError if it cannot hold them."""
        entries = list(levels.values())
        if entries == list(file.levels.values()):
            return replace(file, levels=levels)
        data = _format_to_write(file, len(entries)).write(entries).encode()
        if len(data) > MAX_BYTES:
            raise FlowDeskError(
                f"{file.name} would be larger than {MAX_BYTES // 1_000_000} MB: that is the most."
            )
        wanted = [(entry.level, entry.solution) for entry in entries]
        if [(entry.level, entry.solution) for entry in read_data(data, file.name)[1]] != wanted:
            raise _unable(file, "it cannot hold all that is known of its levels.")
        return replace(file, data=data, levels=levels)

    def free_name(self, name: str, taken: Collection[str]) -> str:
        """A name for a copy of a file: one that is not taken, in the folder or otherwise."""
        return _free(name, {other.casefold() for other in (*taken, *os.listdir(self._folder))})

    def named_in_order(self, ids: Sequence[int]) -> dict[int, PackFile]:
        """These files under names that put them in this order."""
        files = [self.state[id] for id in ids]
        names = [file.name for file in files]
        others = {name.casefold() for name in os.listdir(self._folder) if name not in names}
        named = {}
        for id, file, name in zip(ids, files, _numbered(names), strict=True):
            name = name if name.casefold() not in others else _free(name, others)
            named[id] = replace(file, name=name)
        return named

    def _look(self) -> dict[str, _Stamp]:
        """The files that are there, with what tells whether they are still those that were read."""
        found = {}
        for name in [self._only] if self._only else puzzle_names(self._folder):
            with contextlib.suppress(FileNotFoundError):
                found[name] = self._stamp(name)
        return found

    def _stamp(self, name: str) -> _Stamp:
        found = os.stat(self._folder / name)
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _read(self, name: str, before: PackFile | None) -> PackFile:
        """A file; its levels keep their ids if there are as many as before."""
        try:
            data = read_bytes(self._folder / name)
            entries = read_data(data, name)[1]
        except FlowDeskError as error:
            return PackFile(name, b"", {}, str(error))
        ids = list(before.levels) if before else []
        if len(ids) != len(entries):
            ids = [self.new_id() for _ in entries]
        return PackFile(name, data, dict(zip(ids, entries, strict=True)))

    def _throw_away(self, id: int) -> None:
        file = self.state[id]
        self._thrown[id] = throw_away(self.path(file))
        self.state = {other: file for other, file in self.state.items() if other != id}
        self._seen = {name: stamp for name, stamp in self._seen.items() if name != file.name}

    def _rename(self, names: Mapping[int, str]) -> None:
        """Let files have other names, all or none."""
        changed = {self.state[id].name: name for id, name in names.items()}
        changed = {old: new for old, new in changed.items() if old != new}
        if changed:
            rename_all(self._folder, changed)
            self.state = {id: replace(file, name=names[id]) for id, file in self.state.items()}
            self._seen = {changed.get(name, name): stamp for name, stamp in self._seen.items()}

    def _write(self, id: int, file: PackFile) -> None:
        path = self.path(file)
        if id not in self.state and os.path.lexists(path):
            raise FlowDeskError(f"There is a file {file.name} already.")
        thrown = self._thrown.pop(id, None)
        if thrown is None or not thrown.put_back():
            write_atomically(path, file.data)
        self.state = {**self.state, id: file}
        self._seen = {**self._seen, file.name: self._stamp(file.name)}


def _format_to_write(file: PackFile, count: int) -> Format:
    """What a file is written in again: what it is, or a list of maps when a map gets company."""
    format = format_of(decode(file.data), Path(file.name).suffix.lower())
    if format is MAP and count > 1:
        return LEVEL_LIST
    if not format.can_write:
        raise _unable(file, f"FlowDesk only reads what it is written in ({format.name}).")
    if count > 1 and not format.holds_many:
        raise _unable(file, f"it can hold only one level ({format.name}).")
    if remarks := [remark for entry in file.levels.values() for remark in entry.remarks]:
        raise _unable(file, f"not all of it would be written again. {remarks[0]}")
    return format


def _unable(file: PackFile, reason: str) -> FlowDeskError:
    return FlowDeskError(
        f"{file.name} cannot be changed here: {reason} Open it, and save it as {JSON.name} (.json)."
    )


def puzzle_names(folder: Path) -> list[str]:
    """The puzzle files in a folder, none if there is no such folder, in natural order."""
    known = suffixes()
    try:
        return [
            name
            for name in sorted(os.listdir(folder), key=natural_order)
            if os.path.splitext(name)[1].lower() in known
            and not name.startswith(".")
            and os.path.isfile(folder / name)
        ]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise FlowDeskError(f"{folder} cannot be read: {reason(error)}.") from error


def _free(name: str, taken: Collection[str]) -> str:
    """A name that is not taken; `taken` is without capitals, as some systems see names."""
    stem, suffix = os.path.splitext(name)
    names = (f"{stem}-{number}{suffix}" for number in itertools.count(2))
    return next(name for name in names if name.casefold() not in taken)


def _numbered(names: Sequence[str]) -> list[str]:
    """Names that sort in this order: their numbers change places, or all get new ones."""
    if list(names) == sorted(names, key=natural_order):
        return list(names)
    found = [_NUMBER.match(name) for name in names]
    numbers = [match.group() for match in found if match]
    if len({int(number) for number in numbers}) == len(names):
        numbers.sort(key=int)
    else:
        width = max(2, len(str(len(names))))
        numbers = [f"{number:0{width}}" for number in range(1, len(names) + 1)]
    rests = [
        name[match.end() :] if match else f"-{name}"
        for name, match in zip(names, found, strict=True)
    ]
    return [number + rest for number, rest in zip(numbers, rests, strict=True)]
