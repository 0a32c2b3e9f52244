"""Twins: levels of a pack that are the same as others, turned, mirrored or in other colours.

They are looked for within the pack, and among the levels that come with FlowDesk. Forms are kept by
the content of levels, so that each is computed once, whatever happens to the pack.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import shipped
from flowdesk.desk.packs.pack_index import PackItem
from flowdesk.desk.play.choosing import Place, levels_below
from flowdesk.desk.work.steps import Steps
from flowdesk.kinds.sameness import Form, Way, form_of
from flowdesk.kinds.table import kind_of


@dataclass(frozen=True)
class Twin:
    """A level that is the same as another one, and what was done to that to make it.

    `id` is that of a level in the pack; None for one that comes with FlowDesk, at `index` of a
    file. `how` is empty if nothing was done: the two are the same.
    """

    id: int | None
    title: str
    how: str
    path: Path
    index: int


class Twins:
    """Which levels of a pack have twins; `find` looks for them, and `count` says how many have."""

    def __init__(self) -> None:
        self.count = 0
        self._forms: dict[str, Form | None] = {}
        self._groups: dict[str, list[PackItem]] = {}
        self._shipped: dict[str, list[Place]] = {}
        self._knows_shipped = False

    def find(self, items: Sequence[PackItem]) -> Steps[None]:
        """Compare the levels that were read with each other, and with those of FlowDesk."""
        groups: dict[str, list[PackItem]] = {}
        for item in items:
            if item.entry and (form := self._form(item.entry.level)):
                groups.setdefault(form.key, []).append(item)
            yield
        self._groups = groups
        self._recount()
        if not self._knows_shipped:
            yield from self._find_shipped()
            self._recount()

    def of(self, item: PackItem, most: int = 1) -> list[Twin]:
        """Return up to so many twins of a level: those in the pack first, in its order."""
        return list(islice(self._all_of(item), most))

    def has_any(self, item: PackItem) -> bool:
        """Whether a level has a twin."""
        return next(self._others(item), None) is not None

    def number_of(self, item: PackItem) -> int:
        """Return how many twins a level has."""
        return sum(1 for _ in self._others(item))

    def _all_of(self, item: PackItem) -> Iterator[Twin]:
        for other in self._others(item):
            if isinstance(other, PackItem):
                assert other.entry
                index = max(other.number - 1, 0)
                yield self._twin(item, other.entry.level, other.id, other.name, other.path, index)
            elif other.path:
                name = other.path.stem + (f"#{other.index + 1}" if other.index else "")
                yield self._twin(item, other.level, None, name, other.path, other.index)

    def _others(self, item: PackItem) -> Iterator[PackItem | Place]:
        """Yield the other levels of the same form, wherever they are."""
        form = self._form(item.entry.level) if item.entry else None
        if form is None:
            return
        here = self._groups.get(form.key, ())
        yield from (other for other in here if other.id != item.id)
        there = self._shipped.get(form.key, ())
        paths = {os.path.realpath(other.path) for other in here} if there else set()
        yield from (place for place in there if place.path and str(place.path) not in paths)

    def _twin(
        self, item: PackItem, other: Any, id: int | None, name: str, path: Path, index: int
    ) -> Twin:
        assert item.entry
        level = item.entry.level
        theirs, own = self._form(other), self._form(level)
        assert theirs is not None
        assert own is not None
        way = theirs.way_to(own)
        recoloured = "" if _turned(other, way).is_same_puzzle(level) else "in other colours"
        how = ", ".join(filter(None, (way.words, recoloured)))
        return Twin(id, other.title or name, how, path, index)

    def _form(self, level: Puzzle) -> Form | None:
        key = level.puzzle_key
        if key not in self._forms:
            pattern = kind_of(level).pattern(level)
            self._forms[key] = form_of(pattern) if pattern else None
        return self._forms[key]

    def _find_shipped(self) -> Steps[None]:
        found: dict[str, list[Place]] = {}
        for place in levels_below(Path(os.path.realpath(shipped("puzzles")))):
            if isinstance(place, Place) and (form := self._form(place.level)):
                found.setdefault(form.key, []).append(place)
            yield
        self._shipped, self._knows_shipped = found, True

    def _recount(self) -> None:
        groups = self._groups.values()
        self.count = sum(len(group) for group in groups if len(group) > 1 or self.has_any(group[0]))


def _turned(puzzle: Puzzle, way: Way) -> Any:
    shaping = kind_of(puzzle).shaping
    for name in ["flip horizontally"] * way.mirrored + ["rotate"] * way.turns:
        puzzle = shaping.turned(puzzle, name) if shaping else puzzle
    return puzzle
