"""Edits of a level, each a function that returns the changed level; and old edits in short.

An edit that changes nothing returns the very level that it got. Drawn paths and locks that no
longer fit are removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias, TypeVar

from flowdesk.core.edit import Edit
from flowdesk.core.grid import Cell, Edge
from flowdesk.kinds.editor import Coloring
from flowdesk.kinds.flow.colors import LABELS, new_label, standard_color
from flowdesk.kinds.flow.level import Level, own_colors

K = TypeVar("K")
V = TypeVar("V")


def place(level: Level, cell: Cell, label: str) -> Level:
    """Place an endpoint of this colour in a cell, whatever was there before."""
    if not level.on_board(cell) or level.endpoints.get(cell) == label:
        return level
    endpoints = {**level.endpoints, cell: label}
    shape = level.shape.with_bridge(cell, False)
    return changed(level, endpoints=endpoints, holes=level.holes - {cell}, shape=shape)


def erase(level: Level, cell: Cell) -> Level:
    """Remove the endpoint, the bridge or the hole in a cell."""
    if cell in level.holes:
        return set_hole(level, cell, False)
    if cell in level.shape.bridges:
        return set_bridge(level, cell, False)
    if cell not in level.endpoints:
        return level
    return changed(level, endpoints={c: k for c, k in level.endpoints.items() if c != cell})


def move(level: Level, start: Cell, end: Cell) -> Level:
    """Move the endpoint at `start` to the cell `end` if that is empty."""
    if start == end or not level.may_end_at(end) or end in level.endpoints:
        return level
    endpoints = {c: k for c, k in level.endpoints.items() if c != start}
    return changed(level, endpoints={**endpoints, end: level.endpoints[start]})


def set_hole(level: Level, cell: Cell, there: bool) -> Level:
    """Make a hole, which removes its endpoint, bridge and walls; or fill it."""
    if not level.on_board(cell) or (cell in level.holes) == there:
        return level
    if not there:
        return changed(level, holes=level.holes - {cell})
    return changed(
        level,
        endpoints={c: k for c, k in level.endpoints.items() if c != cell},
        holes=level.holes | {cell},
        walls=frozenset(wall for wall in level.walls if cell not in wall),
        shape=level.shape.with_bridge(cell, False),
    )


def set_bridge(level: Level, cell: Cell, there: bool) -> Level:
    """Build a bridge, which removes the endpoint there; or take it away."""
    if not level.is_cell(cell) or (cell in level.shape.bridges) == there:
        return level
    endpoints = {c: k for c, k in level.endpoints.items() if c != cell}
    return changed(level, endpoints=endpoints, shape=level.shape.with_bridge(cell, there))


def set_warp(level: Level, side: str, cell: Cell, there: bool) -> Level:
    """Open the border at a side of a cell to the opposite border; or close it, with its wall."""
    shape = level.shape.with_warp(side, cell, there)
    if shape == level.shape:
        return level
    size = level.width, level.height
    walls = frozenset(wall for wall in level.walls if shape.sides_between(*wall, *size))
    return changed(level, shape=shape, walls=walls)


def set_wall(level: Level, edge: Edge, there: bool) -> Level:
    """Build or remove a wall between two neighbouring cells."""
    if not (level.is_cell(edge[0]) and level.is_cell(edge[1])) or (edge in level.walls) == there:
        return level
    return changed(level, walls=level.walls | {edge} if there else level.walls - {edge})


def swap_colors(level: Level, first: str, second: str) -> Level:
    """Swap the endpoints and paths of two colours; each label keeps its colour."""
    other = {first: second, second: first}
    endpoints = {cell: other.get(label, label) for cell, label in level.endpoints.items()}
    if endpoints == level.endpoints:
        return level
    drawn = {other.get(label, label): path for label, path in level.drawn.items()}
    return changed(level, drawn, endpoints=endpoints)


def without_label(level: Level, label: str) -> Level:
    """Remove the endpoints of a colour, and its path."""
    endpoints = {cell: other for cell, other in level.endpoints.items() if other != label}
    return changed(level, endpoints=endpoints) if label in level.pairs else level


def cleared(level: Level) -> Level:
    """Remove all that was placed, and the locks; warps are of the board, as its size is."""
    empty = Level(
        level.width,
        level.height,
        colors=level.colors,
        about=level.about,
        touching=level.touching,
        shape=replace(level.shape, bridges=frozenset()),
    )
    return level if empty == level else empty


def with_puzzle_of(level: Level, other: Level) -> Level:
    """Return the level with the endpoints, holes, walls and shape of another one of its size.

    Its `about` and its locks stay; so do its drawn paths that fit, unless the other has its own.
    """
    names = "endpoints", "holes", "walls", "shape"
    return changed(level, other.drawn or None, **{name: getattr(other, name) for name in names})


def set_color(level: Level, label: str, color: str) -> Level:
    """Give a label a colour (``#rrggbb``)."""
    if level.color(label) == color:
        return level
    return replace(level, colors=own_colors({**level.colors, label: color}))


def palette(level: Level, current: str) -> list[str]:
    """Return the labels to choose from: the 16 usual ones, all in use, and at least one unused.

    Unused labels whose usual colour is on the board are left out, because two endpoints of one
    colour look like a pair.
    """
    used = {*level.pairs, current}
    shown = max([16, *(LABELS.index(label) + 1 for label in used if label in LABELS)])
    alike = set(_alike(level)) - used
    labels = [label for label in LABELS[:shown] if label not in alike]
    labels += sorted(label for label in used if label not in LABELS)
    if all(len(level.pairs.get(label, ())) >= 2 for label in labels):
        labels.append(new_label({*labels, *alike}))
    return labels


def unlike_label(level: Level, others: Iterable[str] = ()) -> str:
    """Return an unused label, not one of `others`, whose usual colour is not on the board."""
    return new_label({*level.pairs, *_alike(level), *others})


def _alike(level: Level) -> list[str]:
    """Return the labels whose usual colour is on the board."""
    shown = {level.color(label) for label in level.pairs}
    return [label for label in LABELS if standard_color(label) in shown]


def next_label(level: Level, current: str) -> str:
    """Return `current`, or the first label, until it has two endpoints, then one that needs some.

    A label with one endpoint comes before an unused one, and that before an unused one that looks
    like another.
    """
    current = current or LABELS[0]
    count = len(level.pairs.get(current, ()))
    if count == 1 or (count == 0 and current not in _alike(level)):
        return current
    once = [label for label, cells in level.pairs.items() if len(cells) == 1]
    return once[0] if once else unlike_label(level)


def changed(
    level: Level, drawn: Mapping[str, tuple[Cell, ...]] | None = None, **changes: Any
) -> Level:
    """Change fields of a level, and keep the locks and the paths (or `drawn`) that still fit."""
    paths = level.drawn if drawn is None else drawn
    locks = changes.pop("locked", level.locked)
    bare = replace(level, drawn={}, locked=frozenset(), **changes)
    kept = {label: path for label, path in paths.items() if bare.can_hold(label, path)}
    locked = locks and locks & bare.lockable
    return replace(bare, drawn=kept, locked=locked) if kept or locked else bare


class FlowColoring(Coloring[Level]):
    """Changes of the colour of a label, or of all its endpoints and its path."""

    recolored = staticmethod(set_color)
    swapped = staticmethod(swap_colors)
    without = staticmethod(without_label)


_Fields: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """An edit without the level that it led to: the old values of what it changed, by field.

    Two whole levels may take a hundred kilobytes each, for an edit that moved one endpoint. Of
    `maps` there are old values, None where there was none; of `sets` what was added or removed.
    """

    label: str
    maps: _Fields
    sets: _Fields
    others: _Fields

    def restored(self, after: Level) -> Edit[Level]:
        old = {**self.others}
        old |= {name: _with(getattr(after, name), values) for name, values in self.maps.items()}
        old |= {name: getattr(after, name) ^ changed for name, changed in self.sets.items()}
        return Edit(self.label, replace(after, **old), after)


def difference(edit: Edit[Level]) -> Difference:
    """Return what an edit changed."""
    names = (field.name for field in fields(Level))
    pairs = {name: (getattr(edit.before, name), getattr(edit.after, name)) for name in names}
    return Difference(
        edit.label,
        {name: _old_values(*pairs.pop(name)) for name in ("endpoints", "drawn")},
        {name: _either(*pairs.pop(name)) for name in ("holes", "walls", "locked")},
        {name: old for name, (old, new) in pairs.items() if old != new},
    )


def _old_values(before: Mapping[K, V], after: Mapping[K, V]) -> dict[K, V | None]:
    """Return the old values of the keys whose values differ, None for new keys."""
    new = {key: None for key in after if key not in before}
    return new | {key: value for key, value in before.items() if after.get(key) != value}


def _with(after: Mapping[K, V], changed: Mapping[K, V | None]) -> dict[K, V]:
    """Return the mapping before the change that `_old_values` returned."""
    return {key: value for key, value in {**after, **changed}.items() if value is not None}


def _either(a: frozenset[K], b: frozenset[K]) -> frozenset[K]:
    """Return what is in one of two sets. ``^`` would keep a set as large as both."""
    return (a - b) | (b - a)
