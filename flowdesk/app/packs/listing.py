"""Listing: the levels of a pack in the order in which they are shown, which may be another one."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flowdesk.app.packs.columns import sort_key
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.packs.pack import Item
from flowdesk.kinds.known import Known


class Listing:
    """`order` are the ids as they are shown, `places` counts them in the pack's own order from 1.

    `levels` are those that were read.

    Sorting happens when it is asked for, and not again: rows do not jump while more gets known.
    """

    def __init__(self) -> None:
        self.items: dict[int, Item] = {}
        self.levels: list[Puzzle] = []
        self.order: list[int] = []
        self.places: dict[int, int] = {}
        self.sorted_by = ""
        self.descending = False

    def level(self, id: int) -> Puzzle | None:
        """A level, if it could be read."""
        entry = self.items[id].entry
        return entry.level if entry else None

    def read(self, items: Sequence[Item]) -> None:
        """Take the pack as it is now; an order of its own stays as far as that is possible."""
        self.items = {item.id: item for item in items}
        self.levels = [item.entry.level for item in items if item.entry]
        self.places = {item.id: place for place, item in enumerate(items, 1)}
        present = list(self.items)
        self.order = _merged(self.order, present) if self.sorted_by else present

    def sort(
        self, column: str, known_of: Callable[[Puzzle], Known | None], *, descending: bool
    ) -> Iterator[None]:
        """Sort by a column, step by step; last what is unknown, and equal ones in their order."""
        found: list[tuple[Any, int, int]] = []
        rest = []
        for place, (id, item) in enumerate(list(self.items.items())):
            level = item.entry.level if item.entry else None
            key = sort_key(column, item, level, known_of(level)) if level else None
            if key is None:
                rest.append(id)
            else:
                insort(found, (key, -place if descending else place, id))
            yield
        ordered = [id for *_, id in (reversed(found) if descending else found)]
        self.sorted_by, self.descending = column, descending
        self.order = _merged(ordered + rest, list(self.items))

    def unsort(self) -> None:
        """Show the pack's own order."""
        self.sorted_by, self.descending, self.order = "", False, list(self.items)


def _merged(shown: Sequence[int], present: Sequence[int]) -> list[int]:
    """An order without what is gone, and with what is new after what it follows in the pack."""
    there, known = set(present), set(shown)
    new: dict[int | None, list[int]] = {}
    before = None
    for id in present:
        if id in known:
            before = id
        else:
            new.setdefault(before, []).append(id)
    merged = new.get(None, [])
    for id in shown:
        if id in there:
            merged += [id, *new.get(id, ())]
    return merged
