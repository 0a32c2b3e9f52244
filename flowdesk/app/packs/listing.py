"""Listing: the levels of a pack in the order in which they are shown, which may be another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flowdesk.app.packs.columns import sort_key
from flowdesk.desk.pack import Item
from flowdesk.desk.verdict import Known
from flowdesk.flow.level import Level


class Listing:
    """`order` are the ids as they are shown, `places` counts them in the pack's own order from 1.

    Sorting happens when it is asked for, and not again: rows do not jump while more gets known.
    """

    def __init__(self) -> None:
        self.items: dict[int, Item] = {}
        self.order: list[int] = []
        self.places: dict[int, int] = {}
        self.sorted_by = ""
        self.descending = False

    @property
    def levels(self) -> list[Level]:
        """All levels that could be read."""
        return [item.entry.level for item in self.items.values() if item.entry]

    def level(self, id: int) -> Level | None:
        """A level, if it could be read."""
        entry = self.items[id].entry
        return entry.level if entry else None

    def read(self, items: Sequence[Item]) -> None:
        """Take the pack as it is now; an order of its own stays as far as that is possible."""
        self.items = {item.id: item for item in items}
        self.places = {item.id: place for place, item in enumerate(items, 1)}
        present = list(self.items)
        self.order = _merged(self.order, present) if self.sorted_by else present

    def sort(self, column: str, known_of: Callable[[Level], Known | None]) -> None:
        """Sort by a column, and if that is so already the other way round; last what is unknown."""
        self.descending = self.sorted_by == column and not self.descending
        self.sorted_by = column
        keys = {}
        for id in self.items:
            if level := self.level(id):
                key = sort_key(column, self.items[id], level, known_of(level))
                if key is not None:
                    keys[id] = key
        rest = [id for id in self.items if id not in keys]
        self.order = sorted(keys, key=keys.__getitem__, reverse=self.descending) + rest

    def unsort(self) -> None:
        """Show the pack's own order."""
        self.sorted_by, self.descending, self.order = "", False, list(self.items)


def _merged(shown: Sequence[int], present: Sequence[int]) -> list[int]:
    """An order without what is gone, and with what is new after what it follows in the pack."""
    there = set(present)
    merged = [id for id in shown if id in there]
    known = set(merged)
    for before, id in zip((None, *present), present, strict=False):
        if id not in known:
            merged.insert(0 if before is None else merged.index(before) + 1, id)
            known.add(id)
    return merged
