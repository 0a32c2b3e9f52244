"""Twins: levels of a pack that are the same as others, turned, mirrored or in other colours.

They are looked for within the pack, and among the levels that come with FlowDesk. Forms are kept by
the content of levels, so that each is computed once, whatever happens to the pack or to a search.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import natural_order, shipped
from flowdesk.desk.packs.pack_index import PackItem
from flowdesk.desk.play.choosing import Place
from flowdesk.desk.work.jobs import Steps
from flowdesk.formats.registry import open_file
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


#: The forms of levels by their keys.
_forms: dict[str, Form | None] = {}


class Twins:
    """Which levels of a pack have twins; `find` looks for them, and `count` says how many have."""

    def __init__(self) -> None:
        self.count = 0
        self._groups: dict[str, list[PackItem]] = {}
        self._shipped: dict[str, list[Place]] = {}

    def find(self, items: Sequence[PackItem]) -> Steps[None]:
        """Compare the levels that were read with each other, and with those of FlowDesk."""
        groups: dict[str, list[PackItem]] = {}
        for item in items:
            if item.level and (form := form_in(item.level)):
                groups.setdefault(form.key, []).append(item)
            yield
        self._groups = groups
        self._recount()
        shipped_ones: dict[str, list[Place]] = {}
        for path in _shipped_files():
            for place in _levels_in(path):
                if form := form_in(place.level):
                    shipped_ones.setdefault(form.key, []).append(place)
                yield
        self._shipped = shipped_ones
        self._recount()

    def of(self, item: PackItem, most: int = 1) -> list[Twin]:
        """Return up to so many twins of a level: those in the pack first, in its order."""
        return [self._twin(item, other) for other in islice(self._others(item), most)]

    def has_any(self, item: PackItem) -> bool:
        return next(self._others(item), None) is not None

    def number_of(self, item: PackItem) -> int:
        return sum(1 for _ in self._others(item))

    def _others(self, item: PackItem) -> Iterator[PackItem | Place]:
        """Yield the other levels of the same form, wherever they are."""
        form = form_in(item.level) if item.level else None
        if form is None:
            return
        here = self._groups.get(form.key, ())
        yield from (other for other in here if other.id != item.id)
        there = self._shipped.get(form.key, ())
        paths = {os.path.realpath(other.path) for other in here} if there else set()
        yield from (place for place in there if place.path and str(place.path) not in paths)

    def _twin(self, item: PackItem, other: PackItem | Place) -> Twin:
        assert item.entry
        id, path, level = None, other.path, item.entry.level
        if isinstance(other, PackItem):
            assert other.entry
            twin, index = other.entry.level, max(other.number - 1, 0)
            id, name = other.id, other.name
        else:
            twin, index = other.level, other.index
            name = f"{path.stem if path else ''}{f'#{index + 1}' if index else ''}"
        theirs, own = form_in(twin), form_in(level)
        assert path
        assert theirs
        assert own
        way = theirs.way_to(own)
        recoloured = "" if _turned(twin, way).is_same_puzzle(level) else "in other colours"
        how = ", ".join(filter(None, (way.words, recoloured)))
        return Twin(id, twin.title or name, how, path, index)

    def _recount(self) -> None:
        groups = self._groups.values()
        self.count = sum(len(group) for group in groups if len(group) > 1 or self.has_any(group[0]))


def form_in(level: Puzzle) -> Form | None:
    """Return the form that a level has in common with its twins; None if it has none yet."""
    key = level.puzzle_key
    if key not in _forms:
        pattern = kind_of(level).pattern(level)
        _forms[key] = form_of(pattern) if pattern else None
    return _forms[key]


@cache
def _shipped_files() -> Sequence[Path]:
    found = Path(os.path.realpath(shipped("puzzles"))).rglob("*.*")
    return sorted(found, key=lambda path: natural_order(str(path)))


@cache
def _levels_in(path: Path) -> Sequence[Place]:
    """Return the levels of a file that comes with FlowDesk; none if it has none."""
    try:
        entries = open_file(path)[1]
    except FlowDeskError:
        return ()
    return [Place(path, index, entry.level) for index, entry in enumerate(entries)]


def _turned(puzzle: Puzzle, way: Way) -> Puzzle:
    shaping = kind_of(puzzle).shaping
    for name in ["flip horizontally"] * way.mirrored + ["rotate"] * way.turns:
        puzzle = shaping.turned(puzzle, name) if shaping else puzzle
    return puzzle
