"""Difference: an old edit of a level, kept as what it changed.

Two whole levels may take a hundred kilobytes each, for an edit that moved one endpoint.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from flowdesk.core.edit import Edit
from flowdesk.core.grid import Cell, Edge
from flowdesk.kinds.flow.level import Level

K = TypeVar("K")
V = TypeVar("V")

#: Fields kept whole if they changed: they are small, and the order of `about` matters.
_SMALL = ("width", "height", "colors", "about", "touching")


@dataclass(frozen=True, slots=True)
class Difference:
    """An edit without the level that it led to: the old values of what it changed.

    `endpoints` and `drawn` hold old labels and paths, None where there was none; `holes` and
    `walls` those added or removed; `others` old values of fields.
    """

    label: str
    endpoints: Mapping[Cell, str | None]
    drawn: Mapping[str, tuple[Cell, ...] | None]
    holes: frozenset[Cell]
    walls: frozenset[Edge]
    others: Mapping[str, Any]

    def restored(self, after: Level) -> Edit[Level]:
        """Return the edit, which led to `after`."""
        before = replace(
            after,
            endpoints=_with(after.endpoints, self.endpoints),
            drawn=_with(after.drawn, self.drawn),
            holes=after.holes ^ self.holes,
            walls=after.walls ^ self.walls,
            **self.others,
        )
        return Edit(self.label, before, after)


def difference(edit: Edit[Level]) -> Difference:
    """Return what an edit changed."""
    before, after = edit.before, edit.after
    others = {name: getattr(before, name) for name in _SMALL}
    return Difference(
        edit.label,
        _changed(before.endpoints, after.endpoints),
        _changed(before.drawn, after.drawn),
        _either(before.holes, after.holes),
        _either(before.walls, after.walls),
        {name: value for name, value in others.items() if value != getattr(after, name)},
    )


def _changed(before: Mapping[K, V], after: Mapping[K, V]) -> dict[K, V | None]:
    """Return the old values of the keys whose values differ, None for new keys."""
    new = {key: None for key in after if key not in before}
    return new | {key: value for key, value in before.items() if after.get(key) != value}


def _with(after: Mapping[K, V], changed: Mapping[K, V | None]) -> dict[K, V]:
    """Return the mapping before the change that `_changed` returned."""
    return {key: value for key, value in {**after, **changed}.items() if value is not None}


def _either(a: frozenset[K], b: frozenset[K]) -> frozenset[K]:
    """Return what is in one of two sets. ``^`` would keep a set as large as both."""
    return (a - b) | (b - a)
