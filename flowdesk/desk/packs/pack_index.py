"""PackIndex: which files a pack has, by their ids, names and levels, and in which order they come.

The order of a folder's files stands in a file of its own, ``order.flowdesk``: a name a line. Files
that it does not name come after those, and all come so where there is none: by the numbers in their
names. A name in it that no file has means nothing, and is left out when the order is written next.
"""

from __future__ import annotations

import bisect
import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import natural_order
from flowdesk.desk.packs.pack_file import PackFile

#: The file that the order stands in, and its id.
ORDER_NAME, ORDER = "order.flowdesk", 0

#: Files by their ids as they are to be, or were; None is one that is not there.
FileStates: TypeAlias = Mapping[int, PackFile | None]


class PackIndex:
    """The files by their ids, the order's among them; `version` counts how often they change.

    Each change costs little, and the order is found anew only when it may be another one: there
    may be thousands of files.
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
        """The ids of the files with levels in their order."""
        if self._order is None:
            listed = _names_in(self._files.get(ORDER))
            first = dict.fromkeys(self._named[name] for name in listed if name in self._named)
            first.pop(ORDER, None)
            self._order = [*first, *(id for _, id in self._by_name if id not in first)]
        return self._order

    def holder(self, level: int) -> int | None:
        """The file that holds a level; one that was not read yet is held by itself."""
        return self._holders.get(level)

    def in_order(self, ids: Iterable[int]) -> list[int]:
        """Some of the files in their order."""
        some = set(ids)
        return [id for id in self.order if id in some] if len(some) > 1 else list(some)

    def put(self, id: int, file: PackFile) -> None:
        """A file is there, or is another one than before; its name stays."""
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
        """A file is not there any more."""
        self.version += 1
        self._order = None
        file = self._files.pop(id)
        del self._named[file.name]
        for level in file.levels or (id,):
            self._holders.pop(level, None)
        if id != ORDER:
            del self._by_name[bisect.bisect_left(self._by_name, (self._keys.pop(id), id))]

    def ordering(self, names: Sequence[str]) -> dict[int, PackFile | None]:
        """What has to change so that files of these names, and no others, come in this order."""
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
        """What a name is sorted by, which takes a moment to make."""
        id = self._named.get(name)
        return natural_order(name) if id is None else self._keys[id]


def _names_in(order: PackFile | None) -> list[str]:
    """The names that stand in an order file."""
    lines = os.fsdecode(order.data).split("\n") if order else []
    return [line.removesuffix("\r") for line in lines if line]
