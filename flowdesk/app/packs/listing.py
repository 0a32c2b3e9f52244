"""Listing: the levels of a pack in the order that is shown, which may be sorted by a column."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flowdesk.app.packs.columns import sort_key
from flowdesk.core.puzzle import Puzzle
from flowdesk.desk.packs.pack import Item
from flowdesk.kinds.known import Known


class Listing:
    """The items by their ids, and `levels`, those that were read.

    `order` holds the ids as they are shown, `places` their places in the pack's order, from 1.
    New results do not sort the rows again, so that they do not jump.
    """

    def __init__(self) -> None:
        self.items: dict[int, Item] = {}
        self.levels: list[Puzzle] = []
        self.order: list[int] = []
        self.places: dict[int, int] = {}
        self.sorted_by = ""
        self.descending = False

    def level(self, id: int) -> Puzzle | None:
        """Return a level, or None if it was not or cannot be read."""
        entry = self.items[id].entry
        return entry.level if entry else None

    def read(self, items: Sequence[Item]) -> None:
        """Take over the items of a pack; sorted rows keep their order."""
        self.items = {item.id: item for item in items}
        self.levels = [item.entry.level for item in items if item.entry]
        self.places = {item.id: place for place, item in enumerate(items, 1)}
        present = list(self.items)
        self.order = _merged(self.order, present) if self.sorted_by else present

    def sort(
        self, column: str, known_of: Callable[[Puzzle], Known | None], *, descending: bool
    ) -> Iterator[None]:
        """Sort by a column, step by step: a stable order, levels without a key last."""
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
        self.sorted_by, self.descending, self.order = "", False, list(self.items)


def _merged(shown: Sequence[int], present: Sequence[int]) -> list[int]:
    """Return the shown ids that are still present, each new one after its predecessor."""
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
