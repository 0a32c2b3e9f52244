"""Kept: what of a level stays in the levels that are made like it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile

from flowdesk.core.grid import Area, Cell
from flowdesk.kinds.flow.drawing import finished_paths
from flowdesk.kinds.flow.level import Level, Solution
from flowdesk.kinds.locks import Lock, cells_of_locks

#: Paths by their labels.
Paths = Mapping[str, tuple[Cell, ...]]


@dataclass(frozen=True)
class Kept:
    """What stays of a level: by label the `pinned` paths, and of others the `pieces`.

    There are one or two of these, each from an endpoint on. No endpoint comes to a `barred` cell.
    What is `drawn` of that (None: the pinned paths), and what is `locked`, the new level has, too.
    """

    pinned: Paths = field(default_factory=dict)
    pieces: Mapping[str, tuple[tuple[Cell, ...], ...]] = field(default_factory=dict)
    barred: frozenset[Cell] = frozenset()
    drawn: Paths | None = None
    locked: frozenset[Lock] = frozenset()

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells in which something stays."""
        pieces = (piece for pieces in self.pieces.values() for piece in pieces)
        return self.barred.union(*self.pinned.values(), *pieces)


def kept_of(level: Level, keep: str, solution: Solution | None, area: Area | None) -> Kept:
    """Return what is locked in a level, or its "endpoints", "paths" or "shape", if it says so.

    With a solution and an area, also its paths that do not lead through that.
    """
    paths = (cell for path in level.drawn.values() for cell in path)
    instead = {"endpoints": frozenset(level.endpoints), "paths": frozenset(paths)}
    cells = instead.get(keep, frozenset()) if keep else cells_of_locks(level.locked)
    finished = finished_paths(level)
    pinned = {label: path for label, path in finished.items() if cells.issuperset(path)}
    if solution and area:
        away = {
            label: path
            for label, path in solution.paths.items()
            if not any(cell in area for cell in path)
        }
        pinned = away | pinned
    pieces = {
        label: found
        for label in level.pairs
        if label not in pinned and (found := tuple(_pieces(level, label, cells)))
    }
    barred = cells.intersection(level.cells).difference(level.endpoints, *pinned.values())
    begun = {
        label: tuple(takewhile(cells.__contains__, path)) for label, path in level.drawn.items()
    }
    drawn = {label: path for label, path in begun.items() if path}
    return Kept(pinned, pieces, barred, drawn, level.locked)


def _pieces(level: Level, label: str, cells: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Yield the kept endpoints of a colour, each with its path as far as that is in the cells."""
    path = level.drawn.get(label, ())
    for end in filter(cells.__contains__, level.pairs[label]):
        way = path if end in path[:1] else path[::-1] if end in path[-1:] else (end,)
        yield tuple(takewhile(cells.__contains__, way))
