"""PackFile and PackIndex: the files of a pack by their ids, names and levels, and their order.

The order of a folder's files is stored in an order file, ``order.flowdesk``, with one name on each
line. Files that it does not list come after those, in the natural order of their names. Names of
missing files are ignored, and dropped when the order is written again.
"""

from __future__ import annotations

import bisect
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import MAX_BYTES, decode, natural_order
from flowdesk.formats.registry import JSON, LEVEL_LIST, MAP, Format, format_of, read_data
from flowdesk.kinds.entry import Entry

#: The name and the id of the order file.
ORDER_NAME, ORDER = "order.flowdesk", 0


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
        data = _format_to_write(self, len(entries)).write(entries).encode()
        if len(data) > MAX_BYTES:
            raise FlowDeskError(
                f"{self.name} would be larger than {MAX_BYTES // 1_000_000} MB, the limit."
            )
        wanted = [(entry.level, entry.solution) for entry in entries]
        if [(entry.level, entry.solution) for entry in read_data(data, self.name)[1]] != wanted:
            raise _unable(self, "its format cannot hold everything about these levels.")
        return replace(self, data=data, levels=levels)


#: States of files by their ids, before or after a change; None if there is no such file.
FileStates: TypeAlias = Mapping[int, PackFile | None]


class PackIndex:
    """The files by their ids, including the order file; `version` counts the changes.

    There may be thousands of files, so a change costs little, and the order is computed again only
    if it may differ.
    """

    def __init__(self) -> None:
        self.version = 0
        self._files: dict[int, PackFile] = {}
        self._named: dict[str, int] = {}
        self._holders: dict[int, int] = {}
        self._keys: dict[int, Any] = {}
        self._by_name: list[tuple[Any, int]] = []
        self._order: list[int] | None = None

    @property
    def files(self) -> Mapping[int, PackFile]:
        """The files by their ids."""
        return self._files

    @property
    def names(self) -> Mapping[str, int]:
        """The ids of the files by their names."""
        return self._named

    @property
    def order(self) -> Sequence[int]:
        """The ids of all puzzle files, in order."""
        if self._order is None:
            listed = _names_in(self._files.get(ORDER))
            first = dict.fromkeys(self._named[name] for name in listed if name in self._named)
            first.pop(ORDER, None)
            self._order = [*first, *(id for _, id in self._by_name if id not in first)]
        return self._order

    def holder(self, level: int) -> int | None:
        """Return the file of a level, or None; the id of an unread file stands for its level."""
        return self._holders.get(level)

    def in_order(self, ids: Iterable[int]) -> list[int]:
        """Return some of the files, in order."""
        some = set(ids)
        return [id for id in self.order if id in some] if len(some) > 1 else list(some)

    def put(self, id: int, file: PackFile) -> None:
        """Add a file, or replace it by one of the same name."""
        self.version += 1
        before = self._files.get(id)
        if before is None:
            self._named[file.name] = id
            if id != ORDER:
                self._keys[id] = natural_order(file.name)
                bisect.insort(self._by_name, (self._keys[id], id))
        if before is None or id == ORDER:
            self._order = None
        self._files[id] = file
        for level in before.levels if before else ():
            self._holders.pop(level, None)
        for level in file.levels or (id,):
            self._holders[level] = id

    def drop(self, id: int) -> None:
        """Remove a file."""
        self.version += 1
        self._order = None
        file = self._files.pop(id)
        del self._named[file.name]
        for level in file.levels or (id,):
            self._holders.pop(level, None)
        if id != ORDER:
            del self._by_name[bisect.bisect_left(self._by_name, (self._keys.pop(id), id))]

    def ordering(self, names: Sequence[str]) -> dict[int, PackFile | None]:
        """Return the change that puts files of these names, and no others, in this order."""
        listed = self._files.get(ORDER)
        if listed is None:
            if all(before < after for before, after in pairwise(map(self._key, names))):
                return {}
        elif listed.problem:
            raise FlowDeskError(listed.problem)
        elif list(names) == [self._files[id].name for id in self.order]:
            return {}
        lines = "".join(f"{name}\n" for name in names if "\n" not in name)
        return {ORDER: PackFile(ORDER_NAME, os.fsencode(lines))}

    def _key(self, name: str) -> Any:
        """Return the sort key of a name, from the cache if there is one."""
        id = self._named.get(name)
        return natural_order(name) if id is None else self._keys[id]


def _names_in(order: PackFile | None) -> list[str]:
    """Return the names listed in an order file."""
    lines = os.fsdecode(order.data).split("\n") if order else []
    return [line.removesuffix("\r") for line in lines if line]


def _format_to_write(file: PackFile, count: int) -> Format:
    """Return the format of a file, or for several levels in a single map that of a list of maps."""
    format = format_of(decode(file.data), Path(file.name).suffix.lower())
    if format is MAP and count > 1:
        return LEVEL_LIST
    if not format.can_write:
        raise _unable(file, f"FlowDesk can read but not write its format ({format.name}).")
    if count > 1 and not format.holds_many:
        raise _unable(file, f"its format ({format.name}) can hold only one level.")
    if remarks := [remark for entry in file.levels.values() for remark in entry.remarks]:
        raise _unable(file, f"some of its content would be lost. {remarks[0]}")
    return format


def _unable(file: PackFile, reason: str) -> FlowDeskError:
    return FlowDeskError(
        f"{file.name} cannot be changed here: {reason} Open it, and save it as {JSON.name} (.json)."
    )
